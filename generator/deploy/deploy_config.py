"""The server that a push publishes on: its configuration, and where each thing lies in its state folder."""

from __future__ import annotations

import hashlib
import hmac
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Struct

from generator.model.fields import Flag, Text, Url, whole
from generator.model.written import Written
from generator.prices.price_file import read_written
from generator.problems import WrongCall

FILE = "deploy.yaml"
BUILDER = Path(__file__).resolve().parent.parent.parent
"""The folder of build.py: what builds a push is the generator that runs here, never the one that was pushed."""


class DeployLimits(Written, frozen=True, kw_only=True):
    """What one build may take: seconds of time, and megabytes of memory a process, of input and of output."""

    seconds: Annotated[int, whole("a number of seconds", 1, 86_400)] = 600
    memory_mb: Annotated[int, whole("a number of MB", 64, 1_000_000)] = 2_000
    input_mb: Annotated[int, whole("a number of MB", 1, 100_000)] = 100
    output_mb: Annotated[int, whole("a number of MB", 1, 1_000_000)] = 2_000


class DeployConfig(Written, frozen=True, kw_only=True):
    """``deploy.yaml`` of the state folder.

    ``base_url`` is the site's address, by default that of the pushed ``data/site.yaml``; previews lie below
    ``preview_url``, by default ``preview/`` below the site. ``templates: pushed`` takes templates/ and static/ from
    the push.
    """

    repository: Text
    base_url: Url | None = None
    preview_url: Url | None = None
    templates: Literal["server", "pushed"] = "server"
    strict: Flag = False
    compress: Flag = True
    jobs: Annotated[int, whole("a number of processes", 1, 64)] | None = None
    keep_releases: Annotated[int, whole("a number of releases", 2, 1_000)] = 10
    limits: DeployLimits = DeployLimits()


class Server(Struct, frozen=True):
    """A state folder with its configuration."""

    state: Path
    config: DeployConfig

    @property
    def repository(self) -> Path:
        """The bare repository that is pushed to."""
        return self.state / self.config.repository

    @property
    def live(self) -> Path:
        """The symbolic link to the release that visitors see."""
        return self.state / "live"

    @property
    def releases(self) -> Path:
        """The folder of what is or was live."""
        return self.state / "releases"

    @property
    def candidates(self) -> Path:
        """The folder of what was built and is not live yet."""
        return self.state / "candidates"

    @property
    def previews(self) -> Path:
        """The folder of the previews of other branches."""
        return self.state / "previews"

    @property
    def work(self) -> Path:
        """The folder in which builds work."""
        return self.state / "work"

    @property
    def prices(self) -> Path:
        """The snapshot of prices."""
        return self.state / "prices.yaml"

    @property
    def source(self) -> Path:
        """What main's content, data and locales were at the last publication; imports of prices read its GPUs."""
        return self.state / "source"

    @property
    def held(self) -> Path:
        """The file that is there while a rollback holds."""
        return self.state / "held"

    @property
    def build_lock(self) -> Path:
        """The lock of whoever builds: one build at a time has the machine."""
        return self.state / ".build.lock"

    @property
    def live_lock(self) -> Path:
        """The lock of whoever changes what is live."""
        return self.state / ".live.lock"

    def preview_name(self, ref: str) -> str:
        """The folder of a branch's preview: a hash that tells nothing of the branch and cannot be guessed from it."""
        secret = (self.state / "preview-secret").read_bytes()
        return hmac.digest(secret, ref.encode("utf-8", "surrogateescape"), hashlib.sha256).hex()[:24]


def open_server(state: Path) -> Server:
    """Read the configuration of a state folder.

    Raises ``WrongCall`` where the folder is none, ``InvalidSite`` where its configuration is not one.
    """
    state = state.resolve()
    if not (state / FILE).is_file():
        raise WrongCall(f"{state} is no state folder: it has no {FILE}; `install` makes one")
    return Server(state, read_written(DeployConfig, state / FILE, FILE).value)

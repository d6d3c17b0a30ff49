"""The releases of a server: their names, which is live, swapping, rolling back, and clearing away."""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Collection, Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from msgspec import Struct

from generator.deploy.deploy_config import Server
from generator.deploy.deploy_limits import Tell
from generator.files import machine
from generator.output import manifest
from generator.problems import InvalidSite, MachineFailure, WrongCall

_NAME = re.compile(r"([0-9a-f]{12})-(\d{8}T\d{6}Z)-(\d{8}T\d{6}Z)(?:-(\d+))?")
_TIME = "%Y%m%dT%H%M%SZ"
_TRASH = ".trash-"
_ABANDONED = timedelta(days=1)
_PAUSE = 0.2


class Release(Struct, frozen=True, order=True):
    """A release by the parts of its name; the later one is the greater."""

    time: datetime
    number: int
    commit: str
    as_of: datetime

    @property
    def name(self) -> str:
        """The folder: commit, snapshot, time, and a number where these three are the same."""
        name = f"{self.commit}-{self.as_of:{_TIME}}-{self.time:{_TIME}}"
        return f"{name}-{self.number}" if self.number else name

    def __str__(self) -> str:
        return f"{self.name} (commit {self.commit}, prices of {self.as_of:%Y-%m-%d %H:%M} UTC)"


def read_name(name: str) -> Release | None:
    """The release that a folder's name tells, or ``None`` for another name."""
    found = _NAME.fullmatch(name)
    if not found:
        return None
    try:
        as_of, built = (datetime.strptime(text, _TIME).replace(tzinfo=UTC) for text in found.group(2, 3))
    except ValueError:
        return None
    return Release(built, int(found[4] or 0), found[1], as_of)


def new_name(server: Server, commit: str, as_of: datetime, now: datetime) -> Release:
    """The next free name for a build of a commit."""
    number = 0
    while True:
        release = Release(now, number, commit[:12], as_of)
        if not any((folder / release.name).exists() for folder in (server.releases, server.candidates)):
            return release
        number += 1


def in_folder(folder: Path) -> list[Release]:
    """The releases in a folder, the oldest first."""
    names = (read_name(entry.name) for entry in folder.iterdir()) if folder.is_dir() else ()
    return sorted(release for release in names if release)


def live_release(server: Server) -> Release | None:
    """The release that visitors see, or ``None`` before the first."""
    try:
        target = server.live.readlink()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise MachineFailure(f"{server.live} should be a symbolic link: {machine.words_of(error)}") from error
    return read_name(target.name)


def live_folder(server: Server) -> Path | None:
    """The folder of the live release, or ``None`` before the first."""
    return server.live.resolve() if server.live.is_dir() else None


def pages_of(folder: Path) -> int:
    """How many pages a release has, former addresses that lead on to one not counted."""
    release = manifest.read(folder)
    if release is None:
        return 0
    moved = folder / "_redirects"
    leading_on = moved.read_text(encoding="utf-8").count("\n") if moved.is_file() else 0
    return sum(path.endswith(".html") for path in release.files) - leading_on


@contextmanager
def waiting(lock: Path, busy: str, seconds: float, tell: Tell) -> Iterator[None]:
    """Hold a lock, after waiting for it up to so many seconds; raises ``MachineFailure(busy)`` after that."""
    end = time.monotonic() + seconds
    told = False
    with ExitStack() as stack:
        while True:
            try:
                stack.enter_context(machine.exclusive(lock, busy))
                break
            except MachineFailure:
                if time.monotonic() >= end:
                    raise
            if not told:
                tell(f"{busy}; waiting …")
                told = True
            time.sleep(_PAUSE)
        yield


def make_live(server: Server, release: Release) -> None:
    """Let ``live`` lead to a release of ``releases/`` in one step. The lock is the caller's."""
    fresh = server.state / ".live.new"
    fresh.unlink(missing_ok=True)
    fresh.symlink_to(f"{server.releases.name}/{release.name}")
    fresh.replace(server.live)
    machine.flush_names(server.state)


def promote(server: Server, release: Release) -> None:
    """Move a candidate among the releases and make it live. The lock is the caller's."""
    server.releases.mkdir(exist_ok=True)
    (server.candidates / release.name).rename(server.releases / release.name)
    machine.flush_names(server.releases)
    make_live(server, release)


def roll_back(server: Server, wanted: str | None, tell: Tell) -> Release:
    """Make an earlier release live and hold it there until ``publish --resume`` or the next push.

    ``wanted`` is the beginning of its name; without it, the one before the live one. Raises ``WrongCall`` where there
    is no such release, ``InvalidSite`` where its files are not as they were published.
    """
    with waiting(server.live_lock, "another publication is under way", server.config.limits.seconds, tell):
        live = live_release(server)
        release = _chosen(in_folder(server.releases), live, wanted)
        if damaged := manifest.verify(server.releases / release.name):
            raise InvalidSite(damaged)
        # Held before it is live: a kill in between must not let a timer undo it.
        server.held.write_text(f"{release.name}\n", encoding="utf-8")
        make_live(server, release)
        return release


def _chosen(releases: Collection[Release], live: Release | None, wanted: str | None) -> Release:
    kept = ", ".join(release.name for release in releases) or "none"
    if wanted is None:
        older = [release for release in releases if live and release < live]
        if not older:
            raise WrongCall(f"there is no release before the live one; those kept: {kept}")
        return older[-1]
    found = [release for release in releases if release.name.startswith(wanted)]
    exact = [release for release in found if release.name == wanted]
    if len(exact or found) != 1:
        raise WrongCall(f"{len(found) or 'no'} releases begin with {wanted!r}; those kept: {kept}")
    return (exact or found)[0]


def held_release(server: Server) -> str:
    """The name of the release that a rollback holds, empty where none does."""
    with suppress(FileNotFoundError):
        return server.held.read_text(encoding="utf-8").strip()
    return ""


def prune(server: Server, previews: Collection[str], now: datetime, keep: int | None = None) -> list[str]:
    """Remove the oldest releases beyond those kept, abandoned candidates, and previews other than ``previews``.

    Never the live release. Returns the names of what went. What is locked is left for another time.
    """
    gone: list[Path] = []
    with _if_free(server.live_lock) as free:
        if free:
            gone += _surplus(server, keep or server.config.keep_releases)
    with _if_free(server.build_lock) as free:
        if free:
            gone += _leftovers(server, previews, now)
    folders = (server.releases, server.candidates, server.previews, server.work)
    for entry in [entry for folder in folders for entry in _entries(folder) if entry.name.startswith(_TRASH)]:
        shutil.rmtree(entry, ignore_errors=True)
    return sorted(folder.name.removeprefix(_TRASH) for folder in gone)


def _surplus(server: Server, keep: int) -> Iterator[Path]:
    live = live_release(server)
    for release in in_folder(server.releases)[:-keep]:
        if release != live:
            yield _trashed(server.releases / release.name)


def _leftovers(server: Server, previews: Collection[str], now: datetime) -> Iterator[Path]:
    """What no build uses, none being under way: the lock is held."""
    for release in in_folder(server.candidates):
        if now - release.time > _ABANDONED:
            yield _trashed(server.candidates / release.name)
    for entry in _entries(server.previews):
        if entry.name not in previews and not entry.name.startswith("."):
            yield _trashed(entry)
    killed = [entry for folder in (server.candidates, server.previews) for entry in _entries(folder) if entry.is_dir()]
    for entry in [*(entry for entry in killed if entry.name.startswith(".")), *_entries(server.work)]:
        if not entry.name.startswith(_TRASH):
            yield _trashed(entry)


@contextmanager
def _if_free(lock: Path) -> Iterator[bool]:
    """Hold a lock if nobody else does; yields whether it is held."""
    with ExitStack() as stack:
        try:
            stack.enter_context(machine.exclusive(lock, "busy"))
            free = True
        except MachineFailure:
            free = False
        yield free


def _trashed(folder: Path) -> Path:
    """Move a folder out of sight in one step: half a release must not look like one."""
    return folder.rename(folder.with_name(f"{_TRASH}{folder.name}"))


def _entries(folder: Path) -> list[Path]:
    return sorted(folder.iterdir()) if folder.is_dir() else []

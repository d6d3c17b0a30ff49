"""Building a commit with this server's own builder: files out of the repository, a limited process, a candidate."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from msgspec import Struct

from generator.deploy.deploy_config import BUILDER, Server
from generator.deploy.deploy_git import Entry, Repository, below, size_problem, tree_problems
from generator.deploy.deploy_limits import OutOfTime, Tell, run_limited
from generator.deploy.deploy_releases import Release, live_folder, new_name, pages_of, waiting
from generator.files import machine
from generator.model.written import SiteSettings, Snapshot
from generator.output import manifest
from generator.output.publish import shrunk
from generator.prices.price_file import read_written
from generator.problems import InvalidSite, MachineFailure

PUSHED = ("content", "data", "locales")
OURS = ("templates", "static")
BUSY = "another build is running"
_PRICES = "prices.yaml"
_LARGEST_FILE_MB = 100


class Refused(Exception):
    """Raised when a commit may not go live; its text says why, the details having been told before."""


class Job(Struct, frozen=True):
    """What to build: a commit, at a time, telling its progress to somebody."""

    server: Server
    repository: Repository
    commit: str
    now: datetime
    tell: Tell


def build_candidate(job: Job, *, accept_shrink: bool) -> Release:
    """Build a commit for the public; the release lies among the candidates. The build's lock is the caller's.

    Raises ``Refused``, or ``InvalidSite`` with what was found before the builder ran; ``MachineFailure`` where the
    machine is at fault.
    """
    server = job.server
    with _exported(job) as root:
        as_of = _snapshot(server, root)
        release = new_name(server, job.commit, as_of, job.now)
        output = server.candidates / release.name
        options = ["--keep-releases", str(server.config.keep_releases)]
        options += ["--strict"] * server.config.strict + ["--compress"] * server.config.compress
        if live := live_folder(server):
            options += ["--link-from", str(live)]
        if server.config.base_url:
            options += ["--base-url", server.config.base_url]
        job.tell(f"Building {job.commit[:12]} with the prices of {as_of:%Y-%m-%d %H:%M} UTC …")
        _run_builder(job, root, output, options)
    try:
        _check_output(server, output, live, accept_shrink=accept_shrink)
    except Refused:
        shutil.rmtree(output, ignore_errors=True)
        raise
    return release


def build_preview(job: Job, ref: str) -> str:
    """Build the preview of a branch; returns its address. The build's lock is the caller's; raises as above."""
    server, name = job.server, job.server.preview_name(ref)
    with _exported(job) as root:
        address = f"{server.config.preview_url or _site_address(server, root) + 'preview/'}".rstrip("/") + f"/{name}/"
        _snapshot(server, root)
        job.tell(f"Building the preview of {job.commit[:12]} …")
        _run_builder(job, root, server.previews / name, ["--base-url", address])
    return address


def update_source(job: Job) -> None:
    """Put content, data and locales of a commit into the state folder's ``source``, for imports of prices."""
    fresh, place = job.server.state / ".source.new", job.server.source
    shutil.rmtree(fresh, ignore_errors=True)
    job.repository.export(_checked(job, PUSHED), fresh)
    if not place.exists():
        fresh.rename(place)
    elif not machine.exchange(fresh, place):
        shutil.rmtree(place)
        fresh.rename(place)
    shutil.rmtree(fresh, ignore_errors=True)


@contextmanager
def building(server: Server, tell: Tell) -> Iterator[None]:
    """Hold the build's lock, after waiting for it as long as one build may take."""
    with waiting(server.build_lock, BUSY, server.config.limits.seconds, tell):
        for folder in (server.candidates, server.previews, server.work):
            folder.mkdir(exist_ok=True)
        yield


def _checked(job: Job, folders: Sequence[str]) -> list[Entry]:
    """The commit's files in some folders. Raises ``InvalidSite`` for a commit that may not be built."""
    entries = job.repository.files(job.commit)
    wanted = below(entries, folders)
    if problems := tree_problems(entries) or size_problem(wanted, job.server.config.limits.input_mb):
        raise InvalidSite(problems)
    return wanted


@contextmanager
def _exported(job: Job) -> Iterator[Path]:
    """A folder with the files of the commit and, unless those are pushed too, our templates and static files."""
    pushed = job.server.config.templates == "pushed"
    entries = _checked(job, PUSHED + OURS if pushed else PUSHED)
    with tempfile.TemporaryDirectory(dir=job.server.work, ignore_cleanup_errors=True) as folder:
        root = Path(folder)
        job.repository.export(entries, root)
        for name in () if pushed else OURS:
            shutil.copytree(BUILDER / name, root / name)
        yield root


def _snapshot(server: Server, root: Path) -> datetime:
    """Put the server's snapshot where the builder reads it, and return its time."""
    try:
        shutil.copyfile(server.prices, root / _PRICES)
    except FileNotFoundError:
        raise MachineFailure(f"there is no snapshot of prices in {server.prices}") from None
    return read_written(Snapshot, root / _PRICES, _PRICES).value.as_of


def _site_address(server: Server, root: Path) -> str:
    if server.config.base_url:
        address = server.config.base_url
    else:
        address = read_written(SiteSettings, root / "data/site.yaml", "data/site.yaml").value.base_url
    return address.rstrip("/") + "/"


def _run_builder(job: Job, root: Path, output: Path, options: Sequence[str]) -> None:
    server, limits = job.server, job.server.config.limits
    command = [sys.executable, str(BUILDER / "build.py"), "build", "--root", ".", "--output", str(output)]
    command += ["--prices", _PRICES, "--now", f"{job.now:%Y-%m-%dT%H:%M:%SZ}", *options]
    command += ["--jobs", str(server.config.jobs)] if server.config.jobs else []
    try:
        code = run_limited(
            command,
            root,
            seconds=limits.seconds,
            memory_mb=limits.memory_mb,
            file_mb=min(limits.output_mb, _LARGEST_FILE_MB),
            tell=job.tell,
        )
    except OutOfTime:
        raise Refused(f"the build took longer than {limits.seconds} s and was stopped") from None
    if code < 0:
        raise Refused(f"the build was ended by the system (signal {-code}); is it too large for this server?")
    if code:
        raise Refused("the site cannot be built from it" if code == 1 else "the build failed on this server")


def _check_output(server: Server, output: Path, live: Path | None, *, accept_shrink: bool) -> None:
    release = manifest.read(output)
    size = sum(row.size for row in release.files.values()) if release else 0
    if size > server.config.limits.output_mb * 1_000_000:
        raise Refused(f"the site has {size:,} bytes; at most {server.config.limits.output_mb:,} MB may be published")
    before, after = pages_of(live) if live else 0, pages_of(output)
    if shrunk(before, after) and not accept_shrink:
        raise Refused(
            f"{after} pages would take the place of {before}; if that is meant, say so: "
            "git push -o accept-shrink, or publish --accept-shrink"
        )

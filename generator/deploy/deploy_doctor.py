"""What keeps a server from publishing, found before a push finds it; and what its state is."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
from collections.abc import Iterator

from msgspec import Struct

from generator.deploy.deploy_config import BUILDER, Server
from generator.deploy.deploy_git import Repository
from generator.deploy.deploy_install import HOOKS, settings
from generator.deploy.deploy_releases import Release, held_release, in_folder, live_folder, live_release, pages_of
from generator.model.written import Snapshot
from generator.output import manifest
from generator.prices.price_file import read_written
from generator.problems import InvalidSite, Place, Problem

_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
_SECONDS = 60


def examine(server: Server) -> list[Problem]:
    """Everything that is wrong with a server, each with what mends it."""
    if not (server.repository / "objects").is_dir():
        return [Problem(Place(str(server.repository)), "is no repository", "run install")]
    return [
        *_hooks(server),
        *_settings(server),
        *_builder(server),
        *_state(server),
        *_releases(server),
    ]


def _hooks(server: Server) -> Iterator[Problem]:
    for name in HOOKS:
        hook = server.repository / "hooks" / name
        place = Place(str(hook))
        if not hook.is_file():
            yield Problem(place, "is missing: pushes are taken and never published", "run install")
            continue
        found = hook.stat()
        if not found.st_mode & stat.S_IXUSR:
            yield Problem(place, "is not executable: git passes it over and takes every push", f"chmod 755 {hook}")
        if os.statvfs(hook).f_flag & os.ST_NOEXEC:
            yield Problem(place, "lies on a disk that is mounted noexec: git cannot run it", "move the repository")
        if found.st_uid not in {0, server.repository.stat().st_uid}:
            yield Problem(place, "belongs to another user than the repository", "chown it to the repository's owner")
        if found.st_mode & _OTHERS_WRITE:
            yield Problem(place, "can be changed by other users", f"chmod 755 {hook}")
        if hook.read_bytes() != (BUILDER / "deploy" / name).read_bytes():
            yield Problem(place, "is not the hook of this generator", "run install again")


def _settings(server: Server) -> Iterator[Problem]:
    repository = Repository(server.repository)
    place = Place(str(server.repository / "config"))
    for name, value in settings(server).items():
        found = repository.setting(name)
        if found != value:
            yield Problem(place, f"{name} is {found or 'not set'} and should be {value}", "run install again")
    path = repository.setting("core.hooksPath")
    if path and (server.repository / path).resolve() != (server.repository / "hooks").resolve():
        yield Problem(place, f"core.hooksPath leads git to the hooks in {path}", "git config --unset core.hooksPath")


def _builder(server: Server) -> Iterator[Problem]:
    python = Repository(server.repository).setting("catalogue.python")
    if not python:
        return
    command = [python, "-P", "-c", "import generator.deploy.deploy"]
    environment = {**os.environ, "PYTHONPATH": str(BUILDER)}
    try:
        done = subprocess.run(
            command, env=environment, cwd=server.state, capture_output=True, timeout=_SECONDS, check=False
        )
        works = done.returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        works = False
    if not works:
        yield Problem(Place(python), "cannot run the generator", "mend the .venv, then run install again from it")
    if (BUILDER / "build.py").stat().st_mode & _OTHERS_WRITE:
        yield Problem(Place(str(BUILDER / "build.py")), "can be changed by other users", "chmod -R go-w the generator")


def _state(server: Server) -> Iterator[Problem]:
    if server.state.stat().st_uid != server.repository.stat().st_uid:
        yield Problem(Place(str(server.state)), "belongs to another user than the repository", "chown -R one of them")
    for folder in (server.releases, server.candidates, server.previews, server.work):
        if not folder.is_dir() or not os.access(folder, os.W_OK | os.X_OK):
            yield Problem(Place(str(folder)), "cannot be written to", "run install as the repository's owner")
    try:
        read_written(Snapshot, server.prices, server.prices.name)
    except InvalidSite as invalid:
        yield from invalid.problems
    free, wanted = shutil.disk_usage(server.state).free, server.config.limits.output_mb * 1_000_000
    if free < wanted:
        message = f"has {free:,} bytes free, and a release may take {wanted:,}"
        yield Problem(Place(str(server.state)), message, "prune, or lower limits.output_mb")


def _releases(server: Server) -> Iterator[Problem]:
    if not os.path.lexists(server.live):
        return
    place = Place(str(server.live))
    folder = live_folder(server) if server.live.is_symlink() else None
    if folder is None or folder.parent != server.releases.resolve():
        yield Problem(place, "should be a symbolic link to a release", "remove it, then publish")
        return
    for problem in manifest.verify(folder):
        yield Problem(Place(f"{server.live}/{problem.place.path}"), problem.message, "publish again")


class Status(Struct, frozen=True):
    """What visitors see, what they should see, and what there is to go back to."""

    live: Release | None
    pages: int
    main: str
    held: str
    releases: tuple[Release, ...]
    candidates: int
    previews: int

    @property
    def behind(self) -> bool:
        """Whether visitors do not see what main is, though no rollback holds it back."""
        return not self.held and bool(self.main) and not (self.live and self.main.startswith(self.live.commit))

    def __str__(self) -> str:
        lines = [
            f"live      {self.live}, {self.pages} pages" if self.live else "live      nothing yet",
            f"main      {self.main[:12] or 'nothing yet'}" + (", which is not live" if self.behind else ""),
        ]
        if self.held:
            lines.append(f"held      {self.held}, until publish --resume or the next push")
        lines += [f"release   {release.name}" for release in reversed(self.releases)]
        lines.append(f"previews  {self.previews}")
        if self.candidates:
            lines.append(f"built, not published  {self.candidates}")
        return "\n".join(lines)


def status(server: Server) -> Status:
    """The state of a server."""
    folder = live_folder(server)
    previews = [entry for entry in server.previews.iterdir() if not entry.name.startswith(".")]
    return Status(
        live=live_release(server),
        pages=pages_of(folder) if folder else 0,
        main=Repository(server.repository).main(),
        held=held_release(server),
        releases=tuple(in_folder(server.releases)),
        candidates=len(in_folder(server.candidates)),
        previews=len(previews),
    )

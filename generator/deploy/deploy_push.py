"""What a push does: judged and built before git takes it, published after."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from datetime import datetime

from msgspec import Struct

from generator.deploy.deploy_build import OURS, Job, Refused, build_candidate, build_preview, building, update_source
from generator.deploy.deploy_config import Server
from generator.deploy.deploy_git import MAIN, Repository
from generator.deploy.deploy_limits import Tell
from generator.deploy.deploy_releases import (
    Release,
    held_release,
    in_folder,
    live_folder,
    live_release,
    pages_of,
    promote,
    waiting,
)
from generator.model.written import Snapshot
from generator.prices.price_file import read_written
from generator.problems import InvalidSite, quoted

BRANCHES = "refs/heads/"
ACCEPT_SHRINK = "accept-shrink"
MOST_PREVIEWS = 5
"""A push of more branches than these gets no further previews: the pusher waits for each."""
_ATTEMPTS = 5
_TOO_BUSY = "main was moved by others again and again; the next publish will follow it"


class Update(Struct, frozen=True):
    """A ref that a push changes: the objects before and after, all zeros where there is none."""

    old: str
    new: str
    ref: str

    @property
    def deletes(self) -> bool:
        """Whether the push removes the ref."""
        return not self.new.strip("0")


def read_updates(lines: Iterable[bytes]) -> list[Update]:
    """The updates that git writes to a hook's standard input, one a line; a ref may be in any encoding."""
    texts = (line.decode("utf-8", "surrogateescape").rstrip("\n") for line in lines)
    return [Update(*text.split(" ", 2)) for text in texts if text]


def push_options(environment: Mapping[str, str]) -> frozenset[str]:
    """The words that the pusher gave with ``git push -o``."""
    count = int(environment.get("GIT_PUSH_OPTION_COUNT") or 0)
    return frozenset(environment.get(f"GIT_PUSH_OPTION_{number}", "") for number in range(count))


def before_push(server: Server, updates: Iterable[Update], options: frozenset[str], now: datetime, tell: Tell) -> None:
    """Judge a push and build what main would be. Raises ``Refused`` or what ``build_candidate`` raises."""
    repository = Repository(server.repository)
    for option in sorted(options - {ACCEPT_SHRINK}):
        tell(f"warning: {quoted(option)} is no option here; there is {ACCEPT_SHRINK}")
    for update in updates:
        if update.ref != MAIN:
            continue
        if update.deletes:
            raise Refused("main is what the site is made from and cannot be deleted")
        kind = repository.kind(update.new)
        if kind != "commit":
            what = "an annotated tag" if kind == "tag" else f"a {kind}"
            raise Refused(f"main must be a commit, and this is {what}")
        _warn_of_unused(server, repository, update, tell)
        with building(server, tell):
            _check_unmoved(repository, update)
            job = Job(server, repository, update.new, now, tell)
            release = build_candidate(job, accept_shrink=ACCEPT_SHRINK in options)
            tell(f"Built: {pages_of(server.candidates / release.name)} pages.")
            _check_unmoved(repository, update)


def after_push(server: Server, updates: Iterable[Update], options: frozenset[str], now: datetime, tell: Tell) -> None:
    """Publish what main is now, and give other branches their previews. Raises as ``before_push``."""
    updates = list(updates)
    if any(update.ref == MAIN for update in updates):
        _publish_push(server, options, now, tell)
    repository = Repository(server.repository)
    branches = [u for u in updates if u.ref.startswith(BRANCHES) and u.ref != MAIN and not u.deletes]
    for update in branches[:MOST_PREVIEWS]:
        try:
            with building(server, tell):
                address = build_preview(Job(server, repository, update.new, now, tell), update.ref)
            tell(f"The preview of {quoted(update.ref.removeprefix(BRANCHES))}: {address}")
        except InvalidSite as invalid:
            for problem in invalid.problems:
                tell(str(problem))
            tell("No preview: the commit cannot be built.")
        except Refused as refused:
            tell(f"No preview: {refused}.")
    if len(branches) > MOST_PREVIEWS:
        tell(f"{len(branches) - MOST_PREVIEWS} more branches got no preview; push them one by one.")


def publish_main(
    server: Server, now: datetime, tell: Tell, *, resume: bool = False, accept_shrink: bool = False
) -> Release | None:
    """Build what main is now and make it live; returns ``None`` where nothing changed or a rollback holds.

    Raises ``Refused`` where main may not go live, else as ``build_candidate`` does.
    """
    repository = Repository(server.repository)
    for _ in range(_ATTEMPTS):
        if (held := held_release(server)) and not resume:
            tell(f"A rollback holds {held}; publish --resume ends that.")
            return None
        commit = repository.main()
        if not commit:
            raise Refused("there is no main yet; push one")
        job = Job(server, repository, commit, now, tell)
        with building(server, tell):
            release = build_candidate(job, accept_shrink=accept_shrink)
        with _publishing(server, tell):
            if repository.main() != commit or (held_release(server) and not resume):
                continue
            if not held and _is_live(server, release):
                tell("Nothing changed.")
                return None
            _go_live(job, release)
        return release
    raise Refused(_TOO_BUSY)


def _check_unmoved(repository: Repository, update: Update) -> None:
    """Spare a pusher the wait for what git will refuse in the end."""
    if repository.main() != (update.old if update.old.strip("0") else ""):
        raise Refused("main was moved by another push; fetch, merge and push again")


def _publish_push(server: Server, options: frozenset[str], now: datetime, tell: Tell) -> None:
    """Make live what main is now: the candidate that was built before the push was taken, or a new one."""
    repository = Repository(server.repository)
    for _ in range(_ATTEMPTS):
        commit = repository.main()
        live = live_release(server)
        if live and commit.startswith(live.commit) and not held_release(server):
            tell("Published already.")
            return
        job = Job(server, repository, commit, now, tell)
        candidate = _candidate(server, commit)
        if candidate is None:
            with building(server, tell):
                candidate = build_candidate(job, accept_shrink=ACCEPT_SHRINK in options)
        with _publishing(server, tell):
            if repository.main() != commit or not (server.candidates / candidate.name).is_dir():
                continue
            if held := held_release(server):
                tell(f"This push ends the rollback to {held}.")
            _go_live(job, candidate)
        return
    raise Refused(_TOO_BUSY)


def _candidate(server: Server, commit: str) -> Release | None:
    """The newest candidate of a commit with the present snapshot."""
    as_of = read_written(Snapshot, server.prices, server.prices.name).value.as_of
    found = [r for r in in_folder(server.candidates) if commit.startswith(r.commit) and r.as_of == as_of]
    return found[-1] if found else None


def _publishing(server: Server, tell: Tell) -> AbstractContextManager[None]:
    return waiting(server.live_lock, "another publication is under way", server.config.limits.seconds, tell)


def _is_live(server: Server, candidate: Release) -> bool:
    """Whether a candidate is what is live already: same commit, same manifest, so every byte the same."""
    live, folder = live_release(server), live_folder(server)
    if live is None or folder is None or live.commit != candidate.commit:
        return False
    new = server.candidates / candidate.name
    return (folder / "manifest.json").read_bytes() == (new / "manifest.json").read_bytes()


def _go_live(job: Job, release: Release) -> None:
    server = job.server
    promote(server, release)
    server.held.unlink(missing_ok=True)
    job.tell(f"Published: {release}")
    update_source(job)


def _warn_of_unused(server: Server, repository: Repository, update: Update, tell: Tell) -> None:
    """Say what of a push does not reach the site, where it changes that."""
    if not update.old.strip("0"):
        return
    unused = ["data/prices.yaml"] if server.config.templates == "pushed" else ["data/prices.yaml", *OURS]
    for name in unused:
        if repository.changes(update.old, update.new, [name]):
            tell(f"warning: the push changes {name}, and the site is built with that of the server")

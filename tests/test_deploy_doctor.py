"""What the doctor finds and the status tells; rights and hooks are tested with the faults of publishing."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from generator.deploy.deploy_config import Server
from generator.deploy.deploy_doctor import examine, status
from generator.deploy.deploy_releases import Release, new_name, promote, roll_back
from generator.problems import Problem
from tests.releases import put
from tests.servers import Pusher, new_server

NOW = datetime(2026, 12, 1, 8, tzinfo=UTC)


def ignore(_: str) -> None:
    """Hear what is told, and do nothing."""


@pytest.fixture
def pusher(tmp_path: Path) -> Pusher:
    """A server whose main was set without its hooks, and nothing live."""
    pusher = new_server(tmp_path)
    hooks = pusher.server.repository / "hooks"
    hooks.rename(tmp_path / "hooks")
    assert pusher.push().returncode == 0
    (tmp_path / "hooks").rename(hooks)
    return pusher


def published(pusher: Pusher, commit: str, hours: int = 0) -> Release:
    """A release of a commit, live."""
    server = pusher.server
    release = new_name(server, commit, NOW, NOW + timedelta(hours=hours))
    put(server.candidates / release.name, {"index.html": "x", "en/index.html": "x"})
    promote(server, release)
    return release


def said(problems: list[Problem], server: Server) -> list[str]:
    """Problems in one line each, without the folder of the test."""
    return [str(problem).split("\n")[0].replace(f"{server.state.parent}/", "") for problem in problems]


def test_status_before_the_first_publication(pusher: Pusher) -> None:
    """Main is there and not live: somebody should look."""
    found = status(pusher.server)
    assert found.behind
    assert str(found).splitlines()[:2] == [
        "live      nothing yet",
        f"main      {pusher.main()[:12]}, which is not live",
    ]


def test_status_tells_what_is_live_and_what_there_is_to_go_back_to(pusher: Pusher) -> None:
    """The newest first; a rollback is no fault."""
    first = published(pusher, pusher.main())
    second = published(pusher, pusher.main(), 1)
    found = status(pusher.server)
    assert not found.behind
    assert f"live      {second}, 2 pages" in str(found)
    assert [line.split()[1] for line in str(found).splitlines() if line.startswith("release")] == [
        second.name,
        first.name,
    ]
    roll_back(pusher.server, None, ignore)
    assert f"held      {first.name}, until publish --resume or the next push" in str(status(pusher.server))
    assert not status(pusher.server).behind


def test_status_sees_a_push_that_was_not_published(pusher: Pusher) -> None:
    """A machine that stopped between the two hooks."""
    published(pusher, "0" * 40)
    assert status(pusher.server).behind


def test_a_live_release_that_somebody_changed(pusher: Pusher) -> None:
    """Every byte is read."""
    release = published(pusher, pusher.main())
    assert examine(pusher.server) == []
    (pusher.server.releases / release.name / "notes.txt").write_text("x")
    assert said(examine(pusher.server), pusher.server) == [
        "state/live/notes.txt: is not in the manifest: somebody else put it there"
    ]


def test_a_python_that_cannot_run_the_generator(pusher: Pusher) -> None:
    """A .venv that was moved, or removed by an update of the system."""
    pusher.git("--git-dir", str(pusher.server.repository), "config", "catalogue.python", "/nowhere/python")
    found = said(examine(pusher.server), pusher.server)
    assert "/nowhere/python: cannot run the generator" in found
    assert any("catalogue.python is /nowhere/python and should be" in line for line in found)


def test_a_repository_that_is_gone(pusher: Pusher, tmp_path: Path) -> None:
    """Said alone: everything else would follow from it."""
    pusher.server.repository.rename(tmp_path / "elsewhere.git")
    assert said(examine(pusher.server), pusher.server) == ["catalogue.git: is no repository"]

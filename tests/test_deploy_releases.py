"""Releases: names that tell what they are, one link, the way back, and clearing away."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from generator.deploy.deploy_config import Server, open_server
from generator.deploy.deploy_releases import (
    Release,
    held_release,
    in_folder,
    live_folder,
    live_release,
    make_live,
    new_name,
    pages_of,
    promote,
    prune,
    read_name,
    roll_back,
    waiting,
)
from generator.files import machine
from generator.output import manifest
from generator.problems import InvalidSite, MachineFailure, WrongCall
from tests.conftest import ROOT
from tests.releases import put
from tests.sites import write

NOW = datetime(2026, 12, 1, 8, tzinfo=UTC)
AS_OF = datetime(2026, 12, 1, tzinfo=UTC)
COMMIT = "0123456789abcdef0123456789abcdef01234567"


def ignore(_: str) -> None:
    """Hear what is told, and do nothing."""


@pytest.fixture
def server(tmp_path: Path) -> Server:
    """A state folder without a repository."""
    write(tmp_path, "deploy.yaml", f"repository: {tmp_path}/nowhere.git\nkeep_releases: 2\n")
    for name in ("releases", "candidates", "previews", "work"):
        (tmp_path / name).mkdir()
    return open_server(tmp_path)


def published(server: Server, hours: int) -> Release:
    """A release that was built so many hours after 8 o'clock, and is live."""
    release = new_name(server, COMMIT, AS_OF, NOW + timedelta(hours=hours))
    put(server.candidates / release.name, {"index.html": f"{hours}", "en/index.html": "English"})
    promote(server, release)
    return release


def test_a_name_tells_commit_snapshot_and_time(server: Server) -> None:
    """Built twice in one second, with a number."""
    release = new_name(server, COMMIT, AS_OF, NOW)
    assert release.name == "0123456789ab-20261201T000000Z-20261201T080000Z"
    (server.candidates / release.name).mkdir()
    second = new_name(server, COMMIT, AS_OF, NOW)
    assert second.name == "0123456789ab-20261201T000000Z-20261201T080000Z-1"
    assert [read_name(one.name) for one in (release, second)] == [release, second]
    assert release < second < new_name(server, "0" * 40, AS_OF - timedelta(days=1), NOW + timedelta(seconds=1))


@pytest.mark.parametrize(
    "name", ["", "x", ".trash-x", "0123456789ab-20261201T000000Z", "0123456789ab-20261301T000000Z-20261201T080000Z"]
)
def test_other_names_are_no_releases(name: str) -> None:
    """A folder that somebody put there is left alone."""
    assert read_name(name) is None


def test_live_is_one_link(server: Server) -> None:
    """From nothing to the first release, to the second, always relative, so that the state folder can be moved."""
    assert live_release(server) is None
    assert live_folder(server) is None
    first = published(server, 0)
    assert server.live.readlink() == Path("releases") / first.name
    second = published(server, 1)
    assert live_release(server) == second
    assert (server.live / "index.html").read_text() == "1"
    assert in_folder(server.releases) == [first, second]


def test_a_reader_never_misses_a_page(server: Server) -> None:
    """While the link goes to and fro."""
    releases = [published(server, hours) for hours in range(2)]
    missed: list[Exception] = []
    done = threading.Event()

    def read() -> None:
        while not done.is_set():
            try:
                (server.live / "en/index.html").read_bytes()
            except OSError as error:
                missed.append(error)

    reader = threading.Thread(target=read)
    reader.start()
    for number in range(300):
        make_live(server, releases[number % 2])
    done.set()
    reader.join()
    assert missed == []


def test_live_that_is_a_folder_is_told(server: Server) -> None:
    """Somebody has copied the site there."""
    server.live.mkdir()
    with pytest.raises(MachineFailure, match="should be a symbolic link"):
        live_release(server)


def test_pages_do_not_count_former_addresses(tmp_path: Path) -> None:
    """Each has a line in ``_redirects``."""
    texts = {"index.html": "", "en/index.html": "", "en/old/index.html": "", "_redirects": "/en/old/ /en/ 301\n"}
    put(tmp_path / "site", {**texts, "en/index.md": ""})
    assert pages_of(tmp_path / "site") == 2
    assert pages_of(tmp_path) == 0


def test_rolling_back_goes_to_the_one_before_and_is_held(server: Server) -> None:
    """Twice goes back twice; before the first there is none."""
    first, second, third = (published(server, hours) for hours in range(3))
    assert roll_back(server, None, ignore) == second
    assert roll_back(server, None, ignore) == first
    assert live_release(server) == first
    assert held_release(server) == first.name
    with pytest.raises(WrongCall, match="no release before the live one"):
        roll_back(server, None, ignore)
    assert roll_back(server, third.name, ignore) == third


def test_a_release_is_named_by_its_beginning(server: Server) -> None:
    """Where only one begins so."""
    first, second = (published(server, hours) for hours in range(2))
    with pytest.raises(WrongCall, match="2 releases begin with"):
        roll_back(server, first.name[:12], ignore)
    assert roll_back(server, first.name[:-4], ignore) == first
    with pytest.raises(WrongCall, match=f"no releases begin with 'x'; those kept: {first.name}, {second.name}"):
        roll_back(server, "x", ignore)


def test_a_damaged_release_is_refused(server: Server) -> None:
    """What is live stays."""
    first, second = (published(server, hours) for hours in range(2))
    (server.releases / first.name / "index.html").unlink()
    with pytest.raises(InvalidSite):
        roll_back(server, None, ignore)
    assert live_release(server) == second
    assert held_release(server) == ""


def test_pruning_keeps_the_last_and_the_live_one(server: Server) -> None:
    """As many as the settings say, or as are asked for."""
    releases = [published(server, hours) for hours in range(5)]
    make_live(server, releases[0])
    assert len(prune(server, (), NOW)) == 2
    assert in_folder(server.releases) == [releases[0], *releases[3:]]
    prune(server, (), NOW, keep=1)
    assert in_folder(server.releases) == [releases[0], releases[4]]
    assert [entry.name for entry in server.releases.iterdir() if entry.name.startswith(".")] == []
    assert manifest.verify(server.releases / releases[4].name) == []


def test_pruning_clears_what_nobody_uses(server: Server) -> None:
    """Candidates of yesterday, previews of branches that are gone, what killed builds left; nothing foreign."""
    for age in (1, 30):
        (server.candidates / new_name(server, COMMIT, AS_OF, NOW - timedelta(hours=age)).name).mkdir()
    for name in ("kept", "gone", ".kept.new-01234567"):
        write(server.previews, f"{name}/index.html", "x")
    write(server.work, "tmpabc/data/gpus.yaml", "x")
    write(server.state, "notes.txt", "the operator's own")
    prune(server, {"kept"}, NOW)
    assert [entry.name for entry in server.previews.iterdir()] == ["kept"]
    assert len(in_folder(server.candidates)) == 1
    assert list(server.work.iterdir()) == []
    assert (server.state / "notes.txt").is_file()


def test_pruning_leaves_what_is_in_use(server: Server) -> None:
    """A build works in folders that look abandoned, and a publication may be about to read a release."""
    for hours in range(4):
        published(server, hours)
    write(server.work, "tmpabc/data/gpus.yaml", "x")
    with machine.exclusive(server.build_lock, "busy"), machine.exclusive(server.live_lock, "busy"):
        assert prune(server, (), NOW) == []
    assert len(in_folder(server.releases)) == 4
    assert (server.work / "tmpabc").is_dir()


HOLD = """
import sys, time
from pathlib import Path
from generator.files import machine
with machine.exclusive(Path(sys.argv[1]), "busy"):
    print("held", flush=True)
    time.sleep(float(sys.argv[2]))
"""


def test_waiting_for_a_lock(tmp_path: Path) -> None:
    """Told once; ends when the holder does, even by a kill, or after its time."""
    lock = tmp_path / "lock"
    holder = subprocess.Popen([sys.executable, "-c", HOLD, str(lock), "60"], cwd=ROOT, stdout=subprocess.PIPE)
    try:
        assert holder.stdout
        assert holder.stdout.readline() == b"held\n"
        said: list[str] = []
        with pytest.raises(MachineFailure, match="it is busy"), waiting(lock, "it is busy", 0.3, said.append):
            pytest.fail("the lock is held")
        assert said == ["it is busy; waiting …"]
        threading.Timer(0.3, holder.kill).start()
        started = time.monotonic()
        with waiting(lock, "it is busy", 30, said.append):
            assert time.monotonic() - started < 20
    finally:
        holder.kill()
        holder.communicate()


def test_a_failure_inside_is_not_taken_for_a_busy_lock(tmp_path: Path) -> None:
    """It comes out as it is, at once."""
    with pytest.raises(MachineFailure, match="busy"), waiting(tmp_path / "lock", "busy", 30, ignore):
        raise MachineFailure("busy")

"""Sharing out tasks: each is done once, by whoever has the time, and what goes wrong comes out."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from generator.files.workers import beside, share
from generator.problems import MachineFailure


@pytest.fixture
def inherited() -> Iterator[int]:
    """A descriptor that the other processes close."""
    descriptor = os.open(os.devnull, os.O_RDONLY)
    yield descriptor
    os.close(descriptor)


@pytest.mark.parametrize("processes", [1, 2, 5])
@pytest.mark.parametrize("tasks", [0, 1, 3, 1000, 20_000])
def test_results_in_order(inherited: int, tasks: int, processes: int) -> None:
    """Every task is done, whatever their number, and the results have their order."""
    assert share(tasks, processes, lambda number: number * 2, inherited=inherited) == list(range(0, tasks * 2, 2))


def test_neighbours_stay_together(inherited: int, in_another: Callable[[], bool]) -> None:
    """Where all tasks take the same time, each process does a stretch of neighbours."""

    def is_other(number: int) -> bool:
        time.sleep(0.03)
        return in_another()

    made = share(20, 2, is_other, inherited=inherited)

    assert (set(made[:5]), set(made[10:15])) == ({False}, {True})


def test_who_is_done_helps(inherited: int, in_another: Callable[[], bool]) -> None:
    """A process with a long task leaves the rest of its stretch to the others."""

    def is_other(number: int) -> bool:
        asked = in_another()
        time.sleep(0.02 if asked else 1)
        return asked

    assert share(20, 2, is_other, inherited=inherited) == [False] + [True] * 19


def test_error_of_another_process(inherited: int, in_another: Callable[[], bool]) -> None:
    """An error arrives as it was, and its traceback says where it was."""

    def failing(number: int) -> None:
        if in_another():
            raise KeyError("bug")

    with pytest.raises(KeyError, match="bug") as caught:
        share(4, 2, failing, inherited=inherited)

    assert "in failing" in caught.value.__notes__[0]


def test_result_that_cannot_travel(inherited: int, in_another: Callable[[], bool]) -> None:
    """It is told as the error that it is."""

    def unsendable(number: int) -> object:
        in_another()
        return unsendable

    with pytest.raises(AttributeError, match="unsendable"):
        share(2, 2, unsendable, inherited=inherited)


def test_own_error_ends_the_others(inherited: int, in_another: Callable[[], bool]) -> None:
    """Nobody goes on working, or stays behind, once the work is in vain."""
    start = time.monotonic()

    def failing(number: int) -> None:
        if in_another():
            time.sleep(60)
        raise KeyError("bug")

    with pytest.raises(KeyError):
        share(4, 3, failing, inherited=inherited)

    assert time.monotonic() - start < 30
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def test_killed_process(inherited: int, in_another: Callable[[], bool]) -> None:
    """A process that the system kills is a failure of the machine."""

    def killed(number: int) -> None:
        if in_another():
            os.kill(os.getpid(), signal.SIGKILL)

    with pytest.raises(MachineFailure, match="was killed"):
        share(10, 2, killed, inherited=inherited)


def test_another_process_works_meanwhile() -> None:
    """Its result arrives when it is waited for, and the same one when it is asked for again."""
    with beside(os.getpid) as made:
        assert made() not in {0, os.getpid()}
        assert made() == made()


def test_error_of_the_process_beside() -> None:
    """It is raised where the result is waited for."""

    def failing() -> None:
        raise KeyError("bug")

    with beside(failing) as made, pytest.raises(KeyError):
        made()


def test_nobody_waits_for_what_is_not_wanted() -> None:
    """Leaving the block ends the process, whatever it does."""
    start = time.monotonic()

    with beside(partial(time.sleep, 60)):
        pass

    assert time.monotonic() - start < 30
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def test_descriptor_is_closed_in_the_others(inherited: int, in_another: Callable[[], bool]) -> None:
    """Only this process keeps what was locked, so that the lock ends with it."""

    def is_as_expected(number: int) -> bool:
        closed = in_another()
        try:
            os.fstat(inherited)
        except OSError:
            return closed
        return not closed

    assert share(2, 2, is_as_expected, inherited=inherited) == [True, True]


_ORPHANED = """
import os, signal, sys, time
from pathlib import Path
from generator.files.workers import share

parent, log = os.getpid(), Path(sys.argv[1])

def make(number):
    if os.getpid() == parent:
        while not log.exists():
            time.sleep(0.01)
        os.kill(parent, signal.SIGKILL)
    with log.open("a") as file:
        file.write("x")
    time.sleep(0.1)

share(200, 2, make, inherited=os.open(os.devnull, os.O_RDONLY))
"""


def test_orphans_stop(tmp_path: Path) -> None:
    """When the first process is killed, the others end after the task they are at."""
    root = Path(__file__).resolve().parent.parent
    subprocess.run([sys.executable, "-c", _ORPHANED, str(tmp_path / "log")], cwd=root, check=False)
    time.sleep(0.3)
    done = (tmp_path / "log").read_text()
    time.sleep(0.3)

    assert len(done) < 100
    assert (tmp_path / "log").read_text() == done

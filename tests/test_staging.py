"""Staging: several processes make the same release as one, and what goes wrong in any of them comes out."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pytest

from generator.output import manifest
from generator.output.publish import publish, publish_batches
from generator.output.staging import OutputFile, slices
from generator.problems import InvalidSite, MachineFailure, Place, Problem
from tests.releases import litter, output_files, pages, put, tree


class Awkward(Exception):
    """An exception that cannot be sent to another process."""

    def __init__(self, first: str, second: str) -> None:
        super().__init__(first)
        self.second = second


def test_processes_do_not_show(tmp_path: Path) -> None:
    """One process and four make the same bytes, the manifest included."""
    texts = pages("one", 200)
    put(tmp_path / "alone", texts, jobs=1)
    put(tmp_path / "together", texts, jobs=4)

    assert tree(tmp_path / "alone") == tree(tmp_path / "together")


def test_many_changed_files_are_shared_out(tmp_path: Path) -> None:
    """Without a wish for a number of jobs, much work is shared by as many processes as there are processors."""

    def process() -> bytes:
        time.sleep(0.001)  # else the first process would be done before the last has started
        return str(os.getpid()).encode()

    publish([OutputFile(f"page-{number}", str(number), process) for number in range(1000)], tmp_path / "site")
    processes = {content for path, content in tree(tmp_path / "site").items() if path != manifest.NAME}

    assert len(processes) == min(os.cpu_count() or 1, 11)


def test_few_changed_files_need_no_process(tmp_path: Path) -> None:
    """A small change is made by the build itself, which is quicker than any other process could start."""
    publish([OutputFile("page", "1", lambda: str(os.getpid()).encode())], tmp_path / "site")

    assert (tmp_path / "site" / "page").read_text() == str(os.getpid())


def _failing(error: Exception) -> bytes:
    raise error


@pytest.mark.parametrize("jobs", [1, 3])
@pytest.mark.parametrize(
    "error", [MachineFailure("no memory"), InvalidSite([Problem(Place("a.md", 1, 2), "wrong")]), KeyError("bug")]
)
def test_errors_come_out_as_they_are(tmp_path: Path, jobs: int, error: Exception) -> None:
    """What a page raises reaches the caller from any process, and the former site stays."""
    put(tmp_path / "site", {"index.html": "old"})
    files = output_files({f"page-{number}": "x" for number in range(100)})
    files[50] = OutputFile("page-50", "new", partial(_failing, error))

    with pytest.raises(type(error)) as caught:
        publish(files, tmp_path / "site", jobs=jobs)

    assert str(caught.value) == str(error)
    assert getattr(caught.value, "problems", None) == getattr(error, "problems", None)
    assert (tmp_path / "site" / "index.html").read_text() == "old"
    assert litter(tmp_path / "site") == []


def test_error_that_cannot_travel_is_told_in_text(tmp_path: Path, in_another: Callable[[], bool]) -> None:
    """An exception that no other process could rebuild comes out as its traceback, not as a second error."""

    def failing() -> bytes:
        if in_another():
            raise Awkward("the first part", "")
        return b""

    with pytest.raises(RuntimeError, match="Awkward: the first part"):
        publish([OutputFile(f"page-{number}", "", failing) for number in range(100)], tmp_path / "site", jobs=3)


def test_killed_worker(tmp_path: Path, in_another: Callable[[], bool]) -> None:
    """A process that the system kills, as it does when memory runs out, is a failure of the machine."""

    def killed() -> bytes:
        if in_another():
            os.kill(os.getpid(), signal.SIGKILL)
        return b""

    with pytest.raises(MachineFailure, match="was killed"):
        publish([OutputFile(f"page-{number}", "", killed) for number in range(100)], tmp_path / "site", jobs=2)

    assert not (tmp_path / "site").exists()
    assert litter(tmp_path / "site") == []


def test_notes_have_the_order_of_their_files(tmp_path: Path) -> None:
    """What is made from the notes of all files does not depend on which process made them."""
    files = [OutputFile(f"page-{number:03}", "", bytes, note=number) for number in range(200)]
    told: list[object] = []

    def rest(notes: Sequence[object]) -> list[OutputFile]:
        told.extend(notes)
        return []

    publish_batches(slices(files), tmp_path / "site", rest=rest, jobs=3)

    assert told == list(range(200))


def test_file_where_a_folder_should_be(tmp_path: Path) -> None:
    """A page whose folder has the name of another page cannot be written, and the message names it."""
    with pytest.raises(MachineFailure, match="guides"):
        put(tmp_path / "site", {"guides": "a page", "guides/index.html": "another"})

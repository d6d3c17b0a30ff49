"""What the operating system offers: the lock, the swap, the link, and errors in words."""

from __future__ import annotations

import errno
import multiprocessing
import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from generator.files import machine
from generator.problems import MachineFailure


def test_exchange_swaps_folders(tmp_path: Path) -> None:
    """Two folders change places with all they hold."""
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / name).touch()

    assert machine.exchange(tmp_path / "a", tmp_path / "b")

    assert (tmp_path / "a" / "b").exists()
    assert (tmp_path / "b" / "a").exists()


def test_exchange_with_nothing(tmp_path: Path) -> None:
    """A folder that is not there is an error of its own, not a file system without exchange."""
    (tmp_path / "a").mkdir()

    with pytest.raises(FileNotFoundError):
        machine.exchange(tmp_path / "a", tmp_path / "missing")


def test_lock_is_held_by_one(tmp_path: Path) -> None:
    """While the lock is held nobody else gets it; afterwards its file is gone."""
    lock = tmp_path / "lock"
    with machine.exclusive(lock, "busy"), pytest.raises(MachineFailure, match="busy"), machine.exclusive(lock, "busy"):
        pass

    assert not lock.exists()
    with machine.exclusive(lock, "busy"):
        assert lock.exists()


def test_lock_file_left_behind(tmp_path: Path) -> None:
    """A file without a holder blocks nobody."""
    lock = tmp_path / "lock"
    lock.touch()

    with machine.exclusive(lock, "busy"):
        pass

    assert not lock.exists()


def test_lock_is_no_link(tmp_path: Path) -> None:
    """A link under the lock's name is not followed: it could point at any file."""
    (tmp_path / "lock").symlink_to(tmp_path / "target")

    with pytest.raises(OSError, match="symbolic"), machine.exclusive(tmp_path / "lock", "busy"):
        pass

    assert not (tmp_path / "target").exists()


def _count_up(lock: Path, counter: Path, times: int) -> None:
    done = 0
    while done < times:
        try:
            with machine.exclusive(lock, "busy"):
                counter.write_bytes(str(int(counter.read_bytes()) + 1).encode())
                done += 1
        except MachineFailure:
            pass


def test_lock_whose_file_comes_and_goes(tmp_path: Path) -> None:
    """Though each holder removes the file, two never hold the lock together: no increment of a counter is lost."""
    counter = tmp_path / "counter"
    counter.write_text("0")
    context = multiprocessing.get_context("fork")
    processes = [context.Process(target=_count_up, args=(tmp_path / "lock", counter, 50)) for _ in range(4)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()

    assert counter.read_text() == "200"


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOSPC, "cannot write the site: the disk is full, or out of inodes: a.html"),
        (errno.EMFILE, "cannot write the site: this process may not open that many files (ulimit -n): a.html"),
        (errno.EACCES, "cannot write the site: no permission: a.html"),
        (errno.ENOTDIR, "cannot write the site: Not a directory: a.html"),
    ],
)
def test_errors_in_words(number: int, words: str) -> None:
    """An error of the system is told by what was tried, why it failed and at which file."""
    with pytest.raises(MachineFailure) as caught, machine.explained("write the site"):
        raise OSError(number, os.strerror(number), "a.html")

    assert str(caught.value) == words


@pytest.mark.parametrize("number", [errno.EPERM, errno.EXDEV, errno.EMLINK, errno.ENOTSUP])
def test_link_or_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Where a file cannot be linked it is copied."""

    def refuse(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    (tmp_path / "a").write_text("text")
    monkeypatch.setattr(os, "link", refuse)

    machine.link(tmp_path / "a", tmp_path / "b")

    assert (tmp_path / "b").read_text() == "text"


def test_flush_tells_of_errors(tmp_path: Path) -> None:
    """Flushing a folder that is not there fails; one that is does not."""
    machine.flush(tmp_path)
    machine.flush_names(tmp_path)

    with pytest.raises(FileNotFoundError):
        machine.flush(tmp_path / "missing")


def test_quick_folder_has_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory where there is plenty; never against the will of whoever named a folder."""
    monkeypatch.delenv("TMPDIR", raising=False)
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=10**9))
    monkeypatch.setattr("os.access", lambda *_: True)
    assert machine.quick_folder() == Path("/dev", "shm")

    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=10**9 - 1))
    assert machine.quick_folder() is None

    monkeypatch.undo()
    monkeypatch.setenv("TMPDIR", "/elsewhere")
    assert machine.quick_folder() is None

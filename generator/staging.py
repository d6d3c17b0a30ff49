"""Writing the files of a release into its folder: linked where nothing changed, rendered by several processes else."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from generator import machine, manifest
from generator.manifest import Manifest, Row, Staged
from generator.problems import MachineFailure

# Below this many files a second process costs more than it saves.
_WORTH_A_PROCESS = 100
_SLICE = 32

# Path, row, and whether the bytes differ from those of the former release.
_Made = list[tuple[str, Row, bool]]


@dataclass(frozen=True, slots=True)
class OutputFile:
    """A file of the output as a value: ``digest`` covers all of its inputs, ``content`` makes its bytes when needed.

    Two files with the same path and digest must have the same bytes.
    """

    path: str
    digest: str
    content: Callable[[], bytes]


def stage(
    files: Sequence[OutputFile], folder: Path, former_folder: Path, *, jobs: int | None, inherited: int
) -> Staged:
    """Write ``files`` into ``folder``, linking from the release in ``former_folder`` what need not be made again.

    ``inherited`` is a descriptor that worker processes close. Raises ``ValueError`` for a path that would leave the
    folder or that two files share, ``OSError`` or ``MachineFailure`` when the machine fails, and whatever ``content``
    raises.
    """
    _check_paths(files)
    former = manifest.read(former_folder)
    same = {file.path for file in files if former and _is_same(file, former, former_folder)}
    kept = [file for file in files if file.path in same]
    changed = [file for file in files if file.path not in same]
    writer = _Writer(folder, former_folder, former)
    count = jobs or _processes(len(changed))
    parts: list[list[OutputFile]] = [[] for _ in range(count)]
    for start in range(0, len(changed), _SLICE):
        parts[start // _SLICE % count] += changed[start : start + _SLICE]
    with _workers(writer, [part for part in parts[1:] if part], inherited) as others:
        rows = writer.link(kept)
        made = writer.write(parts[0]) + others()
    written = frozenset(path for path, _, is_new in made if is_new)
    rows |= {path: row for path, row, _ in made}
    return Staged(folder, rows, written, former_folder, former)


def _processes(changed: int) -> int:
    return min(os.cpu_count() or 1, 1 + changed // _WORTH_A_PROCESS)


def _check_paths(files: Sequence[OutputFile]) -> None:
    seen: set[str] = set()
    for file in files:
        if not manifest.is_safe(file.path) or file.path == manifest.NAME:
            raise ValueError(f"{file.path!r} is no path of an output file")
        if file.path in seen:
            raise ValueError(f"two output files are called {file.path!r}")
        seen.add(file.path)


def _is_same(file: OutputFile, former: Manifest, former_folder: Path) -> bool:
    row = former.files.get(file.path)
    return row is not None and row.input == file.digest and former.is_intact(former_folder, file.path)


class _Writer:
    """Puts files into a folder and remembers which folders it made."""

    def __init__(self, folder: Path, former_folder: Path, former: Manifest | None) -> None:
        self._folder = folder
        self._former_folder = former_folder
        self._former = former
        self._parents: set[str] = set()

    def link(self, files: Sequence[OutputFile]) -> dict[str, Row]:
        """Link files of the former release; returns their rows."""
        former = self._former.files if self._former else {}
        for file in files:
            self._link(file.path)
        return {file.path: former[file.path] for file in files}

    def write(self, files: Sequence[OutputFile]) -> _Made:
        """Make files; returns what was made."""
        return [self._write(file) for file in files]

    def _write(self, file: OutputFile) -> tuple[str, Row, bool]:
        content = file.content()
        row = Row(file.digest, manifest.digest(content), len(content))
        former = self._former and self._former.files.get(file.path)
        if self._former and former and former[1:] == row[1:] and self._former.is_intact(self._former_folder, file.path):
            self._link(file.path)
            return file.path, row, False
        # A link to the former release must never be written through, so the name has to be new.
        with Path(self._place(file.path)).open("xb") as target:
            target.write(content)
        return file.path, row, True

    def _link(self, path: str) -> None:
        machine.link(f"{self._former_folder}/{path}", self._place(path))

    def _place(self, path: str) -> str:
        place = f"{self._folder}/{path}"
        parent = place.rpartition("/")[0]
        if parent not in self._parents:
            try:
                os.mkdir(parent)  # noqa: PTH102 - once for each page: a Path costs more than the folder
            except FileExistsError:
                pass
            except FileNotFoundError:
                Path(parent).mkdir(parents=True, exist_ok=True)
            self._parents.add(parent)
        return place


@contextmanager
def _workers(writer: _Writer, parts: Sequence[Sequence[OutputFile]], inherited: int) -> Iterator[Callable[[], _Made]]:
    """Let a process write each part; yields what waits for them all. Leaving the block ends those that still run."""
    # Only a fork shares what was read and computed so far, and lets `content` be any function.
    context = multiprocessing.get_context("fork")
    with ExitStack() as ending:
        receivers = []
        for part in parts:
            receiver, sender = map(ending.enter_context, context.Pipe(duplex=False))
            receivers.append(receiver)
            process = context.Process(target=_work, args=(writer, part, receiver, sender, inherited), daemon=True)
            process.start()
            ending.callback(_end, process)
            sender.close()
        yield lambda: [made for receiver in receivers for made in _received(receiver)]


def _end(process: BaseProcess) -> None:
    process.kill()
    process.join()


def _received(receiver: Connection[Any, Any]) -> _Made:
    try:
        found: _Made | BaseException = receiver.recv()
    except EOFError:
        raise MachineFailure("a process that renders pages was killed; is there too little memory?") from None
    if isinstance(found, BaseException):
        raise found
    return found


def _work(
    writer: _Writer,
    files: Sequence[OutputFile],
    receiver: Connection[Any, Any],
    sender: Connection[Any, Any],
    inherited: int,
) -> None:
    # What the parent holds must end with it: the build's lock, and the end of the pipe that we wait for.
    os.close(inherited)
    receiver.close()
    # Ctrl-C reaches the whole group; the parent ends us and speaks for all.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    rows = []
    try:
        for start in range(0, len(files), _SLICE):
            if parent is None or os.getppid() != parent.pid:
                return
            with machine.explained("write the site"):
                rows += writer.write(files[start : start + _SLICE])
    except Exception as error:  # noqa: BLE001 - carried over to the parent, whatever it is
        sender.send(_portable(error))
        return
    sender.send(rows)


def _portable(error: Exception) -> Exception:
    """The error as another process can receive it, with the traceback of this one as a note."""
    error.add_note("".join(traceback.format_exception(error)))
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    except Exception:  # noqa: BLE001 - exceptions that need more than one argument fail in many ways
        return RuntimeError("".join(traceback.format_exception(error)))
    return error

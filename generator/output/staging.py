"""Writing the files of a release into its folder: linked where nothing changed, rendered by several processes else."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path

from msgspec import Struct

from generator.files import machine
from generator.files.workers import share
from generator.output import manifest
from generator.output.manifest import Manifest, Row, Staged
from generator.output.scan import Scan, has_links, scan

_SLICE = 32


class OutputFile(Struct, frozen=True):
    """A file of the output as a value: ``digest`` covers all of its inputs, ``content`` makes its bytes when needed.

    Two files with the same path and digest must have the same bytes. ``note`` is what whoever stages the file is told
    of it; it may have to travel between processes.
    """

    path: str
    digest: str
    content: Callable[[], bytes]
    note: object = None


Batch = Callable[[], Iterable[OutputFile]]
"""Files that one process makes one after the other, each when it is asked for."""
Rest = Callable[[Sequence[object]], Iterable[OutputFile]]
"""From the notes of all batches, in their order, the files that can only be made after the others."""


class _Made(Struct, frozen=True):
    """What a batch became: the rows, which of them have other bytes than the former release, their scans, the notes."""

    rows: list[tuple[str, Row]]
    written: list[str]
    scans: dict[str, Scan]
    notes: list[object]


def stage(
    batches: Sequence[Batch],
    folder: Path,
    former_folder: Path,
    *,
    jobs: int | None,
    inherited: int,
    rest: Rest | None = None,
) -> Staged:
    """Write the files of ``batches`` into ``folder``, linking from the release in ``former_folder`` what is the same.

    ``inherited`` is a descriptor that worker processes close. Raises ``ValueError`` for a path that would leave the
    folder or that two files share, ``OSError`` or ``MachineFailure`` when the machine fails, and whatever a batch
    raises.
    """
    former = manifest.read(former_folder)
    writer = _Writer(folder, former_folder, former)
    processes = max(1, min(jobs or os.cpu_count() or 1, len(batches)))
    made = share(len(batches), processes, lambda number: writer.make(batches[number]()), inherited=inherited)
    if rest:
        notes = [note for one in made for note in one.notes]
        made.append(writer.make(rest(notes)))
    rows: dict[str, Row] = {}
    for path, row in (found for one in made for found in one.rows):
        if path in rows:
            raise ValueError(f"two output files are called {path!r}")
        rows[path] = row
    written = frozenset(path for one in made for path in one.written)
    scans = {path: found for one in made for path, found in one.scans.items()}
    return Staged(folder, rows, written, scans, former_folder, former)


def slices(files: Sequence[OutputFile]) -> list[Batch]:
    """Files that are known already, as batches."""
    return [partial(tuple, files[start : start + _SLICE]) for start in range(0, len(files), _SLICE)]


class _Writer:
    """Puts files into a folder and remembers which folders it made."""

    def __init__(self, folder: Path, former_folder: Path, former: Manifest | None) -> None:
        self._folder = folder
        self._former_folder = former_folder
        self._former = former
        self._parents: set[str] = set()

    def make(self, files: Iterable[OutputFile]) -> _Made:
        """Make the files, one after the other."""
        made = _Made([], [], {}, [])
        for file in files:
            self._make(file, made)
        return made

    def _make(self, file: OutputFile, made: _Made) -> None:
        if not manifest.is_safe(file.path) or file.path == manifest.NAME:
            raise ValueError(f"{file.path!r} is no path of an output file")
        if file.note is not None:
            made.notes.append(file.note)
        former = self._former and self._former.files.get(file.path)
        if former and former.input == file.digest and self._is_intact(file.path):
            self._link(file.path)
            made.rows.append((file.path, former))
            return
        content = file.content()
        row = Row(file.digest, manifest.digest(content), len(content))
        made.rows.append((file.path, row))
        if former and former[1:] == row[1:] and self._is_intact(file.path):
            self._link(file.path)
            return
        made.written.append(file.path)
        if has_links(file.path):
            made.scans[file.path] = scan(file.path, content)
        # A link to the former release must never be written through, so the name has to be new.
        try:
            with open(self._place(file.path), "xb") as target:  # noqa: PTH123 - as in `_place`
                target.write(content)
        except FileExistsError:
            raise ValueError(f"two output files are called {file.path!r}") from None

    def _is_intact(self, path: str) -> bool:
        return self._former is not None and self._former.is_intact(self._former_folder, path)

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

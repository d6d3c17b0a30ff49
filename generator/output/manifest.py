"""The manifest of a release: every file of the output with the digest of what it was made from and that of its bytes.

It holds no time. The moment of a release is the manifest's own mtime, since the manifest is written last: whatever in
the folder is younger was touched by somebody else.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import stat
from collections.abc import Iterator, Mapping
from json.encoder import encode_basestring
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import Struct

from generator.files import machine
from generator.output.scan import Scan
from generator.problems import Place, Problem

NAME = "manifest.json"
_MARK = "everxcloud-catalogue"
_KEPT = "kept "
_PATH = re.compile(r"(?!\.{1,2}(?:/|$))[^/\\\x00-\x1f\x7f]+(?:/(?!\.{1,2}(?:/|$))[^/\\\x00-\x1f\x7f]+)*")


class Row(NamedTuple):
    """One file: the digest of its inputs, the SHA-256 of its bytes, and how many bytes they are."""

    input: str
    sha256: str
    size: int

    @property
    def age(self) -> int:
        """For how many releases the file has only been kept for older pages; 0 for what this release is made of."""
        return int(self.input.removeprefix(_KEPT)) if self.input.startswith(_KEPT) else 0

    def aged(self, releases: int) -> Row:
        """The row of the same file, kept for older pages since so many releases."""
        return self._replace(input=f"{_KEPT}{releases}")


class Manifest(Struct, frozen=True):
    """What a release says of itself: its files by path, and ``stamp``, its moment in nanoseconds."""

    files: Mapping[str, Row]
    stamp: int

    def is_intact(self, folder: Path, path: str) -> bool:
        """Whether the file is still as it was released, judged by its size and age; ``verify`` reads the bytes."""
        row = self.files.get(path)
        if row is None:
            return False
        try:
            found = os.lstat(f"{folder}/{path}")
        except OSError:
            return False
        return stat.S_ISREG(found.st_mode) and found.st_size == row.size and found.st_mtime_ns <= self.stamp


class Staged(Struct, frozen=True):
    """A release that is written but not live. What is not in ``written`` has the bytes of the former release.

    ``scans`` tells what the pages and style sheets among ``written`` hold.
    """

    folder: Path
    files: Mapping[str, Row]
    written: frozenset[str]
    scans: Mapping[str, Scan]
    former_folder: Path
    former: Manifest | None

    def kept(self, prefix: str) -> dict[str, Row]:
        """The rows of the former release's files under ``prefix``; empty unless all of them are intact."""
        former = self.former.files if self.former else {}
        rows = {path: row for path, row in former.items() if path.startswith(prefix) and not row.age}
        if self.former and all(self.former.is_intact(self.former_folder, path) for path in rows):
            return rows
        return {}

    def keep(self, rows: Mapping[str, Row]) -> None:
        """Link files of the former release into this one."""
        for path in rows:
            target = self.folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            machine.link(self.former_folder / path, target)


def is_safe(path: str) -> bool:
    """Whether a path stays inside the folder it is joined to: relative, with no ``.``, ``..``, backslash or control."""
    return _PATH.fullmatch(path) is not None


def digest(content: bytes) -> str:
    """The SHA-256 of bytes, in hexadecimal."""
    return hashlib.sha256(content).hexdigest()


def row_of(file: Path, made_from: str) -> Row:
    """The row of a file that is on the disk already."""
    content = file.read_bytes()
    return Row(made_from, digest(content), len(content))


def encode(files: Mapping[str, Row]) -> bytes:
    """The manifest's text: sorted, a line for each file, so that two releases can be compared line by line."""
    lines = ",\n".join(
        f'{encode_basestring(path)}: ["{row.input}", "{row.sha256}", {row.size}]' for path, row in sorted(files.items())
    )
    return f'{{"generator": "{_MARK}", "files": {{\n{lines}\n}}}}\n'.encode()


def read(folder: Path) -> Manifest | None:
    """The manifest of a folder, or ``None`` where there is none that this generator wrote."""
    try:
        with (folder / NAME).open("rb") as file:
            stamp = os.fstat(file.fileno()).st_mtime_ns
            found = json.loads(file.read())
    except (FileNotFoundError, NotADirectoryError, ValueError, RecursionError):
        return None
    if not isinstance(found, dict) or found.get("generator") != _MARK or not isinstance(found.get("files"), dict):
        return None
    listed: dict[str, Any] = found["files"]
    if not all(is_safe(path) and _is_row(row) for path, row in listed.items()):
        return None
    return Manifest({path: Row(*row) for path, row in listed.items()}, stamp)


def _is_row(row: object) -> bool:
    return isinstance(row, list) and [type(part) for part in row] == [str, str, int]


def walk(folder: Path) -> Iterator[str]:
    """The path of everything in a folder that is not itself a real folder, relative, sorted."""
    for entry in sorted(folder.iterdir()):
        if entry.is_dir() and not entry.is_symlink():
            yield from (f"{entry.name}/{below}" for below in walk(entry))
        else:
            yield entry.name


def verify(folder: Path) -> list[Problem]:
    """Read every byte of a release and say what is not as its manifest has it: changed, missing or foreign files."""
    manifest = read(folder)
    if manifest is None:
        return [Problem(Place(NAME), "is missing, or not one that this generator wrote", "build the site again")]
    problems = []
    for path, row in manifest.files.items():
        file = folder / path
        if file.is_symlink() or not file.is_file():
            problems.append(Problem(Place(path), "should be there: the manifest lists it"))
        elif row_of(file, row.input) != row:
            problems.append(Problem(Place(path), "was changed after it was published"))
    foreign = (path for path in walk(folder) if path not in manifest.files and path != NAME)
    problems += [Problem(Place(path), "is not in the manifest: somebody else put it there") for path in foreign]
    return sorted(problems)

"""The bare repository, read only: what main is, what a commit holds, its files on the disk.

Everything is asked of git with argument lists, and git's own environment is kept: inside pre-receive that is how it
finds the pushed objects, which are in quarantine. Files are read as blobs, so that no attribute of the pushed commit
leaves one out, converts it or puts something into it.
"""

from __future__ import annotations

import os
import subprocess
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from generator.problems import MachineFailure, Place, Problem, quoted

MAIN = "refs/heads/main"
_FILE = "100644"
_KINDS = {
    "120000": ("is a symbolic link, and those are not published", "put the file itself there"),
    "160000": ("is a submodule, and those are not published", "put the files themselves there"),
}
_LONGEST_NAME = 255


class Entry(Struct, frozen=True):
    """A file of a commit: its mode, its blob, its size in bytes and its path, as git has it."""

    mode: str
    blob: str
    size: int
    path: bytes


class Repository(Struct, frozen=True):
    """A bare repository."""

    folder: Path

    def main(self) -> str:
        """The commit that main is, empty where there is none."""
        return self.commit_of(MAIN)

    def commit_of(self, ref: str) -> str:
        """The commit of a full ref, empty where there is none."""
        return self._ask("rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}", may_fail=True)

    def kind(self, oid: str) -> str:
        """What an object is: ``commit``, or ``tag`` for an annotated tag, ``blob``, ``tree``."""
        return self._ask("cat-file", "-t", oid)

    def branches(self) -> list[str]:
        """The full refs of all branches."""
        return self._ask("for-each-ref", "--format=%(refname)", "refs/heads").splitlines()

    def changes(self, old: str, new: str, folders: Sequence[str]) -> bool:
        """Whether anything in some folders differs between two commits."""
        return bool(self._ask("diff-tree", "-r", "--name-only", old, new, "--", *folders))

    def setting(self, name: str) -> str:
        """A setting of the repository's own configuration, empty where there is none."""
        return self._ask("config", "--get", name, may_fail=True)

    def files(self, commit: str) -> list[Entry]:
        """Every file of a commit."""
        listed = self._run("ls-tree", "-r", "-z", "-l", "--full-tree", commit)
        return [_entry(line) for line in listed.split(b"\0") if line]

    def export(self, entries: Sequence[Entry], target: Path) -> None:
        """Write files to a folder, byte for byte; their paths must have passed ``tree_problems``."""
        wanted = "".join(f"{entry.blob}\n" for entry in entries).encode()
        blobs = _blobs(self._run("cat-file", "--batch", given=wanted))
        for entry, content in zip(entries, blobs, strict=True):
            file = target / entry.path.decode()
            file.parent.mkdir(parents=True, exist_ok=True)
            with file.open("xb") as out:
                out.write(content)

    def _ask(self, *arguments: str, may_fail: bool = False) -> str:
        return self._run(*arguments, may_fail=may_fail).decode("utf-8", "surrogateescape").strip()

    def _run(self, *arguments: str, given: bytes = b"", may_fail: bool = False) -> bytes:
        environment = {**os.environ, "GIT_DIR": ".", "GIT_NO_REPLACE_OBJECTS": "1", "LC_ALL": "C"}
        try:
            done = subprocess.run(
                ["git", *arguments], cwd=self.folder, env=environment, input=given, capture_output=True, check=False
            )
        except OSError as error:
            raise MachineFailure(f"cannot run git in {self.folder}: {error.strerror}") from error
        if done.returncode and not may_fail:
            said = done.stderr.decode("utf-8", "replace").strip()
            raise MachineFailure(f"git {arguments[0]} failed in {self.folder}: {said}")
        return b"" if done.returncode else done.stdout


def _entry(line: bytes) -> Entry:
    meta, _, path = line.partition(b"\t")
    mode, _, blob, size = meta.decode().split()
    return Entry(mode, blob, 0 if size == "-" else int(size), path)


def _blobs(answer: bytes) -> Iterator[bytes]:
    start = 0
    while start < len(answer):
        end = answer.index(b"\n", start)
        size = int(answer[start:end].split()[2])
        yield answer[end + 1 : end + 1 + size]
        start = end + 1 + size + 1


def tree_problems(entries: Sequence[Entry]) -> list[Problem]:
    """What no commit may hold: symbolic links, submodules, and names that not every computer can store or show."""
    problems = []
    names: dict[str, bytes] = {}
    for entry in entries:
        path = _shown(entry.path)
        if kind := _KINDS.get(entry.mode):
            problems.append(Problem(Place(path), *kind))
        if fault := _name_fault(entry.path):
            problems.append(Problem(Place(path), fault, "rename it"))
        else:
            same = names.setdefault(unicodedata.normalize("NFC", entry.path.decode()).casefold(), entry.path)
            if same != entry.path:
                message = f"and {_shown(same)} have one name on computers that do not tell such letters apart"
                problems.append(Problem(Place(path), message, "rename one"))
    return problems


def size_problem(entries: Sequence[Entry], most_mb: int) -> list[Problem]:
    """A problem where files are more than so many megabytes together; it names the largest."""
    total = sum(entry.size for entry in entries)
    if total <= most_mb * 1_000_000:
        return []
    largest = max(entries, key=lambda entry: entry.size)
    message = f"is the largest file of a site of {total:,} bytes; at most {most_mb:,} MB may be pushed"
    return [Problem(Place(_shown(largest.path)), message)]


def below(entries: Sequence[Entry], folders: Collection[str]) -> list[Entry]:
    """The files in some top folders."""
    return [entry for entry in entries if entry.path.split(b"/", 1)[0].decode("utf-8", "replace") in folders]


def _name_fault(path: bytes) -> str:
    try:
        text = path.decode("utf-8")
    except UnicodeDecodeError:
        return "has a name that is not UTF-8"
    if not text.isprintable() or "\\" in text:
        return "has a name with characters that it should not hold"
    if any(len(part.encode()) > _LONGEST_NAME for part in text.split("/")):
        return f"has a name of more than {_LONGEST_NAME} bytes"
    return ""


def _shown(path: bytes) -> str:
    """A path as messages show it: as it is where that is harmless, else quoted with escapes."""
    text = path.decode("utf-8", "backslashreplace")
    return text if text.isprintable() and len(text) <= _LONGEST_NAME else quoted(text, _LONGEST_NAME)

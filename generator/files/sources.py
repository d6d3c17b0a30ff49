"""A file of the site → text that is safe to read: its size, its UTF-8, its characters, and no symbolic links."""

from __future__ import annotations

import hashlib
import os
import re
import stat
import unicodedata
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from generator.problems import MachineFailure, Place, Problem, Severity, escape, quoted

DATA_LIMIT = 4_000_000
CONTENT_LIMIT = 200_000
PO_LIMIT = 2_000_000
MOST_FILES = 2_000

_UTF8_BOM = b"\xef\xbb\xbf"
# What no text needs and what can mislead: control characters but tab and line feed, line breaks that only YAML and
# JavaScript know, characters that turn the direction of what follows, byte order marks, and the private-use characters
# with which the prose stage marks its own places.
FORBIDDEN = re.compile(
    "[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufeff"
    "\\ud800-\\udfff\\ue000-\\uf8ff\\ufffe\\uffff\\U000f0000-\\U0010ffff]"
)


def read_text(
    root: Path, path: str, limit: int, *, shown: str = "", any_character: bool = False
) -> tuple[str | None, list[Problem]]:
    """Read a file below ``root`` as UTF-8, without byte order mark and with plain line ends; see ``read_bytes``.

    With ``any_character`` the caller looks for forbidden ones itself.
    """
    data, problems = read_bytes(root, path, limit, shown=shown)
    return (None, problems) if data is None else decode(data, shown or path, any_character=any_character)


def read_bytes(
    root: Path, path: str, limit: int, *, shown: str = "", hint: str = ""
) -> tuple[bytes | None, list[Problem]]:
    """Read a file below ``root`` as it is.

    ``limit`` is the largest size in bytes; it is checked before anything is read, and ``hint`` is what helps a file
    that is larger. ``shown`` is what problems call the file where that is not ``path``. Returns nothing together with
    problems, or what was read and none. Raises ``MachineFailure`` where the machine refuses to read a file that is
    there.
    """
    place = Place(shown or path)
    try:
        status, link = _status(root, path)
        if link:
            return None, [_symbolic_link(place, path, link)]
        if status is None:
            return None, [Problem(place, "this file is missing")]
        if not stat.S_ISREG(status.st_mode):
            return None, [Problem(place, "this should be a file")]
        if status.st_size > limit:
            return None, [_too_large(place, status.st_size, limit, hint)]
        with (root / path).open("rb") as file:
            data = file.read(limit + 1)
    except OSError as error:
        raise MachineFailure(f"{place.path}: cannot be read: {error.strerror}") from error
    return (None, [_too_large(place, len(data), limit, hint)]) if len(data) > limit else (data, [])


def decode(data: bytes, path: str, *, any_character: bool = False) -> tuple[str | None, list[Problem]]:
    """Turn a file's bytes into text, or into problems with their places; see ``read_text``."""
    body = data.removeprefix(_UTF8_BOM)
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        return None, [_not_utf8(body, error, path)]
    text = text.replace("\r\n", "\n")
    problems = [] if any_character else forbidden_characters(text, path)
    if problems and _looks_like_utf16(data):
        problems = [Problem(Place(path, 1, 1), "this file should be UTF-8, and seems to be UTF-16", _SAVE_AS_UTF8)]
    return (None, problems) if problems else (text, [])


def forbidden_characters(text: str, path: str) -> list[Problem]:
    """A problem for each kind of character that no text may hold, at the first place where it stands."""
    if text.replace("\n", "").isprintable():  # most texts are, and so hold none; to search takes ten times as long
        return []
    found = [(match.start(), match.group()) for match in FORBIDDEN.finditer(text)]
    counts = Counter(char for _, char in found)
    problems = []
    for start, char in found:
        if times := counts.pop(char, 0):
            more = f" ({times} times in this file)" if times > 1 else ""
            problems.append(
                Problem(_place(text, start, path), f"{describe(char)} may not stand here{more}", "delete it")
            )
    return problems


_KINDS = (
    ("\r", "a carriage return without line feed"),
    ("\x85\u2028\u2029", "an unusual line break"),
    (
        "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069",
        "an invisible character that turns the direction of text",
    ),
    ("\ufeff", "a byte order mark inside the text"),
)


def describe(char: str) -> str:
    """What a forbidden character is, in words, with its code point."""
    other = "a private-use character" if unicodedata.category(char) == "Co" else "a control character"
    kind = next((words for chars, words in _KINDS if char in chars), other)
    return f"{kind} ({escape(char)})"


def list_files(root: Path, folder: str, suffix: str) -> tuple[tuple[str, ...], list[Problem]]:
    """The paths of a folder's files of one suffix, sorted; hidden files are passed over, other files warned of.

    Refused are symbolic links, more than ``MOST_FILES`` files, names that differ only by case or by how a letter
    with an accent is encoded, and names that not every computer can store. A folder that is missing has no files.
    """
    place = Place(folder)
    try:
        status, link = _status(root, folder)
        if link:
            return (), [_symbolic_link(place, folder, link)]
        if status is None:
            return (), []
        if not stat.S_ISDIR(status.st_mode):
            return (), [Problem(place, "this should be a folder")]
        with os.scandir(root / folder) as entries:
            found = sorted((entry.name, entry.is_symlink(), entry.is_dir(follow_symlinks=False)) for entry in entries)
    except OSError as error:
        raise MachineFailure(f"{folder}: cannot be read: {error.strerror}") from error
    if len(found) > MOST_FILES:
        return (), [Problem(place, f"{len(found):,} files stand here; at most {MOST_FILES:,} are read")]
    files: list[str] = []
    problems: list[Problem] = []
    for name, is_link, is_folder in found:
        if name.startswith("."):
            continue
        if problem := _entry_problem(folder, name, suffix, is_link=is_link, is_folder=is_folder):
            problems.append(problem)
        elif name.endswith(suffix):
            files.append(f"{folder}/{name}")
    return tuple(files), problems + _collisions(files)


def fingerprint(paths: Iterable[Path]) -> str:
    """A digest of files and of all that lies in folders, by their names and bytes.

    It judges nothing and follows no links: what cannot be read, or is larger than anything that is, counts by its name
    and size, and is told of by whoever reads it.
    """
    found = hashlib.sha256()
    for path in sorted(paths):
        for file in [path, *sorted(path.rglob("*"))] if path.is_dir() and not path.is_symlink() else [path]:
            found.update(os.fsencode(file) + b"\0")
            with suppress(OSError):
                status = file.lstat()
                found.update(f"{status.st_mode} {status.st_size}\0".encode() if not file.is_dir() else b"")
                if stat.S_ISREG(status.st_mode) and status.st_size <= DATA_LIMIT:
                    found.update(file.read_bytes())
    return found.hexdigest()


def _entry_problem(folder: str, name: str, suffix: str, *, is_link: bool, is_folder: bool) -> Problem | None:
    path = f"{folder}/{name}"
    if not name.isprintable() or "\\" in name:
        return Problem(Place(folder), f"the file name {quoted(name)} holds characters that it should not")
    if is_link:
        return _symbolic_link(Place(path), path, path)
    if is_folder or not name.endswith(suffix):
        named = f" whose names end in {suffix}" if suffix else ""
        hint = f"only files{named} are read in {folder}/"
        return Problem(Place(path), "this is not read", hint, Severity.WARNING)
    return None


def _status(root: Path, path: str) -> tuple[os.stat_result | None, str]:
    """What a path below ``root`` is, or ``None`` where it is missing; and the first symbolic link on the way."""
    status = None
    walked = ""
    for part in path.split("/"):
        walked = f"{walked}/{part}" if walked else part
        try:
            status = (root / walked).lstat()
        except (FileNotFoundError, NotADirectoryError):
            return None, ""
        if stat.S_ISLNK(status.st_mode):
            return None, walked
    return status, ""


def _symbolic_link(place: Place, path: str, link: str) -> Problem:
    what = "this is a symbolic link" if link == path else f"{quoted(link)} is a symbolic link"
    return Problem(place, f"{what}, and those are not followed", "put the file itself there")


def _too_large(place: Place, size: int, limit: int, hint: str) -> Problem:
    return Problem(place, f"this file has {size:,} bytes; at most {limit:,} are read", hint)


_SAVE_AS_UTF8 = "save the file with the encoding UTF-8"


def _not_utf8(body: bytes, error: UnicodeDecodeError, path: str) -> Problem:
    before = body[: error.start].decode("utf-8").replace("\r\n", "\n")
    place = _place(before, len(before), path)
    if _looks_like_utf16(body):
        return Problem(Place(path, 1, 1), "this file should be UTF-8, and seems to be UTF-16", _SAVE_AS_UTF8)
    if error.reason == "unexpected end of data":
        return Problem(place, "this file should be UTF-8, and ends inside a character", "it seems to be cut off")
    message = f"this file should be UTF-8, and the byte {body[error.start]:02x} is not"
    hint = f"it seems to be Latin-1 or Windows-1252; {_SAVE_AS_UTF8}"
    return Problem(place, message, hint)


def _looks_like_utf16(data: bytes) -> bool:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return True
    # Without its mark, text in UTF-16 shows as a NUL beside most of its letters.
    head = data[:200]
    return max(head[::2].count(0), head[1::2].count(0)) > len(head) / 4


def _place(text: str, offset: int, path: str) -> Place:
    line_start = text.rfind("\n", 0, offset) + 1
    return Place(path, text.count("\n", 0, line_start) + 1, offset - line_start + 1)


def _collisions(files: list[str]) -> list[Problem]:
    first: dict[str, str] = {}
    problems = []
    for path in files:
        same = first.setdefault(unicodedata.normalize("NFC", path).casefold(), path)
        if same != path:
            hint = "rename one: not every computer can tell them apart"
            problems.append(Problem(Place(path), f"{quoted(path)} and {quoted(same)} have one name", hint))
    return problems

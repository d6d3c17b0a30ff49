"""PO text ↔ entries with places.

Own code rather than Babel's or polib's, because both accept broken files silently and neither tells columns. Reading is
strict; writing is stable: one line per string, no references to lines, no dates.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from generator.problems import Place, Problem
from generator.words.po_entry import Entry, escaped
from generator.words.po_reader import Reader

__all__ = ["Entry", "charset_problem", "dump", "parse", "plural_count"]

_CHARSET = re.compile(r"^Content-Type:[^\n]*?charset=([^\s;]*)", re.MULTILINE | re.IGNORECASE)
_NPLURALS = re.compile(r"^Plural-Forms:\s*nplurals\s*=\s*(\d+)\s*;", re.MULTILINE | re.IGNORECASE)


def parse(text: str, path: str) -> tuple[list[Entry], list[Problem]]:
    """Read a PO file.

    Returns the entries that are sound and every problem. Without a header, or with one that names another encoding than
    UTF-8, nothing is returned: such a file may hold damaged text anywhere.
    """
    reader = Reader(path)
    reader.read(text.removeprefix("\ufeff"))
    return _whole(reader.entries, reader.problems, path)


def _whole(entries: list[Entry], problems: list[Problem], path: str) -> tuple[list[Entry], list[Problem]]:
    """Apply the rules that need the whole file: header, duplicates, the number of plural forms."""
    header = next((entry for entry in entries if entry.is_header and not entry.obsolete), None)
    if header is None:
        message = "the file has no header (an entry with an empty msgid that names the language)"
        hint = "copy the header of another file of this language, or run: build.py translate update"
        return [], sorted([*problems, Problem(Place(path, 1, 1), message, hint)])
    if problem := charset_problem(header):
        return [], sorted([*problems, problem])
    forms = plural_count(header)
    first: dict[tuple[str | None, str], Entry] = {}
    doubled: set[tuple[str | None, str]] = set()
    faulty: set[int] = set()
    for entry in entries:
        if entry.obsolete:
            continue
        if entry.key in first:
            message = f"the same entry a second time; the first is in line {first[entry.key].place.line}"
            problems.append(Problem(entry.place, message, "keep the one whose text is right and delete the other"))
            doubled.add(entry.key)
        first.setdefault(entry.key, entry)
        if entry.msgid_plural and forms is None:
            message = "plural forms, but the header has no Plural-Forms"
            problems.append(Problem(entry.text_place(), message, "run: build.py translate update"))
            faulty.add(id(entry))
        elif entry.msgid_plural and len(entry.msgstr) != forms:
            message = f"{len(entry.msgstr)} plural forms; the header says {forms}"
            problems.append(Problem(entry.text_place(), message, f"write msgstr[0] to msgstr[{(forms or 1) - 1}]"))
            faulty.add(id(entry))
    kept = [entry for entry in entries if entry.obsolete or (id(entry) not in faulty and entry.key not in doubled)]
    return kept, sorted(problems)


def charset_problem(header: Entry) -> Problem | None:
    """A problem where the header does not say UTF-8, at the place of the header's text."""
    found = _CHARSET.search(header.msgstr[0])
    said = found[1] if found else "none"
    if said.lower() in {"utf-8", "utf8"}:
        return None
    message = f"the header names the encoding {said}; PO files are UTF-8"
    return Problem(header.text_place(), message, 'write "Content-Type: text/plain; charset=UTF-8\\n"')


def plural_count(header: Entry) -> int | None:
    """How many plural forms the header says that the language has; ``None`` where it does not say."""
    found = _NPLURALS.search(header.msgstr[0])
    return int(found[1]) if found else None


def dump(entries: Iterable[Entry]) -> str:
    """Write entries as PO text: the same entries always give the same text, and ``parse`` gives them back."""
    return "\n".join("\n".join(_written(entry)) + "\n" for entry in entries)


def _written(entry: Entry) -> Iterator[str]:
    for comment in entry.comments:
        yield f"# {comment}".rstrip()
    for comment in entry.extracted:
        yield f"#. {comment}".rstrip()
    if entry.flags:
        yield "#, " + ", ".join(sorted(entry.flags, key=lambda flag: (flag != "fuzzy", flag)))
    mark = "#~ " if entry.obsolete else ""
    former = "#~| " if entry.obsolete else "#| "
    if entry.previous:
        yield from (former + line for line in _quoted("msgid", entry.previous))
    if entry.previous_plural:
        yield from (former + line for line in _quoted("msgid_plural", entry.previous_plural))
    if entry.msgctxt is not None:
        yield from (mark + line for line in _quoted("msgctxt", entry.msgctxt))
    yield from (mark + line for line in _quoted("msgid", entry.msgid))
    if entry.msgid_plural:
        yield from (mark + line for line in _quoted("msgid_plural", entry.msgid_plural))
        for form, text in enumerate(entry.msgstr):
            yield from (mark + line for line in _quoted(f"msgstr[{form}]", text))
    else:
        yield from (mark + line for line in _quoted("msgstr", entry.msgstr[0]))


def _quoted(keyword: str, text: str) -> Iterator[str]:
    pieces = re.findall(r"[^\n]*\n|[^\n]+", text)
    if len(pieces) > 1:
        yield f'{keyword} ""'
        yield from (f'"{escaped(piece)}"' for piece in pieces)
    else:
        yield f'{keyword} "{escaped(text)}"'

"""PO text ↔ entries with places.

Own code rather than Babel's or polib's, because both accept broken files silently and neither tells columns. Reading is
strict; writing is stable: one line per string, no references to lines, no dates.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from generator.problems import Place, Problem

_ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}
_KEYWORD = re.compile(r"(msgctxt|msgid_plural|msgid|msgstr(?:\[(\d{1,2})\])?)(?=[\s\"]|$)\s*")
_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"\s*$')
_ESCAPE = re.compile(r"\\(.?)")
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f]")
_CHARSET = re.compile(r"^Content-Type:[^\n]*?charset=([^\s;]*)", re.MULTILINE | re.IGNORECASE)
_NPLURALS = re.compile(r"^Plural-Forms:\s*nplurals\s*=\s*(\d+)\s*;", re.MULTILINE | re.IGNORECASE)
_NOWHERE = Place("")


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a PO file. ``comments`` are the translator's, ``extracted`` ours; ``previous`` is the former msgid.

    ``msgstr`` has one text, or one per plural form. Places do not count when entries are compared.
    """

    msgid: str
    msgstr: tuple[str, ...] = ("",)
    msgctxt: str | None = None
    msgid_plural: str = ""
    comments: tuple[str, ...] = ()
    extracted: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    previous: str = ""
    previous_plural: str = ""
    obsolete: bool = False
    place: Place = field(default=_NOWHERE, compare=False)
    msgstr_places: tuple[tuple[tuple[int, Place], ...], ...] = field(default=(), compare=False)

    @property
    def fuzzy(self) -> bool:
        """Whether somebody must look at the text again before it is published."""
        return "fuzzy" in self.flags

    @property
    def empty(self) -> bool:
        """Whether a text, or one of the plural forms, is still to be written."""
        return not all(self.msgstr)

    @property
    def is_header(self) -> bool:
        """Whether the entry holds the file's header fields."""
        return not self.msgid and self.msgctxt is None

    @property
    def key(self) -> tuple[str | None, str]:
        """What makes two entries the same one."""
        return (self.msgctxt, self.msgid)

    def text_place(self, form: int = 0, offset: int = 0) -> Place:
        """Where the character at ``offset`` of a translated text stands, or the entry where it has no text."""
        if form >= len(self.msgstr_places):
            return self.place
        begin, place = max(piece for piece in self.msgstr_places[form] if piece[0] <= offset)
        return Place(place.path, place.line, place.column + len(_escaped(self.msgstr[form][begin:offset])))


def parse(text: str, path: str) -> tuple[list[Entry], list[Problem]]:
    """Read a PO file.

    Returns the entries that are sound and every problem. Without a header, or with one that names another encoding than
    UTF-8, nothing is returned: such a file may hold damaged text anywhere.
    """
    reader = _Reader(path)
    for number, line in enumerate(_lines(text), 1):
        reader.line(number, line)
    reader.end()
    return _whole(reader.entries, reader.problems, path)


def _lines(text: str) -> Iterator[str]:
    for line in text.removeprefix("\ufeff").split("\n"):
        yield line.removesuffix("\r")


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


class _Reader:
    """Collects lines into entries; an entry with a problem in it is left out."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.entries: list[Entry] = []
        self.problems: list[Problem] = []
        self._clear()

    def _clear(self) -> None:
        self.notes: dict[str, list[str]] = {"#": [], "#.": [], "#,": []}
        self.strings: dict[str, list[str]] = {}
        self.places: dict[str, list[tuple[int, Place]]] = {}
        self.place: Place | None = None
        self.before: dict[str, list[str]] = {}
        self.last: list[str] | None = None
        self.last_name = ""
        self.obsolete = False
        self.broken = False
        self.start = 0

    def line(self, number: int, line: str) -> None:
        if found := _CONTROL.search(line):
            name = "NUL" if found[0] == "\x00" else f"U+{ord(found[0]):04X}"
            self._report(number, found.start() + 1, f"a control character ({name})", "delete it")
            return
        stripped = line.strip()
        if not stripped:
            self.end()
        elif stripped.startswith("#~"):
            self._obsolete(number, line)
        elif stripped.startswith("#|"):
            self._comes_first(number)
            self._content(number, line, line.index("#|") + 2, self.before)
        elif stripped.startswith("#"):
            self._comes_first(number)
            self._comment(stripped)
        else:
            if self.obsolete:
                self.end()
            self._content(number, line, 0, self.strings)

    def _comes_first(self, number: int) -> None:
        """A comment belongs to what follows: after a text it begins the next entry."""
        if any(name.startswith("msgstr") for name in self.strings):
            self.end()
        self.start = self.start or number

    def _comment(self, line: str) -> None:
        kind = line[:2]
        if kind == "#,":
            self.notes[kind] += [flag.strip() for flag in line[2:].split(",") if flag.strip()]
        elif kind == "#.":
            self.notes[kind].append(line[2:].strip())
        elif kind != "#:":
            self.notes["#"].append(line[1:].strip())

    def _obsolete(self, number: int, line: str) -> None:
        if self.strings and not self.obsolete:
            self.end()
        self.obsolete = True
        begin = line.index("#~") + 2
        former = line[begin:].startswith("|")
        self._content(number, line, begin + former, self.before if former else self.strings)

    def _content(self, number: int, line: str, begin: int, into: dict[str, list[str]]) -> None:
        begin += len(line[begin:]) - len(line[begin:].lstrip())
        if not (keyword := _KEYWORD.match(line, begin)):
            if line[begin : begin + 1] != '"' or self.last is None:
                message = "text that belongs to no entry" if self.last is None else "neither a keyword nor a text"
                self._report(number, begin + 1, message, 'a text stands in "quotes" after msgid or msgstr')
            elif (text := self._string(number, line, begin)) is not None:
                self._add(text, Place(self.path, number, begin + 2))
            return
        name = "msgstr0" if keyword[1] == "msgstr" else f"msgstr{int(keyword[2])}" if keyword[2] else keyword[1]
        if name in {"msgctxt", "msgid"} and into is self.strings and "msgid" in self.strings:
            obsolete = self.obsolete
            self.end()
            self.obsolete = obsolete
            into = self.strings
        if name in into or (name.startswith("msgstr") and into.get("msgid") is None):
            self._report(number, begin + 1, f"{keyword[1]} does not fit here", "the order is msgctxt, msgid, msgstr")
            return
        self.start = self.start or number
        into[name] = self.last = []
        self.last_name = name if into is self.strings else f"#|{name}"
        if into is self.strings:
            self.place = self.place or Place(self.path, number, begin + 1)
        if (text := self._string(number, line, keyword.end())) is not None:
            self._add(text, Place(self.path, number, keyword.end() + 2))

    def _add(self, text: str, place: Place) -> None:
        """Add a line's text to the string that is being read, and remember where it stands."""
        if self.last is None:
            return
        length = sum(map(len, self.last))
        places = self.places.setdefault(self.last_name, [])
        if not length:
            places.clear()
        places.append((length, place))
        self.last.append(text)

    def _string(self, number: int, line: str, begin: int) -> str | None:
        found = _STRING.match(line, begin)
        if not found:
            if line[begin : begin + 1] != '"':
                self._report(number, begin + 1, 'a text must begin with "', 'put the text in "quotes"')
            else:
                closed = re.compile(r'"(?:[^"\\]|\\.)*"').match(line, begin)
                column = closed.end() + 1 if closed else len(line) + 1
                hint = 'a " inside a text is written \\"'
                self._report(number, column, "the quotes of this text do not match", hint)
            return None
        for escape in _ESCAPE.finditer(found[1]):
            if escape[1] not in _ESCAPES:
                column = begin + 2 + escape.start()
                self._report(
                    number, column, f'"{escape[0]}" means nothing', 'write \\\\ for a backslash, \\" for a quote'
                )
                return None
        return _ESCAPE.sub(lambda escape: _ESCAPES[escape[1]], found[1])

    def _report(self, number: int, column: int, message: str, hint: str) -> None:
        self.broken = True
        self.problems.append(Problem(Place(self.path, number, column), message, hint))

    def end(self) -> None:
        """Finish the entry that was being read."""
        if self.strings and not self.broken:
            self._finish()
        self._clear()

    def _finish(self) -> None:
        texts = {name: "".join(parts) for name, parts in self.strings.items()}
        former = {name: "".join(parts) for name, parts in self.before.items()}
        place = self.place or Place(self.path, self.start, 1)
        forms = sorted((name for name in texts if name.startswith("msgstr")), key=lambda name: int(name[6:]))
        if "msgid" not in texts or not forms:
            message = "an entry without " + ("msgstr" if "msgid" in texts else "msgid")
            self.problems.append(Problem(place, message, "an entry needs both msgid and msgstr"))
            return
        if [int(name[6:]) for name in forms] != list(range(len(forms))):
            self.problems.append(Problem(place, "plural forms that are not counted from 0", "msgstr[0], msgstr[1], …"))
            return
        self.entries.append(
            Entry(
                texts["msgid"],
                tuple(texts[name] for name in forms),
                texts.get("msgctxt"),
                texts.get("msgid_plural", ""),
                tuple(self.notes["#"]),
                tuple(self.notes["#."]),
                tuple(dict.fromkeys(self.notes["#,"])),
                former.get("msgid", ""),
                former.get("msgid_plural", ""),
                self.obsolete,
                place,
                tuple(tuple(self.places[name]) for name in forms),
            )
        )


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
        yield from (f'"{_escaped(piece)}"' for piece in pieces)
    else:
        yield f'{keyword} "{_escaped(text)}"'


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")


def without_place(entry: Entry) -> Entry:
    """The entry as if it had not been read from a file."""
    return replace(entry, place=_NOWHERE, msgstr_places=())

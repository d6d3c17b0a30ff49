"""The lines of a PO file → entries with the places of their texts."""

from __future__ import annotations

import re

from generator.files.sources import FORBIDDEN, describe
from generator.problems import Place, Problem
from generator.words.po_entry import Entry

_ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}
_KEYWORD = re.compile(r"(msgctxt|msgid_plural|msgid|msgstr(?:\[(\d{1,2})\])?)(?=[\s\"]|$)\s*")
_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"\s*$')
_ESCAPE = re.compile(r"\\(.?)")


class Reader:
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
        """Read one line of the file."""
        if found := FORBIDDEN.search(line):
            self._report(number, found.start() + 1, f"{describe(found[0])} may not stand here", "delete it")
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

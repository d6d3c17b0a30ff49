"""The lines of a PO file → entries with the places of their texts."""

from __future__ import annotations

import re
from collections.abc import Iterable

from generator.files.sources import FORBIDDEN, describe
from generator.problems import Place, Problem
from generator.words.po_entry import Entry

_ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}
# An entry as most are: a line for each text, no plural forms, nothing former or obsolete.
_QUOTED = r'"([^"\\\n]*(?:\\[nt"\\][^"\\\n]*)*)"'
_PLAIN = re.compile(rf"((?:#(?![~|])[^\n]*\n)*)(msgctxt {_QUOTED}\n)?msgid {_QUOTED}\nmsgstr {_QUOTED}\n?")
_KEYWORD = re.compile(r"\s*(?:(msgctxt|msgid_plural|msgid|msgstr)(?:(?<=msgstr)\[(\d{1,2})\])?(?=[\s\"]|$)\s*)?")
_STRING = re.compile(r'"([^"\\]*(?:\\.[^"\\]*)*)"\s*$')
_CLOSED = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"')
_ESCAPE = re.compile(r"\\(.?)")


class Reader:
    """Collects lines into entries; an entry with a problem in it is left out."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.entries: list[Entry] = []
        self.problems: list[Problem] = []
        self._clear()

    def _clear(self) -> None:
        self.comments: list[str] = []
        self.extracted: list[str] = []
        self.flags: list[str] = []
        self.strings: dict[str, list[str]] = {}
        self.places: dict[str, list[tuple[int, Place]]] = {}
        self.place: Place | None = None
        self.before: dict[str, list[str]] = {}
        self.last: list[str] | None = None
        self.last_places: list[tuple[int, Place]] = []
        self.obsolete = False
        self.broken = False
        self.start = 0

    def read(self, text: str) -> None:
        """Read the text of a file."""
        number = 1
        for part in text.split("\n\n"):
            found = _PLAIN.fullmatch(part)
            if found and part.replace("\n", "").isprintable():
                self._plain(number, found)
            else:
                self._lines(number, part.split("\n"))
            number += part.count("\n") + 2

    def _plain(self, number: int, found: re.Match[str]) -> None:
        comments, context, msgctxt, msgid, msgstr = found.groups()
        for comment in comments.split("\n")[:-1]:
            self._comment(comment)
        number += comments.count("\n")
        place = Place(self.path, number, 1)
        begin = Place(self.path, number + (2 if context else 1), len('msgstr "') + 1)
        self.entries.append(
            Entry(
                _unescaped(msgid),
                (_unescaped(msgstr),),
                _unescaped(msgctxt) if context else None,
                comments=tuple(self.comments),
                extracted=tuple(self.extracted),
                flags=tuple(dict.fromkeys(self.flags)),
                place=place,
                msgstr_places=(((0, begin),),),
            )
        )
        self._clear()

    def _lines(self, first: int, lines: Iterable[str]) -> None:
        for number, line in enumerate(lines, first):
            if found := FORBIDDEN.search(line.removesuffix("\r")):
                self._report(number, found.start() + 1, f"{describe(found[0])} may not stand here", "delete it")
            else:
                self._line(number, line.removesuffix("\r"))
        self._end()

    def _line(self, number: int, line: str) -> None:
        stripped = line.strip()
        if not stripped:
            self._end()
        elif not stripped.startswith("#"):
            if self.obsolete:
                self._end()
            self._content(number, line, 0, self.strings)
        elif stripped.startswith("#~"):
            self._obsolete(number, line)
        else:
            self._comes_first(number)
            if stripped.startswith("#|"):
                self._content(number, line, line.index("#|") + 2, self.before)
            else:
                self._comment(stripped)

    def _comes_first(self, number: int) -> None:
        """A comment belongs to what follows: after a text it begins the next entry."""
        if self.places:
            self._end()
        self.start = self.start or number

    def _comment(self, line: str) -> None:
        kind = line[:2]
        if kind == "#.":
            self.extracted.append(line[2:].strip())
        elif kind == "#,":
            self.flags += [flag.strip() for flag in line[2:].split(",") if flag.strip()]
        elif kind != "#:":
            self.comments.append(line[1:].strip())

    def _obsolete(self, number: int, line: str) -> None:
        if self.strings and not self.obsolete:
            self._end()
        self.obsolete = True
        begin = line.index("#~") + 2
        former = line[begin:].startswith("|")
        self._content(number, line, begin + former, self.before if former else self.strings)

    def _content(self, number: int, line: str, begin: int, into: dict[str, list[str]]) -> None:
        keyword = _KEYWORD.match(line, begin)
        begin = keyword.end() if keyword else begin
        if keyword and keyword[1]:
            if not self._open(number, keyword, into):
                return
        elif line[begin : begin + 1] != '"' or self.last is None:
            message = "text that belongs to no entry" if self.last is None else "neither a keyword nor a text"
            self._report(number, begin + 1, message, 'a text stands in "quotes" after msgid or msgstr')
            return
        text = self._string(number, line, begin)
        if text is not None and self.last is not None:
            if not any(self.last):
                self.last_places.clear()
            self.last_places.append((sum(map(len, self.last)), Place(self.path, number, begin + 2)))
            self.last.append(text)

    def _open(self, number: int, keyword: re.Match[str], into: dict[str, list[str]]) -> bool:
        """Begin the string of a keyword; returns whether it may stand here."""
        begin, name = keyword.start(1), keyword[1]
        if name in {"msgctxt", "msgid"} and into is self.strings and "msgid" in into:
            obsolete = self.obsolete
            self._end()
            self.obsolete = obsolete
            into = self.strings
        is_text = name == "msgstr"
        key = f"{name}{int(keyword[2] or 0)}" if is_text else name
        if key in into or (is_text and "msgid" not in into):
            said = f"{name}[{keyword[2]}]" if keyword[2] else name
            self._report(number, begin + 1, f"{said} does not fit here", "the order is msgctxt, msgid, msgstr")
            return False
        self.start = self.start or number
        into[key] = self.last = []
        self.last_places = []
        if into is self.strings:
            self.place = self.place or Place(self.path, number, begin + 1)
            if is_text:
                self.places[key] = self.last_places
        return True

    def _string(self, number: int, line: str, begin: int) -> str | None:
        found = _STRING.match(line, begin)
        if not found:
            if line[begin : begin + 1] != '"':
                self._report(number, begin + 1, 'a text must begin with "', 'put the text in "quotes"')
            else:
                closed = _CLOSED.match(line, begin)
                column = closed.end() + 1 if closed else len(line) + 1
                hint = 'a " inside a text is written \\"'
                self._report(number, column, "the quotes of this text do not match", hint)
            return None
        text = found[1]
        if "\\" not in text:
            return text
        for escape in _ESCAPE.finditer(text):
            if escape[1] not in _ESCAPES:
                column = begin + 2 + escape.start()
                self._report(
                    number, column, f'"{escape[0]}" means nothing', 'write \\\\ for a backslash, \\" for a quote'
                )
                return None
        return _unescaped(text)

    def _report(self, number: int, column: int, message: str, hint: str) -> None:
        self.broken = True
        self.problems.append(Problem(Place(self.path, number, column), message, hint))

    def _end(self) -> None:
        """Finish the entry that was being read."""
        if self.strings and not self.broken:
            self._finish()
        self._clear()

    def _finish(self) -> None:
        texts = {name: "".join(parts) for name, parts in self.strings.items()}
        former = {name: "".join(parts) for name, parts in self.before.items()}
        place = self.place or Place(self.path, self.start, 1)
        if "msgid" not in texts or not self.places:
            message = "an entry without " + ("msgstr" if "msgid" in texts else "msgid")
            self.problems.append(Problem(place, message, "an entry needs both msgid and msgstr"))
            return
        forms = [f"msgstr{number}" for number in range(len(self.places))]
        if any(form not in texts for form in forms):
            self.problems.append(Problem(place, "plural forms that are not counted from 0", "msgstr[0], msgstr[1], …"))
            return
        self.entries.append(
            Entry(
                texts["msgid"],
                tuple(texts[form] for form in forms),
                texts.get("msgctxt"),
                texts.get("msgid_plural", ""),
                tuple(self.comments),
                tuple(self.extracted),
                tuple(dict.fromkeys(self.flags)),
                former.get("msgid", ""),
                former.get("msgid_plural", ""),
                self.obsolete,
                place,
                tuple(tuple(self.places[form]) for form in forms),
            )
        )


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(lambda escape: _ESCAPES[escape[1]], text) if "\\" in text else text

"""YAML text → plain values and the place of each; refuses what YAML would guess.

Read are mappings with text as keys, lists, text, ``true``, ``false``, ``null`` and plain numbers. Whole numbers become
``int``, others exact ``Decimal``; dates and times stay text. libyaml's events are used, so neither aliases nor depth
cost anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import yaml
from msgspec import Struct, field
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from generator.files.sources import FORBIDDEN, describe
from generator.problems import Place, Places, Problem, quoted

DEPTH = 20
MOST_DIGITS = 30

_INTEGER = re.compile(r"-?(?:0|[1-9]\d*)", re.ASCII)
_DECIMAL = re.compile(r"-?(?:0|[1-9]\d*)\.\d+", re.ASCII)
_MEANS = {"": None, "null": None, "~": None, "true": True, "false": False}
_BEGINS_NUMBER = frozenset("+-.0123456789")
# Words and numbers that YAML, in one of its versions, reads as something else than the text that stands there.
_WORDS = frozenset({"yes", "no", "on", "off", "y", "n", "true", "false", "null"})
_GUESSED_NUMBER = re.compile(
    r"[-+]?(?:"
    r"0[xX][0-9a-fA-F_]+|0[oO]?[0-7_]+|0[bB][01_]+|\d[\d_]*"  # other bases, leading zeros, 1_000
    r"|(?:\d[\d_]*\.[\d_]*|\.\d[\d_]*|\d[\d_]*(?=[eE]))(?:[eE][-+]?\d+)?"  # 1., .5, 1e3
    r"|\d[\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?"  # 1:30 in base 60
    r"|\.inf)|\.nan",
    re.ASCII | re.IGNORECASE,
)
_WRITE_OUT = "write the value out where it is needed"
_TOO_DEEP = f"lists and groups are nested more than {DEPTH} deep here"
_NONE_YET: Any = object()
_Mark = Any  # typed as optional, though each event that libyaml yields here has one
_Path = tuple[str | int, ...]


class _Open(Struct):
    """A list or mapping that is being read, or ``None`` where it is thrown away; ``key`` waits for its value."""

    path: _Path
    value: dict[str, Any] | list[Any] | None
    key: Any = _NONE_YET


class _Reader(Struct):
    path: str
    first_line: int
    lines: list[str]
    values: dict[_Path, Place] = field(default_factory=dict)
    keys: dict[_Path, Place] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    stack: list[_Open] = field(default_factory=list)
    root: Any = None
    long_texts: dict[int, Problem] = field(default_factory=dict)

    def place(self, mark: _Mark) -> Place:
        return Place(self.path, mark.line + self.first_line, mark.column + 1)

    def refuse(self, mark: _Mark, message: str, hint: str = "") -> None:
        self.problems.append(Problem(self.place(mark), message, hint))

    def read(self, events: Iterator[Event]) -> None:
        documents = 0
        for event in events:
            if type(event) is ScalarEvent:  # by far the most, so they are asked for first
                self.scalar(event)
            elif isinstance(event, MappingEndEvent | SequenceEndEvent):
                self.stack.pop()
            elif isinstance(event, MappingStartEvent | SequenceStartEvent):
                self.unwanted_marks(event)
                if len(self.stack) == DEPTH:
                    self.refuse(event.start_mark, _TOO_DEEP)
                    return
                self.add(event.start_mark, {} if isinstance(event, MappingStartEvent) else [], opens=True)
            elif isinstance(event, DocumentStartEvent):
                documents += 1
                if documents > 1:
                    self.refuse(event.start_mark, "a second YAML document begins here", "one file holds one document")
                    return
                if event.version or event.tags:
                    self.refuse(event.start_mark, "a line that begins with % may not stand here", "delete it")
            elif isinstance(event, AliasEvent):
                self.refuse(event.start_mark, f"an alias (*{quoted(event.anchor)[1:-1]}) is not read", _WRITE_OUT)
                self.add(event.start_mark, None)

    def unwanted_marks(self, event: ScalarEvent | MappingStartEvent | SequenceStartEvent) -> None:
        if event.anchor is not None:
            self.refuse(event.start_mark, f"an anchor (&{quoted(event.anchor)[1:-1]}) is not read", _WRITE_OUT)
        if event.tag is not None:
            tag = quoted(event.tag.replace("tag:yaml.org,2002:", "!!"))[1:-1]
            self.refuse(event.start_mark, f"a tag ({tag}) is not read", "write the plain value")

    def scalar(self, event: ScalarEvent) -> None:
        if event.anchor is not None or event.tag is not None:
            self.unwanted_marks(event)
        if event.style not in {"", None}:
            if event.style == '"' and (bad := FORBIDDEN.search(event.value)):
                self.refuse(event.start_mark, f"this text holds {describe(bad.group())}", "take it out")
            self.add(event.start_mark, event.value, in_quotes=True)
            return
        start: _Mark = event.start_mark
        end: _Mark = event.end_mark
        if end.line > start.line:
            hint = "put >- before it and indent its lines, or keep it on one line"
            if any(line.lstrip().startswith("- ") for line in self.lines[start.line + 1 : end.line + 1]):
                hint = 'begin each "- " of a list in the same column'
            self.refuse(start, f"the text {quoted(event.value, 30)} runs over several lines", hint)
            self.long_texts[end.line] = self.problems[-1]
        self.add(event.start_mark, self.plain(event))

    def plain(self, event: ScalarEvent) -> str | int | Decimal | bool | None:
        text: str = event.value
        if text in _MEANS:
            return _MEANS[text]
        if text[0] not in _BEGINS_NUMBER:
            if text.lower() in _WORDS:
                hint = f'quote it ("{text}") for the word, or write true, false or null'
                self.refuse(event.start_mark, f"{text} is a word that YAML may read as something else", hint)
            return text
        number = int if _INTEGER.fullmatch(text) else Decimal if _DECIMAL.fullmatch(text) else None
        if number and len(text.lstrip("-").replace(".", "")) > MOST_DIGITS:
            self.refuse(event.start_mark, f"the number {quoted(text, 20)} has more than {MOST_DIGITS} digits")
        elif number:
            return number(text)
        elif _GUESSED_NUMBER.fullmatch(text):
            shown = quoted(text)
            hint = f"quote it ({shown}) for the text, or write a plain number such as 1000 or 0.5"
            self.refuse(event.start_mark, f"{shown[1:-1]} is a number that YAML may read as another", hint)
        return text

    def add(self, mark: _Mark, value: Any, *, opens: bool = False, in_quotes: bool = False) -> None:
        """Put a value where it belongs: at the top, into the open list, or as key or value into the open mapping."""
        place = Place(self.path, mark.line + self.first_line, mark.column + 1)
        path: _Path | None = None
        if not self.stack:
            self.root, path = value, ()
        else:
            parent = self.stack[-1]
            into, key = parent.value, parent.key
            if isinstance(into, list):
                path = (*parent.path, len(into))
                into.append(value)
            elif isinstance(into, dict) and key is _NONE_YET:
                parent.key = self.key(parent.path, place, value, in_quotes=in_quotes)
            elif isinstance(into, dict):
                parent.key = _NONE_YET
                if key is not None:
                    path = (*parent.path, key)
                    into[key] = value
        if path is not None:
            self.values[path] = place
        if opens:
            self.stack.append(_Open(path or (), None if path is None else value))

    def key(self, path: _Path, place: Place, value: Any, *, in_quotes: bool) -> str | None:
        """Check a key; returns ``None`` for one whose value is to be thrown away."""
        if not isinstance(value, str):
            found = "a list or group" if isinstance(value, dict | list) else quoted(value)
            self.problems.append(Problem(place, f"a key should be text, not {found}", "quote it"))
            return None
        if value == "<<" and not in_quotes:
            self.problems.append(Problem(place, "a merge key (<<) is not read", _WRITE_OUT))
            return None
        first = self.keys.setdefault((*path, value), place)
        if first is not place:
            where = f"first on line {first.line}" if first.line != place.line else "on this line"
            message = f"the key {quoted(value)} stands twice, {where}"
            self.problems.append(Problem(place, message, "keep one of the two"))
        return value


def read_yaml(text: str, path: str, first_line: int = 1) -> tuple[Any, Places, list[Problem]]:
    """Read YAML text. ``first_line`` is the line of the file that the text begins on.

    Returns the value, the places of its parts and the problems that were found; where there are problems the value
    is incomplete.
    """
    reader = _Reader(path, first_line, text.split("\n"))
    try:
        reader.read(yaml.parse(text, Loader=yaml.CSafeLoader))
    except yaml.MarkedYAMLError as error:
        problem = _syntax_problem(reader, error)
        # What was found past the place of a syntax error, or in a text that runs into it, is only its echo.
        echoes = reader.long_texts.values()
        before = (found for found in reader.problems if found.place < problem.place and found not in echoes)
        reader.problems = [*before, problem]
    except (yaml.YAMLError, UnicodeError) as error:
        reader.problems.append(Problem(Place(path, first_line, 1), f"this is not YAML: {quoted(str(error))[1:-1]}"))
    return reader.root, Places(path, reader.values, reader.keys), reader.problems


# libyaml's words (the context, then the problem) → ours, a hint, and whether the place is where the context began.
_Words = tuple[str, str, str, str, bool]
_SYNTAX: tuple[_Words, ...] = (
    ("quoted scalar", "end of stream", "the quotation mark that opens here is never closed", "close it", True),
    ("quoted scalar", "document indicator", "the quotation mark that opens here is never closed", "close it", True),
    ("quoted scalar", "escape code", "this escape stands for no character", "", False),
    ("quoted scalar", "escape", "a backslash followed by this has no meaning", "write \\\\ for a backslash", False),
    ("quoted scalar", "hexdecimal", "\\x, \\u and \\U need 2, 4 and 8 hexadecimal digits", "", False),
    ("flow sequence", "", "the list that opens here with [ is never closed, or lacks a comma", "close it with ]", True),
    ("flow mapping", "", "the group that opens here with { is never closed, or lacks a comma", "close it with }", True),
    ("", "tab character", "a tab may not indent", "use blanks", False),
    ("simple key", "':'", 'this line has no ": " after its key', "quote it or indent it if it is text", True),
    ("block mapping", "", "this does not fit the indentation of the lines above", "align keys of one group", False),
    ("", "mapping values", 'a ": " may not stand here', "quote text that holds a colon and a blank", False),
    ("", "unexpected ':'", 'a ":" may not stand here', "quote text that holds a colon", False),
    ("", "sequence entries", 'a "- " may not begin an item here', "put each item on a line of its own", False),
    ("block collection", "", "this does not fit the list above", 'begin each item with "- ", all aligned', False),
    ("block scalar", "comment or line break", "after | or > the text should begin on the next line", "", False),
    ("block scalar", "", "the indentation of this text is not even", "use blanks, the same on each line", False),
    ("anchor", "", "an anchor or alias is not read", _WRITE_OUT, True),
    ("alias", "", "an anchor or alias is not read", _WRITE_OUT, True),
    ("", "tag handle", "a tag is not read", "quote text that begins with !", False),
    ("", "nesting depth", _TOO_DEEP, "", False),
    ("tag", "", "a tag is not read", "quote text that begins with !", True),
    ("directive", "", "a line that begins with % may not stand here", "delete it", True),
    ("", "document start", "this does not belong to what stands above", "check quotes and indentation above", False),
    ("", "node content", "a value is missing here", "", False),
)


def _syntax_problem(reader: _Reader, error: yaml.MarkedYAMLError) -> Problem:
    context, problem = error.context or "", error.problem or ""
    mark: _Mark = error.problem_mark or error.context_mark
    line = reader.lines[mark.line] if mark.line < len(reader.lines) else ""
    before, rest = line[: mark.column].rstrip(), line[mark.column :]
    place = reader.place(mark)
    if "cannot start any token" in problem or ("node content" in problem and rest):
        if rest.startswith("\t"):
            return Problem(place, "a tab may not indent", "use blanks")
        return Problem(place, f"text may not begin with {quoted(rest[:1])}", "put the text in quotes")
    if "block mapping" in context and rest.startswith(("]", "}")):
        return Problem(place, f"this {rest[0]} closes nothing", "delete it")
    if "block mapping" in context and before.endswith(("'", '"')) and rest.strip():
        hint = "write '' for an apostrophe inside '…', or use the other kind of quotation marks"
        return Problem(place, "something follows the closing quotation mark", hint)
    if "mapping values" in problem and mark.line in reader.long_texts:
        context = "block mapping"
    for of_context, of_problem, words, hint, at_context in _SYNTAX:
        if of_context in context and of_problem in problem:
            where = error.context_mark if at_context and error.context_mark else mark
            return Problem(reader.place(where), words, hint)
    return Problem(place, "this is not YAML", problem)

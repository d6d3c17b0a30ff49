"""GitHub-flavoured Markdown: texts that mean only themselves, tables, and blocks and lists written one by one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct

_BLANKS = "\t\n\r\f"
_SIGN = re.compile(r"[\\`*\[\]<&_]")
_ENTITY = re.compile(r"#\w|\w+;")
# Not every dialect lets a backslash stand before these two.
_ENTITIES = {"<": "&lt;", "&": "&amp;"}
RULE = "---"
"""A line across."""
_LINE_START = re.compile(r"[#>~]|[-+=](?=[ =-]|$)|\d+(?=[.)](?: |$))")


def escaped(text: str) -> str:
    """A text in which no sign is markup; signs that mean nothing where they stand keep their look."""
    return _SIGN.sub(_escape_sign, text)


def _escape_sign(found: re.Match[str]) -> str:
    sign, text, end = found[0], found.string, found.end()
    before, after = text[: found.start()][-1:], text[end : end + 1]
    harmless = {
        "<": not (after.isalpha() or after in {"/", "!", "?"}),
        "&": not _ENTITY.match(text, end),
        "_": before.isalnum() and after.isalnum(),
    }
    return sign if harmless.get(sign) else _ENTITIES.get(sign, f"\\{sign}")


def _escape_start(found: re.Match[str]) -> str:
    start = found[0]
    return f"{start}\\" if start.isdigit() else f"\\{start}"


def joined(text: str) -> str:
    """A text without blanks around it, and with one where there were several or a line break."""
    if not text.isprintable():  # as no text with one of these is
        for blank in _BLANKS:
            text = text.replace(blank, " ")
    while "  " in text:
        text = text.replace("  ", " ")
    return text.strip(" ")


def spanned(text: str, opening: str, closing: str) -> str:
    """A text between two signs. They stand close to it, or Markdown would not see them; around no text they vanish."""
    inner = text.strip()
    if not inner or not opening:
        return text
    before, _, after = text.partition(inner)
    return f"{before}{opening}{inner}{closing}{after}"


def paragraph(text: str) -> str:
    """A text that must not begin like another kind of block."""
    return _LINE_START.sub(_escape_start, text, count=1) if _LINE_START.match(text) else text


def heading(level: int, text: str) -> str:
    """A heading."""
    return f"{'#' * level} {text}"


def table(rows: Sequence[Sequence[str]], *, has_head: bool, ends: Sequence[bool]) -> str:
    """A table, with an empty head where it has none, which Markdown asks for.

    ``ends``: which columns are set to the end of the line, as far as anything is known of them.
    """
    width = max(map(len, rows), default=0)
    lines = [*([] if has_head and rows else [()]), *rows]
    lines.insert(1, ["---:" if end else "---" for end in (*ends, *[False] * width)[:width]])
    full = [cells if len(cells) == width else [*cells, *[""] * (width - len(cells))] for cells in lines]
    return "\n".join([f"| {' | '.join(cells)} |" for cells in full])


class _List(Struct):
    """An open list, its items counted; ``indent`` is its own, ``width`` that of the current item's marker."""

    ordered: bool
    indent: str
    count: int = 0
    width: int = 0

    @property
    def inner_indent(self) -> str:
        return self.indent + " " * self.width


class Writer:
    """Collects blocks, the text of each of which is Markdown already."""

    def __init__(self) -> None:
        self._blocks: list[str] = []
        self._lists: list[_List] = []
        self._marker = ""
        self._tight = False
        self._quotes = 0

    def text(self) -> str:
        """Everything that was written. Items of a list stand line by line, other blocks apart."""
        return "".join(self._blocks).lstrip("\n") + "\n"

    def block(self, text: str) -> None:
        """Write a block, indented as the lists around it ask for."""
        if self._lists:
            own = self._lists[-1]
            text = f"{own.indent}{self._marker}{text}" if self._marker else f"{own.inner_indent}{text}"
        apart = "\n" if self._marker and self._tight else "\n\n"
        self._blocks.append(f"{apart}{'> ' * self._quotes}{text}")
        self._tight, self._marker = bool(self._marker), ""

    def open_quote(self) -> None:
        """Begin a quotation."""
        self._quotes += 1

    def close_quote(self) -> None:
        """End a quotation."""
        self._quotes -= 1

    def open_list(self, *, ordered: bool = False) -> None:
        """Begin a list."""
        self._tight = self._tight and bool(self._lists)
        self._lists.append(_List(ordered, self._lists[-1].inner_indent if self._lists else ""))

    def close_list(self) -> None:
        """End a list."""
        self._lists.pop()
        self._marker = ""

    def item(self) -> None:
        """Begin an item of the list."""
        own = self._lists[-1]
        own.count += 1
        self._marker = f"{own.count}. " if own.ordered else "- "
        own.width = len(self._marker)

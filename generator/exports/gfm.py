"""GitHub-flavoured Markdown, written piece by piece: blocks, lists and tables, and texts that mean only themselves."""

from __future__ import annotations

import re

from msgspec import Struct, field

_BLANKS = re.compile(r"[ \t\n\r\f]+")
_SIGN = re.compile(r"[\\`*\[\]<&_]")
_ENTITY = re.compile(r"#\w|\w+;")
# Not every dialect lets a backslash stand before these two.
_ENTITIES = {"<": "&lt;", "&": "&amp;"}
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


class _List(Struct):
    """An open list, its items counted; ``width`` is that of the current item's marker."""

    ordered: bool
    count: int = 0
    width: int = 0


class _Table(Struct):
    """An open table: its rows, whether the first is its head, and which columns are set to the end."""

    rows: list[list[str]] = field(default_factory=list)
    has_head: bool = False
    ends: list[bool] = field(default_factory=list)

    def markdown(self) -> str:
        width = max((len(row) for row in self.rows), default=0)
        rows = [row + [""] * (width - len(row)) for row in self.rows]
        head = rows.pop(0) if self.has_head and rows else [""] * width
        rule = ["---:" if end else "---" for end in (self.ends + [False] * width)[:width]]
        return "\n".join(f"| {' | '.join(row)} |" for row in (head, rule, *rows))


class Writer:
    """Collects blocks. ``inline`` holds the text since the last block, in pieces, and ``spans`` what is open in it."""

    def __init__(self) -> None:
        self.inline: list[str] = []
        self._blocks: list[str] = []
        self._spans: list[tuple[int, str, str]] = []
        self._lists: list[_List] = []
        self._table = _Table()
        self._marker = ""
        self._tight = False
        self._quotes = 0

    def text(self) -> str:
        """Everything that was written. Items of a list stand line by line, other blocks apart."""
        return "".join(self._blocks).lstrip("\n") + "\n"

    def take(self) -> str:
        """The text since the last block, its blanks joined."""
        text = _BLANKS.sub(" ", "".join(self.inline)).strip(" ")
        self.inline.clear()
        self._spans.clear()
        return text

    def flush(self) -> None:
        """End the paragraph, if one was begun."""
        if self.inline and (text := self.take()):
            self.block(_LINE_START.sub(_escape_start, text, count=1) if _LINE_START.match(text) else text)

    def block(self, text: str) -> None:
        """Write a block, indented as the lists around it ask for."""
        around = self._lists[:-1] if self._marker else self._lists
        apart = "\n" if self._marker and self._tight else "\n\n"
        indent = " " * sum(one.width for one in around)
        self._blocks.append(f"{apart}{'> ' * self._quotes}{indent}{self._marker}{text}")
        self._tight, self._marker = bool(self._marker), ""

    def heading(self, level: int) -> None:
        """End a heading."""
        self.block(f"{'#' * level} {self.take()}")

    def rule(self) -> None:
        """A line across."""
        self.flush()
        self.block("---")

    def open_span(self, opening: str = "", closing: str = "") -> None:
        """Begin what stands between two signs."""
        self._spans.append((len(self.inline), opening, closing))

    def close_span(self) -> None:
        """End what was opened last.

        Signs stand close to the text, or Markdown would not see them; around no text they vanish.
        """
        if not self._spans:
            return
        begin, opening, closing = self._spans.pop()
        if opening:
            inner = "".join(self.inline[begin:])
            if text := inner.strip():
                before, _, after = inner.partition(text)
                self.inline[begin:] = [before, opening, text, closing, after]

    def open_quote(self) -> None:
        """Begin a quotation."""
        self.flush()
        self._quotes += 1

    def close_quote(self) -> None:
        """End a quotation."""
        self.flush()
        self._quotes -= 1

    def open_list(self, *, ordered: bool = False) -> None:
        """Begin a list."""
        self.flush()
        self._tight = self._tight and bool(self._lists)
        self._lists.append(_List(ordered))

    def close_list(self) -> None:
        """End a list."""
        self.flush()
        self._lists.pop()
        self._marker = ""

    def item(self) -> None:
        """Begin an item of the list."""
        self.flush()
        own = self._lists[-1]
        own.count += 1
        self._marker = f"{own.count}. " if own.ordered else "- "
        own.width = len(self._marker)

    def open_table(self) -> None:
        """Begin a table."""
        self.flush()
        self._table = _Table()

    def end_head(self) -> None:
        """Say that the row so far is the table's head."""
        self._table.has_head = True

    def row(self) -> None:
        """Begin a row."""
        self._table.rows.append([])

    def open_cell(self, *, end: bool) -> None:
        """Begin a cell; in the first row ``end`` sets its column to the end of the line."""
        self.inline.clear()
        if len(self._table.rows) == 1:
            self._table.ends.append(end)

    def close_cell(self) -> None:
        """End a cell."""
        self._table.rows[-1].append(self.take().replace("|", "\\|"))

    def close_table(self) -> None:
        """End a table, with an empty head where it has none, which Markdown asks for."""
        self.take()
        self.block(self._table.markdown())

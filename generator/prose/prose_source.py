"""The source of a text with a cursor, so that what Python-Markdown made of it can be found in it again."""

from __future__ import annotations

import re
from bisect import bisect_right

from generator.problems import Place

_SIGN = re.compile(r"\S")


class ProseSource:
    """A text that begins at ``first_line`` of a file; the cursor stands behind what was found last."""

    def __init__(self, text: str, path: str, first_line: int) -> None:
        self.text = text
        self.cursor = 0
        self._path = path
        self._first_line = first_line
        self._starts = [0, *(found.end() for found in re.finditer("\n", text))]

    def place(self, position: int) -> Place:
        """The place in the file of a position in the text."""
        line = bisect_right(self._starts, position)
        return Place(self._path, self._first_line + line - 1, position - self._starts[line - 1] + 1)

    def here(self) -> Place:
        """The place of the cursor."""
        return self.place(self.cursor)

    def next_sign(self) -> Place:
        """The place of the next sign that is no blank."""
        found = _SIGN.search(self.text, self.cursor)
        return self.place(found.start()) if found else self.here()

    def skip(self, pattern: re.Pattern[str]) -> None:
        """Move the cursor behind what the pattern matches there."""
        found = pattern.match(self.text, self.cursor)
        self.cursor = found.end() if found else self.cursor

    def skip_line(self) -> None:
        """Move the cursor to the end of its line."""
        found = self.text.find("\n", self.cursor)
        self.cursor = len(self.text) if found < 0 else found

    def find(self, words: str) -> Place | None:
        """Find words behind the cursor, and move it behind them."""
        found = self.text.find(words, self.cursor) if words else -1
        if found < 0:
            return None
        self.cursor = found + len(words)
        return self.place(found)

    def search(self, pattern: re.Pattern[str]) -> Place | None:
        """Find what a pattern matches behind the cursor, and move it behind that."""
        found = pattern.search(self.text, self.cursor)
        if not found:
            return None
        self.cursor = found.end()
        return self.place(found.start())

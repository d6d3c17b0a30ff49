"""Markdown twins: what a page says, read back from its HTML, for readers that prefer text.

It reads the ``<main>`` of our own pages, not HTML at large: what it knows of tags, classes and attributes is what
``templates/`` and prose use; no part of a table, for one, is hidden. Every page has a twin, so speed counts: a page is
split at the tags of its blocks alone and its tables into rows, and what stands between is looked up as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

from generator.exports.gfm import RULE, Writer, heading, paragraph, table
from generator.exports.lines import ends, head, line, marked, row, with_addresses
from generator.exports.tags import INSIDE, REMEMBERED, Tag, Unseen, read_tag

_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_CAPTION = re.compile(rf"<caption\b{INSIDE}>(.*?)</caption>", re.DOTALL)
# A term and what is said of it are one line. What holds blocks that are not read is met before they are.
_BLOCK = re.compile(
    r"(<(?:dt|/dd|/?(?:p|div|section|figure|figcaption|details|summary|h[1-6]|ul|ol|li|dl|hr|blockquote|"
    rf"nav|form|template|noscript|script|style))\b{INSIDE}>)"
)
_NOTHING = Tag(unseen=True)
QUESTION_LEVEL = 3

_Step = tuple[Callable[..., None], tuple[Any, ...]]
"""A method of the writer, and what it is given."""


def markdown(html: str, canonical: str) -> str:
    """The main part of a page as GitHub-flavoured Markdown, its links absolute, ``canonical`` below the title."""
    reader = _Reader()
    reader.read(_main(html))
    writer = Writer()
    for method, given in reader.steps:
        method(writer, *given)
    return with_addresses(writer.text(), canonical)


def _main(html: str) -> str:
    begin, end = html.find("<main"), html.rfind("</main>")
    main = html[html.find(">", begin) + 1 : end] if 0 <= begin < end else ""
    return _COMMENT.sub("", main) if "<!--" in main else main


@lru_cache(maxsize=REMEMBERED)
def _tags(html: str) -> Sequence[tuple[str, Tag]]:
    """The tags of blocks in a piece of HTML, each after the part of a line that stands before it."""
    *parts, rest = _BLOCK.split(html)
    tags = zip(parts[::2], map(read_tag, parts[1::2]), strict=True)
    return (*tags, (rest, _NOTHING)) if rest else (*tags,)


@lru_cache(maxsize=REMEMBERED)
def _alone(html: str) -> _Reader | None:
    """What was read in a piece of HTML between two blocks, unless it opens what other pieces go on with."""
    reader = _Reader()
    reader.piece(html)
    return None if reader.unseen.depth or reader.in_sum else reader


class _Reader:
    """Reads HTML into the steps of a writer. ``line`` is the HTML since the last tag of a block."""

    def __init__(self) -> None:
        self.steps: list[_Step] = []
        self.line = ""
        self.in_sum = False
        self.unseen = Unseen()

    def read(self, html: str) -> None:
        """Go through the HTML: each piece but the first begins within a table."""
        first, *pieces = html.split("<table")
        self.blocks(first)
        for piece in pieces:
            inner, _, after = piece.partition("</table>")
            if not self.unseen.depth:
                self.table(inner)
            self.blocks(after)
        self.end_line()

    def blocks(self, html: str) -> None:
        """Go through HTML without tables. Pages share most of its lines, and most of these are blocks as a whole."""
        for piece in html.split("\n"):
            between = not (self.line or self.in_sum or self.unseen.depth)
            if between and (known := _alone(piece)):
                self.steps += known.steps
                self.line = known.line
            else:
                self.piece(f"\n{piece}")

    def piece(self, html: str) -> None:
        """Go through a piece tag by tag."""
        for text, tag in _tags(html):
            if text and not self.unseen.depth and (self.line or not text.isspace()):
                self.line += text
            if self.unseen.depth or tag.unseen:
                self.unseen.read(tag)
            elif self.in_sum:
                self.line += tag.text
                self.in_sum = tag.name != "/details"
            else:
                self.block(tag)

    def block(self, tag: Tag) -> None:
        """The line before a tag of a block ends, and what the tag itself asks for follows."""
        if self.line:
            self.end_line(tag.name)
        if step := _STEPS.get(tag.name):
            self.steps.append(step)
        if "sum" in tag.classes and tag.name == "details":
            self.line, self.in_sum = tag.text, True

    def end_line(self, tag: str = "") -> None:
        """Write the line that a tag ends, if it says something."""
        text, self.line = line(self.line), ""
        if text:
            level = _LEVELS.get(tag)
            self.steps.append((Writer.block, (heading(level, text) if level else paragraph(text),)))

    def table(self, html: str) -> None:
        """A table, its caption a paragraph above it."""
        self.end_line()
        rows = html.split("</tr>")
        caption = _CAPTION.search(rows[0])
        if caption and (text := head(caption[1])):
            self.steps.append((Writer.block, (paragraph(text),)))
        set_to_end = ends(rows[0]) if len(rows) > 1 else ()
        text = table([*map(row, rows[:-1])], has_head="<thead" in rows[0], ends=set_to_end)
        self.steps.append((Writer.block, (text,)))


_LEVELS = {"/summary": QUESTION_LEVEL, **{f"/h{level}": level for level in range(1, 7)}}
_STEPS: Mapping[str, _Step] = {
    # The title is followed by the page's address.
    "/h1": (Writer.block, (f"<{marked('')}>",)),
    **dict.fromkeys(("ul", "dl"), (Writer.open_list, ())),
    **dict.fromkeys(("/ul", "/ol", "/dl"), (Writer.close_list, ())),
    **dict.fromkeys(("li", "dt"), (Writer.item, ())),
    "ol": (partial(Writer.open_list, ordered=True), ()),
    "hr": (Writer.block, (RULE,)),
    "blockquote": (Writer.open_quote, ()),
    "/blockquote": (Writer.close_quote, ()),
}

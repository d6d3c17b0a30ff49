"""Markdown twins: what a page says, read back from its HTML, for readers that prefer text.

It reads the ``<main>`` of our own pages, not HTML at large: what it knows of tags, classes and attributes is what
``templates/`` and prose use; no part of a table, for one, is hidden. Every page has a twin, so speed counts: a page is
split at the tags of its blocks alone and its tables into rows, and what stands between is looked up as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from generator.exports.gfm import Writer, table
from generator.exports.lines import ends, head, line, row, with_addresses
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


def markdown(html: str, canonical: str) -> str:
    """The main part of a page as GitHub-flavoured Markdown, its links absolute, ``canonical`` below the title."""
    twin = _Twin(canonical)
    twin.read(_main(html))
    return with_addresses(twin.writer.text(), canonical)


def _main(html: str) -> str:
    begin, end = html.find("<main"), html.rfind("</main>")
    main = html[html.find(">", begin) + 1 : end] if 0 <= begin < end else ""
    return _COMMENT.sub("", main) if "<!--" in main else main


@lru_cache(maxsize=REMEMBERED)
def _steps(html: str) -> Sequence[tuple[str, Tag]]:
    """The tags of blocks in a piece of HTML, each after the part of a line that stands before it."""
    *parts, rest = _BLOCK.split(html)
    steps = zip(parts[::2], map(read_tag, parts[1::2]), strict=True)
    return (*steps, (rest, _NOTHING)) if rest else (*steps,)


class _Twin:
    """Reads HTML into a writer. ``line`` is the HTML since the last tag of a block."""

    def __init__(self, canonical: str) -> None:
        self.writer = Writer()
        self.canonical = canonical
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
        """Go through HTML without tables. Pages share most of the pieces that begin with a tag on a new line."""
        first, *pieces = html.split("\n<")
        for piece in (first, *(f"\n<{piece}" for piece in pieces)):
            for text, tag in _steps(piece):
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
        if self.line:
            self.end_line(tag.name)
        if handle := _HANDLERS.get(tag.name):
            handle(self, tag)

    def end_line(self, tag: str = "") -> None:
        """Write the line that a tag ends, if it says something."""
        text, self.line = line(self.line), ""
        if text and (level := _LEVELS.get(tag)):
            self.writer.heading(level, text)
        elif text:
            self.writer.paragraph(text)

    def end_title(self, _: Tag) -> None:
        """The title is followed by the page's address."""
        self.writer.block(f"<{self.canonical}>")

    def start_details(self, tag: Tag) -> None:
        """A question is a heading above its answer; a sum is all one line."""
        if "sum" in tag.classes:
            self.line, self.in_sum = tag.text, True

    def table(self, html: str) -> None:
        """A table, its caption a paragraph above it."""
        self.end_line()
        caption = _CAPTION.search(html)
        if caption and (text := head(caption[1])):
            self.writer.paragraph(text)
        rows = html.split("</tr>")[:-1]
        set_to_end = ends(rows[0]) if rows else ()
        self.writer.block(table([*map(row, rows)], has_head="</thead>" in html, ends=set_to_end))


_Handler = Callable[[_Twin, Tag], None]


def _of_writer(method: Callable[[Writer], None]) -> _Handler:
    return lambda twin, _: method(twin.writer)


_LEVELS = {"/summary": QUESTION_LEVEL, **{f"/h{level}": level for level in range(1, 7)}}
_HANDLERS: Mapping[str, _Handler] = {
    "/h1": _Twin.end_title,
    **dict.fromkeys(("ul", "dl"), _of_writer(Writer.open_list)),
    **dict.fromkeys(("/ul", "/ol", "/dl"), _of_writer(Writer.close_list)),
    **dict.fromkeys(("li", "dt"), _of_writer(Writer.item)),
    "ol": _of_writer(lambda writer: writer.open_list(ordered=True)),
    "hr": _of_writer(Writer.rule),
    "blockquote": _of_writer(Writer.open_quote),
    "/blockquote": _of_writer(Writer.close_quote),
    "details": _Twin.start_details,
}

"""Markdown of a content file → blocks and segments; blocks and their words → HTML.

Python-Markdown finds the blocks. The subset: paragraphs, ``##`` and ``###`` headings with ``{#id}``, ``-`` and ``1.``
lists to depth three, tables, quotes, and images, each a paragraph of its own. Whatever else it would read is refused
with its place.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Literal, Self, cast
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.blockprocessors import build_block_parser
from markdown.extensions.sane_lists import SaneListExtension
from markdown.extensions.tables import TableExtension
from markdown.preprocessors import NormalizeWhitespace
from msgspec import Struct, field
from msgspec.structs import replace

from generator.model import SLUG, SLUG_LENGTH, Block, Document, ImageRef, Section, Segment, When
from generator.problems import Place, Problem, quoted
from generator.prose.inline import fact_names, fill, link_targets, normalise
from generator.prose.inline_html import Inline
from generator.prose.inline_rules import Fault, inline_faults
from generator.prose.prose_html import RenderedImage, RenderedSegment, render_blocks
from generator.prose.prose_lines import LIST_MARKER, line_problems
from generator.prose.prose_source import ProseSource

__all__ = [
    "Fault",
    "Inline",
    "RenderedImage",
    "RenderedSegment",
    "fact_names",
    "fill",
    "inline_faults",
    "inline_problems",
    "link_targets",
    "normalise",
    "read_document",
    "render_blocks",
]

# What no guide reaches, and what keeps Python-Markdown fast and its recursion shallow on hostile files.
LONGEST_DOCUMENT = 200_000
MOST_LINES = 4_000

_ATTRIBUTES = re.compile(r"\s*(?<!\{)\{([^{}]*[#.=:][^{}]*|)\}\s*$")
_ID = re.compile(rf"#({SLUG.pattern})(?: when=(before|open))?")
# Keys of segments, and names that scripts look up on `window`.
_TAKEN_IDS = {"lead", "faq", "meta", "config"}
_SKIP = {
    "li": re.compile(r"[\s>]*(?:(?:[-*+]|\d+\.)[ ]+)*"),
    "td": re.compile(r"[\s>|]*"),
    "h": re.compile(r"[\s>]*#+[ ]*"),
    "p": re.compile(r"[\s>]*"),
    "img": re.compile(r"[\s>]*!\["),
}
_IMAGE = re.compile(r"!\[((?:(?!\]\().)*)\]\(((?:[^()]|\([^()]*\))*)\)", re.DOTALL)
_FILE = re.compile(r"[\w.-]+")
_RULE = re.compile(r"^[ >]*[-*_](?:[ ]*[-*_]){2,}[ ]*$", re.MULTILINE)
_LINE = re.compile(r"\n[^\n]*")
_HEADING = ("only ## and ### headings are used, each after an empty line", "the title stands in the front matter")
_REFUSED = {
    "hr": ("a line across the page is not supported", "use a ## heading"),
    "pre": ("a line after four blanks would be code", "delete the blanks at its beginning"),
    "table": ("a table does not fit here", "put it between paragraphs"),
}
_LABELS = {"p": "paragraph {}", "li": "list item {}", "h": "heading", "img": "alt text of image {}"}


class _Blocks(Markdown):
    """Python-Markdown with its blocks alone."""

    def build_parser(self) -> Self:
        self.parser = build_block_parser(self)
        for name in ("reference", "setextheader"):
            self.parser.blockprocessors.deregister(name)
        return self


@lru_cache(maxsize=1)
def _parser() -> Markdown:
    # Extensions by their classes: by their names they would be looked up among everything that is installed.
    return _Blocks(extensions=[TableExtension(), SaneListExtension()])


def _elements(text: str) -> Iterable[Element]:
    parser = _parser()
    lines = NormalizeWhitespace(parser).run(text.split("\n"))
    root = parser.parser.parseDocument(lines).getroot()
    return () if root is None else root


def inline_problems(segment: Segment) -> list[Problem]:
    """What one segment must not hold, with the places in the file; for the texts of front matter too."""
    return [Problem(segment.at(fault.offset), fault.message, fault.hint) for fault in inline_faults(segment.msgid)]


def read_document(text: str, path: str, first_line: int) -> tuple[Document, list[Problem]]:
    """Read the body of a content file that begins at ``first_line`` of ``path``.

    Returns what could be read together with every problem; with problems the document may have gaps.
    """
    if len(text) > LONGEST_DOCUMENT or text.count("\n") >= MOST_LINES:
        place = Place(path, first_line, 1)
        found = f"a text of {len(text):,} characters in {text.count(chr(10)) + 1:,} lines"
        message = f"{found}; at most {LONGEST_DOCUMENT:,} in {MOST_LINES:,} are read"
        return Document((), ()), [Problem(place, message, "make it two guides")]
    problems = line_problems(text, path, first_line)
    if problems:
        return Document((), ()), problems
    return _Reader(ProseSource(text, path, first_line)).read()


class _Under(Struct):
    """The heading that blocks are being read under: what keys begin with, and the ordinals used so far."""

    key: str
    context: str
    count: Counter[str] = field(default_factory=Counter)
    row: int = 0


class _Reader:
    """Walks Python-Markdown's tree of one document; the cursor follows in the source for the places."""

    def __init__(self, source: ProseSource) -> None:
        self.source = source
        self.problems: list[Problem] = []
        self.ids: dict[str, Place] = {}
        self.under = _Under("lead", "lead")

    def read(self) -> tuple[Document, list[Problem]]:
        lead: list[Block] = []
        parts: list[tuple[Segment, str, When | None, list[Block]]] = []
        blocks = lead
        for element in _elements(self.source.text):
            if element.tag == "h2":
                blocks = []
                parts.append((*self._section(element), blocks))
            else:
                blocks += self._blocks(element, top=True)
        sections = tuple(Section(anchor, heading, tuple(body), when) for heading, anchor, when, body in parts)
        return Document(tuple(lead), sections), sorted(self.problems)

    def _section(self, element: Element) -> tuple[Segment, str, When | None]:
        words, anchor, when = self._heading(element)
        self.under = _Under(anchor or "lead", words.msgid)
        return self._named(words, anchor), anchor, when

    def _named(self, words: Segment, anchor: str) -> Segment:
        """The segment of a heading, whose key begins with its own name."""
        return replace(words, key=f"{anchor}/h", context=f"{self.under.context} › heading")

    def _heading(self, element: Element) -> tuple[Segment, str, When | None]:
        raw = (element.text or "").strip()
        found = _ATTRIBUTES.search(raw)
        words = raw[: found.start()] if found else raw
        segment = self._segment("h", "h", words)
        place = (self.source.find(found[0].strip()) if found else None) or self.source.here()
        name = _ID.fullmatch(found[1].strip()) if found else None
        if name is None or len(name[1]) > SLUG_LENGTH:
            what = f'"{{{found[1]}}}" is not a name for a heading' if found else "a heading without a name"
            self._report(place, what, "end the line with {#name}: small letters a-z, digits and single hyphens")
            return segment, "", None
        anchor = name[1]
        if anchor in _TAKEN_IDS:
            self._report(place, f'"{anchor}" cannot name a heading', "choose another name")
        elif anchor in self.ids:
            self._report(place, f'a second heading named "{anchor}"; the first is at {self.ids[anchor]}', "rename one")
        self.ids.setdefault(anchor, place)
        if name[2] and element.tag != "h2":
            self._report(place, "only a ## heading may have when=", "move it to the section")
        return segment, anchor, cast("When | None", name[2])

    def _blocks(self, element: Element, *, top: bool = False) -> list[Block]:
        if element.tag == "p":
            image = _IMAGE.fullmatch((element.text or "").strip())
            return self._image(image[1], image[2].strip()) if image else self._leaf("p", element.text or "")
        if element.tag in {"ul", "ol"}:
            if element.get("start"):
                self._report(self.source.next_sign(), "a list counts from 1", "begin it with 1.")
            return [Block(cast(Literal["ul", "ol"], element.tag), children=self._all(map(self._item, element)))]
        if element.tag == "blockquote":
            return [Block("quote", children=self._all(map(self._blocks, element)))]
        if element.tag == "table" and top:
            return [self._table(element)]
        if element.tag == "h3" and top:
            segment, anchor, _ = self._heading(element)
            section = self.under.context.split(" › ")[0]
            self.under = _Under(anchor, f"{section} › {segment.msgid}")
            return [Block("h3", self._named(segment, anchor), id=anchor)]
        self._refuse(element)
        return []

    def _all(self, parts: Iterable[list[Block]]) -> tuple[Block, ...]:
        return tuple(block for part in parts for block in part)

    def _item(self, element: Element) -> list[Block]:
        own = element.text or ""
        rest = list(element)
        if not own.strip() and rest and rest[0].tag == "p":
            own = rest.pop(0).text or ""
        leaf = self._leaf("li", own)
        children: list[Block] = []
        for child in rest:
            children += self._blocks(child)
            if child.tail and child.tail.strip():
                children += self._leaf("p", child.tail)
        return [Block("li", leaf[0].segment if leaf else None, tuple(children))]

    def _table(self, element: Element) -> Block:
        head, body = element
        rows = [self._row(row) for row in head]
        # Past the line of dashes, which could pass for a cell.
        self.source.skip_line()
        self.source.skip(_LINE)
        return Block("table", children=(*rows, *(self._row(row) for row in body)))

    def _row(self, row: Element) -> Block:
        self.under.row += 1
        cells: list[Block] = []
        for column, cell in enumerate(row, 1):
            kind = cast(Literal["th", "td"], cell.tag)
            words = (cell.text or "").strip()
            segment = self._segment(f"{kind}{self.under.row}-{column}", "td", words) if words else None
            cells.append(Block(kind, segment))
        return Block("tr", children=tuple(cells))

    def _leaf(self, kind: Literal["p", "li"], raw: str) -> list[Block]:
        if not raw.strip():
            return []
        self.under.count[kind] += 1
        segment = self._segment(f"{kind}{self.under.count[kind]}", kind, raw)
        for number, line in enumerate(raw.strip("\n").split("\n")):
            place = replace(segment.place, line=segment.place.line + number, column=1)
            if number and LIST_MARKER.match(line.lstrip()):
                self._report(place, "a list needs an empty line before it", "add the empty line, or move the sign up")
            if line.lstrip().startswith("|"):
                self._report(place, "not a whole table", "a table has a line of headings, then | --- | for each column")
        return [Block(kind, segment)]

    def _image(self, alt: str, name: str) -> list[Block]:
        self.under.count["img"] += 1
        segment = self._segment(f"img{self.under.count['img']}", "img", alt)
        if not segment.msgid:
            hint = "say between the square brackets what it shows, for those who cannot see it"
            self._report(segment.place, "an image without alt text", hint)
        self.source.find("](")
        place = self.source.next_sign()
        if not _FILE.fullmatch(name):
            hint = "write the name alone, as in ![What it shows](memory.png), of a file in content/images/"
            self._report(place, f"{quoted(name)} is not the name of an image", hint)
        return [Block("img", segment, image=ImageRef(name, place))]

    def _segment(self, name: str, kind: str, raw: str) -> Segment:
        """Make the segment of a leaf, and find its lines in the source from the cursor on."""
        self.source.skip(_SKIP[kind])
        starts: list[tuple[int, Place]] = []
        offset = 0
        for line in (line.strip(" ") for line in raw.strip().split("\n")):
            if place := self.source.find(line):
                starts.append((offset, place))
            offset += len(normalise(line)) + bool(line)
        label = _LABELS.get(kind, "").format(name.removeprefix(kind))
        if kind == "td":
            label = "table row {}, column {}".format(*name[2:].split("-"))
        begin = starts[0][1] if starts else self.source.here()
        context = f"{self.under.context} › {label}"
        segment = Segment(f"{self.under.key}/{name}", normalise(raw), begin, context, tuple(starts[1:]))
        self.problems += inline_problems(segment)
        return segment

    def _refuse(self, element: Element) -> None:
        first = "".join(element.itertext()).strip().split("\n")[0].strip()
        place = self.source.search(_RULE) if element.tag == "hr" else self.source.find(first)
        place = place or self.source.next_sign()
        if element.tag not in _REFUSED:
            place = replace(place, column=1)
        self._report(place, *_REFUSED.get(element.tag, _HEADING))

    def _report(self, place: Place, message: str, hint: str) -> None:
        self.problems.append(Problem(place, message, hint))

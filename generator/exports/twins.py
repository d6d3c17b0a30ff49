"""Markdown twins: what a page says, read back from its HTML, for readers that prefer text.

It reads the ``<main>`` of our own pages, not HTML at large: what it knows of tags, classes and attributes is what
``templates/`` and prose use. Every page has a twin, so speed counts: the page is split at its tags once, and each tag
is looked up by its whole text, since few different ones make up most of a page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from html import unescape
from urllib.parse import urljoin

from msgspec import Struct

from generator.exports.gfm import Writer, escaped

_MAIN = re.compile(r"<main\b[^>]*>(.*)</main>", re.DOTALL)
# Pictures, ways through the page, and what only a script needs: none of it is what the page says.
_WORDLESS = re.compile(r"<(svg|nav|script|style|template|noscript|form|button)\b.*?</\1>|<!--.*?-->", re.DOTALL)
_TAG = re.compile(r'(<[^>"]*(?:"[^"]*"[^>"]*)*>)')
_TAG_PARTS = re.compile(r'<(/?[a-z][a-z0-9]*)((?:[^>"]|"[^"]*")*)>')
_ATTRIBUTE = re.compile(r'([a-z][a-z-]*)(?:="([^"]*)")?')
_ISOLATES = {"ltr": "\u2066", "rtl": "\u2067", "auto": "\u2068"}
_END_OF_ISOLATE = "\u2069"
QUESTION_LEVEL = 3
# The lines of a sum run together: what begins with an operator goes on, anything else is the next of a list.
_NEXT_LINE = "\0"
_GOES_ON = re.compile(f"{_NEXT_LINE}(?=[{''.join(_ISOLATES.values())}]?[÷=×+−→])")


def markdown(html: str, canonical: str) -> str:
    """The main part of a page as GitHub-flavoured Markdown, its links absolute, ``canonical`` below the title."""
    found = _MAIN.search(html)
    twin = _Twin(canonical)
    twin.read(_WORDLESS.sub("", found[1] if found else ""))
    return twin.writer.text()


class _Tag(Struct, frozen=True):
    """A tag: its name, with a slash before it at the end of an element, its attributes and classes.

    ``unseen``: readers of text have no use for the element, it is hidden from them or about the screen.
    """

    name: str
    attributes: Mapping[str, str]
    classes: frozenset[str]
    unseen: bool


@lru_cache(maxsize=4096)
def _read_tag(text: str) -> _Tag:
    parts = _TAG_PARTS.fullmatch(text)
    if parts is None:
        return _Tag("", {}, frozenset(), unseen=False)
    attributes = {name: unescape(value) for name, value in _ATTRIBUTE.findall(parts[2])}
    classes = frozenset(attributes.get("class", "").split())
    unseen = "hidden" in attributes or attributes.get("aria-hidden") == "true" or "hint" in classes
    return _Tag(parts[1], attributes, classes, unseen)


class _Twin:
    """Reads HTML into a writer. ``after_end``: an element has just ended, without a blank after it."""

    def __init__(self, canonical: str) -> None:
        self.writer = Writer()
        self.canonical = canonical
        self.in_sum = self.in_code = self.in_head = self.after_end = False

    def read(self, html: str) -> None:
        """Go through the HTML: texts at even places, tags at odd ones."""
        unseen, depth, inline = "", 0, self.writer.inline
        for place, part in enumerate(_TAG.split(html)):
            if place % 2:
                tag = _read_tag(part)
                if depth:
                    depth += (tag.name == unseen) - (tag.name == f"/{unseen}")
                elif tag.unseen:
                    unseen, depth = tag.name, 1
                elif handle := _HANDLERS.get(tag.name):
                    handle(self, tag)
            elif part and not depth and (inline or not part.isspace()):
                text = unescape(part) if "&" in part else part
                inline.append(text if self.in_code else escaped(text))
                self.after_end = False
        self.writer.flush()

    def edge(self, tag: _Tag) -> None:
        """A block begins or ends. The one block of a sum is what stands in brackets."""
        self.after_end = False
        if not self.in_sum:
            self.writer.flush()
        elif tag.name == "div":
            self.writer.inline.append(" ")
            self.writer.open_span("(", ")")
        elif tag.name == "/div":
            self.writer.close_span()

    def end_heading(self, tag: _Tag) -> None:
        """A heading; the page's own is followed by its address."""
        self.writer.heading(int(tag.name[-1]))
        if tag.name == "/h1":
            self.writer.block(f"<{self.canonical}>")

    def start_details(self, tag: _Tag) -> None:
        """A sum stands within its cell, a question on its own."""
        self.edge(tag)
        self.in_sum = "sum" in tag.classes

    def end_summary(self, _: _Tag) -> None:
        """A question is a heading above its answer."""
        self.after_end = False
        if not self.in_sum:
            self.writer.heading(QUESTION_LEVEL)

    def end_details(self, tag: _Tag) -> None:
        """The end of a sum is not the end of its cell."""
        if self.in_sum:
            inline = self.writer.inline
            inline[:] = [_GOES_ON.sub(" ", "".join(inline)).replace(_NEXT_LINE, ", ")]
        self.edge(tag)
        self.in_sum = False

    def start_cell(self, tag: _Tag) -> None:
        """A cell; the head of a group of rows is strong, and so is the better value of two."""
        self.after_end = False
        self.in_head = tag.name == "th"
        self.writer.open_cell(end="n" in tag.classes)
        sign = "**" if "better" in tag.classes or tag.attributes.get("scope") == "rowgroup" else ""
        self.writer.open_span(sign, sign)

    def end_cell(self, _: _Tag) -> None:
        """A cell ends with the span that it began with."""
        self.in_head = False
        self.writer.close_span()
        self.writer.close_cell()

    def edge_of_caption(self, tag: _Tag) -> None:
        """A caption is a paragraph above its table."""
        self.edge(tag)
        self.in_head = tag.name == "caption"

    def start_small(self, _: _Tag) -> None:
        """The second line of a head stands in brackets; elsewhere small words are part of what they stand with."""
        self.after_end = False
        self.writer.open_span(*("()" if self.in_head else ("", "")))

    def start_span(self, tag: _Tag) -> None:
        """Some elements are set apart by the style sheet, and the HTML has no blank before them."""
        ratio = "x" in tag.classes
        if ratio or (self.after_end and tag.name in {"span", "em"}):
            self.writer.inline.append(_NEXT_LINE if self.in_sum else " ")
        self.after_end = False
        self.in_code = tag.name == "code"
        sign = "*" if "mark" in tag.classes else _SIGNS.get(tag.name, "")
        self.writer.open_span(*("()" if ratio else (sign, sign)))

    def start_link(self, tag: _Tag) -> None:
        """A link, its address in full."""
        self.writer.open_span("[", f"]({self.absolute(tag.attributes.get('href', ''))})")

    def end_span(self, tag: _Tag) -> None:
        """The end of what began within a line."""
        self.writer.close_span()
        self.in_code, self.after_end = False, tag.name != "/a"

    def isolate(self, tag: _Tag) -> None:
        """The direction of a figure: Markdown has no element for it, Unicode has."""
        opens = tag.name == "bdi"
        self.writer.inline.append(_ISOLATES[tag.attributes.get("dir", "auto")] if opens else _END_OF_ISOLATE)

    def image(self, tag: _Tag) -> None:
        """A picture, with its text."""
        address = self.absolute(tag.attributes.get("src", ""))
        self.writer.inline.append(f"![{escaped(tag.attributes.get('alt', ''))}]({address})")

    def absolute(self, address: str) -> str:
        """An address in full, in pointed brackets where Markdown would not see its end."""
        full = urljoin(self.canonical, address)
        return f"<{full}>" if set(full) & set(" ()") else full


_Handler = Callable[[_Twin, _Tag], None]
_SIGNS = {"b": "**", "strong": "**", "em": "*", "i": "*", "code": "`"}


def _of_writer(method: Callable[[Writer], None]) -> _Handler:
    def handle(twin: _Twin, _tag: _Tag) -> None:
        twin.after_end = False
        method(twin.writer)

    return handle


def _written(text: str) -> _Handler:
    return lambda twin, _: twin.writer.inline.append(text)


def _both(*names: str) -> tuple[str, ...]:
    return tuple(sign + name for name in names for sign in ("", "/"))


_HEADINGS = tuple(f"h{level}" for level in range(1, 7))
_HANDLERS: Mapping[str, _Handler] = {
    **dict.fromkeys((*_both("p", "div", "section", "figure", "figcaption"), "summary"), _Twin.edge),
    **dict.fromkeys((*_HEADINGS, "/li", "/dd"), _Twin.edge),
    **dict.fromkeys((f"/{name}" for name in _HEADINGS), _Twin.end_heading),
    **dict.fromkeys(("span", *_SIGNS), _Twin.start_span),
    **dict.fromkeys((f"/{name}" for name in ("span", "small", "a", *_SIGNS)), _Twin.end_span),
    **dict.fromkeys(_both("caption"), _Twin.edge_of_caption),
    "small": _Twin.start_small,
    **dict.fromkeys(("th", "td"), _Twin.start_cell),
    **dict.fromkeys(("/th", "/td"), _Twin.end_cell),
    **dict.fromkeys(_both("bdi"), _Twin.isolate),
    **dict.fromkeys(("ul", "dl"), _of_writer(Writer.open_list)),
    **dict.fromkeys(("/ul", "/ol", "/dl"), _of_writer(Writer.close_list)),
    **dict.fromkeys(("li", "dt"), _of_writer(Writer.item)),
    "ol": _of_writer(lambda writer: writer.open_list(ordered=True)),
    "/dt": _written(": "),
    "br": _written(" "),
    "hr": _of_writer(Writer.rule),
    "blockquote": _of_writer(Writer.open_quote),
    "/blockquote": _of_writer(Writer.close_quote),
    "table": _of_writer(Writer.open_table),
    "/thead": _of_writer(Writer.end_head),
    "tr": _of_writer(Writer.row),
    "/table": _of_writer(Writer.close_table),
    "details": _Twin.start_details,
    "/summary": _Twin.end_summary,
    "/details": _Twin.end_details,
    "a": _Twin.start_link,
    "img": _Twin.image,
}

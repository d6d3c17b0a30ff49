"""What stands within a line of a page, as Markdown: a paragraph's words, a table's cells.

Pages share most of their lines and cells, so each is read once and remembered. That is why a link keeps its address as
it stands in the page, between two marks: ``with_addresses`` puts in what depends on the page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from html import unescape
from urllib.parse import urljoin

from generator.exports.gfm import escaped, joined, spanned
from generator.exports.tags import INSIDE, REMEMBERED, Tag, Unseen, read_tag

_CELL = re.compile(rf"<t[dh]\b{INSIDE}>")
_ISOLATES = {"ltr": "\u2066", "rtl": "\u2067", "auto": "\u2068"}
_END_OF_ISOLATE = "\u2069"
_SIGNS = {"b": "**", "strong": "**", "em": "*", "i": "*", "code": "`"}
# Most elements of a line hold a text and no other element: such a one is read as a whole.
_WHOLE = rf"<(?:span|{'|'.join(_SIGNS)})\b{INSIDE}>[^<]*</[a-z]+>"
_PARTS_OF_WHOLE = re.compile(rf"(<{INSIDE}>)([^<]*)</.*")
_PIECE = re.compile(rf"({_WHOLE}|<{INSIDE}>)")
# The lines of a sum run together: what begins with an operator goes on, anything else is the next of a list.
_NEXT_LINE = "\0"
_GOES_ON = re.compile(f"{_NEXT_LINE}(?=[{''.join(_ISOLATES.values())}]?[÷=×+−→])")
_MARK = "\1"


@lru_cache(maxsize=REMEMBERED)
def line(html: str) -> str:
    """The HTML of a line as Markdown."""
    return _Line().read(html)


@lru_cache(maxsize=REMEMBERED)
def head(html: str) -> str:
    """The HTML of a caption, or of the head of a row or column, as Markdown."""
    return _Line(in_head=True).read(html)


@lru_cache(maxsize=REMEMBERED)
def row(html: str) -> Sequence[str]:
    """The cells of a row of a table, whose HTML ends before its ``</tr>``; none where there is no row."""
    return tuple(map(_cell, html.replace("</th>", "</td>").split("</td>")[:-1]))


@lru_cache(maxsize=REMEMBERED)
def ends(html: str) -> Sequence[bool]:
    """For each cell of a row, whether it is set to the end of the line."""
    return tuple("n" in read_tag(tag).classes for tag in _CELL.findall(html))


@lru_cache(maxsize=REMEMBERED)
def _cell(html: str) -> str:
    """A cell, from anywhere before its tag; the head of a group of rows is strong, and so is the better of two."""
    start = _CELL.search(html)
    if start is None:
        return ""
    tag = read_tag(start[0])
    text = (head if tag.name == "th" else line)(html[start.end() :])
    sign = "**" if "better" in tag.classes or tag.attributes.get("scope") == "rowgroup" else ""
    return spanned(text, sign, sign).replace("|", "\\|")


def marked(address: str) -> str:
    """An address as it stands in a page, for ``with_addresses``; the page's own is empty."""
    return f"{_MARK}{address}{_MARK}"


def with_addresses(markdown: str, canonical: str) -> str:
    """Markdown whose addresses are in full, in pointed brackets where Markdown would not see an address's end."""
    parts = markdown.split(_MARK)
    parts[1::2] = [_in_full(address, canonical) for address in parts[1::2]]
    return "".join(parts)


def _in_full(address: str, canonical: str) -> str:
    up = address.count("../")
    # Nearly all lead up to the site's root first, or to another site: what urljoin knows more of costs time.
    if up and address.startswith("../" * up):
        full = f"{canonical.rsplit('/', up + 1)[0]}/{address[up * len('../') :]}"
    else:
        full = address if "://" in address else urljoin(canonical, address)
    return f"<{full}>" if " " in full or "(" in full or ")" in full else full


class _Line:
    """Reads the HTML of a line. ``after_end``: an element has just ended, without a blank after it."""

    def __init__(self, *, in_head: bool = False) -> None:
        self.pieces: list[str] = []
        self.spans: list[tuple[int, str, str]] = []
        self.in_head = in_head
        self.in_sum = self.in_code = self.after_end = False

    def read(self, html: str) -> str:
        """Go through the HTML: texts at even places, tags and whole elements at odd ones."""
        unseen = Unseen()
        for place, part in enumerate(_PIECE.split(html)):
            if place % 2:
                tag, says = _read_piece(part)
                if unseen.depth or tag.unseen:
                    if says is None:
                        unseen.read(tag)
                elif says is not None:
                    self.set_apart(tag)
                    self.pieces.append(says)
                    self.after_end = True
                elif handle := _HANDLERS.get(tag.name):
                    handle(self, tag)
            elif part and not unseen.depth:
                text = unescape(part) if "&" in part else part
                self.pieces.append(text if self.in_code else escaped(text))
                self.after_end = False
        text = "".join(self.pieces)
        return joined(_GOES_ON.sub(" ", text).replace(_NEXT_LINE, ", ") if _NEXT_LINE in text else text)

    def open_span(self, opening: str = "", closing: str = "") -> None:
        """Begin what stands between two signs."""
        self.after_end = False
        self.spans.append((len(self.pieces), opening, closing))

    def close_span(self) -> None:
        """End what was opened last."""
        begin, opening, closing = self.spans.pop() if self.spans else (0, "", "")
        if opening:
            self.pieces[begin:] = [spanned("".join(self.pieces[begin:]), opening, closing)]

    def start_small(self, _: Tag) -> None:
        """The second line of a head stands in brackets; elsewhere small words are part of what they stand with."""
        self.open_span(*("()" if self.in_head else ("", "")))

    def set_apart(self, tag: Tag) -> None:
        """Some elements are set apart by the style sheet, and the HTML has no blank before them."""
        if "x" in tag.classes or (self.after_end and tag.name in {"span", "em"}):
            self.pieces.append(_NEXT_LINE if self.in_sum else " ")

    def start_span(self, tag: Tag) -> None:
        """What is set off by signs, or only by the style sheet."""
        self.set_apart(tag)
        self.in_code = tag.name == "code"
        self.open_span(*_signs(tag))

    def end_span(self, tag: Tag) -> None:
        """The end of what began within a line."""
        self.close_span()
        self.in_code, self.after_end = False, tag.name != "/a"

    def start_link(self, tag: Tag) -> None:
        """A link, its address between marks."""
        after_end = self.after_end
        self.open_span("[", f"]({marked(tag.attributes.get('href', ''))})")
        self.after_end = after_end

    def image(self, tag: Tag) -> None:
        """A picture, with its text."""
        address = marked(tag.attributes.get("src", ""))
        self.pieces.append(f"![{escaped(tag.attributes.get('alt', ''))}]({address})")

    def isolate(self, tag: Tag) -> None:
        """The direction of a figure: Markdown has no element for it, Unicode has."""
        opens = tag.name == "bdi"
        self.pieces.append(_ISOLATES[tag.attributes.get("dir", "auto")] if opens else _END_OF_ISOLATE)

    def edge_of_sum(self, tag: Tag) -> None:
        """A sum stands within its cell."""
        self.after_end = False
        self.in_sum = "sum" in tag.classes

    def start_block(self, tag: Tag) -> None:
        """The one block of a sum is what stands in brackets; others are apart, as far as a line can tell."""
        self.pieces.append(" ")
        self.open_span(*("()" if self.in_sum and tag.name == "div" else ("", "")))

    def end_block(self, _: Tag) -> None:
        """What follows a block is apart from it."""
        self.close_span()
        self.pieces.append(" ")
        self.after_end = False

    def end_summary(self, _: Tag) -> None:
        """What is shown of a sum ends."""
        self.after_end = False


@lru_cache(maxsize=REMEMBERED)
def _read_piece(html: str) -> tuple[Tag, str | None]:
    """A tag, or the first tag of a whole element and what it says."""
    parts = _PARTS_OF_WHOLE.fullmatch(html)
    if parts is None:
        return read_tag(html), None
    tag, text = read_tag(parts[1]), unescape(parts[2])
    return tag, spanned(text if tag.name == "code" else escaped(text), *_signs(tag))


def _signs(tag: Tag) -> tuple[str, str]:
    if "x" in tag.classes:
        return "(", ")"
    sign = "*" if "mark" in tag.classes else _SIGNS.get(tag.name, "")
    return sign, sign


def _written(text: str) -> Callable[[_Line, Tag], None]:
    return lambda reader, _: reader.pieces.append(text)


_HANDLERS: Mapping[str, Callable[[_Line, Tag], None]] = {
    **dict.fromkeys(("span", *_SIGNS), _Line.start_span),
    **dict.fromkeys((f"/{name}" for name in ("span", "small", "a", *_SIGNS)), _Line.end_span),
    "small": _Line.start_small,
    "a": _Line.start_link,
    "img": _Line.image,
    **dict.fromkeys(("bdi", "/bdi"), _Line.isolate),
    **dict.fromkeys(("details", "/details"), _Line.edge_of_sum),
    **dict.fromkeys(("div", "p"), _Line.start_block),
    **dict.fromkeys(("/div", "/p"), _Line.end_block),
    "/summary": _Line.end_summary,
    "/dt": _written(": "),
    "br": _written(" "),
}

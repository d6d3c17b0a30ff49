"""Blocks and their words → HTML."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape

import nh3
from msgspec import Struct

from generator.model import Block, ImageRef, Segment


class RenderedSegment(Struct, frozen=True):
    """A segment's words as HTML, and whether they are in the page's language."""

    html: str
    translated: bool = True


class RenderedImage(Struct, frozen=True):
    """An image as a page shows it: where it lies, how many pixels it has, and its alt text, which is not HTML."""

    src: str
    width: int
    height: int
    alt: str
    translated: bool = True


Words = Callable[[Segment], RenderedSegment]
Images = Callable[[ImageRef, Segment], RenderedImage]

_MARK = ' lang="en" dir="ltr"'
_TAGS = {"quote": "blockquote"}
# All that an image is made of. Its addresses are relative, so no scheme is let through.
_FIGURE = nh3.Cleaner(
    tags={"figure", "img"},
    attributes={"img": {"src", "alt", "width", "height"}},
    tag_attribute_values={
        "figure": {"class": {"picture"}},
        "img": {"loading": {"lazy"}, "decoding": {"async"}, "lang": {"en"}, "dir": {"ltr"}},
    },
    url_schemes=set(),
    link_rel=None,
)


def render_blocks(blocks: Iterable[Block], words: Words, images: Images) -> str:
    """Blocks as HTML; the words of each segment come from ``words`` and stand marked where they are still English.

    ``images`` tells how an image is shown, with the segment that is its alt text.
    """
    return "".join(_render(block, words, images) for block in blocks)


def image_html(image: RenderedImage) -> str:
    """An image as HTML. Its place is kept free while it loads, which it does only when it is about to be seen."""
    mark = "" if image.translated else _MARK
    return _FIGURE.clean(
        f'<figure class="picture"><img src="{escape(image.src)}" alt="{escape(image.alt)}" width="{image.width}" '
        f'height="{image.height}" loading="lazy" decoding="async"{mark}></figure>'
    )


def _render(block: Block, words: Words, images: Images) -> str:
    if block.image and block.segment:
        return image_html(images(block.image, block.segment))
    if block.kind == "table":
        head = render_blocks(block.children[:1], words, images)
        body = render_blocks(block.children[1:], words, images)
        return f"<table><thead>{head}</thead><tbody>{body}</tbody></table>"
    inner = render_blocks(block.children, words, images)
    attributes = f' id="{block.id}"' if block.id else ""
    if block.kind == "th":
        attributes += ' scope="col"'
    if block.segment is not None:
        rendered = words(block.segment)
        mark = "" if rendered.translated else _MARK
        if mark and inner:
            # The element holds more than this segment, so the mark goes around the segment alone.
            inner = f"<span{mark}>{rendered.html}</span>{inner}"
        else:
            attributes += mark
            inner = rendered.html + inner
    tag = _TAGS.get(block.kind, block.kind)
    return f"<{tag}{attributes}>{inner}</{tag}>"

"""Blocks and their words → HTML."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from generator.model import Block, Segment


@dataclass(frozen=True, slots=True)
class RenderedSegment:
    """A segment's words as HTML, and whether they are in the page's language."""

    html: str
    translated: bool = True


def render_blocks(blocks: Iterable[Block], words: Callable[[Segment], RenderedSegment]) -> str:
    """Blocks as HTML; the words of each segment come from ``words`` and stand marked where they are still English."""
    return "".join(_render(block, words) for block in blocks)


_TAGS = {"quote": "blockquote"}


def _render(block: Block, words: Callable[[Segment], RenderedSegment]) -> str:
    if block.kind == "table":
        head = "".join(_render(row, words) for row in block.children[:1])
        body = "".join(_render(row, words) for row in block.children[1:])
        return f"<table><thead>{head}</thead><tbody>{body}</tbody></table>"
    inner = render_blocks(block.children, words)
    attributes = f' id="{block.id}"' if block.id else ""
    if block.kind == "th":
        attributes += ' scope="col"'
    if block.segment is not None:
        rendered = words(block.segment)
        mark = "" if rendered.translated else ' lang="en" dir="ltr"'
        if mark and inner:
            # The element holds more than this segment, so the mark goes around the segment alone.
            inner = f"<span{mark}>{rendered.html}</span>{inner}"
        else:
            attributes += mark
            inner = rendered.html + inner
    tag = _TAGS.get(block.kind, block.kind)
    return f"<{tag}{attributes}>{inner}</{tag}>"

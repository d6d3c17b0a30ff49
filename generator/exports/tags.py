"""The tags of our own pages, for whoever reads a page back: what ``templates/`` and prose use, not HTML at large."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from html import unescape

from msgspec import Struct

INSIDE = r'[^>"]*+(?:"[^"]*+"[^>"]*+)*+'
"""What stands in a tag after its name, as a regular expression, which never goes back over what it has read."""
REMEMBERED = 1 << 13
"""How many different pieces of HTML a reader remembers: a site has many pages, made from few such pieces."""
# Pictures, ways through the page, and what only a script needs: none of it is what the page says.
_WORDLESS = {"svg", "nav", "script", "style", "template", "noscript", "form", "button"}
_WITHOUT_END = {"", "br", "hr", "img", "input"}
_PARTS = re.compile(rf"<(/?[a-z][a-z0-9]*)({INSIDE})>")
_ATTRIBUTE = re.compile(r'([a-z][a-z-]*)(?:="([^"]*)")?')


class Tag(Struct, frozen=True):
    """A tag: its name, with a slash before it at the end of an element, its attributes and classes.

    ``unseen``: readers of text have no use for the element, it is hidden from them or about the screen.
    """

    text: str = ""
    name: str = ""
    attributes: Mapping[str, str] = {}
    classes: frozenset[str] = frozenset()
    unseen: bool = False


@lru_cache(maxsize=REMEMBERED)
def read_tag(text: str) -> Tag:
    """The tag of this text; what is no tag has no name."""
    parts = _PARTS.fullmatch(text)
    if parts is None:
        return Tag(text)
    attributes = {name: unescape(value) for name, value in _ATTRIBUTE.findall(parts[2])}
    classes = frozenset(attributes.get("class", "").split())
    hidden = "hidden" in attributes or attributes.get("aria-hidden") == "true" or "hint" in classes
    return Tag(text, parts[1], attributes, classes, unseen=hidden or parts[1] in _WORDLESS)


class Unseen:
    """The element that hides the place that was read to: how deep it is, 0 where readers see the place."""

    def __init__(self) -> None:
        self.depth = 0
        self._name = ""

    def read(self, tag: Tag) -> None:
        """Read on to a tag that is unseen, or within what is."""
        if self.depth:
            self.depth += (tag.name == self._name) - (tag.name == f"/{self._name}")
        elif tag.name not in _WITHOUT_END:
            self.depth, self._name = 1, tag.name

"""The Markdown of a segment → safe HTML or plain text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape, unescape
from xml.etree.ElementTree import Element

import nh3

from generator.prose.inline import is_plain, protect, restore, texts, too_much, tree
from generator.prose.inline_rules import target_fault

_SCHEMES = {"gpu", "guide", "page", "compare", "site", "https"}


def _any_of(names: Iterable[str]) -> re.Pattern[str] | None:
    """What finds names in HTML, the longest that stands at a place; ``None`` without names."""
    rests: dict[str, list[str]] = {}
    for name in sorted({name for name in names if name}, key=lambda name: (-len(name), name)):
        first, rest = (escape(re.escape(part), quote=False) for part in (name[0], name[1:]))
        rests.setdefault(first, []).append(rest)
    # That no word goes on here is asked after the first sign: before it, the search could not skip other signs.
    alternatives = "|".join(rf"{first}(?<!\w{first})(?:{'|'.join(rest)})" for first, rest in rests.items())
    return re.compile(rf"(?:{alternatives})(?!\w)") if rests else None


class Inline:
    """Turns the Markdown of segments into safe HTML or plain text; facts stay ``{name}`` until ``fill``.

    ``names`` are product names: outside of tags and code each is wrapped so that neither translation nor
    language-dependent upper case touches it. Results are kept: a catalogue repeats many texts.
    """

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._names = _any_of(names)
        self._html: dict[str, str] = {}
        self._plain: dict[str, str] = {}

    def html(self, text: str) -> str:
        """The text as HTML of ``a[href]``, ``strong``, ``em``, ``code`` and name spans; targets stay ``gpu:…``."""
        if (known := self._html.get(text)) is None:
            known = self._html[text] = self._render(text)
        return known

    def plain(self, text: str) -> str:
        """The text without Markdown, not escaped: for titles, descriptions and structured data."""
        if (known := self._plain.get(text)) is None:
            protected, facts = protect(text)
            if not is_plain(protected) and not too_much(protected):
                protected = "".join(piece for _, piece in texts(tree(protected)))
            known = self._plain[text] = restore(protected, facts)
        return known

    def _render(self, text: str) -> str:
        protected, facts = protect(text)
        if is_plain(protected) or too_much(protected):
            return restore(self._wrap(protected), facts)
        html = nh3.clean(
            self._children(tree(protected)),
            tags={"a", "strong", "em", "code", "span"},
            attributes={"a": {"href"}, "span": {"lang", "translate"}},
            url_schemes=_SCHEMES,
            link_rel=None,
        )
        return restore(html.replace("&nbsp;", "\u00a0"), facts)

    def _wrap(self, text: str) -> str:
        html = escape(text, quote=False)
        if self._names is None:
            return html
        return self._names.sub(lambda found: f'<span lang="en" translate="no">{found[0]}</span>', html)

    def _children(self, element: Element) -> str:
        parts = [self._wrap(element.text or "")]
        for child in element:
            parts.append(self._element(child))
            parts.append(self._wrap(child.tail or ""))
        return "".join(parts)

    def _element(self, element: Element) -> str:
        if element.tag == "code":
            return f"<code>{escape(unescape(element.text or ''), quote=False)}</code>"
        inner = self._children(element)
        if element.tag == "a":
            target = element.get("href", "")
            return inner if target_fault(target) else f'<a href="{escape(target)}">{inner}</a>'
        return f"<{element.tag}>{inner}</{element.tag}>" if element.tag in {"strong", "em"} else inner

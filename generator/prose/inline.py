"""The Markdown inside a segment, as a tree: the subset, facts, links, and what protects facts while Markdown runs.

The subset: ``*emphasis*``, ``**strong**``, `` `code` ``, ``[text](target)``, a backslash before a sign that would mean
something, and facts, ``{name}``. Everything else is text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from html import unescape
from typing import Self
from xml.etree.ElementTree import Element, SubElement

from markdown import Markdown
from markdown.inlinepatterns import (
    BACKTICK_RE,
    ESCAPE_RE,
    LINK_RE,
    BacktickInlineProcessor,
    DelimiterProcessor,
    EscapeInlineProcessor,
    LinkInlineProcessor,
)
from markdown.treeprocessors import InlineProcessor, UnescapeTreeprocessor
from markdown.util import Registry
from msgspec import Struct, field

LONGEST = 4_000
MOST_SIGNS = 200

# Patterns begin with a sign, and look behind it for what must not stand before: so the search skips all other signs.
# A brace that is doubled is literal, as it is for gettext's brace format.
FACT = re.compile(r"\{(?<!\{\{)([a-z][a-z0-9_]*)\}(?!\})")
SIGNS = re.compile(r"[\[\]<>`()*\\]")
_MEANING = re.compile(r"[\[`*\\]")
# A link or a mark that is easily seen: it holds nothing else, and touches no word, star or exclamation mark.
_EASY = re.compile(
    r"\[(?<!!\[)([^\[\]`*\\]+)\]\(([\w:/.#?&=~+,;@%-]+)\)"
    r"|\*(?<![\w*]\*)(\*?)((?!\s)[^\[`*\\]+(?<!\s))\*\3(?![\w*])"
)
_PARTS = _EASY.groups + 1
# Controls, the characters that turn the direction of writing, line separators, and the private area, which protects
# facts while Markdown runs.
UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ue000-\uf8ff\ufeff\ufff0-\uffff]"
)
_PRIVATE = 0xE000
_MOST_FACTS = 0xF8FF - _PRIVATE


class _Marks(Markdown):
    """Python-Markdown with the marks of the subset alone: its other patterns would take time to compile."""

    def build_parser(self) -> Self:
        self.inlinePatterns = Registry()
        self.inlinePatterns.register(BacktickInlineProcessor(BACKTICK_RE), "backtick", 4)
        self.inlinePatterns.register(EscapeInlineProcessor(ESCAPE_RE, self), "escape", 3)
        self.inlinePatterns.register(LinkInlineProcessor(LINK_RE, self), "link", 2)
        # Not "_" too: an underscore belongs to names.
        self.inlinePatterns.register(DelimiterProcessor("*", "strong,em", self), "em_strong", 1)
        self.treeprocessors = Registry()
        self.treeprocessors.register(InlineProcessor(self), "inline", 2)
        self.treeprocessors.register(UnescapeTreeprocessor(self), "unescape", 1)
        return self


@lru_cache(maxsize=1)
def _parser() -> Markdown:
    return _Marks()


@lru_cache(maxsize=8192)
def tree(text: str) -> Element:
    """The inline Markdown of a text as a tree of ``a``, ``strong``, ``em`` and ``code``, which nobody changes."""
    easy = _easy_tree(text)  # Python-Markdown takes twenty times as long
    return _hard_tree(text) if easy is None else easy


def _easy_tree(text: str) -> Element | None:
    """The tree of a text whose links and marks hold nothing else; ``None`` for any other text."""
    parts = _EASY.split(text)
    plain = parts[::_PARTS]
    if not all(map(is_plain, plain)):
        return None
    leaf = Element("p")
    leaf.text = plain[0] or None
    for number, tail in enumerate(plain[1:]):
        linked, target, second_star, marked = parts[number * _PARTS + 1 : (number + 1) * _PARTS]
        element = SubElement(leaf, "strong" if second_star else "em") if marked else SubElement(leaf, "a", href=target)
        element.text, element.tail = linked or marked, tail or None
    return leaf


def _hard_tree(text: str) -> Element:
    parser = _parser()
    parser.reset()  # an open mark of one text must not wait for the next
    root = Element("div")
    leaf = SubElement(root, "p")
    leaf.text = text
    parser.treeprocessors["inline"].run(root)
    parser.treeprocessors["unescape"].run(root)
    return leaf


def is_plain(text: str) -> bool:
    """Whether a text holds no sign with which Markdown begins to read something."""
    return not _MEANING.search(text)


def too_much(text: str) -> bool:
    """Whether a text is so long, or so full of signs, that Markdown would take long: it is then read as plain text."""
    return len(text) > LONGEST or len(SIGNS.findall(text)) > MOST_SIGNS


def normalise(text: str) -> str:
    """The text of a segment with its soft breaks as single blanks; other blanks, such as U+00A0, stay."""
    for sign in "\t\r\n":
        text = text.replace(sign, " ")
    while "  " in text:
        text = text.replace("  ", " ")
    return text.strip(" ")


def fact_names(msgid: str) -> tuple[tuple[str, int], ...]:
    """The facts in a text: name and offset of each, in order."""
    return tuple((found[1], found.start()) for found in FACT.finditer(msgid)) if "{" in msgid else ()


class Link(Struct, frozen=True):
    """A link in a text: where it leads, its title and text, and the offset of its target."""

    target: str
    title: str
    text: str
    offset: int


class Marks(Struct, frozen=True):
    """What Markdown finds in a text: links in order, how often it marks, and what is left as text outside of code."""

    links: tuple[Link, ...] = ()
    count: Mapping[str, int] = field(default_factory=dict)
    rest: str = ""


@lru_cache(maxsize=8192)
def marks(text: str) -> Marks:
    """Read a text once for everything that is asked about it; one that is too much counts as plain."""
    if is_plain(text) or too_much(text):
        return Marks(rest=text)
    protected, facts = protect(text)
    leaf = tree(protected)
    count = Counter(element.tag for element in leaf.iter() if element.tag in {"strong", "em", "code"})
    rest = "".join(piece for element, piece in texts(leaf) if element.tag != "code")
    return Marks(tuple(_links(leaf, text, facts)), count, rest)


def _links(leaf: Element, text: str, facts: tuple[str, ...]) -> Iterator[Link]:
    begin = 0
    for link in leaf.iter("a"):
        target = restore(link.get("href", ""), facts)
        after = max(text.find("](", begin) + len("]("), begin)
        begin = max(text.find(target, after) if target else after, begin)
        yield Link(target, link.get("title", ""), "".join(link.itertext()).strip(), begin)
        begin += len(target)


def link_targets(msgid: str) -> tuple[tuple[str, int], ...]:
    """The targets of the links in a text: target and offset of each, in order; none where the text is too long."""
    return tuple((link.target, link.offset) for link in marks(msgid).links)


def texts(element: Element) -> Iterator[tuple[Element, str]]:
    """The pieces of text in a tree with the elements that hold them, in order."""
    if element.text:
        yield element, unescape(element.text) if element.tag == "code" else element.text
    for child in element:
        yield from texts(child)
        if child.tail:
            yield element, child.tail


def protect(text: str) -> tuple[str, tuple[str, ...]]:
    """The text with each fact as one private character, so that Markdown cannot read into its name."""
    clean = UNSAFE.sub("", text)
    facts: list[str] = []

    def put(found: re.Match[str]) -> str:
        if len(facts) >= _MOST_FACTS:
            return found[0]
        facts.append(found[0])
        return chr(_PRIVATE + len(facts) - 1)

    return FACT.sub(put, clean), tuple(facts)


def restore(text: str, facts: tuple[str, ...]) -> str:
    """Put the facts back in the place of their private characters."""
    for number, fact in enumerate(facts):
        text = text.replace(chr(_PRIVATE + number), fact)
    return text


def fill(text: str, values: Mapping[str, str]) -> str:
    """Put values in the place of ``{name}``, once and literally; raises ``KeyError`` for a name without a value.

    With HTML the values must be HTML. The text never reaches ``str.format``.
    """
    return FACT.sub(lambda found: values[found[1]], text) if "{" in text else text

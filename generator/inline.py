"""The Markdown inside a segment: what it may hold, the facts and links in it, and its safe HTML.

The subset: ``*emphasis*``, ``**strong**``, `` `code` ``, ``[text](target)``, a backslash before a sign that would mean
something, and facts, ``{name}``. Everything else is text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from html import escape, unescape
from xml.etree.ElementTree import Element, SubElement

import nh3
from markdown import Markdown
from markdown.treeprocessors import InlineProcessor
from markdown.util import Registry

from generator.model import SLUG

LONGEST = 4_000
MOST_SIGNS = 200

# A brace that is doubled is literal, as it is for gettext's brace format.
FACT = re.compile(r"(?<!\{)\{([a-z][a-z0-9_]*)\}(?!\})")

_SLUG = SLUG.pattern
_TARGET = re.compile(
    rf"(?:gpu|guide|page):{_SLUG}|compare:{_SLUG}/{_SLUG}|site:{_SLUG}|#{_SLUG}"
    r"|https://(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]*[a-z0-9](?::\d{1,5})?(?:[/?#][\w./?#%=~+,;:@!$*-]*)?",
    re.ASCII,
)
_SCHEMES = {"gpu", "guide", "page", "compare", "site", "https"}
_SIGNS = re.compile(r"[\[\]<>`()*_\\]")
_HTML = re.compile(r"<[A-Za-z/!?]")
_ENTITY = re.compile(r"&#?[A-Za-z0-9]+;")
_IMAGE = re.compile(r"!\[")
_OPEN_LINK = re.compile(r"\]\(")
# Controls, the characters that turn the direction of writing, line separators, and the private area, which protects
# facts while Markdown runs.
UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ue000-\uf8ff\ufeff\ufff0-\uffff]"
)
_PRIVATE = 0xE000
_MOST_FACTS = 0xF8FF - _PRIVATE


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that a segment must not hold, at an offset of its text."""

    offset: int
    message: str
    hint: str = ""


@lru_cache(maxsize=1)
def _parser() -> Markdown:
    parser = Markdown()
    known = parser.inlinePatterns
    parser.inlinePatterns = Registry()
    for priority, name in enumerate(("em_strong", "link", "escape", "backtick")):
        parser.inlinePatterns.register(known[name], name, priority)
    parser.treeprocessors.register(InlineProcessor(parser), "inline", 20)
    return parser


def _tree(text: str) -> Element:
    parser = _parser()
    root = Element("div")
    leaf = SubElement(root, "p")
    leaf.text = text
    parser.treeprocessors["inline"].run(root)
    parser.treeprocessors["unescape"].run(root)
    return leaf


def _is_plain(text: str) -> bool:
    return not _SIGNS.search(text)


def _too_much(text: str) -> bool:
    return len(text) > LONGEST or len(_SIGNS.findall(text)) > MOST_SIGNS


def normalise(text: str) -> str:
    """The text of a segment with its soft breaks as single blanks; other blanks, such as U+00A0, stay."""
    return re.sub(r"[ \t\r\n]+", " ", text).strip(" ")


def fact_names(msgid: str) -> tuple[tuple[str, int], ...]:
    """The facts in a text: name and offset of each, in order."""
    return tuple((found[1], found.start()) for found in FACT.finditer(msgid))


def _links(msgid: str) -> Iterator[tuple[Element, int]]:
    if "](" not in msgid or _too_much(msgid):
        return
    begin = 0
    for link in _tree(msgid).iter("a"):
        target = link.get("href", "")
        found = msgid.find(target, max(msgid.find("](", begin) + 2, begin)) if target else msgid.find("](", begin)
        begin = max(found, begin)
        yield link, begin
        begin += max(len(target), 1)


def link_targets(msgid: str) -> tuple[tuple[str, int], ...]:
    """The targets of the links in a text: target and offset of each, in order; none where the text is too long."""
    return tuple((link.get("href", ""), offset) for link, offset in _links(msgid))


def markup(msgid: str) -> Counter[str]:
    """How often a text holds ``strong``, ``em`` and ``code``."""
    if _is_plain(msgid) or _too_much(msgid):
        return Counter()
    return Counter(
        element.tag for element in _tree(_protect(msgid)[0]).iter() if element.tag in {"strong", "em", "code"}
    )


def target_fault(target: str) -> str:
    """Why a link must not lead there; empty where it may."""
    if _TARGET.fullmatch(target):
        return ""
    return f'a link must not lead to "{target[:60]}"'


TARGET_HINT = (
    "write gpu:ID, guide:SLUG, page:SLUG, compare:ID/ID, site:NAME, #anchor or an address that begins with https://"
)


def inline_faults(msgid: str) -> list[Fault]:
    """Everything in the Markdown of one segment that is not allowed there, in order."""
    if len(msgid) > LONGEST:
        return [
            Fault(0, f"a text of {len(msgid)} characters; at most {LONGEST} are read as one", "split the paragraph")
        ]
    signs = [found.start() for found in _SIGNS.finditer(msgid)]
    if len(signs) > MOST_SIGNS:
        message = f"more than {MOST_SIGNS} signs of Markdown (such as [ ( * `) in one text"
        return [Fault(signs[MOST_SIGNS], message, "split the paragraph")]
    faults = [
        Fault(
            found.start(), f"a character that nobody sees: U+{ord(found[0]):04X}", "delete it and type the text again"
        )
        for found in UNSAFE.finditer(msgid)
    ]
    faults += [
        Fault(found.start(), "HTML is not allowed here", 'use Markdown; for the sign itself write "less than"')
        for found in _HTML.finditer(msgid)
    ]
    faults += [
        Fault(found.start(), f'"{found[0]}" is HTML for a character', "type the character itself")
        for found in _ENTITY.finditer(msgid)
    ]
    faults += [
        Fault(found.start(), "pictures are not supported in texts", "delete it") for found in _IMAGE.finditer(msgid)
    ]
    links = list(_links(msgid))
    for link, offset in links:
        if message := target_fault(link.get("href", "")):
            faults.append(Fault(offset, message, TARGET_HINT))
        elif link.get("title"):
            faults.append(Fault(offset, "a link has no title here", "keep only the target between the brackets"))
        elif not "".join(link.itertext()).strip():
            faults.append(Fault(offset, "a link without text", "write the text between the square brackets"))
    if not faults and _stray_link(msgid):
        last = [found.start() for found in _OPEN_LINK.finditer(msgid)][-1]
        faults.append(Fault(last, "a link that does not close, or a link within a link", "write [text](target)"))
    return sorted(faults, key=lambda fault: fault.offset)


def _stray_link(msgid: str) -> bool:
    if "](" not in msgid or "\\" in msgid:
        return False
    return any("](" in text for element, text in _texts(_tree(msgid)) if element.tag != "code")


def _texts(element: Element) -> Iterator[tuple[Element, str]]:
    if element.text:
        yield element, unescape(element.text) if element.tag == "code" else element.text
    for child in element:
        yield from _texts(child)
        if child.tail:
            yield element, child.tail


def _protect(text: str) -> tuple[str, tuple[str, ...]]:
    """The text with each fact as one private character, so that Markdown cannot read into its name."""
    clean = UNSAFE.sub("", text)
    facts: list[str] = []

    def put(found: re.Match[str]) -> str:
        if len(facts) >= _MOST_FACTS:
            return found[0]
        facts.append(found[0])
        return chr(_PRIVATE + len(facts) - 1)

    return FACT.sub(put, clean), tuple(facts)


def _restore(text: str, facts: tuple[str, ...]) -> str:
    if not facts:
        return text
    return re.sub("[\ue000-\uf8ff]", lambda found: facts[ord(found[0]) - _PRIVATE], text)


def fill(text: str, values: Mapping[str, str]) -> str:
    """Put values in the place of ``{name}``, once and literally; raises ``KeyError`` for a name without a value.

    With HTML the values must be HTML. The text never reaches ``str.format``.
    """
    return FACT.sub(lambda found: values[found[1]], text) if "{" in text else text


fill_plain = fill


class Inline:
    """Turns the Markdown of segments into safe HTML or plain text; facts stay ``{name}`` until ``fill``.

    ``names`` are product names: outside of tags and code each is wrapped so that neither translation nor
    language-dependent upper case touches it. Results are kept: a catalogue repeats many texts.
    """

    def __init__(self, names: Iterable[str] = ()) -> None:
        words = sorted({name for name in names if name}, key=lambda name: (-len(name), name))
        alternatives = "|".join(escape(re.escape(name), quote=False) for name in words)
        self._names = re.compile(rf"(?<!\w)(?:{alternatives})(?!\w)") if words else None
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
            protected, facts = _protect(text)
            if not _is_plain(protected) and not _too_much(protected):
                protected = "".join(piece for _, piece in _texts(_tree(protected)))
            known = self._plain[text] = _restore(protected, facts)
        return known

    def _render(self, text: str) -> str:
        protected, facts = _protect(text)
        if _is_plain(protected) or _too_much(protected):
            return _restore(self._wrap(protected), facts)
        html = nh3.clean(
            self._children(_tree(protected)),
            tags={"a", "strong", "em", "code", "span"},
            attributes={"a": {"href"}, "span": {"lang", "translate"}},
            url_schemes=_SCHEMES,
            link_rel=None,
        )
        return _restore(html.replace("&nbsp;", "\u00a0"), facts)

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

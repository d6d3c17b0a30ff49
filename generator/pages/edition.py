"""An edition: everything that is needed to say something in one language.

It joins the words of a locale, its formats and the prose renderer. Templates call ``t`` and its forms.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from urllib.parse import quote

from markupsafe import Markup, escape
from msgspec import Struct

from generator.model import Locale, Segment
from generator.pages.formats import Formats
from generator.prose.inline import FACT, fill
from generator.prose.prose import Inline
from generator.words.catalogs import LocaleWords
from generator.words.messages import UI, text_id

_Words = tuple[str, str, str, int, str]


@lru_cache(maxsize=4096)
def product_name(text: str) -> Markup:
    """A name that is the same in every language, with the mark that says so."""
    return Markup(f'<span lang="en" translate="no">{escape(text)}</span>')  # noqa: S704 - escaped


def in_english(html: Markup) -> Markup:
    """A text in English where the page's language is another."""
    return Markup(f'<span lang="en" dir="ltr">{html}</span>')  # noqa: S704 - safe as it was


def exact_text(value: Decimal | Fraction | int) -> str:
    """An exact value for a script: decimal digits, and after a slash the denominator of what is no decimal number."""
    return format(value, "f") if isinstance(value, Decimal) else str(value)


@dataclass(frozen=True, slots=True)
class Edition:
    """One language of the site. ``convertible``: the snapshot has rates, so pages can show other currencies.

    ``marks``: every text stands between two comments that name it, for the preview's translator mode.
    """

    locale: Locale
    words: LocaleWords
    formats: Formats
    inline: Inline
    convertible: bool = False
    marks: bool = False
    _memo: dict[tuple[str, str], Markup] = field(default_factory=dict, init=False, compare=False, repr=False)
    _pieces: dict[_Words, tuple[str, ...]] = field(default_factory=dict, init=False, compare=False, repr=False)
    _figures: dict[str, Markup] = field(default_factory=dict, init=False, compare=False, repr=False)

    @property
    def source(self) -> bool:
        """Whether this is the language that the site is written in."""
        return self.locale.name == "en"

    def functions(self) -> Mapping[str, Callable[..., object]]:
        """What templates of this locale may call."""
        return {"t": self.t, "tn": self.tn, "t_attr": self.t_attr, "tn_attr": self.tn_attr}

    def t(self, context: str, msgid: str, /, _around: str = "", **values: object) -> Markup:
        """The words as HTML. ``_around`` wraps what is not a value in that element."""
        if not values:
            key = (context, msgid)
            if key not in self._memo:
                self._memo[key] = self._html(context, msgid, "", 0, _around, values)
            return self._memo[key]
        return self._html(context, msgid, "", 0, _around, values)

    def tn(self, context: str, singular: str, plural: str, n: int, /, **values: object) -> Markup:
        """The words in the plural form of ``n``, which fills ``{n}``."""
        return self._html(context, singular, plural, n, "", {"n": self.formats.number(n), **values})

    def t_attr(self, context: str, msgid: str, /, **values: object) -> str:
        """The words for an attribute or the head: no element, figures isolated by characters."""
        return self._plain(context, msgid, "", 0, values)

    def tn_attr(self, context: str, singular: str, plural: str, n: int, /, **values: object) -> str:
        """As ``t_attr``, in the plural form of ``n``."""
        return self._plain(context, singular, plural, n, {"n": self.formats.number(n), **values})

    def figure(self, text: str) -> Markup:
        """A formatted figure as HTML, isolated where the page runs from right to left."""
        if text not in self._figures:
            self._figures[text] = self.formats.html(text)
        return self._figures[text]

    def money(self, text: str, dollars: Decimal | Fraction) -> Markup:
        """A formatted price as HTML, with its exact amount where the page's script may have to convert it."""
        if not self.convertible:
            return self.figure(text)
        return Markup(f'<span data-usd="{exact_text(dollars)}">{self.figure(text)}</span>')  # noqa: S704 - two figures

    def named(self, html: str, file: str, context: str, msgid: str) -> Markup:
        """A text as HTML, named for the translator mode where that is asked for: comments change nothing on a page."""
        opening, closing = self._name(file, context, msgid)
        return Markup(f"{opening}{html}{closing}")  # noqa: S704 - the caller escapes

    def _name(self, file: str, context: str, msgid: str) -> tuple[str, str]:
        """What stands around a named text. A quoted name cannot end a comment."""
        return (f"<!--text {quote(text_id(file, context, msgid))}-->", "<!--/text-->") if self.marks else ("", "")

    def _html(self, context: str, msgid: str, plural: str, n: int, around: str, values: Mapping[str, object]) -> Markup:
        key = (context, msgid, plural, n, around)
        if (known := self._pieces.get(key)) is None:
            known = self._pieces[key] = self._split(*key)
        pieces = list(known)
        pieces[1::2] = [self._shown(values[name]) for name in pieces[1::2]]
        return Markup("".join(pieces))  # noqa: S704 - the pieces are escaped, and so are the values

    def _split(self, context: str, msgid: str, plural: str, n: int, around: str) -> tuple[str, ...]:
        """The HTML that stands between the values of words, and around them; at odd places the values' names."""
        said = self.words.ui(context, msgid, plural, n)
        pieces: list[str] = FACT.split(said.text)
        for place in range(0, len(pieces), 2):
            text = str(escape(pieces[place]))
            pieces[place] = f"<{around}>{text}</{around}>" if around and text.strip() else text
        if not said.translated and not self.source:
            pieces[0] = f'<span lang="en" dir="ltr">{pieces[0]}'
            pieces[-1] = f"{pieces[-1]}</span>"
        opening, closing = self._name(UI, context, msgid)
        pieces[0] = f"{opening}{pieces[0]}"
        pieces[-1] = f"{pieces[-1]}{closing}"
        return tuple(pieces)

    def _shown(self, value: object) -> Markup:
        return value if isinstance(value, Markup) else self.figure(str(value))

    def _plain(self, context: str, msgid: str, plural: str, n: int, values: Mapping[str, object]) -> str:
        said = self.words.ui(context, msgid, plural, n)
        return fill(said.text, {name: self.formats.attr(str(value)) for name, value in values.items()})


class Prose(Struct, frozen=True):
    """The words of one content file in one edition, its facts formatted; ``root`` is the page's way to the root."""

    edition: Edition
    page: str
    root: str
    html_facts: Mapping[str, str]
    plain_facts: Mapping[str, str]
    link: Callable[[str], str]

    def html(self, segment: Segment) -> tuple[str, bool]:
        """A segment as safe HTML with its facts and links filled in, and whether it is in the edition's language."""
        said = self.edition.words.segment(self.page, segment)
        html = self.edition.inline.html(said.text)
        html = self.link(fill(html, self.html_facts))
        named = self.edition.named(html, self.page, f"{self.page}/{segment.key}", segment.msgid)
        return named, said.translated or self.edition.source

    def marked(self, segment: Segment) -> Markup:
        """As ``html``, with the mark of English where it was not translated."""
        html, translated = self.html(segment)
        marked = Markup(html)  # noqa: S704 - safe by Inline
        return marked if translated else in_english(marked)

    def plain(self, segment: Segment) -> str:
        """A segment as text, for titles, descriptions and structured data."""
        return self.alt(segment)[0]

    def alt(self, segment: Segment) -> tuple[str, bool]:
        """As ``plain``, and whether it is in the edition's language."""
        said = self.edition.words.segment(self.page, segment)
        text = fill(self.edition.inline.plain(said.text), self.plain_facts)
        return text, said.translated or self.edition.source

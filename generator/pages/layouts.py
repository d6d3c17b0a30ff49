"""The frame around each page: head, running head, language switch, foot, made from the page's address."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from functools import cached_property, lru_cache

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from generator.model import Locale, Rates, SiteSettings
from generator.pages import addresses
from generator.pages.addresses import Addresses
from generator.pages.edition import Edition, exact_text
from generator.pages.views import Alternate, Currencies, Language, Layout, Link, Moment
from generator.words.locales import cldr

_JSON = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def script_safe(data: Sequence[Mapping[str, object]]) -> Markup:
    """JSON for a ``<script>`` element: no ``<``, ``>`` or ``&`` can end or open anything there."""
    if not data:
        return Markup()
    text = _JSON.encode(data[0] if len(data) == 1 else list(data))
    safe = text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")
    return Markup(safe)  # noqa: S704 - escaped above


class Frame(Struct, frozen=True):
    """What the frame of a page needs to know from the page itself."""

    address: str
    title: str
    description: str
    tab: str = ""
    crumbs: tuple[tuple[str, Markup], ...] = ()
    here: Markup = Markup()
    updated: date | None = None
    json_ld: tuple[Mapping[str, object], ...] = ()
    indexed: bool = True
    finished: frozenset[str] = frozenset()
    anywhere: bool = False
    markdown: bool = True


class Layouts(Struct, frozen=True, dict=True):
    """Makes frames for one edition of the site."""

    edition: Edition
    addresses: Addresses
    settings: SiteSettings
    static: str
    as_of: datetime
    age: str
    demo: bool
    rates: Rates | None = None

    def layout(self, frame: Frame) -> Layout:
        """The frame of a page. One that is served ``anywhere`` (a 404) links from the site's base path."""
        root = self.addresses.base_path if frame.anywhere else addresses.up_to_root(frame.address)
        finished = self.edition.locale.name in frame.finished
        pairs = self.addresses.alternates(frame.address, frame.finished) if frame.indexed and finished else ()
        return replace(
            self._common(root),
            title=frame.title,
            description=frame.description,
            canonical="" if frame.anywhere else self.addresses.absolute(frame.address),
            alternates=tuple(Alternate(tag, href) for tag, href in pairs),
            tab=frame.tab,
            crumbs=tuple(Link(root + address, text) for address, text in frame.crumbs),
            here=frame.here,
            languages=self._languages(frame, root),
            unfinished=not finished and not frame.anywhere,
            indexed=frame.indexed and finished and not self.demo,
            json_ld=script_safe(frame.json_ld),
            markdown="index.md" if frame.markdown else "",
            updated=self.day(frame.updated) if frame.updated else None,
        )

    def _common(self, root: str) -> Layout:
        """What the frames of all pages in folders of one depth share."""
        if root not in self._known:
            self._known[root] = self._frame_of(root)
        return self._known[root]

    @cached_property
    def _known(self) -> dict[str, Layout]:
        return {}

    def _frame_of(self, root: str) -> Layout:
        locale, links, limits = self.edition.locale, self.settings.links, self.settings.price_age
        notice_at = iso(self.as_of + timedelta(hours=limits.notice_hours))
        strong_at = iso(self.as_of + timedelta(hours=limits.strong_hours))
        home = f"{root}{locale.slug}/"
        return Layout(
            lang=locale.tag,
            direction=locale.direction,
            locale=locale.slug,
            brand=self.settings.brand,
            title="",
            description="",
            canonical="",
            alternates=(),
            root=root,
            static=root + self.static,
            tab="",
            crumbs=(),
            here=Markup(),
            languages=(),
            home=home,
            guides=f"{home}guides/",
            gpus=f"{home}gpus/",
            compares=f"{home}compare/",
            methodology=f"{home}methodology/",
            imprint=f"{home}imprint/",
            privacy=f"{home}privacy/",
            terms=f"{home}terms/",
            signup=links.signup,
            network=links.network,
            report=links.report,
            market_open=self.settings.market_open,
            demo=self.demo,
            as_of=self.moment(self.as_of),
            age=self.age,
            unfinished=False,
            indexed=False,
            json_ld=Markup(),
            feed=f"{home}feed.xml",
            calculator=f"{home}calculator/",
            data=f"{home}data.json",
            notice_at=notice_at,
            strong_at=strong_at,
            next_age_at={"": notice_at, "notice": strong_at}.get(self.age, ""),
            patterns=self.edition.formats.patterns.json(),
            currencies=self._currencies(),
        )

    def root_layout(self, title: str, description: str, finished: frozenset[str]) -> Layout:
        """The frame of ``/``, where a language is chosen: the alternates are those of the homes."""
        home = f"{self.edition.locale.slug}/"
        frame = Frame(home, title=title, description=description, anywhere=True, markdown=False)
        pairs = self.addresses.alternates(home, finished)
        return replace(
            self.layout(frame),
            canonical=self.addresses.absolute(""),
            alternates=tuple(Alternate(tag, href) for tag, href in pairs),
            root="",
            static=self.static,
            languages=tuple(
                replace(language, href=f"{self._slug(language.tag)}/") for language in self._languages(frame, "")
            ),
            indexed=not self.demo,
        )

    def _slug(self, tag: str) -> str:
        return next(locale.slug for locale in self.addresses.locales if locale.tag == tag)

    def moment(self, time: datetime) -> Moment:
        """A time in UTC."""
        return Moment(iso(time), self.edition.formats.datetime(time))

    def day(self, day: date) -> Moment:
        """A day."""
        return Moment(day.isoformat(), self.edition.formats.date(day))

    def _currencies(self) -> Currencies | None:
        if self.rates is None:
            return None
        known = (("EUR", self.rates.EUR), ("GBP", self.rates.GBP))
        found = tuple((code, exact_text(rate)) for code, rate in known if rate is not None)
        return Currencies(found, self.day(self.rates.as_of)) if found else None

    def _languages(self, frame: Frame, root: str) -> tuple[Language, ...]:
        rest = frame.address.split("/", 1)[1] if not frame.anywhere else ""
        return tuple(
            Language(
                tag=locale.tag,
                direction=locale.direction,
                endonym=locale.endonym,
                english=english_name(locale),
                href=f"{root}{locale.slug}/{rest}",
                current=locale.name == self.edition.locale.name,
                unfinished=locale.name not in frame.finished and not frame.anywhere,
            )
            for locale in self.addresses.locales
        )


def iso(time: datetime) -> str:
    """A time in UTC as ISO 8601 has it, to the second."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ")


@lru_cache(maxsize=64)
def english_name(locale: Locale) -> str:
    """What English calls the language."""
    return cldr(locale.name).english_name or locale.tag

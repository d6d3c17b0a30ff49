"""The frame around pages: language, alternates, switch, and what search engines may have."""

from __future__ import annotations

from datetime import UTC, date, datetime

import msgspec
import pytest
from markupsafe import Markup

from generator.model import Locale
from generator.pages.addresses import Addresses
from generator.pages.edition import Edition
from generator.pages.formats import Formats
from generator.pages.layouts import Frame, Layouts, script_safe
from generator.prose.prose import Inline
from generator.words.catalogs import LocaleWords
from tests import samples

EN = Locale("en", "en", "en", "ltr", "English")
TR = Locale("tr", "tr", "tr", "ltr", "Türkçe")
BOTH = frozenset({"en", "tr"})


def layouts(locale: Locale = TR, base: str = "https://gpus.example", *, demo: bool = False) -> Layouts:
    """Frames of one edition of a site in two languages."""
    return Layouts(
        edition=Edition(locale, LocaleWords(locale), Formats(locale), Inline(())),
        addresses=Addresses(base, (EN, TR)),
        settings=samples.settings(),
        static="static/abc/",
        as_of=datetime(2026, 12, 1, tzinfo=UTC),
        age="",
        demo=demo,
    )


def frame(address: str, **changes: object) -> Frame:
    """A frame of a finished page, with changes."""
    return msgspec.structs.replace(Frame(address, "Title", "What it says", finished=BOTH), **changes)


def test_links_are_relative_and_the_canonical_is_absolute() -> None:
    """The site works under a sub-path; a search engine gets the full address."""
    made = layouts(base="https://gpus.example/catalogue").layout(frame("tr/gpus/b300/"))
    assert (made.root, made.static, made.gpus) == ("../../../", "../../../static/abc/", "../../../tr/gpus/")
    assert made.canonical == "https://gpus.example/catalogue/tr/gpus/b300/"


def test_the_switch_leads_to_the_same_page() -> None:
    """And marks the language that is read."""
    made = layouts().layout(frame("tr/gpus/b300/"))
    assert [(language.tag, language.href, language.current) for language in made.languages] == [
        ("en", "../../../en/gpus/b300/", False),
        ("tr", "../../../tr/gpus/b300/", True),
    ]


def test_alternates_are_mutual_with_one_default() -> None:
    """Both languages name the same three."""
    found = [layouts(locale).layout(frame(f"{locale.slug}/gpus/")).alternates for locale in (EN, TR)]
    assert found[0] == found[1]
    assert [alternate.hreflang for alternate in found[0]] == ["en", "tr", "x-default"]


def test_a_page_under_the_bar_is_kept_from_search_engines() -> None:
    """It is built and marked, but not indexed, in no alternates, and the switch says that it is unfinished."""
    turkish = layouts(TR).layout(frame("tr/gpus/", finished=frozenset({"en"})))
    english = layouts(EN).layout(frame("en/gpus/", finished=frozenset({"en"})))
    assert (turkish.indexed, turkish.unfinished, turkish.alternates) == (False, True, ())
    assert (english.indexed, english.alternates) == (True, ())
    assert [language.unfinished for language in english.languages] == [False, True]


def test_invented_prices_are_never_indexed() -> None:
    """The demonstration looks like the site; no search engine may take it for the site."""
    assert not layouts(demo=True).layout(frame("tr/gpus/")).indexed


def test_a_404_links_from_the_base_path() -> None:
    """It is served below any address, so relative links would break."""
    made = layouts(base="https://gpus.example/a").layout(frame("tr/404.html", anywhere=True, indexed=False))
    assert (made.home, made.static, made.canonical) == ("/a/tr/", "/a/static/abc/", "")


def test_dates_and_times_are_in_utc() -> None:
    """The snapshot's time is part of every page that shows a price."""
    made = layouts(EN).layout(frame("en/gpus/", updated=date(2026, 11, 30)))
    assert made.as_of.iso == "2026-12-01T00:00:00Z"
    assert "UTC" in made.as_of.text
    assert made.updated is not None
    assert made.updated.iso == "2026-11-30"


@pytest.mark.parametrize("evil", ["</script><script>alert(1)</script>", "<!--", "]]>", "a & b"])
def test_json_cannot_leave_its_script_element(evil: str) -> None:
    """A name from a data file may hold anything."""
    made = script_safe([{"name": evil}])
    assert isinstance(made, Markup)
    assert not set(made) & set("<>&")


def test_json_has_no_nan() -> None:
    """NaN is not JSON: better no page than a broken one."""
    with pytest.raises(ValueError, match=r"NaN|Out of range"):
        script_safe([{"price": float("nan")}])

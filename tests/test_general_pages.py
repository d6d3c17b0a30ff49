"""The language choice, the homes and the 404s."""

from __future__ import annotations

from pathlib import Path

from generator.pages.views import ChooseView, HomeView, MissingView
from generator.pipeline import Plan
from tests.html import BuiltSite
from tests.test_guide_pages import planned
from tests.test_pages import page_at


def home(plan: Plan, locale: str = "en") -> HomeView:
    """The view of a home page."""
    view = page_at(plan, f"{locale}/").view
    assert isinstance(view, HomeView)
    return view


def test_the_root_offers_every_language_and_redirects_nobody(site_plan: Plan, built_site: BuiltSite) -> None:
    """By its own name; no script, no refresh."""
    view = page_at(site_plan, "").view
    assert isinstance(view, ChooseView)
    assert [(language.endonym, language.href) for language in view.layout.languages] == [
        ("English", "en/"),
        ("Türkçe", "tr/"),
    ]
    page = built_site.text("index.html")
    assert "http-equiv" not in page
    assert "<script" not in page


def test_the_cheapest_is_the_cheapest_ties_included(site_plan: Plan) -> None:
    """The two A100 cost the same and come first, in the order of the data file."""
    table = home(site_plan).offers
    assert table is not None
    assert [row.id for row in table.rows[:3]] == ["a100-sxm-80gb", "a100-pcie-80gb", "h100-sxm"]
    assert home(site_plan).lowest_80gb == "$1.79"


def test_without_offers_the_home_promises_none(site_root: Path) -> None:
    """No empty table and no price of 0."""
    text = (site_root / "data/prices.yaml").read_text("utf-8")
    (site_root / "data/prices.yaml").write_text(text[: text.index("offers:")] + "offers: []\n", "utf-8")
    view = home(planned(site_root))
    assert (view.offers, view.lowest_80gb) == (None, "")


def test_most_memory_is_that_of_one_device(site_root: Path) -> None:
    """A board of two devices with 500 GB holds no larger model than 250 GB do."""
    file = site_root / "data/gpus.yaml"
    entries = file.read_text("utf-8").split("- id: ")
    changed = [e.replace("memory_gb: 128", "memory_gb: 500") if e.startswith("mi250x\n") else e for e in entries]
    assert changed != entries
    file.write_text("- id: ".join(changed), "utf-8")
    assert home(planned(site_root)).most_memory == "288 GB"


def test_a_404_speaks_the_language_of_its_folder(built_site: BuiltSite) -> None:
    """And the one at the root speaks all of them."""
    assert 'lang="tr"' in built_site.text("tr/404.html").split(">", 2)[1]
    root = built_site.text("404.html")
    assert 'lang="en"' in root
    assert 'lang="tr"' in root


def test_a_404_has_no_canonical_and_is_not_indexed(site_plan: Plan) -> None:
    """It stands below any address."""
    view = page_at(site_plan, "tr/404.html").view
    assert isinstance(view, MissingView)
    assert (view.layout.canonical, view.layout.indexed) == ("", False)

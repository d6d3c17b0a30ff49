"""All pages together: what there is, and at which address."""

from __future__ import annotations

import pytest

from generator.pages.views import GuideView, MovedView, Page
from generator.pipeline import Plan


def page_at(plan: Plan, address: str) -> Page:
    """The page of an address."""
    (page,) = (page for page in plan.pages if page.address == address)
    return page


def test_every_edition_has_the_same_pages(site_plan: Plan) -> None:
    """A language may be unfinished, but it has each page, so that the switch never leads nowhere."""
    english, turkish = (
        {page.address.removeprefix(f"{slug}/") for page in site_plan.pages if page.address.startswith(f"{slug}/")}
        for slug in ("en", "tr")
    )
    assert english == turkish


@pytest.mark.parametrize(
    "address",
    [
        "",
        "404.html",
        "tr/",
        "tr/404.html",
        "tr/guides/",
        "tr/guides/llm-training/",
        "tr/gpus/",
        "tr/gpus/b300/",
        "tr/compare/",
        "tr/compare/h100-sxm-vs-a100-sxm-80gb/",
        "tr/methodology/",
        "tr/imprint/",
    ],
)
def test_the_page_types_lie_at_their_addresses(site_plan: Plan, address: str) -> None:
    """One of each."""
    assert page_at(site_plan, address).view.layout is not None


def test_no_address_is_made_twice(site_plan: Plan) -> None:
    """Not even in another case, which some file systems take for the same."""
    addresses = [page.address.lower() for page in site_plan.pages]
    assert len(addresses) == len(set(addresses))


def test_a_turned_pair_leads_on(site_plan: Plan) -> None:
    """The order of a pair is the data file's; the other order is a small page that no search engine gets."""
    page = page_at(site_plan, "tr/compare/a100-sxm-80gb-vs-h100-sxm/")
    assert isinstance(page.view, MovedView)
    assert page.view.target == "../../../tr/compare/h100-sxm-vs-a100-sxm-80gb/"
    assert (page.listed, page.view.layout.indexed) == (False, False)


def test_pages_know_the_file_that_their_links_come_from(site_plan: Plan) -> None:
    """A dead link is reported where people can mend it."""
    assert page_at(site_plan, "en/guides/llm-training/").source == "content/guides/llm-training.md"


def test_lastmod_is_the_data_not_the_build(site_plan: Plan) -> None:
    """The latest of the dates that the page shows."""
    page = page_at(site_plan, "en/guides/llm-training/")
    assert isinstance(page.view, GuideView)
    assert page.lastmod is not None
    assert page.lastmod.isoformat() == "2026-12-01"

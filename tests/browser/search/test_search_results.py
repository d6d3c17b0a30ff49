"""What the search box finds in the project's own site, in which order, and what a result shows."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.search_page import SearchPage, Visits
from tests.html import BuiltSite

TRAINING, RENDERING = "guides/llm-training/", "guides/rendering/"


@pytest.mark.parametrize(
    ("locale", "query", "first"),
    [
        ("en", "mi300x", "gpus/mi300x/"),
        ("en", "MI300X", "gpus/mi300x/"),
        ("en", "RTX 4090", "gpus/rtx-4090/"),
        ("en", "rtx4090", "gpus/rtx-4090/"),
        ("en", "ＲＴＸ　４０９０", "gpus/rtx-4090/"),
        ("en", "L4", "gpus/l4/"),
        ("en", "training", TRAINING),
        ("en", "fine-tuning", "guides/fine-tuning/"),
        ("en", "finetuning", "guides/fine-tuning/"),
        ("tr", "mi300x", "gpus/mi300x/"),
        ("tr", "MI300X", "gpus/mi300x/"),
        ("tr", "RTX 4090", "gpus/rtx-4090/"),
        ("tr", "H100’de", "gpus/h100-"),
        ("tr", "H100'de", "gpus/h100-"),
        ("tr", "eğitim", TRAINING),
        ("tr", "EĞİTİM", TRAINING),
        ("tr", "egitim", TRAINING),
        ("tr", "training", TRAINING),
        ("tr", "IŞIN", RENDERING),
        ("tr", "ışın", RENDERING),
        ("en-xa", "RTX 4090", "gpus/rtx-4090/"),
        ("ar-xb", "RTX 4090", "gpus/rtx-4090/"),
    ],
)
def test_first_result(visits: Visits, locale: str, query: str, first: str) -> None:
    """A GPU is found by its name and a guide by its workload, however they are typed, before all that mentions them."""
    assert visits(locale).found(query)[0].startswith(first)


@pytest.mark.parametrize(
    ("locale", "query", "found", "text"),
    [
        ("tr", "belleğe", "gpus/", "bellek"),
        ("tr", "isin izleme", RENDERING, "ışın izleme"),
        ("tr", "NVLINK", "guides/scientific-computing/", "NVLink"),
        ("en", "memories", "gpus/", "memory"),
        ("en", "gradients", TRAINING, "gradient"),
    ],
)
def test_found_in_texts(
    visits: Visits, searchable_site: BuiltSite, locale: str, query: str, found: str, text: str
) -> None:
    """Other forms of a word are found, and words typed without diacritics or in capitals."""
    assert any(address.startswith(found) for address in visits(locale).found(query))
    assert text in searchable_site.page(f"{locale}/{found}").text_content()


@pytest.mark.parametrize(
    ("locale", "query"),
    [
        ("en", "orchid"),
        ("en", "IGNOREWORD"),
        ("en", "h100 orchid"),
        ("en", "RTX 9999"),
        ("en", "eğitim"),
        ("tr", "orchid"),
        ("tr", "IGNOREWORD"),
        ("tr", "ışıltı"),
    ],
)
def test_nothing_found(visits: Visits, locale: str, query: str) -> None:
    """What is on no page of the locale finds nothing, and the box says so."""
    visit = visits(locale)

    assert visit.found(query) == []
    expect(visit.page.locator("[data-say=none]")).to_contain_text(query)
    expect(visit.status).to_contain_text(query)
    expect(visit.field).to_have_attribute("aria-expanded", "false")


def test_lists_where_nothing_is_found(search_page: SearchPage) -> None:
    """From a query without an answer the Tab key leads on to the lists."""
    search_page.open("tr/")
    search_page.ask("orchid")
    for key in ("Tab", "Tab", "Enter"):
        search_page.page.keyboard.press(key)

    search_page.page.wait_for_url("**/tr/gpus/")


@pytest.mark.parametrize("query", ["", " ", "’", "$ € £", "—"])
def test_nothing_asked(visits: Visits, query: str) -> None:
    """Without a letter or a digit there is no question, so no answer."""
    visit = visits("en")
    visit.ask("h100")
    visit.field.fill(query)

    expect(visit.page.locator(".found")).to_be_hidden()
    expect(visit.status).to_be_empty()


def test_markup_in_a_query_is_text(visits: Visits) -> None:
    """What is typed comes back as text."""
    visit = visits("en")
    visit.ask("<img src=x onerror=alert(1)>")

    expect(visit.page.locator("[data-say=none]")).to_contain_text("<img src=x onerror=alert(1)>")
    assert visit.page.locator(".find img").count() == 0


@pytest.mark.parametrize("locale", ["en", "tr", "ar-xb"])
def test_price_and_kind_of_a_result(visits: Visits, searchable_site: BuiltSite, locale: str) -> None:
    """A GPU with an offer shows its kind and the price of the GPU's page, by which it is found as well."""
    pages = json.loads(searchable_site.text(f"{locale}/search.json"))
    offered = next(page for page in pages if "price" in page)
    visit = visits(locale)

    for query in (offered["title"], offered["price"]):
        visit.ask(query)
        option = visit.options.filter(has_text=offered["title"]).first
        expect(option.locator("em")).to_contain_text(offered["price"])
        expect(option.locator("i")).to_have_text(re.compile(r"\S"))
    plain = offered["price"].strip("\u2066\u2069")
    assert plain in searchable_site.page(f"{locale}/{offered['address']}").text_content()


def test_result_without_an_offer_has_no_price(visits: Visits, searchable_site: BuiltSite) -> None:
    """Where nobody offers a GPU there is no price, and no 0."""
    pages = json.loads(searchable_site.text("en/search.json"))
    title = next(page["title"] for page in pages if page["kind"] == "gpu" and "price" not in page)
    visit = visits("en")
    visit.ask(title)

    assert visit.options.first.locator("em").count() == 0
    assert "0" not in visit.options.first.inner_text().replace(title, "")

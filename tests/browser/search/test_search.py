"""The search box in a browser: by keyboard and by touch, without scripts, and what is loaded when."""

from __future__ import annotations

import re
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.search_page import SearchPage, Visits
from tests.browser.visitor import Visit


def test_journey_by_keyboard(search_page: SearchPage) -> None:
    """From "/" to a GPU's page: arrows move the choice and wrap, Home and End take it to the ends, Enter follows it."""
    keyboard, field, options = search_page.page.keyboard, search_page.field, search_page.options
    search_page.open("en/gpus/")
    keyboard.press("/")
    expect(field).to_be_focused()
    expect(field).to_have_value("")
    search_page.ask("h100")
    expect(field).to_have_attribute("aria-expanded", "true")
    last = options.count() - 1

    moves = (("ArrowDown", 0), ("ArrowDown", 1), ("End", last), ("ArrowDown", 0), ("ArrowUp", last), ("Home", 0))
    for key, chosen in moves:
        keyboard.press(key)
        expect(options.nth(chosen)).to_have_attribute("aria-selected", "true")
        expect(field).to_have_attribute("aria-activedescendant", options.nth(chosen).get_attribute("id") or "")
        expect(field).to_be_focused()
    assert search_page.page.locator("[aria-selected=true]").count() == 1
    target = options.first.get_attribute("href") or ""
    keyboard.press("Enter")
    search_page.page.wait_for_url(target)


def test_slash_is_a_letter_where_somebody_writes(search_page: SearchPage) -> None:
    """In a field the key writes what it is."""
    search_page.open("en/gpus/")
    search_page.field.press("/")

    expect(search_page.field).to_have_value("/")


def test_escape(search_page: SearchPage) -> None:
    """Escape closes the list and keeps the text; once more, it takes the text away."""
    search_page.open("en/")
    search_page.ask("h100")

    search_page.page.keyboard.press("Escape")
    expect(search_page.options.first).to_be_hidden()
    expect(search_page.field).to_have_value("h100")
    search_page.page.keyboard.press("ArrowDown")
    expect(search_page.options.first).to_be_visible()
    search_page.page.keyboard.press("Escape")
    search_page.page.keyboard.press("Escape")
    expect(search_page.field).to_have_value("")
    expect(search_page.options.first).to_be_hidden()


def test_list_closes_when_the_focus_leaves(search_page: SearchPage) -> None:
    """The list covers nothing that the focus has moved on to."""
    search_page.open("en/")
    search_page.ask("h100")
    search_page.page.keyboard.press("Tab")

    expect(search_page.page.locator(".find button")).to_be_focused()
    expect(search_page.page.locator(".found")).to_be_hidden()


@pytest.mark.parametrize("locale", ["en", "tr", "en-xa", "ar-xb"])
def test_number_of_results_is_announced(visits: Visits, locale: str) -> None:
    """How many there are is said politely, in the words of the page."""
    visit = visits(locale)
    for query in ("h100", "rtx4090 rtx3090ti"):
        visit.ask(query)
        expect(visit.status).to_have_text(re.compile(rf"(?<!\d){visit.options.count()}(?!\d)"))


@pytest.mark.parametrize("late", ["search.js", "search.json"])
def test_enter_waits_for_the_answer(search_page: SearchPage, late: str) -> None:
    """Enter right after typing, before the scripts or the pages are there, opens the first result when they are."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    search_page.page.route(f"**/{late}", hold)
    search_page.open("en/guides/")
    search_page.field.click()
    search_page.page.keyboard.type("mi300x")
    search_page.page.keyboard.press("Enter")
    while not held:
        search_page.page.wait_for_timeout(20)
    held[0].continue_()

    search_page.page.wait_for_url("**/en/gpus/mi300x/")


def test_answers_come_in_the_order_of_the_questions(search_page: SearchPage) -> None:
    """A slow answer to what stood in the field before is dropped."""
    search_page.open("en/")
    search_page.ask("h100")
    for letters in ("t", "tr", "tra", "train", "l40s"):
        search_page.field.fill(letters)
        search_page.page.wait_for_timeout(160)
    expect(search_page.status).to_have_text(re.compile(r"\S"))
    search_page.page.wait_for_timeout(400)

    assert search_page.found("l40s")[0] == "gpus/l40s/"
    expect(search_page.options.first).to_contain_text("L40S")


def test_nothing_is_loaded_before_the_first_focus(search_page: SearchPage) -> None:
    """A page without a search loads no part of it; the first focus brings the scripts, the pages and the index."""
    search_page.open("en/privacy/")
    search_page.page.wait_for_load_state("networkidle")
    before = set(search_page.requests)
    search_page.ask("h100")
    after = set(search_page.requests) - before

    assert len(before) <= 6, before
    assert not [url for url in before if re.search(r"search|pagefind|query|combobox", url)]
    assert "en/search.json" in after
    assert "en/pagefind/pagefind.js" in after
    assert all(url.startswith(("en/", "static/")) for url in after)


@pytest.mark.parametrize("address", ["en/", "tr/guides/llm-training/", "tr/404.html"])
def test_without_scripts_a_link_leads_to_the_list(chromium_browser: Browser, site_address: str, address: str) -> None:
    """The box is not there, and what stands in its place works."""
    context = chromium_browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(site_address + address)

    assert not page.locator(".find").is_visible()
    link = page.locator(".find-lists a")
    expected = urljoin(site_address, f"{address.split('/', 1)[0]}/gpus/")
    link.click()
    assert page.url == expected
    context.close()


def test_index_that_cannot_be_loaded(search_page: SearchPage) -> None:
    """Without an index, as on a site built without one, names and titles are still found."""
    search_page.page.route("**/pagefind/**", lambda route: route.fulfill(status=404))
    search_page.open("en/")

    assert search_page.found("mi300x")[0] == "gpus/mi300x/"
    assert search_page.found("orchid") == []
    search_page.complaints.clear()


def test_search_that_cannot_be_loaded(search_page: SearchPage) -> None:
    """Where not even the titles arrive, the box says so and leads to the lists."""
    search_page.page.route("**/search.json", lambda route: route.abort())
    search_page.open("tr/")
    search_page.ask("h100")

    expect(search_page.page.locator("[data-say=failed]")).to_be_visible()
    expect(search_page.page.locator("[data-lists] a").first).to_be_visible()
    search_page.complaints.clear()


@pytest.mark.parametrize("address", ["en/", "tr/gpus/", "en-xa/guides/", "en-xa/404.html", "ar-xb/", "ar-xb/gpus/"])
def test_journey_by_touch(chromium_browser: Browser, site_address: str, address: str) -> None:
    """On a phone the list fits the screen, nothing makes the page wider, and a tap opens a result."""
    context = chromium_browser.new_context(viewport={"width": 320, "height": 640}, has_touch=True, is_mobile=True)
    visit = SearchPage(context.new_page(), site_address)
    visit.open(address)
    visit.field.tap()
    visit.ask("rtx pro 6000")

    box = visit.page.locator(".found").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 320
    assert visit.page.evaluate("document.documentElement.scrollWidth") <= 320
    target = visit.options.nth(1).get_attribute("href") or ""
    visit.options.nth(1).tap()
    visit.page.wait_for_url(target)
    assert visit.complaints == []
    context.close()


def test_prices_follow_the_chosen_currency(visit: Visit) -> None:
    """A result shows its price in the currency that the page shows."""
    visitor = visit("en/gpus/")
    visitor.page.get_by_label("Show prices in").select_option("EUR")
    shown = visitor.page.locator("tr[data-gpu=b300] [data-usd]")
    expect(shown).to_contain_text("€")
    visitor.page.get_by_role("combobox", name="Search the catalogue").fill("b300")

    expect(visitor.page.locator(".find [role=option] em").first).to_have_text(f"from {shown.inner_text()} an hour")

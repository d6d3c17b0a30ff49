"""Other currencies, and the page's own formatter beside Babel."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import get_args

import pytest
from playwright.sync_api import Page, expect

from generator.pages.formats import Currency, Formats
from tests.browser.visitor import SLUGS, Visit
from tests.html import BuiltSite
from tests.samples import locale

LOCALES = ("en", "tr", "de", "fr", "ar", "ja", "pt_BR", "de_CH", "hi")
RATES = {"EUR": Fraction("0.9"), "GBP": Fraction("0.8125")}


def grid() -> Iterator[Decimal]:
    """About 240 amounts: edges of rounding and of grouping, tiny and huge, and the digits of prices."""
    for lead, exponent in itertools.product(("1", "9.995", "3.3333", "1.255", "4.5", "7.125"), range(-6, 9)):
        yield Decimal(lead).scaleb(exponent)
    for cents in range(5, 1500, 11):
        yield Decimal(cents).scaleb(-2)
    yield from map(Decimal, ("0.005", "0.015", "0.025", "999.995", "9999.5", "999999.5", "1234567.891", "98765432109"))


def shown_by(page: Page, patterns: str, amounts: list[str], currency: str) -> list[list[str]]:
    """Each amount as number, price and rate, by the page's own formatter."""
    shown: list[list[str]] = page.evaluate(
        """async ([patterns, amounts, currency]) => {
          const folder = document.querySelector("script[src]").src.replace("main.js", "");
          const { formatter } = await import(`${folder}format.js`);
          const { exact } = await import(`${folder}exact.js`);
          const { number, money, rate } = formatter(JSON.parse(patterns));
          return amounts.map(exact).map((value) => [number(value), money(value, currency), rate(value, currency)]);
        }""",
        [patterns, amounts, currency],
    )
    return shown


@pytest.fixture
def page(visit: Visit) -> Page:
    """A page to import modules from."""
    return visit("en/").page


@pytest.mark.parametrize("name", LOCALES)
def test_the_page_writes_numbers_as_babel_does(page: Page, name: str) -> None:
    """Character for character over a grid, in every currency; a page must not show one figure in two ways."""
    formats = Formats(locale(name))
    amounts = [format(amount, "f") for amount in grid()]
    assert len(amounts) > 200
    for currency in get_args(Currency):
        shown = shown_by(page, formats.patterns.json(), amounts, currency)
        exact = [Decimal(amount) for amount in amounts]
        expected = [[formats.number(a), formats.money(a, currency), formats.rate(a, currency)] for a in exact]
        assert shown == expected


def test_fractions_are_rounded_on_their_exact_value(page: Page) -> None:
    """A price of a GB may have no end: 1/3, or lie just beside a half."""
    formats = Formats(locale("en"))
    fractions = [Fraction(1, 3), Fraction(2, 300), Fraction(22_500_001, 1_000_000_000), Fraction(9_995, 1_000_000)]
    shown = shown_by(page, formats.patterns.json(), [str(value) for value in fractions], "EUR")
    assert [rate for _, _, rate in shown] == [formats.rate(value, "EUR") for value in fractions]


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize(
    "path", ["", "gpus/", "guides/llm-training/", "gpus/h100-sxm/", "compare/b200-vs-h200-sxm/", "calculator/?size=70"]
)
def test_every_price_of_a_page_is_converted(visit: Visit, slug: str, path: str) -> None:
    """From its exact amount, at the snapshot's rate, rounded once; the dollars stay in the title."""
    visitor = visit(f"{slug}/{path}")
    prices = visitor.page.locator("main [data-usd]")
    before = prices.all_text_contents()
    visitor.page.locator("#currency").select_option("EUR")
    expect(visitor.page.locator(".currency p")).to_be_visible()
    after = prices.evaluate_all("prices => prices.map((price) => [price.dataset.usd, price.textContent, price.title])")
    formats = Formats(locale(slug.partition("-")[0]))
    assert before
    assert [text for _, text, _ in after] == [formats.rate(Fraction(usd) * RATES["EUR"], "EUR") for usd, _, _ in after]
    assert all(dollars in title for dollars, (_, _, title) in zip(before, after, strict=True))
    assert not [text for text in visitor.page.locator("main td:visible").all_inner_texts() if "$" in text]
    visitor.page.locator("#currency").select_option("USD")
    assert prices.all_text_contents() == before


def test_the_choice_is_kept_on_the_device_and_in_every_language(visit: Visit) -> None:
    """Chosen by keyboard; the next pages show it at once, without a jump, and the sort stays in dollars' order."""
    visitor = visit("en/gpus/?sort=price_per_hour")
    order = visitor.rows()
    visitor.tab_to(visitor.page.locator("#currency"))
    visitor.page.keyboard.press("ArrowDown")
    visitor.page.keyboard.press("ArrowDown")
    price = visitor.page.locator("tr[data-gpu=h100-sxm] [data-usd]").last
    expect(price).to_have_text("£2.34")
    visitor.page.locator(".lang summary").press("Enter")
    visitor.page.locator('.lang a[hreflang="tr"]').press("Enter")
    visitor.page.wait_for_url("**/tr/gpus/?sort=price_per_hour")
    visitor.wait()
    expect(price).to_have_text("£2,34")
    expect(visitor.page.locator("#currency")).to_have_value("GBP")
    assert visitor.rows() == order
    visitor.open_with_slow_scripts("en/gpus/")
    expect(price).to_have_text("£2.34")
    assert visitor.shift == 0


def test_comparisons_and_answers_are_converted_too(visit: Visit) -> None:
    """They are made by scripts after the switch has done its work."""
    visitor = visit("en/gpus/")
    visitor.page.locator("#currency").select_option("EUR")
    expect(visitor.page.locator("tr[data-gpu=h100-sxm] [data-usd]").last).to_have_text("€2.59")
    visitor.open("en/compare/?gpus=h100-sxm,b200,l4")
    expect(visitor.page.locator(".several tr[data-column=price_per_hour] td").first).to_have_text("from €2.59")
    visitor.open("en/calculator/?size=70&by=weights_4bit&on=1")
    row = visitor.page.locator(
        ".calculator tbody tr", has=visitor.page.get_by_role("link", name="H100 SXM", exact=True)
    )
    expect(row.locator("td").nth(2).locator("summary")).to_have_text("€2.59")


def test_without_rates_there_is_no_switch(built_site: BuiltSite) -> None:
    """Nobody may guess a rate; the pages then carry no amounts either."""
    for address in ("en/", "en/gpus/", "tr/gpus/h100-sxm/"):
        page = built_site.text(f"{address}index.html")
        assert "currency" not in page
        assert "data-usd" not in page


def test_a_browser_that_remembers_nothing_still_converts(visit: Visit) -> None:
    """Storage may be refused."""
    visitor = visit("en/")
    visitor.page.add_init_script(
        "Storage.prototype.getItem = Storage.prototype.setItem = () => { throw new Error('refused'); }"
    )
    visitor.open("en/gpus/")
    visitor.page.locator("#currency").select_option("EUR")
    expect(visitor.page.locator("tr[data-gpu=h100-sxm] [data-usd]").last).to_have_text("€2.59")


def test_structured_data_stays_in_dollars(visit: Visit) -> None:
    """It is for machines, which convert by themselves."""
    visitor = visit("en/gpus/h100-sxm/")
    visitor.page.locator("#currency").select_option("EUR")
    expect(visitor.page.locator(".currency p")).to_be_visible()
    assert "EUR" not in json.dumps(visitor.page.locator("script[type='application/ld+json']").all_text_contents())

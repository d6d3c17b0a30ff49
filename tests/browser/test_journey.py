"""One visit from end to end, by keyboard alone, in both directions of writing."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.visitor import PHONE, SLUGS, Visit

NEXT = dict(zip(SLUGS, (*SLUGS[1:], SLUGS[0]), strict=True))


@pytest.mark.parametrize("slug", SLUGS)
def test_a_visit_by_keyboard(visit: Visit, slug: str) -> None:
    """Filter and sort the training table, change the currency, open a sum, go on in another language: all is kept."""
    visitor = visit(f"{slug}/guides/llm-training/", width=PHONE)
    page, press = visitor.page, visitor.page.keyboard.press
    visitor.tab_to(page.locator("#currency"))
    press("ArrowDown")
    expect(page.locator(".currency p")).to_be_visible()

    visitor.tab_to(page.locator(".filters summary"))
    press("Enter")
    visitor.tab_to(page.locator("[name=memory]"))
    page.keyboard.type("100")
    expect(page.locator(".chips button")).to_have_count(1)
    visitor.tab_to(page.locator("#part-table th[data-column=price_per_hour] button"))
    press("Enter")
    rows = ["mi300x", "h200-sxm", "b200", "b300", "mi325x"]
    assert visitor.rows() == rows

    summary = page.locator("tr[data-gpu=mi300x] summary").first
    visitor.tab_to(summary)
    press("Enter")
    expect(page.locator("tr[data-gpu=mi300x] .sum div").first).to_be_visible()
    assert visitor.overflow <= 0

    visitor.open(visitor.link)
    visitor.tab_to(page.locator(".lang summary"))
    press("Enter")
    visitor.tab_to(page.locator(f'.lang a[href*="/{NEXT[slug]}/"]'))
    press("Enter")
    page.wait_for_url(f"**/{NEXT[slug]}/guides/llm-training/?*")
    visitor.wait()
    assert visitor.rows() == rows
    expect(page.locator("#currency")).to_have_value("EUR")
    assert visitor.overflow <= 0

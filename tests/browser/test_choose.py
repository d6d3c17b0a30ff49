"""Choosing GPUs anywhere, and comparing them on one page that can be shared."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser.visitor import PHONE, SLUGS, Visit
from tests.html import BuiltSite

REFUSE = "Storage.prototype.getItem = Storage.prototype.setItem = () => { throw new Error('refused'); }"


def box(page: Page, gpu: str) -> str:
    """The selector of a GPU's box."""
    return f"[data-pick][value={gpu}]"


def names(page: Page) -> list[str]:
    """The GPUs of the comparison that is shown, by their heads."""
    return page.locator(".several thead th > a").all_text_contents()


def values(page: Page, column: str) -> list[str]:
    """The line of a column in the comparison."""
    cells = page.locator(f".several tr[data-column={column}] td")
    return [" ".join(text.split()) for text in cells.all_inner_texts()]


@pytest.mark.parametrize("slug", SLUGS)
def test_three_are_chosen_and_compared_by_keyboard(visit: Visit, slug: str) -> None:
    """Two in a table, one on its own page; the choice goes along, and the bar leads to the comparison."""
    visitor = visit(f"{slug}/guides/llm-training/")
    page = visitor.page
    for gpu in ("b200", "h100-sxm"):
        visitor.tab_to(page.locator(box(page, gpu)))
        page.keyboard.press("Space")
        expect(page.locator(".chosen")).to_be_visible()
    visitor.open(f"{slug}/gpus/mi300x/")
    expect(page.locator(".chosen li")).to_have_count(2)
    visitor.tab_to(page.locator(box(page, "mi300x")))
    page.keyboard.press("Space")
    expect(page.locator(".chosen li")).to_have_count(3)
    visitor.tab_to(page.locator(".chosen .btn"))
    page.keyboard.press("Enter")
    page.wait_for_url("**/compare/?gpus=b200,h100-sxm,mi300x")
    visitor.wait()
    assert names(page) == ["B200", "H100 SXM", "MI300X"]
    assert visitor.overflow <= 0


def test_a_comparison_equals_the_pages_of_its_gpus(visit: Visit) -> None:
    """Each figure reads as on the GPU's own page: one price, one mark, one word for nothing."""
    gpus = ("b200", "rtx-4090", "gaudi-3", "max-1550")
    visitor = visit(f"en/compare/?gpus={','.join(gpus)}")
    rows = visitor.page.locator(".several tbody tr").evaluate_all(
        "rows => rows.map((row) => [...row.cells].map((cell) => cell.textContent.replace(/\\s+/g, ' ').trim()))"
    )
    compared = {row[0]: row[1:] for row in rows if len(row) == 1 + len(gpus)}
    for place, gpu in enumerate(gpus):
        visitor.open(f"en/gpus/{gpu}/")
        own = visitor.page.locator("#specification tbody tr, #offers tbody tr").evaluate_all(
            "rows => rows.map((row) => [...row.cells].map((cell) => cell.textContent.replace(/\\s+/g, ' ').trim()))"
        )
        figures = {row[0]: row[1] for row in own if len(row) == 2 and row[0] in compared}
        assert len(figures) > 20
        assert {head: compared[head][place] for head in figures} == figures


def test_the_best_of_a_row_is_heavier_ties_included(visit: Visit) -> None:
    """Of prices less is better; where all are equal, or only one is known, nothing is the best."""
    page = visit("en/compare/?gpus=a100-sxm-80gb,a100-pcie-80gb,h100-sxm").page
    better = "row => [...row.cells].slice(1).map((cell) => cell.className === 'better')"
    row = page.locator(".several tr[data-column=price_per_hour]")
    assert row.evaluate(better) == [True, True, False]
    assert page.locator(".several tr[data-column=memory]").evaluate(better) == [False, False, False]
    assert page.locator(".several tr[data-column=memory_type]").evaluate(better) == [False, False, False]


def test_a_sum_opens_in_a_comparison(visit: Visit) -> None:
    """As in every other table, by Enter."""
    page = visit("tr/compare/?gpus=b200,h100-sxm,mi300x").page
    details = page.locator(".several tr[data-column=full_training_1_gpu] details").first
    details.locator("summary").press("Enter")
    expect(details.locator("div span")).to_have_text(["180 GB × 0,8", "÷ 16 bayt", "= 9,0B → ≈ 9B"])


@pytest.mark.parametrize("gpus", ["h200-sxm,h100-sxm", "h100-sxm,h200-sxm"])
def test_a_pair_leads_to_its_page(visit: Visit, gpus: str) -> None:
    """In both orders, since the page has verdicts that a table has not."""
    visitor = visit("en/compare/")
    visitor.page.goto(f"{visitor.address}en/compare/?gpus={gpus}")
    visitor.page.wait_for_url("**/en/compare/h200-sxm-vs-h100-sxm/")


def test_a_pair_without_a_page_is_compared_in_a_table(visit: Visit) -> None:
    """Nobody wrote about an old Tesla beside a gaming card."""
    visitor = visit("en/compare/?gpus=p100,rtx-5090")
    assert names(visitor.page) == ["P100", "RTX 5090"]
    assert visitor.page.title() == "P100 / RTX 5090"


def test_one_can_be_taken_out_of_a_comparison(visit: Visit) -> None:
    """The link below its name leads to the comparison of the others."""
    visitor = visit("en/compare/?gpus=p100,rtx-5090,l4")
    visitor.page.get_by_role("link", name="Remove L4").press("Enter")
    visitor.page.wait_for_url("**/en/compare/?gpus=p100,rtx-5090")
    visitor.wait()
    assert names(visitor.page) == ["P100", "RTX 5090"]


def test_more_than_four_cannot_be_ticked(visit: Visit) -> None:
    """A fifth box is off while four are chosen, and an address with five shows four."""
    visitor = visit("en/gpus/")
    page = visitor.page
    gpus = ("b300", "b200", "mi325x", "mi300x")
    for gpu in gpus:
        page.locator(box(page, gpu)).check()
    expect(page.locator(".chosen [role=status]")).to_have_text("Chosen: 4 of 4")
    assert page.locator("[data-pick]:enabled").count() == 4
    page.locator(".chosen li button").first.press("Enter")
    expect(page.locator(".chosen li")).to_have_count(3)
    assert page.locator("[data-pick]:disabled").count() == 0
    visitor.open(f"en/compare/?gpus={','.join(gpus)},l4")
    assert len(names(page)) == 4


def test_what_is_not_in_the_catalogue_is_told(visit: Visit) -> None:
    """An old link may name a GPU that was taken out; the others are still compared."""
    visitor = visit("en/compare/?gpus=l4,gone,t4,p100")
    assert names(visitor.page) == ["L4", "T4", "P100"]
    expect(visitor.page.locator(".notice:visible")).to_contain_text("Not in the catalogue: gone")
    assert names(visit("en/compare/?gpus=gone").page) == []


def test_the_choice_is_the_same_in_two_tabs(visit: Visit) -> None:
    """It belongs to the device, and the bar of the other tab follows."""
    visitor = visit("en/gpus/")
    visitor.page.locator(box(visitor.page, "l4")).check()
    expect(visitor.page.locator(".chosen li")).to_have_count(1)
    other = visitor.page.context.new_page()
    other.goto(f"{visitor.address}tr/gpus/")
    expect(other.locator(".chosen li")).to_have_count(1)
    other.locator(".chosen button.more").press("Enter")
    expect(other.locator(".chosen")).to_be_hidden()
    expect(visitor.page.locator(".chosen")).to_be_hidden()
    assert not visitor.page.locator(box(visitor.page, "l4")).is_checked()


def test_a_browser_that_remembers_nothing_still_compares(visit: Visit) -> None:
    """Storage may be refused; the choice then lasts as long as the page."""
    visitor = visit("en/gpus/")
    visitor.page.add_init_script(REFUSE)
    visitor.open("en/gpus/")
    for gpu in ("l4", "t4", "p100"):
        visitor.page.locator(box(visitor.page, gpu)).check()
    visitor.page.locator(".chosen .btn").click()
    visitor.page.wait_for_url("**/compare/?gpus=l4,t4,p100")


@pytest.mark.parametrize("kept", ["nonsense", "{}", "[1, null]", json.dumps([{"id": 7, "name": []}])])
def test_what_was_remembered_may_be_broken(visit: Visit, kept: str) -> None:
    """Nothing of it is shown, and nothing stops working."""
    visitor = visit("en/gpus/")
    visitor.page.evaluate("kept => localStorage.setItem('gpus', kept)", kept)
    visitor.open("en/gpus/")
    visitor.page.locator(box(visitor.page, "l4")).check()
    expect(visitor.page.locator(".chosen li")).to_have_count(1)


def test_the_bar_hides_nothing_that_has_the_focus(visit: Visit) -> None:
    """On a phone too: what is tabbed to is scrolled clear of the bar."""
    visitor = visit("en/gpus/", width=PHONE)
    page = visitor.page
    page.locator(box(page, "b300")).check()
    expect(page.locator(".chosen")).to_be_visible()
    clear = """() => document.activeElement.closest(".chosen") !== null
      || document.activeElement.getBoundingClientRect().top
         < document.querySelector(".chosen").getBoundingClientRect().top"""
    for _ in range(30):
        page.keyboard.press("Tab")
        assert page.evaluate(clear)


def test_boxes_have_names(market_site: BuiltSite) -> None:
    """A box says which GPU it chooses, in the page's language."""
    page = market_site.page("en/gpus/")
    labels = page.xpath("//input[@data-pick]/@aria-label")
    assert len(labels) == 54
    assert "Compare H100 SXM" in labels

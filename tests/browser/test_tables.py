"""Tables: sorting and filtering by keyboard, the state in the address, and nothing that jumps."""

from __future__ import annotations

import gzip
from decimal import Decimal
from pathlib import Path

import pytest
from playwright.sync_api import expect

from generator.figures import memory
from generator.loading.load import load_site
from tests.browser.visitor import FRESH, LAPTOP, OLD, PHONE, SLUGS, Visit, Visitor
from tests.conftest import FIXTURE
from tests.html import BuiltSite

TRAINING = "guides/llm-training/"
GUIDE_ORDER = [
    "b300",
    "b200",
    "mi325x",
    "mi300x",
    "h200-sxm",
    "h100-nvl",
    "h100-sxm",
    "a100-sxm-80gb",
    "a100-pcie-80gb",
]


def head(visitor: Visitor, column: str) -> str:
    """The selector of the button in a column's head."""
    return f"#part-table th[data-column={column}] button"


# --- sorting


@pytest.mark.parametrize("slug", SLUGS)
def test_a_column_is_sorted_by_keyboard(visit: Visit, slug: str) -> None:
    """The better values first, then turned, then the page's own order; the state is told and stands in the address."""
    visitor = visit(f"{slug}/{TRAINING}")
    button = visitor.page.locator(head(visitor, "memory"))
    cell = visitor.page.locator("#part-table th[data-column=memory]")
    visitor.tab_to(button)
    visitor.page.keyboard.press("Enter")
    expect(cell).to_have_attribute("aria-sort", "descending")
    assert visitor.query == "sort=-memory"
    assert visitor.rows()[:4] == ["b300", "mi325x", "mi300x", "b200"]
    visitor.page.keyboard.press("Space")
    expect(cell).to_have_attribute("aria-sort", "ascending")
    assert visitor.query == "sort=memory"
    assert visitor.rows()[-1] == "b300"
    visitor.page.keyboard.press("Enter")
    assert cell.get_attribute("aria-sort") is None
    assert visitor.query == ""
    assert visitor.rows() == GUIDE_ORDER
    assert visitor.page.locator("#part-table [aria-sort]").count() == 0


def test_equals_keep_the_order_of_the_page_both_ways(visit: Visit) -> None:
    """Three GPUs hold 80 GB; turning the column does not turn them."""
    alike = ["h100-sxm", "a100-sxm-80gb", "a100-pcie-80gb"]
    for sort in ("memory", "-memory"):
        visitor = visit(f"en/{TRAINING}?sort={sort}")
        assert [row for row in visitor.rows() if row in alike] == alike


def test_what_is_unknown_comes_last_both_ways(visit: Visit) -> None:
    """B300 and B200 have no published bandwidth for one GPU; that is neither the least nor the most."""
    for sort in ("bandwidth", "-bandwidth"):
        assert visit(f"en/{TRAINING}?sort={sort}").rows()[-2:] == ["b300", "b200"]


def test_names_are_sorted_as_people_count(visit: Visit) -> None:
    """L4 before L40: numbers within names count as numbers."""
    rows = visit("en/gpus/?sort=gpu").rows("#datacenter table")
    assert rows.index("l4") < rows.index("l40") < rows.index("l40s")


def test_all_lists_of_a_page_follow(visit: Visit) -> None:
    """The list of all models has a table for each class; a press sorts all of them."""
    visitor = visit("en/gpus/")
    visitor.page.locator("#consumer th[data-column=price_per_hour] button").click()
    assert visitor.page.locator("[aria-sort=ascending]").count() == 3
    assert visitor.rows("#datacenter table")[0] == "mi250x"


# --- filters


def gpus_that_hold(billions: str, method: str, most: int) -> set[str]:
    """The GPUs of the data file that hold a model on at most so many, worked out by the build's own sum."""
    site, _ = load_site(FIXTURE)
    assert site is not None
    settings = site.settings.value
    need = Decimal(billions), settings.methods[method].bytes_per_parameter, settings.usable_memory
    return {gpu.id for gpu in site.gpus.value if memory.gpus_needed(*need, gpu.memory_gb, gpu.devices).boards <= most}


@pytest.mark.parametrize(
    ("billions", "method", "most"),
    [("9", "full_training", 1), ("9.1", "full_training", 1), ("70", "weights_16bit", 8), ("64", "weights_16bit", 2)],
)
def test_what_fits_is_judged_exactly(visit: Visit, billions: str, method: str, most: int) -> None:
    """180 GB × 0.8 ÷ 16 bytes is 9 to the digit: B200 holds 9B and not 9.1B. Boards of two devices count as such."""
    visitor = visit(f"en/gpus/?fits={billions}&by={method}&on={most}")
    assert set(visitor.rows()) == gpus_that_hold(billions, method, most)


@pytest.mark.parametrize("slug", SLUGS)
def test_filters_are_worked_by_keyboard(visit: Visit, slug: str) -> None:
    """Open the filters, tick a maker, enter a size: what is on is seen, counted and in the address."""
    visitor = visit(f"{slug}/gpus/")
    page = visitor.page
    visitor.tab_to(page.locator(".filters summary"))
    page.keyboard.press("Enter")
    visitor.tab_to(page.locator("[name=vendor][value=amd]"))
    page.keyboard.press("Space")
    visitor.tab_to(page.locator("[name=fits]"))
    page.keyboard.type("70")
    expect(page.locator(".chips button")).to_have_count(2)
    expect(page.locator(".empty")).to_be_visible()
    assert visitor.query == "vendor=amd&fits=70&by=full_training&on=1"
    assert visitor.rows() == []
    page.locator("[name=on]").fill("8")
    expect(page.locator(".empty")).to_be_hidden()
    expect(page.locator(".filters [role=status]")).to_contain_text("54")
    rows = visitor.rows()
    assert rows
    assert set(rows) <= gpus_that_hold("70", "full_training", 8)
    assert len(rows) == page.locator("tr[data-vendor=amd]:visible").count()


def test_each_filter_keeps_what_it_names(visit: Visit) -> None:
    """Maker, class, memory and offer, together."""
    visitor = visit("en/gpus/?vendor=nvidia,amd&class=datacenter&memory=100&offer=1")
    assert set(visitor.rows()) == {"b300", "b200", "mi300x", "h200-sxm", "mi250x"}
    expect(visitor.page.locator("#workstation")).to_be_hidden()
    expect(visitor.page.locator("#t-list-datacenter, caption:visible").first).to_contain_text("5")


def test_an_empty_result_says_why_and_how_to_reset(visit: Visit) -> None:
    """It tells how many there would be without each filter, and each is a way out."""
    visitor = visit("en/gpus/?vendor=intel&memory=200")
    empty = visitor.page.locator(".empty")
    expect(empty).to_be_visible()
    expect(empty.locator("button")).to_have_text(["Without “Intel”: 4", "Without “At least 200 GB”: 3"])
    empty.locator("button").first.press("Enter")
    expect(empty).to_be_hidden()
    assert visitor.query == "memory=200"
    assert len(visitor.rows()) == 4
    visitor.page.locator(".filters [type=reset]").press("Enter")
    expect(visitor.page.locator(".chips button")).to_have_count(0)
    assert visitor.query == ""
    assert len(visitor.rows()) == 54


def test_a_chip_takes_its_filter_off_and_keeps_the_focus_near(visit: Visit) -> None:
    """The chip goes; the focus must not fall to the top of the page."""
    visitor = visit("en/gpus/?class=consumer&memory=24")
    visitor.page.locator(".chips button").nth(1).press("Enter")
    expect(visitor.page.locator(".chips button")).to_have_count(1)
    assert visitor.query == "class=consumer"
    assert visitor.page.evaluate("document.activeElement.tagName") == "SUMMARY"


@pytest.mark.parametrize("query", ["vendor=nobody", "memory=lots", "fits=-1", "sort=nothing", "fits=1e400", "on=3"])
def test_an_address_with_nonsense_shows_everything(visit: Visit, query: str) -> None:
    """Addresses are edited by hand and broken by mail programs."""
    assert len(visit(f"en/gpus/?{query}").rows()) == 54


# --- the state is shared


@pytest.mark.parametrize(("slug", "other"), [("en", "tr"), ("tr", "ar-xb"), ("ar-xb", "en-xa")])
def test_the_state_is_kept_by_link_reload_and_language(visit: Visit, slug: str, other: str) -> None:
    """Sort and filter, send the address; the reader loads it again and reads on in another language."""
    sender = visit(f"{slug}/{TRAINING}")
    sender.page.locator(head(sender, "price_per_hour")).press("Enter")
    sender.page.locator(".filters summary").press("Enter")
    sender.page.locator("[name=memory]").fill("100")
    expect(sender.page.locator(".chips button")).to_have_count(1)
    expected = ["mi300x", "h200-sxm", "b200", "b300", "mi325x"]
    assert sender.rows() == expected

    reader = visit(sender.link, width=PHONE)
    assert reader.rows() == expected
    reader.page.reload()
    reader.wait()
    assert reader.rows() == expected
    reader.page.locator(".lang summary").press("Enter")
    reader.page.locator(f'.lang a[href*="/{other}/"]').press("Enter")
    reader.page.wait_for_url(f"**/{other}/{TRAINING}?**")
    reader.wait()
    assert reader.rows() == expected
    assert reader.query == sender.query


# --- nothing jumps, everything stays in sight


@pytest.mark.parametrize(("width", "now"), [(PHONE, OLD), (LAPTOP, FRESH)])
@pytest.mark.parametrize(
    "path",
    [
        "en/gpus/",
        "tr/gpus/?vendor=amd&fits=70&by=lora&sort=-memory",
        "ar-xb/guides/llm-training/?memory=200",
        "en-xa/",
        "en/gpus/h100-sxm/",
        "en/calculator/?size=70&by=weights_8bit",
        "en/compare/?gpus=b300,h100-sxm,mi300x",
    ],
)
def test_nothing_jumps(visit: Visit, path: str, now: str, width: int) -> None:
    """What scripts add has its place before they run, and a page whose address carries a state waits for them."""
    visitor = visit(f"{path.partition('/')[0]}/imprint/", width=width, now=now)
    visitor.open_with_slow_scripts(path)
    assert visitor.shift == 0
    assert visitor.overflow <= 0


@pytest.mark.parametrize("slug", ["en", "ar-xb"])
def test_head_and_first_column_stay_in_sight(visit: Visit, slug: str) -> None:
    """However far a table is moved, from either side."""
    visitor = visit(f"{slug}/gpus/", width=PHONE)
    region = visitor.page.locator("#datacenter .scroll")
    region.evaluate("box => box.scrollTo({ left: getComputedStyle(box).direction === 'rtl' ? -400 : 400, top: 600 })")
    inside = """box => {
      const frame = box.getBoundingClientRect();
      const corner = box.querySelector("thead th").getBoundingClientRect();
      const names = [...box.querySelectorAll("tbody th")].map((name) => name.getBoundingClientRect());
      const near = (one, other) => Math.abs(one - other) < 2;
      const rtl = getComputedStyle(box).direction === "rtl";
      const side = ({ left, right }) => (rtl ? near(right, frame.right) : near(left, frame.left));
      return [Math.abs(box.scrollLeft) > 0, near(corner.top, frame.top), names.every(side) && side(corner)];
    }"""
    assert region.evaluate(inside) == [True, True, True]


# --- weight


def test_the_list_of_all_models_is_light(market_site: BuiltSite) -> None:
    """54 GPUs with what filters need, under 40 KB."""
    page = (market_site.folder / "en/gpus/index.html").read_bytes()
    assert len(gzip.compress(page)) < 40_000


@pytest.mark.parametrize(
    "path",
    [
        "",
        "en/",
        "en/guides/",
        "en/guides/llm-training/",
        "en/gpus/",
        "en/gpus/h100-sxm/",
        "en/compare/",
        "en/compare/h200-sxm-vs-h100-sxm/",
        "en/calculator/",
        "en/methodology/",
    ],
)
def test_a_page_asks_for_little(visit: Visit, market_site: BuiltSite, path: str) -> None:
    """At most 6 requests and 15 KB of styles and scripts (gzip) before anything is pressed, even with old prices."""
    visitor = visit(path, now=OLD)
    visitor.page.wait_for_load_state("networkidle")
    assert len(visitor.requests) <= 6, visitor.requests
    files = [market_site.folder / request for request in visitor.requests if Path(request).suffix in {".css", ".js"}]
    assert sum(len(gzip.compress(file.read_bytes())) for file in files) <= 15_000

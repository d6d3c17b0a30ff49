"""The calculator: equal to the tables without a script over the whole grid, and worked by keyboard."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from playwright.sync_api import expect

from generator.figures import memory
from generator.loading.load import load_site
from generator.model import Site
from generator.pages.calculator_pages import CACHE_BYTES
from tests.browser.visitor import PHONE, SLUGS, Visit
from tests.conftest import FIXTURE

# For each method and size: what the calculator shows for each GPU, beside what the table of that method shows.
GRID = """([sizes, methods]) => {
  const form = document.querySelector(".calculator");
  const differing = [];
  let compared = 0;
  let priced = 0;
  for (const [place, method] of methods.entries()) {
    const rows = [...document.querySelectorAll("#tables table")[place].tBodies[0].rows];
    for (const [column, size] of sizes.entries()) {
      form.size.value = size;
      form.by.value = method;
      form.dispatchEvent(new Event("input"));
      const answers = [...form.querySelectorAll("tbody tr")];
      const cellsOf = new Map(answers.map((row) => [row.querySelector("a").textContent, row.cells]));
      for (const row of rows) {
        const { dataset, textContent } = row.cells[column + 1];
        const [count, ...words] = textContent.trim().split(" ");
        const cost = words.find((word) => word.startsWith("$")) ?? "";
        const [, , needed, hour] = cellsOf.get(row.querySelector("a").textContent);
        const asked = [needed.dataset.v, needed.textContent, hour.querySelector("summary")?.textContent ?? ""];
        const table = [dataset.v, count.replace("†", ""), cost];
        if (asked.join() !== table.join()) differing.push([method, size, asked, table]);
        compared += 1;
        priced += cost ? 1 : 0;
      }
    }
  }
  return [compared, priced, differing];
}"""


@pytest.fixture(scope="module")
def site() -> Site:
    """The project's data."""
    found, _ = load_site(FIXTURE)
    assert found is not None
    return found


def test_the_calculator_equals_the_tables_over_the_whole_grid(visit: Visit, site: Site) -> None:
    """All GPUs × all sizes × all methods: the same count, and the same cost where there is one."""
    settings = site.settings.value
    visitor = visit("en/calculator/?size=7&by=full_training")
    sizes = [str(size) for size in settings.model_sizes_b]
    compared, priced, differing = visitor.page.evaluate(GRID, [sizes, list(settings.methods)])
    assert differing == []
    assert compared == len(site.gpus.value) * len(sizes) * len(settings.methods)
    assert priced > 500


@pytest.mark.parametrize("slug", SLUGS)
def test_a_question_is_asked_by_keyboard(visit: Visit, slug: str) -> None:
    """Type a size, choose a method, limit the number; the answer is told, and its address can be shared."""
    visitor = visit(f"{slug}/calculator/", width=PHONE)
    page = visitor.page
    visitor.tab_to(page.locator("[name=size]"))
    page.keyboard.type("70")
    page.keyboard.press("Tab")
    page.keyboard.press("End")
    page.keyboard.press("Tab")
    page.keyboard.type("1")
    expect(page.locator(".calculator [role=status]")).to_contain_text("54")
    rows = page.locator(".calculator tbody tr")
    names = set(rows.locator("a").all_text_contents())
    assert "A40" in names  # 48 GB × 0.8 ÷ 0.5 bytes is 76.8
    assert "RTX 5090" not in names
    assert visitor.query == "size=70&by=weights_4bit&on=1"
    assert visitor.overflow <= 0
    reader = visit(visitor.link)
    assert set(reader.page.locator(".calculator tbody a").all_text_contents()) == names


def test_what_it_costs_adds_up(visit: Visit) -> None:
    """70B × 2 bytes is 140 GB: three H100 of 80 GB at 0.8. Seven of them are dearer than a node of eight."""
    page = visit("en/calculator/?size=70&by=weights_16bit").page
    row = page.locator(".calculator tbody tr", has=page.get_by_role("link", name="H100 SXM", exact=True))
    assert row.locator("td").nth(1).inner_text() == "3"
    assert row.locator("summary").inner_text() == "$8.64"
    assert row.locator("td").nth(3).inner_text() == "$207.36"
    page.locator("[name=size]").fill("220")
    expect(row.locator("td").nth(1)).to_have_text("7")
    row.locator("summary").press("Enter")
    expect(row.locator("div span:visible").first).to_have_text("1 × $19.99 for 8 GPUs")
    expect(page.locator("[data-part=weights]")).to_have_text("The model takes 440 GB: 220B × 2 bytes a parameter.")


def test_context_takes_its_own_memory(visit: Visit, site: Site) -> None:
    """8B at 1 byte and 128,000 tokens of Llama 3.1 8B: 24.78 GB, in the same exact sum as the build's."""
    visitor = visit("en/calculator/?size=8&by=weights_8bit&context=128000&cache=131072&on=1")
    page = visitor.page
    assert CACHE_BYTES == 131_072
    expect(page.locator("[data-part=context]")).to_have_text(
        "The model takes 24.78 GB: 8B × 1 byte a parameter, and 128,000 tokens × 131,072 bytes."
    )
    settings = site.settings.value
    needed = 8 + Fraction(128_000 * CACHE_BYTES, 10**9)
    holding = {
        gpu.name
        for gpu in site.gpus.value
        if Fraction(gpu.memory_gb) / gpu.devices * Fraction(settings.usable_memory) >= needed
    }
    assert set(page.locator(".calculator tbody a").all_text_contents()) == holding
    page.locator("[name=by]").select_option("full_training")
    expect(page.locator("[name=context]")).to_be_disabled()
    expect(page.locator("[data-part=weights]")).to_be_visible()
    assert "context" not in visitor.query


def test_boards_of_two_devices_count_as_in_the_tables(visit: Visit, site: Site) -> None:
    """A model for two devices of one MI250X counts as two boards."""
    board = site.gpu("mi250x")
    settings = site.settings.value
    for size in ("51.2", "51.3", "102.4", "204.8", "205"):
        page = visit(f"en/calculator/?size={size}&by=weights_8bit").page
        row = page.locator(".calculator tbody tr", has=page.get_by_role("link", name="MI250X", exact=True))
        needed = memory.gpus_needed(Decimal(size), Decimal(1), settings.usable_memory, board.memory_gb, board.devices)
        assert row.locator("td").nth(1).inner_text() == str(needed.boards)


def test_the_cheapest_hour_comes_first_and_what_has_no_price_last(visit: Visit) -> None:
    """As the caption says; the columns sort like those of every table."""
    page = visit("en/calculator/?size=8&by=weights_8bit").page
    first = page.locator(".calculator tbody tr").first
    assert first.locator("a").inner_text() == "RTX 4090"
    assert page.locator(".calculator tbody tr").last.locator("td").nth(2).inner_text() == "no live offer"
    page.locator(".calculator th[data-column=memory] button").press("Enter")
    assert page.locator(".calculator tbody tr a").first.inner_text() == "B300"


def test_nothing_holds_it_says_so(visit: Visit) -> None:
    """With a hint at what to change."""
    page = visit("en/calculator/?size=671&by=full_training&on=1").page
    expect(page.locator(".calculator .empty")).to_be_visible()
    expect(page.locator(".calculator [role=status]")).to_have_text("0 of 54 models hold it")


@pytest.mark.parametrize("size", ["0", "-5", "x", "1e999"])
def test_no_size_is_no_question(visit: Visit, size: str) -> None:
    """Nothing is answered, and nothing breaks."""
    expect(visit(f"en/calculator/?size={size}").page.locator("[data-part=answer]")).to_be_hidden()

"""The calculator's page: its form, and the tables that answer without a script."""

from __future__ import annotations

from generator.pages.calculator_pages import CACHE_BYTES
from generator.pages.views import CalculatorView
from generator.pipeline import Plan
from tests.html import BuiltSite
from tests.test_pages import page_at


def calculator(plan: Plan, locale: str = "en") -> CalculatorView:
    """The view of the calculator."""
    view = page_at(plan, f"{locale}/calculator/").view
    assert isinstance(view, CalculatorView)
    return view


def test_every_method_has_a_table_of_all_gpus(site_plan: Plan) -> None:
    """In the settings' order; the counts are those of the guides."""
    view = calculator(site_plan)
    assert [table.id for table in view.needed] == [method.id.replace("_", "-") for method in view.methods]
    assert {len(table.rows) for table in view.needed} == {view.total} == {54}
    (cells,) = (cells for gpu, _, _, cells in view.needed[0].rows if gpu == "h100-sxm")
    assert dict(zip(view.needed[0].sizes, (cell.count for cell in cells), strict=True))["70B"] == "18"


def test_a_form_gets_exact_numbers_and_words(site_plan: Plan) -> None:
    """Scripts compute with the first and show the second; only running a model keeps a cache."""
    english, turkish = calculator(site_plan), calculator(site_plan, "tr")
    assert english.usable == "0.8"
    assert english.share == "80%"
    assert turkish.share == "%80"
    lora = next(method for method in turkish.methods if method.id == "lora")
    assert (lora.bytes, lora.words, lora.kv_cache) == ("2.2", "2,2 bayt", False)
    assert [method.id for method in english.methods if method.kv_cache] == [
        "weights_16bit",
        "weights_8bit",
        "weights_4bit",
    ]


def test_the_reference_cache_is_that_of_a_named_model(site_plan: Plan) -> None:
    """Llama 3.1 8B: 2 × 32 layers × 8 KV heads × 128 × 2 bytes, which the page says with the model's name."""
    assert CACHE_BYTES == 131_072
    assert calculator(site_plan).cache_text == "131,072 bytes"


def test_the_page_says_what_is_counted(built_site: BuiltSite) -> None:
    """A sum whose inputs are not shown is not trusted; the context that is counted is the one that was entered."""
    text = built_site.page("en/calculator/").text_content()
    assert "Llama 3.1 8B" in text
    assert "2 × layers × KV heads × head size × bytes" in text
    assert "Context counts only where you enter it" in text


def test_its_tables_open_no_sums(built_site: BuiltSite) -> None:
    """54 GPUs × 9 sizes × 6 methods: a sum in each cell would make the page several times as heavy."""
    page = built_site.page("en/calculator/")
    assert not page.xpath("//section[@id='tables']//td/details")
    assert page.xpath("//section[@id='tables']//td/small")


def test_it_is_in_the_tabs_of_every_page(built_site: BuiltSite) -> None:
    """And marked as current on its own."""
    tab = "//nav[@class='tabs']//a[contains(@href, '/calculator/')]"
    (link,) = built_site.page("en/gpus/").xpath(tab)
    assert link.get("aria-current") is None
    (link,) = built_site.page("en/calculator/").xpath(tab)
    assert link.get("aria-current") == "page"

"""Guides: the table, the counts of GPUs, the questions, and what depends on the market."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from generator.pages.views import GuideView, NeededCell, Page, TextView
from generator.pipeline import Order, Plan, plan_site
from tests.test_pages import page_at


def guide(plan: Plan, slug: str = "llm-training", locale: str = "en") -> GuideView:
    """The view of a guide."""
    view = page_at(plan, f"{locale}/guides/{slug}/").view
    assert isinstance(view, GuideView)
    return view


def planned(root: Path) -> Plan:
    """The pages of a changed copy of the site."""
    return plan_site(Order(root), lambda _: None)


def edit(root: Path, path: str, old: str, new: str) -> None:
    """Change one text of a file, which must be there."""
    file = root / path
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")


def counts(view: GuideView, gpu: str) -> dict[str, NeededCell]:
    """The cells of a GPU's row in the first table of counts, by model size."""
    table = view.needed[0]
    (cells,) = (cells for _, name, _, cells in table.rows if name == gpu)
    return dict(zip(table.sizes, cells, strict=True))


def test_counts_round_up(site_plan: Plan) -> None:
    """70B × 16 bytes ÷ (0.8 × 80 GB) = 17.5: 18 GPUs, more than one server of eight."""
    cell = counts(guide(site_plan), "H100 SXM")["70B"]
    assert (cell.count, cell.one, cell.far) == ("18", False, False)


def test_the_cost_is_the_cheapest_mix_with_its_sum(site_plan: Plan) -> None:
    """18 × $2.88 where only one-GPU offers are live."""
    cell = counts(guide(site_plan), "H100 SXM")["70B"]
    assert cell.cost == "$51.84"
    assert cell.sum is not None
    assert cell.sum.lines == ("18 × $2.88 for 1 GPU",)


def test_above_64_gpus_there_is_no_price(site_plan: Plan) -> None:
    """That many stand in several nodes, which nobody offered as one."""
    cell = counts(guide(site_plan), "H100 SXM")["671B"]
    assert (cell.count, cell.far, cell.cost, cell.sum) == ("168", True, "", None)


def test_an_opened_market_turns_the_questions(site_root: Path) -> None:
    """Before the opening people ask how they will rent; after it, how they do."""
    before = guide(planned(site_root))
    edit(site_root, "data/site.yaml", "market_open: false", "market_open: true")
    after = guide(planned(site_root))
    assert {q.id for q in before.questions} - {q.id for q in after.questions} == {"q-rent-before"}
    assert {q.id for q in after.questions} - {q.id for q in before.questions} == {"q-rent-open"}
    assert (before.layout.market_open, after.layout.market_open) == (False, True)


def test_questions_in_structured_data_equal_the_visible_ones(site_plan: Plan) -> None:
    """Word for word, without the markup."""
    view = guide(site_plan)
    data = json.loads(view.layout.json_ld)
    (faq,) = (part for part in data if part["@type"] == "FAQPage")
    assert [entry["name"] for entry in faq["mainEntity"]] == [str(q.question.striptags()) for q in view.questions]
    assert [entry["acceptedAnswer"]["text"] for entry in faq["mainEntity"]] == [
        str(q.answer.striptags()) for q in view.questions
    ]


def test_a_changed_specification_changes_every_sentence_of_both_languages(site_root: Path) -> None:
    """One edit of the data file; nobody touches a guide or a translation."""
    file = site_root / "data/gpus.yaml"
    entries = file.read_text("utf-8").split("- id: ")
    changed = [e.replace("memory_gb: 80", "memory_gb: 96") if e.startswith("h100-sxm\n") else e for e in entries]
    file.write_text("- id: ".join(changed), "utf-8")
    plan = planned(site_root)
    for locale, fit in (("en", "≈ 4B"), ("tr", "≈ 4B")):
        view = guide(plan, locale=locale)
        row = next(row for row in view.table.rows if row.id == "h100-sxm")
        assert row.cells[0].text == "96"
        assert row.cells[4].sum is not None
        assert row.cells[4].sum.lines[0].startswith("96 GB × ")
        assert row.cells[4].text == fit
        assert "96 GB" in view.sections[0].html
        assert "80 GB" not in view.sections[0].html


def test_one_changed_price_is_formatted_in_both_languages(site_root: Path) -> None:
    """A price with three decimals keeps them."""
    edit(site_root, "data/prices.yaml", "price_per_hour: 2.88}", "price_per_hour: 2.885}")
    plan = planned(site_root)
    for locale, price in (("en", "$2.885"), ("tr", "$2,885")):
        row = next(row for row in guide(plan, locale=locale).table.rows if row.id == "h100-sxm")
        assert row.cells[-1].text == price


@pytest.mark.parametrize("slug", ["imprint", "privacy", "terms"])
def test_a_placeholder_says_so_and_is_not_indexed(site_plan: Plan, slug: str) -> None:
    """Until its owner has written it."""
    page: Page = page_at(site_plan, f"en/{slug}/")
    assert isinstance(page.view, TextView)
    assert page.view.placeholder
    assert not page.view.layout.indexed

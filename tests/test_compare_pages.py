"""Comparisons of two GPUs."""

from __future__ import annotations

from generator.pages.views import ComparesView, CompareView, PairLine
from generator.pipeline import Plan
from tests.test_pages import page_at


def comparison(plan: Plan, pair: str) -> CompareView:
    """The view of a comparison."""
    view = page_at(plan, f"en/compare/{pair}/").view
    assert isinstance(view, CompareView)
    return view


def lines(view: CompareView) -> dict[str, PairLine]:
    """The lines by column."""
    return {line.head.column: line for group in view.groups for line in group.lines}


def test_the_better_value_is_marked_with_its_ratio(site_plan: Plan) -> None:
    """989 ÷ 312 = 3.2 times the rate; the cheaper price is divided."""
    found = lines(comparison(site_plan, "h100-sxm-vs-a100-sxm-80gb"))
    assert (found["bf16_tensor"].better, found["bf16_tensor"].ratio) == ("first", "× 3.2")
    assert (found["price_per_hour"].better, found["price_per_hour"].ratio) == ("second", "÷ 1.6")


def test_equal_and_unknown_values_have_no_better_one(site_plan: Plan) -> None:
    """80 GB and 80 GB; a rate that only one of them has says nothing of a ratio."""
    found = lines(comparison(site_plan, "h100-sxm-vs-a100-sxm-80gb"))
    assert (found["memory"].better, found["memory"].ratio) == ("", "")
    assert (found["fp8_tensor"].better, found["fp8_tensor"].ratio) == ("", "")


def test_text_is_neither_better_nor_worse(site_plan: Plan) -> None:
    """HBM3 beside HBM2e is only different."""
    assert lines(comparison(site_plan, "h100-sxm-vs-a100-sxm-80gb"))["memory_type"].better == ""


def test_every_published_guide_has_a_verdict(site_plan: Plan) -> None:
    """Whole sentences that end as such."""
    verdicts = comparison(site_plan, "h100-sxm-vs-a100-sxm-80gb").verdicts
    assert len(verdicts) == 6
    assert all(verdict.sentence.striptags().endswith(".") for verdict in verdicts)


def test_the_list_holds_each_pair_once(site_plan: Plan) -> None:
    """Between 40 and 80 of them, grouped by class."""
    view = page_at(site_plan, "en/compare/").view
    assert isinstance(view, ComparesView)
    listed = [pair.href for _, pairs in view.groups for pair in pairs]
    assert len(listed) == len(set(listed))
    assert 40 <= len(listed) <= 80

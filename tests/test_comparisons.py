"""Comparisons: which of two figures is better, by how much, and the verdicts of a pair."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest

from generator.figures.comparisons import Comparisons, Difference
from generator.figures.tables import Catalogue
from generator.figures.verdicts import verdicts
from tests.samples import gpu, offer, site


def compared(first: dict[str, object], second: dict[str, object], prices: tuple[str, ...] = ()) -> Comparisons:
    """Two GPUs, "a" and "b", with a price of an hour for each where there are prices."""
    offers = [offer(name, 1, price) for name, price in zip("ab", prices, strict=False)]
    return Comparisons(Catalogue(site(gpu("a", **first), gpu("b", **second), offers=offers)))


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        pytest.param(1000, 3000, Difference(1, Fraction(3)), id="the second has three times as much"),
        pytest.param(1050, 1000, Difference(0, Fraction(21, 20)), id="the least ratio that is told"),
        pytest.param(1040, 1000, Difference(0), id="better, but its ratio would read 1.0"),
        pytest.param(1000, 1000, Difference(), id="equal figures have no better one"),
        pytest.param(None, 1000, Difference(), id="nothing is better than what is unknown"),
    ],
)
def test_a_figure_is_better_by_its_ratio(first: int | None, second: int, expected: Difference) -> None:
    """More dense TFLOPS are better."""
    found = compared({"bf16_tflops": first}, {"bf16_tflops": second})
    assert found.differences(("a", "b"), ("bf16_tensor",)) == (expected,)


def test_of_prices_the_lower_is_better() -> None:
    """The ratio is that of the larger to the smaller all the same."""
    found = compared({}, {}, prices=("4.00", "1.00"))
    assert found.differences(("a", "b"), ("price_per_hour",)) == (Difference(1, Fraction(4)),)


def test_ranks_are_equal_for_equals_and_leave_out_what_is_unknown() -> None:
    """0 is the best: the highest rate, the lowest price. "d" has neither."""
    rates = {"a": 1000, "b": 3000, "c": 1000, "d": None}
    offers = [offer("a", 1, "4.00"), offer("b", 1, "1.50"), offer("c", 1, "1.00")]
    found = Comparisons(Catalogue(site(*(gpu(name, bf16_tflops=rate) for name, rate in rates.items()), offers=offers)))
    assert found.ranks("bf16_tensor") == {"b": 0, "a": 1, "c": 1}
    assert found.ranks("price_per_hour") == {"c": 0, "b": 1, "a": 2}


def test_figures_that_differ_by_less_than_a_machine_number_shows_have_two_ranks() -> None:
    """Twenty digits are more than such a number holds."""
    found = compared({"bf16_tflops": Decimal("1000.00000000000000001")}, {"bf16_tflops": 1000})
    assert found.ranks("bf16_tensor") == {"a": 0, "b": 1}


def test_where_more_is_only_different_there_are_no_ranks() -> None:
    """Years are no race."""
    assert compared({}, {}).ranks("launch_year") == {}


def test_verdicts_are_those_of_the_workloads_with_a_rule() -> None:
    """In the order that was asked for; asking again gives the same values."""
    found = compared({"memory_gb": 80}, {"memory_gb": 24})
    slugs = ("rendering", "no-such-guide", "llm-training")
    first, second = (found.catalogue.gpus[name] for name in "ab")
    assert found.verdicts(("a", "b"), slugs) == tuple(verdicts(found.catalogue, first, second, slugs))
    assert [one.workload for one in found.verdicts(("a", "b"), slugs)] == ["rendering", "llm-training"]
    assert found.verdicts(("a", "b"), slugs) is found.verdicts(("a", "b"), slugs)


def test_an_unknown_column_is_refused() -> None:
    """A page that asks for it would be wrong."""
    with pytest.raises(KeyError):
        compared({}, {}).differences(("a", "b"), ("no_such_column",))

"""Comparisons: which of two figures is better, by how much, and the verdicts of a pair."""

from __future__ import annotations

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

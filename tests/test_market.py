"""The market: a GPU's price, and the cheapest way to rent a number of GPUs."""

from __future__ import annotations

import itertools
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.figures.market import Market, cheapest, cheapest_mix
from generator.model import Offer
from tests.samples import offer, site

PRICES = st.decimals("0.01", "99", places=3)
OFFERS = st.lists(st.tuples(st.sampled_from([1, 2, 4, 8]), PRICES), max_size=6)


def made(pairs: list[tuple[int, Decimal]]) -> list[Offer]:
    """Offers of one GPU, each in a region of its own."""
    return [offer("card", gpus, str(price), region=f"r{at}") for at, (gpus, price) in enumerate(pairs)]


def test_a_price_is_the_cheapest_one_gpu_offer() -> None:
    """Offers of more GPUs do not make a price, however cheap each of their GPUs is."""
    market = Market(
        site(offers=[offer("card", 8, "9"), offer("card", 1, "3"), offer("card", 1, "2.5", kind="spot")]).snapshot.value
    )
    price = market.cheapest("card")
    assert price is not None
    assert price.price_per_hour == Decimal("2.5")
    assert [one.gpus for one in market.offers("card")] == [1, 1, 8]


def test_no_offer_is_no_price() -> None:
    """A GPU without an offer has no price and no mix, never a price of 0."""
    market = Market(site(offers=[offer("card", 8, "16")]).snapshot.value)
    assert market.cheapest("card") is None
    assert market.cheapest("other") is None
    assert market.mix("other", 1) is None


def test_equal_prices_are_told_apart_by_kind_and_region() -> None:
    """The choice between equal offers does not depend on their order in the file."""
    offers = [offer("card", 1, "2", region=region) for region in ("west", "east", "north")]
    chosen = {cheapest(order, 1) for order in itertools.permutations(offers)}
    assert [one.region for one in chosen if one] == ["east"]


def test_seven_gpus_may_be_cheapest_as_a_node() -> None:
    """A node of eight at 16.00 is less than seven single GPUs at 2.50."""
    mix = cheapest_mix(7, made([(1, Decimal("2.50")), (8, Decimal("16.00"))]))
    assert mix is not None
    assert (mix.gpus, mix.nodes, mix.price_per_hour) == (8, 1, Decimal("16.00"))


def test_a_mix_shows_its_parts() -> None:
    """18 GPUs: two nodes and two single GPUs, nodes first, the sum exact."""
    mix = cheapest_mix(18, made([(1, Decimal("2.885")), (8, Decimal(20))]))
    assert mix is not None
    assert [(part.times, part.offer.gpus, part.price_per_hour) for part in mix.parts] == [
        (2, 8, Decimal(40)),
        (2, 1, Decimal("5.770")),
    ]
    assert mix.price_per_hour == Decimal("45.770")


def test_at_one_price_nodes_come_first() -> None:
    """Eight single GPUs and a node that cost the same: the node, whose GPUs stand together."""
    mix = cheapest_mix(8, made([(1, Decimal(2)), (8, Decimal(16))]))
    assert mix is not None
    assert mix.nodes == 1


def test_at_one_price_fewer_gpus_are_rented() -> None:
    """Four single GPUs and a node that cost the same: four GPUs, which is what was asked for."""
    mix = cheapest_mix(4, made([(1, Decimal(4)), (8, Decimal(16))]))
    assert mix is not None
    assert mix.gpus == 4


@pytest.mark.parametrize("count", [0, 65, 1000])
def test_no_price_beyond_64_gpus(count: int) -> None:
    """Above 64 GPUs nothing is added up; nor for none."""
    assert cheapest_mix(count, made([(1, Decimal(2)), (8, Decimal(16))])) is None
    assert cheapest_mix(64, made([(1, Decimal(2))])) is not None


@given(st.integers(1, 64), OFFERS)
def test_a_mix_is_as_cheap_as_any(count: int, pairs: list[tuple[int, Decimal]]) -> None:
    """No combination of one-GPU and eight-GPU offers, tried one by one, is cheaper or, at one price, smaller."""
    offers = made(pairs)
    singles = [price for gpus, price in pairs if gpus == 1]
    nodes = [price for gpus, price in pairs if gpus == 8]
    tried = [
        (few * min(singles, default=Decimal(0)) + many * min(nodes, default=Decimal(0)), few + 8 * many)
        for few, many in itertools.product(range(65 if singles else 1), range(9 if nodes else 1))
        if few + 8 * many >= count
    ]
    mix = cheapest_mix(count, offers)
    found = (mix.price_per_hour, mix.gpus) if mix else None
    assert found == min(tried, default=None)


@given(st.integers(1, 63), OFFERS)
def test_more_gpus_never_cost_less(count: int, pairs: list[tuple[int, Decimal]]) -> None:
    """A mix for one GPU more never costs less."""
    fewer, more = cheapest_mix(count, made(pairs)), cheapest_mix(count + 1, made(pairs))
    if fewer and more:
        assert fewer.price_per_hour <= more.price_per_hour

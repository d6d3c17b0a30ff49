"""Quotes become offers, and nothing is dropped in silence."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from generator.model.kinds import read_value
from generator.prices.price_mapping import Names, PriceMapping
from generator.prices.price_offers import Offers, described, offers_of
from generator.prices.price_quotes import Kind, Quote, Quotes
from generator.problems import Place
from tests.samples import gpu, offer

GPUS = (gpu("h100"), gpu("b200"), gpu("l4"))
ALIASES = read_value(PriceMapping, {"aliases": {"h100": ["H100", "Hopper"], "b200": ["Hopper"]}})


def quote(
    name: str, gpus: int, price: str, line: int = 1, *, kind: Kind | None = None, available: int | None = None
) -> Quote:
    """A quote on a line."""
    return Quote(name, gpus, Decimal(price), kind, None, available, (line,))


def offers(*quotes: Quote, cheapest: bool = False) -> Offers:
    """What quotes become."""
    said = Quotes(
        datetime(2026, 12, 1, tzinfo=UTC), quotes, lambda *loc: Place("feed", int(loc[0]), 1), cheapest=cheapest
    )
    return offers_of(said, Names(GPUS, ALIASES), [one.id for one in GPUS])


def prices(found: Offers) -> list[tuple[str, int, str]]:
    """The offers in short."""
    return [(one.gpu, one.gpus, str(one.price_per_hour)) for one in found.offers]


def test_offers_stand_in_the_order_of_the_catalogue() -> None:
    """So that the snapshot's file changes only where prices do."""
    found = offers(quote("l4", 1, "1"), quote("b200", 8, "9"), quote("h100", 8, "8"), quote("h100", 1, "2"))
    assert prices(found) == [("h100", 1, "2"), ("h100", 8, "8"), ("b200", 8, "9"), ("l4", 1, "1")]


def test_two_prices_of_one_offer_contradict_each_other_in_a_feed() -> None:
    """Both are named, and their lines."""
    found = offers(quote("h100", 1, "2", 4), quote("H100", 1, "3", 9))
    assert [str(problem) for problem in found.problems] == [
        'feed:9:1: 1 × "h100" stands here for 3 and on line 4 for 2\n    hint: an offer has one price'
    ]


def test_the_same_price_twice_counts_once_with_a_warning() -> None:
    """It is right all the same, but the sender should know."""
    found = offers(quote("h100", 1, "2.50", 4), quote("h100", 1, "2.5", 9))
    assert prices(found) == [("h100", 1, "2.50")]
    assert [str(problem) for problem in found.problems] == [
        'feed:9:1: warning: 1 × "h100" stands here for 2.5 and on line 4 for 2.50; it counts once'
    ]


def test_the_cheapest_counts_in_a_catalogue_and_the_others_are_told() -> None:
    """Zones and sizes of a machine fold into one offer."""
    found = offers(
        quote("H100", 1, "3"), quote("H100", 1, "2"), quote("H100", 1, "4"), quote("l4", 1, "1"), cheapest=True
    )
    assert prices(found) == [("h100", 1, "2"), ("l4", 1, "1")]
    assert not found.problems
    assert found.notes == ('Folded: 3 prices of "h100" into 1 offer, the cheapest.',)


def test_offers_of_another_kind_are_other_offers() -> None:
    """Spot and on demand may differ."""
    found = offers(quote("h100", 1, "2", kind="spot"), quote("h100", 1, "3", kind="on_demand"), quote("h100", 1, "4"))
    assert len(found.offers) == 3


def test_what_is_not_available_is_no_offer() -> None:
    """It is counted, and contradicts nothing."""
    found = offers(quote("h100", 1, "2", available=0), quote("h100", 1, "3", available=1), quote("l4", 1, "1"))
    assert prices(found) == [("h100", 1, "3"), ("l4", 1, "1")]
    assert found.notes == ("Left out: 1 offer with nothing available.",)


def test_a_name_of_no_or_of_several_gpus_is_warned_of_once() -> None:
    """With the number of offers that it costs, at the first of them."""
    found = offers(quote("B300", 1, "5", 2), quote("Hopper", 1, "3", 3), quote("B300", 8, "40", 4), quote("l4", 1, "1"))
    assert prices(found) == [("l4", 1, "1")]
    assert [str(problem).splitlines()[0] for problem in found.problems] == [
        'feed:2:1: warning: "B300" is a name that neither data/gpus.yaml nor the mapping knows; 2 offers left out',
        'feed:3:1: warning: "Hopper" may mean "h100" or "b200"; 1 offer left out',
    ]


def test_an_offer_in_words() -> None:
    """As messages name it."""
    assert described(offer("h100", 8, "20", kind="on_demand", region="eu")) == '8 × "h100", on demand, in "eu"'


@given(
    st.lists(
        st.builds(
            quote,
            st.sampled_from(["h100", "H100", "Hopper", "l4", "?"]),
            st.sampled_from([1, 8]),
            st.sampled_from(["1", "2.0", "2"]),
            available=st.sampled_from([None, 0, 1]),
        )
    ),
    st.booleans(),
)
def test_every_quote_is_an_offer_or_accounted_for(quotes: list[Quote], cheapest: bool) -> None:
    """No offer appears from nowhere, each has the lowest price of its quotes, and no key stands twice."""
    found = offers(*quotes, cheapest=cheapest)
    stated = [one for one in quotes if one.available != 0 and one.name in {"h100", "H100", "l4"}]
    expected: dict[tuple[str, int], Decimal] = {}
    for one in stated:
        key = (one.name.lower(), one.gpus)
        expected[key] = min(expected.get(key, one.price), one.price)
    assert {(one.gpu, one.gpus): one.price_per_hour for one in found.offers} == expected
    assert len(found.offers) == len(expected)
    names = {one.name for one in quotes} - {"h100", "H100", "l4"}
    assert sum("left out" in problem.message for problem in found.problems) == len(names)

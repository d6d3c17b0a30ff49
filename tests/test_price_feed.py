"""The market's own feed."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from generator.loading.schemas import schema_of
from generator.prices.price_feed import Feed, FeedOffer, read_feed
from generator.prices.price_quotes import price_fault
from tests.markets import feed

ROOT = Path(__file__).resolve().parent.parent


def problems_of(text: str) -> list[str]:
    """What is wrong with a feed."""
    return [str(problem) for problem in sorted(read_feed(text, "feed.json")[1])]


def test_a_feed_is_read_to_the_last_digit() -> None:
    """Prices are the decimals that stand there, not the nearest binary fractions."""
    text = feed().replace("3.1", "3.10000000000000000001").replace("22.5", "2.25E+1")
    quotes, problems = read_feed(text, "feed.json")
    assert not problems
    assert quotes
    assert [quote.price for quote in quotes.quotes] == [Decimal("3.10000000000000000001"), Decimal("22.5")]


@pytest.mark.parametrize(
    ("offer", "message"),
    [
        (
            {"price": "2.88"},
            'price of "h100" should be a price, an unquoted number, not "2.88"',
        ),
        (
            {"price": True},
            'price of "h100" should be a price, an unquoted number, not true',
        ),
        (
            {"price": None},
            'price of "h100" should be a price, an unquoted number, not nothing',
        ),
        ({"price": 0}, 'price of "h100" should be a price above 0, not 0'),
        ({"price": -0.0}, 'price of "h100" should be a price above 0, not -0.0'),
        ({"price": float("nan")}, 'price of "h100" should be a price above 0, not NaN'),
        ({"price": float("-inf")}, 'price of "h100" should be a price above 0, not -Infinity'),
        (
            {"price": 10**6},
            'price of "h100" should be a price from 0.0001 to below 1,000,000 with at most 20 decimals, not 1000000',
        ),
        (
            {"price": 1e-30},
            'price of "h100" should be a price from 0.0001 to below 1,000,000 with at most 20 decimals, not 1E-30',
        ),
        ({"gpus": 0}, 'gpus of "h100" should be a number of GPUs from 1 to 1024, not 0'),
        ({"gpus": 1.0}, 'gpus of "h100" should be a number of GPUs from 1 to 1024, not 1.0'),
        ({"kind": "Spot"}, 'kind of "h100" should be "on_demand", "spot" or "reserved", not "Spot"'),
        ({"available": -1}, 'available of "h100" should be a whole number of offers, 0 for none, not -1'),
        ({"region": " eu"}, "region of"),
        ({"region": "a<b"}, "region of"),
        ({"region": "e\u202eu"}, "region of"),
        ({"currency": "EUR"}, 'unknown key "currency" in "h100"'),
        ({"prise": 1}, 'unknown key "prise" in "h100"'),
    ],
)
def test_an_offer_that_does_not_fit_is_told_with_its_place(offer: dict[str, Any], message: str) -> None:
    """Every value that could become a wrong price is refused by name, at its line and column."""
    found = problems_of(feed({"gpu": "h100", "gpus": 1, "price": 3} | offer))
    assert len(found) == 1
    assert message in found[0]
    assert found[0].startswith("feed.json:1:")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "feed.json:1:1: this is not JSON: Expecting value\n    hint: it seems to be cut off"),
        (feed()[:-20], "it seems to be cut off"),
        ("[1]", "feed.json:1:1: a feed should be an object, not a list"),
        ('{"time": 1,\n "time": 2}', 'feed.json:2:2: the key "time" stands twice here'),
        ("[" * 100_000, "this JSON is nested too deep"),
        ('{"offers": [' + "9" * 5000 + "]}", "a number of thousands of digits"),
        (feed().replace("3.1", "1e99999999999999999999"), "should be a price above 0, not Infinity"),
    ],
)
def test_a_text_that_is_no_feed_is_told_as_such(text: str, message: str) -> None:
    """What cannot be a feed at all gets one plain sentence."""
    (found,) = problems_of(text)
    assert message in found


def test_all_that_is_wrong_is_told_at_once() -> None:
    """Mistakes in the head and in several offers come together, and the readable offers are read all the same."""
    text = feed(
        {"gpu": "h100", "gpus": 1, "price": 0},
        {"gpu": "h100", "gpus": 8},
        {"gpu": "b200", "gpus": 1, "price": 5},
        currency="usd",
        time="2026-12-01 08:00",
        rates={"as_of": "2026-02-30", "EUR": 0},
    )
    quotes, problems = read_feed(text, "feed.json")
    assert len(problems) == 6
    assert quotes
    assert [quote.name for quote in quotes.quotes] == ["b200"]
    assert not quotes.whole


@pytest.mark.parametrize("time", ["2026-12-01T08:00:00", "2026-12-01T08:00:00+00:00", "2026-12-01", 1764576000, None])
def test_a_time_without_its_zone_is_refused(time: object) -> None:
    """Only one form of a time is read; a naive one could be anybody's."""
    (found,) = problems_of(feed(time=time))
    assert "time should be a time that exists, as YYYY-MM-DDTHH:MM:SSZ (UTC)" in found


def test_only_a_demo_may_bring_its_past_along() -> None:
    """A real market's past is what was imported; a feed must not rewrite it."""
    past = [{"day": "2026-11-30", "gpu": "h100", "price": 3}]
    (found,) = problems_of(feed(history=past))
    assert "only a demo may bring a history along" in found
    assert not problems_of(feed(history=past, demo=True))
    (found,) = problems_of(feed(history=[{"day": "2026-12-02", "gpu": "h100", "price": 3}], demo=True))
    assert "2026-12-02 is not within the 400 days up to 2026-12-01" in found


def test_the_schema_says_of_a_feed_what_the_reader_says() -> None:
    """Whoever validates against the schema before sending meets no surprise later."""
    validator = Draft202012Validator(schema_of(Feed))
    good = feed({"gpu": "h100", "gpus": 8, "price": 20, "kind": "spot", "region": "eu", "available": 2})
    for text in (feed(), good, (ROOT / "examples/market-feed.json").read_text()):
        assert not list(validator.iter_errors(json.loads(text)))
        assert not problems_of(text)
    for wrong in ({"price": 0}, {"price": "3"}, {"gpus": 0}, {"kind": "free"}, {"region": "=1"}, {"more": 1}):
        text = feed({"gpu": "h100", "gpus": 1, "price": 3} | wrong)
        assert list(validator.iter_errors(json.loads(text)))
        assert problems_of(text)


def test_the_example_of_the_documentation_is_a_feed() -> None:
    """What a market copies from docs/price-feed.md is accepted."""
    documented = (ROOT / "docs/price-feed.md").read_text().split("```json\n")[1].split("```")[0]
    quotes, problems = read_feed(documented, "example")
    assert not problems
    assert quotes
    assert len(quotes.quotes) == 3


def test_the_documentation_names_every_key_of_a_feed() -> None:
    """In its table."""
    text = (ROOT / "docs/price-feed.md").read_text()
    table = {
        key
        for row in text.split("\n")
        if row.startswith("| `")
        for key in re.findall(r"`([a-z_\[\].]+)`", row.split("|")[1])
    }
    known = set(Feed.__struct_fields__) | {f"offers[].{name}" for name in FeedOffer.__struct_fields__}
    assert known <= table


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(["h100", "USD", "spot"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["time", "currency", "offers", "rates", "history", "gpu", "gpus", "price", "kind", "EUR"])
            | st.text(max_size=3),
            inner,
            max_size=5,
        )
    ),
    max_leaves=12,
)


@given(st.text() | VALUES.map(json.dumps))
def test_any_text_is_read_or_refused(text: str) -> None:
    """No text breaks the reader."""
    quotes, problems = read_feed(text, "feed.json")
    assert problems if quotes is None else not any(price_fault(quote.price) for quote in quotes.quotes)


PRICES = st.decimals("0.0001", "999999", places=4) | st.decimals("0.0001", "1", places=20)


@given(
    st.lists(PRICES.filter(bool), min_size=1, max_size=5), VALUES, st.sampled_from(["price", "gpus", "kind", "region"])
)
def test_a_feed_with_one_odd_value_is_right_or_refused(prices: list[Decimal], odd: object, key: str) -> None:
    """Whatever stands in one place, the other prices are read as they are, or the feed is refused."""
    offers = [f'{{"gpu": "h100", "gpus": {count}, "price": {price:f}}}' for count, price in enumerate(prices, 1)]
    with_odd = json.dumps({"gpu": "b200", "gpus": 1, "price": 1} | {key: odd})
    text = f'{{"time": "2026-12-01T08:00:00Z", "currency": "USD", "offers": [{", ".join([*offers, with_odd])}]}}'
    quotes, problems = read_feed(text, "feed.json")
    assert quotes
    assert [quote.price for quote in quotes.quotes[: len(prices)]] == prices
    assert bool(problems) == (len(quotes.quotes) == len(prices))

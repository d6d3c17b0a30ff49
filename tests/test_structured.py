"""JSON-LD as plain dicts."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.figures.cells import Cell, State, Unit
from generator.model import Offer, Snapshot
from generator.model.kinds import read_value
from generator.pages.structured import Terms, breadcrumb, dataset, faq, item_list, plain_number, product
from tests.samples import gpu, offer

H100 = gpu("h100-sxm", launch_year=2022)
AS_OF = datetime(2026, 12, 1, 22, 30, tzinfo=UTC)
OPEN = Terms(is_open=True, as_of=AS_OF, currency="USD", seller="EverXCloud")
CLOSED = Terms(is_open=False, as_of=AS_OF, currency="USD", seller="EverXCloud")


def described(*offers: Offer, terms: Terms = OPEN, figures: tuple[tuple[str, Cell, Unit], ...] = ()) -> Any:
    """The product, through JSON, as a reader gets it."""
    data = product(
        H100, "NVIDIA H100 SXM", "80 GB of HBM3.", "https://c.example/en/gpus/h100-sxm/", figures, offers, terms
    )
    return json.loads(json.dumps(data, allow_nan=False))


def test_an_open_market_states_the_range_of_the_one_gpu_offers() -> None:
    """Prices keep every digit and have a dot, the currency is a code, and they are valid for a week."""
    offers = described(offer("h100-sxm", 1, "2.880"), offer("h100-sxm", 8, "20.00"), offer("h100-sxm", 1, "10.5"))[
        "offers"
    ]
    assert offers["@type"] == "AggregateOffer"
    assert (offers["lowPrice"], offers["highPrice"], offers["offerCount"]) == ("2.880", "10.5", 2)
    assert offers["priceCurrency"] == "USD"
    assert offers["priceValidUntil"] == "2026-12-08"
    assert offers["priceSpecification"]["unitCode"] == "HUR"
    assert offers["priceSpecification"]["valueAddedTaxIncluded"] is False


@pytest.mark.parametrize(
    ("offers", "terms"),
    [((), OPEN), ((offer("h100-sxm", 8, "20.00"),), OPEN), ((offer("h100-sxm", 1, "2.88"),), CLOSED)],
    ids=["no offer", "only a node", "the market is closed"],
)
def test_without_a_one_gpu_offer_or_an_open_market_no_price_is_stated(offers: tuple[Offer, ...], terms: Terms) -> None:
    """Nothing stands in for a price: the key is absent and no 0 appears."""
    data = described(*offers, terms=terms)
    assert "offers" not in data
    assert "rice" not in json.dumps(data)


def test_invented_prices_are_never_offered() -> None:
    """A demonstration shows an open market, yet offers nothing to search engines."""
    snapshot = read_value(
        Snapshot,
        {
            "as_of": "2026-12-01T00:00:00Z",
            "currency": "USD",
            "demo": True,
            "offers": [offer("h100-sxm", 1, "2.88")],
        },
    )
    assert "offers" not in described(offer("h100-sxm", 1, "2.88"), terms=Terms.of(snapshot, "EverXCloud", is_open=True))


def test_only_published_figures_are_stated() -> None:
    """Derived, unverified and missing figures, prices and estimates would lose the marks that they have on the page."""
    figures = (
        ("Memory", Cell("memory", State.VALUE, Decimal(80)), Unit.GB),
        ("Memory type", Cell("memory_type", State.VALUE, "HBM3"), Unit.TEXT),
        ("Board power", Cell("tdp", State.VALUE, Decimal(700)), Unit.WATTS),
        ("MIG", Cell("mig", State.VALUE, value=True), Unit.FLAG),
        ("FP32", Cell("fp32", State.DERIVED, Decimal(67)), Unit.TFLOPS),
        ("ECC", Cell("ecc", State.VALUE, value=True, unverified=True), Unit.FLAG),
        ("FP4", Cell("fp4", State.NONE), Unit.TFLOPS),
        ("Price", Cell("price", State.VALUE, Decimal("2.88"), offer=offer("h100-sxm", 1, "2.88")), Unit.MONEY),
    )
    assert described(figures=figures)["additionalProperty"] == [
        {"@type": "PropertyValue", "name": "Memory", "value": "80", "unitText": "GB"},
        {"@type": "PropertyValue", "name": "Memory type", "value": "HBM3"},
        {"@type": "PropertyValue", "name": "Board power", "value": "700", "unitCode": "WTT"},
        {"@type": "PropertyValue", "name": "MIG", "value": True},
    ]


@given(st.decimals(allow_nan=False, allow_infinity=False, min_value=0, max_value=10**12))
def test_a_number_is_written_with_a_dot_and_never_rounded(value: Decimal) -> None:
    """Whatever its exponent, a reader gets the same number back from plain digits."""
    text = plain_number(value)
    assert re.fullmatch(r"\d+(\.\d+)?", text)
    assert Decimal(text) == value


def test_lists_and_crumbs_count_from_one() -> None:
    """Each entry has its place, its name and its absolute address."""
    pages = [("Home", "https://c.example/en/"), ("GPUs", "https://c.example/en/gpus/")]
    crumbs: Any = breadcrumb(pages)
    entries: Any = item_list("All GPUs", pages)
    assert [(entry["position"], entry["item"]) for entry in crumbs["itemListElement"]] == [
        (1, pages[0][1]),
        (2, pages[1][1]),
    ]
    assert [(entry["name"], entry["url"]) for entry in entries["itemListElement"]] == pages
    assert entries["numberOfItems"] == 2


def test_questions_are_stated_word_for_word() -> None:
    """Nothing is added to what the page shows, nor escaped."""
    data: Any = faq([("A100 < H100?", "“Yes” & no.")])
    assert data["mainEntity"][0]["name"] == "A100 < H100?"
    assert data["mainEntity"][0]["acceptedAnswer"]["text"] == "“Yes” & no."


def test_a_data_set_names_its_downloads() -> None:
    """The files are found with their media types, and the date is the data's."""
    data: Any = dataset(
        "GPUs",
        "Every figure.",
        "https://c.example/en/gpus/",
        "https://c.example/data/gpus.json",
        "https://c.example/data/gpus.csv",
        AS_OF,
        "EverXCloud",
    )
    files = {entry["contentUrl"]: entry["encodingFormat"] for entry in data["distribution"]}
    assert files == {
        "https://c.example/data/gpus.json": "application/json",
        "https://c.example/data/gpus.csv": "text/csv",
    }
    assert data["dateModified"] == "2026-12-01"

"""JSON-LD: what pages say, in the words of schema.org, as plain dicts.

Everything here takes raw values and absolute addresses. Amounts and figures become texts with a dot and every digit
("1.79"), which schema.org takes for numbers and no reader turns into floats; texts formatted for people stay outside.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from decimal import Decimal

from msgspec import Struct

from generator.figures.cells import Cell, State, Unit
from generator.model import Gpu, Offer, Snapshot

Data = dict[str, object]

_CONTEXT = "https://schema.org"
# Symbols of UN/CEFACT, which schema.org asks for; TFLOPS and TOPS have none and keep their name.
_HOUR, _WATT = "HUR", "WTT"
VALID_DAYS = 7
"""How long after the snapshot a price may be quoted."""


class Terms(Struct, frozen=True):
    """What decides whether prices stand in structured data, and how: only a market that is open makes offers."""

    is_open: bool
    as_of: datetime
    currency: str
    seller: str

    @classmethod
    def of(cls, snapshot: Snapshot, seller: str, *, is_open: bool) -> Terms:
        """The terms of a snapshot. Invented prices are never offered."""
        return cls(is_open and not snapshot.demo, snapshot.as_of, snapshot.currency, seller)


def plain_number(value: Decimal | int) -> str:
    """A number with a dot and all of its digits, never with an exponent."""
    return format(value, "f") if isinstance(value, Decimal) else str(value)


def breadcrumb(items: Sequence[tuple[str, str]]) -> Data:
    """The way to a page: names with absolute addresses, from the home to the page itself."""
    return {"@context": _CONTEXT, "@type": "BreadcrumbList", "itemListElement": _positions(items, "item")}


def item_list(name: str, items: Sequence[tuple[str, str]]) -> Data:
    """A list of pages in the order in which they are shown: names with absolute addresses."""
    return {
        "@context": _CONTEXT,
        "@type": "ItemList",
        "name": name,
        "numberOfItems": len(items),
        "itemListElement": _positions(items, "url"),
    }


def faq(questions: Iterable[tuple[str, str]]) -> Data:
    """Questions with their answers, word for word as the page shows them, as plain text."""
    return {
        "@context": _CONTEXT,
        "@type": "FAQPage",
        "mainEntity": [
            {"@type": "Question", "name": question, "acceptedAnswer": {"@type": "Answer", "text": answer}}
            for question, answer in questions
        ],
    }


def dataset(name: str, description: str, url: str, json_url: str, csv_url: str, as_of: datetime, creator: str) -> Data:
    """The catalogue as a data set, with its downloads; ``as_of`` is the snapshot's time."""
    return {
        "@context": _CONTEXT,
        "@type": "Dataset",
        "name": name,
        "description": description,
        "url": url,
        "isAccessibleForFree": True,
        "dateModified": as_of.date().isoformat(),
        "creator": {"@type": "Organization", "name": creator},
        "distribution": [
            {"@type": "DataDownload", "contentUrl": address, "encodingFormat": media_type}
            for address, media_type in ((json_url, "application/json"), (csv_url, "text/csv"))
        ],
    }


def product(
    gpu: Gpu,
    name: str,
    description: str,
    url: str,
    figures: Iterable[tuple[str, Cell, Unit]],
    offers: Iterable[Offer],
    terms: Terms,
) -> Data:
    """A GPU, with the range of its one-GPU offers where there are any and the market is open.

    ``figures`` are cells with the name and the unit of their column. Only published figures are stated: a mark that a
    value is derived or unverified cannot travel with it.
    """
    data: Data = {
        "@context": _CONTEXT,
        "@type": "Product",
        "name": name,
        "description": description,
        "url": url,
        "sku": gpu.id,
        "category": "GPU",
        "brand": {"@type": "Brand", "name": gpu.vendor},
        "releaseDate": str(gpu.launch_year),
    }
    if properties := [_property(*figure) for figure in figures if _published(figure[1])]:
        data["additionalProperty"] = properties
    prices = sorted(offer.price_per_hour for offer in offers if offer.gpus == 1)
    if prices and terms.is_open:
        data["offers"] = _aggregate(prices, url, terms)
    return data


def _aggregate(prices: Sequence[Decimal], url: str, terms: Terms) -> Data:
    low, high = plain_number(prices[0]), plain_number(prices[-1])
    return {
        "@type": "AggregateOffer",
        "url": url,
        "offerCount": len(prices),
        "lowPrice": low,
        "highPrice": high,
        "priceCurrency": terms.currency,
        "priceValidUntil": (terms.as_of + timedelta(days=VALID_DAYS)).date().isoformat(),
        "availability": "https://schema.org/InStock",
        "seller": {"@type": "Organization", "name": terms.seller},
        # Without its unit the price of an hour would read as that of the GPU.
        "priceSpecification": {
            "@type": "UnitPriceSpecification",
            "minPrice": low,
            "maxPrice": high,
            "priceCurrency": terms.currency,
            "unitCode": _HOUR,
            "valueAddedTaxIncluded": False,
        },
    }


def _published(cell: Cell) -> bool:
    # Prices belong to offers, and a fit is an estimate.
    is_figure = cell.offer is None and isinstance(cell.value, Decimal | int | str)
    return is_figure and cell.state is State.VALUE and not cell.unverified


def _property(name: str, cell: Cell, unit: Unit) -> Data:
    value = cell.value
    data: Data = {"@type": "PropertyValue", "name": name}
    if isinstance(value, bool | str):
        data["value"] = value
    elif isinstance(value, Decimal | int):
        data["value"] = plain_number(value)
    if unit is Unit.WATTS:
        data["unitCode"] = _WATT
    elif unit in {Unit.GB, Unit.GBS, Unit.TFLOPS, Unit.TOPS}:
        data["unitText"] = unit.value
    return data


def _positions(items: Sequence[tuple[str, str]], key: str) -> list[Mapping[str, object]]:
    return [
        {"@type": "ListItem", "position": position, "name": name, key: address}
        for position, (name, address) in enumerate(items, start=1)
    ]

"""What a source of prices says, whatever its form: when, in which currency, and a quote for each offer."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime
from decimal import Decimal
from typing import Literal

from msgspec import Struct

from generator.files.json_places import Loc
from generator.model import Rates
from generator.problems import Place

Kind = Literal["on_demand", "spot", "reserved"]

PRICE_FROM = Decimal("0.0001")
PRICE_BELOW = 1_000_000
MOST_DECIMALS = 20
"""With the digits before the point that ``PRICE_BELOW`` allows, fewer than the snapshot's file may hold."""
REGION_LENGTH = 80

WHAT_REGION = f"the name of a region: letters that show, at most {REGION_LENGTH}, not beginning with = + - or @"


class Quote(Struct, frozen=True):
    """An offer as a source states it. ``name`` is the source's own name of the GPU, ``memory_gb`` that of one GPU.

    ``price`` is for all of its ``gpus`` an hour. ``available`` is how many there are, ``None`` where the source does
    not count. ``loc`` says where the quote stands in the source.
    """

    name: str
    gpus: int
    price: Decimal
    kind: Kind | None
    region: str | None
    available: int | None
    loc: Loc
    memory_gb: Decimal | None = None


class PastPrice(Struct, frozen=True):
    """What one GPU cost an hour at the end of a day."""

    day: date
    gpu: str
    price: Decimal


class Quotes(Struct, frozen=True):
    """What a source said. ``at`` turns a path inside it into a place; ``as_of`` is ``None`` where it named no time.

    ``whole`` is false where some of its offers could not be read, so that their number says nothing. Where
    ``cheapest`` is true, several quotes of one offer are usual and the cheapest counts; else they contradict each
    other. ``notes`` tell what was left out on purpose.
    """

    as_of: datetime | None
    quotes: tuple[Quote, ...]
    at: Callable[..., Place]
    rates: Rates | None = None
    past: tuple[PastPrice, ...] = ()
    demo: bool = False
    whole: bool = True
    cheapest: bool = False
    notes: tuple[str, ...] = ()


def price_fault(price: Decimal, what: str = "a price") -> str:
    """What a price should have been, or an empty text where it can be kept and written down exactly."""
    if not price.is_finite() or price <= 0:
        return f"{what} above 0"
    exponent = price.as_tuple().exponent
    if not PRICE_FROM <= price < PRICE_BELOW or (isinstance(exponent, int) and exponent < -MOST_DECIMALS):
        return f"{what} from {PRICE_FROM} to below {PRICE_BELOW:,} with at most {MOST_DECIMALS} decimals"
    return ""


def is_region(text: str) -> bool:
    """Tell whether a text may be the name of a region: it is shown on pages and in downloads that spreadsheets open."""
    return (
        0 < len(text) <= REGION_LENGTH
        and text == text.strip()
        and text.isprintable()
        and not re.search(r"^[=+\-@]|[<>]", text)
    )

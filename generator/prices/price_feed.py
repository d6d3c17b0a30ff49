"""The market's own feed, JSON as ``docs/price-feed.md`` and its JSON Schema describe it → quotes."""

from __future__ import annotations

import json
from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from functools import cache
from typing import Annotated, Any, Literal, TypeVar

from msgspec import Meta

from generator.files.json_places import json_places
from generator.loading.validation import read_as
from generator.model import Day, Flag, GpuCount, Note, Rates, Slug, Time, Written, parse_time
from generator.model.kinds import Leaf, Unfit, expected, read_value
from generator.prices.price_quotes import (
    PRICE_BELOW,
    PRICE_FROM,
    REGION_LENGTH,
    WHAT_REGION,
    Kind,
    PastPrice,
    Quote,
    Quotes,
    is_region,
    price_fault,
)
from generator.problems import Place, Places, Problem, quoted

NAME_LENGTH = 100
MOST_DAYS = 400

W = TypeVar("W", bound=Written)

_SEE = "docs/price-feed.md shows one"


def _amount(what: str) -> Leaf:
    def read(value: object) -> Decimal:
        if isinstance(value, bool) or not isinstance(value, int | Decimal):
            raise expected(f"{what}, an unquoted number")
        number = Decimal(value)
        if fault := price_fault(number, what):
            raise expected(fault)
        return number

    return Leaf(read, {"type": "number", "minimum": float(PRICE_FROM), "exclusiveMaximum": PRICE_BELOW})


def _name(value: object) -> str:
    if not isinstance(value, str) or not value.strip() or not value.isprintable() or len(value) > NAME_LENGTH:
        raise expected(f"the id of a GPU, or a name that the mapping knows, at most {NAME_LENGTH} letters")
    return value


def _region(value: object) -> str:
    if not isinstance(value, str) or not is_region(value):
        raise expected(WHAT_REGION)
    return value


def _available(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise expected("a whole number of offers, 0 for none")
    return value


FeedName = Annotated[str, Leaf(_name, {"type": "string"})]
Region = Annotated[str, Leaf(_region, {"type": "string", "maxLength": REGION_LENGTH, "pattern": "^[^=+@<>-][^<>]*$"})]
Available = Annotated[int, Leaf(_available, {"type": "integer", "minimum": 0})]
Price = Annotated[Decimal, _amount("a price")]
Rate = Annotated[Decimal, _amount("a rate")]


class FeedOffer(Written, frozen=True, kw_only=True):
    """An offer: a number of GPUs of one kind that can be rented together."""

    gpu: Annotated[FeedName, Meta(description="The id of a GPU in data/gpus.yaml.")]
    gpus: GpuCount
    price: Annotated[Price, Meta(description="US dollars an hour for all GPUs of the offer together, without taxes.")]
    kind: Kind | None = None
    region: Annotated[Region, Meta(description="Where the GPUs stand.")] | None = None
    available: (
        Annotated[Available, Meta(description="How many of this offer can be rented now; 0 is no offer.")] | None
    ) = None


class FeedRates(Rates, frozen=True, kw_only=True):
    """What one US dollar is worth in other currencies."""

    EUR: Rate | None = None
    GBP: Rate | None = None


class FeedDay(Written, frozen=True, kw_only=True):
    """A past price of one GPU; an invented market may bring its past along, a real one has its own history."""

    day: Day
    gpu: Slug
    price: Price


class Feed(Written, frozen=True, kw_only=True):
    """The market at one moment."""

    time: Annotated[Time, Meta(description="When the market was read, in UTC: 2026-12-01T08:00:00Z.")]
    currency: Literal["USD"]
    rates: FeedRates | None = None
    demo: Annotated[Flag, Meta(description="true says that every figure of this feed is invented.")] = False
    note: Note = ""
    history: tuple[FeedDay, ...] = ()
    offers: tuple[FeedOffer, ...]


def read_feed(text: str, path: str) -> tuple[Quotes | None, list[Problem]]:
    """Read a feed. Returns everything that is wrong with it, and the quotes that could be read all the same.

    Without quotes the text is no feed at all.
    """
    value, problems = _load(text, path)
    if problems:
        return None, problems
    at = cache(lambda: json_places(text, path)[0])
    if not isinstance(value, dict):
        return None, [Problem(at().at(), f"a feed should be an object, not {quoted(value)}", _SEE)]
    # Places cost as much as all else, and only problems need them.
    feed = _valid(Feed, value)
    if not feed:
        return _readable_part(value, at), read_as(Feed, value, at())[1]
    problems = _history_problems(feed, at)
    return Quotes(
        as_of=feed.time,
        quotes=tuple(_quote(offer, index) for index, offer in enumerate(feed.offers)),
        at=lambda *loc: at().at(*loc),
        rates=feed.rates,
        past=tuple(PastPrice(day.day, day.gpu, day.price) for day in feed.history),
        demo=feed.demo,
    ), problems


def _history_problems(feed: Feed, at: Callable[[], Places]) -> list[Problem]:
    if feed.history and not feed.demo:
        hint = "leave it out: the site keeps the history of the prices that it imported"
        return [Problem(at().key("history"), "only a demo may bring a history along", hint)]
    last = feed.time.date()
    return [
        Problem(at().at("history", index, "day"), f"the day {past.day} is not within the {MOST_DAYS} days up to {last}")
        for index, past in enumerate(feed.history)
        if not 0 <= (last - past.day).days <= MOST_DAYS
    ]


def _readable_part(value: dict[str, Any], at: Callable[[], Places]) -> Quotes:
    """What can be said of a feed with mistakes, so that all reasons to refuse it are told at once."""
    try:
        as_of = parse_time(value.get("time"))
    except ValueError:
        as_of = None
    stated = value.get("offers")
    offers = [_valid(FeedOffer, offer) for offer in stated] if isinstance(stated, list) else [None]
    return Quotes(
        as_of=as_of,
        quotes=tuple(_quote(offer, index) for index, offer in enumerate(offers) if offer),
        at=lambda *loc: at().at(*loc),
        rates=_valid(FeedRates, value.get("rates")),
        demo=value.get("demo") is True,
        whole=all(offers),
    )


def _valid(model: type[W], value: object) -> W | None:
    try:
        return read_value(model, value)
    except Unfit:
        return None


def _quote(offer: FeedOffer, index: int) -> Quote:
    loc = ("offers", index)
    return Quote(offer.gpu, offer.gpus, offer.price, offer.kind, offer.region, offer.available, loc)


def _load(text: str, path: str) -> tuple[Any, list[Problem]]:
    repeats = False

    def pairs(found: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal repeats
        value = dict(found)
        repeats = repeats or len(value) < len(found)
        return value

    try:
        value = json.loads(text, parse_float=_decimal, parse_constant=_decimal, object_pairs_hook=pairs)
    except json.JSONDecodeError as error:
        at_end = error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string")
        hint = "it seems to be cut off" if at_end else ""
        return None, [Problem(Place(path, error.lineno, error.colno), f"this is not JSON: {error.msg}", hint)]
    except (RecursionError, ValueError):
        return None, [Problem(Place(path), "this JSON is nested too deep or holds a number of thousands of digits")]
    if not repeats:
        return value, []
    places, repeated = json_places(text, path)
    return None, [Problem(places.key(*loc), f"the key {quoted(loc[-1])} stands twice here") for loc in repeated]


def _decimal(text: str) -> Decimal:
    try:
        return Decimal(text)
    except InvalidOperation:
        # Its exponent is beyond what Decimal holds.
        return Decimal("Infinity")

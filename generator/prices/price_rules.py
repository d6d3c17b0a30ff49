"""When prices are refused although they can be read: against the clock, the snapshot held, and one another."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from decimal import Decimal
from fractions import Fraction

from msgspec import Struct, field

from generator.model import AHEAD, Offer, Snapshot
from generator.prices.price_offers import Offers, counted, described
from generator.prices.price_quotes import Quotes
from generator.problems import Place, Problem, did_you_mean, quoted

LOWEST, HIGHEST = Fraction(1, 5), 5
"""A price outside these multiples of the last good one is a jump."""
LOWEST_RATE, HIGHEST_RATE = Fraction(1, 2), 2
NODE = 4
"""From this number of GPUs on, an offer for less than twice the price of one GPU is taken for a mistake."""
CURRENCIES = ("EUR", "GBP")

At = Callable[[Offer], Place]


class Accepted(Struct, frozen=True):
    """What a person has looked at and lets pass: fewer offers; jumps in the prices of some GPUs, or in a rate."""

    shrink: bool = False
    jumps: Collection[str] = field(default_factory=frozenset)

    def problems(self, gpus: Iterable[str]) -> list[Problem]:
        """Names under ``jumps`` that are neither GPUs nor currencies."""
        known = {*gpus, *CURRENCIES}
        place = Place("--accept-jump")
        return [
            Problem(place, f"data/gpus.yaml has no GPU {quoted(name)}", did_you_mean(name, known))
            for name in sorted(set(self.jumps) - known)
        ]


def refusals(
    quotes: Quotes, found: Offers, held: Snapshot | None, past: Mapping[str, Decimal], now: datetime, accepted: Accepted
) -> list[Problem]:
    """Every reason to refuse what was found.

    ``held`` is the snapshot that it would replace; ``past`` has the last known price of one GPU, for GPUs that ``held``
    does not offer.
    """

    def at(offer: Offer) -> Place:
        return quotes.at(*found.locs[offer.key])

    problems = [*_clock(quotes, now), *_nodes(found.offers, at)]
    if held:
        problems += [*_older(quotes, held), *_rate_jumps(quotes, held, accepted)]
        if quotes.whole and not accepted.shrink:
            problems += _shrink(quotes, found, held)
    return [*problems, *_jumps(found.offers, _Last(held.offers if held else (), past), accepted, at)]


def _clock(quotes: Quotes, now: datetime) -> list[Problem]:
    problems = []
    if quotes.as_of and quotes.as_of - now > AHEAD:
        message = f"the time {shown(quotes.as_of)} lies ahead of now, {shown(now)}"
        problems.append(Problem(quotes.at("time"), message, "is one of the two clocks wrong?"))
    # A day's rates may come from where it is tomorrow already.
    if quotes.rates and quotes.rates.as_of - now.date() > timedelta(days=1):
        message = f"the rates of {quotes.rates.as_of} lie ahead of now, {shown(now)}"
        problems.append(Problem(quotes.at("rates", "as_of"), message))
    return problems


def _older(quotes: Quotes, held: Snapshot) -> list[Problem]:
    if quotes.as_of is None or quotes.as_of >= held.as_of:
        return []
    message = f"the time {shown(quotes.as_of)} is older than that of the snapshot held, {shown(held.as_of)}"
    return [Problem(quotes.at("time"), message)]


def _shrink(quotes: Quotes, found: Offers, held: Snapshot) -> list[Problem]:
    offers, before = len(found.offers), len(held.offers)
    if 2 * offers >= before:
        return []
    message = f"only {counted(offers, 'offer')}, fewer than half of the {before:,} in the snapshot held"
    return [Problem(quotes.at("offers"), message, "--accept-shrink takes them if the market did shrink")]


def _rate_jumps(quotes: Quotes, held: Snapshot, accepted: Accepted) -> list[Problem]:
    problems = []
    for currency in CURRENCIES:
        new = getattr(quotes.rates, currency, None)
        old = getattr(held.rates, currency, None)
        if not new or not old or currency in accepted.jumps:
            continue
        if not LOWEST_RATE <= Fraction(new) / Fraction(old) <= HIGHEST_RATE:
            message = f"the rate of {currency} jumps from {old} to {new}"
            problems.append(Problem(quotes.at("rates", currency), message, _ACCEPT.format(currency)))
    return problems


_ACCEPT = "--accept-jump {} takes it if it is right"


class _Last:
    """The last good prices: what an offer may be measured against."""

    def __init__(self, offers: Iterable[Offer], past: Mapping[str, Decimal]) -> None:
        self._by_key = {offer.key: offer for offer in offers}
        self._past = past
        self._ranges: dict[str, tuple[Fraction, Fraction] | None] = {}

    def range(self, offer: Offer) -> tuple[Fraction, Fraction] | None:
        """The lowest and the highest price that the offer had: its own, else those of its GPU for as many GPUs."""
        if own := self._by_key.get(offer.key):
            price = Fraction(own.price_per_hour)
            return price, price
        if offer.gpu not in self._ranges:
            self._ranges[offer.gpu] = self._per_gpu(offer.gpu)
        found = self._ranges[offer.gpu]
        return found and (found[0] * offer.gpus, found[1] * offer.gpus)

    def _per_gpu(self, gpu: str) -> tuple[Fraction, Fraction] | None:
        held = [Fraction(one.price_per_hour) / one.gpus for one in self._by_key.values() if one.gpu == gpu]
        held += [Fraction(self._past[gpu])] if gpu in self._past else []
        return (min(held), max(held)) if held else None


def _jumps(offers: Iterable[Offer], last: _Last, accepted: Accepted, at: At) -> Iterator[Problem]:
    jumps = []
    for offer in offers:
        known = last.range(offer)
        if not known or offer.gpu in accepted.jumps:
            continue
        price, (low, high) = Fraction(offer.price_per_hour), known
        if not LOWEST * low <= price <= HIGHEST * high:
            before = low if price < low else high
            times = f"{float(price / before):.3g}"
            jumps.append((offer, f"jumps from {_money(before)} to {offer.price_per_hour}, {times} times as much"))
    return _one_a_gpu(jumps, _ACCEPT, at)


def _nodes(offers: Iterable[Offer], at: At) -> Iterator[Problem]:
    """Nodes that are cheaper than two of their GPUs: most likely the price of one GPU was given for the node."""
    single: dict[tuple[str, str | None, str | None], Decimal] = {}
    lowest: dict[tuple[str, str | None], Decimal] = {}
    nodes = []
    for offer in offers:
        if offer.gpus == 1:
            single[offer.gpu, offer.kind, offer.region] = offer.price_per_hour
            alike = (offer.gpu, offer.kind)
            lowest[alike] = min(lowest.get(alike, offer.price_per_hour), offer.price_per_hour)
        elif offer.gpus >= NODE:
            nodes.append(offer)
    cheap = []
    for offer in nodes:
        one = single.get((offer.gpu, offer.kind, offer.region)) or lowest.get((offer.gpu, offer.kind))
        if one is not None and offer.price_per_hour < 2 * one:
            cheap.append((offer, f"costs {offer.price_per_hour}, less than two single GPUs at {one} each"))
    return _one_a_gpu(cheap, "a price is for all GPUs of the offer together; is this the price of one?", at)


def _one_a_gpu(found: Iterable[tuple[Offer, str]], hint: str, at: At) -> Iterator[Problem]:
    """A problem for each GPU: its first offer in full, the number of the others."""
    by_gpu: defaultdict[str, list[tuple[Offer, str]]] = defaultdict(list)
    for offer, what in found:
        by_gpu[offer.gpu].append((offer, what))
    for gpu, ((offer, what), *others) in by_gpu.items():
        more = f" (and {counted(len(others), 'other offer')} of this GPU likewise)" if others else ""
        yield Problem(at(offer), f"{described(offer)} {what}{more}", hint.format(gpu))


def _money(price: Fraction) -> str:
    return f"{float(price):.4f}".rstrip("0").rstrip(".")


def shown(time: datetime) -> str:
    """A time in the form in which files and options have it."""
    return time.isoformat().replace("+00:00", "Z")

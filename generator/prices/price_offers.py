"""Quotes → offers: foreign names become GPUs, quotes of one offer become one, and nothing is dropped in silence."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal

from msgspec import Struct

from generator.files.json_places import Loc
from generator.model import Offer
from generator.prices.price_mapping import Meaning, Names
from generator.prices.price_quotes import Quote, Quotes
from generator.problems import Problem, Severity, quoted

Key = tuple[str, int, str, str]
Same = Sequence[tuple[Quote, Offer]]


class Offers(Struct, frozen=True):
    """Offers, where each stands in the source by its key, and in words what did not become one."""

    offers: tuple[Offer, ...]
    locs: Mapping[Key, Loc]
    problems: tuple[Problem, ...]
    notes: tuple[str, ...]


def offers_of(quotes: Quotes, names: Names, order: Iterable[str]) -> Offers:
    """The offers that quotes make, in the ``order`` of GPUs, then by their key.

    A name that is not that of one GPU becomes a warning.
    """
    meanings: dict[tuple[str, Decimal | None], Meaning] = {}
    nameless: defaultdict[tuple[str, Decimal | None], list[Quote]] = defaultdict(list)
    by_key: defaultdict[Key, list[tuple[Quote, Offer]]] = defaultdict(list)
    unavailable = 0
    for quote in quotes.quotes:
        called = (quote.name, quote.memory_gb)
        meaning = meanings.get(called) or meanings.setdefault(called, names.meaning(*called))
        if meaning.gpu is None:
            nameless[called].append(quote)
        elif quote.available == 0:
            unavailable += 1
        else:
            offer = Offer(
                gpu=meaning.gpu, gpus=quote.gpus, price_per_hour=quote.price, kind=quote.kind, region=quote.region
            )
            by_key[offer.key].append((quote, offer))
    problems = [_left_out(quotes, meanings[called], found) for called, found in nameless.items()]
    notes = [f"Left out: {note}." for note in quotes.notes]
    if unavailable:
        notes.append(f"Left out: {counted(unavailable, 'offer')} with nothing available.")
    if quotes.cheapest:
        notes += _folded(by_key.values())
    else:
        problems += [problem for same in by_key.values() for problem in _repeated(quotes, same)]
    rank = {gpu: place for place, gpu in enumerate(order)}
    chosen = [min(same, key=lambda one: one[0].price) for same in by_key.values()]
    chosen.sort(key=lambda one: (rank[one[1].gpu], one[1].key))
    return Offers(
        offers=tuple(offer for _, offer in chosen),
        locs={offer.key: quote.loc for quote, offer in chosen},
        problems=tuple(problems),
        notes=tuple(notes),
    )


def counted(number: int, word: str) -> str:
    """``1 offer``, ``2,000 offers``."""
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"


def described(offer: Offer) -> str:
    """An offer in words: ``8 × "h100-sxm", spot, in "eu-north"``."""
    kind = f", {offer.kind.replace('_', ' ')}" if offer.kind else ""
    region = f", in {quoted(offer.region)}" if offer.region else ""
    return f"{offer.gpus} × {quoted(offer.gpu)}{kind}{region}"


def _left_out(quotes: Quotes, meaning: Meaning, found: Sequence[Quote]) -> Problem:
    first = found[0]
    message = f"{quoted(first.name)} {meaning.why}; {counted(len(found), 'offer')} left out"
    return Problem(quotes.at(*first.loc), message, meaning.hint, Severity.WARNING)


def _repeated(quotes: Quotes, same: Same) -> list[Problem]:
    first, offer = same[0]
    problems = []
    for quote, _ in same[1:]:
        line = quotes.at(*first.loc).line
        what = f"{described(offer)} stands here for {quote.price} and on line {line} for {first.price}"
        if quote.price == first.price:
            problem = Problem(quotes.at(*quote.loc), f"{what}; it counts once", severity=Severity.WARNING)
        else:
            problem = Problem(quotes.at(*quote.loc), what, "an offer has one price")
        problems.append(problem)
    return problems


def _folded(groups: Iterable[Same]) -> list[str]:
    """A line for each GPU of which several quotes became one offer."""
    rows: defaultdict[str, int] = defaultdict(int)
    offers: defaultdict[str, int] = defaultdict(int)
    for same in groups:
        gpu = same[0][1].gpu
        rows[gpu] += len(same)
        offers[gpu] += 1
    return [
        f"Folded: {counted(rows[gpu], 'price')} of {quoted(gpu)} into {counted(offers[gpu], 'offer')}, the cheapest."
        for gpu in rows
        if rows[gpu] > offers[gpu]
    ]

"""Which pairs of GPUs get a comparison page, and which other GPUs are worth a look from the page of one.

Within a pair the GPUs stand in the data file's order. Ids that no GPU has are passed over: the rules across files
report them at their places.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from itertools import pairwise
from typing import Literal

from msgspec import Struct

from generator.figures.market import Market
from generator.figures.tables import Catalogue
from generator.model import Gpu, Site

Pair = tuple[str, str]
Why = Literal["larger", "cheaper", "successor", "predecessor"]


class Alternative(Struct, frozen=True):
    """Another GPU, and why it is worth a look."""

    gpu: Gpu
    why: Why


def turned(pair: Pair) -> Pair:
    """The pair in the other order."""
    return pair[1], pair[0]


def comparison_pairs(site: Site) -> tuple[Pair, ...]:
    """The pairs that guides name, in the order of the guides, then those of the rule ``compare`` in ``data/site.yaml``.

    The rule takes successors, then neighbours in memory, then neighbours in price, up to ``most`` pages in all. Prices
    come last because they move: what a new snapshot changes then pushes no other pair out. Pairs of guides stay even
    above ``most``, since their guides link to them.
    """
    rule = site.settings.value.compare
    named = tuple(_named(site))
    picked: list[Pair] = []
    if rule.successors:
        picked += _successions(site)
    if rule.same_segment_neighbours:
        picked += [*_neighbours_in_memory(site), *_neighbours_in_price(site)]
    chosen = _in_data_order(site, (*named, *picked))
    return chosen[: max(rule.most, len(_in_data_order(site, named)))]


def _in_data_order(site: Site, pairs: Iterable[Pair]) -> tuple[Pair, ...]:
    places = {gpu.id: place for place, gpu in enumerate(site.gpus.value)}
    known = (pair for pair in pairs if pair[0] != pair[1] and places.keys() >= set(pair))
    return tuple(dict.fromkeys(pair if places[pair[0]] < places[pair[1]] else turned(pair) for pair in known))


def _named(site: Site) -> Iterator[Pair]:
    for guide in sorted(site.guides, key=lambda guide: (guide.head.order, guide.slug)):
        yield from guide.head.compare


def _successions(site: Site) -> Iterator[Pair]:
    for gpu in site.gpus.value:
        if gpu.successor is not None:
            yield gpu.id, gpu.successor


def _neighbours_in_memory(site: Site) -> Iterator[Pair]:
    """Next to each other by memory, among equals by bandwidth, within a segment and a maker.

    Whoever looks for the next amount of memory keeps his software, which ties him to the maker.
    """
    for group in _groups(site.gpus.value, lambda gpu: (gpu.segment, gpu.vendor)):
        ranked = sorted(group, key=lambda gpu: (gpu.memory_gb, _bandwidth(gpu)), reverse=True)
        yield from ((one.id, next_one.id) for one, next_one in pairwise(ranked))


def _neighbours_in_price(site: Site) -> Iterator[Pair]:
    """Next to each other by the price of one GPU, within a segment, whoever makes them."""
    market = Market(site.snapshot.value)
    for group in _groups(site.gpus.value, lambda gpu: (gpu.segment,)):
        offers = [(gpu, market.cheapest(gpu.id)) for gpu in group]
        priced = sorted(((gpu, offer.price_per_hour) for gpu, offer in offers if offer), key=lambda entry: -entry[1])
        yield from ((one.id, next_one.id) for (one, _), (next_one, _) in pairwise(priced))


def _groups(gpus: Iterable[Gpu], key: Callable[[Gpu], tuple[str, ...]]) -> Iterable[list[Gpu]]:
    groups: dict[tuple[str, ...], list[Gpu]] = {}
    for gpu in gpus:
        groups.setdefault(key(gpu), []).append(gpu)
    return groups.values()


def _bandwidth(gpu: Gpu) -> Decimal:
    """The bandwidth in GB/s to rank by, published or derived; what is unknown ranks last."""
    return gpu.bandwidth_gbs or gpu.derived.bandwidth_gbs or Decimal(0)


def alternatives(site: Site, catalogue: Catalogue, gpu: Gpu) -> tuple[Alternative, ...]:
    """The next larger GPU, the cheapest one that costs less, the successor and the predecessor; each GPU at most once.

    Larger is the least memory above this one's in the same segment, of the same maker if it has one, among equals the
    highest bandwidth. Cheaper means no less memory and a lower price for one GPU, both with live offers. Neither holds
    less on one device.
    """
    others = [other for other in site.gpus.value if other.id != gpu.id]
    found: dict[str, Alternative] = {}
    choices: tuple[tuple[Why, Gpu | None], ...] = (
        ("larger", _larger(others, gpu)),
        ("cheaper", _cheaper(others, catalogue.market, gpu)),
        ("successor", next((other for other in others if other.id == gpu.successor), None)),
        ("predecessor", _predecessor(others, gpu)),
    )
    for why, other in choices:
        if other is not None:
            found.setdefault(other.id, Alternative(other, why))
    return tuple(found.values())


def _holds(other: Gpu, gpu: Gpu) -> bool:
    """Whether ``other`` has at least the memory of ``gpu``, on the board and on one device of it."""
    here, there = gpu.memory_gb, other.memory_gb
    return there >= here and there * gpu.devices >= here * other.devices


def _larger(others: Iterable[Gpu], gpu: Gpu) -> Gpu | None:
    larger = [
        other
        for other in others
        if other.segment == gpu.segment and other.memory_gb > gpu.memory_gb and _holds(other, gpu)
    ]
    same_maker = [other for other in larger if other.vendor == gpu.vendor]
    return min(same_maker or larger, key=lambda other: (other.memory_gb, -_bandwidth(other)), default=None)


def _cheaper(others: Iterable[Gpu], market: Market, gpu: Gpu) -> Gpu | None:
    own = market.cheapest(gpu.id)
    if own is None:
        return None
    offers = ((other, market.cheapest(other.id)) for other in others)
    cheaper = [
        (other, offer.price_per_hour)
        for other, offer in offers
        if offer and offer.price_per_hour < own.price_per_hour and _holds(other, gpu)
    ]
    best = min(cheaper, key=lambda entry: (entry[1], -entry[0].memory_gb, -_bandwidth(entry[0])), default=None)
    return best[0] if best else None


def _predecessor(others: Iterable[Gpu], gpu: Gpu) -> Gpu | None:
    """Of several that this one succeeds, the latest."""
    return max(
        (other for other in others if other.successor == gpu.id), key=lambda other: other.launch_year, default=None
    )

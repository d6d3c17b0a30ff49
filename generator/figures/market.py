"""The market of a snapshot: the offers of each GPU, and the cheapest way to rent a number of GPUs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from decimal import Decimal

from msgspec import Struct

from generator.model import Offer, Snapshot

NODE = 8
"""How many GPUs a node offers; offers of other sizes are shown but never mixed."""
MOST_PRICED = 64
"""Above this number of GPUs a price would promise a cluster that nobody offered."""


class Part(Struct, frozen=True):
    """An offer, taken a number of times."""

    times: int
    offer: Offer

    @property
    def gpus(self) -> int:
        """How many GPUs this part rents."""
        return self.times * self.offer.gpus

    @property
    def price_per_hour(self) -> Decimal:
        """What this part costs an hour."""
        return self.times * self.offer.price_per_hour


class Mix(Struct, frozen=True):
    """Offers that together rent enough GPUs, nodes first. They may stand in different machines."""

    parts: tuple[Part, ...]

    @property
    def gpus(self) -> int:
        """How many GPUs are rented, which may be more than were asked for."""
        return sum(part.gpus for part in self.parts)

    @property
    def nodes(self) -> int:
        """How many of the offers taken are nodes."""
        return sum(part.times for part in self.parts if part.offer.gpus == NODE)

    @property
    def price_per_hour(self) -> Decimal:
        """The exact sum an hour."""
        return sum((part.price_per_hour for part in self.parts), Decimal(0))


def cheapest(offers: Iterable[Offer], gpus: int) -> Offer | None:
    """The cheapest offer of exactly ``gpus`` GPUs; among equals the first by kind and region."""
    fitting = (offer for offer in offers if offer.gpus == gpus)
    return min(fitting, key=lambda offer: (offer.price_per_hour, offer.key), default=None)


def cheapest_mix(count: int, offers: Iterable[Offer]) -> Mix | None:
    """The cheapest mix of one-GPU and eight-GPU offers with at least ``count`` GPUs; ``None`` without one or above 64.

    Seven GPUs may be cheaper as one node of eight. Among equal prices the mix with fewer GPUs wins, then more nodes.
    """
    if not 1 <= count <= MOST_PRICED:
        return None
    known = tuple(offers)
    single, node = cheapest(known, 1), cheapest(known, NODE)
    mixes = []
    for nodes in range(-(-count // NODE) + 1 if node else 1):
        singles = max(0, count - nodes * NODE)
        if singles and single is None:
            continue
        chosen = ((nodes, node), (singles, single))
        mixes.append(Mix(tuple(Part(times, offer) for times, offer in chosen if offer and times)))
    return min(mixes, key=lambda mix: (mix.price_per_hour, mix.gpus, -mix.nodes), default=None)


class Market:
    """The offers of a snapshot by GPU."""

    def __init__(self, snapshot: Snapshot) -> None:
        by_gpu: defaultdict[str, list[Offer]] = defaultdict(list)
        for offer in snapshot.offers:
            by_gpu[offer.gpu].append(offer)
        self._offers = {
            gpu: tuple(sorted(offers, key=lambda offer: (offer.gpus, offer.price_per_hour, offer.key)))
            for gpu, offers in by_gpu.items()
        }
        self._cheapest: dict[tuple[str, int], Offer] = {}
        for gpu, offers in self._offers.items():
            for offer in offers:
                self._cheapest.setdefault((gpu, offer.gpus), offer)
        self._mixes: dict[tuple[str, int], Mix | None] = {}
        self.currency: str = snapshot.currency

    def offers(self, gpu_id: str) -> tuple[Offer, ...]:
        """All offers of a GPU, by number of GPUs, then price."""
        return self._offers.get(gpu_id, ())

    def cheapest(self, gpu_id: str, gpus: int = 1) -> Offer | None:
        """A GPU's cheapest offer of exactly ``gpus`` GPUs; for one GPU this is the GPU's price."""
        return self._cheapest.get((gpu_id, gpus))

    def mix(self, gpu_id: str, count: int) -> Mix | None:
        """A GPU's cheapest mix for ``count`` GPUs."""
        key = (gpu_id, count)
        if key not in self._mixes:
            self._mixes[key] = cheapest_mix(count, self.offers(gpu_id))
        return self._mixes[key]

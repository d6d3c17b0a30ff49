"""What an import did, and how old the snapshot is: values that read as the command line prints them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from msgspec import Struct

from generator.model import AHEAD, SiteSettings, Snapshot
from generator.prices.price_offers import counted
from generator.prices.price_rules import shown
from generator.problems import Problem


class ImportReport(Struct, frozen=True):
    """What an import did. ``written`` is false where the snapshot held was the same already."""

    file: str
    written: bool
    snapshot: Snapshot
    before: int
    without_offer: tuple[str, ...]
    warnings: tuple[Problem, ...]
    notes: tuple[str, ...]

    def __str__(self) -> str:
        as_of = shown(self.snapshot.as_of)
        if not self.written:
            return f"Nothing new: {self.file} already holds the market of {as_of}."
        gpus = len({offer.gpu for offer in self.snapshot.offers})
        offers = f"{counted(len(self.snapshot.offers), 'offer')} of {counted(gpus, 'GPU')} (before: {self.before:,})"
        lines = [f"{self.file}: {offers}, the market of {as_of}.", *self.notes]
        if self.without_offer:
            lines.append(f"Without an offer: {', '.join(self.without_offer)}.")
        return "\n".join(lines)


class Status(Struct, frozen=True):
    """How old the snapshot is and what it lacks. No time, or one ahead of the clock, counts as too old."""

    file: str
    as_of: datetime | None
    age: timedelta | None
    limit: timedelta
    offers: int
    without_offer: tuple[str, ...]
    demo: bool

    @property
    def too_old(self) -> bool:
        """Whether monitoring should ring."""
        return self.age is None or self.age >= self.limit

    def __str__(self) -> str:
        if self.as_of is None:
            return f"{self.file}: there is no snapshot."
        age = "of unknown age" if self.age is None else f"{self.age / timedelta(hours=1):.1f} hours old"
        verdict = "TOO OLD" if self.too_old else "fresh enough"
        lines = [
            f"{self.file}: {verdict}: {age}, the limit is {self.limit / timedelta(hours=1):g}.",
            f"The market of {shown(self.as_of)}, {counted(self.offers, 'offer')}{', invented' if self.demo else ''}.",
        ]
        if self.without_offer:
            lines.append(f"Without an offer: {', '.join(self.without_offer)}.")
        return "\n".join(lines)


def status_of(
    snapshot: Snapshot | None, file: str, now: datetime, settings: SiteSettings, gpus: Iterable[str]
) -> Status:
    """The status of a snapshot; ``None`` is one that is missing. The limit is ``price_age.monitor_hours``."""
    limit = timedelta(hours=settings.price_age.monitor_hours)
    if snapshot is None:
        return Status(file, None, None, limit, 0, tuple(gpus), demo=False)
    age = now - snapshot.as_of
    return Status(
        file=file,
        as_of=snapshot.as_of,
        age=age if age >= -AHEAD else None,
        limit=limit,
        offers=len(snapshot.offers),
        without_offer=without_offer(snapshot, gpus),
        demo=snapshot.demo,
    )


def without_offer(snapshot: Snapshot, gpus: Iterable[str]) -> tuple[str, ...]:
    """The GPUs that have no offer, neither of one nor of several."""
    offered = {offer.gpu for offer in snapshot.offers}
    return tuple(gpu for gpu in gpus if gpu not in offered)

"""Importing prices: a source → the snapshot and its history, or every reason why not; and how old the snapshot is."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from generator.files.machine import exclusive, explained
from generator.files.sources import DATA_LIMIT, decode
from generator.model import Gpu, GpuFile, Rates, SiteSettings, Snapshot
from generator.prices import price_file
from generator.prices.price_catalogue import CURRENCY, read_catalogue
from generator.prices.price_feed import read_feed
from generator.prices.price_file import read_written
from generator.prices.price_history import day_of, history_of, last_prices, months_with
from generator.prices.price_mapping import Names, PriceMapping, mapping_problems
from generator.prices.price_offers import Offers, counted, offers_of
from generator.prices.price_quotes import PastPrice, Quotes
from generator.prices.price_reports import ImportReport, Status, status_of, without_offer
from generator.prices.price_rules import Accepted, refusals
from generator.prices.price_source import Limits, read_source
from generator.problems import InvalidSite, Place, Problem, Severity, quoted

HELD = "data/prices.yaml"
MOST_ALIKE = 10
"""Of errors of one kind hardly more are told one by one."""


class ImportOrder(Struct, frozen=True):
    """What to import and where to.

    ``mapping`` and ``as_of`` belong to catalogues; a feed may need a mapping for the names of its GPUs. ``history`` is
    the folder for past prices, ``None`` for the one beside ``held``.
    """

    source: str
    held: Path
    root: Path
    now: datetime
    mapping: Path | None = None
    as_of: datetime | None = None
    accept_shrink: bool = False
    accept_jump: Collection[str] = ()
    history: Path | None = None
    limits: Limits = field(default_factory=Limits)


def import_prices(order: ImportOrder) -> ImportReport:
    """Read a source and put its prices in the place of the snapshot held.

    Raises ``InvalidSite`` with every reason where the prices are refused, ``MachineFailure`` where the network or the
    disk fails; in both cases the snapshot held is untouched.
    """
    gpus = _gpus(order.root)
    mapping = _mapping(order, gpus)
    accepted = Accepted(order.accept_shrink, frozenset(order.accept_jump))
    quotes, problems = _read(order, mapping)
    problems = [*accepted.problems(gpus), *problems]
    if quotes is None:
        raise InvalidSite(_shortened(problems))
    offers = offers_of(quotes, Names(gpus.values(), mapping), gpus)
    new = _New(quotes, offers, (*problems, *offers.problems), accepted, gpus)
    with explained("import prices"):
        order.held.parent.mkdir(exist_ok=True)
        lock = order.held.resolve().with_name(f".{order.held.name}.lock")
        with exclusive(lock, f"another import into {order.held} is running"):
            return _replace(order, new)


def status(held: Path, *, root: Path, now: datetime) -> Status:
    """How old the snapshot in ``held`` is. Raises ``InvalidSite`` where it, the GPUs or the settings cannot be read."""
    settings = read_written(SiteSettings, root / "data/site.yaml", "data/site.yaml").value
    snapshot = _held(held, root)
    return status_of(snapshot, _name(held, root), now, settings, _gpus(root))


class _New(Struct, frozen=True):
    """What was read, before it is measured against what is held."""

    quotes: Quotes
    offers: Offers
    problems: tuple[Problem, ...]
    accepted: Accepted
    gpus: Mapping[str, Gpu]


def _gpus(root: Path) -> dict[str, Gpu]:
    return {gpu.id: gpu for gpu in read_written(GpuFile, root / "data/gpus.yaml", "data/gpus.yaml").value.gpus}


def _mapping(order: ImportOrder, gpus: Mapping[str, Gpu]) -> PriceMapping | None:
    if order.mapping is None:
        return None
    mapping = read_written(PriceMapping, order.mapping, _name(order.mapping, order.root))
    if problems := mapping_problems(mapping, gpus):
        raise InvalidSite(problems)
    return mapping.value


def _read(order: ImportOrder, mapping: PriceMapping | None) -> tuple[Quotes | None, list[Problem]]:
    data, name = read_source(order.source, order.limits)
    text, problems = decode(data, name)
    if text is None:
        return None, problems
    start = text.lstrip()[:20]
    if start.startswith(("{", "[")):
        quotes, problems = read_feed(text, name)
        if order.as_of:
            problems.append(Problem(Place("--as-of"), "a feed tells its time itself", "leave it out"))
        return quotes, problems
    if start.startswith("<") or not (mapping and mapping.columns):
        message = f"this is no feed: a feed is JSON and begins with {{, this begins with {quoted(start)}"
        hint = "this seems to be a web page" if start.startswith("<") else "a catalogue in CSV needs --mapping"
        return None, [Problem(Place(name, 1, 1), message, hint)]
    quotes, problems = read_catalogue(text, name, mapping.columns, mapping.currency, order.as_of)
    if order.as_of is None:
        problems.append(Problem(Place(name), "a catalogue does not tell its time", "give it with --as-of"))
    return quotes, problems


def _replace(order: ImportOrder, new: _New) -> ImportReport:
    """Measure what was read against what is held and put it in its place; to be called by one process at a time."""
    quotes, offers = new.quotes, new.offers.offers
    history = order.history or history_of(order.held)
    try:
        held = _held(order.held, order.root)
        held_gpus = {offer.gpu for offer in held.offers} if held else set()
        past = last_prices(history, {offer.gpu for offer in offers} - held_gpus)
    except InvalidSite as broken:
        raise InvalidSite(_shortened([*new.problems, *broken.problems])) from None
    problems = [*new.problems, *_mixed(order, quotes, held)]
    problems += refusals(quotes, new.offers, held, past, order.now, new.accepted)
    if quotes.as_of is None or any(problem.severity is Severity.ERROR for problem in problems):
        raise InvalidSite(_shortened(problems))
    rates = quotes.rates and Rates(as_of=quotes.rates.as_of, EUR=quotes.rates.EUR, GBP=quotes.rates.GBP)
    snapshot = Snapshot(as_of=quotes.as_of, currency=CURRENCY, rates=rates, demo=quotes.demo, offers=offers)
    past_days = [day for day in quotes.past if day.gpu in new.gpus]
    _write(order.held, history, snapshot, [*past_days, *day_of(snapshot)], is_new=snapshot != held)
    return ImportReport(
        file=_name(order.held, order.root),
        written=snapshot != held,
        snapshot=snapshot,
        before=len(held.offers) if held else 0,
        without_offer=without_offer(snapshot, new.gpus),
        warnings=tuple(_shortened(problems)),
        notes=new.offers.notes,
    )


def _write(file: Path, history: Path, snapshot: Snapshot, days: Iterable[PastPrice], *, is_new: bool) -> None:
    text = price_file.snapshot_text(snapshot)
    if len(text.encode()) > DATA_LIMIT:
        message = f"{counted(len(snapshot.offers), 'offer')} are more than a snapshot may hold, {DATA_LIMIT:,} bytes"
        raise InvalidSite([Problem(Place(str(file)), message)])
    months = months_with(history, days)
    for left_by_a_kill in history.glob(".*.new"):
        left_by_a_kill.unlink()
    # The history first: after a kill the same import comes again, and makes whole what it finds.
    for name, month in months.items():
        history.mkdir(exist_ok=True)
        price_file.replace(history / name, month)
    if is_new:
        price_file.replace(file, text)


def _mixed(order: ImportOrder, quotes: Quotes, held: Snapshot | None) -> list[Problem]:
    """An invented market never takes the place of a real one, nor the other way round."""
    place = Place(_name(order.held, order.root))
    if quotes.demo and (held is None or held.demo) and order.held.resolve() == (order.root / HELD).resolve():
        return [Problem(place, "an invented market may not go here", "name another file with --prices")]
    if held and held.demo != quotes.demo:
        kinds = ("an invented", "a real") if held.demo else ("a real", "an invented")
        message = f"this holds {kinds[0]} market, and {kinds[1]} one may not take its place"
        return [Problem(place, message, "name another file with --prices")]
    return []


def _held(held: Path, root: Path) -> Snapshot | None:
    return read_written(Snapshot, held, _name(held, root)).value if held.exists() else None


def _name(file: Path, root: Path) -> str:
    """A file as people write it: below the root, its path from there."""
    return str(file.relative_to(root)) if file.is_relative_to(root) else str(file)


def _shortened(problems: Iterable[Problem]) -> Iterator[Problem]:
    """The first errors of each kind, the last of which tells how many more there are; and every warning."""
    kinds: defaultdict[str, list[Problem]] = defaultdict(list)
    for problem in sorted(problems):
        if problem.severity is Severity.WARNING:
            yield problem
        else:
            kinds[re.sub(r'"[^"]*"|[\d.,]+', "", problem.message)].append(problem)
    for found in kinds.values():
        yield from found[:MOST_ALIKE]
        if len(found) > MOST_ALIKE:
            last = found[MOST_ALIKE]
            yield replace(
                last, message=f"{last.message}; and {counted(len(found) - MOST_ALIKE - 1, 'other')} like this"
            )

"""The history of prices: a file for each month, and in it what one GPU of each kind cost at the end of each day."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from pathlib import Path

from generator.files.sources import DATA_LIMIT, list_files, read_text
from generator.model import SLUG, Snapshot
from generator.prices.price_quotes import PastPrice, price_fault
from generator.problems import InvalidSite, Place, Problem, quoted

_HEADER = "day,gpu,price_per_hour"
_MONTH = re.compile(r"\d{4}-\d{2}\.csv", re.ASCII)
_PRICE = re.compile(r"\d{1,6}(?:\.\d{1,20})?", re.ASCII)


def history_of(prices: Path) -> Path:
    """The folder with the history of a snapshot: ``price-history`` beside ``prices.yaml``."""
    return prices.with_name(prices.stem.removesuffix("s") + "-history")


def day_of(snapshot: Snapshot) -> list[PastPrice]:
    """What the snapshot adds to the history: the cheapest one-GPU offer of each GPU, on the snapshot's day in UTC."""
    lowest: dict[str, Decimal] = {}
    for offer in snapshot.offers:
        if offer.gpus == 1:
            lowest[offer.gpu] = min(lowest.get(offer.gpu, offer.price_per_hour), offer.price_per_hour)
    return [PastPrice(snapshot.as_of.date(), gpu, price) for gpu, price in lowest.items()]


def read_month(folder: Path, name: str) -> list[PastPrice]:
    """The prices of a month's file, none where it is missing. Raises ``InvalidSite`` where it is not what we write."""
    if not (folder / name).exists():
        return []
    path = f"{folder.name}/{name}"
    text, problems = read_text(folder, name, DATA_LIMIT, shown=path)
    header, *lines = text.splitlines() if text else [""]
    if text is not None and header != _HEADER:
        problems = [Problem(Place(path, 1, 1), f"the first line should be {quoted(_HEADER)}, not {quoted(header)}")]
    found = []
    for number, line in enumerate(lines, 2):
        past = _past_price(line)
        if past is None or past.day.isoformat()[:7] != name[:7]:
            problems.append(Problem(Place(path, number, 1), f"this is no price of {name[:7]}: {quoted(line)}"))
        else:
            found.append(past)
    if problems:
        raise InvalidSite(problems)
    return found


def _past_price(line: str) -> PastPrice | None:
    try:
        day, gpu, price = line.split(",")
        if SLUG.fullmatch(gpu) and _PRICE.fullmatch(price) and not price_fault(Decimal(price)):
            return PastPrice(date.fromisoformat(day), gpu, Decimal(price))
    except ValueError:
        pass
    return None


def last_prices(folder: Path, gpus: Iterable[str]) -> dict[str, Decimal]:
    """The last known price of one GPU of each of ``gpus``; the latest month that has it counts."""
    wanted = set(gpus)
    found: dict[str, Decimal] = {}
    for name in reversed(_months(folder)) if wanted else ():
        for past in read_month(folder, name):
            if past.gpu in wanted:
                found[past.gpu] = past.price
        wanted -= set(found)
        if not wanted:
            break
    return found


def _months(folder: Path) -> list[str]:
    files, _ = list_files(folder.parent, folder.name, ".csv")
    return [name for path in files if _MONTH.fullmatch(name := path.rpartition("/")[2])]


def months_with(folder: Path, new: Iterable[PastPrice]) -> dict[str, str]:
    """The texts of the months' files that ``new`` prices change, by their names.

    A day's price of a GPU replaces the one that the history has; so a day ends with its last.
    """
    by_month: dict[str, dict[tuple[date, str], Decimal]] = {}
    for past in new:
        name = f"{past.day.isoformat()[:7]}.csv"
        if name not in by_month:
            by_month[name] = {(old.day, old.gpu): old.price for old in read_month(folder, name)}
        by_month[name][past.day, past.gpu] = past.price
    return {name: _text(prices) for name, prices in by_month.items()}


def _text(prices: dict[tuple[date, str], Decimal]) -> str:
    lines = [f"{day},{gpu},{price:f}\n" for (day, gpu), price in sorted(prices.items())]
    return _HEADER + "\n" + "".join(lines)

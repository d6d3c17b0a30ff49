"""The snapshot's file: reading the one that is held, the text of a new one, and replacing files in one step."""

from __future__ import annotations

import json
import os
import re
from decimal import Decimal
from pathlib import Path
from typing import TypeVar

from generator.files.machine import flush_names
from generator.files.sources import DATA_LIMIT, read_text
from generator.loading.load import read_data
from generator.model import Offer, Rates, Snapshot, Sourced, Written
from generator.prices.price_rules import shown
from generator.problems import InvalidSite

W = TypeVar("W", bound=Written)

_SCHEMA = "# yaml-language-server: $schema=schemas/prices.schema.json\n#\n"
_HEAD = """\
# The market at one moment: the snapshot that every price on the site comes from. Written by `build.py prices import`,
# whose next run replaces it.
#
# as_of            when the market was read, in UTC.
# price_per_hour   for all the GPUs of the offer together, in US dollars without taxes.
# rates            what one US dollar is worth.
#
# A GPU without an offer here has no live offer.
"""
_DEMO = "# EVERY FIGURE OF THIS FILE IS INVENTED: it shows what the site looks like with a full market.\n#\n"
# A letter at the beginning and a digit somewhere: no word or number that YAML reads as something else.
_PLAIN = re.compile(r"[a-z](?=[a-z-]*\d)[a-z0-9-]*", re.ASCII)


def read_written(kind: type[W], file: Path, shown_as: str) -> Sourced[W]:
    """Read a YAML file as ``kind``; problems call it ``shown_as``. Raises ``InvalidSite`` where it does not fit."""
    file = file.resolve()
    text, problems = read_text(file.parent, file.name, DATA_LIMIT, shown=shown_as)
    read = None
    if text is not None:
        read, problems = read_data(kind, text, shown_as)
    if read is None:
        raise InvalidSite(problems)
    return read


def snapshot_text(snapshot: Snapshot) -> str:
    """The snapshot as YAML that reads back as the very same values, one line for each offer."""
    head = _SCHEMA + (_DEMO if snapshot.demo else "") + _HEAD
    lines = [f"as_of: {shown(snapshot.as_of)}", f"currency: {snapshot.currency}"]
    if snapshot.demo:
        lines.append("demo: true")
    if snapshot.rates:
        lines.append(f"rates: {{{_rates(snapshot.rates)}}}")
    lines.append("offers:" if snapshot.offers else "offers: []")
    lines += [f"- {{{_offer(offer)}}}" for offer in snapshot.offers]
    return head + "\n".join(lines) + "\n"


def _rates(rates: Rates) -> str:
    amounts = {"EUR": rates.EUR, "GBP": rates.GBP}
    return ", ".join([f"as_of: {rates.as_of}", *(f"{name}: {rate:f}" for name, rate in amounts.items() if rate)])


def _offer(offer: Offer) -> str:
    parts = [f"gpu: {_text(offer.gpu)}", f"gpus: {offer.gpus}", f"price_per_hour: {_plain(offer.price_per_hour)}"]
    if offer.kind:
        parts.append(f"kind: {offer.kind}")
    if offer.region:
        parts.append(f"region: {json.dumps(offer.region, ensure_ascii=False)}")
    return ", ".join(parts)


def _plain(number: Decimal) -> str:
    return f"{number:f}"


def _text(text: str) -> str:
    return text if _PLAIN.fullmatch(text) else json.dumps(text)


def replace(file: Path, text: str) -> None:
    """Put ``text`` in the place of ``file`` in one step: whoever reads it, and after a kill, finds the old or the new.

    To be called by one process at a time. Raises ``OSError``.
    """
    file = file.resolve()
    # One fixed name: what a killed import left behind is overwritten by the next and never piles up.
    fresh = file.with_name(f".{file.name}.new")
    fresh.unlink(missing_ok=True)
    mode = file.stat().st_mode & 0o777 if file.exists() else 0o644
    try:
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, mode)
        with os.fdopen(descriptor, "wb") as out:
            out.write(text.encode())
            out.flush()
            os.fchmod(descriptor, mode)
            os.fsync(descriptor)
        fresh.replace(file)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise
    flush_names(file.parent)

"""The downloads: every figure of every GPU as JSON and as CSV, made from the same cells as the pages.

Values are raw and exact: a number has a dot and all of its digits. Only a computed value without an end (1/3) is
rounded, to ``SIGNIFICANT`` digits. What is missing is ``null``, or empty in CSV, beside a state that says why; it is
never 0. docs/downloads.md describes both files.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping
from decimal import Context, Decimal
from fractions import Fraction
from json.encoder import encode_basestring
from types import NoneType
from typing import Any

from msgspec.structs import asdict

from generator.figures.cells import Cell, FitSum, RateSum, State, Unit
from generator.figures.columns import FIELD_UNITS, Column
from generator.figures.tables import Catalogue
from generator.model import Gpu, Offer, Site

SIGNIFICANT = 6
FORMAT = 1
"""The version of the layout of both files; it rises when something is renamed, moved or left out."""

Json = Mapping[str, object]
# What a spreadsheet would take for a formula, or would skip before one.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_HEADER = (
    "gpu",
    "name",
    "column",
    "value",
    "unit",
    "state",
    "unverified",
    "rounded",
    "gpus",
    "memory_gb",
    "usable",
    "bytes_per_parameter",
    "price_per_hour",
    "amount",
    "kind",
    "region",
    "title",
    "prices_as_of",
)


def gpus_json(site: Site, catalogue: Catalogue) -> bytes:
    """``data/gpus.json``. Raises ``ValueError`` for a number that JSON has no way to write."""
    settings, snapshot = site.settings.value, site.snapshot.value
    rates = snapshot.rates
    data: Json = {
        "format": FORMAT,
        "publisher": settings.brand,
        "prices": {
            "as_of": _time(site),
            "currency": snapshot.currency,
            "per": "hour",
            "tax_included": False,
            "demo": snapshot.demo,
            "rates": rates and {"as_of": rates.as_of.isoformat(), "EUR": rates.EUR, "GBP": rates.GBP},
        },
        "estimates": {
            "usable_memory": settings.usable_memory,
            "rounding": [{"from_b": step.from_b, "step_b": step.step_b} for step in settings.rounding],
            "methods": {name: asdict(method) for name, method in settings.methods.items()},
        },
        "models": [asdict(model) for model in site.models.value],
        "columns": [_column(column, snapshot.currency) for column in catalogue.columns.values()],
        "gpus": [_gpu(gpu, catalogue, snapshot.currency) for gpu in catalogue.gpus.values()],
    }
    return (encode(data, depth=4) + "\n").encode()


def gpus_csv(site: Site, catalogue: Catalogue) -> bytes:
    """``data/gpus.csv``: a line for each figure, offer, source and note of each GPU. RFC 4180, UTF-8."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(_HEADER)
    for gpu in catalogue.gpus.values():
        own = {"gpu": _text(gpu.id), "name": _text(gpu.name)}
        for line in _lines(gpu, catalogue, site):
            texts = own | {key: _text(value) for key, value in line.items() if value is not None}
            writer.writerow(map(texts.get, _HEADER))
    return text.getvalue().encode()


def exact(value: Decimal | Fraction | int) -> Decimal:
    """A value as a decimal number: with all of its digits where they end, else rounded half to even."""
    if not isinstance(value, Fraction):
        return Decimal(value)
    numerator, denominator = value.as_integer_ratio()
    rest, twos, fives = denominator, 0, 0
    while rest % 2 == 0:
        rest, twos = rest // 2, twos + 1
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    if rest != 1:
        return Context(prec=SIGNIFICANT).divide(Decimal(numerator), Decimal(denominator))
    places = max(twos, fives)
    return Decimal(f"{numerator * 10**places // denominator}E-{places}")


def encode(value: object, depth: int = 0, indent: str = "") -> str:
    """JSON, with decimal numbers written digit by digit and a line for each entry of the ``depth`` outer levels.

    Raises ``ValueError`` for a number that is not finite, ``TypeError`` for what JSON does not know.
    """
    if plain := _PLAIN.get(type(value)):
        return plain(value)
    if isinstance(value, dict):
        inner = indent + " "
        parts = [f"{encode_basestring(key)}: {encode(one, depth - 1, inner)}" for key, one in value.items()]
        return _wrap("{", parts, "}", depth, indent)
    if isinstance(value, list | tuple):
        return _wrap("[", [encode(one, depth - 1, indent + " ") for one in value], "]", depth, indent)
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _number(number: Decimal) -> str:
    if not number.is_finite():
        raise ValueError(f"{number} is not a number that JSON can hold")
    return format(number, "f")


# Looked up by its type, since nearly every value is one of these.
_PLAIN: Mapping[type, Callable[[Any], str]] = {
    str: encode_basestring,
    int: str,
    bool: lambda value: "true" if value else "false",
    NoneType: lambda _: "null",
    Decimal: _number,
    Fraction: lambda value: _number(exact(value)),
}


def _wrap(opening: str, parts: list[str], closing: str, depth: int, indent: str) -> str:
    if depth <= 0 or not parts:
        return f"{opening}{', '.join(parts)}{closing}"
    lines = f",\n{indent} ".join(parts)
    return f"{opening}\n{indent} {lines}\n{indent}{closing}"


def _time(site: Site) -> str:
    return f"{site.snapshot.value.as_of:%Y-%m-%dT%H:%M:%SZ}"


def _unit(column: Column, currency: str) -> str | None:
    match column.unit:
        case Unit.RATE:
            return f"{currency}/hour/{FIELD_UNITS[column.field].value}"
        case Unit.MONEY:
            return f"{currency}/hour"
        case Unit.FIT:
            return "billion parameters"
        case Unit.TEXT | Unit.FLAG | Unit.COUNT | Unit.YEAR:
            return None
        case unit:
            return unit.value


def _column(column: Column, currency: str) -> Json:
    return {
        "id": column.id,
        "header": column.header.msgid,
        "unit": _unit(column, currency),
        "method": column.method or None,
        "gpus": column.gpus or None,
    }


def _gpu(gpu: Gpu, catalogue: Catalogue, currency: str) -> Json:
    return {
        "id": gpu.id,
        "name": gpu.name,
        "added": gpu.added.isoformat(),
        "successor": gpu.successor,
        "note": gpu.note or None,
        "figures": {column.id: _figure(cell, column, currency) for column, cell in _cells(gpu, catalogue)},
        "offers": [_offer(offer) for offer in catalogue.market.offers(gpu.id)],
        "sources": [asdict(source) for source in gpu.sources],
    }


def _offer(offer: Offer) -> Json:
    return {name: value for name, value in asdict(offer).items() if name != "gpu"}


def _cells(gpu: Gpu, catalogue: Catalogue) -> Iterator[tuple[Column, Cell]]:
    for column in catalogue.columns.values():
        yield column, catalogue.cell(gpu.id, column, show_derived=True)


def _figure(cell: Cell, column: Column, currency: str) -> Json:
    figure: dict[str, object] = {
        "value": cell.value,
        "unit": _unit(column, currency),
        "state": cell.state.value,
        "unverified": cell.unverified,
    }
    match cell.parts:
        case FitSum() as parts:
            figure |= {"rounded": cell.rounded, "inputs": _fit_inputs(parts)}
        case RateSum() as parts:
            figure["inputs"] = _rate_inputs(parts)
        case tuple() as runs:
            figure["runs"] = {run.model.id: run.how for run in runs}
        case None:
            pass
    return figure


def _fit_inputs(parts: FitSum) -> Json:
    return {
        "gpus": parts.gpus,
        "memory_gb": parts.memory_gb,
        "usable": parts.usable,
        "bytes_per_parameter": parts.bytes_per_parameter,
    }


def _rate_inputs(parts: RateSum) -> Json:
    return {"price_per_hour": parts.price_per_hour, "amount": parts.amount}


def _lines(gpu: Gpu, catalogue: Catalogue, site: Site) -> Iterator[Json]:
    currency, as_of = site.snapshot.value.currency, _time(site)
    for column, cell in _cells(gpu, catalogue):
        figure = _figure(cell, column, currency)
        inputs = figure.get("inputs")
        yield {
            "column": column.id,
            **{key: figure.get(key) for key in ("value", "unit", "state", "unverified", "rounded")},
            **(inputs if isinstance(inputs, dict) else {}),
            "prices_as_of": as_of if column.unit in {Unit.MONEY, Unit.RATE} else None,
        }
    for offer in catalogue.market.offers(gpu.id):
        yield {
            "column": "offer",
            "value": offer.price_per_hour,
            "unit": f"{currency}/hour",
            "state": State.VALUE.value,
            "gpus": offer.gpus,
            "kind": offer.kind,
            "region": offer.region,
            "prices_as_of": as_of,
        }
    for source in gpu.sources:
        yield {"column": "source", "value": source.url, "title": source.title}
    if gpu.note:
        yield {"column": "note", "value": gpu.note}


def _text(value: object) -> str:
    """A value as the text of a CSV cell; a text that a spreadsheet would run is defused with an apostrophe."""
    if isinstance(value, str):
        return f"'{value}" if value.startswith(_FORMULA) else value
    return encode(value)

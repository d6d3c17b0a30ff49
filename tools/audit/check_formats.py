"""Compares what `generator/pages/formats.py` writes with Node's `Intl`: another program over the same CLDR.

Marks of direction are left out on both sides: our figures get their direction from the isolate around them. Where the
two differ on purpose, `EXPLAINED` says what each writes and why; anything else is a fault, as is an explanation that
nothing needs any more.
"""

from __future__ import annotations

import datetime as dt
import json
import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from babel.core import get_cldr_version

from generator.figures.cells import Unit
from generator.pages.formats import Currency, Formats, decimals_of
from generator.words.locales import read_locale

PROGRAMS = ("node",)

LOCALES = ("en", "tr", "de", "de_CH", "fr", "es", "pt_BR", "pl", "ja", "zh_Hans", "ar", "he")
SCRIPT = Path(__file__).with_name("intl.mjs")
MARKS = dict.fromkeys(map(ord, "\u200e\u200f\u061c"))


@dataclass(frozen=True, slots=True)
class Case:
    """A value, how we write it, and what Intl is asked for: its kind, and for numbers the decimals."""

    ours: Callable[[Formats], str]
    kind: str
    value: object
    decimals: int = 0
    currency: Currency = "USD"


def _number(value: str) -> Case:
    exact = Decimal(value)
    return Case(lambda formats: formats.number(exact), "number", value, decimals_of(exact, 2))


def _money(value: str, currency: Currency = "USD") -> Case:
    exact = Decimal(value)
    return Case(
        lambda formats: formats.money(exact, currency), "money", value, max(2, decimals_of(exact, 100)), currency
    )


def _percent(value: str) -> Case:
    exact = Decimal(value)
    return Case(lambda formats: formats.percent(exact), "percent", value, decimals_of(exact * 100, 2))


def _bytes(value: str) -> Case:
    exact = Decimal(value)
    return Case(lambda formats: formats.bytes(exact), "bytes", value, decimals_of(exact, 2))


def _date(time: dt.datetime) -> Case:
    return Case(lambda formats: formats.date(time.date()), "date", time.isoformat())


def _clock(time: dt.datetime) -> Case:
    def ours(formats: Formats) -> str:
        day, text = formats.date(time.date()), formats.datetime(time)
        return text.removeprefix(day).removesuffix(" UTC").lstrip(" ,،")

    return Case(ours, "clock", time.isoformat())


def _list(*items: str) -> Case:
    return Case(lambda formats: formats.joined(items), "list", items)


_MORNING = dt.datetime(2026, 12, 1, 6, 5, tzinfo=dt.UTC)
_NIGHT = dt.datetime(2027, 3, 9, 23, 0, tzinfo=dt.UTC)

CASES = {
    "number 0.7": _number("0.7"),
    "number 0.125": _number("0.125"),
    "number 0.004": _number("0.004"),
    "number 112.5": _number("112.5"),
    "number 999": _number("999"),
    "number 6000": _number("6000"),
    "number 12345.67": _number("12345.67"),
    "number 131072": _number("131072"),
    "number 1234567.5": _number("1234567.5"),
    "money 8.99": _money("8.99"),
    "money 2.885": _money("2.885"),
    "money 1234": _money("1234"),
    "money 1234567.5": _money("1234567.5"),
    "money 4.5 EUR": _money("4.5", "EUR"),
    "money 4.5 GBP": _money("4.5", "GBP"),
    "rate 0.036": Case(lambda formats: formats.rate(Fraction("0.036")), "money", "0.036", 4),
    "percent 0.8": _percent("0.8"),
    "percent 0.825": _percent("0.825"),
    "bytes 1": _bytes("1"),
    "bytes 2": _bytes("2"),
    "bytes 2.2": _bytes("2.2"),
    "bytes 16": _bytes("16"),
    "range 24 32": Case(lambda formats: formats.range(24, 32, Unit.COUNT), "range", ("24", "32")),
    "date in December": _date(_MORNING),
    "date in March": _date(_NIGHT),
    "clock in the morning": _clock(_MORNING),
    "clock at night": _clock(_NIGHT),
    "list of two": _list("H100", "H200"),
    "list of three": _list("H100", "H200", "B200"),
}


class Difference(NamedTuple):
    """What the two write for a case in a locale."""

    locale: str
    case: str
    ours: str
    intl: str


EXPLAINED: dict[str, tuple[Difference, ...]] = {
    "CLDR leaves four digits together in these languages. Babel does not know that rule, and a column of figures reads "
    "better with one way of grouping; the scripts of our pages group like Babel.": (
        Difference("es", "number 6000", "6.000", "6000"),
        Difference("es", "money 1234", "1.234,00\xa0US$", "1234,00\xa0US$"),
        Difference("pl", "number 6000", "6\xa0000", "6000"),
        Difference("pl", "money 1234", "1\xa0234,00\xa0USD", "1234,00\xa0USD"),
    ),
    "We write a range with an en dash in every language, as data sheets do. CLDR has a hyphen or a wave dash here.": (
        Difference("es", "range 24 32", "24–32", "24-32"),
        Difference("ja", "range 24 32", "24–32", "24\uff5e32"),
        Difference("zh_Hans", "range 24 32", "24–32", "24-32"),
    ),
}


def run(site: Path) -> list[str]:
    """Return the differences that nothing explains, and the explanations of what is no difference."""
    del site
    asked = [(locale, name, case) for locale in LOCALES for name, case in CASES.items()]
    cldr, answers = _intl(asked)
    found = set(differences(asked, answers))
    explained = {difference for group in EXPLAINED.values() for difference in group}
    faults = [
        *(f"{d.locale}: {d.case}: we write {d.ours!a}, Intl {d.intl!a}" for d in sorted(found - explained)),
        *(f"{d.locale}: {d.case}: is explained, and is no difference" for d in sorted(explained - found)),
    ]
    versions = f"This Node's Intl is of CLDR {cldr}, Babel of {get_cldr_version()}; the newer one may be right."
    return [*faults, versions] if faults else []


def differences(asked: Sequence[tuple[str, str, Case]], answers: Sequence[str]) -> Iterator[Difference]:
    """Where the two do not write the same."""
    formats = {locale: Formats(read_locale(locale)) for locale in LOCALES}
    for (locale, name, case), answer in zip(asked, answers, strict=True):
        ours, intl = case.ours(formats[locale]), answer.translate(MARKS)
        if ours != intl:
            yield Difference(locale, name, ours, intl)


def _intl(asked: Sequence[tuple[str, str, Case]]) -> tuple[str, list[str]]:
    """The version of CLDR that Node has, and what it writes."""
    questions = [
        {
            "tag": locale.replace("_", "-"),
            "kind": case.kind,
            "value": case.value,
            "decimals": case.decimals,
            "currency": case.currency,
        }
        for locale, _, case in asked
    ]
    done = subprocess.run(
        ["node", SCRIPT], input=json.dumps(questions), capture_output=True, encoding="utf-8", check=True
    )
    said: dict[str, Any] = json.loads(done.stdout)
    return said["cldr"], said["answers"]

"""Formats: numbers, money, dates, ranges and lists as a locale writes them. The only module that formats with Babel.

Rounding happens here, once, half to even as CLDR does, on exact values. Methods return plain text; ``html`` and
``attr`` isolate it for a page that runs from right to left. Digits are always 0-9, in every language.
"""

from __future__ import annotations

import datetime as dt
import itertools
import json
import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from functools import cached_property, update_wrapper
from math import floor
from typing import Any, Concatenate, Literal, ParamSpec, TypeVar, get_args

from babel import Locale as BabelLocale
from babel import UnknownLocaleError
from babel.dates import format_date, format_skeleton, get_datetime_format
from babel.lists import format_list
from babel.localedata import LocaleDataDict
from babel.numbers import format_currency, format_decimal, format_percent, get_decimal_symbol, get_group_symbol
from babel.units import format_unit
from markupsafe import Markup, escape
from msgspec import Struct
from msgspec.structs import asdict

from generator.figures.cells import Cell, Number, Unit, Value
from generator.figures.columns import Column
from generator.figures.facts import FactValue
from generator.model import Locale

Currency = Literal["USD", "EUR", "GBP"]

DIGITS: Literal["latn"] = "latn"
# Printed the same in every language, as makers do. CLDR would write "Go" in French, which no data sheet has.
_SYMBOLS = frozenset({Unit.GB, Unit.GBS, Unit.TFLOPS, Unit.TOPS, Unit.WATTS})
# Stands for an apostrophe while Babel formats, which would take two of them for quotes around a text.
_APOSTROPHE = "\ue000"
# Direction comes from the isolate around a figure; marks inside it would only be copied along with it.
_MARKS: Mapping[int, str | None] = {**dict.fromkeys(map(ord, "\u200e\u200f\u061c")), ord(_APOSTROPHE): "'"}
_LETTER_MEETS_DIGIT = re.compile(r"(?<=[^\W\d_])(?=\d)|(?<=\d)(?=[^\W\d_])")
_GROUPED_FROM = 1000
_DECIMALS = re.compile(r"0(?:\.[0#]+)?")

_EXACT = Context(prec=200)

P = ParamSpec("P")
R = TypeVar("R")


class Figure(Struct, frozen=True):
    """A formatted value: the number, and its unit where that stands apart from it."""

    number: str
    unit: str = ""

    @property
    def text(self) -> str:
        """Number and unit with a plain blank between them; keeping them on one line is the style sheet's work."""
        return f"{self.number} {self.unit}" if self.unit else self.number


class Patterns(Struct, frozen=True):
    """How a locale groups digits (the last group, then the others) and what stands around an amount of money."""

    decimal: str
    group: str
    groups: tuple[int, int]
    money: Mapping[Currency, tuple[str, str]]

    def json(self) -> str:
        """As JSON, for a page."""
        return json.dumps(asdict(self), ensure_ascii=False, separators=(",", ":"))


def _remembered(method: Callable[Concatenate[Formats, P], R]) -> Callable[Concatenate[Formats, P], R]:
    """Format each value once per locale: Babel takes about 30 microseconds, and a site repeats few values often."""
    name = method.__name__

    def once(self: Formats, /, *args: P.args, **kwargs: P.kwargs) -> R:
        # To look a fraction up takes longer than to write it.
        if args and type(args[0]) is Fraction:
            return method(self, *args, **kwargs)
        known = self._memo[name]
        key = (args, *kwargs.items()) if kwargs else args
        found: R | None = known.get(key)
        if found is None:
            found = known[key] = method(self, *args, **kwargs)
        return found

    update_wrapper(once, method)
    return once


def rounded(value: Number, decimals: int) -> Decimal:
    """A value with that many decimals, half to even, decided on the exact value."""
    amount, parts = value.as_integer_ratio()
    whole, rest = divmod(amount * 10**decimals, parts)
    if 2 * rest > parts or (2 * rest == parts and whole % 2):
        whole += 1
    return Decimal(whole).scaleb(-decimals, _EXACT)


def decimals_of(value: Number, most: int) -> int:
    """How many decimals a value shows: all it has, at most ``most``, but enough never to show 0 for what is not."""
    amount, parts = value.as_integer_ratio()
    for decimals in itertools.count():
        # Half of the last place still rounds to 0, which is even.
        if amount % parts == 0 or (decimals >= most and 2 * abs(amount) > parts):
            return decimals
        amount *= 10
    raise AssertionError  # pragma: no cover - the loop ends by returning


class Formats:
    """How one locale writes figures."""

    def __init__(self, locale: Locale) -> None:
        self._rtl = locale.direction == "rtl"
        self._babel = _babel_locale(locale.name)
        self._decimal = get_decimal_symbol(self._babel, numbering_system=DIGITS)
        self._memo: defaultdict[str, dict[tuple[object, ...], Any]] = defaultdict(dict)

    @_remembered
    def number(self, value: Number, decimals: int | None = None) -> str:
        """A number; without ``decimals`` with those it has, at most two."""
        places = decimals_of(value, 2) if decimals is None else decimals
        return self._number(rounded(value, places), places)

    def _number(self, exact: Decimal, places: int) -> str:
        # Most figures are small, and without a sign or groups only the decimal sign is the locale's.
        if 0 <= exact < _GROUPED_FROM:
            return f"{exact:f}".replace(".", self._decimal)
        return self._grouped(exact, places)

    @_remembered
    def _grouped(self, exact: Decimal, places: int) -> str:
        pattern = _with_decimals(self._babel.decimal_formats[None].pattern, places)
        with localcontext(prec=200):
            text = format_decimal(exact, pattern, self._babel, numbering_system=DIGITS)
        return text.translate(_MARKS)

    @_remembered
    def money(self, amount: Decimal | int, currency: Currency = "USD") -> str:
        """A price, to the last digit: two decimals, or as many as it has."""
        return self._money(amount, max(2, decimals_of(amount, 100)), currency)

    @_remembered
    def rate(self, amount: Number, currency: Currency = "USD") -> str:
        """A computed price such as that of a GB: three significant digits, and two decimals at least."""
        whole, parts = amount.as_integer_ratio()
        zeros = next(n for n in itertools.count() if whole * 10**n >= parts)
        return self._money(amount, zeros + 2, currency)

    @_remembered
    def percent(self, share: Number) -> str:
        """A share as per cent: 0.8 gives 80 %, with at most two decimals."""
        places = decimals_of(Fraction(share) * 100, 2)
        pattern = _with_decimals(self._babel.percent_formats[None].pattern, places)
        with localcontext(prec=200):
            text = format_percent(rounded(share, places + 2), pattern, self._babel, numbering_system=DIGITS)
        return text.translate(_MARKS)

    def ratio(self, value: Number) -> str:
        """How many times as much: one decimal, no unit."""
        return self._number(rounded(value, 1), 1)

    @_remembered
    def bytes(self, count: Number) -> str:
        """Bytes, written out: "16 bytes"."""
        places = decimals_of(count, 2)
        pattern = _with_decimals(self._babel.decimal_formats[None].pattern, places)
        exact = rounded(count, places)
        return format_unit(exact, "digital-byte", "long", pattern, self._babel, numbering_system=DIGITS).translate(
            _MARKS
        )

    @_remembered
    def size_b(self, billions: Decimal | None) -> str:
        """A model size that was rounded down: "≈ 4B", or "< 1B" for ``None``."""
        return "< 1B" if billions is None else f"≈ {self.number(billions)}B"

    def exact_b(self, billions: Number) -> str:
        """The unrounded result of a sum, with one decimal, or as many as it takes not to reach the next billion."""
        end = floor(billions) + 1
        shown = ((rounded(billions, places), places) for places in itertools.count(1))
        return f"{self._number(*next(known for known in shown if known[0] < end))}B"

    @_remembered
    def figure(self, value: Value, unit: Unit) -> Figure:
        """A value in its unit. Names stay as they are; flags are words, which templates choose."""
        if isinstance(value, str):
            return Figure(value)
        if unit in _SYMBOLS:
            return Figure(self.number(value), unit.value)
        return Figure(self._without_symbol(value, unit))

    def _without_symbol(self, value: Number, unit: Unit) -> str:
        return self._writers.get(unit, self.number)(value)

    @cached_property
    def _writers(self) -> Mapping[Unit, Callable[[Number], str]]:
        return {
            Unit.BYTES: self.bytes,
            Unit.BILLIONS: lambda number: f"{self.number(number)}B",
            Unit.FIT: lambda number: self.size_b(rounded(number, decimals_of(number, 2))),
            Unit.SHARE: self.percent,
            Unit.RATIO: self.ratio,
            Unit.YEAR: str,
            Unit.MONEY: lambda number: self.rate(number) if isinstance(number, Fraction) else self.money(number),
            Unit.RATE: self.rate,
        }

    def cell(self, cell: Cell, column: Column) -> Figure | None:
        """What a cell shows; ``None`` for a kind of nothing and for flags, which are words."""
        if cell.value is None or column.unit is Unit.FLAG:
            return None
        if column.unit is Unit.FIT:
            return Figure(self.size_b(cell.rounded))
        return self.figure(cell.value, column.unit)

    def fact(self, fact: FactValue) -> str:
        """A fact with its unit: "80 GB", "≈ 4B", "16 bytes", "80%", "3.2"."""
        if fact.value is None:
            return self.size_b(None)
        return self.figure(fact.value, fact.unit).text

    def range(self, low: Number, high: Number, unit: Unit) -> str:
        """From a value to another, the unit once: "24–32 GB"."""
        ends = self.figure(low, unit), self.figure(high, unit)
        return Figure(f"{ends[0].number}–{ends[1].number}", ends[1].unit).text

    def joined(self, items: Iterable[str]) -> str:
        """A list as a sentence has it: "A, B and C"."""
        parts = list(items)
        if len(parts) > 1 and self._babel.language == "he" and _direction(parts[-1][:1]) == "ltr":
            parts[-1] = f"-{parts[-1]}"  # the Hebrew "and" is a prefix; a hyphen sets it apart from another script
        return format_list(parts, locale=self._babel)

    @_remembered
    def date(self, day: dt.date) -> str:
        """A day with the month's name."""
        return format_date(day, "long", self._babel)

    @_remembered
    def datetime(self, time: dt.datetime) -> str:
        """A time in UTC, with the word UTC, on the 24-hour clock; raises ``ValueError`` for a time without a zone."""
        if time.tzinfo is None:
            raise ValueError("a time without a zone")
        utc = time.astimezone(dt.UTC)
        clock = format_skeleton("Hm", utc, tzinfo=dt.UTC, locale=self._babel)
        joined: str = str(get_datetime_format("medium", self._babel))
        return joined.replace("'", "").format(f"{clock} UTC", format_date(utc.date(), "long", self._babel))

    def html(self, text: str) -> Markup:
        """A formatted text as HTML, isolated where the locale runs from right to left."""
        if not self._rtl:
            return escape(text)
        return Markup('<bdi dir="{}">{}</bdi>').format(_direction(text), text)

    def attr(self, text: str) -> str:
        """A formatted text for an attribute, the title or plain text: isolated by characters. Not escaped."""
        if not self._rtl:
            return text
        opening = "\u2067" if _direction(text) == "rtl" else "\u2066"
        return f"{opening}{text}\u2069"

    @cached_property
    def patterns(self) -> Patterns:
        """What a page's own formatter needs to write new numbers the way this class does."""
        return Patterns(
            decimal=self._decimal,
            group=get_group_symbol(self._babel, numbering_system=DIGITS).translate(_MARKS),
            groups=self._babel.decimal_formats[None].grouping,
            money={currency: self._around(currency) for currency in get_args(Currency)},
        )

    @_remembered
    def _around(self, currency: Currency) -> tuple[str, str]:
        before, _, after = self._amount(Decimal(1), 2, currency).partition(self.number(1, 2))
        return before, after

    def _money(self, amount: Number, places: int, currency: Currency) -> str:
        exact = rounded(amount, places)
        if 0 <= exact < _GROUPED_FROM:
            before, after = self._around(currency)
            return f"{before}{self._number(exact, places)}{after}"
        return self._amount(exact, places, currency)

    def _amount(self, exact: Decimal, places: int, currency: Currency) -> str:
        pattern = _with_decimals(self._babel.currency_formats["standard"].pattern, places)
        with localcontext(prec=200):
            text = format_currency(
                exact,
                currency,
                pattern,
                self._babel,
                currency_digits=False,
                numbering_system=DIGITS,
            )
        # CLDR sets a letter apart from a digit ("USD 8.99"); Babel does not.
        return _LETTER_MEETS_DIGIT.sub("\u00a0", text.translate(_MARKS))


class _Locale(BabelLocale):
    """A locale that may set groups of digits apart by apostrophes, as Swiss ones do: 1'234'567."""

    @cached_property
    def number_symbols(self) -> LocaleDataDict:
        """The signs in numbers of our digits; Babel asks for them with every number."""
        symbols = super().number_symbols[DIGITS]
        group = symbols["group"].replace("'", _APOSTROPHE)
        return LocaleDataDict({DIGITS: {**symbols, "group": group}})


def _babel_locale(name: str) -> BabelLocale:
    """The locale whose formats are used: a pseudo-locale such as en_XA has those of its language."""
    try:
        return _Locale.parse(name)
    except UnknownLocaleError:
        return _Locale.parse(name.partition("_")[0])


def _with_decimals(pattern: str, decimals: int) -> str:
    """A CLDR pattern with a fixed number of decimals."""
    return _DECIMALS.sub("0." + "0" * decimals if decimals else "0", pattern)


def _direction(text: str) -> Literal["ltr", "rtl"]:
    """Figures run from left to right; those with Arabic or Hebrew words in them, such as bytes, from right to left."""
    return "rtl" if any(unicodedata.bidirectional(char) in {"R", "AL"} for char in text) else "ltr"

"""A cell: one value of one GPU, before any language.

It says what is known (a value, or which kind of nothing), marks what was not read at the maker's, and carries the parts
of its sum, so that every place which shows it can also explain it.
"""

from __future__ import annotations

from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from generator.model import Offer, WorkloadModel

Number = Decimal | Fraction | int
Value = Number | str | bool


class Unit(StrEnum):
    """What a value counts, which decides how it is written. Where a unit is printed, this is its symbol."""

    GB = "GB"
    GBS = "GB/s"
    TFLOPS = "TFLOPS"
    TOPS = "TOPS"
    WATTS = "W"
    BYTES = "bytes"
    BILLIONS = "B"
    FIT = "≈ B"
    SHARE = "%"
    RATIO = "ratio"
    COUNT = "count"
    YEAR = "year"
    MONEY = "money"
    RATE = "money per unit"
    TEXT = "text"
    FLAG = "flag"


class State(StrEnum):
    """What is known: a value, the share of one that its maker publishes for a system, or a kind of nothing."""

    VALUE = "value"
    DERIVED = "derived"
    NO_FIGURE = "no_figure"
    NOT_PUBLISHED = "not_published"
    NONE = "none"
    NO_OFFER = "no_offer"


class FitSum(Struct, frozen=True):
    """gpus × memory_gb × usable ÷ bytes_per_parameter; on one board of several devices the memory is one device's."""

    gpus: int
    memory_gb: Fraction
    usable: Decimal
    bytes_per_parameter: Decimal


class RateSum(Struct, frozen=True):
    """price_per_hour ÷ amount, the amount being in ``unit``."""

    price_per_hour: Decimal
    amount: Decimal
    unit: Unit


class Run(Struct, frozen=True):
    """Whether a model runs on one GPU: whole, with parts moved to the CPU, not, or unknown where it has no figure."""

    model: WorkloadModel
    how: Literal["whole", "offload", "no", "unknown"]


class Cell(Struct, frozen=True):
    """One value of one GPU. ``value`` is exact and ``None`` unless the state is value or derived.

    Of a fit, ``value`` is unrounded, in billions, and ``rounded`` what is shown: ``None`` means below one billion.
    ``offer`` is the offer that a price comes from.
    """

    column: str
    state: State
    value: Value | None = None
    rounded: Decimal | None = None
    unverified: bool = False
    parts: FitSum | RateSum | tuple[Run, ...] | None = None
    offer: Offer | None = None

    @property
    def exact(self) -> Number | None:
        """The value as a number; ``None`` for words and kinds of nothing."""
        return None if isinstance(self.value, str) else self.value

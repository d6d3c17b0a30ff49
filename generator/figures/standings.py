"""One figure of two GPUs side by side: who leads, by how much, and when nobody can say."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from generator.figures.cells import Cell, Number, State, Unit
from generator.figures.columns import Better, Column
from generator.figures.facts import FactValue
from generator.figures.tables import Catalogue
from generator.model import Gpu

EVEN_WITHIN = Fraction(5, 100)
"""Up to this share more counts as even, counts apart; so a ratio that is named never reads 1.0."""


class Lead(StrEnum):
    """Which GPU of a pair has the better figure. ``NEITHER``: both have none of it."""

    FIRST = "first"
    SECOND = "second"
    EVEN = "even"
    NEITHER = "neither"
    UNKNOWN = "unknown"


Winner = Literal["first", "second", "even", "depends", "neither", "unknown"]


def settle(*leads: Lead) -> Winner:
    """What several figures say together: nothing as long as one is unknown, and it depends where they disagree."""
    if Lead.UNKNOWN in leads:
        return "unknown"
    if Lead.NEITHER in leads:
        return "neither"
    ahead = set(leads) - {Lead.EVEN}
    if not ahead:
        return "even"
    if len(ahead) > 1:
        return "depends"
    return "first" if Lead.FIRST in ahead else "second"


class Match(Struct, frozen=True):
    """One column's cells of two GPUs, in the pair's order, and what they say.

    ``amounts`` are the exact values: 0 where the hardware has none of it, ``None`` where nobody knows. ``order`` has
    the positions in the pair, the better figure first; as in the pair where they are equal or not both known. ``lead``
    is who has the better figure, by more than ``EVEN_WITHIN`` where it is not a count.
    """

    column: Column
    gpus: tuple[Gpu, Gpu]
    cells: tuple[Cell, Cell]
    amounts: tuple[Number | None, Number | None]
    order: tuple[int, int]
    lead: Lead

    @property
    def equal(self) -> bool:
        """Whether both figures are known and the same."""
        first, second = self.amounts
        return first is not None and first == second

    @property
    def ratio(self) -> FactValue:
        """The larger figure divided by the smaller; both must be known and above 0."""
        return FactValue(quotient(*(amount for amount in self.amounts if amount is not None)), Unit.RATIO)

    def value(self, position: int) -> FactValue:
        """The figure of one side as it is shown: of a fit the rounded size."""
        cell = self.cells[position]
        if self.column.unit is Unit.FIT:
            return FactValue(cell.rounded, Unit.FIT)
        return FactValue(None if isinstance(cell.value, str) else cell.value, self.column.unit)


def quotient(one: Number, other: Number) -> Fraction:
    """The larger of two values divided by the smaller."""
    first, second = _crosswise(one, other)
    return Fraction(max(first, second), min(first, second))


def _crosswise(one: Number, other: Number) -> tuple[int, int]:
    """Two whole numbers in the proportion of two values: fractions would be cancelled each time."""
    (first, part), (second, other_part) = one.as_integer_ratio(), other.as_integer_ratio()
    return first * other_part, second * part


def _close(first: int, second: int) -> bool:
    """Whether the larger is at most ``EVEN_WITHIN`` more."""
    most = EVEN_WITHIN.numerator + EVEN_WITHIN.denominator
    return max(first, second) * EVEN_WITHIN.denominator <= min(first, second) * most


def match(catalogue: Catalogue, gpus: tuple[Gpu, Gpu], column_id: str) -> Match:
    """The cells of a column, derived figures included; raises ``KeyError`` for an unknown column."""
    column = catalogue.columns[column_id]
    first, second = (catalogue.cell(gpu.id, column, show_derived=True) for gpu in gpus)
    return matched(column, gpus, (first, second))


def matched(column: Column, gpus: tuple[Gpu, Gpu], cells: tuple[Cell, Cell]) -> Match:
    """Two cells of a column put side by side."""
    first, second = amounts = _amount(column, cells[0]), _amount(column, cells[1])
    if first is None or second is None:
        return Match(column, gpus, cells, amounts, (0, 1), Lead.UNKNOWN)
    one, two = _crosswise(first, second)
    if one == two:
        return Match(column, gpus, cells, amounts, (0, 1), Lead.EVEN if one else Lead.NEITHER)
    order, lead = ((0, 1), Lead.FIRST) if (column.better is Better.LOWER) is (one < two) else ((1, 0), Lead.SECOND)
    is_even = column.unit is not Unit.COUNT and _close(one, two)
    return Match(column, gpus, cells, amounts, order, Lead.EVEN if is_even else lead)


def _amount(column: Column, cell: Cell) -> Number | None:
    # Every GPU has bandwidth, so "none" there is a slip; and what is not there has no price, rather than a low one.
    if cell.state is State.NONE and column.unit is not Unit.GBS and column.better is not Better.LOWER:
        return 0
    return cell.exact


def per_device(boards: Match) -> Match:
    """The same figure for one device: a board of several has its memory and its bandwidth in as many parts."""
    if all(gpu.devices == 1 for gpu in boards.gpus):
        return boards
    first, second = (
        cell if amount is None else replace(cell, value=Fraction(amount) / gpu.devices)
        for gpu, cell, amount in zip(boards.gpus, boards.cells, boards.amounts, strict=True)
    )
    return matched(boards.column, boards.gpus, (first, second))

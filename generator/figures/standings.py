"""One figure of two GPUs side by side: who leads, by how much, and when nobody can say."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from generator.figures.cells import Cell, State, Unit
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


class Match(Struct, frozen=True, dict=True):
    """One column's cells of two GPUs, in the pair's order."""

    column: Column
    gpus: tuple[Gpu, Gpu]
    cells: tuple[Cell, Cell]

    @cached_property
    def amounts(self) -> tuple[Fraction | None, Fraction | None]:
        """The exact values: 0 where the hardware has none of it, ``None`` where nobody knows."""
        first, second = (self._amount(cell) for cell in self.cells)
        return first, second

    def _amount(self, cell: Cell) -> Fraction | None:
        # Every GPU has bandwidth, so "none" there is a slip; and what is not there has no price, rather than a low one.
        if cell.state is State.NONE and self.column.unit is not Unit.GBS and self._higher_is_better:
            return Fraction(0)
        return cell.exact

    @cached_property
    def lead(self) -> Lead:
        """Who has the better figure, by more than ``EVEN_WITHIN`` where it is not a count."""
        first, second = self.amounts
        if first is None or second is None:
            return Lead.UNKNOWN
        if not (first or second):
            return Lead.NEITHER
        if first == second or (self.column.unit is not Unit.COUNT and _close(first, second)):
            return Lead.EVEN
        return Lead.FIRST if self.order == (0, 1) else Lead.SECOND

    @cached_property
    def order(self) -> tuple[int, int]:
        """The positions in the pair, the better figure first; as in the pair where they are equal or not both known."""
        first, second = self.amounts
        if first is None or second is None or first == second:
            return 0, 1
        return (0, 1) if self._higher_is_better is (first > second) else (1, 0)

    @property
    def _higher_is_better(self) -> bool:
        return self.column.better is not Better.LOWER

    @property
    def equal(self) -> bool:
        """Whether both figures are known and the same."""
        first, second = self.amounts
        return first is not None and first == second

    @property
    def ratio(self) -> FactValue:
        """The larger figure divided by the smaller; both must be known and above 0."""
        low, high = sorted(amount for amount in self.amounts if amount is not None)
        return FactValue(high / low, Unit.RATIO)

    def value(self, position: int) -> FactValue:
        """The figure of one side as it is shown: of a fit the rounded size."""
        cell = self.cells[position]
        if self.column.unit is Unit.FIT:
            return FactValue(cell.rounded, Unit.FIT)
        return FactValue(None if isinstance(cell.value, str) else cell.value, self.column.unit)


def _close(one: Fraction, other: Fraction) -> bool:
    """Whether the larger is at most ``EVEN_WITHIN`` more. In whole numbers: fractions would be cancelled each time."""
    first, second = one.numerator * other.denominator, other.numerator * one.denominator
    most = EVEN_WITHIN.numerator + EVEN_WITHIN.denominator
    return max(first, second) * EVEN_WITHIN.denominator <= min(first, second) * most


def match(catalogue: Catalogue, gpus: tuple[Gpu, Gpu], column_id: str) -> Match:
    """The cells of a column, derived figures included; raises ``KeyError`` for an unknown column."""
    column = catalogue.columns[column_id]
    first, second = (catalogue.cell(gpu.id, column, show_derived=True) for gpu in gpus)
    return Match(column, gpus, (first, second))


def per_device(boards: Match) -> Match:
    """The same figure for one device: a board of several has its memory and its bandwidth in as many parts."""
    if all(gpu.devices == 1 for gpu in boards.gpus):
        return boards
    first, second = (
        cell if amount is None else replace(cell, value=amount / gpu.devices)
        for gpu, cell, amount in zip(boards.gpus, boards.cells, boards.amounts, strict=True)
    )
    return replace(boards, cells=(first, second))

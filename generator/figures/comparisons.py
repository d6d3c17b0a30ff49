"""Comparisons: who has the better figure and by how much, ranks, and the verdicts of pairs. No language yet."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import groupby

from msgspec import Struct

from generator.figures.cells import Number
from generator.figures.columns import Better, Column, shown
from generator.figures.standings import quotient
from generator.figures.tables import Catalogue
from generator.figures.verdicts import Verdict, verdicts

_TOLD_FROM = Fraction(21, 20)
"""A smaller ratio would read 1.0."""


class Difference(Struct, frozen=True):
    """The position of the better figure, and how many times as much the larger one is, where that can be told."""

    better: int | None = None
    ratio: Fraction | None = None


_NONE = Difference()


def _is_told(ratio: Fraction) -> bool:
    # In whole numbers, which compare quicker than fractions.
    return ratio.numerator * _TOLD_FROM.denominator >= _TOLD_FROM.numerator * ratio.denominator


class Comparisons:
    """The comparisons of a catalogue's GPUs, each made once, when it is first asked for: every language shows them."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self._differences: dict[tuple[tuple[str, str], tuple[str, ...]], tuple[Difference, ...]] = {}
        self._ranks: dict[str, dict[str, int]] = {}
        self._verdicts: dict[tuple[tuple[str, str], tuple[str, ...]], tuple[Verdict, ...]] = {}

    def differences(self, pair: tuple[str, str], column_ids: tuple[str, ...]) -> tuple[Difference, ...]:
        """How the shown figures of two GPUs differ; raises ``KeyError`` for an unknown GPU or column."""
        key = (pair, column_ids)
        if key not in self._differences:
            self._differences[key] = tuple(self._difference(pair, column_id) for column_id in column_ids)
        return self._differences[key]

    def _difference(self, pair: tuple[str, str], column_id: str) -> Difference:
        column = self.catalogue.columns[column_id]
        if column.better is Better.NEITHER:
            return _NONE
        cells = [self.catalogue.cell(gpu_id, column, show_derived=True) for gpu_id in pair]
        first, second = (shown(column, cell) for cell in cells)
        if first is None or second is None or first == second:
            return _NONE
        better = 0 if (first > second) is (column.better is Better.HIGHER) else 1
        ratio = quotient(*(cell.exact for cell in cells if cell.exact is not None))
        return Difference(better, ratio if _is_told(ratio) else None)

    def ranks(self, column_id: str) -> Mapping[str, int]:
        """The rank of each GPU by what is shown: 0 for the best, equal for equals. What is unknown has none.

        Empty where more is only different; raises ``KeyError`` for an unknown column.
        """
        if column_id not in self._ranks:
            self._ranks[column_id] = self._ranked(self.catalogue.columns[column_id])
        return self._ranks[column_id]

    def _ranked(self, column: Column) -> dict[str, int]:
        if column.better is Better.NEITHER:
            return {}
        cells = {gpu_id: self.catalogue.cell(gpu_id, column, show_derived=True) for gpu_id in self.catalogue.gpus}
        values = {gpu_id: value for gpu_id, cell in cells.items() if (value := shown(column, cell)) is not None}

        def size(gpu_id: str) -> tuple[float, Number]:
            # Fractions are slow to compare, and nearly all differ as numbers of the machine already.
            return float(values[gpu_id]), values[gpu_id]

        order = sorted(values, key=size, reverse=column.better is Better.HIGHER)
        return {gpu_id: rank for rank, (_, equals) in enumerate(groupby(order, values.get)) for gpu_id in equals}

    def verdicts(self, pair: tuple[str, str], workloads: tuple[str, ...]) -> tuple[Verdict, ...]:
        """The verdicts for those workloads that have a rule."""
        key = (pair, workloads)
        if key not in self._verdicts:
            first, second = (self.catalogue.gpus[gpu_id] for gpu_id in pair)
            self._verdicts[key] = tuple(verdicts(self.catalogue, first, second, workloads))
        return self._verdicts[key]

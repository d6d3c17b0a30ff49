"""Comparisons: of each figure of two GPUs who has the better one and by how much, and the verdicts. No language yet."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from msgspec import Struct

from generator.figures.columns import best
from generator.figures.tables import Catalogue
from generator.figures.verdicts import Verdict, verdict

_TOLD_FROM = Fraction(21, 20)
"""A smaller ratio would read 1.0."""


class Difference(Struct, frozen=True):
    """The position of the better figure, and how many times as much the larger one is, where that can be told."""

    better: int | None = None
    ratio: Fraction | None = None


class Comparisons:
    """The comparisons of a catalogue's GPUs, each made once, when it is first asked for: every language shows them."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self._differences: dict[tuple[str, str], dict[str, Difference]] = {}
        self._verdicts: dict[tuple[str, str], dict[str, Verdict | None]] = {}

    def difference(self, pair: tuple[str, str], column_id: str) -> Difference:
        """How the shown figures of two GPUs differ; raises ``KeyError`` for an unknown GPU or column."""
        known = self._differences.setdefault(pair, {})
        if column_id not in known:
            known[column_id] = self._difference(pair, column_id)
        return known[column_id]

    def _difference(self, pair: tuple[str, str], column_id: str) -> Difference:
        column = self.catalogue.columns[column_id]
        cells = [self.catalogue.cell(gpu_id, column, show_derived=True) for gpu_id in pair]
        leading = best(column, cells)
        if len(leading) != 1:
            return Difference()
        low, high = sorted(cell.exact for cell in cells if cell.exact is not None)
        ratio = high / low
        return Difference(min(leading), ratio if ratio >= _TOLD_FROM else None)

    def verdicts(self, pair: tuple[str, str], workloads: Iterable[str]) -> Iterable[Verdict]:
        """The verdicts for those workloads that have a rule."""
        known = self._verdicts.setdefault(pair, {})
        first, second = (self.catalogue.gpus[gpu_id] for gpu_id in pair)
        for workload in workloads:
            if workload not in known:
                known[workload] = verdict(self.catalogue, first, second, workload)
            if (found := known[workload]) is not None:
                yield found

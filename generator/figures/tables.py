"""Tables of GPUs: which ones, in which order, with their cells."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from generator.figures.cells import Cell, Value
from generator.figures.columns import Basis, Column, columns
from generator.figures.market import Market
from generator.figures.memory import gpus_needed
from generator.model import Gpu, Site, TableSpec, Where

_APART = {"sources", "note", "unpublished", "unsupported", "unverified", "derived", "successor", "added"}
SELECTABLE: tuple[str, ...] = tuple(name for name in Gpu.__struct_fields__ if name not in _APART)
"""The fields of a GPU that ``where`` and ``sort`` may name."""


class Row(Struct, frozen=True):
    """A GPU with the cells that were asked for, in that order."""

    gpu: Gpu
    cells: tuple[Cell, ...]


def _known(gpu: Gpu, field: str) -> Value | None:
    value: Value | None = getattr(gpu, field)
    return None if field == "rt_cores" and value == 0 else value


def _matches(value: Value | None, where: Where) -> bool:
    if value is None:
        return False
    if where.in_ is not None and value not in where.in_:
        return False
    if where.min is None and where.max is None:
        return True
    if isinstance(value, str):
        return False
    return (where.min is None or value >= where.min) and (where.max is None or value <= where.max)


def _sorted(gpus: Iterable[Gpu], key: str) -> list[Gpu]:
    field = key.removeprefix("-")
    values = [(_known(gpu, field), gpu) for gpu in gpus]
    known = [(value, gpu) for value, gpu in values if value is not None]
    known.sort(key=lambda pair: pair[0], reverse=key.startswith("-"))
    return [gpu for _, gpu in known] + [gpu for value, gpu in values if value is None]


class Catalogue:
    """A site's GPUs with everything that is computed of them. Cells are computed once, when first asked for."""

    def __init__(self, site: Site) -> None:
        settings, models = site.settings.value, site.models.value
        self.gpus: dict[str, Gpu] = {gpu.id: gpu for gpu in site.gpus.value}
        self.columns = columns(settings)
        self.market = Market(site.snapshot.value)
        self._basis = {shown: Basis(settings, self.market, models, shown) for shown in (False, True)}
        self._cells: dict[tuple[str, str, bool], Cell] = {}
        self._methods = settings.methods
        self._usable = settings.usable_memory
        self._sizes = settings.model_sizes_b
        self._needed: dict[tuple[str, str], tuple[int, ...]] = {}

    def cell(self, gpu_id: str, column: Column, *, show_derived: bool) -> Cell:
        """The cell of a GPU; raises ``KeyError`` for an unknown one."""
        key = (gpu_id, column.id, show_derived)
        if (cell := self._cells.get(key)) is None:
            cell = self._cells[key] = self._cell(self.gpus[gpu_id], column, show_derived=show_derived)
        return cell

    def _cell(self, gpu: Gpu, column: Column, *, show_derived: bool) -> Cell:
        if show_derived or column.has_derived(gpu):
            return column.cell(gpu, self._basis[show_derived])
        # Where nothing is derived, both are the same cell.
        return self.cell(gpu.id, column, show_derived=True)

    def rows(self, gpu_ids: Iterable[str], column_ids: Iterable[str], *, show_derived: bool) -> tuple[Row, ...]:
        """Rows in the order of the ids; raises ``KeyError`` for an unknown GPU or column."""
        wanted = tuple(self.columns[column_id] for column_id in column_ids)
        return tuple(
            Row(self.gpus[gpu_id], tuple(self.cell(gpu_id, column, show_derived=show_derived) for column in wanted))
            for gpu_id in gpu_ids
        )

    def needed(self, gpu_id: str, method_id: str) -> tuple[int, ...]:
        """How many GPUs of a kind the usual model sizes need; raises ``KeyError`` for an unknown GPU or method."""
        key = (gpu_id, method_id)
        if key not in self._needed:
            gpu, size = self.gpus[gpu_id], self._methods[method_id].bytes_per_parameter
            self._needed[key] = tuple(
                gpus_needed(billions, size, self._usable, gpu.memory_gb, gpu.devices).boards for billions in self._sizes
            )
        return self._needed[key]

    def select(self, spec: TableSpec) -> tuple[Gpu, ...]:
        """A table's GPUs: those listed as written, or those selected in the data file's order; then sorted.

        Keys of ``sort`` begin with ``-`` for descending; what is unknown comes last both ways. A selection uses
        published figures only. Raises ``KeyError`` for an unknown GPU.
        """
        if spec.gpus is not None:
            chosen = [self.gpus[gpu_id] for gpu_id in spec.gpus]
        else:
            where = spec.where or {}
            chosen = [
                gpu
                for gpu in self.gpus.values()
                if all(_matches(_known(gpu, field), bound) for field, bound in where.items())
            ]
        for key in reversed(spec.sort):
            chosen = _sorted(chosen, key)
        return tuple(chosen)

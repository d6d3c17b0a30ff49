"""The columns: one function and one ``Column(...)`` each. Tables, pages and downloads all read this list."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from enum import Enum
from fractions import Fraction

from msgspec import Struct

from generator.figures import memory
from generator.figures.cells import Cell, FitSum, Number, RateSum, Run, State, Unit, Value
from generator.figures.market import Market
from generator.model import FIGURES, Gpu, SiteSettings, Words, WorkloadModel


class Better(Enum):
    """Which values of a column are better; ``NEITHER`` where more is only different."""

    HIGHER = 1
    NEITHER = 0
    LOWER = -1


class Basis(Struct, frozen=True):
    """What cells are computed from besides the GPU. Without ``show_derived``, derived figures are not published."""

    settings: SiteSettings
    market: Market
    models: tuple[WorkloadModel, ...]
    show_derived: bool


class Column(Struct, frozen=True):
    """A column: its header, its unit, which values are better, and the function that computes its cells.

    ``field`` is the field of ``data/gpus.yaml`` that it reads; ``method`` and ``gpus`` are those of a fit, whose
    header has the number of GPUs as its second line.
    """

    id: str
    header: Words
    unit: Unit
    compute: Callable[[Column, Gpu, Basis], Cell]
    better: Better = Better.NEITHER
    field: str = ""
    method: str = ""
    gpus: int = 0

    def cell(self, gpu: Gpu, basis: Basis) -> Cell:
        """The cell of a GPU."""
        return self.compute(self, gpu, basis)

    def has_derived(self, gpu: Gpu) -> bool:
        """Whether there is a derived figure of the field that the column reads."""
        return self.field in FIGURES and getattr(gpu.derived, self.field) is not None


def _figure(column: Column, gpu: Gpu, basis: Basis) -> Cell:
    field = column.field
    unverified = field in gpu.unverified
    value: Value | None = getattr(gpu, field)
    derived: Decimal | None = getattr(gpu.derived, field) if field in FIGURES and basis.show_derived else None
    if field in gpu.unsupported or (field == "rt_cores" and value == 0):
        return Cell(column.id, State.NONE, unverified=unverified)
    if value is not None:
        return Cell(column.id, State.VALUE, value, unverified=unverified)
    if derived is not None:
        return Cell(column.id, State.DERIVED, derived, unverified=unverified)
    return Cell(column.id, State.NOT_PUBLISHED if field in gpu.unpublished else State.NO_FIGURE)


def _fit(column: Column, gpu: Gpu, basis: Basis) -> Cell:
    settings = basis.settings
    usable, bytes_per_parameter = settings.usable_memory, settings.methods[column.method].bytes_per_parameter
    exact = memory.fit(gpu.memory_gb, column.gpus, usable, bytes_per_parameter, gpu.devices)
    each = memory.memory_per_gpu(gpu.memory_gb, column.gpus, gpu.devices)
    return Cell(
        column.id,
        State.VALUE,
        exact,
        rounded=memory.round_down(exact, settings.rounding),
        unverified="memory_gb" in gpu.unverified,
        parts=FitSum(column.gpus, each, usable, bytes_per_parameter),
    )


def _price(column: Column, gpu: Gpu, basis: Basis) -> Cell:
    offer = basis.market.cheapest(gpu.id)
    if offer is None:
        return Cell(column.id, State.NO_OFFER)
    return Cell(column.id, State.VALUE, offer.price_per_hour, offer=offer)


def _price_per_figure(column: Column, gpu: Gpu, basis: Basis) -> Cell:
    figure = _figure(column, gpu, basis)
    offer = basis.market.cheapest(gpu.id)
    if not isinstance(figure.value, Decimal):
        return figure
    if offer is None:
        return Cell(column.id, State.NO_OFFER)
    return Cell(
        column.id,
        figure.state,
        Fraction(offer.price_per_hour) / Fraction(figure.value),
        unverified=figure.unverified,
        parts=RateSum(offer.price_per_hour, figure.value, FIELD_UNITS[column.field]),
        offer=offer,
    )


def run(model: WorkloadModel, memory_gb: Fraction) -> Run:
    """Whether a model runs on ``memory_gb`` of one device. Needs are measured, so all of the memory counts."""
    if model.memory_gb is None and model.offload_gb is None:
        return Run(model, "unknown")
    if model.memory_gb is not None and model.memory_gb <= memory_gb:
        return Run(model, "whole")
    if model.offload_gb is not None and model.offload_gb <= memory_gb:
        return Run(model, "offload")
    return Run(model, "no")


def _runs(column: Column, gpu: Gpu, basis: Basis) -> Cell:
    device = memory.memory_per_gpu(gpu.memory_gb, 1, gpu.devices)
    runs = tuple(run(model, device) for model in basis.models)
    count = sum(one.how in {"whole", "offload"} for one in runs)
    return Cell(column.id, State.VALUE, count, unverified="memory_gb" in gpu.unverified, parts=runs)


_COLUMNS = (
    Column("memory", Words("column", "Memory"), Unit.GB, _figure, Better.HIGHER, "memory_gb"),
    Column("memory_type", Words("column", "Memory type"), Unit.TEXT, _figure, field="memory_type"),
    Column("bandwidth", Words("column", "Bandwidth"), Unit.GBS, _figure, Better.HIGHER, "bandwidth_gbs"),
    Column("bf16_tensor", Words("column", "BF16 tensor"), Unit.TFLOPS, _figure, Better.HIGHER, "bf16_tflops"),
    Column("fp16_tensor", Words("column", "FP16 tensor"), Unit.TFLOPS, _figure, Better.HIGHER, "fp16_tflops"),
    Column("fp8_tensor", Words("column", "FP8 tensor"), Unit.TFLOPS, _figure, Better.HIGHER, "fp8_tflops"),
    Column("fp4_tensor", Words("column", "FP4 tensor"), Unit.TFLOPS, _figure, Better.HIGHER, "fp4_tflops"),
    Column("int8_tensor", Words("column", "INT8 tensor"), Unit.TOPS, _figure, Better.HIGHER, "int8_tops"),
    Column("tf32_tensor", Words("column", "TF32 tensor"), Unit.TFLOPS, _figure, Better.HIGHER, "tf32_tflops"),
    Column("fp32", Words("column", "FP32"), Unit.TFLOPS, _figure, Better.HIGHER, "fp32_tflops"),
    Column("fp64", Words("column", "FP64"), Unit.TFLOPS, _figure, Better.HIGHER, "fp64_tflops"),
    Column("fp64_tensor", Words("column", "FP64 matrix"), Unit.TFLOPS, _figure, Better.HIGHER, "fp64_tensor_tflops"),
    # RT cores of different makers and generations do not compare, so more are not better.
    Column("rt_cores", Words("column", "RT cores"), Unit.COUNT, _figure, field="rt_cores"),
    Column("interconnect", Words("column", "Link between GPUs"), Unit.TEXT, _figure, field="interconnect"),
    Column(
        "interconnect_bandwidth",
        Words("column", "Rate of the link"),
        Unit.GBS,
        _figure,
        Better.HIGHER,
        "interconnect_gbs",
    ),
    Column("tdp", Words("column", "Board power"), Unit.WATTS, _figure, Better.LOWER, "tdp_w"),
    Column("launch_year", Words("column", "Launched"), Unit.YEAR, _figure, field="launch_year"),
    Column("form_factor", Words("column", "Form factor"), Unit.TEXT, _figure, field="form_factor"),
    Column("architecture", Words("column", "Architecture"), Unit.TEXT, _figure, field="architecture"),
    Column("vendor", Words("column", "Vendor"), Unit.TEXT, _figure, field="vendor"),
    Column("segment", Words("column", "Class"), Unit.TEXT, _figure, field="segment"),
    Column("ecc", Words("column", "ECC"), Unit.FLAG, _figure, field="ecc"),
    Column("mig", Words("column", "MIG partitions"), Unit.FLAG, _figure, field="mig"),
    Column("devices", Words("column", "Devices on the board"), Unit.COUNT, _figure, field="devices"),
    Column("price_per_hour", Words("column", "Price per hour"), Unit.MONEY, _price, Better.LOWER),
    Column(
        "price_per_gb",
        Words("column", "Price per GB of memory and hour"),
        Unit.RATE,
        _price_per_figure,
        Better.LOWER,
        "memory_gb",
    ),
    Column(
        "price_per_bf16_tflops",
        Words("column", "Price per dense BF16 TFLOPS and hour"),
        Unit.RATE,
        _price_per_figure,
        Better.LOWER,
        "bf16_tflops",
    ),
    Column("runs_models", Words("column", "Models that run"), Unit.COUNT, _runs, Better.HIGHER),
)

FIELD_UNITS: Mapping[str, Unit] = {column.field: column.unit for column in _COLUMNS if column.compute is _figure}
"""The unit of each field of ``data/gpus.yaml`` that has a column."""


def _methods(settings: SiteSettings) -> tuple[Column, ...]:
    return tuple(
        Column(
            f"{method_id}_{gpus}_gpu",
            Words("method", method.label),
            Unit.FIT,
            _fit,
            Better.HIGHER,
            method=method_id,
            gpus=gpus,
        )
        for method_id, method in settings.methods.items()
        for gpus in method.gpus
    )


def columns(settings: SiteSettings) -> Mapping[str, Column]:
    """Every column by its id: those of this module, then one for each method and number of GPUs of the settings."""
    return {column.id: column for column in (*_COLUMNS, *_methods(settings))}


def column_ids(settings: SiteSettings) -> tuple[str, ...]:
    """The ids that a guide's table may name."""
    return tuple(columns(settings))


def shown(column: Column, cell: Cell) -> Number | None:
    """What a cell is judged by: the value as it is shown, of a fit the rounded one; ``None`` for what is unknown."""
    if column.unit is Unit.FIT and cell.value is not None:
        return cell.rounded or 0
    return cell.exact


def best(column: Column, cells: Sequence[Cell]) -> frozenset[int]:
    """The positions of a column's best cells, ties included, judged by what is shown.

    Empty where the column has no better, where fewer than two values are known, and where all of them are equal: there
    is no best then. What is unknown is never the best.
    """
    if column.better is Better.NEITHER:
        return frozenset()
    values = ((position, shown(column, cell)) for position, cell in enumerate(cells))
    known = {position: value for position, value in values if value is not None}
    if not known:
        return frozenset()
    low, high = min(known.values()), max(known.values())
    if low == high:
        return frozenset()
    top = high if column.better is Better.HIGHER else low
    return frozenset(position for position, value in known.items() if value == top)

"""Cells in one language: what a template sees of a value, its sum, and the tables made of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction

from markupsafe import Markup, escape
from msgspec.structs import replace

from generator.figures.cells import Cell, FitSum, RateSum, Run, State, Unit
from generator.figures.columns import Better, Column, best
from generator.figures.tables import Catalogue, Row
from generator.model import Gpu, Words
from generator.pages import addresses
from generator.pages.edition import Edition, exact_text, product_name
from generator.pages.formats import Figure, Formats
from generator.pages.views import CellView, HeadCell, RowView, Sum, TableView
from generator.words.messages import GPUS, interconnect_segment

RUN_WORDS = {
    "whole": Words("runs", "whole"),
    "offload": Words("runs", "with offload, slower"),
    "no": Words("runs", "no"),
    "unknown": Words("runs", "not known"),
}
YES, NO = Words("flag", "yes"), Words("flag", "no")
BELOW_UNITS = {Unit.MONEY, Unit.RATE}
KINDS = {Unit.MONEY: "price", Unit.RATE: "rate"}
BETTER = {Better.HIGHER: "higher", Better.LOWER: "lower", Better.NEITHER: ""}
TENSOR_UNITS = {Unit.TFLOPS, Unit.TOPS}


def raw(cell: Cell) -> str:
    """What a script sorts and filters by: the exact value as a decimal with a dot, or nothing."""
    value = cell.value
    if value is None or isinstance(value, bool | str):
        return "" if value is None else str(value)
    if isinstance(value, Decimal | int):
        return str(value)
    return f"{value.numerator / value.denominator:.6f}".rstrip("0").rstrip(".")


class CellViews:
    """Makes the cells and tables of one edition."""

    def __init__(self, edition: Edition, catalogue: Catalogue) -> None:
        self._edition = edition
        self._formats: Formats = edition.formats
        self._catalogue = catalogue
        self._memo: dict[tuple[str, str, bool, bool], CellView] = {}
        self._rows: dict[tuple[str, tuple[str, ...]], tuple[CellView, ...]] = {}
        self._heads: dict[str, HeadCell] = {}
        self._groups: dict[tuple[str, ...], tuple[HeadCell, ...]] = {}
        self._names: dict[str, str] = {}

    def words(self, words: Words) -> Markup:
        """Words that stand in Python, as HTML."""
        return self._edition.t(words.context, words.msgid)

    def head(self, column: Column) -> HeadCell:
        """The head of a column; a fit names the number of GPUs in its second line."""
        if column.id not in self._heads:
            self._heads[column.id] = self._head(column)
        return self._heads[column.id]

    def _head(self, column: Column) -> HeadCell:
        small = self._edition.tn("column", "{n} GPU", "{n} GPUs", column.gpus) if column.method else Markup()
        end = column.unit not in {Unit.TEXT, Unit.FLAG}
        return HeadCell(column.id, self.words(column.header), small, end=end, better=BETTER[column.better])

    def cell(self, gpu: Gpu, column: Column, *, show_derived: bool, is_best: bool = False) -> CellView:
        """The cell of a GPU."""
        key = (gpu.id, column.id, show_derived, is_best)
        if (known := self._memo.get(key)) is None:
            known = self._memo[key] = self._cell(gpu, column, show_derived=show_derived, is_best=is_best)
        return known

    def _cell(self, gpu: Gpu, column: Column, *, show_derived: bool, is_best: bool) -> CellView:
        if is_best:
            return replace(self.cell(gpu, column, show_derived=show_derived), best=True)
        cell = self._catalogue.cell(gpu.id, column, show_derived=show_derived)
        if not show_derived and cell is self._catalogue.cell(gpu.id, column, show_derived=True):
            return self.cell(gpu, column, show_derived=True)
        return self._view(cell, column)

    def row(self, gpu: Gpu, column_ids: tuple[str, ...]) -> tuple[CellView, ...]:
        """The cells of a GPU in some columns, derived figures included: several pages show them together."""
        key = (gpu.id, column_ids)
        if (known := self._rows.get(key)) is None:
            columns = (self._catalogue.columns[column_id] for column_id in column_ids)
            known = self._rows[key] = tuple(self.cell(gpu, column, show_derived=True) for column in columns)
        return known

    def plain_name(self, column: Column) -> str:
        """The name of a column as plain text."""
        if column.id not in self._names:
            self._names[column.id] = self.head(column).label.striptags()
        return self._names[column.id]

    def heads(self, column_ids: tuple[str, ...]) -> tuple[HeadCell, ...]:
        """The heads of some columns."""
        if column_ids not in self._groups:
            self._groups[column_ids] = tuple(self.head(self._catalogue.columns[name]) for name in column_ids)
        return self._groups[column_ids]

    def _view(self, cell: Cell, column: Column) -> CellView:
        """A computed cell in this edition's words and figures."""
        end = column.unit not in {Unit.TEXT, Unit.FLAG}
        kind = KINDS.get(column.unit, "figure")
        if cell.state not in {State.VALUE, State.DERIVED}:
            return CellView(column.id, cell.state.value, kind=kind, end=end, unverified=cell.unverified)
        text, unit = self._text(cell, column)
        return CellView(
            column=column.id,
            state=cell.state.value,
            text=text,
            unit=Markup(unit),  # noqa: S704 - units are symbols of this program
            raw=raw(cell),
            kind=kind,
            end=end,
            unverified=cell.unverified,
            sum=self._sum(cell),
            usd=self._dollars(cell, column),
        )

    def _dollars(self, cell: Cell, column: Column) -> str:
        value = cell.value
        if not self._edition.convertible or column.unit not in BELOW_UNITS or not isinstance(value, Decimal | Fraction):
            return ""
        return exact_text(value)

    def _text(self, cell: Cell, column: Column) -> tuple[Markup, str]:
        value, unit = cell.value, column.unit
        if isinstance(value, bool):
            return self.words(YES if value else NO), ""
        if isinstance(value, str):
            return self._named(cell, value), ""
        if unit is Unit.FIT:
            return self._edition.figure(self._formats.size_b(cell.rounded)), ""
        if isinstance(cell.parts, tuple):
            total = len(cell.parts)
            return self._edition.t("runs", "{n} of {total}", n=str(value), total=str(total)), ""
        shown = self._formats.figure(value, unit) if value is not None else Figure("")
        return self._edition.figure(shown.number), shown.unit

    def _named(self, cell: Cell, value: str) -> Markup:
        segment = interconnect_segment(value) if cell.column == "interconnect" else None
        if segment is None:
            return escape(value)
        said = self._edition.words.segment(GPUS, segment)
        text = self._edition.named(escape(said.text), GPUS, f"{GPUS}/{segment.key}", segment.msgid)
        return text if said.translated or self._edition.source else Markup('<span lang="en">{}</span>').format(text)

    def _sum(self, cell: Cell) -> Sum | None:
        parts = cell.parts
        if isinstance(parts, FitSum) and isinstance(cell.value, Fraction):
            return self._fit_sum(parts, cell.value, cell.rounded)
        if isinstance(parts, RateSum) and isinstance(cell.value, Fraction):
            figure = self._edition.figure
            lines = (
                self._edition.money(self._formats.money(parts.price_per_hour), parts.price_per_hour),
                figure(f"÷ {self._formats.figure(parts.amount, parts.unit).text}"),
            )
            return Sum(lines, self._edition.money(self._formats.rate(cell.value), cell.value))
        if isinstance(parts, tuple):
            return Sum(tuple(self._run(run) for run in parts), Markup())
        return None

    def _fit_sum(self, parts: FitSum, exact: Fraction, rounded: Decimal | None) -> Sum:
        formats, figure = self._formats, self._edition.figure
        times = f"{parts.gpus} × " if parts.gpus > 1 else ""
        memory = formats.figure(parts.memory_gb, Unit.GB).text
        return Sum(
            (
                figure(f"{times}{memory} × {formats.number(parts.usable)}"),
                figure(f"÷ {formats.bytes(parts.bytes_per_parameter)}"),
            ),
            figure(f"{formats.exact_b(exact)} → {formats.size_b(rounded)}"),
        )

    def _run(self, run: Run) -> Markup:
        return product_name(run.model.name) + ": " + self.words(RUN_WORDS[run.how])

    def table(self, gpus: Sequence[Gpu], column_ids: Iterable[str], *, root: str, show_derived: bool) -> TableView:
        """A table of GPUs, the best of each column marked."""
        chosen = [self._catalogue.columns[column_id] for column_id in column_ids]
        rows: tuple[Row, ...] = self._catalogue.rows(
            (g.id for g in gpus), (c.id for c in chosen), show_derived=show_derived
        )
        leading = [best(column, [row.cells[i] for row in rows]) for i, column in enumerate(chosen)]
        return TableView(
            heads=tuple(self.head(column) for column in chosen),
            rows=tuple(
                RowView(
                    id=row.gpu.id,
                    name=row.gpu.name,
                    architecture=row.gpu.architecture,
                    href=root + addresses.gpu(self._edition.locale, row.gpu.id),
                    cells=tuple(
                        self.cell(row.gpu, column, show_derived=show_derived, is_best=position in leading[i])
                        for i, column in enumerate(chosen)
                    ),
                    vendor=row.gpu.vendor.lower(),
                    segment=row.gpu.segment,
                    memory=exact_text(row.gpu.memory_gb),
                    devices=row.gpu.devices,
                    offered=self._catalogue.market.cheapest(row.gpu.id) is not None,
                )
                for position, row in enumerate(rows)
            ),
            fits=any(column.method for column in chosen),
            prices=any(column.unit in BELOW_UNITS for column in chosen),
            best=any(leading),
            rates=any(column.unit in TENSOR_UNITS for column in chosen),
            derived=any(cell.state is State.DERIVED for row in rows for cell in row.cells),
            unverified=any(cell.unverified for row in rows for cell in row.cells),
        )

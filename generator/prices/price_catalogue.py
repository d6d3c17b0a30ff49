"""A price catalogue, CSV in whatever columns a mapping names → quotes."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import datetime
from decimal import Decimal
from typing import Literal

from msgspec import Struct, field

from generator.prices.price_mapping import Columns, PriceColumn
from generator.prices.price_quotes import WHAT_REGION, Kind, Quote, Quotes, is_region, price_fault
from generator.problems import Place, Problem, did_you_mean, quoted

CURRENCY: Literal["USD"] = "USD"
MOST_GPUS = 1024

_NUMBER = re.compile(r"\d{1,30}(?:\.\d{1,30})?", re.ASCII)
_NUMBER_IS = "a plain number such as 1234.5"


def read_catalogue(
    text: str, path: str, columns: Columns, currency: str | None, as_of: datetime | None
) -> tuple[Quotes | None, list[Problem]]:
    """Read a catalogue. ``currency`` is what its mapping says, ``as_of`` when the catalogue was made.

    Returns everything that is wrong with it, and the quotes that could be read all the same; no quotes where its
    columns are not those of the mapping. Every price is that of the whole offer.
    """
    rows = list(_rows(text, path))
    header = rows.pop(0) if rows else None
    if header is None or isinstance(header, Problem):
        return None, [header or Problem(Place(path, 1, 1), "this file is empty")]
    problems = _header_problems(header.cells, columns, currency, path)
    if problems:
        return None, problems
    reader = _Reader(path, columns, header.cells)
    for row in rows:
        if isinstance(row, Problem):
            problems.append(row)
        elif len(row.cells) != len(header.cells):
            message = f"this row has {len(row.cells)} fields, and the first row has {len(header.cells)}"
            problems.append(Problem(Place(path, row.line, 1), message, "it may be cut off"))
        else:
            reader.read(row)
    problems += reader.problems
    left_out = tuple(f"{count:,} {'row' if count == 1 else 'rows'} {why}" for why, count in reader.left_out.items())
    return Quotes(
        as_of, tuple(reader.quotes), reader.place, whole=not problems, cheapest=True, notes=left_out
    ), problems


class _Row(Struct, frozen=True):
    line: int
    cells: list[str]


def _rows(text: str, path: str) -> Iterator[_Row | Problem]:
    reader = csv.reader(io.StringIO(text), strict=True)
    line = 1
    try:
        for cells in reader:
            if cells:
                yield _Row(line, cells)
            line = reader.line_num + 1
    except csv.Error as error:
        what = "the quotation mark is never closed" if "end of data" in str(error) else f"this is not CSV: {error}"
        yield Problem(Place(path, line, 1), what)


def _header_problems(header: list[str], columns: Columns, currency: str | None, path: str) -> list[Problem]:
    place = Place(path, 1, 1)
    problems = [
        Problem(place, f"two columns are called {quoted(name)}") for name, times in Counter(header).items() if times > 1
    ]
    wanted = [columns.name, columns.gpus, *columns.required, *(price.column for price in columns.prices)]
    wanted += [price.kind_column for price in columns.prices if price.kind_column]
    wanted += [name for name in (columns.region, columns.currency) if name]
    wanted += [columns.memory.column] if columns.memory else []
    problems += [
        Problem(place, f"the column {quoted(name)} is missing", did_you_mean(name, header))
        for name in dict.fromkeys(wanted)
        if name not in header
    ]
    if currency is None and columns.currency is None:
        hint = f'write "currency: {CURRENCY}" if these are US dollars'
        problems.append(Problem(place, "neither a column nor the mapping names the currency of the prices", hint))
    elif currency not in {None, CURRENCY}:
        problems.append(Problem(place, f"currency should be {quoted(CURRENCY)}, not {quoted(currency)}"))
    return problems


class _Reader(Struct):
    path: str
    columns: Columns
    header: list[str]
    quotes: list[Quote] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)

    def place(self, *loc: str | int) -> Place:
        """The place of a row, by its line; the first row for what the whole file says."""
        return Place(self.path, loc[0] if loc and isinstance(loc[0], int) else 1, 1)

    def read(self, row: _Row) -> None:
        """Turn a row into a quote for each of its prices."""
        cells = {name: cell.strip() for name, cell in zip(self.header, row.cells, strict=True)}
        columns = self.columns
        name = cells[columns.name]
        missing = next((column for column in columns.required if not cells[column]), None)
        count = self.count(row, cells[columns.gpus]) if name else 0
        if not name or count == 0:
            self.left_out["without a GPU"] += 1
        elif missing:
            self.left_out[f"without anything under {quoted(missing)}"] += 1
        elif count is not None:
            region = self.region(row, cells[columns.region]) if columns.region else None
            memory = self.memory(row, cells[columns.memory.column], count) if columns.memory else None
            if columns.currency and cells[columns.currency] != CURRENCY:
                self.expect(row, columns.currency, quoted(CURRENCY), cells[columns.currency])
            for column in columns.prices:
                if (price := self.price(row, cells, column)) and (kind := self.kind(row, cells, column)):
                    self.quotes.append(Quote(name, count, price, kind[0], region, None, (row.line,), memory))

    def expect(self, row: _Row, column: str, what: str, found: str) -> None:
        """Note that a cell should hold something else."""
        message = f"{quoted(column)} should be {what}, not {quoted(found)}"
        self.problems.append(Problem(Place(self.path, row.line, 1), message))

    def count(self, row: _Row, cell: str) -> int | None:
        """How many GPUs; catalogues write 8.0 for 8, and 0 or nothing for none."""
        number = Decimal(cell) if _NUMBER.fullmatch(cell) else None
        if cell and number is None:
            self.expect(row, self.columns.gpus, "a number of GPUs", cell)
        elif number is not None and number != int(number):
            self.left_out["with a part of a GPU"] += 1
        elif number is not None and number > MOST_GPUS:
            self.expect(row, self.columns.gpus, f"a number of GPUs up to {MOST_GPUS:,}", cell)
        else:
            return int(number or 0)
        return None

    def region(self, row: _Row, cell: str) -> str | None:
        """The region, ``None`` where the cell is empty."""
        if cell and not is_region(cell):
            self.expect(row, self.columns.region or "", WHAT_REGION, cell)
        return cell or None

    def memory(self, row: _Row, cell: str, count: int) -> Decimal | None:
        """The memory of one GPU in GB, ``None`` where the cell is empty."""
        column = self.columns.memory
        if not column or not cell:
            return None
        if not _NUMBER.fullmatch(cell):
            self.expect(row, column.column, _NUMBER_IS, cell)
            return None
        return Decimal(cell) / (count if column.of == "offer" else 1)

    def price(self, row: _Row, cells: Mapping[str, str], column: PriceColumn) -> Decimal | None:
        """The price, exactly as the cell has it; ``None`` where there is none."""
        cell = cells[column.column]
        if not cell or cell in column.none:
            self.left_out[f"without a price under {quoted(column.column)}"] += 1
            return None
        price = Decimal(cell) if _NUMBER.fullmatch(cell) else None
        fault = price_fault(price) if price is not None else f"a price, {_NUMBER_IS}"
        if fault:
            self.expect(row, column.column, fault, cell)
        return None if fault else price

    def kind(self, row: _Row, cells: Mapping[str, str], column: PriceColumn) -> tuple[Kind] | None:
        """The kind of the offer, in a tuple; ``None`` where the cell that tells it is none of the mapping's."""
        if column.kind:
            return (column.kind,)
        cell = cells[column.kind_column or ""]
        if cell in column.kinds:
            return (column.kinds[cell],)
        self.expect(row, column.kind_column or "", " or ".join(map(quoted, column.kinds)), cell)
        return None

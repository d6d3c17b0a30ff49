"""Catalogues in CSV. Their columns are those of public ones; every price in these tests is invented."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from generator.model.kinds import read_value
from generator.prices.price_catalogue import read_catalogue
from generator.prices.price_file import read_written
from generator.prices.price_mapping import Columns, PriceMapping
from generator.prices.price_quotes import Quotes, price_fault

ROOT = Path(__file__).resolve().parent.parent
AS_OF = datetime(2026, 12, 1, tzinfo=UTC)

COLUMNS = read_value(
    Columns,
    {
        "name": "gpu",
        "gpus": "count",
        "region": "region",
        "prices": [{"column": "price", "kind": "on_demand"}, {"column": "spot", "kind": "spot", "none": ["0.00"]}],
    },
)
HEADER = "gpu,count,region,price,spot\n"

SKYPILOT = """\
InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,Price,Region,GpuInfo,SpotPrice
cpu_4x,,,4.0,16.0,0.11,north,,
gpu_8x,H100-SXM,8.0,208.0,1800.0,31.11,north,"{'Gpus': [{'Name': 'H100', 'MemoryInfo': {'SizeInMiB': 81920}}]}",0.00
gpu_1x,L4,1.0,8.0,48.0,1.11,south,"{'Gpus': [{'Name': 'L4', 'MemoryInfo': {'SizeInMiB': 24}}]}",0.55
,L4,1.0,,,0.33,south,,
gpu_part,L4,0.5,4.0,24.0,0.44,south,,
"""
GPUHUNT = """\
instance_name,location,price,cpu,memory,gpu_count,gpu_name,gpu_memory,spot,disk_size,gpu_vendor
i1,north,1.11,8,32,1,L4,24.0,False,,nvidia
i1,north,0.55,8,32,1,L4,24.0,True,,nvidia
cpu,north,0.05,8,32,0,,,False,,
"""
FULL_STACK = """\
Cloud,GPU Type,GPU Arch,GPUs,GPU RAM,vCPUs,RAM,On-demand,Per-GPU,Spot,Name
One,H100 HGX (80GB),Hopper,8,640,128,1024,31.11,3.89,,big
Two,L4 (24 GB),Ada,2,48,16,64,,1.11,0.88,
"""


def read(text: str, columns: Columns = COLUMNS, currency: str | None = "USD") -> tuple[Quotes | None, list[str]]:
    """What a catalogue says, and what is wrong with it."""
    quotes, problems = read_catalogue(text, "prices.csv", columns, currency, AS_OF)
    return quotes, [str(problem) for problem in problems]


def rows(quotes: Quotes | None) -> list[tuple[object, ...]]:
    """The quotes in short."""
    assert quotes
    return [(one.name, one.gpus, str(one.price), one.kind, one.region, one.loc[0]) for one in quotes.quotes]


@pytest.mark.parametrize(
    ("mapping", "text", "expected", "notes"),
    [
        (
            "skypilot",
            SKYPILOT,
            [
                ("H100-SXM", 8, "31.11", "on_demand", "north", 3),
                ("L4", 1, "1.11", "on_demand", "south", 4),
                ("L4", 1, "0.55", "spot", "south", 4),
            ],
            {
                "1 row without a GPU",
                '1 row without a price under "SpotPrice"',
                '1 row without anything under "InstanceType"',
                "1 row with a part of a GPU",
            },
        ),
        (
            "gpuhunt",
            GPUHUNT,
            [("L4", 1, "1.11", "on_demand", "north", 2), ("L4", 1, "0.55", "spot", "north", 3)],
            {"1 row without a GPU"},
        ),
        (
            "full-stack",
            FULL_STACK,
            [("H100 HGX (80GB)", 8, "31.11", "on_demand", None, 2), ("L4 (24 GB)", 2, "0.88", "spot", None, 3)],
            {'1 row without a price under "Spot"', '1 row without a price under "On-demand"'},
        ),
    ],
)
def test_public_layouts_are_read(mapping: str, text: str, expected: list[tuple[object, ...]], notes: set[str]) -> None:
    """Whole-instance prices by kind; rows without a GPU or a price are left out and counted."""
    read_mapping = read_written(PriceMapping, ROOT / f"data/price-mappings/{mapping}.yaml", mapping).value
    assert read_mapping.columns
    quotes, problems = read(text, read_mapping.columns, read_mapping.currency)
    assert not problems
    assert rows(quotes) == expected
    assert quotes
    assert set(quotes.notes) == notes


def test_the_memory_of_an_offer_is_divided_by_its_gpus() -> None:
    """One catalogue tells the memory of one GPU, another that of all."""
    mapping = read_written(PriceMapping, ROOT / "data/price-mappings/full-stack.yaml", "full-stack").value
    assert mapping.columns
    quotes, _ = read(FULL_STACK, mapping.columns)
    assert quotes
    assert [quote.memory_gb for quote in quotes.quotes] == [80, 24]


@pytest.mark.parametrize(
    ("cell", "fault"),
    [
        ("1,99", "this row has 6 fields, and the first row has 5"),
        ("$1.99", '"price" should be a price, a plain number such as 1234.5, not "$1.99"'),
        ("1e3", '"price" should be a price, a plain number such as 1234.5, not "1e3"'),
        ("-1", '"price" should be a price, a plain number such as 1234.5, not "-1"'),
        ("NaN", '"price" should be a price, a plain number such as 1234.5, not "NaN"'),
        ("٣.٥", '"price" should be a price, a plain number such as 1234.5, not "٣.٥"'),
        ("1_0", '"price" should be a price, a plain number such as 1234.5, not "1_0"'),
        ("0.00", '"price" should be a price above 0, not "0.00"'),
        ("1000000", '"price" should be a price from 0.0001 to below 1,000,000 with at most 20 decimals, not "1000000"'),
    ],
)
def test_a_price_that_is_none_is_refused_at_its_row(cell: str, fault: str) -> None:
    """Decimal would take some of these; the page must not."""
    _, problems = read(f"{HEADER}l4,1,north,1.11,\nl4,1,north,{cell},\n")
    assert [problem.splitlines()[0] for problem in problems] == [f"prices.csv:3:1: {fault}"]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "prices.csv:1:1: this file is empty"),
        ("gpu,count,region,price\n", 'prices.csv:1:1: the column "spot" is missing'),
        ("gpu,gpu,count,region,price,spot\n", 'prices.csv:1:1: two columns are called "gpu"'),
        (f'{HEADER}l4,1,"north,1.11,\nl4,1,north,1.11,\n', "prices.csv:2:1: the quotation mark is never closed"),
        (f"{HEADER}l4,many,north,1.11,\n", 'prices.csv:2:1: "count" should be a number of GPUs, not "many"'),
        (f"{HEADER}l4,2000,north,1.11,\n", '"count" should be a number of GPUs up to 1,024, not "2000"'),
        (f"{HEADER}l4,1,=north,1.11,\n", '"region" should be the name of a region'),
        (f"{HEADER}l4,1,north,1.1", "this row has 4 fields, and the first row has 5"),
    ],
)
def test_what_is_not_the_catalogue_of_its_mapping_is_refused(text: str, problem: str) -> None:
    """A missing column, a row that is cut off or an open quotation mark would shift or swallow prices."""
    _, problems = read(text)
    assert len(problems) == 1
    assert problem in problems[0]


def test_the_currency_is_named_by_the_mapping_or_a_column() -> None:
    """Neither, another than dollars, or a mixture is refused."""
    assert "names the currency" in read(HEADER, currency=None)[1][0]
    assert read(HEADER, currency="EUR")[1] == ['prices.csv:1:1: currency should be "USD", not "EUR"']
    columns = replace(COLUMNS, currency="money")
    text = "gpu,count,region,price,spot,money\nl4,1,north,1.11,,USD\nl4,2,north,2.11,,EUR\n"
    assert read(text, columns, None)[1] == ['prices.csv:3:1: "money" should be "USD", not "EUR"']


def test_a_kind_that_the_mapping_does_not_know_is_refused() -> None:
    """A spot price must never pass for another."""
    columns = read_value(
        Columns,
        {
            "name": "gpu",
            "gpus": "count",
            "prices": [{"column": "price", "kind_column": "spot", "kinds": {"True": "spot", "False": "on_demand"}}],
        },
    )
    quotes, problems = read("gpu,count,price,spot\nl4,1,1.11,True\nl4,1,1.11,maybe\n", columns)
    assert rows(quotes) == [("l4", 1, "1.11", "spot", None, 2)]
    assert problems == ['prices.csv:3:1: "spot" should be "True" or "False", not "maybe"']


def test_a_row_of_several_lines_is_told_by_its_first() -> None:
    """A quoted cell may hold a line break; the rows after it keep their lines."""
    text = HEADER + 'l4,1,north,1.11,"0\n0"\nl4,1,north,x,\n'
    assert [problem.split(": ")[0] for problem in read(text)[1]] == ["prices.csv:2:1", "prices.csv:4:1"]


@given(st.text() | st.text(alphabet='l4,".\n\r 01', max_size=60).map(HEADER.__add__))
def test_any_text_is_read_or_refused(text: str) -> None:
    """No text breaks the reader, and what it reads are prices."""
    quotes, problems = read(text)
    assert problems if quotes is None else not any(price_fault(quote.price) for quote in quotes.quotes)


@given(st.lists(st.decimals("0.0001", "999999.9999", places=4), min_size=1))
def test_prices_are_read_to_the_last_digit(prices: list[Decimal]) -> None:
    """A price never changes on its way."""
    quotes, problems = read(HEADER + "".join(f"l4,1,north,{price:f},\n" for price in prices))
    assert not problems
    assert quotes
    assert [quote.price for quote in quotes.quotes] == prices

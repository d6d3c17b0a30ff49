"""The tables of the LLM-training guide, cell by cell, as a visitor reads them."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from tests.html import BuiltSite, table_cells

REFERENCE = Path(__file__).parent.parent / "data" / "llm-training-table.tr.csv"
COLUMNS = (
    "gpu",
    "memory",
    "memory_type",
    "bandwidth",
    "bf16_tensor",
    "full_training_1_gpu",
    "full_training_8_gpu",
    "price_per_hour",
)


def reference() -> list[dict[str, str]]:
    """The rows of the copied table."""
    with REFERENCE.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_the_turkish_table_equals_the_reference_character_for_character(built_site: BuiltSite) -> None:
    """All 72 cells: visible text, of a computed cell its summary; the architecture stands apart from the name."""
    rows = table_cells(built_site.page("tr/guides/llm-training/"), "table-1")
    expected = [[row[column] for column in COLUMNS] for row in reference()]
    assert len(expected) * len(COLUMNS) == 72
    assert rows == expected


ENGLISH = {
    "b300": ("288 GB", "HBM3e", "Not published", "Not published", "≈ 10B", "≈ 110B", "from $8.99"),
    "b200": ("180 GB", "HBM3e", "Not published", "Not published", "≈ 9B", "≈ 70B", "from $7.99"),
    "mi325x": ("256 GB", "HBM3e", "6,000 GB/s", "1,307 TFLOPS", "≈ 10B", "≈ 100B", "from $4.82"),
    "mi300x": ("192 GB", "HBM3", "5,300 GB/s", "1,307 TFLOPS", "≈ 9B", "≈ 75B", "from $4.16"),
    "h200-sxm": ("141 GB", "HBM3e", "4,800 GB/s", "989 TFLOPS", "≈ 7B", "≈ 55B", "from $4.19"),
    "h100-nvl": ("94 GB", "HBM3", "3,900 GB/s", "835 TFLOPS", "≈ 4B", "≈ 35B", "from $3.19"),
    "h100-sxm": ("80 GB", "HBM3", "3,350 GB/s", "989 TFLOPS", "≈ 4B", "≈ 30B", "from $2.88"),
    "a100-sxm-80gb": ("80 GB", "HBM2e", "2,039 GB/s", "312 TFLOPS", "≈ 4B", "≈ 30B", "from $1.79"),
    "a100-pcie-80gb": ("80 GB", "HBM2e", "1,935 GB/s", "312 TFLOPS", "≈ 4B", "≈ 30B", "from $1.79"),
}


def test_the_english_table_has_english_formats(built_site: BuiltSite) -> None:
    """The same 72 cells with decimal points, thousands commas and English words."""
    rows = table_cells(built_site.page("en/guides/llm-training/"), "table-1")
    names = {row["id"]: row["gpu"] for row in reference()}
    assert rows == [[names[gpu], *cells] for gpu, cells in ENGLISH.items()]


@pytest.mark.parametrize(
    ("locale", "lines"),
    [
        ("tr", ["80 GB × 0,8", "÷ 16 bayt", "= 4,0B → ≈ 4B"]),
        ("en", ["80 GB × 0.8", "÷ 16 bytes", "= 4.0B → ≈ 4B"]),
    ],
)
def test_a_computed_cell_opens_to_its_sum(built_site: BuiltSite, locale: str, lines: list[str]) -> None:
    """80 GB × 0.8 ÷ 16 bytes = 4.0 → ≈ 4B, in a ``<details>`` that needs no script."""
    page = built_site.page(f"{locale}/guides/llm-training/")
    (cell,) = page.xpath("//tr[@data-gpu='h100-sxm']/td[5]//details")
    assert [line.text_content() for line in cell.xpath("./div/span")] == lines

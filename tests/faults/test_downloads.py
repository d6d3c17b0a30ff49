"""The fault matrix, downloads: no text of the data becomes a formula, and no number breaks the JSON."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from generator.exports.downloads import gpus_csv, gpus_json
from generator.figures.tables import Catalogue
from generator.loading.load import load_site
from tests.sites import FILES, edited, problems_after, said, small_site

GPUS, PRICES, *_ = FILES


# Row 67


@pytest.mark.parametrize("text", ["=cmd|'/c calc'!A1", "+1", "-1", "@SUM(A1)"])
def test_row_67_a_formula_in_the_data_stays_a_text(text: str, tmp_path: Path) -> None:
    """Whoever opens the CSV in a spreadsheet sees the text; the JSON has it as it was written."""
    quoted = json.dumps(text)
    changed = edited(GPUS, "memory_type: HBM3\n", f"memory_type: {quoted}\n  note: {quoted}\n")
    site, problems = load_site(small_site(tmp_path, {GPUS: changed}))
    assert site is not None, problems
    catalogue = Catalogue(site)
    lines = list(csv.reader(io.StringIO(gpus_csv(site, catalogue).decode(), newline="")))
    cells = [cell for line in lines for cell in line]
    assert cells.count(f"'{text}") == 2
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))]
    figure = json.loads(gpus_json(site, catalogue))["gpus"][0]["figures"]["memory_type"]
    assert figure["value"] == text


@pytest.mark.parametrize("number", [".nan", ".inf", "-.inf", "1.0e+400"])
def test_row_67_what_json_cannot_hold_never_comes_that_far(number: str, tmp_path: Path) -> None:
    """A price that is no number is refused where it stands."""
    found = said(problems_after(tmp_path, PRICES, "price_per_hour: 2.88", f"price_per_hour: {number}"))
    assert any(line.startswith(f"{PRICES}:4:") for line in found), found


def test_row_67_both_files_are_whole(tmp_path: Path) -> None:
    """The JSON holds no NaN, and every line of the CSV as many cells as its head."""
    site, _ = load_site(small_site(tmp_path))
    assert site is not None

    def refuse(constant: str) -> object:
        raise AssertionError(constant)

    json.loads(gpus_json(site, Catalogue(site)), parse_constant=refuse)
    lines = list(csv.reader(io.StringIO(gpus_csv(site, Catalogue(site)).decode(), newline=""), strict=True))
    assert len({len(line) for line in lines}) == 1

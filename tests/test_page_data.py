"""The figures for scripts: the same cells as the pages, exact, with ranks."""

from __future__ import annotations

import json
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from generator.pages.page_data import data_json
from generator.pages.studio import Studio
from generator.pipeline import Order, Plan, plan_site


def studio_of(plan: Plan, locale: str = "en") -> Studio:
    """The edition of a locale."""
    return next(studio for studio in plan.chosen if studio.locale.name == locale)


def figures(studio: Studio) -> dict[str, dict[str, Any]]:
    """Each GPU by its id."""
    return {gpu["id"]: gpu for gpu in json.loads(data_json(studio))["gpus"]}


@pytest.fixture(scope="module")
def english(site_plan: Plan) -> dict[str, dict[str, Any]]:
    """The figures of the English edition."""
    return figures(studio_of(site_plan))


def test_every_gpu_is_there_with_what_a_fit_needs(site_plan: Plan, english: dict[str, dict[str, Any]]) -> None:
    """Name, address, exact memory and devices, in the order of the data file."""
    assert list(english) == list(studio_of(site_plan).catalogue.gpus)
    board = english["mi250x"]
    assert (board["name"], board["memory"], board["devices"]) == ("MI250X", "128", 2)
    assert board["href"] == "gpus/mi250x/"


@pytest.mark.parametrize("locale", ["en", "tr"])
def test_cells_are_those_of_the_pages(site_plan: Plan, locale: str) -> None:
    """Text, unit, raw value and sum come from the cell that every table shows."""
    studio = studio_of(site_plan, locale)
    found = figures(studio)
    for gpu in studio.catalogue.gpus.values():
        for column_id, cell in found[gpu.id]["cells"].items():
            view = studio.cells.cell(gpu, studio.catalogue.columns[column_id], show_derived=True)
            assert (cell.get("html", ""), cell.get("unit", ""), cell.get("raw", "")) == (view.text, view.unit, view.raw)
            assert cell.get("state", "value") == view.state
            assert (cell.get("sum") is None) == (view.sum is None)


def test_a_fit_is_unrounded_and_its_text_is_not(english: dict[str, dict[str, Any]]) -> None:
    """288 GB × 0.8 ÷ 16 bytes: 14.4 to compute with, ≈ 10B to read."""
    cell = english["b300"]["cells"]["full_training_1_gpu"]
    assert (cell["raw"], cell["html"]) == ("14.4", "≈ 10B")
    assert cell["sum"]["lines"] == ["288 GB × 0.8", "÷ 16 bytes"]


def test_what_is_missing_has_no_value_and_no_rank(english: dict[str, dict[str, Any]]) -> None:
    """A missing price is never 0, and never the lowest."""
    cell = english["t4"]["cells"]["price_per_hour"]
    assert cell == {"state": "no_offer", "price": True}
    assert english["t4"]["offers"] == {}


def test_ranks_follow_what_is_shown(site_plan: Plan, english: dict[str, dict[str, Any]]) -> None:
    """0 for the best, equal for equals: ≈ 10B and ≈ 10B, though 14.4 is more than 12.8. Of prices less is better."""
    fits = {gpu: english[gpu]["cells"]["full_training_1_gpu"] for gpu in ("b300", "mi325x", "b200")}
    assert fits["b300"]["raw"] != fits["mi325x"]["raw"]
    assert [cell["rank"] for cell in fits.values()] == [0, 0, 1]
    prices = {gpu: data["cells"]["price_per_hour"] for gpu, data in english.items()}
    ranked = sorted((cell["rank"], Decimal(cell["raw"])) for cell in prices.values() if "raw" in cell)
    assert [price for _, price in ranked] == sorted(price for _, price in ranked)
    assert ranked[0][0] == 0
    assert all("rank" not in data["cells"]["memory_type"] for data in english.values())


def test_offers_are_the_cheapest_of_their_size_and_exact(site_root: Path) -> None:
    """No digit is lost on the way, and other sizes are not mixed; rates add the exact amount of each price."""
    (site_root / "data/prices.yaml").write_text(
        "as_of: 2026-12-01T00:00:00Z\ncurrency: USD\nrates: {as_of: 2026-11-30, EUR: 0.9}\noffers:\n"
        "- {gpu: h100-sxm, gpus: 1, price_per_hour: 3.10, region: north}\n"
        "- {gpu: h100-sxm, gpus: 1, price_per_hour: 2.885, region: south}\n"
        "- {gpu: h100-sxm, gpus: 4, price_per_hour: 1.00}\n"
        "- {gpu: h100-sxm, gpus: 8, price_per_hour: 20.1}\n",
        encoding="utf-8",
    )
    found = figures(studio_of(plan_site(Order(site_root), lambda _: None)))["h100-sxm"]
    assert found["offers"] == {"1": "2.885", "8": "20.1"}
    assert found["cells"]["price_per_hour"]["usd"] == "2.885"
    assert Fraction(found["cells"]["price_per_gb"]["usd"]) == Fraction("2.885") / 80


def test_it_names_the_time_of_its_prices(site_plan: Plan) -> None:
    """A page that was opened earlier shows this time beside these prices."""
    as_of = json.loads(data_json(studio_of(site_plan, "tr")))["as_of"]
    assert as_of["iso"] == "2026-12-01T00:00:00Z"
    assert "Aralık 2026" in as_of["text"]

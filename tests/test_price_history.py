"""The history of prices."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.model import Snapshot
from generator.model.kinds import read_value
from generator.prices.price_history import day_of, history_of, last_prices, months_with, read_month
from generator.prices.price_quotes import PastPrice
from generator.problems import InvalidSite
from tests.samples import offer


def past(day: str, gpu: str, price: str) -> PastPrice:
    """A past price."""
    return PastPrice(date.fromisoformat(day), gpu, Decimal(price))


def keep(folder: Path, *prices: PastPrice) -> None:
    """Write prices into the history, as an import does."""
    for name, text in months_with(folder, prices).items():
        (folder / name).write_text(text)


def test_a_snapshot_adds_the_cheapest_one_gpu_offer_of_each_gpu() -> None:
    """That is the price the site shows; nodes do not count."""
    offers = (offer("h100", 1, "3"), offer("h100", 1, "2", kind="spot"), offer("h100", 8, "8"), offer("b200", 8, "9"))
    snapshot = read_value(Snapshot, {"as_of": "2026-12-01T23:59:59Z", "currency": "USD", "offers": offers})
    assert day_of(snapshot) == [past("2026-12-01", "h100", "2")]


def test_a_day_has_one_row_a_gpu_and_ends_with_its_last_price(tmp_path: Path) -> None:
    """However often the timer runs, the file grows by one row a GPU and day."""
    keep(tmp_path, past("2026-12-01", "h100", "3.00"), past("2026-12-01", "b200", "5"))
    keep(tmp_path, past("2026-12-01", "h100", "2.90"))
    keep(tmp_path, past("2026-12-02", "h100", "3.1"))
    assert (tmp_path / "2026-12.csv").read_text() == (
        "day,gpu,price_per_hour\n2026-12-01,b200,5\n2026-12-01,h100,2.90\n2026-12-02,h100,3.1\n"
    )


def test_each_month_has_a_file_of_its_own(tmp_path: Path) -> None:
    """An import rewrites one small file, never years of prices."""
    keep(tmp_path, past("2026-11-30", "h100", "3"), past("2026-12-01", "h100", "3"))
    assert sorted(file.name for file in tmp_path.iterdir()) == ["2026-11.csv", "2026-12.csv"]
    assert list(months_with(tmp_path, [past("2026-12-02", "h100", "3")])) == ["2026-12.csv"]


def test_the_last_price_of_a_gpu_is_found_in_the_latest_month_that_has_it(tmp_path: Path) -> None:
    """Only GPUs that are asked for, whatever lies between."""
    keep(tmp_path, past("2026-10-01", "b200", "5"), past("2026-10-02", "b200", "6"))
    keep(tmp_path, past("2026-11-30", "h100", "3"), past("2026-12-01", "h100", "4"))
    assert last_prices(tmp_path, ["h100", "b200", "l4"]) == {"h100": 4, "b200": 6}
    assert last_prices(tmp_path, ["b200"]) == {"b200": 6}
    assert last_prices(tmp_path / "missing", ["h100"]) == {}


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("2026-12-01,h100,3.0", ""),
        ("2026-11-30,h100,3", "history/2026-12.csv:2:1: this is no price of 2026-12:"),
        ("2026-12-01,h100,-3", "history/2026-12.csv:2:1: this is no price of 2026-12:"),
        ("2026-12-01,h100,0", "history/2026-12.csv:2:1: this is no price of 2026-12:"),
        ("2026-12-01,h100,NaN", "history/2026-12.csv:2:1: this is no price of 2026-12:"),
        ("2026-12-32,h100,3", "history/2026-12.csv:2:1: this is no price of 2026-12:"),
        ("2026-12-01,=h100,3", "history/2026-12.csv:2:1: this is no price of 2026-12:"),
        ("<<<<<<< HEAD", "history/2026-12.csv:2:1: this is no price of 2026-12:"),
    ],
)
def test_a_broken_history_is_told_with_its_line(tmp_path: Path, line: str, problem: str) -> None:
    """It is never repaired by guessing, nor overwritten."""
    folder = tmp_path / "history"
    folder.mkdir()
    (folder / "2026-12.csv").write_text(f"day,gpu,price_per_hour\n{line}\n")
    if not problem:
        assert read_month(folder, "2026-12.csv") == [past("2026-12-01", "h100", "3.0")]
        return
    with pytest.raises(InvalidSite) as broken:
        months_with(folder, [past("2026-12-03", "h100", "3")])
    assert str(broken.value.problems[0]).startswith(problem)


def test_a_file_that_is_no_history_is_told(tmp_path: Path) -> None:
    """The first line says what the columns are."""
    (tmp_path / "2026-12.csv").write_text("gpu,price\n")
    with pytest.raises(InvalidSite) as broken:
        read_month(tmp_path, "2026-12.csv")
    assert 'the first line should be "day,gpu,price_per_hour", not "gpu,price"' in str(broken.value.problems[0])


def test_the_history_lies_beside_its_snapshot() -> None:
    """Snapshots of other names have histories of their own, so that an invented past never mixes with the real one."""
    assert history_of(Path("data/prices.yaml")) == Path("data/price-history")
    assert history_of(Path("state/demo.yaml")) == Path("state/demo-history")


PRICES = st.decimals("0.01", "9999.99", places=2) | st.decimals("0.0001", "1", places=20)


@given(st.lists(st.tuples(st.integers(1, 28), st.sampled_from(["h100", "b200"]), PRICES)))
def test_prices_come_back_as_they_were(
    tmp_path_factory: pytest.TempPathFactory, days: list[tuple[int, str, Decimal]]
) -> None:
    """The last price of each day, to the last digit."""
    folder = tmp_path_factory.mktemp("history")
    prices = [PastPrice(date(2026, 12, day), gpu, price) for day, gpu, price in days]
    for price in prices:
        keep(folder, price)
    expected = {(price.day, price.gpu): price.price for price in prices}
    assert {(one.day, one.gpu): one.price for one in read_month(folder, "2026-12.csv")} == expected

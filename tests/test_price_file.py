"""The snapshot's file."""

from __future__ import annotations

import os
import stat
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.loading.load import read_data
from generator.model import Snapshot
from generator.model.kinds import read_value
from generator.prices import price_file
from generator.prices.price_file import read_written, snapshot_text
from generator.prices.price_quotes import is_region
from generator.problems import InvalidSite
from tests.samples import offer


def snapshot(**changes: object) -> Snapshot:
    """A snapshot with one offer."""
    entry = {"as_of": "2026-12-01T08:00:00Z", "currency": "USD", "offers": (offer("h100", 1, "2.880"),)}
    return read_value(Snapshot, entry | changes)


def read_back(text: str) -> Snapshot:
    """What the site reads from a snapshot's text."""
    read, problems = read_data(Snapshot, text, "prices.yaml")
    assert not problems
    assert read
    return read.value


def test_a_snapshot_is_written_for_people() -> None:
    """One line for each offer, so that a change of price is a change of one line."""
    offers = (offer("h100", 1, "2.880"), offer("h100", 8, "20", kind="spot", region='No "1"'))
    rates = {"as_of": "2026-11-30", "EUR": Decimal("0.91")}
    lines = snapshot_text(snapshot(offers=offers, rates=rates)).splitlines()
    assert [line for line in lines if not line.startswith("#")] == [
        "as_of: 2026-12-01T08:00:00Z",
        "currency: USD",
        "rates: {as_of: 2026-11-30, EUR: 0.91}",
        "offers:",
        "- {gpu: h100, gpus: 1, price_per_hour: 2.880}",
        '- {gpu: h100, gpus: 8, price_per_hour: 20, kind: spot, region: "No \\"1\\""}',
    ]


def test_an_invented_market_says_so_in_its_first_lines() -> None:
    """Whoever opens the file sees it."""
    text = snapshot_text(snapshot(demo=True))
    assert "EVERY FIGURE OF THIS FILE IS INVENTED" in "".join(text.splitlines()[:3])
    assert read_back(text).demo
    assert "INVENTED" not in snapshot_text(snapshot())


def test_a_market_without_offers_is_one_too() -> None:
    """Every page then says that there is no live offer."""
    assert read_back(snapshot_text(snapshot(offers=()))).offers == ()


AMOUNTS = st.decimals("0.01", "999999.99", places=2) | st.decimals("0.0001", "1", places=20)
SLUGS = st.from_regex(r"[a-z0-9]{1,8}(-[a-z0-9]{1,4}){0,2}", fullmatch=True) | st.sampled_from(
    ["no", "on", "1e3", "0123", "null", "12", "y", "a-1", "e1"]
)
REGIONS = st.text(min_size=1, max_size=12).filter(is_region) | st.sampled_from(["no", "12", "a: b", "# x", "'", "- a"])


@given(
    st.lists(st.tuples(SLUGS, st.integers(1, 1024), AMOUNTS, st.sampled_from(["spot", None]), REGIONS | st.none())),
    AMOUNTS,
    st.booleans(),
)
def test_the_site_reads_back_the_very_same_values(
    rows: list[tuple[str, int, Decimal, str | None, str | None]], rate: Decimal, demo: bool
) -> None:
    """A price never changes by rounding, and no name is taken by YAML for something else."""
    offers = tuple(
        {"gpu": gpu, "gpus": gpus, "price_per_hour": price, "kind": kind, "region": region}
        for gpu, gpus, price, kind, region in rows
    )
    rates = {"as_of": "2026-11-30", "GBP": rate}
    written = snapshot(offers=offers, rates=rates, demo=demo)
    back = read_back(snapshot_text(written))
    assert back == written
    assert [str(one.price_per_hour) for one in back.offers] == [format(price, "f") for _, _, price, _, _ in rows]


def test_a_file_is_replaced_whole_and_keeps_its_mode(tmp_path: Path) -> None:
    """A web server's group may read the state folder; an import must not lock it out."""
    file = tmp_path / "prices.yaml"
    file.write_text("old")
    file.chmod(0o640)
    with file.open() as reader:
        price_file.replace(file, "new")
        assert reader.read() == "old"
    assert file.read_text() == "new"
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert [one.name for one in tmp_path.iterdir()] == ["prices.yaml"]


def test_what_a_killed_import_left_is_no_hindrance(tmp_path: Path) -> None:
    """Even where the leftover is a link to somewhere else, that is left alone."""
    file, elsewhere = tmp_path / "prices.yaml", tmp_path / "elsewhere"
    elsewhere.write_text("precious")
    (tmp_path / ".prices.yaml.new").symlink_to(elsewhere)
    price_file.replace(file, "new")
    assert file.read_text() == "new"
    assert elsewhere.read_text() == "precious"


def test_a_link_to_the_snapshot_stays_one(tmp_path: Path) -> None:
    """An operator may point data/prices.yaml at a state folder."""
    file, link = tmp_path / "state.yaml", tmp_path / "prices.yaml"
    file.write_text("old")
    link.symlink_to(file)
    price_file.replace(link, "new")
    assert link.is_symlink()
    assert file.read_text() == "new"


def test_a_full_disk_leaves_the_old_file_and_no_litter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The fault shows when the bytes are forced to the disk."""

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    file = tmp_path / "prices.yaml"
    file.write_text("old")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        price_file.replace(file, "new")
    assert [one.read_text() for one in tmp_path.iterdir()] == ["old"]


def test_a_broken_snapshot_is_told_with_its_place(tmp_path: Path) -> None:
    """Under the name that its reader gave it."""
    file = tmp_path / "prices.yaml"
    file.write_text("as_of: yesterday\ncurrency: USD\noffers: []\n")
    with pytest.raises(InvalidSite) as broken:
        read_written(Snapshot, file, "data/prices.yaml")
    assert str(broken.value.problems[0]).startswith("data/prices.yaml:1:8: as_of should be a time that exists")

"""Importing prices, from a source to the snapshot that the site is built from."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from generator.files.machine import exclusive
from generator.model import Snapshot
from generator.prices.price_file import read_written
from generator.prices.prices import MOST_ALIKE, ImportOrder, import_prices, status
from generator.problems import InvalidSite, MachineFailure
from tests.markets import HELD, NOW, Room, feed, make_room, sends, server

ROOT = Path(__file__).resolve().parent.parent

MAPPING = """\
currency: USD
columns:
  name: GPU
  gpus: Count
  prices: [{column: Price, kind: on_demand}]
aliases: {h100: [H100], b200: [B200]}
"""


@pytest.fixture
def room(tmp_path: Path) -> Room:
    """A room that holds prices of the H100."""
    return make_room(tmp_path)


def held(room: Room) -> Snapshot:
    """The snapshot that the room holds now."""
    return read_written(Snapshot, room.held, "prices.yaml").value


def offers(room: Room) -> list[tuple[str, int, str]]:
    """Its offers in short."""
    return [(one.gpu, one.gpus, str(one.price_per_hour)) for one in held(room).offers]


def test_a_feed_becomes_the_snapshot_and_its_history(room: Room) -> None:
    """Prices, time, rates with their date, and a row for the day."""
    text = feed(
        {"gpu": "h100", "gpus": 1, "price": 3.10},
        {"gpu": "b200", "gpus": 1, "price": 6, "kind": "spot", "region": "north", "available": 4},
        rates={"as_of": "2026-11-30", "EUR": 0.91, "GBP": 0.79},
    )
    report = room.take(text)
    assert report.written
    assert report.before == 2
    assert offers(room) == [("h100", 1, "3.1"), ("b200", 1, "6")]
    new = held(room)
    assert new.as_of == datetime(2026, 12, 1, 8, tzinfo=UTC)
    assert new.rates
    assert (new.rates.EUR, new.rates.GBP, str(new.rates.as_of)) == (Decimal("0.91"), Decimal("0.79"), "2026-11-30")
    assert new == report.snapshot
    month = (room.history / "2026-12.csv").read_text()
    assert month == "day,gpu,price_per_hour\n2026-12-01,b200,6\n2026-12-01,h100,3.1\n"
    assert sorted(path.name for path in (room.root / "data").iterdir()) == ["gpus.yaml", "price-history", "prices.yaml"]


def test_the_same_feed_again_is_nothing_new(room: Room) -> None:
    """The timer may run more often than the market changes; not a byte of the files changes then."""
    room.take(feed())
    before = room.files()
    report = room.take(feed())
    assert not report.written
    assert room.files() == before


def test_the_first_import_needs_no_snapshot(tmp_path: Path) -> None:
    """Even into a state folder that does not exist yet."""
    room = make_room(tmp_path, held=None)
    report = room.take(feed(), held=tmp_path / "state/prices.yaml")
    assert report.before == 0
    assert (tmp_path / "state/price-history/2026-12.csv").exists()


def test_a_mapping_names_the_gpus_of_a_feed(room: Room) -> None:
    """And what it leaves open is reported, while the rest is imported."""
    (room.root / "names.yaml").write_text("aliases: {h100: [NVIDIA H100]}\n")
    text = feed({"gpu": "NVIDIA H100", "gpus": 1, "price": 3}, {"gpu": "h200", "gpus": 1, "price": 4})
    report = room.take(text, mapping=room.root / "names.yaml")
    assert offers(room) == [("h100", 1, "3")]
    (warning,) = report.warnings
    assert '"h200" is a name that neither data/gpus.yaml nor the mapping knows; 1 offer left out' in str(warning)


def test_a_catalogue_is_imported_with_its_mapping_and_time(room: Room) -> None:
    """The cheapest of several rows counts, and the folding is told."""
    (room.root / "mapping.yaml").write_text(MAPPING)
    report = room.take(
        "GPU,Count,Price\nH100,1,3.30\nH100,1,3.20\nB200,8.0,40\n", mapping=room.root / "mapping.yaml", as_of=NOW
    )
    assert offers(room) == [("h100", 1, "3.20"), ("b200", 8, "40")]
    assert held(room).as_of == NOW
    assert 'Folded: 2 prices of "h100" into 1 offer, the cheapest.' in str(report)


@pytest.mark.parametrize(
    ("source", "mapped", "timed", "message"),
    [
        (
            "GPU,Count,Price\nH100,1,3\n",
            True,
            False,
            "feed: a catalogue does not tell its time\n    hint: give it with --as-of",
        ),
        ("GPU,Count,Price\nH100,1,3\n", False, True, "a catalogue in CSV needs --mapping"),
        (feed(), True, True, "--as-of: a feed tells its time itself\n    hint: leave it out"),
        ("<!doctype html><title>Login</title>", True, True, "this seems to be a web page"),
        ("", False, False, 'begins with {, this begins with ""'),
        (b"\xff\xfe{\x00}\x00", False, False, "this file should be UTF-8, and seems to be UTF-16"),
        (feed().replace("h100", "h\x00100"), False, False, "a control character"),
    ],
)
def test_what_is_no_source_of_prices_is_told(
    room: Room, source: str | bytes, mapped: bool, timed: bool, message: str
) -> None:
    """With what to do about it."""
    mapping = room.root / "mapping.yaml"
    mapping.write_text(MAPPING)
    found = room.refuse(source, mapping=mapping if mapped else None, as_of=NOW if timed else None)
    assert len(found) == 1
    assert message in found[0]


def test_every_reason_of_every_kind_is_told_at_once(room: Room) -> None:
    """What cannot be read, what the rules refuse, what is not known, and a flag that names no GPU."""
    text = feed(
        {"gpu": "h100", "gpus": 1, "price": 30},
        {"gpu": "h100", "gpus": 8, "price": 0},
        {"gpu": "h300", "gpus": 1, "price": 9},
        {"gpu": "b200", "gpus": 1, "price": 5},
        {"gpu": "b200", "gpus": 1, "price": 6},
        time="2026-12-01T05:00:00Z",
        currency="EUR",
    )
    found = room.refuse(text, accept_jump=("h10",))
    for reason in (
        'data/gpus.yaml has no GPU "h10"',
        "older than that of the snapshot held",
        'currency should be "USD", not "EUR"',
        "jumps from 3 to 30",
        "should be a price above 0, not 0",
        '"h300" is a name that neither data/gpus.yaml nor the mapping knows',
        '1 × "b200" stands here for 6 and on line 1 for 5',
    ):
        assert sum(reason in problem for problem in found) == 1, reason
    assert len(found) == 7


def test_problems_of_one_kind_are_counted_after_the_first(room: Room) -> None:
    """Twenty thousand lines would hide the other reasons."""
    many = [{"gpu": "h100", "gpus": 1, "price": -1, "region": f"r{number}"} for number in range(500)]
    found = room.refuse(feed(*many, currency="EUR"))
    assert len(found) == MOST_ALIKE + 2
    assert found[-1].endswith("should be a price above 0, not -1; and 489 others like this")


def test_every_name_that_was_left_out_is_told(room: Room) -> None:
    """However many there are: each may be a GPU that the catalogue should have."""
    many = [{"gpu": f"h{number}", "gpus": 1, "price": 3} for number in range(200, 250)]
    report = room.take(feed({"gpu": "h100", "gpus": 1, "price": 3}, *many))
    assert len(report.warnings) == 50


def test_a_person_may_accept_what_the_rules_refuse(room: Room) -> None:
    """Each rule by its own flag."""
    text = feed({"gpu": "h100", "gpus": 1, "price": 30})
    assert room.refuse(text)
    assert room.take(text, accept_jump=("h100",)).written


def test_a_gpu_that_was_gone_is_measured_by_its_history(room: Room) -> None:
    """Its last price was good, whenever that was."""
    room.take(feed({"gpu": "b200", "gpus": 1, "price": 5}, {"gpu": "h100", "gpus": 1, "price": 3}))
    room.take(feed({"gpu": "h100", "gpus": 1, "price": 3}, time="2026-12-01T08:10:00Z"))
    back = [{"gpu": "b200", "gpus": 1, "price": 50}, {"gpu": "h100", "gpus": 1, "price": 3}]
    (found,) = room.refuse(feed(*back, time="2026-12-01T08:20:00Z"))
    assert '1 × "b200" jumps from 5 to 50' in found
    room.held.unlink()
    (found,) = room.refuse(feed(*back, time="2026-12-01T08:20:00Z"))
    assert '1 × "b200" jumps from 5 to 50' in found


@pytest.mark.parametrize("broken", ["as_of: 1\n", "", "as_of: 2026-12-01T06:00:00Z\n as_of: [\n"])
def test_a_broken_snapshot_is_left_to_a_person(tmp_path: Path, broken: str) -> None:
    """Nothing could be compared with it; the source's own problems are told as well."""
    room = make_room(tmp_path, held=broken)
    found = room.refuse(feed({"gpu": "h100", "gpus": 1, "price": 0}))
    assert any(problem.startswith("data/prices.yaml:") for problem in found)
    assert any("should be a price above 0" in problem for problem in found)


def test_an_invented_market_never_takes_the_place_of_a_real_one(room: Room) -> None:
    """Nor the other way round; and never the place where the site looks for prices."""
    demo = feed(demo=True)
    assert "this holds a real market, and an invented one may not take its place" in room.refuse(demo)[0]
    scratch = room.root / "demo.yaml"
    assert room.take(demo, held=scratch).snapshot.demo
    assert room.take(feed(demo=True, time="2026-12-01T08:30:00Z"), held=scratch).written
    with pytest.raises(InvalidSite) as refused:
        room.take(feed(time="2026-12-01T08:45:00Z"), held=scratch)
    assert "this holds an invented market, and a real one may not take its place" in str(refused.value.problems[0])
    room.held.unlink()
    assert "an invented market may not go here" in room.refuse(demo)[0]


def test_the_invented_market_of_the_project_is_imported(tmp_path: Path) -> None:
    """An offer for every GPU, rates, and a month of history of its own."""
    room = Room(ROOT)
    text = (ROOT / "examples/market-feed.json").read_text()
    before = room.files()
    (tmp_path / "feed").write_text(text)
    report = import_prices(ImportOrder(str(tmp_path / "feed"), tmp_path / "prices.yaml", ROOT, NOW))
    assert not report.without_offer
    assert not report.warnings
    assert report.snapshot.demo
    assert report.snapshot.rates
    days = {
        line.split(",")[0] for file in (tmp_path / "price-history").iterdir() for line in file.read_text().split()[1:]
    }
    assert len(days) == 31
    assert room.files() == before


def test_two_imports_at_once_do_not_mix(room: Room) -> None:
    """The second says so at once and changes nothing; else the older of two feeds could win."""
    before = room.files()
    with exclusive(room.root / "data/.prices.yaml.lock", ""), pytest.raises(MachineFailure, match="another import"):
        room.take(feed())
    assert room.files() == before
    assert room.take(feed()).written


def test_a_market_too_large_for_the_site_is_refused(room: Room) -> None:
    """The build would not read the file that it would make."""
    many = [{"gpu": "h100", "gpus": 1, "price": 3, "region": f"{number:05}" + 75 * "𐍈"} for number in range(12_000)]
    (found,) = room.refuse(feed(*many))
    assert "12,000 offers are more than a snapshot may hold, 4,000,000 bytes" in found


def test_status_reads_the_snapshot_and_the_settings(room: Room) -> None:
    """As monitoring calls it."""
    (room.root / "data/site.yaml").write_bytes((ROOT / "data/site.yaml").read_bytes())
    found = status(room.held, root=room.root, now=NOW)
    assert (found.file, found.offers, found.without_offer) == ("data/prices.yaml", 2, ("b200",))
    assert not found.too_old
    room.held.unlink()
    assert status(room.held, root=room.root, now=NOW).too_old


def test_a_feed_is_fetched_over_the_network(room: Room) -> None:
    """As the timer does it."""
    with server({"/feed.json": sends(feed().encode())}) as address:
        report = import_prices(ImportOrder(f"{address}/feed.json", room.held, room.root, NOW))
    assert report.written


BITS = st.sampled_from(
    [
        '"time"',
        '"currency"',
        '"offers"',
        '"gpu"',
        '"gpus"',
        '"price"',
        '"2026-12-01T08:00:00Z"',
        '"USD"',
        '"h100"',
        "1",
        "8",
        "3.1",
        "-1",
        "0",
        "NaN",
        "1e400",
        "null",
        '"spot"',
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
    ]
)


@given(
    st.binary(max_size=200)
    | st.lists(BITS, max_size=30).map("".join).map(lambda text: ("{" + text).encode())
    | st.tuples(st.integers(0, len(feed())), BITS).map(
        lambda cut: (feed()[: cut[0]] + cut[1] + feed()[cut[0] :]).encode()
    )
    | st.tuples(st.integers(0, len(feed())), st.integers(1, 20)).map(
        lambda cut: (feed()[: cut[0]] + feed()[cut[0] + cut[1] :]).encode()
    ),
    st.booleans(),
)
@example(data=feed().encode(), mapped=True)
@example(data=feed().replace("3.1", "3.1e0").encode(), mapped=False)
def test_any_bytes_are_imported_rightly_or_refused(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, mapped: bool
) -> None:
    """Never a traceback; a snapshot that was written is one that the site reads, and a refused one is the old."""
    room = make_room(tmp_path_factory.mktemp("room") / "site")
    mapping = room.root / "mapping.yaml"
    mapping.write_text(MAPPING)
    try:
        report = room.take(data, mapping=mapping if mapped else None)
    except InvalidSite:
        assert room.held.read_text() == HELD
    else:
        assert held(room) == report.snapshot
        stated = json.loads(data, parse_float=Decimal)["offers"]
        prices = {Decimal(offer["price"]) for offer in stated}
        assert {offer.price_per_hour for offer in held(room).offers} <= prices

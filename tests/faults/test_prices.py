"""The fault matrix, prices: whatever the market sends, the snapshot held is the old one or a whole new one."""

from __future__ import annotations

import multiprocessing
import random
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from generator.commands.cli import cli
from generator.loading.load import load_site
from generator.prices.price_source import Limits
from generator.prices.prices import ImportOrder, import_prices
from generator.problems import InvalidSite, MachineFailure
from tests.markets import HELD, NOW, Answer, Room, feed, make_room, sends, server
from tests.sites import small_site


@pytest.fixture
def room(tmp_path: Path) -> Room:
    """A room that holds the prices of ``HELD``."""
    return make_room(tmp_path)


def command(room: Room, *arguments: str) -> Result:
    """Run ``build.py prices …`` for a room."""
    return CliRunner().invoke(cli, ["prices", *arguments, "--root", str(room.root)])


def refused_by_command(room: Room, text: str, *options: str) -> str:
    """What the command line prints for a feed that it refuses; exit code 1, nothing changed, no traceback."""
    before = room.files()
    source = room.root / "feed.json"
    source.write_text(text)
    result = command(room, "import", str(source), "--now", "2026-12-01T09:00:00Z", *options)
    assert result.exit_code == 1
    assert isinstance(result.exception, SystemExit)
    assert "Traceback" not in result.output
    assert room.files() == before
    return result.output


# Row 3


@pytest.mark.parametrize("price", ["NaN", "Infinity", "-Infinity", "1.0e+400", "-1", "0", "0.0", "true", '"2"', "null"])
def test_row_03_what_is_no_price(room: Room, price: str) -> None:
    """Refused at its line and column, by the name of its GPU."""
    text = (
        '{"time": "2026-12-01T08:00:00Z", "currency": "USD", "offers": [\n{"gpu": "h100", "gpus": 1, "price": PRICE}]}'
    )
    found = refused_by_command(room, text.replace("PRICE", price))
    assert 'feed.json:2:37: price of "h100" should be a' in found


# Row 15


def test_row_15_a_price_for_a_gpu_that_the_catalogue_lacks(room: Room) -> None:
    """Reported by name with a hint, never dropped in silence; the rest is imported."""
    report = room.take(feed({"gpu": "h200", "gpus": 1, "price": 4}, {"gpu": "h100", "gpus": 1, "price": 3}))
    (warning,) = report.warnings
    assert warning.message == '"h200" is a name that neither data/gpus.yaml nor the mapping knows; 1 offer left out'
    assert warning.hint.startswith('did you mean "')
    assert [offer.gpu for offer in report.snapshot.offers] == ["h100"]


def test_row_15_a_gpu_without_a_price_is_told(room: Room) -> None:
    """By the import and by the status."""
    assert room.take(feed()).without_offer == ("b200",)


# Rows 17, 18, 19


@pytest.mark.parametrize("ahead", [timedelta(minutes=10), timedelta(days=365)])
def test_row_17_a_time_in_the_future(room: Room, ahead: timedelta) -> None:
    """Prices of tomorrow are nobody's; five minutes are left to a clock that runs fast."""
    time_ahead = (NOW + ahead).isoformat().replace("+00:00", "Z")
    assert f"the time {time_ahead} lies ahead of now" in refused_by_command(room, feed(time=time_ahead))
    soon = (NOW + timedelta(minutes=4)).isoformat().replace("+00:00", "Z")
    assert room.take(feed(time=soon)).written


@pytest.mark.parametrize(
    ("age", "code"), [("2026-12-02T05:59:59Z", 0), ("2026-12-02T07:00:00Z", 1), ("2026-12-09T06:00:00Z", 1)]
)
def test_row_18_monitoring_tells_an_old_snapshot(tmp_path: Path, age: str, code: int) -> None:
    """A day and more: the timer has stopped, or the market sends what is refused."""
    room = Room(small_site(tmp_path))
    room.held.write_text(HELD)
    result = command(room, "status", "--now", age)
    assert result.exit_code == code
    assert ("TOO OLD" in result.output) == bool(code)


def test_row_19_a_time_before_the_one_held(room: Room) -> None:
    """Old prices must never come back as new ones."""
    found = refused_by_command(room, feed(time="2026-12-01T05:59:59Z"))
    assert "the time 2026-12-01T05:59:59Z is older than that of the snapshot held, 2026-12-01T06:00:00Z" in found


# Row 20


def test_row_20_two_prices_for_one_offer(room: Room) -> None:
    """Both are named, with their lines."""
    one = '{"gpu": "h100", "gpus": 1, "price": 3.1}'
    text = f'{{"time": "2026-12-01T08:00:00Z", "currency": "USD", "offers": [\n{one},\n{one.replace("3.1", "3.2")}]}}'
    assert 'feed.json:3:1: 1 × "h100" stands here for 3.2 and on line 2 for 3.1' in refused_by_command(room, text)


# Row 21


@pytest.mark.parametrize(("price", "times"), [(30, "10"), (0.15, "0.05")])
def test_row_21_a_price_far_from_the_last_good_one(room: Room, price: float, times: str) -> None:
    """Ten times, or a twentieth; a person who has looked lets it pass."""
    text = feed({"gpu": "h100", "gpus": 1, "price": price})
    found = refused_by_command(room, text)
    assert f'1 × "h100" jumps from 3 to {price}, {times} times as much' in found
    assert "hint: --accept-jump h100 takes it if it is right" in found
    result = command(
        room, "import", str(room.root / "feed.json"), "--now", "2026-12-01T09:00:00Z", "--accept-jump", "h100"
    )
    assert result.exit_code == 0, result.output


# Row 23


@pytest.mark.parametrize("currency", ["EUR", "usd", "<b>", "USD ", "", 840, None, ["USD"]])
def test_row_23_other_currencies(room: Room, currency: object) -> None:
    """The site knows dollars; everything else is refused, whatever it looks like."""
    assert 'currency should be "USD", not' in refused_by_command(room, feed(currency=currency))


def test_row_23_no_currency(room: Room) -> None:
    """Nobody guesses it."""
    text = feed().replace('"currency": "USD", ', "")
    assert 'the key "currency" is missing' in refused_by_command(room, text)


# Row 25


def hangs(request: Any) -> None:
    """Say nothing."""
    request.rfile.read(1)


def breaks_off(request: Any) -> None:
    """End in the middle of what was announced."""
    sends(feed().encode()[:40], content_length="500")(request)


def floods(request: Any) -> None:
    """Send 200 MB."""
    request.send_response(200)
    request.end_headers()
    for _ in range(200):
        request.wfile.write(b" " * 1_000_000)


@pytest.mark.parametrize(
    ("answer", "raised", "message"),
    [
        (hangs, MachineFailure, "no whole answer within 0.5 seconds"),
        (sends(b"", 500), MachineFailure, "the server answers 500"),
        (sends(b"<html><body>Welcome</body></html>"), InvalidSite, "this seems to be a web page"),
        (breaks_off, MachineFailure, "peer closed connection"),
        (sends(feed().encode()[:40]), InvalidSite, "it seems to be cut off"),
        (floods, InvalidSite, "larger than the 2,000,000 bytes that are read"),
        (sends(b"", 302, location="file:///etc/hostname"), InvalidSite, "prices are read over https only"),
        (sends(b"", 302, location="http://market.example/"), InvalidSite, "prices are read over https only"),
    ],
    ids=["timeout", "500", "html", "broken off", "truncated", "200 MB", "redirect to file", "redirect to http"],
)
def test_row_25_a_server_that_misbehaves(room: Room, answer: Answer, raised: type[Exception], message: str) -> None:
    """The snapshot held stays as it is, byte for byte, and nothing is left lying about."""
    before = room.files()
    with server({"/feed": answer}) as address:
        limits = Limits(seconds=0.5, size=2_000_000)
        with pytest.raises(raised) as failed:
            import_prices(ImportOrder(f"{address}/feed", room.held, room.root, NOW, limits=limits))
    said = map(str, failed.value.problems) if isinstance(failed.value, InvalidSite) else [str(failed.value)]
    assert message in "\n".join(said)
    assert room.files() == before


@pytest.mark.parametrize(("answer", "code"), [(sends(b"", 500), 3), (sends(b"<html></html>"), 1)], ids=["500", "html"])
def test_row_25_exit_codes_tell_the_network_from_the_market(room: Room, answer: Answer, code: int) -> None:
    """A timer may try again after 3; after 1 a person must look."""
    with server({"/feed": answer}) as address:
        result = command(room, "import", f"{address}/feed", "--now", "2026-12-01T09:00:00Z")
    assert result.exit_code == code
    assert "Traceback" not in result.output
    assert room.held.read_text() == HELD


# Row 26


def kill_imports(room: Room, times: int) -> tuple[int, int]:
    """Kill imports at random moments; returns how often the old and how often a new snapshot was there afterwards.

    Each import has thousands of offers and a later time than the one before.
    """
    chance = random.Random(26)
    fork = multiprocessing.get_context("fork")
    old = new = 0
    longest = 0.0
    for round_ in range(times + 2):
        as_of = (NOW - timedelta(hours=2) + timedelta(seconds=round_)).isoformat().replace("+00:00", "Z")
        offers = [{"gpu": "h100", "gpus": 1, "price": 3 + round_ / 1000, "region": f"r{n:04}"} for n in range(1500)]
        text = feed(*offers, time=as_of)
        before = room.held.read_text()
        started = time.monotonic()
        child = fork.Process(target=take_in_silence, args=(room.take, text))
        child.start()
        if round_ < 2:
            # How long an import takes that finds as many offers held as it brings.
            child.join()
            longest = time.monotonic() - started
            continue
        time.sleep(chance.uniform(0, 1.2 * longest))
        child.kill()
        child.join()
        now = room.held.read_text()
        if now == before:
            old += 1
        else:
            new += 1
            # A part of a file would lack its last offer or its end of line.
            assert f"as_of: {as_of}" in now
            assert now.endswith('region: "r1499"}\n')
            assert now.count("- {gpu: h100") == len(offers)
        months = [path.read_text() for path in room.history.glob("*.csv")]
        assert all(month.endswith("\n") and month.startswith("day,gpu,price_per_hour\n") for month in months)
    return old, new


def take_in_silence(take: Callable[[str], object], text: str) -> None:
    """Import in a child that nobody waits for."""
    take(text)


def test_row_26_a_killed_import_leaves_the_old_or_the_new(room: Room) -> None:
    """Never a part; and the next import finds nothing in its way and leaves nothing behind."""
    kill_imports(room, 10)
    assert room.take(feed(time="2026-12-01T09:00:00Z"), accept_shrink=True).written
    names = sorted(path.name for path in (room.root / "data").rglob("*"))
    assert names == ["2026-12.csv", "gpus.yaml", "price-history", "prices.yaml"]


@pytest.mark.fuzz
def test_row_26_a_killed_import_leaves_the_old_or_the_new_at_length(room: Room) -> None:
    """Two hundred kills, among them some before and some after the swap."""
    old, new = kill_imports(room, 200)
    assert old + new == 200
    assert old > 10
    assert new > 10


# Row 67


@pytest.mark.parametrize("region", ["=cmd|'/c calc'!A1", "+1", "-1", "@SUM(A1)", "\tnorth", "north\r"])
def test_row_67_a_formula_is_no_region(room: Room, region: str) -> None:
    """What a spreadsheet would run, or what no name holds, does not even come into the snapshot."""
    text = feed({"gpu": "h100", "gpus": 1, "price": 3, "region": region})
    assert 'region of "h100" should be the name of a region' in refused_by_command(room, text)


def test_the_snapshot_of_an_import_is_one_that_the_site_loads(tmp_path: Path) -> None:
    """From feed to model, every price is the same decimal."""
    room = Room(small_site(tmp_path))
    text = feed({"gpu": "h100", "gpus": 1, "price": 3}).replace('"price": 3}', '"price": 3.00000000000000000001}')
    room.take(text)
    site, problems = load_site(room.root)
    assert site, problems
    assert [str(offer.price_per_hour) for offer in site.snapshot.value.offers] == ["3.00000000000000000001"]

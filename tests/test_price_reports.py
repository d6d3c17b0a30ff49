"""How old the snapshot is, and what an import did, in words."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from msgspec.structs import asdict

from generator.model import SiteSettings, Snapshot
from generator.model.kinds import read_value
from generator.prices.price_reports import ImportReport, Status, status_of
from tests.samples import offer, settings

NOW = datetime(2026, 12, 2, 6, tzinfo=UTC)


def status(as_of: str, limit: int = 24, **changes: object) -> Status:
    """The status of a snapshot, for a limit of some hours."""
    entry = {"as_of": as_of, "currency": "USD", "offers": (offer("h100", 1, "3"), offer("h100", 8, "20"))} | changes
    age = {"notice_hours": 24, "strong_hours": 168, "monitor_hours": limit}
    site = read_value(SiteSettings, asdict(settings()) | {"price_age": age})
    return status_of(read_value(Snapshot, entry), "prices.yaml", NOW, site, ["h100", "b200"])


@pytest.mark.parametrize(
    ("as_of", "too_old"),
    [
        ("2026-12-01T06:00:01Z", False),
        ("2026-12-01T06:00:00Z", True),
        ("2026-12-01T05:00:00Z", True),
        ("2026-12-02T06:05:00Z", False),
        ("2026-12-02T06:05:01Z", True),
        ("2027-12-02T06:00:00Z", True),
    ],
)
def test_a_snapshot_is_too_old_from_its_limit_on(as_of: str, too_old: bool) -> None:
    """One that lies ahead of the clock has no age that is known, and counts as old."""
    assert status(as_of).too_old == too_old


def test_a_status_tells_age_count_and_gaps() -> None:
    """In three lines for a mail from the timer."""
    assert str(status("2026-12-01T00:00:00Z")) == (
        "prices.yaml: TOO OLD: 30.0 hours old, the limit is 24.\n"
        "The market of 2026-12-01T00:00:00Z, 2 offers.\n"
        "Without an offer: b200."
    )
    assert str(status("2026-12-02T00:00:00Z", demo=True)) == (
        "prices.yaml: fresh enough: 6.0 hours old, the limit is 24.\n"
        "The market of 2026-12-02T00:00:00Z, 2 offers, invented.\n"
        "Without an offer: b200."
    )
    assert "of unknown age" in str(status("2027-01-01T00:00:00Z"))


def test_no_snapshot_is_too_old() -> None:
    """Nothing is known of its age."""
    found = status_of(None, "prices.yaml", NOW, settings(), ["h100"])
    assert found.too_old
    assert str(found) == "prices.yaml: there is no snapshot."


def test_a_report_tells_what_came_and_what_did_not() -> None:
    """Counts before and after, what was left out, and GPUs without an offer."""
    snapshot = read_value(
        Snapshot, {"as_of": "2026-12-01T00:00:00Z", "currency": "USD", "offers": (offer("h100", 1, "3"),)}
    )
    report = ImportReport("prices.yaml", True, snapshot, 1200, ("b200", "l4"), (), ("Left out: 3 rows without a GPU.",))
    assert str(report) == (
        "prices.yaml: 1 offer of 1 GPU (before: 1,200), the market of 2026-12-01T00:00:00Z.\n"
        "Left out: 3 rows without a GPU.\n"
        "Without an offer: b200, l4."
    )
    again = ImportReport("prices.yaml", False, snapshot, 1, (), (), ())
    assert str(again) == "Nothing new: prices.yaml already holds the market of 2026-12-01T00:00:00Z."

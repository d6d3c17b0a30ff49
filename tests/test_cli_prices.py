"""``build.py prices``."""

from __future__ import annotations

import json
from pathlib import Path

from tests.test_cli import run

FEED = {
    "time": "2026-12-02T00:00:00Z",
    "currency": "USD",
    "offers": [{"gpu": "h100-sxm", "gpus": 1, "price": 2.5, "available": 4}],
}


def test_an_import_goes_into_the_folder_it_is_given(site_root: Path, tmp_path: Path) -> None:
    """The project's own snapshot stays as it is."""
    feed, state = tmp_path / "feed.json", tmp_path / "state" / "prices.yaml"
    feed.write_text(json.dumps(FEED), "utf-8")
    before = (site_root / "data/prices.yaml").read_bytes()
    options = ("--root", str(site_root), "--prices", str(state), "--now", "2026-12-02T00:01:00Z")
    done = run("prices", "import", str(feed), *options)
    assert done.returncode == 0, done.stderr
    assert "price_per_hour: 2.5" in state.read_text("utf-8")
    assert (site_root / "data/prices.yaml").read_bytes() == before


def test_a_refused_import_says_why_and_keeps_what_is_held(site_root: Path, tmp_path: Path) -> None:
    """Exit code 1; nine offers would become one, and older prices would replace newer ones."""
    feed = tmp_path / "feed.json"
    feed.write_text(json.dumps(FEED | {"time": "2026-11-30T00:00:00Z"}), "utf-8")
    before = (site_root / "data/prices.yaml").read_bytes()
    done = run("prices", "import", str(feed), "--root", str(site_root), "--now", "2026-12-02T00:01:00Z")
    assert done.returncode == 1
    assert "older" in done.stderr
    assert (site_root / "data/prices.yaml").read_bytes() == before


def test_status_rings_past_the_limit(site_root: Path) -> None:
    """Exit code 0 while fresh, 1 from the age in site.yaml on: what monitoring asks."""
    assert run("prices", "status", "--root", str(site_root), "--now", "2026-12-01T23:00:00Z").returncode == 0
    late = run("prices", "status", "--root", str(site_root), "--now", "2026-12-02T00:00:00Z")
    assert late.returncode == 1
    assert "TOO OLD" in late.stdout

"""Importing 20,000 offers into a snapshot that already holds as many, by the command line: seconds and memory."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.measure import OverBound, Run, median, run

ROOT = Path(__file__).resolve().parent.parent
OFFERS = 20_000
ROUNDS = 3
SECONDS = 3.0
MIB = 300.0


def feed(minute: int) -> str:
    """A feed of invented offers, whose prices differ a little from one minute to the next."""
    offers = [
        {
            "gpu": "h100-sxm" if number % 2 else "b200",
            "gpus": 8 if number % 3 else 1,
            "price": 30 + (number + minute) % 50 / 100 if number % 3 else 4 + (number + minute) % 50 / 100,
            "kind": "spot",
            "region": f"region-{number}",
            "available": number % 5 + 1,
        }
        for number in range(OFFERS)
    ]
    return json.dumps({"time": f"2026-12-01T00:{minute:02}:00Z", "currency": "USD", "offers": offers})


def measure() -> Iterator[str]:
    """Raises ``OverBound`` past 3 seconds or 300 MiB."""
    with tempfile.TemporaryDirectory() as folder:
        held = Path(folder, "prices.yaml")
        first = imported(Path(folder), held, 0)
        again = median([imported(Path(folder), held, minute) for minute in range(1, ROUNDS + 1)])
        kept = held.stat().st_size / 1e6
    yield f"{OFFERS:,} offers, none held:          {first.wall:.2f} s, {first.peak_mib:.0f} MiB"
    yield f"{OFFERS:,} offers, {OFFERS:,} held ({kept:.1f} MB): {again.wall:.2f} s, {again.peak_mib:.0f} MiB"
    if max(first.wall, again.wall) > SECONDS or max(first.peak_mib, again.peak_mib) > MIB:
        raise OverBound(f"an import of {OFFERS:,} offers may take {SECONDS:g} s and {MIB:g} MiB")


def imported(folder: Path, held: Path, minute: int) -> Run:
    """Import the feed of a minute, in a process of its own."""
    source = folder / "feed.json"
    source.write_text(feed(minute))
    now = "2026-12-01T01:00:00Z"
    command = [sys.executable, "build.py", "prices", "import", str(source), "--prices", str(held), "--now", now]
    return run(command, ROOT)

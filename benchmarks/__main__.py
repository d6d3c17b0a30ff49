"""Run every benchmark, or those named: ``python -m benchmarks [build …]``. Exit code 1 where a bound is missed."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

from benchmarks.measure import OverBound


def main(names: list[str]) -> int:
    """Print the lines of each benchmark as they come."""
    found = sorted(path.stem.removeprefix("bench_") for path in Path(__file__).parent.glob("bench_*.py"))
    missed = []
    for name in names or found:
        print(f"== {name}")
        try:
            for line in importlib.import_module(f"benchmarks.bench_{name}").measure():
                print(f"   {line}", flush=True)
        except OverBound as missed_bound:
            print(f"   {missed_bound}")
            missed.append(name)
    if missed:
        print(f"past their bound: {', '.join(missed)}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

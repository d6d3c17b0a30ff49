"""Running a command and measuring it: seconds, and the peak memory of its largest process."""

from __future__ import annotations

import os
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path


class OverBound(Exception):
    """Raised by a benchmark whose result is past its bound."""


@dataclass(frozen=True, slots=True)
class Run:
    """One measured run: wall-clock and CPU seconds, and the peak resident memory in MiB of the largest process."""

    wall: float
    cpu: float
    peak_mib: float


def run(command: Sequence[str | os.PathLike[str]], cwd: Path) -> Run:
    """Run a command to its end. Raises ``CalledProcessError`` with what it printed where it fails."""
    with tempfile.TemporaryFile() as said:
        start = time.perf_counter()
        process = subprocess.Popen(command, cwd=cwd, env=_environment(), stdout=said, stderr=subprocess.STDOUT)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            said.seek(0)
            raise subprocess.CalledProcessError(process.returncode, command, said.read().decode("utf-8", "replace"))
    return Run(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def _environment() -> dict[str, str]:
    """This environment, but Python keeps the bytecode of its modules, as it does for everybody by default."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def median(runs: Sequence[Run]) -> Run:
    """The run of middle wall-clock time, with the largest memory of all."""
    middle = statistics.median_low([one.wall for one in runs])
    chosen = next(one for one in runs if one.wall == middle)
    return Run(chosen.wall, chosen.cpu, max(one.peak_mib for one in runs))


def alternate(jobs: Sequence[Callable[[], Run]], rounds: int) -> list[Run]:
    """Run jobs in turns, so that a noisy minute falls on all of them, and give the median of each."""
    runs: list[list[Run]] = [[] for _ in jobs]
    for _ in range(rounds):
        for index, job in enumerate(jobs):
            runs[index].append(job())
    return [median(of_one) for of_one in runs]

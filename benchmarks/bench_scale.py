"""The real site, and the same with ten times the GPUs: pages per second and memory with one process and with two.

The further GPUs are copies under other names. Memory is that of all processes together, shared pages counted once.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil

ROOT = Path(__file__).resolve().parent.parent
COPIES = (1, 10)
EVERY = 0.05
MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class Built:
    """One build: wall-clock and CPU seconds, the peak of the memory of all its processes, the pages it wrote."""

    wall: float
    cpu: float
    peak_mib: float
    pages: int

    def __str__(self) -> str:
        speed = f"{self.pages / self.wall:5.0f} pages/s, {self.pages / self.cpu:4.0f} a second of CPU"
        return f"{self.wall:6.2f} s wall {self.cpu:6.2f} s CPU {self.peak_mib:5.0f} MiB {speed}"


def measure() -> Iterator[str]:
    """Build each size with one process, with two, with the search index, again without a change, and with one price."""
    with tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as scratch:  # noqa: S108 - a fresh folder is made inside
        for copies in COPIES:
            root, output = Path(scratch) / f"root-{copies}", Path(scratch) / "site"
            write_input(root, copies)
            yield f"{54 * copies} GPUs in 2 languages"
            for label, options in (("1 process", ("--jobs", "1")), ("2 processes", ("--jobs", "2"))):
                shutil.rmtree(output, ignore_errors=True)
                yield f"  {label:22} {build(root, output, '--no-search', *options)}"
            shutil.rmtree(output, ignore_errors=True)
            yield f"  {'2, with search':22} {build(root, output, '--jobs', '2')}"
            yield f"  {'nothing changed':22} {build(root, output, '--jobs', '2')}"
            prices = root / "data/prices.yaml"
            text = re.sub(r"(gpu: h100-sxm, gpus: 1, price_per_hour: )[\d.]+", r"\g<1>2.77", prices.read_text("utf-8"))
            prices.write_text(text, encoding="utf-8")
            yield f"  {'one price':22} {build(root, output, '--jobs', '2')}"


def write_input(root: Path, copies: int) -> None:
    """Write the project's own input with each GPU so many times, each copy with an id and a name of its own."""
    for name in ("content", "data", "templates", "static", "locales"):
        shutil.copytree(ROOT / name, root / name)
    file = root / "data/gpus.yaml"
    head, *entries = re.split(r"(?m)^(?=- id: )", file.read_text(encoding="utf-8"))
    file.write_text(head + "".join(_copy(entry, n) for n in range(copies) for entry in entries), encoding="utf-8")


def _copy(entry: str, number: int) -> str:
    if not number:
        return entry
    entry = re.sub(r"(?m)^(- id|  successor): (\S+)", rf"\1: \2-x{number}", entry)
    return re.sub(r"(?m)^(  name): (.*)$", rf"\1: \2 X{number}", entry)


def build(root: Path, output: Path, *options: str) -> Built:
    """Build, and measure; raises ``CalledProcessError`` where the build fails."""
    command = [sys.executable, str(ROOT / "build.py"), "build", "--root", str(root), "--output", str(output), *options]
    started = time.perf_counter()
    process = psutil.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    peak = [0]
    watcher = threading.Thread(target=_watch, args=(process, peak))
    watcher.start()
    before = psutil.Process().cpu_times()
    said, _ = process.communicate()
    wall = time.perf_counter() - started
    watcher.join()
    after = psutil.Process().cpu_times()
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return Built(wall, cpu, peak[0] / MIB, int(said.split()[0]))


def _watch(process: psutil.Popen, peak: list[int]) -> None:
    """Note the largest sum of memory of a process and its children while it runs."""
    while process.poll() is None:
        found = 0
        try:
            for one in (process, *process.children(recursive=True)):
                found += one.memory_full_info().pss
        except psutil.Error:
            continue
        peak[0] = max(peak[0], found)
        time.sleep(EVERY)

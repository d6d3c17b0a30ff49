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
FILE = "locales/tr/LC_MESSAGES/imprint.po"
KEY = "imprint/meta/title"
PAGE = "tr/imprint/"
EDITS = 9
SECONDS = 1.0
PATIENCE = 60.0


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


def edited(root: Path, text: str) -> None:
    """Save another translation, as an editor does: a new file under the old name."""
    file = root / FILE
    entry = re.compile(rf'(msgctxt "{KEY}"\nmsgid [^\n]*\nmsgstr )"[^"]*"')
    changed, count = entry.subn(rf'\g<1>"{text}"', file.read_text("utf-8"))
    if count != 1:
        raise LookupError(f"{FILE} has no entry {KEY} on single lines")
    draft = file.with_suffix(".new")
    draft.write_text(changed, "utf-8")
    draft.replace(file)


def delays(root: Path, edits: int) -> list[float]:
    """The seconds from each edit until the preview told of it and the page, asked for again, showed it."""
    with preview(root) as (address, _), httpx.stream("GET", f"{address}_preview/events", timeout=PATIENCE) as events:
        told: queue.Queue[str] = queue.Queue()
        lines = (line for line in events.iter_lines() if line.startswith("data: "))
        threading.Thread(target=lambda: _listen(lines, told), daemon=True).start()
        told.get(timeout=PATIENCE)
        found = []
        for number in range(edits):
            begin = time.monotonic()
            edited(root, f"Künye {number}")
            told.get(timeout=PATIENCE)
            page = httpx.get(f"{address}{PAGE}").text
            found.append(time.monotonic() - begin)
            if f"Künye {number}" not in page:
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
    middle = statistics.median(found)
    yield f"{EDITS} edits of a PO file: shown after {middle:.2f} s (median), {min(found):.2f} to {max(found):.2f} s"
    if middle > SECONDS:
        raise OverBound(f"an edit should be shown within {SECONDS:g} s")

"""Running a program within limits of time and memory, in a clean environment, with what it says handed on.

``python -m generator.deploy.deploy_limits SECONDS MEMORY FILE PROGRAM ARGUMENT…`` sets the limits of its own process
and becomes the program: a limit that is set before the program starts holds from its first instruction on.
"""

from __future__ import annotations

import ctypes
import os
import resource
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO

MOST_LINES = 500
"""Of what the program says, no more lines are handed on."""
_BEAT = 10.0
_GRACE = 3.0
_PIECE = 1 << 16
_PR_SET_PDEATHSIG = 1
_PATH = "/usr/local/bin:/usr/bin:/bin"

Tell = Callable[[str], object]


class OutOfTime(Exception):
    """Raised when a program ran longer than it may and was stopped."""


def run_limited(
    program: Sequence[str | Path], folder: Path, *, seconds: int, memory_mb: int, file_mb: int, tell: Tell
) -> int:
    """Run a program in ``folder`` and hand on each line of its error stream; returns its exit code.

    ``memory_mb`` holds for each of its processes. Raises ``OutOfTime`` after ``seconds``. The program ends with this
    process, however that ends.
    """
    limits = [str(seconds), str(memory_mb * 1_000_000), str(file_mb * 1_000_000)]
    command = [sys.executable, "-P", "-m", "generator.deploy.deploy_limits", *limits, *map(str, program)]
    environment = {
        "PATH": _PATH,
        "LANG": "C.UTF-8",
        "HOME": str(folder),
        "PYTHONPATH": str(Path(__file__).resolve().parent.parent.parent),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        _hand_on(process, time.monotonic() + seconds, tell)
        return process.wait()
    finally:
        _stop(process)
        if process.stderr:
            process.stderr.close()


def _hand_on(process: subprocess.Popen[bytes], end: float, tell: Tell) -> None:
    """Hand on lines until the stream ends; now and then say that the program still runs."""
    if process.stderr is None:
        return
    started = last = time.monotonic()
    lines = _Lines(process.stderr, tell)
    with selectors.DefaultSelector() as selector:
        selector.register(process.stderr, selectors.EVENT_READ)
        while True:
            now = time.monotonic()
            if now >= end:
                raise OutOfTime
            if selector.select(min(end - now, _BEAT)):
                if not lines.read():
                    return
                last = now
            elif now - last >= _BEAT:
                tell(f"… {now - started:.0f} s")
                last = now


class _Lines:
    """Complete lines of a stream, up to ``MOST_LINES``."""

    def __init__(self, stream: IO[bytes], tell: Tell) -> None:
        self._stream = stream
        self._tell = tell
        self._rest = b""
        self._count = 0

    def read(self) -> bool:
        """Read once and hand on; returns False at the end of the stream."""
        piece = os.read(self._stream.fileno(), _PIECE)
        *lines, self._rest = (self._rest + piece).split(b"\n")
        if not piece and self._rest:
            lines.append(self._rest)
        self._rest = self._rest[-_PIECE:]
        for line in lines:
            self._count += 1
            if self._count <= MOST_LINES:
                self._tell(line.decode("utf-8", "replace"))
        if not piece and self._count > MOST_LINES:
            self._tell(f"… and {self._count - MOST_LINES:,} more lines")
        return bool(piece)


def _stop(process: subprocess.Popen[bytes]) -> None:
    """End the program and its whole session: politely first, since it has to end children of its own."""
    for number, patience in ((signal.SIGINT, _GRACE), (signal.SIGKILL, None)):
        if process.poll() is None:
            try:
                os.killpg(process.pid, number)
                process.wait(patience)
            except (ProcessLookupError, subprocess.TimeoutExpired):
                continue


def become(seconds: int, memory: int, file: int, program: Sequence[str]) -> None:
    """Set the limits of this process, in seconds and bytes, and become the program."""
    # The clock ends the program; this is for one that got away from it. Threads use seconds side by side.
    _limit(resource.RLIMIT_CPU, seconds * (os.cpu_count() or 1))
    # RLIMIT_AS would count what is only reserved, such as the stacks of Pagefind's threads.
    _limit(resource.RLIMIT_DATA, memory)
    _limit(resource.RLIMIT_FSIZE, file)
    _limit(resource.RLIMIT_CORE, 0)
    os.umask(0o022)  # the web server is another user
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    os.execv(program[0], list(program))  # noqa: S606 - no shell, and the program is the caller's


def _limit(kind: int, value: int) -> None:
    _, hard = resource.getrlimit(kind)
    if hard != resource.RLIM_INFINITY:
        value = min(value, hard)
    resource.setrlimit(kind, (value, value))


if __name__ == "__main__":
    become(int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:])

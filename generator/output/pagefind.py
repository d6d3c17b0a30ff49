"""Pagefind as a process: which binary, and a conversation with it over its standard input and output.

The conversation is the one that Pagefind's own wrappers for Node and Python have: a request and its answer are JSON in
Base64, ended by a comma.
"""

from __future__ import annotations

import base64
import importlib
import json
import os
import re
import signal
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from generator.files import machine
from generator.problems import MachineFailure

OLDEST = (1, 5)
_OLDEST = ".".join(map(str, OLDEST))
# Written without spaces between words: only the extended binary cuts these into words, and its script knows of it.
_WITHOUT_SPACES = frozenset({"ja", "th", "zh"})
_LAST_LINES = 5
_PIECE = 1 << 16


def executable_for(tag: str) -> Path:
    """The binary that indexes a locale, from its Python package and never from PATH.

    Raises ``MachineFailure`` with the line that installs what is missing.
    """
    package = "pagefind-bin-extended" if tag.partition("-")[0].lower() in _WITHOUT_SPACES else "pagefind-bin"
    try:
        return Path(importlib.import_module(package.replace("-", "_")).get_executable())
    except (ImportError, FileNotFoundError):
        line = f'pip install "{package}>={_OLDEST}"'
        raise MachineFailure(f"search in {tag} needs {package}: {line}, or build with --no-search") from None


def version_of(executable: Path, seconds: float) -> str:
    """The version of a binary; raises ``MachineFailure`` where it is too old, or does not tell in time."""
    with machine.explained(f"run Pagefind ({executable})"):
        try:
            said = subprocess.run(
                [executable, "--version"], stdin=subprocess.DEVNULL, capture_output=True, timeout=seconds, check=False
            ).stdout.decode("utf-8", "replace")
        except subprocess.TimeoutExpired:
            raise MachineFailure(f"Pagefind ({executable}) did not tell its version within {seconds:g} s") from None
    found = re.search(r"(\d+)\.(\d+)\.\d+\S*", said)
    if not found:
        raise MachineFailure(f"{executable} does not say which Pagefind it is")
    if (int(found[1]), int(found[2])) < OLDEST:
        raise MachineFailure(f"Pagefind {found[0]} ({executable}) is too old; {_OLDEST} is the oldest that works")
    return found[0]


@contextmanager
def running(executable: Path, seconds: float) -> Iterator[Pagefind]:
    """A Pagefind to talk with inside the block, for at most ``seconds``. It ends with the block, however that ends."""
    # Its settings come from here alone, or two machines would make two indexes.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PAGEFIND_")}
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as complaints:
        with machine.explained(f"run Pagefind ({executable})"):
            process = subprocess.Popen(
                [executable, "--service"],
                cwd=folder,
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=complaints,
                start_new_session=True,
            )
        pagefind = Pagefind(process, complaints, seconds)
        timer = threading.Timer(seconds, pagefind.stop)
        timer.start()
        try:
            yield pagefind
        finally:
            timer.cancel()
            pagefind.stop()
            process.communicate()


class Pagefind:
    """A running Pagefind, asked one thing at a time."""

    def __init__(self, process: subprocess.Popen[bytes], complaints: IO[bytes], seconds: float) -> None:
        self._process = process
        self._complaints = complaints
        self._seconds = seconds
        self._stopped = False

    def ask(self, kind: str, **details: object) -> dict[str, Any]:
        """Ask one thing and wait for the answer; raises ``MachineFailure`` where none comes, or it is an error."""
        request = {"message_id": 0, "payload": {"type": kind, **details}}
        answer = self._answer(base64.b64encode(json.dumps(request).encode()) + b",")
        if not answer.endswith(b","):
            raise MachineFailure(self._obituary())
        try:
            payload: dict[str, Any] = json.loads(base64.b64decode(answer[:-1], validate=True))["payload"]
        except (ValueError, KeyError, TypeError):
            raise MachineFailure("Pagefind gives an answer that its own wrappers would not understand either") from None
        if payload.get("type") == "Error":
            raise MachineFailure(f"Pagefind: {payload.get('message')}")
        return payload

    def stop(self) -> None:
        """Kill it, and what it may have started: a child of a wrapper script would hold the pipe that we wait for."""
        self._stopped = True
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)

    def _answer(self, request: bytes) -> bytes:
        """What comes back, up to the comma that ends it, or less when the process ends before."""
        pieces = [b""]
        if self._process.stdin and self._process.stdout:
            try:
                self._process.stdin.write(request)
                self._process.stdin.flush()
            except BrokenPipeError:
                return b""
            while not pieces[-1].endswith(b",") and (piece := os.read(self._process.stdout.fileno(), _PIECE)):
                pieces.append(piece)
        return b"".join(pieces)

    def _obituary(self) -> str:
        code = self._process.wait()
        if self._stopped:
            return f"Pagefind did not end within {self._seconds:g} s and was stopped"
        if code < 0:
            return f"Pagefind was ended by a signal: {signal.strsignal(-code) or -code}"
        self._complaints.seek(0)
        last = self._complaints.read().decode("utf-8", "replace").strip().splitlines()[-_LAST_LINES:]
        return "\n    ".join([f"Pagefind ended early with exit code {code}", *last])

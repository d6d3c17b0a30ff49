"""Limits: a program gets a clean environment, ends in time, and what it says is handed on."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from generator.deploy import deploy_limits
from generator.deploy.deploy_limits import MOST_LINES, OutOfTime, run_limited


def run(
    folder: Path, program: str, *, seconds: int = 20, memory_mb: int = 500, file_mb: int = 10
) -> tuple[int, list[str]]:
    """Run a Python program within limits; returns its exit code and what it said."""
    said: list[str] = []
    command = [sys.executable, "-c", program]
    code = run_limited(command, folder, seconds=seconds, memory_mb=memory_mb, file_mb=file_mb, tell=said.append)
    return code, said


def test_what_a_program_says_is_handed_on(tmp_path: Path) -> None:
    """Line by line, as it comes, with the exit code; its standard output is not."""
    program = "import sys; print('out'); sys.stderr.write('one\\ntwo'); sys.exit(3)"
    assert run(tmp_path, program) == (3, ["one", "two"])


def test_the_environment_is_clean(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of git or of the pusher reaches the build."""
    monkeypatch.setenv("GIT_DIR", "/somewhere")
    monkeypatch.setenv("SECRET", "secret")
    monkeypatch.setenv("PYTHONSTARTUP", "/somewhere")
    _, said = run(tmp_path, "import os, sys; sys.stderr.write('\\n'.join(sorted(os.environ)))")
    assert set(said) <= {"HOME", "LANG", "LC_CTYPE", "PATH", "PYTHONDONTWRITEBYTECODE", "PYTHONPATH"}


def test_new_files_can_be_read_by_the_web_server(tmp_path: Path) -> None:
    """Whatever the pusher's umask is."""
    before = os.umask(0o077)
    try:
        run(tmp_path, "open('made', 'w').close()")
    finally:
        os.umask(before)
    assert (tmp_path / "made").stat().st_mode & 0o777 == 0o644


def test_a_program_that_hangs_is_ended_with_all_that_it_started(tmp_path: Path) -> None:
    """After its time, politely first: children in sessions of their own are its own to end."""
    child = "import subprocess, time; subprocess.Popen(['sleep', '61.5']); time.sleep(60)"
    started = time.monotonic()
    with pytest.raises(OutOfTime):
        run(tmp_path, child, seconds=1)
    assert time.monotonic() - started < 10
    assert b"61.5" not in subprocess.run(["ps", "-eo", "args"], capture_output=True, check=True).stdout


def test_a_program_that_ignores_the_polite_end_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing waits for it."""
    monkeypatch.setattr(deploy_limits, "_GRACE", 0.2)
    with pytest.raises(OutOfTime):
        run(tmp_path, "import signal, time; signal.signal(2, signal.SIG_IGN); time.sleep(60)", seconds=1)


@pytest.mark.parametrize(
    ("program", "word"),
    [
        ("b = bytearray(400_000_000)", "MemoryError"),
        ("open('big', 'wb').write(bytes(11_000_000))", "File too large"),
    ],
)
def test_memory_and_files_are_bounded(tmp_path: Path, program: str, word: str) -> None:
    """By the system, from the first instruction on."""
    code, said = run(tmp_path, program, memory_mb=200)
    assert code == 1
    assert word in said[-1]


def test_a_flood_of_lines_is_cut(tmp_path: Path) -> None:
    """And says how much more there was."""
    _, said = run(tmp_path, f"import sys; sys.stderr.write('x\\n' * {MOST_LINES + 7})")
    assert len(said) == MOST_LINES + 1
    assert said[-1] == "… and 7 more lines"


def test_a_long_silence_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody waits at the other end."""
    monkeypatch.setattr(deploy_limits, "_BEAT", 0.2)
    _, said = run(tmp_path, "import time; time.sleep(0.9)")
    assert said
    assert all(line.startswith("… ") and line.endswith(" s") for line in said)

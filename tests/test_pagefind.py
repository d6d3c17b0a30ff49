"""The Pagefind process: which binary, which version, and every way for it to fail."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.output.pagefind import executable_for, running, version_of
from generator.problems import MachineFailure

Fake = Callable[[str], Path]


@pytest.fixture
def fake(tmp_path: Path) -> Fake:
    """Makes a program that stands in for Pagefind, from its shell script."""

    def make(script: str) -> Path:
        program = tmp_path / "pagefind"
        program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        program.chmod(0o755)
        return program

    return make


@pytest.mark.parametrize(
    ("tag", "name"),
    [("tr", "pagefind"), ("pt-BR", "pagefind"), ("ja", "pagefind_extended"), ("zh-Hant", "pagefind_extended")],
)
def test_binary_of_a_locale(tag: str, name: str) -> None:
    """Languages written without spaces need the extended binary; each comes with its Python package."""
    executable = executable_for(tag)

    assert executable.name == name
    assert executable.is_file()
    assert version_of(executable, seconds=60)


@pytest.mark.parametrize(("tag", "package"), [("tr", "pagefind-bin"), ("ja", "pagefind-bin-extended")])
def test_missing_package(monkeypatch: pytest.MonkeyPatch, tag: str, package: str) -> None:
    """A package that is not installed is named with the line that installs it."""
    monkeypatch.setitem(sys.modules, package.replace("-", "_"), None)

    with pytest.raises(MachineFailure, match=f'search in {tag} needs {package}: pip install "{package}>=1.5"'):
        executable_for(tag)


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("echo pagefind 1.4.9", "Pagefind 1.4.9 .* is too old; 1.5 is the oldest that works"),
        ("echo pagefind 0.12.0", "too old"),
        ("echo hugo", "does not say which Pagefind it is"),
        ("exit 1", "does not say which Pagefind it is"),
        ("exec sleep 60", "did not tell its version within 0.2 s"),
    ],
)
def test_wrong_versions(fake: Fake, script: str, message: str) -> None:
    """A binary that is too old, is something else or hangs is refused before anything is indexed."""
    with pytest.raises(MachineFailure, match=message):
        version_of(fake(script), seconds=0.2)


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("echo 'out of memory' >&2; exit 1", "ended early with exit code 1\n    out of memory"),
        ("exit 0", "ended early with exit code 0"),
        ("kill -9 $$", "ended by a signal: Killed"),
        ("exec sleep 60", "did not end within 0.3 s and was stopped"),
        ("sleep 60 & wait", "did not end within 0.3 s and was stopped"),
        ("printf 'bm8ganNvbg==,'; exec sleep 60", "gives an answer"),
        ("printf '?????,'; exec sleep 60", "gives an answer"),
        ("printf 'e30=,'; exec sleep 60", "gives an answer"),
    ],
)
def test_failing_runs(fake: Fake, script: str, message: str) -> None:
    """A process that fails, is killed, hangs or talks nonsense is told by what it did, and is gone in time."""
    begin = time.monotonic()

    with pytest.raises(MachineFailure, match=message), running(fake(script), seconds=0.3) as pagefind:
        pagefind.ask("NewIndex")

    assert time.monotonic() - begin < 10


def test_refusals_of_pagefind_are_passed_on() -> None:
    """What Pagefind itself says of a wrong request comes out in its words."""
    with (
        pytest.raises(MachineFailure, match="Invalid index"),
        running(executable_for("tr"), seconds=60) as pagefind,
    ):
        pagefind.ask("WriteFiles", index_id=7, output_path="nowhere")


def test_program_that_cannot_be_started(tmp_path: Path) -> None:
    """A path that is no program is a failure of the machine."""
    (tmp_path / "text").touch()

    with pytest.raises(MachineFailure, match="cannot run Pagefind"), running(tmp_path / "text", seconds=1):
        pass
    with pytest.raises(MachineFailure, match="cannot run Pagefind"):
        version_of(tmp_path / "missing", seconds=1)

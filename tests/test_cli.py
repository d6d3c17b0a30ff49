"""The command line: its contract for people and for other tools."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.test_guide_pages import edit


def run(*arguments: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run ``build.py`` in a process of its own."""
    command = [sys.executable, str(ROOT / "build.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, check=False)


def test_the_command_build_may_be_left_out(site_root: Path, tmp_path: Path) -> None:
    """``build.py --root … --output …`` builds, from any folder, and is quiet where nobody watches."""
    done = run("--root", str(site_root), "--output", str(tmp_path / "site"), "--no-search", cwd=tmp_path)
    assert done.returncode == 0
    assert re.fullmatch(r"\d+ pages in .*site\n", done.stdout)
    assert "Writing" not in done.stderr


def test_bad_input_is_exit_code_1_and_nothing_is_written(site_root: Path, tmp_path: Path) -> None:
    """Problems by place, then how many; never a traceback."""
    edit(site_root, "data/gpus.yaml", "memory_gb: 141", "memory_gb: lots")
    done = run("build", "--root", str(site_root), "--output", str(tmp_path / "site"))
    assert done.returncode == 1
    assert re.search(r'^data/gpus\.yaml:\d+:14: memory_gb of "h200-sxm" should be', done.stderr, re.MULTILINE)
    assert "Nothing was written: " in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "site").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ("--locale", "tr"),
        ("--no-such-option",),
        ("nonsense",),
        ("build", "--now", "yesterday"),
        ("build", "--jobs", "0"),
        ("serve", "--port", "http"),
        ("prices", "import"),
        ("translate", "add"),
    ],
)
def test_a_wrong_call_is_exit_code_2(arguments: tuple[str, ...]) -> None:
    """With the usage, before anything is read."""
    done = run(*arguments)
    assert done.returncode == 2
    assert "Usage: build.py" in done.stderr


def test_a_foreign_output_folder_is_refused_untouched(site_root: Path, tmp_path: Path) -> None:
    """Somebody's files are not a site of ours."""
    (tmp_path / "thesis.txt").write_text("three years of work", "utf-8")
    done = run("--root", str(site_root), "--output", str(tmp_path))
    assert done.returncode == 2
    assert (tmp_path / "thesis.txt").read_text("utf-8") == "three years of work"


def test_check_writes_nothing(site_root: Path) -> None:
    """And counts the warnings; ``--strict`` makes errors of them."""
    before = sorted(site_root.rglob("*"))
    done = run("check", "--root", str(site_root))
    assert done.returncode == 0
    assert re.fullmatch(r"No errors, \d+ warnings?\.\n", done.stdout)
    assert run("check", "--root", str(site_root), "--strict").returncode == 1
    assert sorted(site_root.rglob("*")) == before


def test_an_unknown_locale_is_named(site_root: Path, tmp_path: Path) -> None:
    """With those that there are."""
    done = run("--root", str(site_root), "--output", str(tmp_path / "x"), "--locale", "de")
    assert done.returncode == 1
    assert 'asks for "de"' in done.stderr
    assert "known: en, tr" in done.stderr


def test_what_went_stale_is_told_text_by_text_and_in_ci_in_a_line(site_root: Path) -> None:
    """An English sentence was edited: its place in the Turkish file for people; never an error."""
    edit(site_root, "content/guides/rendering.md", "title: ", "title: New ")
    command = [sys.executable, str(ROOT / "build.py"), "check", "--root", str(site_root)]
    told, logged = (
        subprocess.run(command, env=os.environ | {"CI": ci}, capture_output=True, text=True, check=True).stderr
        for ci in ("", "true")
    )
    key = r"^locales/tr/LC_MESSAGES/rendering\.po:\d+:1: stale, its English changed: rendering/meta/title$"
    assert re.search(key, told, re.MULTILINE)
    assert not re.search(key, logged, re.MULTILINE)
    assert re.search(r"^tr: \d+ stale", logged, re.MULTILINE)


@pytest.mark.parametrize("command", ["build", "check", "diff", "serve", "prices", "translate"])
def test_every_command_explains_itself(command: str) -> None:
    """One sentence at least."""
    done = run(command, "--help")
    assert done.returncode == 0
    assert len(done.stdout.splitlines()[2].strip()) > 10

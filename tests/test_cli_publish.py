"""The commands join and verify, and problems as GitHub's annotations."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.commands.cli_publish import annotation
from generator.problems import Place, Problem, Severity
from tests.releases import put
from tests.sites import edited, small_site
from tests.test_cli import run


def test_verify_tells_what_is_not_as_it_was_published(tmp_path: Path) -> None:
    """Exit code 0 for a release that is whole, 1 for one that is not, with each file."""
    put(tmp_path / "site", {"index.html": "home", "en/index.html": "English"})
    assert run("verify", str(tmp_path / "site")).stdout.startswith("2 files in ")
    (tmp_path / "site/index.html").write_text("changed")
    (tmp_path / "site/en/index.html").unlink()
    done = run("verify", str(tmp_path / "site"))
    assert done.returncode == 1
    assert "index.html: was changed after it was published" in done.stderr
    assert "en/index.html: should be there" in done.stderr


def test_join_tells_what_it_joined(tmp_path: Path) -> None:
    """And needs to know where the whole goes."""
    put(tmp_path / "one", {"index.html": "home", "en/index.html": "English"})
    put(tmp_path / "two", {"index.html": "home", "tr/index.html": "Türkçe"})
    parts = (str(tmp_path / "one"), str(tmp_path / "two"))
    assert run("join", *parts, "--output", str(tmp_path / "site")).stdout.startswith("3 files of 2 parts in ")
    assert run("verify", str(tmp_path / "site")).returncode == 0
    assert run("join", *parts).returncode == 2


def test_check_writes_annotations(tmp_path: Path) -> None:
    """Each problem stands at its line of the pull request; the words for people are there as well."""
    changed = {"data/gpus.yaml": edited("data/gpus.yaml", "memory_gb: 80", "memory_gb: lots")}
    done = run("check", "--format", "github", "--root", str(small_site(tmp_path, changed)), cwd=tmp_path)
    assert done.returncode == 1
    (line,) = (line for line in done.stdout.splitlines() if "memory_gb" in line)
    assert line.startswith("::error file=data/gpus.yaml,line=9,col=14::memory_gb of ")
    assert "data/gpus.yaml:9:14: memory_gb of " in done.stderr


@pytest.mark.parametrize(
    ("problem", "line"),
    [
        (Problem(Place("a.md", 3, 4), "wrong"), "::error file=a.md,line=3,col=4::wrong"),
        (Problem(Place("a.md"), "odd", "", Severity.WARNING), "::warning file=a.md::odd"),
        (Problem(Place("a.md"), "50 %", "a\nb"), "::error file=a.md::50 %25%0Ahint: a%0Ab"),
        (Problem(Place("a,b:c.md"), "::error::x"), "::error file=a%2Cb%3Ac.md::::error::x"),
        (Problem(Place("a.md"), "x\r\n::set-env name=A::b"), "::error file=a.md::x%0D%0A::set-env name=A::b"),
    ],
)
def test_an_annotation_stays_one_line(problem: Problem, line: str) -> None:
    """Nothing that stands in a file can end it and begin another command."""
    assert annotation(problem, Path("/nowhere")) == line


def test_places_are_told_from_the_folder_of_the_job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """GitHub knows files by their path in the repository."""
    monkeypatch.chdir(tmp_path)
    problem = Problem(Place("content/a.md", 1, 2), "wrong")
    assert annotation(problem, tmp_path / "site-root") == "::error file=site-root/content/a.md,line=1,col=2::wrong"

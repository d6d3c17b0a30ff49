"""The bare repository: what a commit holds, byte for byte, and what none may hold."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from generator.deploy.deploy_git import Entry, Repository, below, size_problem, tree_problems
from generator.problems import MachineFailure
from tests.servers import ENVIRONMENT
from tests.sites import write

BYTES = bytes(range(256))


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    """A bare repository with one commit on main, and a branch of an odd name."""
    folder = tmp_path_factory.mktemp("git")

    def git(*arguments: str) -> None:
        subprocess.run(["git", *arguments], cwd=folder / "clone", env=ENVIRONMENT, check=True, capture_output=True)

    for path, text in {
        "content/a.md": BYTES,
        "content/empty.md": b"",
        "docs/b.md": b"b",
        "content/ü ,.md": b"\n",
    }.items():
        write(folder / "clone", path, text)
    git("init", "-q", "--initial-branch=main")
    git("add", "--all")
    git("commit", "-q", "-m", "Begin")
    git("branch", "odd;$(x)")
    git("clone", "-q", "--bare", ".", str(folder / "bare.git"))
    return Repository(folder / "bare.git")


def test_main_and_branches(repository: Repository) -> None:
    """Names are only ever arguments."""
    assert len(repository.main()) == 40
    assert repository.commit_of("refs/heads/odd;$(x)") == repository.main()
    assert repository.commit_of("refs/heads/nowhere") == ""
    assert repository.commit_of("--help") == ""
    assert repository.branches() == ["refs/heads/main", "refs/heads/odd;$(x)"]
    assert repository.kind(repository.main()) == "commit"
    assert repository.kind(f"{repository.main()}^{{tree}}") == "tree"


def test_files_come_out_byte_for_byte(repository: Repository, tmp_path: Path) -> None:
    """Empty ones, binary ones, names with blanks and letters of other languages."""
    entries = repository.files(repository.main())
    assert tree_problems(entries) == []
    wanted = below(entries, ("content",))
    repository.export(wanted, tmp_path)
    found = {file.relative_to(tmp_path).as_posix(): file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()}
    assert found == {"content/a.md": BYTES, "content/empty.md": b"", "content/ü ,.md": b"\n"}
    assert {entry.path: entry.size for entry in wanted}[b"content/a.md"] == len(BYTES)


def test_git_that_fails_is_told_with_its_words(repository: Repository, tmp_path: Path) -> None:
    """A server's fault, not a pusher's."""
    with pytest.raises(MachineFailure, match=r"git ls-tree failed in .*fatal: "):
        repository.files("0" * 39 + "1")
    with pytest.raises(MachineFailure, match="cannot run git"):
        Repository(tmp_path / "nowhere").main()


def entry(path: bytes, mode: str = "100644", size: int = 1) -> Entry:
    """A file of a commit."""
    return Entry(mode, "0" * 40, size, path)


@pytest.mark.parametrize(
    ("entries", "said"),
    [
        ([entry(b"a", "120000")], ["a: is a symbolic link, and those are not published"]),
        ([entry(b"a", "160000")], ["a: is a submodule, and those are not published"]),
        ([entry(b"a/\xff.md")], ["a/\\xff.md: has a name that is not UTF-8"]),
        ([entry(b"a\\b")], ["a\\b: has a name with characters that it should not hold"]),
        ([entry(b"a\x07")], ['"a\\u0007": has a name with characters that it should not hold']),
        ([entry(b"a" * 300)], [f'"{"a" * 254}…": has a name of more than 255 bytes']),
        (
            [entry(b"A.md"), entry(b"a.md")],
            ["a.md: and A.md have one name on computers that do not tell such letters apart"],
        ),
        (
            [entry("é.md".encode()), entry(b"e\xcc\x81.md")],
            ["e\u0301.md: and \u00e9.md have one name on computers that do not tell such letters apart"],
        ),
        ([entry(b"a.md"), entry(b"b/a.md"), entry(b"x.sh", "100755")], []),
    ],
)
def test_what_a_tree_may_not_hold(entries: list[Entry], said: list[str]) -> None:
    """Each with its path, shown without what could mislead."""
    assert [str(problem).split("\n")[0] for problem in tree_problems(entries)] == said


def test_too_much_names_the_largest() -> None:
    """That is what somebody has put in by mistake."""
    entries = [entry(b"a", size=400_000), entry(b"b.psd", size=700_000)]
    assert size_problem(entries, 2) == []
    (problem,) = size_problem(entries, 1)
    assert str(problem) == "b.psd: is the largest file of a site of 1,100,000 bytes; at most 1 MB may be pushed"

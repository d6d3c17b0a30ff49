"""The tools around the generator: what is installed, how it is found, and that what the documents name exists."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools import chromium, environment
from tools.audit import __main__ as audit
from tools.audit.check_accessibility import one_of_each_type
from tools.audit.check_html import Message, is_newer_css

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ("requirements.lock", "requirements-dev.lock")
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def pins(lock: str) -> dict[str, Requirement]:
    """The requirements of a lock file's text by their names, without their hashes."""
    logical = lock.replace("\\\n", " ").splitlines()
    found = [Requirement(line.split("--hash=")[0]) for line in logical if line.strip() and not line.startswith("#")]
    return {canonicalize_name(requirement.name): requirement for requirement in found}


def unhashed(lock: str) -> list[str]:
    """The requirements of a lock file's text that are not exactly one version with at least one sha256 hash."""
    logical = lock.replace("\\\n", " ").splitlines()
    pinned = re.compile(r"[a-z0-9.-]+==[^\s;*]+ *(;[^#]*?)?( +--hash=sha256:[0-9a-f]{64})+ *")
    return [line for line in logical if line.strip() and not line.startswith("#") and not pinned.fullmatch(line)]


def make_targets() -> set[str]:
    """The targets of the Makefile."""
    return set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


# --- what is installed


@pytest.mark.parametrize("lock", LOCKS)
def test_every_locked_package_has_a_version_and_hashes(lock: str) -> None:
    """A package could otherwise be another one tomorrow."""
    assert unhashed((ROOT / lock).read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "line",
    [
        "click==8.5.1",
        "click>=8 --hash=sha256:" + "0" * 64,
        "click==8.* --hash=sha256:" + "0" * 64,
        "click==8.5.1 --hash=sha256:00",
        "click==8.5.1 --hash=md5:" + "0" * 64,
        "-e .",
    ],
)
def test_a_requirement_without_a_full_hash_is_seen(line: str) -> None:
    """The check above can fail."""
    assert unhashed(f"nh3==0.3.8 \\\n    --hash=sha256:{'1' * 64}\n{line}\n") == [line]


def test_the_locks_agree_with_what_the_project_asks_for() -> None:
    """Each direct requirement is locked, at a version that its bound allows."""
    runtime, dev = (pins((ROOT / lock).read_text(encoding="utf-8")) for lock in LOCKS)
    asked = [(runtime, entry) for entry in PROJECT["project"]["dependencies"]]
    asked += [(dev, entry) for entry in PROJECT["dependency-groups"]["dev"]]
    asked += [(dev, entry) for extra in PROJECT["project"]["optional-dependencies"].values() for entry in extra]
    for lock, requirement in ((lock, Requirement(entry)) for lock, entry in asked):
        (exact,) = lock[canonicalize_name(requirement.name)].specifier
        assert requirement.specifier.contains(exact.version), requirement


def test_both_locks_hold_one_version_of_a_package() -> None:
    """They are installed into one environment."""
    runtime, dev = (pins((ROOT / lock).read_text(encoding="utf-8")) for lock in LOCKS)
    assert {name: str(dev[name]) for name in dev.keys() & runtime} == {
        name: str(runtime[name]) for name in dev.keys() & runtime
    }


def test_the_generator_imports_only_what_the_runtime_lock_installs() -> None:
    """`make site` installs nothing else; a test tool imported by mistake would only fail there."""
    sources = [ROOT / "build.py", *(ROOT / "generator").rglob("*.py")]
    trees = [ast.parse(source.read_text(encoding="utf-8")) for source in sources]
    imported = {node.module for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    imported |= {
        name.name for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names
    }
    packages = {name.partition(".")[0] for name in imported if name} - sys.stdlib_module_names - {"generator"}
    # The larger Pagefind is used where it is installed, and missed with a sentence where it is not.
    packages -= {"pagefind_bin_extended"}
    distributions = packages_distributions()
    locked = pins((ROOT / "requirements.lock").read_text(encoding="utf-8"))
    assert [name for name in sorted(packages) if canonicalize_name(distributions[name][0]) not in locked] == []


def test_the_npm_lock_has_a_hash_and_no_address_for_every_package() -> None:
    """The checkers of the audit are pinned like the Python packages; an address would tie the lock to one registry."""
    folder = ROOT / "tools" / "audit"
    packages = json.loads((folder / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    asked = packages.pop("")["devDependencies"]
    assert asked == json.loads((folder / "package.json").read_text(encoding="utf-8"))["devDependencies"]
    assert {name: packages[f"node_modules/{name}"]["version"] for name in asked} == asked
    assert [name for name, package in packages.items() if not package["integrity"].startswith("sha512-")] == []
    assert [name for name, package in packages.items() if "resolved" in package] == []


def test_no_file_names_a_package_index() -> None:
    """Where packages come from is a setting of each machine."""
    index = re.compile(
        rb"py[p]i\.org|python[h]osted\.|registry\.[n]pmjs|deb\.[d]ebian\.|--(extra-)?[i]ndex-url|--[f]ind-links"
    )
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    files = [ROOT / name for name in listed.stdout.split("\0") if name]
    assert [file for file in files if file.is_file() and index.search(file.read_bytes())] == []


# --- the environment


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A project with lock files in `tmp_path` whose commands are recorded by their purpose instead of run."""
    for lock in LOCKS:
        (tmp_path / lock).write_text(f"{lock}, first state\n", encoding="utf-8")
    done: list[str] = []

    def run(command: list[str], failure: str) -> None:
        del failure
        done.append(command[2])
        if command[2] == "venv":
            (tmp_path / ".venv" / "bin").mkdir(parents=True, exist_ok=True)
            python = tmp_path / ".venv" / "bin" / "python"
            python.unlink(missing_ok=True)
            python.symlink_to(sys.executable)

    monkeypatch.setattr(environment, "_run", run)
    return done


def test_an_installation_is_current_until_a_lock_changes(tmp_path: Path, machine: list[str]) -> None:
    """Nothing is installed again because a file was merely touched."""
    environment.install(tmp_path, "dev")
    (tmp_path / "requirements-dev.lock").touch()
    assert environment.is_current(tmp_path, "dev")
    assert environment.is_current(tmp_path, "runtime")
    (tmp_path / "requirements-dev.lock").write_text("another state\n", encoding="utf-8")
    assert not environment.is_current(tmp_path, "dev")
    assert environment.is_current(tmp_path, "runtime")


def test_a_changed_lock_is_installed_into_the_environment_that_is_there(tmp_path: Path, machine: list[str]) -> None:
    """An update takes seconds, not a new environment."""
    environment.install(tmp_path, "runtime")
    (tmp_path / "requirements.lock").write_text("another state\n", encoding="utf-8")
    environment.install(tmp_path, "runtime")
    assert machine == ["venv", "pip", "pip"]


def test_the_runtime_set_alone_does_not_count_as_the_whole(tmp_path: Path, machine: list[str]) -> None:
    """`make test` after `make serve` still installs what tests need."""
    environment.install(tmp_path, "runtime")
    assert not environment.is_current(tmp_path, "dev")


def test_a_killed_installation_starts_afresh(
    tmp_path: Path, machine: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half a package may lie in the environment, which pip would take for a whole one."""
    environment.install(tmp_path, "dev")
    (tmp_path / "requirements.lock").write_text("another state\n", encoding="utf-8")
    recorded = environment._run

    def killed(command: list[str], failure: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(environment, "_run", killed)
    with pytest.raises(KeyboardInterrupt):
        environment.install(tmp_path, "dev")
    assert not environment.is_current(tmp_path, "dev")
    monkeypatch.setattr(environment, "_run", recorded)
    machine.clear()
    environment.install(tmp_path, "dev")
    assert machine == ["venv", "pip"]


def test_an_environment_whose_python_is_gone_is_made_again(tmp_path: Path, machine: list[str]) -> None:
    """An upgrade of the system takes away the Python that the environment points to."""
    environment.install(tmp_path, "dev")
    python = tmp_path / ".venv" / "bin" / "python"
    python.unlink()
    python.symlink_to(tmp_path / "gone")
    assert not environment.is_current(tmp_path, "dev")
    machine.clear()
    environment.install(tmp_path, "dev")
    assert machine == ["venv", "pip"]


def test_an_old_python_is_told_in_words(tmp_path: Path, machine: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The first thing a newcomer may meet is no traceback."""
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    with pytest.raises(
        SystemExit, match=r"^Python 3\.11 or newer is needed, and .* is 3\.9\.2\. .*make PYTHON=python3\.11$"
    ):
        environment.install(tmp_path, "runtime")
    assert machine == []


# --- the browser


def program(path: Path) -> Path:
    """A file that counts as a program."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n", encoding="utf-8")
    path.chmod(0o755)
    return path


@pytest.fixture
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without any browser."""
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "browsers"))
    monkeypatch.setattr(chromium, "MAC_APPS", ())


def test_the_named_chromium_comes_before_all_others(
    nowhere: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever names one means it."""
    program(tmp_path / "bin" / "chromium")
    named = program(tmp_path / "elsewhere" / "my-browser")
    monkeypatch.setenv("CHROMIUM", str(named))
    assert chromium.find() == named


def test_a_named_chromium_that_is_missing_is_told(nowhere: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another browser in its place would be a silent surprise, and fetching one too."""
    monkeypatch.setenv("CHROMIUM", "no-such-browser")
    with pytest.raises(chromium.NoChromium, match="CHROMIUM names no-such-browser"):
        chromium.ensure()


def test_a_chromium_on_the_path_comes_before_playwrights(nowhere: None, tmp_path: Path) -> None:
    """The machine's own browser is kept up to date by the machine."""
    program(tmp_path / "browsers" / "chromium-1200" / "chrome-linux" / "chrome")
    own = program(tmp_path / "bin" / "chromium-browser")
    assert chromium.find() == own


def test_the_newest_of_playwrights_chromiums_is_taken(nowhere: None, tmp_path: Path) -> None:
    """Revisions are numbers: 1200 is newer than 999."""
    program(tmp_path / "browsers" / "chromium-999" / "chrome-linux" / "chrome")
    newest = program(tmp_path / "browsers" / "chromium-1200" / "chrome-linux64" / "chrome")
    assert chromium.find() == newest


def test_without_any_chromium_the_words_say_how_to_get_one(nowhere: None) -> None:
    """Both ways are named: Debian's and Playwright's."""
    with pytest.raises(chromium.NoChromium, match=r"apt-get install chromium.*playwright install chromium.*CHROMIUM="):
        chromium.find()


# --- the audit


def test_the_audit_lists_every_check() -> None:
    """A check that is written but not listed would never run."""
    written = {file.stem.removeprefix("check_") for file in (ROOT / "tools" / "audit").glob("check_*.py")}
    assert set(audit.CHECKS) == written
    assert {program for check in audit.CHECKS.values() for program in check.PROGRAMS} <= audit.DEBIAN_PACKAGES.keys()


def test_one_page_of_every_type_is_looked_at(tmp_path: Path) -> None:
    """List and pages of a section are two types, each locale has its own, and pages that lead on are passed over."""
    for name in (
        "index.html",
        "404.html",
        "tr/index.html",
        "tr/404.html",
        "tr/guides/index.html",
        "tr/guides/llm-training/index.html",
        "tr/guides/rendering/index.html",
        "ar/guides/rendering/index.html",
        "pagefind/index.html",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("<p>A page.</p>", encoding="utf-8")
    former = tmp_path / "tr" / "guides" / "a-former-address" / "index.html"
    former.parent.mkdir()
    former.write_text('<meta http-equiv="Refresh" content="0; url=../rendering/">', encoding="utf-8")
    assert one_of_each_type(tmp_path) == [
        "/404.html",
        "/ar/guides/rendering/",
        "/",
        "/tr/404.html",
        "/tr/guides/",
        "/tr/guides/llm-training/",
        "/tr/",
    ]


@pytest.mark.parametrize(
    ("sheet", "column", "text", "newer"),
    [
        (
            "main { container-type: inline-size }",
            35,
            "CSS: “container-type”: Property “container-type” doesn't exist.",
            True,
        ),
        ("p { width: min(100cqi - 1rem, 9rem) }", 25, "CSS: “width”: Parse Error.", True),
        ("p { width: 1cqi; height: calc(1px + ) }", 37, "CSS: “height”: Parse Error.", False),
        ("p { colour: red }", 12, "CSS: “colour”: Property “colour” doesn't exist.", False),
        ("p { color: rde }", 14, "CSS: “color”: “rde” is not a “color” value.", False),
    ],
)
def test_only_css_that_the_checker_is_too_old_for_is_passed(
    sheet: str, column: int, text: str, newer: bool, tmp_path: Path
) -> None:
    """A misspelt property or a broken sum stays an error."""
    file = tmp_path / "site.css"
    file.write_text(sheet, encoding="utf-8")
    assert is_newer_css(Message(message=text, lastLine=1, lastColumn=column), file) is newer


# --- the documents


def test_the_readme_names_only_targets_that_exist() -> None:
    """A command that is copied from there must work."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"(?:^|`|\$ )make ([a-z-]+)", readme, re.MULTILINE))
    assert {"serve", "test"} <= named
    assert named <= make_targets()


def test_every_target_explains_itself() -> None:
    """`make help` lists all but the steps that others are made of."""
    explained = set(re.findall(r"^([a-z]+):.*## ", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert make_targets() - explained == {"runtime", "browser"}

"""What every test shares."""

from __future__ import annotations

import os
import select
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from generator.pipeline import Order, Plan, plan_site
from tests.html import BuiltSite

ROOT = Path(__file__).resolve().parent.parent
FIXTURE = ROOT / "tests" / "fixture"

# A pause of a busy machine is not a failure; hangs are caught by pytest's own timeout.
settings.register_profile("project", deadline=None)
settings.load_profile("project")


def copied(root: Path) -> Path:
    """The fixture site with the project's templates, static files and words of the interface, in a new folder."""
    for folder in ("content", "data", "locales"):
        shutil.copytree(FIXTURE / folder, root / folder)
    for folder in ("templates", "static"):
        shutil.copytree(ROOT / folder, root / folder)
    for words in (ROOT / "locales").glob("*/LC_MESSAGES/ui.po"):
        target = root / words.relative_to(ROOT)
        if target.parent.is_dir():
            shutil.copy(words, target)
    return root


@pytest.fixture(scope="session")
def fixture_root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The fixture site, for tests that only read it."""
    return copied(tmp_path_factory.mktemp("fixture") / "site-root")


@pytest.fixture
def site_root(tmp_path: Path) -> Path:
    """A copy of the fixture site, to be changed by a test."""
    return copied(tmp_path / "site-root")


@pytest.fixture(scope="module")
def project_copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As ``site_root``, for a module whose tests share one change."""
    return copied(tmp_path_factory.mktemp("copy") / "site-root")


@pytest.fixture
def in_another() -> Iterator[Callable[[], bool]]:
    """Tells whether another process asks. The first one waits until another has asked, however slow the machine is."""
    first, (reader, writer) = os.getpid(), os.pipe()

    def ask() -> bool:
        if os.getpid() == first:
            select.select([reader], [], [])
            return False
        os.write(writer, b"x")
        return True

    yield ask
    os.close(reader)
    os.close(writer)


def build(root: Path, output: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Run ``build.py build`` as people do, in a process of its own."""
    command = [sys.executable, str(ROOT / "build.py"), "build", "--root", str(root), "--output", str(output), *options]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture(scope="session")
def built_site(tmp_path_factory: pytest.TempPathFactory, fixture_root: Path) -> BuiltSite:
    """The fixture site, built once without search, for the tests that only read it."""
    folder = tmp_path_factory.mktemp("built") / "site"
    done = build(fixture_root, folder, "--no-search")
    assert done.returncode == 0, done.stderr
    return BuiltSite(folder)


@pytest.fixture(scope="session")
def site_plan(fixture_root: Path) -> Plan:
    """The fixture site, every page of it as a value, for the tests that only read it."""
    return plan_site(Order(fixture_root), lambda _: None)


@pytest.fixture(scope="session")
def own_plan() -> Plan:
    """The project's own site, for the rules that every input must keep."""
    return plan_site(Order(ROOT), lambda _: None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the browser tests last: Playwright's event loop, once started, would stand in the way of everybody else's."""
    items.sort(key=lambda item: "tests/browser" in item.path.as_posix())

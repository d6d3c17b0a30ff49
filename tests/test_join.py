"""Joining: parts that were built apart become the whole, byte for byte, or are refused."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from generator.output import manifest
from generator.output.join import join
from generator.pipeline import Order, build_site
from generator.problems import InvalidSite, WrongCall
from tests.conftest import ROOT
from tests.releases import put, tree
from tests.servers import FOOT
from tests.sites import PAGE, small_site, write


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small site whole and in two parts, with search and compressed files: ``whole``, ``en``, ``tr``."""
    folder = tmp_path_factory.mktemp("parts")
    root = small_site(folder / "root", {f"content/pages/{slug}.md": PAGE for slug in FOOT})
    for name in ("templates", "static"):
        shutil.copytree(ROOT / name, root / name)
    build_site(Order(root, folder / "whole", compress=True, jobs=1))
    for locale in ("en", "tr"):
        build_site(Order(root, folder / locale, locales=(locale,), compress=True, jobs=1))
    return folder


def test_the_parts_joined_equal_the_whole(parts: Path, tmp_path: Path) -> None:
    """Every byte, the manifest included, in whatever order they are named."""
    join([parts / "tr", parts / "en"], tmp_path / "site")
    assert tree(tmp_path / "site") == tree(parts / "whole")


def test_what_is_compressed_after_joining_is_the_same(parts: Path, tmp_path: Path) -> None:
    """Parts need not be compressed by each job."""
    for locale in ("en", "tr"):
        build_site(Order(parts / "root", tmp_path / locale, locales=(locale,), jobs=1))
    join([tmp_path / "en", tmp_path / "tr"], tmp_path / "site", compressed=True)
    assert tree(tmp_path / "site") == tree(parts / "whole")


def test_a_second_join_links_what_did_not_change(parts: Path, tmp_path: Path) -> None:
    """The former release is treated as a build treats it."""
    join([parts / "en", parts / "tr"], tmp_path / "site")
    before = (tmp_path / "site/tr/index.html").stat().st_ino
    assert join([parts / "en", parts / "tr"], tmp_path / "site").written == ()
    assert (tmp_path / "site/tr/index.html").stat().st_ino == before


def test_a_missing_part_is_seen_by_the_links_to_it(parts: Path, tmp_path: Path) -> None:
    """Every page links to itself in the other languages."""
    with pytest.raises(InvalidSite) as invalid:
        join([parts / "en"], tmp_path / "site")
    assert any(
        "/tr/" in str(problem) and "is a locale's part missing?" in str(problem) for problem in invalid.value.problems
    )
    assert not (tmp_path / "site").exists()


def test_parts_of_two_builds_do_not_go_together(tmp_path: Path) -> None:
    """A file of the root that differs tells that they are of two commits or two snapshots."""
    put(tmp_path / "one", {"index.html": "one", "en/index.html": "one"})
    put(tmp_path / "two", {"index.html": "two", "tr/index.html": "two"})
    with pytest.raises(InvalidSite) as invalid:
        join([tmp_path / "one", tmp_path / "two"], tmp_path / "site")
    (problem,) = invalid.value.problems
    assert str(problem).startswith(f"{tmp_path}/two/index.html: is another file than in {tmp_path}/one")


def test_a_part_that_was_changed_or_is_none_is_refused(tmp_path: Path) -> None:
    """Its manifest says what should be there."""
    put(tmp_path / "one", {"index.html": "one"})
    write(tmp_path, "one/index.html", "changed")
    write(tmp_path, "foreign/index.html", "foreign")
    with pytest.raises(InvalidSite) as invalid:
        join([tmp_path / "one", tmp_path / "foreign"], tmp_path / "site")
    assert [problem.place.path for problem in invalid.value.problems] == [
        f"{tmp_path}/foreign/{manifest.NAME}",
        f"{tmp_path}/one/index.html",
    ]


@pytest.mark.parametrize("output", ["one", "one/inside", "."])
def test_the_whole_lies_apart_from_its_parts(tmp_path: Path, output: str) -> None:
    """It could otherwise take the place of what it is read from."""
    put(tmp_path / "one", {"index.html": "one"})
    with pytest.raises(WrongCall, match="lies in the part"):
        join([tmp_path / "one"], tmp_path / output)

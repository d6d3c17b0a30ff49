"""The manifest: what it says, which ones are believed, and what `verify` finds."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.output import manifest
from generator.output.manifest import Row
from tests.releases import put

TEXTS = {"index.html": "home", "en/index.html": "English"}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A published release."""
    put(tmp_path / "site", TEXTS)
    return tmp_path / "site"


def test_manifest_lists_every_file(site: Path) -> None:
    """Each file stands on a line of its own, in order, with both digests and its size, and no time stands anywhere."""
    lines = (site / manifest.NAME).read_text().splitlines()
    files = json.loads((site / manifest.NAME).read_bytes())["files"]

    assert list(files) == ["en/index.html", "index.html"]
    assert lines[1].startswith('"en/index.html": [')
    assert files["index.html"] == [manifest.digest(b"home"), manifest.digest(b"home"), 4]


@given(st.dictionaries(st.text(), st.integers(min_value=0)))
def test_any_path_survives_the_way_to_the_disk_and_back(sizes: dict[str, int]) -> None:
    """Whatever characters a path has, the manifest stays JSON that says the same."""
    files = {path: Row("digest", "0" * 64, size) for path, size in sizes.items()}
    found = json.loads(manifest.encode(files))["files"]

    assert {path: Row(*row) for path, row in found.items()} == files


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"files": {}}',
        '{"generator": "hugo", "files": {}}',
        '{"generator": "everxcloud-catalogue", "files": []}',
        '{"generator": "everxcloud-catalogue", "files": {"a": []}}',
        '{"generator": "everxcloud-catalogue", "files": {"a": ["x", "y", "z"]}}',
        '{"generator": "everxcloud-catalogue", "files": {"../a": ["x", "y", 1]}}',
        '{"generator": "everxcloud-catalogue", "files": {}',
        "[" * 100_000,
        "\x00",
    ],
)
def test_foreign_and_broken_manifests_are_not_believed(tmp_path: Path, text: str) -> None:
    """A manifest that this generator would not have written makes no folder ours."""
    (tmp_path / manifest.NAME).write_text(text)

    assert manifest.read(tmp_path) is None


def test_bytes_that_are_no_text_are_not_believed(tmp_path: Path) -> None:
    """Nor does one that is not even UTF-8."""
    (tmp_path / manifest.NAME).write_bytes(b"\xff\xfe{")

    assert manifest.read(tmp_path) is None


def test_verify_says_nothing_of_a_sound_release(site: Path) -> None:
    """A release as published has no problems, copied or not."""
    assert manifest.verify(site) == []


def test_verify_reads_every_byte(site: Path) -> None:
    """A changed byte is found even where size and age are as they were."""
    status = (site / "index.html").stat()
    (site / "index.html").write_text("h0me")
    os.utime(site / "index.html", ns=(status.st_atime_ns, status.st_mtime_ns))

    assert [str(problem) for problem in manifest.verify(site)] == ["index.html: was changed after it was published"]


def test_verify_names_missing_foreign_and_linked_files(site: Path) -> None:
    """What is not there, what should not be, and a link instead of a file, each by its path."""
    (site / "index.html").unlink()
    (site / "en" / "index.html").rename(site / "elsewhere.html")
    (site / "en" / "index.html").symlink_to(site / "elsewhere.html")

    assert [problem.place.path for problem in manifest.verify(site)] == [
        "elsewhere.html",
        "en/index.html",
        "index.html",
    ]


def test_verify_without_a_manifest(tmp_path: Path) -> None:
    """A folder that no build wrote is said to be that."""
    assert [problem.place.path for problem in manifest.verify(tmp_path)] == [manifest.NAME]


@pytest.mark.parametrize("path", ["a", "a/b.html", ".well-known/x", "ключ/é", "a..b", "..a/b"])
def test_safe_paths(path: str) -> None:
    """Names of any script and with dots are fine."""
    assert manifest.is_safe(path)


@pytest.mark.parametrize("path", ["", "/a", "a/", "a//b", ".", "..", "a/..", "../a", "./a", "a\\b", "a\x00", "a\n"])
def test_unsafe_paths(path: str) -> None:
    """Whatever would lead elsewhere, or is not one name for one file, is not."""
    assert not manifest.is_safe(path)


@given(st.text())
def test_safe_paths_stay_inside(path: str) -> None:
    """A path that is called safe is inside the folder that it is joined to, whatever it is."""
    if manifest.is_safe(path):
        base = Path("/srv/site")
        joined = os.path.normpath(base / path)
        assert joined == f"{base}/{path}"

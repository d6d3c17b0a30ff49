"""Assets: what older pages ask for stays for some releases, listed like everything else."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from generator.output import manifest
from generator.output.assets import is_hashed, keep_assets
from generator.output.manifest import Row, Staged
from generator.output.publish import publish
from tests.releases import output_files


@pytest.mark.parametrize(
    ("path", "hashed"),
    [
        ("static/0123456789ab/site.css", True),
        ("static/0123456789ab/js/main.js", True),
        ("static/0123456789ab/site.css.br", True),
        ("images/0123456789ab/rack.webp", True),
        ("tr/pagefind/fragment/tr_1a2b3c4.pf_fragment", True),
        ("tr/pagefind/index/tr_1a2b3c4.pf_index", True),
        ("tr/pagefind/pagefind.tr_cee6ac39ca.pf_meta", True),
        ("tr/pagefind/pagefind.js", False),
        ("tr/pagefind/pagefind-entry.json", False),
        ("tr/pagefind/wasm.tr.pagefind", False),
        ("static/site.css", False),
        ("tr/index.html", False),
    ],
)
def test_what_names_its_content(path: str, hashed: bool) -> None:
    """Only these may be cached for ever, and outlive their release."""
    assert is_hashed(path) is hashed


def style(version: int) -> str:
    """The path of a version's style sheet."""
    return f"static/{version:012x}/site.css"


def put(output: Path, version: int, releases: int = 2, page: str = "") -> Mapping[str, Row]:
    """Publish a version with its style sheet, keeping those of former releases; returns the rows."""

    def finish(staged: Staged) -> Mapping[str, Row]:
        return keep_assets(staged, staged.files.keys(), releases)

    texts = {"index.html": page or f"page {version}", style(version): f"sheet {version}"}
    return publish(output_files(texts), output, jobs=1, finish=finish).files


def test_a_style_sheet_outlives_its_release(tmp_path: Path) -> None:
    """For as many releases as are kept, and not longer; the page itself is replaced."""
    output = tmp_path / "site"
    put(output, 1)
    for version, kept in ((2, [1]), (3, [1, 2]), (4, [2, 3])):
        rows = put(output, version)
        assert sorted(rows) == sorted(["index.html", *map(style, [*kept, version])])
        assert (output / style(kept[0])).read_text() == f"sheet {kept[0]}"
        assert manifest.verify(output) == []


def test_releases_with_the_same_assets_do_not_count(tmp_path: Path) -> None:
    """A price every half hour must not push out a style sheet of yesterday."""
    output = tmp_path / "site"
    put(output, 1)
    for number in range(5):
        put(output, 2, page=f"price {number}")
    assert (output / style(1)).is_file()


def test_what_comes_back_is_the_releases_own_again(tmp_path: Path) -> None:
    """A release that takes back a change."""
    output = tmp_path / "site"
    put(output, 1)
    assert put(output, 2)[style(1)].age == 1
    rows = put(output, 1)
    assert rows[style(1)].age == 0
    assert rows[style(2)].age == 1


def test_nothing_is_kept_unasked_and_nothing_that_was_touched(tmp_path: Path) -> None:
    """The same input gives the same bytes, whatever lay in the folder; what somebody changed is not passed on."""
    output = tmp_path / "site"
    put(output, 1)
    assert sorted(put(output, 2, releases=0)) == ["index.html", style(2)]
    (output / style(2)).write_text("another sheet")
    assert style(2) not in put(output, 3)


def test_kept_files_are_links(tmp_path: Path) -> None:
    """They cost no room."""
    output = tmp_path / "site"
    put(output, 1)
    before = (output / style(1)).stat().st_ino
    put(output, 2)
    assert (output / style(1)).stat().st_ino == before


def test_age_reads_what_aged_wrote() -> None:
    """The row tells for how many releases a file is only kept."""
    row = Row("0123", "abcd", 5)
    assert row.age == 0
    assert row.aged(3).age == 3
    assert (row.aged(3).sha256, row.aged(3).size) == ("abcd", 5)

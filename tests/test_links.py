"""Links: what counts as dead, what is left alone, and which pages need a look."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from generator.output import links, manifest, staging
from generator.output.links import DeadLink, dead_links
from generator.output.manifest import Row, Staged
from generator.output.publish import publish
from generator.output.scan import Scan, scan
from tests.releases import edit, output_files

BASE = "https://gpus.test/catalogue"


def found(folder: Path, texts: Mapping[str, str], elsewhere: tuple[str, ...] = ()) -> list[DeadLink]:
    """The dead links of texts, published after whatever was published there before."""
    result: list[DeadLink] = []

    def finish(staged: Staged) -> dict[str, Row]:
        result.extend(dead_links(staged, base_url=BASE, elsewhere=elsewhere))
        return {}

    publish(output_files(texts), folder / "site", finish=finish)
    return result


OTHERS = {
    "index.html": '<h1 id="top-of-all">x</h1>',
    "en/index.html": '<h2 id="memory">x</h2><h2 id="größe">x</h2>',
    "en/gpus/h100/index.html": "",
    "static/a.svg": '<svg><g id="dot"/></svg>',
    "static/a b.png": "",
    "data/gpus.json": "{}",
}


@pytest.mark.parametrize(
    "link",
    [
        "../",
        "./../",
        "../../en/",
        "../gpus/h100/",
        "../gpus/./h100/../h100/",
        "../#memory",
        "../#gr%C3%B6%C3%9Fe",
        "../?gpu=h100#memory",
        "#here",
        "#top",
        "#",
        "../#:~:text=memory",
        "?page=2",
        "../../static/a.svg#dot",
        "../../static/a%20b.png",
        "../../data/gpus.json",
        "../../index.html",
        "https://gpus.test/catalogue/en/#memory",
        "https://gpus.test/catalogue",
        "https://elsewhere.test/missing",
        "//elsewhere.test/missing",
        "mailto:a@b.test",
        "data:image/png;base64,AAAA",
        "tel:+1",
    ],
)
def test_sound_links(tmp_path: Path, link: str) -> None:
    """Pages, files, anchors and other sites, however the link spells them."""
    page = f'<p id="here"><a href="{link}">x</a></p>'

    assert found(tmp_path, {**OTHERS, "en/guide/index.html": page}) == []


@pytest.mark.parametrize(
    ("link", "reason"),
    [
        ("", "is empty"),
        ("../missing/", "there is no such page or file"),
        ("../gpus/H100/", "there is no such page or file"),
        ("../gpus/h100", "should end with a slash"),
        ("../#speed", "there is no anchor speed on that page"),
        ("../#Memory", "there is no anchor Memory on that page"),
        ("#gone", "there is no anchor gone on that page"),
        ("../../../", "leads above the site's root"),
        ("../../a/../../x", "leads above the site's root"),
        ("/en/", "begins with a slash, so it breaks where the site lies under a sub-path"),
        ("https://gpus.test/catalogue/de/", "there is no such page or file"),
        ("../../static/b.svg", "there is no such page or file"),
        ("../../static/a.svg#square", "there is no anchor square on that page"),
    ],
)
def test_dead_links(tmp_path: Path, link: str, reason: str) -> None:
    """Each way for a link to lead nowhere, with the words that say which."""
    page = f'<p><a href="{link}">x</a></p>'

    assert found(tmp_path, {**OTHERS, "en/guide/index.html": page}) == [DeadLink("en/guide/index.html", link, reason)]


def test_entities_in_links(tmp_path: Path) -> None:
    """A link's ampersand is written as an entity and read as a character."""
    page = '<a href="a&amp;b">x</a><a href="c&#38;d">y</a>'

    assert [dead.target for dead in found(tmp_path, {"index.html": page, "a&b": ""})] == ["c&d"]


def test_anchor_that_stands_twice(tmp_path: Path) -> None:
    """An anchor that two elements carry leads to the wrong one of them."""
    page = '<h2 id="memory">x</h2><h2 id="memory">y</h2>'

    assert found(tmp_path, {"index.html": page}) == [
        DeadLink("index.html", "#memory", "stands twice as an id on the page")
    ]


def test_style_sheets(tmp_path: Path) -> None:
    """Fonts and pictures of a style sheet are looked up beside it."""
    sheet = "a { background: url(a.svg) } b { background: url('gone.svg') } c { mask: url(\"data:image/png,x\") }"

    assert found(tmp_path, {"static/1/site.css": sheet, "static/1/a.svg": ""}) == [
        DeadLink("static/1/site.css", "gone.svg", "there is no such page or file")
    ]


def test_page_for_missing_pages(tmp_path: Path) -> None:
    """The 404 page is shown at addresses of any depth: its links start at the site's base path, and only its may."""
    page = '<a href="/catalogue/en/">x</a><a href="/en/">y</a><a href="/catalogue/de/">z</a>'

    assert found(tmp_path, {"en/404.html": page, "en/index.html": ""}) == [
        DeadLink("en/404.html", "/catalogue/de/", "there is no such page or file"),
        DeadLink("en/404.html", "/en/", "leads out of the site, which lies under /catalogue/"),
    ]


def test_other_locales_of_a_partial_build(tmp_path: Path) -> None:
    """Pages that another build makes are not missed, those of this build are."""
    page = '<a href="../de/gone/">x</a><a href="../en/gone/">y</a>'

    assert [dead.target for dead in found(tmp_path, {"en/index.html": page}, elsewhere=("de",))] == ["../en/gone/"]


def test_files_that_come_later(tmp_path: Path, looked_at: list[str]) -> None:
    """What later steps add, such as the search index, is neither missed by a page nor by the check itself."""
    page = '<script src="pagefind/pagefind.js"></script>'
    added = {"en/pagefind/pagefind.js": "index", "en/index.html.br": "brotli", "static/old.css": "kept 1"}

    def finish(staged: Staged) -> dict[str, Row]:
        assert dead_links(staged, base_url=BASE) == []
        for path in added:
            (staged.folder / path).parent.mkdir(parents=True, exist_ok=True)
            (staged.folder / path).touch()
        return {path: Row(made_from, manifest.digest(b""), 0) for path, made_from in added.items()}

    for _ in range(2):
        publish(output_files({"en/index.html": page}), tmp_path / "site", finish=finish)

    assert looked_at == ["en/index.html"]


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The pages that were scanned, in the order they were."""
    looked: list[str] = []

    def noted(path: str, content: bytes) -> Scan:
        looked.append(path)
        return scan(path, content)

    for module in (links, staging):
        monkeypatch.setattr(module, "scan", noted)
    return looked


SITE = {
    "index.html": '<a href="en/#memory">x</a>',
    "en/index.html": '<h2 id="memory">x</h2>',
    "en/far/index.html": "",
}


def test_unchanged_pages_are_not_scanned(tmp_path: Path, looked_at: list[str]) -> None:
    """After a change only the changed page is scanned, now and as it was."""
    found(tmp_path, SITE)
    looked_at.clear()

    assert found(tmp_path, {**SITE, "en/index.html": '<h2 id="memory">new</h2>'}) == []
    assert looked_at == ["en/index.html", "en/index.html"]


def test_pages_are_scanned_once(tmp_path: Path, looked_at: list[str]) -> None:
    """A page is scanned when it is written, and not again for its links or for those that lead to it."""
    assert found(tmp_path, SITE) == []
    assert sorted(looked_at) == sorted(SITE)


def test_one_spelling_from_several_depths(tmp_path: Path) -> None:
    """What is sound on one page is not taken to be sound on a page of another depth, nor from another folder."""
    up, beside = '<a href="../a/">x</a>', '<a href="a/">x</a>'
    site = {"a/index.html": "", "b/index.html": up, "c/index.html": up, "c/d/index.html": up}
    pages = {"e/index.html": beside, "e/a/index.html": "", "f/index.html": beside, "index.html": beside}

    assert found(tmp_path, {**site, **pages}) == [
        DeadLink("c/d/index.html", "../a/", "there is no such page or file"),
        DeadLink("f/index.html", "a/", "there is no such page or file"),
    ]


def test_dead_link_that_many_pages_share(tmp_path: Path) -> None:
    """Every page that holds it is named, also where processes share the pages."""
    texts = {f"{number:03}/index.html": '<a href="../gone/">x</a>' for number in range(100)}

    assert [dead.page for dead in found(tmp_path, texts)] == sorted(texts)


def test_lost_anchor_is_missed_by_an_unchanged_page(tmp_path: Path) -> None:
    """A page that did not change has a dead link when the anchor it leads to is gone."""
    found(tmp_path, SITE)

    assert found(tmp_path, {**SITE, "en/index.html": '<h2 id="speed">x</h2>'}) == [
        DeadLink("index.html", "en/#memory", "there is no anchor memory on that page")
    ]


def test_lost_page_is_missed_by_an_unchanged_page(tmp_path: Path) -> None:
    """Likewise when the whole page is gone."""
    found(tmp_path, SITE)
    rest = {path: text for path, text in SITE.items() if path != "en/index.html"}

    assert found(tmp_path, rest) == [DeadLink("index.html", "en/#memory", "there is no such page or file")]


def test_former_page_that_somebody_changed_proves_nothing(tmp_path: Path) -> None:
    """Where the former page is not as it was published, every page is read."""
    found(tmp_path, SITE)
    edit(tmp_path / "site" / "en" / "index.html", "edited")

    assert found(tmp_path, {**SITE, "en/index.html": "no anchor"}) == [
        DeadLink("index.html", "en/#memory", "there is no anchor memory on that page")
    ]

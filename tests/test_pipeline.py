"""The pipeline whole: what a build leaves, what it refuses, and that the same input gives the same bytes."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from generator.output.manifest import digest, walk
from generator.pages.views import GuideView
from generator.pipeline import Order, build_site, check_inputs, plan_site, price_age, site_differences
from generator.problems import InvalidSite, Problem, Severity
from tests.conftest import ROOT, build
from tests.images import png
from tests.sites import write
from tests.test_guide_pages import edit
from tests.test_pages import page_at

AS_OF = datetime(2026, 12, 1, tzinfo=UTC)


def tree(folder: Path) -> dict[str, str]:
    """The digest of every file."""
    return {path: digest((folder / path).read_bytes()) for path in walk(folder)}


def test_the_same_input_gives_the_same_bytes(site_root: Path, tmp_path: Path) -> None:
    """Whatever the folder, the time zone, the language, the hash seed and the number of processes."""
    first, second = tmp_path / "first", tmp_path / "deep" / "er" / "second"
    second.parent.mkdir(parents=True)
    assert build(site_root, first, "--no-search", "--jobs", "1").returncode == 0
    environment = os.environ | {"TZ": "Pacific/Kiritimati", "LANG": "tr_TR.UTF-8", "PYTHONHASHSEED": "7"}
    command = [sys.executable, str(ROOT / "build.py"), "--root", str(site_root), "--output", str(second)]
    done = subprocess.run([*command, "--no-search", "--jobs", "3"], env=environment, cwd=tmp_path, check=False)
    assert done.returncode == 0
    assert tree(first) == tree(second)


def test_a_second_build_writes_nothing_anew(site_root: Path, tmp_path: Path) -> None:
    """Pages are values with a digest: what did not change is linked."""
    order = Order(site_root, tmp_path / "site", no_search=True)
    assert build_site(order).written > 300
    assert build_site(order).written == 0


def test_one_price_writes_only_the_pages_that_show_it(site_root: Path, tmp_path: Path) -> None:
    """The page of another GPU is linked, not written."""
    order = Order(site_root, tmp_path / "site", no_search=True)
    build_site(order)
    untouched = tmp_path / "site/en/gpus/rtx-4090/index.html"
    touched = tmp_path / "site/en/gpus/a100-sxm-80gb/index.html"
    before = [path.stat().st_ino for path in (untouched, touched)]
    offer = "gpu: a100-sxm-80gb, gpus: 1, price_per_hour: "
    edit(site_root, "data/prices.yaml", f"{offer}1.79", f"{offer}1.78")
    build_site(order)
    after = [path.stat().st_ino for path in (untouched, touched)]
    assert before[0] == after[0]
    assert before[1] != after[1]


def test_every_problem_of_every_file_comes_at_once(site_root: Path) -> None:
    """Marketing mends a push in one go."""
    edit(site_root, "data/gpus.yaml", "memory_gb: 141", "memory_gb: lots")
    edit(site_root, "data/prices.yaml", "as_of: 2026-12-01T00:00:00Z", "as_of: yesterday")
    edit(site_root, "content/guides/rendering.md", "order: 5", "order: five")
    with pytest.raises(InvalidSite) as invalid:
        plan_site(Order(site_root), lambda _: None)
    places = {problem.place.path for problem in invalid.value.problems if problem.severity is Severity.ERROR}
    assert places >= {"data/gpus.yaml", "data/prices.yaml", "content/guides/rendering.md"}


def test_a_dead_link_is_an_error_at_its_source(site_root: Path, tmp_path: Path) -> None:
    """An anchor that no page has; the site that was there stays."""
    order = Order(site_root, tmp_path / "site", no_search=True)
    build_site(order)
    before = tree(tmp_path / "site")
    text = (site_root / "content/guides/rendering.md").read_text("utf-8")
    (site_root / "content/guides/rendering.md").write_text(text + "\nSee [there](#nowhere).\n", "utf-8")
    with pytest.raises(InvalidSite) as invalid:
        build_site(order)
    line = text.count("\n") + 2
    for problem in invalid.value.problems:
        assert str(problem.place) == f"content/guides/rendering.md:{line}:13"
        assert "links to #nowhere: there is no anchor nowhere" in problem.message
    assert tree(tmp_path / "site") == before


@pytest.mark.parametrize(
    ("hours", "notice"),
    [(0, ""), (23, ""), (24, "notice"), (167, "notice"), (168, "strong"), (9000, "strong")],
)
def test_the_age_of_prices_calls_for_a_notice(site_root: Path, hours: int, notice: str) -> None:
    """From 24 hours on a notice, from seven days a strong one; a build that knows no time leaves it to the page."""
    plan = plan_site(Order(site_root), lambda _: None)
    assert price_age(plan.inputs.site, AS_OF + timedelta(hours=hours)) == notice
    assert price_age(plan.inputs.site, None) == ""


def test_a_snapshot_from_the_future_is_refused(site_root: Path) -> None:
    """Five minutes are a clock's error, ten are not."""
    assert not errors(check_inputs(Order(site_root, now=AS_OF - timedelta(minutes=5)))[0])
    (error,) = errors(check_inputs(Order(site_root, now=AS_OF - timedelta(minutes=10)))[0])
    assert error == "data/prices.yaml:11:8: the snapshot is of 2026-12-01T00:00:00Z, which is in the future"


def errors(problems: list[Problem]) -> list[str]:
    """The first lines of the errors."""
    return [str(p).splitlines()[0] for p in problems if p.severity is Severity.ERROR]


def test_strict_turns_warnings_into_errors(site_root: Path) -> None:
    """The owner's addresses are not settled: fine for a preview, not for the public."""
    plan_site(Order(site_root), lambda _: None)
    with pytest.raises(InvalidSite):
        plan_site(Order(site_root, strict=True), lambda _: None)


def test_a_guide_appears_at_its_time(site_root: Path) -> None:
    """A draft never, a dated one from its moment on; its address is free until then."""
    edit(site_root, "content/guides/rendering.md", "order: 5", "order: 5\npublish_from: 2026-12-10T08:00:00Z")

    def has_guide(now: datetime | None) -> bool:
        plan = plan_site(Order(site_root, now=now, clock=lambda: AS_OF), lambda _: None)
        return any(page.address == "en/guides/rendering/" for page in plan.pages)

    assert not has_guide(None)
    assert not has_guide(datetime(2026, 12, 10, 7, 59, 59, tzinfo=UTC))
    assert has_guide(datetime(2026, 12, 10, 8, tzinfo=UTC))


def test_a_guide_that_is_left_out_is_named(site_root: Path) -> None:
    """Whoever looks for it learns why it is not there, and from when on it will be."""
    edit(site_root, "content/guides/rendering.md", "order: 5", "order: 5\npublish_from: 2026-12-10T08:00:00Z")
    edit(site_root, "content/guides/image-video.md", "order: 4", "order: 4\ndraft: true")
    _, told = check_inputs(Order(site_root, now=AS_OF))
    lines = [line for notice in told for line in notice.lines if "left out" in line]
    assert lines == [
        "content/guides/image-video.md:7:8: left out: a draft",
        "content/guides/rendering.md:7:15: left out: not yet published, it is published from 2026-12-10T08:00:00Z on",
    ]


def test_a_part_equals_the_same_part_of_the_whole(site_root: Path, tmp_path: Path) -> None:
    """One locale, with links and alternates that know the other."""
    build_site(Order(site_root, tmp_path / "whole", no_search=True))
    build_site(Order(site_root, tmp_path / "part", locales=("tr",), no_search=True))
    whole, part = tree(tmp_path / "whole"), tree(tmp_path / "part")
    del whole["manifest.json"], part["manifest.json"]
    assert part == {path: row for path, row in whole.items() if not path.startswith(("en/",))}


@pytest.mark.parametrize("address", ["ftp://x.example", "catalogue", "https://x.example/?a=1", 'https://x.example/"'])
def test_a_base_address_must_be_one(site_root: Path, address: str) -> None:
    """It stands in canonical links, sitemaps and feeds."""
    with pytest.raises(InvalidSite, match="1 problems"):
        plan_site(Order(site_root, base_url=address), lambda _: None)


SCENE = png(640, 360)
SCENE_AT = f"images/{digest(SCENE)[:12]}/scene.png"
RENDERING = "content/guides/rendering.md"


def illustrate(root: Path) -> Order:
    """Let a guide end with an image, with a fact in its alt text; returns what builds it."""
    write(root, "content/images/scene.png", SCENE)
    text = (root / RENDERING).read_text("utf-8")
    write(root, RENDERING, f"{text}\n## A scene {{#scene}}\n\n![A scene & its {{small}}](scene.png)\n")
    return Order(root, root.parent / "site", no_search=True, clock=lambda: AS_OF)


def figure(order: Order, locale: str) -> str:
    """The image of the guide as its page will have it."""
    view = page_at(plan_site(order, lambda _: None), f"{locale}/guides/rendering/").view
    assert isinstance(view, GuideView)
    return view.sections[-1].html.replace("&nbsp;", " ")


def test_an_image_is_published_at_an_address_that_names_its_content(site_root: Path) -> None:
    """The page keeps its place free, and the Markdown twin names it in full."""
    order = illustrate(site_root)
    build_site(order)
    site = site_root.parent / "site"
    assert (site / SCENE_AT).read_bytes() == SCENE
    html = (
        f'<figure class="picture"><img src="../../../{SCENE_AT}" alt="A scene &amp; its 24 GB" '
        'width="640" height="360" loading="lazy" decoding="async"></figure>'
    )
    assert figure(order, "en") == html
    assert html in (site / "en/guides/rendering/index.html").read_text("utf-8").replace("&nbsp;", " ")
    twin = (site / "en/guides/rendering/index.md").read_text("utf-8").replace("\u00a0", " ")
    assert f"\n\n![A scene & its 24 GB](https://catalogue.everxcloud.example/{SCENE_AT})\n\n" in twin
    assert "/images/*\n  Cache-Control: public, max-age=31536000, immutable\n" in (site / "_headers").read_text("utf-8")


def test_an_alt_text_is_translated_like_any_other(site_root: Path) -> None:
    """Until it is, the image says that its words are English."""
    order = illustrate(site_root)
    assert figure(order, "tr").endswith(
        'alt="A scene &amp; its 24 GB" width="640" height="360" loading="lazy" '
        'decoding="async" lang="en" dir="ltr"></figure>'
    )
    po = site_root / "locales/tr/LC_MESSAGES/rendering.po"
    entry = 'msgctxt "rendering/scene/img1"\nmsgid "A scene & its {small}"\nmsgstr "Bir sahne ve {small} bellek"\n'
    po.write_text(f"{po.read_text('utf-8')}\n{entry}", "utf-8")
    assert 'alt="Bir sahne ve 24 GB bellek"' in figure(order, "tr")
    assert "lang=" not in figure(order, "tr")


def test_an_image_of_what_is_not_published_stays_at_home(site_root: Path) -> None:
    """A draft may show what nobody may see yet, and so may a section for the time after the opening."""
    order = illustrate(site_root)

    def is_published() -> bool:
        return SCENE_AT in {file.path for file in plan_site(order, lambda _: None).files}

    assert is_published()
    edit(site_root, RENDERING, "order: 5", "order: 5\npublish_from: 2026-12-10T08:00:00Z")
    assert not is_published()
    edit(site_root, RENDERING, "publish_from: 2026-12-10T08:00:00Z\n", "")
    edit(site_root, RENDERING, "{#scene}", "{#scene when=open}")
    assert not is_published()


def test_a_changed_image_has_another_address(site_root: Path) -> None:
    """So the page that shows it changes, and the former one stays for the pages that visitors still have open."""
    order = replace(illustrate(site_root), keep_releases=1)
    build_site(order)
    write(site_root, "content/images/scene.png", png(641, 360))
    site = site_root.parent / "site"
    told = site_differences(order, site)
    assert told.changed == ("/en/guides/rendering/", "/tr/guides/rendering/")
    assert all("scene.png" in line for line in told.sentences["/en/guides/rendering/"])
    build_site(order)
    assert len(list(site.glob("images/*/scene.png"))) == 2

"""English edits on their way to what readers of another language see: a guide's life in five edits, built each time."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from lxml.html import HtmlElement

from generator.pipeline import Order, build_site
from generator.translate.translate import update
from tests.conftest import ROOT
from tests.html import BuiltSite, visible
from tests.sites import PAGE, edited
from tests.translations import TURKISH, held, translate, translated_site

GUIDE = "content/guides/training.md"
ADDRESS = "tr/guides/training/"
LEAD, PARAGRAPH = "Bir giriş.", "H100 ≈ 4B eğitir; yöntem bizim."
HEADING = "//*[@id='memory-first']/*[self::h2 or self::h3]"
FOOT = ("imprint", "privacy", "terms")


class Story:
    """A small site whose guide is translated whole, and that is built again after each edit."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "root"
        self.output = folder / "site"
        bars = edited("data/site.yaml", "bars: {ui: 100, page: 90}", "bars: {ui: 0, page: 90}")
        translated_site(self.root, {"data/site.yaml": bars, **{f"content/pages/{slug}.md": PAGE for slug in FOOT}})
        for name in ("templates", "static"):
            shutil.copytree(ROOT / name, self.root / name)

    def edit(self, old: str, new: str, path: str = GUIDE) -> None:
        """Change an English text, which must be there."""
        text = (self.root / path).read_text("utf-8")
        assert old in text
        (self.root / path).write_text(text.replace(old, new), "utf-8")

    def built(self) -> BuiltSite:
        """The site as it would be published now, though nobody ran ``translate update``."""
        build_site(Order(self.root, self.output, no_search=True))
        return BuiltSite(self.output)

    def page(self, address: str = ADDRESS) -> HtmlElement:
        """A page of it."""
        return self.built().page(address)


@pytest.fixture
def story(tmp_path: Path) -> Story:
    """The site before the first edit."""
    return Story(tmp_path)


def paragraphs(page: HtmlElement) -> list[tuple[str, str]]:
    """The paragraphs of lead and prose, each with the language that it is marked with."""
    found = page.xpath("//div[@class='lead' or @class='prose']/p")
    return [(visible(paragraph), paragraph.get("lang", "")) for paragraph in found]


def published(page: HtmlElement) -> bool:
    """Whether search engines are asked to show the page."""
    return not page.xpath("//meta[@name='robots'][contains(@content, 'noindex')]")


def offered(site: BuiltSite) -> bool:
    """Whether the English page and the sitemaps name the Turkish one as its translation."""
    named = bool(site.page("en/guides/training/").xpath("//link[@hreflang='tr']"))
    listed = any("/tr/guides/training/" in path.read_text("utf-8") for path in site.folder.rglob("sitemap*.xml"))
    assert named == listed
    return named


def test_a_whole_translation_is_published(story: Story) -> None:
    """Before any edit: no English on the page, and other pages name it."""
    site = story.built()
    page = site.page(ADDRESS)
    assert paragraphs(page) == [(LEAD, ""), (PARAGRAPH, "")]
    assert published(page)
    assert offered(site)


def test_a_sentence_is_edited(story: Story) -> None:
    """It is shown in English and marked so; the page falls under its bar, until somebody translates it again."""
    story.edit("A lead.", "A new lead.")
    site = story.built()
    page = site.page(ADDRESS)
    assert paragraphs(page) == [("A new lead.", "en"), (PARAGRAPH, "")]
    assert not published(page)
    assert not offered(site)
    assert page.xpath("//h1[not(.//@lang)]/text()") == ["Eğitim için GPU’lar"]

    update(story.root)
    assert held(story.root, "training/lead/p1").fuzzy
    assert paragraphs(story.page()) == [("A new lead.", "en"), (PARAGRAPH, "")]

    translate(story.root, "training/lead/p1", "Yeni bir giriş.")
    site = story.built()
    assert paragraphs(site.page(ADDRESS)) == [("Yeni bir giriş.", ""), (PARAGRAPH, "")]
    assert published(site.page(ADDRESS))
    assert offered(site)


def test_a_paragraph_is_moved(story: Story) -> None:
    """It keeps its words where it now stands; the file learns of that later."""
    story.edit("A lead.\n", "A lead.\n\nA second paragraph.\n")
    story.edit("## Memory {#memory}\n", "## Memory {#memory}\n\nA lead.\n")
    story.edit("A lead.\n\nA second paragraph.\n", "A second paragraph.\n")
    expected = [("A second paragraph.", "en"), (LEAD, ""), (PARAGRAPH, "")]
    assert paragraphs(story.page()) == expected
    update(story.root)
    assert held(story.root, "training/memory/p1").msgstr == (LEAD,)
    assert held(story.root, "training/memory/p2").msgstr == (TURKISH["training/memory/p1"],)
    assert paragraphs(story.page()) == expected


def test_a_heading_is_renamed(story: Story) -> None:
    """Words and anchor: what stands under it keeps its translation, the heading waits for its own."""
    story.edit("## Memory {#memory}", "## Memory first {#memory-first}")
    page = story.page()
    (heading,) = page.xpath(HEADING)
    assert visible(heading) == "Memory first"
    assert heading.xpath(".//@lang") == ["en"]
    assert paragraphs(page) == [(LEAD, ""), (PARAGRAPH, "")]
    update(story.root)
    translate(story.root, "training/memory-first/h", "Önce bellek")
    (heading,) = story.page().xpath(HEADING)
    assert visible(heading) == "Önce bellek"
    assert not heading.xpath(".//@lang")


def test_a_fact_is_changed(story: Story) -> None:
    """No translation goes stale: the figure changes in every language, also in the description and the question."""
    story.edit("memory_gb: 80\n", "memory_gb: 94\n", "data/gpus.yaml")
    site = story.built()
    page, english = site.page(ADDRESS), site.page("en/guides/training/")
    assert page.xpath("//meta[@name='description']/@content") == ["94 GB ve daha fazlası hangi GPU’larda var."]
    assert english.xpath("//meta[@name='description']/@content") == ["Which GPUs hold 94 GB and more."]
    assert "Yaklaşık 94 GB, küçük bir model için." in [" ".join(p.text_content().split()) for p in page.xpath("//p")]
    assert paragraphs(page) == [(LEAD, ""), (PARAGRAPH, "")]
    assert offered(site)
    update(story.root)
    assert held(story.root, "training/meta/description").extracted[2] == "tr: 94 GB"


def test_a_guide_is_renamed(story: Story) -> None:
    """Its words come along before and after ``update``, and its former address leads to the new one."""
    (story.root / GUIDE).rename(story.root / "content/guides/full-training.md")
    story.edit("/guides/old-training/", "/guides/training/", "content/guides/full-training.md")
    for slug in ("methodology", *FOOT):
        story.edit("guide:training", "guide:full-training", f"content/pages/{slug}.md")

    def check(built: Callable[[], BuiltSite] = story.built) -> None:
        site = built()
        page = site.page("tr/guides/full-training/")
        assert paragraphs(page) == [(LEAD, ""), (PARAGRAPH, "")]
        assert published(page)
        former = site.text(f"{ADDRESS}index.html")
        assert re.search(r'http-equiv="refresh" content="0; url=[./]+/tr/guides/full-training/"', former)
        assert "<h1>Eğitim</h1>" in former

    check()
    update(story.root)
    assert not (story.root / "locales/tr/LC_MESSAGES/training.po").exists()
    check()

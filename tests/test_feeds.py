"""Sitemaps, robots.txt, Atom feeds, llms.txt and redirects."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

import pytest
from lxml import etree
from markupsafe import Markup
from msgspec.structs import replace

from generator.exports import feeds
from generator.model import Content, Document, Gpu, Guide, GuideHead, Locale, Places, Site, Snapshot, Sourced
from generator.model.kinds import read_value
from generator.pages.addresses import Addresses
from generator.pages.views import Alternate, Layout, Moment, MovedView, Page, TextView
from tests.samples import gpu, site

EN = Locale("en", "en", "en", "ltr", "English")
PT = Locale("pt_BR", "pt-br", "pt-BR", "ltr", "Português (Brasil)")
ADDRESSES = Addresses("https://c.example/catalogue", (EN, PT))
DAY = date(2026, 12, 1)
NS = {
    "s": "http://www.sitemaps.org/schemas/sitemap/0.9",
    "x": "http://www.w3.org/1999/xhtml",
    "a": "http://www.w3.org/2005/Atom",
}


def page(
    address: str,
    kind: str = "text",
    *,
    title: str = "A page",
    description: str = "What it says.",
    lastmod: date | None = DAY,
    listed: bool = True,
    indexed: bool = True,
    alternates: Sequence[tuple[str, str]] = (),
    markdown: str = "index.md",
    placeholder: bool = False,
) -> Page:
    """A page at an address, with only what these files read of it."""
    layout = Layout(
        lang="en",
        direction="ltr",
        locale="en",
        brand="EverXCloud",
        title=title,
        description=description,
        canonical=ADDRESSES.absolute(address),
        alternates=tuple(Alternate(tag, href) for tag, href in alternates),
        root="",
        static="",
        tab="",
        crumbs=(),
        here=Markup(),
        languages=(),
        home="",
        guides="",
        gpus="",
        compares="",
        methodology="",
        imprint="",
        privacy="",
        terms="",
        signup="",
        network="",
        report="",
        market_open=False,
        demo=False,
        as_of=Moment("", ""),
        age="",
        unfinished=False,
        indexed=indexed,
        json_ld=Markup(),
        feed="feed.xml",
        markdown=markdown,
    )
    view = TextView(layout, Markup(), Markup(), (), (), placeholder=placeholder)
    return Page(address, "text.html", "en", view, kind, title, lastmod, listed)


def moved(address: str, target: str) -> Page:
    """A page that leads on."""
    layout = page(address).view.layout
    view = MovedView(layout, "../" + target, ADDRESSES.absolute(target))
    return Page(address, "moved.html", "en", view, "moved", "Moved", listed=False)


def guide(slug: str, updated: date) -> Guide:
    """A guide that was updated on a day."""
    head = read_value(
        GuideHead,
        {
            "title": slug,
            "short_title": slug,
            "description": slug,
            "blurb": slug,
            "updated": updated.isoformat(),
            "order": 1,
            "table": {"gpus": ["h100"], "columns": ["memory"]},
        },
    )
    return Content(slug, head, Document((), ()), Places(f"content/guides/{slug}.md"), ())


def catalogue(gpus: Sequence[Gpu] = (), guides: Sequence[Guide] = (), *, demo: bool = False) -> Site:
    """A site of those GPUs and guides, its market read on the day before."""
    snapshot = read_value(Snapshot, {"as_of": "2026-11-30T08:00:00Z", "currency": "USD", "demo": demo, "offers": ()})
    return replace(site(*gpus), guides=tuple(guides), snapshot=Sourced(snapshot, Places("data/prices.yaml")))


def locations(content: bytes) -> list[str]:
    """Every address of a sitemap or index, in order."""
    return [str(text) for text in etree.fromstring(content).xpath("//s:loc/text()", namespaces=NS)]


def titles(content: bytes) -> list[str]:
    """The titles of a feed's entries, in order."""
    return [str(text) for text in etree.fromstring(content).xpath("//a:entry/a:title/text()", namespaces=NS)]


# --- sitemaps


def test_each_locale_has_a_sitemap_and_the_index_names_them() -> None:
    """The root's page stands with those of the first locale."""
    pages = [page(""), page("en/"), page("pt-br/", lastmod=date(2026, 12, 2))]
    made = feeds.sitemaps(pages, ADDRESSES)
    assert locations(made["sitemap.xml"]) == [
        "https://c.example/catalogue/sitemap-en.xml",
        "https://c.example/catalogue/sitemap-pt-br.xml",
    ]
    assert locations(made["sitemap-en.xml"]) == ["https://c.example/catalogue/", "https://c.example/catalogue/en/"]
    assert locations(made["sitemap-pt-br.xml"]) == ["https://c.example/catalogue/pt-br/"]


def test_lastmod_is_the_pages_own_and_the_latest_in_the_index() -> None:
    """A page without a date has none there either: the time of the build never stands in for it."""
    pages = [page("en/"), page("en/a/", lastmod=date(2026, 12, 9)), page("en/b/", lastmod=None)]
    made = feeds.sitemaps(pages, ADDRESSES)
    urls = etree.fromstring(made["sitemap-en.xml"]).findall("s:url", NS)
    assert [url.findtext("s:lastmod", None, NS) for url in urls] == ["2026-12-01", "2026-12-09", None]
    assert etree.fromstring(made["sitemap.xml"]).findtext("s:sitemap/s:lastmod", None, NS) == "2026-12-09"


def test_alternates_are_those_of_the_page() -> None:
    """The hreflang of a locale has a hyphen, and an ampersand in an address survives."""
    pairs = [
        ("en", "https://c.example/en/?a&b"),
        ("pt-BR", "https://c.example/pt-br/"),
        ("x-default", "https://c.example/"),
    ]
    made = feeds.sitemaps([page("en/", alternates=pairs)], ADDRESSES)
    links = etree.fromstring(made["sitemap-en.xml"]).findall("s:url/x:link", NS)
    assert [(link.get("hreflang"), link.get("href")) for link in links] == pairs
    assert {link.get("rel") for link in links} == {"alternate"}


def test_pages_that_are_not_listed_or_not_indexed_stay_out() -> None:
    """Neither a page that leads on nor one in an unfinished language is offered to search engines."""
    pages = [page("en/"), page("en/404.html", listed=False), page("pt-br/", indexed=False), moved("en/old/", "en/")]
    made = feeds.sitemaps(pages, ADDRESSES)
    assert set(made) == {"sitemap.xml", "sitemap-en.xml"}
    assert locations(made["sitemap-en.xml"]) == ["https://c.example/catalogue/en/"]


def test_a_site_that_may_not_be_indexed_has_no_sitemap_and_names_none() -> None:
    """An empty sitemap would be invalid."""
    made = feeds.files(catalogue(), [page("en/", indexed=False)], ADDRESSES)
    assert "sitemap.xml" not in made
    assert b"Sitemap" not in made["robots.txt"]


@pytest.mark.parametrize(("limit", "value"), [("MOST_URLS", 2), ("MOST_BYTES", 700)])
def test_a_locale_past_the_protocols_limits_goes_on_in_a_second_file(
    limit: str, value: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No address is lost or said twice, and the index names every file."""
    monkeypatch.setattr(feeds, limit, value)
    made = feeds.sitemaps([page(f"en/{n}/") for n in range(9)], ADDRESSES)
    parts = [name for name in made if name.startswith("sitemap-en")]
    assert parts[:2] == ["sitemap-en.xml", "sitemap-en-2.xml"]
    assert [address for part in parts for address in locations(made[part])] == [
        f"https://c.example/catalogue/en/{n}/" for n in range(9)
    ]
    assert locations(made["sitemap.xml"]) == [f"https://c.example/catalogue/{part}" for part in parts]
    assert limit != "MOST_BYTES" or max(len(made[part]) for part in parts) <= value


def test_the_order_of_the_pages_changes_nothing() -> None:
    """Sitemaps and feeds of pages that were made in another order are the same bytes."""
    pages = [page("en/"), page("en/guides/a/", "guide"), page("en/guides/b/", "guide"), page("pt-br/")]
    data = catalogue(guides=[guide("a", DAY), guide("b", DAY)])
    first, second = (feeds.files(data, order, ADDRESSES) for order in (pages, [*reversed(pages)]))
    assert {name: first[name] for name in first if "xml" in name} == {
        name: second[name] for name in second if "xml" in name
    }


def test_robots_may_read_everything_and_find_the_sitemap() -> None:
    """The address of the sitemap is absolute."""
    lines = feeds.robots(ADDRESSES, listed=True).decode().splitlines()
    assert "Sitemap: https://c.example/catalogue/sitemap.xml" in lines
    assert "Allow: /" in lines


# --- feeds


def test_a_feed_lists_new_gpus_and_guides_newest_first() -> None:
    """GPUs count by the day on which they were added, guides by their update; other pages are no news."""
    data = catalogue(
        [gpu("h100", added=str(DAY)), gpu("b300", added=str(DAY + timedelta(days=2)))],
        [guide("training", DAY + timedelta(days=1))],
    )
    pages = [
        page("en/", "list"),
        page("en/gpus/h100/", "gpu", title="H100", lastmod=date(2027, 1, 1)),
        page("en/gpus/b300/", "gpu", title="B300"),
        page("en/guides/training/", "guide", title="Training"),
        page("en/terms/", title="Terms"),
    ]
    feed = feeds.atom_feeds(data, pages, ADDRESSES)["en/feed.xml"]
    assert titles(feed) == ["B300", "Training", "H100"]
    root = etree.fromstring(feed)
    assert root.findtext("a:updated", None, NS) == "2026-12-03T00:00:00Z"
    assert [entry.findtext("a:updated", None, NS) for entry in root.findall("a:entry", NS)][
        -1
    ] == "2026-12-01T00:00:00Z"


def test_a_feed_has_all_that_atom_requires() -> None:
    """RFC 4287: ids, titles, times, an author, the feed's own address, and a summary that is text."""
    data = catalogue(guides=[guide("training", DAY)])
    pages = [
        page("pt-br/", "list", title="GPUs & preços", description="Qual GPU <serve>?"),
        page("pt-br/guides/training/", "guide", title="Treino", description="A & B < C"),
    ]
    root = etree.fromstring(feeds.atom_feeds(data, pages, ADDRESSES)["pt-br/feed.xml"])
    assert root.get("{http://www.w3.org/XML/1998/namespace}lang") == "pt-BR"
    assert root.findtext("a:title", None, NS) == "GPUs & preços"
    assert root.findtext("a:author/a:name", None, NS) == "EverXCloud"
    own = "https://c.example/catalogue/pt-br/feed.xml"
    assert root.findtext("a:id", None, NS) == own
    assert {link.get("rel"): link.get("href") for link in root.findall("a:link", NS)} == {
        "self": own,
        "alternate": "https://c.example/catalogue/pt-br/",
    }
    entry = root.find("a:entry", NS)
    assert entry is not None
    assert entry.findtext("a:summary", None, NS) == "A & B < C"
    assert entry.findtext("a:id", None, NS) == "https://c.example/catalogue/pt-br/guides/training/"


def test_a_feed_holds_at_most_fifty_entries_and_keeps_the_guides() -> None:
    """On the day of a large import the guides are not crowded out."""
    data = catalogue([gpu(f"g{n}", added=str(DAY)) for n in range(60)], [guide("training", DAY)])
    pages = [page("en/"), *(page(f"en/gpus/g{n}/", "gpu", title=f"G{n}") for n in range(60))]
    pages.append(page("en/guides/training/", "guide", title="Training"))
    found = titles(feeds.atom_feeds(data, pages, ADDRESSES)["en/feed.xml"])
    assert len(found) == 50
    assert found[0] == "Training"


def test_a_feed_without_news_is_dated_by_the_snapshot() -> None:
    """A time is required; that of the build would change without the data."""
    feed = feeds.atom_feeds(catalogue(), [page("en/")], ADDRESSES)["en/feed.xml"]
    assert etree.fromstring(feed).findtext("a:updated", None, NS) == "2026-11-30T00:00:00Z"


def test_a_build_of_one_locale_makes_no_feed_of_the_others() -> None:
    """A feed without its home would link into nothing."""
    assert set(feeds.atom_feeds(catalogue(), [page("pt-br/")], ADDRESSES)) == {"pt-br/feed.xml"}


# --- llms.txt and redirects


def test_llms_txt_links_to_the_english_twins_and_the_downloads() -> None:
    """One heading, one quotation, then sections of links; comparisons are the optional part."""
    pages = [
        page("en/", "list", title="Home", description="What fits."),
        page("en/guides/a/", "guide", title="Training [LLMs]"),
        page("en/compare/a-vs-b/", "compare", title="A / B"),
        page("pt-br/guides/a/", "guide", title="Treino"),
        page("en/bare/", title="Bare", markdown=""),
        page("en/terms/", title="Terms", placeholder=True),
    ]
    lines = feeds.llms_txt(catalogue(), pages, ADDRESSES).decode().splitlines()
    assert lines[0] == "# EverXCloud GPU catalogue"
    assert lines[2] == "> What fits."
    assert [line for line in lines if line.startswith("## ")] == ["## Guides", "## Overviews", "## Data", "## Optional"]
    assert "- [Training \\[LLMs\\]](https://c.example/catalogue/en/guides/a/index.md): What it says." in lines
    assert any("(https://c.example/catalogue/data/gpus.csv)" in line for line in lines)
    assert not any(title in line for line in lines for title in ("Treino", "Bare", "Terms"))


def test_llms_txt_says_that_prices_are_invented() -> None:
    """A demonstration must not be quoted as a market."""
    assert b"invented" in feeds.llms_txt(catalogue(demo=True), [page("en/")], ADDRESSES)
    assert b"invented" not in feeds.llms_txt(catalogue(), [page("en/")], ADDRESSES)


def test_pages_that_lead_on_become_redirects_below_the_base_path() -> None:
    """Each once, in the order of the paths, as permanent moves."""
    pages = [page("en/"), moved("en/old/", "en/new/"), moved("en/compare/b-vs-a/", "en/compare/a-vs-b/")]
    made = feeds.files(catalogue(), [*pages, pages[1]], ADDRESSES)
    assert made["_redirects"].decode() == (
        "/catalogue/en/compare/b-vs-a/ /catalogue/en/compare/a-vs-b/ 301\n/catalogue/en/old/ /catalogue/en/new/ 301\n"
    )


def test_an_odd_path_cannot_break_the_table_of_redirects() -> None:
    """A blank would end the path, and a line break the rule."""
    assert feeds.redirects([("/a b\n/c/", "/é/")]) == b"/a%20b%0A/c/ /%C3%A9/ 301\n"


def test_the_dates_of_the_build_change_nothing() -> None:
    """Only a date in the data moves a feed or a sitemap."""
    pages = [page("en/"), page("en/guides/a/", "guide")]
    before = feeds.files(catalogue(guides=[guide("a", DAY)]), pages, ADDRESSES)
    later = [pages[0], replace(pages[1], lastmod=date(2026, 12, 24))]
    after = feeds.files(catalogue(guides=[guide("a", DAY)]), later, ADDRESSES)
    assert {name for name in after if after[name] != before[name]} == {"sitemap.xml", "sitemap-en.xml"}

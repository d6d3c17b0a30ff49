"""Files for machines that look for pages: sitemaps, robots.txt, Atom feeds, llms.txt and the table of redirects.

All dates are the data's, so that the same input gives the same bytes. Addresses are absolute, except in ``_redirects``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from html import escape  # the five signs of XML; the library's own escape loads its whole HTTP client
from urllib.parse import quote, urlsplit

from msgspec import Struct

from generator.model import Locale, Site
from generator.pages.addresses import Addresses
from generator.pages.views import MovedView, Page, TextView

MOST_ENTRIES = 50
# The protocol's limits for one file are 50,000 addresses and 50 MB.
MOST_URLS = 50_000
MOST_BYTES = 50_000_000
_XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
_SITEMAPS = "http://www.sitemaps.org/schemas/sitemap/0.9"
_URLSET = f'{_XML}<urlset xmlns="{_SITEMAPS}" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n'
_SECTIONS = {
    "guide": "Guides",
    "list": "Overviews",
    "text": "About the figures",
    "gpu": "GPU models",
    "compare": "Optional",
}


def files(site: Site, pages: Sequence[Page], addresses: Addresses) -> Mapping[str, bytes]:
    """All files of this module by their path below the site's root."""
    maps = sitemaps(pages, addresses)
    made = {**maps, "robots.txt": robots(addresses, listed=bool(maps)), **atom_feeds(site, pages, addresses)}
    if text := llms_txt(site, pages, addresses):
        made["llms.txt"] = text
    made["_redirects"] = redirects(
        (addresses.base_path + page.address, urlsplit(page.view.target_absolute).path)
        for page in pages
        if isinstance(page.view, MovedView)
    )
    return made


def _offered(pages: Iterable[Page]) -> list[Page]:
    """The pages that search engines may have, by address."""
    chosen = (page for page in pages if page.listed and page.view.layout.indexed and page.view.layout.canonical)
    return sorted(chosen, key=lambda page: page.address)


def sitemaps(pages: Sequence[Page], addresses: Addresses) -> Mapping[str, bytes]:
    """``sitemap.xml``, and ``sitemap-<locale>.xml`` for each locale; none where no page may be listed.

    ``lastmod`` is the page's own, and that of an index entry the latest of its pages. A locale that passes the
    protocol's limits goes on in ``sitemap-<locale>-2.xml``.
    """
    slugs = {locale.slug for locale in addresses.locales}
    by_locale: defaultdict[str, list[Page]] = defaultdict(list)
    for page in _offered(pages):
        first = page.address.split("/", 1)[0]
        by_locale[first if first in slugs else addresses.locales[0].slug].append(page)
    made: dict[str, bytes] = {}
    index: list[str] = []
    for slug, listed in by_locale.items():
        for part, (urls, newest) in enumerate(_parts(listed), start=1):
            path = f"sitemap-{slug}.xml" if part == 1 else f"sitemap-{slug}-{part}.xml"
            made[path] = f"{_URLSET}{''.join(urls)}</urlset>\n".encode()
            index.append(f"<sitemap><loc>{escape(addresses.absolute(path))}</loc>{_lastmod(newest)}</sitemap>\n")
    if not made:
        return {}
    sitemap_index = f'{_XML}<sitemapindex xmlns="{_SITEMAPS}">\n{"".join(index)}</sitemapindex>\n'
    return {"sitemap.xml": sitemap_index.encode(), **made}


def _parts(pages: Iterable[Page]) -> Iterator[tuple[list[str], date | None]]:
    urls: list[str] = []
    size, newest = 0, None
    for page in pages:
        url = _url(page)
        length = len(url.encode())
        if urls and (len(urls) == MOST_URLS or size + length > MOST_BYTES - len(_URLSET) - 100):
            yield urls, newest
            urls, size, newest = [], 0, None
        urls.append(url)
        size += length
        newest = max(filter(None, (newest, page.lastmod)), default=None)
    if urls:
        yield urls, newest


def _url(page: Page) -> str:
    layout = page.view.layout
    alternates = "".join(
        f'<xhtml:link rel="alternate" hreflang="{escape(other.hreflang)}" href="{escape(other.href)}"/>\n'
        for other in layout.alternates
    )
    return f"<url><loc>{escape(layout.canonical)}</loc>{_lastmod(page.lastmod)}\n{alternates}</url>\n"


def _lastmod(day: date | None) -> str:
    return f"<lastmod>{day.isoformat()}</lastmod>" if day else ""


def robots(addresses: Addresses, *, listed: bool) -> bytes:
    """``robots.txt``: everything may be read; what may not be listed says so itself. ``listed``: there is a sitemap."""
    sitemap = f"\nSitemap: {addresses.absolute('sitemap.xml')}\n" if listed else ""
    return f"User-agent: *\nAllow: /\n{sitemap}".encode()


class _Entry(Struct, frozen=True):
    day: date
    page: Page


def atom_feeds(site: Site, pages: Sequence[Page], addresses: Addresses) -> Mapping[str, bytes]:
    """``<locale>/feed.xml`` for each locale that has a home: new GPUs and guides, newest first.

    The day of a GPU is that on which it was added, that of a guide its last update. On the same day guides come first.
    """
    homes = {page.address: page for page in pages}
    offered = _offered(pages)
    return {
        f"{locale.slug}/feed.xml": _feed(site, locale, home, offered, addresses)
        for locale in addresses.locales
        if (home := homes.get(f"{locale.slug}/"))
    }


def _feed(site: Site, locale: Locale, home: Page, pages: Iterable[Page], addresses: Addresses) -> bytes:
    added = {f"{locale.slug}/gpus/{gpu.id}/": gpu.added for gpu in site.gpus.value}
    updated = {f"{locale.slug}/guides/{guide.slug}/": guide.head.updated for guide in site.guides}
    days = {**updated, **added}
    entries = [_Entry(days[page.address], page) for page in pages if page.address in days]
    entries.sort(key=lambda entry: (-entry.day.toordinal(), entry.page.address not in updated))
    newest = entries[0].day if entries else site.snapshot.value.as_of.date()
    layout = home.view.layout
    own = addresses.absolute(f"{locale.slug}/feed.xml")
    lines = [
        f'{_XML}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="{escape(locale.tag)}">',
        f"<id>{escape(own)}</id>",
        f"<title>{escape(layout.title)}</title>",
        f"<subtitle>{escape(layout.description)}</subtitle>",
        f"<updated>{_midnight(newest)}</updated>",
        f"<author><name>{escape(layout.brand)}</name></author>",
        f'<link rel="self" type="application/atom+xml" href="{escape(own)}"/>',
        f'<link rel="alternate" type="text/html" href="{escape(layout.canonical)}"/>',
        *(_entry(entry) for entry in entries[:MOST_ENTRIES]),
        "</feed>\n",
    ]
    return "\n".join(lines).encode()


def _entry(entry: _Entry) -> str:
    layout = entry.page.view.layout
    address = layout.canonical
    return (
        f"<entry><id>{escape(address)}</id><title>{escape(entry.page.title)}</title>"
        f"<updated>{_midnight(entry.day)}</updated>"
        f'<link rel="alternate" type="text/html" href="{escape(address)}"/>'
        f"<summary>{escape(layout.description)}</summary></entry>"
    )


def _midnight(day: date) -> str:
    return f"{day.isoformat()}T00:00:00Z"


def llms_txt(site: Site, pages: Sequence[Page], addresses: Addresses) -> bytes:
    """``llms.txt`` in the layout of llmstxt.org: links to the English Markdown twins and to the downloads.

    Empty where the English pages are not among ``pages``.
    """
    english = addresses.locales[0]
    home = next((page for page in pages if page.address == f"{english.slug}/"), None)
    if home is None:
        return b""
    settings, snapshot = site.settings.value, site.snapshot.value
    lines = [
        f"# {settings.brand} GPU catalogue",
        "",
        f"> {home.view.layout.description}",
        "",
        "Tensor rates are dense, without sparsity, and per GPU. Model sizes are estimates in billions of parameters,",
        "rounded down; each sum stands beside its result.",
        f"Prices are in {snapshot.currency} an hour without taxes, read at {snapshot.as_of:%Y-%m-%dT%H:%M:%SZ}.",
    ]
    if snapshot.demo:
        lines.append("This is a demonstration: every price is invented.")
    own = [page for page in pages if page.address.startswith(f"{english.slug}/") and _says_something(page)]
    for kind, heading in _SECTIONS.items():
        links = [_link(page, addresses) for page in own if page.kind == kind]
        lines += ["", f"## {heading}", "", *links] if links else []
        if kind == "text":
            lines += ["", "## Data", "", *_downloads(addresses)]
    return ("\n".join(lines) + "\n").encode()


def _says_something(page: Page) -> bool:
    return bool(page.view.layout.markdown) and not (isinstance(page.view, TextView) and page.view.placeholder)


def _link(page: Page, addresses: Addresses) -> str:
    layout = page.view.layout
    title = page.title.replace("[", "\\[").replace("]", "\\]")
    note = f": {layout.description}" if layout.description else ""
    return f"- [{title}]({addresses.absolute(page.address + layout.markdown)}){note}"


def _downloads(addresses: Addresses) -> Iterator[str]:
    what = "every figure with its unit, state and sources, every offer, every estimate with its inputs"
    yield f"- [All figures as JSON]({addresses.absolute('data/gpus.json')}): {what}"
    yield f"- [All figures as CSV]({addresses.absolute('data/gpus.csv')}): the same, one figure a line"


def redirects(pairs: Iterable[tuple[str, str]]) -> bytes:
    """``_redirects`` as Netlify and Cloudflare Pages read it; ``pairs`` are paths, from and to."""
    return "".join(f"{quote(source)} {quote(target)} 301\n" for source, target in sorted(set(pairs))).encode()

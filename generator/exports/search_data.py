"""What the search box knows of each page before any index is loaded: ``/<locale>/search.json``.

The index holds no price, so that it need not be made anew with each snapshot. A result gets its kind and its price from
here, by its address; the price is that of the GPU's cell in every table.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Any

from generator.figures.cells import State
from generator.model import Content
from generator.pages import addresses
from generator.pages.edition import exact_text
from generator.pages.studio import Studio
from generator.pages.views import Page

KINDS = ("guide", "gpu", "compare", "text", "list")
"""The kinds of page that are searched. A 404, or a page that only leads on, is none of them."""


def search_json(studio: Studio, pages: Iterable[Page]) -> bytes:
    """The pages of one edition that can be found, in the site's order; addresses are below its start page."""
    home = f"{studio.locale.slug}/"
    english = frozenset(_in_english(studio))
    prices = dict(_prices(studio))
    found = [
        {
            "address": page.address.removeprefix(home),
            "kind": page.kind,
            "title": page.title,
            **({"lang": "en"} if page.address in english else {}),
            **prices.get(page.address, {}),
        }
        for page in pages
        if page.kind in KINDS and page.address.startswith(home)
    ]
    return (json.dumps(found, ensure_ascii=False, separators=(",", ":")) + "\n").encode()


def _in_english(studio: Studio) -> Iterator[str]:
    """The addresses of guides and pages whose title is not translated."""
    if studio.edition.source:
        return
    contents: tuple[tuple[str, Content[Any]], ...] = (
        *((addresses.guide(studio.locale, guide.slug), guide) for guide in studio.guides),
        *((addresses.text_page(studio.locale, page.slug), page) for page in studio.site.pages),
    )
    for address, content in contents:
        if not studio.edition.words.segment(content.slug, studio.meta(content, "title")).translated:
            yield address


def _prices(studio: Studio) -> Iterator[tuple[str, dict[str, str]]]:
    """The price of an hour of each GPU with an offer, formatted, and the exact amount where it can be converted."""
    column = studio.catalogue.columns["price_per_hour"]
    formats = studio.edition.formats
    for gpu in studio.catalogue.gpus.values():
        cell = studio.catalogue.cell(gpu.id, column, show_derived=True)
        if cell.state is State.VALUE and isinstance(cell.value, Decimal):
            price = {"price": formats.attr(formats.money(cell.value))}
            usd = {"usd": exact_text(cell.value)} if studio.edition.convertible else {}
            yield addresses.gpu(studio.locale, gpu.id), price | usd

"""Every page of the site, in order: one function per page type makes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from generator.files.kept import Kept
from generator.model import Content
from generator.pages import addresses
from generator.pages.calculator_pages import calculator_page
from generator.pages.compare_pages import compare_pages, moved_page
from generator.pages.general_pages import home_page, missing_page, root_pages
from generator.pages.gpu_pages import gpu_pages
from generator.pages.guide_pages import guide_pages, text_pages
from generator.pages.studio import Studio
from generator.pages.views import Page

Part = Callable[[], tuple[Page, ...]]


def site_pages(studios: Sequence[Studio]) -> Iterator[Page]:
    """Every page; those of the root first."""
    yield from root_pages(studios)
    for studio in studios:
        for part in edition_parts(studio, Kept()):
            yield from part()


def edition_parts(studio: Studio, kept: Kept) -> list[Part]:
    """The pages of one edition in a few parts of like size, made when asked; those of the same studio are kept."""
    makers: dict[str, Callable[[Studio], Iterable[Page]]] = {
        "general": _general,
        "gpus": gpu_pages,
        "comparisons": compare_pages,
    }

    def part(name: str) -> tuple[Page, ...]:
        return kept.made(f"{name} {studio.locale.name}", (studio,), lambda: tuple(makers[name](studio)))

    return [partial(part, name) for name in makers]


def _general(studio: Studio) -> Iterator[Page]:
    yield home_page(studio)
    yield from guide_pages(studio)
    yield calculator_page(studio)
    yield from text_pages(studio)
    yield missing_page(studio)
    yield from alias_pages(studio)


def alias_pages(studio: Studio) -> Iterator[Page]:
    """Former addresses of guides and pages, each leading to the present one."""
    for guide in studio.guides:
        for alias in guide.head.aliases:
            target = addresses.guide(studio.locale, guide.slug)
            yield moved_page(studio, studio.locale.slug + alias, target, _title(studio, guide))
    for page in studio.site.pages:
        for alias in page.head.aliases:
            target = addresses.text_page(studio.locale, page.slug)
            yield moved_page(studio, studio.locale.slug + alias, target, _title(studio, page))


def _title(studio: Studio, content: Content[Any]) -> str:
    return studio.prose(content, "").plain(studio.meta(content, "short_title"))

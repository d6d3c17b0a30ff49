"""Every page of the site, in order: one function per page type makes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from generator import addresses
from generator.calculator_pages import calculator_page
from generator.compare_pages import compare_pages, moved_page
from generator.general_pages import home_page, missing_page, root_pages
from generator.gpu_pages import gpu_pages
from generator.guide_pages import guide_pages, text_pages
from generator.kept import Kept
from generator.studio import Studio
from generator.views import Page


def site_pages(studios: Sequence[Studio], kept: Kept) -> Iterator[Page]:
    """The pages of every edition; those of the root first. Those of a studio that is the same as before are kept."""
    yield from root_pages(studios)
    for studio in studios:
        yield from kept.made(f"pages {studio.locale.name}", (studio,), partial(_all, studio))


def _all(studio: Studio) -> tuple[Page, ...]:
    return tuple(edition_pages(studio))


def edition_pages(studio: Studio) -> Iterator[Page]:
    """The pages of one edition."""
    yield home_page(studio)
    yield from guide_pages(studio)
    yield from gpu_pages(studio)
    yield from compare_pages(studio)
    yield calculator_page(studio)
    yield from text_pages(studio)
    yield missing_page(studio)
    yield from alias_pages(studio)


def alias_pages(studio: Studio) -> Iterator[Page]:
    """Former addresses of guides and pages, each leading to the present one."""
    for guide in studio.guides:
        for alias in guide.head.aliases:
            target = addresses.guide(studio.locale, guide.slug)
            yield moved_page(studio, studio.locale.slug + alias, target, guide.head.short_title)
    for page in studio.site.pages:
        for alias in page.head.aliases:
            target = addresses.text_page(studio.locale, page.slug)
            yield moved_page(studio, studio.locale.slug + alias, target, page.head.short_title)

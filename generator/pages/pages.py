"""Every page of the site, in order: one function per page type makes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, TypeVar

from generator.files.kept import Kept
from generator.model import Content
from generator.pages import addresses
from generator.pages.calculator_pages import calculator_page
from generator.pages.compare_pages import compare_list, moved_page, pair_pages
from generator.pages.general_pages import home_page, missing_page, root_pages
from generator.pages.gpu_pages import gpu_list, gpu_page
from generator.pages.guide_pages import guide_list, guide_page, text_pages
from generator.pages.studio import Studio
from generator.pages.views import Page

T = TypeVar("T")

Part = Callable[[], tuple[Page, ...]]
Maker = Callable[[Studio], Iterable[Page]]

_PART = 5
"""Of GPUs and of pairs so many make a part: processes that share the parts shall end at about the same time."""


def site_pages(studios: Sequence[Studio]) -> Iterator[Page]:
    """Every page; those of the root first."""
    yield from root_pages(studios)
    for studio in studios:
        for part in edition_parts(studio, Kept()):
            yield from part()


def edition_parts(studio: Studio, kept: Kept) -> list[Part]:
    """The pages of one edition in parts, made when asked; those of the same studio are kept.

    Every edition has the same parts in the same order, and those at one place show the same figures.
    """

    def part(number: int, maker: Maker) -> tuple[Page, ...]:
        return kept.made(f"part {number} {studio.locale.name}", (studio,), lambda: tuple(maker(studio)))

    return [partial(part, number, maker) for number, maker in enumerate(_makers(studio))]


def _makers(studio: Studio) -> Iterator[Maker]:
    catalogue, pairs = studio.catalogue, studio.pairs
    gpus = tuple(catalogue.gpus.values())
    yield lambda studio: (home_page(studio), guide_list(studio))
    for guide in studio.guides:
        yield partial(_each, guide_page, (guide,))
    yield _others
    yield lambda studio: (gpu_list(studio),)
    for start in range(0, len(gpus), _PART):
        yield partial(_each, gpu_page, gpus[start : start + _PART])
    yield lambda studio: (compare_list(studio),)
    for start in range(0, len(pairs), _PART):
        yield partial(pair_pages, pairs[start : start + _PART])


def _each(make: Callable[[Studio, T], Page], subjects: Iterable[T], studio: Studio) -> Iterator[Page]:
    return (make(studio, subject) for subject in subjects)


def _others(studio: Studio) -> Iterator[Page]:
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

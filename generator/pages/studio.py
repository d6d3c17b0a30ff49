"""What every page function works with: one edition, the computed catalogue, cells, frames, and prose."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from markupsafe import Markup
from msgspec.structs import asdict

from generator.figures.comparisons import Comparisons
from generator.figures.facts import evaluate
from generator.figures.tables import Catalogue
from generator.model import Block, Content, Document, Guide, Image, ImageRef, Locale, Segment, Site, every_block
from generator.pages import addresses
from generator.pages.cell_views import CellViews
from generator.pages.edition import Edition, Prose
from generator.pages.layouts import Layouts
from generator.pages.structured import Terms
from generator.pages.views import ModelLine, NeededCell, Pair, QuestionView, SectionView, Workload
from generator.prose.prose import RenderedImage, RenderedSegment, render_blocks

_INTERNAL = re.compile(r'href="(gpu|guide|page|compare|site):([^"]*)"')


@dataclass(frozen=True)
class Studio:
    """One edition of one site, ready to be written. ``guides`` are those that are published now, in their order."""

    site: Site
    catalogue: Catalogue
    comparisons: Comparisons
    edition: Edition
    cells: CellViews
    layouts: Layouts
    guides: tuple[Guide, ...]
    pairs: tuple[tuple[str, str], ...]
    finished: Callable[[str], frozenset[str]]
    _known_facts: dict[str, tuple[Mapping[str, str], Mapping[str, str]]] = field(default_factory=dict, repr=False)
    known_needed: dict[tuple[str, tuple[int, ...]], tuple[NeededCell, ...]] = field(default_factory=dict, repr=False)
    known_counts: dict[tuple[str, int], NeededCell] = field(default_factory=dict, repr=False)
    known_models: dict[tuple[str, str], ModelLine] = field(default_factory=dict, repr=False)
    _known_workloads: dict[tuple[str, str], Workload] = field(default_factory=dict, repr=False)

    @property
    def locale(self) -> Locale:
        """The edition's locale."""
        return self.edition.locale

    @cached_property
    def terms(self) -> Terms:
        """On which terms prices stand in structured data."""
        settings = self.site.settings.value
        return Terms.of(self.site.snapshot.value, settings.brand, is_open=settings.market_open)

    @cached_property
    def links(self) -> Mapping[str, str]:
        """The owner's addresses by name, as ``site:`` links use them."""
        return asdict(self.site.settings.value.links)

    @cached_property
    def listed(self) -> Mapping[str, frozenset[str]]:
        """The GPUs in each guide's table, by the guide's slug."""
        return {
            guide.slug: frozenset(gpu.id for gpu in self.catalogue.select(guide.head.table)) for guide in self.guides
        }

    def prose(self, content: Content[Any], root: str) -> Prose:
        """The words of a content file with its facts, linking from a page whose way to the root is ``root``."""
        html_facts, plain_facts = self._facts(content)
        return Prose(
            edition=self.edition,
            page=content.slug,
            root=root,
            html_facts=html_facts,
            plain_facts=plain_facts,
            link=lambda html: _INTERNAL.sub(lambda match: f'href="{self.target(match[1], match[2], root)}"', html),
        )

    def _facts(self, content: Content[Any]) -> tuple[Mapping[str, str], Mapping[str, str]]:
        """The facts of a content file for text and for attributes, formatted once: many pages quote a guide."""
        if content.slug not in self._known_facts:
            formats = self.edition.formats
            texts = {name: formats.fact(evaluate(self.site, fact)) for name, fact in content.head.facts.items()}
            self._known_facts[content.slug] = (
                {name: _whole(formats.html(text)) for name, text in texts.items()},
                {name: formats.attr(text) for name, text in texts.items()},
            )
        return self._known_facts[content.slug]

    def target(self, kind: str, name: str, root: str) -> str:
        """Where an internal link of prose leads."""
        locale = self.locale
        if kind == "site":
            return self.links[name]
        if kind == "compare":
            first, second = name.split("/")
            return root + addresses.comparison(locale, first, second)
        way = {"gpu": addresses.gpu, "guide": addresses.guide, "page": addresses.text_page}[kind]
        return root + way(locale, name)

    def blocks(self, blocks: Iterable[Block], prose: Prose) -> Markup:
        """Blocks of a document as HTML."""

        def words(segment: Segment) -> RenderedSegment:
            return RenderedSegment(*prose.html(segment))

        def image(found: ImageRef, alt: Segment) -> RenderedImage:
            file = self.site.images[found.name]
            return RenderedImage(prose.root + addresses.image(file), file.width, file.height, *prose.alt(alt))

        return Markup(render_blocks(blocks, words, image))  # noqa: S704 - made by prose, which escapes and cleans

    def images(self) -> Iterator[Image]:
        """The images that the pages show, each once."""
        contents: tuple[Content[Any], ...] = (*self.guides, *self.site.pages)
        documents = [content.document for content in contents]
        sections = [section for document in documents for section in document.sections if self.shown(section.when)]
        shown = (*(document.lead for document in documents), *(section.blocks for section in sections))
        refs = (block.image for blocks in shown for block in every_block(blocks) if block.image)
        yield from (self.site.images[name] for name in sorted({ref.name for ref in refs}))

    def sections(self, document: Document, prose: Prose) -> tuple[SectionView, ...]:
        """The sections that are shown before, or after, the market opens."""
        return tuple(
            SectionView(section.id, prose.marked(section.heading), self.blocks(section.blocks, prose))
            for section in document.sections
            if self.shown(section.when)
        )

    def questions(self, content: Content[Any], prose: Prose) -> tuple[tuple[QuestionView, str, str], ...]:
        """The questions that are shown, each with its plain question and answer for structured data."""
        segments = {segment.key: segment for segment in content.segments}
        return tuple(
            (
                QuestionView(
                    f"q-{question.key}",
                    prose.marked(segments[f"faq/{question.key}/q"]),
                    Markup("<p>") + prose.marked(segments[f"faq/{question.key}/a"]) + Markup("</p>"),
                ),
                prose.plain(segments[f"faq/{question.key}/q"]),
                prose.plain(segments[f"faq/{question.key}/a"]),
            )
            for question in content.head.faq
            if self.shown(question.when)
        )

    def shown(self, when: str | None) -> bool:
        """Whether what is limited to before or after the opening is shown now."""
        return when is None or (when == "open") == self.site.settings.value.market_open

    def meta(self, content: Content[Any], name: str) -> Segment:
        """The segment of a line of front matter."""
        return next(segment for segment in content.segments if segment.key == f"meta/{name}")

    def workload(self, guide: Guide, root: str) -> Workload:
        """A guide as other pages link to it."""
        key = (guide.slug, root)
        if key not in self._known_workloads:
            prose = self.prose(guide, root)
            self._known_workloads[key] = Workload(
                root + addresses.guide(self.locale, guide.slug),
                prose.marked(self.meta(guide, "short_title")),
                prose.marked(self.meta(guide, "blurb")),
            )
        return self._known_workloads[key]

    def workloads(self, guides: Iterable[Guide], root: str) -> tuple[Workload, ...]:
        """Guides as other pages link to them."""
        return tuple(self.workload(guide, root) for guide in guides)

    def pairs_with(self, *gpu_ids: str) -> list[tuple[str, str]]:
        """The pairs that have one of the GPUs in them, in the order of all pairs."""
        numbers = {number for gpu_id in gpu_ids for number in self._pair_numbers.get(gpu_id, ())}
        return [self.pairs[number] for number in sorted(numbers)]

    @cached_property
    def _pair_numbers(self) -> Mapping[str, list[int]]:
        numbers: dict[str, list[int]] = {}
        for number, pair in enumerate(self.pairs):
            for gpu_id in pair:
                numbers.setdefault(gpu_id, []).append(number)
        return numbers

    def pair_links(self, pairs: Iterable[Sequence[str]], root: str) -> tuple[Pair, ...]:
        """Links to comparisons."""
        gpus = self.catalogue.gpus
        return tuple(
            Pair(root + addresses.comparison(self.locale, first, second), gpus[first].name, gpus[second].name)
            for first, second in pairs
        )


def _whole(figure: Markup) -> str:
    """A figure in running text as one piece: ``bdi`` keeps number and unit on one line, in either direction."""
    return str(figure if figure.startswith("<bdi") else Markup("<bdi>{}</bdi>").format(figure))


def home_crumb(studio: Studio) -> tuple[str, Markup]:
    """The first crumb of every page."""
    return f"{studio.locale.slug}/", studio.edition.t("crumb", "Catalogue")

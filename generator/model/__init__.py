"""The model: what people write (`written`, `front_matter`, of the kinds in `fields`) and what is made of it.

This module is the door to all of it: others import the model's names from here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import timedelta
from typing import Generic, Literal, TypeVar

from msgspec import Struct, field

from generator.model.fields import (
    SLUG,
    SLUG_LENGTH,
    Day,
    Flag,
    Gigabytes,
    GpuCount,
    Money,
    Name,
    Note,
    Slug,
    Text,
    Time,
    Url,
    parse_time,
)
from generator.model.front_matter import (
    CountFact,
    Fact,
    FieldFact,
    FitFact,
    GuideHead,
    Head,
    ModelFact,
    NeedFact,
    PageHead,
    Question,
    RatioFact,
    SettingFact,
    TableSpec,
    When,
    Where,
)
from generator.model.written import (
    FIGURES,
    Bars,
    CompareRule,
    Figures,
    Gpu,
    GpuFile,
    Links,
    Method,
    ModelFile,
    Offer,
    PriceAge,
    Rates,
    RoundingStep,
    SiteSettings,
    Snapshot,
    Source,
    WorkloadModel,
    Written,
)
from generator.problems import Place, Places

__all__ = [
    "AHEAD",
    "FIGURES",
    "SLUG",
    "SLUG_LENGTH",
    "Bars",
    "Block",
    "CompareRule",
    "Content",
    "CountFact",
    "Day",
    "Document",
    "Fact",
    "FieldFact",
    "Figures",
    "FitFact",
    "Flag",
    "Gigabytes",
    "Gpu",
    "GpuCount",
    "GpuFile",
    "Guide",
    "GuideHead",
    "Head",
    "Image",
    "ImageRef",
    "Links",
    "Locale",
    "Method",
    "ModelFact",
    "ModelFile",
    "Money",
    "Name",
    "NeedFact",
    "Note",
    "Offer",
    "PageHead",
    "Places",
    "PriceAge",
    "Question",
    "Rates",
    "RatioFact",
    "RoundingStep",
    "Section",
    "Segment",
    "SettingFact",
    "Site",
    "SiteSettings",
    "Slug",
    "Snapshot",
    "Source",
    "Sourced",
    "TableSpec",
    "Text",
    "TextPage",
    "Time",
    "Url",
    "When",
    "Where",
    "Words",
    "WorkloadModel",
    "Written",
    "every_block",
    "parse_time",
]

AHEAD = timedelta(minutes=5)
"""How far the clock of a snapshot may run before ours, at an import as at a build."""

T = TypeVar("T")


class Sourced(Struct, Generic[T], frozen=True):
    """What was read from a file, together with the places of its parts."""

    value: T
    places: Places


class Words(Struct, frozen=True):
    """English words of the interface that stand in Python; extraction finds every call with two constants."""

    context: str
    msgid: str


class Segment(Struct, frozen=True):
    """A piece of English that is translated as one: its key within the page and its Markdown, soft breaks as blanks.

    ``context`` is its path of headings, for translators. ``breaks`` holds the place of each further line of the source,
    by the offset in ``msgid`` at which that line begins.
    """

    key: str
    msgid: str
    place: Place
    context: str = ""
    breaks: tuple[tuple[int, Place], ...] = ()

    def at(self, offset: int) -> Place:
        """The place in the file of the character at ``offset`` of ``msgid``."""
        begin, place = max(
            ((0, self.place), *(found for found in self.breaks if found[0] <= offset)), key=lambda found: found[0]
        )
        return Place(place.path, place.line, place.column + offset - begin) if place.line else place


class ImageRef(Struct, frozen=True):
    """An image that a text asks for by the name of its file, and where it does."""

    name: str
    place: Place


class Block(Struct, frozen=True):
    """A block of Markdown. ``kind`` is p, ul, ol, li, h3, quote, img, table, tr, th or td.

    A leaf carries a segment; that of an image is its alternative text.
    """

    kind: Literal["p", "ul", "ol", "li", "h3", "quote", "img", "table", "tr", "th", "td"]
    segment: Segment | None = None
    children: tuple[Block, ...] = ()
    id: str = ""
    image: ImageRef | None = None


def every_block(blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks and those within them, in the order of the document."""
    for block in blocks:
        yield block
        yield from every_block(block.children)


class Section(Struct, frozen=True):
    """A level-two heading with what stands under it; ``id`` is the anchor, from the source language."""

    id: str
    heading: Segment
    blocks: tuple[Block, ...]
    when: When | None = None


class Document(Struct, frozen=True):
    """The body of a content file: a lead, then sections."""

    lead: tuple[Block, ...]
    sections: tuple[Section, ...]

    def segments(self) -> Iterator[Segment]:
        """Every segment, in the order of the document."""
        yield from (block.segment for block in every_block(self.lead) if block.segment)
        for section in self.sections:
            yield section.heading
            yield from (block.segment for block in every_block(section.blocks) if block.segment)

    def images(self) -> Iterator[ImageRef]:
        """Every image that the text asks for, in the order of the document."""
        for blocks in (self.lead, *(section.blocks for section in self.sections)):
            yield from (block.image for block in every_block(blocks) if block.image)


H = TypeVar("H", bound=Head)


class Content(Struct, Generic[H], frozen=True):
    """A content file: its slug, front matter, body, and the places of both. ``segments`` holds all of its words."""

    slug: str
    head: H
    document: Document
    places: Places
    segments: tuple[Segment, ...]


Guide = Content[GuideHead]
TextPage = Content[PageHead]


class Image(Struct, frozen=True):
    """An image of ``content/images/``: the size in pixels at which it is shown, its bytes, and their SHA-256 in hex."""

    name: str
    width: int
    height: int
    content: bytes
    sha256: str


class Site(Struct, frozen=True):
    """Everything that was read. ``images`` are by name.

    ``unread`` names the content files and images that were left out because they do not fit.
    """

    gpus: Sourced[tuple[Gpu, ...]]
    snapshot: Sourced[Snapshot]
    models: Sourced[tuple[WorkloadModel, ...]]
    settings: Sourced[SiteSettings]
    guides: tuple[Guide, ...]
    pages: tuple[TextPage, ...]
    images: Mapping[str, Image] = field(default_factory=dict)
    unread: frozenset[str] = frozenset()

    def gpu(self, gpu_id: str) -> Gpu:
        """The GPU of that id; raises ``KeyError`` where there is none."""
        for gpu in self.gpus.value:
            if gpu.id == gpu_id:
                return gpu
        raise KeyError(gpu_id)


class Locale(Struct, frozen=True):
    """A language: ``name`` is its folder (pt_BR), ``slug`` its address (pt-br), ``tag`` its hreflang (pt-BR)."""

    name: str
    slug: str
    tag: str
    direction: Literal["ltr", "rtl"]
    endonym: str

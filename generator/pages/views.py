"""What templates see: one small frozen dataclass per page type, and the parts they share.

Texts of type ``Markup`` are safe HTML in the page's language; plain ``str`` is escaped by the template. Addresses
(``href``) are ready to print. A template chooses words and markup; it computes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date

from markupsafe import Markup


@dataclass(frozen=True, slots=True)
class Moment:
    """A day or a time: ``iso`` for ``datetime=``, ``text`` in the locale's format."""

    iso: str
    text: str


@dataclass(frozen=True, slots=True)
class Link:
    """An address with its text; ``note`` is a short addition in the second ink."""

    href: str
    text: Markup
    note: Markup = Markup()


@dataclass(frozen=True, slots=True)
class Language:
    """The same page in another language. ``unfinished``: under the bar of translated words."""

    tag: str
    direction: str
    endonym: str
    english: str
    href: str
    current: bool = False
    unfinished: bool = False


@dataclass(frozen=True, slots=True)
class Alternate:
    """One ``<link rel="alternate" hreflang>``; ``href`` is absolute."""

    hreflang: str
    href: str


@dataclass(frozen=True, slots=True)
class Currencies:
    """What one dollar is worth in other currencies (code and exact rate), and the day the rates are of."""

    rates: tuple[tuple[str, str], ...]
    day: Moment


@dataclass(frozen=True, slots=True)
class Layout:
    """What surrounds every page: head, running head, notices, foot.

    ``notice_at`` and ``strong_at`` are the times (ISO 8601) from which on the snapshot is old, ``next_age_at`` the
    first of them that the build has not told already. ``data`` is the address of the figures for the page's scripts,
    ``patterns`` the locale's way to write numbers and money as JSON.
    """

    lang: str
    direction: str
    locale: str
    brand: str
    title: str
    description: str
    canonical: str
    alternates: tuple[Alternate, ...]
    root: str
    static: str
    tab: str
    crumbs: tuple[Link, ...]
    here: Markup
    languages: tuple[Language, ...]
    home: str
    guides: str
    gpus: str
    compares: str
    methodology: str
    imprint: str
    privacy: str
    terms: str
    signup: str
    network: str
    report: str
    market_open: bool
    demo: bool
    as_of: Moment
    age: str
    unfinished: bool
    indexed: bool
    json_ld: Markup
    feed: str
    markdown: str = ""
    updated: Moment | None = None
    calculator: str = ""
    data: str = ""
    notice_at: str = ""
    strong_at: str = ""
    next_age_at: str = ""
    patterns: str = ""
    currencies: Currencies | None = None


@dataclass(frozen=True, slots=True)
class Sum:
    """The sum behind a computed figure, line by line, and its unrounded result."""

    lines: tuple[Markup, ...]
    result: Markup


@dataclass(frozen=True, slots=True)
class CellView:
    """One cell.

    ``state`` is value, derived, or a kind of nothing: no_figure, not_published, none, no_offer, not_estimated. ``raw``
    sorts and filters; ``usd`` is the exact amount of a price, where the snapshot has rates to convert it.
    """

    column: str
    state: str
    text: Markup = Markup()
    unit: Markup = Markup()
    raw: str = ""
    kind: str = "figure"
    end: bool = True
    best: bool = False
    unverified: bool = False
    sum: Sum | None = None
    usd: str = ""


@dataclass(frozen=True, slots=True)
class HeadCell:
    """The head of a column; ``small`` is its second line, ``better`` is higher, lower or empty."""

    column: str
    label: Markup
    small: Markup = Markup()
    end: bool = True
    better: str = ""


@dataclass(frozen=True, slots=True)
class RowView:
    """A row of a table of GPUs, with what it can be filtered by; ``memory`` is an exact number of GB."""

    id: str
    name: str
    architecture: str
    href: str
    cells: tuple[CellView, ...]
    vendor: str
    segment: str
    memory: str
    devices: int
    offered: bool


@dataclass(frozen=True, slots=True)
class TableView:
    """A table of GPUs. ``derived`` and ``unverified`` tell which marks its note has to explain."""

    heads: tuple[HeadCell, ...]
    rows: tuple[RowView, ...]
    fits: bool
    prices: bool
    best: bool
    rates: bool
    derived: bool = False
    unverified: bool = False


@dataclass(frozen=True, slots=True)
class MethodChoice:
    """A method in a form.

    ``bytes`` of a parameter are exact, ``words`` says them ("16 bytes"); ``kv_cache``: context takes memory of its own.
    """

    id: str
    label: Markup
    bytes: str
    words: str
    kv_cache: bool


@dataclass(frozen=True, slots=True)
class FilterView:
    """The filters of a table of ``total`` GPUs; ``usable`` is the exact share of memory that an estimate may fill."""

    vendors: tuple[str, ...]
    segments: tuple[str, ...]
    offers: bool
    methods: tuple[MethodChoice, ...]
    usable: str
    total: int


@dataclass(frozen=True, slots=True)
class NeededCell:
    """How many GPUs a model needs, and what an hour of them costs where offers tell; ``far`` is above 64."""

    count: str
    raw: int
    one: bool
    far: bool
    cost: Markup = Markup()
    sum: Sum | None = None


@dataclass(frozen=True, slots=True)
class NeededTable:
    """GPUs needed by model size for one method; a row has the GPU's id, name and address."""

    id: str
    method: Markup
    bytes: Markup
    sizes: tuple[str, ...]
    rows: tuple[tuple[str, str, str, tuple[NeededCell, ...]], ...]
    costs: bool
    published: bool


@dataclass(frozen=True, slots=True)
class SectionView:
    """A section of prose: anchor, heading, HTML."""

    id: str
    heading: Markup
    html: Markup


@dataclass(frozen=True, slots=True)
class QuestionView:
    """A question with its answer."""

    id: str
    question: Markup
    answer: Markup


@dataclass(frozen=True, slots=True)
class Pair:
    """A link to a comparison of two GPUs."""

    href: str
    first: str
    second: str


@dataclass(frozen=True, slots=True)
class Workload:
    """A guide as others link to it."""

    href: str
    title: Markup
    blurb: Markup


@dataclass(frozen=True, slots=True)
class ChooseView:
    """``/``: choose a language."""

    layout: Layout


@dataclass(frozen=True, slots=True)
class HomeView:
    """``/<locale>/``."""

    layout: Layout
    gpu_count: int
    gpu_count_text: str
    lowest_80gb: Markup
    most_memory: Markup
    workloads: tuple[Workload, ...]
    offers: TableView | None
    pairs: tuple[Pair, ...]


@dataclass(frozen=True, slots=True)
class GuidesView:
    """``/<locale>/guides/``."""

    layout: Layout
    workloads: tuple[Workload, ...]


@dataclass(frozen=True, slots=True)
class GuideView:
    """``/<locale>/guides/<slug>/``."""

    layout: Layout
    heading: Markup
    lead: Markup
    filters: FilterView
    table: TableView
    sections: tuple[SectionView, ...]
    needed: tuple[NeededTable, ...]
    pairs: tuple[Pair, ...]
    questions: tuple[QuestionView, ...]
    others: tuple[Workload, ...]


@dataclass(frozen=True, slots=True)
class TextView:
    """A page of prose: methodology, imprint, privacy, terms."""

    layout: Layout
    heading: Markup
    lead: Markup
    sections: tuple[SectionView, ...]
    questions: tuple[QuestionView, ...]
    placeholder: bool


@dataclass(frozen=True, slots=True)
class SegmentGroup:
    """The GPUs of one segment in the list of all models."""

    id: str
    table: TableView
    count: str
    total: int


@dataclass(frozen=True, slots=True)
class GpusView:
    """``/<locale>/gpus/``: every GPU, grouped by segment."""

    layout: Layout
    filters: FilterView
    groups: tuple[SegmentGroup, ...]
    total: str
    offered: str


@dataclass(frozen=True, slots=True)
class Property:
    """A line of a specification."""

    head: HeadCell
    cell: CellView


@dataclass(frozen=True, slots=True)
class PropertyGroup:
    """Lines of a specification that belong together."""

    id: str
    lines: tuple[Property, ...]


@dataclass(frozen=True, slots=True)
class FitLine:
    """What one method fits on 1 and more GPUs of a kind."""

    method: Markup
    bytes: Markup
    cells: tuple[CellView, ...]
    published: bool


@dataclass(frozen=True, slots=True)
class ModelLine:
    """An image or video model on one GPU: ``runs`` is whole, offload, no or unknown."""

    name: str
    kind: str
    runs: str
    need: Markup
    setting: Markup
    doubt: Markup
    source: str
    source_href: str


@dataclass(frozen=True, slots=True)
class OfferLine:
    """The best offer for a number of GPUs, or none."""

    gpus: Markup
    price: CellView
    each: Markup = Markup()
    count: str = ""


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another GPU worth a look. ``why``: larger, cheaper, successor, predecessor."""

    why: str
    href: str
    name: str
    memory: Markup
    price: CellView


@dataclass(frozen=True, slots=True)
class SourceView:
    """Where figures were read."""

    title: str
    href: str


@dataclass(frozen=True, slots=True)
class GpuView:
    """``/<locale>/gpus/<id>/``."""

    layout: Layout
    id: str
    name: str
    full_name: str
    architecture: str
    launched: str
    segment: str
    devices: int
    device_memory: Markup
    keys: tuple[Property, ...]
    groups: tuple[PropertyGroup, ...]
    fit_counts: tuple[Markup, ...]
    fits: tuple[FitLine, ...]
    models: tuple[ModelLine, ...]
    offers: tuple[OfferLine, ...]
    offer_count: str
    alternatives: tuple[Alternative, ...]
    guides: tuple[Workload, ...]
    pairs: tuple[Pair, ...]
    note: Markup
    sources: tuple[SourceView, ...]
    derived: bool
    unverified: bool


@dataclass(frozen=True, slots=True)
class PairLine:
    """A line of a comparison: both cells; ``better`` is first, second or empty; ``ratio`` how much."""

    head: HeadCell
    first: CellView
    second: CellView
    better: str
    ratio: str


@dataclass(frozen=True, slots=True)
class PairGroup:
    """Lines of a comparison that belong together."""

    id: str
    lines: tuple[PairLine, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the figures say for one workload: a whole sentence, and whether anything is unknown."""

    workload: Workload
    sentence: Markup
    winner: str


@dataclass(frozen=True, slots=True)
class CompareView:
    """``/<locale>/compare/<a>-vs-<b>/``."""

    layout: Layout
    first: str
    second: str
    first_href: str
    second_href: str
    groups: tuple[PairGroup, ...]
    verdicts: tuple[Verdict, ...]
    others: tuple[Pair, ...]
    guides: tuple[Workload, ...]
    derived: bool
    unverified: bool


@dataclass(frozen=True, slots=True)
class ComparesView:
    """``/<locale>/compare/``. ``heads`` are the lines of a comparison of several GPUs, which a script makes."""

    layout: Layout
    groups: tuple[tuple[str, tuple[Pair, ...]], ...]
    heads: tuple[tuple[str, tuple[HeadCell, ...]], ...]


@dataclass(frozen=True, slots=True)
class CalculatorView:
    """``/<locale>/calculator/``.

    ``usable`` is the exact share of memory that counts, ``share`` the same in words; ``cache_bytes`` of a token of
    context are those of the reference model, ``cache_text`` the same in words; ``needed`` are the tables without a
    script; ``total`` counts the GPUs.
    """

    layout: Layout
    methods: tuple[MethodChoice, ...]
    usable: str
    share: str
    cache_bytes: int
    cache_text: str
    needed: tuple[NeededTable, ...]
    total: int


@dataclass(frozen=True, slots=True)
class MissingMessage:
    """The message of the root's 404 in one language."""

    tag: str
    direction: str
    endonym: str
    text: str
    href: str
    link: str


@dataclass(frozen=True, slots=True)
class MissingView:
    """404; ``messages`` is empty within a locale, and one per language at the root."""

    layout: Layout
    messages: tuple[MissingMessage, ...] = ()


@dataclass(frozen=True, slots=True)
class MovedView:
    """A small page that leads on: a former address, or a pair in the other order."""

    layout: Layout
    target: str
    target_absolute: str


View = (
    ChooseView
    | HomeView
    | GuidesView
    | GuideView
    | GpusView
    | GpuView
    | CompareView
    | ComparesView
    | CalculatorView
    | TextView
    | MissingView
    | MovedView
)


@dataclass(frozen=True, slots=True)
class Page:
    """A page as a value: its address, the template and the view that make it.

    ``kind`` groups pages for feeds and search (guide, gpu, compare, list, text); ``lastmod`` is the latest of the dates
    that the page shows; ``listed`` pages stand in the sitemap; ``source`` is the file that a dead link is reported at.
    """

    address: str
    template: str
    locale: str
    view: View
    kind: str
    title: str
    lastmod: date | None = None
    listed: bool = True
    source: str = ""


def outline(page: Page) -> Page:
    """The page without what only its own template needs: what feeds, sitemaps and search ask of it."""
    view, layout = page.view, replace(page.view.layout, json_ld=Markup())
    if isinstance(view, MovedView):
        return replace(page, view=replace(view, layout=layout))
    if isinstance(view, TextView):
        return replace(page, view=replace(view, layout=layout, lead=Markup(), sections=(), questions=()))
    return replace(page, view=MissingView(layout))

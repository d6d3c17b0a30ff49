"""What templates see: one small frozen dataclass per page type, and the parts they share.

Texts of type ``Markup`` are safe HTML in the page's language; plain ``str`` is escaped by the template. Addresses
(``href``) are ready to print. A template chooses words and markup; it computes nothing.
"""

from __future__ import annotations

from datetime import date

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace


class Moment(Struct, frozen=True):
    """A day or a time: ``iso`` for ``datetime=``, ``text`` in the locale's format."""

    iso: str
    text: str


class Link(Struct, frozen=True):
    """An address with its text; ``note`` is a short addition in the second ink."""

    href: str
    text: Markup
    note: Markup = Markup()


class Language(Struct, frozen=True):
    """The same page in another language. ``unfinished``: under the bar of translated words."""

    tag: str
    direction: str
    endonym: str
    english: str
    href: str
    current: bool = False
    unfinished: bool = False


class Alternate(Struct, frozen=True):
    """One ``<link rel="alternate" hreflang>``; ``href`` is absolute."""

    hreflang: str
    href: str


class Currencies(Struct, frozen=True):
    """What one dollar is worth in other currencies (code and exact rate), and the day the rates are of."""

    rates: tuple[tuple[str, str], ...]
    day: Moment


class Layout(Struct, frozen=True):
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


class Sum(Struct, frozen=True):
    """The sum behind a computed figure, line by line, and its unrounded result."""

    lines: tuple[Markup, ...]
    result: Markup


class CellView(Struct, frozen=True):
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


class HeadCell(Struct, frozen=True):
    """The head of a column; ``small`` is its second line, ``better`` is higher, lower or empty."""

    column: str
    label: Markup
    small: Markup = Markup()
    end: bool = True
    better: str = ""


class RowView(Struct, frozen=True):
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


class TableView(Struct, frozen=True):
    """A table of GPUs. ``derived`` and ``unverified`` tell which marks its note has to explain."""

    heads: tuple[HeadCell, ...]
    rows: tuple[RowView, ...]
    fits: bool
    prices: bool
    best: bool
    rates: bool
    derived: bool = False
    unverified: bool = False


class MethodChoice(Struct, frozen=True):
    """A method in a form.

    ``bytes`` of a parameter are exact, ``words`` says them ("16 bytes"); ``kv_cache``: context takes memory of its own.
    """

    id: str
    label: Markup
    bytes: str
    words: str
    kv_cache: bool


class FilterView(Struct, frozen=True):
    """The filters of a table of ``total`` GPUs; ``usable`` is the exact share of memory that an estimate may fill."""

    vendors: tuple[str, ...]
    segments: tuple[str, ...]
    offers: bool
    methods: tuple[MethodChoice, ...]
    usable: str
    total: int


class NeededCell(Struct, frozen=True):
    """How many GPUs a model needs, and what an hour of them costs where offers tell; ``far`` is above 64."""

    count: str
    raw: int
    one: bool
    far: bool
    cost: Markup = Markup()
    sum: Sum | None = None


class NeededTable(Struct, frozen=True):
    """GPUs needed by model size for one method; a row has the GPU's id, name and address."""

    id: str
    method: Markup
    bytes: Markup
    sizes: tuple[str, ...]
    rows: tuple[tuple[str, str, str, tuple[NeededCell, ...]], ...]
    costs: bool
    published: bool


class SectionView(Struct, frozen=True):
    """A section of prose: anchor, heading, HTML."""

    id: str
    heading: Markup
    html: Markup


class QuestionView(Struct, frozen=True):
    """A question with its answer."""

    id: str
    question: Markup
    answer: Markup


class Pair(Struct, frozen=True):
    """A link to a comparison of two GPUs."""

    href: str
    first: str
    second: str


class Workload(Struct, frozen=True):
    """A guide as others link to it."""

    href: str
    title: Markup
    blurb: Markup


class ChooseView(Struct, frozen=True):
    """``/``: choose a language."""

    layout: Layout


class HomeView(Struct, frozen=True):
    """``/<locale>/``."""

    layout: Layout
    gpu_count: int
    gpu_count_text: str
    lowest_80gb: Markup
    most_memory: Markup
    workloads: tuple[Workload, ...]
    offers: TableView | None
    pairs: tuple[Pair, ...]


class GuidesView(Struct, frozen=True):
    """``/<locale>/guides/``."""

    layout: Layout
    workloads: tuple[Workload, ...]


class GuideView(Struct, frozen=True):
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


class TextView(Struct, frozen=True):
    """A page of prose: methodology, imprint, privacy, terms."""

    layout: Layout
    heading: Markup
    lead: Markup
    sections: tuple[SectionView, ...]
    questions: tuple[QuestionView, ...]
    placeholder: bool


class SegmentGroup(Struct, frozen=True):
    """The GPUs of one segment in the list of all models."""

    id: str
    table: TableView
    count: str
    total: int


class GpusView(Struct, frozen=True):
    """``/<locale>/gpus/``: every GPU, grouped by segment."""

    layout: Layout
    filters: FilterView
    groups: tuple[SegmentGroup, ...]
    total: str
    offered: str


class Property(Struct, frozen=True):
    """A line of a specification."""

    head: HeadCell
    cell: CellView


class PropertyGroup(Struct, frozen=True):
    """Lines of a specification that belong together."""

    id: str
    lines: tuple[Property, ...]


class FitLine(Struct, frozen=True):
    """What one method fits on 1 and more GPUs of a kind."""

    method: Markup
    bytes: Markup
    cells: tuple[CellView, ...]
    published: bool


class ModelLine(Struct, frozen=True):
    """An image or video model on one GPU: ``runs`` is whole, offload, no or unknown."""

    name: str
    kind: str
    runs: str
    need: Markup
    setting: Markup
    doubt: Markup
    source: str
    source_href: str


class OfferLine(Struct, frozen=True):
    """The best offer for a number of GPUs, or none."""

    gpus: Markup
    price: CellView
    each: Markup = Markup()
    count: str = ""


class Alternative(Struct, frozen=True):
    """Another GPU worth a look. ``why``: larger, cheaper, successor, predecessor."""

    why: str
    href: str
    name: str
    memory: Markup
    price: CellView


class SourceView(Struct, frozen=True):
    """Where figures were read."""

    title: str
    href: str


class GpuView(Struct, frozen=True):
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


class PairLine(Struct, frozen=True):
    """A line of a comparison: both cells; ``better`` is first, second or empty; ``ratio`` how much."""

    head: HeadCell
    first: CellView
    second: CellView
    better: str
    ratio: str


class PairGroup(Struct, frozen=True):
    """Lines of a comparison that belong together."""

    id: str
    lines: tuple[PairLine, ...]


class Verdict(Struct, frozen=True):
    """What the figures say for one workload: a whole sentence, and whether anything is unknown."""

    workload: Workload
    sentence: Markup
    winner: str


class CompareView(Struct, frozen=True):
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


class ComparesView(Struct, frozen=True):
    """``/<locale>/compare/``. ``heads`` are the lines of a comparison of several GPUs, which a script makes."""

    layout: Layout
    groups: tuple[tuple[str, tuple[Pair, ...]], ...]
    heads: tuple[tuple[str, tuple[HeadCell, ...]], ...]


class CalculatorView(Struct, frozen=True):
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


class MissingMessage(Struct, frozen=True):
    """The message of the root's 404 in one language."""

    tag: str
    direction: str
    endonym: str
    text: str
    href: str
    link: str


class MissingView(Struct, frozen=True):
    """404; ``messages`` is empty within a locale, and one per language at the root."""

    layout: Layout
    messages: tuple[MissingMessage, ...] = ()


class MovedView(Struct, frozen=True):
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


class Page(Struct, frozen=True):
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
    view = page.view
    layout = replace(view.layout, json_ld=Markup(), crumbs=(), here=Markup(), languages=())
    if isinstance(view, MovedView):
        return replace(page, view=replace(view, layout=layout))
    if isinstance(view, TextView):
        return replace(page, view=replace(view, layout=layout, lead=Markup(), sections=(), questions=()))
    return replace(page, view=MissingView(layout))

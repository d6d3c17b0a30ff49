"""What people write (GPUs, prices, models, settings, guides) and what is made of it (site, locale, page).

The classes that read files are pydantic models: their JSON Schemas serve editors. Figures are exact ``Decimal`` values
in the unit that ends the field's name: ``_gb`` gigabytes as the maker prints them, ``_gbs`` gigabytes per second,
``_tflops`` and ``_tops`` dense rates per GPU, ``_w`` watts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Discriminator, Field, Strict, Tag, WithJsonSchema
from pydantic_core import PydanticCustomError

from generator.problems import Place
from generator.problems import Places as Places  # noqa: PLC0414 -- what was read travels with its places

T = TypeVar("T")

SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
SLUG_LENGTH = 64
LONGEST_TEXT = 4_000
NAME = re.compile(r"[a-z][a-z0-9_]*")
# Windows cannot store a file or folder of these names, whatever its ending.
_DEVICES = frozenset({"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))})


def _expected(what: str) -> PydanticCustomError:
    return PydanticCustomError("expected", "should be {what}", {"what": what})


def _number(what: str) -> BeforeValidator:
    def read(value: object) -> Decimal:
        if isinstance(value, bool) or not isinstance(value, int | Decimal):
            raise _expected(what)
        number = Decimal(value)
        if not number.is_finite() or number <= 0:
            raise _expected(f"{what} above 0")
        return number

    return BeforeValidator(read)


def _whole(what: str, low: int, high: int) -> BeforeValidator:
    def read(value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise _expected(f"{what} from {low} to {high}")
        return value

    return BeforeValidator(read)


def is_device(name: str) -> bool:
    """Whether Windows keeps a name for a device, so that no file or folder can have it."""
    return name in _DEVICES


def _slug(value: object) -> str:
    if not isinstance(value, str) or len(value) > SLUG_LENGTH or not SLUG.fullmatch(value):
        raise _expected(f"a slug (a-z, 0-9 and single hyphens, at most {SLUG_LENGTH})")
    if is_device(value):
        raise _expected("a slug that can be a folder on Windows too")
    return value


def _name(value: object) -> str:
    if not isinstance(value, str) or not NAME.fullmatch(value):
        raise _expected("a name (a-z, 0-9 and underscores, a letter first)")
    return value


def _any_number(value: object) -> Decimal:
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise _expected("a number")
    return Decimal(value)


def _plain(value: object) -> object:
    if not isinstance(value, str | int | Decimal):
        raise _expected("text, a number, true or false")
    return value


def _date(value: object) -> date:
    if isinstance(value, str) and re.fullmatch(r"\d{4}-\d{2}-\d{2}", value, re.ASCII):
        try:
            return date.fromisoformat(value)
        except ValueError:
            pass
    raise _expected("a date that exists, as YYYY-MM-DD")


def parse_time(value: object) -> datetime:
    """Read ``YYYY-MM-DDTHH:MM:SSZ``, the only form of a time that files and options may use.

    Raises ``PydanticCustomError``, which is a ``ValueError``, for anything else.
    """
    if isinstance(value, str) and re.fullmatch(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z", value, re.ASCII):
        try:
            return datetime.fromisoformat(value).astimezone(UTC)
        except ValueError:
            pass
    raise _expected("a time that exists, as YYYY-MM-DDTHH:MM:SSZ (UTC)")


def _line(value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise _expected("text")
    if value != value.strip() or "\n" in value:
        raise _expected("one line of text without blanks at its ends")
    if len(value) > LONGEST_TEXT:
        raise _expected(f"text of at most {LONGEST_TEXT} characters")
    return value


def _optional_text(value: object) -> str:
    return "" if value == "" else _line(value)


def _https(value: object) -> str:
    if not isinstance(value, str) or not re.fullmatch(
        r"https://(?:[a-z0-9-]+\.)+[a-z0-9-]+(?::\d+)?(?:/[^\s<>\"'\\]*)?", value, re.IGNORECASE | re.ASCII
    ):
        raise _expected("an address that begins with https://")
    return value


def _schema(**words: Any) -> WithJsonSchema:
    return WithJsonSchema(words)


def _integer(low: int, high: int) -> WithJsonSchema:
    return _schema(type="integer", minimum=low, maximum=high)


def _positive(what: str) -> WithJsonSchema:
    return _schema(type="number", exclusiveMinimum=0, description=what)


Text = Annotated[str, BeforeValidator(_line), _schema(type="string", minLength=1)]
Note = Annotated[str, BeforeValidator(_optional_text), _schema(type="string")]
Slug = Annotated[
    str, BeforeValidator(_slug), _schema(type="string", pattern=f"^{SLUG.pattern}$", maxLength=SLUG_LENGTH)
]
Name = Annotated[str, BeforeValidator(_name), _schema(type="string", pattern=f"^{NAME.pattern}$")]
Number = Annotated[Decimal, BeforeValidator(_any_number), _schema(type="number")]
Plain = Annotated[
    str | bool | int | Decimal, BeforeValidator(_plain), _schema(type=["string", "boolean", "integer", "number"])
]
Url = Annotated[str, BeforeValidator(_https), _schema(type="string", pattern="^https://")]
Day = Annotated[date, BeforeValidator(_date), _schema(type="string", format="date")]
Time = Annotated[datetime, BeforeValidator(parse_time), _schema(type="string", format="date-time", pattern="Z$")]
Flag = Annotated[bool, Strict()]
Gigabytes = Annotated[Decimal, _number("a number of GB"), _positive("a number of GB")]
GigabytesPerSecond = Annotated[Decimal, _number("a number of GB/s"), _positive("a number of GB/s")]
Tflops = Annotated[Decimal, _number("a number of TFLOPS, dense"), _positive("a number of TFLOPS, dense")]
Tops = Annotated[Decimal, _number("a number of TOPS, dense"), _positive("a number of TOPS, dense")]
Watts = Annotated[Decimal, _number("a number of watts"), _positive("a number of watts")]
Billions = Annotated[
    Decimal, _number("a number of billions of parameters"), _positive("a number of billions of parameters")
]
Bytes = Annotated[Decimal, _number("a number of bytes"), _positive("a number of bytes")]
Money = Annotated[Decimal, _number("a price"), _positive("a price")]
GpuCount = Annotated[int, _whole("a number of GPUs", 1, 1024), _integer(1, 1024)]


class Written(BaseModel):
    """The base of everything that people write: no unknown keys, never changed after it was read."""

    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=False)


class Source(Written):
    """Where the figures of a GPU or a model were read."""

    title: Text
    url: Url


class Figures(Written):
    """The figures of a GPU that the maker may publish per GPU; ``None`` is no figure. Rates are dense."""

    bandwidth_gbs: GigabytesPerSecond | None = None
    bf16_tflops: Tflops | None = None
    fp16_tflops: Tflops | None = None
    fp8_tflops: Tflops | None = None
    fp4_tflops: Tflops | None = None
    int8_tops: Tops | None = None
    tf32_tflops: Tflops | None = None
    fp32_tflops: Tflops | None = None
    fp64_tflops: Tflops | None = None
    fp64_tensor_tflops: Tflops | None = None
    interconnect_gbs: GigabytesPerSecond | None = None
    tdp_w: Watts | None = None


FIGURES: tuple[str, ...] = tuple(Figures.model_fields)


class Gpu(Figures):
    """One entry of ``data/gpus.yaml``. Every key of ``Figures`` must be written out, if only as ``null``."""

    id: Slug
    name: Text
    vendor: Literal["NVIDIA", "AMD", "Intel"]
    architecture: Text
    segment: Literal["datacenter", "workstation", "consumer"]
    form_factor: Text
    devices: Annotated[int, _whole("a number of devices", 1, 16), _integer(1, 16)]
    memory_gb: Gigabytes
    memory_type: Text
    bandwidth_gbs: GigabytesPerSecond | None
    bf16_tflops: Tflops | None
    fp16_tflops: Tflops | None
    fp8_tflops: Tflops | None
    fp4_tflops: Tflops | None
    int8_tops: Tops | None
    tf32_tflops: Tflops | None
    fp32_tflops: Tflops | None
    fp64_tflops: Tflops | None
    fp64_tensor_tflops: Tflops | None
    rt_cores: Annotated[int, _whole("a number of RT cores", 0, 100_000), _integer(0, 100_000)] | None
    interconnect: Text
    interconnect_gbs: GigabytesPerSecond | None
    tdp_w: Watts | None
    ecc: Flag | None
    mig: Flag | None
    launch_year: Annotated[int, _whole("a year", 1999, 2100), _integer(1999, 2100)]
    added: Day
    unpublished: tuple[Text, ...] = ()
    unsupported: tuple[Text, ...] = ()
    unverified: tuple[Text, ...] = ()
    derived: Figures = Figures()
    successor: Slug | None = None
    note: Note = ""
    sources: Annotated[tuple[Source, ...], Field(min_length=1)]


class GpuFile(Written):
    """``data/gpus.yaml``, whole."""

    gpus: Annotated[tuple[Gpu, ...], Field(min_length=1)]


class Offer(Written):
    """A live offer: ``price_per_hour`` is for all of its ``gpus`` together, in the snapshot's currency, without tax."""

    gpu: Slug
    gpus: GpuCount
    price_per_hour: Money
    kind: Literal["on_demand", "spot", "reserved"] | None = None
    region: Text | None = None

    @property
    def key(self) -> tuple[str, int, str, str]:
        """What makes two offers the same one."""
        return (self.gpu, self.gpus, self.kind or "", self.region or "")


class Rates(Written):
    """What one US dollar is worth in other currencies, and the day the rates are of."""

    as_of: Day
    EUR: Money | None = None
    GBP: Money | None = None


class Snapshot(Written):
    """``data/prices.yaml``: the market at one moment."""

    as_of: Time
    currency: Literal["USD"]
    rates: Rates | None = None
    demo: Flag = False
    offers: tuple[Offer, ...]


class WorkloadModel(Written):
    """An image or video model with the memory it needs, as published or reported, in GB."""

    id: Slug
    name: Text
    kind: Literal["image", "video"]
    params_b: Billions
    memory_gb: Gigabytes | None
    offload_gb: Gigabytes | None
    setting: Text
    source: Text
    doubt: Note = ""


class ModelFile(Written):
    """``data/models.yaml``, whole."""

    models: Annotated[tuple[WorkloadModel, ...], Field(min_length=1)]


class Method(Written):
    """A way to use a model: how many bytes a parameter takes, and the numbers of GPUs that get a column."""

    label: Text
    bytes_per_parameter: Bytes
    gpus: Annotated[tuple[GpuCount, ...], Field(min_length=1)]
    source: Text
    published: Flag


class RoundingStep(Written):
    """From ``from_b`` billions of parameters on, a model size is rounded down to a multiple of ``step_b``."""

    from_b: Number
    step_b: Billions


class Links(Written):
    """The owner's addresses. Names ending in ``.example`` are not settled yet."""

    signup: Url
    network: Url
    sellers: Url
    report: Url


class PriceAge(Written):
    """From which age of the snapshot on, in hours, a page says so, and says so strongly; and when monitoring fails."""

    notice_hours: Annotated[int, _whole("a number of hours", 1, 8760), _integer(1, 8760)]
    strong_hours: Annotated[int, _whole("a number of hours", 1, 8760), _integer(1, 8760)]
    monitor_hours: Annotated[int, _whole("a number of hours", 1, 8760), _integer(1, 8760)]


class Bars(Written):
    """Shares of translated words, in per cent, under which a locale's interface or page counts as unfinished."""

    ui: Annotated[int, _whole("a percentage", 0, 100), _integer(0, 100)]
    page: Annotated[int, _whole("a percentage", 0, 100), _integer(0, 100)]


class CompareRule(Written):
    """Which pairs get a comparison page besides those that guides name."""

    same_segment_neighbours: Flag
    successors: Flag
    most: Annotated[int, _whole("a number of pages", 0, 500), _integer(0, 500)]


class SiteSettings(Written):
    """``data/site.yaml``."""

    brand: Text
    base_url: Url
    links: Links
    market_open: Flag
    locales: Annotated[tuple[Text, ...], Field(min_length=1)]
    usable_memory: Annotated[Decimal, _number("a share of memory, 0.8 for 80 %"), _positive("a share of memory")]
    rounding: Annotated[tuple[RoundingStep, ...], Field(min_length=1)]
    methods: dict[Name, Method]
    model_sizes_b: tuple[Billions, ...]
    price_age: PriceAge
    bars: Bars
    compare: CompareRule
    names: tuple[Text, ...] = ()


class Where(Written):
    """A selection of GPUs by their fields: each entry a bound or a list of allowed values."""

    min: Number | None = None
    max: Number | None = None
    in_: Annotated[tuple[Plain, ...] | None, Field(alias="in")] = None


class TableSpec(Written):
    """A guide's table: its GPUs, listed or selected, their order, and its columns."""

    gpus: tuple[Slug, ...] | None = None
    where: dict[str, Where] | None = None
    sort: tuple[Text, ...] = ()
    columns: Annotated[tuple[Text, ...], Field(min_length=1)]


class SettingFact(Written):
    """A value of ``data/site.yaml``: ``usable_memory`` or ``<method>.bytes_per_parameter``."""

    setting: Text


class FieldFact(Written):
    """A figure of a GPU with its unit; with ``derived`` the maker's figure for a whole system, divided."""

    gpu: Slug
    field: Text
    derived: Flag = False


class RatioFact(Written):
    """The figure ``ratio`` of one GPU divided by that of another, with one decimal and no unit."""

    ratio: Text
    of: Slug
    to: Slug


class FitFact(Written):
    """The largest model that fits a number of GPUs by a method, rounded down."""

    gpu: Slug
    fit: Text
    gpus: GpuCount


class NeedFact(Written):
    """The memory that a model of ``billions`` parameters takes by a method, in GB."""

    method: Text
    billions: Billions


class CountFact(Written):
    """How many GPUs a model of ``billions`` parameters needs by a method."""

    gpus_needed: Text
    billions: Billions
    gpu: Slug


class ModelFact(Written):
    """The memory that an image or video model needs, in GB."""

    model: Slug
    field: Literal["memory_gb", "offload_gb", "params_b"]


# The key that tells each kind of fact; a kind's tag begins with a character that no file can hold, so that it cannot
# be taken for a key in the place of an error.
TAG = "\0"
_FACT_KEYS = ("setting", "ratio", "fit", "gpus_needed", "model", "method", "field")


def fact_kind(value: object) -> str | None:
    """The tag of the kind of fact that a value is written as."""
    if not isinstance(value, Mapping):
        return None
    return next((TAG + key for key in _FACT_KEYS if key in value), TAG + "field" if "gpu" in value else None)


Fact = Annotated[
    Annotated[SettingFact, Tag(TAG + "setting")]
    | Annotated[FieldFact, Tag(TAG + "field")]
    | Annotated[RatioFact, Tag(TAG + "ratio")]
    | Annotated[FitFact, Tag(TAG + "fit")]
    | Annotated[NeedFact, Tag(TAG + "method")]
    | Annotated[CountFact, Tag(TAG + "gpus_needed")]
    | Annotated[ModelFact, Tag(TAG + "model")],
    Discriminator(fact_kind),
]

When = Literal["before", "open"]


class Question(Written):
    """A question with its answer, both Markdown; ``when`` limits it to the time before or after the market opens."""

    key: Slug
    q: Text
    a: Text
    when: When | None = None


class Head(Written):
    """The front matter that guides and pages share."""

    title: Text
    short_title: Text
    description: Text
    updated: Day
    aliases: tuple[Text, ...] = ()
    facts: dict[Name, Fact] = Field(default_factory=dict)
    faq: tuple[Question, ...] = ()


class GuideHead(Head):
    """The front matter of ``content/guides/<slug>.md``."""

    blurb: Text
    order: Annotated[int, _whole("a place in the order", 1, 999), _integer(1, 999)]
    draft: Flag = False
    publish_from: Time | None = None
    table: TableSpec
    needed: tuple[Text, ...] = ()
    compare: tuple[tuple[Slug, Slug], ...] = ()


class PageHead(Head):
    """The front matter of ``content/pages/<slug>.md``; a placeholder is a text that its owner still has to write."""

    placeholder: Flag = False


@dataclass(frozen=True, slots=True)
class Sourced(Generic[T]):
    """What was read from a file, together with the places of its parts."""

    value: T
    places: Places


@dataclass(frozen=True, slots=True)
class Words:
    """English words of the interface that stand in Python; extraction finds every call with two constants."""

    context: str
    msgid: str


@dataclass(frozen=True, slots=True)
class Segment:
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


@dataclass(frozen=True, slots=True)
class Block:
    """A block of Markdown. ``kind`` is p, ul, ol, li, h3, quote, table, tr, th or td; a leaf carries a segment."""

    kind: Literal["p", "ul", "ol", "li", "h3", "quote", "table", "tr", "th", "td"]
    segment: Segment | None = None
    children: tuple[Block, ...] = ()
    id: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A level-two heading with what stands under it; ``id`` is the anchor, from the source language."""

    id: str
    heading: Segment
    blocks: tuple[Block, ...]
    when: When | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """The body of a content file: a lead, then sections."""

    lead: tuple[Block, ...]
    sections: tuple[Section, ...]

    def segments(self) -> Iterator[Segment]:
        """Every segment, in the order of the document."""

        def walk(blocks: tuple[Block, ...]) -> Iterator[Segment]:
            for block in blocks:
                if block.segment:
                    yield block.segment
                yield from walk(block.children)

        yield from walk(self.lead)
        for section in self.sections:
            yield section.heading
            yield from walk(section.blocks)


H = TypeVar("H", bound=Head)


@dataclass(frozen=True, slots=True)
class Content(Generic[H]):
    """A content file: its slug, front matter, body, and the places of both. ``segments`` holds all of its words."""

    slug: str
    head: H
    document: Document
    places: Places
    segments: tuple[Segment, ...]


Guide = Content[GuideHead]
TextPage = Content[PageHead]


@dataclass(frozen=True, slots=True)
class Site:
    """Everything that was read. ``unread`` names content files that were left out because they do not fit."""

    gpus: Sourced[tuple[Gpu, ...]]
    snapshot: Sourced[Snapshot]
    models: Sourced[tuple[WorkloadModel, ...]]
    settings: Sourced[SiteSettings]
    guides: tuple[Guide, ...]
    pages: tuple[TextPage, ...]
    unread: frozenset[str] = frozenset()

    def gpu(self, gpu_id: str) -> Gpu:
        """The GPU of that id; raises ``KeyError`` where there is none."""
        for gpu in self.gpus.value:
            if gpu.id == gpu_id:
                return gpu
        raise KeyError(gpu_id)


@dataclass(frozen=True, slots=True)
class Locale:
    """A language: ``name`` is its folder (pt_BR), ``slug`` its address (pt-br), ``tag`` its hreflang (pt-BR)."""

    name: str
    slug: str
    tag: str
    direction: Literal["ltr", "rtl"]
    endonym: str

"""What people write in `data/`: GPUs, prices, models, settings.

`kinds` reads these classes, and makes their JSON Schemas for editors. Figures are exact ``Decimal`` values in the unit
that ends the field's name: ``_gb`` gigabytes as the maker prints them, ``_gbs`` gigabytes per second, ``_tflops`` and
``_tops`` dense rates per GPU, ``_w`` watts.
"""

# The types of fields are needed while the program runs, so annotations are not put off as in other modules.

from decimal import Decimal
from typing import Annotated, Literal

from msgspec import Struct

from generator.model.fields import (
    FILLED,
    Billions,
    Bytes,
    Day,
    Flag,
    Gigabytes,
    GigabytesPerSecond,
    GpuCount,
    Money,
    Name,
    Note,
    Number,
    Slug,
    Text,
    Tflops,
    Time,
    Tops,
    Url,
    Watts,
    number,
    whole,
)


class Written(Struct, frozen=True, kw_only=True):
    """The base of everything that people write: never changed after it was read."""


class Source(Written, frozen=True, kw_only=True):
    """Where the figures of a GPU or a model were read."""

    title: Text
    url: Url


class Figures(Written, frozen=True, kw_only=True):
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


FIGURES: tuple[str, ...] = Figures.__struct_fields__


class Gpu(Figures, frozen=True, kw_only=True):
    """One entry of ``data/gpus.yaml``. Every key of ``Figures`` must be written out, if only as ``null``."""

    id: Slug
    name: Text
    vendor: Literal["NVIDIA", "AMD", "Intel"]
    architecture: Text
    segment: Literal["datacenter", "workstation", "consumer"]
    form_factor: Text
    devices: Annotated[int, whole("a number of devices", 1, 16)]
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
    rt_cores: Annotated[int, whole("a number of RT cores", 0, 100_000)] | None
    interconnect: Text
    interconnect_gbs: GigabytesPerSecond | None
    tdp_w: Watts | None
    ecc: Flag | None
    mig: Flag | None
    launch_year: Annotated[int, whole("a year", 1999, 2100)]
    added: Day
    unpublished: tuple[Text, ...] = ()
    unsupported: tuple[Text, ...] = ()
    unverified: tuple[Text, ...] = ()
    derived: Figures = Figures()
    successor: Slug | None = None
    note: Note = ""
    sources: Annotated[tuple[Source, ...], FILLED]


class GpuFile(Written, frozen=True, kw_only=True):
    """``data/gpus.yaml``, whole."""

    gpus: Annotated[tuple[Gpu, ...], FILLED]


class Offer(Written, frozen=True, kw_only=True):
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


class Rates(Written, frozen=True, kw_only=True):
    """What one US dollar is worth in other currencies, and the day the rates are of."""

    as_of: Day
    EUR: Money | None = None
    GBP: Money | None = None


class Snapshot(Written, frozen=True, kw_only=True):
    """``data/prices.yaml``: the market at one moment."""

    as_of: Time
    currency: Literal["USD"]
    rates: Rates | None = None
    demo: Flag = False
    offers: tuple[Offer, ...]


class WorkloadModel(Written, frozen=True, kw_only=True):
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


class ModelFile(Written, frozen=True, kw_only=True):
    """``data/models.yaml``, whole."""

    models: Annotated[tuple[WorkloadModel, ...], FILLED]


class Method(Written, frozen=True, kw_only=True):
    """A way to use a model: how many bytes a parameter takes, and the numbers of GPUs that get a column.

    ``kv_cache``: it keeps keys and values of every token of context, which take memory beside the parameters.
    """

    label: Text
    bytes_per_parameter: Bytes
    gpus: Annotated[tuple[GpuCount, ...], FILLED]
    source: Text
    published: Flag
    kv_cache: Flag = False


class RoundingStep(Written, frozen=True, kw_only=True):
    """From ``from_b`` billions of parameters on, a model size is rounded down to a multiple of ``step_b``."""

    from_b: Number
    step_b: Billions


class Links(Written, frozen=True, kw_only=True):
    """The owner's addresses. Names ending in ``.example`` are not settled yet."""

    signup: Url
    network: Url
    sellers: Url
    report: Url


class PriceAge(Written, frozen=True, kw_only=True):
    """From which age of the snapshot on, in hours, a page says so, and says so strongly; and when monitoring fails."""

    notice_hours: Annotated[int, whole("a number of hours", 1, 8760)]
    strong_hours: Annotated[int, whole("a number of hours", 1, 8760)]
    monitor_hours: Annotated[int, whole("a number of hours", 1, 8760)]


class Bars(Written, frozen=True, kw_only=True):
    """Shares of translated words, in per cent, under which a locale's interface or page counts as unfinished."""

    ui: Annotated[int, whole("a percentage", 0, 100)]
    page: Annotated[int, whole("a percentage", 0, 100)]


class CompareRule(Written, frozen=True, kw_only=True):
    """Which pairs get a comparison page besides those that guides name."""

    same_segment_neighbours: Flag
    successors: Flag
    most: Annotated[int, whole("a number of pages", 0, 500)]


class SiteSettings(Written, frozen=True, kw_only=True):
    """``data/site.yaml``."""

    brand: Text
    base_url: Url
    links: Links
    market_open: Flag
    locales: Annotated[tuple[Text, ...], FILLED]
    usable_memory: Annotated[Decimal, number("a share of memory, 0.8 for 80 %", "a share of memory")]
    rounding: Annotated[tuple[RoundingStep, ...], FILLED]
    methods: dict[Name, Method]
    model_sizes_b: tuple[Billions, ...]
    price_age: PriceAge
    bars: Bars
    compare: CompareRule
    names: tuple[Text, ...] = ()

"""What people write at the head of a content file: titles, a table, facts, questions."""

# As in `written`, annotations are not put off.

from typing import Annotated, Literal

from msgspec import field

from generator.model.fields import (
    FILLED,
    Billions,
    Day,
    Flag,
    GpuCount,
    Name,
    Number,
    Plain,
    Slug,
    Text,
    Time,
    whole,
)
from generator.model.kinds import OneOf
from generator.model.written import Written


class Where(Written, frozen=True, kw_only=True):
    """A selection of GPUs by their fields: each entry a bound or a list of allowed values."""

    min: Number | None = None
    max: Number | None = None
    in_: tuple[Plain, ...] | None = field(name="in", default=None)


class TableSpec(Written, frozen=True, kw_only=True):
    """A guide's table: its GPUs, listed or selected, their order, and its columns."""

    gpus: tuple[Slug, ...] | None = None
    where: dict[str, Where] | None = None
    sort: tuple[Text, ...] = ()
    columns: Annotated[tuple[Text, ...], FILLED]


class SettingFact(Written, frozen=True, kw_only=True):
    """A value of ``data/site.yaml``: ``usable_memory`` or ``<method>.bytes_per_parameter``."""

    setting: Text


class FieldFact(Written, frozen=True, kw_only=True):
    """A figure of a GPU with its unit; with ``derived`` the maker's figure for a whole system, divided."""

    gpu: Slug
    field: Text
    derived: Flag = False


class RatioFact(Written, frozen=True, kw_only=True):
    """The figure ``ratio`` of one GPU divided by that of another, with one decimal and no unit."""

    ratio: Text
    of: Slug
    to: Slug


class FitFact(Written, frozen=True, kw_only=True):
    """The largest model that fits a number of GPUs by a method, rounded down."""

    gpu: Slug
    fit: Text
    gpus: GpuCount


class NeedFact(Written, frozen=True, kw_only=True):
    """The memory that a model of ``billions`` parameters takes by a method, in GB."""

    method: Text
    billions: Billions


class CountFact(Written, frozen=True, kw_only=True):
    """How many GPUs a model of ``billions`` parameters needs by a method."""

    gpus_needed: Text
    billions: Billions
    gpu: Slug


class ModelFact(Written, frozen=True, kw_only=True):
    """The memory that an image or video model needs, in GB."""

    model: Slug
    field: Literal["memory_gb", "offload_gb", "params_b"]


Fact = Annotated[
    SettingFact | FieldFact | RatioFact | FitFact | NeedFact | CountFact | ModelFact,
    OneOf(
        {
            "setting": SettingFact,
            "ratio": RatioFact,
            "fit": FitFact,
            "gpus_needed": CountFact,
            "model": ModelFact,
            "method": NeedFact,
            "field": FieldFact,
            "gpu": FieldFact,
        },
        "a fact names a setting, a gpu with field or fit, a ratio, a method, gpus_needed or a model",
    ),
]

When = Literal["before", "open"]


class Question(Written, frozen=True, kw_only=True):
    """A question with its answer, both Markdown; ``when`` limits it to the time before or after the market opens."""

    key: Slug
    q: Text
    a: Text
    when: When | None = None


class Head(Written, frozen=True, kw_only=True):
    """The front matter that guides and pages share."""

    title: Text
    short_title: Text
    description: Text
    updated: Day
    aliases: tuple[Text, ...] = ()
    facts: dict[Name, Fact] = field(default_factory=dict)
    faq: tuple[Question, ...] = ()


class GuideHead(Head, frozen=True, kw_only=True):
    """The front matter of ``content/guides/<slug>.md``."""

    blurb: Text
    order: Annotated[int, whole("a place in the order", 1, 999)]
    draft: Flag = False
    publish_from: Time | None = None
    table: TableSpec
    needed: tuple[Text, ...] = ()
    compare: tuple[tuple[Slug, Slug], ...] = ()


class PageHead(Head, frozen=True, kw_only=True):
    """The front matter of ``content/pages/<slug>.md``; a placeholder is a text that its owner still has to write."""

    placeholder: Flag = False

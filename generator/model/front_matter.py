"""What people write at the head of a content file: titles, a table, facts, questions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Discriminator, Field, Tag

from generator.model.fields import (
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
    integer,
    whole,
)
from generator.model.written import Written


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
    order: Annotated[int, whole("a place in the order", 1, 999), integer(1, 999)]
    draft: Flag = False
    publish_from: Time | None = None
    table: TableSpec
    needed: tuple[Text, ...] = ()
    compare: tuple[tuple[Slug, Slug], ...] = ()


class PageHead(Head):
    """The front matter of ``content/pages/<slug>.md``; a placeholder is a text that its owner still has to write."""

    placeholder: Flag = False

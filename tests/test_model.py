"""The model: what its fields take and refuse, and what its values know of themselves."""

from __future__ import annotations

from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from generator.model import (
    FIGURES,
    Block,
    CountFact,
    Day,
    Document,
    Fact,
    FieldFact,
    FitFact,
    Gigabytes,
    ModelFact,
    Name,
    NeedFact,
    Offer,
    RatioFact,
    Section,
    Segment,
    SettingFact,
    Slug,
    Text,
    Url,
    Where,
    parse_time,
)
from generator.problems import Place
from tests.samples import gpu, site


def refuses(kind: Any, value: object) -> bool:
    """Whether a field of that kind refuses a value."""
    try:
        TypeAdapter(kind).validate_python(value)
    except ValidationError:
        return True
    return False


@pytest.mark.parametrize("value", ["h100-sxm", "a", "0", "4090", "x" * 64])
def test_slugs(value: str) -> None:
    """An address in every language, a file on every computer."""
    assert not refuses(Slug, value)


@pytest.mark.parametrize(
    "value",
    [
        "",
        "H100",
        "h100\n",
        "é",
        "e\u0301",
        "a_b",
        "-a",
        "a-",
        "a--b",
        "../x",
        "/etc/x",
        "x" * 65,
        "con",
        "com1",
        "٤",
        7,
        None,
    ],
)
def test_what_is_no_slug(value: object) -> None:
    """Nothing that could leave its folder, or be two names to two computers."""
    assert refuses(Slug, value)


@pytest.mark.parametrize("value", ["H100", "", "1a", "a-b", "a\n", "é", None])
def test_what_is_no_name_of_a_fact(value: object) -> None:
    """Names of facts stand between braces in prose."""
    assert refuses(Name, value)
    assert not refuses(Name, "h100_fit_8")


@pytest.mark.parametrize(
    "value",
    [0, -1, True, "80", "٣", 80.0, float("nan"), Decimal("NaN"), Decimal("Infinity"), Decimal(0), None, [80]],
)
def test_what_is_no_figure(value: object) -> None:
    """Exact and above 0: floats never get in, text is not turned into numbers."""
    assert refuses(Gigabytes, value)


def test_figures_are_exact() -> None:
    """Whole numbers and decimals both end as the same kind."""
    read = TypeAdapter(Gigabytes).validate_python
    assert [read(80), read(Decimal("494.5"))] == [Decimal(80), Decimal("494.5")]


@pytest.mark.parametrize(
    "value", ["2026-2-1", "2026-02-30", "٢٠٢٦-٠١-٠١", "2026-12-01T00:00:00Z", "2026-12-01\n", 2026, None]
)
def test_what_is_no_date(value: object) -> None:
    """Only YYYY-MM-DD, only days that exist."""
    assert refuses(Day, value)
    assert TypeAdapter(Day).validate_python("2024-02-29") == date(2024, 2, 29)


@pytest.mark.parametrize(
    "value",
    [
        "2026-12-01",
        "2026-12-01T00:00:00",
        "2026-12-01T00:00:00+00:00",
        "2026-12-01 00:00:00Z",
        "2026-12-01T24:00:00Z",
        "2026-12-01T00:00:60Z",
        "2026-13-01T00:00:00Z",
        "2026-12-01T00:00:00Z\n",
        "2026-12-01t00:00:00z",
        20261201,
        None,
    ],
)
def test_what_is_no_time(value: object) -> None:
    """One form for files and options: UTC, to the second, with a Z."""
    with pytest.raises(ValueError, match="should be a time that exists"):
        parse_time(value)


def test_times_are_in_utc() -> None:
    """A time without its zone would be taken for the machine's."""
    assert parse_time("2026-12-01T08:30:00Z") == datetime(2026, 12, 1, 8, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    "value",
    [
        "http://a.test",
        "javascript:alert(1)",
        "//a.test",
        "https://",
        "https://localhost",
        "https://a.test/a b",
        'https://a.test/"x',
        "https://a.test\\x",
        "https://a.test/\n",
        "https://user@a.test",
        "https://bücher.test",
        None,
    ],
)
def test_what_is_no_address(value: object) -> None:
    """Only whole https addresses that cannot end an attribute."""
    assert refuses(Url, value)
    assert not refuses(Url, "https://www.a-b.test:8443/x/?p=17161#y")


@pytest.mark.parametrize("value", ["", " ", " a", "a ", "a\nb", 7, True, None])
def test_what_is_no_text(value: object) -> None:
    """A text is one line: what is longer is folded in the file."""
    assert refuses(Text, value)


def test_every_figure_of_a_gpu_must_be_written() -> None:
    """A figure that was forgotten is not the same as one that nobody knows."""
    entry = gpu().model_dump()
    for field in FIGURES:
        with pytest.raises(ValidationError, match=field):
            type(gpu()).model_validate({key: value for key, value in entry.items() if key != field})


def test_what_was_read_cannot_change() -> None:
    """Every stage sees the same values."""
    with pytest.raises(ValidationError):
        gpu().memory_gb = Decimal(1)  # type: ignore[misc]


def test_offers_are_the_same_by_their_key() -> None:
    """The price is not part of it."""
    first = Offer(gpu="h100", gpus=1, price_per_hour=Decimal(2))
    second = Offer(gpu="h100", gpus=1, price_per_hour=Decimal(3))
    spot = Offer(gpu="h100", gpus=1, price_per_hour=Decimal(2), kind="spot")
    assert first.key == second.key != spot.key


def test_bounds_of_a_selection_are_not_guessed() -> None:
    """Text stays text, flags stay flags, numbers are exact."""
    assert Where.model_validate({"in": ["80", True, 80]}).in_ == ("80", True, 80)
    assert type(Where.model_validate({"in": [True]}).in_[0]) is bool  # type: ignore[index]
    assert Where.model_validate({"min": 80, "max": Decimal("94.5")}).max == Decimal("94.5")
    assert refuses(Where, {"min": "80"})
    assert refuses(Where, {"in": [None]})


@pytest.mark.parametrize(
    ("fact", "kind"),
    [
        ({"setting": "usable_memory"}, SettingFact),
        ({"gpu": "h100", "field": "memory_gb"}, FieldFact),
        ({"gpu": "b300", "field": "bf16_tflops", "derived": True}, FieldFact),
        ({"ratio": "bf16_tflops", "of": "h100", "to": "a100"}, RatioFact),
        ({"gpu": "h100", "fit": "lora", "gpus": 8}, FitFact),
        ({"method": "lora", "billions": 7}, NeedFact),
        ({"gpus_needed": "lora", "billions": 7, "gpu": "h100"}, CountFact),
        ({"model": "flux", "field": "memory_gb"}, ModelFact),
    ],
)
def test_kinds_of_facts(fact: dict[str, object], kind: type[object]) -> None:
    """Each is known by the keys that it is written with."""
    read: object = TypeAdapter(Fact).validate_python(fact)
    assert type(read) is kind


@pytest.mark.parametrize("fact", [{}, {"what": 1}, {"gpu": "h100"}, {"setting": "x", "gpu": "h100"}, "h100", None])
def test_what_is_no_fact(fact: object) -> None:
    """Neither too little nor a mixture."""
    assert refuses(Fact, fact)


def test_a_place_inside_a_segment_of_several_lines() -> None:
    """A segment's text has its lines joined; each offset still leads to its own line."""
    segment = Segment(
        "memory/p1", "One two three", Place("f", 5, 3), "", ((4, Place("f", 6, 1)), (8, Place("f", 7, 5)))
    )
    assert [segment.at(offset) for offset in (0, 2, 4, 9)] == [
        Place("f", 5, 3),
        Place("f", 5, 5),
        Place("f", 6, 1),
        Place("f", 7, 6),
    ]


def test_the_segments_of_a_document_in_its_order() -> None:
    """Headings before what they head, parents before children; blocks without words have none."""

    def segment(key: str) -> Segment:
        return Segment(key, key, Place("f", 1, 1))

    inner = Block("ul", children=(Block("li", segment("a/li2")),))
    document = Document(
        lead=(Block("p", segment("lead/p1")),),
        sections=(
            Section("a", segment("a/h"), (Block("ul", children=(Block("li", segment("a/li1"), (inner,)),)),)),
            Section("b", segment("b/h"), (Block("quote", children=(Block("p", segment("b/p1")),)),)),
        ),
    )
    keys = [found.key for found in document.segments()]
    assert keys == ["lead/p1", "a/h", "a/li1", "a/li2", "b/h", "b/p1"]


def test_a_gpu_by_its_id() -> None:
    """Whoever asks for one that is not there has skipped the checks."""
    catalogue = site(gpu("h100"), gpu("b200"))
    assert catalogue.gpu("b200").name == "B200"
    with pytest.raises(KeyError):
        catalogue.gpu("h10")

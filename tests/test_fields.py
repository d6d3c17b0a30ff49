"""The kinds of values: what they take and what they refuse."""

from __future__ import annotations

from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest

from generator.model.fields import Day, Gigabytes, Name, Slug, Text, Url, parse_time
from generator.model.kinds import Unfit, kind_of


def refuses(kind: Any, value: object) -> bool:
    """Whether a field of that kind refuses a value."""
    try:
        kind_of(kind).read(value)
    except Unfit:
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
    read = kind_of(Gigabytes).read
    assert [read(80), read(Decimal("494.5"))] == [Decimal(80), Decimal("494.5")]


@pytest.mark.parametrize(
    "value", ["2026-2-1", "2026-02-30", "٢٠٢٦-٠١-٠١", "2026-12-01T00:00:00Z", "2026-12-01\n", 2026, None]
)
def test_what_is_no_date(value: object) -> None:
    """Only YYYY-MM-DD, only days that exist."""
    assert refuses(Day, value)
    assert kind_of(Day).read("2024-02-29") == date(2024, 2, 29)


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

"""Problems: how places, values and hints are written."""

from __future__ import annotations

from decimal import Decimal

import pytest

from generator.problems import InvalidSite, Place, Places, Problem, Severity, did_you_mean, quoted


def test_a_problem_as_it_is_printed() -> None:
    """Editors jump to file:line:column; a whole file has no line."""
    assert str(Problem(Place("a.yaml", 3, 7), "wrong", "mend it")) == "a.yaml:3:7: wrong\n    hint: mend it"
    assert str(Problem(Place("a.yaml"), "odd", severity=Severity.WARNING)) == "a.yaml: warning: odd"


def test_an_invalid_site_tells_its_problems_by_place() -> None:
    """Line 9 comes before line 10."""
    places = [Place("b", 1, 1), Place("a", 10, 1), Place("a", 9, 2), Place("a", 9, 1)]
    found = InvalidSite(Problem(place, "wrong") for place in places)
    assert [str(problem.place) for problem in found.problems] == ["a:9:1", "a:9:2", "a:10:1", "b:1:1"]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("lots", '"lots"'),
        ("a\u202eb\n", '"a\\u202eb\\u000a"'),
        ("\U000e0001", '"\\U000e0001"'),
        ("no\u00a0break", '"no\\u00a0break"'),
        ("x" * 61, f'"{"x" * 59}…"'),
        (Decimal("2.50"), "2.50"),
        (7, "7"),
        (True, "true"),
        (None, "nothing"),
        ([], "an empty list"),
        ([1], "a list"),
        ({}, "a group of keys"),
    ],
)
def test_values_in_messages(value: object, words: str) -> None:
    """Short, on one line, and nothing invisible that could mislead who reads it."""
    assert quoted(value) == words


@pytest.mark.parametrize(
    ("word", "known", "hint"),
    [
        ("memroy_gb", ["memory_gb", "memory_type"], 'did you mean "memory_gb"?'),
        ("nvidia", ["NVIDIA", "AMD"], 'did you mean "NVIDIA"?'),
        ("h100", ["h100-sxm", "h100-nvl", "p100"], 'did you mean "h100-nvl" or "h100-sxm"?'),
        ("price", ["kind", "price_per_hour"], 'did you mean "price_per_hour"?'),
        ("colour", ["id", "name"], "known: id, name"),
        ("", ["id", "name"], "known: id, name"),
        ("colour", [f"a{n}" for n in range(13)], ""),
        ("colour", [], ""),
    ],
)
def test_hints(word: str, known: list[str], hint: str) -> None:
    """What begins alike comes first, then what is spelt alike; of a few words all are named."""
    assert did_you_mean(word, known) == hint


def test_places_fall_back_to_what_is_around() -> None:
    """A key that is missing is told at its entry, an entry without place at its file."""
    places = Places("f", {("gpus",): Place("f", 2, 1), ("gpus", 0): Place("f", 3, 3)}, {("gpus",): Place("f", 1, 1)})
    assert places.at("gpus", 0, "memory_gb") == Place("f", 3, 3)
    assert places.at("offers") == Place("f")
    assert places.key("gpus") == Place("f", 1, 1)
    assert places.key("gpus", 0) == Place("f", 3, 3)

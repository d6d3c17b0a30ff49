"""Places of values in JSON."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from generator.files.json_places import json_places
from generator.problems import Place

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


def test_a_value_and_a_key_are_found_by_line_and_column() -> None:
    """Lines and columns count from 1, and a value's place is where it begins."""
    text = '{\n  "offers": [\n    {"gpu": "l4", "price": 0.5},\n    {"gpu": "t4", "price": NaN}\n  ]\n}\n'
    places, _ = json_places(text, "feed.json")
    assert places.at("offers", 1, "price") == Place("feed.json", 4, 28)
    assert places.key("offers", 1, "price") == Place("feed.json", 4, 19)
    assert places.at("offers", 1) == Place("feed.json", 4, 5)


def test_a_missing_value_stands_where_its_parent_begins() -> None:
    """A key that is not there is told at the object that lacks it."""
    places, _ = json_places('{"offers": [\n{"gpu": "l4"}]}', "feed.json")
    assert places.at("offers", 0, "price") == Place("feed.json", 2, 1)


def test_keys_with_escapes_and_brackets_are_read_as_json_reads_them() -> None:
    """A bracket or an escaped quotation mark inside a text opens and closes nothing."""
    places, _ = json_places('{"a\\"[{": [1, "]}", {"\\u0062": 2}]}', "x")
    assert places.at('a"[{', 2, "b").column == 32


def test_a_key_that_stands_twice_is_told_with_its_last_place() -> None:
    """JSON readers keep the last of two equal keys in silence."""
    places, repeated = json_places('{"a": {"b": 1,\n"b": 2}, "b": 3}', "x")
    assert repeated == [("a", "b")]
    assert places.key("a", "b") == Place("x", 2, 1)


@given(JSON, st.sampled_from([None, 1, 2]))
def test_every_value_of_any_json_text_has_its_place(value: Any, indent: int | None) -> None:
    """What stands at a value's place is that value, for any JSON."""
    text = json.dumps(value, indent=indent)
    places, _ = json_places(text, "x")
    lines = text.split("\n")

    def check(part: Any, loc: tuple[str | int, ...]) -> None:
        place = places.values[loc]
        rest = "\n".join([lines[place.line - 1][place.column - 1 :], *lines[place.line :]])
        assert json.JSONDecoder().raw_decode(rest)[0] == part
        children = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
        for step, child in children:
            check(child, (*loc, step))

    check(value, ())

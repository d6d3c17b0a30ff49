"""Strict YAML: what is read is what stands there; what YAML would guess is refused at its place."""

from __future__ import annotations

import json
import time
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.files.sources import FORBIDDEN
from generator.files.strict_yaml import DEPTH, read_yaml
from generator.problems import Place
from tests.sites import said


def read(text: str) -> Any:
    """The value of a text that has no problems."""
    value, _, problems = read_yaml(text, "f")
    assert said(problems) == []
    return value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("null", None),
        ("~", None),
        ("", None),
        ("# only a comment", None),
        ("true", True),
        ("false", False),
        ("0", 0),
        ("-12", -12),
        ("494.5", Decimal("494.5")),
        ("12.10", Decimal("12.10")),
        ("-0.5", Decimal("-0.5")),
        ("2026-12-01", "2026-12-01"),
        ("2026-12-01T00:00:00Z", "2026-12-01T00:00:00Z"),
        ("1.2.3", "1.2.3"),
        ("3.14.", "3.14."),
        ("٣", "٣"),
        ("1,000", "1,000"),
        ("Null and void", "Null and void"),
        ('"NO"', "NO"),
        ("'0123'", "0123"),
        ("|\n a\n b", "a\nb"),
        (">-\n a\n b\n", "a b"),
    ],
)
def test_values(text: str, value: object) -> None:
    """Plain numbers are exact, dates and times stay text, and quotes make text of anything."""
    found = read(text)
    assert found == value
    assert type(found) is type(value)


def test_decimals_keep_their_zeros() -> None:
    """12.10 is a price, not 12.1."""
    assert str(read("a: 12.10")["a"]) == "12.10"


def test_lists_and_groups() -> None:
    """Block and flow styles mix as everywhere in YAML."""
    text = "a:\n- {b: 1, c: [x, 'y']}\n- d: 2\n  e:\nf: []\n"
    assert read(text) == {"a": [{"b": 1, "c": ["x", "y"]}, {"d": 2, "e": None}], "f": []}


def test_every_value_and_key_has_a_place() -> None:
    """Lines and columns count from 1, columns in characters; front matter begins further down its file."""
    _, places, _ = read_yaml("ü: [1, {é: x}]\nb:\n- c\n", "f", first_line=10)
    assert places.at() == Place("f", 10, 1)
    assert places.at("ü", 1, "é") == Place("f", 10, 12)
    assert places.key("ü", 1, "é") == Place("f", 10, 9)
    assert places.at("b", 0) == Place("f", 12, 3)
    assert places.at("b", 7, "nothing") == Place("f", 12, 1)


@pytest.mark.parametrize(
    "word",
    ["yes", "No", "NO", "on", "OFF", "y", "N", "True", "FALSE", "Null", "NULL"],
)
def test_words_that_yaml_reads_as_something_else(word: str) -> None:
    """Norway's NO is a boolean to some readers and text to others."""
    _, _, problems = read_yaml(f"country: {word}", "f")
    assert said(problems) == [f"f:1:10: {word} is a word that YAML may read as something else"]
    assert problems[0].hint == f'quote it ("{word}") for the word, or write true, false or null'


@pytest.mark.parametrize(
    "number",
    [
        *("0123", "010", "08", "00", "01.5", "0x10", "0o7", "0b1", "1_000", "1_0.5"),
        *("1e3", "1E3", "1.0e+400", "1.5e-3", "1:30", "1:30:00", "1:30.5", "+1", "+1.5"),
        *(".5", "-.5", "1.", "-1.", ".nan", ".NaN", ".inf", "-.inf", "+.INF"),
    ],
)
def test_numbers_that_yaml_reads_as_others(number: str) -> None:
    """Octal, base 60, exponents: only plain numbers are read."""
    _, _, problems = read_yaml(f"m: [{number}]", "f")
    assert said(problems) == [f"f:1:5: {number} is a number that YAML may read as another"]
    assert problems[0].hint.startswith(f'quote it ("{number}")')


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: 1\nb: 2\na: 3", 'f:3:1: the key "a" stands twice, first on line 1'),
        ("x: {a: 1, a: 1}", 'f:1:11: the key "a" stands twice, on this line'),
        ("a: &x 1", "f:1:4: an anchor (&x) is not read"),
        ("a: *x", "f:1:4: an alias (*x) is not read"),
        ("a: !!int 3", "f:1:4: a tag (!!int) is not read"),
        ("a: !x 3", "f:1:4: a tag (!x) is not read"),
        ("a: !x!y 3", "f:1:4: a tag is not read"),
        ("<<: {a: 1}", "f:1:1: a merge key (<<) is not read"),
        ("a: 1\n---\nb: 2", "f:2:1: a second YAML document begins here"),
        ("%YAML 1.1\n---\na: 1", "f:1:1: a line that begins with % may not stand here"),
        ("1: 2", "f:1:1: a key should be text, not 1"),
        ("null: 2", "f:1:1: a key should be text, not nothing"),
        ("? [a, {b: c}]\n: {d: [e]}\nf: 1", "f:1:3: a key should be text, not a list or group"),
        ("on: 1", "f:1:1: on is a word that YAML may read as something else"),
        (f"a: {'9' * 31}", 'f:1:4: the number "9999999999999999999…" has more than 30 digits'),
        (f"a: 0.{'3' * 40}", 'f:1:4: the number "0.33333333333333333…" has more than 30 digits'),
        ("a: b\n  c\n", 'f:1:4: the text "b c" runs over several lines'),
        ("a:\n- b\n - c\n", 'f:2:3: the text "b - c" runs over several lines'),
        ('a: "\\0"', "f:1:4: this text holds a control character (\\u0000)"),
        ('a: "\\u202e"', "f:1:4: this text holds an invisible character that turns the direction of text (\\u202e)"),
        ('a: "\\x85"', "f:1:4: this text holds an unusual line break (\\u0085)"),
        ('a: "\\ud800"', "f:1:7: this escape stands for no character"),
        ('a: "\\q"', "f:1:5: a backslash followed by this has no meaning"),
        ('a: "\\u12"', "f:1:7: \\x, \\u and \\U need 2, 4 and 8 hexadecimal digits"),
        ("a: 1\n\tb: 2", "f:2:1: a tab may not indent"),
        ("a: |\n x\n\ty\n", "f:3:1: a tab may not indent"),
        ("a: 1\nb: [1, 2\nc: 3", "f:2:4: the list that opens here with [ is never closed, or lacks a comma"),
        ("a: {b: 1\nc: 3", "f:1:4: the group that opens here with { is never closed, or lacks a comma"),
        ("a: [b]]", "f:1:7: this ] closes nothing"),
        ('a: "x\nb: 1', "f:1:4: the quotation mark that opens here is never closed"),
        ("a: 'it's'", "f:1:8: something follows the closing quotation mark"),
        ("a: b: c", 'f:1:5: a ": " may not stand here'),
        ("a: 1\nfoo\nb: 2", 'f:2:1: this line has no ": " after its key'),
        ("a:\n  b: 1\n c: 2", "f:3:2: this does not fit the indentation of the lines above"),
        ("a: 1\n  b: 2", "f:2:4: this does not fit the indentation of the lines above"),
        ("- a\nb: 1", "f:2:1: this does not fit the list above"),
        ("a: [b:c:, d]", 'f:1:8: a ":" may not stand here'),
        ("a: - b", 'f:1:4: a "- " may not begin an item here'),
        ("a: @x", 'f:1:4: text may not begin with "@"'),
        ("a: `x`", 'f:1:4: text may not begin with "`"'),
        ("a: %x", 'f:1:4: text may not begin with "%"'),
        ("a: >2-x\n", "f:1:7: after | or > the text should begin on the next line"),
        ("a: b\n...\nc: d", "f:3:1: this does not belong to what stands above"),
    ],
)
def test_mistakes(text: str, message: str) -> None:
    """Each is told once, in words that need no knowledge of YAML's grammar."""
    assert said(read_yaml(text, "f")[2]) == [message]


def test_several_mistakes_are_told_at_once() -> None:
    """Only a syntax error ends the reading."""
    assert len(read_yaml("a: NO\nb: 0123\nc: *x\n", "f")[2]) == 3


BLOCKS = "\n".join(" " * n + "a:" for n in range(900))


@pytest.mark.parametrize("text", ["[" * 2_000, "[" * 200_000, "{a: " * 2_000, BLOCKS])
def test_depth_costs_nothing(text: str) -> None:
    """What nests deeper than any data of ours is refused at once."""
    begin = time.perf_counter()
    problems = read_yaml(text, "f")[2]
    assert time.perf_counter() - begin < 1
    assert said(problems)[0].endswith(f"nested more than {DEPTH} deep here")


TEXTS = st.text(st.characters(exclude_categories=["Cs"]).filter(lambda char: not FORBIDDEN.match(char)), max_size=20)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**20), 10**20) | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=20,
)


@given(VALUES)
def test_json_is_read_as_json(value: object) -> None:
    """JSON is YAML; both readers must agree on it."""
    assert read(json.dumps(value, ensure_ascii=False)) == value


SIGNS = st.text("ab:- \n[]{}#&*!|>'\"%@`,?\t\\~<01.e_", max_size=80)


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=200) | SIGNS)
def test_any_text_is_read_or_refused(text: str) -> None:
    """Never an exception; every problem stands inside the text."""
    _, _, problems = read_yaml(text, "f")
    for problem in problems:
        assert 1 <= problem.place.line <= text.count("\n") + text.count("\r") + 3
        assert problem.place.column >= 1

"""Validation: what does not fit the model is named as people name it, with the keys that were meant."""

from __future__ import annotations

from typing import Any

import pytest

from generator.files.strict_yaml import read_yaml
from generator.loading.validation import read_as
from generator.model.front_matter import GuideHead
from generator.model.written import Snapshot

HEAD = """\
title: T
short_title: T
description: D
blurb: B
order: 1
updated: 2026-12-01
table: {columns: [memory]}
"""


def said_of_head(more: str, head: str = HEAD) -> list[tuple[str, str]]:
    """Messages and hints for a guide's front matter with something added."""
    value, places, problems = read_yaml(head + more, "f")
    assert problems == []
    return [(problem.message, problem.hint) for problem in read_as(GuideHead, value, places)[1]]


@pytest.mark.parametrize(
    ("more", "message", "hint"),
    [
        ("needed: [lora, 8]", "item 2 of needed should be text, not 8", 'quote it: "8"'),
        ("faq: [{q: Q, a: A}]", 'item 1 of faq lacks the key "key"', ""),
        ("faq: [{key: k, q: Q, a: A, b: B}]", 'unknown key "b" in "k"', "known: a, key, q, when"),
        (
            "facts: {x: {gpu: g, fit: m, gpus: 0}}",
            'gpus of fact "x" should be a number of GPUs from 1 to 1024, not 0',
            "",
        ),
        ("facts: {x: {gpu: g, feeld: f}}", 'unknown key "feeld" in fact "x"', 'did you mean "field"?'),
        ("facts: {x: memory}", 'fact "x" does not say what it is', None),
        ("facts: [x]", "facts should be a group of keys, not a list", ""),
        ("compare: [[a]]", "item 1 of compare should be a pair", ""),
        ("compare: [[a, B]]", None, ""),
    ],
)
def test_names_of_what_is_wrong(more: str, message: str | None, hint: str | None) -> None:
    """The innermost name comes first; entries are called by what names them, else by their number."""
    ((found, found_hint),) = said_of_head(more)
    if message is not None:
        assert found == message
    else:
        assert found.startswith("item 2 of item 1 of compare should be a slug")
    if hint is not None:
        assert found_hint == hint


@pytest.mark.parametrize(
    ("where", "message", "hint"),
    [
        ("{memory_gb: {mim: 80}}", 'unknown key "mim" in where "memory_gb" of table', 'did you mean "min"?'),
        ("{memory_gb: {min: lots}}", 'min of where "memory_gb" of table should be a number, not "lots"', ""),
        ("{ecc: {in: [null]}}", None, ""),
    ],
)
def test_names_inside_a_selection(where: str, message: str | None, hint: str) -> None:
    """A selection is named by the field that it is about."""
    head = HEAD.replace("{columns", f"{{where: {where}, columns")
    ((found, found_hint),) = said_of_head("", head)
    assert found == (
        message or 'item 1 of in of where "ecc" of table should be text, a number, true or false, not nothing'
    )
    assert found_hint == hint


@pytest.mark.parametrize("value", [None, [], "text", 7])
def test_a_file_must_be_a_group_of_keys(value: Any) -> None:
    """Whatever else stands at its top."""
    read, problems = read_as(Snapshot, value, read_yaml("x", "f")[1])
    assert read is None
    assert problems[0].message.startswith("the file should hold a group of keys, not ")


def test_a_misspelt_key_is_told_once() -> None:
    """It is unknown while the right one is missing; the hint says both."""
    value, places, _ = read_yaml("as_of: 2026-12-01T00:00:00Z\ncurrancy: USD\noffers: []\n", "f")
    problems = read_as(Snapshot, value, places)[1]
    assert [(problem.message, problem.hint) for problem in problems] == [
        ('unknown key "currancy"', 'did you mean "currency"?')
    ]


def test_what_fits_is_read() -> None:
    """Nothing is added but what the model says."""
    value, places, _ = read_yaml("as_of: 2026-12-01T00:00:00Z\ncurrency: USD\noffers: []\n", "f")
    snapshot, problems = read_as(Snapshot, value, places)
    assert problems == []
    assert snapshot is not None
    assert (snapshot.offers, snapshot.rates, snapshot.demo) == ((), None, False)

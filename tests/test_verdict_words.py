"""The sentences of the verdicts, as translators get them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
import pytest

from generator.figures import verdict_words
from generator.model import Words
from generator.words.messages import extract_code

NAMES = {"gpu", "other", "format", "share", "ratio"}
FIGURES = {"fit", "lora", "qlora", "memory", "runs", "whole", "rate"}


def every(value: object) -> Iterator[Words]:
    """The words that a constant holds."""
    if isinstance(value, Words):
        yield value
    elif isinstance(value, msgspec.Struct):
        for field in msgspec.structs.fields(value):
            yield from every(getattr(value, field.name))


SENTENCES = tuple(words for value in vars(verdict_words).values() for words in every(value))


@pytest.mark.parametrize("words", SENTENCES, ids=lambda words: words.msgid[:40])
def test_each_is_one_whole_sentence(words: Words) -> None:
    """It begins with a capital or a name, ends with a full stop, and holds no second sentence."""
    assert re.fullmatch(r"(?:[A-Z]|\{gpu\}).+\.", words.msgid)
    assert ". " not in words.msgid
    assert "  " not in words.msgid


@pytest.mark.parametrize("words", SENTENCES, ids=lambda words: words.msgid[:40])
def test_placeholders_follow_one_scheme(words: Words) -> None:
    """A figure of the other GPU has the same name after ``other_``, and stands beside the other GPU's name."""
    names = set(re.findall(r"\{(.*?)\}", words.msgid))
    theirs = {name for name in names if name.startswith("other_")}
    assert names - theirs <= NAMES | FIGURES
    assert {name.removeprefix("other_") for name in theirs} <= names & FIGURES
    assert "other" in names or not theirs


def test_extraction_finds_them_all() -> None:
    """What is written here reaches the translators."""
    found = {(message.context, message.msgid) for message in extract_code()}
    assert len(SENTENCES) > 50
    assert {(words.context, words.msgid) for words in SENTENCES} <= found


def test_no_two_are_the_same() -> None:
    """Each situation has a sentence of its own."""
    assert len({words.msgid for words in SENTENCES}) == len(SENTENCES)

"""A locale's glossary: which words translate the terms of the trade, and which do not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct, defstruct

from generator.files.sources import read_text
from generator.files.strict_yaml import read_yaml
from generator.loading.validation import read_as
from generator.model import Text, Written
from generator.problems import Problem

LIMIT = 200_000
_DOTTED = {"tr", "az"}
_SHORT = 3


class Term(Struct, frozen=True):
    """One term: the English, the words that translate it in their dictionary form, and words that do not."""

    en: str
    use: str
    avoid: tuple[str, ...] = ()


Glossary = tuple[Term, ...]


def glossary_path(locale: str) -> str:
    """Where a locale's glossary stands, below the root."""
    return f"locales/{locale}/glossary.yaml"


def read_glossary(root: Path, locale: str) -> tuple[Glossary, list[Problem]]:
    """Read a locale's glossary: entries ``{en: …, <locale>: …}``, with ``avoid: […]`` at will; none has no terms."""
    path = glossary_path(locale)
    if not (root / path).exists() and not (root / path).is_symlink():
        return (), []
    text, problems = read_text(root, path, LIMIT)
    if text is None:
        return (), problems
    value, places, problems = read_yaml(text, path)
    if problems:
        return (), problems
    read, problems = read_as(_file_model(locale), value, places)
    terms: tuple[Any, ...] = getattr(read, "terms", ())
    return tuple(Term(term.en, getattr(term, locale), term.avoid) for term in terms), problems


def _file_model(locale: str) -> type[Written]:
    """The file's form: a term's second key is the name of the locale."""
    words: list[Any] = [("en", Text), (locale, Text), ("avoid", tuple[Text, ...], ())]
    term: Any = defstruct("Term", words, bases=(Written,), frozen=True)
    entries: list[Any] = [("terms", tuple[term, ...], ())]
    glossary: type[Any] = defstruct("Glossary", entries, bases=(Written,), frozen=True)
    return glossary


def lower(text: str, locale: str) -> str:
    """Small letters as the language writes them: in Turkish the small letter of I has no dot."""
    if locale.partition("_")[0] in _DOTTED:
        text = text.replace("I", "\u0131").replace("İ", "i")
    return text.lower()


def term_faults(glossary: Glossary, english: str, text: str, locale: str) -> Iterator[tuple[str, str]]:
    """What a translation says otherwise than the glossary: a message and a hint each.

    Of terms that lie within one another ("memory", "video memory") the longest counts.
    """
    source, words = english.lower(), lower(text, locale)
    for term in sorted(glossary, key=lambda term: (-len(term.en), term.en)):
        pattern = re.compile(rf"(?<!\w){re.escape(term.en.lower())}(?:s|es)?(?!\w)")
        if not pattern.search(source):
            continue
        source = pattern.sub("\n", source)
        hint = f'the glossary says "{term.use}"'
        for word in term.avoid:
            if _holds(lower(word, locale), words):
                yield f'"{word}" for "{term.en}"', hint
        if not all(_holds(_stem(word), words) for word in lower(term.use, locale).split()):
            yield f'no word for "{term.en}"', hint


def _holds(word: str, text: str) -> bool:
    """Whether a word of the text begins so; in scripts without blanks, whether it stands anywhere."""
    return bool(re.search(rf"(?<![^\W\d_]){re.escape(word)}", text)) or (
        not word.isascii() and " " not in text and word in text
    )


def _stem(word: str) -> str:
    """What is left of a word in most of its forms: endings come and go, and may soften the last letter."""
    return word if len(word) <= _SHORT else word[: max(_SHORT, -(-len(word) * 3 // 5))]

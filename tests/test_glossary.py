"""A glossary per locale says which words translate the terms."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.words.glossary import Term, lower, read_glossary, term_faults
from tests.sites import said, write


def test_a_glossary_is_read_from_its_locale(tmp_path: Path) -> None:
    """The key of the translation is the locale's name."""
    write(
        tmp_path,
        "locales/tr/glossary.yaml",
        "terms:\n- {en: memory, tr: bellek, avoid: [hafıza]}\n- {en: token, tr: belirteç}\n",
    )
    terms = (Term("memory", "bellek", ("hafıza",)), Term("token", "belirteç"))
    assert read_glossary(tmp_path, "tr") == (terms, [])


def test_a_locale_needs_no_glossary(tmp_path: Path) -> None:
    """It then has no terms."""
    assert read_glossary(tmp_path, "tr") == ((), [])


def test_mistakes_in_a_glossary_have_places(tmp_path: Path) -> None:
    """As in every other file."""
    write(tmp_path, "locales/tr/glossary.yaml", "terms:\n- {en: memory, de: Speicher}\n")
    glossary, problems = read_glossary(tmp_path, "tr")
    assert glossary == ()
    assert said(problems)[0] == 'locales/tr/glossary.yaml:2:16: unknown key "de" in item 1 of terms'


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        ("Bellek dolar.", []),
        ("Belleği dolar.", []),
        ("BELLEK DOLAR.", []),
        ("Hafıza dolar.", ['"hafıza" for "memory"', 'no word for "memory"']),
        ("Dolar.", ['no word for "memory"']),
    ],
)
def test_a_term_may_take_endings(text: str, messages: list[str]) -> None:
    """The beginning of the word decides; letters change at its end."""
    glossary = (Term("memory", "bellek", ("hafıza",)),)
    assert [message for message, _ in term_faults(glossary, "Memories fill.", text, "tr")] == []
    assert [message for message, _ in term_faults(glossary, "The memory fills.", text, "tr")] == messages


def test_the_longest_term_counts() -> None:
    """A term within another one is not asked for again."""
    glossary = (Term("memory", "bellek"), Term("video memory", "ekran belleği"))
    assert list(term_faults(glossary, "Video memory", "Ekran belleği", "tr")) == []
    assert [message for message, _ in term_faults(glossary, "Video memory", "Bellek", "tr")] == [
        'no word for "video memory"'
    ]


def test_scripts_without_blanks_are_searched_whole() -> None:
    """Japanese writes no blank before a word."""
    assert list(term_faults((Term("memory", "メモリ"),), "GPU memory", "大きなメモリを持つ", "ja")) == []


def test_turkish_has_its_own_small_letters() -> None:
    """Python's lower() gives another word."""
    assert (lower("IŞIN İZLEME", "tr"), lower("KI", "de")) == ("ışın izleme", "ki")

"""Pseudo-translations keep what a machine reads and change what people read."""

from __future__ import annotations

import pytest

from generator.words.messages import Message
from generator.words.po import Entry
from generator.words.po_check import text_problems
from generator.words.pseudo import pseudo_text

ENGLISH = "An [H100 SXM](gpu:h100-sxm) with {h100_memory} **trains** `bf16` models (of {fit})."


@pytest.mark.parametrize("locale", ["en_XA", "ar_XB"])
def test_a_pseudo_translation_is_sound(locale: str) -> None:
    """Facts, targets, code and marks come through."""
    entry = Entry(ENGLISH, (pseudo_text(ENGLISH, locale),), "p/p1")
    assert text_problems(Message("p/p1", ENGLISH), entry, locale) == []


def test_accents_brackets_and_length_show_what_is_cut_off() -> None:
    """40 % longer, with a mark at each end."""
    text = pseudo_text("Memory decides the model size", "en_XA")
    assert text.startswith("⟦Ṁéṁöŕý ðéçîðéš ţĥé ṁöðéļ šîžé ")
    assert text.endswith("⟧")
    assert len(text) == pytest.approx(29 * 1.4 + 3, abs=1)


def test_the_mirrored_one_has_no_latin_letter_left() -> None:
    """So that a browser lays it out from right to left."""
    text = pseudo_text("Memory of {n} GPUs", "ar_XB")
    assert "{n}" in text
    assert not any(letter.isascii() and letter.isalpha() for letter in text.replace("{n}", ""))

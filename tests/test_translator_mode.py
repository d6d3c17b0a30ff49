"""What the translator mode of the preview knows of each text."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator.pipeline import Order, plan_site
from generator.preview.translator_mode import Text, texts_of
from generator.words.catalogs import LocaleWords, load_locale, read_locale
from generator.words.messages import Message
from tests.test_catalogs import entry, load
from tests.test_kept import previewable

PO = "locales/tr/LC_MESSAGES/training.po"


def text_of(root: Path, po: str) -> Text:
    """The first paragraph of a guide whose PO file holds an entry."""
    words, _ = load(root, {"training": po})
    return texts_of([words], "tr")["training/lead/p1"]


@pytest.mark.parametrize(
    ("po", "state", "place", "why"),
    [
        (entry("training/lead/p1", "With {memory}.", "{memory} ile."), "translated", f"{PO}:8:9", ""),
        (
            entry("training/lead/p1", "Former.", "Eski."),
            "stale",
            f"{PO}:8:9",
            "its English was: Former.",
        ),
        (
            entry("training/lead/p1", "With {memory}.", "{memory} ile.", "#, fuzzy\n"),
            "stale",
            f"{PO}:9:9",
            "somebody marked it as fuzzy",
        ),
        (entry("training/lead/p1", "With {memory}.", ""), "missing", f"{PO}:8:9", ""),
        ("", "missing", PO, "not in the file yet: build.py translate update puts it there"),
        (
            entry("training/lead/p1", "With {memory}.", "<b>ile</b>"),
            "invalid",
            f"{PO}:8:9",
            "HTML is not allowed here; {memory} is missing",
        ),
    ],
)
def test_state_and_line_of_each_text(tmp_path: Path, po: str, state: str, place: str, why: str) -> None:
    """The line to edit, and why a text is not published."""
    assert text_of(tmp_path, po) == Text("With {memory}.", state, place, why)


def test_words_are_named_with_their_english(tmp_path: Path) -> None:
    """A context such as "tab" has many."""
    words, _ = load(tmp_path, {"ui": entry("nav", "Guides", "Kılavuzlar")})
    found = texts_of([LocaleWords(read_locale("en")), words], "tr")
    assert found["ui/nav/Guides"].state == "translated"
    assert found["ui/gpu/{n} GPU"].state == "missing"
    assert len(found) == 4
    assert texts_of([LocaleWords(read_locale("en")), words], "en") == {}


def test_pseudo_translations_have_no_line(tmp_path: Path) -> None:
    """They are made, not written."""
    messages = {"ui": [Message("nav", "Guides")]}
    words, _ = load_locale(tmp_path, read_locale("en_XA"), messages)
    assert texts_of([words], "en-XA") == {"ui/nav/Guides": Text("Guides", "translated", "", "")}


def test_names_of_texts_change_nothing_else_on_a_page(tmp_path: Path) -> None:
    """Every page of a marked build is that of a plain one, but for comments; the twins are the same."""
    root = previewable(tmp_path)
    plain, marked = (
        {file.path: file.content().decode() for file in plan_site(Order(root, marks=marks), lambda _: None).files}
        for marks in (False, True)
    )
    assert plain.keys() == marked.keys()
    pages = [path for path in plain if path.endswith((".html", ".md"))]
    assert len(pages) > 30
    for path in pages:
        assert "<!--text " not in plain[path]
        assert re.sub(r"<!--(?:text [^>]*|/text)-->", "", marked[path]) == plain[path], path
    assert "<!--text training/memory/p1-->" in marked["tr/guides/training/index.html"]
    assert marked["tr/guides/training/index.md"] == plain["tr/guides/training/index.md"]
    digests = [{file.digest for file in plan_site(Order(root, marks=m), lambda _: None).files} for m in (False, True)]
    assert digests[0] != digests[1]

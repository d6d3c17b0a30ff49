"""How far each language is, by locale and page."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

from generator.prose.inline_html import Inline
from generator.translate.translate import update
from generator.translate.translate_status import status
from generator.words.catalogs import State
from generator.words.po import parse
from tests.sites import edited, write
from tests.translations import FOLDER, translate, translated_site

GUIDE = "content/guides/training.md"


def mixed_site(root: Path) -> Path:
    """A site with a stale, a missing and an invalid text in its guide."""
    translated_site(root)
    write(root, GUIDE, edited(GUIDE, "A lead.", "A new lead of words."))
    update(root)
    translate(root, "training/memory/h", "")
    translate(root, "training/memory/p1", "Olgusuz.")
    return root


def test_states_are_counted_in_texts_and_words(tmp_path: Path) -> None:
    """Words are those of the English, without Markdown."""
    files = {file.file: file for file in status(mixed_site(tmp_path)).locales["tr"]}
    count = files["training"].count
    assert dict(count.texts) == {State.TRANSLATED: 6, State.STALE: 1, State.MISSING: 1, State.INVALID: 1}
    assert (count.words[State.STALE], count.words[State.MISSING], count.words[State.INVALID]) == (5, 1, 11)
    assert (count.share, files["training"].stale, files["training"].invalid) == (
        66,
        ("training/lead/p1",),
        ("training/memory/p1",),
    )


def test_the_counts_equal_those_made_from_the_files(tmp_path: Path) -> None:
    """Independently: an updated file holds every text with its state, but for what is invalid."""
    root = mixed_site(tmp_path)
    for file in status(root).locales["tr"]:
        path = f"{FOLDER}/{file.file}.po"
        entries = [e for e in parse((root / path).read_text(), path)[0] if e.msgid and not e.obsolete]
        fuzzy = [entry for entry in entries if "fuzzy" in entry.flags]
        empty = [entry for entry in entries if not entry.msgstr[0]]
        invalid = [entry for entry in entries if entry.msgstr[0] == "Olgusuz."]
        texts = dict(file.count.texts)
        assert (texts[State.STALE], texts[State.MISSING], texts[State.INVALID]) == (
            len(fuzzy),
            len(empty),
            len(invalid),
        )
        assert sum(texts.values()) == len(entries)
        words = sum(len(Inline().plain(entry.msgid).split()) for entry in entries)
        assert sum(file.count.words.values()) == words


def counted(text: str) -> Counter[State]:
    """The living entries of a PO file by state, found block by block as a person would, without our reader."""
    states: Counter[State] = Counter()
    for block in text.split("\n\n")[1:]:
        texts = re.findall(r'^msgstr(?:\[\d\])? "(.*)"$', block, re.MULTILINE)
        if not texts:
            continue  # obsolete
        fuzzy = re.search(r"^#, .*\bfuzzy\b", block, re.MULTILINE)
        states[State.STALE if fuzzy else State.TRANSLATED if all(texts) else State.MISSING] += 1
    return states


def test_the_counts_of_the_projects_own_languages_equal_those_made_by_hand(project_copy: Path) -> None:
    """Every file of every language, after some English was edited and a word was taken back."""
    guide = project_copy / "content/guides/rendering.md"
    guide.write_text(guide.read_text("utf-8").replace("blurb: ", "blurb: Changed. "), "utf-8")
    update(project_copy)
    ui = project_copy / FOLDER / "ui.po"
    ui.write_text(re.sub(r'(msgid "GPU"\nmsgstr )"[^"]+"', r'\1""', ui.read_text("utf-8"), count=1), "utf-8")
    found = status(project_copy)
    for name, files in found.locales.items():
        for file in files:
            states = counted((project_copy / f"locales/{name}/LC_MESSAGES/{file.file}.po").read_text("utf-8"))
            texts = Counter(file.count.texts)
            texts[State.TRANSLATED] += texts.pop(State.INVALID)
            assert +texts == states, file.file
    turkish = {file.file: file.count.texts for file in found.locales["tr"]}
    assert turkish["rendering"][State.STALE] >= 1
    assert turkish["ui"][State.MISSING] >= 1


def test_the_json_holds_what_the_words_say(tmp_path: Path) -> None:
    """For dashboards; keys in order, so that two runs can be compared."""
    found = status(mixed_site(tmp_path))
    data = json.loads(found.to_json())
    training = data["tr"]["files"]["training"]
    assert training == {
        "bar": 90,
        "invalid": ["training/memory/p1"],
        "share": 66,
        "stale": ["training/lead/p1"],
        "texts": {"translated": 6, "stale": 1, "missing": 1, "invalid": 1},
        "under": True,
        "words": training["words"],
    }
    assert found.to_json() == status(tmp_path).to_json()
    assert "  training: 66 %, 6 translated, 1 stale, 1 missing, 1 invalid; 17 words to do, under 90 %" in found.lines()
    assert "    stale: training/lead/p1" in found.lines()


def test_a_bar_is_missed_or_reached(tmp_path: Path) -> None:
    """A page is under its bar; one without words is not."""
    found = {file.file: file.under for file in status(translated_site(tmp_path)).locales["tr"]}
    assert found == {"ui": True, "gpus": True, "models": True, "training": False, "methodology": True}
    assert status(tmp_path).under

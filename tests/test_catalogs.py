"""The words of a locale: what is published, what falls back to English, and what is told about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from generator.model import Segment
from generator.problems import Place, Problem, Severity
from generator.words.catalogs import LocaleWords, State, Translated, find_locales, load_locale, read_locale
from generator.words.messages import Message
from tests.sites import said, write

HEADER = """\
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

"""
MESSAGES = {
    "ui": [Message("nav", "Guides"), Message("gpu", "{n} GPU", "{n} GPUs")],
    "training": [Message("training/lead/p1", "With {memory}."), Message("training/memory/h", "Memory")],
}
LEAD = Segment("lead/p1", "With {memory}.", Place("content/guides/training.md", 1, 1))


def load(
    root: Path,
    files: Mapping[str, str],
    former: Mapping[str, Sequence[str]] = {},
    messages: Mapping[str, Sequence[Message]] = MESSAGES,
) -> tuple[LocaleWords, list[Problem]]:
    """The Turkish words of PO files given without their header."""
    for name, text in files.items():
        write(root, f"locales/tr/LC_MESSAGES/{name}.po", HEADER + text)
    return load_locale(root, read_locale("tr"), messages, former)


def entry(key: str, msgid: str, text: str, more: str = "") -> str:
    """One entry as text."""
    return f'{more}msgctxt "{key}"\nmsgid "{msgid}"\nmsgstr "{text}"\n\n'


def test_translated_words_are_published(tmp_path: Path) -> None:
    """Of the interface by context and English, of a page by key and English."""
    plural = 'msgctxt "gpu"\nmsgid "{n} GPU"\nmsgid_plural "{n} GPUs"\nmsgstr[0] "tek GPU"\nmsgstr[1] "{n} GPU var"\n'
    files = {
        "ui": entry("nav", "Guides", "Kılavuzlar") + plural,
        "training": entry("training/lead/p1", "With {memory}.", "{memory} ile."),
    }
    words, problems = load(tmp_path, files)
    assert problems == []
    assert words.ui("nav", "Guides") == Translated("Kılavuzlar", True)
    assert [words.ui("gpu", "{n} GPU", "{n} GPUs", n).text for n in (1, 2)] == ["tek GPU", "{n} GPU var"]
    assert words.segment("training", LEAD) == Translated("{memory} ile.", True)
    assert (words.share("ui"), words.share("training"), words.share("ui", "training")) == (100, 50, 75)


def test_what_has_no_translation_is_answered_in_english_and_says_so(tmp_path: Path) -> None:
    """Also words that nobody asked for, and whole files that are missing."""
    words, problems = load(tmp_path, {})
    assert problems == []
    assert words.segment("training", LEAD) == Translated("With {memory}.", False)
    assert [words.ui("gpu", "{n} GPU", "{n} GPUs", n) for n in (1, 5)] == [
        Translated("{n} GPU", False),
        Translated("{n} GPUs", False),
    ]
    assert words.ui("nav", "Unknown") == Translated("Unknown", False)
    assert words.share("training") == 0


@pytest.mark.parametrize(
    ("text", "state", "told"),
    [
        (entry("training/lead/p1", "With {memory}.", ""), State.MISSING, []),
        (entry("training/lead/p1", "With {memory}.", "{memory} ile.", "#, fuzzy\n"), State.STALE, []),
        (entry("training/lead/p1", "With much {memory}.", "{memory} ile."), State.STALE, []),
        ('#~ msgctxt "training/memory/p9"\n#~ msgid "Other"\n#~ msgstr "Öteki"\n', State.MISSING, []),
        (
            entry("training/lead/p1", "With {memory}.", "Bellek ile."),
            State.INVALID,
            ["8:9: warning: {memory} is missing"],
        ),
        (
            entry("training/lead/p1", "With {memory}.", "{memory}\\q"),
            State.MISSING,
            ['8:17: warning: "\\q" means nothing'],
        ),
    ],
)
def test_what_is_not_sound_falls_back(tmp_path: Path, text: str, state: State, told: list[str]) -> None:
    """Empty, fuzzy, obsolete, broken: English; only what is broken is a problem, and a warning at that."""
    words, problems = load(tmp_path, {"training": text})
    assert words.segment("training", LEAD) == Translated("With {memory}.", False)
    assert words.files["training"].states["training/lead/p1", "With {memory}."] is state
    assert said(problems) == [f"locales/tr/LC_MESSAGES/training.po:{line}" for line in told]
    assert {problem.severity for problem in problems} <= {Severity.WARNING}


def test_a_moved_paragraph_is_published_though_nobody_ran_a_tool(tmp_path: Path) -> None:
    """The build merges as the tools do."""
    words, problems = load(tmp_path, {"training": entry("training/old/p7", "With {memory}.", "{memory} ile.")})
    assert problems == []
    assert words.segment("training", LEAD) == Translated("{memory} ile.", True)


def test_a_renamed_guide_finds_the_file_of_its_former_name(tmp_path: Path) -> None:
    """As long as there is none of the new name."""
    files = {
        "old": entry("old/lead/p1", "With {memory}.", "{memory} ile.") + entry("old/memory/h", "Its memory", "Bellek")
    }
    words, _ = load(tmp_path, files, {"training": ("older", "old")})
    assert words.segment("training", LEAD) == Translated("{memory} ile.", True)
    assert words.files["training"].states["training/memory/h", "Memory"] is State.STALE


def test_a_file_that_cannot_be_trusted_is_not_used(tmp_path: Path) -> None:
    """Its header names another encoding."""
    text = HEADER.replace("UTF-8", "iso-8859-1") + entry("training/lead/p1", "With {memory}.", "{memory} ile.")
    write(tmp_path, "locales/tr/LC_MESSAGES/training.po", text)
    words, problems = load_locale(tmp_path, read_locale("tr"), MESSAGES)
    assert words.segment("training", LEAD).translated is False
    path = "locales/tr/LC_MESSAGES/training.po"
    assert said(problems) == [f"{path}:3:2: warning: the header names the encoding iso-8859-1; PO files are UTF-8"]


def test_english_is_its_own_translation(tmp_path: Path) -> None:
    """Nothing of it is marked."""
    words, problems = load_locale(tmp_path, read_locale("en"), MESSAGES)
    assert problems == []
    assert words.ui("gpu", "{n} GPU", "{n} GPUs", 1) == Translated("{n} GPU", True)
    assert words.segment("training", LEAD) == Translated("With {memory}.", True)
    assert words.share("training") == 100


def test_pseudo_locales_need_no_files(tmp_path: Path) -> None:
    """They are made from the English, complete."""
    words, problems = load_locale(tmp_path, read_locale("ar_XB"), MESSAGES)
    assert problems == []
    assert "{memory}" in words.segment("training", LEAD).text
    assert words.segment("training", LEAD).text != LEAD.msgid
    assert all(words.ui("gpu", "{n} GPU", "{n} GPUs", n).translated for n in range(120))
    assert words.share("ui", "training") == 100


def test_locales_are_those_of_the_list_and_of_the_folders(tmp_path: Path) -> None:
    """English has no files, and pseudo-locales are never published."""
    for name in ("de", "tr", "en", "en_XA", "xx", "EN", ".git"):
        (tmp_path / "locales" / name).mkdir(parents=True)
    (tmp_path / "locales/fr").symlink_to(tmp_path / "locales/de")
    locales, problems = find_locales(tmp_path, ["en", "tr", "pt_BR"])
    assert [locale.name for locale in locales] == ["tr", "pt_BR", "de"]
    assert sorted(said(problems)) == [
        'locales/EN: "EN" is not the name of a locale',
        "locales/fr: this is a symbolic link, and those are not followed",
        'locales/xx: "xx" is not the name of a locale',
    ]


def test_a_linked_folder_is_not_read(tmp_path: Path) -> None:
    """Nothing outside the root ever is."""
    write(
        tmp_path,
        "elsewhere/LC_MESSAGES/training.po",
        HEADER + entry("training/lead/p1", "With {memory}.", "{memory} ile."),
    )
    (tmp_path / "root/locales").mkdir(parents=True)
    (tmp_path / "root/locales/tr").symlink_to(tmp_path / "elsewhere")
    words, problems = load_locale(tmp_path / "root", read_locale("tr"), MESSAGES)
    assert words.segment("training", LEAD).translated is False
    assert [problem.severity for problem in problems] == [Severity.ERROR]

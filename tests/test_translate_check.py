"""What a check tells translators: faults as errors, questions as warnings."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.problems import Severity
from generator.translate.translate_check import check
from tests.sites import edited, write
from tests.translations import FOLDER, translate, translated_site

GUIDE = "content/guides/training.md"


def checked(root: Path) -> list[str]:
    """What the check says about the guide's file, without places and hints."""
    problems = [problem for problem in check(root) if problem.place.path.endswith("training.po")]
    assert all(problem.place.line and problem.place.column for problem in problems)
    return [problem.message for problem in problems]


def test_a_complete_translation_passes(tmp_path: Path) -> None:
    """Missing texts are for the status to tell."""
    assert check(translated_site(tmp_path)) == []


def test_faults_are_errors_with_line_and_column(tmp_path: Path) -> None:
    """Those of the file and those of a text, all at once."""
    root = translated_site(tmp_path)
    translate(root, "training/lead/p1", "Bir <b>giriş</b>.")
    path = root / FOLDER / "training.po"
    path.write_text(path.read_text().replace('"Bellek"', '"Bell\\ek"'))
    assert [(str(problem.place), problem.message, problem.severity) for problem in check(root)] == [
        (f"{FOLDER}/training.po:39:13", "HTML is not allowed here", Severity.ERROR),
        (f"{FOLDER}/training.po:39:21", "HTML is not allowed here", Severity.ERROR),
        (f"{FOLDER}/training.po:44:13", '"\\e" means nothing', Severity.ERROR),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{h100_memory}’den fazlası.", "an ending glued to a figure: {h100_memory}’d…"),
        ("{h100_memory}lık olanlar.", "an ending glued to a figure: {h100_memory}l…"),
    ],
)
def test_an_ending_on_a_figure_is_asked_about(tmp_path: Path, text: str, message: str) -> None:
    """It no longer fits when the figure changes; a comment says that it may stay."""
    root = translated_site(tmp_path)
    translate(root, "training/meta/description", text)
    assert checked(root) == [message]
    translate(root, "training/meta/description", text, "suffix-ok: fixed by the reference")
    assert checked(root) == []


def test_scripts_without_blanks_have_no_endings(tmp_path: Path) -> None:
    """A character beside a figure is ordinary Japanese."""
    root = translated_site(tmp_path)
    translate(root, "training/meta/description", "{h100_memory}以上のGPU。")
    assert checked(root) == []


@pytest.mark.parametrize(
    ("english", "text", "messages"),
    [
        ("A lead.", "80 giriş.", ["the number 80 is not in the English"]),
        ("A lead.", "H100 ve FP8 ile B200 giriş.", []),
        ("A lead of 16.5 and 1,000 steps.", "16,5 ve 1.000 adımlık giriş.", []),
        ("A lead of 16 steps.", "16’lık ve 18’lik giriş.", ["the number 18 is not in the English"]),
        ("A lead of 8 steps.", "٨ giriş.", []),
    ],
)
def test_numbers_typed_by_hand_are_asked_about(tmp_path: Path, english: str, text: str, messages: list[str]) -> None:
    """Numbers of the English may be written as the language does; names hold numbers of their own."""
    root = translated_site(tmp_path, {GUIDE: edited(GUIDE, "A lead.", english)})
    translate(root, "training/lead/p1", text)
    assert checked(root) == messages
    translate(root, "training/lead/p1", text, "number-ok")
    assert checked(root) == []


def test_the_same_text_as_the_english_is_asked_about(tmp_path: Path) -> None:
    """Unless it is a name, or a comment allows it."""
    root = translated_site(tmp_path)
    translate(root, "training/memory/h", "Memory")
    assert checked(root) == ["the same text as the English"]
    translate(root, "training/memory/h", "Memory", "same-ok")
    assert checked(root) == []
    translate(root, "training/memory/h", "Bellek")
    write(root, GUIDE, edited(GUIDE, "A lead.", "H100 NVLink"))
    translate(root, "training/lead/p1", "H100 NVLink")
    assert checked(root) == []


def test_a_text_too_long_for_its_place_is_asked_about(tmp_path: Path) -> None:
    """The place is that of the first character too many."""
    root = translated_site(tmp_path)
    translate(root, "training/meta/short_title", "Eğitim " * 6 + "için")
    (problem,) = check(root)
    assert (problem.message, problem.place.column) == ("46 characters; there is room for 36", 9 + 36)


def test_the_glossary_is_asked_about(tmp_path: Path) -> None:
    """And its own mistakes are told."""
    root = translated_site(tmp_path)
    write(root, "locales/tr/glossary.yaml", "terms:\n- {en: memory, tr: hafıza}\n")
    assert checked(root) == ['no word for "memory"', 'no word for "memory"']
    translate(root, "training/memory/h", "Bellek", "glossary-ok")
    assert checked(root) == ['no word for "memory"']
    write(root, "locales/tr/glossary.yaml", "terms:\n- {en: memory}\n")
    assert [problem.place.path for problem in check(root)] == ["locales/tr/glossary.yaml"]


def test_stale_and_missing_texts_are_not_judged(tmp_path: Path) -> None:
    """They are not published, and are about to change."""
    root = translated_site(tmp_path)
    translate(root, "training/lead/p1", "80 giriş.")
    write(root, GUIDE, edited(GUIDE, "A lead.", "A new lead."))
    assert checked(root) == []

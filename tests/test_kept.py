"""What one build keeps for the next: the same result for the same inputs, and never another."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest

from generator.files.kept import Kept
from generator.output.manifest import digest
from generator.pages.pages import edition_parts
from generator.pipeline import Order, plan_site
from tests.conftest import ROOT
from tests.sites import write
from tests.translations import FOLDER, translate, translated_site


def test_the_same_inputs_are_worked_on_once() -> None:
    """Until others come; then the former result is forgotten."""
    kept = Kept()
    made: list[str] = []

    def make(name: str) -> str:
        made.append(name)
        return name * 2

    results = [kept.made("step", (name, 1), partial(make, name)) for name in ("a", "a", "b", "a")]
    assert results == ["aa", "aa", "bb", "aa"]
    assert made == ["a", "b", "a"]


def test_steps_do_not_mix() -> None:
    """Two steps with the same inputs have two results."""
    kept = Kept()
    assert [kept.made("first", (1,), lambda: "first"), kept.made("second", (1,), lambda: "second")] == [
        "first",
        "second",
    ]
    assert kept.made("first", (1,), lambda: "third") == "first"


def test_a_step_that_fails_keeps_nothing() -> None:
    """The next build tries again."""
    kept = Kept()
    with pytest.raises(ZeroDivisionError):
        kept.made("step", (1,), lambda: 1 // 0)
    assert kept.made("step", (1,), lambda: 2) == 2


def previewable(root: Path) -> Path:
    """The small translated site with the project's templates and static files."""
    translated_site(root)
    for folder in ("templates", "static"):
        shutil.copytree(ROOT / folder, root / folder)
    return root


def contents(order: Order) -> dict[str, str]:
    """Of every file of a plan, the digest of what it was made from and that of its bytes."""
    return {file.path: f"{file.digest} {digest(file.content())}" for file in plan_site(order, lambda _: None).files}


def rewrite(path: str, pattern: str, replacement: str) -> Callable[[Path], None]:
    """An edit of a file that must change it."""

    def change(root: Path) -> None:
        text = (root / path).read_text("utf-8")
        assert re.search(pattern, text)
        write(root, path, re.sub(pattern, replacement, text))

    return change


GERMAN = """\
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"

msgctxt "training/memory/h"
msgid "Memory"
msgstr "Speicher"
"""
CHANGES: Mapping[str, Callable[[Path], object]] = {
    "a translation": lambda root: translate(root, "training/lead/p1", "Başka bir giriş."),
    "many words of the interface": rewrite(f"{FOLDER}/ui.po", r'(msgid "(\w+)"\nmsgstr )""', r'\1"tr \2"'),
    "a translation that is lost": lambda root: translate(root, "training/meta/short_title", ""),
    "an English sentence": rewrite("content/guides/training.md", r"A lead\.", "Another lead."),
    "a price written otherwise": rewrite("data/prices.yaml", r"2\.88", "2.880"),
    "a style": lambda root: write(root, "static/css/9-more.css", "p { margin: 0 }"),
    "a template": rewrite("templates/guide.html", "<h1>", '<h1 class="new">'),
    "a language": rewrite("data/site.yaml", r"\[en, tr\]", "[en, tr, de]"),
    "its first words": lambda root: write(root, "locales/de/LC_MESSAGES/training.po", GERMAN),
}


def test_what_is_kept_between_builds_never_shows(tmp_path: Path) -> None:
    """After each edit, a build that keeps what it can equals one that keeps nothing, file by file."""
    root, kept = previewable(tmp_path), Kept()
    former = contents(Order(root, kept=kept))
    for name, change in CHANGES.items():
        change(root)
        found = contents(Order(root, kept=kept))
        assert found == contents(Order(root)), name
        assert found != former, name
        former = found
    late = datetime(2026, 12, 3, tzinfo=UTC)
    assert contents(Order(root, kept=kept, now=late)) == contents(Order(root, now=late)) != former


def test_an_edit_of_words_leaves_the_other_editions_as_they_are(tmp_path: Path) -> None:
    """The English pages are the very same values, so nobody makes or compares them anew."""
    root, kept = previewable(tmp_path), Kept()
    seen = []
    for lead in ("Bir giriş.", "Başka bir giriş."):
        translate(root, "training/lead/p1", lead)
        plan = plan_site(Order(root, kept=kept), lambda _: None)
        seen.append([[part() for part in edition_parts(studio, kept)] for studio in plan.studios])
        assert plan.inputs.site is plan_site(Order(root, kept=kept), lambda _: None).inputs.site
    (english, turkish), (english_after, turkish_after) = seen
    assert all(parts is after for parts, after in zip(english, english_after, strict=True))
    assert all(parts is not after for parts, after in zip(turkish, turkish_after, strict=True))


def test_a_page_can_be_made_before_the_site_is_written(tmp_path: Path) -> None:
    """The same bytes as in the whole, for every file that a page loads; nothing for a path that is none."""
    root = previewable(tmp_path)
    plan = plan_site(Order(root, kept=Kept()), lambda _: None)
    whole = {file.path: file.content() for file in plan.files}
    static = plan.inputs.static.folder
    for path in ("tr/guides/training/index.html", "en/gpus/h100/index.html", "index.html", f"{static}site.css"):
        assert plan.content(path) == whole[path]
    assert plan.content("tr/guides/none/index.html") is None

"""Adding a language, bringing English edits into it, and accepting what did not change in meaning."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from generator.loading.load import load_site
from generator.model import Content
from generator.problems import InvalidSite
from generator.translate.translate import Written, accept, add, update
from generator.words.catalogs import load_locale, read_locale
from generator.words.messages import former_files, site_messages
from generator.words.po import Entry
from tests.sites import edited, said, small_site, write
from tests.translations import FOLDER, TURKISH, entries, held, snapshot, translate, translated_site

GUIDE = "content/guides/training.md"


def change(root: Path, old: str, new: str, path: str = GUIDE) -> None:
    """Edit an English file."""
    text = (root / path).read_text()
    assert old in text
    (root / path).write_text(text.replace(old, new))


def shown(root: Path, key: str) -> str:
    """What the Turkish page says for a key in the next build."""
    site, problems = load_site(root)
    assert site, problems
    words, _ = load_locale(root, read_locale("tr"), site_messages(site, ())[0], former_files(site))
    page, _, rest = key.partition("/")
    contents: tuple[Content[Any], ...] = (*site.guides, *site.pages)
    segments = next(content.segments for content in contents if content.slug == page)
    return words.segment(page, next(segment for segment in segments if segment.key == rest)).text


def test_update_writes_a_file_for_every_page(tmp_path: Path) -> None:
    """With header, comments, and nothing that changes by itself."""
    root = small_site(tmp_path)
    assert update(root).files == tuple(
        f"{FOLDER}/{name}.po" for name in ("ui", "gpus", "models", "training", "methodology")
    )
    assert (
        (root / FOLDER / "methodology.po").read_text()
        == """\
msgid ""
msgstr ""
"Project-Id-Version: EverXCloud GPU catalogue\\n"
"Language: tr\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=(((n == 1)) ? 0 : 1);\\n"

#. Methodology › title
#. at most 70 characters
msgctxt "methodology/meta/title"
msgid "How the figures are made"
msgstr ""

#. Methodology › short title
#. at most 36 characters
msgctxt "methodology/meta/short_title"
msgid "Methodology"
msgstr ""

#. Methodology › description
#. at most 200 characters
msgctxt "methodology/meta/description"
msgid "Formulas and sources."
msgstr ""

#. Methodology › lead › paragraph 1
msgctxt "methodology/lead/p1"
msgid "See [training](guide:training)."
msgstr ""
"""
    )


def test_update_twice_changes_nothing(tmp_path: Path) -> None:
    """After any edit; a file that is right is not even written."""
    root = translated_site(tmp_path)
    change(root, "A lead.", "Another lead.")
    assert update(root).files == (f"{FOLDER}/training.po",)
    before = snapshot(root)
    assert update(root).files == ()
    assert snapshot(root) == before


def test_an_editors_dates_and_wrapping_go_and_its_names_stay(tmp_path: Path) -> None:
    """So that two people's files differ only in what they translated."""
    root = translated_site(tmp_path)
    path = root / FOLDER / "training.po"
    before = path.read_text()
    text = before.replace(
        '"Language: tr\\n"',
        '"Language: tr\\n"\n"PO-Revision-Date: 2026-12-01 09:00+0300\\n"\n"X-Generator: Poedit 3.4\\n"',
    )
    path.write_text(text.replace('msgstr "Sıfırdan eğitin."', 'msgstr ""\n"Sıfırdan "\n"eğitin."'))
    update(root)
    assert path.read_text() == before
    path.write_text(before.replace('"Language: tr\\n"', '"Language: tr\\n"\n"Language-Team: Ankara\\n"'))
    update(root)
    assert '"Language-Team: Ankara\\n"' in path.read_text()


def test_surplus_plural_forms_are_left_for_a_person(tmp_path: Path) -> None:
    """With a header that agrees, so that every program can still read the file."""
    root = small_site(tmp_path, {"templates/a.html": '{{ tn("gpu", "{n} GPU", "{n} GPUs", 2) }}'})
    update(root)
    path = root / FOLDER / "ui.po"
    text = path.read_text().replace("nplurals=2; plural=(((n == 1)) ? 0 : 1);", "nplurals=3; plural=(n > 2 ? 2 : n);")
    path.write_text(text.replace('msgstr[1] ""', 'msgstr[1] "{n} GPU"\nmsgstr[2] "{n} GPU"'))
    before = path.read_text()
    assert update(root) == Written(())
    assert path.read_text() == before


def test_a_file_with_a_fault_is_left_as_it_is(tmp_path: Path) -> None:
    """What cannot be read would be lost; the others are updated."""
    root = translated_site(tmp_path)
    path = root / FOLDER / "training.po"
    path.write_text(path.read_text().replace('"Bir giriş."', '"Bir "giriş."'))
    before = path.read_bytes()
    change(root, "A lead.", "Another lead.")
    change(root, "Formulas", "The formulas", "content/pages/methodology.md")
    written = update(root)
    assert written.files == (f"{FOLDER}/methodology.po",)
    assert path.read_bytes() == before
    assert "the quotes of this text do not match" in said(list(written.problems))[0]


def test_a_story_of_edits(tmp_path: Path) -> None:
    """A sentence edited, a paragraph moved, a heading renamed, a fact changed, a guide renamed: files and pages."""
    root = translated_site(tmp_path)

    change(root, "A lead.", "A new lead.")
    assert shown(root, "training/lead/p1") == "A new lead."
    update(root)
    assert held(root, "training/lead/p1") == Entry(
        "A new lead.",
        ("Bir giriş.",),
        "training/lead/p1",
        extracted=("Training › lead › paragraph 1",),
        flags=("fuzzy",),
        previous="A lead.",
    )
    assert shown(root, "training/lead/p1") == "A new lead."
    translate(root, "training/lead/p1", "Yeni bir giriş.")
    assert shown(root, "training/lead/p1") == "Yeni bir giriş."

    change(root, "## Memory {#memory}\n", "## Memory {#memory}\n\nA paragraph above.\n")
    assert shown(root, "training/memory/p1") == "A paragraph above."
    assert shown(root, "training/memory/p2") == TURKISH["training/memory/p1"]
    update(root)
    assert held(root, "training/memory/p1").msgstr == ("",)
    assert held(root, "training/memory/p2").msgstr == (TURKISH["training/memory/p1"],)

    change(root, "## Memory {#memory}", "## Memory first {#memory-first}")
    assert shown(root, "training/memory-first/h") == "Memory first"
    assert shown(root, "training/memory-first/p2") == TURKISH["training/memory/p1"]
    update(root)
    assert held(root, "training/memory-first/h").msgstr == ("",)
    assert held(root, "training/memory-first/p2").msgstr == (TURKISH["training/memory/p1"],)
    assert [entry.msgid for entry in entries(root) if entry.obsolete] == ["Memory"]

    change(root, "memory_gb: 80\n", "memory_gb: 94\n", "data/gpus.yaml")
    assert shown(root, "training/memory-first/p2") == TURKISH["training/memory/p1"]
    update(root)
    assert held(root, "training/meta/description").extracted[1:3] == (
        "en: Which GPUs hold 94 GB and more.",
        "tr: 94 GB",
    )
    assert held(root, "training/meta/description").msgstr == (TURKISH["training/meta/description"],)

    before = held(root, "training/memory-first/p2")
    (root / GUIDE).rename(root / "content/guides/full-training.md")
    change(root, "/guides/old-training/", "/guides/training/", "content/guides/full-training.md")
    change(root, "guide:training", "guide:full-training", "content/pages/methodology.md")
    assert shown(root, "full-training/lead/p1") == "Yeni bir giriş."
    update(root)
    assert not (root / FOLDER / "training.po").exists()
    assert held(root, "full-training/memory-first/p2").msgstr == before.msgstr
    assert [entry.msgid for entry in entries(root, "full-training") if entry.obsolete] == ["Memory"]
    assert shown(root, "full-training/lead/p1") == "Yeni bir giriş."
    assert update(root).files == ()


def test_two_branches_that_touch_different_segments_merge(tmp_path: Path) -> None:
    """Neighbouring ones, translated on one branch while the English of another is edited on the other."""
    root = translated_site(tmp_path)

    def git(*words: str) -> None:
        identity = ("-c", "user.name=A", "-c", "user.email=a@b.example", "-c", "init.defaultBranch=main")
        subprocess.run(["git", *identity, *words], cwd=root, check=True, capture_output=True)

    git("init")
    git("add", ".")
    git("commit", "-m", "start")
    git("checkout", "-b", "translator")
    translate(root, "training/lead/p1", "Başka bir giriş.")
    git("commit", "-am", "translator")
    git("checkout", "main")
    change(root, "## Memory {#memory}", "## Memory counts {#memory}")
    update(root)
    git("commit", "-am", "marketing")
    git("merge", "translator")
    assert held(root, "training/lead/p1").msgstr == ("Başka bir giriş.",)
    assert held(root, "training/memory/h").fuzzy
    assert update(root).files == ()


def test_add_makes_a_locale_with_its_plural_forms(tmp_path: Path) -> None:
    """It stands beside the others; publishing it is a line in data/site.yaml."""
    root = small_site(tmp_path, {"templates/a.html": '{{ tn("gpu", "{n} GPU", "{n} GPUs", 2) }}'})
    assert len(add(root, "ar").files) == 5
    text = (root / "locales/ar/LC_MESSAGES/ui.po").read_text()
    assert '"Plural-Forms: nplurals=6; plural=' in text
    assert 'msgstr[5] ""' in text
    assert "locales/ar/LC_MESSAGES/training.po" not in update(root).files


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("EN", 'locales/EN: "EN" is not the name of a locale'),
        ("../x", 'locales/../x: "../x" is not the name of a locale'),
        ("en", "locales/en: en needs no PO files"),
        ("en_XA", "locales/en_XA: en_XA needs no PO files"),
        ("tr", "locales/tr: this locale is there already"),
    ],
)
def test_add_refuses_what_is_no_new_locale(tmp_path: Path, name: str, message: str) -> None:
    """And writes nothing."""
    root = translated_site(tmp_path)
    before = snapshot(root)
    with pytest.raises(InvalidSite) as raised:
        add(root, name)
    assert said(list(raised.value.problems)) == [message]
    assert snapshot(root) == before


def test_accept_publishes_a_text_whose_meaning_did_not_change(tmp_path: Path) -> None:
    """In every language, whether the edit was already brought in or not."""
    root = translated_site(tmp_path)
    shutil.copytree(root / "locales/tr", root / "locales/az")
    change(root, "A lead.", "A leading text.")
    written = accept(root, "training/lead/p1")
    assert written.files == (f"{FOLDER}/training.po", "locales/az/LC_MESSAGES/training.po")
    assert written.problems == ()
    entry = held(root, "training/lead/p1")
    assert (entry.msgid, entry.msgstr, entry.flags, entry.previous) == ("A leading text.", ("Bir giriş.",), (), "")
    assert shown(root, "training/lead/p1") == "Bir giriş."


def test_accept_refuses_a_text_that_is_not_sound(tmp_path: Path) -> None:
    """The English has a fact now that the translation lacks."""
    root = translated_site(tmp_path)
    change(root, "A lead.", "A lead of {h100_memory}.")
    written = accept(root, "training/lead/p1")
    assert [line.split(": ", 1)[1] for line in said(list(written.problems))] == ["warning: {h100_memory} is missing"]
    assert written.files == ()


def test_accept_knows_the_keys_that_wait(tmp_path: Path) -> None:
    """A misspelt key gets a hint."""
    root = translated_site(tmp_path)
    with pytest.raises(InvalidSite) as raised:
        accept(root, "training/lead/p1")
    assert raised.value.problems[0].hint == "nothing is stale in any language"
    change(root, "A lead.", "A leading text.")
    with pytest.raises(InvalidSite) as raised:
        accept(root, "training/lead/p2")
    assert raised.value.problems[0].hint == 'did you mean "training/lead/p1"?'


def test_english_with_errors_changes_no_file(tmp_path: Path) -> None:
    """The problems of the English come first."""
    root = translated_site(tmp_path)
    before = snapshot(root)
    write(root, GUIDE, edited(GUIDE, "{h100_fit}", "{h100_fitt}"))
    with pytest.raises(InvalidSite) as raised:
        update(root)
    assert any("h100_fitt" in problem.message for problem in raised.value.problems)
    assert snapshot(root) == before

"""What the translators' tools know about a site and its PO files."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.problems import InvalidSite
from generator.translate.workbench import open_workbench
from tests.sites import edited, said, small_site, write
from tests.translations import FOLDER, translated_site


def test_comments_show_a_sentence_with_its_facts(tmp_path: Path) -> None:
    """In English without Markdown, then the facts as the locale writes them, then how long the text may be."""
    bench = open_workbench(small_site(tmp_path))
    files = {po.file: po for po in bench.po_files(bench.locales[0])}
    comments = {entry.msgctxt: entry.extracted for entry in files["training"].merged}
    assert comments["training/memory/p1"] == (
        "Training › Memory › paragraph 1",
        "en: One H100 trains ≈ 4B, more than the methodology of ours says.",
        "tr: ≈ 4B",
    )
    assert comments["training/meta/description"] == (
        "Training › description",
        "en: Which GPUs hold 80 GB and more.",
        "tr: 80 GB",
        "at most 200 characters",
    )


def test_every_po_file_is_known_though_it_is_not_there(tmp_path: Path) -> None:
    """One for the interface, two for the data, one per content file."""
    bench = open_workbench(small_site(tmp_path))
    assert [po.path for po in bench.po_files(bench.locales[0])] == [
        f"{FOLDER}/{name}.po" for name in ("ui", "gpus", "models", "training", "methodology")
    ]


def test_english_with_errors_is_not_handed_to_translators(tmp_path: Path) -> None:
    """They would translate what is about to change."""
    small_site(
        tmp_path, {"content/pages/methodology.md": edited("content/pages/methodology.md", "training)", "nowhere)")}
    )
    with pytest.raises(InvalidSite) as raised:
        open_workbench(tmp_path)
    assert any("nowhere" in problem.message for problem in raised.value.problems)


def test_a_file_that_belongs_to_nothing_is_told(tmp_path: Path) -> None:
    """A guide may have been renamed without its former address."""
    root = translated_site(tmp_path)
    write(root, f"{FOLDER}/lost.po", "")
    bench = open_workbench(root)
    assert said(bench.left_over(bench.locales[0])) == [f"{FOLDER}/lost.po: warning: no guide or page has this name"]


def test_plural_forms_are_as_many_as_the_locale_has(tmp_path: Path) -> None:
    """Missing ones are empty; surplus ones stay as long as they hold a text."""
    template = '{{ tn("gpu", "{n} GPU", "{n} GPUs", 2) }}'
    root = small_site(tmp_path, {"templates/a.html": template})
    bench = open_workbench(root)

    def forms(*texts: str) -> tuple[str, ...]:
        written = "".join(f'msgstr[{form}] "{text}"\n' for form, text in enumerate(texts))
        fields = f"Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals={len(texts)}; plural=0;\\n"
        header = f'msgid ""\nmsgstr "{fields}"\n\n'
        write(
            root, f"{FOLDER}/ui.po", f'{header}msgctxt "gpu"\nmsgid "{{n}} GPU"\nmsgid_plural "{{n}} GPUs"\n{written}'
        )
        ui = next(po for po in bench.po_files(bench.locales[0]) if po.file == "ui")
        return next(entry.msgstr for entry in ui.merged if entry.msgctxt == "gpu")

    assert forms("{n} GPU") == ("{n} GPU", "")
    assert forms("{n} GPU", "{n} GPU", "") == ("{n} GPU", "{n} GPU")
    assert forms("a {n}", "b {n}", "c {n}") == ("a {n}", "b {n}", "c {n}")

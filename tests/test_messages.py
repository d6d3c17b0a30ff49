"""The English side: what each PO file must hold."""

from __future__ import annotations

from pathlib import Path

from generator.loading.load import load_site
from generator.words.messages import (
    Message,
    extract_code,
    extract_templates,
    former_files,
    interconnect_segment,
    site_messages,
)
from tests.sites import edited, small_site


def test_words_are_found_in_templates_with_their_context() -> None:
    """In text and attributes, with plural forms and values, also inside expressions."""
    template = """
    {{ t("nav", "Guides") }} <a title="{{ t_attr("nav", "Go to {page}", page=x) }}">
    {{ tn("gpu", "{n} GPU", "{n} GPUs", count) }} {{ tn_attr("gpu", "one", "many", 3) if x else t("a", "b") }}
    {{ t(view.words.context, view.words.msgid) }} {{ t("method", view.label) }}
    """
    messages, problems = extract_templates({"a.html": template})
    at = ("templates/a.html",)
    fact = ("python-brace-format",)
    assert problems == []
    assert messages == [
        Message("nav", "Guides", "", at),
        Message("nav", "Go to {page}", "", at, fact),
        Message("gpu", "{n} GPU", "{n} GPUs", at, fact),
        Message("gpu", "one", "many", at),
        Message("a", "b", "", at),
    ]


def test_words_without_a_context_are_refused() -> None:
    """They would mix with the same word elsewhere."""
    _, problems = extract_templates({"a.html": '\n{{ t("Guides") }}'})
    assert str(problems[0]) == 'templates/a.html:2:1: words without a context\n    hint: write t("context", "English")'


def test_a_broken_template_is_told_and_the_others_are_read() -> None:
    """Babel's extractor would skip it silently."""
    messages, problems = extract_templates({"a.html": "\n{% if x %}\n{{ t('a' }}", "b.html": "{{ t('a', 'b') }}"})
    assert [message.msgid for message in messages] == ["b"]
    assert str(problems[0]).startswith("templates/a.html:3:1: this template cannot be read: ")


def test_words_are_found_in_the_code() -> None:
    """Columns name their headers there."""
    assert Message("column", "Memory") in extract_code()


def test_every_file_is_asked_for_what_its_page_says(tmp_path: Path) -> None:
    """Content by file, notes and links of GPUs, settings of models, methods among the interface's words."""
    root = small_site(tmp_path, {"data/gpus.yaml": edited("data/gpus.yaml", "NVLink 4", "NVLink bridge")})
    site, _ = load_site(root)
    assert site
    files, problems = site_messages(site, {"a.html": '{{ t("nav", "Guides") }}{{ t("nav", "Guides") }}'})
    assert problems == []
    assert list(files) == ["ui", "gpus", "models", "training", "methodology"]
    words = [(message.context, message.msgid) for message in files["ui"]]
    assert words.count(("nav", "Guides")) == 1
    assert ("method", "Full training") in words
    assert [(message.context, message.msgid) for message in files["gpus"]] == [
        ("gpus/b200/note", "Rates are derived from those of the whole system."),
        ("gpus/interconnect/nvlink-bridge", "NVLink bridge"),
    ]
    assert [message.context for message in files["models"]] == ["models/flux/setting", "models/wan/setting"]
    assert (
        Message(
            "training/memory/p1",
            "One [H100](gpu:h100) trains {h100_fit}, more than the [methodology](page:methodology) of "
            "[ours](site:signup) says.",
            comments=("Training › Memory › paragraph 1",),
            flags=("python-brace-format",),
        )
        in files["training"]
    )
    assert "training/faq/memory/a" in [message.context for message in files["training"]]


def test_names_and_numbers_are_no_words() -> None:
    """Only a link's name with a word of English in it is translated."""
    assert interconnect_segment("PCIe 4.0 x16") is None
    assert interconnect_segment("NVLink 4") is None
    segment = interconnect_segment("AMD Infinity Fabric, 7 links")
    assert segment
    assert segment.key == "interconnect/amd-infinity-fabric-7-links"


def test_the_brace_flag_is_left_out_where_gettext_would_complain() -> None:
    """A literal brace beside a fact is none of gettext's formats."""
    messages, _ = extract_templates(
        {"a.html": """{{ t("a", "{n} of { x") }}{{ t("a", "plain {{") }}{{ t("a", "{n}") }}"""}
    )
    assert [message.flags for message in messages] == [(), (), ("python-brace-format",)]


def test_space_is_tight_in_some_places() -> None:
    """The limit goes by the context of the interface, or by the line of front matter."""
    limits = [Message(context, "x").limit for context in ("tab", "guide", "training/meta/title", "training/memory/p1")]
    assert limits == [20, 0, 70, 0]


def test_former_addresses_name_former_files(tmp_path: Path) -> None:
    """So that a renamed guide finds its translations."""
    site, _ = load_site(small_site(tmp_path))
    assert site
    assert former_files(site) == {"training": ("old-training",)}

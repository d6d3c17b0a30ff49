"""The English side: what each PO file must hold."""

from __future__ import annotations

import io
from pathlib import Path

from babel.messages.extract import extract_python
from jinja2.ext import babel_extract

from generator.loading.load import load_site
from generator.templating.template_reader import read_templates, templates_of
from generator.templating.templates import WordCall
from generator.words.messages import (
    Message,
    extract_code,
    former_files,
    interconnect_segment,
    site_messages,
    template_messages,
)
from tests.conftest import ROOT
from tests.sites import edited, small_site

KEYWORDS = ("t", "tn", "t_attr", "tn_attr")


def calls(**texts: str) -> tuple[WordCall, ...]:
    """The words of templates by their names without ``.html``."""
    return templates_of({f"{name}.html": text for name, text in texts.items()})[0].words


def test_words_are_found_in_templates_with_their_context() -> None:
    """In text and attributes, with plural forms and values, also inside expressions."""
    template = """
    {{ t("nav", "Guides") }} <a title="{{ t_attr("nav", "Go to {page}", page=page.x) }}">
    {{ tn("gpu", "{n} GPU", "{n} GPUs", page.count) }} {{ tn_attr("gpu", "one", "many", 3) if page.x else t("a", "b") }}
    {{ t(page.words.context, page.words.msgid) }} {{ t("method", page.label) }}
    """
    messages, problems = template_messages(calls(a=template))
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


def test_the_words_of_the_projects_templates_are_those_that_babel_finds() -> None:
    """Its extractor walks Jinja's trees by a way of its own."""
    expected = []
    for path in sorted((ROOT / "templates").glob("*.html")):
        for line, function, given, _ in babel_extract(io.BytesIO(path.read_bytes()), KEYWORDS, (), {}):
            expected.append((path.name, line, function, tuple(given or ())[: 3 if function.startswith("tn") else 2]))
    found = [
        (call.template, call.line, call.function, call.texts[: 3 if call.function.startswith("tn") else 2])
        for call in read_templates(ROOT)[0].words
    ]
    assert found == expected


def test_words_without_a_context_are_refused() -> None:
    """They would mix with the same word elsewhere."""
    _, problems = template_messages(calls(a='\n{{ t("Guides") }}'))
    assert str(problems[0]) == 'templates/a.html:2:1: words without a context\n    hint: write t("context", "English")'


def test_words_are_found_in_the_code() -> None:
    """Columns name their headers there."""
    assert Message("column", "Memory") in extract_code()


def test_the_words_of_the_code_are_those_that_babel_finds() -> None:
    """Its extractor reads the modules as Python."""
    expected: list[tuple[str, ...]] = []
    for path in sorted((ROOT / "generator").rglob("*.py")):
        source = io.BytesIO(path.read_bytes())
        for _, function, found, _ in extract_python(source, dict.fromkeys((*KEYWORDS, "Words")), (), {}):
            given: object = found
            match given:
                case [str(context), str(msgid), str(plural), *_] if function in ("tn", "tn_attr"):
                    expected.append((context, msgid, plural))
                case [str(context), str(msgid), *_] if function not in ("tn", "tn_attr"):
                    expected.append((context, msgid))
    assert [(said.context, said.msgid, said.plural)[: 3 if said.plural else 2] for said in extract_code()] == expected


def test_every_file_is_asked_for_what_its_page_says(tmp_path: Path) -> None:
    """Content by file, notes and links of GPUs, settings of models, methods among the interface's words."""
    root = small_site(tmp_path, {"data/gpus.yaml": edited("data/gpus.yaml", "NVLink 4", "NVLink bridge")})
    site, _ = load_site(root)
    assert site
    files, problems = site_messages(site, calls(a='{{ t("nav", "Guides") }}{{ t("nav", "Guides") }}'))
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
    messages, _ = template_messages(
        calls(a="""{{ t("a", "{n} of { x") }}{{ t("a", "plain {{") }}{{ t("a", "{n}") }}""")
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

"""The fault matrix, words: whatever a text or a translation holds, nothing unsafe or wrong is published."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import html as lxml_html

from generator.loading.load import load_site
from generator.model import Document
from generator.prose.inline import fact_names
from generator.prose.inline_html import Inline
from generator.prose.prose import RenderedImage, RenderedSegment, read_document, render_blocks
from generator.translate.translate_check import check
from generator.words.catalogs import State, file_words, load_locale, read_locale
from generator.words.merging import merge
from generator.words.messages import Message, site_messages
from generator.words.po import dump, parse
from tests.sites import FILES, edited, problems_after, said, small_site, write
from tests.translations import FOLDER, held, translate, translated_site

GUIDE = "content/guides/training.md"
ROOT = Path(__file__).resolve().parent.parent.parent
PO = f"{FOLDER}/training.po"

SCRIPTS = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[x](javascript:alert)",
    "[x](JavaScript:alert)",
    "[x]( javascript:alert)",
    "[x](java\\script:alert)",
    "[x](java&#115;cript:alert)",
    "[x](&#x6a;avascript:alert)",
    "[x](javascript&colon;alert)",
    "[x](<javascript:alert>)",
    '[x](javascript:alert "title")',
    "[x](view-source:javascript:alert)",
    "[x](vbscript:alert)",
    "[x](javascript//:alert)",
    "[x](data:text/html;base64,x)",
    "[x](//evil.example)",
    r"[x](\\evil.example)",
    r"[x](\\\\evil.example)",
    "[x](/\\evil.example)",
    "[x](https:evil.example)",
]


OUR_IMAGE = "images/0/a.png"


def rendered(document: Document) -> str:
    """The lead of a document as HTML; every image that it asks for is there."""
    return render_blocks(
        document.lead,
        lambda segment: RenderedSegment(Inline().html(segment.msgid)),
        lambda _, alt: RenderedImage(OUR_IMAGE, 1, 1, Inline().plain(alt.msgid)),
    )


def unsafe(markup: str) -> list[str]:
    """Every element, handler and address of some HTML that a text must not bring in."""
    tree = lxml_html.fragment_fromstring(markup, create_parent="div")
    kinds = ("script", "img", "iframe", "style", "svg", "object", "form")
    found = [str(element.tag) for element in tree.iter(*kinds) if element.get("src") != OUR_IMAGE]
    for element in tree.iter():
        for name, value in element.attrib.items():
            bad_address = name in {"href", "src"} and not re.match(
                rf"(?:https://|gpu:|guide:|page:|compare:|site:|#|{OUR_IMAGE}$)", value
            )
            if name.startswith("on") or bad_address:
                found.append(f"{name}={value}")
    return found


@pytest.mark.parametrize("text", SCRIPTS)
def test_row_27_scripts_in_markdown_are_refused_at_their_line(tmp_path: Path, text: str) -> None:
    """In the body and in front matter; and no HTML that the renderer would make of it is unsafe."""
    (first, *_) = problems_after(tmp_path, GUIDE, "A lead.", f"A lead {text}.")
    line = FILES[GUIDE][: FILES[GUIDE].index("A lead.")].count("\n") + 1
    assert str(first.place).startswith(f"{GUIDE}:{line}:")
    assert unsafe(Inline().html(f"A lead {text}.")) == []


@pytest.mark.parametrize(
    "text", ["[x](java\tscript:alert)", "[x](java\x01script:alert)", "[x](java\u200bscript:alert)"]
)
def test_row_27_invisible_characters_hide_no_script(tmp_path: Path, text: str) -> None:
    """A browser would drop them from an address."""
    (first, *_) = problems_after(tmp_path, GUIDE, "A lead.", text)
    assert first.place.path == GUIDE
    assert unsafe(Inline().html(text)) == []


@pytest.mark.parametrize(
    "heading",
    [
        "## Memory {#memory onclick=alert(1)}",
        '## Memory {: #memory onclick="alert(1)" }',
        "## Memory {#toString}",
        "## Memory {#config}",
        "## Memory {#currentScript}",
        "## Memory {name=memory}",
        "## Memory {.memory}",
        '## Memory <a name="memory"></a> {#memory}',
    ],
)
def test_row_28_only_a_plain_name_may_stand_after_a_heading(tmp_path: Path, heading: str) -> None:
    """Neither handlers nor names that scripts look up."""
    (first, *_) = problems_after(tmp_path, GUIDE, "## Memory {#memory}", heading)
    line = FILES[GUIDE][: FILES[GUIDE].index("## Memory")].count("\n") + 1
    assert str(first.place).startswith(f"{GUIDE}:{line}:")
    document, _ = read_document(f"{heading}\n\nA *paragraph*{{: onclick=x}}.\n", GUIDE, 1)
    assert {section.id for section in document.sections} <= {"", "memory", "config"}


def test_row_28_attributes_in_a_paragraph_are_refused(tmp_path: Path) -> None:
    """They would be shown as they stand."""
    (first, *_) = problems_after(tmp_path, GUIDE, "A lead.", 'A *lead*{: onclick="alert(1)"}.')
    assert first.message == "attributes are not supported here"


TEMPLATES = "{{7*7}} {% raw %} {{ ''.__class__ }} {# c #} ${7+7} {0} {!r}"


def test_row_29_template_code_is_text_wherever_it_stands(tmp_path: Path) -> None:
    """In Markdown, in a YAML text and in a translation it is shown as it was written."""
    guide = edited(GUIDE, "Train from scratch.", f'"Train {TEMPLATES}."').replace("A lead.", f"A lead {TEMPLATES}.")
    root = translated_site(tmp_path, {GUIDE: guide})
    site, problems = load_site(root)
    assert site, said(problems)
    translate(root, "training/lead/p1", f"Bir giriş {TEMPLATES}.")
    translate(root, "training/meta/blurb", f"Eğitin {TEMPLATES}.")
    words, found = load_locale(root, read_locale("tr"), site_messages(site, ())[0])
    assert found == []
    for segment in site.guides[0].segments:
        if segment.key in {"lead/p1", "meta/blurb"}:
            said_in_turkish = words.segment("training", segment)
            assert said_in_turkish.translated
            for text in (segment.msgid, said_in_turkish.text):
                shown = lxml_html.fragment_fromstring(Inline().html(text), create_parent="p").text_content()
                assert TEMPLATES in shown
                assert TEMPLATES in Inline().plain(text)


HOSTILE = {
    "brackets": "[" * 8_000,
    "links": "[a](" * 8_000,
    "tags": "<a " * 8_000,
    "declarations": "<![" * 8_000,
    "deep list": "".join(f"{' ' * 4 * depth}- a\n" for depth in range(300)),
    "deep quote": "> " * 300 + "a",
    "markers": "- " * 300 + "a",
    "stars": "*a " * 8_000,
    "backticks": "`" * 8_000 + "a",
    "pipes": "|a" * 8_000 + "\n" + "|-" * 8_000 + "\n",
    "rules": "---\n" * 3_900,
    "headings": "# a\n" * 3_900,
    "items": "- a\n" * 3_900,
    "lines": "a\n" * 90_000,
    "images": "![a](" * 8_000,
    "open images": "![" * 8_000,
    "brackets in an image": f"![{'[a]' * 8_000}](b.png)",
    "brackets in its name": f"![a]({'(b)' * 8_000}",
    "many images": "![a](b.png)\n\n" * 1_900,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_row_30_hostile_markdown_is_answered_at_once(name: str) -> None:
    """Read or refused in well under five seconds, without a traceback."""
    started = time.perf_counter()
    document, problems = read_document(HOSTILE[name], GUIDE, 1)
    rendered(document)
    assert time.perf_counter() - started < 2.5
    assert all(problem.place.line for problem in problems)


FAULTS = {
    "unbalanced quotes": ('"Bir giriş."', '"Bir "giriş."', "the quotes of this text do not match"),
    "a bad escape": ('"Bir giriş."', '"Bir \\giriş."', '"\\g" means nothing'),
    "a duplicate": (
        'msgctxt "training/memory/h"\nmsgid "Memory"',
        'msgctxt "training/lead/p1"\nmsgid "A lead."',
        "the same entry a second time; the first is in line 37",
    ),
    "a dropped placeholder": ("Yaklaşık {h100_memory},", "Yaklaşık", "{h100_memory} is missing"),
    "a wrong placeholder": (
        "Yaklaşık {h100_memory},",
        "Yaklaşık {h200_memory},",
        "{h200_memory} is not in the English",
    ),
    "a format of Python": ('"Bir giriş."', '"Bir %(name)999999999s."', "%(…) is not a placeholder here"),
    "NUL": ('"Bir giriş."', '"Bir \x00giriş."', "a control character (\\u0000) may not stand here"),
    "HTML": ('"Bir giriş."', '"Bir <i>giriş</i>."', "HTML is not allowed here"),
    "a turn of direction": (
        '"Bir giriş."',
        '"Bir \u202egiriş."',
        "an invisible character that turns the direction of text (\\u202e) may not stand here",
    ),
}


def broken(root: Path, old: str, new: str) -> Path:
    """The small site with one passage of its translated PO file changed."""
    translated_site(root)
    text = (root / PO).read_text()
    assert old in text
    write(root, PO, text.replace(old, new, 1))
    return root


def fallen_back(root: Path) -> tuple[set[str], list[str]]:
    """The keys of the guide that the next build shows in English, and what it says about them."""
    site, _ = load_site(root)
    assert site
    words, problems = load_locale(root, read_locale("tr"), site_messages(site, ())[0])
    segments = site.guides[0].segments
    return {part.key for part in segments if not words.segment("training", part).translated}, said(problems)


@pytest.mark.parametrize("name", FAULTS)
def test_row_35_a_broken_translation_falls_back_and_is_told_by_file_and_line(tmp_path: Path, name: str) -> None:
    """A plain build shows that text, and no other, in English and warns; a check has it as an error."""
    old, new, message = FAULTS[name]
    root = broken(tmp_path, old, new)
    untranslated, warnings = fallen_back(root)
    assert 1 <= len(untranslated) <= 2
    assert any(re.fullmatch(rf"{PO}:\d+:\d+: warning: {re.escape(message)}", line) for line in warnings)
    assert message in [problem.message for problem in check(root) if problem.severity == "error"]


def test_row_35_the_command_line_tells_it_and_strict_refuses_it(site_root: Path) -> None:
    """``check`` passes with a warning, ``check --strict`` and ``translate check`` end with 1."""
    path = site_root / PO.replace("training", "llm-training")
    text = path.read_text()
    path.write_text(text.replace('msgstr "', 'msgstr "<b>', 2).replace('msgstr "<b>"\n', 'msgstr ""\n', 1))
    said_by = {}
    for words in (("check",), ("check", "--strict"), ("translate", "check")):
        command = [sys.executable, str(ROOT / "build.py"), *words, "--root", str(site_root)]
        said_by[words] = subprocess.run(command, capture_output=True, text=True, check=False)
    assert [done.returncode for done in said_by.values()] == [0, 1, 1]
    for done in said_by.values():
        assert re.search(r"llm-training\.po:\d+:9: (?:warning: )?HTML is not allowed here", done.stderr)
        assert "Traceback" not in done.stderr


@pytest.mark.parametrize("text", ["Bir <script>alert(1)</script>", "Bir <b>giriş</b>", "Bir &lt;b&gt;giriş&lt;/b&gt;"])
def test_row_36_html_in_a_translation_is_refused_and_escaped(tmp_path: Path, text: str) -> None:
    """Two layers, each enough by itself: the check that makes it fall back, and the renderer that escapes it."""
    root = translated_site(tmp_path)
    translate(root, "training/lead/p1", text)
    untranslated, warnings = fallen_back(root)
    assert untranslated == {"lead/p1"}
    assert warnings
    rendered = Inline().html(text)
    assert "<" not in rendered
    assert lxml_html.fragment_fromstring(rendered, create_parent="p").text_content() in {
        text,
        text.replace("&lt;", "<").replace("&gt;", ">"),
    }


_PIECES = [
    "<script>",
    "</b>",
    "&lt;",
    "[x](",
    "javascript:alert)",
    "https://a.example)",
    "{a}",
    "{",
    "}",
    "**",
    "`",
    '\\"',
    "\\n",
    "\\",
    '"',
    "%(a)s",
    "ü",
]
_HOSTILE = st.lists(st.sampled_from([*_PIECES, "\x00", "\u202e", "\u200f", " "]), max_size=12).map("".join)


@given(st.lists(_HOSTILE, min_size=3, max_size=3))
def test_row_36_no_translation_is_published_unescaped(texts: list[str]) -> None:
    """Whatever stands in a PO file: no traceback, no foreign element, handler or address, no fact lost or invented."""
    english = ("With {a}.", "See [x](gpu:x).", "**Plain**")
    header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
    pairs = zip(english, texts, strict=True)
    body = "\n".join(f'msgctxt "p/p{n}"\nmsgid "{msgid}"\nmsgstr "{text}"\n' for n, (msgid, text) in enumerate(pairs))
    entries, _ = parse(f"{header}\n{body}", PO)
    words, _ = file_words([Message(f"p/p{n}", msgid) for n, msgid in enumerate(english)], entries, "tr")
    for (_, msgid), (text,) in words.texts.items():
        assert unsafe(Inline().html(text)) == []
        assert {name for name, _ in fact_names(text)} == {name for name, _ in fact_names(msgid)}
    for text in texts:
        assert unsafe(Inline().html(text)) == []


@pytest.mark.parametrize("kind", [State.STALE, State.MISSING, "obsolete"])
def test_row_38_what_is_not_ready_falls_back_and_is_counted(tmp_path: Path, kind: str) -> None:
    """Fuzzy, empty and obsolete texts: English, without a problem, and the status knows."""
    root = translated_site(tmp_path)
    entry = 'msgctxt "training/lead/p1"\nmsgid "A lead."\nmsgstr "Bir giriş."'
    other = {
        State.STALE: f"#, fuzzy\n{entry}",
        State.MISSING: entry.replace("Bir giriş.", ""),
        "obsolete": "\n".join(f"#~ {line}" for line in entry.replace("A lead.", "Gone.").split("\n")),
    }[kind]
    text = (root / PO).read_text()
    write(root, PO, text.replace(entry, other))
    assert fallen_back(root) == ({"lead/p1"}, [])
    site, _ = load_site(root)
    assert site
    words, _ = load_locale(root, read_locale("tr"), site_messages(site, ())[0])
    expected = State.STALE if kind == State.STALE else State.MISSING
    assert words.files["training"].states["training/lead/p1", "A lead."] is expected


def test_row_39_a_file_whose_header_names_another_encoding_falls_back(tmp_path: Path) -> None:
    """Its bytes are UTF-8, but a tool that believed the header may have damaged any text."""
    root = broken(tmp_path, "charset=UTF-8", "charset=iso-8859-1")
    untranslated, warnings = fallen_back(root)
    message = "the header names the encoding iso-8859-1; PO files are UTF-8"
    assert warnings == [f"{PO}:3:2: warning: {message}"]
    assert len(untranslated) == 9
    assert [problem.message for problem in check(root)] == [message]


def test_row_39_bytes_that_are_not_utf_8_fall_back(tmp_path: Path) -> None:
    """Whatever the header says."""
    root = translated_site(tmp_path)
    entry = held(root, "training/lead/p1")
    write(root, PO, (root / PO).read_text().encode("cp1254", "replace"))
    untranslated, warnings = fallen_back(root)
    assert entry.msgstr == ("Bir giriş.",)
    assert len(untranslated) == 9
    assert re.match(rf"{PO}:\d+:\d+: warning: this file should be UTF-8", warnings[0])


def test_the_small_site_itself_has_no_fault(tmp_path: Path) -> None:
    """Otherwise these tests would show nothing."""
    assert fallen_back(translated_site(tmp_path)) == (set(), [])
    assert small_site(tmp_path) == tmp_path


# Long campaigns


_MARKS = [
    *"[]()*`<>!#|-{}&:;\\ \n\t",
    "\n\n",
    "## a {#a}\n",
    "- ",
    "1. ",
    "> ",
    "    ",
    "|---|\n",
    "{fact}",
    "](gpu:a)",
    "![",
    "](a.png)",
    "word",
]


@pytest.mark.fuzz
@settings(max_examples=20_000)
@given(st.lists(st.sampled_from(_MARKS), max_size=200).map("".join))
def test_row_30_any_markdown_is_answered_at_once(text: str) -> None:
    """Read or refused in under a second, safe, and with a place for every problem."""
    started = time.perf_counter()
    document, problems = read_document(text, GUIDE, 1)
    assert unsafe(rendered(document)) == []
    assert all(problem.place.line and problem.place.column for problem in problems)
    assert time.perf_counter() - started < 1


_PO_LINES = [
    *(
        'msgid "a"',
        'msgid_plural "b"',
        'msgstr "{a} <b>"',
        'msgstr[0] "c"',
        'msgstr[1] "d',
        'msgctxt "p/p1"',
        '"e\\\\q"',
    ),
    *(
        "#, fuzzy",
        '#| msgid "f"',
        '#~ msgid "g"',
        '#~ msgstr "h"',
        "# i",
        "#. j",
        "",
        "\x00",
        "k",
        '"',
        'msgid ""',
        'msgstr ""',
    ),
]


@pytest.mark.fuzz
@settings(max_examples=20_000)
@given(st.lists(st.sampled_from(_PO_LINES), max_size=40).map("\n".join))
def test_row_35_any_po_file_is_read_or_refused(text: str) -> None:
    """Never a traceback, every problem with its line; what was read can be merged, judged and written again."""
    header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=2; plural=0;\\n"\n\n'
    for whole in (text, header + text):
        entries, problems = parse(whole, PO)
        assert all(problem.place.line for problem in problems)
        messages = [Message("p/p1", "a"), Message("p/p2", "a", "b")]
        _, told = file_words(messages, entries, "tr")
        assert all(problem.hint for problem in told)
        if not problems:
            again = dump(merge(messages, entries))
            assert dump(merge(messages, parse(again, PO)[0])) == again

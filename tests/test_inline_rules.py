"""What a segment must not hold, and where it says so."""

from __future__ import annotations

import pytest

from generator.prose.inline_rules import IMAGE_HINT, inline_faults, target_fault


@pytest.mark.parametrize(
    "target",
    [
        "gpu:h100-sxm",
        "guide:llm-training",
        "page:methodology",
        "compare:h100-sxm/a100-sxm-80gb",
        "site:signup",
        "#memory",
        "https://maker.example",
        "https://maker.example:8443/a/b.pdf?x=1&y=%20#page-2",
    ],
)
def test_links_lead_to_what_the_site_knows_or_to_https(target: str) -> None:
    """These are all the kinds of targets that there are."""
    assert target_fault(target) == ""


@pytest.mark.parametrize(
    "target",
    [
        "",
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "javascript&colon;alert(1)",
        "&#106;avascript:alert(1)",
        "java\nscript:alert(1)",
        "java\tscript:alert(1)",
        "\x01javascript:alert(1)",
        " javascript:alert(1)",
        "vbscript:x",
        "data:text/html,<script>",
        "//evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "ht\ntps://maker.example",
        "http://maker.example",
        "https:maker.example",
        "https:/maker.example",
        "https://user@maker.example",
        "https://maker.example\\@evil.example",
        'https://maker.example/"onclick="x',
        "https://maker.example/\u202egpj.exe",
        "gpu:H100",
        "gpu:../x",
        "gpu:h100\n",
        "gpu:{fact}",
        "compare:a",
        "../other/",
        "/absolute/",
        "mailto:a@b.example",
    ],
)
def test_no_other_target_passes_however_it_is_spelt(target: str) -> None:
    """The rule lists what may be, so that a new trick is refused as well."""
    assert target_fault(target).startswith("a link must not lead to")


@pytest.mark.parametrize(
    ("text", "offset", "message"),
    [
        ("a <script>", 2, "HTML is not allowed here"),
        ("a </b>", 2, "HTML is not allowed here"),
        ("a <!-- b -->", 2, "HTML is not allowed here"),
        ("a <https://maker.example>", 2, "HTML is not allowed here"),
        ("R&D &lt;b&gt;", 4, '"&lt;" is HTML for a character'),
        ("&#60;b", 0, '"&#60;" is HTML for a character'),
        ("see ![x](y.png)", 4, "an image within a text"),
        ("[x](javascript:alert)", 4, 'a link must not lead to "javascript:alert"'),
        ('[x](gpu:a "title")', 4, "a link has no title here"),
        ("a [](gpu:a)", 5, "a link without text"),
        ("a [x](gpu:a", 4, "a link that does not close, or a link within a link"),
        ("[a [b](gpu:b)](gpu:a)", 13, "a link that does not close, or a link within a link"),
        ("text {: onclick=x}", 5, "attributes are not supported here"),
        ("text {#id}", 5, "attributes are not supported here"),
        ("a\u202eb", 1, "a character that nobody sees: U+202E"),
        ("a\x00b", 1, "a character that nobody sees: U+0000"),
    ],
)
def test_each_fault_is_found_at_its_place(text: str, offset: int, message: str) -> None:
    """The first fault of the text, in plain words."""
    first = inline_faults(text)[0]
    assert (first.offset, first.message) == (offset, message)


@pytest.mark.parametrize("text", ["![x](y.png)", "![x](y.png) and ![z](https://a.example/b.png)", "![x][y]", "![x"])
def test_an_image_is_told_once(text: str) -> None:
    """Not as a link with a strange target as well; the hint says where images stand."""
    faults = inline_faults(text)
    assert {(fault.message, fault.hint) for fault in faults} == {("an image within a text", IMAGE_HINT)}
    assert len(faults) == text.count("![")


@pytest.mark.parametrize(
    "text",
    [
        "8 < 16 GB",
        "R&D; a & b",
        "2 * 3 * 4",
        "{memory} of {{x}}",
        "*a* **b** `c < d` [e](gpu:f)",
        r"\[not a link](here)",
    ],
)
def test_ordinary_text_has_no_fault(text: str) -> None:
    """Signs that are only signs stay allowed."""
    assert inline_faults(text) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a" * 4_001, "a text of 4001 characters; at most 4000 are read as one"),
        ("[" * 201, "more than 200 signs of Markdown (such as [ ( * `) in one text"),
    ],
)
def test_what_would_take_long_is_refused_unread(text: str, message: str) -> None:
    """Python-Markdown takes quadratic time for unmatched brackets."""
    assert [fault.message for fault in inline_faults(text)] == [message]

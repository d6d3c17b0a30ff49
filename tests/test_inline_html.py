"""Segments become safe HTML, with product names marked, and plain text."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html as lxml_html

from generator.prose.inline_html import Inline

NAME = '<span lang="en" translate="no">{}</span>'


def test_the_subset_of_markdown_becomes_html() -> None:
    """Internal targets stay for the pages to resolve."""
    said = Inline().html(r"**a** *b* `c & <d` [e](gpu:f) \*g\* 8 < 9")
    assert said == '<strong>a</strong> <em>b</em> <code>c &amp; &lt;d</code> <a href="gpu:f">e</a> *g* 8 &lt; 9'


def test_facts_come_through_untouched() -> None:
    """Markdown does not read the underscores of their names, not even inside marks and links."""
    said = Inline().html("**{a_b_c}** *{d_e}* [{f_g}](gpu:x) `{h_i}` {a_b_c}")
    assert said == '<strong>{a_b_c}</strong> <em>{d_e}</em> <a href="gpu:x">{f_g}</a> <code>{h_i}</code> {a_b_c}'


def test_a_text_does_not_depend_on_those_before_it() -> None:
    """The parser is shared, and an open mark must not wait for the next text."""
    hostile = ("*a **b", "`a", "[a](b", "**", "*a [b*](gpu:c)")
    assert [Inline().html(text) for pair in hostile for text in (pair, "*c* **d**")][1::2] == [
        "<em>c</em> <strong>d</strong>"
    ] * 5


def test_product_names_are_marked_the_longest_first() -> None:
    """On borders of words, with an apostrophe after them; not inside other words, code or attributes."""
    said = Inline(["H100", "H100 SXM"]).html("H100’de H100 SXM, XH100, `H100`, [H100](https://a.example/H100)")
    h100 = NAME.format("H100")
    assert said == (
        f'{h100}’de {NAME.format("H100 SXM")}, XH100, <code>H100</code>, <a href="https://a.example/H100">{h100}</a>'
    )


def test_names_that_begin_alike_are_told_apart() -> None:
    """Also where one is a single sign, or begins with one that means something in a pattern or in HTML."""
    said = Inline(["A", "A100", "A100 PCIe", ".NET", "&Co"]).html("A A100 A100 PCIe A10 .NET x.NET &Co")
    marked = " ".join(NAME.format(name) for name in ("A", "A100", "A100 PCIe"))
    assert said == f"{marked} A10 {NAME.format('.NET')} x.NET {NAME.format('&amp;Co')}"


def test_a_name_may_hold_signs_of_html_and_of_patterns() -> None:
    """Names are text, whatever they look like."""
    assert Inline(["A&B (x.1)"]).html("A&B (x.1) and A&B (xy1)") == f"{NAME.format('A&amp;B (x.1)')} and A&amp;B (xy1)"


def test_plain_text_has_neither_marks_nor_escapes() -> None:
    """It goes to titles and structured data, which escape it themselves."""
    assert Inline(["H100"]).plain(r"**a** [H100](gpu:x) `c < d` \*e\* {f_g} & g") == "a H100 c < d *e* {f_g} & g"


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "&lt;script&gt;alert(1)&lt;/script&gt;",
        "<img src=x onerror=alert(1)>",
        "[x](javascript:alert(1))",
        "[x](<javascript:alert(1)>)",
        "[x](data:text/html,x)",
        "[x](//evil.example)",
        r"[x](\\\\evil.example)",
        '[x](https://a.example/"onmouseover="alert)',
        "`<script>alert(1)</script>`",
        "\x02wzxhzdk:0\x03 \x02klzzwxh:0000\x03 [a](gpu:b)",
    ],
)
def test_what_is_not_allowed_comes_out_as_text_or_not_at_all(text: str) -> None:
    """This holds for texts that no check has seen."""
    _assert_safe(Inline(["script", "alert"]).html(text))


@given(st.text(alphabet="ab{}[]()<>*_`\\&;:/\"'=#!|~ \n\x02\x03\ue000\u202egpu", max_size=80))
def test_no_text_becomes_unsafe_html(text: str) -> None:
    """Only four tags and the name span, one attribute each, and targets of the allowed kinds."""
    inline = Inline(["gpu", "a b"])
    _assert_safe(inline.html(text))
    assert not re.search("[\x00-\x08\ue000-\uf8ff]", inline.html(text) + inline.plain(text))


@pytest.mark.parametrize("text", ["[" * 4_000, "*a " * 1_300, "`" * 4_000, "{a}" * 1_300, "a" * 100_000])
def test_a_text_too_full_of_signs_is_shown_as_it_is(text: str) -> None:
    """Rather than read for seconds."""
    assert Inline().html(text) == text


def _assert_safe(markup: str) -> None:
    tree = lxml_html.fragment_fromstring(markup, create_parent="div")
    for element in tree.iterdescendants():
        assert element.tag in {"a", "strong", "em", "code", "span"}
        if element.tag == "a":
            assert set(element.attrib) <= {"href"}
            assert re.fullmatch(r"(?:https://[a-z]|gpu:|guide:|page:|compare:|site:|#).*", element.get("href", "#"))
        elif element.tag == "span":
            assert dict(element.attrib) == {"lang": "en", "translate": "no"}
        else:
            assert not element.attrib

"""Markdown, written piece by piece."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown import Markdown

from generator.exports.gfm import Writer, escaped, joined, paragraph, spanned, table


def written_alone(text: str) -> str:
    """A text as a paragraph of its own."""
    writer = Writer()
    if joined_text := joined(escaped(text)):
        writer.block(paragraph(joined_text))
    return writer.text()


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("a * b", "a \\* b"),
        ("[a](b)", "\\[a\\](b)"),
        ("a `b`", "a \\`b\\`"),
        ("C:\\d", "C:\\\\d"),
        ("<b> </b>", "&lt;b> &lt;/b>"),
        ("&lt;", "&amp;lt;"),
        ("_a_", "\\_a\\_"),
    ],
)
def test_a_sign_that_would_be_markup_is_escaped(text: str, written: str) -> None:
    """What the page shows as text stays text."""
    assert escaped(text) == written


@pytest.mark.parametrize("text", ["< 1B", "a & b", "memory_gb", "≈ 10B", "80 GB × 0.8 ÷ 16", "$8.99", "(a) b: c-d"])
def test_a_sign_that_means_nothing_keeps_its_look(text: str) -> None:
    """Figures and names stay readable in the raw text, and can be searched for."""
    assert escaped(text) == text


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("# a", "\\# a"),
        ("- a", "\\- a"),
        ("> a", "\\> a"),
        ("8. a", "8\\. a"),
        ("12) a", "12\\) a"),
        ("8.5 a", "8.5 a"),
    ],
)
def test_a_paragraph_never_begins_like_another_block(text: str, written: str) -> None:
    """A sentence that begins with a number is no list, and the number keeps its digits."""
    assert written_alone(text) == f"{written}\n"


@given(st.text(st.sampled_from("ab1 *_`[]<>&;#\\.!-+()"), min_size=1, max_size=20))
def test_a_reader_of_markdown_sees_the_text_that_was_written(text: str) -> None:
    """Whatever signs a text has, a Markdown reader makes one paragraph of it that shows the same."""
    shown = " ".join(text.split())
    if shown:
        html = Markdown().convert(written_alone(text))
        found = re.fullmatch(r"<p>(.*)</p>", html, re.DOTALL)
        assert found, html
        assert found[1].replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&") == shown


@pytest.mark.parametrize(
    ("text", "written"),
    [(" a  b\n\n c\t", "a b c"), ("\u00a01\u202f307\u00a0GB ", "\u00a01\u202f307\u00a0GB"), (" \n", "")],
)
def test_blanks_are_joined_but_for_those_that_keep_words_together(text: str, written: str) -> None:
    """Line breaks of the HTML mean nothing, a blank that does not break does."""
    assert joined(text) == written


def test_lists_stand_within_lists() -> None:
    """The inner items are indented by the width of the outer marker."""
    writer = Writer()
    writer.open_list(ordered=True)
    for outer in ("a", "b"):
        writer.item()
        writer.block(outer)
        writer.open_list()
        for inner in ("c", "d"):
            writer.item()
            writer.block(inner)
        writer.close_list()
    writer.close_list()
    writer.block("after")
    assert writer.text() == "1. a\n   - c\n   - d\n2. b\n   - c\n   - d\n\nafter\n"


def test_the_tenth_item_is_indented_by_its_own_marker() -> None:
    """What belongs to "10." stands further in than what belongs to "9."."""
    writer = Writer()
    writer.open_list(ordered=True)
    for _ in range(10):
        writer.item()
        writer.block("a")
        writer.block("b")
    assert writer.text().endswith("9. a\n\n   b\n\n10. a\n\n    b\n")


def test_a_second_paragraph_stays_in_its_item() -> None:
    """It stands apart, indented."""
    writer = Writer()
    writer.open_list()
    writer.item()
    for text in ("one", "two"):
        writer.block(text)
    writer.close_list()
    assert writer.text() == "- one\n\n  two\n"


def test_two_lists_after_one_another_stay_two() -> None:
    """Without a blank line between them they would be one."""
    writer = Writer()
    for text in ("a", "b"):
        writer.open_list()
        writer.item()
        writer.block(text)
        writer.close_list()
    assert writer.text() == "- a\n\n- b\n"


def test_rows_of_a_table_are_as_wide_as_the_widest() -> None:
    """A table without a head gets an empty one."""
    assert table([["a"], ["b", "c"]], has_head=False, ends=[True]) == "|  |  |\n| ---: | --- |\n| a |  |\n| b | c |"


def test_the_first_row_of_a_table_can_be_its_head() -> None:
    """The head stands above the line of the columns."""
    assert table([["a"], ["b", "c"]], has_head=True, ends=[]) == "| a |  |\n| --- | --- |\n| b | c |"


@pytest.mark.parametrize(("text", "written"), [(" strong ", " **strong** "), (" ", " "), ("", "")])
def test_signs_stand_close_to_their_text(text: str, written: str) -> None:
    """Blanks move out of a span, and an empty one leaves no signs behind."""
    assert spanned(text, "**", "**") == written

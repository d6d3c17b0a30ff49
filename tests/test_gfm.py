"""Markdown, written piece by piece."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown import Markdown

from generator.exports.gfm import Writer, escaped


def paragraph(text: str) -> str:
    """A text as a paragraph of its own."""
    writer = Writer()
    writer.inline.append(escaped(text))
    writer.flush()
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
    assert paragraph(text) == f"{written}\n"


@given(st.text(st.sampled_from("ab1 *_`[]<>&;#\\.!-+()"), min_size=1, max_size=20))
def test_a_reader_of_markdown_sees_the_text_that_was_written(text: str) -> None:
    """Whatever signs a text has, a Markdown reader makes one paragraph of it that shows the same."""
    shown = " ".join(text.split())
    if shown:
        html = Markdown().convert(paragraph(text))
        found = re.fullmatch(r"<p>(.*)</p>", html, re.DOTALL)
        assert found, html
        assert found[1].replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&") == shown


def test_lists_stand_within_lists() -> None:
    """The inner items are indented by the width of the outer marker."""
    writer = Writer()
    writer.open_list(ordered=True)
    for outer in ("a", "b"):
        writer.item()
        writer.inline.append(outer)
        writer.open_list()
        for inner in ("c", "d"):
            writer.item()
            writer.inline.append(inner)
        writer.close_list()
    writer.close_list()
    writer.inline.append("after")
    writer.flush()
    assert writer.text() == "1. a\n   - c\n   - d\n2. b\n   - c\n   - d\n\nafter\n"


def test_a_second_paragraph_stays_in_its_item() -> None:
    """It stands apart, indented."""
    writer = Writer()
    writer.open_list()
    writer.item()
    for text in ("one", "two"):
        writer.inline.append(text)
        writer.flush()
    writer.close_list()
    assert writer.text() == "- one\n\n  two\n"


def test_two_lists_after_one_another_stay_two() -> None:
    """Without a blank line between them they would be one."""
    writer = Writer()
    for text in ("a", "b"):
        writer.open_list()
        writer.item()
        writer.inline.append(text)
        writer.close_list()
    assert writer.text() == "- a\n\n- b\n"


def test_rows_of_a_table_are_as_wide_as_the_widest() -> None:
    """A table without a head gets an empty one, and a bar in a cell does not end it."""
    writer = Writer()
    writer.open_table()
    for cells in (("a|b",), ("c", "d")):
        writer.row()
        for text in cells:
            writer.open_cell(end=False)
            writer.inline.append(text)
            writer.close_cell()
    writer.close_table()
    assert writer.text() == "|  |  |\n| --- | --- |\n| a\\|b |  |\n| c | d |\n"


def test_signs_stand_close_to_their_text() -> None:
    """Blanks move out of a span, and an empty one leaves no signs behind."""
    writer = Writer()
    for text in (" strong ", " "):
        writer.open_span("**", "**")
        writer.inline.append(text)
        writer.close_span()
    writer.inline.append("end")
    writer.flush()
    assert writer.text() == "**strong** end\n"

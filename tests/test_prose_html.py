"""Blocks become HTML with the words of a language."""

from __future__ import annotations

from generator.model import Segment
from generator.prose import read_document
from generator.prose_html import RenderedSegment, render_blocks


def rendered(text: str, *, english: str = "") -> str:
    """A text as HTML; the segment whose key is ``english`` was not translated."""
    document, problems = read_document(text, "f.md", 1)
    assert not problems

    def words(segment: Segment) -> RenderedSegment:
        return RenderedSegment(segment.msgid, segment.key != english)

    blocks = (*document.lead, *(block for section in document.sections for block in section.blocks))
    return render_blocks(blocks, words)


def test_every_kind_of_block() -> None:
    """Paragraphs, lists in lists, quotes and level-three headings with their anchors."""
    text = "A\n\n- b\n    1. c\n    2. d\n- e\n\n> f\n\n## G {#g}\n\n### H {#h}\n\nI\n"
    assert rendered(text) == (
        "<p>A</p><ul><li>b<ol><li>c</li><li>d</li></ol></li><li>e</li></ul><blockquote><p>f</p></blockquote>"
        '<h3 id="h">H</h3><p>I</p>'
    )


def test_a_table_has_a_head_with_scopes() -> None:
    """An empty cell stays a cell."""
    assert rendered("| a | b |\n|---|--:|\n| c |   |\n") == (
        '<table><thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead>'
        "<tbody><tr><td>c</td><td></td></tr></tbody></table>"
    )


def test_what_is_still_english_says_so() -> None:
    """On the element, or around the words where the element holds translated ones as well."""
    assert rendered("A\n\nB\n", english="lead/p2") == '<p>A</p><p lang="en" dir="ltr">B</p>'
    nested = rendered("- a\n    - b\n", english="lead/li1")
    assert nested == '<ul><li><span lang="en" dir="ltr">a</span><ul><li>b</li></ul></li></ul>'

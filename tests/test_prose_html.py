"""Blocks become HTML with the words of a language."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from generator.model import ImageRef, Segment
from generator.prose.prose import read_document
from generator.prose.prose_html import RenderedImage, RenderedSegment, image_html, render_blocks


def rendered(text: str, *, english: str = "") -> str:
    """A text as HTML; the segment whose key is ``english`` was not translated."""
    document, problems = read_document(text, "f.md", 1)
    assert not problems

    def words(segment: Segment) -> RenderedSegment:
        return RenderedSegment(segment.msgid, segment.key != english)

    def image(found: ImageRef, alt: Segment) -> RenderedImage:
        return RenderedImage(f"../images/{found.name}", 640, 480, alt.msgid, alt.key != english)

    blocks = (*document.lead, *(block for section in document.sections for block in section.blocks))
    return render_blocks(blocks, words, image)


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


def test_an_image_keeps_its_place_free() -> None:
    """With its width and height, and is loaded only when it is about to be seen."""
    assert rendered("![A < B & C](d.png)\n") == (
        '<figure class="picture"><img src="../images/d.png" alt="A &lt; B &amp; C" width="640" height="480" '
        'loading="lazy" decoding="async"></figure>'
    )


def test_an_alt_text_that_is_still_english_says_so() -> None:
    """On the image, whose only words it is."""
    assert rendered("![A](d.png)\n", english="lead/img1") == (
        '<figure class="picture"><img src="../images/d.png" alt="A" width="640" height="480" '
        'loading="lazy" decoding="async" lang="en" dir="ltr"></figure>'
    )


@pytest.mark.parametrize(
    ("src", "alt"),
    [
        ("../a.png", '" onerror="alert(1)'),
        ("../a.png", "<script>alert(1)</script>"),
        ("../a.png", "</figure><img src=x onerror=alert(1)>"),
        ('../a.png" onload="alert(1)', "a"),
        ("javascript:alert(1)", "a"),
        ("data:image/svg+xml,<svg onload=alert(1)>", "a"),
        ("https://evil.example/a.png", "a"),
    ],
)
def test_nothing_but_an_image_comes_out(src: str, alt: str) -> None:
    """Whatever the words and the address are; an address with a scheme goes."""

    class Tags(HTMLParser):
        seen: list[tuple[str, frozenset[str]]]

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            self.seen.append((tag, frozenset(name for name, _ in attrs)))

    tags = Tags()
    tags.seen = []
    html = image_html(RenderedImage(src, 1, 1, alt))
    tags.feed(html)
    (figure, _), (image, attributes) = tags.seen
    assert (figure, image) == ("figure", "img")
    assert attributes <= {"src", "alt", "width", "height", "loading", "decoding"}
    assert ("src" in attributes) == src.startswith("../")

"""What stands within a line of a page."""

from __future__ import annotations

import pytest

from generator.exports.lines import ends, head, line, marked, row, with_addresses

CANONICAL = "https://c.example/base/en/gpus/h100/"


@pytest.mark.parametrize(
    ("html", "written"),
    [
        ("80 GB", "80 GB"),
        ("a <b>c</b> <em>d</em>", "a **c** *d*"),
        ("<b> c <i>d</i></b>", "**c *d***"),
        ("<code>a*b &lt; c</code> 2*3", "`a*b < c` 2\\*3"),
        ("<code>a <b>b</b></code>", "`a **b**`"),
        ('<span class="mark derived">derived</span> 2,250', "*derived* 2,250"),
        ('288 GB<span class="x">× 1.6</span>', "288 GB (× 1.6)"),
        ("<b>a</b><i></i><em>b</em><span>c</span>", "**a** *b* c"),
        ("<b>a</b><small>’den</small>", "**a**’den"),
        ('<label><input type="checkbox" hidden><span>Choose</span></label>', "Choose"),
        ('<span class="nil" aria-hidden="true">–</span><span class="vh">no figure</span>', "no figure"),
        ('<b aria-hidden="true">g<b>h</b>i</b> j', "j"),
        ('<svg class="i"><path d="M2 10h16"/></svg>Slide', "Slide"),
        ("a<br>b", "a b"),
        ("Prices read</dt><dd>1 December", "Prices read: 1 December"),
    ],
)
def test_a_line(html: str, written: str) -> None:
    """Emphasis, code and marks, with nothing that readers do not see."""
    assert line(html) == written


def test_small_words_of_a_head_stand_in_brackets() -> None:
    """Elsewhere they are part of what they stand with."""
    html = "Full training <small>8 GPUs</small>"
    assert (head(html), line(html)) == ("Full training (8 GPUs)", "Full training 8 GPUs")


def test_the_lines_of_a_sum_run_together() -> None:
    """What begins with an operator goes on, in whatever direction; anything else is the next of a list."""
    lines = '<span>8 × 80 GB</span><span>÷ 16 bytes</span><span><bdi dir="ltr">= 4.0B</bdi></span><span>A: whole</span>'
    html = f'<details class="sum"><summary>≈ 4B</summary><div>{lines}</div></details><span class="x">× 2</span>'
    assert line(html) == "≈ 4B (8 × 80 GB ÷ 16 bytes \u2066= 4.0B\u2069, A: whole) (× 2)"


def test_blocks_within_a_cell_are_apart() -> None:
    """Their words are not run together."""
    assert line("<p>a</p><p>b</p><div>c</div>d") == "a b c d"


def test_a_row_has_the_text_of_each_cell() -> None:
    """The better value and the head of a group are heavier, and a bar does not end a cell."""
    html = (
        '</thead>\n<tbody>\n<tr data-gpu="a"><th scope="row">A|B <small>c</small></th>\n<td class="n better">1</td>'
        '<td></td><th scope="rowgroup">d</th>'
    )
    assert row(html) == ("A\\|B (c)", "**1**", "", "**d**")
    assert ends(html) == (False, True, False, False)


def test_what_is_no_row_has_no_cells() -> None:
    """Between the last row and the end of a table stands nothing."""
    assert row("</tbody>\n") == ()


@pytest.mark.parametrize(
    ("address", "written"),
    [
        ("../../", "https://c.example/base/en/"),
        ("../../../en/gpus/b200/", "https://c.example/base/en/gpus/b200/"),
        ("./", CANONICAL),
        ("#fits", f"{CANONICAL}#fits"),
        ("/x/", "https://c.example/x/"),
        ("https://x.example/a_(b)?c&amp;d", "<https://x.example/a_(b)?c&d>"),
        ("mailto:a@x.example", "mailto:a@x.example"),
    ],
)
def test_an_address_is_put_in_full(address: str, written: str) -> None:
    """Relative ones, anchors and those to elsewhere; one that Markdown would cut short stands in brackets."""
    assert with_addresses(line(f'<a href="{address}">b</a>'), CANONICAL) == f"[b]({written})"
    assert with_addresses(line(f'<img src="{address}" alt="A [node]">'), CANONICAL) == f"![A \\[node\\]]({written})"


def test_a_line_that_two_pages_share_leads_from_each_to_its_own_place() -> None:
    """What is remembered of a line does not depend on the page that had it first."""
    text = line('<a href="../x/">x</a>')
    assert with_addresses(text, "https://c.example/a/") == "[x](https://c.example/x/)"
    assert with_addresses(text, "https://c.example/b/c/") == "[x](https://c.example/b/x/)"


def test_the_empty_address_is_that_of_the_page() -> None:
    """As it is in a page."""
    assert with_addresses(f"<{marked('')}>", CANONICAL) == f"<{CANONICAL}>"

"""Markdown twins of pages."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.exports.twins import markdown

CANONICAL = "https://c.example/base/en/gpus/h100/"


def twin(main: str) -> str:
    """The twin of a page whose main part holds this."""
    around = '<nav>9</nav><main id="main" data-pagefind-body>{}</main><footer>7</footer>'
    return markdown("<html><body>" + around.format(main) + "</body></html>", CANONICAL)


def test_the_title_is_followed_by_the_pages_address() -> None:
    """Whoever reads the twin finds the page."""
    assert twin("<h1>H100 &amp; more</h1>\n<p>80 GB.</p>") == f"# H100 & more\n\n<{CANONICAL}>\n\n80 GB.\n"


def test_only_the_main_part_is_read() -> None:
    """Heads and feet are the same on every page."""
    assert twin("<p>80 GB.</p>") == "80 GB.\n"


def test_ways_pictures_and_scripts_say_nothing() -> None:
    """Breadcrumbs, icons, scripts and hints for the screen are left out, whatever they hold."""
    html = (
        '<nav class="crumbs"><ol><li>a</li></ol></nav><p class="hint">b</p><svg><path d="M1 2"/></svg><!-- c -->'
        "<script>d</script><form><select><option>e</option></select></form>"
        '<p>f<b aria-hidden="true">g<b>h</b>i</b></p><div hidden><p>j</p></div>'
    )
    assert twin(html) == "f\n"


def test_a_hidden_block_says_nothing_whatever_it_holds() -> None:
    """Blocks of its own kind and tables within it are hidden too, and what follows is not."""
    table = "<table><tr><td>a</td></tr></table>"
    assert twin(f"<div hidden><div>b</div>\n{table}\n<p>c</p></div>\n<p>d</p>{table}") == "d\n\n|  |\n| --- |\n| a |\n"


def test_a_comment_is_left_out_of_the_line_that_it_stands_in() -> None:
    """Even one with blocks, over several lines."""
    assert twin("<p>a<!-- b\n<p>c</p> -->d</p>") == "ad\n"


def test_a_paragraph_goes_on_in_the_next_line_of_the_html() -> None:
    """Even where that begins with a tag."""
    assert twin("<p>a\n<b>b</b>\n<em>c</em> d\ne</p>\n<p>f</p>") == "a **b** *c* d e\n\nf\n"


def test_pages_of_different_folders_share_a_line_but_not_its_links() -> None:
    """A relative address leads from each page to its own place."""
    html = '<main><p>\n<a href="../x/">x</a></p><table><tr><td><a href="../y/">y</a></td></tr></table></main>'
    for folder in ("https://c.example/a/", "https://c.example/a/b/"):
        assert f"[x]({folder}x/)" in markdown(html, f"{folder}page/")
        assert f"[y]({folder}y/)" in markdown(html, f"{folder}page/")


def test_a_line_of_html_is_read_anew_where_it_goes_on_with_what_was_open() -> None:
    """The same line says nothing within what is hidden, and belongs to a paragraph that it ends."""
    html = "<p>a</p>\n{}\n<p>a</p>\n</div>\n<p>a\n<p>a</p>"
    assert twin(html.format("<div hidden>")) == "a\n\na\n\na\n"
    assert twin(html.format("<div>")) == "a\n\na\n\na\n\na\n"


def test_what_only_screen_readers_hear_is_kept_and_the_dash_is_not() -> None:
    """A missing figure is said in words."""
    html = '<p><span class="nil" aria-hidden="true">–</span><span class="vh">no figure</span></p>'
    assert twin(html) == "no figure\n"


def test_links_are_absolute() -> None:
    """Relative ones, anchors and those to other sites; one that Markdown would cut short stands in brackets."""
    html = '<p><a href="../b200/">B200</a> <a href="#fits">fits</a> <a href="https://x.example/a_(b)?c&amp;d">x</a></p>'
    assert twin(html) == (
        "[B200](https://c.example/base/en/gpus/b200/) "
        "[fits](https://c.example/base/en/gpus/h100/#fits) "
        "[x](<https://x.example/a_(b)?c&d>)\n"
    )


def test_prose_keeps_its_emphasis_and_code() -> None:
    """Signs within code are no markup, and elsewhere they are escaped."""
    html = "<p>A <strong>strong</strong>, <em>fine</em> <code>a*b &lt; c</code> 2*3 &lt;b&gt;.</p>"
    assert twin(html) == "A **strong**, *fine* `a*b < c` 2\\*3 &lt;b>.\n"


def test_pictures_and_breaks() -> None:
    """A picture is its text and its address, a line break a blank."""
    assert twin('<p>a<br>b <img src="../../pic.png" alt="A [node]" width="4"></p><hr><p>c</p>') == (
        "a b ![A \\[node\\]](https://c.example/base/en/pic.png)\n\n---\n\nc\n"
    )


def test_lists_and_quotations() -> None:
    """Ordered, not ordered, one within the other."""
    html = "<ol><li>one<ul><li>a</li><li>b</li></ul></li><li><p>two</p></li></ol><blockquote><p>said</p></blockquote>"
    assert twin(html) == "1. one\n   - a\n   - b\n2. two\n\n> said\n"


def test_terms_stand_before_what_is_said_of_them() -> None:
    """A list of terms is a list of lines."""
    html = (
        '<dl class="meta"><div><dt>Prices read</dt><dd><time datetime="2026-12-01">1 December</time></dd></div>'
        '<div><dt><a href="../">Training</a></dt><dd>Unknown.</dd></div></dl>'
    )
    assert twin(html) == "- Prices read: 1 December\n- [Training](https://c.example/base/en/gpus/): Unknown.\n"


def test_a_table_keeps_head_caption_and_alignment() -> None:
    """The second line of a head stands in brackets, a bar in a cell is escaped."""
    html = (
        '<table><caption id="c"><span>Figures</span></caption><thead><tr><th scope="col"><span>GPU</span></th>'
        '<th scope="col" class="n"><span>Full training</span> <small>8 GPUs</small></th></tr></thead><tbody>\n'
        '<tr><th scope="row" lang="en"><a href="./">H100</a> <small>Hopper</small></th>\n'
        '<td class="n" data-v="4"><b>6,000</b> <span class="u">GB/s</span></td></tr>'
        '<tr><th scope="row">A|B</th><td class="n">1</td></tr></tbody></table>'
    )
    assert twin(html) == (
        "Figures\n\n"
        "| GPU | Full training (8 GPUs) |\n"
        "| --- | ---: |\n"
        f"| [H100]({CANONICAL}) (Hopper) | **6,000** GB/s |\n"
        "| A\\|B | 1 |\n"
    )


def test_a_table_of_properties_has_an_empty_head() -> None:
    """Its groups stand in the rows, heavier."""
    html = (
        '<table class="spec"><tbody class="grp"><tr><th colspan="2" scope="rowgroup">\nMemory</th></tr>'
        '<tr><th scope="row">ECC</th><td>yes</td></tr></tbody></table>'
    )
    assert twin(html) == "|  |  |\n| --- | --- |\n| **Memory** |  |\n| ECC | yes |\n"


def test_a_computed_cell_says_its_sum_in_brackets() -> None:
    """What opens on the page is open here."""
    html = (
        '<table><tbody><tr><td class="n"><details class="sum"><summary>≈ 10B</summary>'
        "<div><span>288 GB × 0.8</span><span>÷ 16 bytes</span><span>= 14.4B</span></div>"
        "</details></td></tr></tbody></table>"
    )
    assert "| ≈ 10B (288 GB × 0.8 ÷ 16 bytes = 14.4B) |" in twin(html)


def test_the_lines_of_a_sum_that_do_not_go_on_are_a_list() -> None:
    """The models that run are not run together."""
    lines = "<div><span>A: whole</span><span>B: no</span></div>"
    assert (
        twin(f'<div><details class="sum"><summary>2 of 2</summary>{lines}</details></div>')
        == "2 of 2 (A: whole, B: no)\n"
    )


def test_a_sum_outside_a_table_is_part_of_its_line() -> None:
    """It is no question, and what follows it belongs to it."""
    html = '<p>a</p><details class="sum"><summary>≈ 10B</summary>\n<div><span>= 14.4B</span></div></details> b<p>c</p>'
    assert twin(html) == "a\n\n≈ 10B (= 14.4B) b\n\nc\n"


def test_marks_are_kept_in_words() -> None:
    """A derived figure is never mistaken for a published one."""
    html = '<p><span class="mark derived">derived</span> 2,250 <span class="u">TFLOPS</span></p>'
    assert twin(html) == "*derived* 2,250 TFLOPS\n"


def test_the_better_of_two_values_is_heavier_and_its_ratio_no_part_of_it() -> None:
    """Without the brackets "288 GB × 1.6" would read as a product."""
    cells = '<td class="better">288 GB<span class="x">× 1.6</span></td><td>180 GB</td>'
    assert "| **288 GB (× 1.6)** | 180 GB |" in twin(f"<table><tbody><tr>{cells}</tr></tbody></table>")


def test_an_ending_stays_at_its_amount() -> None:
    """Turkish writes the case after an apostrophe: a blank there would be a mistake."""
    assert twin("<p><b>$8,99</b><small>’den başlayan</small></p>") == "**$8,99**’den başlayan\n"


def test_what_the_style_sheet_sets_apart_is_apart() -> None:
    """A list of links has its title and its line beside each other without a blank in the HTML."""
    html = '<ol class="toc"><li><a href="../"><b>A100</b><i></i><em>80 GB</em><span>Its successor</span></a></li></ol>'
    assert twin(html) == "1. [**A100** *80 GB* Its successor](https://c.example/base/en/gpus/)\n"


def test_questions_are_headings() -> None:
    """The answer follows, whether the question was open or not."""
    html = '<details class="qa" id="q"><summary><span>Why?</span></summary><div><p>So.</p><p>There.</p></div></details>'
    assert twin(html) == "### Why?\n\nSo.\n\nThere.\n"


@pytest.mark.parametrize(("direction", "mark"), [("ltr", "\u2066"), ("rtl", "\u2067")])
def test_a_figure_keeps_its_direction(direction: str, mark: str) -> None:
    """On a page from right to left "$2.88" would else be shown as "2.88$"."""
    assert twin(f'<p>من <bdi dir="{direction}">$2.88</bdi></p>') == f"من {mark}$2.88\u2069\n"


def test_blanks_that_keep_a_figure_together_survive() -> None:
    """French groups digits with a narrow one."""
    assert twin("<p>a\n  b 1\u202f307\u00a0GB</p>") == "a b 1\u202f307\u00a0GB\n"


def test_a_page_without_a_main_part_has_an_empty_twin() -> None:
    """Nothing is made up."""
    assert markdown("<p>80 GB</p>", CANONICAL) == "\n"


LEAVES = st.builds(
    "{}{}{}".format,
    st.sampled_from(["≈ ", "$", "&lt; ", "", "# "]),
    st.sampled_from(["8", "2.88", "6,000", "1.307", "14.4", "0", "3,686.4"]),
    st.sampled_from(["B", " GB", ". ", "*"]),
)


def nested(inner: st.SearchStrategy[str], around: Sequence[str]) -> st.SearchStrategy[str]:
    """HTML in one of the elements, or some pieces of it beside each other."""
    one = st.builds(str.format, st.sampled_from(around), inner)
    return one | st.lists(inner, min_size=1, max_size=3).map(" ".join)


def within_lines(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Elements that stand in a line."""
    ends = ['<span class="mark derived">', '<bdi dir="ltr">', '<a href="../x/">']
    tags = ["<b>", "<em>", "<small>", "<code>", "<span>", *ends]
    return nested(inner, [f"{tag}{{}}</{re.findall('[a-z]+', tag)[0]}>" for tag in tags])


LINES = st.recursive(LEAVES, within_lines, max_leaves=5)
SUMS = st.builds(
    '<details class="sum"><summary>{}</summary><div><span>{}</span><span>= {}</span></div></details>'.format,
    LINES,
    LINES,
    LINES,
)
TABLES = st.builds(
    '<table><caption>{}</caption><tbody><tr><th scope="row">{}</th><td class="n">{}</td></tr></tbody></table>'.format,
    LINES,
    LINES,
    LINES | SUMS,
)
PAGES = st.recursive(
    LINES.map("<p>{}</p>".format) | LINES.map("<h2>{}</h2>".format) | TABLES,
    lambda inner: nested(
        inner,
        [
            "<div>{}</div>",
            "<ul><li>{}</li></ul>",
            "<dl><div><dt>a</dt><dd>{}</dd></div></dl>",
            '<details class="qa"><summary><span>Q?</span></summary><div>{}</div></details>',
            "<blockquote>{}</blockquote>",
        ],
    ),
    max_leaves=8,
)


def numbers(text: str) -> Sequence[str]:
    """Every number of a text, in order."""
    return re.findall(r"\d+(?:[.,]\d+)*", text)


@given(PAGES)
def test_every_number_of_the_page_stands_in_its_twin_in_the_same_order(html: str) -> None:
    """However elements are nested, no figure is lost, doubled, split or joined with its neighbour."""
    shown = re.sub(r"<[^>]*>", " ", html)
    assert numbers(twin(html)) == numbers(shown)

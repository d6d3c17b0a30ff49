"""Content files are read into segments, each with a key that lasts and its place."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.model import Document, ImageRef, Segment
from generator.problems import Place, Problem
from generator.prose.prose import LONGEST_DOCUMENT, MOST_LINES, inline_problems, read_document


def read(text: str) -> Document:
    """A text without mistakes, as it would stand from line 1 on."""
    document, problems = read_document(text, "f.md", 1)
    assert problems == []
    return document


def keys(text: str) -> dict[str, str]:
    """The segments of a text: msgid by key."""
    return {segment.key: segment.msgid for segment in read(text).segments()}


def problems_of(text: str) -> list[Problem]:
    """What is wrong with a text that begins in line 1."""
    return read_document(text, "f.md", 1)[1]


def test_segments_are_keyed_by_heading_and_ordinal() -> None:
    """Ordinals count for each kind under each heading, so that an edit elsewhere moves nothing."""
    text = """\
Lead.

## One {#one}

First.

- a
    - b
- c

Second.

### Deeper {#deeper}

Third.

## Two {#two}

> Quoted.
"""
    assert keys(text) == {
        "lead/p1": "Lead.",
        "one/h": "One",
        "one/p1": "First.",
        "one/li1": "a",
        "one/li2": "b",
        "one/li3": "c",
        "one/p2": "Second.",
        "deeper/h": "Deeper",
        "deeper/p1": "Third.",
        "two/h": "Two",
        "two/p1": "Quoted.",
    }


def test_cells_are_keyed_by_row_and_column() -> None:
    """The head is row 1; an empty cell is no segment."""
    assert keys("| a | b |\n|---|---|\n| c | |\n| d | e |\n") == {
        "lead/th1-1": "a",
        "lead/th1-2": "b",
        "lead/td2-1": "c",
        "lead/td3-1": "d",
        "lead/td3-2": "e",
    }


def test_a_paragraph_may_be_wrapped_anywhere() -> None:
    """Translators get one line, and wrapping it again does not change the text."""
    assert keys("One\nlong  line\nof **bold\ntext**.\n") == {"lead/p1": "One long line of **bold text**."}


def test_a_list_item_may_hold_paragraphs() -> None:
    """Its first paragraph is the item, the others are paragraphs in it."""
    assert keys("- a\n\n    b\n\n- c\n") == {"lead/li1": "a", "lead/p1": "b", "lead/li2": "c"}


def test_an_image_is_a_paragraph_of_its_own() -> None:
    """Its alt text is the segment; alone, in a quote or below the words of a list item, wrapped or not."""
    text = "![Memory {a}](memory.png)\n\n> ![Two\n> lines](x.webp)\n\n- b\n\n    ![C](y.jpg)\n\n"
    text += "## D {#d}\n\n![E [f]]( z.png )\n"
    assert keys(text) == {
        "lead/img1": "Memory {a}",
        "lead/img2": "Two lines",
        "lead/li1": "b",
        "lead/img3": "C",
        "d/h": "D",
        "d/img1": "E [f]",
    }
    document = read(text)
    assert list(document.images()) == [
        ImageRef("memory.png", Place("f.md", 1, 15)),
        ImageRef("x.webp", Place("f.md", 4, 10)),
        ImageRef("y.jpg", Place("f.md", 8, 10)),
        ImageRef("z.png", Place("f.md", 12, 11)),
    ]
    first, second = list(document.segments())[:2]
    assert (str(first.place), first.context) == ("f.md:1:3", "lead › alt text of image 1")
    assert str(second.at(second.msgid.index("lines"))) == "f.md:4:3"


def test_headings_carry_their_anchor_and_when() -> None:
    """The anchor comes from the source language, whatever the heading says elsewhere."""
    sections = read("## Rent now {#rent-now when=open}\n\nA\n\n## Later {#later when=before}\n").sections
    assert [(section.id, section.when, section.heading.msgid) for section in sections] == [
        ("rent-now", "open", "Rent now"),
        ("later", "before", "Later"),
    ]


def test_the_context_of_a_segment_is_its_path_of_headings() -> None:
    """Translators see where a sentence stands."""
    text = "## A b {#a}\n\nx\n\n### C d {#c}\n\n- y\n\n| h |\n|---|\n| z |\n"
    contexts = {segment.key: segment.context for segment in read(text).segments()}
    assert contexts == {
        "a/h": "A b › heading",
        "a/p1": "A b › paragraph 1",
        "c/h": "A b › C d › heading",
        "c/li1": "A b › C d › list item 1",
        "c/th1-1": "A b › C d › table row 1, column 1",
        "c/td2-1": "A b › C d › table row 2, column 1",
    }


def test_places_are_those_of_the_file() -> None:
    """Of each segment, and of each character of a wrapped one."""
    text = "Ab\n\n## C {#c}\n\n-   item\n    wrapped {fact}\n\n> q\n> r\n\n| a | a |\n|---|---|\n| - | a |\n| - | - |\n"
    document, problems = read_document(text, "f.md", 11)
    places = {segment.key: str(segment.place) for segment in document.segments()}
    assert not problems
    assert places == {
        "lead/p1": "f.md:11:1",
        "c/h": "f.md:13:4",
        "c/li1": "f.md:15:5",
        "c/p1": "f.md:18:3",
        "c/th1-1": "f.md:21:3",
        "c/th1-2": "f.md:21:7",
        "c/td2-1": "f.md:23:3",
        "c/td2-2": "f.md:23:7",
        "c/td3-1": "f.md:24:3",
        "c/td3-2": "f.md:24:7",
    }
    item = next(segment for segment in document.segments() if segment.key == "c/li1")
    assert str(item.at(item.msgid.index("{fact}"))) == "f.md:16:13"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("## Title\n", "f.md:1:9: a heading without a name"),
        ("## Title {h100_memory}\n", "f.md:1:23: a heading without a name"),
        ("## Title {#Title}\n", 'f.md:1:10: "{#Title}" is not a name for a heading'),
        ("## Title {#toString}\n", 'f.md:1:10: "{#toString}" is not a name for a heading'),
        ("## Title {#a onclick=x}\n", 'f.md:1:10: "{#a onclick=x}" is not a name for a heading'),
        ("## Title {: #a }\n", 'f.md:1:10: "{: #a }" is not a name for a heading'),
        ("## Title {.a}\n", 'f.md:1:10: "{.a}" is not a name for a heading'),
        ("## Title {#config}\n", 'f.md:1:10: "config" cannot name a heading'),
        ("## Title {#lead}\n", 'f.md:1:10: "lead" cannot name a heading'),
        ("## A {#a}\n\n## B {#a}\n", 'f.md:3:6: a second heading named "a"; the first is at f.md:1:6'),
        ("### A {#a when=open}\n", "f.md:1:7: only a ## heading may have when="),
        ("a\n\n# Title\n", "f.md:3:1: only ## and ### headings are used, each after an empty line"),
        ("#### Title {#a}\n", "f.md:1:1: only ## and ### headings are used, each after an empty line"),
        ("- a\n\n    ## B {#b}\n", "f.md:3:1: only ## and ### headings are used, each after an empty line"),
        ("a\n\n---\n\nb\n", "f.md:3:1: a line across the page is not supported"),
        ("Title\n---\n", "f.md:2:1: a line across the page is not supported"),
        ("a\n\n    code\n", "f.md:3:5: a line after four blanks would be code"),
        ("a\n- b\n", "f.md:2:1: a list needs an empty line before it"),
        ("a\n\n3. b\n", "f.md:3:1: a list counts from 1"),
        ("| a | b |\n", "f.md:1:1: not a whole table"),
        ("- a\n\n    | b | c |\n    |---|---|\n", "f.md:3:5: a table does not fit here"),
        ("a\nb <script>\n", "f.md:2:3: HTML is not allowed here"),
        ("a\n[b](javascript:x)\n", 'f.md:2:5: a link must not lead to "javascript:x"'),
        ("| a |\n|---|\n| &lt; |\n", 'f.md:3:3: "&lt;" is HTML for a character'),
        ("a\n![b](c.png)\n", "f.md:2:1: an image within a text"),
        ("![b](c.png) a\n", "f.md:1:1: an image within a text"),
        ("![b](c.png)\n![d](e.png)\n", "f.md:1:1: an image within a text"),
        ("- ![b](c.png)\n", "f.md:1:3: an image within a text"),
        ("| ![b](c.png) |\n|---|\n| d |\n", "f.md:1:3: an image within a text"),
        ("## ![b](c.png) {#d}\n", "f.md:1:4: an image within a text"),
        ("[![b](c.png)](gpu:h100)\n", "f.md:1:2: an image within a text"),
        ("![b](c.png){.wide}\n", "f.md:1:1: an image within a text"),
        ("a\n\n![](c.png)\n", "f.md:3:3: an image without alt text"),
        ("![ ](c.png)\n", "f.md:1:3: an image without alt text"),
        ("![<b>](c.png)\n", "f.md:1:3: HTML is not allowed here"),
        ("![b]()\n", 'f.md:1:6: "" is not the name of an image'),
        ('![b](c.png "d")\n', 'f.md:1:6: "c.png "d"" is not the name of an image'),
        ("![b](my chart (1).png)\n", 'f.md:1:6: "my chart (1).png" is not the name of an image'),
        ("![b](../images/c.png)\n", 'f.md:1:6: "../images/c.png" is not the name of an image'),
        ("![b](https://a.example/c.png)\n", 'f.md:1:6: "https://a.example/c.png" is not the name of an image'),
        ("![b](data:image/png;base64,AA)\n", 'f.md:1:6: "data:image/png;base64,AA" is not the name of an image'),
    ],
)
def test_what_is_not_in_the_subset_is_refused_at_its_place(text: str, said: str) -> None:
    """Nothing is dropped or guessed silently."""
    assert str(problems_of(text)[0]).split("\n")[0] == said


def test_every_problem_is_told_at_once() -> None:
    """Marketing mends a file in one go."""
    said = [str(problem.place) for problem in problems_of("<b>\n\n## A\n\n[x](http://a.example)\n")]
    assert said == ["f.md:1:1", "f.md:3:5", "f.md:5:5"]


def test_the_texts_of_front_matter_obey_the_same_rules() -> None:
    """The place is counted from that of the text in its file."""
    problems = inline_problems(Segment("meta/title", "A <b> title", Place("f.md", 2, 8)))
    assert [str(problem).split("\n")[0] for problem in problems] == ["f.md:2:10: HTML is not allowed here"]


@pytest.mark.parametrize("text", ["a" * (LONGEST_DOCUMENT + 1), "a\n" * MOST_LINES])
def test_a_text_that_nobody_would_read_is_refused_unread(text: str) -> None:
    """Python-Markdown takes quadratic time for some texts, so that their length is bounded."""
    started = time.perf_counter()
    assert "at most" in problems_of(text)[0].message
    assert time.perf_counter() - started < 1


_PIECES = [
    "- ",
    "1. ",
    "> ",
    "    ",
    "## ",
    "### ",
    "{#a}",
    "|",
    "---",
    "*",
    "**",
    "[",
    "![",
    "](",
    ")",
    "`",
    "\n",
    "\n\n",
    "ab",
    " ",
]


@given(st.lists(st.sampled_from(_PIECES), max_size=60).map("".join))
def test_any_text_is_read_or_refused(text: str) -> None:
    """Never a traceback; and what is read without a problem holds every word that was written."""
    document, problems = read_document(text, "f.md", 1)
    if not problems:
        held = "".join(segment.msgid for segment in document.segments())
        assert held.count("ab") == text.count("ab")

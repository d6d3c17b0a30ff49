"""Inside a segment: facts, links, marks, and the blanks of the source."""

from __future__ import annotations

from xml.etree.ElementTree import tostring

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from generator.prose.inline import fact_names, fill, is_plain, link_targets, marks, normalise, protect, texts, tree


def test_a_fact_is_a_name_in_single_braces() -> None:
    """Any other brace is text, also the doubled one of other template languages."""
    text = "{memory} {{memory}} {7*7} {Memory} { memory } {a_1} {1a} {"
    assert fact_names(text) == (("memory", 0), ("a_1", text.index("{a_1}")))


def test_facts_are_filled_once_and_literally() -> None:
    """A value that looks like a placeholder, or like a format of Python, stays what it is."""
    assert fill("{a} and {b}, {{a}}", {"a": "{b}", "b": "{0!r} %(x)s"}) == "{b} and {0!r} %(x)s, {{a}}"


def test_a_fact_without_a_value_is_a_bug_of_the_caller() -> None:
    """It must not reach a page as a name in braces."""
    with pytest.raises(KeyError):
        fill("{missing}", {})


def test_link_targets_come_in_order_with_their_places() -> None:
    """The offset is that of the target; what stands in code or behind a backslash is no link."""
    text = r"[a](gpu:a) and [gpu:b](gpu:b), `[c](gpu:c)`, \[d](gpu:d), [a](gpu:a)"
    assert link_targets(text) == (
        ("gpu:a", text.index("gpu:a")),
        ("gpu:b", text.index("](gpu:b") + 2),
        ("gpu:a", text.rindex("gpu:a")),
    )


def test_a_fact_in_a_target_is_told_as_it_was_written() -> None:
    """A message about the link shows it, and not the sign that stands for it while Markdown runs."""
    assert link_targets("a [b](c:{fact}) [d](e:f)") == (("c:{fact}", 6), ("e:f", 20))


def test_marks_are_counted_by_kind() -> None:
    """Stars that mark nothing are not counted, nor are underscores, which belong to names."""
    assert marks("**a** *b* _c_ `d` 2 * 3 * 4 {x_y_z} **e").count == {"strong": 1, "em": 1, "code": 1}


def test_soft_breaks_become_blanks_and_other_blanks_stay() -> None:
    """A no-break space is written on purpose."""
    assert normalise(" a\n  b\u00a0c\tand\r\nd ") == "a b\u00a0c and d"


@given(st.text(alphabet=st.sampled_from("ab{}_()]<>&!#~|\u00a0 \n\"'-+.1")))
def test_text_without_a_meaning_sign_is_plain_to_markdown(text: str) -> None:
    """It is what Markdown would make of it, so Markdown need not run."""
    protected = protect(text)[0]
    assert is_plain(protected)
    assert [piece for _, piece in texts(tree(protected))] == ([protected] if protected else [])


PIECES = [
    "[a](b:c)",
    "[a b](x)",
    "**a**",
    "**a b**",
    "*b*",
    "*",
    "[",
    "]",
    "](",
    "!",
    "_",
    "(",
    ")",
    ".",
    "a",
    " ",
    "\ue000",
]


@given(st.lists(st.sampled_from(PIECES), max_size=9).map("".join))
def test_easy_texts_are_read_as_python_markdown_reads_them(text: str) -> None:
    """A backslash in front leaves the text to it. Of marks that touch it sometimes loses one."""
    read = tostring(tree(f"\\. {text}"))
    assume(b"\x02" not in read)
    assert tostring(tree(f". {text}")) == read

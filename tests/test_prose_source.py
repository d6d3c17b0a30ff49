"""What Python-Markdown made of a text is found in its source again."""

from __future__ import annotations

import re

from generator.prose.prose_source import ProseSource


def test_the_cursor_finds_each_word_once() -> None:
    """Lines count from the one that the text begins on."""
    source = ProseSource("- a\n\n  a b\n", "f.md", 10)
    source.skip(re.compile(r"- "))
    assert [str(source.find("a")), str(source.find("a")), source.find("a")] == ["f.md:10:3", "f.md:12:3", None]
    assert str(source.next_sign()) == "f.md:12:5"


def test_a_pattern_is_searched_behind_the_cursor() -> None:
    """And a line can be left behind."""
    source = ProseSource("---\na\n---", "f.md", 1)
    source.skip_line()
    assert str(source.search(re.compile("^---$", re.MULTILINE))) == "f.md:3:1"
    assert source.search(re.compile("^---$", re.MULTILINE)) is None
    source.skip_line()
    assert str(source.here()) == "f.md:3:4"

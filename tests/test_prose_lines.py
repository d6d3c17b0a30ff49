"""What is refused before Python-Markdown reads a text."""

from __future__ import annotations

import pytest

from generator.prose.prose_lines import line_problems


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("a\n\tb", "f.md:11:1", "a tab"),
        ("a\tb", "f.md:10:2", "a tab"),
        ("```\ncode\n```", "f.md:10:1", "blocks of code are not supported in texts"),
        ("[a]: https://a.example", "f.md:10:1", "link definitions are not supported"),
        ("- a\n  - b", "f.md:11:3", "a list marker after an odd number of blanks"),
        ("- a\n    - b\n        - c\n            - d\n                - e", "f.md:14:1", "nested more than 3 deep"),
        ("> > > > > a", "f.md:10:1", "nested more than 3 deep"),
        ("1. 1. 1. 1. 1. a", "f.md:10:1", "nested more than 3 deep"),
    ],
)
def test_each_line_is_judged_at_its_place(text: str, place: str, message: str) -> None:
    """Lines count from the one that the text begins on."""
    problem = line_problems(text, "f.md", 10)[0]
    assert (str(problem.place), problem.message) == (place, message)


def test_ordinary_lines_pass() -> None:
    """Lists to depth three, quotes, tables, wrapped lines."""
    text = "A - b\n> q\n\n- a\n    - b\n        1. c\n          wrapped\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
    assert line_problems(text, "f.md", 1) == []

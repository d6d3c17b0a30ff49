"""The tags of our own pages."""

from __future__ import annotations

import re

import pytest

from generator.exports.tags import INSIDE, Unseen, read_tag


def test_a_tag_has_attributes_and_classes() -> None:
    """An attribute without a value has an empty one, and entities are what they stand for."""
    tag = read_tag('<a class="n better" href="?a=1&amp;b=2" data-pick>')
    assert tag.name == "a"
    assert tag.classes == {"n", "better"}
    assert tag.attributes == {"class": "n better", "href": "?a=1&b=2", "data-pick": ""}


def test_the_end_of_an_element_has_a_slash_in_its_name() -> None:
    """It has neither attributes nor classes."""
    assert read_tag("</h2>").name == "/h2"


def test_a_tag_goes_on_after_a_sign_in_quotes() -> None:
    """The end of an arrow is not the end of the tag."""
    found = re.match(f"<{INSIDE}>", '<b title="a -> b">c</b>')
    assert found
    assert read_tag(found[0]).attributes == {"title": "a -> b"}


@pytest.mark.parametrize(
    ("html", "unseen"),
    [
        ("<p hidden>", True),
        ('<b aria-hidden="true">', True),
        ('<p class="hint">', True),
        ('<nav class="crumbs">', True),
        ("<svg>", True),
        ("</svg>", False),
        ('<p class="vh">', False),
        ('<b aria-hidden="false">', False),
    ],
)
def test_what_readers_of_text_do_not_see(html: str, unseen: bool) -> None:
    """What is hidden from them, pictures and ways through the page."""
    assert read_tag(html).unseen is unseen


def depths(*tags: str) -> list[int]:
    """How deep an unseen element is after each of its tags."""
    unseen, found = Unseen(), []
    for tag in tags:
        unseen.read(read_tag(tag))
        found.append(unseen.depth)
    return found


def test_an_unseen_element_ends_with_itself() -> None:
    """Not with one of the same name within it, nor with another."""
    assert depths("<b hidden>", "<b>", "</b>", "</i>", "</b>") == [1, 2, 1, 1, 0]


def test_an_unseen_element_that_holds_nothing_hides_nothing() -> None:
    """It has no end to wait for."""
    assert depths("<br hidden>", '<img alt="" aria-hidden="true">') == [0, 0]

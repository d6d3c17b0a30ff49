"""What is made of what people write knows its parts and places."""

from __future__ import annotations

import pytest

from generator.model import Block, Document, Section, Segment
from generator.problems import Place
from tests.samples import gpu, site


def test_a_place_inside_a_segment_of_several_lines() -> None:
    """A segment's text has its lines joined; each offset still leads to its own line."""
    segment = Segment(
        "memory/p1", "One two three", Place("f", 5, 3), "", ((4, Place("f", 6, 1)), (8, Place("f", 7, 5)))
    )
    assert [segment.at(offset) for offset in (0, 2, 4, 9)] == [
        Place("f", 5, 3),
        Place("f", 5, 5),
        Place("f", 6, 1),
        Place("f", 7, 6),
    ]


def test_the_segments_of_a_document_in_its_order() -> None:
    """Headings before what they head, parents before children; blocks without words have none."""

    def segment(key: str) -> Segment:
        return Segment(key, key, Place("f", 1, 1))

    inner = Block("ul", children=(Block("li", segment("a/li2")),))
    document = Document(
        lead=(Block("p", segment("lead/p1")),),
        sections=(
            Section("a", segment("a/h"), (Block("ul", children=(Block("li", segment("a/li1"), (inner,)),)),)),
            Section("b", segment("b/h"), (Block("quote", children=(Block("p", segment("b/p1")),)),)),
        ),
    )
    keys = [found.key for found in document.segments()]
    assert keys == ["lead/p1", "a/h", "a/li1", "a/li2", "b/h", "b/p1"]


def test_a_gpu_by_its_id() -> None:
    """Whoever asks for one that is not there has skipped the checks."""
    catalogue = site(gpu("h100"), gpu("b200"))
    assert catalogue.gpu("b200").name == "B200"
    with pytest.raises(KeyError):
        catalogue.gpu("h10")

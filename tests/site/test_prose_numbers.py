"""No number that the data holds is typed by hand: prose states it through a fact, in every language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from generator.model import Content
from generator.pipeline import Plan
from generator.words.catalogs import read_po
from tests.conftest import ROOT

UNIT = r"(?:GB/s|GB|TB|TFLOPS|TOPS|W|bytes?|bayt|B)"
FIGURE = re.compile(rf"(?<![\w.,])(\d[\d.,]*\s?{UNIT})(?!\w)")

# What may be typed, with the reason: none of it stands in the data files.
ALLOWED = {
    "18 bytes": "what other tools count for a parameter",
    "18 bayt": "the same, in Turkish",
    "48 GB": "the GPU of the QLoRA paper, which is none of ours",
    "80 GB": "the GPU that the HunyuanVideo repository recommends, quoted with its doubt",
    "131,072 bytes": "the key-value cache of Llama 3.1 8B per token, worked out in the text",
    "131.072 bayt": "the same, in Turkish",
    "17 GB": "the same cache for 128k tokens",
    "3B": "Turkish for 3D",
    "4B": "a part of a name, FLUX.2 klein 4B",
    "7B": "the size of a model",
    "8B": "the size of a model",
    "13B": "the size of a model",
    "65B": "the size of a model",
    "70B": "the size of a model",
    "671B": "the size of a model",
    "1B": "a step of the rounding rule",
    "5B": "a step of the rounding rule",
    "10B": "a step of the rounding rule",
    "100B": "a step of the rounding rule",
}


def prose(plan: Plan) -> Iterator[tuple[str, str]]:
    """Every segment of the guides and pages, in English and in every translation, with its place."""
    contents: tuple[Content[Any], ...] = (*plan.inputs.site.guides, *plan.inputs.site.pages)
    for content in contents:
        for segment in content.segments:
            yield str(segment.place), segment.msgid
        for path in sorted(ROOT.glob(f"locales/*/LC_MESSAGES/{content.slug}.po")):
            entries, _ = read_po(ROOT, path.relative_to(ROOT).as_posix())
            for entry in entries:
                for text in entry.msgstr:
                    yield str(entry.place), text


def interface() -> Iterator[tuple[str, str]]:
    """The words of the templates."""
    for path in sorted(Path(ROOT / "templates").glob("*.html")):
        for match in re.finditer(r'\bt(?:n|_attr|n_attr)?\("[^"]*",\s*"([^"]*)"', path.read_text("utf-8")):
            yield path.name, match[1]


def test_figures_in_prose_come_through_facts(own_plan: Plan) -> None:
    """A digit next to a unit that the data holds stands on the list above, or it is a mistake."""
    typed = [
        f"{place}: {figure}"
        for place, text in (*prose(own_plan), *interface())
        for figure in FIGURE.findall(text)
        if figure not in ALLOWED
    ]
    assert not typed, "\n".join(typed)


def test_no_price_is_ever_typed(own_plan: Plan) -> None:
    """Offers come and go: prices stand in tables and cards only."""
    assert not [place for place, text in prose(own_plan) if re.search(r"[$€£]\s?\d|\d\s?[$€£]", text)]


@pytest.mark.parametrize("figure", sorted(ALLOWED))
def test_what_is_allowed_is_used(own_plan: Plan, figure: str) -> None:
    """A list that only grows would soon allow everything."""
    assert any(figure in FIGURE.findall(text) for _, text in (*prose(own_plan), *interface()))

"""Templates that use each other."""

from __future__ import annotations

import pytest

from generator.templating.template_reader import templates_of
from tests.template_pages import shown


def test_a_page_fills_the_blocks_of_what_it_extends() -> None:
    """The last template that has a block decides; what stands beside blocks is not shown."""
    base = "<{% block a %}a {% block inner %}inner{% endblock %}{% endblock %}|{% block b %}b{% endblock %}>"
    middle = '{% extends "base.html" %}not shown{% block b %}middle b{% endblock %}'
    page = '{% extends "middle.html" %}{% block inner %}{{ page.text }}{% endblock %}'
    assert shown(page, base=base, middle=middle) == "<a text|middle b>"
    assert shown(middle, base=base) == "<a inner|middle b>"


def test_macros_come_from_other_templates_under_their_own_or_another_name() -> None:
    """A macro sees the page, the macros of its template, and what that imports, also below it."""
    parts = "{% macro a(x) %}[{{ x }} {{ b() }}]{% endmacro %}{% macro b() %}{{ layout.lang }}{% endmacro %}"
    page = '{{ one(1) }}{% from "parts.html" import a as one with context %}{{ one(2) }}'
    assert shown(page, parts=parts) == "[1 en][2 en]"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            '\n{% extends "othr.html" %}',
            'page.html:2:1: there is no template "othr.html"\n    hint: did you mean "other',
        ),
        ('{% extends "page.html" %}', "page.html:1:1: these templates extend each other in a circle"),
        ("{% extends layout.base %}", "page.html:1:1: the name of another template is written out here"),
        (
            '{% from "other.html" import cel %}',
            'page.html:1:1: templates/other.html has no macro "cel"\n    hint: did you',
        ),
        ("{% macro a(x=page.y) %}{% endmacro %}", "page.html:1:1: what an argument is by default is a text, a number"),
    ],
)
def test_what_does_not_fit_together_is_told(text: str, said: str) -> None:
    """When the templates are read, not when a page is made."""
    _, problems = templates_of({"page.html": text, "other.html": "{% macro cell(x) %}{{ x }}{% endmacro %}"})
    assert str(problems[0]).startswith(f"templates/{said}")

"""Statements of templates."""

from __future__ import annotations

import pytest

from generator.templating.template_reader import templates_of
from tests.template_pages import shown


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("{% if page.none %}a{% elif page.text %}b{% else %}c{% endif %}", "b"),
        ("{% if page.none %}{{ page.text }} and {{ page.text }}{% else %}c{{ page.text }}{% endif %}", "ctext"),
        ("{% if page.none %}{% for x in page.items %}{{ x }}{% endfor %}{% endif %}|", "|"),
        ("{% for x in page.items %}<{{ x }}>{% endfor %}", "<1><2><3>"),
        ("{% for x in page.items if x != 2 %}{{ loop.index }}{{ x }} {% endfor %}", "11 23 "),
        ("{% for x in page.items %}{% if loop.first %}first{% endif %}{{ loop.index0 }}{% endfor %}", "first012"),
        ("{% for a, b in page.pairs %}{{ a }}={{ b }};{% endfor %}", "a=1;b=2;"),
        ("{% for x in page.items %}{% for x in page.pairs %}{{ x[0] }}{% endfor %}{{ x }}{% endfor %}", "ab1ab2ab3"),
        ("{% for x in 'a', 'b' %}{{ loop.index }}{{ x }}{% endfor %}", "1a2b"),
        ("{% for x in 1, 2 %}{% for y in 'a', 'b' %}{{ x }}{{ y }} {% endfor %}{% endfor %}", "1a 1b 2a 2b "),
        (
            "{% for x in page.items %}{% for y in 'a', 'b' %}{{ x }}{{ y }} {% endfor %}{% endfor %}",
            "1a 1b 2a 2b 3a 3b ",
        ),
        ("{% for x in 1, 2 %}{% set y %}<{{ x }}>{% endset %}{{ y }}{% endfor %}", "<1><2>"),
        ("{% for x in 1, 2 %}{% block b %}{{ page.text }}{% endblock %}{% endfor %}", "texttext"),
        (
            "{% macro a() %}{{ b(1) }}{% endmacro %}{% macro b(x) %}{{ t('c', 'm') }}{{ x }}{% endmacro %}{{ a() }}",
            "m1",
        ),
        ("{% macro m(x) %}<{% if x %}{{ m(false) }}{% endif %}>{% endmacro %}{{ m(true) }}", "<<>>"),
        ("{% macro m() %}{{ page.text }}{% endmacro %}{% for x in 1, 2 %}{{ m() }}{{ x }}{% endfor %}", "text1text2"),
        ("{% set x = 1 %}{% for y in page.items %}{% set x = y %}{{ x }}{% endfor %}{{ x }}", "1231"),
        ("{% set x = 1 %}{% if page.text %}{% set x = 2 %}{% endif %}{{ x }}", "2"),
        ("{% set x %}<b>{{ page.sharp }}</b>{% endset %}{{ x }}", "<b>&lt;</b>"),
        (
            "{% set x %}{% for y in page.items %}{% if y > 1 %}{{ y }}!{% endif %}{% endfor %}{% endset %}{{ x }}",
            "2!3!",
        ),
        ("{% macro m(a, b='-', c=true) %}{{ a }}{{ b }}{{ c }} {% endmacro %}{{ m(1) }}{{ m(2, c=3) }}", "1-True 2-3 "),
        (
            "{% macro m(id) %}<{{ id }}>{{ caller() }}</>{% endmacro %}{% call m(7) %}&{{ page.sharp }}{% endcall %}",
            "<7>&&lt;</>",
        ),
        (
            "{% macro m() %}{{ caller() }}{% endmacro %}{% call m() %}{% for x in 1, 2 %}<{% endfor %}{% endcall %}",
            "<<",
        ),
    ],
)
def test_statements_say_what_jinja_says(text: str, html: str) -> None:
    """Of scopes and blanks, too."""
    assert shown(text) == html


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{% include "other.html" %}', "Jinja’s Include is not known here"),
        ("{% for x in page.items %}{% else %}x{% endfor %}", "Jinja’s For is not known here"),
        ("{% for x in page.items %}{% endfor %}{{ x }}", 'the template asks for "x", which is nothing here'),
        ("{% call page.text() %}{% endcall %}", "only a macro can be called with a body"),
        ("{% macro a() %}{% block b %}{% endblock %}{% endmacro %}", "Jinja’s Block is not known here"),
        ("{% if page.text %}{% macro a() %}{% endmacro %}{% endif %}", "Jinja’s Macro is not known here"),
        ("{% set page.text = 1 %}", "Jinja’s NSRef is not known here"),
    ],
)
def test_what_is_not_known_is_told(text: str, said: str) -> None:
    """With the line; nothing is left out silently."""
    _, problems = templates_of({"page.html": f"\n{text}"})
    assert str(problems[0]).startswith(f"templates/page.html:2:1: {said}")

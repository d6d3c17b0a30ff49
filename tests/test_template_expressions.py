"""Expressions of templates: what they say, and that no text of a view is ever taken for HTML."""

from __future__ import annotations

import jinja2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from generator.templating.template_reader import templates_of
from tests.template_pages import Sample, functions, shown

VALUES = st.text("<>&\"'{}a", max_size=8) | st.builds(Markup, st.text("<>&a", max_size=8)) | st.integers() | st.none()
WAYS = """
{%- macro bold(x, y="<") %}<b>{{ x }}{{ y }}{{ caller_of(x) }}</b>{% endmacro %}
{%- macro caller_of(x) %}{% if x %}{{ x }}{% endif %}{% endmacro %}
{%- macro around() %}<i>{{ caller() }}</i>{% endmacro %}
{%- set x = page.value %}{% set captured %}<u>{{ x }}</u>{% endset %}
{{- page.value }} {{ x }} {{ captured }} {{ "<" }} <a title="{{ x }}">
{{ bold(x) }} {{ bold(x, x) }} {{ bold(bold(x), y=captured) }} {% call around() %}{{ x }}{{ bold(x) }}{% endcall %}
{{ x ~ x }} {{ captured ~ x }} {{ x ~ bold(x) }} {{ x if x else captured }} {{ (x, captured)[0] }} {{ x or "<" }}
{{ t("c", "m {a}", a=x) }} {{ t("c", "m {a}", a=bold(x)) }} {{ t("c", "<") }} {{ t_attr("c", "m {a}", a="<") }}
{{ captured | striptags }} {{ x | striptags }} {{ x | lower }} {{ captured | lower }} {{ once(caller_of, x) }}
{% for y in (x, captured) %}{{ y }}{{ loop.index }}{% endfor %}"""


@given(VALUES)
def test_escaping_is_that_of_jinja(value: object) -> None:
    """Whatever the way of a value to the page: text is escaped once, HTML never."""
    jinja = jinja2.Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
    jinja.globals |= {**functions(), "once": lambda macro, value: macro(value)}
    sample = Sample(value=value)
    assert shown(WAYS, sample) == jinja.from_string(WAYS).render(page=sample, layout=sample.layout)


@pytest.mark.parametrize(
    ("expression", "html"),
    [
        ("not page.none", "True"),
        ("page.none or 'x'", "x"),
        ("1 < 2 <= 2 != 3", "True"),
        ("page.text in ('text', 'other')", "True"),
        ("page.text not in ('text',)", "False"),
        ("page.pairs[1][0]", "b"),
        ("page.items | length > 2", "True"),
        ("'a' if page.none else 'b'", "b"),
        ("layout.lang ~ 1", "en1"),
    ],
)
def test_expressions_say_what_python_says(expression: str, html: str) -> None:
    """Comparisons, conditions, parts of values."""
    assert shown(f"{{{{ {expression} }}}}") == html


@pytest.mark.parametrize(
    ("expression", "said"),
    [
        ("pgae.text", 'the template asks for "pgae", which is nothing here\n    hint: did you mean "page"?'),
        ("page.text | safe", "the filter safe is not known here"),
        ("page.text is defined", "Jinja’s Test is not known here"),
        ("page.text.upper()", "only macros, words and range can be called here"),
        ("page.class", '"class" is a word of Python'),
        ("t('a', *page.items)", "arguments are written out here, one by one"),
        ("once(page.text)", "once takes a macro and the value that it shall be called with"),
        ("once(part, page.text)", "part asks for the page, so it cannot be made once for all"),
        ("loop.first", 'the template asks for "loop", which is nothing here'),
    ],
)
def test_what_is_not_known_is_told(expression: str, said: str) -> None:
    """With the line; nothing is left out silently."""
    part = "{% macro part(x) %}{{ x }}{{ layout.lang }}{% endmacro %}"
    _, problems = templates_of({"page.html": f"{part}\n{{{{ {expression} }}}}"})
    assert str(problems[0]).startswith(f"templates/page.html:2:1: {said}")


def test_a_loop_knows_its_turn_only() -> None:
    """What else Jinja's loops know is told to be missing."""
    _, problems = templates_of({"page.html": "{% for x in page.items %}{{ loop.last }}{% endfor %}"})
    assert str(problems[0]).startswith("templates/page.html:1:1: loop.last is not known here\n    hint: known: first,")

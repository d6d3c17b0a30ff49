"""Rendering: views become pages, static files lie under their digest, and parts that stand often are made once."""

from __future__ import annotations

from pathlib import Path

import jinja2
import pytest
from markupsafe import Markup, escape

from generator.output.render import Renderer, read_static
from generator.pages.views import MissingView
from generator.pipeline import Plan
from generator.problems import InvalidSite
from tests.template_pages import renderer
from tests.test_pages import page_at


@pytest.fixture
def view(site_plan: Plan) -> MissingView:
    """A small view."""
    found = page_at(site_plan, "en/404.html").view
    assert isinstance(found, MissingView)
    return found


def test_every_page_is_as_jinja_would_make_it(site_plan: Plan, fixture_root: Path) -> None:
    """The templates' own code is quicker, and says the same."""
    inputs, studios = site_plan.inputs, site_plan.studios
    functions = {studio.locale.name: studio.edition.functions() for studio in studios}
    ours = Renderer(inputs.templates, functions)
    loader = jinja2.FileSystemLoader(fixture_root / "templates")
    for locale, given in functions.items():
        jinja = jinja2.Environment(
            loader=loader, autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
        )
        jinja.globals |= {**given, "once": lambda macro, value: macro(value)}
        pages = [page for page in site_plan.pages if page.locale == locale]
        assert pages
        for page in pages:
            expected = jinja.get_template(page.template).render(page=page.view, layout=page.view.layout)
            assert ours.html(page.template, locale, page.view) == expected, page.address


def test_values_are_escaped_and_markup_is_not(view: MissingView) -> None:
    """Whatever a data file holds is text; what `t` returns is markup already."""
    words = {"t": lambda _, msgid: Markup("[{}]").format(msgid)}
    made = renderer(words, page='{{ "<b>" }}{{ t("x", "word") }}{{ layout.lang }}').html("page.html", "en", view)
    assert made == "&lt;b&gt;[word]en"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "one\n{{ page.nothing }}",
            "templates/page.html:2:1: the template asks for what is not there: 'MissingView' ob",
        ),
        ("{% if page.layout %}\n<p>\n{{ page.layout.x }}{% endif %}", "templates/page.html:3:1: the template asks for"),
        ("{{ page.messages[9] }}", "templates/page.html:1:1: the template asks for what is not there: tuple index out"),
        ("{% from 'other.html' import m %}{{ m() }}", "templates/other.html:2:1: the template asks for what is not th"),
        ("{% from 'other.html' import m %}{{ m(1, 2) }}", "templates/page.html:1:1: the template asks for what is not"),
        ("{% macro a() %}{% endmacro %}\n{{ a(1) }}", "templates/page.html:2:1: the template asks for what is not"),
        (
            "{% if layout.demo %}{% set x = 1 %}{% endif %}{{ x }}",
            "templates/page.html:1:1: the template asks for what",
        ),
    ],
)
def test_a_wrong_template_is_a_problem_with_a_place(view: MissingView, text: str, said: str) -> None:
    """Never an empty spot on the page, and never a traceback."""
    with pytest.raises(InvalidSite) as invalid:
        renderer(page=text, other="{% macro m() %}\n{{ page.x }}{% endmacro %}").html("page.html", "en", view)
    assert str(invalid.value.problems[0]).startswith(said)


def test_a_missing_template_is_told(view: MissingView) -> None:
    """A page asks for it by its name."""
    with pytest.raises(InvalidSite) as invalid:
        renderer(page="").html("other.html", "en", view)
    assert str(invalid.value.problems[0]) == "templates/other.html: is missing, but a page needs it"


def test_a_mistake_of_the_program_is_not_blamed_on_a_template(view: MissingView) -> None:
    """What fails in a function that a template calls keeps its traceback."""

    def word(_: str, msgid: str) -> str:
        raise KeyError(msgid)

    with pytest.raises(KeyError, match="nothing"):
        renderer({"t": word}, page='{{ t("x", "nothing" if page else "x") }}').html("page.html", "en", view)


def test_a_part_of_many_pages_is_made_once(view: MissingView) -> None:
    """The macro runs once for a value; another value of the same look is another part."""
    twice = "{{ once(part, page.layout.title) }}" * 2
    text = "{% macro part(v) %}{{ t('x', v) }}{% endmacro %}" + twice
    calls: list[str] = []

    def word(_: str, msgid: str) -> str:
        calls.append(msgid)
        return "!"

    assert renderer({"t": word}, page=text).html("page.html", "en", view) == "!!"
    assert calls == [view.layout.title]


def test_words_without_values_are_asked_for_once(view: MissingView) -> None:
    """They are the same on every page of an edition."""
    calls: list[str] = []

    def word(_: str, msgid: str) -> Markup:
        calls.append(msgid)
        return Markup("!")

    made = renderer({"t": word}, page='<p>{{ t("x", "word") }}</p>{{ layout.lang }}')
    assert [made.html("page.html", "en", view) for _ in range(2)] == ["<p>!</p>en"] * 2
    assert calls == ["word"]


def test_what_asks_for_no_page_is_made_once(view: MissingView) -> None:
    """A macro with words in it, in a loop or as a word's value, does not run again for each page."""
    calls: list[str] = []

    def word(_: str, msgid: str, **values: object) -> Markup:
        calls.append(msgid)
        return escape(msgid).format(**values)

    text = """{% macro key(x) %}<b>{{ t("x", x) }}</b>{% endmacro %}
{{- key("a") }}{% for x in "b", "c" %}{{ key(x) }}{% endfor %}{{ t("x", "{d}", d=key("d")) }}{{ layout.lang }}"""
    made = renderer({"t": word}, page=text)
    assert [made.html("page.html", "en", view) for _ in range(2)] == ["<b>a</b><b>b</b><b>c</b><b>d</b>en"] * 2
    assert sorted(calls) == ["a", "b", "c", "d", "{d}"]


def test_static_files_lie_under_their_digest(tmp_path: Path) -> None:
    """The sheets in the order of their names; another byte, another folder; another date, the same."""
    (tmp_path / "static/css").mkdir(parents=True)
    (tmp_path / "static/css/2-b.css").write_text("b{}", "utf-8")
    (tmp_path / "static/css/1-a.css").write_text("a{}", "utf-8")
    first, problems = read_static(tmp_path)
    assert not problems
    assert first.files == {"site.css": b"a{}\nb{}"}
    (tmp_path / "static/css/1-a.css").write_text("a{}", "utf-8")
    assert read_static(tmp_path)[0].folder == first.folder
    (tmp_path / "static/css/1-a.css").write_text("a {}", "utf-8")
    assert read_static(tmp_path)[0].folder != first.folder

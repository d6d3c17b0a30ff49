"""Rendering: templates in words, static files under their digest, and parts that are made once."""

from __future__ import annotations

from pathlib import Path

import pytest
from markupsafe import Markup

from generator.output.render import Renderer, read_static, read_templates
from generator.pages.views import MissingView
from generator.pipeline import Plan
from generator.problems import InvalidSite
from tests.test_pages import page_at


def renderer(**templates: str) -> Renderer:
    """Templates by name, with one word that they may call."""
    named = {f"{name}.html": text for name, text in templates.items()}
    return Renderer(named, {"en": {"t": lambda _, msgid: Markup("[{}]").format(msgid)}})


@pytest.fixture
def view(site_plan: Plan) -> MissingView:
    """A small view."""
    found = page_at(site_plan, "en/404.html").view
    assert isinstance(found, MissingView)
    return found


def test_values_are_escaped_and_markup_is_not(view: MissingView) -> None:
    """Whatever a data file holds is text; what `t` returns is markup already."""
    made = renderer(page='{{ "<b>" }}{{ t("x", "word") }}{{ layout.lang }}').html("page.html", "en", view)
    assert made == b"&lt;b&gt;[word]en"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{{ page.nothing }}", "templates/page.html: the template asks for"),
        ("one\n{% if %}", "templates/page.html:2:1: the template cannot be read"),
        ('{% include "other.html" %}', "templates/other.html: is missing, but a page needs it"),
    ],
)
def test_a_wrong_template_is_a_problem_with_a_place(view: MissingView, text: str, said: str) -> None:
    """Never an empty spot on the page, and never a traceback."""
    with pytest.raises(InvalidSite) as invalid:
        renderer(page=text).html("page.html", "en", view)
    assert str(invalid.value.problems[0]).startswith(said)


def test_a_part_of_many_pages_is_made_once(view: MissingView) -> None:
    """The macro runs once for a value; another value of the same look is another part."""
    twice = "{{ once(part, page.layout.title) }}" * 2
    text = "{% macro part(v) %}{{ t('x', v) }}{% endmacro %}" + twice
    calls: list[str] = []

    def word(_: str, msgid: str) -> str:
        calls.append(msgid)
        return "!"

    made = Renderer({"page.html": text}, {"en": {"t": word}})
    assert made.html("page.html", "en", view) == b"!!"
    assert calls == [view.layout.title]


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


def test_a_linked_template_is_refused(tmp_path: Path) -> None:
    """It could show any file of the machine."""
    (tmp_path / "templates").mkdir()
    (tmp_path / "secret").write_text("secret", "utf-8")
    (tmp_path / "templates/page.html").symlink_to(tmp_path / "secret")
    templates, problems = read_templates(tmp_path)
    assert templates == {}
    assert "symbolic link" in str(problems[0])

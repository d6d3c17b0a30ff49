"""Templates: texts in, their words, code and problems out."""

from __future__ import annotations

from pathlib import Path

from generator.templating.template_reader import read_templates, templates_of
from generator.templating.templates import WordCall


def test_words_are_found_where_they_are_called() -> None:
    """In text and attributes, inside other expressions, and in what no page shows."""
    templates, problems = templates_of(
        {
            "a.html": """{{ t("nav", "Guides") }}
<a title="{{ t_attr("nav", "Go to {page}", page=page.x) }}">
{{ tn_attr("gpu", "one", "many", 3) if page.x else t(page.context, page.msgid) }}
{% macro other(x) %}{{ x }}{% endmacro %}{{ other(t("a", "b")) }}""",
            "b.html": '{% extends "a.html" %}{{ t("never", "shown") }}{% block x %}{{ t("c", "d") }}{% endblock %}',
        }
    )
    assert problems == []
    assert templates.words == (
        WordCall("a.html", 1, "t", ("nav", "Guides")),
        WordCall("a.html", 2, "t_attr", ("nav", "Go to {page}")),
        WordCall("a.html", 3, "tn_attr", ("gpu", "one", "many", None)),
        WordCall("a.html", 3, "t", (None, None)),
        WordCall("a.html", 4, "t", ("a", "b")),
        WordCall("b.html", 1, "t", ("never", "shown")),
        WordCall("b.html", 1, "t", ("c", "d")),
    )


def test_a_broken_template_is_told_and_the_others_are_read() -> None:
    """All mistakes at once, each at its place; the words of the others are known."""
    templates, problems = templates_of(
        {"a.html": "\n{% if x %}\n{{ t('a' }}", "b.html": "{{ t('a', 'b') }}", "c.html": "\n{{ nothing }}"}
    )
    assert [call.template for call in templates.words] == ["b.html"]
    first, second = map(str, problems)
    assert first.startswith("templates/a.html:3:1: the template cannot be read: ")
    assert second.startswith('templates/c.html:2:1: the template asks for "nothing", which is nothing here')


def test_a_digest_tells_templates_from_others() -> None:
    """By their texts and names."""
    digests = {templates_of(texts)[0].digest for texts in ({"a": "x"}, {"a": "y"}, {"b": "x"}, {"a": "x", "b": "x"})}
    assert len(digests) == 4


def test_a_linked_template_is_refused(tmp_path: Path) -> None:
    """It could show any file of the machine."""
    (tmp_path / "templates").mkdir()
    (tmp_path / "secret").write_text("secret", "utf-8")
    (tmp_path / "templates/page.html").symlink_to(tmp_path / "secret")
    templates, problems = read_templates(tmp_path)
    assert templates == templates_of({})[0]
    assert "symbolic link" in str(problems[0])

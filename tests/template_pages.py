"""Small templates, made into pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from markupsafe import escape
from msgspec import Struct

from generator.output.render import Renderer
from generator.templating.template_reader import templates_of


class Frame(Struct, frozen=True):
    """Stands for a layout."""

    lang: str = "en"


class Sample(Struct, frozen=True):
    """Stands for a view: a value of each kind that templates meet."""

    layout: Frame = Frame()
    value: object = None
    text: str = "text"
    sharp: str = "<"
    none: None = None
    items: tuple[int, ...] = (1, 2, 3)
    pairs: tuple[tuple[str, int], ...] = (("a", 1), ("b", 2))


def functions() -> Mapping[str, Callable[..., object]]:
    """Words that say what they are called with, as HTML and as text."""
    return {
        "t": lambda _, msgid, **values: escape(msgid).format(**values),
        "t_attr": lambda _, msgid, **values: msgid.format(**values),
    }


def renderer(words: Mapping[str, Callable[..., object]] | None = None, /, **texts: str) -> Renderer:
    """Templates by their names without ``.html``, which must be right."""
    templates, problems = templates_of({f"{name}.html": text for name, text in texts.items()})
    assert problems == []
    return Renderer(templates, {"en": words or functions()})


def shown(page: str, sample: Sample | None = None, **others: str) -> str:
    """What a template makes of a sample."""
    view: Any = sample or Sample()
    return renderer(page=page, **others).html("page.html", "en", view)

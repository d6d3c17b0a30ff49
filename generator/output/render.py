"""Rendering: views become HTML by the templates' code, and static files get the digest that names their folder."""

from __future__ import annotations

import hashlib
import marshal
import traceback
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from pathlib import Path
from types import CodeType
from typing import Any, TypeVar

from markupsafe import Markup, escape, soft_str
from msgspec import Struct

from generator.files.sources import list_files
from generator.pages.views import View
from generator.problems import InvalidSite, Place, Problem
from generator.templating.templates import CODE, Templates

R = TypeVar("R")

DIGEST_LENGTH = 12

_Part = Callable[..., str]
"""A function of the templates' code."""


class Static(Struct, frozen=True):
    """The static files, and the folder that carries their digest, so that they may be cached for ever."""

    folder: str
    files: Mapping[str, bytes]


def read_static(root: Path) -> tuple[Static, list[Problem]]:
    """Read ``static/``: the sheets of ``css/`` become ``site.css``, in the order of their names; the rest is copied."""
    sheets, problems = list_files(root, "static/css", ".css")
    files = {"site.css": b"\n".join((root / path).read_bytes() for path in sheets)}
    for folder, suffix in (("static/js", ".js"), ("static/img", "")):
        paths, found = list_files(root, folder, suffix)
        problems += found
        files |= {path.removeprefix("static/"): (root / path).read_bytes() for path in paths}
    digest = hashlib.sha256()
    for name in sorted(files):
        digest.update(f"{name}\0{len(files[name])}\0".encode())
        digest.update(files[name])
    return Static(f"static/{digest.hexdigest()[:DIGEST_LENGTH]}/", files), problems


class Renderer:
    """Turns a view into HTML with the templates of one site."""

    def __init__(self, templates: Templates, functions: Mapping[str, Mapping[str, Callable[..., object]]]) -> None:
        """``functions`` holds, by locale, what templates may call: ``t``, ``tn`` and their forms for attributes.

        Raises as ``html``, where a template is wrong in what is the same on every page.
        """
        self.digest = templates.digest
        self._places = templates.places
        code = marshal.loads(templates.code)  # noqa: S302 - made by this program
        self._pages = {locale: self._made(partial(_pages, code, given)) for locale, given in functions.items()}

    def html(self, template: str, locale: str, view: View) -> str:
        """The page. Raises ``InvalidSite`` with the template's place where a template is wrong."""
        if template not in self._pages[locale]:
            raise InvalidSite([Problem(Place(f"templates/{template}"), "is missing, but a page needs it")])
        function, blocks = self._pages[locale][template]
        return self._made(lambda: function(view, blocks))

    def _made(self, make: Callable[[], R]) -> R:
        """What the templates' code makes."""
        try:
            return make()
        except (AttributeError, LookupError, NameError, TypeError) as error:
            place = self._place(error)
            if place is None:
                raise
            raise InvalidSite([Problem(place, f"the template asks for what is not there: {error}")]) from error

    def _place(self, error: Exception) -> Place | None:
        """Where in which template an error is, unless it is in what a template called."""
        *_, (frame, line) = traceback.walk_tb(error.__traceback__)
        if frame.f_code.co_filename != CODE:
            return None
        name, number = self._places[line - 1]
        return Place(f"templates/{name}", number, 1)


def _pages(code: CodeType, functions: Mapping[str, Callable[..., object]]) -> dict[str, tuple[_Part, dict[str, _Part]]]:
    """The functions of all pages and their blocks, with the words of one edition."""
    names: dict[str, Any] = {**functions, **_HELP}
    exec(code, names)  # noqa: S102 - templates are programs
    pages: dict[str, tuple[_Part, dict[str, _Part]]] = names["PAGES"]
    return pages


@lru_cache(maxsize=16_384)  # names and figures stand on many pages, and to look one up is cheaper than to escape it
def _escaped(text: str) -> str:
    return str(escape(text))


def _html(value: object) -> str:
    """A value as HTML."""
    if type(value) is Markup:
        return value
    return _escaped(value) if type(value) is str else escape(value)


def _joined(*values: object) -> str:
    """Values one after the other: HTML, where one of them is HTML."""
    if any(isinstance(value, Markup) for value in values):
        return Markup().join(map(escape, values))
    return "".join(map(str, values))


def _once(macro: _Part) -> _Part:
    """For a part that stands on many pages: the macro is applied to each value once in each edition.

    It asks for no page: it uses nothing but the value and the edition's words. Values are told apart by identity,
    which is what makes this cheaper than the macro, so they are held.
    """
    made: dict[int, tuple[str, object]] = {}

    def part(value: object) -> str:
        found = made.get(id(value))
        if found is None:
            found = made[id(value)] = (macro(None, value), value)
        return found[0]

    return part


_HELP = {"Markup": Markup, "html": _html, "joined": _joined, "once": _once, "soft_str": soft_str}
"""What the code calls besides the words."""

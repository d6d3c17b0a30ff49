"""Rendering: Jinja environments, one per locale, and the static files with the digest that names their folder."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path

import jinja2
from jinja2.bccache import Bucket, BytecodeCache
from jinja2.runtime import Macro
from msgspec import Struct

from generator.files.sources import list_files
from generator.pages.views import View
from generator.problems import InvalidSite, Place, Problem

DIGEST_LENGTH = 12


class Bytecode(BytecodeCache):
    """Compiled templates, kept in memory, so that the second locale's environment need not compile them again."""

    def __init__(self) -> None:
        self._code: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill a bucket with what was compiled from the same text."""
        if code := self._code.get(bucket.key):
            bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was compiled."""
        self._code[bucket.key] = bucket.bytecode_to_string()


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


class Once:
    """What templates call for a part that stands on many pages: a macro is applied to a value once in each edition.

    The macro may use nothing but the value and the edition's words. Values are told apart by identity, which is what
    makes this cheaper than the macro, so they are held.
    """

    def __init__(self) -> None:
        self._made: dict[tuple[str, int], tuple[object, object]] = {}

    def __call__(self, macro: Macro, value: object) -> object:
        """The macro's result for the value."""
        key = (macro.name, id(value))
        if key not in self._made:
            self._made[key] = (value, macro(value))
        return self._made[key][1]


class Renderer:
    """Turns a view into HTML with the templates of one site."""

    def __init__(
        self,
        templates: Mapping[str, str],
        functions: Mapping[str, Mapping[str, Callable[..., object]]],
        bytecode: Bytecode | None = None,
    ) -> None:
        """``functions`` holds, by locale, what templates may call: ``t``, ``tn`` and their forms for attributes.

        ``bytecode`` may hold the same templates as they were compiled before.
        """
        self._templates = dict(templates)
        self._functions = functions
        self._bytecode = bytecode or Bytecode()
        self._environments: dict[str, jinja2.Environment] = {}
        self.digest = hashlib.sha256("\0".join(f"{k}\0{v}" for k, v in sorted(templates.items())).encode()).hexdigest()

    def _environment(self, locale: str) -> jinja2.Environment:
        if locale not in self._environments:
            environment = jinja2.Environment(
                loader=jinja2.DictLoader(self._templates),
                autoescape=True,
                undefined=jinja2.StrictUndefined,
                trim_blocks=True,
                lstrip_blocks=True,
                bytecode_cache=self._bytecode,
                auto_reload=False,
                cache_size=-1,
            )
            environment.globals.update(self._functions[locale])
            environment.globals["once"] = Once()
            self._environments[locale] = environment
        return self._environments[locale]

    def html(self, template: str, locale: str, view: View) -> bytes:
        """The page as bytes. Raises ``InvalidSite`` with the template's place where a template is wrong."""
        try:
            found = self._environment(locale).get_template(template)
            text = found.render(page=view, layout=view.layout)
        except jinja2.TemplateSyntaxError as error:
            place = Place(f"templates/{error.name or template}", error.lineno, 1)
            raise InvalidSite([Problem(place, f"the template cannot be read: {error.message}")]) from error
        except jinja2.TemplateNotFound as error:  # an OSError too, which would pass for a fault of the disk
            raise InvalidSite([Problem(Place(f"templates/{error.name}"), "is missing, but a page needs it")]) from error
        except jinja2.UndefinedError as error:
            raise InvalidSite(
                [Problem(Place(f"templates/{template}"), f"the template asks for {error.message}")]
            ) from error
        return text.encode()


def read_templates(root: Path) -> tuple[dict[str, str], list[Problem]]:
    """The text of every template by its name below ``templates/``."""
    paths, problems = list_files(root, "templates", ".html")
    return {p.removeprefix("templates/"): (root / p).read_text("utf-8") for p in paths}, problems

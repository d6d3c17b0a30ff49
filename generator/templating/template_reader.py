"""``templates/`` → ``Templates``, with every mistake at its place."""

from __future__ import annotations

import hashlib
import marshal
from collections.abc import Mapping
from pathlib import Path

import jinja2

from generator.files.sources import list_files
from generator.problems import Place, Problem
from generator.templating.template_code import compiled
from generator.templating.templates import CODE, Templates


def read_templates(root: Path) -> tuple[Templates, list[Problem]]:
    """Read every template below ``templates/``. Where there are problems, there is no code."""
    paths, problems = list_files(root, "templates", ".html")
    texts = {path.removeprefix("templates/"): (root / path).read_text("utf-8") for path in paths}
    templates, found = templates_of(texts)
    return templates, [*problems, *found]


def templates_of(texts: Mapping[str, str]) -> tuple[Templates, list[Problem]]:
    """Templates by their names below ``templates/``, and what is wrong with them."""
    environment = jinja2.Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
    trees, problems = {}, []
    for name, text in sorted(texts.items()):
        try:
            trees[name] = environment.parse(text, name)
        except jinja2.TemplateSyntaxError as error:
            place = Place(f"templates/{name}", error.lineno, 1)
            problems.append(Problem(place, f"the template cannot be read: {error.message}"))
    made, found = compiled(trees)
    digest = hashlib.sha256("\0".join(f"{k}\0{v}" for k, v in sorted(texts.items())).encode()).hexdigest()
    code = marshal.dumps(compile(made.source, CODE, "exec"))
    return Templates(digest, made.words, code, made.places), [*problems, *found]

"""The templates of a site → Python: of each macro, block and page a function that returns HTML.

Jinja reads the templates. It could run them as well, but would have to expect at each name and call whatever a program
may do, and that took most of the time of a page. Here each macro is known where it is called, and the words that are
the same on every page of an edition are joined with the HTML around them before any page is made. A part of Jinja that
no template needs is not known here, and the build says so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from jinja2 import nodes
from msgspec import Struct

from generator.problems import Place, Problem, did_you_mean
from generator.templating.template_expressions import Expressions, Macro, Names, Shared, Unusable
from generator.templating.template_functions import Function, Line
from generator.templating.templates import WordCall


class Code(Struct, frozen=True):
    """Python for the templates of a site; ``places`` says of each line what it is made from, ``words`` is in order.

    Run with what ``generator/output/render.py`` gives it, it makes ``PAGES``: by the name of a template the function of
    its page, and the functions of the blocks in it, which the first is called with.
    """

    source: str
    places: tuple[tuple[str, int], ...]
    words: tuple[WordCall, ...]


class _Template:
    """One template: what others may ask it for, and the lines of its functions once they are made.

    ``macros`` are its own, ``known`` those that it imports, too.
    """

    def __init__(self, name: str, number: int, tree: nodes.Template) -> None:
        self.name = name
        self.number = number
        self.tree = tree
        self.macros: dict[str, Macro] = {}
        self.known: dict[str, Macro] = {}
        self.extends = next((part for part in tree.body if isinstance(part, nodes.Extends)), None)
        self.blocks: dict[str, str] = {}
        self.lines: list[Line] = []


def compiled(trees: Mapping[str, nodes.Template]) -> tuple[Code, list[Problem]]:
    """Python for templates that Jinja has read; not whole where there are problems."""
    templates = {name: _Template(name, number, trees[name]) for number, name in enumerate(sorted(trees))}
    shared = Shared()
    problems: list[Problem] = []
    writers = [_Writer(template, shared, problems) for template in templates.values()]
    for writer in writers:
        writer.link(templates)
    for writer in () if problems else writers:
        writer.write()
    words = tuple(sorted(shared.words, key=lambda call: (call.template, call.line)))
    if problems:
        return Code("", (), words), problems
    lines = [(line.code, template.name, line.line) for template in templates.values() for line in template.lines]
    lines += ((f"{name} = {code}", template, line) for code, (name, template, line) in shared.constants.items())
    pages = ", ".join(f"{template.name!r}: {_page(template, templates)}" for template in templates.values())
    lines.append((f"PAGES = {{{pages}}}", "", 0))
    source = "\n".join(code for code, _, _ in lines)
    return Code(source, tuple((template, line) for _, template, line in lines), words), []


def _link(template: _Template, templates: Mapping[str, _Template]) -> None:
    """Look up the templates that one extends, and the macros that it imports. Raises ``Unusable``."""
    _ancestry(template, templates)
    template.known |= template.macros
    for node in template.tree.body:
        if isinstance(node, nodes.FromImport):
            source = _asked(node, templates)
            for name in node.names:
                own, alias = (name, name) if isinstance(name, str) else name
                if own not in source.macros:
                    hint = did_you_mean(own, source.macros)
                    raise Unusable(node.lineno, f'templates/{source.name} has no macro "{own}"', hint)
                template.known[alias] = source.macros[own]


def _page(template: _Template, templates: Mapping[str, _Template]) -> str:
    """The function of the page that others extend, and the blocks of all, each as the last of them has it."""
    *others, first = _ancestry(template, templates)
    blocks = first.blocks
    for other in reversed(others):
        blocks = blocks | other.blocks
    functions = ", ".join(f"{name!r}: {function}" for name, function in blocks.items())
    return f"(p{first.number}, {{{functions}}})"


def _ancestry(template: _Template, templates: Mapping[str, _Template]) -> list[_Template]:
    """A template, the one that it extends, and so on."""
    found = [template]
    while (extends := found[-1].extends) is not None:
        parent = _asked(extends, templates)
        if parent in found:
            raise Unusable(extends.lineno, "these templates extend each other in a circle")
        found.append(parent)
    return found


def _asked(node: nodes.Extends | nodes.FromImport, templates: Mapping[str, _Template]) -> _Template:
    match node.template:
        case nodes.Const(value=name) if name in templates:
            return templates[name]
        case nodes.Const(value=name):
            raise Unusable(node.lineno, f'there is no template "{name}"', did_you_mean(name, templates))
    raise Unusable(node.lineno, "the name of another template is written out here")


class _Writer:
    """Makes the functions of one template."""

    def __init__(self, template: _Template, shared: Shared, problems: list[Problem]) -> None:
        """``problems`` is where it tells what is wrong with the template."""
        self._template = template
        self._shared = shared
        self._problems = problems
        for node in template.tree.body:
            if isinstance(node, nodes.Macro):
                function = f"m{template.number}_{node.name}"
                template.macros[node.name] = Macro(function, partial(self._macro, function, node))

    def link(self, templates: Mapping[str, _Template]) -> None:
        """Look up what others have for it, before any is written."""
        self._told(lambda: _link(self._template, templates))

    def write(self) -> None:
        """Make them all, but for macros that others have asked for already."""
        for macro in self._template.macros.values():
            macro.written()
        apart = (nodes.Macro, nodes.FromImport, nodes.Extends)
        body = [node for node in self._template.tree.body if not isinstance(node, apart)]
        self._told(lambda: self._lines(f"p{self._template.number}", "page, blocks", body, 1))

    def _told(self, step: Callable[[], object]) -> None:
        """Take a step, and tell what is wrong."""
        try:
            step()
        except Unusable as error:
            place = Place(f"templates/{self._template.name}", error.line, 1)
            self._problems.append(Problem(place, error.message, error.hint))

    def _macro(self, function: str, node: nodes.Macro) -> bool:
        names = Names(self._template.known, in_macro=True)
        self._told(lambda: self._lines_of_macro(function, node, names))
        return names.used.isdisjoint({"page", "layout", "caller"})

    def _lines_of_macro(self, function: str, node: nodes.Macro, names: Names) -> None:
        given = [names.bind(argument.name) for argument in node.args]
        for place, default in enumerate(node.defaults, len(given) - len(node.defaults)):
            if not isinstance(default, nodes.Const):
                raise Unusable(node.lineno, "what an argument is by default is a text, a number, true or false")
            given[place] += f"={default.value!r}"
        self._lines(function, ", ".join(("page", *given)), node.body, node.lineno, names)

    def _lines(
        self, function: str, parameters: str, body: list[nodes.Node], line: int, names: Names | None = None
    ) -> None:
        names = names or Names(self._template.known)
        made = Function(Expressions(self._template.name, names, self._shared), names)
        self._template.lines += made.lines(function, parameters, body, line)
        for block in made.blocks:
            name = f"b{self._template.number}_{block.name}"
            self._template.blocks[block.name] = name
            self._lines(name, "page, blocks", block.body, block.lineno)

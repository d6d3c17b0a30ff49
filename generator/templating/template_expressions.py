"""The expressions of templates → Python expressions."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from keyword import iskeyword

from jinja2 import nodes
from markupsafe import escape
from msgspec import Struct

from generator.problems import did_you_mean
from generator.templating.templates import WordCall

WORDS = ("t", "tn", "t_attr", "tn_attr")
_FILTERS = {"length": "len({})", "lower": "soft_str({}).lower()", "striptags": "Markup({}).striptags()"}
_OPERATORS = {
    "eq": "==",
    "ne": "!=",
    "gt": ">",
    "gteq": ">=",
    "lt": "<",
    "lteq": "<=",
    "in": "in",
    "notin": "not in",
}
_LOOP = {"first": "({} == 0)", "index0": "{}", "index": "({} + 1)"}
_EACH, _NOWHERE = -1, sys.maxsize  # beyond the scopes of a function, on either side
_TURN = "loop."  # where a scope holds the count of its loop; no variable of a template can be called that


class Unusable(Exception):
    """Raised for what templates cannot say here: its line, what is wrong, and a hint."""

    def __init__(self, line: int, message: str, hint: str = "") -> None:
        self.line, self.message, self.hint = line, message, hint
        super().__init__(message)


class Piece(Struct, frozen=True):
    """A Python expression whose value is HTML; a ``constant`` one is the same on every page of an edition."""

    code: str
    line: int
    constant: bool = False

    @property
    def literal(self) -> bool:
        """Whether this is a text of the template."""
        return self.code[0] in "'\""


class Shared:
    """What the templates of a site share: the constants of their code, and the words in them."""

    def __init__(self) -> None:
        self.constants: dict[str, tuple[str, str, int]] = {}
        self.words: list[WordCall] = []

    def constant(self, code: str, template: str, line: int) -> str:
        """The name of a constant with this value."""
        return self.constants.setdefault(code, (f"k{len(self.constants)}", template, line))[0]


class Macro:
    """A macro as others call it: the ``function`` that it becomes."""

    def __init__(self, function: str, write: Callable[[], bool]) -> None:
        """``write`` writes the function, and tells whether it says the same on every page for the same values."""
        self.function = function
        self._write = write
        self._is_pageless: bool | None = None

    def written(self) -> bool:
        """Write it, if nobody has, since what calls it may need its constants; returns what ``write`` told."""
        if self._is_pageless is None:
            self._is_pageless = False  # until it is known: a macro may call itself
            self._is_pageless = self._write()
        return self._is_pageless


class Names:
    """What names mean in one function: its variables by scope, macros, and what each page has."""

    def __init__(self, macros: Mapping[str, Macro], *, in_macro: bool = False) -> None:
        """``macros`` are known by the name that a template has for them."""
        self.macros = macros
        self.in_macro = in_macro
        self.used: set[str] = set()
        self._scopes: list[dict[str, str]] = [{}]
        self._outermost = _NOWHERE
        self._count = 0

    def bind(self, name: str) -> str:
        """The variable that is assigned to."""
        scope = self._scopes[-1]
        if name not in scope:
            shadows = any(name in outer for outer in self._scopes)
            scope[name] = self.fresh(name) if shadows else f"v_{name}"
        return scope[name]

    def fresh(self, name: str) -> str:
        """A variable that nothing else in the function is called."""
        self._count += 1
        return f"v{self._count}_{name}"

    def count_turns(self) -> str:
        """The variable that counts the turns of a new loop; it is in ``used`` once somebody asked for it."""
        self._scopes[-1][_TURN] = self.fresh("turn")
        return self._scopes[-1][_TURN]

    @contextmanager
    def scope(self) -> Iterator[None]:
        """What is bound in a loop is not seen after it."""
        self._scopes.append({})
        yield
        self._scopes.pop()

    def variable(self, name: str) -> str | None:
        """The variable with a name."""
        for place in range(len(self._scopes) - 1, -1, -1):
            if name in self._scopes[place]:
                self._outermost = min(self._outermost, place)
                return self._scopes[place][name]
        return None

    def macro(self, name: str) -> Macro | None:
        """The macro with a name."""
        return None if self.variable(name) else self.macros.get(name)

    def use(self, name: str) -> str:
        """Ask for what each page, or each caller, has of its own."""
        self.used.add(name)
        self._outermost = _EACH
        return name

    @contextmanager
    def watched(self) -> Iterator[Callable[[], bool]]:
        """Yields what tells, within the block, whether all that was said in it is the same on every page."""
        before, self._outermost, here = self._outermost, _NOWHERE, len(self._scopes)
        yield lambda: self._outermost >= here
        self._outermost = min(before, self._outermost)

    def value(self, name: str, line: int) -> str:
        """What a name stands for. Raises ``Unusable`` where it is nothing."""
        if found := self.variable(name):
            return found
        if name in ("page", "layout"):
            return self.use(name)
        raise Unusable(
            line, f'the template asks for "{name}", which is nothing here', did_you_mean(name, self._known())
        )

    def _known(self) -> set[str]:
        return {"page", "layout", *(name for scope in self._scopes for name in scope if name != _TURN)}


class Expressions:
    """Makes the expressions of one function."""

    def __init__(self, template: str, names: Names, shared: Shared) -> None:
        self._template = template
        self._names = names
        self._shared = shared

    def piece(self, node: nodes.Expr) -> Piece:
        """What an expression adds to a page: its value escaped, where it is not HTML already."""
        if isinstance(node, nodes.TemplateData):
            return Piece(repr(node.data), node.lineno, constant=True)
        if isinstance(node, nodes.Const):
            return Piece(repr(str(escape(node.value))), node.lineno, constant=True)
        if isinstance(node, nodes.Call):
            with self._names.watched() as is_constant:
                if html := self.html(node):
                    return Piece(html, node.lineno, is_constant())
                if word := self._word(node):
                    return Piece(f"html({word})", node.lineno, is_constant())
        return Piece(f"html({self.value(node)})", node.lineno)

    def constant(self, pieces: Sequence[Piece]) -> Piece:
        """One piece for neighbours that are constant."""
        code, line = f"''.join(({', '.join(piece.code for piece in pieces)},))", pieces[0].line
        return Piece(self._shared.constant(code, self._template, line), line, constant=True)

    def html(self, node: nodes.Call, body: str = "") -> str | None:
        """A call that makes HTML: of a macro, of the body that a macro was called with, or of ``once``."""
        name = node.node.name if isinstance(node.node, nodes.Name) else ""
        if macro := self._names.macro(name):
            page = "None" if macro.written() else self._names.use("page")
            caller = (f"caller={body}",) if body else ()
            return f"{macro.function}({', '.join((page, *self._arguments(node, 'v_'), *caller))})"
        if name == "caller" and self._names.in_macro:
            return self._names.use(name)
        if name == "once":
            return self._once(node)
        return None

    def _once(self, node: nodes.Call) -> str:
        match node:
            case nodes.Call(args=[nodes.Name(name=name), value], kwargs=[]) if macro := self._names.macro(name):
                if not macro.written():
                    raise Unusable(node.lineno, f"{name} asks for the page, so it cannot be made once for all")
                part = self._shared.constant(f"once({macro.function})", self._template, node.lineno)
                return f"{part}({self.value(value)})"
        raise Unusable(node.lineno, "once takes a macro and the value that it shall be called with")

    def _word(self, node: nodes.Call) -> str | None:
        """A call of ``t`` or its forms."""
        if not isinstance(node.node, nodes.Name) or node.node.name not in WORDS:
            return None
        name = node.node.name
        texts = [
            arg.value if isinstance(arg, nodes.Const) and isinstance(arg.value, str) else None for arg in node.args
        ]
        self._shared.words.append(WordCall(self._template, node.lineno, name, tuple(texts)))
        return f"{name}({', '.join(self._arguments(node))})"

    def _arguments(self, node: nodes.Call, prefix: str = "") -> list[str]:
        if node.dyn_args or node.dyn_kwargs:
            raise Unusable(node.lineno, "arguments are written out here, one by one")
        named = (f"{prefix}{_identifier(pair.key, node)}={self.value(pair.value)}" for pair in node.kwargs)
        return [*map(self.value, node.args), *named]

    def value(self, node: nodes.Node) -> str:
        """An expression as a value, ``Markup`` where it is HTML. Raises ``Unusable`` for what is not known here."""
        match node:
            case nodes.Const(value=value):
                return repr(value)
            case nodes.Name(name=name):
                return self._names.value(name, node.lineno)
            case nodes.Getattr():
                return self._attribute(node)
            case nodes.Call():
                return self._call(node)
        return self._operation(node)

    def _attribute(self, node: nodes.Getattr) -> str:
        is_loop = isinstance(node.node, nodes.Name) and node.node.name == "loop"
        turn = self._names.variable(_TURN) if is_loop else None
        if turn is None:
            return f"{self.value(node.node)}.{_identifier(node.attr, node)}"
        if node.attr not in _LOOP:
            raise Unusable(node.lineno, f"loop.{node.attr} is not known here", f"known: {', '.join(_LOOP)}")
        self._names.used.add(turn)
        return _LOOP[node.attr].format(turn)

    def _operation(self, node: nodes.Node) -> str:
        match node:
            case nodes.Compare(expr=first, ops=ops):
                code = self.value(first) + "".join(f" {_OPERATORS[op.op]} {self.value(op.expr)}" for op in ops)
            case nodes.And(left=left, right=right):
                code = f"{self.value(left)} and {self.value(right)}"
            case nodes.Or(left=left, right=right):
                code = f"{self.value(left)} or {self.value(right)}"
            case nodes.Not(node=inner):
                code = f"not {self.value(inner)}"
            case nodes.CondExpr(test=test, expr1=first, expr2=nodes.Expr() as second):
                code = f"{self.value(first)} if {self.value(test)} else {self.value(second)}"
            case nodes.Concat(nodes=items):
                code = f"joined({', '.join(map(self.value, items))})"
            case nodes.Tuple(items=items):
                code = "".join(f"{self.value(item)}, " for item in items)
            case nodes.Getitem(node=owner, arg=nodes.Const() as key):
                code = f"{self.value(owner)}[{self.value(key)}]"
            case nodes.Filter(node=nodes.Expr() as inner, name=name, args=[], kwargs=[]) if name in _FILTERS:
                code = _FILTERS[name].format(self.value(inner))
            case _:
                raise unknown(node)
        return f"({code})"

    def _call(self, node: nodes.Call) -> str:
        if isinstance(node.node, nodes.Name) and node.node.name == "range":
            return f"range({', '.join(self._arguments(node))})"
        with self._names.watched() as is_constant:
            html = self.html(node)
            if code := f"Markup({html})" if html else self._word(node):
                return self._shared.constant(code, self._template, node.lineno) if is_constant() else code
        raise Unusable(node.lineno, "only macros, words and range can be called here")


def unknown(node: nodes.Node) -> Unusable:
    """What to tell of a part of Jinja that these templates do without."""
    name = f"the filter {node.name}" if isinstance(node, nodes.Filter) else f"Jinja’s {type(node).__name__}"
    return Unusable(node.lineno, f"{name} is not known here", "what is: generator/templating/")


def _identifier(name: str, node: nodes.Node) -> str:
    if iskeyword(name):
        raise Unusable(node.lineno, f'"{name}" is a word of Python')
    return name

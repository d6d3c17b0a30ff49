"""Parts of templates → Python functions that return HTML."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from jinja2 import nodes
from msgspec import Struct

from generator.templating.template_expressions import Expressions, Names, Piece, Unusable, unknown


class Line(Struct, frozen=True):
    """A line of Python, and the line of the template that it is made from."""

    code: str
    line: int


class Function:
    """A function that returns the HTML of some nodes.

    ``blocks`` are those parts among the nodes that other templates may replace: functions for whoever makes this one.
    """

    def __init__(self, expressions: Expressions, names: Names) -> None:
        self.expressions = expressions
        self.names = names
        self.blocks: list[nodes.Block] = []

    def lines(self, name: str, parameters: str, body: Iterable[nodes.Node], line: int) -> list[Line]:
        """The function's definition."""
        suite = _Suite(self, "out")
        suite.add(body)
        if suite.simple:
            inner = [Line("return (", line), *suite.expression_lines(), Line(")", line)]
        else:
            inner = [Line("out = []", line), *suite.statements(), Line('return "".join(out)', line)]
        if "layout" in self.names.used:
            inner.insert(0, Line("layout = page.layout", line))
        caller = ", *, caller" if "caller" in self.names.used else ""
        return [Line(f"def {name}({parameters}{caller}):", line), *_indented(inner)]


class _Suite:
    """Statements that put the HTML of nodes into a buffer, in as few steps as they can."""

    def __init__(self, function: Function, buffer: str) -> None:
        self._function = function
        self._names = function.names
        self._expressions = function.expressions
        self._buffer = buffer
        self._lines: list[Line] = []
        self._pieces: list[Piece] = []

    @property
    def simple(self) -> bool:
        """Whether no statement is needed: an expression says it all."""
        return not self._lines

    @property
    def brief(self) -> bool:
        """Whether one piece says it all, or none."""
        return self.simple and len(self._joined()) <= 1

    def add(self, body: Iterable[nodes.Node]) -> None:
        """Say what nodes say. Raises ``Unusable`` for what is not known here."""
        for node in body:
            match node:
                case nodes.Output(nodes=items):
                    self._pieces += map(self._expressions.piece, items)
                case nodes.If():
                    self._if(node)
                case nodes.For(else_=[], recursive=False):
                    self._for(node)
                case nodes.Assign():
                    value = self._expressions.value(node.node)
                    self._put(f"{self._target(node.target)} = {value}", node)
                case nodes.AssignBlock(filter=None):
                    html = self._captured(node.body)
                    self._put(f"{self._target(node.target)} = Markup({html})", node)
                case nodes.CallBlock(args=[]):
                    self._call(node)
                case nodes.Block(scoped=False, required=False) if not self._names.in_macro:
                    self._function.blocks.append(node)
                    self._pieces.append(Piece(f"blocks[{node.name!r}]({self._names.use('page')}, blocks)", node.lineno))
                case _:
                    raise unknown(node)

    def statements(self) -> list[Line]:
        """What was added, as statements."""
        self._flush()
        return self._lines

    def expression(self) -> str:
        """What was added, as an expression, where it is ``simple``."""
        return " ".join(line.code for line in self.expression_lines())

    def expression_lines(self) -> list[Line]:
        """As ``expression``, a line for each piece."""
        match self._joined():
            case []:
                return [Line('""', 0)]
            case [piece]:
                return [Line(piece.code, piece.line)]
            case pieces:
                return [Line('"".join((', pieces[0].line), *_listed(pieces), Line("))", pieces[-1].line)]

    def _put(self, code: str, node: nodes.Node) -> None:
        self._flush()
        self._lines.append(Line(code, node.lineno))

    def _flush(self) -> None:
        if pieces := self._joined():
            self._lines += (Line(f"{self._buffer} += (", pieces[0].line), *_listed(pieces), Line(")", pieces[-1].line))
            self._pieces = []

    def _joined(self) -> list[Piece]:
        """The pieces, neighbours that are constant as one."""
        joined: list[Piece] = []
        for constant, group in groupby(self._pieces, key=lambda piece: piece.constant):
            pieces = list(group)
            if constant and (len(pieces) > 1 or not pieces[0].literal):
                joined.append(self._expressions.constant(pieces))
            else:
                joined += pieces
        return joined

    def _inner(self, body: Iterable[nodes.Node]) -> _Suite:
        suite = _Suite(self._function, self._buffer)
        suite.add(body)
        return suite

    def _captured(self, body: Sequence[nodes.Node]) -> str:
        """The HTML of nodes as an expression, after the statements that it takes."""
        suite = _Suite(self._function, self._names.fresh("html"))
        suite.add(body)
        if suite.simple:
            return suite.expression()
        self._flush()
        self._lines += (Line(f"{suite._buffer} = []", body[0].lineno), *suite.statements())
        return f'"".join({suite._buffer})'

    def _if(self, node: nodes.If) -> None:
        branches = [(self._expressions.value(part.test), self._inner(part.body), part) for part in (node, *node.elif_)]
        otherwise = self._inner(node.else_)
        if otherwise.brief and all(suite.brief for _, suite, _ in branches):
            chain = "".join(f"{suite.expression()} if {test} else " for test, suite, _ in branches)
            self._pieces.append(Piece(f"({chain}{otherwise.expression()})", node.lineno))
            return
        self._flush()
        for number, (test, suite, part) in enumerate(branches):
            self._put(f"{'elif' if number else 'if'} {test}:", part)
            self._lines += _indented(suite.statements() or [Line("pass", part.lineno)])
        if node.else_:
            self._put("else:", node)
            self._lines += _indented(otherwise.statements() or [Line("pass", node.lineno)])

    def _for(self, node: nodes.For) -> None:
        with self._names.watched() as is_constant:
            loop, body = self._loop(node)
            if is_constant() and body.simple:
                html = f'("".join([{body.expression()} {loop}]))'
                self._pieces.append(Piece(html, node.lineno, constant=True))
                return
        self._put(f"{loop}:", node)
        self._lines += _indented(body.statements() or [Line("pass", node.lineno)])

    def _loop(self, node: nodes.For) -> tuple[str, _Suite]:
        """The head of a loop, and what it does in each turn."""
        items = self._expressions.value(node.iter)
        with self._names.scope():
            turn, target = self._names.count_turns(), self._target(node.target)
            if node.test:
                items = f"({target} for {target} in {items} if {self._expressions.value(node.test)})"
            body = self._inner(node.body)
            counted = turn in self._names.used
            return f"for {turn}, {target} in enumerate({items})" if counted else f"for {target} in {items}", body

    def _target(self, node: nodes.Node) -> str:
        match node:
            case nodes.Name(name=name):
                return self._names.bind(name)
            case nodes.Tuple(items=items):
                return f"({', '.join(map(self._target, items))})"
        raise unknown(node)

    def _call(self, node: nodes.CallBlock) -> None:
        html = self._expressions.html(node.call, body=self._captured(node.body))
        if html is None:
            raise Unusable(node.lineno, "only a macro can be called with a body")
        self._pieces.append(Piece(html, node.lineno))


def _indented(lines: Iterable[Line]) -> list[Line]:
    return [Line(f" {line.code}", line.line) for line in lines]


def _listed(pieces: Iterable[Piece]) -> list[Line]:
    """A line for each, so that an error tells which of them it is in."""
    return [Line(f"{piece.code},", piece.line) for piece in pieces]

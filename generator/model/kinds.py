"""Kinds of values: how each reads a plain value, with every fault that it has, and what its JSON Schema says.

The classes of `written` and `front_matter` name the kinds of their fields as types; ``kind_of`` makes a type's kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from inspect import cleandoc
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Protocol, TypeVar, Union, get_args, get_origin

from msgspec import NODEFAULT, Meta, Struct, structs, to_builtins

S = TypeVar("S", bound=Struct)
Path = tuple[str | int, ...]
Json = dict[str, Any]


class Fault(Struct, frozen=True):
    """What does not fit, at a path of keys and indexes.

    ``of`` tells what is at fault: a value; a key that is no good, not known or missing; or a group of no known kind.
    ``expected`` says in people's words what should stand there; ``choices`` are the words, keys or kinds that may.
    """

    path: Path = ()
    expected: str = ""
    choices: tuple[str, ...] = ()
    of: Literal["value", "key", "unknown key", "missing key", "kind"] = "value"


class Unfit(ValueError):
    """Raised for a value that does not fit, with all of its faults."""

    def __init__(self, *faults: Fault) -> None:
        self.faults = faults
        super().__init__("; ".join(f"{'.'.join(map(str, fault.path))} should be {fault.expected}" for fault in faults))

    def below(self, step: str | int) -> list[Fault]:
        """The faults as those of what the value is a part of."""
        return [structs.replace(fault, path=(step, *fault.path)) for fault in self.faults]


def expected(what: str) -> Unfit:
    """A value that should be something else, in people's words."""
    return Unfit(Fault(expected=what))


class Kind(Protocol):
    """A kind of values."""

    def read(self, value: object) -> Any:
        """The value as the model holds it. Raises ``Unfit``."""

    def schema(self, classes: Json) -> Json:
        """Its JSON Schema; the schemas of classes go into ``classes`` by their names."""


class Leaf(Struct, frozen=True, eq=False):
    """A value without parts: what reads it, and its JSON Schema."""

    read: Callable[[object], Any]
    words: Mapping[str, Any]

    def schema(self, classes: Json) -> Json:  # noqa: ARG002 - as every kind
        """As it was given."""
        return dict(self.words)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise expected("text")
    return value


_TEXT = Leaf(_text, {"type": "string"})


class OneOf(Struct, frozen=True, eq=False):
    """One of several classes: the first of these keys that is written tells which; ``hint`` lists them for people."""

    by_key: Mapping[str, type[Struct]]
    hint: str

    def read(self, value: object) -> Struct:
        """As the class that the value is written as."""
        if isinstance(value, dict):
            for key, kind in self.by_key.items():
                if key in value:
                    return read_value(kind, value)
        raise Unfit(Fault(choices=(self.hint,), of="kind"))

    def schema(self, classes: Json) -> Json:
        """Any of them."""
        return {"anyOf": [_Entry(kind).schema(classes) for kind in dict.fromkeys(self.by_key.values())]}


class _Maybe(Struct, frozen=True, eq=False):
    kind: Kind

    def read(self, value: object) -> Any:
        return None if value is None else self.kind.read(value)

    def schema(self, classes: Json) -> Json:
        return {"anyOf": [self.kind.schema(classes), {"type": "null"}]}


class _Choice(Struct, frozen=True, eq=False):
    words: tuple[str, ...]

    def read(self, value: object) -> object:
        if value not in self.words:
            raise Unfit(Fault(choices=self.words))
        return value

    def schema(self, classes: Json) -> Json:  # noqa: ARG002 - as every kind
        allowed = {"const": self.words[0]} if len(self.words) == 1 else {"enum": list(self.words)}
        return {**allowed, "type": "string"}


class _List(Struct, frozen=True, eq=False):
    kind: Kind
    filled: bool = False

    def read(self, value: object) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple):
            raise expected("a list")
        if self.filled and not value:
            raise expected("a list of at least one item")
        return tuple(_read_all((index, self.kind, one) for index, one in enumerate(value)).values())

    def schema(self, classes: Json) -> Json:
        least = {"minItems": 1} if self.filled else {}
        return {"type": "array", "items": self.kind.schema(classes), **least}


class _Pair(Struct, frozen=True, eq=False):
    kinds: tuple[Kind, Kind]

    def read(self, value: object) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple) or len(value) != len(self.kinds):
            raise expected("a pair")
        return tuple(_read_all(zip(range(len(value)), self.kinds, value, strict=True)).values())

    def schema(self, classes: Json) -> Json:
        items = [kind.schema(classes) for kind in self.kinds]
        return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}


class _Group(Struct, frozen=True, eq=False):
    key: Kind
    kind: Kind

    def read(self, value: object) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise expected("a group of keys")
        faults = [fault for key in value for fault in self._key_faults(key)]
        return _read_all(((key, self.kind, one) for key, one in value.items()), faults)

    def _key_faults(self, key: str) -> list[Fault]:
        try:
            self.key.read(key)
        except Unfit as unfit:
            return [structs.replace(fault, of="key") for fault in unfit.below(key)]
        return []

    def schema(self, classes: Json) -> Json:
        values = self.kind.schema(classes)
        names = {word: said for word, said in self.key.schema(classes).items() if word != "type"}
        pattern = names.pop("pattern", None)
        named = {"patternProperties": {pattern: values}} if pattern else {"additionalProperties": values}
        return {"type": "object", **named, **({"propertyNames": names} if names else {})}


class _Entry(Struct, frozen=True, eq=False):
    kind: type[Struct]

    def read(self, value: object) -> Struct:
        return read_value(self.kind, value)

    def schema(self, classes: Json) -> Json:
        name = self.kind.__name__
        if name not in classes:
            classes[name] = class_schema(self.kind, classes)
        return {"$ref": f"#/$defs/{name}"}


class _Described(Struct, frozen=True, eq=False):
    kind: Kind
    words: str

    def read(self, value: object) -> Any:
        return self.kind.read(value)

    def schema(self, classes: Json) -> Json:
        return {**self.kind.schema(classes), "description": self.words}


def _read_all(parts: Iterable[tuple[Any, Kind, object]], faults: Iterable[Fault] = ()) -> dict[Any, Any]:
    """Read each part, by its key or index. Raises ``Unfit`` with the faults of all, and those found before."""
    found = [*faults]
    read = {}
    for step, kind, value in parts:
        try:
            read[step] = kind.read(value)
        except Unfit as unfit:
            found += unfit.below(step)
    if found:
        raise Unfit(*found)
    return read


def read_value(kind: type[S], value: object) -> S:
    """Read a plain value as one of the model's classes. Raises ``Unfit`` with everything that does not fit."""
    if isinstance(value, kind):
        return value
    if not isinstance(value, dict):
        raise expected("a group of keys")
    fields = fields_of(kind)
    faults = [Fault((key,), choices=tuple(fields), of="unknown key") for key in value if key not in fields]
    faults += [Fault((key,), of="missing key") for key, field in fields.items() if field.required and key not in value]
    read = _read_all(((key, fields[key].kind, one) for key, one in value.items() if key in fields), faults)
    return kind(**{fields[key].name: one for key, one in read.items()})


def class_schema(kind: type[Struct], classes: Json) -> Json:
    """The JSON Schema of a class."""
    fields = fields_of(kind)
    required = [key for key, field in fields.items() if field.required]
    return {
        "additionalProperties": False,
        "description": cleandoc(kind.__doc__ or ""),
        "properties": {key: field.kind.schema(classes) | field.default for key, field in fields.items()},
        **({"required": required} if required else {}),
        "title": kind.__name__,
        "type": "object",
    }


class Field(Struct, frozen=True, eq=False):
    """A field of a class: its name in Python, its kind, whether it must be written, and its default as JSON Schema."""

    name: str
    kind: Kind
    required: bool
    default: Json


@cache
def fields_of(kind: type[Struct]) -> Mapping[str, Field]:
    """The fields of a class, by the keys that people write."""
    return {
        field.encode_name: Field(field.name, kind_of(field.type), field.required, _default(field))
        for field in structs.fields(kind)
    }


def _default(field: structs.FieldInfo) -> Json:
    return {} if field.default is NODEFAULT else {"default": to_builtins(field.default)}


def kind_of(hint: Any) -> Kind:  # noqa: PLR0911 - one for each form of a type
    """The kind that a type says. Raises ``TypeError`` for a type that says none."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _annotated(inner[0], inner[1:])
    if origin in {Union, UnionType}:
        (one,) = (choice for choice in inner if choice is not NoneType)
        return _Maybe(kind_of(one))
    if origin is Literal:
        return _Choice(inner)
    if origin is tuple and inner[-1] is not ...:
        return _Pair((kind_of(inner[0]), kind_of(inner[1])))
    if origin is tuple:
        return _List(kind_of(inner[0]))
    if origin is dict:
        return _Group(kind_of(inner[0]), kind_of(inner[1]))
    if hint is str:
        return _TEXT
    if isinstance(hint, type) and issubclass(hint, Struct):
        return _Entry(hint)
    raise TypeError(f"{hint} says no kind of values")


def _annotated(hint: Any, notes: Iterable[object]) -> Kind:
    """A type with notes: the last kind among them, and what ``Meta`` adds to it."""
    kind: Kind | None = None
    for note in notes:
        if isinstance(note, Meta):
            kind = kind or kind_of(hint)
            if isinstance(kind, _List) and note.min_length:
                kind = structs.replace(kind, filled=True)
            if note.description:
                kind = _Described(kind, note.description)
        elif isinstance(note, Leaf | OneOf):
            kind = note
    return kind or kind_of(hint)

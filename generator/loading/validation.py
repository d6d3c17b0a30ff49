"""Plain values → the model's classes; what does not fit becomes problems in people's words, at its place."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, Tag, ValidationError

from generator.model.front_matter import TAG, fact_kind
from generator.problems import Places, Problem, did_you_mean, quoted

M = TypeVar("M", bound=BaseModel)
Loc = tuple[str | int, ...]
Error = Mapping[str, Any]

# Keys whose value names the entry that they stand in, and keys whose entries are named by their own keys.
_NAMING = ("id", "key", "gpu", "name")
_OF_NAMES = {"facts": "fact", "methods": "method", "where": "where"}
_KINDS = {
    "bool_type": "true or false",
    "tuple_type": "a list",
    "dict_type": "a group of keys",
    "model_type": "a group of keys",
    "too_short": "a list of at least one item",
}


def read_as(model: type[M], value: object, places: Places) -> tuple[M | None, list[Problem]]:
    """Read a value as one of the model's classes; ``places`` says where its parts stand in their file."""
    if not isinstance(value, dict):
        first = next(iter(model.model_fields))
        message = f"the file should hold a group of keys, not {quoted(value)}"
        return None, [Problem(places.at(), message, f'it begins with a key such as "{first}:"')]
    try:
        return model.model_validate(value), []
    except ValidationError as error:
        # A list is called too short also where its items do not fit.
        errors = [
            one
            for one in error.errors(include_url=False)
            if not (one["type"] == "too_short" and _at(value, _path(one["loc"])))
        ]
        problems = [_problem(model, value, places, one) for one in errors if one["type"] != "missing"]
        # A misspelt key is unknown while the right one is missing: the first tells both.
        told = {(problem.place, problem.hint) for problem in problems}
        for one in errors:
            *entry, key = _path(one["loc"])
            if one["type"] == "missing" and not any(
                place == places.key(*entry, other) and f'"{key}"' in hint
                for place, hint in told
                for other in _keys(_at(value, entry))
            ):
                problems.append(_missing(value, places, tuple(entry), key))
        return None, problems


def _problem(model: type[BaseModel], value: object, places: Places, error: Error) -> Problem:
    kind: str = error["type"]
    path = _path(error["loc"])
    if kind == "extra_forbidden":
        known = _fields(_model_at(model, value, path[:-1]))
        inside = f" in {_name(value, path[:-1])}" if path[:-1] else ""
        # The key that was meant is one that is not there yet.
        hint = did_you_mean(str(path[-1]), set(known) - _keys(_at(value, path[:-1])))
        if not hint.startswith("did"):
            hint = did_you_mean("", known)
        return Problem(places.key(*path), f"unknown key {quoted(path[-1])}{inside}", hint)
    if kind in {"union_tag_invalid", "union_tag_not_found"}:
        hint = "a fact names a setting, a gpu with field or fit, a ratio, a method, gpus_needed or a model"
        return Problem(places.at(*path), f"{_name(value, path)} does not say what it is", hint)
    if path and path[-1] == "[key]":
        path = path[:-1]
        place = places.key(*path)
        return Problem(place, f"the key {quoted(path[-1])} should be {_expected(error)}", "")
    if kind == "too_long":
        return Problem(places.at(*path), f"{_name(value, path)} should be a pair")
    found = _at(value, path)
    message = f"{_name(value, path)} should be {_expected(error)}, not {quoted(found)}"
    return Problem(places.at(*path), message, _hint(error, found))


def _missing(value: object, places: Places, entry: Loc, key: str | int) -> Problem:
    place = places.at(*entry)
    if isinstance(key, int):
        return Problem(place, f"{_name(value, entry)} should be a pair")
    if not entry:
        return Problem(place, f"the key {quoted(key)} is missing")
    return Problem(place, f"{_name(value, entry)} lacks the key {quoted(key)}", _null_hint(key))


def _null_hint(key: str) -> str:
    figure = re.search(r"_(?:gb|gbs|tflops|tops|w)$|^(?:rt_cores|ecc|mig)$", key)
    return f'write "{key}: null" where there is no figure' if figure and key != "memory_gb" else ""


def _expected(error: Error) -> str:
    kind: str = error["type"]
    if kind == "expected":
        return str(error["ctx"]["what"])
    if kind == "literal_error":
        choices = re.findall(r"'([^']*)'", error["ctx"]["expected"])
        *most, last = [quoted(choice) for choice in choices]
        return f"{', '.join(most)} or {last}" if most else last
    return _KINDS.get(kind, "another kind of value")


def _hint(error: Error, found: object) -> str:
    if error["type"] == "literal_error" and isinstance(found, str):
        hint = did_you_mean(found, re.findall(r"'([^']*)'", error["ctx"]["expected"]))
        return hint if hint.startswith("did") else ""
    expected = _expected(error)
    if expected.startswith(("text", "one line")):
        if isinstance(found, str) and found.strip() and expected.startswith("one line"):
            return "to fold a long text over several lines, put >- before it"
        if found is not None and not isinstance(found, str | list | dict):
            return f'quote it: "{quoted(found)}"'
    if isinstance(found, str) and re.match(r"\D?\d", found) and expected.startswith(("a number", "a price")):
        plain = re.fullmatch(r"-?\d+(?:\.\d+)?", found)
        return "write the number without quotation marks" if plain else "write the number alone, such as 1000 or 0.5"
    return ""


def _path(loc: Loc) -> Loc:
    """The path of where an error was found: pydantic names the kind of a fact, too, on its way there."""
    return tuple(step for step in loc if not str(step).startswith(TAG))


def _keys(value: object) -> set[str]:
    return set(value) if isinstance(value, dict) else set()


def _at(value: object, path: Sequence[str | int]) -> object:
    for step in path:
        if isinstance(value, dict):
            value = value.get(step)
        elif isinstance(value, list) and isinstance(step, int) and step < len(value):
            value = value[step]
        else:
            return None
    return value


def _name(value: object, path: Loc) -> str:
    """What a part of a file is called: ``memory_gb of "h200"``, ``item 2 of columns of table``."""
    words: list[str] = []
    while path:
        *above, step = path
        own = _own_name(_at(value, path)) if isinstance(step, int) else ""
        if own:
            words.append(quoted(own))
            above = above[:-1]
        elif isinstance(step, int):
            words.append(f"item {step + 1}")
        elif above and above[-1] in _OF_NAMES:
            words.append(f"{_OF_NAMES[str(above[-1])]} {quoted(step)}")
            above = above[:-1]
        else:
            words.append(step)
        path = tuple(above)
    return " of ".join(words)


def _own_name(entry: object) -> str:
    if not isinstance(entry, dict):
        return ""
    return next((entry[key] for key in _NAMING if isinstance(entry.get(key), str)), "")


def _fields(model: type[BaseModel] | None) -> list[str]:
    return [field.alias or name for name, field in model.model_fields.items()] if model else []


def _model_at(model: type[BaseModel], value: object, path: Loc) -> type[BaseModel] | None:
    """The class that reads the part of a file at a path, or ``None`` where there is none."""
    kind: Any = model
    for number, step in enumerate(path, 1):
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            kind = next((field.annotation for name, field in kind.model_fields.items() if name == step), None)
        else:
            kind = get_args(kind)[-1 if get_origin(kind) is dict else 0]
        kind = _one_kind(kind, _at(value, path[:number]))
    return kind if isinstance(kind, type) and issubclass(kind, BaseModel) else None


def _one_kind(kind: Any, value: object) -> Any:
    """What is left of a type without its notes, without ``None``, and of the kinds of facts the one that is meant."""
    while get_origin(kind) in {Annotated, Union, UnionType}:
        choices = [choice for choice in get_args(kind) if choice is not type(None)]
        if get_origin(kind) is not Annotated and len(choices) > 1:
            tag = fact_kind(value)
            choices = [choice for choice in choices if any(note == Tag(tag or "") for note in choice.__metadata__)]
        kind = choices[0]
    return kind

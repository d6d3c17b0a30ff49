"""Plain values → the model's classes; what does not fit becomes problems in people's words, at its place."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeVar

from generator.model import Written
from generator.model.kinds import Fault, Path, Unfit, fields_of, read_value
from generator.problems import Places, Problem, did_you_mean, quoted

W = TypeVar("W", bound=Written)

# Keys whose value names the entry that they stand in, and keys whose entries are named by their own keys.
_NAMING = ("id", "key", "gpu", "name")
_OF_NAMES = {"facts": "fact", "methods": "method", "where": "where"}


def read_as(model: type[W], value: object, places: Places) -> tuple[W | None, list[Problem]]:
    """Read a value as one of the model's classes; ``places`` says where its parts stand in their file."""
    if not isinstance(value, dict):
        first = next(iter(fields_of(model)))
        message = f"the file should hold a group of keys, not {quoted(value)}"
        return None, [Problem(places.at(), message, f'it begins with a key such as "{first}:"')]
    try:
        return read_value(model, value), []
    except Unfit as unfit:
        problems = [_problem(value, places, fault) for fault in unfit.faults if fault.of != "missing key"]
        # A misspelt key is unknown while the right one is missing: the first tells both.
        told = {(problem.place, problem.hint) for problem in problems}
        for fault in unfit.faults:
            *entry, key = fault.path or ("",)
            if fault.of == "missing key" and not any(
                place == places.key(*entry, other) and f'"{key}"' in hint
                for place, hint in told
                for other in _keys(_at(value, entry))
            ):
                problems.append(_missing(value, places, tuple(entry), str(key)))
        return None, problems


def _problem(value: object, places: Places, fault: Fault) -> Problem:
    path, found = fault.path, _at(value, fault.path)
    match fault.of:
        case "unknown key":
            inside = f" in {_name(value, path[:-1])}" if path[:-1] else ""
            # The key that was meant is one that is not there yet.
            hint = did_you_mean(str(path[-1]), set(fault.choices) - _keys(_at(value, path[:-1])))
            if not hint.startswith("did"):
                hint = did_you_mean("", fault.choices)
            return Problem(places.key(*path), f"unknown key {quoted(path[-1])}{inside}", hint)
        case "kind":
            return Problem(places.at(*path), f"{_name(value, path)} does not say what it is", fault.choices[0])
        case "key":
            return Problem(places.key(*path), f"the key {quoted(path[-1])} should be {_expected(fault)}")
    if fault.expected == "a pair":
        return Problem(places.at(*path), f"{_name(value, path)} should be a pair")
    message = f"{_name(value, path)} should be {_expected(fault)}, not {quoted(found)}"
    return Problem(places.at(*path), message, _hint(fault, found))


def _missing(value: object, places: Places, entry: Path, key: str) -> Problem:
    place = places.at(*entry)
    if not entry:
        return Problem(place, f"the key {quoted(key)} is missing")
    return Problem(place, f"{_name(value, entry)} lacks the key {quoted(key)}", _null_hint(key))


def _null_hint(key: str) -> str:
    figure = re.search(r"_(?:gb|gbs|tflops|tops|w)$|^(?:rt_cores|ecc|mig)$", key)
    return f'write "{key}: null" where there is no figure' if figure and key != "memory_gb" else ""


def _expected(fault: Fault) -> str:
    if not fault.choices:
        return fault.expected
    *most, last = map(quoted, fault.choices)
    return f"{', '.join(most)} or {last}" if most else last


def _hint(fault: Fault, found: object) -> str:
    if fault.choices:
        hint = did_you_mean(found, fault.choices) if isinstance(found, str) else ""
        return hint if hint.startswith("did") else ""
    expected = fault.expected
    if expected.startswith(("text", "one line")):
        if isinstance(found, str) and found.strip() and expected.startswith("one line"):
            return "to fold a long text over several lines, put >- before it"
        if found is not None and not isinstance(found, str | list | dict):
            return f'quote it: "{quoted(found)}"'
    if isinstance(found, str) and re.match(r"\D?\d", found) and expected.startswith(("a number", "a price")):
        plain = re.fullmatch(r"-?\d+(?:\.\d+)?", found)
        return "write the number without quotation marks" if plain else "write the number alone, such as 1000 or 0.5"
    return ""


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


def _name(value: object, path: Path) -> str:
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

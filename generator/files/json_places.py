"""Where each value of a JSON text stands: its line and column, by the path of keys and indexes that leads to it."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from itertools import accumulate

from generator.problems import Place, Places

Loc = tuple[str | int, ...]

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')


def json_places(text: str, path: str) -> tuple[Places, list[Loc]]:
    """The places of all values and keys of ``text``, which must be JSON that ``json.loads`` has read.

    Returned with them are the keys that stand twice in one object; their place is that of the last.
    """
    starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]

    def place(offset: int) -> Place:
        line = bisect_right(starts, offset)
        return Place(path, line, offset - starts[line - 1] + 1)

    values: dict[Loc, Place] = {}
    keys: dict[Loc, Place] = {}
    repeated: list[Loc] = []
    # For each open list or object the step to what comes next in it: an index, a key, or None before a key.
    steps: list[str | int | None] = []
    for match in _TOKEN.finditer(text):
        token = match.group()
        if token in {"}", "]"}:
            steps.pop()
        elif token == ",":
            last = steps[-1]
            steps[-1] = last + 1 if isinstance(last, int) else None
        elif token != ":":
            if steps and steps[-1] is None:
                steps[-1] = str(json.loads(token))
                loc = _loc(steps)
                if loc in keys:
                    repeated.append(loc)
                keys[loc] = place(match.start())
            else:
                values[_loc(steps)] = place(match.start())
                if token in {"{", "["}:
                    steps.append(None if token == "{" else 0)
    return Places(path, values, keys), repeated


def _loc(steps: list[str | int | None]) -> Loc:
    return tuple(step for step in steps if step is not None)

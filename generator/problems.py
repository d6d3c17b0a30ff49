"""Problems: what is wrong with an input, as values that carry a place."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """How much a problem weighs: an error stops a build, a warning stops only ``--strict``."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A spot in a file. ``path`` is relative to the root; line and column count from 1, 0 means the whole file."""

    path: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        if not self.line:
            return self.path
        return f"{self.path}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One thing that is wrong: where, what was found and expected, and a hint that helps to mend it."""

    place: Place
    message: str
    hint: str = ""
    severity: Severity = Severity.ERROR

    def __str__(self) -> str:
        mark = "warning: " if self.severity is Severity.WARNING else ""
        hint = f"\n    hint: {self.hint}" if self.hint else ""
        return f"{self.place}: {mark}{self.message}{hint}"


class InvalidSite(Exception):
    """Raised when the inputs cannot become a site; holds every problem that was found."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(problems))
        super().__init__(f"{len(self.problems)} problems")


class MachineFailure(Exception):
    """Raised when the machine, not the input, is at fault: a full disk, a busy lock, no Pagefind."""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint that names the closest known word, or the known words where they are few; else an empty text."""
    choices = sorted(set(known))
    close = difflib.get_close_matches(word, choices, n=1, cutoff=0.6)
    if close:
        return f'did you mean "{close[0]}"?'
    return f"known: {', '.join(choices)}" if 0 < len(choices) <= 12 else ""

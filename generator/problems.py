"""Problems: what is wrong with an input, as values that carry a place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum

from msgspec import Struct, field


class Severity(StrEnum):
    """How much a problem weighs: an error stops a build, a warning stops only ``--strict``."""

    ERROR = "error"
    WARNING = "warning"


class Place(Struct, frozen=True, order=True):
    """A spot in a file. ``path`` is relative to the root; line and column count from 1, 0 means the whole file."""

    path: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        if not self.line:
            return self.path
        return f"{self.path}:{self.line}:{self.column}"


class Places(Struct, frozen=True):
    """Where each value of a file stands, by its path of keys and indexes."""

    path: str
    values: Mapping[tuple[str | int, ...], Place] = field(default_factory=dict)
    keys: Mapping[tuple[str | int, ...], Place] = field(default_factory=dict)

    def at(self, *loc: str | int) -> Place:
        """The place of a value, or of the closest one around it."""
        for end in range(len(loc), -1, -1):
            if place := self.values.get(loc[:end]):
                return place
        return Place(self.path)

    def key(self, *loc: str | int) -> Place:
        """The place of a key, or of its value where it has none."""
        return self.keys.get(loc) or self.at(*loc)


class Problem(Struct, frozen=True, order=True):
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

    def __reduce__(self) -> tuple[type[InvalidSite], tuple[tuple[Problem, ...]]]:
        return type(self), (self.problems,)  # or the message would be taken for the problems in another process


class MachineFailure(Exception):
    """Raised when the machine, not the input, is at fault: a full disk, a busy lock, no Pagefind."""


class WrongCall(Exception):
    """Raised when what was asked for cannot be meant: an output folder that holds somebody's work."""


def quoted(value: object, limit: int = 60) -> str:
    """A value as messages show it: text in double quotes, shortened to ``limit``, invisible characters as escapes."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        return "a group of keys"
    if isinstance(value, list | tuple):
        return "a list" if value else "an empty list"
    text = str(value)
    short = text if len(text) <= limit else text[: limit - 1] + "…"
    escaped = "".join(char if char.isprintable() else escape(char) for char in short)
    return f'"{escaped}"' if isinstance(value, str) else escaped


def escape(char: str) -> str:
    """A character as the escape of its code point, as Python, JSON and YAML write it."""
    return f"\\u{ord(char):04x}" if char <= "\uffff" else f"\\U{ord(char):08x}"


_FEW = 12
_SOME = 4


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint that names the known words that begin like the word, or the closest one; of few, all; else nothing."""
    choices = sorted(set(known))
    small = word.casefold()
    by_small_letters = {choice.casefold(): choice for choice in choices}
    close = [choice for key, choice in by_small_letters.items() if key.startswith(small)] if small else []
    if not 0 < len(close) <= _SOME:
        import difflib  # noqa: PLC0415 - slow to load, and only mistakes need it

        near = difflib.get_close_matches(small, by_small_letters, n=1, cutoff=0.6)
        close = [by_small_letters[key] for key in near]
    if close:
        *most, last = [f'"{choice}"' for choice in close]
        return f"did you mean {', '.join(most)} or {last}?" if most else f"did you mean {last}?"
    return f"known: {', '.join(choices)}" if 0 < len(choices) <= _FEW else ""

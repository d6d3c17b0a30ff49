"""What a build keeps for the next one, where the same process builds again and again: the preview."""

from __future__ import annotations

from collections.abc import Callable
from threading import RLock
from typing import Any, TypeVar

R = TypeVar("R")


class Kept:
    """The latest result of each costly step, with what it was made from.

    Inputs are compared by ``==``, so they must be values that say everything the step depends on: a digest stands for
    files. Results are shared by all who ask, also from other threads, and must not be changed.
    """

    def __init__(self) -> None:
        self._held: dict[str, tuple[tuple[Any, ...], Any]] = {}
        self._lock = RLock()

    def made(self, step: str, inputs: tuple[Any, ...], make: Callable[[], R]) -> R:
        """What a step made from the same inputs last time, or makes now. Only the latest result is held."""
        with self._lock:
            held = self._held.get(step)
            if held is None or held[0] != inputs:
                held = self._held[step] = (inputs, make())
        result: R = held[1]
        return result

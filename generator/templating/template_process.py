"""Reading templates in a process of their own: to load Jinja and to parse takes a while, in which data can be read."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path

from generator.files.workers import beside
from generator.problems import Problem
from generator.templating.templates import Templates

Read = tuple[Templates, list[Problem]]


def read_here(root: Path) -> Read:
    """Read every template below ``templates/`` in this process."""
    from generator.templating.template_reader import read_templates  # noqa: PLC0415 - it loads Jinja

    return read_templates(root)


def read_beside(root: Path) -> AbstractContextManager[Callable[[], Read]]:
    """Let another process read every template; gives what waits for it. Leaving the block ends the process."""
    return beside(partial(read_here, root))

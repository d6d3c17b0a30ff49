"""What commands share: their options, and exit codes: 0 done, 1 input, 2 call, 3 machine, 130 stopped."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, ParamSpec, TypeVar

import click

from generator.model import parse_time
from generator.problems import InvalidSite, MachineFailure, Problem, Severity, WrongCall

if TYPE_CHECKING:
    from generator.words.notices import Notice

ROOT = Path(__file__).resolve().parent.parent.parent
P = ParamSpec("P")
R = TypeVar("R")

INVALID, FAILED, STOPPED = 1, 3, 130


class Moment(click.ParamType[datetime]):
    """An option's time: ``YYYY-MM-DDTHH:MM:SSZ``."""

    name = "time"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> datetime:
        """Read the time, or tell the caller its form."""
        if isinstance(value, datetime):
            return value
        try:
            return parse_time(value)
        except ValueError:
            self.fail(f"{value!r} should be a time that exists, as YYYY-MM-DDTHH:MM:SSZ (UTC)", param, ctx)


def clock() -> datetime:
    """The present time; the one place that reads the clock."""
    return datetime.now(UTC).replace(microsecond=0)  # noqa: TID251 - commands that need the time take --now, else this


def say(problems: Sequence[Problem]) -> None:
    """Print problems to the error stream, in the order of their places."""
    for problem in sorted(problems):
        click.echo(str(problem), err=True)


def tell(notices: Sequence[Notice]) -> None:
    """Print what there is to know of each language: every line to people, also after a push; to the log of CI one."""
    for notice in notices:
        for line in (notice.summary,) if os.environ.get("CI") else notice.lines:
            click.echo(line, err=True)


def with_exit_codes(command: Callable[P, R]) -> Callable[P, R]:
    """Turn what a command may raise into words and an exit code."""

    @wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*args, **kwargs)
        except InvalidSite as invalid:
            say(invalid.problems)
            errors = sum(p.severity is Severity.ERROR for p in invalid.problems)
            warnings = len(invalid.problems) - errors
            click.echo(f"Nothing was written: {count(errors, 'error')}, {count(warnings, 'warning')}.", err=True)
            sys.exit(INVALID)
        except WrongCall as wrong:
            raise click.UsageError(str(wrong)) from None
        except MachineFailure as failure:
            click.echo(f"{failure}", err=True)
            sys.exit(FAILED)
        except OSError as failure:
            what = f"{failure.filename}: " if failure.filename else ""
            click.echo(f"{what}{failure.strerror or failure}", err=True)
            sys.exit(FAILED)
        except (MemoryError, RuntimeError) as failure:
            # Where memory is short Python cannot start a thread either, and has no kind of error for that.
            if isinstance(failure, RuntimeError) and "start new thread" not in str(failure):
                raise
            _let_go(failure)
            click.echo("There is too little memory for this.", err=True)
            sys.exit(FAILED)
        except KeyboardInterrupt:
            click.echo("Stopped.", err=True)
            sys.exit(STOPPED)

    return run


def _let_go(failure: BaseException | None) -> None:
    """Drop what the functions that failed still hold, so that there is memory to say so."""
    while failure:
        traceback.clear_frames(failure.__traceback__)
        failure = failure.__context__


def count(number: int, word: str) -> str:
    """A number with its word: "1 error" and "2 errors"."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def root_option(command: Callable[P, R]) -> Callable[P, R]:
    """The folder that holds content/, data/, templates/, static/ and locales/."""
    return click.option(
        "--root",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        default=ROOT,
        help="The folder with content/, data/, templates/, static/ and locales/. Default: that of build.py.",
    )(command)


def prices_option(command: Callable[P, R]) -> Callable[P, R]:
    """Another snapshot than ``data/prices.yaml``."""
    return click.option(
        "--prices",
        type=click.Path(dir_okay=False, path_type=Path),
        default=None,
        help="The snapshot of prices. Default: data/prices.yaml below the root.",
    )(command)


def now_option(command: Callable[P, R]) -> Callable[P, R]:
    """The time that counts as now."""
    return click.option(
        "--now", type=Moment(), default=None, help="The time that counts as now, YYYY-MM-DDTHH:MM:SSZ."
    )(command)

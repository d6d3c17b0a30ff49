"""The command line: options, exit codes, and problems in words. Exit codes: 0 done, 1 input, 2 call, 3 machine, 130 stopped."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import click

from generator.model import parse_time
from generator.problems import InvalidSite, MachineFailure, Problem, Severity

ROOT = Path(__file__).resolve().parent.parent
P = ParamSpec("P")
R = TypeVar("R")

INVALID, FAILED, STOPPED = 1, 3, 130


class DefaultBuild(click.Group):
    """A group whose command ``build`` may be left out: ``build.py --strict`` builds."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put ``build`` in front where the first word is an option or missing, ``--help`` excepted."""
        if not args or (args[0].startswith("-") and args[0] != "--help"):
            args = ["build", *args]
        return super().parse_args(ctx, args)


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
        except MachineFailure as failure:
            click.echo(f"{failure}", err=True)
            sys.exit(FAILED)
        except OSError as failure:
            what = f"{failure.filename}: " if failure.filename else ""
            click.echo(f"{what}{failure.strerror or failure}", err=True)
            sys.exit(FAILED)
        except KeyboardInterrupt:
            click.echo("Stopped.", err=True)
            sys.exit(STOPPED)

    return run


def count(number: int, word: str) -> str:
    """"1 error", "2 errors"."""
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
    return click.option("--now", type=Moment(), default=None, help="The time that counts as now, YYYY-MM-DDTHH:MM:SSZ.")(
        command
    )


@click.group(cls=DefaultBuild, context_settings={"help_option_names": ["--help"]})
def cli() -> None:
    """Build the GPU catalogue from content/, data/ and locales/."""


@cli.command()
@root_option
@click.option("--output", type=click.Path(path_type=Path), default=None, help="Where the site goes. Default: site/ below the root.")
@click.option("--base-url", default=None, help="The site's address. Default: base_url of data/site.yaml.")
@click.option("--locale", "locales", multiple=True, help="Build only this locale; may be given more than once; needs --output.")
@prices_option
@now_option
@click.option("--jobs", type=click.IntRange(1, 64), default=os.cpu_count() or 1, help="How many processes render.")
@click.option("--no-search", is_flag=True, help="Build without the search index.")
@click.option("--strict", is_flag=True, help="Warnings count as errors.")
@with_exit_codes
def build(**options: Any) -> None:
    """Build the site."""
    from generator.pipeline import Order, build_site  # noqa: PLC0415 - `--help` and wrong calls answer at once

    if options["locales"] and options["output"] is None:
        raise click.UsageError("--locale builds a part of the site and needs an explicit --output.")
    done = build_site(Order(**options), progress=click.echo if sys.stderr.isatty() else None)
    say(done.warnings)
    click.echo(f"{count(done.pages, 'page')} in {done.output}")


@cli.command()
@root_option
@prices_option
@now_option
@click.option("--strict", is_flag=True, help="Warnings count as errors.")
@with_exit_codes
def check(root: Path, prices: Path | None, now: datetime | None, strict: bool) -> None:
    """Check every file without writing anything."""
    from generator.pipeline import Order, check_inputs  # noqa: PLC0415 - see build

    problems = check_inputs(Order(root, prices=prices, now=now))
    errors = [p for p in problems if strict or p.severity is Severity.ERROR]
    if errors:
        raise InvalidSite(problems)
    say(problems)
    click.echo(f"No errors, {count(len(problems), 'warning')}.")


@cli.command()
@root_option
@prices_option
@now_option
@click.option("--port", type=click.IntRange(1, 65535), default=8000, help="The port on 127.0.0.1.")
@with_exit_codes
def serve(root: Path, prices: Path | None, now: datetime | None, port: int) -> None:
    """Build the site, serve it on 127.0.0.1, and build again when a file changes."""
    from generator.pipeline import serve_site  # noqa: PLC0415 - see build

    serve_site(root, prices, now, port)


def main() -> None:
    """Run the command line."""
    cli()

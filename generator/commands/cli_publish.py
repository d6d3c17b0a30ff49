"""``build.py join`` and ``verify``, and what the commands of a build have for publishing."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import click

from generator.commands.cli_options import INVALID, P, R, count, say, with_exit_codes
from generator.problems import Problem, Severity


def keep_releases_option(command: Callable[P, R]) -> Callable[P, R]:
    """For how many releases the assets of older pages stay."""
    return click.option(
        "--keep-releases",
        type=click.IntRange(0, 1000),
        default=0,
        metavar="N",
        help="Keep style sheets, scripts and search data that older pages ask for, for N releases. Default: 0.",
    )(command)


@click.command(name="join")
@click.argument(
    "parts", nargs=-1, required=True, metavar="DIR…", type=click.Path(exists=True, file_okay=False, path_type=Path)
)
@click.option("--output", type=click.Path(path_type=Path), required=True, help="Where the whole goes.")
@click.option("--compress", "compressed", is_flag=True, help="Add Brotli and gzip beside the files.")
@keep_releases_option
@with_exit_codes
def join_command(parts: tuple[Path, ...], output: Path, compressed: bool, keep_releases: int) -> None:
    """Join parts of the site, each built with --locale, to the whole."""
    from generator.output.join import join  # noqa: PLC0415 - `--help` and wrong calls answer at once

    done = join(parts, output, keep_releases=keep_releases, compressed=compressed)
    click.echo(f"{count(len(done.files), 'file')} of {count(len(parts), 'part')} in {output}")


@click.command(name="verify")
@click.argument("folder", metavar="DIR", type=click.Path(exists=True, file_okay=False, path_type=Path))
@with_exit_codes
def verify_command(folder: Path) -> None:
    """Compare every byte of DIR with its manifest; exit code 1 where one differs."""
    from generator.output import manifest  # noqa: PLC0415 - see join

    if problems := manifest.verify(folder):
        say(problems)
        click.echo(f"{folder} is not as it was published: {count(len(problems), 'problem')}.", err=True)
        sys.exit(INVALID)
    release = manifest.read(folder)
    click.echo(f"{count(len(release.files) if release else 0, 'file')} in {folder}, each as it was published.")


def annotation(problem: Problem, root: Path) -> str:
    """A problem as GitHub's workflow command, which makes it an annotation at its line.

    The place is told from the folder where the job runs, since GitHub knows files by their path in the repository.
    """
    kind = "warning" if problem.severity is Severity.WARNING else "error"
    here = Path.cwd()
    file = (root / problem.place.path).resolve()
    where = {"file": str(file.relative_to(here)) if file.is_relative_to(here) else problem.place.path}
    if problem.place.line:
        where |= {"line": str(problem.place.line), "col": str(problem.place.column)}
    properties = ",".join(f"{name}={_escaped(value, ':,')}" for name, value in where.items())
    text = f"{problem.message}\nhint: {problem.hint}" if problem.hint else problem.message
    return f"::{kind} {properties}::{_escaped(text)}"


def _escaped(text: str, also: str = "") -> str:
    """Text that cannot end its command or begin another one."""
    for char in f"%\r\n{also}":
        text = text.replace(char, f"%{ord(char):02X}")
    return text

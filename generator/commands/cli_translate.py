"""``build.py translate``: the translators' tools."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.commands.cli_options import INVALID, clock, count, root_option, say, with_exit_codes
from generator.problems import InvalidSite, Severity

if TYPE_CHECKING:
    from generator.translate.translate import Written


@click.group(name="translate")
def translate_commands() -> None:
    """Keep the PO files of every language in step with the English."""


@translate_commands.command()
@click.argument("locale")
@root_option
@with_exit_codes
def add(locale: str, root: Path) -> None:
    """Make the PO files of a new LOCALE, such as de or pt_BR."""
    from generator.translate import translate  # noqa: PLC0415 - each command loads only what it needs

    _written(translate.add(root, locale))
    click.echo(f'To publish it, add "{locale}" to locales in data/site.yaml.')


@translate_commands.command()
@root_option
@with_exit_codes
def update(root: Path) -> None:
    """Bring the English edits into every PO file."""
    from generator.translate import translate  # noqa: PLC0415 - see add

    _written(translate.update(root))


@translate_commands.command()
@click.argument("key")
@root_option
@with_exit_codes
def accept(key: str, root: Path) -> None:
    """Publish the texts of the segment KEY again: its English changed, but not its meaning."""
    from generator.translate import translate  # noqa: PLC0415 - see add

    _written(translate.accept(root, key))


@translate_commands.command()
@root_option
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@with_exit_codes
def status(root: Path, as_json: bool) -> None:
    """Tell how far each language is; exit code 1 where one is under a bar of data/site.yaml."""
    from generator.translate.translate_status import status as status_of  # noqa: PLC0415 - see add

    found = status_of(root)
    click.echo(found.to_json() if as_json else "\n".join(found.lines()))
    if found.under:
        sys.exit(INVALID)


@translate_commands.command()
@root_option
@with_exit_codes
def check(root: Path) -> None:
    """Find every fault in the PO files, at its line and column."""
    from generator.translate.translate_check import check as faults_of  # noqa: PLC0415 - see add

    problems = faults_of(root)
    if any(problem.severity is Severity.ERROR for problem in problems):
        raise InvalidSite(problems)
    say(problems)
    click.echo(f"No faults, {count(len(problems), 'question')}.")


@translate_commands.command()
@root_option
@click.option("--output", type=click.Path(path_type=Path), required=True, help="Where the pages go; never the site.")
@with_exit_codes
def pseudo(root: Path, output: Path) -> None:
    """Build en_XA (accented and longer) and ar_XB (mirrored), to find text that is fixed, cut off or not mirrored."""
    from generator.pipeline import Order, build_site  # noqa: PLC0415 - see add
    from generator.words.locales import PSEUDO  # noqa: PLC0415 - see add

    done = build_site(Order(root, output, locales=tuple(PSEUDO), no_search=True, clock=clock))
    click.echo(f"{count(done.pages, 'page')} in {done.output}")


def _written(written: Written) -> None:
    say(written.problems)
    for path in written.files:
        click.echo(path)
    click.echo(f"{count(len(written.files), 'file')} written.")
    if written.problems:
        sys.exit(INVALID)

"""``build.py prices``: take prices in from the market, and tell how old they are."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path

import click

from generator.commands.cli_options import INVALID, Moment, clock, now_option, root_option, say, with_exit_codes

HELD = "data/prices.yaml"


@click.group(name="prices")
def prices_commands() -> None:
    """Take prices in from the market, and tell how old they are."""


def held_option(command: click.decorators.FC) -> click.decorators.FC:
    """The snapshot that is read and replaced."""
    return click.option(
        "--prices",
        type=click.Path(dir_okay=False, path_type=Path),
        default=None,
        help="The snapshot, such as one in a state folder. Default: data/prices.yaml below the root.",
    )(command)


@prices_commands.command(name="import")
@click.argument("source")
@root_option
@held_option
@click.option(
    "--mapping", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Columns and names of a catalogue."
)
@click.option("--as-of", type=Moment(), help="The time of a catalogue that does not tell it, YYYY-MM-DDTHH:MM:SSZ.")
@click.option("--accept-shrink", is_flag=True, help="Take fewer than half as many offers as before.")
@click.option(
    "--accept-jump", multiple=True, metavar="GPU", help="Take a price of this GPU far from the last good one."
)
@now_option
@with_exit_codes
def import_command(  # noqa: PLR0913, PLR0917 - one argument an option
    source: str,
    root: Path,
    prices: Path | None,
    mapping: Path | None,
    as_of: datetime | None,
    accept_shrink: bool,
    accept_jump: tuple[str, ...],
    now: datetime | None,
) -> None:
    """Read SOURCE, a file, - or an https address, into the snapshot; or refuse it and keep the one held."""
    from generator.prices.prices import ImportOrder, import_prices  # noqa: PLC0415 - httpx is slow to load

    order = ImportOrder(
        source=source,
        held=prices or root / HELD,
        root=root,
        now=now or clock(),
        mapping=mapping,
        as_of=as_of,
        accept_shrink=accept_shrink,
        accept_jump=accept_jump,
    )
    report = import_prices(order)
    say(report.warnings)
    click.echo(str(report))


@prices_commands.command(name="status")
@root_option
@held_option
@now_option
@with_exit_codes
def status_command(root: Path, prices: Path | None, now: datetime | None) -> None:
    """Tell the age of the snapshot, its offers, and the GPUs without one; exit code 1 when it is too old."""
    from generator.prices.prices import status  # noqa: PLC0415 - see import

    found = status(prices or root / HELD, root=root, now=now or clock())
    click.echo(str(found))
    if found.too_old:
        sys.exit(INVALID)

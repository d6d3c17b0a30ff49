"""The command line: each command hands its options on and prints what comes back."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace

from generator.commands.cli_options import (
    clock,
    count,
    now_option,
    prices_option,
    root_option,
    say,
    tell,
    with_exit_codes,
)
from generator.commands.cli_prices import prices_commands
from generator.commands.cli_publish import annotation, join_command, keep_releases_option, verify_command
from generator.commands.cli_translate import translate_commands
from generator.problems import InvalidSite, Severity
from generator.templating.template_process import read_beside


class DefaultBuild(click.Group):
    """A group whose command ``build`` may be left out: ``build.py --strict`` builds."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put ``build`` in front where the first word is an option or missing, ``--help`` excepted."""
        if not args or (args[0].startswith("-") and args[0] != "--help"):
            args = ["build", *args]
        return super().parse_args(ctx, args)


@click.group(cls=DefaultBuild, context_settings={"help_option_names": ["--help"]})
def cli() -> None:
    """Build the GPU catalogue from content/, data/ and locales/."""


@cli.command()
@root_option
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    default=None,
    help="Where the site goes. Default: site/ below the root.",
)
@click.option("--base-url", default=None, help="The site's address. Default: base_url of data/site.yaml.")
@click.option(
    "--locale", "locales", multiple=True, help="Build only this locale; may be given more than once; needs --output."
)
@prices_option
@now_option
@click.option("--jobs", type=click.IntRange(1, 64), default=os.cpu_count() or 1, help="How many processes render.")
@click.option("--no-search", is_flag=True, help="Build without the search index.")
@click.option("--strict", is_flag=True, help="Warnings count as errors.")
@click.option("--compress", is_flag=True, help="Add Brotli and gzip beside the files, for web servers.")
@keep_releases_option
@click.option(
    "--link-from",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Link what did not change from this release. Default: the one in the output.",
)
@with_exit_codes
def build(**options: Any) -> None:
    """Build the site."""
    if options["locales"] and options["output"] is None:
        raise click.UsageError("--locale builds a part of the site and needs an explicit --output.")
    gc.disable()  # a build ends before there is garbage worth collecting, and looking for it takes a twelfth of it
    with read_beside(options["root"]) if options["jobs"] > 1 else nullcontext() as templates:
        from generator.pipeline import Order, build_site  # noqa: PLC0415 - `--help` and wrong calls answer at once

        order = Order(**options, clock=clock, templates=templates)
        done = build_site(order, progress=click.echo if sys.stderr.isatty() else None)
    say(done.warnings)
    tell(done.notices)
    click.echo(f"{count(done.pages, 'page')} in {done.output}")


@cli.command()
@root_option
@prices_option
@now_option
@click.option("--strict", is_flag=True, help="Warnings count as errors.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "github"]),
    default="text",
    help="github: also as annotations, which GitHub shows at the lines of a pull request.",
)
@with_exit_codes
def check(root: Path, prices: Path | None, now: datetime | None, strict: bool, form: str) -> None:
    """Check every file without writing anything."""
    from generator.pipeline import Order, check_inputs  # noqa: PLC0415 - see build

    problems, notices = check_inputs(Order(root, prices=prices, now=now))
    if form == "github":
        for problem in problems:
            click.echo(annotation(problem, root))
    errors = [p for p in problems if strict or p.severity is Severity.ERROR]
    if errors:
        raise InvalidSite(problems)
    say(problems)
    tell(notices)
    click.echo(f"No errors, {count(len(problems), 'warning')}.")


@cli.command()
@click.argument("released", type=click.Path(exists=True, path_type=Path), required=False)
@root_option
@prices_option
@now_option
@with_exit_codes
def diff(released: Path | None, root: Path, prices: Path | None, now: datetime | None) -> None:
    """Tell what the next publish would change in RELEASED, an output folder or its manifest. Default: site/."""
    from generator.pipeline import Order, site_differences  # noqa: PLC0415 - see build

    click.echo(str(site_differences(Order(root, prices=prices, now=now, clock=clock), released or root / "site")))


@cli.command()
@root_option
@prices_option
@now_option
@click.option("--port", type=click.IntRange(1, 65535), default=8000, help="The port on 127.0.0.1.")
@with_exit_codes
def serve(root: Path, prices: Path | None, now: datetime | None, port: int) -> None:
    """Build the site, serve it on 127.0.0.1, and build again when a file changes."""
    from generator.files.kept import Kept  # noqa: PLC0415 - see build
    from generator.pipeline import Order, plan_site, publish_plan  # noqa: PLC0415 - see build
    from generator.preview.serve import Built  # noqa: PLC0415 - see build
    from generator.preview.serve import serve as serve_folder  # noqa: PLC0415 - see build
    from generator.preview.translator_mode import texts_of  # noqa: PLC0415 - see build

    address, kept = f"http://127.0.0.1:{port}/", Kept()

    def build_into(folder: Path) -> Iterator[Built]:
        order = Order(
            root, folder, address, prices=prices, now=now, jobs=1, keep_search=True, kept=kept, marks=True, clock=clock
        )
        plan = plan_site(order, lambda _: None)
        shown = Built(texts=partial(texts_of, plan.inputs.words), fresh=plan.content)
        yield shown
        done = publish_plan(plan, order, lambda _: None)
        for notice in done.notices:
            click.echo(notice.summary)
        yield replace(shown, warnings=done.warnings, fresh=None)

    serve_folder(root, port, build_into, click.echo)


cli.add_command(join_command)
cli.add_command(prices_commands)
cli.add_command(translate_commands)
cli.add_command(verify_command)


def main() -> None:
    """Run the command line, and end at once: freeing each value of a build takes as long as checking its links."""
    try:
        cli()
    except SystemExit as ended:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(ended.code if isinstance(ended.code, int) else bool(ended.code))

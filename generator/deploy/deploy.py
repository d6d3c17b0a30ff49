"""``python -m generator.deploy``: publishing by push, on a server of one's own. docs/publishing.md explains it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from functools import wraps
from pathlib import Path

import click

from generator.commands.cli_options import FAILED, INVALID, P, R, clock, count, now_option, say, with_exit_codes
from generator.deploy.deploy_build import Refused
from generator.deploy.deploy_config import BUILDER, open_server
from generator.deploy.deploy_doctor import examine
from generator.deploy.deploy_doctor import status as status_of
from generator.deploy.deploy_git import Repository
from generator.deploy.deploy_install import install as install_server
from generator.deploy.deploy_push import after_push, before_push, publish_main, push_options, read_updates
from generator.deploy.deploy_releases import prune as prune_releases
from generator.deploy.deploy_releases import roll_back
from generator.problems import InvalidSite, MachineFailure, WrongCall


def tell(line: str) -> None:
    """Print a line to the error stream, which git hands on to the pusher, whether or not anybody still listens."""
    with suppress(OSError):
        sys.stderr.write(f"{line}\n")
        sys.stderr.flush()


def state_option(command: Callable[P, R]) -> Callable[P, R]:
    """The server's state folder."""
    return click.option(
        "--state",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        required=True,
        envvar="CATALOGUE_STATE",
        help="The state folder that install made. Default: $CATALOGUE_STATE.",
    )(command)


def told(outcome: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Tell why something was not done, in words for who pushed: every problem, then the ``outcome`` and the reason."""

    def decorate(command: Callable[P, R]) -> Callable[P, R]:
        @wraps(command)
        def run(*args: P.args, **kwargs: P.kwargs) -> R:
            try:
                return command(*args, **kwargs)
            except InvalidSite as invalid:
                for problem in invalid.problems:
                    tell(str(problem))
                tell(f"{outcome}: {count(len(invalid.problems), 'problem')}.")
            except Refused as refused:
                tell(f"{outcome}: {refused}.")
            except WrongCall as wrong:
                raise click.UsageError(str(wrong)) from None
            except (MachineFailure, OSError) as failure:
                tell(f"{outcome}, and the commit is not at fault: {failure}.")
                sys.exit(FAILED)
            sys.exit(INVALID)

        return run

    return decorate


@click.group(context_settings={"help_option_names": ["--help"]})
def deploy() -> None:
    """Publish by git push, on a server of one's own."""


@deploy.command()
@click.argument("repository", type=click.Path(path_type=Path))
@click.option("--state", type=click.Path(path_type=Path), required=True, help="The state folder to make.")
@click.option("--base-url", default=None, help="The site's address. Default: base_url of the pushed data/site.yaml.")
@with_exit_codes
def install(repository: Path, state: Path, base_url: str | None) -> None:
    """Make the bare REPOSITORY, its hooks and the state folder, or what of them is missing."""
    install_server(repository, state, base_url, click.echo)


@deploy.command()
@state_option
@with_exit_codes
def doctor(state: Path) -> None:
    """Look for everything that would keep a push from being published; exit code 1 where something would."""
    if problems := examine(open_server(state)):
        say(problems)
        click.echo(f"{count(len(problems), 'problem')}.", err=True)
        sys.exit(INVALID)
    click.echo("Everything is in order.")


@deploy.command()
@state_option
@with_exit_codes
def status(state: Path) -> None:
    """Tell what is live, what main is, and what there is to go back to; exit code 1 where live is behind main."""
    found = status_of(open_server(state))
    click.echo(str(found))
    if found.behind:
        sys.exit(INVALID)


@deploy.command()
@state_option
@now_option
@click.option("--resume", is_flag=True, help="End a rollback.")
@click.option("--accept-shrink", is_flag=True, help="Publish fewer than 80 % of the live pages.")
@told("Nothing was published")
def publish(state: Path, now: datetime | None, resume: bool, accept_shrink: bool) -> None:
    """Build what main is now with the present prices, and make it live. A rollback is left as it is."""
    server = open_server(state)
    if publish_main(server, now or clock(), tell, resume=resume, accept_shrink=accept_shrink):
        _prune_later(server.state)


@deploy.command()
@click.argument("release", required=False)
@state_option
@with_exit_codes
def rollback(release: str | None, state: Path) -> None:
    """Make RELEASE live, by default the one before, and hold it until publish --resume or the next push."""
    chosen = roll_back(open_server(state), release, tell)
    click.echo(f"Live and held: {chosen}")


@deploy.command()
@state_option
@now_option
@click.option(
    "--keep", type=click.IntRange(min=1), help="How many releases stay. Default: keep_releases of deploy.yaml."
)
@with_exit_codes
def prune(state: Path, now: datetime | None, keep: int | None) -> None:
    """Remove releases beyond those kept, previews of branches that are gone, and what killed builds left."""
    server = open_server(state)
    previews = {server.preview_name(ref) for ref in Repository(server.repository).branches()}
    gone = prune_releases(server, previews, now or clock(), keep)
    click.echo(f"Removed {count(len(gone), 'folder')}.")


@deploy.command(name="pre-receive", hidden=True)
@state_option
@told("The push is refused")
def pre_receive(state: Path) -> None:
    """Judge a push and build it; git refuses the push unless this ends well."""
    before_push(open_server(state), read_updates(sys.stdin.buffer), push_options(os.environ), clock(), tell)


@deploy.command(name="post-receive", hidden=True)
@state_option
@told("The push is taken, but not published")
def post_receive(state: Path) -> None:
    """Publish what was pushed."""
    server = open_server(state)
    after_push(server, read_updates(sys.stdin.buffer), push_options(os.environ), clock(), tell)
    _prune_later(server.state)


def _prune_later(state: Path) -> None:
    """Clear away in the background: nobody has to wait for the deletion of a large release."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    subprocess.Popen(
        [sys.executable, "-P", "-m", "generator.deploy", "prune", "--state", str(state)],
        env={**environment, "PYTHONPATH": str(BUILDER)},
        cwd=state,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )

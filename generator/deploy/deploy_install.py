"""Setting up a server: the bare repository with its hooks and settings, the state folder. Twice is like once."""

from __future__ import annotations

import secrets
import shutil
import subprocess
import sys
from pathlib import Path

from generator.deploy.deploy_config import BUILDER, FILE, Server, open_server
from generator.deploy.deploy_limits import Tell
from generator.files import machine
from generator.problems import MachineFailure, WrongCall, quoted

HOOKS = ("pre-receive", "post-receive")
MARK = "python -m generator.deploy"
"""What stands in every hook of ours, so that somebody else's is told apart."""
SETTINGS = {
    "receive.advertisePushOptions": "true",  # git push -o accept-shrink
    "receive.fsckObjects": "true",
    "receive.denyNonFastForwards": "false",  # a forced push is a way back, too
}
_CONFIG = """\
# How pushes are published. Every key but the first may be left out; docs/publishing.md explains each.

repository: {repository}
{base_url}
# "pushed": take templates/ and static/ from the push too. Templates are programs: whoever may push could then run
# anything as this user.
templates: server

# true: a warning refuses a push, too.
strict: false

# Brotli and gzip beside the files, for the web server.
compress: true

# How many releases stay to roll back to, and for how many the files that older pages ask for.
keep_releases: 10

# What one build may take. memory_mb holds for each of its processes.
limits: {{seconds: 600, memory_mb: 2000, input_mb: 100, output_mb: 2000}}
"""


def install(repository: Path, state: Path, base_url: str | None, tell: Tell) -> Server:
    """Make what is missing of a server. Raises ``WrongCall`` where something foreign is in the way."""
    repository, state = repository.resolve(), state.resolve()
    with machine.explained("install"):
        _make_state(state, repository, base_url)
        server = open_server(state)
        if server.repository != repository:
            raise WrongCall(f"{state / FILE} names the repository {server.repository}, not {repository}")
        if not (repository / "objects").is_dir():
            git(repository.parent, "init", "--quiet", "--bare", "--initial-branch=main", str(repository))
        for name, value in settings(server).items():
            git(repository, "config", name, value)
        for hook in HOOKS:
            _place_hook(repository / "hooks" / hook, BUILDER / "deploy" / hook)
    tell(f"Pushes to {repository} are published from {server.live}.")
    return server


def settings(server: Server) -> dict[str, str]:
    """The repository's settings: git's own, and where the hooks find builder, Python and state."""
    return {
        **SETTINGS,
        "receive.maxInputSize": f"{server.config.limits.input_mb}m",
        "catalogue.builder": str(BUILDER),
        "catalogue.python": sys.executable,
        "catalogue.state": str(server.state),
    }


def git(folder: Path, *arguments: str) -> None:
    """Run git in a folder. Raises ``MachineFailure`` with what it said."""
    done = subprocess.run(["git", *arguments], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise MachineFailure(f"git {arguments[0]} failed: {done.stderr.strip()}")


def _make_state(state: Path, repository: Path, base_url: str | None) -> None:
    state.mkdir(parents=True, exist_ok=True)
    if not (state / FILE).exists():
        if found := sorted(entry.name for entry in state.iterdir()):
            raise WrongCall(f"{state} is not empty and no state folder: {quoted(found[0])}")
        address = f"base_url: {base_url}\n" if base_url else "# base_url: by default that of data/site.yaml\n"
        text = _CONFIG.format(repository=_yaml(repository), base_url=address)
        (state / FILE).write_text(text, encoding="utf-8")
    for name in ("releases", "candidates", "previews", "work"):
        (state / name).mkdir(exist_ok=True)
    secret = state / "preview-secret"
    if not secret.exists():
        secret.touch(mode=0o600)
        secret.write_bytes(secrets.token_bytes(32))
    if not (state / "prices.yaml").exists():
        shutil.copyfile(BUILDER / "data" / "prices.yaml", state / "prices.yaml")


def _yaml(path: Path) -> str:
    return "'{}'".format(str(path).replace("'", "''"))


def _place_hook(hook: Path, ours: Path) -> None:
    if hook.is_symlink() or (hook.exists() and MARK not in hook.read_text(encoding="utf-8", errors="replace")):
        raise WrongCall(f"{hook} is somebody else's hook; move it away first")
    hook.parent.mkdir(exist_ok=True)
    shutil.copyfile(ours, hook)
    hook.chmod(0o755)

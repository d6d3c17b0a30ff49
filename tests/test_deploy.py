"""The operator's commands: each explains itself, in the terminal and in the documents."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from generator.deploy.deploy import deploy as commands
from generator.deploy.deploy_config import BUILDER
from tests.conftest import ROOT
from tests.servers import ENVIRONMENT, deploy

PUBLIC = sorted(name for name, command in commands.commands.items() if not command.hidden)


def test_the_commands_are_those_that_were_agreed() -> None:
    """Hooks and timers call them."""
    assert PUBLIC == ["doctor", "install", "prune", "publish", "rollback", "status"]


@pytest.mark.parametrize("name", PUBLIC)
def test_a_command_explains_itself(name: str) -> None:
    """And docs/publishing.md names it."""
    done = deploy(name, "--help")
    assert done.returncode == 0
    assert len(done.stdout.splitlines()[2].strip()) > 10
    text = (ROOT / "docs/publishing.md").read_text("utf-8")
    assert f"`{name}`" in text or f"generator.deploy {name}" in text or f"… {name}" in text


@pytest.mark.parametrize("arguments", [("publish",), ("status", "--state", "nowhere"), ("install", "x"), ("nonsense",)])
def test_a_wrong_call_is_exit_code_2(arguments: tuple[str, ...]) -> None:
    """With the usage."""
    done = deploy(*arguments)
    assert done.returncode == 2
    assert "Usage: " in done.stderr


def test_a_folder_that_is_no_state_is_told(tmp_path: Path) -> None:
    """As a wrong call, too, for every command."""
    for name in ("doctor", "status", "publish", "rollback", "prune"):
        done = deploy(name, "--state", str(tmp_path))
        assert done.returncode == 2, name
        assert "is no state folder" in done.stderr


def test_work_goes_on_when_nobody_listens(tmp_path: Path) -> None:
    """A pusher may hang up while the site is being published."""
    program = "import os; from generator.deploy.deploy import tell; os.close(2); tell('x'); tell('y'); print('done')"
    done = subprocess.run([sys.executable, "-c", program], env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "done\n")


@pytest.mark.parametrize("name", ["pre-receive", "post-receive"])
def test_a_hook_is_thin(name: str) -> None:
    """It finds Python and the generator by the repository's own settings, and hands on."""
    hook = BUILDER / "deploy" / name
    assert hook.stat().st_mode & 0o111 == 0o111
    lines = [line for line in hook.read_text("utf-8").splitlines() if line and not line.startswith("#")]
    assert len(lines) < 10
    assert lines[-1] == f'exec "$python" -P -m generator.deploy {name} --state "$state"'

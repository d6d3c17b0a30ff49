"""Setting up a server: everything that is missing, nothing that is somebody else's."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from generator.deploy.deploy_config import open_server
from generator.deploy.deploy_doctor import examine
from generator.deploy.deploy_git import Repository
from generator.deploy.deploy_install import install
from generator.problems import MachineFailure, WrongCall
from tests.conftest import ROOT
from tests.releases import tree
from tests.sites import write


def ignore(_: str) -> None:
    """Hear what is told, and do nothing."""


def test_a_fresh_server_is_in_order(tmp_path: Path) -> None:
    """Repository, hooks with their run bit, settings, state; even under a strict umask the web server can read."""
    server = install(tmp_path / "it's a site.git", tmp_path / "state", "https://catalogue.test", ignore)
    assert server == open_server(tmp_path / "state")
    assert server.config.base_url == "https://catalogue.test"
    assert examine(server) == []
    repository = Repository(server.repository)
    assert repository.setting("catalogue.builder") == str(ROOT)
    assert (server.repository / "HEAD").read_text() == "ref: refs/heads/main\n"
    assert (server.state / "preview-secret").stat().st_mode & 0o777 == 0o600
    assert server.prices.read_bytes() == (ROOT / "data/prices.yaml").read_bytes()


def test_twice_is_like_once(tmp_path: Path) -> None:
    """Settings that were changed by hand, prices and secret stay; a hook without its run bit is mended."""
    server = install(tmp_path / "site.git", tmp_path / "state", None, ignore)
    config = f"repository: {tmp_path}/site.git\nkeep_releases: 3\n"
    write(server.state, "deploy.yaml", config)
    write(server.state, "prices.yaml", "mine")
    before = tree(server.state)
    hook = server.repository / "hooks/pre-receive"
    hook.chmod(0o644)
    install(tmp_path / "site.git", tmp_path / "state", None, ignore)
    assert tree(server.state) == before
    assert os.access(hook, os.X_OK)


def test_an_existing_repository_is_taken_over(tmp_path: Path) -> None:
    """With what it holds."""
    subprocess.run(["git", "init", "-q", "--bare", str(tmp_path / "site.git")], check=True, capture_output=True)
    write(tmp_path, "site.git/description", "Ours")
    install(tmp_path / "site.git", tmp_path / "state", None, ignore)
    assert (tmp_path / "site.git/description").read_text() == "Ours"


def test_somebody_elses_hook_is_not_replaced(tmp_path: Path) -> None:
    """It does something that its owner needs."""
    subprocess.run(["git", "init", "-q", "--bare", str(tmp_path / "site.git")], check=True, capture_output=True)
    write(tmp_path, "site.git/hooks/pre-receive", "#!/bin/sh\nexit 0\n")
    with pytest.raises(WrongCall, match="is somebody else's hook"):
        install(tmp_path / "site.git", tmp_path / "state", None, ignore)
    assert (tmp_path / "site.git/hooks/pre-receive").read_text() == "#!/bin/sh\nexit 0\n"


def test_a_folder_with_other_things_is_no_place_for_the_state(tmp_path: Path) -> None:
    """Nor is the state of another repository."""
    write(tmp_path, "state/thesis.txt", "three years")
    with pytest.raises(WrongCall, match=r'is not empty and no state folder: "thesis\.txt"'):
        install(tmp_path / "site.git", tmp_path / "state", None, ignore)
    assert not (tmp_path / "site.git").exists()
    install(tmp_path / "one.git", tmp_path / "one", None, ignore)
    with pytest.raises(WrongCall, match="names the repository"):
        install(tmp_path / "other.git", tmp_path / "one", None, ignore)


def test_git_that_fails_is_told(tmp_path: Path) -> None:
    """With its words: here, a folder that is missing."""
    with pytest.raises(MachineFailure, match="cannot install: "):
        install(tmp_path / "missing/site.git", tmp_path / "state", None, ignore)

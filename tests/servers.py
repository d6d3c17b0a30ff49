"""A server of one's own for tests: a bare repository with our hooks, a state folder, and somebody who pushes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from generator.deploy.deploy_config import Server, open_server
from generator.deploy.deploy_install import install
from tests.sites import PAGE, small_site, write

ROOT = Path(__file__).resolve().parent.parent
BASE_URL = "https://catalogue.test"
FOOT = ("imprint", "privacy", "terms")
"""Pages that the foot of every page links to."""
# What a developer's own git is set to must not decide a test.
ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_AUTHOR_NAME": "Marketing",
    "GIT_AUTHOR_EMAIL": "marketing@catalogue.test",
    "GIT_COMMITTER_NAME": "Marketing",
    "GIT_COMMITTER_EMAIL": "marketing@catalogue.test",
    "GIT_TERMINAL_PROMPT": "0",
    "PYTHONPATH": str(ROOT),
}


@dataclass(frozen=True, slots=True)
class Pusher:
    """Somebody with a clone, and the server that they push to."""

    clone: Path
    server: Server

    def git(self, *arguments: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        """Run git in the clone."""
        command = ["git", *arguments]
        done = subprocess.run(
            command,
            cwd=self.clone,
            env=ENVIRONMENT,
            capture_output=True,
            encoding="utf-8",
            errors="surrogateescape",
            timeout=120,
            check=False,
        )
        assert not check or done.returncode == 0, done.stderr
        return done

    def commit(self, changes: Mapping[str, str | bytes | None] = {}, message: str = "Change") -> str:
        """Commit changed files, ``None`` for those that go; returns the commit."""
        for path, text in changes.items():
            if text is None:
                self.git("rm", "-q", "--", path)
            else:
                write(self.clone, path, text)
        self.git("add", "--all")
        self.git("commit", "-q", "--allow-empty", "-m", message)
        return self.commit_of("HEAD")

    def commit_of(self, name: str) -> str:
        """The commit of a name in the clone."""
        return self.git("rev-parse", name).stdout.strip()

    def push(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Push, by default main; what the server says stands in ``stderr``."""
        return self.git("push", *(arguments or ("origin", "main")), check=False)

    def main(self) -> str:
        """The commit that main is on the server, empty where there is none."""
        command = ["git", "--git-dir", str(self.server.repository), "rev-parse", "-q", "--verify", "refs/heads/main"]
        return subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, check=False).stdout.strip()

    def live(self) -> str:
        """The release that visitors see, empty before the first."""
        return self.server.live.readlink().name if self.server.live.is_symlink() else ""

    def shows(self, words: str, page: str = "en/guides/training/index.html") -> bool:
        """Whether visitors read some words on a page."""
        return words in (self.server.live / page).read_text("utf-8")

    def deploy(self, command: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a command of the operator."""
        return deploy(command, "--state", str(self.server.state), *arguments)


def deploy(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run ``python -m generator.deploy``."""
    command = [sys.executable, "-m", "generator.deploy", *arguments]
    return subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, timeout=120, check=False)


def remote_lines(done: subprocess.CompletedProcess[str]) -> list[str]:
    """What the server said to the pusher."""
    return [line[8:].rstrip() for line in done.stderr.splitlines() if line.startswith("remote: ")]


def _config(folder: Path, more: str) -> str:
    return f"repository: '{folder / 'catalogue.git'}'\nbase_url: {BASE_URL}\ncompress: false\n{more}"


def new_server(folder: Path, config: str = "") -> Pusher:
    """A fresh server without compression, and a clone with the small site as its first commit, not pushed yet."""
    state, repository, clone = folder / "state", folder / "catalogue.git", folder / "clone"
    install(repository, state, BASE_URL, lambda _: None)
    write(state, "deploy.yaml", _config(folder, config))
    small_site(clone, {f"content/pages/{slug}.md": PAGE for slug in FOOT})
    write(state, "prices.yaml", (clone / "data/prices.yaml").read_bytes())
    pusher = Pusher(clone, open_server(state))
    pusher.git("init", "-q", "--initial-branch=main")
    pusher.git("remote", "add", "origin", str(repository))
    pusher.commit(message="Begin")
    return pusher


def copy_of(original: Pusher, folder: Path, config: str = "") -> Pusher:
    """A server like another one, with the same site live, to be changed by a test."""
    for name in ("state", "catalogue.git", "clone"):
        shutil.copytree(original.server.state.parent / name, folder / name, symlinks=True)
    write(folder / "state", "deploy.yaml", _config(folder, config))
    install(folder / "catalogue.git", folder / "state", None, lambda _: None)
    pusher = Pusher(folder / "clone", open_server(folder / "state"))
    pusher.git("remote", "set-url", "origin", str(folder / "catalogue.git"))
    return pusher

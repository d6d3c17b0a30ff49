"""Installs Debian packages, where this is Debian and we may."""

from __future__ import annotations

import os
import platform
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

ATTEMPTS = 3
PAUSE_SECONDS = 5


def may_install() -> bool:
    """Tell whether packages can be installed: on Debian, as root."""
    try:
        system = platform.freedesktop_os_release().get("ID")
    except OSError:
        return False
    return system == "debian" and os.geteuid() == 0 and Path("/usr/bin/apt-get").is_file()


def install(packages: Iterable[str]) -> bool:
    """Install packages without what they merely recommend; tell whether that worked. What apt says is shown if not."""
    wanted = sorted(packages)
    print(f"Installing from Debian: {', '.join(wanted)} …", flush=True)
    return _apt("update") and _apt("install", "--yes", "--no-install-recommends", *wanted)


def _apt(*arguments: str) -> bool:
    """Run apt-get, again after a pause where it failed: mirrors do at times."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    said = ""
    for attempt in range(ATTEMPTS):
        if attempt:
            time.sleep(PAUSE_SECONDS)
        done = subprocess.run(
            ["apt-get", "--quiet=2", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=environment,
            check=False,
        )
        if done.returncode == 0:
            return True
        said = done.stdout
    print(said, end="", flush=True)
    return False

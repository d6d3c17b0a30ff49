"""Finds a Chromium for the tests that need a browser, and fetches one where there is none.

`python -m tools.chromium` prints where it is. Only the standard library is used until something must be fetched.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tools import debian

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MAC_APPS = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)

# Beside the browser, letters for Turkish and Arabic (Noto) and Japanese (IPA, a fifteenth of Noto's size).
DEBIAN_PACKAGES = ("chromium", "fonts-noto-core", "fonts-ipafont-gothic")

LAUNCH_ARGUMENTS = (
    "--headless",
    "--no-sandbox",  # root, as in containers, cannot start it with one; the tests show it our own pages only
    "--disable-gpu",
    # Nothing may be asked of the internet: tests must give the same result where there is none.
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


class NoChromium(Exception):
    """Raised when there is no Chromium; its text says what to do."""


def find() -> Path:
    """Return the Chromium to use: of `$CHROMIUM`, of PATH, or Playwright's own. Raises `NoChromium`."""
    if chosen := os.environ.get("CHROMIUM"):
        if found := shutil.which(chosen):
            return Path(found)
        raise NoChromium(f"CHROMIUM names {chosen}, which is no program.")
    on_path = (shutil.which(name) for name in (*NAMES, *MAC_APPS))
    found = next(filter(None, on_path), None) or _playwrights()
    if found is None:
        raise NoChromium(
            "No Chromium was found. Install one (on Debian: apt-get install chromium; anywhere: "
            ".venv/bin/python -m playwright install chromium), or name one: CHROMIUM=/path/to/chrome"
        )
    return Path(found)


def ensure() -> Path:
    """Return the Chromium to use, fetched where there is none. Raises `NoChromium`."""
    if os.environ.get("CHROMIUM"):
        return find()
    try:
        return find()
    except NoChromium:
        if not (debian.may_install() and debian.install(DEBIAN_PACKAGES)):
            print("Fetching Playwright's Chromium …", flush=True)
            subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)
    return find()


def _playwrights() -> str | None:
    """Return the newest Chromium that Playwright has downloaded."""
    caches = {"Darwin": "Library/Caches", "Windows": "AppData/Local"}
    usual = Path.home() / caches.get(platform.system(), ".cache") / "ms-playwright"
    folder = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or usual)
    programs = re.compile(r"chrome|chrome\.exe|Chromium|Google Chrome for Testing")
    releases = sorted(folder.glob("chromium-*"), key=lambda path: int(path.name.rpartition("-")[2]), reverse=True)
    for release in releases:
        for program in sorted(release.rglob("*")):
            if programs.fullmatch(program.name) and program.is_file() and os.access(program, os.X_OK):
                return str(program)
    return None


def main() -> None:
    """Print the path of the Chromium that the tests will use."""
    try:
        print(ensure())
    except NoChromium as problem:
        sys.exit(str(problem))


if __name__ == "__main__":
    main()

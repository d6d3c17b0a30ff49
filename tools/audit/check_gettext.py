"""Checks every PO file with GNU gettext, as translators' programs do."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

from tools.audit import ROOT

if TYPE_CHECKING:
    from pathlib import Path

PROGRAMS = ("msgfmt",)


def run(site: Path) -> list[str]:
    """Return why `msgfmt --check` refuses PO files. The words of the sources are checked, whatever the site shows."""
    del site
    files = sorted((ROOT / "locales").rglob("*.po"))
    faults = [] if files else ["There is no PO file to check."]
    for file in files:
        command = ["msgfmt", "--check", "--output-file=/dev/null", str(file.relative_to(ROOT))]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
        if done.returncode != 0:
            faults += [line for line in done.stderr.splitlines() if ": warning: " not in line]
    return faults

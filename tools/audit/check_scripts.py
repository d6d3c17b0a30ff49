"""Checks the types of the site's scripts, plain JavaScript with JSDoc, with the TypeScript compiler."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

from tools.audit import NODE_MODULES, ROOT

if TYPE_CHECKING:
    from pathlib import Path

PROGRAMS = ("node", "npm")


def run(site: Path) -> list[str]:
    """Return the compiler's errors for all scripts; in the site those of `static/` may have other names."""
    del site
    if not any((ROOT / "static").rglob("*.js")):
        return []
    compiler = NODE_MODULES / "typescript" / "bin" / "tsc"
    command = ["node", str(compiler), "--project", "tools/audit/tsconfig.json", "--pretty", "false"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    said = (done.stdout + done.stderr).splitlines()
    return said or ["The compiler failed without a word."] if done.returncode != 0 else []

"""Writes the lock files: every package with its exact version and the hashes of its files for all platforms.

uv resolves for every platform at once, which pip cannot. It runs from an environment of its own that is thrown away,
and no setting of this machine (a package index, a constraint) may reach the result.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# Each set is resolved under the one before it, so that all can be installed together.
SETS = {
    "requirements.lock": (),
    "requirements-dev.lock": ("--group", "dev", "--constraints", "requirements.lock"),
    "requirements-bench.lock": ("--group", "bench", "--constraints", "requirements-dev.lock"),
}

OPTIONS = (
    "--no-config",
    "--universal",
    "--python-version=3.11",
    "--generate-hashes",
    "--no-emit-index-url",
    "--no-emit-find-links",
    "--no-header",
    "--no-annotate",
    "--upgrade",
    "--quiet",
)


def main() -> None:
    """Resolve every set anew and write them."""
    with tempfile.TemporaryDirectory() as folder:
        environment = Path(folder)
        venv.create(environment, with_pip=True)
        scripts = environment / ("Scripts" if sys.platform == "win32" else "bin")
        subprocess.run([scripts / "python", "-m", "pip", "install", "--quiet", "uv"], check=True)
        clean = {name: value for name, value in os.environ.items() if not name.startswith(("UV_", "PIP_"))}
        for lock, chosen in SETS.items():
            source = () if "--group" in chosen else ("pyproject.toml",)
            command = [scripts / "uv", "pip", "compile", *OPTIONS, *chosen, *source, "--output-file", lock]
            subprocess.run(command, check=True, cwd=ROOT, env=clean)
            print(f"{lock}: written")


if __name__ == "__main__":
    main()

"""Checks of the built site by programs that are not Python: Node, Java, gettext. `make audit` runs them.

A check is a module `check_<name>` with `PROGRAMS`, the commands it needs, and `run(site)`, which returns one sentence
for each fault of the site in that folder. `tools.audit.__main__` lists the checks and brings what they need.
"""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NODE_MODULES = Path(__file__).resolve().parent / "node_modules"

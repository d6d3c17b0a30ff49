"""Builds the site into a temporary folder and runs the checks on it: `python -m tools.audit [NAME]…`."""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Protocol

from tools import debian
from tools.audit import (
    NODE_MODULES,
    ROOT,
    check_accessibility,
    check_formats,
    check_gettext,
    check_html,
    check_scripts,
    check_servers,
)
from tools.environment import digest


class Check(Protocol):
    """What a check module offers."""

    @property
    def PROGRAMS(self) -> tuple[str, ...]:  # noqa: N802 -- a constant of the module
        """The commands that the check needs."""
        ...

    def run(self, site: Path) -> list[str]:
        """Return one sentence for each fault of the site in the folder `site`."""
        ...


CHECKS: dict[str, Check] = {
    "html": check_html,
    "formats": check_formats,
    "gettext": check_gettext,
    "scripts": check_scripts,
    "accessibility": check_accessibility,
    "servers": check_servers,
}

DEBIAN_PACKAGES = {
    "caddy": "caddy",
    "java": "default-jre-headless",
    "msgfmt": "gettext",
    "nginx": "libnginx-mod-http-brotli-static",  # brings nginx
    "node": "nodejs",
    "npm": "npm",
    "openssl": "openssl",
}


def bring_programs(programs: set[str]) -> None:
    """Install the programs that are missing, or exit with their names where that is not possible."""
    missing = {program for program in programs if not shutil.which(program)}
    if missing and debian.may_install():
        debian.install(DEBIAN_PACKAGES[program] for program in missing)
        missing = {program for program in missing if not shutil.which(program)}
    if missing:
        packages = ", ".join(f"{program} (Debian: {DEBIAN_PACKAGES[program]})" for program in sorted(missing))
        sys.exit(f"The audit needs programs that are not installed: {packages}")


def bring_node_modules() -> None:
    """Install the npm packages of the lock, unless they are there; none of their scripts is run."""
    locked = digest(NODE_MODULES.parent / name for name in ("package.json", "package-lock.json"))
    stamp = NODE_MODULES / "installed"
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == locked:
        return
    if subprocess.run(["npm", "ci", "--ignore-scripts"], cwd=NODE_MODULES.parent, check=False).returncode != 0:
        sys.exit("The npm packages of tools/audit could not be installed; the lines above say why.")
    stamp.write_text(locked, encoding="utf-8")


def build(output: Path) -> None:
    """Build the site as it would be published, from an address that is nobody's, or exit with the builder's status."""
    arguments = ["build", "--output", str(output), "--base-url", "https://catalogue.example"]
    done = subprocess.run([sys.executable, "build.py", *arguments], cwd=ROOT, check=False)
    if done.returncode != 0:
        sys.exit(done.returncode)


def main() -> None:
    """Run the checks named on the command line, or all of them; exit with 1 where one finds a fault."""
    parser = argparse.ArgumentParser(prog="python -m tools.audit", description=main.__doc__)
    parser.add_argument("names", metavar="NAME", nargs="*", help=", ".join(CHECKS))
    chosen = parser.parse_args().names or list(CHECKS)
    if unknown := [name for name in chosen if name not in CHECKS]:
        parser.error(f"no check is named {', '.join(unknown)}; there are {', '.join(CHECKS)}")
    programs = {program for name in chosen for program in CHECKS[name].PROGRAMS}
    bring_programs(programs)
    if "npm" in programs:
        bring_node_modules()
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        site = Path(folder) / "site"
        build(site)
        for name in chosen:
            started = time.monotonic()
            faults = CHECKS[name].run(site)
            failed += bool(faults)
            for fault in faults:
                print(f"  {fault}")
            verdict = "failed" if faults else "passed"
            print(f"audit {name}: {verdict} ({time.monotonic() - started:.0f} s)", flush=True)
    print(f"audit: {len(chosen) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()

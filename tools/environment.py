"""Makes `.venv` from the lock files, and does nothing when it already agrees with them.

Run by the Makefile with the machine's own Python, so it uses the standard library only, and must still parse on a
Python that is too old in order to say so.
"""

from __future__ import annotations

import argparse
import hashlib
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

OLDEST = (3, 11)
ROOT = Path(__file__).resolve().parent.parent
LOCKS = {"runtime": ("requirements.lock",), "dev": ("requirements.lock", "requirements-dev.lock")}


def python_of(venv: Path) -> Path:
    """Return the interpreter of a virtual environment."""
    return venv / "Scripts" / "python.exe" if sys.platform == "win32" else venv / "bin" / "python"


def digest(root: Path, locks: tuple[str, ...]) -> str:
    """Return what a stamp holds: the digest of the lock files' contents, so that a mere touch installs nothing."""
    return hashlib.sha256(b"\0".join((root / lock).read_bytes() for lock in locks)).hexdigest()


def works(venv: Path) -> bool:
    """Tell whether the environment's interpreter starts (it does not after its Python was removed) and is not too old."""
    probe = f"import sys, pip; sys.exit(sys.version_info < {OLDEST})"
    try:
        return subprocess.run([python_of(venv), "-c", probe], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def stamps(venv: Path) -> dict[str, Path]:
    """Return the file of each set of packages that says, once they are all installed, which lock they came from."""
    return {name: venv / f"{name}.installed" for name in LOCKS}


def is_current(root: Path, venv: Path, wanted: str) -> bool:
    """Tell whether the set `wanted` is installed exactly as the lock files have it now."""
    stamp = stamps(venv)[wanted]
    return stamp.is_file() and stamp.read_text() == digest(root, LOCKS[wanted]) and works(venv)


def install(root: Path, venv: Path, wanted: str) -> None:
    """Bring the environment to the lock files' state, or exit with a sentence that says why not.

    The stamps are removed first and written last: an installation that was killed leaves none, and the next call
    starts from an empty environment.
    """
    if sys.version_info < OLDEST:  # noqa: UP036 -- the one place that older Pythons reach
        found = ".".join(map(str, sys.version_info[:3]))
        needed = ".".join(map(str, OLDEST))
        sys.exit(
            f"Python {needed} or newer is needed; {sys.executable} is {found}. Name another: make PYTHON=python{needed}"
        )
    if not (stamps(venv)["runtime"].is_file() and works(venv)):
        run([sys.executable, "-m", "venv", "--clear", str(venv)], "The virtual environment could not be made")
    for stamp in stamps(venv).values():
        stamp.unlink(missing_ok=True)
    locks = LOCKS[wanted]
    print(f"Installing the Python packages of {' and '.join(locks)} …", flush=True)
    pip = [str(python_of(venv)), "-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check"]
    chosen = [argument for lock in locks for argument in ("-r", str(root / lock))]
    run([*pip, "--require-hashes", *chosen], "The packages could not be installed")
    for name, of_set in LOCKS.items():
        if set(of_set) <= set(locks):
            stamps(venv)[name].write_text(digest(root, of_set))


def run(command: list[str], failure: str) -> None:
    """Run a command, and exit with `failure` when it fails; its own words stand above."""
    if subprocess.run(command, check=False).returncode != 0:
        sys.exit(f"{failure} (see above).")


@contextmanager
def alone(root: Path) -> Iterator[None]:
    """Let one installation run at a time: a second `make` waits for the first instead of clearing its work."""
    try:
        import fcntl
    except ImportError:  # Windows has none; there the stamps alone must do
        yield
        return
    with (root / ".venv.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def main() -> None:
    """Install the set named on the command line unless it is there already."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("wanted", choices=sorted(LOCKS))
    wanted = parser.parse_args().wanted
    venv = ROOT / ".venv"
    if is_current(ROOT, venv, wanted):
        return
    with alone(ROOT):
        if not is_current(ROOT, venv, wanted):
            install(ROOT, venv, wanted)


if __name__ == "__main__":
    main()

"""Makes `.venv` from the lock files, and does nothing when it already agrees with them.

The Makefile runs it with the machine's own Python. So it uses the standard library only, and its syntax is old enough
for a Python that is too old to read it and say so.
"""

import argparse
import fcntl
import hashlib
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

OLDEST = (3, 11)
ROOT = Path(__file__).resolve().parent.parent
LOCKS = {
    "runtime": ("requirements.lock",),
    "dev": ("requirements.lock", "requirements-dev.lock"),
    "bench": ("requirements.lock", "requirements-dev.lock", "requirements-bench.lock"),
}


def digest(files: "Iterable[Path]") -> str:
    """Return a digest of the files' contents, for a stamp; unlike a time it survives a checkout back and forth."""
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


def is_current(root: Path, wanted: str) -> bool:
    """Tell whether the set `wanted` is installed just as the lock files have it now."""
    stamp = _stamp(root, wanted)
    return stamp.is_file() and stamp.read_text(encoding="utf-8") == _state(root, wanted) and _starts(root)


def install(root: Path, wanted: str) -> None:
    """Bring `.venv` to the state of the lock files, or exit with a sentence that says why not.

    The stamps are removed first and written last: an installation that was killed leaves none, and the next one starts
    from an empty environment.
    """
    if sys.version_info < OLDEST:
        found, oldest = (".".join(map(str, version)) for version in (sys.version_info[:3], OLDEST))
        sys.exit(
            f"Python {oldest} or newer is needed, and {sys.executable} is {found}. "
            f"Where a newer one has another name: make PYTHON=python{oldest}"
        )
    if not (_stamp(root, "runtime").is_file() and _starts(root)):
        _run([sys.executable, "-m", "venv", "--clear", str(root / ".venv")], "The environment could not be made")
    for name in LOCKS:
        _stamp(root, name).unlink(missing_ok=True)
    locks = LOCKS[wanted]
    print(f"Installing the packages of {' and '.join(locks)} into .venv …", flush=True)
    pip = [str(_python(root)), "-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check"]
    for lock in locks:
        pip += ["-r", str(root / lock)]
    _run([*pip, "--require-hashes"], "The packages could not be installed")
    for name, needed in LOCKS.items():
        if set(needed) <= set(locks):
            _stamp(root, name).write_text(_state(root, name), encoding="utf-8")


@contextmanager
def alone(root: Path) -> "Iterator[None]":
    """Let one installation run at a time: a second `make` waits for the first instead of clearing its work."""
    with (root / ".venv.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _python(root: Path) -> Path:
    return root / ".venv" / "bin" / "python"


def _stamp(root: Path, wanted: str) -> Path:
    return root / ".venv" / f"{wanted}.installed"


def _state(root: Path, wanted: str) -> str:
    return digest(root / lock for lock in LOCKS[wanted])


def _starts(root: Path) -> bool:
    """Tell whether the environment's Python still runs: an upgrade of the system may have taken it away."""
    try:
        return (
            subprocess.run([str(_python(root)), "-c", "import pip"], stderr=subprocess.DEVNULL, check=False).returncode
            == 0
        )
    except OSError:
        return False


def _run(command: "list[str]", failure: str) -> None:
    if subprocess.run(command, check=False).returncode != 0:
        sys.exit(f"{failure}; the lines above say why.")


def main() -> None:
    """Install a set of packages into .venv, unless it is there already."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("wanted", choices=sorted(LOCKS))
    wanted = parser.parse_args().wanted
    with alone(ROOT):
        if not is_current(ROOT, wanted):
            install(ROOT, wanted)


if __name__ == "__main__":
    main()

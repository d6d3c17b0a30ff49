"""Writing a release beside the live one and swapping the two, so that readers find the one or the other, whole."""

from __future__ import annotations

import os
import re
import shutil
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from generator.files import machine
from generator.output import manifest
from generator.output.manifest import Manifest, Row, Staged
from generator.output.staging import Batch, OutputFile, Rest, slices, stage
from generator.problems import WrongCall

# What file managers leave in every folder they open; it is nobody's work.
_HARMLESS = frozenset({".DS_Store", "Thumbs.db", "desktop.ini"})
_SOURCES = ("content", "data", "deploy", "generator", "locales", "static", "templates", ".git")
_NAMED_AT_MOST = 5


class Published(Struct, frozen=True):
    """What a release changed: the paths that were written anew and those that are gone, and how many files it has."""

    files: Mapping[str, Row]
    written: tuple[str, ...]
    removed: tuple[str, ...]


Finish = Callable[[Staged], Mapping[str, Row]]


def check_output(output: Path, root: Path) -> None:
    """Raise ``WrongCall`` unless ``output`` is absent, empty, or a release of ours with nothing foreign in it."""
    place = _settled(output)
    _check_kind(place)
    root = root.resolve()
    if root.is_relative_to(place):
        raise WrongCall(f"{place} holds the site's sources")
    with suppress(RuntimeError):  # a service account may have no home
        if Path.home().resolve().is_relative_to(place):
            raise WrongCall(f"{place} holds your home folder")
    for name in _SOURCES:
        if place.is_relative_to(root / name):
            raise WrongCall(f"{place} lies inside {name}/, which people edit")
    _check_contents(place)


def publish(
    files: Iterable[OutputFile],
    output: Path,
    *,
    jobs: int | None = None,
    finish: Finish | None = None,
    former: Path | None = None,
) -> Published:
    """Publish files that are known already; as ``publish_batches``."""
    return publish_batches(slices(tuple(files)), output, jobs=jobs, finish=finish, former=former)


def publish_batches(
    batches: Sequence[Batch],
    output: Path,
    *,
    rest: Rest | None = None,
    jobs: int | None = None,
    finish: Finish | None = None,
    former: Path | None = None,
) -> Published:
    """Write the files to a fresh folder beside ``output`` and swap it in whole.

    What the former release already holds, made from inputs with the same digest and not touched since, is linked
    instead of rendered. ``rest`` makes further files from the notes of the others. ``finish`` sees the release before
    it goes live: it may add files, whose rows it returns, or raise to keep the former one. ``jobs`` processes share
    the batches; ``None`` takes one for each processor. ``former`` names the release to link from where that is not
    the one in ``output``.

    Raises ``MachineFailure`` when the disk or another build is in the way, ``WrongCall`` when the folder is not
    ours; the former release then stays as it was.
    """
    place = _settled(output)
    lock = place.with_name(f".{place.name}.lock")
    with machine.explained(f"write the site to {place}"):
        place.parent.mkdir(parents=True, exist_ok=True)
        with machine.exclusive(lock, f"another build is writing to {place}; try again when it is done") as held:
            _clean(place)
            _check_kind(place)
            _check_contents(place)
            folder = _fresh(place, "new")
            try:
                staged = stage(batches, folder, former or place, jobs=jobs, inherited=held, rest=rest)
                rows = {**staged.files, **(finish(staged) if finish else {})}
                (folder / manifest.NAME).write_bytes(manifest.encode(rows))
                machine.flush(folder)
                _swap(folder, place)
                machine.flush_names(place.parent)
            finally:
                # By now this is the former release, or what a failure left of the new one.
                shutil.rmtree(folder, ignore_errors=True)
    released = staged.former.files if staged.former else {}
    added = rows.keys() - staged.files.keys()
    changed = staged.written | {path for path in added if released.get(path) != rows[path]}
    return Published(rows, tuple(sorted(changed)), tuple(sorted(released.keys() - rows.keys())))


def shrunk(former: int, new: int) -> bool:
    """Whether a release of ``new`` pages lost too much to go live unasked: all, or over a fifth, of ``former``."""
    return new == 0 or new * 5 < former * 4


def _settled(output: Path) -> Path:
    """The output's path with the links among its parents followed, so that one folder has one lock."""
    absolute = output.absolute()
    return absolute.parent.resolve() / absolute.name if absolute.name not in {"", ".."} else absolute.resolve()


def _check_kind(place: Path) -> None:
    try:
        kind = place.lstat().st_mode
    except FileNotFoundError:
        return
    except NotADirectoryError:
        raise WrongCall(f"{place} cannot be a folder: a part of its path is a file") from None
    if stat.S_ISLNK(kind):
        raise WrongCall(f"{place} is a symbolic link; name the folder itself")
    if not stat.S_ISDIR(kind):
        raise WrongCall(f"{place} is a file, not a folder")
    if place.is_mount():
        raise WrongCall(f"{place} is a mount point and cannot be swapped; name a folder inside it")


def _check_contents(place: Path) -> None:
    if not place.is_dir():
        return
    release = manifest.read(place)
    if release is None:
        found = sorted(entry.name for entry in place.iterdir() if entry.name not in _HARMLESS)
        if found:
            raise WrongCall(f"{place} is not empty and holds no manifest of ours: {_some(found)}")
    elif foreign := sorted(_foreign(place, release)):
        raise WrongCall(f"{place} holds files that no build wrote: {_some(foreign)}; move them elsewhere")


def _some(names: list[str]) -> str:
    more = len(names) - _NAMED_AT_MOST
    return ", ".join(names[:_NAMED_AT_MOST]) + (f" and {more} more" if more > 0 else "")


def _foreign(place: Path, release: Manifest) -> Iterator[str]:
    """What lies in a release without being listed. Only folders that changed since the release need a look."""
    known = release.files.keys() | {manifest.NAME}
    folders = {""}
    for path in release.files:
        folder = path
        while (folder := folder.rpartition("/")[0]) and folder not in folders:
            folders.add(folder)
    for folder in folders:
        try:
            # A file system's clock is coarse: what was put there right after the manifest may have its time.
            if os.lstat(f"{place}/{folder}").st_mtime_ns < release.stamp:
                continue
            names = {entry.name for entry in (place / folder).iterdir()} - _HARMLESS
        except (FileNotFoundError, NotADirectoryError):
            continue
        yield from {f"{folder}/{name}" if folder else name for name in names} - known - folders


def _fresh(place: Path, role: str) -> Path:
    folder = place.with_name(f".{place.name}.{role}-{os.urandom(4).hex()}")
    folder.mkdir()
    if place.is_dir():
        folder.chmod(stat.S_IMODE(place.stat().st_mode))
    return folder


def _litter(place: Path, role: str) -> list[Path]:
    name = re.compile(rf"\.{re.escape(place.name)}\.{role}-[0-9a-f]{{8}}")
    return [entry for entry in place.parent.iterdir() if name.fullmatch(entry.name)]


def _clean(place: Path) -> None:
    """Remove what a killed build left. The lock is held, so no living build uses it."""
    for former in _litter(place, "old"):
        if not place.exists():
            former.rename(place)
    for folder in _litter(place, "old") + _litter(place, "new"):
        shutil.rmtree(folder, ignore_errors=True)


def _swap(folder: Path, place: Path) -> None:
    """Make ``folder`` the live one; the former is under the name ``folder`` afterwards."""
    if not place.exists():
        folder.rename(place)
    elif not machine.exchange(folder, place):
        _swap_by_two_renames(folder, place)


def _swap_by_two_renames(folder: Path, place: Path) -> None:
    """Swap where the file system has no exchange. Between the two renames a reader finds no site.

    A build killed there leaves the former release under another name, and the next one puts it back.
    """
    aside = place.with_name(folder.name.replace(".new-", ".old-"))
    place.rename(aside)
    try:
        folder.rename(place)
    except BaseException:
        aside.rename(place)
        raise
    aside.rename(folder)

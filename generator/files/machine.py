"""What the operating system offers beyond Python's ``os``: a lock, a swap of two folders, one flush, errors in words.

Linux and macOS. Where neither has the call that is wanted, the functions say what they do instead.
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from generator.problems import MachineFailure

_AT_FDCWD = -100
_RENAME_EXCHANGE = 2  # renameat2 on Linux; RENAME_SWAP of macOS's renamex_np has the same value
_NO_EXCHANGE = frozenset({errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EXDEV})
_NO_LINK = frozenset(
    {errno.EPERM, errno.EACCES, errno.EMLINK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EXDEV, errno.ENOSYS}
)

_ROOM = 1_000_000_000

_WORDS = {
    errno.ENOSPC: "the disk is full, or out of inodes",
    errno.EDQUOT: "the disk quota is used up",
    errno.EFBIG: "a file would be larger than this process may write (ulimit -f)",
    errno.EMFILE: "this process may not open that many files (ulimit -n)",
    errno.ENFILE: "the system has too many open files",
    errno.EACCES: "no permission",
    errno.EPERM: "no permission",
    errno.EROFS: "the disk is read-only",
    errno.EBUSY: "it is a mount point, or in use",
    errno.EIO: "the disk reports a fault",
}


def words_of(error: OSError) -> str:
    """What went wrong, in words, with the file where one is known."""
    words = _WORDS.get(error.errno or 0) or error.strerror or str(error)
    return f"{words}: {os.fsdecode(error.filename)}" if isinstance(error.filename, str | bytes) else words


@contextmanager
def explained(doing: str) -> Iterator[None]:
    """Turn every ``OSError`` of the block into a ``MachineFailure`` that reads "cannot <doing>: <why>"."""
    try:
        yield
    except OSError as error:
        raise MachineFailure(f"cannot {doing}: {words_of(error)}") from error


@contextmanager
def exclusive(path: Path, busy: str) -> Iterator[int]:
    """Hold the lock file ``path``, or raise ``MachineFailure(busy)`` at once while a living process holds it.

    Yields the descriptor that carries the lock: a child that outlives its parent must close it. The kernel drops the
    lock with its holder, so a file that a killed build left behind blocks nobody.
    """
    while True:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o666)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # The former holder may have removed the file between our open and our lock; then we hold nothing.
            if _is_at(descriptor, path):
                break
        except BlockingIOError:
            os.close(descriptor)
            raise MachineFailure(busy) from None
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)
    try:
        yield descriptor
    finally:
        path.unlink(missing_ok=True)
        os.close(descriptor)


def _is_at(descriptor: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), path.lstat())
    except FileNotFoundError:
        return False


def link(source: Path | str, target: Path | str) -> None:
    """Make ``target`` a hard link of ``source``, or a copy where the file system or its owner forbids links."""
    try:
        os.link(source, target, follow_symlinks=False)
    except OSError as error:
        if error.errno not in _NO_LINK:
            raise
        shutil.copyfile(source, target, follow_symlinks=False)


def exchange(first: Path, second: Path) -> bool:
    """Swap two folders of one disk in a single step, so that a reader of either path always finds a folder.

    Returns False, with nothing changed, where the system or the file system cannot; raises ``OSError`` otherwise.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    names = os.fsencode(first), os.fsencode(second)
    if sys.platform == "darwin":
        failed = libc.renamex_np(*names, _RENAME_EXCHANGE)
    elif hasattr(libc, "renameat2"):
        failed = libc.renameat2(_AT_FDCWD, names[0], _AT_FDCWD, names[1], _RENAME_EXCHANGE)
    else:
        return False
    if not failed:
        return True
    number = ctypes.get_errno()
    if number in _NO_EXCHANGE:
        return False
    raise OSError(number, os.strerror(number), str(second))


def quick_folder() -> Path | None:
    """A folder in memory for what need not outlive the process, or ``None`` where there is none with a gigabyte free.

    On a busy disk a site of a thousand files takes seconds. Whoever names a folder in ``TMPDIR`` gets that one.
    """
    memory = Path("/dev/shm")  # noqa: S108 - a folder of one's own is made inside
    if os.environ.get("TMPDIR") or not os.access(memory, os.W_OK):
        return None
    return memory if shutil.disk_usage(memory).free >= _ROOM else None


def flush(folder: Path) -> None:
    """Bring everything that was written to the disk of ``folder`` onto it; raises ``OSError`` when the disk cannot.

    One ``syncfs`` costs what a single ``fsync`` costs, not one for each of thousands of files.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    if not hasattr(libc, "syncfs"):
        os.sync()
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        if libc.syncfs(descriptor):
            number = ctypes.get_errno()
            raise OSError(number, os.strerror(number), str(folder))
    finally:
        os.close(descriptor)


def flush_names(folder: Path) -> None:
    """Bring the names in ``folder`` itself onto the disk: what was renamed there stays renamed after a power cut."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

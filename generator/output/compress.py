"""Brotli and gzip beside the files, so that a web server need not compress the same page for every visitor.

What was compressed for the former release is linked. The same bytes give the same compressed bytes: gzip's time stamp
is 0, and the library's version belongs to the digest of the inputs.
"""

from __future__ import annotations

import gzip
import os
import zlib
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import NamedTuple

import brotli

from generator.output.manifest import Row, Staged, digest

SMALLEST = 256
"""Below this many bytes the headers of an answer weigh more than what compressing could save."""
_TEXTS = (".html", ".css", ".js", ".json", ".svg", ".xml", ".txt", ".md", ".csv")


class _Kind(NamedTuple):
    """A way to compress: the ending of its files, who does it, and how."""

    suffix: str
    maker: str
    compress: Callable[[bytes], bytes]


def _brotli(content: bytes) -> bytes:
    compressed: bytes = brotli.compress(content, quality=11)
    return compressed


KINDS = (
    _Kind(".br", f"brotli {brotli.__version__}", _brotli),
    _Kind(".gz", f"zlib {zlib.ZLIB_RUNTIME_VERSION}", partial(gzip.compress, compresslevel=9, mtime=0)),
)


def compress(staged: Staged, files: Mapping[str, Row]) -> dict[str, Row]:
    """Put compressed forms of a staged release's texts beside them; returns the rows of the new files.

    ``files`` are all files of the release. A form that is no smaller than the text is left out.
    """
    # Both libraries work outside the interpreter's lock.
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(pair for pairs in pool.map(partial(_forms, staged), _texts(files)) for pair in pairs)


def _texts(files: Mapping[str, Row]) -> Iterator[tuple[str, Row]]:
    return (
        (path, row) for path, row in files.items() if path.endswith(_TEXTS) and row.size >= SMALLEST and not row.age
    )


def _forms(staged: Staged, text: tuple[str, Row]) -> list[tuple[str, Row]]:
    path, row = text
    made = (_form(staged, path, row, kind) for kind in KINDS)
    return [pair for pair in made if pair]


def _form(staged: Staged, path: str, row: Row, kind: _Kind) -> tuple[str, Row] | None:
    target = path + kind.suffix
    made_from = digest(f"{kind.maker} {row.sha256}".encode())[:32]
    former = staged.former.files.get(target) if staged.former else None
    if former and former.input == made_from and staged.former and staged.former.is_intact(staged.former_folder, target):
        staged.keep({target: former})
        return target, former
    content = kind.compress((staged.folder / path).read_bytes())
    if len(content) >= row.size:
        return None
    (staged.folder / target).write_bytes(content)
    return target, Row(made_from, digest(content), len(content))

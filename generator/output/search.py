"""The search index of each locale, made by Pagefind and kept while no indexed text of the locale changes.

Everything that Pagefind shall read stands in an element with ``data-pagefind-body``; what is marked
``data-pagefind-ignore`` in it, such as prices, may change without a new index.
"""

from __future__ import annotations

import base64
import json
import os
import re
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from pathlib import Path

from generator.model import Locale
from generator.output import manifest
from generator.output.manifest import Row, Staged
from generator.output.pagefind import Pagefind, executable_for, running, version_of
from generator.problems import MachineFailure

SECONDS = 600.0
_BUNDLE = "pagefind"
_ENTRY = "pagefind-entry.json"
# Ready-made interfaces of several hundred kilobytes; our pages use the script API only.
_UNUSED = re.compile(r"pagefind-(?:component-ui|modular-ui|ui|highlight)\.(?:js|css)")
_MARKED = re.compile(rb"<([a-z][a-z0-9-]*)(?:\s[^<>]*)?\sdata-pagefind-(body|ignore)\b[^<>]*>")
_VOID = frozenset({b"br", b"hr", b"img", b"input", b"wbr"})


def build_index(
    staged: Staged,
    locales: Iterable[Locale],
    *,
    engine: Callable[[str], Path] = executable_for,
    seconds: float = SECONDS,
) -> dict[str, Row]:
    """Put ``<locale>/pagefind/`` into a staged release for every locale that has pages; returns the rows of its files.

    ``engine`` tells the binary for a language tag; one locale may take ``seconds``. Raises ``MachineFailure`` when
    Pagefind is missing, too old, fails, is killed or does not end.
    """
    version = lru_cache(partial(version_of, seconds=seconds))
    way = manifest.digest(Path(__file__).read_bytes())
    bundles = []
    for locale in locales:
        if _pages(staged.files, locale):
            executable = engine(locale.tag)
            made_from = manifest.digest(f"{version(executable)} {locale.tag} {way}".encode())
            bundles.append(partial(_bundle, staged, locale, executable, made_from, seconds))
    rows: dict[str, Row] = {}
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for found in pool.map(lambda bundle: bundle(), bundles):
            rows |= found
    return rows


def _bundle(staged: Staged, locale: Locale, executable: Path, made_from: str, seconds: float) -> dict[str, Row]:
    """The rows of a locale's index, kept from the former release where it would become the same."""
    prefix = f"{locale.slug}/{_BUNDLE}/"
    if _is_current(staged, locale, prefix, made_from) and (kept := staged.kept(prefix)):
        staged.keep(kept)
        return kept
    folder = staged.folder / locale.slug
    pages = sorted(page.removeprefix(f"{locale.slug}/") for page in _pages(staged.files, locale))
    with running(executable, seconds) as pagefind:
        files = _index(pagefind, folder, pages, locale.tag)
    rows = {}
    for path, content in files.items():
        place = folder / _BUNDLE / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
        rows[prefix + path] = Row(made_from, manifest.digest(content), len(content))
    return rows


def _index(pagefind: Pagefind, folder: Path, pages: Sequence[str], tag: str) -> dict[str, bytes]:
    """Index pages of a folder as one language; returns the files of the index.

    Pages are handed over one by one: Pagefind numbers those of a folder as the file system happens to list them, and
    the same input would give other bytes on another disk. Its files are asked for: it says that it has written them
    before the last bytes are on the disk.
    """
    index = pagefind.ask("NewIndex", config={"force_language": tag.lower()})["index_id"]
    for page in pages:
        text = (folder / page).read_text(encoding="utf-8")
        if "data-pagefind-body" in text:
            # Between elements without a blank, Pagefind would make one word of "<dt>Memory</dt><dd>80 GB</dd>".
            pagefind.ask("AddFile", index_id=index, file_path=page, file_contents=text.replace("><", "> <"))
    answer = pagefind.ask("GetFiles", index_id=index)
    try:
        files = {file["path"]: base64.b64decode(file["content"], validate=True) for file in answer["files"]}
        entry = json.loads(files[_ENTRY])
    except (KeyError, TypeError, ValueError):
        raise MachineFailure(f"Pagefind ended without an index for {tag}") from None
    files[_ENTRY] = json.dumps(entry, sort_keys=True, ensure_ascii=False).encode()
    return {path: content for path, content in files.items() if manifest.is_safe(path) and not _UNUSED.fullmatch(path)}


def _pages(files: Iterable[str], locale: Locale) -> set[str]:
    return {path for path in files if path.startswith(f"{locale.slug}/") and path.endswith(".html")}


def _is_current(staged: Staged, locale: Locale, prefix: str, made_from: str) -> bool:
    """Whether the former release's index is by the same Pagefind and of the same pages with the same indexed text."""
    if staged.former is None:
        return False
    former = staged.former.files
    index = [row for path, row in former.items() if path.startswith(prefix) and not row.age]
    pages = _pages(staged.files, locale)
    if not index or any(row.input != made_from for row in index) or pages != _pages(former, locale):
        return False
    return all(_is_same_text(staged, page) for page in pages & staged.written)


def _is_same_text(staged: Staged, page: str) -> bool:
    if staged.former is None or not staged.former.is_intact(staged.former_folder, page):
        return False
    former = (staged.former_folder / page).read_bytes()
    return indexed(former) == indexed((staged.folder / page).read_bytes())


def kept_index(staged: Staged, locales: Iterable[Locale]) -> dict[str, Row]:
    """The former release's index, whatever changed since; empty unless every locale has one."""
    kept = [staged.kept(f"{locale.slug}/{_BUNDLE}/") for locale in locales]
    if not all(kept):
        return {}
    for rows in kept:
        staged.keep(rows)
    return {path: row for rows in kept for path, row in rows.items()}


def indexed(page: bytes) -> bytes:
    """The part of a page that Pagefind reads, with its markup; the whole page where its elements are not balanced."""
    parts = []
    for body in _MARKED.finditer(page):
        if body[2] == b"body":
            end = _end(page, body)
            if end is None:
                return page
            position = body.start()
            for ignored in _MARKED.finditer(page, body.end(), end):
                ignored_end = _end(page, ignored)
                if ignored_end is None:
                    return page
                if ignored[2] == b"ignore" and ignored.start() >= position:
                    parts.append(page[position : ignored.start()])
                    position = ignored_end
            parts.append(page[position:end])
    return b"".join(parts)


def _end(page: bytes, start: re.Match[bytes]) -> int | None:
    """Where the element that begins with a start tag ends."""
    name = start[1]
    if name in _VOID:
        return start.end()
    depth = 0
    for tag in re.compile(rb"<(/?)" + name + rb"(?=[\s/>])[^<>]*>").finditer(page, start.start()):
        depth += -1 if tag[1] else 1
        if not depth:
            return tag.end()
    return None

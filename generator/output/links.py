"""Every internal link, anchor and image of the output: where it leads, and whether something is there.

What the written files hold was found as they were written. Pages whose bytes are those of the former release need no
second look, since that release had no dead link, unless a file or an anchor of it is gone.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator
from pathlib import Path
from posixpath import normpath
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from generator.output.manifest import Row, Staged
from generator.output.scan import Scan, has_links, scan

_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:|//", re.IGNORECASE)
_FULL = ("https:", "http:")


class DeadLink(NamedTuple):
    """A link of a page that leads nowhere: the page's file, the link as it is written there, and what is wrong."""

    page: str
    target: str
    reason: str


def dead_links(
    staged: Staged, *, base_url: str, elsewhere: Collection[str] = (), later: str = "pagefind"
) -> list[DeadLink]:
    """The dead links of a release, sorted.

    Links that begin with ``base_url`` are looked up like relative ones. ``elsewhere`` names folders of the root (the
    other locales of a partial build) whose pages another build makes; folders called ``later``, at any depth, are
    filled after this check.
    """
    return sorted(_Checker(staged, base_url, frozenset(elsewhere), later).run())


class _Checker:
    def __init__(self, staged: Staged, base_url: str, elsewhere: frozenset[str], later: str) -> None:
        self._staged = staged
        self._files = staged.files.keys()
        self._elsewhere = elsewhere
        self._later = f"/{later}/"
        self._base = base_url.rstrip("/") + "/"
        self._base_path = urlsplit(self._base).path
        self._scans = dict(staged.scans)
        self._sound: defaultdict[int, set[str]] = defaultdict(set)

    def run(self) -> Iterator[DeadLink]:
        pages = self._staged.files if self._something_is_gone() else self._staged.written
        for page in pages:
            if has_links(page):
                yield from self._of_page(page)

    def _something_is_gone(self) -> bool:
        """Whether a page that did not change could link to a file or an anchor that the former release still had."""
        former = self._staged.former
        if former is None or any(self._counts(path, former.files[path]) for path in former.files.keys() - self._files):
            return True
        for page in self._staged.written:
            if page in former.files and page.endswith(".html"):
                if not former.is_intact(self._staged.former_folder, page):
                    return True
                if _scan_file(self._staged.former_folder, page).ids - self._scan(page).ids:
                    return True
        return False

    def _counts(self, path: str, row: Row) -> bool:
        """Whether an unchanged page may have linked to a file that is gone: not where later steps add it again."""
        is_compressed = path.endswith((".br", ".gz")) and path[:-3] in self._files
        return not row.age and not is_compressed and self._later not in f"/{path}"

    def _scan(self, page: str) -> Scan:
        if page not in self._scans:
            self._scans[page] = _scan_file(self._staged.folder, page)
        return self._scans[page]

    def _of_page(self, page: str) -> Iterator[DeadLink]:
        found = self._scan(page)
        for anchor in found.twice:
            yield DeadLink(page, f"#{anchor}", "stands twice as an id on the page")
        folder = page[: page.rfind("/") + 1]
        # By way of the root a link leads to one place from all pages of a depth. Nearly all links do, and are the same.
        depth = page.count("/")
        shared = (*_FULL, "../" * depth) if depth else _FULL
        sound = self._sound[depth]
        for link in found.links - sound:
            if reason := self._fault(page, folder, link):
                yield DeadLink(page, link, reason)
            elif link.startswith(shared):
                sound.add(link)

    def _fault(self, page: str, folder: str, link: str) -> str:
        """What is wrong with a link, or an empty text."""
        where, _, anchor = link.partition("#")
        where = where.partition("?")[0]
        if not where:
            return self._anchor_fault(page, anchor) if link else "is empty"
        target, fault = self._target(page, folder, where)
        if fault or not target or target.partition("/")[0] in self._elsewhere or self._later in f"/{target}":
            return fault
        if target in self._files:
            return self._anchor_fault(target, anchor)
        return "should end with a slash" if f"{target}/index.html" in self._files else "there is no such page or file"

    def _target(self, page: str, folder: str, where: str) -> tuple[str, str]:
        """The file that a link leads to, and what is wrong with the way to it; both empty for another site's."""
        if f"{where}/".startswith(self._base):
            return _resolve("", unquote(where[len(self._base) :])), ""
        if _SCHEME.match(where):
            return "", ""
        if not where.startswith("/"):
            target = _resolve(folder, unquote(where))
            return target, "" if target else "leads above the site's root"
        # The server shows this page at addresses of any depth, so nothing relative would work on it.
        if not page.endswith("404.html"):
            return "", "begins with a slash, so it breaks where the site lies under a sub-path"
        if not where.startswith(self._base_path):
            return "", f"leads out of the site, which lies under {self._base_path}"
        return _resolve("", unquote(where[len(self._base_path) :])), ""

    def _anchor_fault(self, page: str, anchor: str) -> str:
        name = unquote(anchor)
        if not name or name == "top" or name.startswith(":~:") or not page.endswith((".html", ".svg")):
            return ""
        return "" if name in self._scan(page).ids else f"there is no anchor {name} on that page"


def _resolve(folder: str, where: str) -> str:
    """The file that a relative link leads to, empty above the root. ``folder`` is empty or ends with a slash."""
    while where.startswith("../"):
        if not folder:
            return ""
        folder = folder[: folder.rfind("/", 0, -1) + 1]
        where = where[3:]
    target = folder + where
    if "./" in target or "//" in target or target.endswith(("/..", "/.")) or target in {".", ".."}:
        is_folder = target.endswith(("/", ".", ".."))
        target = normpath(target) + "/" * is_folder
        if target.startswith(("../", "/")):
            return ""
        target = target.removeprefix("./")
    return f"{target}index.html" if not target or target.endswith("/") else target


def _scan_file(folder: Path, path: str) -> Scan:
    return scan(path, (folder / path).read_bytes())

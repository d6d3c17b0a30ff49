"""Every internal link, anchor and image of the output: where it leads, and whether something is there.

Pages whose bytes are those of the former release need no second look, since that release had no dead link, unless a
file or an anchor of it is gone.
"""

from __future__ import annotations

import html
import re
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from posixpath import normpath
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from generator.output.manifest import Row, Staged

# Names in small letters and brackets in text as entities, as templates and the sanitiser write them.
_RAW_TEXT = re.compile(rb"<(?:!--.*?-->|(script|style)([^>]*)>.*?</\1>)", re.DOTALL)
_ATTRIBUTE = re.compile(
    rb"""\s(href|src|id|srcset|poster|action|data|content)=(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))(?=[^<>]*>)"""
)
_CSS_URL = re.compile(rb"""url\(\s*["']?([^"')]+)""")
_REFRESH = re.compile(r"\d+\s*;\s*url=(.+)", re.IGNORECASE)
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:|//", re.IGNORECASE)
_READ = (".html", ".css")


class DeadLink(NamedTuple):
    """A link of a page that leads nowhere: the page's file, the link as it is written there, and what is wrong."""

    page: str
    target: str
    reason: str


class _Scan(NamedTuple):
    ids: frozenset[str]
    twice: tuple[str, ...]
    links: tuple[str, ...]


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
        self._scans: dict[str, _Scan] = {}

    def run(self) -> Iterator[DeadLink]:
        pages = self._staged.files if self._something_is_gone() else self._staged.written
        for page in pages:
            if page.endswith(_READ):
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
                if _scan(page, self._staged.former_folder).ids - self._scan(page).ids:
                    return True
        return False

    def _counts(self, path: str, row: Row) -> bool:
        """Whether an unchanged page may have linked to a file that is gone: not where later steps add it again."""
        is_compressed = path.endswith((".br", ".gz")) and path[:-3] in self._files
        return not row.age and not is_compressed and self._later not in f"/{path}"

    def _scan(self, page: str) -> _Scan:
        if page not in self._scans:
            self._scans[page] = _scan(page, self._staged.folder)
        return self._scans[page]

    def _of_page(self, page: str) -> Iterator[DeadLink]:
        scan = self._scan(page)
        for anchor in scan.twice:
            yield DeadLink(page, f"#{anchor}", "stands twice as an id on the page")
        folder = page[: page.rfind("/") + 1]
        for link in scan.links:
            if reason := self._fault(page, folder, link):
                yield DeadLink(page, link, reason)

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


def _scan(page: str, folder: Path) -> _Scan:
    content = (folder / page).read_bytes()
    if page.endswith(".css"):
        links = [match.decode("utf-8", "replace").strip() for match in _CSS_URL.findall(content)]
        return _Scan(frozenset(), (), tuple(dict.fromkeys(links)))
    ids: set[str] = set()
    twice: list[str] = []
    links = []
    markup = _RAW_TEXT.sub(rb"<x\2>", content)
    for name, double, single, bare in _ATTRIBUTE.findall(markup):
        value = (double or single or bare).decode("utf-8", "replace")
        if "&" in value:
            value = html.unescape(value)
        if name == b"id":
            if value in ids:
                twice.append(value)
            ids.add(value)
        else:
            links += _links_of(name, value)
    return _Scan(frozenset(ids), tuple(dict.fromkeys(twice)), tuple(dict.fromkeys(links)))


def _links_of(name: bytes, value: str) -> Iterable[str]:
    if name == b"srcset":
        return [candidate.split()[0] for candidate in value.split(",") if candidate.strip()]
    if name == b"content":
        refresh = _REFRESH.fullmatch(value.strip())
        if refresh:
            return [refresh[1].strip()]
        return [value] if value.startswith(("http://", "https://")) and " " not in value else []
    return [value.strip()]

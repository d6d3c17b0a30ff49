"""Checks one page of every type in every locale with axe-core: WCAG 2.2 AA and good practice, narrow and wide."""

from __future__ import annotations

import functools
import threading
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, Literal

from playwright.sync_api import sync_playwright

from tools import chromium
from tools.audit import NODE_MODULES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Page

PROGRAMS = ("npm",)

WIDTHS = (320, 1280)
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves files and says nothing of it."""

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 -- the base class names it so
        """Drop the line."""


def one_of_each_type(site: Path) -> list[str]:
    """Return the addresses of the pages to check: the first of those that lie equally deep in the same section.

    A section is a folder of a locale (`/tr/guides/`), so its list and its pages count as two types. Pages that only
    lead on to another are left out: a browser shows the other one.
    """
    found: dict[tuple[str, ...], str] = {}
    for file in sorted(site.rglob("*.html")):
        parts = file.relative_to(site).parts
        if "pagefind" in parts or b'http-equiv="refresh"' in file.read_bytes().lower():
            continue
        kind = (*parts[:2], str(len(parts)), parts[-1])
        found.setdefault(kind, "/" + "/".join(parts).removesuffix("index.html"))
    return list(found.values())


@contextmanager
def served(site: Path) -> Iterator[str]:
    """Serve a folder on a free port of this machine; give its address without a slash at its end."""
    handler = functools.partial(QuietHandler, directory=str(site))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def run(site: Path) -> list[str]:
    """Return the violations, each with its page, its rule, the elements, and the widths and colour schemes it has."""
    pages = one_of_each_type(site)
    if not pages:
        return ["There is no page to check."]
    axe = (NODE_MODULES / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
    seen: dict[str, list[str]] = {}
    with served(site) as origin, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=list(chromium.LAUNCH_ARGUMENTS))
        for width in WIDTHS:
            for scheme in SCHEMES:
                context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)
                page = context.new_page()
                for address in pages:
                    page.goto(origin + address)
                    for fault in violations(page, axe):
                        seen.setdefault(f"{address}: {fault}", []).append(f"{width} px {scheme}")
                context.close()
        browser.close()
    return [f"{fault} ({', '.join(where)})" for fault, where in seen.items()]


def violations(page: Page, axe: str) -> list[str]:
    """Run axe-core in an open page and return what it found."""
    page.evaluate(axe)
    options = {"runOnly": RULES, "resultTypes": ["violations"]}
    result = page.evaluate("options => axe.run(document, options)", options)
    return [
        f"{found['id']}: {found['help']}: {', '.join(str(node['target'][0]) for node in found['nodes'])}"
        for found in result["violations"]
    ]

"""A visitor of the site in a browser, and what the browser complains of."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from playwright.sync_api import ConsoleMessage, Locator, Page, Route, expect

PHONE, LAPTOP = 320, 1280
LOCALES = ("en", "tr", "en_XA", "ar_XB")
SLUGS = ("en", "tr", "en-xa", "ar-xb")
FRESH = "2026-12-01T06:00:00Z"
OLD = "2026-12-09T00:00:00Z"
"""Times at which the snapshot of 2026-12-01T00:00:00Z is fresh, and more than a week old."""

MODULES = re.compile(r"/js/(?!main\.js)")
# Shifts that the visitor caused by a key or a click do not count, as in the browser's own measure.
WATCH_SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts.push(entry.value);
}).observe({ type: "layout-shift", buffered: true });
"""


@dataclass
class Visitor:
    """A visitor with one page open. ``requests`` are those since the page was opened, below the site's address."""

    page: Page
    address: str
    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Listen to the page."""
        self.page.on("request", lambda request: self.requests.append(request.url.removeprefix(self.address)))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._hear)

    def _hear(self, said: ConsoleMessage) -> None:
        # This site is built without an index; Tab passes through the search box, which then asks for one.
        if said.type == "error" and "/pagefind/" not in said.location["url"]:
            self.complaints.append(f"{said.text} {said.location['url']}")

    def open(self, path: str) -> Page:
        """Open a page by its address below the site, and wait as long as the page itself waits for its scripts."""
        self.requests.clear()
        self.page.goto(self.address + path)
        self.wait()
        return self.page

    def open_with_slow_scripts(self, path: str) -> Page:
        """Open a page whose modules arrive long after it was drawn, and measure its shifts from then on.

        What a slow machine shifts while it draws a page that it still reads is thereby left out.
        """
        held: list[Route] = []
        drawn = False

        def hold(route: Route) -> None:
            if drawn:
                route.continue_()
            else:
                held.append(route)

        self.page.route(MODULES, hold)
        self.page.goto(self.address + path)
        self._draw()
        self.page.evaluate("window.shifts = []")
        drawn = True
        for route in held:
            route.continue_()
        self.wait()
        self.page.wait_for_load_state("networkidle")
        return self.page

    def _draw(self) -> None:
        self.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def wait(self) -> None:
        """Wait until the page shows what its address asks for."""
        expect(self.page.locator("html.waits")).to_have_count(0)

    def rows(self, table: str = "table[data-table]") -> list[str]:
        """The ids of the GPUs in the rows that are seen, in their order."""
        seen: list[str] = self.page.locator(f"{table} tbody tr:visible").evaluate_all(
            "rows => rows.map((row) => row.dataset.gpu)"
        )
        return seen

    @property
    def query(self) -> str:
        """The query of the address, without its question mark."""
        return self.link.partition("?")[2]

    @property
    def link(self) -> str:
        """The address as the browser shows it, below the site's."""
        shown: str = self.page.evaluate("location.href")  # Playwright's own hears of a changed query only later
        return shown.removeprefix(self.address)

    @property
    def shift(self) -> float:
        """How far the page has jumped since it was opened: the sum of its layout shifts."""
        self._draw()
        moved: float = self.page.evaluate("window.shifts.reduce((sum, value) => sum + value, 0)")
        return moved

    @property
    def overflow(self) -> int:
        """By how many pixels the page is wider than the screen."""
        wider: int = self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        return wider

    def tab_to(self, target: Locator, most: int = 150) -> None:
        """Press Tab until an element has the focus, as a visitor without a mouse does."""
        for _ in range(most):
            self.page.keyboard.press("Tab")
            if target.evaluate("element => element === document.activeElement"):
                return
        raise AssertionError(f"{target} cannot be reached by Tab")


Visit = Callable[..., Visitor]
"""Opens a page: its address, and by name the width, whether scripts run, and the time."""

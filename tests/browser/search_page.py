"""A page of the site, and its search box as a visitor works it."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect


class SearchPage:
    """A page of the site, and its search box as a visitor works it."""

    def __init__(self, page: Page, site_address: str) -> None:
        self.page = page
        self.site_address = site_address
        self.requests: list[str] = []
        self.complaints: list[str] = []
        page.on("request", lambda request: self.requests.append(request.url.removeprefix(site_address)))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)

    def open(self, address: str) -> None:
        """Open a page by its address below the site."""
        self.page.goto(self.site_address + address)

    @property
    def field(self) -> Locator:
        """The text field."""
        return self.page.get_by_role("combobox")

    @property
    def options(self) -> Locator:
        """The results."""
        return self.page.locator(".find [role=option]")

    @property
    def status(self) -> Locator:
        """What is announced."""
        return self.page.locator(".find [role=status]")

    def ask(self, query: str) -> None:
        """Type a query, and wait until its answer was announced."""
        self.field.fill("")
        self.field.fill(query)
        waiting = self.page.locator("[data-say=busy]").text_content() or ""
        expect(self.status).to_have_text(re.compile(rf"^(?!{re.escape(waiting)}$).*\S"))

    def found(self, query: str) -> list[str]:
        """The addresses below the locale's start page that a query finds."""
        self.ask(query)
        home = self.page.locator(".find").evaluate("form => new URL(form.dataset.home, document.baseURI).href")
        links: list[str] = self.options.evaluate_all("options => options.map((option) => option.href)")
        assert all(link.startswith(home) for link in links), links
        return [link.removeprefix(home) for link in links]


Visits = Callable[[str], SearchPage]
"""Gives the start page of a locale, opened once for all that ask it."""

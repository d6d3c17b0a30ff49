"""The site with its search indexes, served below a sub-path with the headers of a real server."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.search_page import SearchPage, Visits
from tests.browser.serving import served
from tests.conftest import build
from tests.html import BuiltSite

LOCALES = ("en", "tr", "en_XA", "ar_XB")
UNDER = "catalogue/"


@pytest.fixture(scope="session")
def searchable_site(tmp_path_factory: pytest.TempPathFactory, fixture_root: Path) -> BuiltSite:
    """The fixture site with search, in its languages and in the two pseudo-locales."""
    folder = tmp_path_factory.mktemp("searchable") / UNDER
    options = [part for locale in LOCALES for part in ("--locale", locale)]
    done = build(fixture_root, folder, "--base-url", f"https://everxcloud.example/{UNDER}", *options)
    assert done.returncode == 0, done.stderr
    return BuiltSite(folder)


@pytest.fixture(scope="session")
def site_address(searchable_site: BuiltSite) -> Iterator[str]:
    """The address of the served site, with a slash at its end."""
    with served(searchable_site.folder.parent) as address:
        yield address + UNDER


@pytest.fixture
def search_page(chromium_browser: Browser, site_address: str) -> Iterator[SearchPage]:
    """A fresh page on a laptop; the test fails where a script or the policy complains."""
    context = chromium_browser.new_context(viewport={"width": 1280, "height": 800})
    opened = SearchPage(context.new_page(), site_address)
    yield opened
    context.close()
    assert opened.complaints == []


@pytest.fixture(scope="session")
def visits(chromium_browser: Browser, site_address: str) -> Iterator[Visits]:
    """The start page of a locale, opened once for the tests that only ask it."""
    context = chromium_browser.new_context(viewport={"width": 1280, "height": 800})

    @cache
    def visit(locale: str) -> SearchPage:
        opened = SearchPage(context.new_page(), site_address)
        opened.open(f"{locale}/")
        return opened

    yield visit
    assert [complaint for locale in LOCALES for complaint in visit(slug(locale)).complaints] == []
    context.close()


def slug(locale: str) -> str:
    """The address of a locale."""
    return locale.lower().replace("_", "-")

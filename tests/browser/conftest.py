"""The site with a full market and rates, served with the headers of a real server, and visitors for it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from tests.browser.serving import served
from tests.browser.visitor import FRESH, LAPTOP, LOCALES, WATCH_SHIFTS, Visit, Visitor
from tests.conftest import build
from tests.html import BuiltSite
from tools import chromium

MARKET = """\
as_of: 2026-12-01T00:00:00Z
currency: USD
rates: {as_of: 2026-11-30, EUR: 0.9, GBP: 0.8125}
offers:
- {gpu: b300, gpus: 1, price_per_hour: 8.99}
- {gpu: b200, gpus: 1, price_per_hour: 7.99}
- {gpu: b200, gpus: 8, price_per_hour: 59.95}
- {gpu: mi300x, gpus: 1, price_per_hour: 4.16}
- {gpu: mi300x, gpus: 8, price_per_hour: 33.285}
- {gpu: h200-sxm, gpus: 1, price_per_hour: 4.19}
- {gpu: h100-sxm, gpus: 1, price_per_hour: 2.88}
- {gpu: h100-sxm, gpus: 8, price_per_hour: 19.99}
- {gpu: a100-sxm-80gb, gpus: 1, price_per_hour: 1.79}
- {gpu: a100-pcie-80gb, gpus: 1, price_per_hour: 1.79}
- {gpu: mi250x, gpus: 1, price_per_hour: 1.255}
- {gpu: l4, gpus: 8, price_per_hour: 3.2}
- {gpu: rtx-4090, gpus: 1, price_per_hour: 0.44}
"""


@pytest.fixture(scope="session")
def market(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A snapshot with rates, node offers, ties, and GPUs without an offer."""
    file = tmp_path_factory.mktemp("market") / "prices.yaml"
    file.write_text(MARKET, encoding="utf-8")
    return file


@pytest.fixture(scope="session")
def market_site(tmp_path_factory: pytest.TempPathFactory, market: Path, fixture_root: Path) -> BuiltSite:
    """The fixture site with that market, in its languages and in the two pseudo-locales, without search."""
    folder = tmp_path_factory.mktemp("market-site") / "site"
    options = [part for locale in LOCALES for part in ("--locale", locale)]
    done = build(fixture_root, folder, "--prices", str(market), "--no-search", *options)
    assert done.returncode == 0, done.stderr
    return BuiltSite(folder)


@pytest.fixture(scope="session")
def market_address(market_site: BuiltSite) -> Iterator[str]:
    """The address of the served site, with a slash at its end."""
    with served(market_site.folder) as address:
        yield address


@pytest.fixture(scope="session")
def chromium_browser() -> Iterator[Browser]:
    """One Chromium for all tests; each opens contexts of its own."""
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium.find(), args=list(chromium.LAUNCH_ARGUMENTS))
        yield launched
        launched.close()


@pytest.fixture
def visit(chromium_browser: Browser, market_address: str) -> Iterator[Visit]:
    """Opens pages for visitors who have not been here before; fails where a script or the policy complains."""
    contexts: list[BrowserContext] = []
    visitors: list[Visitor] = []

    def begin(path: str, *, width: int = LAPTOP, scripts: bool = True, now: str = FRESH) -> Visitor:
        context = chromium_browser.new_context(viewport={"width": width, "height": 800}, java_script_enabled=scripts)
        contexts.append(context)
        context.clock.set_fixed_time(now)
        if scripts:
            context.add_init_script(WATCH_SHIFTS)
        visitor = Visitor(context.new_page(), market_address)
        visitors.append(visitor)
        visitor.open(path)
        return visitor

    yield begin
    for context in contexts:
        context.close()
    assert [complaint for visitor in visitors for complaint in visitor.complaints] == []

"""The age of prices, told by the page where the build could not, with the clock held."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.serving import served
from tests.browser.visitor import SLUGS, Visit
from tests.conftest import build

PAGES = ("", "gpus/", "guides/llm-training/", "gpus/h100-sxm/", "compare/b200-vs-h200-sxm/", "calculator/")


def notices(page: Page) -> list[bool]:
    """Whether the plain notice and the strong one are seen."""
    return [notice.is_visible() for notice in page.locator(".age .notice").all()]


@pytest.mark.parametrize(
    ("now", "told"),
    [
        ("2026-12-01T23:59:59Z", [False, False]),
        ("2026-12-02T00:00:00Z", [True, False]),
        ("2026-12-07T23:59:59Z", [True, False]),
        ("2026-12-08T00:00:00Z", [False, True]),
        ("2027-06-01T00:00:00Z", [False, True]),
        ("2020-01-01T00:00:00Z", [False, False]),
    ],
)
def test_a_page_tells_the_age_of_its_prices(visit: Visit, now: str, told: list[bool]) -> None:
    """A notice from 24 hours on, a strong one from 7 days on; a clock that is behind tells nothing."""
    assert notices(visit("en/gpus/h100-sxm/", now=now).page) == told


@pytest.mark.parametrize("slug", SLUGS)
def test_every_page_with_prices_tells_it(visit: Visit, slug: str) -> None:
    """In the page's language, with the snapshot's time."""
    visitor = visit(f"{slug}/", now="2026-12-03T00:00:00Z")
    for path in PAGES:
        visitor.open(f"{slug}/{path}")
        assert notices(visitor.page) == [True, False], path
        assert visitor.page.locator(".age time:visible").get_attribute("datetime") == "2026-12-01T00:00:00Z"


def test_a_page_that_stays_open_grows_old(visit: Visit) -> None:
    """Loaded when fresh, read a day later, and again after a week."""
    page = visit("en/").page
    page.clock.install(time="2026-12-01T23:00:00Z")
    page.reload()
    assert notices(page) == [False, False]
    page.clock.fast_forward("59:59")
    assert notices(page) == [False, False]
    page.clock.fast_forward("00:02")
    expect(page.locator(".age .notice").first).to_be_visible()
    page.clock.fast_forward(6 * 24 * 3_600_000)
    expect(page.locator(".age .strong")).to_be_visible()
    assert notices(page) == [False, True]


def test_a_device_that_slept_tells_it_when_it_wakes(visit: Visit) -> None:
    """Timers stop in sleep; the page looks at the clock when it is seen again."""
    page = visit("en/", now="2026-12-02T00:00:00Z").page
    assert notices(page) == [True, False]
    page.clock.set_fixed_time("2026-12-09T00:00:00Z")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert notices(page) == [False, True]


@pytest.fixture(scope="module")
def old_site(tmp_path_factory: pytest.TempPathFactory, market: Path, fixture_root: Path) -> Iterator[str]:
    """The site as a scheduled build makes it eight days after the snapshot."""
    folder = tmp_path_factory.mktemp("old") / "site"
    options = ("--prices", str(market), "--now", "2026-12-09T00:00:00Z", "--locale", "en", "--no-search")
    done = build(fixture_root, folder, *options)
    assert done.returncode == 0, done.stderr
    with served(folder) as address:
        yield address


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize("now", ["2026-12-01T00:00:00Z", "2026-12-09T00:00:00Z"])
def test_what_the_build_has_told_is_not_taken_back(
    chromium_browser: Browser, old_site: str, now: str, *, scripts: bool
) -> None:
    """The visitor's clock may be wrong, and scripts may be off."""
    context = chromium_browser.new_context(java_script_enabled=scripts)
    context.clock.set_fixed_time(now)
    page = context.new_page()
    page.goto(f"{old_site}en/gpus/")
    assert notices(page) == [False, True]
    context.close()

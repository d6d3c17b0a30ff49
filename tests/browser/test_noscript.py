"""Without scripts: what is static serves, and nothing is shown that would not work."""

from __future__ import annotations

import pytest

from tests.browser.visitor import LAPTOP, OLD, PHONE, SLUGS, Visit

PAGES = (
    "",
    "guides/",
    "guides/llm-training/",
    "gpus/",
    "gpus/h100-sxm/",
    "compare/",
    "compare/b200-vs-h200-sxm/",
    "calculator/",
    "methodology/",
    "404.html",
)


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("width", [PHONE, LAPTOP])
def test_nothing_is_shown_that_needs_a_script(visit: Visit, slug: str, width: int) -> None:
    """No button, box, field or empty bar; and no page is wider than the screen."""
    visitor = visit(f"{slug}/", width=width, scripts=False, now=OLD)
    for path in PAGES:
        visitor.open(f"{slug}/{path}")
        controls = visitor.page.locator("button:visible, input:visible, select:visible, [role=status]:visible")
        assert controls.count() == 0, path
        assert visitor.page.locator(".chosen:visible, .filters:visible, .calculator:visible").count() == 0, path
        assert visitor.overflow <= 0, path


@pytest.mark.parametrize("slug", SLUGS)
def test_a_state_in_the_address_does_no_harm(visit: Visit, slug: str) -> None:
    """Somebody shared a filtered table with a reader who has no scripts: the whole table is there."""
    visitor = visit(f"{slug}/gpus/?vendor=amd&sort=-memory", scripts=False)
    assert len(visitor.rows()) == 54
    assert visitor.page.locator("main").is_visible()


@pytest.mark.parametrize("slug", ["en", "tr"])
def test_a_sum_opens(visit: Visit, slug: str) -> None:
    """A ``<details>`` needs no script."""
    page = visit(f"{slug}/guides/llm-training/", scripts=False).page
    details = page.locator("#table-1 ~ tbody details").first
    details.locator("summary").click()
    assert details.locator("div").is_visible()


def test_the_calculators_answers_stand_in_tables(visit: Visit) -> None:
    """All methods, all usual sizes, all GPUs."""
    page = visit("en/calculator/", scripts=False).page
    tables = page.locator("#tables table")
    assert tables.count() == 6
    assert [table.locator("tbody tr").count() for table in tables.all()] == [54] * 6
    assert tables.first.locator("tr[data-id=h100-sxm] td").nth(4).inner_text().split() == ["18", "$45.74"]

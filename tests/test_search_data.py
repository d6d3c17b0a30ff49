"""What the search box knows of each page, and that neither it nor the index is made from what the other is for."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from generator.output.search import indexed
from generator.pipeline import Order, Plan, plan_site
from tests.conftest import FIXTURE
from tests.html import BuiltSite, visible

RATES = "rates: {as_of: 2026-12-01, EUR: 0.9, GBP: 0.8}\n"


def found_pages(site: BuiltSite, locale: str) -> list[dict[str, str]]:
    """The pages that search knows, in their order."""
    pages: list[dict[str, str]] = json.loads(site.text(f"{locale}/search.json"))
    return pages


@pytest.mark.parametrize("locale", ["en", "tr"])
def test_search_knows_the_pages_that_are_indexed(built_site: BuiltSite, locale: str) -> None:
    """Every page that Pagefind reads has its kind and title, and no other: no 404, nothing that only leads on."""
    read = [
        address.removeprefix(f"{locale}/")
        for address in built_site.pages()
        if address.startswith(f"{locale}/")
        and b"data-pagefind-body" in built_site.text(f"{address}index.html").encode()
    ]

    assert sorted(page["address"] for page in found_pages(built_site, locale)) == sorted(read)
    assert "data-pagefind-body" not in built_site.text(f"{locale}/404.html")


@pytest.mark.parametrize(
    ("address", "kind", "title"),
    [
        ("guides/llm-training/", "guide", "GPUs for training LLMs"),
        ("gpus/mi300x/", "gpu", "AMD MI300X"),
        ("compare/mi325x-vs-mi300x/", "compare", "MI325X / MI300X"),
        ("gpus/", "list", "GPU models: memory, speed and price"),
        ("methodology/", "text", "How the figures are made"),
    ],
)
def test_kind_and_title(built_site: BuiltSite, address: str, kind: str, title: str) -> None:
    """A page is shown by its title, with the kind that it has everywhere."""
    (page,) = (page for page in found_pages(built_site, "en") if page["address"] == address)

    assert (page["kind"], page["title"]) == (kind, title)


@pytest.mark.parametrize("locale", ["en", "tr"])
def test_price_is_that_of_the_gpus_page(built_site: BuiltSite, locale: str) -> None:
    """A GPU has the price of an hour that its page shows, in the same words, or none where its page has none."""
    gpus = [page for page in found_pages(built_site, locale) if page["kind"] == "gpu"]
    shown = {}
    for gpu in gpus:
        (price,) = built_site.page(f"{locale}/{gpu['address']}").xpath("//*[@class='keys']/div[last()]/dd")
        shown[gpu["address"]] = visible(price)

    assert {gpu["address"]: gpu["price"] for gpu in gpus if "price" in gpu}.items() <= shown.items()
    without = {shown[gpu["address"]] for gpu in gpus if "price" not in gpu}
    assert len(without) == 1
    assert not any(character.isdigit() for character in without.pop())


@pytest.fixture(scope="module")
def plan_with(tmp_path_factory: pytest.TempPathFactory, fixture_root: Path) -> Callable[[str], Plan]:
    """Plans the project's site with another snapshot."""

    def plan(text: str) -> Plan:
        prices = tmp_path_factory.mktemp("prices") / "prices.yaml"
        prices.write_text(text, encoding="utf-8")
        return plan_site(Order(fixture_root, prices=prices), lambda _: None)

    return plan


def content(plan: Plan, path: str) -> bytes:
    """A file of a plan."""
    (file,) = (file for file in plan.files if file.path == path)
    return file.content()


def test_exact_price_only_where_it_can_be_converted(plan_with: Callable[[str], Plan]) -> None:
    """With rates in the snapshot a price carries its exact amount, without them it does not."""

    def prices(rates: str) -> list[tuple[str, str | None]]:
        snapshot = f"as_of: 2026-12-01T00:00:00Z\ncurrency: USD\n{rates}offers:\n"
        offers = "- {gpu: h100-sxm, gpus: 1, price_per_hour: 2.880}\n- {gpu: h100-sxm, gpus: 8, price_per_hour: 9}\n"
        pages: list[dict[str, Any]] = json.loads(content(plan_with(snapshot + offers), "tr/search.json"))
        return [(page["price"], page.get("usd")) for page in pages if "price" in page]

    assert prices(RATES) == [("$2,88", "2.880")]
    assert prices("") == [("$2,88", None)]


def test_prices_are_not_in_the_index(plan_with: Callable[[str], Plan]) -> None:
    """A snapshot with other prices, other offers, a later time and rates changes nothing of what Pagefind reads."""
    text = (FIXTURE / "data" / "prices.yaml").read_text("utf-8")
    later = text.replace("as_of: 2026-12-01T00:00:00Z\n", f"as_of: 2026-12-01T06:30:00Z\n{RATES}")
    later = later.replace("gpu: b300,", "gpu: l40s,").replace("4.16", "3.16").replace("2.88", "12.88")
    assert later.count("\n") == text.count("\n") + 1
    before, after = (dict(read_by_pagefind(plan_with(snapshot))) for snapshot in (text, later))

    assert [path for path in before if before[path] != after[path]] == []


def read_by_pagefind(plan: Plan) -> Iterator[tuple[str, bytes]]:
    """What Pagefind reads of each page, apart from attributes that tables are sorted and filtered by."""
    for file in plan.files:
        if Path(file.path).suffix == ".html":
            yield file.path, indexed(file.content()).replace(b' data-offer="1"', b"")


def test_title_in_english_is_marked(site_root: Path) -> None:
    """Where a guide's title is not translated, its language stands beside it."""
    (site_root / "locales" / "tr" / "LC_MESSAGES" / "rendering.po").unlink()
    pages = json.loads(content(plan_site(Order(site_root), lambda _: None), "tr/search.json"))

    languages = {page["address"]: page.get("lang") for page in pages}
    assert languages["guides/rendering/"] == "en"
    assert languages["gpus/"] is None

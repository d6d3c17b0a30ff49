"""A price on its way from the market's feed to what a visitor reads."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

from generator.pipeline import Order, build_site
from generator.prices.prices import ImportOrder, import_prices
from tests.html import BuiltSite, table_cells
from tests.markets import feed

NOW = datetime(2026, 12, 1, 9, tzinfo=UTC)


def test_a_price_is_the_same_from_feed_to_page(site_root: Path, tmp_path: Path) -> None:
    """To the last digit, in two languages and in the download; and the pages' time is that of the market."""
    offers = [{"gpu": "h100-sxm", "gpus": 1, "price": 7}, {"gpu": "b200", "gpus": 1, "price": 8.05}]
    source = tmp_path / "feed.json"
    source.write_text(
        feed(*offers, rates={"as_of": "2026-11-30", "EUR": 0.9}).replace(": 7}", ": 2.876543210987654321}")
    )
    order = ImportOrder(str(source), site_root / "data/prices.yaml", site_root, NOW, accept_shrink=True)
    assert import_prices(order).written
    build_site(Order(site_root, tmp_path / "site", no_search=True))
    site = BuiltSite(tmp_path / "site")
    for locale, words in (
        ("en", ("from $2.876543210987654321", "from $8.05")),
        ("tr", ("$2,876543210987654321’den başlayan", "$8,05’den başlayan")),
    ):
        page = site.page(f"{locale}/guides/llm-training/")
        prices = {row[0]: row[-1] for row in table_cells(page, "table-1")}
        assert (prices["H100 SXM"], prices["B200"]) == words
        assert page.xpath("//time/@datetime[. = '2026-12-01T08:00:00Z']")
        assert "$0" not in page.text_content()
    download = json.loads(site.text("data/gpus.json"), parse_float=Decimal)
    assert download["prices"]["as_of"] == "2026-12-01T08:00:00Z"
    (offer,) = next(gpu for gpu in download["gpus"] if gpu["id"] == "h100-sxm")["offers"]
    assert offer["price_per_hour"] == Decimal("2.876543210987654321")

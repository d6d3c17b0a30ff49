"""One price and one figure of a GPU, read back from every place and form in which the site states them."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest

from tests.conftest import build
from tests.html import BuiltSite, visible
from tests.test_guide_pages import edit

PRICE = {"en": "$2.87", "tr": "$2,87"}
MEMORY_BANDWIDTH = {"en": "3,357 GB/s", "tr": "3.357 GB/s"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, project_copy: Path) -> BuiltSite:
    """An open market in which the H100 SXM has a price and a bandwidth that nothing else on the site has."""
    edit(project_copy, "data/site.yaml", "market_open: false", "market_open: true")
    edit(project_copy, "data/prices.yaml", "price_per_hour: 2.88}", "price_per_hour: 2.87}")
    edit(project_copy, "data/gpus.yaml", "bandwidth_gbs: 3350", "bandwidth_gbs: 3357")
    folder = tmp_path_factory.mktemp("everywhere") / "site"
    done = build(project_copy, folder, "--no-search")
    assert done.returncode == 0, done.stderr
    return BuiltSite(folder)


@pytest.mark.parametrize("locale", ["en", "tr"])
@pytest.mark.parametrize(
    "address",
    [
        "guides/llm-training/",
        "guides/fine-tuning/",
        "guides/llm-inference/",
        "gpus/",
        "gpus/h100-sxm/",
        "compare/h100-sxm-vs-a100-sxm-80gb/",
    ],
)
def test_pages_and_their_twins(site: BuiltSite, locale: str, address: str) -> None:
    """The page shows it formatted, its Markdown twin the same; the former values are nowhere."""
    for text in (
        visible(site.page(f"{locale}/{address}").xpath("//main")[0]),
        site.text(f"{locale}/{address}index.md"),
    ):
        assert PRICE[locale] in text
        assert MEMORY_BANDWIDTH[locale] in text or address == "guides/fine-tuning/"
        assert not re.search(r"\$2[.,]88|3[.,]350 GB/s", text)


@pytest.mark.parametrize("locale", ["en", "tr"])
def test_structured_data(site: BuiltSite, locale: str) -> None:
    """The raw value with a dot, in every language."""
    data = [
        json.loads(found.text)
        for found in site.page(f"{locale}/gpus/h100-sxm/").xpath("//script[@type='application/ld+json']")
    ]
    (product,) = (part for parts in data for part in parts if part["@type"] == "Product")
    assert (product["offers"]["lowPrice"], product["offers"]["priceCurrency"]) == ("2.87", "USD")
    assert "3357" in [str(p["value"]) for p in product["additionalProperty"]]


def test_json(site: BuiltSite) -> None:
    """The download, exact."""
    data = json.loads(site.text("data/gpus.json"), parse_float=str)
    (gpu,) = (gpu for gpu in data["gpus"] if gpu["id"] == "h100-sxm")
    assert gpu["figures"]["price_per_hour"]["value"] == "2.87"
    assert gpu["figures"]["bandwidth"]["value"] == 3357


def test_csv(site: BuiltSite) -> None:
    """Likewise."""
    rows = list(csv.DictReader(io.StringIO(site.text("data/gpus.csv"))))
    found = {row["column"]: row["value"] for row in rows if row["gpu"] == "h100-sxm"}
    assert (found["price_per_hour"], found["bandwidth"]) == ("2.87", "3357")


def test_a_missing_price_is_never_zero(site: BuiltSite) -> None:
    """In no language and no form."""
    for path in [*site.folder.rglob("*.html"), *site.folder.rglob("*.md")]:
        assert not re.search(r"\$0(?:[.,]0+)?(?![\d.,])", path.read_text("utf-8")), path
    (gpu,) = (g for g in json.loads(site.text("data/gpus.json"))["gpus"] if g["id"] == "rtx-4090")
    assert gpu["figures"]["price_per_hour"]["value"] is None

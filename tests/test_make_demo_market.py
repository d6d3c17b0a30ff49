"""The invented market of the demo."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path

from generator.model import GpuFile
from generator.prices.price_feed import read_feed
from generator.prices.price_file import read_written
from tests.samples import gpu
from tools.make_demo_market import FEED, market

ROOT = Path(__file__).resolve().parent.parent
GPUS = read_written(GpuFile, ROOT / "data/gpus.yaml", "data/gpus.yaml").value.gpus


def test_every_gpu_of_the_catalogue_gets_an_offer() -> None:
    """Of one GPU and of several, with rates and a month of past prices."""
    quotes, problems = read_feed(market(GPUS), "demo")
    assert not problems
    assert quotes
    assert {quote.name for quote in quotes.quotes if quote.gpus == 1} == {one.id for one in GPUS}
    assert {quote.name for quote in quotes.quotes if quote.gpus > 1} == {one.id for one in GPUS}
    assert len({past.day for past in quotes.past}) == 30
    assert quotes.rates
    assert quotes.demo


def test_the_market_says_that_it_is_invented() -> None:
    """For programs and for people."""
    head = json.loads(market([gpu("h100")]))
    assert head["demo"] is True
    assert head["note"].startswith("Invented from first to last")


def test_prices_follow_from_memory_alone() -> None:
    """So nobody can take one for a price that was seen anywhere."""
    small, large = gpu("small", memory_gb=Decimal(24)), gpu("large", memory_gb=Decimal(192))
    quotes, _ = read_feed(market([small, large]), "demo")
    assert quotes
    single = {quote.name: quote.price for quote in quotes.quotes if quote.kind == "on_demand" and quote.gpus == 1}
    assert single == {"small": Decimal("0.77"), "large": Decimal("5.87")}


def test_the_file_is_what_the_tool_makes() -> None:
    """For the GPUs that it lists; one that was added since has no offer there until the tool runs again."""
    text = FEED.read_text()
    listed = {offer["gpu"] for offer in json.loads(text)["offers"]}
    assert text == market([one for one in GPUS if one.id in listed])

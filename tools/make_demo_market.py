"""Writes `examples/market-feed.json`, an invented market for `make demo`: python -m tools.make_demo_market.

No price in it was seen anywhere: each is computed from a GPU's memory and its place in data/gpus.yaml, so that two runs
write the same file and nobody can take it for the real market.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path

from generator.model import Gpu, GpuFile
from generator.prices.price_file import read_written

ROOT = Path(__file__).resolve().parent.parent
FEED = ROOT / "examples/market-feed.json"

TODAY = date(2026, 12, 1)
DAYS = 30
CENT = Decimal("0.01")
PER_GB = {"datacenter": Decimal("0.03"), "workstation": Decimal("0.02"), "consumer": Decimal("0.015")}
NOTE = "Invented from first to last: every price is computed from a GPU's memory. It shows the site with a full market."


def single(gpu: Gpu) -> Decimal:
    """The invented price of one GPU on demand; all of them end in 7."""
    return (gpu.memory_gb * PER_GB[gpu.segment]).quantize(Decimal("0.1")) + Decimal("0.07")


def spot(gpu: Gpu) -> Decimal:
    """The invented price of one GPU on the spot market, its cheapest."""
    return (single(gpu) * Decimal("0.6")).quantize(CENT)


def offers(gpus: Sequence[Gpu]) -> Iterator[str]:
    """The offers of all GPUs, one line each. Now and then nothing is available, and small cards come by four."""
    for index, gpu in enumerate(gpus):
        node = 4 if gpu.segment == "consumer" else 8
        whole = (single(gpu) * node * Decimal("0.95")).quantize(CENT)
        yield offer(gpu.id, 1, single(gpu), "on_demand", "northland", 3 + index % 5)
        yield offer(gpu.id, 1, spot(gpu), "spot", "southland", 1 + index % 7)
        yield offer(gpu.id, node, whole, "on_demand", "northland", 1 if index % 6 else 0)
        if index % 3 == 0:
            yield offer(gpu.id, 1, (single(gpu) * Decimal("0.8")).quantize(CENT), "reserved", "northland", 2)


def offer(gpu: str, gpus: int, price: Decimal, kind: str, region: str, available: int) -> str:
    """An offer as a line of JSON; prices are written as exactly as they are."""
    return (
        f'{{"gpu": "{gpu}", "gpus": {gpus}, "price": {price}, "kind": "{kind}", "region": "{region}", '
        f'"available": {available}}}'
    )


def history(gpus: Sequence[Gpu]) -> Iterator[str]:
    """A month of past prices, up to eight per cent above or below the present one."""
    for back in range(DAYS, 0, -1):
        day = TODAY - timedelta(days=back)
        for index, gpu in enumerate(gpus):
            sway = Decimal((index * 7 + back * 5) % 17 - 8) / 100
            yield f'{{"day": "{day}", "gpu": "{gpu.id}", "price": {(spot(gpu) * (1 + sway)).quantize(CENT)}}}'


def market(gpus: Sequence[Gpu]) -> str:
    """The whole feed."""
    rates = f'{{"as_of": "{TODAY - timedelta(days=1)}", "EUR": 0.9, "GBP": 0.8}}'
    parts = [
        '"demo": true',
        f'"note": "{NOTE}"',
        f'"time": "{TODAY}T00:00:00Z"',
        '"currency": "USD"',
        f'"rates": {rates}',
        f'"offers": {lines(offers(gpus))}',
        f'"history": {lines(history(gpus))}',
    ]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def lines(items: Iterable[str]) -> str:
    """A list of JSON, an item a line."""
    return "[\n" + ",\n".join(items) + "\n]"


def main() -> int:
    """Write the feed for the GPUs of data/gpus.yaml."""
    gpus = read_written(GpuFile, ROOT / "data/gpus.yaml", "data/gpus.yaml").value.gpus
    FEED.write_text(market(gpus), encoding="utf-8")
    print(f"{FEED.relative_to(ROOT)}: {sum(1 for _ in offers(gpus))} invented offers of {len(gpus)} GPUs")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""What people write in `data/`: nothing is missing, nothing changes."""

from __future__ import annotations

from decimal import Decimal

import pytest
from msgspec.structs import asdict

from generator.model.kinds import Fault, Unfit, read_value
from generator.model.written import FIGURES, Gpu, Offer
from tests.samples import gpu


def test_every_figure_of_a_gpu_must_be_written() -> None:
    """A figure that was forgotten is not the same as one that nobody knows."""
    entry = asdict(gpu()) | {"added": "2026-12-01"}
    assert read_value(Gpu, entry) == gpu()
    for field in FIGURES:
        with pytest.raises(Unfit) as unfit:
            read_value(Gpu, {key: value for key, value in entry.items() if key != field})
        assert unfit.value.faults == (Fault((field,), of="missing key"),)


def test_what_was_read_cannot_change() -> None:
    """Every stage sees the same values."""
    with pytest.raises(AttributeError):
        gpu().memory_gb = Decimal(1)  # type: ignore[misc]


def test_offers_are_the_same_by_their_key() -> None:
    """The price is not part of it."""
    first = Offer(gpu="h100", gpus=1, price_per_hour=Decimal(2))
    second = Offer(gpu="h100", gpus=1, price_per_hour=Decimal(3))
    spot = Offer(gpu="h100", gpus=1, price_per_hour=Decimal(2), kind="spot")
    assert first.key == second.key != spot.key

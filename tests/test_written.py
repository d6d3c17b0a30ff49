"""What people write in `data/`: nothing is missing, nothing changes."""

from __future__ import annotations

from decimal import Decimal

import pytest
from pydantic import ValidationError

from generator.model.written import FIGURES, Offer
from tests.samples import gpu


def test_every_figure_of_a_gpu_must_be_written() -> None:
    """A figure that was forgotten is not the same as one that nobody knows."""
    entry = gpu().model_dump()
    for field in FIGURES:
        with pytest.raises(ValidationError, match=field):
            type(gpu()).model_validate({key: value for key, value in entry.items() if key != field})


def test_what_was_read_cannot_change() -> None:
    """Every stage sees the same values."""
    with pytest.raises(ValidationError):
        gpu().memory_gb = Decimal(1)  # type: ignore[misc]


def test_offers_are_the_same_by_their_key() -> None:
    """The price is not part of it."""
    first = Offer(gpu="h100", gpus=1, price_per_hour=Decimal(2))
    second = Offer(gpu="h100", gpus=1, price_per_hour=Decimal(3))
    spot = Offer(gpu="h100", gpus=1, price_per_hour=Decimal(2), kind="spot")
    assert first.key == second.key != spot.key

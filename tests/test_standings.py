"""Standings: who leads in one figure, and what several figures say together."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest

from generator.figures.standings import Lead, Match, Winner, match, per_device, settle
from generator.figures.tables import Catalogue
from generator.model import Gpu
from tests.samples import gpu, offer, site

NONE: dict[str, object] = {"unsupported": ("bf16_tflops",)}
RATES: dict[str, dict[str, object]] = {
    "1000": {"bf16_tflops": 1000},
    "1001": {"bf16_tflops": 1001},
    "1050": {"bf16_tflops": 1050},
    "1051": {"bf16_tflops": 1051},
    "derived 2250": {"derived": {"bf16_tflops": 2250}},
    "none": NONE,
    "no figure": {},
    "not published": {"unpublished": ("bf16_tflops",)},
}


def rates(first: str, second: str) -> Match:
    """The BF16 rates of two GPUs."""
    return matched("bf16_tensor", gpu("a", **RATES[first]), gpu("b", **RATES[second]))


def matched(column: str, *gpus: Gpu, prices: tuple[str, ...] = ()) -> Match:
    """A column's cells of two GPUs, with a price for each."""
    offers = [offer(card.id, 1, price) for card, price in zip(gpus, prices, strict=False)]
    first, second = gpus
    return match(Catalogue(site(*gpus, offers=offers)), (first, second), column)


@pytest.mark.parametrize(
    ("first", "second", "lead"),
    [
        ("1051", "1000", Lead.FIRST),
        ("1000", "1051", Lead.SECOND),
        ("1050", "1000", Lead.EVEN),
        ("1000", "1000", Lead.EVEN),
        ("derived 2250", "1000", Lead.FIRST),
        ("none", "1000", Lead.SECOND),
        ("none", "none", Lead.NEITHER),
        ("1000", "no figure", Lead.UNKNOWN),
        ("not published", "1000", Lead.UNKNOWN),
        ("none", "no figure", Lead.UNKNOWN),
        ("no figure", "no figure", Lead.UNKNOWN),
    ],
)
def test_lead(first: str, second: str, lead: Lead) -> None:
    """More than 5 % more leads; what the hardware lacks counts as 0, and what is unknown compares with nothing."""
    assert rates(first, second).lead is lead


def test_order_and_equality_are_exact() -> None:
    """Figures that count as even still have an order, unless they are equal."""
    close, equal = rates("1000", "1001"), rates("1000", "1000")
    assert (close.lead, close.order, close.equal) == (Lead.EVEN, (1, 0), False)
    assert (equal.lead, equal.order, equal.equal) == (Lead.EVEN, (0, 1), True)
    assert rates("no figure", "no figure").equal is False


def test_the_ratio_is_exact() -> None:
    """The larger figure divided by the smaller, whichever GPU has it."""
    assert rates("1000", "1051").ratio.value == Fraction(1051, 1000)


def test_the_lower_price_leads() -> None:
    """Of prices the lower one is the better; where the hardware lacks what is bought there is no price of it."""
    dear, cheap = gpu("a", bf16_tflops=1000), gpu("b", bf16_tflops=1000)
    assert matched("price_per_bf16_tflops", dear, cheap, prices=("2", "1")).lead is Lead.SECOND
    assert matched("price_per_bf16_tflops", gpu("a", **NONE), cheap, prices=("2", "1")).lead is Lead.UNKNOWN
    assert matched("price_per_bf16_tflops", dear, cheap, prices=("2",)).lead is Lead.UNKNOWN


def test_counts_are_never_close() -> None:
    """One core more is more; the 5 % are for measured rates and sizes."""
    assert matched("rt_cores", gpu("a", rt_cores=101), gpu("b", rt_cores=100)).lead is Lead.FIRST


def test_a_device_has_its_part_of_the_board() -> None:
    """Memory and bandwidth of a board of two devices are halved; what is unknown stays unknown."""
    board, card = gpu("a", memory_gb=128, devices=2), gpu("b", memory_gb=80, bandwidth_gbs=2039)
    assert per_device(matched("memory", board, card)).amounts == (Fraction(64), Fraction(80))
    assert per_device(matched("bandwidth", board, card)).amounts == (None, Fraction(2039))


def test_a_fit_shows_its_rounded_size() -> None:
    """Compared unrounded, shown rounded: 4.7 and 4.0 billion both read 4."""
    fits = matched("full_training_1_gpu", gpu("a", memory_gb=94), gpu("b", memory_gb=80))
    assert fits.lead is Lead.FIRST
    assert (fits.value(0).value, fits.value(1).value) == (Decimal(4), Decimal(4))


@pytest.mark.parametrize(
    ("leads", "winner"),
    [
        ((Lead.FIRST, Lead.EVEN), "first"),
        ((Lead.EVEN, Lead.SECOND), "second"),
        ((Lead.SECOND, Lead.SECOND), "second"),
        ((Lead.EVEN, Lead.EVEN), "even"),
        ((Lead.FIRST, Lead.SECOND), "depends"),
        ((Lead.FIRST, Lead.UNKNOWN), "unknown"),
        ((Lead.NEITHER, Lead.UNKNOWN), "unknown"),
        ((Lead.FIRST, Lead.NEITHER), "neither"),
    ],
)
def test_settle(leads: tuple[Lead, ...], winner: Winner) -> None:
    """One unknown figure leaves all unknown, and figures that disagree name nobody."""
    assert settle(*leads) == winner

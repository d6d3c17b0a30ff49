"""The fits arithmetic: exact, rounded down, never more than published, and its own inverse."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.figures.memory import fit, gpus_needed, memory_per_gpu, need_gb, round_down
from generator.model import RoundingStep
from generator.model.kinds import read_value
from tests.samples import STEPS

USABLE = Decimal("0.8")
MEMORIES = st.decimals("1", "2000", places=2)
SHARES = st.decimals("0.05", "1", places=3)
BYTES = st.decimals("0.1", "24", places=2)
SIZES = st.decimals("0.1", "2000", places=1)
COUNTS = st.integers(1, 64)
DEVICES = st.integers(1, 4)


def shown(memory_gb: int, gpus: int, bytes_per_parameter: str, usable: Decimal = USABLE) -> Decimal | None:
    """The size that a cell shows."""
    return round_down(fit(Decimal(memory_gb), gpus, usable, Decimal(bytes_per_parameter)), STEPS)


@pytest.mark.parametrize(
    ("memory_gb", "one", "eight"),
    [
        (288, 10, 110),
        (180, 9, 70),
        (256, 10, 100),
        (192, 9, 75),
        (141, 7, 55),
        (94, 4, 35),
        (80, 4, 30),
        (24, 1, 9),
    ],
)
def test_full_training_on_one_and_eight(memory_gb: int, one: int, eight: int) -> None:
    """At 16 bytes the sizes are those of the reference table."""
    assert shown(memory_gb, 1, "16") == one
    assert shown(memory_gb, 8, "16") == eight


@pytest.mark.parametrize(
    ("memory_gb", "gpus", "usable", "size", "exact"),
    [(80, 1, "0.8", "16", 4), (180, 1, "0.8", "16", 9), (180, 8, "0.7", "16", 63), (96, 1, "0.7", "0.7", 96)],
)
def test_a_size_on_the_edge_is_not_lost(memory_gb: int, gpus: int, usable: str, size: str, exact: int) -> None:
    """A size that comes out whole is whole."""
    assert fit(Decimal(memory_gb), gpus, Decimal(usable), Decimal(size)) == exact


def test_floats_would_lose_sizes_on_the_edge() -> None:
    """Why the arithmetic is exact: two of the sizes above come out below their edge in binary floats."""
    assert 8 * 180 * 0.7 / 16 < 63
    assert 96 * 0.7 / 0.7 < 96


@pytest.mark.parametrize(
    ("exact", "rounded"),
    [
        ("1", 1),
        ("9.99", 9),
        ("10", 10),
        ("14.999", 10),
        ("15", 15),
        ("99.99", 95),
        ("100", 100),
        ("109.9", 100),
        ("3686.4", 3680),
    ],
)
def test_rounding_is_downwards_by_range(exact: str, rounded: int) -> None:
    """Steps of 1 below 10B, of 5 below 100B, of 10 from there on."""
    assert round_down(Fraction(exact), STEPS) == rounded


@pytest.mark.parametrize("exact", ["0.01", "0.8", "0.999"])
def test_below_one_billion_there_is_no_size(exact: str) -> None:
    """Below 1B there is no rounded size, so nothing can read "≈ 0B"."""
    assert round_down(Fraction(exact), STEPS) is None


def test_a_coarse_step_does_not_round_to_nothing() -> None:
    """Where a step is wider than the start of its range, the start of the range holds."""
    steps = (read_value(RoundingStep, {"from_b": Decimal(10), "step_b": Decimal(25)}),)
    assert round_down(Fraction(24), steps) == 10
    assert round_down(Fraction(3), steps) == 3


@given(st.fractions(0, 5000), st.fractions(0, 5000))
def test_rounding_never_promises_more_and_keeps_the_order(one: Fraction, other: Fraction) -> None:
    """What is shown is at least 1B, at most the exact size, and larger models never look smaller."""
    low, high = (round_down(exact, STEPS) for exact in sorted((one, other)))
    assert low is None or 1 <= low <= min(one, other)
    assert (low or 0) <= (high or 0)


@given(MEMORIES, BYTES, SHARES, COUNTS, COUNTS, DEVICES)
def test_more_gpus_never_fit_less(
    memory_gb: Decimal, size: Decimal, usable: Decimal, one: int, more: int, devices: int
) -> None:
    """Eight GPUs, or any larger number, hold at least what fewer hold, on boards of any number of devices."""
    few, many = sorted((one, more))
    assert fit(memory_gb, few, usable, size, devices) <= fit(memory_gb, many, usable, size, devices)


@given(MEMORIES, BYTES, SHARES, COUNTS, DEVICES)
def test_a_model_said_to_fit_never_needs_more_gpus(
    memory_gb: Decimal, size: Decimal, usable: Decimal, gpus: int, devices: int
) -> None:
    """The rounded size of a cell needs at most the GPUs that the cell names."""
    promised = round_down(fit(memory_gb, gpus, usable, size, devices), STEPS)
    if promised is not None:
        assert gpus_needed(promised, size, usable, memory_gb, devices).boards <= gpus


@given(SIZES, MEMORIES, BYTES, SHARES, DEVICES)
def test_needed_is_the_inverse_of_fit(
    billions: Decimal, memory_gb: Decimal, size: Decimal, usable: Decimal, devices: int
) -> None:
    """The GPUs said to be needed hold the model, and one fewer does not."""
    boards = gpus_needed(billions, size, usable, memory_gb, devices).boards
    assert fit(memory_gb, boards, usable, size, devices) >= billions
    if boards > 1:
        assert fit(memory_gb, boards - 1, usable, size, devices) < billions


def test_memory_that_a_model_needs() -> None:
    """Billions of parameters times bytes are gigabytes: 7B in full training take 112 GB."""
    assert need_gb(Decimal(7), Decimal(16)) == 112
    assert need_gb(Decimal(7), Decimal("2.2")) == Fraction("15.4")


@pytest.mark.parametrize(
    ("billions", "size", "memory_gb", "boards"),
    [("70", "16", 80, 18), ("7", "16", 80, 2), ("4", "16", 80, 1), ("671", "1", 141, 6), ("70", "0.7", 80, 1)],
)
def test_gpus_needed(billions: str, size: str, memory_gb: int, boards: int) -> None:
    """Rounded up, and exact on the edge: 4B need exactly one GPU of 80 GB."""
    assert gpus_needed(Decimal(billions), Decimal(size), USABLE, Decimal(memory_gb)).boards == boards


def test_a_board_of_two_devices_fits_what_one_device_holds() -> None:
    """128 GB seen as two devices of 64 GB: 3.2B in full training on the board, the whole memory from two boards on."""
    assert memory_per_gpu(Decimal(128), 1, 2) == 64
    assert fit(Decimal(128), 1, USABLE, Decimal(16), 2) == Fraction("3.2")
    assert fit(Decimal(128), 8, USABLE, Decimal(16), 2) == Fraction("51.2")


@pytest.mark.parametrize(
    ("billions", "boards", "devices"),
    [("3", 1, 1), ("3.2", 1, 1), ("3.3", 2, 2), ("6.4", 2, 2), ("7", 2, 3), ("12.8", 2, 4), ("13", 3, 5)],
)
def test_one_board_is_enough_only_if_one_device_is(billions: str, boards: int, devices: int) -> None:
    """A model that takes two devices is never said to need one board."""
    needed = gpus_needed(Decimal(billions), Decimal(16), USABLE, Decimal(128), 2)
    assert (needed.boards, needed.devices) == (boards, devices)


LORA, QLORA = "2.2", "0.7"


@pytest.mark.parametrize(
    ("source", "size", "billions", "published_gb"),
    [
        ("LLaMA-Factory", LORA, 7, "16"),
        ("LLaMA-Factory", LORA, 14, "32"),
        ("LLaMA-Factory", LORA, 30, "64"),
        ("LLaMA-Factory", LORA, 70, "160"),
        ("Unsloth", LORA, 8, "22"),
        ("Unsloth", LORA, 14, "33"),
        ("Unsloth", LORA, 32, "76"),
        ("Unsloth", LORA, 70, "164"),
        ("LLaMA-Factory", QLORA, 7, "6"),
        ("LLaMA-Factory", QLORA, 14, "12"),
        ("LLaMA-Factory", QLORA, 30, "24"),
        ("LLaMA-Factory", QLORA, 70, "48"),
        ("Unsloth", QLORA, 8, "6"),
        ("Unsloth", QLORA, 14, "8.5"),
        ("Unsloth", QLORA, 32, "26"),
        ("Unsloth", QLORA, 70, "41"),
        ("QLoRA paper", QLORA, 65, "48"),
    ],
)
def test_never_more_than_published(source: str, size: str, billions: int, published_gb: str) -> None:
    """On a GPU with the published memory the rule promises at most the model that the publication names."""
    promised = fit(Decimal(published_gb), 1, USABLE, Decimal(size))
    assert promised <= billions, source


def test_the_count_is_exact_whatever_the_digits() -> None:
    """A hair more than one GPU of 80 GB holds needs a second one, however far behind the point it stands."""
    hair_more = Decimal((0, (1, *[0] * 39, 1), -40))
    counts = [gpus_needed(size, Decimal(64), USABLE, Decimal(80)).boards for size in (Decimal(1), hair_more)]
    assert counts == [1, 2]

"""The fits arithmetic: what a GPU's memory holds, and what a model needs. Pure and exact.

A gigabyte is 10⁹ bytes, as makers print it, so gigabytes divided by bytes per parameter give billions of parameters.
The bytes per parameter and the share of memory that an estimate may fill are settings; docs/decisions says where they
come from.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from msgspec import Struct

from generator.model import RoundingStep


class Needed(Struct, frozen=True):
    """How many GPUs a model needs, counted as boards and as the devices that software sees on them."""

    boards: int
    devices: int


def memory_per_gpu(memory_gb: Decimal, gpus: int, devices: int = 1) -> Fraction:
    """The memory in GB that counts for each of ``gpus`` boards.

    On one board nothing is sharded, so a board of several devices counts for what one device has. From two boards on,
    the model is sharded over every device, so each board counts in full.
    """
    amount, parts = memory_gb.as_integer_ratio()
    return Fraction(amount, parts * devices if gpus == 1 else parts)


def fit(memory_gb: Decimal, gpus: int, usable: Decimal, bytes_per_parameter: Decimal, devices: int = 1) -> Fraction:
    """The largest model, in billions of parameters and unrounded: GPUs × memory × usable ÷ bytes per parameter.

    ``memory_gb`` is that of one board, ``usable`` the share of it that the estimate may fill.
    """
    # In whole numbers: fractions would be cancelled at each step.
    memory, share, size = (each.as_integer_ratio() for each in (memory_gb, usable, bytes_per_parameter))
    parts = devices if gpus == 1 else 1
    return Fraction(gpus * memory[0] * share[0] * size[1], parts * memory[1] * share[1] * size[0])


def round_down(billions: Fraction, steps: Sequence[RoundingStep]) -> Decimal | None:
    """A model size rounded down to the step of its range; ``None`` below one billion, which reads "< 1B".

    The result is at least 1 and at least where its range begins, so a coarse step never rounds to nothing.
    """
    if not _times(billions, Decimal(1)):
        return None
    reached = ((s.from_b, s.step_b) for s in steps if not s.from_b or _times(billions, s.from_b))
    begin, step = max(reached, default=(Decimal(1), Decimal(1)))
    return max(_times(billions, step) * step, begin, Decimal(1))


def _times(billions: Fraction, size: Decimal) -> int:
    """How many times a size fits in, in whole numbers, which are quicker than fractions."""
    amount, parts = size.as_integer_ratio()
    return billions.numerator * parts // (billions.denominator * amount)


def need_gb(billions: Decimal, bytes_per_parameter: Decimal) -> Fraction:
    """The memory in GB that a model of ``billions`` parameters takes."""
    return Fraction(billions) * Fraction(bytes_per_parameter)


def gpus_needed(
    billions: Decimal, bytes_per_parameter: Decimal, usable: Decimal, memory_gb: Decimal, devices: int = 1
) -> Needed:
    """How many GPUs hold a model: the inverse of ``fit``, rounded up.

    One board of several devices is enough only where one device holds the model. A model for two devices therefore
    counts as two boards, which agrees with ``fit``: it promises one board no more than a device holds.
    """
    # In whole numbers, as above; a product of decimals would be rounded to 28 digits.
    model, size, share, memory = (
        each.as_integer_ratio() for each in (billions, bytes_per_parameter, usable, memory_gb)
    )
    need, held = model[0] * size[0] * share[1] * memory[1] * devices, share[0] * memory[0] * model[1] * size[1]
    count = -(-need // held)
    boards = 1 if count == 1 else max(2, -(-count // devices))
    return Needed(boards=boards, devices=count)

"""From figures side by side to the sentence of their situation."""

from __future__ import annotations

from fractions import Fraction

import pytest

from generator.figures import verdict_words as words
from generator.figures.cells import Unit
from generator.figures.facts import FactValue
from generator.figures.standings import Match, match, per_device
from generator.figures.tables import Catalogue
from generator.figures.verdict_sentences import Said, close, doubts, fit, for_money, rate, shared
from generator.model import Gpu, Words
from tests.samples import gpu, offer, settings, site

SLOW, FAST = gpu("slow", bf16_tflops=100), gpu("fast", bf16_tflops=300)
TIED, NEAR = gpu("tied", bf16_tflops=100), gpu("near", bf16_tflops=102)
NULL, LACKS = gpu("null"), gpu("lacks", unsupported=("bf16_tflops",))


def tflops(value: int) -> FactValue:
    """A rate as sentences hold it."""
    return FactValue(Fraction(value), Unit.TFLOPS)


def matched(column: str, first: Gpu, second: Gpu, *prices: str) -> Match:
    """A column's cells of two GPUs."""
    offers = [offer(card.id, 1, price) for card, price in zip((first, second), prices, strict=False)]
    rules = settings(full_training=("16", (1,)), lora=("2.2", (1,)), qlora=("0.7", (1,)))
    return match(Catalogue(site(first, second, offers=offers, rules=rules)), (first, second), column)


@pytest.mark.parametrize(
    ("first", "second", "sentence", "values"),
    [
        (
            SLOW,
            FAST,
            words.TENSOR.ahead,
            {
                "gpu": "FAST",
                "other": "SLOW",
                "rate": tflops(300),
                "other_rate": tflops(100),
                "ratio": FactValue(Fraction(3), Unit.RATIO),
            },
        ),
        (
            SLOW,
            NEAR,
            words.TENSOR.near,
            {"gpu": "NEAR", "other": "SLOW", "rate": tflops(102), "other_rate": tflops(100)},
        ),
        (SLOW, TIED, words.TENSOR.equal, {"rate": tflops(100)}),
        (SLOW, NULL, words.TENSOR.unknown, {"gpu": "NULL"}),
        (LACKS, NULL, words.TENSOR.unknown, {"gpu": "NULL"}),
        (NULL, NULL, words.TENSOR.both_unknown, {}),
        (LACKS, SLOW, words.HAS, {"gpu": "SLOW", "other": "LACKS"}),
        (LACKS, LACKS, words.NEITHER_HAS, {"gpu": "LACKS", "other": "LACKS"}),
    ],
)
def test_rates(first: Gpu, second: Gpu, sentence: Words, values: dict[str, object]) -> None:
    """Each situation of two rates has its sentence, with the GPU that is ahead first."""
    said = rate(matched("bf16_tensor", first, second), words.TENSOR, "BF16")
    assert (said.words, said.values) == (sentence, {"format": "BF16", **values})


def held(first: Gpu, second: Gpu) -> Said:
    """What is said of what two GPUs hold in full training."""
    room = per_device(matched("memory", first, second))
    return fit({"fit": matched("full_training_1_gpu", first, second)}, room, words.TRAINING)


def test_what_fits() -> None:
    """Sizes that differ are named; those that only rounding makes equal say so; equal memory needs one size."""
    small, middle, large = gpu("small", memory_gb=80), gpu("middle", memory_gb=94), gpu("large", memory_gb=141)
    differ, rounded, equal = held(small, large), held(small, middle), held(small, gpu("same", memory_gb=80))
    assert (differ.words, differ.values["gpu"]) == (words.TRAINING.differ, "LARGE")
    assert (differ.values["fit"], differ.values["other_fit"]) == (FactValue(7, Unit.FIT), FactValue(4, Unit.FIT))
    assert (rounded.words, rounded.values["gpu"]) == (words.TRAINING.rounded, "MIDDLE")
    assert (rounded.values["memory"], rounded.values["other_memory"]) == (
        FactValue(94, Unit.GB),
        FactValue(80, Unit.GB),
    )
    assert (equal.words, equal.values) == (words.TRAINING.equal, {"fit": FactValue(4, Unit.FIT)})


def test_shared() -> None:
    """One sentence about one GPU, one about both, none about neither."""
    pair = (SLOW, FAST)
    assert list(shared(pair, words.DERIVED, (False, False))) == []
    assert list(shared(pair, words.DERIVED, (False, True))) == [Said(words.DERIVED.one, {"gpu": "FAST"})]
    assert list(shared(pair, words.DERIVED, (True, True))) == [
        Said(words.DERIVED.both, {"gpu": "SLOW", "other": "FAST"})
    ]


def test_close_figures_are_explained() -> None:
    """Figures within 5 % come with the rule that makes them even; equal ones need none."""
    assert [said.words for said in close([matched("bf16_tensor", SLOW, NEAR)])] == [words.NEAR]
    assert list(close([matched("bf16_tensor", SLOW, TIED), matched("bf16_tensor", SLOW, FAST)])) == []


def test_doubts_name_the_gpu_whose_figures_they_concern() -> None:
    """Derived figures and unverified ones are told apart, each with its GPU."""
    derived = gpu("derived", derived={"bf16_tflops": 2250}, unpublished=("bf16_tflops",))
    unverified = gpu("unverified", bf16_tflops=88, unverified=("bf16_tflops",))
    said = list(doubts((derived, unverified), [matched("bf16_tensor", derived, unverified)]))
    assert said == [
        Said(words.DERIVED.one, {"gpu": "DERIVED"}),
        Said(words.UNVERIFIED.one, {"gpu": "UNVERIFIED"}),
    ]
    assert list(doubts((SLOW, FAST), [matched("bf16_tensor", SLOW, FAST)])) == []


def test_money_is_told_as_a_ratio() -> None:
    """Three times the rate at twice the price is 1.5 times as much; without both offers nothing is said."""

    def bought(*prices: str, column: str = "price_per_bf16_tflops") -> list[Said]:
        price = matched(column, SLOW, FAST, *prices)
        return list(for_money(price, words.RATE_FOR_MONEY, words.RATE_FOR_MONEY_NEAR))

    names = {"gpu": "FAST", "other": "SLOW"}
    assert bought("1", "2") == [Said(words.RATE_FOR_MONEY, {**names, "ratio": FactValue(Fraction(3, 2), Unit.RATIO)})]
    assert bought("1", "3") == [Said(words.RATE_FOR_MONEY_NEAR, {"gpu": "SLOW", "other": "FAST"})]
    assert bought("1") == []

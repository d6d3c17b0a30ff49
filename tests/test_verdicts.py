"""Verdicts: over every pair of our GPUs and every workload, and a few worked in full."""

from __future__ import annotations

import re
from collections import Counter
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest

from generator.figures import verdict_words as words
from generator.figures.cells import Unit
from generator.figures.facts import FactValue
from generator.figures.tables import Catalogue
from generator.figures.verdicts import Said, Verdict, verdicts
from generator.loading.load import load_site
from generator.model import Gpu, Offer, Site
from generator.pages.formats import Formats
from tests.samples import gpu, locale, offer, settings, site, workload

ROOT = Path(__file__).resolve().parent.parent
WORKLOADS = (
    "llm-training",
    "fine-tuning",
    "llm-inference",
    "image-video",
    "rendering",
    "scientific-computing",
)
TURNED = {"first": "second", "second": "first"}
Judged = dict[tuple[str, str, str], tuple[Verdict, Verdict]]


@pytest.fixture(scope="module")
def own() -> Site:
    """The project's own input."""
    read, problems = load_site(ROOT)
    assert read is not None, problems
    return read


@pytest.fixture(scope="module")
def judged(own: Site) -> Judged:
    """The verdicts of every pair and workload, both ways round."""
    catalogue = Catalogue(own)
    found: Judged = {}
    for first, second in combinations(own.gpus.value, 2):
        ways = verdicts(catalogue, first, second, WORKLOADS), verdicts(catalogue, second, first, WORKLOADS)
        for work, there, back in zip(WORKLOADS, *ways, strict=True):
            found[first.id, second.id, work] = there, back
    return found


def figure(card: Gpu, field: str) -> Fraction | None:
    """A figure as the table shows it: published or derived, 0 where the hardware has none of it."""
    if field in card.unsupported:
        return Fraction(0)
    value = getattr(card, field)
    if value is None:
        value = getattr(card.derived, field, None)
    return None if value is None else Fraction(value)


def runs(own: Site, card: Gpu) -> Fraction:
    """A number that is higher where more models run, or as many but more of them whole; never by less than 5 %."""
    memory = card.memory_gb / card.devices
    whole = sum(model.memory_gb is not None and model.memory_gb <= memory for model in own.models.value)
    needs = [[need for need in (model.memory_gb, model.offload_gb) if need is not None] for model in own.models.value]
    running = sum(any(need <= memory for need in each) for each in needs)
    return Fraction(2) ** (100 * running + whole)


def deciding(own: Site, first: Gpu, second: Gpu, work: str) -> list[tuple[Fraction | None, Fraction | None]]:
    """The figures that decide, of both GPUs, read from the data and not from the cells."""

    def both(field: str) -> tuple[Fraction | None, Fraction | None]:
        return figure(first, field), figure(second, field)

    room = tuple(Fraction(card.memory_gb) / card.devices for card in (first, second))
    bandwidth = both("bandwidth_gbs")
    bf16, fp16, fp64 = both("bf16_tflops"), both("fp16_tflops"), both("fp64_tflops")
    cores = both("rt_cores")
    each: list[tuple[Fraction | None, Fraction | None]]
    match work:
        case "llm-training" | "fine-tuning":
            each = [(room[0], room[1]), fp16 if not any(bf16) and None not in bf16 else bf16]
            each += [bandwidth] if all(even(*figures) for figures in each) else []
        case "llm-inference":
            single = [value and value / card.devices for value, card in zip(bandwidth, (first, second), strict=True)]
            each = [(room[0], room[1]), (single[0], single[1])]
        case "image-video":
            each = [(runs(own, first), runs(own, second)), fp16 if 0 in bf16 else bf16]
        case "rendering":
            each = [cores] if 0 in cores else [both("fp32_tflops")]
            each = [(room[0], room[1])] if even(*each[0]) else each
        case _:
            each = [fp64] if 0 in fp64 and None not in fp64 else [fp64, bandwidth]
    return each


def even(first: Fraction | None, second: Fraction | None) -> bool:
    """Whether both are known and within 5 %."""
    return first is not None and second is not None and max(first, second) * 20 <= min(first, second) * 21


def ahead(first: Fraction | None, second: Fraction | None) -> str:
    """Which of two known figures is the higher by more than 5 %."""
    if first is None or second is None:
        return "unknown"
    if even(first, second):
        return "even"
    return "first" if first > second else "second"


def test_a_winner_is_ahead_where_it_counts(own: Site, judged: Judged) -> None:
    """A named winner has at least one deciding figure that is higher, none that is lower, and none is unknown."""
    for (first, second, work), (found, _) in judged.items():
        if found.winner in TURNED:
            leads = {ahead(*figures) for figures in deciding(own, own.gpu(first), own.gpu(second), work)}
            assert found.winner in leads, (first, second, work)
            assert leads <= {found.winner, "even"}, (first, second, work)


def test_what_is_unknown_is_never_praised(own: Site, judged: Judged) -> None:
    """Without a deciding figure of either GPU the verdict is unknown, and only then."""
    for (first, second, work), (found, _) in judged.items():
        figures = deciding(own, own.gpu(first), own.gpu(second), work)
        missing = any(value is None for pair in figures for value in pair)
        assert (found.winner == "unknown") is missing, (first, second, work)


def test_even_means_even(own: Site, judged: Judged) -> None:
    """Where nobody wins, every deciding figure is within 5 %; where it depends, two figures point apart."""
    for (first, second, work), (found, _) in judged.items():
        leads = [ahead(*figures) for figures in deciding(own, own.gpu(first), own.gpu(second), work)]
        if found.winner == "even":
            assert set(leads) == {"even"}, (first, second, work)
        if found.winner == "depends":
            assert set(leads) == {"first", "second"}, (first, second, work)


def test_every_kind_of_verdict_occurs(judged: Judged) -> None:
    """Our data reaches all of them, so the tests here test something."""
    assert Counter(found.winner for found, _ in judged.values()).keys() == {
        "first",
        "second",
        "even",
        "depends",
        "neither",
        "unknown",
    }


SAME_OF_BOTH = {
    words.RUNS_NONE,
    words.NEITHER_HAS,
    words.NO_RT_CORES,
    words.RATE_FOR_MONEY_NEAR,
    words.MEMORY_FOR_MONEY_NEAR,
    *(
        shared.both
        for shared in (
            words.DEVICE_MEMORY,
            words.DEVICE_BANDWIDTH,
            words.BOARD_RATES,
            words.DERIVED,
            words.UNVERIFIED,
            words.RT_CORES_UNKNOWN,
        )
    ),
}


def test_turning_a_pair_turns_the_verdict(judged: Judged) -> None:
    """The winner is the same GPU, and the same sentences say the same of each; only those about both change places."""
    for key, (there, back) in judged.items():
        assert back.winner == TURNED.get(there.winner, there.winner), key
        assert [said.words for said in back.words] == [said.words for said in there.words], key
        for one, other in zip(there.words, back.words, strict=True):
            if one.words in SAME_OF_BOTH:
                assert other.values == {**one.values, "gpu": one.values["other"], "other": one.values["gpu"]}, key
            else:
                assert other.values == one.values, (key, one.words.msgid)


def test_every_sentence_is_filled_and_tells_no_price(judged: Judged) -> None:
    """Placeholders and values agree; a figure is never a price; a ratio that is told never reads 1.0."""
    for found, _ in judged.values():
        assert found.words
        for said in found.words:
            assert set(re.findall(r"\{(.*?)\}", said.words.msgid)) == set(said.values)
            for value in said.values.values():
                if isinstance(value, FactValue):
                    assert value.unit not in {Unit.MONEY, Unit.RATE}
                    assert value.unit is not Unit.RATIO or value.value > Fraction(105, 100)  # type: ignore[operator]


def test_derived_figures_are_said_to_be_derived(judged: Judged) -> None:
    """The B200's rates are an eighth of a system's: every verdict that uses one says so, rendering needs none."""
    for (first, second, work), (found, _) in judged.items():
        if "b200" in {first, second} and "b300" not in {first, second}:
            told = Said(words.DERIVED.one, {"gpu": "B200"}) in found.words
            assert told is (work != "rendering"), (first, second, work)


def test_no_comparison_by_rt_cores(judged: Judged) -> None:
    """Only whether a GPU has RT cores counts: no sentence of a rendering verdict shows how many."""
    for (_, _, work), (found, _) in judged.items():
        if work == "rendering":
            assert not any("cores" in name for said in found.words for name in said.values)


MODELS = (workload("sdxl", "12", None), workload("flux", "34.7", "24"), workload("wan", None, "80"))
RULES = settings(full_training=("16", (1, 8)), lora=("2.2", (1,)), qlora=("0.7", (1,)), weights_16bit=("2", (1, 8)))
H100 = gpu("h100", memory_gb=80, bandwidth_gbs=3350, bf16_tflops=989, fp64_tflops=34)
A100 = gpu("a100", memory_gb=80, bandwidth_gbs=2039, bf16_tflops=312, fp64_tflops=Decimal("9.7"))
L40S = gpu("l40s", memory_gb=48, bandwidth_gbs=864, bf16_tflops=362, fp32_tflops=Decimal("91.6"), rt_cores=142)
R4090 = gpu("r4090", memory_gb=24, bandwidth_gbs=1008, bf16_tflops=165, fp32_tflops=Decimal("82.6"), rt_cores=128)
T4 = gpu("t4", memory_gb=16, bandwidth_gbs=320, fp16_tflops=65, rt_cores=40, unsupported=("bf16_tflops",))
V100 = gpu("v100", memory_gb=16, bandwidth_gbs=900, fp16_tflops=125, unsupported=("bf16_tflops",))
MI250X = gpu("mi250x", vendor="AMD", memory_gb=128, devices=2, bandwidth_gbs=3277, bf16_tflops=383)
NULL = gpu("null", memory_gb=96, bandwidth_gbs=1597)


def told(first: Gpu, second: Gpu, work: str, *offers: Offer) -> tuple[str, list[str]]:
    """The winner and the sentences in English."""
    catalogue = Catalogue(site(first, second, offers=offers, models=MODELS, rules=RULES))
    (found,) = verdicts(catalogue, first, second, [work])
    formats = Formats(locale("en"))

    def text(said: Said) -> str:
        shown = {
            name: formats.fact(value) if isinstance(value, FactValue) else value for name, value in said.values.items()
        }
        return said.words.msgid.format(**shown)

    return found.winner, [text(said) for said in found.words]


def test_training_on_equal_memory() -> None:
    """Equal memory leaves it to the BF16 rate; what money buys is a sentence of its own."""
    winner, sentences = told(H100, A100, "llm-training", offer("h100", 1, "2.88"), offer("a100", 1, "1.79"))
    assert winner == "first"
    assert sentences == [
        "In full training on one GPU, both hold ≈ 4B parameters.",
        "In dense BF16, H100 is rated at 989 TFLOPS and A100 at 312 TFLOPS, a ratio of 3.2.",
        "At the prices shown, H100 gives 2.0 times as much dense BF16 for the same money as A100.",
    ]


def test_fine_tuning_where_memory_and_rate_disagree() -> None:
    """More memory on one side and a higher rate on the other: it depends on the model, and the sentence says how."""
    roomy = gpu("roomy", memory_gb=96, bandwidth_gbs=1792, bf16_tflops=504)
    winner, sentences = told(H100, roomy, "fine-tuning")
    assert winner == "depends"
    assert sentences == [
        "On one GPU, ROOMY holds ≈ 30B parameters with LoRA and ≈ 100B with QLoRA; H100 holds ≈ 25B and ≈ 90B.",
        "In dense BF16, H100 is rated at 989 TFLOPS and ROOMY at 504 TFLOPS, a ratio of 2.0.",
        "It depends on the model: ROOMY holds larger ones, H100 is ahead for those that both hold.",
    ]


def test_inference_on_a_board_of_two_devices() -> None:
    """A request runs on one device, so half of the board's memory and bandwidth counts, and the verdict says so."""
    winner, sentences = told(MI250X, A100, "llm-inference")
    assert winner == "second"
    assert sentences == [
        "In 16 bits and with short contexts, A100 holds ≈ 30B parameters on one GPU and MI250X holds ≈ 25B.",
        "For a single request, the pace of tokens follows bandwidth.",
        "Bandwidth is 2,039 GB/s on A100 and 1,638.5 GB/s on MI250X, a ratio of 1.2.",
        "MI250X is several devices to software: its memory and bandwidth count here for one of them.",
    ]


def test_what_money_buys_for_inference_is_memory() -> None:
    """The cheaper GPU of equal memory gives more memory for the same money, though it is not the winner."""
    winner, sentences = told(H100, A100, "llm-inference", offer("h100", 1, "2.88"), offer("a100", 1, "1.79"))
    assert winner == "first"
    assert sentences[-1] == "At the prices shown, A100 gives 1.6 times as much memory for the same money as H100."


def test_images_by_what_runs() -> None:
    """The number of models that run comes first, then how many run whole, then the rate."""
    winner, sentences = told(R4090, L40S, "image-video")
    assert winner == "second"
    assert sentences == [
        "Of the image and video models listed, both run 2; without offload L40S runs 2 and R4090 runs 1.",
        "In dense BF16, L40S is rated at 362 TFLOPS and R4090 at 165 TFLOPS, a ratio of 2.2.",
    ]


def test_images_where_more_runs_but_slower() -> None:
    """A GPU that runs more models, or more of them whole, at a lower rate does not simply win."""
    roomy = gpu("roomy", memory_gb=80, bf16_tflops=100)
    winner, sentences = told(L40S, roomy, "image-video")
    assert winner == "depends"
    assert sentences[0] == "Of the image and video models listed, ROOMY runs 3 and L40S runs 2."
    assert sentences[-1] == (
        "It depends on the model: ROOMY has room for more of them, L40S is the faster where a model runs alike on both."
    )
    full = gpu("full", memory_gb=48, bf16_tflops=100)
    winner, sentences = told(R4090, full, "image-video")
    assert winner == "depends"
    assert sentences[-1] == (
        "It depends on the model: FULL has room for more of them, R4090 is the faster where a model runs alike on both."
    )


def test_images_of_which_none_runs() -> None:
    """Where no model runs on a GPU, its rate does not matter; where none runs on either, neither suits."""
    tiny, other = gpu("tiny", memory_gb=8, bf16_tflops=1000), gpu("other", memory_gb=8)
    assert told(tiny, L40S, "image-video")[0] == "second"
    assert told(tiny, other, "image-video") == (
        "neither",
        ["Neither TINY nor OTHER runs any of the image and video models listed."],
    )


def test_images_in_fp16_where_there_is_no_bf16() -> None:
    """A GPU without BF16 runs the models in FP16, so FP16 is compared."""
    newer = gpu("newer", memory_gb=16, bf16_tflops=100, fp16_tflops=100)
    winner, sentences = told(T4, newer, "image-video")
    assert winner == "second"
    assert sentences[1] == "In dense FP16, NEWER is rated at 100 TFLOPS and T4 at 65 TFLOPS, a ratio of 1.5."


def test_training_without_bf16_on_either_side() -> None:
    """Two GPUs without BF16 are compared in FP16, after saying so."""
    winner, sentences = told(T4, V100, "llm-training")
    assert winner == "second"
    assert sentences == [
        "In full training on one GPU, both hold < 1B parameters.",
        "Neither T4 nor V100 has BF16.",
        "In dense FP16, V100 is rated at 125 TFLOPS and T4 at 65 TFLOPS, a ratio of 1.9.",
    ]


def test_rendering_needs_rt_cores() -> None:
    """Without RT cores a GPU does not suit rendering, however fast; nobody guesses where they are not known."""
    unknown = gpu("unknown", rt_cores=None, fp32_tflops=500)
    assert told(H100, L40S, "rendering") == (
        "second",
        ["L40S has RT cores; H100 has none and does not suit 3D rendering."],
    )
    assert told(H100, A100, "rendering") == (
        "neither",
        ["Neither H100 nor A100 has RT cores, so neither suits 3D rendering."],
    )
    assert told(unknown, L40S, "rendering") == ("unknown", ["It is not known whether UNKNOWN has RT cores."])


def test_rendering_by_fp32_tells_of_memory() -> None:
    """FP32 decides even against memory, and RT cores of different generations are not compared."""
    fast = gpu("fast", architecture="Blackwell", memory_gb=32, fp32_tflops=Decimal("104.8"), rt_cores=170)
    winner, sentences = told(fast, L40S, "rendering")
    assert winner == "first"
    assert sentences == [
        "In FP32 on the vector units, FAST is rated at 104.8 TFLOPS and L40S at 91.6 TFLOPS, a ratio of 1.1.",
        "RT cores of different makers and generations do not compare, so the ranking is by FP32.",
        "L40S has room for larger scenes, 48 GB against 32 GB on FAST.",
    ]


def test_rendering_between_equals() -> None:
    """At equal FP32 memory decides, and where that is equal too the verdict is even and says why."""
    twin = gpu("twin", memory_gb=48, fp32_tflops=Decimal("91.6"), rt_cores=142)
    roomy = gpu("roomy", memory_gb=96, fp32_tflops=Decimal("91.6"), rt_cores=142)
    equal = "In FP32 on the vector units, both are rated at 91.6 TFLOPS."
    assert told(twin, L40S, "rendering") == ("even", [equal, "Both have 48 GB of memory."])
    assert told(L40S, roomy, "rendering") == (
        "second",
        [equal, "ROOMY has room for larger scenes, 96 GB against 48 GB on L40S."],
    )


def test_science_by_fp64_and_bandwidth() -> None:
    """A GPU without FP64 loses whatever its bandwidth; without a figure nobody wins; apart, it depends on the code."""
    gaudi = gpu("gaudi", vendor="Intel", bandwidth_gbs=3700, unsupported=("fp64_tflops",))
    low = gpu("low", bandwidth_gbs=8000, derived={"fp64_tflops": Decimal("1.25")}, unpublished=("fp64_tflops",))
    assert told(A100, gaudi, "scientific-computing") == ("first", ["A100 has FP64, GAUDI does not."])
    assert told(NULL, H100, "scientific-computing") == (
        "unknown",
        [
            "There is no FP64 figure for NULL, so the two cannot be compared in FP64.",
            "Bandwidth is 3,350 GB/s on H100 and 1,597 GB/s on NULL, a ratio of 2.1.",
        ],
    )
    winner, sentences = told(low, H100, "scientific-computing")
    assert winner == "depends"
    assert sentences[2:] == [
        "It depends on the code: H100 suits those bound by FP64 arithmetic, LOW those bound by memory on both.",
        (
            "For LOW, some figures used here are derived: the maker’s figure for a whole system, divided by its number"
            " of GPUs."
        ),
    ]


def test_science_counts_the_whole_board() -> None:
    """Rates of a board of several devices are those of the board, and the verdict says so."""
    board = gpu("board", devices=2, fp64_tflops=Decimal("47.9"), bandwidth_gbs=3277)
    winner, sentences = told(A100, board, "scientific-computing")
    assert winner == "second"
    assert sentences[0].startswith("In FP64 on the vector units, BOARD is rated at 47.9 TFLOPS and A100 at 9.7 TFLOPS")
    assert sentences[-1] == "BOARD is several devices to software, and its rates are those of the whole board."


def test_close_figures_are_even() -> None:
    """Within 5 % nobody is ahead, and the last sentence says what counts as even."""
    near = gpu("near", memory_gb=80, bandwidth_gbs=3400, bf16_tflops=1000)
    winner, sentences = told(H100, near, "llm-training")
    assert winner == "even"
    assert sentences == [
        "In full training on one GPU, both hold ≈ 4B parameters.",
        "In dense BF16, NEAR is rated at 1,000 TFLOPS and H100 at 989 TFLOPS.",
        "Bandwidth is 3,400 GB/s on NEAR and 3,350 GB/s on H100.",
        "A difference of up to 5% counts as even here.",
    ]
    unrated = gpu("unrated", memory_gb=82)
    winner, sentences = told(H100, unrated, "llm-training")
    assert winner == "unknown"
    assert "A difference of up to 5% counts as even here." not in sentences


def test_no_verdict_without_a_rule() -> None:
    """A guide of which no rule knows, and a method that data/site.yaml does not have, give no verdict."""
    bare = Catalogue(site(H100, A100, rules=settings(full_training=("16", (1,)))))
    found = verdicts(bare, H100, A100, ["weather", "fine-tuning", "llm-inference", "llm-training"])
    assert [verdict.workload for verdict in found] == ["llm-training"]

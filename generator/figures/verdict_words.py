"""The sentences of the verdicts, each whole, one for each situation.

``{gpu}`` and ``{other}`` are names, never inflected: the sentences leave room to keep them in the nominative. A figure
with ``other_`` before its name belongs to ``{other}``; figures bring their units. ``{format}`` is BF16 and the like.
"""

from __future__ import annotations

from msgspec import Struct

from generator.model import Words


class FitWords(Struct, frozen=True):
    """What each holds: different sizes, the same size only because it is rounded down, or exactly as much."""

    differ: Words
    rounded: Words
    equal: Words


class RateWords(Struct, frozen=True):
    """Two rates: far apart, close, equal; and without a figure for one or for both."""

    ahead: Words
    near: Words
    equal: Words
    unknown: Words
    both_unknown: Words


class SharedWords(Struct, frozen=True):
    """A sentence about one GPU, and the same about both."""

    one: Words
    both: Words


TRAINING = FitWords(
    differ=Words("verdict", "In full training on one GPU, {gpu} holds {fit} parameters and {other} holds {other_fit}."),
    rounded=Words(
        "verdict",
        "In full training on one GPU, both hold {fit} parameters once rounded down; {gpu} has more room, {memory}"
        " against {other_memory} on {other}.",
    ),
    equal=Words("verdict", "In full training on one GPU, both hold {fit} parameters."),
)
TUNING = FitWords(
    differ=Words(
        "verdict",
        "On one GPU, {gpu} holds {lora} parameters with LoRA and {qlora} with QLoRA; {other} holds {other_lora} and"
        " {other_qlora}.",
    ),
    rounded=Words(
        "verdict",
        "On one GPU, both hold {lora} parameters with LoRA and {qlora} with QLoRA once rounded down; {gpu} has more"
        " room, {memory} against {other_memory} on {other}.",
    ),
    equal=Words("verdict", "On one GPU, both hold {lora} parameters with LoRA and {qlora} with QLoRA."),
)
INFERENCE = FitWords(
    differ=Words(
        "verdict",
        "In 16 bits and with short contexts, {gpu} holds {fit} parameters on one GPU and {other} holds {other_fit}.",
    ),
    rounded=Words(
        "verdict",
        "In 16 bits and with short contexts, both hold {fit} parameters on one GPU once rounded down; {gpu} has more"
        " room, {memory} against {other_memory} on {other}.",
    ),
    equal=Words("verdict", "In 16 bits and with short contexts, both hold {fit} parameters on one GPU."),
)

RUNS_MORE = Words("verdict", "Of the image and video models listed, {gpu} runs {runs} and {other} runs {other_runs}.")
RUNS_WHOLE = Words(
    "verdict",
    "Of the image and video models listed, both run {runs}; without offload {gpu} runs {whole} and {other} runs"
    " {other_whole}.",
)
RUNS_ALIKE = Words("verdict", "Of the image and video models listed, both run {runs}, {whole} of them without offload.")
RUNS_NONE = Words("verdict", "Neither {gpu} nor {other} runs any of the image and video models listed.")

TENSOR = RateWords(
    ahead=Words(
        "verdict", "In dense {format}, {gpu} is rated at {rate} and {other} at {other_rate}, a ratio of {ratio}."
    ),
    near=Words("verdict", "In dense {format}, {gpu} is rated at {rate} and {other} at {other_rate}."),
    equal=Words("verdict", "In dense {format}, both are rated at {rate}."),
    unknown=Words("verdict", "There is no dense {format} figure for {gpu}, so the two cannot be compared in {format}."),
    both_unknown=Words(
        "verdict", "There is no dense {format} figure for either, so the two cannot be compared in {format}."
    ),
)
VECTOR = RateWords(
    ahead=Words(
        "verdict",
        "In {format} on the vector units, {gpu} is rated at {rate} and {other} at {other_rate}, a ratio of {ratio}.",
    ),
    near=Words("verdict", "In {format} on the vector units, {gpu} is rated at {rate} and {other} at {other_rate}."),
    equal=Words("verdict", "In {format} on the vector units, both are rated at {rate}."),
    unknown=Words("verdict", "There is no {format} figure for {gpu}, so the two cannot be compared in {format}."),
    both_unknown=Words("verdict", "There is no {format} figure for either, so the two cannot be compared in {format}."),
)
BANDWIDTH = RateWords(
    ahead=Words("verdict", "Bandwidth is {rate} on {gpu} and {other_rate} on {other}, a ratio of {ratio}."),
    near=Words("verdict", "Bandwidth is {rate} on {gpu} and {other_rate} on {other}."),
    equal=Words("verdict", "Bandwidth is {rate} on both."),
    unknown=Words("verdict", "There is no bandwidth figure for {gpu}, so the bandwidths cannot be compared."),
    both_unknown=Words("verdict", "There is no bandwidth figure for either, so the bandwidths cannot be compared."),
)
HAS = Words("verdict", "{gpu} has {format}, {other} does not.")
NEITHER_HAS = Words("verdict", "Neither {gpu} nor {other} has {format}.")
PACE = Words("verdict", "For a single request, the pace of tokens follows bandwidth.")
NEAR = Words("verdict", "A difference of up to {share} counts as even here.")

DEPENDS_ON_MODEL = Words(
    "verdict",
    "It depends on the model: {gpu} holds larger ones, {other} is ahead for those that both hold.",
)
DEPENDS_ON_RUNS = Words(
    "verdict",
    "It depends on the model: {gpu} has room for more of them, {other} is the faster where a model runs alike on both.",
)
DEPENDS_ON_CODE = Words(
    "verdict",
    "It depends on the code: {gpu} suits those bound by FP64 arithmetic, {other} those bound by memory on both.",
)

HAS_RT_CORES = Words("verdict", "{gpu} has RT cores; {other} has none and does not suit 3D rendering.")
NO_RT_CORES = Words("verdict", "Neither {gpu} nor {other} has RT cores, so neither suits 3D rendering.")
RT_CORES_UNKNOWN = SharedWords(
    one=Words("verdict", "It is not known whether {gpu} has RT cores."),
    both=Words("verdict", "It is not known whether {gpu} and {other} have RT cores."),
)
RT_CORES_APART = Words(
    "verdict", "RT cores of different makers and generations do not compare, so the ranking is by FP32."
)
LARGER_SCENES = Words("verdict", "{gpu} has room for larger scenes, {memory} against {other_memory} on {other}.")
EQUAL_MEMORY = Words("verdict", "Both have {memory} of memory.")

DEVICE_MEMORY = SharedWords(
    one=Words(
        "verdict",
        "{gpu} is several devices to software: its memory counts here for one of them, its rates for the whole board.",
    ),
    both=Words(
        "verdict",
        "{gpu} and {other} are each several devices to software: memory counts here for one of them, rates for the"
        " whole board.",
    ),
)
DEVICE_BANDWIDTH = SharedWords(
    one=Words("verdict", "{gpu} is several devices to software: its memory and bandwidth count here for one of them."),
    both=Words(
        "verdict",
        "{gpu} and {other} are each several devices to software: memory and bandwidth count here for one of them.",
    ),
)
BOARD_RATES = SharedWords(
    one=Words("verdict", "{gpu} is several devices to software, and its rates are those of the whole board."),
    both=Words(
        "verdict",
        "{gpu} and {other} are each several devices to software, and their rates are those of the whole board.",
    ),
)
DERIVED = SharedWords(
    one=Words(
        "verdict",
        "For {gpu}, some figures used here are derived: the maker’s figure for a whole system, divided by its number of"
        " GPUs.",
    ),
    both=Words(
        "verdict",
        "For {gpu} and {other}, some figures used here are derived: the maker’s figure for a whole system, divided by"
        " its number of GPUs.",
    ),
)
UNVERIFIED = SharedWords(
    one=Words("verdict", "For {gpu}, not every figure used here was read in a source that quotes the maker."),
    both=Words(
        "verdict", "For {gpu} and {other}, not every figure used here was read in a source that quotes the maker."
    ),
)

RATE_FOR_MONEY = Words(
    "verdict", "At the prices shown, {gpu} gives {ratio} times as much dense BF16 for the same money as {other}."
)
RATE_FOR_MONEY_NEAR = Words(
    "verdict", "At the prices shown, {gpu} and {other} give about as much dense BF16 for the same money."
)
MEMORY_FOR_MONEY = Words(
    "verdict", "At the prices shown, {gpu} gives {ratio} times as much memory for the same money as {other}."
)
MEMORY_FOR_MONEY_NEAR = Words(
    "verdict", "At the prices shown, {gpu} and {other} give about as much memory for the same money."
)
FOR_MONEY = frozenset({RATE_FOR_MONEY, RATE_FOR_MONEY_NEAR, MEMORY_FOR_MONEY, MEMORY_FOR_MONEY_NEAR})
"""The sentences that follow from prices."""

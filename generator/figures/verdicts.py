"""Verdicts: what the figures of two GPUs say for each workload, and why.

A verdict is a winner and whole sentences with the exact figures that fill them; language and HTML come later. Each
workload is judged by what it needs, in that order; docs/decisions/0041-verdicts.md has the reasons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

from msgspec import Struct, field
from msgspec.structs import replace

from generator.figures import verdict_sentences as sentences
from generator.figures import verdict_words as words
from generator.figures.cells import Cell
from generator.figures.standings import Lead, Match, Winner, match, matched, per_device, settle
from generator.figures.tables import Catalogue
from generator.figures.verdict_sentences import Said as Said  # noqa: PLC0414 -- a verdict's callers write its sentences out
from generator.figures.verdict_words import FitWords, SharedWords
from generator.model import Gpu


class Verdict(Struct, frozen=True):
    """What the figures say for a workload, and why.

    ``winner`` is ``even`` where no figure separates the two, ``depends`` where two figures point to different GPUs,
    ``neither`` where both lack what the work needs, and ``unknown`` where a figure that decides is not known.
    """

    workload: str
    winner: Winner
    words: tuple[Said, ...]


class _Finding(Struct, frozen=True):
    """What a rule found: the winner, its sentences, the figures used, and what to say of boards of several devices."""

    winner: Winner
    said: tuple[Said, ...]
    used: tuple[Match, ...]
    boards: SharedWords | None = None
    money: tuple[Said, ...] = ()


class _Pair(Struct, frozen=True):
    """Two GPUs and where their cells are."""

    catalogue: Catalogue
    gpus: tuple[Gpu, Gpu]
    matches: dict[str, Match] = field(default_factory=dict)

    def match(self, column_id: str) -> Match:
        """A column's cells of both, put side by side once for all workloads."""
        if column_id not in self.matches:
            self.matches[column_id] = match(self.catalogue, self.gpus, column_id)
        return self.matches[column_id]

    def room(self) -> Match:
        """The memory that one device of each has. What fits is in proportion to it."""
        return per_device(self.match("memory"))


def verdicts(catalogue: Catalogue, first: Gpu, second: Gpu, workloads: Iterable[str]) -> Iterator[Verdict]:
    """The verdicts for workloads, named by the slugs of their guides; turning the pair turns each verdict.

    None for a workload without a rule, and where ``data/site.yaml`` lacks a method that its rule needs.
    """
    pair = _Pair(catalogue, (first, second))
    for workload in workloads:
        rule = _RULES.get(workload)
        found = rule(pair) if rule else None
        if found is not None:
            yield _verdict(workload, pair.gpus, found)


def _verdict(workload: str, gpus: tuple[Gpu, Gpu], found: _Finding) -> Verdict:
    said = [*found.said]
    if found.winner != "unknown":
        said += sentences.close(found.used)
    if found.boards:
        said += sentences.shared(gpus, found.boards, (gpu.devices > 1 for gpu in gpus))
    said += [*sentences.doubts(gpus, found.used), *found.money]
    return Verdict(workload, found.winner, tuple(said))


def _training(pair: _Pair, methods: Mapping[str, str], fits: FitWords) -> _Finding | None:
    """Training and fine-tuning: what fits on one GPU and the dense BF16 rate; where both are even, bandwidth."""
    if not set(methods.values()) <= pair.catalogue.columns.keys():
        return None
    room, rate, number_format = pair.room(), pair.match("bf16_tensor"), "BF16"
    said = [sentences.fit({name: pair.match(column) for name, column in methods.items()}, room, fits)]
    if rate.lead is Lead.NEITHER:
        said.append(sentences.rate(rate, words.TENSOR, number_format))
        rate, number_format = pair.match("fp16_tensor"), "FP16"
    said.append(sentences.rate(rate, words.TENSOR, number_format))
    used = [room, rate]
    winner = settle(room.lead, rate.lead)
    if winner == "even":
        used.append(pair.match("bandwidth"))
        said.append(sentences.rate(used[-1], words.BANDWIDTH))
        winner = settle(used[-1].lead)
    if winner == "depends":
        said.append(Said(words.DEPENDS_ON_MODEL, sentences.names(pair.gpus, room.order)))
    money = _rate_for_money(pair) if number_format == "BF16" else ()
    return _Finding(winner, tuple(said), tuple(used), words.DEVICE_MEMORY, money)


def _inference(pair: _Pair) -> _Finding | None:
    """What fits in 16 bits, then bandwidth: a single request is written at the rate at which weights are read."""
    if "weights_16bit_1_gpu" not in pair.catalogue.columns:
        return None
    room, bandwidth = pair.room(), per_device(pair.match("bandwidth"))
    winner = settle(room.lead, bandwidth.lead)
    said = [
        sentences.fit({"fit": pair.match("weights_16bit_1_gpu")}, room, words.INFERENCE),
        Said(words.PACE, {}),
        sentences.rate(bandwidth, words.BANDWIDTH),
    ]
    if winner == "depends":
        said.append(Said(words.DEPENDS_ON_MODEL, sentences.names(pair.gpus, room.order)))
    price = pair.match("price_per_gb")
    money = sentences.for_money(price, words.MEMORY_FOR_MONEY, words.MEMORY_FOR_MONEY_NEAR)
    return _Finding(winner, tuple(said), (room, bandwidth), words.DEVICE_BANDWIDTH, tuple(money))


def _images(pair: _Pair) -> _Finding:
    """Which models run, whole or with offload; then the dense BF16 rate, or FP16 where a GPU has no BF16."""
    runs, lead, said = _runs(pair)
    if 0 in runs.amounts:
        return _Finding(settle(lead), (said,), (runs,), words.DEVICE_MEMORY)
    rate, number_format = pair.match("bf16_tensor"), "BF16"
    if 0 in rate.amounts:
        rate, number_format = pair.match("fp16_tensor"), "FP16"
    winner = settle(lead, rate.lead)
    found = [said, sentences.rate(rate, words.TENSOR, number_format)]
    if winner == "depends":
        order = (0, 1) if lead is Lead.FIRST else (1, 0)
        found.append(Said(words.DEPENDS_ON_RUNS, sentences.names(pair.gpus, order)))
    money = _rate_for_money(pair) if number_format == "BF16" else ()
    return _Finding(winner, tuple(found), (runs, rate), words.DEVICE_MEMORY, money)


def _runs(pair: _Pair) -> tuple[Match, Lead, Said]:
    """Who runs more of the listed models; among equals, who runs more of them without offload."""
    runs = pair.match("runs_models")
    first, second = (replace(cell, value=_without_offload(cell)) for cell in runs.cells)
    whole = matched(runs.column, runs.gpus, (first, second))
    if runs.lead is Lead.NEITHER:
        return runs, runs.lead, Said(words.RUNS_NONE, sentences.names(pair.gpus))
    if runs.lead is not Lead.EVEN:
        named = sentences.names(pair.gpus, runs.order)
        return runs, runs.lead, Said(words.RUNS_MORE, {**named, **sentences.both("runs", runs)})
    if whole.equal:
        return runs, Lead.EVEN, Said(words.RUNS_ALIKE, {"runs": runs.value(0), "whole": whole.value(0)})
    named = {**sentences.names(pair.gpus, whole.order), "runs": runs.value(0)}
    return runs, whole.lead, Said(words.RUNS_WHOLE, {**named, **sentences.both("whole", whole)})


def _without_offload(cell: Cell) -> int:
    runs = cell.parts if isinstance(cell.parts, tuple) else ()
    return sum(run.how == "whole" for run in runs)


def _rate_for_money(pair: _Pair) -> tuple[Said, ...]:
    price = pair.match("price_per_bf16_tflops")
    return tuple(sentences.for_money(price, words.RATE_FOR_MONEY, words.RATE_FOR_MONEY_NEAR))


def _rendering(pair: _Pair) -> _Finding:
    """RT cores at all, then FP32. Memory decides only between equals in FP32, but a difference is always told."""
    cores = pair.match("rt_cores")
    if cores.lead is Lead.UNKNOWN:
        unknown = (amount is None for amount in cores.amounts)
        return _Finding("unknown", tuple(sentences.shared(pair.gpus, words.RT_CORES_UNKNOWN, unknown)), (cores,))
    if 0 in cores.amounts:
        sentence = words.NO_RT_CORES if cores.lead is Lead.NEITHER else words.HAS_RT_CORES
        return _Finding(settle(cores.lead), (Said(sentence, sentences.names(pair.gpus, cores.order)),), (cores,))
    rate, room = pair.match("fp32"), pair.room()
    said = [sentences.rate(rate, words.VECTOR, "FP32")]
    first, second = pair.gpus
    if rate.lead is not Lead.UNKNOWN and (first.vendor, first.architecture) != (second.vendor, second.architecture):
        said.append(Said(words.RT_CORES_APART, {}))
    if not room.equal:
        named = sentences.names(pair.gpus, room.order)
        said.append(Said(words.LARGER_SCENES, {**named, **sentences.both("memory", room)}))
    elif rate.lead is Lead.EVEN:
        said.append(Said(words.EQUAL_MEMORY, {"memory": room.value(0)}))
    winner = settle(rate.lead if rate.lead is not Lead.EVEN else room.lead)
    return _Finding(winner, tuple(said), (cores, rate, room), words.DEVICE_MEMORY)


def _science(pair: _Pair) -> _Finding:
    """The FP64 vector rate and bandwidth: a code bound by memory follows the second."""
    rate, bandwidth = pair.match("fp64"), pair.match("bandwidth")
    said = [sentences.rate(rate, words.VECTOR, "FP64")]
    if 0 in rate.amounts and rate.lead is not Lead.UNKNOWN:
        return _Finding(settle(rate.lead), tuple(said), (rate,))
    said.append(sentences.rate(bandwidth, words.BANDWIDTH))
    winner = settle(rate.lead, bandwidth.lead)
    if winner == "depends":
        said.append(Said(words.DEPENDS_ON_CODE, sentences.names(pair.gpus, rate.order)))
    return _Finding(winner, tuple(said), (rate, bandwidth), words.BOARD_RATES)


_TRAINING = {"fit": "full_training_1_gpu"}
_TUNING = {"lora": "lora_1_gpu", "qlora": "qlora_1_gpu"}
_RULES: Mapping[str, Callable[[_Pair], _Finding | None]] = {
    "llm-training": partial(_training, methods=_TRAINING, fits=words.TRAINING),
    "fine-tuning": partial(_training, methods=_TUNING, fits=words.TUNING),
    "llm-inference": _inference,
    "image-video": _images,
    "rendering": _rendering,
    "scientific-computing": _science,
}

"""Facts: each kind's exact value and unit, and what a writer is told where there is none."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest

from generator.figures.cells import Unit
from generator.figures.facts import FactError, FactValue, evaluate
from generator.model import Fact
from generator.model.kinds import kind_of
from tests.samples import gpu, site, workload

READ = kind_of(Fact)
SITE = site(
    gpu(
        "h100-sxm",
        bf16_tflops=Decimal(989),
        interconnect_gbs=Decimal(900),
        derived={"fp64_tflops": Decimal("1.25")},
        unpublished=("fp64_tflops",),
    ),
    gpu("a100-sxm", bf16_tflops=Decimal(312), rt_cores=None),
    gpu("l4", memory_gb=16, rt_cores=58, launch_year=2023),
    gpu("mi250x", memory_gb=128, devices=2),
    models=(workload("flux1-dev", "34.7", None),),
)


def value(**fact: object) -> FactValue:
    """The value of a fact as a guide's front matter has it."""
    return evaluate(SITE, READ.read(fact))


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        ({"setting": "usable_memory"}, FactValue(Decimal("0.8"), Unit.SHARE)),
        ({"setting": "qlora.bytes_per_parameter"}, FactValue(Decimal("0.7"), Unit.BYTES)),
        ({"gpu": "h100-sxm", "field": "memory_gb"}, FactValue(Decimal(80), Unit.GB)),
        ({"gpu": "h100-sxm", "field": "bf16_tflops"}, FactValue(Decimal(989), Unit.TFLOPS)),
        ({"gpu": "h100-sxm", "field": "interconnect_gbs"}, FactValue(Decimal(900), Unit.GBS)),
        ({"gpu": "l4", "field": "rt_cores"}, FactValue(58, Unit.COUNT)),
        ({"gpu": "l4", "field": "launch_year"}, FactValue(2023, Unit.YEAR)),
        (
            {"gpu": "h100-sxm", "field": "fp64_tflops", "derived": True},
            FactValue(Decimal("1.25"), Unit.TFLOPS),
        ),
        (
            {"ratio": "bf16_tflops", "of": "h100-sxm", "to": "a100-sxm"},
            FactValue(Fraction(989, 312), Unit.RATIO),
        ),
        ({"gpu": "h100-sxm", "fit": "full_training", "gpus": 8}, FactValue(Decimal(30), Unit.FIT)),
        ({"gpu": "l4", "fit": "full_training", "gpus": 1}, FactValue(None, Unit.FIT)),
        ({"gpu": "mi250x", "fit": "full_training", "gpus": 1}, FactValue(Decimal(3), Unit.FIT)),
        ({"method": "full_training", "billions": 7}, FactValue(Fraction(112), Unit.GB)),
        ({"method": "qlora", "billions": 13}, FactValue(Fraction("9.1"), Unit.GB)),
        ({"gpus_needed": "full_training", "billions": 70, "gpu": "h100-sxm"}, FactValue(18, Unit.COUNT)),
        ({"gpus_needed": "full_training", "billions": 6, "gpu": "mi250x"}, FactValue(2, Unit.COUNT)),
        ({"model": "flux1-dev", "field": "memory_gb"}, FactValue(Decimal("34.7"), Unit.GB)),
        ({"model": "flux1-dev", "field": "params_b"}, FactValue(Decimal("11.9"), Unit.BILLIONS)),
    ],
)
def test_each_kind(fact: dict[str, object], expected: FactValue) -> None:
    """A fact is one exact value with its unit; only a fit is rounded."""
    assert value(**fact) == expected


@pytest.mark.parametrize(
    ("fact", "key", "message", "hint"),
    [
        (
            {"gpu": "h100-sx", "field": "memory_gb"},
            "gpu",
            'there is no GPU "h100-sx" in data/gpus.yaml',
            'did you mean "h100-sxm"?',
        ),
        (
            {"ratio": "bf16_tflops", "of": "h100-sxm", "to": "a100"},
            "to",
            'there is no GPU "a100" in data/gpus.yaml',
            'did you mean "a100-sxm"?',
        ),
        (
            {"gpu": "l4", "fit": "full_trainings", "gpus": 1},
            "fit",
            'there is no method "full_trainings" in data/site.yaml',
            'did you mean "full_training"?',
        ),
        (
            {"method": "qlor", "billions": 7},
            "method",
            'there is no method "qlor" in data/site.yaml',
            'did you mean "qlora"?',
        ),
        (
            {"gpus_needed": "lora", "billions": 7, "gpu": "l4"},
            "gpus_needed",
            'there is no method "lora" in data/site.yaml',
            'did you mean "qlora"?',
        ),
        (
            {"setting": "usable_memori"},
            "setting",
            'there is no setting "usable_memori" that a fact may show',
            'did you mean "usable_memory"?',
        ),
        (
            {"gpu": "l4", "field": "memory"},
            "field",
            '"memory" is not a number of a GPU',
            'did you mean "memory_gb"?',
        ),
        (
            {"gpu": "l4", "field": "memory_type"},
            "field",
            '"memory_type" is not a number of a GPU',
            'did you mean "memory_gb"?',
        ),
        (
            {"gpu": "l4", "field": "rt_cores", "derived": True},
            "field",
            '"rt_cores" is not a derived figure of a GPU',
            "",
        ),
        ({"gpu": "l4", "field": "tdp_w"}, "field", '"l4" has no figure for tdp_w', ""),
        (
            {"gpu": "h100-sxm", "field": "fp64_tflops"},
            "field",
            '"h100-sxm" has no figure for fp64_tflops',
            "there is a derived one; to show it, add derived: true",
        ),
        (
            {"gpu": "l4", "field": "fp64_tflops", "derived": True},
            "field",
            '"l4" has no derived figure for fp64_tflops',
            "",
        ),
        ({"gpu": "h100-sxm", "field": "rt_cores"}, "field", '"h100-sxm" has no figure for rt_cores', ""),
        (
            {"ratio": "bf16_tflops", "of": "h100-sxm", "to": "l4"},
            "ratio",
            '"l4" has no figure for bf16_tflops',
            "",
        ),
        ({"ratio": "launch_year", "of": "h100-sxm", "to": "l4"}, "ratio", "a ratio of years says nothing", ""),
        (
            {"model": "flux", "field": "memory_gb"},
            "model",
            'there is no model "flux" in data/models.yaml',
            'did you mean "flux1-dev"?',
        ),
        ({"model": "flux1-dev", "field": "offload_gb"}, "field", '"flux1-dev" has no figure for offload_gb', ""),
    ],
)
def test_a_fact_without_value_says_why(fact: dict[str, object], key: str, message: str, hint: str) -> None:
    """The key that is wrong, what is wrong with it, and what was meant."""
    with pytest.raises(FactError) as caught:
        value(**fact)
    error = caught.value
    assert (error.key, error.message) == (key, message)
    assert error.hint == hint or (not hint and not error.hint.startswith("did you mean"))

"""Front matter: selections and facts are read as they are meant."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from generator.model.front_matter import (
    CountFact,
    Fact,
    FieldFact,
    FitFact,
    ModelFact,
    NeedFact,
    RatioFact,
    SettingFact,
    Where,
)
from generator.model.kinds import Unfit, kind_of, read_value


def refuses(kind: Any, value: object) -> bool:
    """Whether a field of that kind refuses a value."""
    try:
        kind_of(kind).read(value)
    except Unfit:
        return True
    return False


def test_bounds_of_a_selection_are_not_guessed() -> None:
    """Text stays text, flags stay flags, numbers are exact."""
    assert read_value(Where, {"in": ["80", True, 80]}).in_ == ("80", True, 80)
    assert type(read_value(Where, {"in": [True]}).in_[0]) is bool  # type: ignore[index]
    assert read_value(Where, {"min": 80, "max": Decimal("94.5")}).max == Decimal("94.5")
    assert refuses(Where, {"min": "80"})
    assert refuses(Where, {"in": [None]})


@pytest.mark.parametrize(
    ("fact", "kind"),
    [
        ({"setting": "usable_memory"}, SettingFact),
        ({"gpu": "h100", "field": "memory_gb"}, FieldFact),
        ({"gpu": "b300", "field": "bf16_tflops", "derived": True}, FieldFact),
        ({"ratio": "bf16_tflops", "of": "h100", "to": "a100"}, RatioFact),
        ({"gpu": "h100", "fit": "lora", "gpus": 8}, FitFact),
        ({"method": "lora", "billions": 7}, NeedFact),
        ({"gpus_needed": "lora", "billions": 7, "gpu": "h100"}, CountFact),
        ({"model": "flux", "field": "memory_gb"}, ModelFact),
    ],
)
def test_kinds_of_facts(fact: dict[str, object], kind: type[object]) -> None:
    """Each is known by the keys that it is written with."""
    read: object = kind_of(Fact).read(fact)
    assert type(read) is kind


@pytest.mark.parametrize("fact", [{}, {"what": 1}, {"gpu": "h100"}, {"setting": "x", "gpu": "h100"}, "h100", None])
def test_what_is_no_fact(fact: object) -> None:
    """Neither too little nor a mixture."""
    assert refuses(Fact, fact)

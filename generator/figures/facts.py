"""Named facts of a guide: each of the few kinds → one exact value with its unit."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import assert_never

from msgspec import Struct

from generator.figures import memory
from generator.figures.cells import Unit
from generator.figures.columns import FIELD_UNITS
from generator.model import (
    FIGURES,
    CountFact,
    Fact,
    FieldFact,
    FitFact,
    Gpu,
    Method,
    ModelFact,
    NeedFact,
    RatioFact,
    SettingFact,
    Site,
)
from generator.problems import did_you_mean, quoted

NUMBER_FIELDS: tuple[str, ...] = tuple(
    field for field, unit in FIELD_UNITS.items() if unit not in {Unit.TEXT, Unit.FLAG}
)
"""The fields of a GPU that a fact may name; a ratio may name any of them but the year."""


class FactValue(Struct, frozen=True):
    """An exact value with its unit. Of a fit it is the rounded size, ``None`` below one billion."""

    value: Decimal | Fraction | int | None
    unit: Unit


class FactError(ValueError):
    """A fact that has no value. ``key`` is the part of the fact that is wrong; message and hint are for its writer."""

    def __init__(self, key: str, message: str, hint: str = "") -> None:
        self.key = key
        self.message = message
        self.hint = hint
        super().__init__(message)


def evaluate(site: Site, fact: Fact) -> FactValue:
    """The value of a fact; raises ``FactError`` where an id, method or field is unknown, or there is no figure."""
    value: FactValue
    match fact:
        case SettingFact():
            value = _setting(site, fact)
        case FieldFact():
            value = _field(site, fact)
        case RatioFact():
            value = _ratio(site, fact)
        case FitFact():
            value = _fit(site, fact)
        case NeedFact():
            value = _need(site, fact)
        case CountFact():
            value = _count(site, fact)
        case ModelFact():
            value = _model(site, fact)
        case _:
            assert_never(fact)
    return value


def _gpu(site: Site, key: str, gpu_id: str) -> Gpu:
    try:
        return site.gpu(gpu_id)
    except KeyError:
        hint = did_you_mean(gpu_id, (gpu.id for gpu in site.gpus.value))
        raise FactError(key, f"there is no GPU {quoted(gpu_id)} in data/gpus.yaml", hint) from None


def _method(site: Site, key: str, name: str) -> Method:
    methods = site.settings.value.methods
    if name not in methods:
        raise FactError(key, f"there is no method {quoted(name)} in data/site.yaml", did_you_mean(name, methods))
    return methods[name]


def _setting(site: Site, fact: SettingFact) -> FactValue:
    settings = site.settings.value
    if fact.setting == "usable_memory":
        return FactValue(settings.usable_memory, Unit.SHARE)
    known = {f"{name}.bytes_per_parameter": method for name, method in settings.methods.items()}
    if fact.setting not in known:
        hint = did_you_mean(fact.setting, ("usable_memory", *known))
        raise FactError("setting", f"there is no setting {quoted(fact.setting)} that a fact may show", hint)
    return FactValue(known[fact.setting].bytes_per_parameter, Unit.BYTES)


def _number(gpu: Gpu, key: str, field: str, *, derived: bool = False) -> Decimal | int:
    known = FIGURES if derived else NUMBER_FIELDS
    if field not in known:
        of = "a derived figure" if derived else "a number"
        raise FactError(key, f"{quoted(field)} is not {of} of a GPU", did_you_mean(field, known))
    value: Decimal | int | None = getattr(gpu.derived if derived else gpu, field)
    if value is None or (field == "rt_cores" and value == 0):
        hint = ""
        if not derived and field in FIGURES and getattr(gpu.derived, field) is not None:
            hint = "there is a derived one; to show it, add derived: true"
        raise FactError(key, f"{quoted(gpu.id)} has no {'derived ' if derived else ''}figure for {field}", hint)
    return value


def _field(site: Site, fact: FieldFact) -> FactValue:
    gpu = _gpu(site, "gpu", fact.gpu)
    return FactValue(_number(gpu, "field", fact.field, derived=fact.derived), FIELD_UNITS[fact.field])


def _ratio(site: Site, fact: RatioFact) -> FactValue:
    if fact.ratio == "launch_year":
        raise FactError("ratio", "a ratio of years says nothing")
    of = _number(_gpu(site, "of", fact.of), "ratio", fact.ratio)
    to = _number(_gpu(site, "to", fact.to), "ratio", fact.ratio)
    return FactValue(Fraction(of) / Fraction(to), Unit.RATIO)


def _fit(site: Site, fact: FitFact) -> FactValue:
    settings = site.settings.value
    gpu = _gpu(site, "gpu", fact.gpu)
    method = _method(site, "fit", fact.fit)
    exact = memory.fit(gpu.memory_gb, fact.gpus, settings.usable_memory, method.bytes_per_parameter, gpu.devices)
    return FactValue(memory.round_down(exact, settings.rounding), Unit.FIT)


def _need(site: Site, fact: NeedFact) -> FactValue:
    method = _method(site, "method", fact.method)
    return FactValue(memory.need_gb(fact.billions, method.bytes_per_parameter), Unit.GB)


def _count(site: Site, fact: CountFact) -> FactValue:
    gpu = _gpu(site, "gpu", fact.gpu)
    method = _method(site, "gpus_needed", fact.gpus_needed)
    usable = site.settings.value.usable_memory
    needed = memory.gpus_needed(fact.billions, method.bytes_per_parameter, usable, gpu.memory_gb, gpu.devices)
    return FactValue(needed.boards, Unit.COUNT)


def _model(site: Site, fact: ModelFact) -> FactValue:
    models = {model.id: model for model in site.models.value}
    if fact.model not in models:
        hint = did_you_mean(fact.model, models)
        raise FactError("model", f"there is no model {quoted(fact.model)} in data/models.yaml", hint)
    value: Decimal | None = getattr(models[fact.model], fact.field)
    if value is None:
        raise FactError("field", f"{quoted(fact.model)} has no figure for {fact.field}")
    return FactValue(value, Unit.BILLIONS if fact.field == "params_b" else Unit.GB)

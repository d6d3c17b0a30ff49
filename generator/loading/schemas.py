"""JSON Schemas of the data files: editors complete and check by them, through the first line of each file."""

from __future__ import annotations

from typing import Any

from generator.model import GpuFile, ModelFile, SiteSettings, Snapshot, Written
from generator.model.kinds import class_schema

FILES: dict[str, type[Written]] = {"gpus": GpuFile, "prices": Snapshot, "models": ModelFile, "site": SiteSettings}
_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schemas() -> dict[str, dict[str, Any]]:
    """The schema of each file of `data/`, by the file's name without its ending.

    A schema tells an editor about kinds of values and names of keys. What only the build can tell, such as whether a
    GPU exists, it does not know.
    """
    return {name: schema_of(model) for name, model in FILES.items()}


def schema_of(model: type[Written]) -> dict[str, Any]:
    """The schema of one kind of file."""
    classes: dict[str, Any] = {}
    own = class_schema(model, classes)
    return {"$schema": _DIALECT, **({"$defs": classes} if classes else {}), **own}

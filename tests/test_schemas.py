"""The JSON Schemas that editors use agree with the model and with the data files."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from generator.files.strict_yaml import read_yaml
from generator.loading.schemas import FILES, schemas
from tools.schemas import texts

DATA = Path(__file__).resolve().parent.parent / "data"


def plain(value: Any) -> Any:
    """What JSON knows of a value: no exact decimals."""
    if isinstance(value, dict):
        return {key: plain(part) for key, part in value.items()}
    if isinstance(value, list):
        return [plain(part) for part in value]
    return float(value) if isinstance(value, Decimal) else value


def read(name: str) -> Any:
    """A data file as an editor sees it."""
    return plain(read_yaml((DATA / f"{name}.yaml").read_text("utf-8"), name)[0])


@pytest.mark.parametrize("name", FILES)
def test_the_data_files_follow_their_schemas(name: str) -> None:
    """An editor must not mark what the build takes."""
    schema = schemas()[name]
    Draft202012Validator.check_schema(schema)
    assert [error.message for error in Draft202012Validator(schema).iter_errors(read(name))] == []


@pytest.mark.parametrize("name", FILES)
def test_each_data_file_names_its_schema(name: str) -> None:
    """The first line is what editors look for; the path is seen from the file's own folder."""
    first = (DATA / f"{name}.yaml").read_text("utf-8").split("\n")[0]
    assert first == f"# yaml-language-server: $schema=schemas/{name}.schema.json"


def test_the_schema_files_are_up_to_date() -> None:
    """After a change to the model: python -m tools.schemas."""
    written = {file.name: file.read_text("utf-8") for file in (DATA / "schemas").glob("*.schema.json")}
    assert {name: json.loads(text) for name, text in written.items() if name in texts()} == {
        name: json.loads(text) for name, text in texts().items()
    }


@pytest.mark.parametrize(
    ("name", "change", "path"),
    [
        ("prices", {"currency": "EUR"}, "currency"),
        ("prices", {"colour": "red"}, ""),
        ("site", {"usable_memory": 0}, "usable_memory"),
        ("site", {"market_open": "no"}, "market_open"),
        ("models", {"models": []}, "models"),
    ],
)
def test_an_editor_marks_mistakes(name: str, change: dict[str, object], path: str) -> None:
    """Kinds of values, names of keys, empty lists."""
    errors = list(Draft202012Validator(schemas()[name]).iter_errors(read(name) | change))
    assert [".".join(map(str, error.path)) for error in errors] == [path]

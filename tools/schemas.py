"""Writes the JSON Schemas of the data files: `python -m tools.schemas`, after a change to `generator/model.py`."""

from __future__ import annotations

import json
from pathlib import Path

from generator.schemas import schemas

FOLDER = Path(__file__).resolve().parent.parent / "data" / "schemas"


def texts() -> dict[str, str]:
    """The text of each schema file, by its name."""
    return {f"{name}.schema.json": json.dumps(schema, indent=2) + "\n" for name, schema in schemas().items()}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in texts().items():
        (FOLDER / name).write_text(text, encoding="utf-8")

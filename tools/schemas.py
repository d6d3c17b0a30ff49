"""Writes the JSON Schemas of the data files, feeds and mappings: `python -m tools.schemas`, after a change to them."""

from __future__ import annotations

import json
from pathlib import Path

from generator.loading.schemas import schema_of, schemas
from generator.prices.price_feed import Feed
from generator.prices.price_mapping import PriceMapping

FOLDER = Path(__file__).resolve().parent.parent / "data" / "schemas"


def texts() -> dict[str, str]:
    """The text of each schema file, by its name."""
    found = schemas() | {"price-feed": schema_of(Feed), "price-mapping": schema_of(PriceMapping)}
    return {f"{name}.schema.json": json.dumps(schema, indent=2) + "\n" for name, schema in found.items()}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in texts().items():
        (FOLDER / name).write_text(text, encoding="utf-8")

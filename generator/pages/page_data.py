"""The figures that a page's scripts compare and compute with: ``/<locale>/data.json``.

They are the cells of the pages, in the same words and formats: ``html``, ``unit`` and ``sum`` are what a page shows,
``raw`` is the exact value, of a fit the unrounded one. ``rank`` counts from 0 for the best of all GPUs, by what is
shown, equal for equals; a column without a better has none. What is usual is left out: a state ``value``, an empty
unit.
"""

from __future__ import annotations

import json

from generator.figures.columns import Column
from generator.model import Gpu
from generator.pages.compare_pages import compared_columns
from generator.pages.edition import exact_text
from generator.pages.studio import Studio
from generator.pages.views import CellView

SIZES = (1, 8)
"""The numbers of GPUs whose offers are mixed."""

Json = dict[str, object]


def data_json(studio: Studio) -> bytes:
    """Every GPU of an edition with its cells, in the data file's order; ``href`` is below the edition's start page."""
    moment = studio.layouts.moment(studio.layouts.as_of)
    catalogue = studio.catalogue
    columns = [catalogue.columns[name] for names in compared_columns(studio).values() for name in names]
    ranks = {column.id: studio.comparisons.ranks(column.id) for column in columns}
    data = {
        "as_of": {"iso": moment.iso, "text": moment.text},
        "gpus": [
            {
                "id": gpu.id,
                "name": gpu.name,
                "architecture": gpu.architecture,
                "segment": gpu.segment,
                "href": f"gpus/{gpu.id}/",
                "memory": exact_text(gpu.memory_gb),
                "devices": gpu.devices,
                "offers": _offers(studio, gpu),
                "cells": {column.id: _cell(studio, gpu, column, ranks[column.id].get(gpu.id)) for column in columns},
            }
            for gpu in catalogue.gpus.values()
        ],
    }
    return (json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":")) + "\n").encode()


def _offers(studio: Studio, gpu: Gpu) -> Json:
    """The cheapest price an hour, exact and in dollars, by number of GPUs."""
    offers = ((size, studio.catalogue.market.cheapest(gpu.id, size)) for size in SIZES)
    return {str(size): exact_text(offer.price_per_hour) for size, offer in offers if offer is not None}


def _cell(studio: Studio, gpu: Gpu, column: Column, rank: int | None) -> Json:
    view: CellView = studio.cells.cell(gpu, column, show_derived=True)
    cell: Json = {
        "state": "" if view.state == "value" else view.state,
        "html": view.text,
        "unit": view.unit,
        "raw": view.raw,
        "rank": rank,
        "unverified": view.unverified,
        "usd": view.usd,
        "price": view.kind == "price",
        "sum": view.sum and {"lines": view.sum.lines, "result": view.sum.result},
    }
    return {key: value for key, value in cell.items() if value is not None and value != "" and value is not False}

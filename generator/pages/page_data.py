"""The figures that a page's scripts compare and compute with: ``/<locale>/data.json``.

They are the cells of the pages, in the same words and formats: ``html``, ``unit`` and ``sum`` are what a page shows,
``raw`` is the exact value, of a fit the unrounded one. ``rank`` counts from 0 for the best of all GPUs, by what is
shown, equal for equals; a column without a better has none. What is usual is left out: a state ``value``, an empty
unit.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from generator.figures.columns import Better, Column, shown
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
    gpus = tuple(catalogue.gpus.values())
    ranks = {column.id: _ranks(studio, column, gpus) for column in columns}
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
                "cells": {column.id: _cell(studio, gpu, column, ranks[column.id][place]) for column in columns},
            }
            for place, gpu in enumerate(gpus)
        ],
    }
    return (json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":")) + "\n").encode()


def _offers(studio: Studio, gpu: Gpu) -> Json:
    """The cheapest price an hour, exact and in dollars, by number of GPUs."""
    offers = ((size, studio.catalogue.market.cheapest(gpu.id, size)) for size in SIZES)
    return {str(size): exact_text(offer.price_per_hour) for size, offer in offers if offer is not None}


def _ranks(studio: Studio, column: Column, gpus: Sequence[Gpu]) -> tuple[int | None, ...]:
    if column.better is Better.NEITHER:
        return (None,) * len(gpus)
    values = [shown(column, studio.catalogue.cell(gpu.id, column, show_derived=True)) for gpu in gpus]
    known = sorted({value for value in values if value is not None}, reverse=column.better is Better.HIGHER)
    return tuple(None if value is None else known.index(value) for value in values)


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

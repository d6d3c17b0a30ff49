"""What a page's script needs to filter a table of GPUs: the choices that tell its rows apart, and the sum of a fit."""

from __future__ import annotations

from collections.abc import Sequence

from generator.model import Gpu
from generator.pages.edition import exact_text
from generator.pages.studio import Studio
from generator.pages.views import FilterView, MethodChoice

SEGMENTS = ("datacenter", "workstation", "consumer")


def filter_view(studio: Studio, gpus: Sequence[Gpu]) -> FilterView:
    """The filters of a table. A choice that all of its rows share is left out, since it would change nothing."""
    vendors = tuple(dict.fromkeys(gpu.vendor for gpu in gpus))
    segments = tuple(segment for segment in SEGMENTS if any(gpu.segment == segment for gpu in gpus))
    offered = sum(studio.catalogue.market.cheapest(gpu.id) is not None for gpu in gpus)
    return FilterView(
        vendors=vendors if len(vendors) > 1 else (),
        segments=segments if len(segments) > 1 else (),
        offers=0 < offered < len(gpus),
        methods=method_choices(studio),
        usable=exact_text(studio.site.settings.value.usable_memory),
        total=len(gpus),
    )


def method_choices(studio: Studio) -> tuple[MethodChoice, ...]:
    """The methods of the settings, with the exact bytes of a parameter."""
    return tuple(
        MethodChoice(
            id=method_id,
            label=studio.edition.t("method", method.label),
            bytes=exact_text(method.bytes_per_parameter),
            words=studio.edition.formats.attr(studio.edition.formats.bytes(method.bytes_per_parameter)),
            kv_cache=method.kv_cache,
        )
        for method_id, method in studio.site.settings.value.methods.items()
    )

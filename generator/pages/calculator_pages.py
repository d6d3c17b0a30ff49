"""The calculator "what fits?": its form, and the tables that answer the same without a script."""

from __future__ import annotations

from generator.pages import addresses
from generator.pages.edition import exact_text
from generator.pages.filter_views import method_choices
from generator.pages.guide_pages import needed_table
from generator.pages.layouts import Frame
from generator.pages.studio import Studio, home_crumb
from generator.pages.views import CalculatorView, Page

CACHE_BYTES = 2 * 32 * 8 * 128 * 2
"""Bytes of a token's keys and values in Llama 3.1 8B: 2 × layers × KV heads × head size × 2 bytes (16-bit cache)."""


def calculator_page(studio: Studio) -> Page:
    """``/<locale>/calculator/``."""
    edition, settings = studio.edition, studio.site.settings.value
    address = f"{studio.locale.slug}/calculator/"
    root = addresses.up_to_root(address)
    gpus = tuple(studio.catalogue.gpus.values())
    title = edition.t_attr("calculator", "What fits? GPUs for a model, and what they cost")
    layout = studio.layouts.layout(
        Frame(
            address,
            title=f"{title} · {settings.brand}",
            description=edition.t_attr(
                "calculator",
                "How many GPUs of each kind hold a model, by its size, method and context, and the cost of an hour.",
            ),
            tab="calculator",
            crumbs=(home_crumb(studio),),
            here=edition.t("tab", "Calculator"),
            finished=studio.finished("ui"),
        )
    )
    view = CalculatorView(
        layout=layout,
        methods=method_choices(studio),
        usable=exact_text(settings.usable_memory),
        share=edition.formats.percent(settings.usable_memory),
        cache_bytes=CACHE_BYTES,
        cache_text=edition.formats.bytes(CACHE_BYTES),
        needed=tuple(needed_table(studio, gpus, method, root) for method in settings.methods),
        total=len(gpus),
    )
    lastmod = max(studio.layouts.as_of.date(), *(gpu.added for gpu in gpus))
    return Page(address, "calculator.html", studio.locale.name, view, "list", title, lastmod)

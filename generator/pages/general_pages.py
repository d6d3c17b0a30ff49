"""The pages that belong to no GPU and no guide: the choice of a language, the homes, and what stands at no address."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from markupsafe import Markup

from generator.figures.cells import State, Unit
from generator.model import Gpu
from generator.pages import addresses
from generator.pages.layouts import Frame
from generator.pages.studio import Studio
from generator.pages.views import ChooseView, HomeView, MissingMessage, MissingView, Page, TableView

HOME_PAIRS = 8
HOME_OFFERS = 9
HOME_COLUMNS = ("memory", "bandwidth", "price_per_hour", "price_per_gb")
LARGE_GB = 80


def root_pages(studios: Sequence[Studio]) -> Iterator[Page]:
    """``/`` and ``/404.html``, made with the source language's edition."""
    studio = studios[0]
    brand = studio.site.settings.value.brand
    description = "Which GPU does the job, what fits in its memory, and what an hour costs."
    layout = studio.layouts.root_layout(f"{brand} GPU catalogue", description, studio.finished("ui"))
    yield Page("", "choose.html", studio.locale.name, ChooseView(layout), "choose", brand)
    messages = tuple(_missing(s) for s in studios)
    frame = Frame("en/404.html", title="404", description="", indexed=False, anywhere=True, markdown=False)
    view = MissingView(studio.layouts.layout(frame), messages)
    yield Page("404.html", "missing-root.html", studio.locale.name, view, "missing", "404", listed=False)


def _missing(studio: Studio) -> MissingMessage:
    t_attr = studio.edition.t_attr
    return MissingMessage(
        tag=studio.locale.tag,
        direction=studio.locale.direction,
        endonym=studio.locale.endonym,
        text=t_attr("missing", "There is no page at this address"),
        href=f"{studio.layouts.addresses.base_path}{studio.locale.slug}/",
        link=t_attr("missing", "To the start page"),
    )


def missing_page(studio: Studio) -> Page:
    """``/<locale>/404.html``, which a server answers with below any address."""
    address = f"{studio.locale.slug}/404.html"
    title = studio.edition.t_attr("missing", "There is no page at this address")
    frame = Frame(address, title=title, description=title, indexed=False, anywhere=True, markdown=False)
    view = MissingView(studio.layouts.layout(frame))
    return Page(address, "missing.html", studio.locale.name, view, "missing", title, listed=False)


def home_page(studio: Studio) -> Page:
    """``/<locale>/``."""
    edition, gpus = studio.edition, tuple(studio.catalogue.gpus.values())
    address = f"{studio.locale.slug}/"
    root = addresses.up_to_root(address)
    title = edition.t_attr("home", "Which GPU does the job, and what does an hour cost?")
    layout = studio.layouts.layout(
        Frame(
            address,
            title=f"{title} · {studio.site.settings.value.brand}",
            description=edition.t_attr(
                "home", "GPUs by workload: what fits in memory, how fast they are, and the best live offer for an hour."
            ),
            finished=studio.finished("ui"),
        )
    )
    largest = max(gpu.memory_gb / gpu.devices for gpu in gpus)
    view = HomeView(
        layout=layout,
        gpu_count=len(gpus),
        gpu_count_text=edition.formats.number(len(gpus)),
        lowest_80gb=_lowest(studio, gpus),
        most_memory=edition.figure(edition.formats.figure(largest, Unit.GB).text),
        workloads=studio.workloads(studio.guides, root),
        offers=_offers(studio, gpus, root),
        pairs=studio.pair_links(studio.pairs[:HOME_PAIRS], root),
    )
    dates = [studio.layouts.as_of.date(), *(g.head.updated for g in studio.guides), *(g.added for g in gpus)]
    return Page(address, "home.html", studio.locale.name, view, "list", title, max(dates))


def _lowest(studio: Studio, gpus: Sequence[Gpu]) -> Markup:
    offers = [studio.catalogue.market.cheapest(gpu.id) for gpu in gpus if gpu.memory_gb >= LARGE_GB]
    prices = [offer.price_per_hour for offer in offers if offer]
    if not prices:
        return Markup()
    return studio.edition.money(studio.edition.formats.money(min(prices)), min(prices))


def _offers(studio: Studio, gpus: Sequence[Gpu], root: str) -> TableView | None:
    """The cheapest offers, cheapest first; GPUs without one are in the list of all models."""
    price = studio.catalogue.columns["price_per_hour"]
    cells = [(gpu, studio.catalogue.cell(gpu.id, price, show_derived=True)) for gpu in gpus]
    offered = [(cell.value, gpu) for gpu, cell in cells if cell.state is State.VALUE]
    offered.sort(key=lambda pair: pair[0])  # type: ignore[arg-type, return-value]
    chosen = [gpu for _, gpu in offered[:HOME_OFFERS]]
    return studio.cells.table(chosen, HOME_COLUMNS, root=root, show_derived=True) if chosen else None

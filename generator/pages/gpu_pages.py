"""The list of all GPUs, and a page for each."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from markupsafe import Markup, escape

from generator.figures.cells import Cell, Run, State, Unit
from generator.figures.pairs import alternatives
from generator.model import Gpu, Segment
from generator.pages import addresses, structured
from generator.pages.edition import in_english, product_name
from generator.pages.filter_views import SEGMENTS, filter_view
from generator.pages.layouts import Frame
from generator.pages.studio import Studio, home_crumb
from generator.pages.views import (
    Alternative,
    CellView,
    FitLine,
    GpusView,
    GpuView,
    ModelLine,
    OfferLine,
    Page,
    Property,
    PropertyGroup,
    SegmentGroup,
    SourceView,
)
from generator.words.messages import GPUS, MODELS, doubt_segment, note_segment, setting_segment

LIST_COLUMNS = ("memory", "memory_type", "bandwidth", "bf16_tensor", "fp32", "full_training_1_gpu", "price_per_hour")
KEY_COLUMNS = ("memory", "bandwidth", "bf16_tensor", "price_per_hour")
GROUPS = {
    "memory": ("memory", "memory_type", "bandwidth", "ecc"),
    "tensor": ("fp4_tensor", "fp8_tensor", "int8_tensor", "bf16_tensor", "fp16_tensor", "tf32_tensor", "fp64_tensor"),
    "vector": ("fp32", "fp64", "rt_cores"),
    "links": ("interconnect", "interconnect_bandwidth", "tdp", "form_factor", "devices", "mig"),
}
PRICE_COLUMNS = ("price_per_gb", "price_per_bf16_tflops")
SIZES = (1, 8)


def gpu_list(studio: Studio) -> Page:
    """``/<locale>/gpus/``."""
    edition, gpus = studio.edition, tuple(studio.catalogue.gpus.values())
    t, t_attr = edition.t, edition.t_attr
    address = f"{studio.locale.slug}/gpus/"
    root = addresses.up_to_root(address)
    absolute = studio.layouts.addresses.absolute
    title = t_attr("gpus", "GPU models: memory, speed and price")
    description = t_attr("gpus", "Every GPU of the catalogue with its memory, dense rates and best live offer.")
    lastmod = max(studio.layouts.as_of.date(), *(gpu.added for gpu in gpus))
    layout = studio.layouts.layout(
        Frame(
            address,
            title=title,
            description=description,
            tab="gpus",
            crumbs=(home_crumb(studio),),
            here=t("tab", "GPU models"),
            json_ld=(
                structured.item_list(
                    title, [(gpu.name, absolute(addresses.gpu(studio.locale, gpu.id))) for gpu in gpus]
                ),
                structured.dataset(
                    title,
                    description,
                    absolute(address),
                    absolute("data/gpus.json"),
                    absolute("data/gpus.csv"),
                    studio.layouts.as_of,
                    studio.site.settings.value.brand,
                ),
            ),
            finished=studio.finished("ui"),
        )
    )
    groups = []
    for segment in SEGMENTS:
        members = [gpu for gpu in gpus if gpu.segment == segment]
        if members:
            table = studio.cells.table(members, LIST_COLUMNS, root=root, show_derived=True)
            count = edition.tn("gpus", "{n} model", "{n} models", len(members))
            groups.append(SegmentGroup(segment, table, count, len(members)))
    offered = sum(studio.catalogue.market.cheapest(gpu.id) is not None for gpu in gpus)
    view = GpusView(
        layout,
        filter_view(studio, gpus),
        tuple(groups),
        total=edition.tn("gpus", "{n} model", "{n} models", len(gpus)),
        offered=edition.tn("gpus", "{n} model", "{n} models", offered),
    )
    return Page(address, "gpus.html", studio.locale.name, view, "list", title, lastmod)


def gpu_page(studio: Studio, gpu: Gpu) -> Page:
    """``/<locale>/gpus/<id>/``."""
    edition, t = studio.edition, studio.edition.t
    address = addresses.gpu(studio.locale, gpu.id)
    root = addresses.up_to_root(address)
    full_name = gpu.name if gpu.name.startswith(gpu.vendor) else f"{gpu.vendor} {gpu.name}"
    crumbs = (home_crumb(studio), (f"{studio.locale.slug}/gpus/", t("tab", "GPU models")))
    absolute = studio.layouts.addresses.absolute
    description = _description(studio, gpu, full_name)
    offers = studio.catalogue.market.offers(gpu.id)
    groups = tuple(PropertyGroup(name, _properties(studio, gpu, columns)) for name, columns in GROUPS.items())
    shown = [line.cell for group in groups for line in group.lines]
    layout = studio.layouts.layout(
        Frame(
            address,
            title=edition.t_attr("gpu", "{gpu}: memory, speed, what fits, price", gpu=full_name),
            description=description,
            tab="gpus",
            crumbs=crumbs,
            here=product_name(gpu.name),
            json_ld=(
                structured.breadcrumb(
                    [(text.striptags(), absolute(way)) for way, text in crumbs] + [(gpu.name, absolute(address))]
                ),
                structured.product(
                    gpu, full_name, description, absolute(address), _figures(studio, gpu), offers, studio.terms
                ),
            ),
            finished=studio.finished("gpus"),
        )
    )
    counts, fits = _fits(studio, gpu)
    view = GpuView(
        layout=layout,
        id=gpu.id,
        name=gpu.name,
        full_name=full_name,
        architecture=gpu.architecture,
        launched=str(gpu.launch_year),
        segment=gpu.segment,
        devices=gpu.devices,
        device_memory=edition.figure(edition.formats.figure(gpu.memory_gb / gpu.devices, Unit.GB).text),
        keys=_properties(studio, gpu, KEY_COLUMNS),
        groups=groups,
        fit_counts=counts,
        fits=fits,
        models=_models(studio, gpu),
        offers=_offers(studio, gpu),
        offer_count=edition.formats.number(len(offers)),
        alternatives=_alternatives(studio, gpu, root),
        guides=studio.workloads((guide for guide in studio.guides if gpu.id in studio.listed[guide.slug]), root),
        pairs=studio.pair_links(studio.pairs_with(gpu.id), root),
        note=data_words(studio, GPUS, note_segment(gpu)),
        sources=tuple(SourceView(source.title, source.url) for source in gpu.sources),
        derived=any(cell.state == State.DERIVED for cell in shown),
        unverified=any(cell.unverified for cell in shown),
    )
    lastmod = max(gpu.added, studio.layouts.as_of.date())
    return Page(address, "gpu.html", studio.locale.name, view, "gpu", full_name, lastmod, source="data/gpus.yaml")


def _description(studio: Studio, gpu: Gpu, full_name: str) -> str:
    """What a search engine shows, and the page's lead: the memory, and the largest models on one GPU."""
    formats, t_attr = studio.edition.formats, studio.edition.t_attr
    sizes = []
    for column in studio.catalogue.columns.values():
        if column.method and column.gpus == 1:
            cell = studio.catalogue.cell(gpu.id, column, show_derived=True)
            sizes.append(f"{t_attr('method', column.header.msgid)} {formats.attr(formats.size_b(cell.rounded))}")
    return t_attr(
        "gpu",
        "{gpu} with {memory} of {type} memory. Largest model on one GPU: {sizes}.",
        gpu=full_name,
        memory=formats.figure(gpu.memory_gb, Unit.GB).text,
        type=gpu.memory_type,
        sizes=formats.joined(sizes),
    )


def _figures(studio: Studio, gpu: Gpu) -> Iterator[tuple[str, Cell, Unit]]:
    """The specification's cells with the plain names of their columns, for structured data."""
    for column_ids in GROUPS.values():
        for column_id in column_ids:
            column = studio.catalogue.columns[column_id]
            cell = studio.catalogue.cell(gpu.id, column, show_derived=True)
            yield studio.cells.plain_name(column), cell, column.unit


def _properties(studio: Studio, gpu: Gpu, column_ids: tuple[str, ...]) -> tuple[Property, ...]:
    return tuple(map(Property, studio.cells.heads(column_ids), studio.cells.row(gpu, column_ids)))


def _fits(studio: Studio, gpu: Gpu) -> tuple[tuple[Markup, ...], tuple[FitLine, ...]]:
    methods = studio.site.settings.value.methods
    counts = sorted({number for method in methods.values() for number in method.gpus})
    formats, edition = studio.edition.formats, studio.edition

    def cell(method_id: str, number: int) -> CellView:
        column = studio.catalogue.columns.get(f"{method_id}_{number}_gpu")
        if column is None:
            return CellView(f"{method_id}_{number}_gpu", "not_estimated")
        return studio.cells.cell(gpu, column, show_derived=True)

    lines = tuple(
        FitLine(
            method=edition.t("method", method.label),
            bytes=edition.figure(formats.bytes(method.bytes_per_parameter)),
            cells=tuple(cell(method_id, number) for number in counts),
            published=method.published,
        )
        for method_id, method in methods.items()
    )
    return tuple(edition.tn("column", "{n} GPU", "{n} GPUs", number) for number in counts), lines


def _models(studio: Studio, gpu: Gpu) -> tuple[ModelLine, ...]:
    cell = studio.catalogue.cell(gpu.id, studio.catalogue.columns["runs_models"], show_derived=True)
    runs: tuple[Run, ...] = cell.parts if isinstance(cell.parts, tuple) else ()
    return tuple(_known_model(studio, run) for run in runs)


def _known_model(studio: Studio, run: Run) -> ModelLine:
    key = (run.model.id, run.how)
    if key not in studio.known_models:
        studio.known_models[key] = _model(studio, run)
    return studio.known_models[key]


def _model(studio: Studio, run: Run) -> ModelLine:
    model, edition = run.model, studio.edition

    def amount(value: object) -> Markup:
        return edition.figure(edition.formats.figure(value, Unit.GB).text)  # type: ignore[arg-type]

    if model.memory_gb and model.offload_gb:
        need = edition.t(
            "runs", "{whole}, {offload} with offload", whole=amount(model.memory_gb), offload=amount(model.offload_gb)
        )
    elif model.offload_gb:
        need = edition.t("runs", "{offload} with offload", offload=amount(model.offload_gb))
    else:
        need = amount(model.memory_gb)
    return ModelLine(
        name=model.name,
        kind=model.kind,
        runs=run.how,
        need=need,
        setting=data_words(studio, MODELS, setting_segment(model)),
        doubt=data_words(studio, MODELS, doubt_segment(model)),
        source=model.source,
        source_href=model.source if model.source.startswith("https://") else "",
    )


def data_words(studio: Studio, file: str, segment: Segment) -> Markup:
    """Words that stand in a data file, in the edition's language, or in English with its mark."""
    if not segment.msgid:
        return Markup()
    said = studio.edition.words.segment(file, segment)
    text = studio.edition.named(escape(said.text), file, f"{file}/{segment.key}", segment.msgid)
    if said.translated or studio.edition.source:
        return text
    return in_english(text)


def _offers(studio: Studio, gpu: Gpu) -> tuple[OfferLine, ...]:
    edition, market = studio.edition, studio.catalogue.market
    price = studio.catalogue.columns["price_per_hour"]
    lines = []
    for number in SIZES:
        offer = market.cheapest(gpu.id, number)
        if offer is None:
            view, each = CellView(price.id, State.NO_OFFER.value), Markup()
        else:
            text = edition.money(edition.formats.money(offer.price_per_hour), offer.price_per_hour)
            view = CellView(price.id, State.VALUE.value, text, kind="price", raw=str(offer.price_per_hour))
            share = Fraction(offer.price_per_hour) / number
            each = edition.money(edition.formats.rate(share), share) if number > 1 else Markup()
        lines.append(OfferLine(edition.tn("column", "{n} GPU", "{n} GPUs", number), view, each))
    for column_id in PRICE_COLUMNS:
        column = studio.catalogue.columns[column_id]
        lines.append(OfferLine(studio.cells.head(column).label, studio.cells.cell(gpu, column, show_derived=True)))
    return tuple(lines)


def _alternatives(studio: Studio, gpu: Gpu, root: str) -> tuple[Alternative, ...]:
    formats, columns = studio.edition.formats, studio.catalogue.columns
    return tuple(
        Alternative(
            why=other.why,
            href=root + addresses.gpu(studio.locale, other.gpu.id),
            name=other.gpu.name,
            memory=studio.edition.figure(formats.figure(other.gpu.memory_gb, Unit.GB).text),
            price=studio.cells.cell(other.gpu, columns["price_per_hour"], show_derived=True),
        )
        for other in alternatives(studio.site, studio.catalogue, gpu)
    )

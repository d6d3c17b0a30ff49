"""Guides, and the pages of prose beside them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from markupsafe import Markup

from generator.figures.cells import Unit
from generator.figures.market import MOST_PRICED, Mix
from generator.model import Gpu, Guide, TextPage
from generator.pages import addresses, structured
from generator.pages.filter_views import filter_view
from generator.pages.layouts import Frame
from generator.pages.studio import Studio, home_crumb
from generator.pages.views import GuidesView, GuideView, NeededCell, NeededTable, Page, Sum, TextView

SERVER = 8


def guide_list(studio: Studio) -> Page:
    """``/<locale>/guides/``."""
    t, t_attr = studio.edition.t, studio.edition.t_attr
    address = f"{studio.locale.slug}/guides/"
    root = addresses.up_to_root(address)
    title = t_attr("guides", "GPU guides by workload")
    layout = studio.layouts.layout(
        Frame(
            address,
            title=title,
            description=t_attr(
                "guides", "Which GPUs suit which work: what fits in memory, how fast, what an hour costs."
            ),
            tab="guides",
            crumbs=(home_crumb(studio),),
            here=t("tab", "Workloads"),
            finished=studio.finished("ui"),
        )
    )
    view = GuidesView(layout, studio.workloads(studio.guides, root))
    lastmod = max(guide.head.updated for guide in studio.guides) if studio.guides else None
    return Page(address, "guides.html", studio.locale.name, view, "list", title, lastmod)


def guide_page(studio: Studio, guide: Guide) -> Page:
    """``/<locale>/guides/<slug>/``."""
    t = studio.edition.t
    address = addresses.guide(studio.locale, guide.slug)
    root = addresses.up_to_root(address)
    prose = studio.prose(guide, root)
    gpus = studio.catalogue.select(guide.head.table)
    questions = studio.questions(guide, prose)
    title = prose.plain(studio.meta(guide, "title"))
    crumbs = (home_crumb(studio), (f"{studio.locale.slug}/guides/", t("tab", "Workloads")))
    here = prose.marked(studio.meta(guide, "short_title"))
    absolute = studio.layouts.addresses.absolute
    lastmod = max([guide.head.updated, studio.layouts.as_of.date(), *(gpu.added for gpu in gpus)])
    layout = studio.layouts.layout(
        Frame(
            address,
            title=f"{title} · {studio.site.settings.value.brand}",
            description=prose.plain(studio.meta(guide, "description")),
            tab="guides",
            crumbs=crumbs,
            here=here,
            updated=guide.head.updated,
            json_ld=(
                structured.breadcrumb(
                    [(text.striptags(), absolute(way)) for way, text in crumbs]
                    + [(here.striptags(), absolute(address))]
                ),
                structured.item_list(
                    title, [(gpu.name, absolute(addresses.gpu(studio.locale, gpu.id))) for gpu in gpus]
                ),
                structured.faq([(question, answer) for _, question, answer in questions]),
            ),
            finished=studio.finished(guide.slug),
        )
    )
    view = GuideView(
        layout=layout,
        heading=prose.marked(studio.meta(guide, "title")),
        lead=studio.blocks(guide.document.lead, prose),
        filters=filter_view(studio, gpus),
        table=studio.cells.table(gpus, guide.head.table.columns, root=root, show_derived=False),
        sections=studio.sections(guide.document, prose),
        needed=tuple(needed_table(studio, gpus, method, root) for method in guide.head.needed),
        pairs=studio.pair_links(guide.head.compare, root),
        questions=tuple(view for view, _, _ in questions),
        others=studio.workloads((other for other in studio.guides if other is not guide), root),
    )
    source = f"content/guides/{guide.slug}.md"
    return Page(address, "guide.html", studio.locale.name, view, "guide", title, lastmod, source=source)


def needed_table(studio: Studio, gpus: Iterable[Gpu], method_id: str, root: str) -> NeededTable:
    """How many GPUs of each kind the usual model sizes need."""
    settings, formats, figure = studio.site.settings.value, studio.edition.formats, studio.edition.figure
    method = settings.methods[method_id]
    rows = tuple(
        (
            gpu.id,
            gpu.name,
            root + addresses.gpu(studio.locale, gpu.id),
            _needed(studio, gpu.id, studio.catalogue.needed(gpu.id, method_id)),
        )
        for gpu in gpus
    )
    return NeededTable(
        id=method_id.replace("_", "-"),
        method=studio.edition.t("method", method.label),
        bytes=figure(formats.bytes(method.bytes_per_parameter)),
        sizes=tuple(formats.figure(size, Unit.BILLIONS).text for size in settings.model_sizes_b),
        rows=rows,
        costs=any(cell.sum for *_, cells in rows for cell in cells),
        published=method.published,
    )


def _needed(studio: Studio, gpu_id: str, counts: tuple[int, ...]) -> tuple[NeededCell, ...]:
    # What is not offered has no price, so that its cells tell nothing but the count.
    key = (gpu_id if studio.catalogue.market.offers(gpu_id) else "", counts)
    if key not in studio.known_needed:
        studio.known_needed[key] = tuple(_known_cell(studio, key[0], count) for count in counts)
    return studio.known_needed[key]


def _known_cell(studio: Studio, gpu_id: str, count: int) -> NeededCell:
    key = (gpu_id, count)
    if key not in studio.known_counts:
        studio.known_counts[key] = _needed_cell(studio, gpu_id, count)
    return studio.known_counts[key]


def _needed_cell(studio: Studio, gpu_id: str, count: int) -> NeededCell:
    formats, mix = studio.edition.formats, studio.catalogue.market.mix(gpu_id, count)
    return NeededCell(
        count=formats.number(count),
        raw=count,
        one=count <= SERVER,
        far=count > MOST_PRICED,
        cost=studio.edition.money(formats.money(mix.price_per_hour), mix.price_per_hour) if mix else Markup(),
        sum=_mix_sum(studio, mix) if mix else None,
    )


def _mix_sum(studio: Studio, mix: Mix) -> Sum:
    formats, money = studio.edition.formats, studio.edition.money
    lines = tuple(
        studio.edition.tn(
            "needed",
            "{times} × {price} for {n} GPU",
            "{times} × {price} for {n} GPUs",
            part.offer.gpus,
            times=formats.number(part.times),
            price=money(formats.money(part.offer.price_per_hour), part.offer.price_per_hour),
        )
        for part in mix.parts
    )
    return Sum(lines, money(formats.money(mix.price_per_hour), mix.price_per_hour))


def text_pages(studio: Studio) -> Iterator[Page]:
    """The pages of ``content/pages/``."""
    for page in studio.site.pages:
        yield text_page(studio, page)


def text_page(studio: Studio, page: TextPage) -> Page:
    """``/<locale>/<slug>/``."""
    address = addresses.text_page(studio.locale, page.slug)
    prose = studio.prose(page, addresses.up_to_root(address))
    title = prose.plain(studio.meta(page, "title"))
    here = prose.marked(studio.meta(page, "short_title"))
    absolute = studio.layouts.addresses.absolute
    way, first = home_crumb(studio)
    questions = studio.questions(page, prose)
    layout = studio.layouts.layout(
        Frame(
            address,
            title=f"{title} · {studio.site.settings.value.brand}",
            description=prose.plain(studio.meta(page, "description")),
            tab=page.slug,
            crumbs=((way, first),),
            here=here,
            updated=page.head.updated,
            json_ld=(
                structured.breadcrumb([(first.striptags(), absolute(way)), (here.striptags(), absolute(address))]),
            ),
            indexed=not page.head.placeholder,
            finished=studio.finished(page.slug),
        )
    )
    view = TextView(
        layout=layout,
        heading=prose.marked(studio.meta(page, "title")),
        lead=studio.blocks(page.document.lead, prose),
        sections=studio.sections(page.document, prose),
        questions=tuple(view for view, _, _ in questions),
        placeholder=page.head.placeholder,
    )
    source = f"content/pages/{page.slug}.md"
    return Page(address, "text.html", studio.locale.name, view, "text", title, page.head.updated, source=source)

"""Comparisons of two GPUs: their list, each pair, and the small pages that lead from a turned pair to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from markupsafe import Markup

from generator.figures.cells import State
from generator.figures.comparisons import Difference
from generator.figures.facts import FactValue
from generator.figures.verdict_words import FOR_MONEY
from generator.figures.verdicts import Said
from generator.model import Gpu
from generator.pages import addresses, structured
from generator.pages.edition import Edition, product_name
from generator.pages.filter_views import SEGMENTS
from generator.pages.formats import Formats
from generator.pages.gpu_pages import GROUPS, PRICE_COLUMNS
from generator.pages.layouts import Frame
from generator.pages.studio import Studio, home_crumb
from generator.pages.views import (
    ComparesView,
    CompareView,
    HeadCell,
    MovedView,
    Page,
    PairGroup,
    PairLine,
    Verdict,
)

TIMES, OVER = "×", "÷"


def pair_pages(pairs: Iterable[tuple[str, str]], studio: Studio) -> Iterator[Page]:
    """Each pair, with the page that leads on from the other order."""
    for first, second in pairs:
        yield compare_page(studio, studio.catalogue.gpus[first], studio.catalogue.gpus[second])
        yield moved_page(
            studio,
            addresses.comparison(studio.locale, second, first),
            addresses.comparison(studio.locale, first, second),
            f"{studio.catalogue.gpus[second].name} / {studio.catalogue.gpus[first].name}",
        )


def compare_list(studio: Studio) -> Page:
    """``/<locale>/compare/``."""
    t, t_attr = studio.edition.t, studio.edition.t_attr
    address = f"{studio.locale.slug}/compare/"
    root = addresses.up_to_root(address)
    title = t_attr("compares", "GPU comparisons")
    layout = studio.layouts.layout(
        Frame(
            address,
            title=title,
            description=t_attr("compares", "Pairs of GPUs side by side: figures, what fits, what an hour costs."),
            tab="compare",
            crumbs=(home_crumb(studio),),
            here=t("tab", "Compare"),
            finished=studio.finished("ui"),
        )
    )
    gpus = studio.catalogue.gpus
    groups = []
    for group in (*SEGMENTS, "across"):
        members = [pair for pair in studio.pairs if _group(gpus[pair[0]], gpus[pair[1]]) == group]
        if members:
            groups.append((group, studio.pair_links(members, root)))
    heads = tuple((name, studio.cells.heads(column_ids)) for name, column_ids in compared_columns(studio).items())
    lastmod = max(gpu.added for gpu in gpus.values())
    view = ComparesView(layout, tuple(groups), heads)
    return Page(address, "compares.html", studio.locale.name, view, "list", title, lastmod)


def _group(first: Gpu, second: Gpu) -> str:
    return first.segment if first.segment == second.segment else "across"


def compare_page(studio: Studio, first: Gpu, second: Gpu) -> Page:
    """``/<locale>/compare/<a>-vs-<b>/``."""
    edition, t = studio.edition, studio.edition.t
    address = addresses.comparison(studio.locale, first.id, second.id)
    root = addresses.up_to_root(address)
    crumbs = (home_crumb(studio), (f"{studio.locale.slug}/compare/", t("tab", "Compare")))
    absolute = studio.layouts.addresses.absolute
    title = f"{first.name} / {second.name}"
    layout = studio.layouts.layout(
        Frame(
            address,
            title=edition.t_attr(
                "compare", "{first} or {second}: figures, fits, price", first=first.name, second=second.name
            ),
            description=edition.t_attr(
                "compare",
                "{first} and {second} side by side: memory, dense rates, what each fits, and what an hour costs.",
                first=first.name,
                second=second.name,
            ),
            tab="compare",
            crumbs=crumbs,
            here=product_name(title),
            json_ld=(
                structured.breadcrumb(
                    [(text.striptags(), absolute(way)) for way, text in crumbs] + [(title, absolute(address))]
                ),
            ),
            finished=studio.finished("ui"),
        )
    )
    groups = _groups(studio, first, second)
    cells = [cell for group in groups for line in group.lines for cell in (line.first, line.second)]
    mine = (first.id, second.id)
    view = CompareView(
        layout=layout,
        first=first.name,
        second=second.name,
        first_href=root + addresses.gpu(studio.locale, first.id),
        second_href=root + addresses.gpu(studio.locale, second.id),
        groups=groups,
        verdicts=_verdicts(studio, first, second, root),
        others=studio.pair_links((pair for pair in studio.pairs_with(*mine) if pair != mine), root),
        guides=studio.workloads((g for g in studio.guides if mine in g.head.compare), root),
        derived=any(cell.state == State.DERIVED for cell in cells),
        unverified=any(cell.unverified for cell in cells),
    )
    lastmod = max(first.added, second.added, studio.layouts.as_of.date())
    return Page(address, "compare.html", studio.locale.name, view, "compare", title, lastmod, source="data/gpus.yaml")


def compared_columns(studio: Studio) -> Mapping[str, tuple[str, ...]]:
    """The columns of a comparison, in groups."""
    fits = tuple(column.id for column in studio.catalogue.columns.values() if column.method)
    return {**GROUPS, "fits": fits, "price": ("price_per_hour", *PRICE_COLUMNS)}


def _groups(studio: Studio, first: Gpu, second: Gpu) -> tuple[PairGroup, ...]:
    return tuple(
        PairGroup(name, tuple(_lines(studio, first, second, column_ids)))
        for name, column_ids in compared_columns(studio).items()
    )


def _lines(studio: Studio, first: Gpu, second: Gpu, column_ids: tuple[str, ...]) -> Iterator[PairLine]:
    cells, formats = studio.cells, studio.edition.formats
    differences = studio.comparisons.differences((first.id, second.id), column_ids)
    rows = cells.heads(column_ids), cells.row(first, column_ids), cells.row(second, column_ids), differences
    for head, one, other, found in zip(*rows, strict=True):
        better = "" if found.better is None else ("first", "second")[found.better]
        yield PairLine(head, one, other, better, _ratio(formats, head, found))


def _ratio(formats: Formats, head: HeadCell, found: Difference) -> str:
    """How many times as much the better one has, or by how much it is divided."""
    if found.ratio is None:
        return ""
    return f"{OVER if head.better == 'lower' else TIMES} {formats.ratio(found.ratio)}"


def _verdicts(studio: Studio, first: Gpu, second: Gpu, root: str) -> tuple[Verdict, ...]:
    guides = {guide.slug: guide for guide in studio.guides}
    return tuple(
        Verdict(studio.workload(guides[found.workload], root), _sentences(studio, found.words), found.winner)
        for found in studio.comparisons.verdicts((first.id, second.id), tuple(guides))
    )


def _sentences(studio: Studio, words: Sequence[Said]) -> Markup:
    """A verdict's sentences. What follows from prices is not for the search index, which shall not change with them."""
    edition = studio.edition
    lasting = [_said(edition, said) for said in words if said.words not in FOR_MONEY]
    passing = [_said(edition, said) for said in words if said.words in FOR_MONEY]
    ignored = [f"<span data-pagefind-ignore> {said}</span>" for said in passing]
    return Markup(" ".join(lasting) + "".join(ignored))  # noqa: S704 - sentences are HTML already


def _said(edition: Edition, said: Said) -> Markup:
    values = {name: _shown(edition, value) for name, value in said.values.items()}
    return edition.t(said.words.context, said.words.msgid, **values)


def _shown(edition: Edition, value: FactValue | str) -> Markup:
    return product_name(value) if isinstance(value, str) else edition.figure(edition.formats.fact(value))


def moved_page(studio: Studio, address: str, target: str, title: str) -> Page:
    """A page at an address that is not the canonical one, leading on."""
    layout = studio.layouts.layout(Frame(address, title=title, description="", indexed=False, markdown=False))
    canonical = studio.layouts.addresses.absolute(target)
    view = MovedView(layout, addresses.up_to_root(address) + target, canonical)
    return Page(address, "moved.html", studio.locale.name, view, "moved", title, listed=False)

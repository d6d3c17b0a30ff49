"""Rules of `content/`: what its front matter and words name must exist, and be named once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from generator.checks.check_data import twice, unknown_gpu
from generator.figures.columns import column_ids
from generator.figures.facts import FactError, evaluate
from generator.figures.tables import SELECTABLE, Catalogue
from generator.model import SLUG, Content, Gpu, Guide, GuideHead, Head, Links, PageHead, Site, TableSpec, Where
from generator.model.kinds import fields_of
from generator.problems import Place, Places, Problem, Severity, did_you_mean, quoted
from generator.prose.prose import fact_names, link_targets

_ALIAS = re.compile(rf"(?:/{SLUG.pattern})+/")
# Folders in the output that hold no pages.
_NOT_PAGES = {"assets", "data", "images", "pagefind", "static"}

AnyContent = Content[GuideHead] | Content[PageHead]


def content_problems(site: Site) -> Iterator[Problem]:
    """What is wrong in `content/`, in no particular order."""
    contents: tuple[AnyContent, ...] = (*site.guides, *site.pages)
    yield from _slugs(contents)
    yield from _aliases(site, contents)
    for content in contents:
        head: Head = content.head
        yield from _facts(site, content)
        yield from _links(site, content)
        yield from _images(site, content)
        keys = ((question.key, content.places.at("faq", n, "key")) for n, question in enumerate(head.faq))
        yield from twice(keys, "the key")
    for guide in site.guides:
        yield from _table(site, guide)
        yield from _needed(site, guide)
        yield from _pairs(site, guide)
    yield from _orders(site)
    yield from _unused_images(site, contents)
    for page in site.pages:
        if page.head.placeholder:
            hint = "its owner has to write it before the site goes public"
            yield Problem(page.places.at("placeholder"), "this page is a placeholder", hint, Severity.WARNING)


def _slugs(contents: Iterable[AnyContent]) -> Iterator[Problem]:
    first: dict[str, str] = {}
    for content in contents:
        path = content.places.path
        before = first.setdefault(content.slug, path)
        if before != path:
            message = f"the name {quoted(content.slug)} is taken by {before}"
            yield Problem(Place(path), message, "rename one: each has a file of its name in locales/")


def _aliases(site: Site, contents: Iterable[AnyContent]) -> Iterator[Problem]:
    live = {"/", "/gpus/", "/guides/", "/compare/"}
    live |= {f"/guides/{guide.slug}/" for guide in site.guides} | {f"/{page.slug}/" for page in site.pages}
    live |= {f"/gpus/{gpu.id}/" for gpu in site.gpus.value}
    not_pages = _NOT_PAGES | {name.lower().replace("_", "-") for name in site.settings.value.locales}
    first: dict[str, Place] = {}
    for content in contents:
        head: Head = content.head
        for number, alias in enumerate(head.aliases):
            place = content.places.at("aliases", number)
            if not _ALIAS.fullmatch(alias) or alias.split("/")[1] in not_pages:
                hint = "write the address without its language"
                yield Problem(
                    place, f"an alias should be an address such as /guides/old-name/, not {quoted(alias)}", hint
                )
            elif alias in live:
                yield Problem(place, f"the alias {quoted(alias)} is the address of a page that exists", "delete it")
            elif alias in first:
                yield Problem(place, f"the alias {quoted(alias)} stands twice, first at {first[alias]}", "keep one")
            first.setdefault(alias, place)


def _facts(site: Site, content: AnyContent) -> Iterator[Problem]:
    head: Head = content.head
    for name, fact in head.facts.items():
        try:
            evaluate(site, fact)
        except FactError as error:
            place = content.places.at("facts", name, error.key)
            yield Problem(place, f"fact {quoted(name)}: {error.message}", error.hint)
    used: Counter[str] = Counter()
    for segment in content.segments:
        for name, offset in fact_names(segment.msgid):
            used[name] += 1
            if name not in head.facts:
                hint = did_you_mean(name, head.facts) or "declare it under facts"
                yield Problem(segment.at(offset), f"there is no fact {quoted(name)} in this file", hint)
    for name in head.facts:
        if not used[name]:
            place = content.places.key("facts", name)
            yield Problem(place, f"the fact {quoted(name)} is never used", "delete it", Severity.WARNING)


def _links(site: Site, content: AnyContent) -> Iterator[Problem]:
    for segment in content.segments:
        for target, offset in link_targets(segment.msgid):
            yield from _target(site, target, segment.at(offset))


def _target(site: Site, target: str, place: Place) -> Iterator[Problem]:
    """Whether a link leads to something; anchors are looked up in the finished pages."""
    kind, _, name = target.partition(":")
    if kind == "gpu":
        yield from unknown_gpu(site, name, place)
    elif kind == "compare":
        ids = name.split("/")
        for gpu_id in ids:
            yield from unknown_gpu(site, gpu_id, place)
        if len(set(ids)) < len(ids):
            yield Problem(place, f"{quoted(ids[0])} is compared with itself")
    elif kind == "guide":
        yield from _known(name, {guide.slug for guide in site.guides} | site.unread, "guide", place)
    elif kind == "page":
        yield from _known(name, {page.slug for page in site.pages} | site.unread, "page", place)
    elif kind == "site":
        yield from _known(name, set(Links.__struct_fields__), "address", place)


def _known(name: str, known: Iterable[str], what: str, place: Place) -> Iterator[Problem]:
    if name not in set(known):
        yield Problem(place, f"there is no {what} {quoted(name)}", did_you_mean(name, known))


def _images(site: Site, content: AnyContent) -> Iterator[Problem]:
    for image in content.document.images():
        if image.name not in site.images and image.name not in site.unread:
            hint = did_you_mean(image.name, site.images) or "put the file there"
            yield Problem(image.place, f"there is no image {quoted(image.name)} in content/images/", hint)


def _table(site: Site, guide: Guide) -> Iterator[Problem]:
    table, places = guide.head.table, guide.places
    known = column_ids(site.settings.value)
    columns = [(column, places.at("table", "columns", n)) for n, column in enumerate(table.columns)]
    for column, place in columns:
        yield from _known(column, known, "column", place)
    yield from twice(columns, "the column")
    for number, key in enumerate(table.sort):
        field = key.removeprefix("-")
        yield from _known(field, SELECTABLE, "field", places.at("table", "sort", number))
    if (table.gpus is None) == (table.where is None):
        found = "has both" if table.gpus is not None else "has neither"
        yield Problem(places.key("table"), f"a table needs gpus or where, and this one {found}")
    elif table.gpus is not None:
        gpus = [(gpu_id, places.at("table", "gpus", n)) for n, gpu_id in enumerate(table.gpus)]
        yield from twice(gpus, "the GPU")
        for gpu_id, place in gpus:
            yield from unknown_gpu(site, gpu_id, place)
        if not gpus:
            yield Problem(places.at("table", "gpus"), "this table would be empty")
    elif table.where is not None:
        yield from _selection(site, table, table.where, places)


def _selection(site: Site, table: TableSpec, where: dict[str, Where], places: Places) -> Iterator[Problem]:
    wrong = False
    for field, bound in where.items():
        for problem in _bound(site, field, bound, places):
            wrong = True
            yield problem
    if not wrong and not Catalogue(site).select(TableSpec(where=where, columns=table.columns)):
        yield Problem(places.key("table", "where"), "this selects no GPU", "widen it")


def _bound(site: Site, field: str, bound: Where, places: Places) -> Iterator[Problem]:
    place = places.key("table", "where", field)
    if field not in SELECTABLE:
        yield from _known(field, SELECTABLE, "field", place)
        return
    if bound.in_ is None and bound.min is None and bound.max is None:
        yield Problem(place, f"where {quoted(field)} should have min, max or in")
    values = {getattr(gpu, field) for gpu in site.gpus.value}
    for number, value in enumerate(bound.in_ or ()):
        if value not in values:
            hint = did_you_mean(str(value), {found for found in values if isinstance(found, str)})
            at = places.at("table", "where", field, "in", number)
            yield Problem(at, f"no GPU has {quoted(value)} as its {field}", hint)
    if (bound.min is not None or bound.max is not None) and not _is_number(field):
        yield Problem(place, f"{field} is not a number, so it has neither min nor max", "list its values under in")
    if bound.min is not None and bound.max is not None and bound.min > bound.max:
        yield Problem(place, f"the min of {quoted(field)} is more than its max")


def _is_number(field: str) -> bool:
    schema = fields_of(Gpu)[field].kind.schema({})
    return any(kind["type"] in {"number", "integer"} for kind in schema.get("anyOf", [schema]))


def _needed(site: Site, guide: Guide) -> Iterator[Problem]:
    methods = [(name, guide.places.at("needed", n)) for n, name in enumerate(guide.head.needed)]
    yield from twice(methods, "the method")
    for name, place in methods:
        yield from _known(name, site.settings.value.methods, "method", place)


def _pairs(site: Site, guide: Guide) -> Iterator[Problem]:
    first: dict[frozenset[str], Place] = {}
    for number, pair in enumerate(guide.head.compare):
        place = guide.places.at("compare", number)
        for index, gpu_id in enumerate(pair):
            yield from unknown_gpu(site, gpu_id, guide.places.at("compare", number, index))
        if pair[0] == pair[1]:
            yield Problem(place, f"{quoted(pair[0])} is compared with itself")
        before = first.setdefault(frozenset(pair), place)
        if before is not place:
            words = f"{pair[0]} and {pair[1]}"
            yield Problem(place, f"the pair {words} stands twice, first on line {before.line}", "keep one of the two")


def _unused_images(site: Site, contents: Iterable[AnyContent]) -> Iterator[Problem]:
    if site.unread:
        return  # a text that could not be read may use it
    used = {image.name for content in contents for image in content.document.images()}
    for name in site.images.keys() - used:
        hint = f"delete it, or show it with ![What it shows]({name})"
        yield Problem(Place(f"content/images/{name}"), "this image is never used", hint, Severity.WARNING)


def _orders(site: Site) -> Iterator[Problem]:
    first: dict[int, Guide] = {}
    for guide in site.guides:
        before = first.setdefault(guide.head.order, guide)
        if before is not guide:
            message = f"order {guide.head.order} is taken by {before.places.path}"
            yield Problem(guide.places.at("order"), message, "give each guide a number of its own", Severity.WARNING)

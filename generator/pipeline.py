"""The pipeline: load → check → compute → localise → pages → render → publish, readable as a table of contents."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache, partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from msgspec import Struct, msgpack

from generator.checks.check import check_site
from generator.diff import Differences, differences
from generator.exports import feeds
from generator.exports.downloads import gpus_csv, gpus_json
from generator.exports.headers import headers_file
from generator.exports.search_data import search_json
from generator.exports.twins import markdown
from generator.figures.comparisons import Comparisons
from generator.figures.pairs import comparison_pairs
from generator.figures.tables import Catalogue
from generator.files.kept import Kept
from generator.files.sources import fingerprint
from generator.loading.load import load_site
from generator.loading.schemas import schemas
from generator.model import AHEAD, Content, Guide, Locale, Site
from generator.output import links, publish
from generator.output.assets import keep_assets
from generator.output.manifest import Row, Staged
from generator.output.render import Renderer, Static, read_static
from generator.output.staging import Batch, OutputFile, Rest
from generator.pages.addresses import Addresses, file_of, image
from generator.pages.cell_views import CellViews
from generator.pages.edition import Edition
from generator.pages.formats import Formats
from generator.pages.general_pages import root_pages
from generator.pages.layouts import Layouts
from generator.pages.page_data import data_json
from generator.pages.pages import Part, edition_parts, site_pages
from generator.pages.studio import Studio
from generator.pages.views import Page, outline
from generator.problems import InvalidSite, Place, Problem, Severity
from generator.prose.prose import Inline, link_targets
from generator.templating.template_process import Read, read_here
from generator.templating.templates import Templates
from generator.words.catalogs import LocaleWords, bar_of, find_locales, load_locale, read_locale, site_messages
from generator.words.locales import PSEUDO
from generator.words.messages import former_files
from generator.words.notices import Notice, notices

Progress = Callable[[str], object]


class Order(Struct, frozen=True):
    """What a build was asked for.

    ``now`` decides the age of prices and which guides are published; without it, ``clock`` is asked about the guides.
    ``keep_search`` keeps the former index even where texts changed, for a preview that must be quick. ``compress`` adds
    Brotli and gzip; ``keep_releases`` says for how many releases ``assets`` are kept; ``link_from`` names the release
    to link from where that is not the one in ``output``. ``kept`` is what former builds of the same process made;
    ``marks`` names every text in its page, for the preview's translator mode. ``templates`` waits for the process that
    reads them, where there is one.
    """

    root: Path
    output: Path | None = None
    base_url: str | None = None
    locales: tuple[str, ...] = ()
    prices: Path | None = None
    now: datetime | None = None
    jobs: int | None = None
    no_search: bool = False
    keep_search: bool = False
    strict: bool = False
    compress: bool = False
    keep_releases: int = 0
    link_from: Path | None = None
    kept: Kept | None = None
    marks: bool = False
    clock: Callable[[], datetime] | None = None
    templates: Callable[[], Read] | None = None


class Done(Struct, frozen=True):
    """What a build made."""

    output: Path
    pages: int
    written: int
    warnings: tuple[Problem, ...]
    notices: tuple[Notice, ...]


class Inputs(Struct, frozen=True):
    """Everything that was read, without an error in it.

    ``digest`` is that of all but the words of other languages; it is empty where nothing is kept for later builds.
    """

    digest: str
    site: Site
    templates: Templates
    static: Static
    words: tuple[LocaleWords, ...]
    warnings: tuple[Problem, ...]
    notices: tuple[Notice, ...]


class Plan(Struct, frozen=True):
    """A site ready to be written: how its files are made, in batches and after them, and what from.

    Of ``downloads`` each takes as long as dozens of pages.
    """

    inputs: Inputs
    addresses: Addresses
    studios: tuple[Studio, ...]
    chosen: tuple[Studio, ...]
    batches: tuple[Batch, ...]
    downloads: tuple[Batch, ...]
    rest: Rest

    @property
    def pages(self) -> tuple[Page, ...]:
        """Every page that the plan would write, made anew."""
        elsewhere = {studio.locale.slug for studio in self.studios} - {studio.locale.slug for studio in self.chosen}
        return tuple(page for page in site_pages(self.studios) if page.address.split("/")[0] not in elsewhere)

    @property
    def files(self) -> tuple[OutputFile, ...]:
        """Every file that the plan would write, made by this process."""
        files = tuple(file for batch in (*self.batches, *self.downloads) for file in batch())
        return (*files, *self.rest([file.note for file in files if file.note is not None]))

    def content(self, path: str) -> bytes | None:
        """The bytes of one page, or of a file that pages load, made now: a preview need not wait for the whole site."""
        files = (file for batch in (*self.batches, *self.downloads) for file in batch())
        return next((file.content() for file in files if file.path == path), None)


def build_site(order: Order, progress: Progress | None = None) -> Done:
    """Build a site whole. Raises ``InvalidSite`` for its inputs, ``MachineFailure`` for the machine."""
    tell = progress or (lambda _: None)
    publish.check_output(_output(order), order.root)
    return publish_plan(plan_site(order, tell), order, tell)


def _output(order: Order) -> Path:
    return order.output or order.root / "site"


def publish_plan(plan: Plan, order: Order, tell: Progress) -> Done:
    """Write what was planned, check it, and put it in the place of the former site. Raises as ``build_site``."""
    output = _output(order)
    tell("Making the pages …")
    pages: list[Page] = []
    published = publish.publish_batches(
        (*plan.downloads, *plan.batches),  # what takes longest first, so that all processes end at about the same time
        output,
        rest=lambda notes: plan.rest(_told(notes, pages)),
        jobs=order.jobs,
        finish=_finish(plan, pages, order, tell),
        former=order.link_from and order.link_from.resolve(),
    )
    count = sum(page.kind != "moved" for page in pages)
    return Done(output, count, len(published.written), plan.inputs.warnings, plan.inputs.notices)


def _told(notes: Sequence[object], pages: list[Page]) -> Sequence[object]:
    """Hand the notes on, and keep the pages among them for what comes after."""
    pages += [note for note in notes if isinstance(note, Page)]
    return notes


def plan_site(order: Order, tell: Progress) -> Plan:
    """Everything up to the pages: load, check, compute, localise. Raises ``InvalidSite``."""
    tell("Reading content/, data/ and locales/ …")
    kept = order.kept or Kept()
    inputs = read_inputs(order)
    catalogue = kept.made("catalogue", (inputs.digest,), lambda: Catalogue(inputs.site))
    comparisons = kept.made("comparisons", (inputs.digest,), lambda: Comparisons(catalogue))
    addresses = site_addresses(inputs.site, order)
    studios = _studios(inputs, comparisons, addresses, order, kept)
    chosen = tuple(studio for studio in studios if not order.locales or studio.locale.name in order.locales)
    functions = {studio.locale.name: studio.edition.functions() for studio in studios}
    renderer = Renderer(inputs.templates, functions)
    writer = PageWriter(renderer, [studio.edition for studio in studios], addresses, kept)
    batches: list[Batch] = [lambda: writer.files(root_pages(studios))]
    # The same part of all languages makes one batch, so that what they have in common is computed once.
    editions = [edition_parts(studio, kept) for studio in chosen]
    batches += [partial(writer.parts, parts) for parts in zip(*editions, strict=True)]
    batches.append(lambda: (*_static(inputs, studios), *_schemas()))
    downloads: list[Batch] = []
    for studio in chosen:
        data = partial(_single, f"{studio.locale.slug}/data.json", partial(data_json, studio))
        downloads.append(partial(kept.made, f"data {studio.locale.name}", (studio,), data))
    for path, make in (("data/gpus.json", gpus_json), ("data/gpus.csv", gpus_csv)):
        download = partial(_single, path, partial(make, inputs.site, catalogue))
        downloads.append(partial(kept.made, path, (inputs.digest,), download))

    def rest(notes: Sequence[object]) -> Iterator[OutputFile]:
        names = [studio.locale.name for studio in studios]
        pages = sorted((note for note in notes if isinstance(note, Page)), key=lambda page: names.index(page.locale))
        for studio in chosen:
            yield _fixed(f"{studio.locale.slug}/search.json", search_json(studio, pages))
        others = [studio for studio in studios if studio not in chosen]
        every = [
            *pages,
            *(outline(page) for studio in others for part in edition_parts(studio, kept) for page in part()),
        ]
        elsewhere = {studio.locale.slug for studio in others}
        for path, content in feeds.files(inputs.site, every, addresses).items():
            if path.split("/")[0] not in elsewhere:
                yield _fixed(path, content)
        yield _fixed("_headers", headers_file(addresses))

    return Plan(inputs, addresses, studios, chosen, tuple(batches), tuple(downloads), rest)


def _single(path: str, make: Callable[[], bytes]) -> tuple[OutputFile, ...]:
    return (_fixed(path, make()),)


def site_differences(order: Order, released: Path) -> Differences:
    """What publishing now would change in a release."""
    return differences(plan_site(order, lambda _: None).files, released)


def check_inputs(order: Order) -> tuple[list[Problem], tuple[Notice, ...]]:
    """Every problem of every file, and what else there is to tell where none is an error; nothing is written."""
    inputs, problems = _read(order)
    return sorted(problems), inputs.notices if inputs else ()


def read_inputs(order: Order) -> Inputs:
    """Read and check everything. Raises ``InvalidSite`` with every problem where one of them is an error."""
    inputs, problems = _read(order)
    if inputs is None or (order.strict and problems):
        raise InvalidSite(problems)
    return inputs


def _read(order: Order) -> tuple[Inputs | None, list[Problem]]:
    kept = order.kept or Kept()
    read = [order.root / folder for folder in ("content", "data", "static", "templates")]
    written = _state(order, [*read, *([order.prices.resolve()] if order.prices else [])])
    site, found = kept.made("site", (written,), lambda: load_site(order.root, order.prices))
    problems = [*found]
    static, found = read_static(order.root)
    problems += found
    if site is not None:
        problems += kept.made("check", (written,), partial(check_site, site))
        problems += _time_problems(site, order)
    # Another process may still be reading them, so whatever needs no templates comes before.
    templates, found = kept.made("templates", (written,), order.templates or partial(read_here, order.root))
    problems += found
    words: list[LocaleWords] = []
    if site is not None:
        messages, found = kept.made("messages", (written,), partial(site_messages, site, templates.words))
        problems += found
        for name in _locale_names(site, order):
            locale = _locale(name)
            if locale is not None:
                translated = _state(order, [order.root / "locales" / name])
                load = partial(load_locale, order.root, locale, messages, former_files(site))
                spoken, found = kept.made(f"words {name}", (written, translated), load)
                words.append(spoken)
                problems += found
        problems += _unknown_locales(site, order)
        problems += find_locales(order.root)[1]
    if site is None or any(problem.severity is Severity.ERROR for problem in problems):
        return None, problems
    told = (*notices(words, site.settings.value.bars), *_left_out(site, order))
    return Inputs(written, site, templates, static, tuple(words), tuple(problems), told), problems


def _state(order: Order, paths: Iterable[Path]) -> str:
    """A digest of files, where there is something of former builds that may have been made from them."""
    return fingerprint(paths) if order.kept else ""


def _locale_names(site: Site, order: Order) -> tuple[str, ...]:
    """The site's locales, and the pseudo-locales that were asked for."""
    return (*site.settings.value.locales, *(name for name in order.locales if name in PSEUDO))


def _locale(name: str) -> Locale | None:
    try:
        return read_locale(name)
    except ValueError:
        return None  # check_site tells, with the place


def _unknown_locales(site: Site, order: Order) -> Iterator[Problem]:
    known = site.settings.value.locales
    for name in order.locales:
        if name not in known and name not in PSEUDO:
            place = site.settings.places.at("locales")
            yield Problem(
                place, f'--locale asks for "{name}", which is not among the locales', f"known: {', '.join(known)}"
            )


def _time_problems(site: Site, order: Order) -> Iterator[Problem]:
    as_of = site.snapshot.value.as_of
    if order.now and as_of > order.now + AHEAD:
        place = site.snapshot.places.at("as_of")
        yield Problem(
            place, f"the snapshot is of {as_of:%Y-%m-%dT%H:%M:%SZ}, which is in the future", "is the clock right?"
        )


def site_addresses(site: Site, order: Order) -> Addresses:
    """The base address and the locales. Raises ``InvalidSite`` for an address that no site can have."""
    base = order.base_url or site.settings.value.base_url
    parts = urlsplit(base)
    if (
        parts.scheme not in {"https", "http"}
        or not parts.hostname
        or parts.query
        or parts.fragment
        or set(base) & set(" \"'<>\\")
    ):
        raise InvalidSite(
            [Problem(Place("--base-url"), f"{base!r} is not an address of a site", "https://example.org/catalogue/")]
        )
    locales = (_locale(name) for name in _locale_names(site, order))
    return Addresses(base, tuple(locale for locale in locales if locale))


def _studios(
    inputs: Inputs, comparisons: Comparisons, addresses: Addresses, order: Order, kept: Kept
) -> tuple[Studio, ...]:
    """The studio of each edition. A page names the languages it is finished in, so each depends on that of all."""
    age, guides = price_age(inputs.site, order.now), tuple(guide.slug for guide in published_guides(inputs.site, order))
    bars = inputs.site.settings.value.bars
    finished = tuple(
        (words.locale.name, file, words.share(file) >= bar_of(file, bars))
        for words in inputs.words
        for file in words.files
    )
    return tuple(
        kept.made(
            f"studio {words.locale.name}",
            (inputs.digest, addresses, age, guides, finished, words, order.marks),
            partial(_studio, inputs, comparisons, addresses, _edition(inputs, words, order, kept), order),
        )
        for words in inputs.words
    )


def _edition(inputs: Inputs, words: LocaleWords, order: Order, kept: Kept) -> Edition:
    """The edition of a language. Its formats and prose remember what they made, whatever the words have become."""
    locale, names = words.locale, tuple(_names(inputs.site))
    return Edition(
        locale,
        words,
        formats=kept.made(f"formats {locale.name}", (locale,), partial(Formats, locale)),
        inline=kept.made(f"inline {locale.name}", names, partial(Inline, names)),
        convertible=inputs.site.snapshot.value.rates is not None,
        marks=order.marks,
    )


def _studio(inputs: Inputs, comparisons: Comparisons, addresses: Addresses, edition: Edition, order: Order) -> Studio:
    site, settings = inputs.site, inputs.site.settings.value
    layouts = Layouts(
        edition=edition,
        addresses=addresses,
        settings=settings,
        static=inputs.static.folder,
        as_of=site.snapshot.value.as_of,
        age=price_age(site, order.now),
        demo=site.snapshot.value.demo,
        rates=site.snapshot.value.rates,
    )

    def finished(file: str) -> frozenset[str]:
        bar = bar_of(file, settings.bars)
        return frozenset(
            w.locale.name
            for w in inputs.words
            if w.locale.name not in PSEUDO and w.share("ui") >= settings.bars.ui and w.share(file) >= bar
        )

    return Studio(
        site=site,
        catalogue=comparisons.catalogue,
        comparisons=comparisons,
        edition=edition,
        cells=CellViews(edition, comparisons.catalogue),
        layouts=layouts,
        guides=published_guides(site, order),
        pairs=comparison_pairs(site),
        finished=cache(finished),
    )


def _names(site: Site) -> list[str]:
    settings = site.settings.value
    gpus = [gpu.name for gpu in site.gpus.value]
    vendors = sorted({gpu.vendor for gpu in site.gpus.value})
    return [*settings.names, *gpus, *vendors, settings.brand, *(model.name for model in site.models.value)]


def price_age(site: Site, now: datetime | None) -> str:
    """Which notice the snapshot's age calls for: none, "notice" or "strong"; without a time, nobody knows here."""
    if now is None:
        return ""
    age, limits = now - site.snapshot.value.as_of, site.settings.value.price_age
    if age >= timedelta(hours=limits.strong_hours):
        return "strong"
    return "notice" if age >= timedelta(hours=limits.notice_hours) else ""


def published_guides(site: Site, order: Order) -> tuple[Guide, ...]:
    """The guides that are no drafts and whose time has come, in their order."""
    dated = any(guide.head.publish_from for guide in site.guides)
    now = order.now or (order.clock() if dated and order.clock else None)
    return tuple(
        sorted(
            (
                guide
                for guide in site.guides
                if not guide.head.draft
                and (guide.head.publish_from is None or (now is not None and guide.head.publish_from <= now))
            ),
            key=lambda guide: (guide.head.order, guide.slug),
        )
    )


def _left_out(site: Site, order: Order) -> Iterator[Notice]:
    """A notice for each guide that this build leaves out."""
    published = published_guides(site, order)
    for guide in site.guides:
        if guide not in published:
            time = guide.head.publish_from
            until = f", it is published from {time:%Y-%m-%dT%H:%M:%SZ} on" if time and not guide.head.draft else ""
            said = "a draft" if guide.head.draft else "not yet published"
            line = f"{guide.places.at('draft' if guide.head.draft else 'publish_from')}: left out: {said}{until}"
            yield Notice((line,), line)


@cache
def _program_digest() -> str:
    """What the output depends on besides its inputs: this program, its libraries and the interpreter."""
    digest = hashlib.sha256(sys.version.encode())
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(path.read_bytes())
    lock = Path(__file__).parent.parent / "requirements.lock"
    digest.update(lock.read_bytes() if lock.exists() else b"")
    return digest.hexdigest()


def _digest(*parts: object) -> str:
    return hashlib.sha256(_ENCODER.encode((_program_digest(), *parts))).hexdigest()[:32]


_ENCODER = msgpack.Encoder(enc_hook=str.encode)
"""A template escapes a plain text and no ``Markup``, so the two must differ in what a digest is made from."""


def _words_digest(edition: Edition) -> str:
    ui = edition.words.files.get("ui")
    return hashlib.sha256(repr((edition.marks, sorted(ui.texts.items()) if ui else [])).encode()).hexdigest()


class PageWriter:
    """Makes the files of pages: each page's, and its Markdown twin's."""

    def __init__(self, renderer: Renderer, editions: Iterable[Edition], addresses: Addresses, kept: Kept) -> None:
        self._renderer = renderer
        self._addresses = addresses
        self._kept = kept
        self._spoken = {edition.locale.name: _words_digest(edition) for edition in editions}

    def parts(self, parts: Iterable[Part]) -> Iterator[OutputFile]:
        """The files of parts of editions."""
        for part in parts:
            yield from self.files(part())

    def files(self, pages: Iterable[Page]) -> Iterator[OutputFile]:
        """The files of pages; each page's own carries the page's outline as its note."""
        renderer = self._renderer
        for page in pages:
            made_from = (renderer.digest, self._spoken[page.locale], page)
            digest = self._kept.made(f"digest {page.address}", made_from, partial(_page_digest, *made_from))
            html = _once(partial(renderer.html, page.template, page.locale, page.view))
            yield OutputFile(file_of(page.address), digest, _encoded(html), outline(page))
            if page.view.layout.markdown:
                canonical = self._addresses.absolute(page.address)
                yield OutputFile(f"{page.address}index.md", digest, _twin(html, canonical))


def _page_digest(templates: str, words: str, page: Page) -> str:
    return _digest(templates, words, page.template, page.view)


def _encoded(text: Callable[[], str]) -> Callable[[], bytes]:
    return lambda: text().encode()


def _twin(html: Callable[[], str], canonical: str) -> Callable[[], bytes]:
    return lambda: markdown(html(), canonical).encode()


def _once(make: Callable[[], str]) -> Callable[[], str]:
    """Remember a text until it was asked for twice: by the page, then by its twin beside it."""
    kept: list[str] = []

    def content() -> str:
        if not kept:
            kept.append(make())
            return kept[0]
        return kept.pop()

    return content


def _static(inputs: Inputs, studios: Sequence[Studio]) -> Iterator[OutputFile]:
    for name, content in inputs.static.files.items():
        yield _fixed(inputs.static.folder + name, content)
    for found in studios[0].images():
        yield _fixed(image(found), found.content)


def _schemas() -> Iterator[OutputFile]:
    for name, schema in schemas().items():
        yield _fixed(f"data/schemas/{name}.schema.json", (json.dumps(schema, indent=2, sort_keys=True) + "\n").encode())


def _fixed(path: str, content: bytes) -> OutputFile:
    return OutputFile(path, hashlib.sha256(content).hexdigest()[:32], lambda: content)


def _finish(plan: Plan, pages: Sequence[Page], order: Order, tell: Progress) -> Callable[[Staged], Mapping[str, Row]]:
    elsewhere = {locale.slug for locale in plan.addresses.locales} - {studio.locale.slug for studio in plan.chosen}

    def finish(staged: Staged) -> Mapping[str, Row]:
        tell("Checking every link …")
        dead = links.dead_links(staged, base_url=plan.addresses.base, elsewhere=elsewhere)
        if dead:
            places = link_places(plan.inputs.site)
            sources = {file_of(page.address): page.source for page in pages}
            raise InvalidSite(dead_link(link, sources.get(link.page, ""), places) for link in dead)
        rows = dict(search(staged))
        if order.compress:
            from generator.output.compress import compress  # noqa: PLC0415 - few builds need its libraries

            tell("Compressing …")
            rows |= compress(staged, {**staged.files, **rows})
        return rows | keep_assets(staged, staged.files.keys() | rows.keys(), order.keep_releases)

    def search(staged: Staged) -> Mapping[str, Row]:
        locales = [studio.locale for studio in plan.chosen]
        if order.no_search:
            return {}
        from generator.output.search import build_index, kept_index  # noqa: PLC0415 - it starts programs and threads

        if order.keep_search and (kept := kept_index(staged, locales)):
            return kept
        tell("Indexing for search …")
        return build_index(staged, locales)

    return finish


def link_places(site: Site) -> dict[tuple[str, str], Place]:
    """Where each link of a content file is written, by the file and the link's target."""
    contents: tuple[Content[Any], ...] = (*site.guides, *site.pages)
    return {
        (content.places.path, target): segment.at(offset)
        for content in contents
        for segment in content.segments
        for target, offset in link_targets(segment.msgid)
    }


def dead_link(link: links.DeadLink, source: str, places: Mapping[tuple[str, str], Place]) -> Problem:
    """A dead link as a problem, at the line where it is written, or at the file where that is all that is known."""
    place = places.get((source, link.target)) or Place(source or link.page)
    return Problem(place, f"{link.page} links to {link.target}: {link.reason}")

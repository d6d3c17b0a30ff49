"""Files → model: the only module that opens `data/` and `content/`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import TypeVar

from msgspec.structs import replace

from generator.files.sources import CONTENT_LIMIT, DATA_LIMIT, list_files, read_bytes, read_text
from generator.files.strict_yaml import read_yaml
from generator.loading.images import IMAGE_LIMIT, TOO_LARGE, name_problem, read_image
from generator.loading.validation import read_as
from generator.model import (
    Content,
    Document,
    GpuFile,
    GuideHead,
    Head,
    Image,
    ModelFile,
    PageHead,
    Segment,
    Site,
    SiteSettings,
    Snapshot,
    Sourced,
    Written,
)
from generator.model.fields import SLUG, SLUG_LENGTH, is_device
from generator.problems import Place, Places, Problem, Severity, quoted
from generator.prose.prose import inline_problems, normalise, read_document

# Addresses and names of files in locales/ that something else has; a content file of such a name would hide it.
RESERVED_SLUGS = frozenset(
    {
        "404",
        "assets",
        "compare",
        "data",
        "gpus",
        "guides",
        "images",
        "index",
        "models",
        "pagefind",
        "pages",
        "search",
        "static",
        "ui",
    }
)

_FENCE = re.compile(r"^---[ \t]*$", re.MULTILINE)

W = TypeVar("W", bound=Written)
H = TypeVar("H", bound=Head)


def load_site(root: Path, prices: Path | None = None) -> tuple[Site | None, list[Problem]]:
    """Read everything that people write below ``root``; ``prices`` is a snapshot that lies elsewhere.

    Returns no site where a file of `data/` does not fit. A content file or image that does not fit is left out of the
    site and named in its ``unread``, so that the rules across files can still be checked. Raises ``MachineFailure``
    where the machine refuses to read a file.
    """
    problems: list[Problem] = []
    gpus = _data(GpuFile, root, "data/gpus.yaml", problems)
    models = _data(ModelFile, root, "data/models.yaml", problems)
    settings = _data(SiteSettings, root, "data/site.yaml", problems)
    snapshot = _snapshot(root, prices, problems)
    guides, unread_guides = _folder(GuideHead, root, "content/guides", problems)
    pages, unread_pages = _folder(PageHead, root, "content/pages", problems)
    images, unread_images = _images(root, problems)
    if not (gpus and snapshot and models and settings):
        return None, sorted(problems)
    site = Site(
        gpus=Sourced(gpus.value.gpus, gpus.places),
        snapshot=snapshot,
        models=Sourced(models.value.models, models.places),
        settings=settings,
        guides=guides,
        pages=pages,
        images=images,
        unread=unread_guides | unread_pages | unread_images,
    )
    return site, sorted(problems)


def read_data(kind: type[W], text: str, path: str) -> tuple[Sourced[W] | None, list[Problem]]:
    """Read the text of a data file as ``kind``; ``path`` is what problems call the file."""
    value, places, problems = read_yaml(text, path)
    if problems:
        return None, problems
    if value is None:
        return None, [Problem(Place(path, 1, 1), "this file is empty")]
    read, problems = read_as(kind, value, places)
    return (Sourced(read, places) if read else None), problems


def _data(kind: type[W], root: Path, path: str, problems: list[Problem], shown: str = "") -> Sourced[W] | None:
    text, found = read_text(root, path, DATA_LIMIT, shown=shown)
    read = None
    if text is not None:
        read, found = read_data(kind, text, shown or path)
    problems += found
    return read


def _snapshot(root: Path, prices: Path | None, problems: list[Problem]) -> Sourced[Snapshot] | None:
    if prices is None:
        return _data(Snapshot, root, "data/prices.yaml", problems)
    # Whoever names a file on the command line may have it lie behind a link; only the site's own folders may not.
    file = prices.resolve()
    return _data(Snapshot, file.parent, file.name, problems, shown=str(prices))


def _folder(
    kind: type[H], root: Path, folder: str, problems: list[Problem]
) -> tuple[tuple[Content[H], ...], frozenset[str]]:
    """The content files of a folder, in the order of their names, and the slugs of those that do not fit."""
    read: list[Content[H]] = []
    unread: set[str] = set()
    paths, found = list_files(root, folder, ".md")
    problems += found
    for path in paths:
        slug = PurePosixPath(path).stem
        text, found = read_text(root, path, CONTENT_LIMIT)
        content = None
        if text is not None:
            content, found = read_content(kind, text, path)
        problems += found
        if content:
            read.append(content)
        else:
            unread.add(slug)
    return tuple(read), frozenset(unread)


def _images(root: Path, problems: list[Problem]) -> tuple[dict[str, Image], frozenset[str]]:
    """The images of `content/images/` by name, and the names of those that do not fit."""
    read: dict[str, Image] = {}
    paths, told = list_files(root, "content/images", "")
    for path in paths:
        if problem := name_problem(path):
            told.append(problem)
            continue
        data, found = read_bytes(root, path, IMAGE_LIMIT, hint=TOO_LARGE)
        told += found
        if data is not None:
            image, found = read_image(data, path)
            told += found
            if image:
                read[image.name] = image
    problems += told
    unread = (problem.place.path for problem in told if problem.severity is Severity.ERROR)
    return read, frozenset(PurePosixPath(path).name for path in unread)


def read_content(kind: type[H], text: str, path: str) -> tuple[Content[H] | None, list[Problem]]:
    """Read a content file: front matter between two lines ``---``, then Markdown. Its name is its slug."""
    slug = PurePosixPath(path).stem
    problems = _slug_problems(slug, path)
    fences = list(_FENCE.finditer(text))
    if not fences or fences[0].start():
        place = Place(path, 1, 1)
        return None, [*problems, Problem(place, 'the file should begin with a line "---"', _FRONT_MATTER)]
    if len(fences) == 1:
        place = Place(path, 1, 1)
        return None, [*problems, Problem(place, "the front matter that begins here is never closed", _FRONT_MATTER)]
    opening, closing = fences[0], fences[1]
    value, places, found = read_yaml(text[opening.end() : closing.start()], path, 1)
    head = None
    if not found:
        head, found = read_as(kind, {} if value is None else value, places)
    body = text[closing.end() + 1 :]
    document, in_text = read_document(body, path, text.count("\n", 0, closing.end()) + 2)
    problems += [*found, *in_text]
    if head is None:
        return None, problems
    segments = tuple(_segments(head, document, places, text.split("\n")))
    problems += [problem for segment in segments for problem in _front_matter_problems(segment)]
    return (None if problems else Content(slug, head, document, places, segments)), problems


_FRONT_MATTER = 'the front matter stands between two lines "---"'


def _slug_problems(slug: str, path: str) -> list[Problem]:
    place = Place(path)
    if len(slug) > SLUG_LENGTH or not SLUG.fullmatch(slug):
        what = f"a-z, 0-9 and single hyphens, at most {SLUG_LENGTH}"
        return [Problem(place, f"the name {quoted(slug)} should be {what}", "rename the file")]
    if slug in RESERVED_SLUGS or is_device(slug):
        return [Problem(place, f"the name {quoted(slug)} is taken", "rename the file")]
    return []


def _segments(head: Head, document: Document, places: Places, lines: list[str]) -> Iterator[Segment]:
    """All words of a content file, in the order in which translators meet them."""
    page = head.short_title

    def segment(key: str, words: str, place: Place, context: str) -> Segment:
        msgid = normalise(words)
        place, breaks = _lines_of(msgid, place, lines)
        return Segment(key, msgid, place, f"{page} › {context}", breaks)

    for name, label in _META.items():
        if words := getattr(head, name, ""):
            yield segment(f"meta/{name}", words, places.at(name), label)
    for part in document.segments():
        yield replace(part, context=f"{page} › {part.context}")
    for index, question in enumerate(head.faq):
        for name, label in (("q", "question"), ("a", "answer")):
            place = places.at("faq", index, name)
            yield segment(
                f"faq/{question.key}/{name}", getattr(question, name), place, f"{label} {quoted(question.key)}"
            )


def _lines_of(msgid: str, place: Place, lines: list[str]) -> tuple[Place, tuple[tuple[int, Place], ...]]:
    """Where the lines of a text in the front matter begin: the first, and by their offsets those that follow."""
    number, column = place.line, place.column
    sign = lines[number - 1][column - 1 : column]
    starts: list[tuple[int, Place]] = []
    offset = 0
    if sign in {"'", '"'}:
        column += 1
    elif sign in {">", "|"}:
        number, column = number + 1, 0
    while offset < len(msgid) and number <= len(lines):
        line = lines[number - 1]
        column = column or len(line) - len(line.lstrip()) + 1
        if piece := normalise(line[column - 1 :]):
            starts.append((offset, Place(place.path, number, column)))
            offset += len(piece) + 1
        number, column = number + 1, 0
    return (starts[0][1] if starts else place), tuple(starts[1:])


_META = {"title": "title", "short_title": "short title", "description": "description", "blurb": "blurb"}


def _front_matter_problems(segment: Segment) -> list[Problem]:
    """Body segments were checked where they were read."""
    return inline_problems(segment) if segment.key.startswith(("meta/", "faq/")) else []

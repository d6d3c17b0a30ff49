"""Joining the parts of a site that were built apart, one or more locales each, to the whole."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from msgspec import Struct

from generator.output import links, manifest
from generator.output.assets import keep_assets
from generator.output.compress import compress
from generator.output.manifest import Row, Staged
from generator.output.publish import Published, publish
from generator.output.staging import OutputFile
from generator.problems import InvalidSite, Place, Problem, WrongCall

_CANONICAL = re.compile(r'<link rel="canonical" href="([^"]+)"')


def join(parts: Sequence[Path], output: Path, *, keep_releases: int = 0, compressed: bool = False) -> Published:
    """Publish the files of all parts as one release, which equals the one that a whole build makes.

    Files of the root stand in every part and must be the same there. ``keep_releases``: see ``assets``;
    ``compressed``: see ``compress``. Raises ``InvalidSite`` for a part that is not as its manifest says, for parts that
    do not belong together, and where a page links to a locale that no part holds; ``WrongCall`` and ``MachineFailure``
    as ``publish`` does.
    """
    place = output.resolve()
    for part in parts:
        if place.is_relative_to(part.resolve()) or part.resolve().is_relative_to(place):
            raise WrongCall(f"{output} lies in the part {part}, or holds it")
    releases = {part: manifest.read(part) for part in parts}
    problems = [problem for part in parts for problem in _faults(part)]
    if problems:
        raise InvalidSite(problems)
    rows = {part: release.files for part, release in releases.items() if release}
    joined, problems = _merged(rows)
    if problems:
        raise InvalidSite(problems)
    files = [
        OutputFile(path, made.row.input, partial(Path.read_bytes, made.part / path)) for path, made in joined.items()
    ]
    root = joined.get("index.html")
    base = _base_url((root.part / "index.html").read_text("utf-8")) if root else ""

    def finish(staged: Staged) -> Mapping[str, Row]:
        dead = links.dead_links(staged, base_url=base)
        if dead:
            raise InvalidSite(_dead(link) for link in dead)
        rows = compress(staged, staged.files) if compressed else {}
        return rows | keep_assets(staged, staged.files.keys() | rows.keys(), keep_releases)

    return publish(files, output, jobs=1, finish=finish)


def _faults(part: Path) -> Iterator[Problem]:
    for problem in manifest.verify(part):
        yield Problem(Place(f"{part}/{problem.place.path}"), problem.message, problem.hint)


class _Made(Struct, frozen=True):
    part: Path
    row: Row


def _merged(parts: Mapping[Path, Mapping[str, Row]]) -> tuple[dict[str, _Made], list[Problem]]:
    joined: dict[str, _Made] = {}
    problems = []
    for part, rows in parts.items():
        for path, row in rows.items():
            first = joined.setdefault(path, _Made(part, row))
            if first.row != row:
                hint = "were they built from one commit, one snapshot, with the same options?"
                problems.append(Problem(Place(f"{part}/{path}"), f"is another file than in {first.part}", hint))
    return joined, problems


def _base_url(page: str) -> str:
    """The site's address, as the page for choosing a language tells it."""
    found = _CANONICAL.search(page)
    return html.unescape(found[1]) if found else ""


def _dead(link: links.DeadLink) -> Problem:
    return Problem(Place(link.page), f"links to {link.target}: {link.reason}", "is a locale's part missing?")

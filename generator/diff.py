"""What the next publish would change, in people's words: prices, figures, pages, sentences.

The released side is an output folder, or the manifest of one; a manifest alone knows pages but not what stood on them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from generator.output import manifest
from generator.output.staging import OutputFile
from generator.problems import InvalidSite, Place, Problem

FIGURES = "data/gpus.json"
PRICE = "price_per_hour"
COMPUTED = "inputs"
TWIN = "index.md"
MOST_SENTENCES = 12
MOST_PAGES = 40
STATES = {
    "no_figure": "no figure",
    "not_published": "not published",
    "none": "none",
    "no_offer": "no live offer",
}
_NUMBER = re.compile(r"\d[\d.,\u00a0\u202f]*")
_LINK_LINE = re.compile(r"(?:- )?\[.*\]\(\S+\)")


class Change(Struct, frozen=True):
    """A price or figure that would change: what of which GPU, from which text to which."""

    gpu: str
    what: str
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.gpu}, {self.what}: {self.before} → {self.after}"


class Differences(Struct, frozen=True):
    """What the next publish would change. Pages are addresses; ``sentences`` holds removed and added lines by page."""

    prices: tuple[Change, ...]
    figures: tuple[Change, ...]
    added: tuple[str, ...]
    removed: tuple[str, ...]
    changed: tuple[str, ...]
    sentences: Mapping[str, tuple[str, ...]]
    files: int

    def __str__(self) -> str:
        return "\n".join(self._lines()) or "Nothing would change."

    def _lines(self) -> Iterator[str]:
        yield from _titled("Prices", [str(change) for change in self.prices])
        yield from _titled("Figures", [str(change) for change in self.figures])
        yield from _titled("New pages", self.added)
        yield from _titled("Pages that go", self.removed)
        yield from _titled("Changed pages", self.changed)
        for page, lines in list(self.sentences.items())[:MOST_PAGES]:
            yield from _titled(f"Words of {page}", lines)
        if len(self.sentences) > MOST_PAGES:
            yield f"Words of {len(self.sentences) - MOST_PAGES} more pages"
        if self.files:
            yield f"Other files that change: {self.files}"


def _titled(title: str, lines: Sequence[str]) -> Iterator[str]:
    if lines:
        yield f"{title} ({len(lines)})"
        yield from (f"  {line}" for line in lines[:MOST_PAGES])
        if len(lines) > MOST_PAGES:
            yield f"  … and {len(lines) - MOST_PAGES} more"


def differences(files: Sequence[OutputFile], released: Path) -> Differences:
    """Compare what would be written with a release. Raises ``InvalidSite`` where ``released`` is not one."""
    folder = released.parent if released.is_file() else released
    former = manifest.read(folder) if released.is_dir() or released.name == manifest.NAME else None
    if former is None:
        problem = Problem(Place(str(released)), "is no output folder and no manifest of this generator")
        raise InvalidSite([problem])
    new = {file.path: file for file in files}
    changed = [path for path in new if path in former.files and _differs(new[path], former.files[path])]
    old_data, new_data = _json(folder / FIGURES), _loaded(new[FIGURES].content()) if FIGURES in new else None
    changes = tuple(_figure_changes(old_data, new_data)) if old_data and new_data else ()
    pages = [path for path in changed if path.endswith(".html")]
    return Differences(
        prices=tuple(change for change in changes if change.what == _label(PRICE)),
        figures=tuple(change for change in changes if change.what != _label(PRICE)),
        added=_addresses(path for path in new if path not in former.files),
        removed=_addresses(path for path in former.files if path not in new and _ours(path)),
        changed=_addresses(pages),
        sentences=dict(_sentences(new, changed, folder)),
        files=sum(not path.endswith((".html", ".md")) for path in changed),
    )


def _differs(file: OutputFile, row: manifest.Row) -> bool:
    return file.digest != row.input and manifest.digest(file.content()) != row.sha256


def _ours(path: str) -> bool:
    """Whether a file is made from pages; the search index is made afterwards and follows them."""
    return "/pagefind/" not in path


def _addresses(paths: Iterator[str] | Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted("/" + path.removesuffix("index.html") for path in paths if path.endswith(".html")))


def _json(path: Path) -> Any:
    return _loaded(path.read_bytes()) if path.is_file() else None


def _loaded(content: bytes) -> Any:
    return json.loads(content, parse_float=str, parse_int=str)


def _label(column: str) -> str:
    return column.replace("_", " ")


def _figure_changes(old: Any, new: Any) -> Iterator[Change]:
    before, after = ({gpu["id"]: gpu for gpu in data["gpus"]} for data in (old, new))
    for gpu_id, gpu in after.items():
        if gpu_id in before:
            yield from _gpu_changes(before[gpu_id], gpu)


def _gpu_changes(old: Any, new: Any) -> Iterator[Change]:
    """The figures that people wrote; those computed from them follow and would only repeat the news."""
    for column, figure in new["figures"].items():
        known = old["figures"].get(column)
        if known is None or COMPUTED in figure or COMPUTED in known:
            continue
        texts = _shown(known), _shown(figure)
        if texts[0] != texts[1]:
            yield Change(new["name"], _label(column), *texts)


def _shown(figure: Any) -> str:
    if figure["value"] is None:
        return STATES.get(figure["state"], str(figure["state"]))
    words = [str(figure["value"]), figure["unit"] or ""]
    words += ["(derived)"] * (figure["state"] == "derived") + ["(unverified)"] * bool(figure["unverified"])
    return " ".join(word for word in words if word)


def _sentences(
    new: Mapping[str, OutputFile], changed: Sequence[str], folder: Path
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The sentences that go and come, by page. One in which only numbers change is a figure's news, told above."""
    for path in changed:
        if not path.endswith(TWIN) or not (folder / path).is_file():
            continue
        before = _prose((folder / path).read_text("utf-8"))
        after = _prose(new[path].content().decode())
        lines = [f"- {line}" for shape, line in before.items() if shape not in after]
        lines += [f"+ {line}" for shape, line in after.items() if shape not in before]
        if lines:
            yield "/" + path.removesuffix(TWIN), tuple(lines[:MOST_SENTENCES])


def _prose(text: str) -> dict[str, str]:
    """The lines that hold sentences, by their shape without numbers; tables and lists of links are not prose."""
    lines = (line for line in text.splitlines() if line.strip() and not line.startswith("|"))
    return {_NUMBER.sub("0", line): line for line in lines if not _LINK_LINE.fullmatch(line)}

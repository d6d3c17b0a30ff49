"""How far each language is: texts and words by state, locale and page, and what a change of English made stale."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct, field

from generator.model import Bars
from generator.prose.inline_html import Inline
from generator.translate.workbench import open_workbench
from generator.words.catalogs import State, bar_of, file_words
from generator.words.messages import Message


class Count(Struct, frozen=True):
    """How many texts, and how many words of their English, are in each state."""

    texts: Mapping[State, int]
    words: Mapping[State, int]

    @property
    def share(self) -> int:
        """The translated texts in whole per cent, rounded down; 100 where there is nothing to translate."""
        total = sum(self.texts.values())
        return 100 * self.texts[State.TRANSLATED] // total if total else 100

    def __add__(self, other: Count) -> Count:
        return Count(
            {state: self.texts[state] + other.texts[state] for state in State},
            {state: self.words[state] + other.words[state] for state in State},
        )


class FileStatus(Struct, frozen=True):
    """One PO file: its counts, the bar it has to reach, and the keys of its stale and invalid texts."""

    file: str
    count: Count
    bar: int
    stale: tuple[str, ...] = ()
    invalid: tuple[str, ...] = ()

    @property
    def under(self) -> bool:
        """Whether the file is under its bar, so that what it serves counts as unfinished."""
        return self.count.share < self.bar


class Status(Struct, frozen=True):
    """The status of every locale, by its name."""

    locales: Mapping[str, Sequence[FileStatus]] = field(default_factory=dict)

    @property
    def under(self) -> bool:
        """Whether any file is under its bar: the command then exits with 1."""
        return any(file.under for files in self.locales.values() for file in files)

    def to_json(self) -> str:
        """The status as JSON with sorted keys."""
        data = {
            name: {"total": _as_data(total(files)), "files": {file.file: _file_as_data(file) for file in files}}
            for name, files in self.locales.items()
        }
        return json.dumps(data, ensure_ascii=False, indent=2, sort_keys=True)

    def lines(self) -> list[str]:
        """The status as lines of text: a line per locale, and one for each file that is not finished."""
        lines = []
        for name, files in self.locales.items():
            lines.append(f"{name}: {_in_words(total(files))}")
            for file in files:
                if file.count.share < 100 or file.stale or file.invalid:  # noqa: PLR2004 - per cent
                    bar = f", under {file.bar} %" if file.under else ""
                    lines.append(f"  {file.file}: {_in_words(file.count)}{bar}")
                    lines += [f"    stale: {key}" for key in file.stale]
                    lines += [f"    invalid: {key}" for key in file.invalid]
        return lines


def total(files: Iterable[FileStatus]) -> Count:
    """The counts of some files together."""
    return sum((file.count for file in files), count_states((), {}))


def count_states(messages: Sequence[Message], states: Mapping[tuple[str | None, str], State]) -> Count:
    """Count texts, and the words of their English, by state."""
    inline = Inline()
    texts, words = dict.fromkeys(State, 0), dict.fromkeys(State, 0)
    for message in messages:
        state = states[message.key]
        texts[state] += 1
        words[state] += len(inline.plain(message.msgid).split())
    return Count(texts, words)


def status(root: Path) -> Status:
    """Count what every locale has. Raises ``InvalidSite`` where the English has errors."""
    bench = open_workbench(root)
    bars = bench.site.settings.value.bars
    locales: dict[str, list[FileStatus]] = {}
    for locale in bench.locales:
        locales[locale.name] = [
            _file_status(po.file, po.messages, file_words(po.messages, po.entries, locale.name)[0].states, bars)
            for po in bench.po_files(locale)
        ]
    return Status(locales)


def _file_status(
    file: str, messages: Sequence[Message], states: Mapping[tuple[str | None, str], State], bars: Bars
) -> FileStatus:
    return FileStatus(
        file,
        count_states(messages, states),
        bar_of(file, bars),
        tuple(message.context for message in messages if states[message.key] is State.STALE),
        tuple(message.context for message in messages if states[message.key] is State.INVALID),
    )


def _as_data(count: Count) -> dict[str, object]:
    return {"texts": dict(count.texts), "words": dict(count.words), "share": count.share}


def _file_as_data(file: FileStatus) -> dict[str, object]:
    more = {"bar": file.bar, "under": file.under, "stale": list(file.stale), "invalid": list(file.invalid)}
    return _as_data(file.count) | more


def _in_words(count: Count) -> str:
    counted = ", ".join(f"{count.texts[state]} {state}" for state in State if count.texts[state])
    words = sum(count.words.values()) - count.words[State.TRANSLATED]
    return f"{count.share} %, {counted or 'nothing to translate'}" + (f"; {words} words to do" if words else "")

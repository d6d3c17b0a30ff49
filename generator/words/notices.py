"""Notices: what a build tells beside problems: texts that went stale, pages under their bar, guides left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from generator.model import Bars
from generator.words.catalogs import LocaleWords, State, bar_of
from generator.words.messages import UI


class Notice(Struct, frozen=True):
    """What there is to tell about one language or guide: a line for each thing, and all of it in one line."""

    lines: tuple[str, ...]
    summary: str


def notices(spoken: Iterable[LocaleWords], bars: Bars) -> tuple[Notice, ...]:
    """The notices of the languages that have something to tell, in their order."""
    return tuple(notice for words in spoken if (notice := _notice(words, bars)).lines)


def _notice(words: LocaleWords, bars: Bars) -> Notice:
    stale, under = list(_stale(words)), list(_under(words, bars))
    name = words.locale.name
    lines = [f"{place}: stale, its English changed: {key}" for place, key in stale]
    lines += [f"{name}: {what} is translated to {share} %, under its bar of {bar} %" for what, share, bar in under]
    parts = [f"{len(stale)} stale"] if stale else []
    parts += [f"under the bar: {', '.join(f'{what} ({share} %)' for what, share, _ in under)}"] if under else []
    return Notice(tuple(lines), f"{name}: {'; '.join(parts)}")


def _stale(words: LocaleWords) -> Iterator[tuple[str, str]]:
    """Each stale text: its place in the PO file, and its key."""
    for held in words.files.values():
        for key, state in held.states.items():
            if state is State.STALE:
                yield str(held.entries[key].place), held.entries[key].msgctxt or ""


def _under(words: LocaleWords, bars: Bars) -> Iterator[tuple[str, int, int]]:
    """Each file under its bar: what it serves, how much is translated, and the bar, both in per cent."""
    for file in words.files:
        bar = bar_of(file, bars)
        if (share := words.share(file)) < bar:
            yield "the interface" if file == UI else file, share, bar

"""The preview's translator mode: how far each text of a language is, and where it stands in its PO file.

The script beside this module shows it. A page names its texts by comments; see ``Edition.named``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from msgspec import Struct

from generator.words.catalogs import FileWords, LocaleWords, State, po_folder
from generator.words.messages import Message, text_id
from generator.words.po import Entry
from generator.words.po_check import text_problems


class Text(Struct, frozen=True):
    """One text: its English, its state, the line of the PO file to edit, and why it is not published."""

    english: str
    state: str
    place: str
    why: str


@cache
def script() -> str:
    """The script that pages of the preview load."""
    return Path(__file__).with_suffix(".js").read_text("utf-8")


def texts_of(spoken: Iterable[LocaleWords], tag: str) -> dict[str, Text]:
    """The texts of the language with a tag, by ``text_id``; none for English, which has no PO files."""
    return dict(pair for words in spoken if words.locale.tag == tag for pair in _texts(words))


def _texts(words: LocaleWords) -> Iterator[tuple[str, Text]]:
    for file, held in words.files.items():
        path = f"{po_folder(words.locale.name)}/{file}.po"
        for (context, msgid), state in held.states.items():
            yield text_id(file, context or "", msgid), _text(held, (context, msgid), state, path, words.locale.name)


def _text(held: FileWords, key: tuple[str | None, str], state: State, path: str, locale: str) -> Text:
    entry = held.entries.get(key)
    if entry is None:  # a pseudo-locale, which has no files
        return Text(key[1], state.value, "", "")
    place = str(entry.text_place()) if entry.place.line else path
    return Text(key[1], state.value, place, _why(entry, state, locale))


def _why(entry: Entry, state: State, locale: str) -> str:
    if state is State.STALE:
        return f"its English was: {entry.previous}" if entry.previous else "somebody marked it as fuzzy"
    if state is State.INVALID:
        message = Message(entry.msgctxt or "", entry.msgid, entry.msgid_plural)
        return "; ".join(dict.fromkeys(problem.message for problem in text_problems(message, entry, locale)))
    if not entry.place.line:
        return "not in the file yet: build.py translate update puts it there"
    return ""

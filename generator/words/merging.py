"""Which translation belongs to which English: the one place that decides, for builds and for files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec.structs import replace

from generator.words.messages import Message
from generator.words.po import Entry

Key = tuple[str | None, str]


def merge(messages: Iterable[Message], entries: Iterable[Entry]) -> list[Entry]:
    """Give each English text its translation: the entries a PO file should hold, in the order of the messages.

    In this order: the entry of the same key with the same English; an entry with the same English elsewhere in the
    file; the entry of the same key with another English, kept as fuzzy with the English it was made for; else an empty
    one. The translation of a text that moved is not offered to the text that took its key. What is no longer asked for
    stays as obsolete, after the others, as long as it holds a text.
    """
    return _Merge(list(messages), list(entries)).result()


class _Merge:
    def __init__(self, messages: list[Message], entries: list[Entry]) -> None:
        self.messages = messages
        self.header = [entry for entry in entries if entry.is_header and not entry.obsolete][:1]
        self.entries = [entry for entry in entries if not entry.is_header]
        self.used: set[int] = set()
        self.found: list[Entry | None] = [None] * len(messages)

    def result(self) -> list[Entry]:
        self._same_key()
        self._same_english()
        self._former_english()
        merged = [entry or _entry(message) for message, entry in zip(self.messages, self.found, strict=True)]
        rest = [
            replace(entry, obsolete=True, extracted=())
            for index, entry in enumerate(self.entries)
            if index not in self.used and any(entry.msgstr)
        ]
        rest.sort(key=lambda entry: (entry.msgctxt or "", entry.msgid))
        return [*self.header, *merged, *rest]

    def _same_key(self) -> None:
        by_key: dict[Key, int] = {}
        for index, entry in enumerate(self.entries):
            if entry.key not in by_key or self.entries[by_key[entry.key]].obsolete:
                by_key[entry.key] = index
        for number, message in enumerate(self.messages):
            held = by_key.get(message.key)
            if held is not None and self.entries[held].msgid_plural == message.plural:
                self._take(number, held)

    def _same_english(self) -> None:
        by_english: dict[tuple[str, str], list[int]] = {}
        for index, entry in enumerate(self.entries):
            if any(entry.msgstr):
                by_english.setdefault((entry.msgid, entry.msgid_plural), []).append(index)
        for number, message in enumerate(self.messages):
            if (found := self.found[number]) is not None and any(found.msgstr):
                continue
            choices = by_english.get((message.msgid, message.plural), [])
            # A doubtful text is moved, not copied. Contexts of the interface tell apart what English says in one word:
            # there nothing is copied.
            choices = [
                index
                for index in choices
                if index not in self.used or ("/" in message.context and not self.entries[index].fuzzy)
            ]
            if choices:
                self._take(number, min(choices, key=self._rank))

    def _rank(self, index: int) -> tuple[bool, bool, bool]:
        entry = self.entries[index]
        return (entry.fuzzy, index in self.used, entry.obsolete)

    def _former_english(self) -> None:
        asked = Counter(message.context for message in self.messages)
        left: dict[str | None, list[int]] = {}
        for index, entry in enumerate(self.entries):
            if index not in self.used and not entry.obsolete and any(entry.msgstr):
                left.setdefault(entry.msgctxt, []).append(index)
        for number, message in enumerate(self.messages):
            choices = left.get(message.context, [])
            if self.found[number] is None and len(choices) == 1 and asked[message.context] == 1:
                self._take(number, choices[0])

    def _take(self, number: int, index: int) -> None:
        self.used.add(index)
        self.found[number] = _entry(self.messages[number], self.entries[index])


def _entry(message: Message, old: Entry | None = None) -> Entry:
    """The entry of a message with the text of an old one; fuzzy where the English is no longer the same."""
    blank = Entry(message.msgid, ("",), message.context, message.plural, (), message.comments, message.flags)
    if old is None:
        return blank
    changed = (old.msgid, old.msgid_plural) != (message.msgid, message.plural) and any(old.msgstr)
    fuzzy = changed or (old.fuzzy and any(old.msgstr))
    previous, previous_plural = (old.previous, old.previous_plural) if fuzzy else ("", "")
    if changed and not (old.fuzzy and old.previous):
        # A text that was fuzzy before is still the translation of the older English.
        previous, previous_plural = old.msgid, old.msgid_plural
    return replace(
        blank,
        msgstr=old.msgstr,
        comments=old.comments,
        flags=("fuzzy", *message.flags) if fuzzy else message.flags,
        previous=previous,
        previous_plural=previous_plural,
        place=old.place,
        msgstr_places=old.msgstr_places,
    )

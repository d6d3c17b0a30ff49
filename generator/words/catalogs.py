"""PO files → the words of a locale, text by text, with the fallback to English."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType

from msgspec import Struct, field
from msgspec.structs import replace

from generator.files.sources import PO_LIMIT, list_files, read_text
from generator.model import Bars, Locale, Segment
from generator.problems import Place, Problem, Severity
from generator.words.locales import PSEUDO, SOURCE, UnknownLocale, plural_categories, plural_index, read_locale
from generator.words.merging import Key, merge
from generator.words.messages import UI, Message, site_messages
from generator.words.po import Entry, parse
from generator.words.po_check import header_problems, text_problems
from generator.words.pseudo import pseudo_text

__all__ = [
    "LocaleWords",
    "Message",
    "State",
    "Translated",
    "bar_of",
    "find_locales",
    "load_locale",
    "merge",
    "po_folder",
    "read_locale",
    "read_po",
    "site_messages",
]


class State(StrEnum):
    """How far the translation of one text is; only a translated one is published."""

    TRANSLATED = "translated"
    STALE = "stale"
    MISSING = "missing"
    INVALID = "invalid"


class Translated(Struct, frozen=True):
    """A text, and whether it is in the locale's language; if not, it is the English."""

    text: str
    translated: bool


class FileWords(Struct, frozen=True):
    """The words of one PO file: what is published, and the state and entry of every text that is asked for."""

    texts: Mapping[Key, tuple[str, ...]] = field(default_factory=dict)
    states: Mapping[Key, State] = field(default_factory=dict)
    entries: Mapping[Key, Entry] = field(default_factory=dict)


_NO_WORDS = FileWords()


class LocaleWords(Struct, frozen=True):
    """All words of one locale. What has no sound translation is answered in English, and says so."""

    locale: Locale
    files: Mapping[str, FileWords] = field(default_factory=dict)

    def ui(self, context: str, msgid: str, plural: str = "", n: int = 0) -> Translated:
        """Words of the interface; with ``plural``, in the form for ``n``. Placeholders are not filled."""
        name = self.locale.name
        texts = self.files.get(UI, _NO_WORDS).texts.get((context, msgid))
        if texts is not None:
            return Translated(texts[plural_index(name, n)] if plural else texts[0], True)
        return Translated(plural if plural and n != 1 else msgid, name == SOURCE)

    def segment(self, page: str, segment: Segment) -> Translated:
        """A segment of the file ``page`` (``gpus``, ``models`` or a content file's slug), as Markdown."""
        texts = self.files.get(page, _NO_WORDS).texts.get((f"{page}/{segment.key}", segment.msgid))
        if texts is not None:
            return Translated(texts[0], True)
        return Translated(segment.msgid, self.locale.name == SOURCE)

    def share(self, *files: str) -> int:
        """How much of some files is translated, in whole per cent of the texts, rounded down; 100 for the source."""
        states = [state for file in files for state in self.files.get(file, _NO_WORDS).states.values()]
        return 100 * states.count(State.TRANSLATED) // len(states) if states else 100


def bar_of(file: str, bars: Bars) -> int:
    """How much of a file must be translated, in per cent, for what it serves to count as finished."""
    return bars.ui if file == UI else bars.page


def find_locales(root: Path, listed: Sequence[str] = ()) -> tuple[tuple[Locale, ...], list[Problem]]:
    """The locales that are translated: those of a list, and those with a folder in ``locales/``; English apart.

    A folder with another name, or a symbolic link, is a problem.
    """
    folder = root / "locales"
    if folder.is_symlink():
        return (), [Problem(Place("locales"), _LINK)]
    paths = sorted(path for path in folder.iterdir() if not path.name.startswith(".")) if folder.is_dir() else []
    problems = [Problem(Place(f"locales/{path.name}"), _LINK) for path in paths if path.is_symlink()]
    found = [path.name for path in paths if path.is_dir() and not path.is_symlink()]
    locales: list[Locale] = []
    for name in dict.fromkeys([*listed, *found]):
        if name in {SOURCE, *PSEUDO}:
            continue
        try:
            locales.append(read_locale(name))
        except UnknownLocale as error:
            problems.append(Problem(Place(f"locales/{name}"), str(error), error.hint))
    return tuple(locales), problems


_LINK = "this is a symbolic link, and those are not followed"


def po_folder(locale: str) -> str:
    """The folder of a locale's PO files, below the root."""
    return f"locales/{locale}/LC_MESSAGES"


def read_po(root: Path, path: str) -> tuple[list[Entry], list[Problem]]:
    """Read one PO file; one that is missing has no entries and no problem."""
    text, problems = read_text(root, path, PO_LIMIT, any_character=True)
    return parse(text, path) if text is not None else ([], problems)


def load_locale(
    root: Path,
    locale: Locale,
    messages: Mapping[str, Sequence[Message]],
    former: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> tuple[LocaleWords, list[Problem]]:
    """Read the words of a locale for every English text that a site asks for.

    ``messages`` and the result are by PO file, without ``.po``. ``former`` names, for a content file that was renamed,
    the files that held its words. Problems in texts are warnings, for which English is the answer; a folder that
    must not be read is an error.
    """
    if locale.name == SOURCE:
        return LocaleWords(locale), []
    if locale.name in PSEUDO:
        return LocaleWords(locale, {file: _pseudo(asked, locale.name) for file, asked in messages.items()}), []
    folder = po_folder(locale.name)
    paths, problems = list_files(root, folder, ".po")
    files: dict[str, FileWords] = {}
    for file, asked in messages.items():
        entries, found = entries_for(root, locale.name, file, former.get(file, ()), frozenset(paths))
        words, faults = file_words(asked, entries, locale.name)
        files[file] = words
        problems += [replace(problem, severity=Severity.WARNING) for problem in (*found, *faults)]
    return LocaleWords(locale, files), sorted(problems)


def entries_for(
    root: Path, locale: str, file: str, former: Sequence[str], paths: frozenset[str]
) -> tuple[list[Entry], list[Problem]]:
    """The entries of a PO file; while there is none, those of a file it was renamed from, with their keys renamed."""
    for name in (file, *former):
        path = f"{po_folder(locale)}/{name}.po"
        if path in paths:
            entries, problems = read_po(root, path)
            return [_renamed(entry, name, file) for entry in entries], problems
    return [], []


def _renamed(entry: Entry, old: str, new: str) -> Entry:
    if old == new or entry.msgctxt is None or not entry.msgctxt.startswith(f"{old}/"):
        return entry
    return replace(entry, msgctxt=f"{new}/{entry.msgctxt.removeprefix(f'{old}/')}")


def file_words(messages: Sequence[Message], entries: Sequence[Entry], locale: str) -> tuple[FileWords, list[Problem]]:
    """Merge and judge one file's entries: the texts that may be published, and the problems of those that may not."""
    merged = merge(messages, entries)
    header = next((entry for entry in merged if entry.is_header), None)
    problems = header_problems(header, locale)
    by_key = {entry.key: entry for entry in merged if not entry.obsolete and not entry.is_header}
    texts: dict[Key, tuple[str, ...]] = {}
    states: dict[Key, State] = {}
    for message in messages:
        entry = by_key[message.key]
        state, found = judge(message, entry, locale)
        states[message.key] = state
        problems += found
        if state is State.TRANSLATED:
            texts[message.key] = entry.msgstr
    return FileWords(texts, states, by_key), problems


def judge(message: Message, entry: Entry, locale: str) -> tuple[State, list[Problem]]:
    """The state of one text, and what is wrong with it where it is invalid."""
    if not any(entry.msgstr):
        return State.MISSING, []
    if entry.fuzzy:
        return State.STALE, []
    problems = text_problems(message, entry, locale)
    if problems:
        return State.INVALID, problems
    return (State.MISSING if entry.empty else State.TRANSLATED), []


def _pseudo(messages: Sequence[Message], locale: str) -> FileWords:
    forms = len(plural_categories(locale))
    texts = {
        message.key: tuple(
            pseudo_text(message.plural if message.plural and form else message.msgid, locale)
            for form in range(forms if message.plural else 1)
        )
        for message in messages
    }
    return FileWords(texts, dict.fromkeys(texts, State.TRANSLATED))

"""The translators' tools that write: ``add`` a locale, ``update`` every PO file, ``accept`` a text that went stale."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from generator.model import Locale
from generator.problems import InvalidSite, Place, Problem, did_you_mean, quoted
from generator.translate.workbench import PoFile, Workbench, open_workbench
from generator.words.catalogs import State, judge, po_folder
from generator.words.locales import PSEUDO, SOURCE, UnknownLocale, plural_categories, plural_header, read_locale
from generator.words.po import Entry, dump

# What changes with every save, and would make two branches meet in conflict.
_VOLATILE = re.compile(r"^(?:POT-Creation-Date|PO-Revision-Date|X-Generator)$", re.IGNORECASE)


class Written(Struct, frozen=True):
    """What a tool changed: the files, relative to the root, and what it could not do."""

    files: tuple[str, ...]
    problems: tuple[Problem, ...] = ()


def add(root: Path, name: str) -> Written:
    """Make the PO files of a new locale, with its plural forms. Raises ``InvalidSite`` for a name that is none."""
    place = Place(f"locales/{quoted(name)[1:-1]}")
    try:
        locale = read_locale(name)
    except UnknownLocale as error:
        raise InvalidSite([Problem(place, str(error), error.hint)]) from None
    if name == SOURCE or name in PSEUDO:
        raise InvalidSite(
            [Problem(place, f"{name} needs no PO files", "English is the source, others are made from it")]
        )
    if (root / po_folder(name)).exists():
        raise InvalidSite([Problem(place, "this locale is there already", "run: build.py translate update")])
    bench = open_workbench(root)
    return _update(replace(bench, locales=(locale,), facts=bench.facts | bench.facts_of(locale)))


def update(root: Path) -> Written:
    """Bring the English edits into every PO file; files that are right already stay untouched.

    A file with problems is left as it is: what cannot be read would be lost. Raises ``InvalidSite`` where the English
    has errors.
    """
    return _update(open_workbench(root))


def _update(bench: Workbench) -> Written:
    files: list[str] = []
    problems: list[Problem] = []
    for locale in bench.locales:
        for po in bench.po_files(locale):
            if po.problems:
                problems += po.problems
            elif _write(bench.root, po.path, dump(_with_header(po.merged, locale, bench))):
                files.append(po.path)
        files += _remove_former(bench, locale)
        problems += bench.left_over(locale)
    return Written(tuple(files), tuple(sorted(problems)))


def _remove_former(bench: Workbench, locale: Locale) -> list[str]:
    """Delete the PO files that were renamed, once their words are in the new ones."""
    folder = po_folder(locale.name)
    removed = []
    for file, names in bench.former.items():
        for name in names:
            old = f"{folder}/{name}.po"
            if (
                name not in bench.messages
                and (bench.root / old).is_file()
                and (bench.root / folder / f"{file}.po").is_file()
            ):
                (bench.root / old).unlink()
                removed.append(old)
    return removed


def accept(root: Path, key: str) -> Written:
    """Publish the texts of a segment again in every locale: its English changed, but not its meaning.

    ``key`` is what stands in msgctxt. Raises ``InvalidSite`` where no locale has a stale text of that key.
    """
    bench = open_workbench(root)
    files: list[str] = []
    problems: list[Problem] = []
    stale: set[str] = set()
    for locale in bench.locales:
        for po in bench.po_files(locale):
            waiting = {entry.msgctxt or "" for entry in po.merged if entry.fuzzy and not entry.obsolete}
            stale |= waiting
            if key not in waiting:
                continue
            accepted, found = _accepted(po, key)
            problems += found or po.problems
            if not found and not po.problems and _write(root, po.path, dump(_with_header(accepted, locale, bench))):
                files.append(po.path)
    if key not in stale:
        hint = did_you_mean(key, stale) if stale else "nothing is stale in any language"
        raise InvalidSite([Problem(Place("locales"), f"no stale text has the key {quoted(key)}", hint)])
    return Written(tuple(files), tuple(sorted(problems)))


def _accepted(po: PoFile, key: str) -> tuple[list[Entry], list[Problem]]:
    asked = {message.key: message for message in po.messages}
    entries: list[Entry] = []
    problems: list[Problem] = []
    for entry in po.merged:
        if entry.msgctxt != key or not entry.fuzzy or entry.obsolete:
            entries.append(entry)
            continue
        flags = tuple(flag for flag in entry.flags if flag != "fuzzy")
        sound = replace(entry, flags=flags, previous="", previous_plural="")
        state, found = judge(asked[entry.key], sound, po.locale.name)
        problems += found
        entries.append(sound if state is State.TRANSLATED else entry)
    return entries, problems


def _with_header(entries: Sequence[Entry], locale: Locale, bench: Workbench) -> list[Entry]:
    old = [entry for entry in entries if entry.is_header]
    fields = dict(_fields(old[0].msgstr[0])) if old else {}
    ours = {
        "Project-Id-Version": f"{bench.site.settings.value.brand} GPU catalogue",
        "Language": locale.name,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": plural_header(locale.name),
    }
    forms = len(plural_categories(locale.name))
    if "Plural-Forms" in fields and any(len(entry.msgstr) > forms for entry in entries if not entry.obsolete):
        # Surplus forms that hold texts stay for a person to judge, and the header has to agree with them.
        ours["Plural-Forms"] = fields["Plural-Forms"]
    theirs = {name: value for name, value in fields.items() if name not in ours and not _VOLATILE.match(name)}
    text = "".join(f"{name}: {value}\n" for name, value in (ours | theirs).items())
    header = replace(old[0] if old else Entry(""), msgstr=(text,), flags=(), extracted=())
    return [header, *(entry for entry in entries if not entry.is_header)]


def _fields(text: str) -> Iterable[tuple[str, str]]:
    for line in text.split("\n"):
        name, colon, value = line.partition(":")
        if colon:
            yield name.strip(), value.strip()


def _write(root: Path, path: str, text: str) -> bool:
    """Write a file whole or not at all; tells whether its content changed."""
    target = root / path
    data = text.encode()
    if target.is_file() and target.read_bytes() == data:
        return False
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = target.with_name(f".{target.name}.new")
    draft.write_bytes(data)
    draft.replace(target)
    return True

"""What the translators' tools work with: the English of a site, its locales, and the PO files as they stand on disk."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from generator.checks.check import check_site
from generator.figures.facts import FactError, evaluate
from generator.files.sources import list_files
from generator.loading.load import load_site
from generator.model import Content, Locale, Site
from generator.pages.formats import Formats
from generator.problems import InvalidSite, Place, Problem, Severity
from generator.prose.inline import fact_names, fill
from generator.prose.inline_html import Inline
from generator.templating.template_reader import read_templates
from generator.words.catalogs import entries_for, find_locales, merge, po_folder
from generator.words.locales import SOURCE, plural_categories, read_locale
from generator.words.messages import Message, former_files, site_messages
from generator.words.po import Entry


class PoFile(Struct, frozen=True):
    """One PO file as it is on disk and as it should be: ``merged`` holds the same entries, merged with the English."""

    path: str
    file: str
    locale: Locale
    messages: Sequence[Message]
    entries: Sequence[Entry]
    merged: Sequence[Entry]
    problems: Sequence[Problem]


class Workbench(Struct, frozen=True):
    """A site's English and its locales. ``facts`` holds, by locale and content file, each fact as plain text."""

    root: Path
    site: Site
    messages: Mapping[str, Sequence[Message]]
    former: Mapping[str, Sequence[str]]
    locales: tuple[Locale, ...]
    facts: dict[tuple[str, str], Mapping[str, str]]

    def po_files(self, locale: Locale) -> Iterator[PoFile]:
        """Every PO file that a locale should have, whether it is there or not."""
        folder = po_folder(locale.name)
        paths, problems = list_files(self.root, folder, ".po")
        errors = [problem for problem in problems if problem.severity is Severity.ERROR]
        if errors:
            raise InvalidSite(errors)
        for file, messages in self.messages.items():
            entries, found = entries_for(self.root, locale.name, file, self.former.get(file, ()), frozenset(paths))
            asked = [self._explained(message, file, locale) for message in messages]
            merged = merge(asked, entries)
            yield PoFile(f"{folder}/{file}.po", file, locale, asked, entries, _padded(merged, locale.name), found)

    def facts_of(self, locale: Locale) -> dict[tuple[str, str], Mapping[str, str]]:
        """The facts of every content file as a locale writes them."""
        return {(locale.name, part.slug): _facts(self.site, part, Formats(locale)) for part in _contents(self.site)}

    def left_over(self, locale: Locale) -> list[Problem]:
        """PO files that belong to nothing any more."""
        folder = po_folder(locale.name)
        paths, _ = list_files(self.root, folder, ".po")
        known = {f"{folder}/{file}.po" for file in self.messages}
        known |= {f"{folder}/{name}.po" for names in self.former.values() for name in names}
        message = "no guide or page has this name"
        hint = "was it renamed? Then list its former address under aliases; else delete this file"
        return [Problem(Place(path), message, hint, Severity.WARNING) for path in paths if path not in known]

    def _explained(self, message: Message, file: str, locale: Locale) -> Message:
        """The message with comments: the sentence with its facts, how the locale writes them, the longest length."""
        comments = list(message.comments)
        names = [name for name, _ in fact_names(message.msgid)]
        english, own = self.facts.get((SOURCE, file), {}), self.facts.get((locale.name, file), {})
        if names and all(name in english and name in own for name in names):
            comments.append(f"{SOURCE}: {fill(Inline().plain(message.msgid), english)}")
            comments.append(f"{locale.name}: {', '.join(own[name] for name in dict.fromkeys(names))}")
        if message.limit:
            comments.append(f"at most {message.limit} characters")
        return replace(message, comments=tuple(comments))


def _padded(entries: Sequence[Entry], locale: str) -> list[Entry]:
    """The entries with as many plural forms as the locale has."""
    forms = len(plural_categories(locale))
    return [
        replace(entry, msgstr=(*entry.msgstr, *[""] * forms)[:forms]) if _plural_to_pad(entry, forms) else entry
        for entry in entries
    ]


def _plural_to_pad(entry: Entry, forms: int) -> bool:
    # Forms that hold a text are never cut off here: which of them is right is for a person to say.
    return bool(entry.msgid_plural) and not entry.obsolete and not any(entry.msgstr[forms:])


def open_workbench(root: Path) -> Workbench:
    """Read a site's English. Raises ``InvalidSite`` where it has errors: they must not reach the PO files."""
    site, problems = load_site(root)
    templates, found = read_templates(root)
    problems += found
    if site is None:
        raise InvalidSite(problems)
    messages, found = site_messages(site, templates.words)
    problems += [*found, *check_site(site)]
    locales, found = find_locales(root, site.settings.value.locales)
    problems += found
    if any(problem.severity is Severity.ERROR for problem in problems):
        raise InvalidSite(problems)
    facts: dict[tuple[str, str], Mapping[str, str]] = {}
    bench = Workbench(root, site, messages, former_files(site), locales, facts)
    for locale in (read_locale(SOURCE), *locales):
        facts.update(bench.facts_of(locale))
    return bench


def _contents(site: Site) -> tuple[Content[Any], ...]:
    return (*site.guides, *site.pages)


def _facts(site: Site, content: Content[Any], formats: Formats) -> dict[str, str]:
    """Each fact of a content file as plain text; one without a value is left out, as the check reports it."""
    texts: dict[str, str] = {}
    for name, fact in content.head.facts.items():
        try:
            texts[name] = formats.fact(evaluate(site, fact))
        except FactError:
            continue
    return texts

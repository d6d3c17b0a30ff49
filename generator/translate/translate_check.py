"""Checking translations: every fault of every PO file, and what a reviewer would ask about."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from generator.model import Site
from generator.problems import Problem, Severity
from generator.prose.inline import FACT
from generator.prose.inline_html import Inline
from generator.translate.workbench import PoFile, open_workbench
from generator.words.catalogs import file_words, judge
from generator.words.glossary import Glossary, read_glossary, term_faults
from generator.words.messages import Message
from generator.words.po import Entry

_NUMBER = re.compile(r"(?<![\w.,])\d+(?:[.,\u00a0\u202f ’'](?=\d{3}(?!\d))\d{3}|[.,]\d+)*(?!\w)")
_TARGET = re.compile(r"\]\([^)]*\)")
_CODE = re.compile(r"`[^`]*`")
_SEPARATORS = re.compile(r"[.,\u00a0\u202f ’']")
_GLUED = re.compile(r"\{[a-z][a-z0-9_]*\}[’'\u02bc]?([^\W\d_])")
_WORD_OF_LANGUAGE = re.compile(r"(?<![\w.])[a-z]{3,}(?!\w)|(?<!\w)[A-Z][a-z]{2,}(?!\w)")
# Scripts that put no blank between words, so that a sign beside a fact is no ending.
_WITHOUT_BLANKS = ("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "THAI", "LAO", "KHMER", "MYANMAR")
SUFFIX_OK = "suffix-ok"
SAME_OK = "same-ok"
NUMBER_OK = "number-ok"
GLOSSARY_OK = "glossary-ok"


class Review(Struct, frozen=True):
    """What a review of one locale goes by."""

    locale: str
    glossary: Glossary
    names: re.Pattern[str] | None
    inline: Inline

    def findings(self, message: Message, entry: Entry) -> Iterator[tuple[int, int, str, str]]:
        """What a reviewer would ask about, as form, offset, message and hint."""
        for form, text in enumerate(entry.msgstr):
            english = message.plural if message.plural and form else message.msgid
            plain = self.inline.plain(text)
            if not _allows(entry, SUFFIX_OK):
                yield from ((form, *found) for found in _glued(english, text))
            if not _allows(entry, NUMBER_OK):
                yield from ((form, *found) for found in self._typed_numbers(message, text))
            if not _allows(entry, SAME_OK) and text == english and self._has_words(text):
                yield form, 0, "the same text as the English", f"if that is right, add the comment: # {SAME_OK}"
            if message.limit and len(plain) > message.limit:
                found = f"{len(plain)} characters; there is room for {message.limit}"
                yield form, message.limit, found, "find shorter words"
            if not _allows(entry, GLOSSARY_OK):
                for said, hint in term_faults(self.glossary, self.inline.plain(english), plain, self.locale):
                    yield form, 0, said, f"{hint}; where it does not fit, add: # {GLOSSARY_OK}"

    def _typed_numbers(self, message: Message, text: str) -> Iterator[tuple[int, str, str]]:
        known = {number for english in (message.msgid, message.plural) for number, _ in _numbers(english)}
        for number, offset in _numbers(self._without_names(text)):
            if number not in known:
                shown = text[offset : offset + len(number)]
                yield (
                    offset,
                    f"the number {shown} is not in the English",
                    f"figures come from the data: use their placeholders, or add: # {NUMBER_OK}",
                )

    def _without_names(self, text: str) -> str:
        return self.names.sub(_blank, text) if self.names is not None else text

    def _has_words(self, text: str) -> bool:
        return bool(_WORD_OF_LANGUAGE.search(self._without_names(FACT.sub("", self.inline.plain(text)))))


def _allows(entry: Entry, word: str) -> bool:
    return any(word in comment for comment in entry.comments)


def _blank(found: re.Match[str]) -> str:
    return "_" * len(found[0])


def _numbers(text: str) -> list[tuple[str, int]]:
    """The numbers that stand in a text by themselves: not in placeholders, targets of links or code."""
    for pattern in (FACT, _TARGET, _CODE):
        text = pattern.sub(_blank, text)
    return [(_digits(found[0]), found.start()) for found in _NUMBER.finditer(text)]


def _digits(number: str) -> str:
    """A number without separators and in the digits 0-9, for comparing across languages."""
    return "".join(str(unicodedata.digit(sign)) for sign in _SEPARATORS.sub("", number))


def _glued(english: str, text: str) -> Iterator[tuple[int, str, str]]:
    allowed = {found[0] for found in _GLUED.finditer(english)}
    for found in _GLUED.finditer(text):
        if found[0] not in allowed and not unicodedata.name(found[1], "").startswith(_WITHOUT_BLANKS):
            message = f"an ending glued to a figure: {found[0]}…"
            yield found.start(), message, f"it breaks when the figure changes: write around it, or add: # {SUFFIX_OK}"


def check(root: Path) -> list[Problem]:
    """Every fault of every PO file and glossary, sorted by place.

    Errors are what a build does not publish; warnings are what somebody should look at. Raises ``InvalidSite`` where
    the English has errors.
    """
    bench = open_workbench(root)
    names = _names(bench.site)
    problems: list[Problem] = []
    for locale in bench.locales:
        glossary, found = read_glossary(root, locale.name)
        problems += [*found, *bench.left_over(locale)]
        review = Review(locale.name, glossary, names, Inline())
        for po in bench.po_files(locale):
            problems += file_problems(po, review)
    return sorted(problems)


def file_problems(po: PoFile, review: Review) -> list[Problem]:
    """The faults of one PO file."""
    problems = list(po.problems)
    _, unfit = file_words(po.messages, po.entries, po.locale.name)
    problems += [replace(problem, severity=Severity.ERROR) for problem in unfit]
    asked = {message.key: message for message in po.messages}
    for entry in po.merged:
        if entry.obsolete or entry.is_header or entry.fuzzy or not any(entry.msgstr):
            continue
        if judge(asked[entry.key], entry, po.locale.name)[1]:
            continue
        for form, offset, message, hint in review.findings(asked[entry.key], entry):
            problems.append(Problem(entry.text_place(form, offset), message, hint, Severity.WARNING))
    return problems


def _names(site: Site) -> re.Pattern[str] | None:
    settings = site.settings.value
    names: Sequence[str] = sorted(
        {
            *settings.names,
            settings.brand,
            *(gpu.name for gpu in site.gpus.value),
            *(gpu.interconnect for gpu in site.gpus.value),
            *(model.name for model in site.models.value),
        },
        key=len,
        reverse=True,
    )
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names))})(?!\w)") if names else None

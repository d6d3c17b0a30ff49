"""Rules for one translated text: what makes it unfit to be published."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from generator.problems import Place, Problem, Severity
from generator.prose.inline import FACT, fact_names, marks
from generator.prose.inline_rules import Fault, inline_faults
from generator.words.locales import only_number, plural_categories, plural_header
from generator.words.messages import Message
from generator.words.po import Entry, plural_count


def header_problems(header: Entry | None, locale: str) -> list[Problem]:
    """What a PO file's header says that does not suit the locale; such a header spoils only texts with plural forms."""
    if header is None or (said := plural_count(header)) is None:
        return []
    expected = len(plural_categories(locale))
    if said == expected:
        return []
    message = f"the header says {said} plural forms; {locale} has {expected}"
    return [_warning(header.text_place(), message, f'write "Plural-Forms: {plural_header(locale)}\\n"')]


def text_problems(message: Message, entry: Entry, locale: str) -> list[Problem]:
    """Everything in an entry's texts that must not be published, at its place in the PO file."""
    problems: list[Problem] = []
    if message.plural and len(entry.msgstr) != (expected := len(plural_categories(locale))):
        found = f"{len(entry.msgstr)} plural forms; {locale} has {expected}"
        problems.append(_warning(entry.text_place(), found, "run: build.py translate update"))
    for form, text in enumerate(entry.msgstr):
        faults = sorted(_faults(message, text, locale, form), key=lambda fault: fault.offset)
        problems += [_warning(entry.text_place(form, fault.offset), fault.message, fault.hint) for fault in faults]
    return problems


def _warning(place: Place, message: str, hint: str) -> Problem:
    return Problem(place, message, hint, Severity.WARNING)


def _faults(message: Message, text: str, locale: str, form: int) -> Iterator[Fault]:
    if not text:
        return
    faults = inline_faults(text)
    yield from faults
    for sign, name in (("\n", "line break"), ("\t", "tab")):
        if sign in text:
            yield Fault(text.index(sign), f"a {name} in the text", "write it as one line")
    if text != text.strip() and "\n" not in text:
        yield Fault(0, "a blank at the beginning or end of the text", "delete it")
    english = message.plural if message.plural and form else message.msgid
    yield from _placeholder_faults(message, text, locale, form)
    if not faults:
        yield from _markup_faults(english, text)


def _placeholder_faults(message: Message, text: str, locale: str, form: int) -> Iterator[Fault]:
    if not any(sign in words for words in (text, message.msgid, message.plural) for sign in "{}%"):
        return
    singular, plural = ({name for name, _ in fact_names(english)} for english in (message.msgid, message.plural))
    expected = singular | plural
    found = dict(reversed(fact_names(text)))
    for name in sorted(found.keys() - expected):
        yield Fault(found[name], f"{{{name}}} is not in the English", _list("use only", expected))
    # "One GPU" needs no figure: a form that stands for one number only may leave out what the singular leaves out, too.
    optional = {"n"} | (expected - singular) if message.plural and only_number(locale, form) is not None else set()
    missing = expected - found.keys() - optional
    if missing:
        verb = "is" if len(missing) == 1 else "are"
        yield Fault(0, f"{_names(missing)} {verb} missing", "put it where the number or name belongs in the sentence")
    bare = FACT.sub(lambda fact: " " * len(fact[0]), text)
    for brace in "{}":
        if bare.count(brace) != FACT.sub("", message.msgid).count(brace):
            at = max(bare.find(brace), 0)
            yield Fault(at, f'a "{brace}" that belongs to no placeholder', "placeholders are plain: {name}")
            break
    if "%(" in text and "%(" not in message.msgid:
        yield Fault(text.index("%("), "%(…) is not a placeholder here", "placeholders are plain: {name}")


def _list(words: str, names: Iterable[str]) -> str:
    return f"{words} {_names(names)}" if names else "the English has no placeholder"


def _names(names: Iterable[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in sorted(names))


def _markup_faults(english: str, text: str) -> Iterator[Fault]:
    wanted, given = marks(english), marks(text)
    if not (wanted.links or wanted.count or given.links or given.count):
        return
    targets, expected = Counter(link.target for link in given.links), Counter(link.target for link in wanted.links)
    for target in sorted((targets - expected).keys()):
        at = next(link.offset for link in given.links if link.target == target)
        yield Fault(at, f"the English has no link to {target} here", "keep the targets of the links as they are")
    for target in sorted((expected - targets).keys()):
        yield Fault(0, f"the link to {target} is missing", f"write [text]({target})")
    for tag, sign in _SIGNS.items():
        wished, found = wanted.count.get(tag, 0), given.count.get(tag, 0)
        if wished != found:
            message = f"the English has {wished} × {sign}, this text {found}"
            yield Fault(0, message, "mark the same words as the English does")


_SIGNS = {"strong": "**bold**", "em": "*emphasis*", "code": "`code`"}

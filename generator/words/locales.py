"""A locale's name → its direction, its own name and its plural forms, from CLDR through Babel."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, cast

from babel import Locale as CldrLocale
from babel import UnknownLocaleError
from babel.plural import to_gettext

from generator.model import Locale
from generator.problems import did_you_mean, quoted

SOURCE = "en"
# Made on demand to find text that cannot be translated, is cut off or is not mirrored; the value is the CLDR locale
# that lends its formats.
PSEUDO = {"en_XA": "en", "ar_XB": "ar"}
_PSEUDO_ENDONYMS = {"en_XA": "Pseudo-English", "ar_XB": "Pseudo-Arabic"}
_NAME = re.compile(r"[a-z]{2,3}(?:_[A-Z][a-z]{3})?(?:_(?:[A-Z]{2}|[0-9]{3}))?")
_SCRIPT = len("Hant")
_CATEGORIES = ("zero", "one", "two", "few", "many", "other")


class UnknownLocale(ValueError):
    """Raised for a name that is not a locale's; ``hint`` may tell the right one."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


def read_locale(name: str) -> Locale:
    """The locale of a folder's name, such as ``tr`` or ``pt_BR``; raises ``UnknownLocale`` for any other text."""
    if name in PSEUDO:
        direction = cldr(name).text_direction
        return _locale(name, direction, _PSEUDO_ENDONYMS[name])
    found = _cldr_or_none(name) if len(name) <= len("zho_Hant_419") and _NAME.fullmatch(name) else None
    if found is None or str(found) != name:
        raise UnknownLocale(f"{quoted(name)} is not the name of a locale", _hint(name))
    endonym = found.get_display_name() or name
    return _locale(name, found.text_direction, endonym[:1].upper() + endonym[1:])


def _locale(name: str, direction: str, endonym: str) -> Locale:
    tag = name.replace("_", "-")
    return Locale(name, tag.lower(), tag, cast(Literal["ltr", "rtl"], direction), endonym)


def _hint(name: str) -> str:
    language, *rest = re.split(r"[-_]", name[:40])
    guess = "_".join([language.lower(), *(part.title() if len(part) == _SCRIPT else part.upper() for part in rest)])
    if guess != name and _NAME.fullmatch(guess) and _cldr_or_none(guess):
        return did_you_mean(guess, [guess])
    return "a language as in CLDR, with a territory where that matters: tr, de, pt_BR, zh_Hant"


def _cldr_or_none(name: str) -> CldrLocale | None:
    try:
        return CldrLocale.parse(name, resolve_likely_subtags=False)
    except (UnknownLocaleError, ValueError):
        return None


@lru_cache(maxsize=64)
def cldr(name: str) -> CldrLocale:
    """The CLDR locale whose formats a locale uses; for a pseudo-locale that of the language it stands for."""
    return CldrLocale.parse(PSEUDO.get(name, name))


@lru_cache(maxsize=64)
def plural_categories(name: str) -> tuple[str, ...]:
    """The plural categories of a locale, in the order of ``msgstr[0]``, ``msgstr[1]`` and so on."""
    tags = cldr(name).plural_form.tags
    return tuple(category for category in _CATEGORIES if category in tags or category == "other")


def plural_index(name: str, n: int) -> int:
    """Which of the plural forms stands for ``n``."""
    return plural_categories(name).index(cldr(name).plural_form(n))


def plural_header(name: str) -> str:
    """The value of the header ``Plural-Forms``."""
    return _without_exponent(to_gettext(cldr(name).plural_form))


def _without_exponent(expression: str) -> str:
    """Gettext knows only ``n``: of a whole number without exponent, CLDR's ``e`` is 0."""
    return re.sub(r"\be\b", "0", expression)


@lru_cache(maxsize=256)
def only_number(name: str, form: int) -> int | None:
    """The one number up to 200 that a plural form stands for; ``None`` where there are several."""
    numbers = [n for n in range(201) if plural_index(name, n) == form]
    return numbers[0] if len(numbers) == 1 else None

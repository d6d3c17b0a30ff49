"""Names of locales, their directions, own names and plural forms."""

from __future__ import annotations

import gettext

import pytest

from generator.model import Locale
from generator.words.locales import (
    UnknownLocale,
    only_number,
    plural_categories,
    plural_header,
    plural_index,
    read_locale,
)


@pytest.mark.parametrize(
    ("name", "locale"),
    [
        ("tr", Locale("tr", "tr", "tr", "ltr", "Türkçe")),
        ("pt_BR", Locale("pt_BR", "pt-br", "pt-BR", "ltr", "Português (Brasil)")),
        ("zh_Hant", Locale("zh_Hant", "zh-hant", "zh-Hant", "ltr", "中文 (繁體)")),
        ("ar", Locale("ar", "ar", "ar", "rtl", "العربية")),
        ("en_XA", Locale("en_XA", "en-xa", "en-XA", "ltr", "Pseudo-English")),
        ("ar_XB", Locale("ar_XB", "ar-xb", "ar-XB", "rtl", "Pseudo-Arabic")),
    ],
)
def test_a_locale_is_read_from_its_folder_name(name: str, locale: Locale) -> None:
    """Folder as in gettext, address in small letters, tag as in HTML."""
    assert read_locale(name) == locale


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("EN", 'did you mean "en"?'),
        ("en-US", 'did you mean "en_US"?'),
        ("pt_br", 'did you mean "pt_BR"?'),
        ("zh-hant", 'did you mean "zh_Hant"?'),
        ("xx", ""),
        ("../x", ""),
        ("tr\n", ""),
        ("", ""),
        ("a" * 500, ""),
        ("tr_TR_" * 200, ""),
    ],
)
def test_any_other_name_is_refused(name: str, hint: str) -> None:
    """With the right name where it can be guessed."""
    with pytest.raises(UnknownLocale, match="is not the name of a locale") as raised:
        read_locale(name)
    assert raised.value.hint == (
        hint or "a language as in CLDR, with a territory where that matters: tr, de, pt_BR, zh_Hant"
    )


@pytest.mark.parametrize(
    ("name", "categories"),
    [
        ("ja", ("other",)),
        ("tr", ("one", "other")),
        ("fr", ("one", "many", "other")),
        ("pl", ("one", "few", "many", "other")),
        ("ar", ("zero", "one", "two", "few", "many", "other")),
        ("ar_XB", ("zero", "one", "two", "few", "many", "other")),
    ],
)
def test_plural_categories_are_those_of_cldr(name: str, categories: tuple[str, ...]) -> None:
    """In the order of msgstr[0], msgstr[1] and so on."""
    assert plural_categories(name) == categories


@pytest.mark.parametrize(
    "name", ["ar", "de", "en", "es", "fr", "he", "it", "ja", "pl", "pt_BR", "ru", "tr", "uk", "zh_Hant"]
)
def test_the_header_says_what_we_choose(name: str) -> None:
    """Poedit and Weblate show forms by the header, pages by CLDR: both must agree."""
    count, expression = plural_header(name).removesuffix(";").split("; plural=")
    choose = gettext.c2py(expression)
    assert count == f"nplurals={len(plural_categories(name))}"
    numbers = [*range(250), 1_000_000, 2_000_000]
    assert [choose(n) for n in numbers] == [plural_index(name, n) for n in numbers]


def test_a_form_for_one_number_is_known() -> None:
    """Arabic has forms for 0, 1 and 2 alone; the Russian "one" is also 21 and 31."""
    assert [only_number("ar", form) for form in range(6)] == [0, 1, 2, None, None, None]
    assert only_number("ru", 0) is None

"""Formats: what each locale writes, code point by code point, and that no figure changes on the way."""

from __future__ import annotations

import csv
import datetime as dt
import itertools
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.figures.cells import Cell, State, Unit
from generator.figures.columns import columns
from generator.figures.facts import FactValue
from generator.figures.tables import Catalogue
from generator.loading.load import load_site
from generator.model import Site
from generator.pages.formats import Figure, Formats, decimals_of, rounded
from tests.samples import locale, settings

ROOT = Path(__file__).parent.parent
MORNING = dt.datetime(2026, 12, 1, 6, 5, tzinfo=dt.UTC)

VALUES: dict[str, Callable[[Formats], str]] = {
    "number 0.7": lambda f: f.number(Decimal("0.7")),
    "number 112.5": lambda f: f.number(Decimal("112.5")),
    "number 6000": lambda f: f.number(6000),
    "number 131072": lambda f: f.number(131072),
    "money 8.99": lambda f: f.money(Decimal("8.99")),
    "money 2.885": lambda f: f.money(Decimal("2.885")),
    "money 1234": lambda f: f.money(1234),
    "money 4.5 EUR": lambda f: f.money(Decimal("4.5"), "EUR"),
    "money 4.5 GBP": lambda f: f.money(Decimal("4.5"), "GBP"),
    "rate 0.036": lambda f: f.rate(Fraction("0.036")),
    "percent 0.8": lambda f: f.percent(Decimal("0.8")),
    "percent 0.825": lambda f: f.percent(Decimal("0.825")),
    "ratio 989/312": lambda f: f.ratio(Fraction(989, 312)),
    "bytes 16": lambda f: f.bytes(16),
    "bytes 2.2": lambda f: f.bytes(Decimal("2.2")),
    "figure 3350 GB/s": lambda f: f.figure(Decimal(3350), Unit.GBS).text,
    "size 3680": lambda f: f.size_b(Decimal(3680)),
    "range 24 32 GB": lambda f: f.range(24, 32, Unit.GB),
    "date": lambda f: f.date(MORNING.date()),
    "datetime": lambda f: f.datetime(MORNING),
    "list": lambda f: f.joined(["H100", "H200", "B200"]),
}
# In the order of VALUES. The blank before a unit is a plain one; a locale's own are U+00A0 or U+202F.
GOLDEN = {
    "en": (
        "0.7 | 112.5 | 6,000 | 131,072 | $8.99 | $2.885 | $1,234.00 | €4.50 | £4.50 | $0.0360 | 80% | 82.5% | "
        "3.2 | 16 bytes | 2.2 bytes | 3,350 GB/s | ≈ 3,680B | 24–32 GB | December 1, 2026 | "
        "December 1, 2026, 06:05 UTC | H100, H200, and B200"
    ),
    "tr": (
        "0,7 | 112,5 | 6.000 | 131.072 | $8,99 | $2,885 | $1.234,00 | €4,50 | £4,50 | $0,0360 | %80 | %82,5 | "
        "3,2 | 16 bayt | 2,2 bayt | 3.350 GB/s | ≈ 3.680B | 24–32 GB | 1 Aralık 2026 | 1 Aralık 2026 06:05 UTC | "
        "H100, H200 ve B200"
    ),
    "de": (
        "0,7 | 112,5 | 6.000 | 131.072 | 8,99\xa0$ | 2,885\xa0$ | 1.234,00\xa0$ | 4,50\xa0€ | 4,50\xa0£ | "
        "0,0360\xa0$ | 80\xa0% | 82,5\xa0% | 3,2 | 16 Byte | 2,2 Byte | 3.350 GB/s | ≈ 3.680B | 24–32 GB | "
        "1. Dezember 2026 | 1. Dezember 2026, 06:05 UTC | H100, H200 und B200"
    ),
    "de_CH": (
        "0.7 | 112.5 | 6'000 | 131'072 | $\xa08.99 | $\xa02.885 | $\xa01'234.00 | EUR\xa04.50 | £\xa04.50 | "
        "$\xa00.0360 | 80% | 82.5% | 3.2 | 16 Byte | 2.2 Byte | 3'350 GB/s | ≈ 3'680B | 24–32 GB | "
        "1. Dezember 2026 | 1. Dezember 2026, 06:05 UTC | H100, H200 und B200"
    ),
    "fr": (
        "0,7 | 112,5 | 6\u202f000 | 131\u202f072 | 8,99\xa0$US | 2,885\xa0$US | 1\u202f234,00\xa0$US | "
        "4,50\xa0€ | 4,50\xa0£GB | 0,0360\xa0$US | 80\xa0% | 82,5\xa0% | 3,2 | 16\xa0octets | 2,2\xa0octets | "
        "3\u202f350 GB/s | ≈ 3\u202f680B | 24–32 GB | 1 décembre 2026 | 1 décembre 2026, 06:05 UTC | "
        "H100, H200 et B200"
    ),
    "es": (
        "0,7 | 112,5 | 6.000 | 131.072 | 8,99\xa0US$ | 2,885\xa0US$ | 1.234,00\xa0US$ | 4,50\xa0€ | "
        "4,50\xa0GBP | 0,0360\xa0US$ | 80\xa0% | 82,5\xa0% | 3,2 | 16 bytes | 2,2 bytes | 3.350 GB/s | "
        "≈ 3.680B | 24–32 GB | 1 de diciembre de 2026 | 1 de diciembre de 2026, 6:05 UTC | H100, H200 y B200"
    ),
    "pt_BR": (
        "0,7 | 112,5 | 6.000 | 131.072 | US$\xa08,99 | US$\xa02,885 | US$\xa01.234,00 | €\xa04,50 | £\xa04,50 | "
        "US$\xa00,0360 | 80% | 82,5% | 3,2 | 16 bytes | 2,2 bytes | 3.350 GB/s | ≈ 3.680B | 24–32 GB | "
        "1 de dezembro de 2026 | 1 de dezembro de 2026 06:05 UTC | H100, H200 e B200"
    ),
    "pl": (
        "0,7 | 112,5 | 6\xa0000 | 131\xa0072 | 8,99\xa0USD | 2,885\xa0USD | 1\xa0234,00\xa0USD | 4,50\xa0€ | "
        "4,50\xa0GBP | 0,0360\xa0USD | 80% | 82,5% | 3,2 | 16 bajtów | 2,2 bajta | 3\xa0350 GB/s | ≈ 3\xa0680B | "
        "24–32 GB | 1 grudnia 2026 | 1 grudnia 2026, 06:05 UTC | H100, H200 i B200"
    ),
    "ja": (
        "0.7 | 112.5 | 6,000 | 131,072 | $8.99 | $2.885 | $1,234.00 | €4.50 | £4.50 | $0.0360 | 80% | 82.5% | "
        "3.2 | 16 バイト | 2.2 バイト | 3,350 GB/s | ≈ 3,680B | 24–32 GB | 2026年12月1日 | 2026年12月1日 6:05 UTC | "
        "H100、H200、B200"
    ),
    "zh_Hans": (
        "0.7 | 112.5 | 6,000 | 131,072 | US$8.99 | US$2.885 | US$1,234.00 | €4.50 | £4.50 | US$0.0360 | 80% | "
        "82.5% | 3.2 | 16字节 | 2.2字节 | 3,350 GB/s | ≈ 3,680B | 24–32 GB | 2026年12月1日 | 2026年12月1日 06:05 UTC | "
        "H100、H200和B200"
    ),
    "ar": (
        "0.7 | 112.5 | 6,000 | 131,072 | 8.99\xa0US$ | 2.885\xa0US$ | 1,234.00\xa0US$ | 4.50\xa0€ | "
        "4.50\xa0UK£ | 0.0360\xa0US$ | 80% | 82.5% | 3.2 | 16 بايت | 2.2 بايت | 3,350 GB/s | ≈ 3,680B | "
        "24–32 GB | 1 ديسمبر 2026 | 1 ديسمبر 2026، 06:05 UTC | H100 وH200 وB200"
    ),
    "he": (
        "0.7 | 112.5 | 6,000 | 131,072 | 8.99\xa0$ | 2.885\xa0$ | 1,234.00\xa0$ | 4.50\xa0€ | 4.50\xa0£ | "
        "0.0360\xa0$ | 80% | 82.5% | 3.2 | 16 בייט | 2.2 בייט | 3,350 GB/s | ≈ 3,680B | 24–32 GB | "
        "1 בדצמבר 2026 | 1 בדצמבר 2026, 6:05 UTC | H100, H200 ו-B200"
    ),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_what_a_locale_writes(name: str) -> None:
    """Every kind of figure in twelve locales, equal by code point."""
    formats = Formats(locale(name))
    written = {kind: write(formats) for kind, write in VALUES.items()}
    assert written == dict(zip(VALUES, GOLDEN[name].split(" | "), strict=True))


def test_apostrophes_between_groups() -> None:
    """Swiss locales write two of them from a million on; pages get the same sign for their own numbers."""
    swiss = Formats(locale("de_CH"))
    assert swiss.number(1234567) == "1'234'567"
    assert swiss.money(Decimal("1234567890.5")) == "$\xa01'234'567'890.50"
    assert swiss.bytes(2_000_000) == "2'000'000 Byte"
    assert swiss.patterns.group == "'"


def test_the_hebrew_and_is_a_prefix() -> None:
    """With a hyphen before another script or a figure, without one before Hebrew."""
    hebrew = Formats(locale("he"))
    assert hebrew.joined(["24B", "70B"]) == "24B ו-70B"
    assert hebrew.joined(["H100", "מודל"]) == "H100 ומודל"
    assert (hebrew.joined(["H100"]), hebrew.joined([])) == ("H100", "")


def loaded() -> Site:
    """The project's own site."""
    found, problems = load_site(ROOT / "tests" / "fixture")
    assert found is not None, problems
    return found


@pytest.mark.parametrize("name", ["tr", "en"])
def test_the_reference_table(name: str) -> None:
    """All cells of the reference table; in English the points and commas of the figures change places."""
    with (ROOT / "tests/data/llm-training-table.tr.csv").open(encoding="utf-8", newline="") as file:
        expected = list(csv.DictReader(file))
    ids = [column for column in expected[0] if column not in {"id", "gpu", "architecture"}]
    catalogue, formats = Catalogue(loaded()), Formats(locale(name))
    words = {State.NOT_PUBLISHED: "Yayımlanmadı"}
    for row, wanted in zip(catalogue.rows((w["id"] for w in expected), ids, show_derived=False), expected, strict=True):
        assert (row.gpu.name, row.gpu.architecture) == (wanted["gpu"], wanted["architecture"])
        for cell in row.cells:
            figure = formats.cell(cell, catalogue.columns[cell.column])
            text = wanted[cell.column].removesuffix("’den başlayan")
            if name == "en":
                text = text.translate(str.maketrans(".,", ",."))
            assert (figure.text if figure else words[cell.state]) == text, (row.gpu.id, cell.column)


@pytest.mark.parametrize(
    ("value", "most", "decimals"),
    [("4", 2, 0), ("4.5", 2, 1), ("4.50", 2, 1), ("1/3", 2, 2), ("0.004", 2, 3), ("0", 2, 0), ("2.885", 100, 3)],
)
def test_a_value_shows_the_decimals_it_has(value: str, most: int, decimals: int) -> None:
    """As many as it has, up to a limit, which gives way before anything above nothing reads 0."""
    assert decimals_of(Fraction(value), most) == decimals


@given(st.fractions(0, 10**6))
def test_no_figure_reads_zero_unless_it_is(value: Fraction) -> None:
    """A missing or tiny figure is never shown as 0."""
    assert (Formats(locale("en")).number(value) == "0") == (value == 0)


@pytest.mark.parametrize(("value", "shown"), [("2.25", "2.2"), ("2.35", "2.4"), ("2.45", "2.4"), ("2.4500001", "2.5")])
def test_rounding_is_half_to_even_on_the_exact_value(value: str, shown: str) -> None:
    """A tie goes to the even neighbour; the least above a tie does not."""
    assert Formats(locale("en")).ratio(Fraction(value)) == shown


@given(st.fractions(-1000, 1000), st.integers(0, 6))
def test_rounding_stays_within_half_a_step(value: Fraction, decimals: int) -> None:
    """The rounded value has those decimals and is as close as they allow."""
    result = rounded(value, decimals)
    assert result.as_tuple().exponent == -decimals
    assert abs(Fraction(result) - value) <= Fraction(1, 2 * 10**decimals)


@given(st.decimals("0.000001", "99999999", places=6), st.sampled_from(sorted(GOLDEN)))
def test_a_price_never_changes_by_rounding(price: Decimal, name: str) -> None:
    """What is printed, read back, is the price to its last digit, with two decimals at least."""
    formats = Formats(locale(name))
    patterns = formats.patterns
    before, after = patterns.money["USD"]
    text = formats.money(price)
    assert text.startswith(before)
    assert text.endswith(after)
    whole, _, decimals = text[len(before) : len(text) - len(after)].partition(patterns.decimal)
    digits = "".join(filter(str.isdigit, whole))
    assert Decimal(f"{digits}.{decimals}") == price
    assert len(decimals) >= 2


def test_prices_of_any_length_are_written_out() -> None:
    """More digits than a decimal context usually keeps are no reason to round or to fail."""
    price = Decimal("123456789012345678901234567890.123456789")
    assert Formats(locale("en")).money(price) == "$123,456,789,012,345,678,901,234,567,890.123456789"


@pytest.mark.parametrize(
    ("rate", "text"),
    [
        ("0.036", "$0.0360"),
        ("72/24725", "$0.00291"),
        ("0.0000123456", "$0.0000123"),
        ("0.5", "$0.500"),
        ("1/3", "$0.333"),
        ("12.3456", "$12.35"),
        ("3", "$3.00"),
    ],
)
def test_a_computed_price_keeps_three_digits(rate: str, text: str) -> None:
    """Prices per GB and per TFLOPS are small; two decimals would make most of them equal."""
    assert Formats(locale("en")).rate(Fraction(rate)) == text


@pytest.mark.parametrize(
    ("exact", "text"),
    [
        ("14.4", "14.4B"),
        ("9", "9.0B"),
        ("7.05", "7.0B"),
        ("9.97", "9.97B"),
        ("9.996", "9.996B"),
        ("3686.4", "3,686.4B"),
    ],
)
def test_the_result_of_a_sum(exact: str, text: str) -> None:
    """One decimal; but 9.97 does not read 10.0 beside a cell that says ≈ 9B."""
    assert Formats(locale("en")).exact_b(Fraction(exact)) == text


@given(st.fractions(Fraction(1, 100), 5000, max_denominator=10**4))
def test_the_result_of_a_sum_never_passes_the_next_billion(exact: Fraction) -> None:
    """What the sum shows and what the cell shows never contradict each other."""
    shown = Formats(locale("en")).exact_b(exact).removesuffix("B").replace(",", "")
    assert int(Decimal(shown)) == int(exact)


def test_below_one_billion() -> None:
    """There is no "≈ 0B"."""
    assert Formats(locale("tr")).size_b(None) == "< 1B"


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (Decimal(80), Unit.GB, "80 GB"),
        (Decimal("8.19"), Unit.GB, "8,19 GB"),
        (Decimal(1979), Unit.TOPS, "1.979 TOPS"),
        (Decimal(700), Unit.WATTS, "700 W"),
        (Decimal("11.9"), Unit.BILLIONS, "11,9B"),
        (Decimal(30), Unit.FIT, "≈ 30B"),
        (None, Unit.FIT, "< 1B"),
        (Decimal("0.7"), Unit.BYTES, "0,7 bayt"),
        (Decimal("0.8"), Unit.SHARE, "%80"),
        (Fraction(3), Unit.RATIO, "3,0"),
        (1808, Unit.COUNT, "1.808"),
        (2026, Unit.YEAR, "2026"),
        (Decimal("2.885"), Unit.MONEY, "$2,885"),
        (Fraction("0.036"), Unit.RATE, "$0,0360"),
    ],
)
def test_a_fact_includes_its_unit(value: Decimal | Fraction | int | None, unit: Unit, text: str) -> None:
    """Each kind of unit in Turkish; years have no thousands."""
    assert Formats(locale("tr")).fact(FactValue(value, unit)) == text


def test_number_and_unit_stand_apart() -> None:
    """Templates set the unit in a second ink; as one text there is a plain blank between the two."""
    figure = Formats(locale("en")).figure(Decimal(3350), Unit.GBS)
    assert figure == Figure("3,350", "GB/s")
    assert figure.text == "3,350 GB/s"


def test_nothing_and_flags_have_no_figure() -> None:
    """Kinds of nothing, yes and no are words; a fit below one billion is a figure."""
    known, formats = columns(settings()), Formats(locale("en"))
    assert formats.cell(Cell("memory", State.NO_FIGURE), known["memory"]) is None
    assert formats.cell(Cell("mig", State.VALUE, False), known["mig"]) is None
    below = Cell("full_training_1_gpu", State.VALUE, Fraction("0.8"))
    assert formats.cell(below, known["full_training_1_gpu"]) == Figure("< 1B")


def test_times_are_told_in_utc() -> None:
    """A time of another zone is moved to UTC; one without a zone is refused."""
    formats = Formats(locale("en"))
    istanbul = dt.timezone(dt.timedelta(hours=3))
    assert formats.datetime(dt.datetime(2026, 12, 1, 1, 30, tzinfo=istanbul)) == "November 30, 2026, 22:30 UTC"
    with pytest.raises(ValueError, match="without a zone"):
        formats.datetime(dt.datetime(2026, 12, 1))  # noqa: DTZ001 -- the mistake that is refused


def test_left_to_right_pages_need_no_isolates() -> None:
    """Text is escaped for HTML and left alone elsewhere."""
    formats = Formats(locale("tr"))
    assert formats.html("< 1B") == "&lt; 1B"
    assert formats.attr("< 1B") == "< 1B"


@pytest.mark.parametrize("name", ["ar", "he", "fa", "ar_XB"])
def test_right_to_left_pages_isolate_figures(name: str) -> None:
    """A figure runs from left to right inside its isolate, a whole range in one."""
    formats = Formats(locale(name))
    assert formats.html("24–32 GB") == '<bdi dir="ltr">24–32 GB</bdi>'
    assert formats.html("< 1B") == '<bdi dir="ltr">&lt; 1B</bdi>'
    assert formats.attr("$2.88") == "\u2066$2.88\u2069"


def test_a_figure_with_words_runs_with_its_words() -> None:
    """Bytes are written out, so in Arabic their isolate runs from right to left."""
    formats = Formats(locale("ar"))
    assert formats.html(formats.bytes(16)) == '<bdi dir="rtl">16 بايت</bdi>'
    assert formats.attr(formats.bytes(16)) == "\u206716 بايت\u2069"


@pytest.mark.parametrize("name", ["ar", "fa", "he"])
def test_no_direction_marks_inside_figures(name: str) -> None:
    """CLDR puts marks into amounts; here the isolate does their work, so copying a price copies no mark."""
    formats = Formats(locale(name))
    text = formats.money(Decimal("8.99")) + formats.percent(Decimal("0.8")) + formats.number(6000)
    assert not set(text) & {"\u200e", "\u200f", "\u061c"}


@pytest.mark.parametrize("name", ["ar", "fa", "hi"])
def test_digits_are_latin_everywhere(name: str) -> None:
    """Arabic, Persian and Hindi pages have digits of their own; figures here keep 0-9, as data sheets do."""
    formats = Formats(locale(name))
    for write in VALUES.values():
        assert all(char in "0123456789" for char in write(formats) if char.isdigit())


def test_a_currency_code_stands_apart_from_the_number() -> None:
    """Mexican Spanish writes the dollar as a code, which CLDR sets off by a blank."""
    assert Formats(locale("es_MX")).money(Decimal("8.99")) == "USD\xa08.99"


def test_the_dollar_of_another_country_is_told_apart() -> None:
    """Where $ is the country's own dollar, the American one says so."""
    assert Formats(locale("en_CA")).money(Decimal("8.99")) == "US$8.99"


@pytest.mark.parametrize(("pseudo", "real"), [("en_XA", "en"), ("ar_XB", "ar")])
def test_pseudo_locales_format_like_their_language(pseudo: str, real: str) -> None:
    """They test words and direction; figures stay real."""
    for write in VALUES.values():
        assert write(Formats(locale(pseudo))) == write(Formats(locale(real)))


@pytest.mark.parametrize("name", sorted({*GOLDEN, "hi"} - {"de_CH"}))
def test_a_page_can_format_by_the_patterns(name: str) -> None:
    """Grouping and inserting the symbols by the published patterns gives the same text over a grid."""
    formats = Formats(locale(name))
    patterns = formats.patterns
    first, rest = patterns.groups

    def by_hand(number: Decimal) -> str:
        whole, _, decimals = f"{number:.2f}".partition(".")
        parts = [whole[-first:]]
        whole = whole[:-first]
        while whole:
            parts.insert(0, whole[-rest:])
            whole = whole[:-rest]
        return patterns.group.join(parts) + patterns.decimal + decimals

    for exponent, lead in itertools.product(range(-2, 8), (1, 5, 37)):
        number = (lead * Decimal(10) ** exponent).quantize(Decimal("0.01"))
        assert formats.number(number, 2) == by_hand(number)
        for currency, around in patterns.money.items():
            assert formats.money(number, currency) == by_hand(number).join(around)


def test_a_value_is_formatted_once() -> None:
    """Values that a site repeats cost a look-up, and the unit is part of what is looked up."""
    formats = Formats(locale("en"))
    assert formats.number(Decimal("1.10")) is formats.number(Decimal("1.1"))
    assert (formats.figure(2026, Unit.YEAR).text, formats.figure(2026, Unit.COUNT).text) == ("2026", "2,026")

"""Editions: words with values in them, in one language."""

from __future__ import annotations

from dataclasses import replace

from markupsafe import Markup

from generator.model import Locale, Segment
from generator.pages.edition import Edition, Prose
from generator.pages.formats import Formats
from generator.problems import Place
from generator.prose.prose import Inline
from generator.words.catalogs import FileWords, LocaleWords

EN = Locale("en", "en", "en", "ltr", "English")
TR = Locale("tr", "tr", "tr", "ltr", "Türkçe")
AR = Locale("ar", "ar", "ar", "rtl", "العربية")


def edition(locale: Locale, **texts: tuple[str, ...]) -> Edition:
    """An edition whose interface knows the given words, by ``context__msgid`` with blanks as underscores."""
    known = {tuple(key.split("__")): value for key, value in texts.items()}
    words = LocaleWords(locale, {"ui": FileWords({(c, m.replace("_", " ")): v for (c, m), v in known.items()})})
    return Edition(locale, words, Formats(locale), Inline(()))


def test_values_fill_the_words_and_everything_is_escaped() -> None:
    """A value that is not Markup is text, and so is what a translator writes."""
    said = edition(TR, price__now=("<b>{price}</b> şimdi",)).t("price", "now", price="<script>")
    assert said == "&lt;b&gt;&lt;script&gt;&lt;/b&gt; şimdi"


def test_markup_stays_markup() -> None:
    """Elements come from templates, never from words."""
    assert edition(EN).t("price", "from {price}", price=Markup("<b>$1</b>")) == "from <b>$1</b>"


def test_what_stands_around_a_value_can_step_back() -> None:
    """The price cell: the words around the figure are small, its visible text stays whole."""
    turkish = edition(TR, **{"price__from {price}": ("{price}’den başlayan",)})
    said = turkish.t("price", "from {price}", _around="small", price="$8,99")
    assert said == "$8,99<small>’den başlayan</small>"
    assert said.striptags() == "$8,99’den başlayan"


def test_missing_words_are_english_and_marked() -> None:
    """A screen reader must not read English with Turkish sounds; English itself needs no mark."""
    assert edition(TR).t("page", "Skip to content") == '<span lang="en" dir="ltr">Skip to content</span>'
    assert edition(EN).t("page", "Skip to content") == "Skip to content"
    assert edition(TR).t_attr("page", "Main") == "Main"


def test_the_plural_follows_the_locale_and_shows_its_number() -> None:
    """``{n}`` is formatted by the locale."""
    assert edition(EN).tn("table", "{n} GPU", "{n} GPUs", 1) == "1 GPU"
    assert edition(EN).tn("table", "{n} GPU", "{n} GPUs", 1234) == "1,234 GPUs"
    turkish = edition(TR, **{"table__{n} GPU": ("{n} GPU", "{n} GPU")})
    assert turkish.tn("table", "{n} GPU", "{n} GPUs", 1234) == "1.234 GPU"


def test_figures_are_isolated_in_right_to_left_text() -> None:
    """By an element in text, by characters where no element can stand."""
    assert edition(AR).t("x", "{a}", a="24–32 GB").striptags() == "24–32 GB"
    assert '<bdi dir="ltr">24–32 GB</bdi>' in edition(AR).t("x", "{a}", a="24–32 GB")
    assert edition(AR).t_attr("x", "{a}", a="24–32 GB") == "\u206624–32 GB\u2069"


def test_an_alt_text_is_plain_and_knows_its_language() -> None:
    """An attribute holds no element: marks go, and figures are isolated by characters."""
    alt = Segment("lead/img1", "**Memory**: {h100} & more", Place("f.md"))
    words = LocaleWords(AR, {"g": FileWords({("g/lead/img1", alt.msgid): ("**ذاكرة** {h100}",)})})
    said = Edition(AR, words, Formats(AR), Inline(()))
    prose = Prose(said, "g", "../", {}, {"h100": "\u206680 GB\u2069"}, str)
    assert prose.alt(alt) == ("ذاكرة \u206680 GB\u2069", True)
    missing = Prose(edition(TR), "g", "../", {}, {"h100": "80 GB"}, str)
    assert missing.alt(alt) == ("Memory: 80 GB & more", False)


def test_texts_are_named_for_the_translator_mode_only() -> None:
    """Between two comments that no English can end; every figure and mark stays as it is."""
    plain = edition(TR, **{"price__from {price}": ("{price}’den",)})
    named = replace(plain, marks=True)
    assert plain.t("price", "from {price}", price="$1") == "$1’den"
    assert named.t("price", "from {price}", price="$1") == "<!--text ui/price/from%20%7Bprice%7D-->$1’den<!--/text-->"
    assert named.t("price", "--> <b>").unescape().startswith("<!--text ui/price/--%3E%20%3Cb%3E--><span")
    assert named.t_attr("price", "from {price}", price="$1") == "$1’den"


def test_segments_are_named_by_their_keys() -> None:
    """With what the page needs around them: the name stands inside of the mark of English."""
    page = Prose(replace(edition(TR), marks=True), "training", "", {}, {}, str)
    segment = Segment("lead/p1", "A *lead*.", Place("content/guides/training.md", 1, 1))
    words = "<!--text training/lead/p1-->A <em>lead</em>.<!--/text-->"
    assert page.html(segment) == (words, False)
    assert page.marked(segment) == f'<span lang="en" dir="ltr">{words}</span>'
    assert page.plain(segment) == "A lead."

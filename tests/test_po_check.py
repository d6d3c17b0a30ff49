"""What makes a translated text unfit to be published, in a translator's words."""

from __future__ import annotations

import pytest

from generator.words.messages import Message
from generator.words.po import Entry, parse
from generator.words.po_check import header_problems, text_problems

ENGLISH = "An [H100](gpu:h100) with {memory} **trains** `bf16` models of {fit}."


def said(english: str, text: str, locale: str = "tr") -> list[str]:
    """What is wrong with a translation, as column and message."""
    head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgctxt "p/p1"\nmsgid "E"\n'
    quoted = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    entry = parse(f'{head}msgstr "{quoted}"\n', "tr.po")[0][1]
    problems = text_problems(Message("p/p1", english), entry, locale)
    assert all(problem.place.path == "tr.po" and problem.hint for problem in problems)
    return [f"{problem.place.line}:{problem.place.column} {problem.message}" for problem in problems]


def test_a_sound_translation_has_no_problem() -> None:
    """Words, order and the place of facts are free."""
    assert (
        said(ENGLISH, "{fit} boyutunda `bf16` modeller, {memory} bellekli [bir H100](gpu:h100) ile **eğitilir**.") == []
    )


@pytest.mark.parametrize(
    ("english", "text", "message"),
    [
        ("{a} of {b}", "x {b}", "6:9 {a} is missing"),
        ("{a} of {b}", "x", "6:9 {a}, {b} are missing"),
        ("{a}", "{a} {c}", "6:13 {c} is not in the English"),
        ("plain", "x {c}", "6:11 {c} is not in the English"),
        ("{a}", "{a} {0}", '6:13 a "{" that belongs to no placeholder'),
        ("{a}", "{a!r}", "6:9 {a} is missing"),
        ("{a}", "{a:>999999999}", "6:9 {a} is missing"),
        ("{a}", "{A}", "6:9 {a} is missing"),
        ("{a}", "{a} }", '6:13 a "}" that belongs to no placeholder'),
        ("{a}", "{a} %(a)999999999s", "6:13 %(…) is not a placeholder here"),
        ("[x](gpu:a)", "y", "6:9 the link to gpu:a is missing"),
        ("[x](gpu:a)", "[y](gpu:b)", "6:9 the link to gpu:a is missing"),
        ("plain", "[y](https://evil.example)", "6:13 the English has no link to https://evil.example here"),
        ("[x](gpu:a)", "[y](javascript:x)", '6:13 a link must not lead to "javascript:x"'),
        ("**x** y", "x y", "6:9 the English has 1 × **bold**, this text 0"),
        ("x", "*x*", "6:9 the English has 0 × *emphasis*, this text 1"),
        ("`x`", "x", "6:9 the English has 1 × `code`, this text 0"),
        ("x", "y <script>", "6:11 HTML is not allowed here"),
        ("x", "<b>y</b>", "6:9 HTML is not allowed here"),
        ("x", "y &lt;b&gt;", '6:11 "&lt;" is HTML for a character'),
        ("x", "y\u200f", "6:10 a character that nobody sees: U+200F"),
        ("x", "y\nz", "6:10 a line break in the text"),
        ("x", "y\tz", "6:10 a tab in the text"),
        ("x", "y ", "6:9 a blank at the beginning or end of the text"),
        ("x", "y" * 4_001, "6:9 a text of 4001 characters; at most 4000 are read as one"),
    ],
)
def test_each_fault_is_told_at_its_place(english: str, text: str, message: str) -> None:
    """Line and column of the PO file, behind escapes too."""
    assert said(english, text)[0] == message


def test_a_place_behind_an_escape_counts_the_escape() -> None:
    """The column is that of the file, not of the text."""
    assert said("x", '"y" <b>') == ["6:15 HTML is not allowed here"]


def plural(locale: str, *forms: str) -> list[str]:
    """What is wrong with the forms of a text for 1 and more GPUs."""
    message = Message("c", "{n} GPU", "{n} GPUs of {memory}")
    return [problem.message for problem in text_problems(message, Entry("{n} GPU", forms, "c", "{n} GPUs"), locale)]


def test_a_form_for_one_number_needs_no_figure() -> None:
    """The word says it ("one GPU"); nor what only the English plural says."""
    assert plural("de", "Eine GPU", "{n} GPUs mit {memory}") == []
    assert plural("de", "Eine GPU", "GPUs mit {memory}") == ["{n} is missing"]


def test_a_form_for_many_numbers_needs_its_figure() -> None:
    """The Russian "one" is also 21 and 31."""
    assert plural("ru", "один", "{n} {memory}", "{n} {memory}", "{n} {memory}") == ["{memory}, {n} are missing"]


def test_the_number_of_forms_is_that_of_cldr() -> None:
    """Whatever the file's header says."""
    assert plural("fr", "{n} {memory}", "{n} {memory}") == ["2 plural forms; fr has 3"]


def test_a_header_with_another_number_of_forms_is_told() -> None:
    """With the line to write."""
    header = Entry("", ("Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n > 1);\n",))
    (problem,) = header_problems(header, "ja")
    assert problem.message == "the header says 2 plural forms; ja has 1"
    assert problem.hint == 'write "Plural-Forms: nplurals=1; plural=(0);\\n"'
    assert header_problems(header, "fr")[0].message == "the header says 2 plural forms; fr has 3"
    assert header_problems(header, "tr") == []

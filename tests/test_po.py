"""PO files are read strictly, with places, and written so that nothing changes without a reason."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import astuple

from generator.words.po import Entry, dump, parse

HEADER = """\
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

"""


def said(text: str) -> list[str]:
    """What is wrong with a file, with places and without hints."""
    return [str(problem).split("\n")[0] for problem in parse(text, "tr.po")[1]]


def test_an_entry_is_read_whole() -> None:
    """Comments by kind, flags, the former English, context, plural forms, and wrapped strings as one."""
    text = HEADER + (
        "# mine\n#. ours\n#: file.html:3\n#, fuzzy, python-brace-format\n"
        '#| msgid "old"\n#| msgid_plural "olds"\n'
        'msgctxt "a/b"\nmsgid ""\n"one {n} "\n"thing"\nmsgid_plural "{n} things"\n'
        'msgstr[0] "bir \\"şey\\""\nmsgstr[1] "{n}\\tşey"\n'
    )
    entries, problems = parse(text, "tr.po")
    assert problems == []
    assert entries[1] == Entry(
        "one {n} thing",
        ('bir "şey"', "{n}\tşey"),
        "a/b",
        "{n} things",
        ("mine",),
        ("ours",),
        ("fuzzy", "python-brace-format"),
        "old",
        "olds",
    )


def test_obsolete_entries_are_kept_apart() -> None:
    """They are neither duplicates of living ones nor words of a page."""
    text = HEADER + 'msgid "a"\nmsgstr "b"\n\n#~| msgid "z"\n#~ msgid "a"\n#~ msgstr "c"\n'
    entries, problems = parse(text, "tr.po")
    assert problems == []
    assert [(entry.msgid, entry.msgstr[0], entry.obsolete, entry.previous) for entry in entries[1:]] == [
        ("a", "b", False, ""),
        ("a", "c", True, "z"),
    ]


def test_places_are_those_of_the_text() -> None:
    """Line and column of any character, also behind an escape and in a wrapped string."""
    entry = parse(HEADER + 'msgctxt "a"\nmsgid "b"\nmsgstr "x\\"y"\n"z{"\n', "tr.po")[0][1]
    assert str(entry.place) == "tr.po:6:1"
    assert [str(entry.text_place(0, offset)) for offset in (0, 2, 4)] == ["tr.po:8:9", "tr.po:8:12", "tr.po:9:3"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('msgid "a\nmsgstr "b"\n', "tr.po:6:9: the quotes of this text do not match"),
        ('msgid "a"b"\nmsgstr "b"\n', "tr.po:6:10: the quotes of this text do not match"),
        ('msgid a"\nmsgstr "b"\n', 'tr.po:6:7: a text must begin with "'),
        ('msgid "a"\nmsgstr "b\\q"\n', 'tr.po:7:10: "\\q" means nothing'),
        ('msgid "a"\nmsgstr "b\\"\n', "tr.po:7:12: the quotes of this text do not match"),
        (
            'msgid "a"\nmsgstr "b"\n\nmsgid "a"\nmsgstr "c"\n',
            "tr.po:9:1: the same entry a second time; the first is in line 6",
        ),
        ('msgid "a"\nmsgstr "b\x00"\n', "tr.po:7:10: a control character (\\u0000) may not stand here"),
        (
            'msgid "a"\nmsgstr "\u202eb"\n',
            "tr.po:7:9: an invisible character that turns the direction of text (\\u202e) may not stand here",
        ),
        ('msgid "a"\nmsgid_plural "b"\nmsgstr[0] "c"\n', "tr.po:8:12: 1 plural forms; the header says 2"),
        ('msgid "a"\nmsgid_plural "b"\nmsgstr "c"\n', "tr.po:8:9: 1 plural forms; the header says 2"),
        (
            'msgid "a"\nmsgid_plural "b"\nmsgstr[0] "c"\nmsgstr[2] "c"\n',
            "tr.po:6:1: plural forms that are not counted from 0",
        ),
        ("hello\n", "tr.po:6:1: text that belongs to no entry"),
        ('"hello"\n', "tr.po:6:1: text that belongs to no entry"),
        ('msgid "a"\nhello\nmsgstr "b"\n', "tr.po:7:1: neither a keyword nor a text"),
        ('msgstr "b"\n', "tr.po:6:1: msgstr does not fit here"),
        ('msgid "a"\nmsgstr "b"\nmsgstr "c"\n', "tr.po:8:1: msgstr does not fit here"),
        ('msgctxt "a"\nmsgctxt "b"\nmsgid "a"\nmsgstr "b"\n', "tr.po:7:1: msgctxt does not fit here"),
        ('msgid "a"\n\nmsgid "b"\nmsgstr "c"\n', "tr.po:6:1: an entry without msgstr"),
    ],
)
def test_every_fault_is_found_at_its_place(text: str, message: str) -> None:
    """Other readers accept most of these silently."""
    assert said(HEADER + text)[0] == message


def test_a_fault_spoils_only_its_entry() -> None:
    """The others are read; of two that are the same neither can be trusted."""
    text = HEADER + 'msgid "a"\nmsgstr "b\\q"\n\nmsgid "c"\nmsgstr "d"\nmsgid "e"\nmsgstr "f"\nmsgid "e"\nmsgstr "g"\n'
    assert [entry.msgid for entry in parse(text, "tr.po")[0]] == ["", "c"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "tr.po:1:1: the file has no header (an entry with an empty msgid that names the language)"),
        (
            'msgid "a"\nmsgstr "b"\n',
            "tr.po:1:1: the file has no header (an entry with an empty msgid that names the language)",
        ),
        (
            'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=iso-8859-1\\n"\n\nmsgid "a"\nmsgstr "ü"\n',
            "tr.po:3:2: the header names the encoding iso-8859-1; PO files are UTF-8",
        ),
        ('msgid ""\nmsgstr "Language: tr\\n"\n', "tr.po:2:9: the header names the encoding none; PO files are UTF-8"),
    ],
)
def test_without_a_sound_header_no_text_is_trusted(text: str, message: str) -> None:
    """A tool that obeyed a wrong encoding may have damaged any of them."""
    entries, problems = parse(text, "tr.po")
    assert (entries, str(problems[0]).split("\n")[0]) == ([], message)


def test_plural_forms_need_their_number_in_the_header() -> None:
    """Without it gettext's tools guess."""
    text = (
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "a"\nmsgid_plural "b"\nmsgstr[0] ""\n'
    )
    assert said(text) == ["tr.po:6:12: plural forms, but the header has no Plural-Forms"]


def test_written_text_is_one_line_per_string() -> None:
    """However long it is; only a line break in the text breaks the line."""
    long = "word " * 100
    entry = Entry(long, (long,), "k", comments=("mine",), extracted=("ours",), flags=("python-brace-format", "fuzzy"))
    header = Entry("", ("A: b\nC: d\n",))
    assert dump([header, entry]) == (
        'msgid ""\nmsgstr ""\n"A: b\\n"\n"C: d\\n"\n\n'
        f'# mine\n#. ours\n#, fuzzy, python-brace-format\nmsgctxt "k"\nmsgid "{long}"\nmsgstr "{long}"\n'
    )


_TEXT = st.text(alphabet=st.characters(exclude_categories=["Cs", "Co", "Cc", "Cf", "Zl", "Zp", "Cn"]), max_size=20)
_STRING = st.lists(st.one_of(_TEXT, st.sampled_from(["\n", "\t", '"', "\\", "\\n", "#~", "msgid"])), max_size=4).map(
    "".join
)
_COMMENT = _TEXT.map(str.strip).filter(lambda text: text[:1] not in {".", ",", ":", "|", "~"})
_ENTRY = st.builds(
    Entry,
    _STRING.filter(bool),
    st.tuples(_STRING),
    st.none() | _STRING,
    st.just(""),
    st.lists(_COMMENT, max_size=2).map(tuple),
    st.lists(_TEXT.map(str.strip), max_size=2).map(tuple),
    st.sampled_from([(), ("fuzzy",), ("fuzzy", "python-brace-format")]),
    _STRING,
    obsolete=st.booleans(),
)


@given(st.lists(_ENTRY, max_size=4, unique_by=lambda entry: entry.key))
def test_what_is_written_is_read_back(entries: list[Entry]) -> None:
    """Whatever the texts hold."""
    header = parse(HEADER, "tr.po")[0][0]
    assert parse(dump([header, *entries]), "tr.po") == ([header, *entries], [])


_LINES = [
    'msgid "a"',
    'msgstr "b"',
    'msgctxt "c"',
    '"d"',
    '#~ msgid "e"',
    "#, fuzzy",
    "# f",
    '#| msgid "g"',
    "",
    'msgstr[0] "h"',
    "i",
    '"',
]


@given(st.one_of(st.text(max_size=200), st.lists(st.sampled_from(_LINES), max_size=30).map("\n".join)))
def test_any_text_is_read_or_refused(text: str) -> None:
    """Never a traceback; and what is read without a problem can be written and read again."""
    for whole in (text, HEADER + text):
        entries, problems = parse(whole, "tr.po")
        if not problems:
            assert parse(dump(entries), "tr.po") == (entries, [])


def test_an_entry_is_the_same_where_the_line_around_it_holds_blanks() -> None:
    """Entries that stand between empty lines are read at once, and all others line by line."""
    entries = (
        '# mine\n#. ours\n#, fuzzy, fuzzy\nmsgctxt "a/\\"b"\nmsgid "one\\n"\nmsgstr "bir\\\\"\n',
        'msgid "two"\nmsgstr ""\n',
        '\n#\n#. ours\nmsgctxt ""\nmsgid "three\u00a0"\nmsgstr "\u00fc\u00e7"\n',
        '#~ msgid "four"\n#~ msgstr "d\u00f6rt"\n',
    )
    read, problems = parse(HEADER + "\n".join(entries), "tr.po")
    line_by_line, _ = parse(HEADER + " \n".join(entries), "tr.po")
    assert problems == []
    assert [entry.msgid for entry in read] == ["", "one\n", "two", "three\u00a0", "four"]
    assert [astuple(entry) for entry in read] == [astuple(entry) for entry in line_by_line]

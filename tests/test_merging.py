"""Which translation belongs to which English, after every kind of edit."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from generator.words.merging import merge
from generator.words.messages import Message
from generator.words.po import Entry, dump, parse

HEADER = Entry("", ("Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n",))


def one(key: str, msgid: str, text: str, *flags: str, previous: str = "", obsolete: bool = False) -> Entry:
    """An entry of a page."""
    return Entry(msgid, (text,), key, flags=flags, previous=previous, obsolete=obsolete)


def test_nothing_changes_without_an_edit() -> None:
    """Comments of translators stay, ours are made anew."""
    old = Entry("A", ("a",), "p/p1", comments=("mine",), extracted=("old path",))
    merged = merge([Message("p/p1", "A", comments=("new path",))], [HEADER, old])
    assert merged == [HEADER, Entry("A", ("a",), "p/p1", comments=("mine",), extracted=("new path",))]


def test_a_moved_paragraph_keeps_its_translation() -> None:
    """The same English elsewhere in the page."""
    old = [one("p/p1", "A", "a"), one("p/p2", "B", "b")]
    merged = merge([Message("p/p1", "B"), Message("p/p2", "A")], old)
    assert merged == [one("p/p1", "B", "b"), one("p/p2", "A", "a")]


def test_an_edited_sentence_is_kept_as_fuzzy_with_its_former_english() -> None:
    """The translator sees what changed; nobody sees the text on a page."""
    merged = merge([Message("p/p1", "A, edited")], [one("p/p1", "A", "a")])
    assert merged == [one("p/p1", "A, edited", "a", "fuzzy", previous="A")]


def test_a_second_edit_keeps_the_english_that_was_translated() -> None:
    """The text was never made for the edit between."""
    merged = merge([Message("p/p1", "C")], [one("p/p1", "B", "a", "fuzzy", previous="A")])
    assert merged == [one("p/p1", "C", "a", "fuzzy", previous="A")]


def test_a_new_paragraph_above_takes_no_translation_of_another() -> None:
    """What stood under its key moved down and keeps its words; the new one starts empty."""
    old = [one("p/p1", "A", "a"), one("p/p2", "B", "b")]
    merged = merge([Message("p/p1", "New"), Message("p/p2", "A"), Message("p/p3", "B")], old)
    assert merged == [one("p/p1", "New", ""), one("p/p2", "A", "a"), one("p/p3", "B", "b")]


def test_a_renamed_heading_moves_its_paragraphs() -> None:
    """Their keys change, their English does not."""
    old = [one("p/old/h", "Title", "t"), one("p/old/p1", "A", "a")]
    merged = merge([Message("p/new/h", "New title"), Message("p/new/p1", "A")], old)
    assert merged == [
        one("p/new/h", "New title", ""),
        one("p/new/p1", "A", "a"),
        one("p/old/h", "Title", "t", obsolete=True),
    ]


def test_the_same_english_twice_in_a_page_is_translated_once() -> None:
    """A cell that says "Yes" in a new row says it as the others do."""
    merged = merge([Message("p/td2-1", "Yes"), Message("p/td3-1", "Yes")], [one("p/td2-1", "Yes", "Evet")])
    assert [entry.msgstr[0] for entry in merged] == ["Evet", "Evet"]


def test_words_of_the_interface_are_not_copied_between_contexts() -> None:
    """There the context tells apart what English says in one word."""
    merged = merge([Message("month", "May"), Message("verb", "May")], [one("month", "May", "Mayıs")])
    assert [entry.msgstr[0] for entry in merged] == ["Mayıs", ""]


def test_a_word_whose_context_was_renamed_keeps_its_translation() -> None:
    """It moved; nothing else holds it."""
    merged = merge([Message("new", "Guides")], [one("old", "Guides", "Kılavuzlar")])
    assert [entry.msgstr[0] for entry in merged] == ["Kılavuzlar"]


def test_a_context_with_several_words_gives_nothing_to_a_changed_one() -> None:
    """Which of them was edited nobody can tell."""
    old = [one("nav", "Home", "Ana"), one("nav", "Back", "Geri")]
    merged = merge([Message("nav", "Homepage"), Message("nav", "Return")], old)
    assert [(entry.msgid, entry.msgstr[0], entry.obsolete) for entry in merged] == [
        ("Homepage", "", False),
        ("Return", "", False),
        ("Back", "Geri", True),
        ("Home", "Ana", True),
    ]


def test_a_removed_text_comes_back_with_its_translation() -> None:
    """As long as its entry is kept as obsolete."""
    gone = merge([], [one("p/p1", "A", "a")])
    assert gone == [one("p/p1", "A", "a", obsolete=True)]
    assert merge([Message("p/p4", "A")], gone) == [one("p/p4", "A", "a")]


def test_an_empty_entry_leaves_no_trace() -> None:
    """Neither as obsolete nor as fuzzy."""
    assert merge([Message("p/p1", "B")], [one("p/p1", "A", ""), one("p/p2", "C", "")]) == [one("p/p1", "B", "")]


def test_a_changed_plural_is_stale_too() -> None:
    """Both English forms count, and both former ones are kept."""
    old = Entry("{n} GPU", ("bir", "çok"), "c", "{n} GPUs")
    merged = merge([Message("c", "{n} GPU", "{n} GPUs here")], [old])
    assert merged == [
        Entry(
            "{n} GPU",
            ("bir", "çok"),
            "c",
            "{n} GPUs here",
            flags=("fuzzy",),
            previous="{n} GPU",
            previous_plural="{n} GPUs",
        )
    ]


def test_a_better_entry_wins_among_those_of_the_same_english() -> None:
    """One that was reviewed before one that is fuzzy, a living one before an obsolete one."""
    old = [one("p/p1", "A", "fuzzy", "fuzzy"), one("p/p2", "A", "sound"), one("p/p3", "A", "old", obsolete=True)]
    assert merge([Message("p/p9", "A")], old)[0] == one("p/p9", "A", "sound")


_WORD = st.sampled_from(["A", "B", "C", "D"])
_KEY = st.sampled_from(["p/p1", "p/p2", "p/p3", "word"])
_MESSAGES = st.lists(st.builds(Message, _KEY, _WORD), max_size=6, unique_by=lambda message: message.key)
_ENTRIES = st.lists(
    st.builds(
        lambda key, msgid, text, fuzzy, obsolete: one(key, msgid, text, *["fuzzy"][:fuzzy], obsolete=obsolete),
        _KEY,
        _WORD,
        st.sampled_from(["", "a", "b"]),
        st.integers(0, 1),
        st.booleans(),
    ),
    max_size=6,
    unique_by=lambda entry: entry.key,
)


@given(_MESSAGES, _ENTRIES)
def test_merging_again_changes_nothing_and_loses_nothing(messages: list[Message], entries: list[Entry]) -> None:
    """Order as asked, one entry each; every text is still there; what is published was made for its English."""
    merged = merge(messages, [HEADER, *entries])
    assert merge(messages, merged) == merged
    assert [entry.key for entry in merged if not entry.obsolete and not entry.is_header] == [m.key for m in messages]
    assert {entry.msgstr for entry in entries if any(entry.msgstr)} <= {entry.msgstr for entry in merged}
    made_for = {(entry.msgid, entry.msgstr) for entry in (HEADER, *entries)}
    assert {(e.msgid, e.msgstr) for e in merged if any(e.msgstr) and not e.fuzzy} <= made_for
    assert parse(dump(merged), "tr.po") == (merged, [])

"""What a build tells about its languages."""

from __future__ import annotations

from pathlib import Path

from generator.model import Bars
from generator.words.catalogs import LocaleWords, read_locale
from generator.words.messages import Message
from generator.words.notices import Notice, notices
from tests.test_catalogs import entry, load

BARS = Bars(ui=100, page=90)


def test_a_build_tells_what_went_stale_and_what_is_under_its_bar(tmp_path: Path) -> None:
    """With the place in the PO file; and in one line, for a log."""
    words, _ = load(tmp_path, {"training": entry("training/lead/p1", "With much {memory}.", "{memory} ile.")})
    assert notices([words], BARS) == (
        Notice(
            (
                "locales/tr/LC_MESSAGES/training.po:6:1: stale, its English changed: training/lead/p1",
                "tr: the interface is translated to 0 %, under its bar of 100 %",
                "tr: training is translated to 0 %, under its bar of 90 %",
            ),
            "tr: 1 stale; under the bar: the interface (0 %), training (0 %)",
        ),
    )


def test_a_stale_text_is_told_though_its_page_is_above_the_bar(tmp_path: Path) -> None:
    """One of twenty texts went stale: the page stays published, and somebody should look."""
    messages = {"training": [Message(f"training/lead/p{number}", f"Text {number}.") for number in range(20)]}
    former = entry("training/lead/p0", "Former text.", "Metin 0.")
    texts = former + "".join(entry(m.context, m.msgid, m.msgid) for m in messages["training"][1:])
    words, _ = load(tmp_path, {"training": texts}, messages=messages)
    (notice,) = notices([words], BARS)
    assert notice.summary == "tr: 1 stale"
    assert notice.lines == ("locales/tr/LC_MESSAGES/training.po:6:1: stale, its English changed: training/lead/p0",)


def test_a_finished_language_has_nothing_to_tell(tmp_path: Path) -> None:
    """Nor has English, which has no PO files."""
    messages = {"ui": [Message("nav", "Guides")]}
    words, _ = load(tmp_path, {"ui": entry("nav", "Guides", "Kılavuzlar")}, messages=messages)
    assert notices([LocaleWords(read_locale("en")), words], BARS) == ()

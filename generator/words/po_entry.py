"""One entry of a PO file, and how its texts are written."""

from __future__ import annotations

from dataclasses import dataclass, field

from generator.problems import Place

_NOWHERE = Place("")


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a PO file. ``comments`` are the translator's, ``extracted`` ours; ``previous`` is the former msgid.

    ``msgstr`` has one text, or one per plural form. Places do not count when entries are compared.
    """

    msgid: str
    msgstr: tuple[str, ...] = ("",)
    msgctxt: str | None = None
    msgid_plural: str = ""
    comments: tuple[str, ...] = ()
    extracted: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    previous: str = ""
    previous_plural: str = ""
    obsolete: bool = False
    place: Place = field(default=_NOWHERE, compare=False)
    msgstr_places: tuple[tuple[tuple[int, Place], ...], ...] = field(default=(), compare=False)

    @property
    def fuzzy(self) -> bool:
        """Whether somebody must look at the text again before it is published."""
        return "fuzzy" in self.flags

    @property
    def empty(self) -> bool:
        """Whether a text, or one of the plural forms, is still to be written."""
        return not all(self.msgstr)

    @property
    def is_header(self) -> bool:
        """Whether the entry holds the file's header fields."""
        return not self.msgid and self.msgctxt is None

    @property
    def key(self) -> tuple[str | None, str]:
        """What makes two entries the same one."""
        return (self.msgctxt, self.msgid)

    def text_place(self, form: int = 0, offset: int = 0) -> Place:
        """Where the character at ``offset`` of a translated text stands, or the entry where it has no text."""
        if form >= len(self.msgstr_places):
            return self.place
        begin, place = max(piece for piece in self.msgstr_places[form] if piece[0] <= offset)
        return Place(place.path, place.line, place.column + len(escaped(self.msgstr[form][begin:offset])))


def escaped(text: str) -> str:
    """A text as it stands between the quotes of a PO file."""
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")

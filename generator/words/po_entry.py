"""One entry of a PO file, and how its texts are written."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import astuple, replace

from generator.problems import Place

_NOWHERE = Place("")


class Entry(Struct, frozen=True, eq=False):
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
    place: Place = _NOWHERE
    msgstr_places: tuple[tuple[tuple[int, Place], ...], ...] = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Entry) and self._said == other._said

    def __hash__(self) -> int:
        return hash(self._said)

    @property
    def _said(self) -> tuple[object, ...]:
        return astuple(replace(self, place=_NOWHERE, msgstr_places=()))

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

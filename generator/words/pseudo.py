"""Pseudo-translations: English that shows, in a browser, what cannot be translated, is cut off or is not mirrored."""

from __future__ import annotations

import re

_ACCENTED = str.maketrans(
    "AaBbCcDdEeFfGgHhIiJjKkLlMmNnOoPpQqRrSsTtUuVvWwXxYyZz",
    "ÅåƁƀÇçÐðÉéƑƒĜĝĤĥÎîĴĵĶķĻļṀṁÑñÖöÞþǪǫŔŕŠšŢţÛûṼṽŴŵẊẋÝýŽž",
)
_MIRRORED = str.maketrans(
    "abcdefghijklmnopqrstuvwxyz",
    "اعصدهفغحيجكلمنوبقرستخضطذىز",
)
# What must come through unchanged: facts, the targets of links, code, and the signs of Markdown.
_KEPT = re.compile(r"(\{[a-z][a-z0-9_]*\}|\]\([^)\s]*\)|`+[^`]*`+|[*_\\\[\]()]+)")
_LONGER = 0.4


def pseudo_text(text: str, locale: str) -> str:
    """The pseudo-translation of a segment.

    For ``en_XA`` accented, 40 % longer and in brackets; for ``ar_XB`` in Arabic letters, so that it runs from right to
    left.
    """
    parts = _KEPT.split(text)
    if locale == "ar_XB":
        return "".join(part if index % 2 else part.lower().translate(_MIRRORED) for index, part in enumerate(parts))
    accented = "".join(part if index % 2 else part.translate(_ACCENTED) for index, part in enumerate(parts))
    letters = sum(len(part) for part in parts[::2])
    filling = ("long " * letters)[: max(1, round(letters * _LONGER))].translate(_ACCENTED)
    return f"⟦{accented} {filling.strip()}⟧"

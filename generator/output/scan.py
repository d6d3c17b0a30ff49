"""What a page or a style sheet holds for ``links`` to look at: its anchors, and its links as they are written.

Whoever writes a file scans its bytes while it has them, so that the check of a whole release reads nothing again.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

# Names in small letters and brackets in text as entities, as templates and the sanitiser write them.
_RAW_TEXT = re.compile(
    rb"<(?:!--.*?-->|(script|style)([^>]*)>[^<]*+(?:<(?!/\1>)[^<]*+)*+</\1>)",
    re.DOTALL,
)
# From the equals sign backwards: a page has many attributes, and the letter before it rules out nearly all the others.
_ATTRIBUTE = re.compile(
    rb"=(?<=[acdfnrt]=)"
    rb"(?:(?<=\s(?:href|data)=)|(?<=\ssrc=)|(?<=\s(?:poster|action)=)"
    rb"|(?<=\s(id)=)|(?<=\s(srcset)=)|(?<=\s(content)=))"
    rb"""(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))(?=[^<>]*>)"""
)
_CSS_URL = re.compile(rb"""url\(\s*["']?([^"')]+)""")
_REFRESH = re.compile(r"\d+\s*;\s*url=(.+)", re.IGNORECASE)


class Scan(NamedTuple):
    """What a file holds: the ``ids`` of its elements, those that stand ``twice``, and its ``links``."""

    ids: frozenset[str]
    twice: frozenset[str]
    links: frozenset[str]


def has_links(path: str) -> bool:
    """Whether a file is of a kind whose links are looked up."""
    return path.endswith((".html", ".css"))


def scan(path: str, content: bytes) -> Scan:
    """Read the bytes of a page, a picture or a style sheet."""
    return _scan_sheet(content) if path.endswith(".css") else _scan_page(content)


def _scan_sheet(content: bytes) -> Scan:
    return Scan(frozenset(), frozenset(), frozenset(_text(link).strip() for link in _CSS_URL.findall(content)))


def _scan_page(content: bytes) -> Scan:
    ids: set[str] = set()
    twice: set[str] = set()
    links: set[str] = set()
    for anchor, found in map(_read, _ATTRIBUTE.findall(_without_raw_text(content))):
        if anchor is None:
            links |= found
        else:
            (twice if anchor in ids else ids).add(anchor)
    return Scan(frozenset(ids), frozenset(twice), frozenset(links))


def _without_raw_text(content: bytes) -> bytes:
    """A page without what stands in its comments, scripts and style sheets; the tags of these stay."""
    kept: list[bytes] = []
    end = 0
    for start in sorted(_starts(content)):
        if start >= end and (raw := _RAW_TEXT.match(content, start)):
            kept += (content[end:start], b"<x", raw[2] or b"", b">")
            end = raw.end()
    return b"".join((*kept, content[end:]))


def _starts(content: bytes) -> Iterator[int]:
    """Where a comment, a script or a style sheet may begin: to search for three words is quicker than for a pattern."""
    for word in (b"<!--", b"<script", b"<style"):
        start = content.find(word)
        while start >= 0:
            yield start
            start = content.find(word, start + 1)


@lru_cache(maxsize=16_384)  # pages share most of their names and links
def _read(found: tuple[bytes, ...]) -> tuple[str | None, frozenset[str]]:
    """The anchor that an attribute is, or the links in it."""
    is_id, is_set, is_content, double, single, bare = found
    value = html.unescape(_text(double or single or bare))
    if is_id:
        return value, frozenset()
    if is_set:
        return None, frozenset(candidate.split()[0] for candidate in value.split(",") if candidate.strip())
    return None, frozenset(_links_of_content(value.strip()) if is_content else (value.strip(),))


def _text(value: bytes) -> str:
    return value.decode("utf-8", "replace")


def _links_of_content(value: str) -> tuple[str, ...]:
    """The address in the content of a meta element, where it is one."""
    if refresh := _REFRESH.fullmatch(value):
        return (refresh[1].strip(),)
    return (value,) if value.startswith(("http://", "https://")) and " " not in value else ()

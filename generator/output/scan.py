"""What a page or a style sheet holds for ``links`` to look at: its anchors, and its links as they are written.

Whoever writes a file scans its bytes while it has them, so that the check of a whole release reads nothing again.
"""

from __future__ import annotations

import html
import re
import sys
from collections.abc import Iterable
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
    for is_id, is_set, is_content, double, single, bare in _ATTRIBUTE.findall(_RAW_TEXT.sub(rb"<x\2>", content)):
        value = _text(double or single or bare)
        if "&" in value:
            value = html.unescape(value)
        # Pages share most of their names and links. As the same objects they travel between processes only once.
        value = sys.intern(value)
        if is_id:
            (twice if value in ids else ids).add(value)
        elif is_set:
            links.update(candidate.split()[0] for candidate in value.split(",") if candidate.strip())
        elif is_content:
            links.update(_links_of_content(value.strip()))
        else:
            links.add(value.strip())
    return Scan(frozenset(ids), frozenset(twice), frozenset(links))


def _text(value: bytes) -> str:
    return value.decode("utf-8", "replace")


def _links_of_content(value: str) -> Iterable[str]:
    """The address in the content of a meta element, where it is one."""
    if refresh := _REFRESH.fullmatch(value):
        return (refresh[1].strip(),)
    return (value,) if value.startswith(("http://", "https://")) and " " not in value else ()

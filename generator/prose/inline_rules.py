"""What the Markdown of a segment must not hold, whoever wrote it: marketing in English or a translator."""

from __future__ import annotations

import re
from html import unescape

from msgspec import Struct

from generator.model import SLUG
from generator.prose.inline import LONGEST, MOST_SIGNS, SIGNS, UNSAFE, marks

_SLUG = SLUG.pattern
_TARGET = re.compile(
    rf"(?:gpu|guide|page):{_SLUG}|compare:{_SLUG}/{_SLUG}|site:{_SLUG}|#{_SLUG}"
    r"|https://(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]*[a-z0-9](?::\d{1,5})?(?:[/?#][\w./?#%&=~+,;:@!$*-]*)?",
    re.ASCII,
)
# One of these stands in everything that is refused below, and in few texts.
_SUSPECT = re.compile(r"[\[\]<&{`*\\]")
_HTML = re.compile(r"<[A-Za-z/!?]")
_ENTITY = re.compile(r"&#?[A-Za-z0-9]+;")
_ATTRIBUTES = re.compile(r"\{(?:[#.][\w-]|:)")
_IMAGE = re.compile(r"!\[(?:[^\]]*\]\()?")


class Fault(Struct, frozen=True):
    """Something that a segment must not hold, at an offset of its text."""

    offset: int
    message: str
    hint: str = ""


def target_fault(target: str) -> str:
    """Why a link must not lead there; empty where it may."""
    if _TARGET.fullmatch(target):
        return ""
    return f'a link must not lead to "{target[:60]}"'


TARGET_HINT = (
    "write gpu:ID, guide:SLUG, page:SLUG, compare:ID/ID, site:NAME, #anchor or an address that begins with https://"
)

IMAGE_HINT = "in a guide or page an image is a paragraph of its own, with an empty line before and after it"


def inline_faults(msgid: str) -> list[Fault]:
    """Everything in the Markdown of one segment that is not allowed there, in order."""
    if len(msgid) > LONGEST:
        return [
            Fault(0, f"a text of {len(msgid)} characters; at most {LONGEST} are read as one", "split the paragraph")
        ]
    signs = [found.start() for found in SIGNS.finditer(msgid)]
    if len(signs) > MOST_SIGNS:
        message = f"more than {MOST_SIGNS} signs of Markdown (such as [ ( * `) in one text"
        return [Fault(signs[MOST_SIGNS], message, "split the paragraph")]
    if not _SUSPECT.search(msgid) and not UNSAFE.search(msgid):
        return []
    faults = [
        Fault(
            found.start(), f"a character that nobody sees: U+{ord(found[0]):04X}", "delete it and type the text again"
        )
        for found in UNSAFE.finditer(msgid)
    ]
    faults += [
        Fault(found.start(), "HTML is not allowed here", 'use Markdown; for the sign itself write "less than"')
        for found in _HTML.finditer(msgid)
    ]
    faults += [
        Fault(found.start(), f'"{found[0]}" is HTML for a character', "type the character itself")
        for found in _ENTITY.finditer(msgid)
        if unescape(found[0]) != found[0]
    ]
    images = {found.end(): found.start() for found in _IMAGE.finditer(msgid)}
    faults += [Fault(begin, "an image within a text", IMAGE_HINT) for begin in images.values()]
    faults += [
        Fault(found.start(), "attributes are not supported here", "only ## and ### headings have one, {#name}")
        for found in _ATTRIBUTES.finditer(msgid)
    ]
    read = marks(msgid)
    for link in read.links:
        if link.offset in images:
            continue
        if message := target_fault(link.target):
            faults.append(Fault(link.offset, message, TARGET_HINT))
        elif link.title:
            faults.append(Fault(link.offset, "a link has no title here", "keep only the target between the brackets"))
        elif not link.text:
            faults.append(Fault(link.offset, "a link without text", "write the text between the square brackets"))
    if not faults and "](" in read.rest and "\\" not in msgid:
        hint = "write [text](target)"
        faults.append(Fault(msgid.rindex("]("), "a link that does not close, or a link within a link", hint))
    return sorted(faults, key=lambda fault: fault.offset)

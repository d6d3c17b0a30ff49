"""A file of `content/images/` → an image with its size; what makes it unfit to be shown."""

from __future__ import annotations

import hashlib
import re
from io import BytesIO
from pathlib import PurePosixPath

from generator.model import SLUG, SLUG_LENGTH, Image
from generator.problems import Place, Problem, Severity, quoted

IMAGE_LIMIT = 300_000
"""In bytes: what a phone on a slow line still loads in two seconds."""
LARGEST = 4_000
"""In pixels, on each side: more than any screen shows, and what a phone can still hold unpacked."""
TOO_LARGE = "scale it down, or save it as WebP"

_KINDS = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG", ".webp": "WebP"}
_SIGNATURES = {
    "PNG": re.compile(rb"\x89PNG\r\n\x1a\n"),
    "JPEG": re.compile(rb"\xff\xd8\xff"),
    "WebP": re.compile(rb"RIFF.{4}WEBP", re.DOTALL),
}
_ENDINGS = ".png, .jpg, .jpeg or .webp"
_EXPORT = "export it as PNG, JPEG or WebP"


def name_problem(path: str) -> Problem | None:
    """What is wrong with the name of a file in `content/images/`; a warning where it is no image at all."""
    name = PurePosixPath(path)
    ending = name.suffix.lower()
    if ending in {".svg", ".svgz"}:
        return Problem(Place(path), "an SVG can hold scripts, so it is not shown", _EXPORT)
    if ending not in _KINDS:
        hint = f"only images whose names end in {_ENDINGS} are read here"
        return Problem(Place(path), "this is not read", hint, Severity.WARNING)
    if name.suffix != ending or len(name.stem) > SLUG_LENGTH or not SLUG.fullmatch(name.stem):
        wanted = f"a-z, 0-9 and single hyphens, at most {SLUG_LENGTH}, then {_ENDINGS}"
        return Problem(Place(path), f"the name {quoted(name.name)} should be {wanted}", "rename the file")
    return None


def read_image(data: bytes, path: str) -> tuple[Image | None, list[Problem]]:
    """Read the head of an image whose name is in order: its kind must be the one that its name says."""
    name, place = PurePosixPath(path), Place(path)
    kind = _KINDS[name.suffix]
    found = next((found for found, signature in _SIGNATURES.items() if signature.match(data)), "")
    if found != kind:
        what = f"a {found} file" if found else f"no {kind} file"
        better = next((f"call it {name.stem}{ending}" for ending, known in _KINDS.items() if known == found), _EXPORT)
        return None, [Problem(place, f"this is {what}, and its name ends in {name.suffix}", better)]
    import imagesize  # noqa: PLC0415 - it loads Python's HTTP client, and few builds have an image

    # From bytes in memory: given a text, the library would take it for an address and ask the network.
    width, height = imagesize.get(BytesIO(data))
    if min(width, height) < 1:
        return None, [Problem(place, f"no width and height can be read in this {kind} file", "export it once more")]
    if max(width, height) > LARGEST:
        message = f"this image has {width:,} × {height:,} pixels; at most {LARGEST:,} on each side are shown"
        return None, [Problem(place, message, "scale it down")]
    return Image(name.name, width, height, data, hashlib.sha256(data).hexdigest()), []

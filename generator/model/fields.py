"""The kinds of values that files may hold; each says in people's words what it expects.

Units stand in the names: gigabytes as the maker prints them, gigabytes per second, dense TFLOPS and TOPS, watts.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Annotated

from msgspec import Meta

from generator.model.kinds import Leaf, expected

SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
SLUG_LENGTH = 64
LONGEST_TEXT = 4_000
NAME = re.compile(r"[a-z][a-z0-9_]*")
# Windows cannot store a file or folder of these names, whatever its ending.
_DEVICES = frozenset({"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))})


FILLED = Meta(min_length=1)
"""Of a list: it holds at least one item."""


def number(what: str, description: str = "") -> Leaf:
    """An exact number above 0; ``what`` tells people what it is, and ``description`` editors where that differs."""

    def read(value: object) -> Decimal:
        if isinstance(value, bool) or not isinstance(value, int | Decimal):
            raise expected(what)
        number = Decimal(value)
        if not number.is_finite() or number <= 0:
            raise expected(f"{what} above 0")
        return number

    return Leaf(read, {"type": "number", "exclusiveMinimum": 0, "description": description or what})


def whole(what: str, low: int, high: int) -> Leaf:
    """A whole number within bounds; ``what`` tells people what it is."""

    def read(value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise expected(f"{what} from {low} to {high}")
        return value

    return Leaf(read, {"type": "integer", "minimum": low, "maximum": high})


def is_device(name: str) -> bool:
    """Whether Windows keeps a name for a device, so that no file or folder can have it."""
    return name in _DEVICES


def _slug(value: object) -> str:
    if not isinstance(value, str) or len(value) > SLUG_LENGTH or not SLUG.fullmatch(value):
        raise expected(f"a slug (a-z, 0-9 and single hyphens, at most {SLUG_LENGTH})")
    if is_device(value):
        raise expected("a slug that can be a folder on Windows too")
    return value


def _name(value: object) -> str:
    if not isinstance(value, str) or not NAME.fullmatch(value):
        raise expected("a name (a-z, 0-9 and underscores, a letter first)")
    return value


def _any_number(value: object) -> Decimal:
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise expected("a number")
    return Decimal(value)


def _plain(value: object) -> object:
    if not isinstance(value, str | int | Decimal):
        raise expected("text, a number, true or false")
    return value


def _date(value: object) -> date:
    if isinstance(value, str) and re.fullmatch(r"\d{4}-\d{2}-\d{2}", value, re.ASCII):
        try:
            return date.fromisoformat(value)
        except ValueError:
            pass
    raise expected("a date that exists, as YYYY-MM-DD")


def parse_time(value: object) -> datetime:
    """Read ``YYYY-MM-DDTHH:MM:SSZ``, the only form of a time that files and options may use.

    Raises ``Unfit`` for anything else.
    """
    if isinstance(value, str) and re.fullmatch(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z", value, re.ASCII):
        try:
            return datetime.fromisoformat(value).astimezone(UTC)
        except ValueError:
            pass
    raise expected("a time that exists, as YYYY-MM-DDTHH:MM:SSZ (UTC)")


def _line(value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise expected("text")
    if value != value.strip() or "\n" in value:
        raise expected("one line of text without blanks at its ends")
    if len(value) > LONGEST_TEXT:
        raise expected(f"text of at most {LONGEST_TEXT} characters")
    return value


def _optional_text(value: object) -> str:
    return "" if value == "" else _line(value)


def _https(value: object) -> str:
    if not isinstance(value, str) or not re.fullmatch(
        r"https://(?:[a-z0-9-]+\.)+[a-z0-9-]+(?::\d+)?(?:/[^\s<>\"'\\]*)?", value, re.IGNORECASE | re.ASCII
    ):
        raise expected("an address that begins with https://")
    return value


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise expected("true or false")
    return value


Text = Annotated[str, Leaf(_line, {"type": "string", "minLength": 1})]
Note = Annotated[str, Leaf(_optional_text, {"type": "string"})]
Slug = Annotated[str, Leaf(_slug, {"type": "string", "pattern": f"^{SLUG.pattern}$", "maxLength": SLUG_LENGTH})]
Name = Annotated[str, Leaf(_name, {"type": "string", "pattern": f"^{NAME.pattern}$"})]
Number = Annotated[Decimal, Leaf(_any_number, {"type": "number"})]
Plain = Annotated[str | bool | int | Decimal, Leaf(_plain, {"type": ["string", "boolean", "integer", "number"]})]
Url = Annotated[str, Leaf(_https, {"type": "string", "pattern": "^https://"})]
Day = Annotated[date, Leaf(_date, {"type": "string", "format": "date"})]
Time = Annotated[datetime, Leaf(parse_time, {"type": "string", "format": "date-time", "pattern": "Z$"})]
Flag = Annotated[bool, Leaf(_flag, {"type": "boolean"})]
Gigabytes = Annotated[Decimal, number("a number of GB")]
GigabytesPerSecond = Annotated[Decimal, number("a number of GB/s")]
Tflops = Annotated[Decimal, number("a number of TFLOPS, dense")]
Tops = Annotated[Decimal, number("a number of TOPS, dense")]
Watts = Annotated[Decimal, number("a number of watts")]
Billions = Annotated[Decimal, number("a number of billions of parameters")]
Bytes = Annotated[Decimal, number("a number of bytes")]
Money = Annotated[Decimal, number("a price")]
GpuCount = Annotated[int, whole("a number of GPUs", 1, 1024)]

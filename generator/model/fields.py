"""The kinds of values that files may hold; each says in people's words what it expects.

Units stand in the names: gigabytes as the maker prints them, gigabytes per second, dense TFLOPS and TOPS, watts.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Annotated, Any

from pydantic import BeforeValidator, Strict, WithJsonSchema
from pydantic_core import PydanticCustomError

SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
SLUG_LENGTH = 64
LONGEST_TEXT = 4_000
NAME = re.compile(r"[a-z][a-z0-9_]*")
# Windows cannot store a file or folder of these names, whatever its ending.
_DEVICES = frozenset({"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))})


def _expected(what: str) -> PydanticCustomError:
    return PydanticCustomError("expected", "should be {what}", {"what": what})


def number(what: str) -> BeforeValidator:
    """Reads an exact number above 0; ``what`` tells people what it is."""

    def read(value: object) -> Decimal:
        if isinstance(value, bool) or not isinstance(value, int | Decimal):
            raise _expected(what)
        number = Decimal(value)
        if not number.is_finite() or number <= 0:
            raise _expected(f"{what} above 0")
        return number

    return BeforeValidator(read)


def whole(what: str, low: int, high: int) -> BeforeValidator:
    """Reads a whole number within bounds; ``what`` tells people what it is."""

    def read(value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise _expected(f"{what} from {low} to {high}")
        return value

    return BeforeValidator(read)


def is_device(name: str) -> bool:
    """Whether Windows keeps a name for a device, so that no file or folder can have it."""
    return name in _DEVICES


def _slug(value: object) -> str:
    if not isinstance(value, str) or len(value) > SLUG_LENGTH or not SLUG.fullmatch(value):
        raise _expected(f"a slug (a-z, 0-9 and single hyphens, at most {SLUG_LENGTH})")
    if is_device(value):
        raise _expected("a slug that can be a folder on Windows too")
    return value


def _name(value: object) -> str:
    if not isinstance(value, str) or not NAME.fullmatch(value):
        raise _expected("a name (a-z, 0-9 and underscores, a letter first)")
    return value


def _any_number(value: object) -> Decimal:
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise _expected("a number")
    return Decimal(value)


def _plain(value: object) -> object:
    if not isinstance(value, str | int | Decimal):
        raise _expected("text, a number, true or false")
    return value


def _date(value: object) -> date:
    if isinstance(value, str) and re.fullmatch(r"\d{4}-\d{2}-\d{2}", value, re.ASCII):
        try:
            return date.fromisoformat(value)
        except ValueError:
            pass
    raise _expected("a date that exists, as YYYY-MM-DD")


def parse_time(value: object) -> datetime:
    """Read ``YYYY-MM-DDTHH:MM:SSZ``, the only form of a time that files and options may use.

    Raises ``PydanticCustomError``, which is a ``ValueError``, for anything else.
    """
    if isinstance(value, str) and re.fullmatch(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z", value, re.ASCII):
        try:
            return datetime.fromisoformat(value).astimezone(UTC)
        except ValueError:
            pass
    raise _expected("a time that exists, as YYYY-MM-DDTHH:MM:SSZ (UTC)")


def _line(value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise _expected("text")
    if value != value.strip() or "\n" in value:
        raise _expected("one line of text without blanks at its ends")
    if len(value) > LONGEST_TEXT:
        raise _expected(f"text of at most {LONGEST_TEXT} characters")
    return value


def _optional_text(value: object) -> str:
    return "" if value == "" else _line(value)


def _https(value: object) -> str:
    if not isinstance(value, str) or not re.fullmatch(
        r"https://(?:[a-z0-9-]+\.)+[a-z0-9-]+(?::\d+)?(?:/[^\s<>\"'\\]*)?", value, re.IGNORECASE | re.ASCII
    ):
        raise _expected("an address that begins with https://")
    return value


def schema(**words: Any) -> WithJsonSchema:
    """A JSON Schema for editors, where what the build asks for cannot be said in one."""
    return WithJsonSchema(words)


def integer(low: int, high: int) -> WithJsonSchema:
    """The JSON Schema of a whole number within bounds."""
    return schema(type="integer", minimum=low, maximum=high)


def positive(what: str) -> WithJsonSchema:
    """The JSON Schema of a number above 0."""
    return schema(type="number", exclusiveMinimum=0, description=what)


Text = Annotated[str, BeforeValidator(_line), schema(type="string", minLength=1)]
Note = Annotated[str, BeforeValidator(_optional_text), schema(type="string")]
Slug = Annotated[str, BeforeValidator(_slug), schema(type="string", pattern=f"^{SLUG.pattern}$", maxLength=SLUG_LENGTH)]
Name = Annotated[str, BeforeValidator(_name), schema(type="string", pattern=f"^{NAME.pattern}$")]
Number = Annotated[Decimal, BeforeValidator(_any_number), schema(type="number")]
Plain = Annotated[
    str | bool | int | Decimal, BeforeValidator(_plain), schema(type=["string", "boolean", "integer", "number"])
]
Url = Annotated[str, BeforeValidator(_https), schema(type="string", pattern="^https://")]
Day = Annotated[date, BeforeValidator(_date), schema(type="string", format="date")]
Time = Annotated[datetime, BeforeValidator(parse_time), schema(type="string", format="date-time", pattern="Z$")]
Flag = Annotated[bool, Strict()]
Gigabytes = Annotated[Decimal, number("a number of GB"), positive("a number of GB")]
GigabytesPerSecond = Annotated[Decimal, number("a number of GB/s"), positive("a number of GB/s")]
Tflops = Annotated[Decimal, number("a number of TFLOPS, dense"), positive("a number of TFLOPS, dense")]
Tops = Annotated[Decimal, number("a number of TOPS, dense"), positive("a number of TOPS, dense")]
Watts = Annotated[Decimal, number("a number of watts"), positive("a number of watts")]
Billions = Annotated[
    Decimal, number("a number of billions of parameters"), positive("a number of billions of parameters")
]
Bytes = Annotated[Decimal, number("a number of bytes"), positive("a number of bytes")]
Money = Annotated[Decimal, number("a price"), positive("a price")]
GpuCount = Annotated[int, whole("a number of GPUs", 1, 1024), integer(1, 1024)]

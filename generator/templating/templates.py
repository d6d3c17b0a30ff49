"""Templates as values: the words in them, and the code that makes pages of views."""

from __future__ import annotations

from msgspec import Struct

CODE = "templates"
"""What tracebacks call the file of the code."""


class WordCall(Struct, frozen=True):
    """A call of ``t`` or one of its forms: where it stands, and its texts; ``None`` stands for what is computed."""

    template: str
    line: int
    function: str
    texts: tuple[str | None, ...]


class Templates(Struct, frozen=True):
    """The templates of a site: ``digest`` tells them from others, ``words`` are all calls of ``t`` and its forms.

    ``code`` is Python's, as ``marshal`` writes it, for ``generator/output/render.py`` to run; ``places`` names for each
    line of it the template that it comes from, and the line of that. All of it may travel between processes.
    """

    digest: str
    words: tuple[WordCall, ...]
    code: bytes
    places: tuple[tuple[str, int], ...]

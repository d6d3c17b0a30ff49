"""The English side of the PO files: what each of them must hold, from templates, Python, data and content."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from babel.messages.extract import extract_python
from jinja2 import TemplateSyntaxError  # noqa: TID251 - the extractor's error, nothing is rendered
from jinja2.ext import babel_extract  # noqa: TID251 - likewise
from msgspec import Struct

from generator.model import Content, Gpu, Segment, Site, WorkloadModel
from generator.problems import Place, Problem
from generator.prose.inline import FACT

UI = "ui"
GPUS = "gpus"
MODELS = "models"

_SINGULAR = ("t", "t_attr")
_PLURAL = ("tn", "tn_attr")
_CALL = re.compile(rb'\b(?:tn?|tn?_attr|Words)\(\s*"')
# A link's name with a word in it ("NVLink bridge") is translated; one made of names and numbers is not.
_WORD = re.compile(r"(?<![\w.])[a-z]{3,}(?!\w)")


# Where space is tight: the most characters that a text may have, by its context or by the end of its key.
_LIMITS = {"tab": 20, "mark": 24, "column": 40, "meta/title": 70, "meta/short_title": 36, "meta/description": 200}


class Message(Struct, frozen=True):
    """One text that translators get: its context (for a segment its key), and its English."""

    context: str
    msgid: str
    plural: str = ""
    comments: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[str | None, str]:
        """As ``Entry.key``."""
        return (self.context, self.msgid)

    @property
    def limit(self) -> int:
        """The most characters that its translation may have, without Markdown; 0 where there is room enough."""
        return _LIMITS.get(self.context.partition("/")[2] or self.context, 0)


def text_id(file: str, context: str, msgid: str) -> str:
    """What tells a text of a PO file from all others of the site: the key of a segment; of words also their English."""
    return f"{UI}/{context}/{msgid}" if file == UI else context


def format_flags(*texts: str) -> tuple[str, ...]:
    """The flag that lets gettext's tools compare placeholders, where every brace of the texts belongs to one."""
    has_fact = any(FACT.search(text) for text in texts)
    other_braces = any(brace in FACT.sub("", text) for text in texts for brace in "{}")
    return ("python-brace-format",) if has_fact and not other_braces else ()


def _message(context: str, msgid: str, plural: str = "", comments: tuple[str, ...] = ()) -> Message:
    return Message(context, msgid, plural, comments, format_flags(msgid, plural))


def extract_templates(templates: Mapping[str, str]) -> tuple[list[Message], list[Problem]]:
    """The words of templates (their text by name), in order: calls of ``t``, ``tn``, ``t_attr`` and ``tn_attr``.

    A call whose context or msgid is computed is passed over: its words are found where they are written.
    """
    messages: list[Message] = []
    problems: list[Problem] = []
    for name, text in sorted(templates.items()):
        path = f"templates/{name}"
        try:
            calls = list(babel_extract(io.BytesIO(text.encode()), _SINGULAR + _PLURAL, (), {"silent": "false"}))
        except TemplateSyntaxError as error:
            problems.append(Problem(Place(path, error.lineno, 1), f"this template cannot be read: {error.message}"))
            continue
        for line, function, given, _ in calls:
            match given:
                case [str(context), str(msgid), str(plural), *_] if function in _PLURAL:
                    messages.append(_message(context, msgid, plural, (path,)))
                case [str(context), str(msgid), *_] if function in _SINGULAR:
                    messages.append(_message(context, msgid, "", (path,)))
                case str() | [None, str(), *_]:
                    more = ', "plural English", n' if function in _PLURAL else ""
                    hint = f'write {function}("context", "English"{more})'
                    problems.append(Problem(Place(path, line, 1), "words without a context", hint))
    return messages, problems


@lru_cache(maxsize=1)
def extract_code() -> tuple[Message, ...]:
    """The words that stand in this package: ``Words("context", "English")``, and calls of the templates' functions."""
    messages = []
    keywords = dict.fromkeys((*_SINGULAR, *_PLURAL, "Words"))
    for path in sorted(Path(__file__).parent.parent.rglob("*.py")):
        source = path.read_bytes()
        if not _CALL.search(source):
            continue  # to tokenise every module would take a quarter of a second
        for _, function, found, _ in extract_python(io.BytesIO(source), keywords, (), {}):
            given: object = found
            match given:
                case [str(context), str(msgid), str(plural), *_] if function in _PLURAL:
                    messages.append(_message(context, msgid, plural))
                case [str(context), str(msgid), *_] if function not in _PLURAL:
                    messages.append(_message(context, msgid))
    return tuple(messages)


def content_messages(content: Content[Any]) -> list[Message]:
    """The segments of a guide or page, each with its path of headings as a comment."""
    return [
        _message(f"{content.slug}/{segment.key}", segment.msgid, comments=(segment.context,))
        for segment in content.segments
    ]


def note_segment(gpu: Gpu) -> Segment:
    """The note of a GPU, as a segment of ``gpus.po``; its msgid is empty where there is none."""
    return Segment(f"{gpu.id}/note", gpu.note, Place("data/gpus.yaml"), f"{gpu.name} › note")


def interconnect_segment(name: str) -> Segment | None:
    """The name of a link between GPUs as a segment of ``gpus.po``, or ``None`` where no word in it is translated."""
    if not _WORD.search(name):
        return None
    slug = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
    return Segment(f"interconnect/{slug}", name, Place("data/gpus.yaml"), "Link between GPUs")


def setting_segment(model: WorkloadModel) -> Segment:
    """The setting of a model's need, as a segment of ``models.po``."""
    return Segment(f"{model.id}/setting", model.setting, Place("data/models.yaml"), f"{model.name} › setting")


def doubt_segment(model: WorkloadModel) -> Segment:
    """What is doubtful about a model's need, as a segment of ``models.po``; its msgid is empty where nothing is."""
    return Segment(f"{model.id}/doubt", model.doubt, Place("data/models.yaml"), f"{model.name} › doubt")


def _data_messages(file: str, segments: Iterable[Segment | None]) -> list[Message]:
    found = (segment for segment in segments if segment is not None and segment.msgid)
    return _once(_message(f"{file}/{part.key}", part.msgid, comments=(part.context,)) for part in found)


def _once(messages: Iterable[Message]) -> list[Message]:
    """Each text once, the plural form kept where one of the places has it."""
    kept: dict[tuple[str | None, str], Message] = {}
    for message in messages:
        if message.key not in kept or (message.plural and not kept[message.key].plural):
            kept[message.key] = message
    return list(kept.values())


def _gpu_segments(site: Site) -> Iterator[Segment | None]:
    for gpu in site.gpus.value:
        yield note_segment(gpu)
    for gpu in site.gpus.value:
        yield interconnect_segment(gpu.interconnect)


def site_messages(site: Site, templates: Mapping[str, str]) -> tuple[dict[str, list[Message]], list[Problem]]:
    """Every English text of a site by the PO file that holds its translations, and the problems of the templates."""
    ui, problems = extract_templates(templates)
    methods = [_message("method", method.label) for method in site.settings.value.methods.values()]
    files = {
        UI: _once([*ui, *extract_code(), *methods]),
        GPUS: _data_messages(GPUS, _gpu_segments(site)),
        MODELS: _data_messages(
            MODELS, (part for model in site.models.value for part in (setting_segment(model), doubt_segment(model)))
        ),
    }
    contents: Sequence[Content[Any]] = (*site.guides, *site.pages)
    for content in contents:
        files[content.slug] = content_messages(content)
    return files, problems


def former_files(site: Site) -> dict[str, tuple[str, ...]]:
    """For each content file with former addresses, the names that its PO file had at them."""
    contents: Sequence[Content[Any]] = (*site.guides, *site.pages)
    return {
        content.slug: tuple(alias.strip("/").split("/")[-1] for alias in content.head.aliases)
        for content in contents
        if content.head.aliases
    }

"""The English side of the PO files: what each of them must hold, from templates, Python, data and content."""

from __future__ import annotations

import re
from ast import literal_eval
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from generator.model import Content, Gpu, Segment, Site, WorkloadModel
from generator.problems import Place, Problem
from generator.prose.inline import FACT
from generator.templating.templates import WordCall

UI = "ui"
GPUS = "gpus"
MODELS = "models"

_SINGULAR = ("t", "t_attr")
_PLURAL = ("tn", "tn_attr")
# A call in Python, and the texts that its arguments begin with. To read the modules as Python would take four times as
# long, so such calls stand in no comment or docstring, and no comment stands in them. A \b at the begin would keep the
# search from skipping what is neither t nor W.
_CALL = re.compile(r'(t(?<!\wt)n?(?:_attr)?|W(?<!\wW)ords)\(\s*((?:"(?:[^"\\\n]|\\.)*"[\s,]*)+)')
# Only what makes pages says something to readers, so other modules need not be read.
_FOLDERS = ("figures", "pages")
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
    words = "\n".join(texts)
    if "{" not in words or not FACT.search(words):
        return ()
    other = FACT.sub("", words)
    return () if "{" in other or "}" in other else ("python-brace-format",)


def _message(context: str, msgid: str, plural: str = "", comments: tuple[str, ...] = ()) -> Message:
    return Message(context, msgid, plural, comments, format_flags(msgid, plural))


def template_messages(calls: Iterable[WordCall]) -> tuple[list[Message], list[Problem]]:
    """The words of templates, in order.

    A call whose context or msgid is computed is passed over: its words are found where they are written.
    """
    messages: list[Message] = []
    problems: list[Problem] = []
    for call in calls:
        path = f"templates/{call.template}"
        match call.texts:
            case [str(context), str(msgid), str(plural), *_] if call.function in _PLURAL:
                messages.append(_message(context, msgid, plural, (path,)))
            case [str(context), str(msgid), *_] if call.function in _SINGULAR:
                messages.append(_message(context, msgid, "", (path,)))
            case [str()] | [None, str(), *_]:
                more = ', "plural English", n' if call.function in _PLURAL else ""
                hint = f'write {call.function}("context", "English"{more})'
                problems.append(Problem(Place(path, call.line, 1), "words without a context", hint))
    return messages, problems


@lru_cache(maxsize=1)
def extract_code() -> tuple[Message, ...]:
    """The words that stand in this package: calls of ``Words`` and of the templates' functions."""
    messages = []
    program = Path(__file__).parent.parent
    for path in sorted(path for folder in _FOLDERS for path in (program / folder).glob("*.py")):
        for function, texts in _CALL.findall(path.read_text("utf-8")):
            match literal_eval(f"[{texts}]"):
                case [context, msgid, plural, *_] if function in _PLURAL:
                    messages.append(_message(context, msgid, plural))
                case [context, msgid, *_] if function not in _PLURAL:
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


def site_messages(site: Site, calls: Iterable[WordCall]) -> tuple[dict[str, list[Message]], list[Problem]]:
    """Every English text of a site by the PO file that holds its translations, and what is wrong with templates' words.

    ``calls`` are those of the templates.
    """
    ui, problems = template_messages(calls)
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

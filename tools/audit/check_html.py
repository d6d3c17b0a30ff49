"""Checks every page and style sheet with the Nu HTML checker."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import TypedDict
from urllib.parse import unquote, urlsplit

from tools.audit import NODE_MODULES

PROGRAMS = ("java", "npm")

# CSS that browsers know and the checker does not yet. Any other word it does not know stays an error.
NEWER_CSS = re.compile(
    r"Property “(animation-timeline|container|container-name|container-type|field-sizing|scroll-timeline|timeline-scope"
    r"|view-timeline|view-transition-name)” doesn't exist"
    r"|Unrecognized at-rule “@(container|starting-style|view-transition)”"
)
NEWER_UNIT = re.compile(r"\d(cqw|cqh|cqi|cqb|cqmin|cqmax)\b")


class Message(TypedDict, total=False):
    """What the checker says of one place; the address is missing where it speaks of the whole run."""

    message: str
    url: str
    lastLine: int
    lastColumn: int


def run(site: Path) -> list[str]:
    """Return the errors of all pages and style sheets, each with its place; Pagefind's files are not ours to mend."""
    if not any(site.rglob("*.html")):
        return ["There is no page to check."]
    options = ["--errors-only", "--also-check-css", "--skip-non-html", "--format", "json", "--exit-zero-always"]
    jar = NODE_MODULES / "vnu-jar" / "build" / "dist" / "vnu.jar"
    command = ["java", "-jar", str(jar), *options, str(site)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    try:
        messages: list[Message] = json.loads(done.stderr)["messages"]
    except (ValueError, KeyError):
        return [f"The checker did not run: {done.stderr.strip() or done.stdout.strip()}"]
    faults = []
    for message in messages:
        file = Path(unquote(urlsplit(message.get("url", "")).path))
        if "pagefind" not in file.parts and not is_newer_css(message, file):
            place = file.relative_to(site) if file.is_relative_to(site) else file
            faults.append(f"{place}:{message.get('lastLine')}:{message.get('lastColumn')}: {message['message']}")
    return faults


def is_newer_css(message: Message, file: Path) -> bool:
    """Tell whether the checker only lacks knowledge of recent CSS; of a unit it only says where it got stuck."""
    text = message["message"]
    if not text.startswith("CSS: "):
        return False
    if text.endswith("Parse Error."):
        line = file.read_text(encoding="utf-8").splitlines()[message["lastLine"] - 1]
        declaration = re.split("[;{]", line[: message["lastColumn"]])[-1]
        return NEWER_UNIT.search(declaration) is not None
    return NEWER_CSS.search(text) is not None

"""What is refused in a content file line by line, before Python-Markdown meets it."""

from __future__ import annotations

import re

from generator.problems import Place, Problem

DEPTH = 3

_MARKER = re.compile(r"[ \t]*(?:>|[-*+](?=[ \t])|\d+\.(?=[ \t]))[ \t]?")
LIST_MARKER = re.compile(r"(?:[-*+]|\d{1,2}\.)[ \t]")
_FENCE = re.compile(r"\s*(?:```|~~~)")
_DEFINITION = re.compile(r"\s*\[[^\]]*\]:")


def line_problems(text: str, path: str, first_line: int) -> list[Problem]:
    """What is seen line by line, before Python-Markdown meets it."""
    problems: list[Problem] = []
    for number, line in enumerate(text.split("\n"), first_line):

        def report(column: int, message: str, hint: str, number: int = number) -> None:
            problems.append(Problem(Place(path, number, column), message, hint))

        content = line.lstrip(" ")
        indent = len(line) - len(content)
        if "\t" in line:
            report(line.index("\t") + 1, "a tab", "use blanks; four for each level of a list")
        if _FENCE.match(line):
            report(indent + 1, "blocks of code are not supported in texts", "mark code inside a sentence with one `")
        if _DEFINITION.match(line):
            report(indent + 1, "link definitions are not supported", "write [text](target) where the link stands")
        if _nesting(line) > DEPTH + 1 or indent > 4 * DEPTH + 3:
            report(1, f"nested more than {DEPTH} deep", "make the list flatter")
        elif LIST_MARKER.match(content) and indent % 4:
            report(indent + 1, "a list marker after an odd number of blanks", "indent each level by four blanks")
    return problems


def _nesting(line: str) -> int:
    depth = position = 0
    while depth <= DEPTH + 1 and (found := _MARKER.match(line, position)):
        depth += 1
        position = found.end()
    return depth

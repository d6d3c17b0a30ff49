"""The documents: the commands, files and code that they name exist, and their worked examples work."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote

import click
import pytest

from generator.commands.cli import cli
from generator.figures.columns import column_ids
from generator.figures.facts import evaluate
from generator.loading.load import load_site
from generator.pages.formats import Formats
from generator.pipeline import Order, Plan, check_inputs
from generator.words.locales import read_locale
from tests.conftest import ROOT
from tests.test_tooling import make_targets

DOCS = ROOT / "docs"
DECISIONS = sorted((DOCS / "decisions").glob("[0-9]*.md"))
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted(DOCS.rglob("*.md"))]

LINK = re.compile(r"\]\((?!https?:)([^)\s]+)\)")
COMMAND = re.compile(r"(?<![\w/])build\.py((?: +[^\s`|;&#>()]+)*)")
MAKE = re.compile(r"(?:`|^ {4,}|^)make +([a-z]+)", re.MULTILINE)
MODULE = re.compile(r"-m +((?:tools|generator|benchmarks)(?:\.\w+)*)")


def text_of(page: Path) -> str:
    """The text of a document."""
    return page.read_text(encoding="utf-8")


def blocks(text: str, language: str) -> list[str]:
    """The fenced blocks of a language."""
    return re.findall(rf"^ *```{language}\n(.*?)^ *```$", text, re.MULTILINE | re.DOTALL)


def code(text: str) -> str:
    """What stands in fenced blocks, in indented ones and between backticks, line by line."""
    prose = re.compile(r"^(?! {4})[^`\n]*$", re.MULTILINE)
    fenced = re.findall(r"^ *```\w*\n(.*?)^ *```$", text, re.MULTILINE | re.DOTALL)
    rest = prose.sub("", re.sub(r"^ *```\w*\n.*?^ *```$", "", text, flags=re.MULTILINE | re.DOTALL))
    return "\n".join([*fenced, rest])


def anchors(page: Path) -> set[str]:
    """The names that a host gives to the headings of a document."""
    headings = re.findall(r"^#+ (.*)$", text_of(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def mistakes_in(words: list[str]) -> Iterator[str]:
    """What of a call of ``build.py`` does not exist: its command, or an option of that command."""
    command: click.Command = cli
    names = [word.strip("[]….,") for word in words]
    while isinstance(command, click.Group) and names and re.fullmatch(r"[a-z]+", names[0]):
        found = command.get_command(click.Context(command), names[0])
        if found is None:
            yield names[0]
            return
        command = found
        names.pop(0)
    if command is cli:
        command = cli.commands["build"]
    options = {option for parameter in command.params for option in parameter.opts} | {"--help"}
    yield from (name for name in names if name.startswith("--") and name not in options)


def stands_in(quoted: str, text: str) -> bool:
    """Whether lines follow each other in a text as quoted; their indent does not count, nor a comma after them."""
    wanted, lines = ([line.strip(" ,") for line in part.strip().splitlines()] for part in (quoted, text))
    return any(lines[start : start + len(wanted)] == wanted for start in range(len(lines)))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_command_that_is_named_exists(page: Path) -> None:
    """With the options that are shown with it."""
    named = [words.split() for words in COMMAND.findall(text_of(page))]
    assert [(words, wrong) for words in named for wrong in mistakes_in(words)] == []


@pytest.mark.parametrize(
    ("call", "wrong"),
    [
        ("build.py prices fetch", ["fetch"]),
        ("build.py publish --now", ["publish"]),
        ("build.py check --output", ["--output"]),
        ("build.py --output DIR", []),
        ("build.py translate status [--json]", []),
    ],
)
def test_a_command_that_does_not_exist_is_seen(call: str, wrong: list[str]) -> None:
    """The check above can fail."""
    (words,) = COMMAND.findall(f"`{call}` and more")
    assert list(mistakes_in(words.split())) == wrong


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_make_target_and_module_that_is_named_exists(page: Path) -> None:
    """README alone is asked for its two commands elsewhere."""
    shown = code(text_of(page))
    assert set(MAKE.findall(shown)) <= make_targets()
    assert [name for name in MODULE.findall(shown) if find_spec(name) is None] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_to_a_file_and_its_heading(page: Path) -> None:
    """A reader who follows one arrives."""
    for link in LINK.findall(re.sub(r"```.*?```|`[^`\n]*`", "", text_of(page), flags=re.DOTALL)):
        way, _, anchor = unquote(link).partition("#")
        target = (page.parent / way).resolve() if way else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_module_file_that_is_named_exists(page: Path) -> None:
    """A file that was moved is named where it is now."""
    named = re.findall(r"`((?:generator|tests|tools|benchmarks)/[\w/]+\.py)`", text_of(page))
    assert [name for name in named if not (ROOT / name).is_file()] == []


def test_every_document_is_listed() -> None:
    """Nobody finds one that no list names."""
    listed = {(DOCS / link).resolve() for link in LINK.findall(text_of(DOCS / "README.md"))}
    assert {page.resolve() for page in DOCS.glob("*.md")} - {(DOCS / "README.md").resolve()} <= listed


def test_every_decision_is_listed_by_its_title() -> None:
    """The index says what was decided, and a title that changes there changes here."""
    index = text_of(DOCS / "decisions" / "README.md")
    titles = {page.name: text_of(page).splitlines()[0].removeprefix("# ") for page in DECISIONS}
    assert dict(re.findall(r"^- \[(.+)\]\((.+\.md)\)$", index, re.MULTILINE)) == {
        title: name for name, title in titles.items()
    }


def test_the_screenshot_is_light() -> None:
    """The first page of the repository opens on a phone too."""
    assert all(image.stat().st_size < 200_000 for image in DOCS.glob("*.png"))


# --- CONTRIBUTING


def test_contributing_quotes_the_code_as_it_is() -> None:
    """A recipe that shows former code would teach it."""
    texts = [text_of(file) for folder in ("generator", "tests") for file in (ROOT / folder).rglob("*.py")]
    shown = blocks(text_of(ROOT / "CONTRIBUTING.md"), "python")
    assert shown
    assert [block for block in shown if not any(stands_in(block, text) for text in texts)] == []


def test_contributing_names_what_the_code_has() -> None:
    """Each name in it with an underscore or a capital inside stands in the code, the templates or the data."""
    folders = ("generator", "tests", "templates", "data", "content")
    files = [
        file for folder in folders for file in (ROOT / folder).rglob("*") if file.suffix in {".py", ".html", ".yaml"}
    ]
    known = set(re.findall(r"\w+", " ".join(text_of(file) for file in [*files, ROOT / "pyproject.toml"])))
    prose = re.sub(r"^ *```.*?^ *```$", "", text_of(ROOT / "CONTRIBUTING.md"), flags=re.MULTILINE | re.DOTALL)
    spans = [span for span in re.findall(r"`([^`]+)`", prose) if "/" not in span]
    named = {name for span in spans for name in re.findall(r"\w*(?:_|[a-z][A-Z])\w*", span)}
    assert {"calculator_page", "CalculatorView"} <= named
    assert named - known == set()


def test_a_page_of_text_as_contributing_shows_it_is_accepted(site_root: Path) -> None:
    """No error, and no warning of its own."""
    (page,) = blocks(text_of(ROOT / "CONTRIBUTING.md"), "markdown")
    (site_root / "content/pages/about.md").write_text(page, encoding="utf-8")
    assert [str(problem) for problem in check_inputs(Order(site_root))[0] if "about" in problem.place.path] == []


# --- docs/editing.md


def editing() -> str:
    """The text for marketing."""
    return text_of(DOCS / "editing.md")


def test_the_guide_that_editing_shows_is_accepted(site_root: Path) -> None:
    """It shows every key that a guide must have, and marketing copies it."""
    (guide,) = blocks(editing(), "markdown")
    (site_root / "content/guides/worked.md").write_text(guide.replace("order: 1\n", "order: 99\n"), encoding="utf-8")
    assert [str(problem) for problem in check_inputs(Order(site_root))[0] if "worked" in problem.place.path] == []


def test_the_selection_that_editing_shows_is_accepted(site_root: Path) -> None:
    """With ``where`` and ``sort`` in the place of a list."""
    (guide,) = blocks(editing(), "markdown")
    table = next(block for block in blocks(editing(), "yaml") if block.startswith("table:"))
    changed = re.sub(r"^table:\n(?: .*\n)+", table, guide.replace("order: 1\n", "order: 99\n"), flags=re.MULTILINE)
    assert changed.count("where:") == 1
    (site_root / "content/guides/worked.md").write_text(changed, encoding="utf-8")
    assert [str(problem) for problem in check_inputs(Order(site_root))[0] if "worked" in problem.place.path] == []


def test_every_kind_of_fact_gives_what_editing_says(site_root: Path) -> None:
    """Its kind and its format; the figure itself follows the data."""
    (guide,) = blocks(editing(), "markdown")
    rows = re.findall(r"^\| `(\{\w+: .*\})` \| ([^:,|]+(?:,\d+[^:,|]*)?)", editing(), re.MULTILINE)
    assert rows
    facts = "".join(f"  fact_{number}: {fact}\n" for number, (fact, _) in enumerate(rows))
    used = " ".join(f"{{fact_{number}}}" for number in range(len(rows)))
    (site_root / "content/guides/worked.md").write_text(
        guide.replace("facts:\n", f"facts:\n{facts}").replace("The lead:", f"{used}:"), encoding="utf-8"
    )
    site, _ = load_site(site_root)
    assert site is not None
    head = next(guide.head for guide in site.guides if guide.slug == "worked")
    english = Formats(read_locale("en"))
    given = [english.fact(evaluate(site, head.facts[f"fact_{number}"])) for number in range(len(rows))]
    digits = re.compile(r"\d[\d.,]*")
    assert [digits.sub("#", text) for text in given] == [digits.sub("#", said.strip()) for _, said in rows]


def test_editing_names_every_column(site_plan: Plan) -> None:
    """A column that it does not name would be known to engineers only."""
    named = set(re.findall(r"`([a-z0-9_]+)`", editing()))
    assert set(column_ids(site_plan.inputs.site.settings.value)) <= named

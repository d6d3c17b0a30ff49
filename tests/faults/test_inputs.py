"""The fault matrix, inputs: whatever stands in a file, the answer is a message with a place, and it comes at once."""

from __future__ import annotations

import random
import subprocess
import sys
import time
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.checks.check import check_site
from generator.loading.load import load_site
from generator.model import Site, Slug
from generator.model.kinds import Unfit, kind_of
from generator.problems import Problem, Severity
from generator.words.catalogs import read_po
from tests.sites import FILES, edited, problems_after, problems_of, said, small_site, write

GPUS, PRICES, MODELS, SETTINGS, GUIDE, PAGE = FILES
ROOT = Path(__file__).resolve().parent.parent.parent


# Row 1


@pytest.mark.parametrize(
    ("path", "old", "new", "message"),
    [
        (GPUS, "gpus:\n", "gpus: []\ngpus:\n", '2:1: the key "gpus" stands twice, first on line 1'),
        (GPUS, "  ecc: true\n", "  ecc: true\n  id: h200\n", '26:3: the key "id" stands twice, first on line 2'),
        (GPUS, "derived: {", "derived: {bf16_tflops: 1, ", '61:50: the key "bf16_tflops" stands twice, on this line'),
        (
            GPUS,
            "- {title: Data sheet, ",
            "- {title: A, title: B, ",
            '32:16: the key "title" stands twice, on this line',
        ),
        (GUIDE, "order: 1\n", "order: 1\norder: 2\n", '7:1: the key "order" stands twice, first on line 6'),
    ],
)
def test_row_01_a_duplicate_key_names_both_lines(tmp_path: Path, path: str, old: str, new: str, message: str) -> None:
    """PyYAML would let the last one win in silence."""
    assert said(problems_after(tmp_path, path, old, new)) == [f"{path}:{message}"]


# Row 2

FIELDS = [
    (GPUS, "vendor: NVIDIA", 4, 11),
    (GPUS, "name: H100", 3, 9),
    (GPUS, "devices: 1", 8, 12),
    (GPUS, "memory_gb: 80", 9, 14),
    (GPUS, "bf16_tflops: 989", 12, 16),
    (GPUS, "rt_cores: 0", 21, 13),
    (GPUS, "ecc: true", 25, 8),
    (GPUS, "launch_year: 2022", 27, 16),
    (GPUS, "added: 2026-12-01", 28, 10),
    (GPUS, "successor: b200", 29, 14),
    (PRICES, "as_of: 2026-12-01T00:00:00Z", 1, 8),
    (PRICES, "price_per_hour: 2.88", 4, 40),
    (PRICES, "kind: spot", 5, 53),
    (SETTINGS, "market_open: false", 4, 14),
    (SETTINGS, "usable_memory: 0.8", 6, 16),
    (GUIDE, "updated: 2026-12-01", 7, 10),
]


@pytest.mark.parametrize("value", ["NO", "on", "1:30", "010", "0123", "1_000", "1e3"])
@pytest.mark.parametrize(("path", "field", "line", "column"), FIELDS)
def test_row_02_what_yaml_would_guess(
    tmp_path: Path, path: str, field: str, line: int, column: int, value: str
) -> None:
    """Whatever kind of value the field takes: refused at its column, with the hint to quote it."""
    key = field.partition(":")[0]
    (problem,) = problems_after(tmp_path, path, field, f"{key}: {value}")
    assert str(problem.place) == f"{path}:{line}:{column}"
    assert problem.message.startswith(f"{value} is a ")
    assert problem.hint.startswith(f'quote it ("{value}")')


# Row 3


@pytest.mark.parametrize("price", [".nan", ".inf", "1.0e+400", "-1", "0", "true", '"2"', "0.00", "99999999"])
def test_row_03_what_is_no_price(tmp_path: Path, price: str) -> None:
    """Refused at its place; the importer refuses the same."""
    problems = problems_after(tmp_path, PRICES, "price_per_hour: 2.88", f"price_per_hour: {price}")
    assert [str(problem.place) for problem in problems] == [f"{PRICES}:4:40"]


# Rows 4 and 5

BOMB = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 10)
)
LIMITED = """
import resource, sys, time
from pathlib import Path
from generator.loading.load import load_site
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
begin = time.perf_counter()
site, problems = load_site(Path(sys.argv[1]))
print(time.perf_counter() - begin, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
for problem in problems:
    print(problem)
"""


def load_limited(root: Path) -> tuple[float, int, str]:
    """Load a site in a process of its own with bounded memory: seconds, peak kilobytes, and what was said."""
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, str(root)], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True
    )
    numbers, _, words = done.stdout.partition("\n")
    seconds, kilobytes = numbers.split()
    return float(seconds), int(kilobytes), words


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (BOMB, f"{GPUS}:2:10: an alias (*a0) is not read"),
        ("gpus: &a [*a]\n", f"{GPUS}:1:11: an alias (*a) is not read"),
        ("base: &b {x: 1}\ngpus: [{<<: *b}]\n", f"{GPUS}:2:9: a merge key (<<) is not read"),
    ],
)
def test_row_04_aliases_never_explode(tmp_path: Path, text: str, message: str) -> None:
    """396 bytes become gigabytes where aliases are followed; here they cost nothing."""
    seconds, kilobytes, words = load_limited(small_site(tmp_path, {GPUS: text}))
    assert message in words
    assert seconds < 0.5
    assert kilobytes < 200_000


@pytest.mark.parametrize(
    "text",
    [
        "gpus: " + "[" * 2_000,
        "gpus: " + "[" * 200_000,
        "gpus: " + "{a: " * 200_000,
        "gpus:\n" + "\n".join(" " * depth + "a:" for depth in range(1, 901)),
        "gpus:\n" + "- " * 2_000 + "a\n",
    ],
)
def test_row_05_depth_costs_nothing(tmp_path: Path, text: str) -> None:
    """No recursion, in our code or in libyaml's."""
    seconds, _, words = load_limited(small_site(tmp_path, {GPUS: text}))
    assert "nested more than 20 deep here" in words
    assert seconds < 1


# Rows 6, 7 and 9


def read(root: Path) -> Site:
    """The site of a root that has no problems."""
    site, problems = load_site(root)
    assert said(problems) == []
    assert site is not None
    return site


def test_row_06_a_byte_order_mark_and_crlf_change_nothing(tmp_path: Path) -> None:
    """Every file of the site, values and places alike."""
    plain = read(small_site(tmp_path / "plain"))
    marked = {path: b"\xef\xbb\xbf" + text.encode() for path, text in FILES.items()}
    windows = {path: text.replace("\n", "\r\n").encode() for path, text in FILES.items()}
    assert read(small_site(tmp_path / "marked", marked)) == plain
    assert read(small_site(tmp_path / "windows", windows)) == plain


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (FILES[PRICES].replace("\n", "\r").encode(), "1:28"),
        (b"\xef\xbb\xbf" * 2 + FILES[PRICES].encode(), "1:1"),
    ],
)
def test_row_06_what_no_editor_writes(tmp_path: Path, data: bytes, place: str) -> None:
    """Lone carriage returns and a second mark are refused."""
    assert said(problems_of(small_site(tmp_path, {PRICES: data})))[0].startswith(f"{PRICES}:{place}: ")


@pytest.mark.parametrize("path", [GPUS, SETTINGS, GUIDE, PAGE])
@pytest.mark.parametrize("char", ["\x00", "\x07", "\u202e", "\x85", "\u2028", "\u2066", "\ue000"])
def test_row_07_characters_that_mislead(tmp_path: Path, path: str, char: str) -> None:
    """At their line and column, shown as an escape; the message itself cannot mislead."""
    first, _, rest = FILES[path].partition("\n")
    (problem,) = problems_of(small_site(tmp_path, {path: f"{first}\n# {char}{rest}"}))
    assert str(problem.place) == f"{path}:2:3"
    assert f"\\u{ord(char):04x}" in problem.message
    assert char not in str(problem)


@pytest.mark.parametrize("escape", ["\\0", "\\a", "\\N", "\\L", "\\x1b", "\\u202e", "\\ufeff", "\\ud800", "\\uE000"])
def test_row_07_characters_that_mislead_by_their_escape(tmp_path: Path, escape: str) -> None:
    """What may not stand in a file may not be written around either."""
    problems = problems_after(tmp_path, GPUS, "name: H100", f'name: "H{escape}100"')
    assert [problem.place.line for problem in problems] == [3]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("ü: 1".encode("latin-1"), "1:1: this file should be UTF-8, and the byte fc is not"),
        (FILES[PRICES].encode("utf-16"), "1:1: this file should be UTF-8, and seems to be UTF-16"),
        (FILES[PRICES].encode("utf-16-le"), "1:1: this file should be UTF-8, and seems to be UTF-16"),
        ("brand: é".encode()[:-1], "1:8: this file should be UTF-8, and ends inside a character"),
    ],
)
def test_row_09_other_encodings(tmp_path: Path, data: bytes, message: str) -> None:
    """The message says UTF-8, which is what the editor's menu calls it."""
    assert said(problems_of(small_site(tmp_path, {PRICES: data}))) == [f"{PRICES}:{message}"]


# Rows 10 and 11


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("  vendor: NVIDIA", "\tvendor: NVIDIA", "4:1: a tab may not indent"),
        ("unsupported: [fp4", "unsupported: [fp4, [", "30:16: the list that opens here with [ is never closed"),
        ("name: H100", 'name: "H100', "3:9: the quotation mark that opens here is never closed"),
        ("derived: {", "derived: ", '61:25: a ": " may not stand here'),
    ],
)
def test_row_10_tabs_brackets_quotes(tmp_path: Path, old: str, new: str, message: str) -> None:
    """The line of the bracket or mark that was left open, not the end of the file."""
    (found,) = said(problems_after(tmp_path, GPUS, old, new))
    assert found.startswith(f"{GPUS}:{message}")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "1:1: this file is empty"),
        ("# soon\n", "1:1: this file is empty"),
        ("- {gpu: h100}\n", "1:1: the file should hold a group of keys, not a list"),
        ("soon\n", '1:1: the file should hold a group of keys, not "soon"'),
        (f"{FILES[PRICES]}---\noffers: []\n", "6:1: a second YAML document begins here"),
    ],
)
def test_row_11_files_that_are_no_group_of_keys(tmp_path: Path, text: str, message: str) -> None:
    """Each is said to be what it is."""
    assert said(problems_of(small_site(tmp_path, {PRICES: text}))) == [f"{PRICES}:{message}"]


# Row 12


PIECES = [
    b"",
    b"\n",
    b"\t",
    b'"',
    b"[",
    b"]",
    b"{",
    b"}",
    b": ",
    b"- ",
    b"&a ",
    b"null",
    b"0",
    b"[]",
    b"true",
    b"](",
    b"{#",
]


def mutated(text: str, seed: int) -> bytes:
    """A valid file with a few passages deleted, doubled, moved or replaced."""
    chance = random.Random(seed)
    data = bytearray(text.encode())
    for _ in range(chance.randint(1, 6)):
        begin = chance.randrange(len(data))
        end = min(len(data), begin + chance.choice([1, 1, 2, 8, 40]))
        piece = bytes(data[begin:end])
        noise = bytes(chance.randrange(256) for _ in piece)
        data[begin:end] = chance.choice([*PIECES, piece * 2, noise])
        if chance.random() < 0.3:
            at = chance.randrange(len(data) + 1)
            data[at:at] = piece
    return bytes(data)


# Bytes, text, or the seed of a mutation.
ANY_FILE = st.binary(max_size=400) | st.integers(0, 2**32) | st.text(max_size=200)


def check_any_file(root: Path, path: str, what: bytes | int | str) -> None:
    """Load the small site with anything as one of its files: a site or problems, at once, and nothing else."""
    data = mutated(FILES[path], what) if isinstance(what, int) else what
    write(small_site(root), path, data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data)
    begin = time.perf_counter()
    site, problems = load_site(root)
    if site is not None:
        problems += check_site(site)
    assert time.perf_counter() - begin < 2
    assert site is not None or any(problem.severity is Severity.ERROR for problem in problems)
    for problem in problems:
        assert all(line.isprintable() for line in str(problem).split("\n"))
        assert "msgspec" not in str(problem).lower()


@pytest.mark.parametrize("path", FILES)
@settings(max_examples=40)
@given(what=ANY_FILE)
def test_row_12_any_bytes_as_a_file(
    tmp_path_factory: pytest.TempPathFactory, path: str, what: bytes | int | str
) -> None:
    """The short form of the campaign below."""
    check_any_file(tmp_path_factory.getbasetemp() / "any", path, what)


@pytest.mark.fuzz
@pytest.mark.parametrize("path", FILES)
@settings(max_examples=5_000)
@given(what=ANY_FILE)
def test_row_12_any_bytes_as_a_file_at_length(
    tmp_path_factory: pytest.TempPathFactory, path: str, what: bytes | int | str
) -> None:
    """Any bytes end in a site or in problems, never in a traceback and never late."""
    check_any_file(tmp_path_factory.getbasetemp() / "any-long", path, what)


# Rows 14, 15 and 23


@pytest.mark.parametrize(
    ("path", "old", "new", "message", "hint"),
    [
        (GPUS, "memory_gb: 80", "memroy_gb: 80", '9:3: unknown key "memroy_gb" in "h100"', 'did you mean "memory_gb"?'),
        (PRICES, "currency:", "curency:", '2:1: unknown key "curency"', 'did you mean "currency"?'),
        (MODELS, "setting:", "settings:", '2:88: unknown key "settings" in "flux"', 'did you mean "setting"?'),
        (SETTINGS, "ui: 100", "UI: 100", '13:8: unknown key "UI" in bars', 'did you mean "ui"?'),
        (GUIDE, "short_title:", "shorttitle:", '3:1: unknown key "shorttitle"', 'did you mean "short_title"?'),
        (PAGE, "updated: 2026-12-01\n", "", '2:1: the key "updated" is missing', ""),
        (PRICES, ", price_per_hour: 2.88", "", '4:3: "h100" lacks the key "price_per_hour"', ""),
        (MODELS, "name: FLUX, ", "", '2:3: "flux" lacks the key "name"', ""),
        (SETTINGS, "market_open: false\n", "", '1:1: the key "market_open" is missing', ""),
    ],
)
def test_row_14_unknown_missing_and_misspelt_keys(
    tmp_path: Path, path: str, old: str, new: str, message: str, hint: str
) -> None:
    """In every kind of file; a misspelt key is told once, not as unknown and missing."""
    (problem,) = problems_after(tmp_path, path, old, new)
    assert str(problem).split("\n")[0] == f"{path}:{message}"
    assert problem.hint == hint


def test_row_15_a_price_for_a_gpu_that_is_not_there(tmp_path: Path) -> None:
    """An error at the id, with the one that may be meant."""
    (problem,) = problems_after(tmp_path, PRICES, "{gpu: h100, gpus: 1", "{gpu: h10, gpus: 1")
    assert str(problem).split("\n")[0] == f'{PRICES}:4:9: there is no GPU "h10" in data/gpus.yaml'
    assert problem.hint == 'did you mean "h100"?'


def test_row_15_a_gpu_without_price_is_no_mistake(tmp_path: Path) -> None:
    """An empty market is a market; pages say that there is no live offer."""
    empty = FILES[PRICES].split("offers:")[0] + "offers: []\n"
    assert problems_of(small_site(tmp_path, {PRICES: empty})) == []


@pytest.mark.parametrize("currency", ["EUR", "usd", '"<b>"', "null", "[USD]"])
def test_row_23_other_currencies(tmp_path: Path, currency: str) -> None:
    """Prices of another currency would be shown as dollars."""
    (problem,) = problems_after(tmp_path, PRICES, "currency: USD", f"currency: {currency}")
    assert problem.message.startswith('currency should be "USD", not ')


def test_row_23_no_currency(tmp_path: Path) -> None:
    """It is never assumed."""
    assert said(problems_after(tmp_path, PRICES, "currency: USD\n", "")) == [
        f'{PRICES}:1:1: the key "currency" is missing'
    ]


# Row 32


def timed(root: Path) -> tuple[list[Problem], float]:
    """What is said about a site, and how long it took."""
    begin = time.perf_counter()
    problems = problems_of(root)
    return problems, time.perf_counter() - begin


def test_row_32_a_markdown_file_of_50_mb(tmp_path: Path) -> None:
    """Its size is enough to refuse it."""
    root = small_site(tmp_path)
    with (root / PAGE).open("r+b") as file:
        file.truncate(50_000_000)
    problems, seconds = timed(root)
    assert f"{PAGE}: this file has 50,000,000 bytes; at most 200,000 are read" in said(problems)
    assert seconds < 1


def test_row_32_a_line_of_1_mb(tmp_path: Path) -> None:
    """In content by the size of the file; in data the line is read like any other."""
    problems, seconds = timed(small_site(tmp_path / "content", {PAGE: FILES[PAGE] + "x" * 1_000_000}))
    assert f"{PAGE}: this file has 1,000,152 bytes; at most 200,000 are read" in said(problems)
    assert seconds < 1
    long_name = edited(GPUS, "name: H100", f"name: {'x' * 1_000_000}")
    problems, seconds = timed(small_site(tmp_path / "data", {GPUS: long_name}))
    assert [problem.place.line for problem in problems] == [3]
    assert max(len(str(problem)) for problem in problems) < 300
    assert seconds < 1


def test_row_32_ten_thousand_files(tmp_path: Path) -> None:
    """They are counted, not read."""
    root = small_site(tmp_path)
    for number in range(10_000):
        (root / f"content/pages/p{number}.md").touch()
    problems, seconds = timed(root)
    assert "content/pages: 10,001 files stand here; at most 2,000 are read" in said(problems)
    assert seconds < 1


# Row 34


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("---\ntitle: GPUs", "title: GPUs", '1:1: the file should begin with a line "---"'),
        ("---\nA lead.", "A lead.", "1:1: the front matter that begins here is never closed"),
        ("blurb: Train", "blurb: [Train", "5:8: the list that opens here with [ is never closed, or lacks a comma"),
        ("key: memory", "key: NO", "19:8: NO is a word that YAML may read as something else"),
        ("## Memory {#memory}", "## Memory", "27:10: a heading without a name"),
    ],
)
def test_row_34_front_matter(tmp_path: Path, old: str, new: str, message: str) -> None:
    """Lines are counted from the start of the file, in the front matter and below it."""
    assert said(problems_after(tmp_path, GUIDE, old, new))[0] == f"{GUIDE}:{message}"


# Rows 40 to 42


@pytest.mark.parametrize("name", ["../x", "xx", "EN", "en-US", "/etc", "tr/..", "tr\\x", "''", "t", "trtrtr", "1"])
def test_row_40_names_that_are_no_locale(tmp_path: Path, name: str) -> None:
    """A name becomes a folder to read from and an address: only CLDR's are taken."""
    problems = problems_after(tmp_path, SETTINGS, "[en, tr]", f"[en, {name}]")
    assert [str(problem.place) for problem in problems] == [f"{SETTINGS}:5:15"]


def test_row_40_a_locale_that_is_a_symbolic_link(tmp_path: Path) -> None:
    """Nothing outside of the site is read."""
    write(tmp_path, "outside/LC_MESSAGES/ui.po", 'msgid "secret"\nmsgstr "secret"\n')
    root = small_site(tmp_path / "root")
    (root / "locales").mkdir()
    (root / "locales/tr").symlink_to(tmp_path / "outside")
    entries, problems = read_po(root, "locales/tr/LC_MESSAGES/ui.po")
    assert entries == []
    assert "symbolic link" in said(problems)[0]


@pytest.mark.parametrize(
    "name", ["CON", "nul", "é", unicodedata.normalize("NFD", "é"), "H100", "x" * 200, "index", "a\n", " a", "a.b"]
)
def test_row_41_names_of_files_that_are_no_slug(tmp_path: Path, name: str) -> None:
    """Refused by name; the message holds no line break of its own."""
    root = small_site(tmp_path, {f"content/pages/{name}.md": FILES[PAGE]})
    problems = said(problems_of(root))
    assert len(problems) == 1
    assert problems[0].startswith("content/pages")
    assert problems[0].isprintable()


@pytest.mark.parametrize("slug", ["../x", "/etc/x", '"a\\n"', "CON", "con", "é", "H100", "x" * 300, "''"])
def test_row_41_ids_that_are_no_slug(tmp_path: Path, slug: str) -> None:
    """An id becomes a folder of the output."""
    problems = problems_after(tmp_path, GPUS, "id: b200", f"id: {slug}")
    assert [str(problem.place) for problem in problems] == [f"{GPUS}:33:7"]


def test_row_41_names_that_differ_by_case_only(tmp_path: Path) -> None:
    """On other computers one would overwrite the other: both are named."""
    root = small_site(tmp_path, {"content/pages/Methodology.md": FILES[PAGE]})
    assert f'{PAGE}: "{PAGE}" and "content/pages/Methodology.md" have one name' in said(problems_of(root))


@given(slug=st.text(max_size=80) | st.from_regex(r"[a-z0-9./\\-]{1,20}", fullmatch=True))
def test_row_41_no_id_leads_out_of_the_output(slug: str) -> None:
    """Whatever id is read stays inside the folder that it is written to."""
    output = Path("/srv/site/gpus")
    try:
        gpu_id = kind_of(Slug).read(slug)
    except Unfit:
        return
    assert (output / gpu_id / "index.html").resolve().parent.parent == output


@pytest.mark.parametrize("path", [GPUS, GUIDE, PAGE, "content/guides/extra.md", "content/pages", "data"])
def test_row_42_symbolic_links(tmp_path: Path, path: str) -> None:
    """To a file, a folder or itself: an error, and what it leads to is in no message."""
    write(tmp_path, "secret", "secret words")
    write(tmp_path, "folder/extra.md", "secret words")
    targets = [tmp_path / "secret", tmp_path / "folder", Path("loop"), Path("/etc/passwd")]
    for number, target in enumerate(targets):
        root = small_site(tmp_path / str(number))
        link = root / path
        if link.is_dir():
            link.rename(tmp_path / f"moved{number}")
        link.unlink(missing_ok=True)
        link.symlink_to(Path(link.name) if target == Path("loop") else target)
        problems = "\n".join(said(problems_of(root)))
        assert "is a symbolic link" in problems
        assert "secret words" not in problems
        assert "root:" not in problems

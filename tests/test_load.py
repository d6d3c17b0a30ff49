"""Loading: files become the model, and each mistake of one file is told once, at its place, in plain words."""

from __future__ import annotations

from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path

import pytest

from generator.loading.images import IMAGE_LIMIT
from generator.loading.load import RESERVED_SLUGS, load_site, read_content
from generator.model import FitFact, GuideHead, Site
from generator.problems import Place, Severity
from tests.images import jpeg, png
from tests.sites import FILES, edited, problems_after, problems_of, said, small_site, write

GPUS, PRICES, MODELS, SETTINGS, GUIDE, PAGE = FILES


def load(root: Path) -> Site:
    """The site of a root that has no problems."""
    site, problems = load_site(root)
    assert said(problems) == []
    assert site is not None
    return site


def test_the_small_site_is_in_order(tmp_path: Path) -> None:
    """What every other test here changes has no problem itself."""
    assert problems_of(small_site(tmp_path)) == []


def test_what_is_read_is_what_was_written(tmp_path: Path) -> None:
    """Exact decimals, real dates, kinds of facts; nothing is filled in."""
    site = load(small_site(tmp_path))
    h100 = site.gpu("h100")
    assert (h100.tf32_tflops, h100.fp4_tflops, h100.added) == (Decimal("494.5"), None, date(2026, 12, 1))
    assert site.gpu("b200").derived.bandwidth_gbs == 8000
    assert site.gpu("b200").note == "Rates are derived from those of the whole system."
    assert site.snapshot.value.as_of == datetime(2026, 12, 1, tzinfo=UTC)
    assert str(site.snapshot.value.offers[1].price_per_hour) == "22.50"
    assert site.settings.value.methods["lora"].bytes_per_parameter == Decimal("2.2")
    assert site.guides[0].slug == "training"
    assert site.guides[0].head.facts["h100_fit"] == FitFact(gpu="h100", fit="full_training", gpus=1)


def test_places_lead_back_to_the_files(tmp_path: Path) -> None:
    """Each stage after this one can say where a value stands."""
    site = load(small_site(tmp_path))
    assert site.gpus.places.at("gpus", 1, "memory_gb") == Place(GPUS, 40, 14)
    assert site.guides[0].places.at("facts", "h100_fit", "fit") == Place(GUIDE, 17, 30)


def test_the_words_of_a_guide_in_the_order_of_the_document(tmp_path: Path) -> None:
    """Front matter first, then the text, then questions; each with its key, its Markdown and where it stands."""
    guide = load(small_site(tmp_path)).guides[0]
    assert [(segment.key, str(segment.place)[len(GUIDE) + 1 :], segment.context) for segment in guide.segments] == [
        ("meta/title", "2:8", "Training › title"),
        ("meta/short_title", "3:14", "Training › short title"),
        ("meta/description", "4:14", "Training › description"),
        ("meta/blurb", "5:8", "Training › blurb"),
        ("lead/p1", "25:1", "Training › lead › paragraph 1"),
        ("memory/h", "27:4", "Training › Memory › heading"),
        ("memory/p1", "29:1", "Training › Memory › paragraph 1"),
        ("faq/memory/q", "20:6", 'Training › question "memory"'),
        ("faq/memory/a", "22:5", 'Training › answer "memory"'),
    ]
    answer = guide.segments[-1]
    assert answer.msgid == "About as much as {h100_memory} for [a small model](gpu:h100)."
    assert answer.at(answer.msgid.index("[")) == Place(GUIDE, 23, 5)


@pytest.mark.parametrize(
    ("line", "column"),
    [("q: Why {x}?", 8), ("q: 'Why {x}?'", 9), ('q: "Why {x}?"', 9)],
)
def test_places_inside_a_quoted_text(line: str, column: int) -> None:
    """The quotation mark is not part of the words."""
    text = edited(GUIDE, "q: How much memory does it take?", line)
    content, _ = read_content(GuideHead, text, GUIDE)
    assert content is not None
    question = content.segments[-2]
    assert question.at(question.msgid.index("{")) == Place(GUIDE, 20, column + 2)


@pytest.mark.parametrize(
    ("path", "old", "new", "message", "hint"),
    [
        (
            GPUS,
            "memory_gb: 80",
            "memory_gb: lots",
            '9:14: memory_gb of "h100" should be a number of GB, not "lots"',
            "",
        ),
        (
            GPUS,
            "memory_gb: 80",
            'memory_gb: "80"',
            '9:14: memory_gb of "h100" should be a number of GB, not "80"',
            "write the number without quotation marks",
        ),
        (
            GPUS,
            "memory_gb: 80",
            "memory_gb: 80 GB",
            '9:14: memory_gb of "h100" should be a number of GB, not "80 GB"',
            "write the number alone, such as 1000 or 0.5",
        ),
        (
            GPUS,
            "memory_gb: 80",
            "memory_gb: 0",
            '9:14: memory_gb of "h100" should be a number of GB above 0, not 0',
            "",
        ),
        (GPUS, "memory_gb: 80", "memory_gb:", '9:13: memory_gb of "h100" should be a number of GB, not nothing', ""),
        (
            GPUS,
            "memory_gb: 80",
            "memory_gb: {gb: 80}",
            '9:14: memory_gb of "h100" should be a number of GB, not a group of keys',
            "",
        ),
        (GPUS, "memory_gb: 80", "memroy_gb: 80", '9:3: unknown key "memroy_gb" in "h100"', 'did you mean "memory_gb"?'),
        (GPUS, "  memory_gb: 80\n", "", '2:3: "h100" lacks the key "memory_gb"', ""),
        (
            GPUS,
            "  fp32_tflops: 67\n",
            "",
            '2:3: "h100" lacks the key "fp32_tflops"',
            'write "fp32_tflops: null" where there is no figure',
        ),
        (GPUS, "  ecc: true", "  ecc: true\n  colour: green", '26:3: unknown key "colour" in "h100"', ""),
        (GPUS, "gpus:\n", "gpu:\n", '1:1: unknown key "gpu"', 'did you mean "gpus"?'),
        (GPUS, "ecc: true", "ecc: 1", '25:8: ecc of "h100" should be true or false, not 1', ""),
        (
            GPUS,
            "vendor: NVIDIA",
            "vendor: nvidia",
            '4:11: vendor of "h100" should be "NVIDIA", "AMD" or "Intel", not "nvidia"',
            'did you mean "NVIDIA"?',
        ),
        (
            GPUS,
            "segment: datacenter",
            "segment: server",
            '6:12: segment of "h100" should be "datacenter", "workstation" or "consumer", not "server"',
            "",
        ),
        (
            GPUS,
            "id: h100",
            "id: H100",
            '2:7: id of "H100" should be a slug (a-z, 0-9 and single hyphens, at most 64), not "H100"',
            "",
        ),
        (
            GPUS,
            "id: h100",
            "id: nul",
            '2:7: id of "nul" should be a slug that can be a folder on Windows too, not "nul"',
            "",
        ),
        (GPUS, "name: H100", "name: 100", '3:9: name of "h100" should be text, not 100', 'quote it: "100"'),
        (GPUS, "name: H100", "name:", '3:8: name of "h100" should be text, not nothing', ""),
        (
            GPUS,
            "note: >-",
            "note: >",
            (
                '63:9: note of "b200" should be one line of text without blanks at its ends, not "Rates are '
                'derived from those of the whole system.\\u000a"'
            ),
            "to fold a long text over several lines, put >- before it",
        ),
        (
            GPUS,
            "devices: 1",
            "devices: 1.5",
            '8:12: devices of "h100" should be a number of devices from 1 to 16, not 1.5',
            "",
        ),
        (
            GPUS,
            "launch_year: 2022",
            "launch_year: 22",
            '27:16: launch_year of "h100" should be a year from 1999 to 2100, not 22',
            "",
        ),
        (
            GPUS,
            "added: 2026-12-01",
            "added: 2026-02-30",
            '28:10: added of "h100" should be a date that exists, as YYYY-MM-DD, not "2026-02-30"',
            "",
        ),
        (
            GPUS,
            "added: 2026-12-01",
            "added: 01.12.2026",
            '28:10: added of "h100" should be a date that exists, as YYYY-MM-DD, not "01.12.2026"',
            "",
        ),
        (
            GPUS,
            "unsupported: [fp4_tflops]",
            "unsupported: fp4_tflops",
            '30:16: unsupported of "h100" should be a list, not "fp4_tflops"',
            "",
        ),
        (
            GPUS,
            "url: https://maker.test/h100",
            "url: http://maker.test/h100",
            (
                '32:30: url of item 1 of sources of "h100" should be an address that begins with https://, '
                'not "http://maker.test/h100"'
            ),
            "",
        ),
        (
            GPUS,
            "derived: {bandwidth_gbs",
            "derived: {bandwidth",
            '61:13: unknown key "bandwidth" in derived of "b200"',
            'did you mean "bandwidth_gbs"?',
        ),
        (
            GPUS,
            "successor: b200",
            "successor: [b200]",
            '29:14: successor of "h100" should be a slug (a-z, 0-9 and single hyphens, at most 64), not a list',
            "",
        ),
        (PRICES, "currency: USD", "currency: EUR", '2:11: currency should be "USD", not "EUR"', ""),
        (PRICES, "currency: USD\n", "", '1:1: the key "currency" is missing', ""),
        (
            PRICES,
            "00:00:00Z",
            "00:00:00",
            '1:8: as_of should be a time that exists, as YYYY-MM-DDTHH:MM:SSZ (UTC), not "2026-12-01T00:00:00"',
            "",
        ),
        (
            PRICES,
            "00:00:00Z",
            "24:00:00Z",
            '1:8: as_of should be a time that exists, as YYYY-MM-DDTHH:MM:SSZ (UTC), not "2026-12-01T24:00:00Z"',
            "",
        ),
        (
            PRICES,
            "gpus: 8",
            "gpus: eight",
            '5:21: gpus of "h100" should be a number of GPUs from 1 to 1024, not "eight"',
            "",
        ),
        (
            PRICES,
            "price_per_hour: 2.88",
            "price: 2.88",
            '4:24: unknown key "price" in "h100"',
            'did you mean "price_per_hour"?',
        ),
        (
            PRICES,
            "price_per_hour: 2.88",
            "price_per_hour: -2.88",
            '4:40: price_per_hour of "h100" should be a price above 0, not -2.88',
            "",
        ),
        (
            PRICES,
            "kind: spot",
            "kind: sport",
            '5:53: kind of "h100" should be "on_demand", "spot" or "reserved", not "sport"',
            'did you mean "spot"?',
        ),
        (
            MODELS,
            "kind: image",
            "kind: picture",
            '2:32: kind of "flux" should be "image" or "video", not "picture"',
            "",
        ),
        (MODELS, ", source: Card", "", '2:3: "flux" lacks the key "source"', ""),
        (
            SETTINGS,
            "locales: [en, tr]",
            "locales: []",
            "5:10: locales should be a list of at least one item, not an empty list",
            "",
        ),
        (
            SETTINGS,
            "lora:",
            "LoRA:",
            '10:3: the key "LoRA" should be a name (a-z, 0-9 and underscores, a letter first)',
            "",
        ),
        (
            SETTINGS,
            "bytes_per_parameter: 2.2",
            "bytes_per_parameter: two",
            '10:44: bytes_per_parameter of method "lora" should be a number of bytes, not "two"',
            "",
        ),
        (SETTINGS, "ui: 100", "ui: 101", "13:12: ui of bars should be a percentage from 0 to 100, not 101", ""),
        (
            SETTINGS,
            "network: https://a.test/n",
            "network: a.test",
            '3:44: network of links should be an address that begins with https://, not "a.test"',
            "",
        ),
        (GUIDE, "order: 1", "order: first", '6:8: order should be a place in the order from 1 to 999, not "first"', ""),
        (GUIDE, "order: 1\n", "", '2:1: the key "order" is missing', ""),
        (
            GUIDE,
            "needed: [full_training]",
            "needed: full_training",
            '13:9: needed should be a list, not "full_training"',
            "",
        ),
        (GUIDE, "compare: [[b200, h100]]", "compare: [[b200]]", "14:11: item 1 of compare should be a pair", ""),
        (
            GUIDE,
            "compare: [[b200, h100]]",
            "compare: [[b200, h100, h100]]",
            "14:11: item 1 of compare should be a pair",
            "",
        ),
        (
            GUIDE,
            "field: memory_gb",
            "feild: memory_gb",
            '16:28: unknown key "feild" in fact "h100_memory"',
            'did you mean "field"?',
        ),
        (
            GUIDE,
            "{gpu: h100, fit: full_training, gpus: 1}",
            "{fits: full_training, gpus: 1}",
            '17:13: fact "h100_fit" does not say what it is',
            "a fact names a setting, a gpu with field or fit, a ratio, a method, gpus_needed or a model",
        ),
        (
            GUIDE,
            "{gpu: h100, fit: full_training, gpus: 1}",
            "{gpu: h100, fit: full_training}",
            '17:13: fact "h100_fit" lacks the key "gpus"',
            "",
        ),
        (
            GUIDE,
            "h100_fit:",
            "H100-fit:",
            '17:3: the key "H100-fit" should be a name (a-z, 0-9 and underscores, a letter first)',
            "",
        ),
        (
            GUIDE,
            "q: How much memory does it take?",
            "q: 7",
            '20:6: q of "memory" should be text, not 7',
            'quote it: "7"',
        ),
        (
            GUIDE,
            "a: >-",
            "a: >",
            (
                '21:6: a of "memory" should be one line of text without blanks at its ends, not "About as '
                'much as {h100_memory} for [a small model](gpu:h100…"'
            ),
            "to fold a long text over several lines, put >- before it",
        ),
        (
            GUIDE,
            "key: memory",
            "key: Memory",
            '19:8: key of "Memory" should be a slug (a-z, 0-9 and single hyphens, at most 64), not "Memory"',
            "",
        ),
        (
            GUIDE,
            "[a small model](gpu:h100)",
            "[a small model](javascript:x)",
            '23:21: a link must not lead to "javascript:x"',
            (
                "write gpu:ID, guide:SLUG, page:SLUG, compare:ID/ID, site:NAME, #anchor or an address that "
                "begins with https://"
            ),
        ),
        (
            GUIDE,
            "---\ntitle",
            "title",
            '1:1: the file should begin with a line "---"',
            'the front matter stands between two lines "---"',
        ),
        (
            GUIDE,
            "---\nA lead",
            "A lead",
            "1:1: the front matter that begins here is never closed",
            'the front matter stands between two lines "---"',
        ),
        (
            GUIDE,
            "updated: 2026-12-01",
            "updated: 2026-12-01\nupdated: 2026-12-02",
            '8:1: the key "updated" stands twice, first on line 7',
            "keep one of the two",
        ),
        (PAGE, "title: How", "titel: How", '2:1: unknown key "titel"', 'did you mean "title"?'),
        (
            PAGE,
            "updated: 2026-12-01",
            "updated: today",
            '5:10: updated should be a date that exists, as YYYY-MM-DD, not "today"',
            "",
        ),
    ],
)
def test_one_mistake(tmp_path: Path, path: str, old: str, new: str, message: str, hint: str) -> None:
    """One passage of the small site is changed; exactly this is said, with exactly this place."""
    problems = problems_after(tmp_path, path, old, new)
    assert said(problems) == [f"{path}:{message}"]
    assert problems[0].hint == hint


def test_all_mistakes_of_all_files_are_told_at_once(tmp_path: Path) -> None:
    """Nobody mends one file to learn of the next."""
    changes = {
        GPUS: edited(GPUS, "ecc: true", "ecc: maybe").replace("vendor: NVIDIA", "vendor: Nvidia"),
        PRICES: edited(PRICES, "USD", "EUR"),
        GUIDE: edited(GUIDE, "order: 1", "order: one").replace("## Memory {#memory}", "## Memory"),
        PAGE: None,
    }
    assert [problem.split(" ")[0] for problem in said(problems_of(small_site(tmp_path, changes)))] == [
        "content/guides/training.md:6:8:",
        "content/guides/training.md:27:10:",
        "data/gpus.yaml:4:11:",
        "data/gpus.yaml:25:8:",
        "data/gpus.yaml:35:11:",
        "data/prices.yaml:2:11:",
    ]


def test_a_guide_that_does_not_fit_is_no_dead_link_elsewhere(tmp_path: Path) -> None:
    """The page that links to it is right; only the guide itself is told of."""
    problems = problems_after(tmp_path, GUIDE, "order: 1", "order: one")
    assert [problem.place.path for problem in problems] == [GUIDE]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Training", 'the name "Training" should be a-z, 0-9 and single hyphens, at most 64'),
        ("a--b", 'the name "a--b" should be a-z, 0-9 and single hyphens, at most 64'),
        ("x" * 65, f'the name "{"x" * 59}…" should be a-z, 0-9 and single hyphens, at most 64'),
        ("con", 'the name "con" is taken'),
        ("index", 'the name "index" is taken'),
        ("gpus", 'the name "gpus" is taken'),
    ],
)
def test_names_of_content_files(tmp_path: Path, name: str, message: str) -> None:
    """A file's name is its address and the name of its PO file."""
    path = f"content/pages/{name}.md"
    assert said(problems_of(small_site(tmp_path, {path: FILES[PAGE]}))) == [f"{path}: {message}"]


def test_the_interface_and_the_gpus_keep_their_po_files() -> None:
    """A guide of that name would share its file in locales/ with them."""
    assert {"ui", "gpus", "models"} <= RESERVED_SLUGS


@pytest.mark.parametrize("text", ["", "# nothing yet\n", "---\n"])
def test_an_empty_file(tmp_path: Path, text: str) -> None:
    """Comments alone make no data."""
    assert said(problems_of(small_site(tmp_path, {PRICES: text}))) == [f"{PRICES}:1:1: this file is empty"]


def test_a_list_in_the_place_of_keys(tmp_path: Path) -> None:
    """The entries were written without the key that they belong to."""
    problems = problems_of(small_site(tmp_path, {PRICES: "- {gpu: h100}\n"}))
    assert said(problems) == [f"{PRICES}:1:1: the file should hold a group of keys, not a list"]
    assert problems[0].hint == 'it begins with a key such as "as_of:"'


def test_a_snapshot_that_lies_elsewhere(tmp_path: Path) -> None:
    """A server keeps the snapshot in a folder of its own, perhaps behind a link; problems name it as the caller did."""
    root = small_site(tmp_path / "root", {PRICES: None})
    write(tmp_path, "state/2026-12-02.yaml", FILES[PRICES].replace("12-01", "12-02"))
    current = tmp_path / "state" / "current.yaml"
    current.symlink_to("2026-12-02.yaml")
    site, problems = load_site(root, current)
    assert site is not None
    assert site.snapshot.value.as_of.day == 2
    write(tmp_path, "state/2026-12-02.yaml", FILES[PRICES].replace("as_of: 2026", "as_of: soon 2026"))
    assert said(load_site(root, current)[1])[0].startswith(f"{current}:1:8: as_of should be a time")
    assert said(load_site(root, tmp_path / "none.yaml")[1]) == [f"{tmp_path}/none.yaml: this file is missing"]
    assert problems == []


def test_a_missing_data_file(tmp_path: Path) -> None:
    """It is told together with everything else."""
    changes = {MODELS: None, SETTINGS: None}
    assert said(problems_of(small_site(tmp_path, changes))) == [
        "data/models.yaml: this file is missing",
        "data/site.yaml: this file is missing",
    ]


def test_the_real_input_is_read_quickly(site_root: Path) -> None:
    """Most of a preview's time after a change is not spent here; the bound leaves room for a busy machine."""
    load_site(site_root)
    begin = datetime.now(UTC)
    load_site(site_root)
    assert (datetime.now(UTC) - begin).total_seconds() < 0.5


def test_images_are_read_by_their_names(tmp_path: Path) -> None:
    """With their size; a site without a folder of them has none."""
    assert load(small_site(tmp_path / "none")).images == {}
    root = small_site(tmp_path / "some", {"content/images/b.png": png(4, 3), "content/images/a.jpg": jpeg(9, 8)})
    images = load(root).images
    assert {name: (image.width, image.height) for name, image in images.items()} == {"a.jpg": (9, 8), "b.png": (4, 3)}
    assert images["b.png"].content == png(4, 3)


def test_images_that_do_not_fit_are_told_and_named(tmp_path: Path) -> None:
    """Each at its file; what was told is not said to be missing as well."""
    root = small_site(
        tmp_path / "root",
        {
            "content/images/big.png": png() + b"\0" * IMAGE_LIMIT,
            "content/images/chart.svg": "<svg/>",
            "content/images/IMG_1.JPG": jpeg(),
            "content/images/jpeg.png": jpeg(),
            "content/images/notes.txt": "",
            "content/images/good.png": png(),
        },
    )
    (root / "content/images/link.png").symlink_to(write(tmp_path, "elsewhere.png", png()))
    site, problems = load_site(root)
    assert said(problems) == [
        (
            'content/images/IMG_1.JPG: the name "IMG_1.JPG" should be a-z, 0-9 and single hyphens, at most 64, then '
            ".png, .jpg, .jpeg or .webp"
        ),
        f"content/images/big.png: this file has {len(png()) + IMAGE_LIMIT:,} bytes; at most 300,000 are read",
        "content/images/chart.svg: an SVG can hold scripts, so it is not shown",
        "content/images/jpeg.png: this is a JPEG file, and its name ends in .png",
        "content/images/link.png: this is a symbolic link, and those are not followed",
        "content/images/notes.txt: warning: this is not read",
    ]
    assert all(problem.hint for problem in problems)
    assert [problem.severity for problem in problems].count(Severity.ERROR) == 5
    assert site is not None
    assert site.images.keys() == {"good.png"}
    assert site.unread == {"IMG_1.JPG", "big.png", "chart.svg", "jpeg.png", "link.png"}


def test_the_largest_file_is_read(tmp_path: Path) -> None:
    """The limit itself is allowed."""
    data = png() + b"\0" * (IMAGE_LIMIT - len(png()))
    assert load(small_site(tmp_path, {"content/images/a.png": data})).images["a.png"].content == data

"""Rules across files: each mistake is told once, at its place, with a hint where there is something to say."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.checks.check import check_site
from generator.loading.load import load_site
from generator.problems import Severity
from tests.images import png
from tests.sites import FILES, problems_after, problems_of, said, small_site, write

GPUS, PRICES, MODELS, SETTINGS, GUIDE, PAGE = FILES


@pytest.mark.parametrize(
    ("path", "old", "new", "message", "hint"),
    [
        (
            GPUS,
            "name: B200",
            "name: H100",
            '34:9: the name "H100" stands twice, first on line 3',
            "keep one of the two",
        ),
        (
            GPUS,
            "memory_gb: 80",
            "memory_gb: 80000",
            '9:14: memory_gb of "h100" is 80000; from 1 to 2,000 is believable',
            "check the unit",
        ),
        (
            GPUS,
            "bandwidth_gbs: 3350",
            "bandwidth_gbs: 3.35",
            '11:18: bandwidth_gbs of "h100" is 3.35; from 50 to 50,000 is believable',
            "check the unit",
        ),
        (
            GPUS,
            "tf32_tflops: 494.5",
            "tf32_tflops: 989",
            '17:16: tf32_tflops of "h100" is 1.00 times its bf16_tflops; 0.25 to 0.55 times is believable',
            "one of the two may count sparsity, which doubles it: enter dense rates",
        ),
        (
            GPUS,
            "bf16_tflops: 2250}",
            "bf16_tflops: 2250, int8_tops: 20000}",
            '61:64: int8_tops of "b200" is 8.89 times its bf16_tflops; 0.95 to 4.2 times is believable',
            "one of the two may count sparsity, which doubles it: enter dense rates",
        ),
        (
            GPUS,
            "successor: b200",
            "successor: b20",
            '29:14: there is no GPU "b20" in data/gpus.yaml',
            'did you mean "b200"?',
        ),
        (GPUS, "successor: b200", "successor: h100", '29:14: "h100" would be its own successor', ""),
        (
            GPUS,
            "unsupported: [fp4_tflops]",
            "unsupported: [fp4]",
            '30:17: "fp4" may not stand under unsupported of "h100"',
            'did you mean "fp4_tflops"?',
        ),
        (
            GPUS,
            "unsupported: [fp4_tflops]",
            "unsupported: [fp4_tflops, fp4_tflops]",
            '30:29: the field "fp4_tflops" stands twice, on this line',
            "keep one of the two",
        ),
        (
            GPUS,
            "unsupported: [fp4_tflops]",
            "unsupported: [fp8_tflops]",
            '30:17: fp8_tflops of "h100" stands under unsupported, and has the value 1979',
            "delete one of the two",
        ),
        (
            GPUS,
            "unsupported: [fp4_tflops]",
            "unpublished: [fp8_tflops]",
            '30:17: fp8_tflops of "h100" stands under unpublished, and has the value 1979',
            "delete one of the two",
        ),
        (GPUS, "unverified: [ecc]", "unverified: [note]", '62:16: "note" may not stand under unverified of "b200"', ""),
        (
            GPUS,
            "unsupported: [fp4_tflops]",
            "derived: {bf16_tflops: 989}",
            '30:13: bf16_tflops of "h100" is both published and derived',
            "a published figure needs no derived one",
        ),
        (
            PRICES,
            "gpu: h100, gpus: 1",
            "gpu: h10, gpus: 1",
            '4:9: there is no GPU "h10" in data/gpus.yaml',
            'did you mean "h100"?',
        ),
        (
            PRICES,
            "2.88",
            "288",
            '4:40: 288 an hour for 1 GPU of "h100" is not believable',
            "between 0.01 and 100 per GPU is; the price is for the whole offer",
        ),
        (
            PRICES,
            "gpus: 8, price_per_hour: 22.50, kind: spot",
            "gpus: 1, price_per_hour: 2.50",
            '5:3: the offer "h100, 1" stands twice, first on line 4',
            "offers differ in gpu, gpus, kind or region; keep one of the two",
        ),
        (MODELS, "id: wan", "id: flux", '3:8: the id "flux" stands twice, first on line 2', "keep one of the two"),
        (
            MODELS,
            "offload_gb: 8.19",
            "offload_gb: null",
            '3:3: "wan" has neither memory_gb nor offload_gb',
            "a model whose need nobody knows is left out",
        ),
        (
            MODELS,
            "offload_gb: 24",
            "offload_gb: 34.7",
            '2:84: offload_gb of "flux" should be less than its memory_gb, 34.7',
            "",
        ),
        (
            SETTINGS,
            "[en, tr]",
            "[en, xx]",
            '5:15: "xx" is not the name of a locale',
            "a language as in CLDR, with a territory where that matters: tr, de, pt_BR, zh_Hant",
        ),
        (SETTINGS, "[en, tr]", "[en, en-US]", '5:15: "en-US" is not the name of a locale', 'did you mean "en_US"?'),
        (
            SETTINGS,
            "[en, tr]",
            "[en, tr, tr]",
            '5:19: the locale "tr" stands twice, on this line',
            "keep one of the two",
        ),
        (SETTINGS, "[en, tr]", "[tr, en]", '5:11: the first locale should be "en", the source, not "tr"', ""),
        (SETTINGS, "[en, tr]", "[en, en_XA]", '5:15: "en_XA" is made on demand and never published', "delete it"),
        (SETTINGS, "usable_memory: 0.8", "usable_memory: 80", "6:16: usable_memory should be at most 1, not 80", ""),
        (SETTINGS, "from_b: 0", "from_b: 1", "7:21: the first from_b should be 0, not 1", ""),
        (
            SETTINGS,
            "{from_b: 10, step_b: 5}",
            "{from_b: 10, step_b: 5}, {from_b: 10, step_b: 10}",
            "7:70: the values of from_b should ascend, and 10 follows 10",
            "",
        ),
        (SETTINGS, "[7, 70]", "[70, 7]", "11:21: the values of model_sizes_b should ascend, and 7 follows 70", ""),
        (
            SETTINGS,
            "gpus: [1, 8]",
            "gpus: [1, 1]",
            '9:76: the values of gpus of method "full_training" should ascend, and 1 follows 1',
            "",
        ),
        (
            SETTINGS,
            "strong_hours: 168",
            "strong_hours: 24",
            "12:45: strong_hours should be more than notice_hours, 24",
            "",
        ),
        (
            SETTINGS,
            "names: [NVLink, LoRA]",
            "names: [LoRA, LoRA]",
            '15:15: the name "LoRA" stands twice, on this line',
            "keep one of the two",
        ),
        (
            SETTINGS,
            "https://catalogue.test",
            "https://catalogue.test/?x",
            "2:11: base_url should end with a host or folder, without ? and #",
            "",
        ),
        (
            SETTINGS,
            "https://catalogue.test",
            "https://catalogue.example",
            '2:11: warning: "https://catalogue.example" is not a real address',
            "its owner has to settle it before the site goes public",
        ),
        (
            GUIDE,
            "gpus: [b200, h100]",
            "gpus: [b200, h10]",
            '10:16: there is no GPU "h10" in data/gpus.yaml',
            'did you mean "h100"?',
        ),
        (
            GUIDE,
            "gpus: [b200, h100]",
            "gpus: [b200, b200]",
            '10:16: the GPU "b200" stands twice, on this line',
            "keep one of the two",
        ),
        (GUIDE, "gpus: [b200, h100]", "gpus: []", "10:9: this table would be empty", ""),
        (GUIDE, "  gpus: [b200, h100]\n", "", "9:1: a table needs gpus or where, and this one has neither", ""),
        (
            GUIDE,
            "gpus: [b200, h100]",
            "gpus: [b200]\n  where: {memory_gb: {min: 80}}",
            "9:1: a table needs gpus or where, and this one has both",
            "",
        ),
        (GUIDE, "gpus: [b200, h100]", "where: {memory_gb: {min: 800}}", "10:3: this selects no GPU", "widen it"),
        (
            GUIDE,
            "gpus: [b200, h100]",
            "where: {memory: {min: 80}}",
            '10:11: there is no field "memory"',
            'did you mean "memory_gb" or "memory_type"?',
        ),
        (
            GUIDE,
            "gpus: [b200, h100]",
            "where: {segment: {in: [datacentre]}}",
            '10:26: no GPU has "datacentre" as its segment',
            'did you mean "datacenter"?',
        ),
        (
            GUIDE,
            "gpus: [b200, h100]",
            "where: {segment: {min: 3}}",
            "10:11: segment is not a number, so it has neither min nor max",
            "list its values under in",
        ),
        (
            GUIDE,
            "gpus: [b200, h100]",
            "where: {memory_gb: {}}",
            '10:11: where "memory_gb" should have min, max or in',
            "",
        ),
        (
            GUIDE,
            "gpus: [b200, h100]",
            "where: {memory_gb: {min: 90, max: 80}}",
            '10:11: the min of "memory_gb" is more than its max',
            "",
        ),
        (
            GUIDE,
            "sort: [-memory_gb]",
            "sort: [-memory]",
            '11:10: there is no field "memory"',
            'did you mean "memory_gb" or "memory_type"?',
        ),
        (
            GUIDE,
            "columns: [memory, ",
            "columns: [memry, ",
            '12:13: there is no column "memry"',
            'did you mean "memory"?',
        ),
        (
            GUIDE,
            "columns: [memory, ",
            "columns: [memory, memory, ",
            '12:21: the column "memory" stands twice, on this line',
            "keep one of the two",
        ),
        (
            GUIDE,
            "needed: [full_training]",
            "needed: [full_traning]",
            '13:10: there is no method "full_traning"',
            'did you mean "full_training"?',
        ),
        (
            GUIDE,
            "needed: [full_training]",
            "needed: [lora, lora]",
            '13:16: the method "lora" stands twice, on this line',
            "keep one of the two",
        ),
        (
            GUIDE,
            "[[b200, h100]]",
            "[[b200, h1000]]",
            '14:18: there is no GPU "h1000" in data/gpus.yaml',
            'did you mean "h100"?',
        ),
        (GUIDE, "[[b200, h100]]", "[[b200, b200]]", '14:11: "b200" is compared with itself', ""),
        (
            GUIDE,
            "[[b200, h100]]",
            "[[b200, h100], [h100, b200]]",
            "14:25: the pair h100 and b200 stands twice, first on line 14",
            "keep one of the two",
        ),
        (
            GUIDE,
            "gpu: h100, field",
            "gpu: h1000, field",
            '16:22: fact "h100_memory": there is no GPU "h1000" in data/gpus.yaml',
            'did you mean "h100"?',
        ),
        (
            GUIDE,
            "field: memory_gb",
            "field: memory",
            '16:35: fact "h100_memory": "memory" is not a number of a GPU',
            'did you mean "memory_gb"?',
        ),
        (
            GUIDE,
            "field: memory_gb",
            "field: fp4_tflops",
            '16:35: fact "h100_memory": "h100" has no figure for fp4_tflops',
            "",
        ),
        (
            GUIDE,
            "gpu: h100, field: memory_gb",
            "gpu: b200, field: bf16_tflops",
            '16:35: fact "h100_memory": "b200" has no figure for bf16_tflops',
            "there is a derived one; to show it, add derived: true",
        ),
        (
            GUIDE,
            "fit: full_training",
            "fit: full",
            '17:30: fact "h100_fit": there is no method "full" in data/site.yaml',
            'did you mean "full_training"?',
        ),
        (
            GUIDE,
            "for\n    [a small",
            "for {h100_fit_8}\n    [a small",
            '22:40: there is no fact "h100_fit_8" in this file',
            'did you mean "h100_fit"?',
        ),
        (
            GUIDE,
            "  h100_fit:",
            "  share: {setting: usable_memory}\n  h100_fit:",
            '17:3: warning: the fact "share" is never used',
            "delete it",
        ),
        (
            GUIDE,
            "[H100](gpu:h100)",
            "[H100](gpu:h200)",
            '29:12: there is no GPU "h200" in data/gpus.yaml',
            'did you mean "h100"?',
        ),
        (GUIDE, "page:methodology", "page:method", '30:19: there is no page "method"', 'did you mean "methodology"?'),
        (GUIDE, "site:signup", "site:signin", '30:47: there is no address "signin"', 'did you mean "signup"?'),
        (GUIDE, "page:methodology", "compare:h100/h100", '30:19: "h100" is compared with itself', ""),
        (PAGE, "guide:training", "guide:trainings", '7:16: there is no guide "trainings"', 'did you mean "training"?'),
        (
            GUIDE,
            "[/guides/old-training/]",
            "[/guides/training/]",
            '8:11: the alias "/guides/training/" is the address of a page that exists',
            "delete it",
        ),
        (
            GUIDE,
            "[/guides/old-training/]",
            "[/tr/guides/old/]",
            '8:11: an alias should be an address such as /guides/old-name/, not "/tr/guides/old/"',
            "write the address without its language",
        ),
        (
            GUIDE,
            "[/guides/old-training/]",
            "[guides/old]",
            '8:11: an alias should be an address such as /guides/old-name/, not "guides/old"',
            "write the address without its language",
        ),
        (
            GUIDE,
            "[/guides/old-training/]",
            "[/a/, /a/]",
            '8:16: the alias "/a/" stands twice, first at content/guides/training.md:8:11',
            "keep one",
        ),
        (
            GUIDE,
            "faq:\n",
            "faq:\n- {key: memory, q: Why?, a: Because.}\n",
            '20:8: the key "memory" stands twice, first on line 19',
            "keep one of the two",
        ),
        (
            PAGE,
            "updated: 2026-12-01",
            "updated: 2026-12-01\nplaceholder: true",
            "6:14: warning: this page is a placeholder",
            "its owner has to write it before the site goes public",
        ),
    ],
)
def test_one_mistake(tmp_path: Path, path: str, old: str, new: str, message: str, hint: str) -> None:
    """One passage of the small site is changed; exactly this is said, with exactly this place."""
    problems = problems_after(tmp_path, path, old, new)
    assert said(problems) == [f"{path}:{message}"]
    assert problems[0].hint == hint


def test_an_image_that_is_not_there(tmp_path: Path) -> None:
    """At its name; the hint knows the images that there are, or says where to put one."""
    (problem,) = problems_after(tmp_path, GUIDE, "A lead.", "![Memory](memmory.png)")
    assert str(problem).split("\n")[0] == f'{GUIDE}:25:11: there is no image "memmory.png" in content/images/'
    assert problem.hint == "put the file there"
    for name in ("memory.png", "price.png"):
        write(tmp_path, f"content/images/{name}", png())
    problem = next(problem for problem in problems_of(tmp_path) if problem.severity is Severity.ERROR)
    assert problem.hint == 'did you mean "memory.png"?'


def test_an_image_that_nobody_shows(tmp_path: Path) -> None:
    """A warning, with what would show it; one that stands in a quote is shown."""
    write(tmp_path, "content/images/memory.png", png())
    (problem,) = problems_of(small_site(tmp_path))
    assert said([problem]) == ["content/images/memory.png: warning: this image is never used"]
    assert problem.hint == "delete it, or show it with ![What it shows](memory.png)"
    assert problems_after(tmp_path, PAGE, "See [training]", "> ![It](memory.png)\n\nSee [training]") == []


def test_an_image_that_does_not_fit_is_told_once(tmp_path: Path) -> None:
    """Not as missing as well; and while a text cannot be read, no image is said to be of no use."""
    image = write(tmp_path, "content/images/memory.png", b"GIF89a")
    (problem,) = problems_after(tmp_path, GUIDE, "A lead.", "![Memory](memory.png)")
    assert problem.place.path == "content/images/memory.png"
    image.write_bytes(png())
    problems = problems_after(tmp_path, GUIDE, "A lead.", "![Memory](memory.png) <b>")
    assert {problem.place.path for problem in problems} == {GUIDE}


def test_a_fact_in_an_alt_text_is_looked_up(tmp_path: Path) -> None:
    """Figures in it come from the data like all others."""
    write(tmp_path, "content/images/memory.png", png())
    problems = problems_after(tmp_path, GUIDE, "A lead.", "![{h100_memory}, {h200}](memory.png)")
    assert said(problems) == [f'{GUIDE}:25:18: there is no fact "h200" in this file']


def test_the_real_input_has_no_errors(site_root: Path) -> None:
    """What is left are warnings: addresses and pages that the owner still has to settle."""
    site, problems = load_site(site_root)
    assert site is not None
    found = [*problems, *check_site(site)]
    assert [str(problem) for problem in found if problem.severity is Severity.ERROR] == []
    assert {problem.message for problem in found if ".example" not in problem.message} == {"this page is a placeholder"}


def test_an_id_that_stands_twice_leaves_the_other_one_unknown(tmp_path: Path) -> None:
    """Whoever copied an entry and forgot its id sees both ends of the mistake."""
    problems = said(problems_after(tmp_path, GPUS, "id: b200", "id: h100"))
    assert f'{GPUS}:33:7: the id "h100" stands twice, first on line 2' in problems
    assert f'{GUIDE}:10:10: there is no GPU "b200" in data/gpus.yaml' in problems


def test_a_rate_with_sparsity_beside_dense_ones(tmp_path: Path) -> None:
    """FP8 with sparsity is four times dense BF16, and twice INT8."""
    problems = said(problems_after(tmp_path, GPUS, "fp8_tflops: 1979", "fp8_tflops: 3958"))
    believable = "0.95 to 2.2 times is believable"
    assert problems == [
        f'{GPUS}:14:15: fp8_tflops of "h100" is 4.00 times its bf16_tflops; {believable}',
        f'{GPUS}:16:14: int8_tops of "h100" is 0.50 times its fp8_tflops; {believable}',
    ]


def test_successors_in_a_circle(tmp_path: Path) -> None:
    """Each of the circle is told, since either may be the wrong one."""
    problems = said(problems_after(tmp_path, GPUS, "unverified: [ecc]", "successor: h100"))
    assert problems == [
        f'{GPUS}:29:14: "h100" would be the successor of one of its own successors',
        f'{GPUS}:62:14: "b200" would be the successor of one of its own successors',
    ]


def test_a_figure_cannot_be_two_kinds_of_nothing(tmp_path: Path) -> None:
    """Not published means that there is one; unsupported that there is none."""
    problems = said(problems_after(tmp_path, GPUS, "unverified: [ecc]", "unsupported: [bf16_tflops]"))
    assert problems == [
        f'{GPUS}:61:34: bf16_tflops of "b200" is derived, and stands under unsupported',
        f'{GPUS}:62:17: bf16_tflops of "b200" stands under both unpublished and unsupported',
    ]


def test_a_misspelt_fact_leaves_the_right_one_unused(tmp_path: Path) -> None:
    """The error stands at the word, the warning at the declaration."""
    problems = said(problems_after(tmp_path, GUIDE, "trains {h100_fit}", "trains {h100_fits}"))
    assert problems == [
        f'{GUIDE}:17:3: warning: the fact "h100_fit" is never used',
        f'{GUIDE}:29:29: there is no fact "h100_fits" in this file',
    ]


def test_a_guide_and_a_page_of_one_name(tmp_path: Path) -> None:
    """Their words would share a PO file."""
    problems = problems_of(small_site(tmp_path, {"content/pages/training.md": FILES[PAGE]}))
    assert said(problems) == ['content/pages/training.md: the name "training" is taken by content/guides/training.md']


def test_two_guides_of_one_place_in_the_order(tmp_path: Path) -> None:
    """The order of lists would depend on their names."""
    second = FILES[GUIDE].replace("aliases: [/guides/old-training/]\n", "")
    problems = problems_of(small_site(tmp_path, {"content/guides/tuning.md": second}))
    assert said(problems) == ["content/guides/tuning.md:6:8: warning: order 1 is taken by content/guides/training.md"]


def test_an_alias_of_a_page_that_comes_later(tmp_path: Path) -> None:
    """A redirect must never hide a live page, whichever file is read first."""
    problems = said(problems_after(tmp_path, GUIDE, "[/guides/old-training/]", "[/methodology/, /gpus/h100/]"))
    assert problems == [
        f'{GUIDE}:8:11: the alias "/methodology/" is the address of a page that exists',
        f'{GUIDE}:8:26: the alias "/gpus/h100/" is the address of a page that exists',
    ]


def test_a_selection_is_as_good_as_a_list(tmp_path: Path) -> None:
    """A where with bounds and values, by numbers, words and flags."""
    where = "where: {memory_gb: {min: 80, max: 180}, segment: {in: [datacenter]}, ecc: {in: [true]}}"
    assert problems_after(tmp_path, GUIDE, "gpus: [b200, h100]", where) == []

"""The pseudo-locales on a phone: nothing overflows, is cut off, stays English, or is not mirrored."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from generator.loading.load import load_site
from generator.pipeline import Plan
from tests.browser.visitor import PHONE, Visit, Visitor
from tests.conftest import FIXTURE

LONG, MIRRORED = "en-xa", "ar-xb"
PATHS = (
    "",
    "guides/",
    "guides/llm-training/",
    "guides/image-video/",
    "gpus/",
    "gpus/h100-sxm/",
    "gpus/mi250x/",
    "compare/",
    "compare/b200-vs-h200-sxm/",
    "calculator/",
    "methodology/",
    "imprint/",
    "404.html",
)


def test_every_page_type_is_looked_at(site_plan: Plan) -> None:
    """A new template needs its page in ``PATHS``."""
    pages = [page for page in site_plan.pages if page.address.startswith("en/")]
    seen = {page.template for page in pages if page.address.removeprefix("en/") in PATHS}
    assert seen == {page.template for page in pages} - {"moved.html"}


@pytest.fixture(params=[LONG, MIRRORED])
def slug(request: pytest.FixtureRequest) -> str:
    """One of the two pseudo-locales."""
    found: str = request.param
    return found


def phone(visit: Visit, slug: str, path: str) -> Visitor:
    """A page of a locale on a phone, once its scripts have done what they do by themselves."""
    visitor = visit(f"{slug}/{path}", width=PHONE)
    visitor.page.wait_for_load_state("networkidle")
    return visitor


UNFOLD = "document.querySelectorAll('details').forEach((details) => { details.open = true; })"


# Texts that are wider than a box that cuts them off. What only screen readers get is meant to be cut off.
CUT_OFF = """() => [...document.querySelectorAll("body *")].filter((element) => {
  const { overflowX, clipPath, position } = getComputedStyle(element);
  const isForReaders = element.clientWidth <= 1 || clipPath !== "none";
  const hides = overflowX === "hidden" || overflowX === "clip";
  return hides && !isForReaders && element.innerText && element.scrollWidth > element.clientWidth + 1;
}).map((element) => element.innerText)"""


@pytest.mark.parametrize("path", PATHS)
def test_long_texts_fit(visit: Visit, slug: str, path: str) -> None:
    """The page is no wider than the phone, folded or unfolded, though each text is 40 % longer; none is cut off."""
    visitor = phone(visit, slug, path)
    assert visitor.overflow <= 0
    visitor.page.evaluate(UNFOLD)
    assert visitor.overflow <= 0
    assert visitor.page.evaluate(CUT_OFF) == []


# Every text that can be seen, and those that are read out or shown on a field, each with the element it stands in.
# Left out: names that must not be translated, code, times (CLDR's words, in the language that lends its formats), and
# the languages' own names and the titles of sources, which stand in their own language.
TEXTS = """() => {
  const found = [];
  const own = "script, style, template, noscript, [translate=no], time, code, .lang, a[lang]";
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(node);
    if (node.parentElement.closest(own) || ![...range.getClientRects()].some((box) => box.width * box.height)) continue;
    found.push([node.data, node.parentElement.outerHTML.slice(0, 200)]);
  }
  for (const name of ["aria-label", "title", "alt", "placeholder"])
    for (const element of document.querySelectorAll(`[${name}]:not(.lang *)`))
      found.push([element.getAttribute(name), element.outerHTML.slice(0, 200)]);
  found.push([document.title, "title"], [document.querySelector("meta[name=description]")?.content ?? "", "meta"]);
  return found;
}"""
ENGLISH = re.compile(r"[A-Za-z]{2,}")
# Printed the same in every language, as makers do; and what CLDR writes in English and Arabic, whose formats are lent.
UNITS = ("GB", "GB/s", "TFLOPS", "TOPS")
FORMATS = ("bytes", "byte", "and", "US$")


def names() -> re.Pattern[str]:
    """What is the same in every language: products and their parts as their makers write them, units, and formats."""
    site, _ = load_site(FIXTURE)
    assert site is not None
    settings = site.settings.value
    gpus = site.gpus.value
    parts = {
        (gpu.name, gpu.vendor, gpu.architecture, gpu.memory_type, gpu.form_factor, gpu.interconnect) for gpu in gpus
    }
    known = {*settings.names, settings.brand, *(name for part in parts for name in part)}
    known |= {*(model.name for model in site.models.value), *UNITS, *FORMATS}
    longest_first = sorted(known, key=len, reverse=True)
    return re.compile(rf"(?<![A-Za-z])(?:{'|'.join(map(re.escape, longest_first))})(?![A-Za-z])")


def bare_english(page: Page) -> Iterator[tuple[list[str], str, str]]:
    """The words in plain letters of each text that has some, the text, and its element."""
    known = names()
    for text, element in page.evaluate(TEXTS):
        if ENGLISH.search(known.sub("", text)):
            yield ENGLISH.findall(known.sub("", text)), " ".join(text.split()), element


@pytest.mark.parametrize("path", PATHS)
def test_nothing_stays_english(visit: Visit, slug: str, path: str) -> None:
    """A word in plain letters is one that no translator is asked for."""
    page = phone(visit, slug, path).page
    page.evaluate(UNFOLD)
    assert list(bare_english(page)) == []


# What each box of a page leaves free on the side where its lines begin, and on the other.
SIDES = """() => {
  const isMirrored = getComputedStyle(document.documentElement).direction === "rtl";
  const found = [];
  for (const element of document.querySelectorAll("body, body *")) {
    const style = getComputedStyle(element);
    const isBox = !/^(inline|contents)$/.test(style.display) && element.getClientRects().length > 0;
    if (!isBox || element.closest("bdi, svg, .lang *, .find *")) continue;
    const free = {};
    for (const [name, more] of [["margin", ""], ["padding", ""], ["border", "Width"]]) {
      const [left, right] = ["Left", "Right"].map((side) => parseFloat(style[name + side + more]));
      free[name] = isMirrored ? [right, left] : [left, right];
    }
    found.push([`${element.tagName}.${element.className}`, style.direction, free]);
  }
  return found;
}"""


def sides(page: Page) -> list[tuple[str, str, dict[str, list[float]]]]:
    """Of every box its name, its direction, and what it leaves free at the start and at the end of a line."""
    found: list[tuple[str, str, dict[str, list[float]]]] = page.evaluate(SIDES)
    return found


@pytest.mark.parametrize("path", PATHS)
def test_every_margin_is_mirrored(visit: Visit, path: str) -> None:
    """Where a box leaves more free on its left in one language, it leaves more free on its right in the other."""
    plain = sides(phone(visit, LONG, path).page)
    mirrored = sides(phone(visit, MIRRORED, path).page)
    assert [name for name, _, _ in plain] == [name for name, _, _ in mirrored]
    assert {direction for _, direction, _ in plain} == {"ltr"}
    for (name, _, free), (_, direction, other) in zip(plain, mirrored, strict=True):
        assert direction == "rtl", name
        for key, (start, end) in free.items():
            wider, wider_there = start - end, other[key][0] - other[key][1]
            # How much depends on the text; on which side does not.
            assert abs(wider) < 1 or wider * wider_there > 0, (name, key, free[key], other[key])


LANDMARKS = {
    "": (".brand", "main h1"),
    "guides/llm-training/": (
        ".brand",
        ".crumbs li",
        "main h1",
        ".lead p",
        "table[data-table] tbody th",
        "h2",
        "footer a",
    ),
    "gpus/h100-sxm/": (".brand", ".crumbs li", "main h1", ".keys dt", "h2", "footer a"),
    "calculator/": (".brand", ".crumbs li", "main h1", "h2", "footer a"),
}
# How far the first line of an element's text begins from the edge of the screen where lines begin.
BEGINS = """(element) => {
  const range = document.createRange();
  range.selectNodeContents(element);
  const [box] = [...range.getClientRects()].filter(({ width }) => width > 0);
  const isMirrored = getComputedStyle(document.documentElement).direction === "rtl";
  return isMirrored ? document.documentElement.clientWidth - box.right : box.left;
}"""


@pytest.mark.parametrize("path", LANDMARKS)
def test_landmarks_begin_at_the_other_side(visit: Visit, path: str) -> None:
    """As far from the right edge as they are from the left one elsewhere."""
    begins = []
    for slug in (LONG, MIRRORED):
        page = phone(visit, slug, path).page
        begins.append({name: page.locator(name).first.evaluate(BEGINS) for name in LANDMARKS[path]})
    assert begins[1] == pytest.approx(begins[0], abs=2)
    assert all(0 <= begin < PHONE / 2 for begin in begins[0].values())

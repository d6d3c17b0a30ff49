"""Views: what templates see, and the outline that feeds and search get of a page."""

from __future__ import annotations

import pickle
import re

import jinja2.meta
import pytest

from generator.pages.views import MovedView, Page, TextView, outline
from generator.pipeline import Plan
from tests.conftest import ROOT
from tests.test_pages import page_at


@pytest.mark.parametrize("address", ["en/", "en/guides/llm-training/", "en/gpus/b300/", "tr/methodology/"])
def test_an_outline_says_what_feeds_ask(site_plan: Plan, address: str) -> None:
    """Address, title, dates and frame are the page's; it is light enough to travel between processes."""
    page = page_at(site_plan, address)
    told = outline(page)
    assert (told.address, told.title, told.lastmod, told.kind) == (page.address, page.title, page.lastmod, page.kind)
    assert told.view.layout.alternates == page.view.layout.alternates
    assert len(pickle.dumps(told)) < 8_000


def test_an_outline_keeps_where_a_page_leads_and_what_is_a_placeholder(site_plan: Plan) -> None:
    """Redirects and the list for language models depend on it."""
    moved = outline(page_at(site_plan, "en/compare/b200-vs-b300/"))
    assert isinstance(moved.view, MovedView)
    assert moved.view.target_absolute.endswith("/en/compare/b300-vs-b200/")
    imprint = outline(page_at(site_plan, "en/imprint/"))
    assert isinstance(imprint.view, TextView)
    assert imprint.view.placeholder


def test_templates_ask_only_for_the_page_and_its_frame(site_plan: Plan) -> None:
    """Whatever else a template reads, macros apart, would be a global."""
    environment = jinja2.Environment(autoescape=True)
    known = {"page", "layout", "t", "tn", "t_attr", "tn_attr", "once", "caller"}
    for path in sorted((ROOT / "templates").glob("*.html")):
        text = path.read_text("utf-8")
        lists = re.findall(r"import ([\w, ]+?)(?: with context)? %}", text)
        macros = {name.strip() for names in lists for name in names.split(",")}
        macros |= set(re.findall(r"(?:macro|set) (\w+)", text))
        asked = jinja2.meta.find_undeclared_variables(environment.parse(text))
        assert asked <= known | macros, path.name


def test_views_are_values(site_plan: Plan) -> None:
    """Equal inputs give equal pages, which is what their digest rests on."""
    assert page_at(site_plan, "en/gpus/b300/") == page_at(site_plan, "en/gpus/b300/")
    assert isinstance(page_at(site_plan, "en/gpus/b300/"), Page)

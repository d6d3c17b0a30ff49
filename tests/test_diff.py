"""What the next publish would change, in people's words."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.pipeline import Order, build_site, site_differences
from generator.problems import InvalidSite
from tests.test_guide_pages import edit


@pytest.fixture
def order(site_root: Path, tmp_path: Path) -> Order:
    """A site that was published into a folder."""
    order = Order(site_root, tmp_path / "site", no_search=True)
    build_site(order)
    return order


def test_nothing_changed(order: Order, tmp_path: Path) -> None:
    """The same input says so in a sentence."""
    assert str(site_differences(order, tmp_path / "site")) == "Nothing would change."


def test_a_price_and_a_figure_are_named_with_both_values(order: Order, tmp_path: Path) -> None:
    """The fits and ratios that follow from them are not repeated as news."""
    edit(order.root, "data/prices.yaml", "price_per_hour: 2.88}", "price_per_hour: 2.95}")
    edit(order.root, "data/gpus.yaml", "bandwidth_gbs: 3350", "bandwidth_gbs: 3400")
    found = site_differences(order, tmp_path / "site")
    assert [str(change) for change in found.prices] == ["H100 SXM, price per hour: 2.88 USD/hour → 2.95 USD/hour"]
    assert [str(change) for change in found.figures] == ["H100 SXM, bandwidth: 3350 GB/s → 3400 GB/s"]
    assert "/en/gpus/h100-sxm/" in found.changed
    assert "/en/gpus/rtx-4090/" not in found.changed
    assert not found.sentences


def test_a_price_that_goes_is_no_live_offer(order: Order, tmp_path: Path) -> None:
    """Never 0."""
    edit(order.root, "data/prices.yaml", "- {gpu: h100-sxm, gpus: 1, price_per_hour: 2.88}\n", "")
    (change,) = site_differences(order, tmp_path / "site").prices
    assert (change.before, change.after) == ("2.88 USD/hour", "no live offer")


def test_an_edited_sentence_is_shown_where_it_stands(order: Order, tmp_path: Path) -> None:
    """In English now; the translation went stale, so that page changes as well."""
    old = "Beyond one server the network takes the place of these links."
    edit(order.root, "content/guides/llm-training.md", old, "Beyond one server the network does this work.")
    found = site_differences(order, tmp_path / "site")
    lines = found.sentences["/en/guides/llm-training/"]
    assert any(line.startswith("- ") and "takes the place" in line for line in lines)
    assert any(line.startswith("+ ") and "does this work" in line for line in lines)
    assert "/tr/guides/llm-training/" in found.sentences


def test_pages_come_and_go(order: Order, tmp_path: Path) -> None:
    """A renamed guide is a new page and one that goes."""
    (order.root / "content/pages/terms.md").rename(order.root / "content/pages/conditions.md")
    edit(order.root, "templates/base.html", '<li><a href="{{ layout.terms }}">', '<li><a href="{{ layout.home }}">')
    found = site_differences(order, tmp_path / "site")
    assert "/en/conditions/" in found.added
    assert "/en/terms/" in found.removed


def test_a_manifest_is_enough_to_name_the_pages(order: Order, tmp_path: Path) -> None:
    """A hosted service keeps the manifest of what is live, not the pages."""
    manifest = tmp_path / "elsewhere" / "manifest.json"
    manifest.parent.mkdir()
    manifest.write_bytes((tmp_path / "site/manifest.json").read_bytes())
    edit(order.root, "data/prices.yaml", "price_per_hour: 2.88}", "price_per_hour: 2.95}")
    found = site_differences(order, manifest)
    assert "/en/gpus/h100-sxm/" in found.changed
    assert not found.prices


def test_a_foreign_folder_is_refused(order: Order, tmp_path: Path) -> None:
    """It would otherwise look as if every page were new."""
    with pytest.raises(InvalidSite) as invalid:
        site_differences(order, tmp_path)
    assert "is no output folder and no manifest" in str(invalid.value.problems[0])

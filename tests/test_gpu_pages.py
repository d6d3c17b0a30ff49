"""The list of GPUs and the page of each."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

from generator.pages.views import CellView, GpusView, GpuView
from generator.pipeline import Plan
from tests.html import BuiltSite
from tests.test_guide_pages import edit, planned
from tests.test_pages import page_at


def gpu(plan: Plan, gpu_id: str, locale: str = "en") -> GpuView:
    """The view of a GPU's page."""
    view = page_at(plan, f"{locale}/gpus/{gpu_id}/").view
    assert isinstance(view, GpuView)
    return view


def cells(view: GpuView) -> dict[str, CellView]:
    """The cells of the specification by column."""
    return {line.cell.column: line.cell for group in view.groups for line in group.lines}


def test_kinds_of_nothing_differ(site_plan: Plan) -> None:
    """What the maker does not publish, what the hardware does not have, and what is not known here."""
    h100 = cells(gpu(site_plan, "h100-sxm"))
    assert h100["fp4_tensor"].state == "none"
    assert h100["rt_cores"].state == "none"
    assert cells(gpu(site_plan, "b300"))["tdp"].state == "no_figure"


def test_derived_figures_are_shown_with_their_mark(site_plan: Plan) -> None:
    """The guide's table says "not published"; the GPU's own page shows the eighth of the system."""
    bandwidth = cells(gpu(site_plan, "b300"))["bandwidth"]
    assert (bandwidth.text, bandwidth.unit, bandwidth.state) == ("8,000", "GB/s", "derived")
    assert gpu(site_plan, "b300").derived
    assert not gpu(site_plan, "h100-sxm").derived


def test_unverified_figures_are_marked(site_plan: Plan) -> None:
    """Whatever was not read in a source that quotes the maker."""
    assert cells(gpu(site_plan, "b300"))["ecc"].unverified


def test_a_board_of_several_devices_says_so(site_plan: Plan) -> None:
    """One GPU's fit is what one of its devices holds: 64 GB × 0.8 ÷ 16 = 3.2."""
    view = gpu(site_plan, "mi250x")
    assert (view.devices, view.device_memory) == (2, "64 GB")
    one = view.fits[0].cells[0]
    assert one.text == "≈ 3B"
    assert one.sum is not None
    assert one.sum.lines[0] == "64 GB × 0.8"


def test_every_method_has_its_fits_with_the_sum(site_plan: Plan) -> None:
    """A method without a column for that many GPUs is not estimated."""
    view = gpu(site_plan, "h100-sxm")
    assert [(str(line.method), str(line.bytes), line.published) for line in view.fits][:3] == [
        ("Full training", "16 bytes", True),
        ("LoRA", "2.2 bytes", False),
        ("QLoRA", "0.7 bytes", False),
    ]
    assert [cell.state for cell in view.fits[1].cells] == ["value", "not_estimated"]


def test_offers_name_what_there_is_and_what_there_is_not(site_plan: Plan) -> None:
    """One live offer for one GPU, none for eight: never a price of 0."""
    view = gpu(site_plan, "h100-sxm")
    assert [(line.price.state, str(line.price.text)) for line in view.offers[:2]] == [
        ("value", "$2.88"),
        ("no_offer", ""),
    ]
    assert view.offer_count == "1"


def test_an_offer_of_eight_also_says_what_each_costs(site_root: Path) -> None:
    """$20 for eight is $2.50 each."""
    offer = "- {gpu: h100-sxm, gpus: 1, price_per_hour: 2.88}"
    edit(site_root, "data/prices.yaml", offer, f"{offer}\n- {{gpu: h100-sxm, gpus: 8, price_per_hour: 20}}")
    line = gpu(planned(site_root), "h100-sxm").offers[1]
    assert (line.price.text, line.each) == ("$20.00", "$2.50")


def test_prices_enter_structured_data_when_the_market_opens(site_root: Path) -> None:
    """With a dot, an ISO currency and the day until which they count; before that, no offer at all."""

    def product(plan: Plan) -> dict[str, object]:
        (found,) = (p for p in json.loads(gpu(plan, "h100-sxm", "tr").layout.json_ld) if p["@type"] == "Product")
        assert isinstance(found, dict)
        return found

    assert "offers" not in product(planned(site_root))
    edit(site_root, "data/site.yaml", "market_open: false", "market_open: true")
    offers = product(planned(site_root))["offers"]
    assert isinstance(offers, dict)
    assert offers["@type"] == "AggregateOffer"
    assert (offers["lowPrice"], offers["priceCurrency"], offers["priceValidUntil"]) == ("2.88", "USD", "2026-12-08")


def test_the_list_groups_every_gpu_by_segment(site_plan: Plan) -> None:
    """54 models, each once."""
    view = page_at(site_plan, "en/gpus/").view
    assert isinstance(view, GpusView)
    assert [group.id for group in view.groups] == ["datacenter", "workstation", "consumer"]
    listed = [row.id for group in view.groups for row in group.table.rows]
    assert len(listed) == len(set(listed)) == 54
    assert view.offered == "9 models"


def test_the_list_stays_light(built_site: BuiltSite) -> None:
    """Under 40 KB gzip at 54 GPUs, in either language."""
    for locale in ("en", "tr"):
        assert len(gzip.compress(built_site.text(f"{locale}/gpus/index.html").encode())) < 40_000

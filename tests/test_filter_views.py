"""The filters of a table: only choices that tell its rows apart."""

from __future__ import annotations

from decimal import Decimal

from generator.pages.filter_views import filter_view, method_choices
from generator.pages.views import GpusView, GuideView
from generator.pipeline import Plan
from tests.test_page_data import studio_of
from tests.test_pages import page_at


def test_the_list_of_all_models_can_be_filtered_by_everything(site_plan: Plan) -> None:
    """Makers in the data file's order, classes in that of the page."""
    view = page_at(site_plan, "en/gpus/").view
    assert isinstance(view, GpusView)
    assert set(view.filters.vendors) == {"NVIDIA", "AMD", "Intel"}
    assert view.filters.segments == ("datacenter", "workstation", "consumer")
    assert view.filters.offers
    assert view.filters.total == 54


def test_what_all_rows_share_is_no_choice(site_plan: Plan) -> None:
    """The training table has data-centre GPUs only, each with an offer."""
    view = page_at(site_plan, "en/guides/llm-training/").view
    assert isinstance(view, GuideView)
    assert view.filters.segments == ()
    assert not view.filters.offers
    assert view.filters.vendors == ("NVIDIA", "AMD")


def test_no_gpu_at_all_has_no_choices(site_plan: Plan) -> None:
    """A guide's selection may come out empty."""
    view = filter_view(studio_of(site_plan), ())
    assert (view.vendors, view.segments, view.offers, view.total) == ((), (), False, 0)


def test_methods_come_with_their_exact_bytes(site_plan: Plan) -> None:
    """As decimal digits, which a script reads without rounding."""
    settings = studio_of(site_plan).site.settings.value
    choices = {choice.id: Decimal(choice.bytes) for choice in method_choices(studio_of(site_plan))}
    assert choices == {name: method.bytes_per_parameter for name, method in settings.methods.items()}


def test_rows_carry_what_they_are_filtered_by(site_plan: Plan) -> None:
    """The maker in small letters, as it stands in an address; memory to the last digit."""
    view = page_at(site_plan, "en/gpus/").view
    assert isinstance(view, GpusView)
    rows = {row.id: row for group in view.groups for row in group.table.rows}
    board = rows["mi250x"]
    assert (board.vendor, board.segment, board.memory, board.devices, board.offered) == (
        "amd",
        "datacenter",
        "128",
        2,
        False,
    )
    assert rows["h100-sxm"].offered

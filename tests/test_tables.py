"""Tables: which GPUs, in which order, with which cells."""

from __future__ import annotations

from decimal import Decimal

import pytest

from generator.figures.cells import State
from generator.figures.tables import SELECTABLE, Catalogue
from generator.model import TableSpec
from generator.model.kinds import read_value
from tests.samples import gpu, offer, site

SHOP = Catalogue(
    site(
        gpu("a", memory_gb=80, fp64_tflops=Decimal(34), bandwidth_gbs=Decimal(3350), rt_cores=0),
        gpu("b", memory_gb=24, segment="consumer", rt_cores=128, memory_type="GDDR6X"),
        gpu("c", memory_gb=141, fp64_tflops=Decimal(34), bandwidth_gbs=Decimal(4800), rt_cores=None),
        gpu("d", memory_gb=48, fp64_tflops=Decimal("1.25"), segment="workstation", rt_cores=142),
        offers=[offer("a", 1, "2.88")],
    )
)


def chosen(**spec: object) -> str:
    """The ids that a table's specification selects, in order."""
    return "".join(card.id for card in SHOP.select(read_value(TableSpec, {"columns": ("memory",), **spec})))


def test_a_list_keeps_its_order() -> None:
    """The GPUs of ``gpus`` stand as they were written."""
    assert chosen(gpus=("d", "a", "b")) == "dab"


def test_a_selection_keeps_the_order_of_the_data_file() -> None:
    """Without ``sort``, GPUs that match ``where`` stand as in data/gpus.yaml."""
    assert chosen(where={"memory_gb": {"min": 48}}) == "acd"


@pytest.mark.parametrize(
    ("where", "ids"),
    [
        ({"memory_gb": {"min": 48, "max": 80}}, "ad"),
        ({"segment": {"in": ("consumer", "workstation")}}, "bd"),
        ({"segment": {"in": ("datacenter",)}, "memory_gb": {"min": 100}}, "c"),
        ({"fp64_tflops": {"min": 1}}, "acd"),
        ({"rt_cores": {"min": 1}}, "bd"),
        ({"memory_type": {"in": ("HBM2",)}}, ""),
    ],
)
def test_where(where: dict[str, object], ids: str) -> None:
    """Every condition must hold; an unknown figure, or no RT cores, meets none."""
    assert chosen(where=where) == ids


def test_sort_puts_the_unknown_last_both_ways() -> None:
    """Ascending or descending, a GPU without the figure comes last."""
    assert chosen(gpus=("b", "a", "d"), sort=("fp64_tflops",)) == "dab"
    assert chosen(gpus=("b", "a", "d"), sort=("-fp64_tflops",)) == "adb"


def test_no_rt_cores_sort_last_both_ways() -> None:
    """0 RT cores are none, not the smallest number; none and unknown keep their order."""
    assert chosen(gpus=("a", "c", "d", "b"), sort=("rt_cores",)) == "bdac"
    assert chosen(gpus=("a", "c", "d", "b"), sort=("-rt_cores",)) == "dbac"


def test_later_keys_settle_ties_and_then_the_order_before() -> None:
    """Of two with the same FP64 rate the bandwidth decides, and without it the order as written."""
    assert chosen(gpus=("d", "a", "c"), sort=("-fp64_tflops", "-bandwidth_gbs")) == "cad"
    assert chosen(gpus=("d", "a", "c"), sort=("-fp64_tflops",)) == "acd"


def test_words_sort_too() -> None:
    """A field of text sorts by its characters."""
    assert chosen(gpus=("a", "b", "d"), sort=("-segment", "memory_gb")) == "dab"


def test_rows_hold_the_cells_that_were_asked_for() -> None:
    """One row for each GPU, one cell for each column, in the order asked for."""
    rows = SHOP.rows(("b", "a"), ("price_per_hour", "memory"), show_derived=False)
    assert [(row.gpu.id, [cell.column for cell in row.cells]) for row in rows] == [
        ("b", ["price_per_hour", "memory"]),
        ("a", ["price_per_hour", "memory"]),
    ]
    assert [row.cells[0].state for row in rows] == [State.NO_OFFER, State.VALUE]


def test_derived_figures_do_not_leak_between_tables() -> None:
    """The same cell is derived on one page and not published in another, whichever is asked for first."""
    shop = Catalogue(site(gpu(derived={"fp64_tflops": Decimal(37)}, unpublished=("fp64_tflops",))))
    states = [
        shop.rows(("card",), ("fp64",), show_derived=shown)[0].cells[0].state for shown in (True, False, True, False)
    ]
    assert states == [State.DERIVED, State.NOT_PUBLISHED] * 2


def test_a_price_for_a_derived_figure_is_not_published_either() -> None:
    """Without an offer the derived page says so, and the other one that there is no figure to divide a price by."""
    shop = Catalogue(site(gpu(derived={"bf16_tflops": Decimal(2250)})))
    column = shop.columns["price_per_bf16_tflops"]
    assert shop.cell("card", column, show_derived=True).state is State.NO_OFFER
    assert shop.cell("card", column, show_derived=False).state is State.NO_FIGURE


def test_a_cell_without_a_derived_figure_is_computed_once() -> None:
    """Pages with and without derived figures share it."""
    column = SHOP.columns["fp64"]
    assert SHOP.cell("a", column, show_derived=False) is SHOP.cell("a", column, show_derived=True)


@pytest.mark.parametrize(("gpu_id", "column_id"), [("x", "memory"), ("a", "speed")])
def test_unknown_ids_are_key_errors(gpu_id: str, column_id: str) -> None:
    """Asking for what there is not is a mistake of the caller."""
    with pytest.raises(KeyError):
        SHOP.rows((gpu_id,), (column_id,), show_derived=False)


def test_notes_and_sources_do_not_select() -> None:
    """``where`` and ``sort`` may name figures and names, not what is written about them."""
    assert {"memory_gb", "segment", "fp64_tflops", "launch_year"} <= set(SELECTABLE)
    assert not {"note", "sources", "unverified", "derived"} & set(SELECTABLE)


def test_the_usual_sizes_need_so_many_gpus() -> None:
    """80 GB, of which 80 % count, hold 4 billion parameters at 16 bytes each; so 7 billion need two GPUs."""
    shop = Catalogue(site(gpu(memory_gb=80)))
    sizes = site(gpu()).settings.value.model_sizes_b
    counts = dict(zip(sizes, shop.needed("card", "full_training"), strict=True))
    assert counts[Decimal(7)] == 2
    with pytest.raises(KeyError):
        shop.needed("card", "no-such-method")

"""The columns: what each computes, which kind of nothing it tells, and which cells are best."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest

from generator.figures.cells import Cell, FitSum, RateSum, State, Unit
from generator.figures.columns import Basis, best, column_ids, columns
from generator.figures.market import Market
from generator.model import FIGURES, Gpu, Offer, WorkloadModel
from tests.samples import gpu, offer, settings, site, workload


def cell(
    column_id: str,
    card: Gpu,
    *,
    offers: tuple[Offer, ...] = (),
    models: tuple[WorkloadModel, ...] = (),
    show_derived: bool = False,
) -> Cell:
    """The cell of a GPU in a market."""
    whole = site(card, offers=offers, models=models)
    basis = Basis(whole.settings.value, Market(whole.snapshot.value), models, show_derived)
    return columns(whole.settings.value)[column_id].cell(card, basis)


@pytest.mark.parametrize(
    ("column_id", "field", "value"),
    [
        ("memory", "memory_gb", Decimal(141)),
        ("memory_type", "memory_type", "HBM3e"),
        ("bandwidth", "bandwidth_gbs", Decimal(3350)),
        ("bf16_tensor", "bf16_tflops", Decimal("149.7")),
        ("fp16_tensor", "fp16_tflops", Decimal(989)),
        ("fp8_tensor", "fp8_tflops", Decimal(1979)),
        ("fp4_tensor", "fp4_tflops", Decimal(9000)),
        ("int8_tensor", "int8_tops", Decimal(1979)),
        ("tf32_tensor", "tf32_tflops", Decimal("494.5")),
        ("fp32", "fp32_tflops", Decimal(67)),
        ("fp64", "fp64_tflops", Decimal("1.25")),
        ("fp64_tensor", "fp64_tensor_tflops", Decimal(67)),
        ("rt_cores", "rt_cores", 142),
        ("interconnect", "interconnect", "NVLink 4"),
        ("interconnect_bandwidth", "interconnect_gbs", Decimal(900)),
        ("tdp", "tdp_w", Decimal(700)),
        ("launch_year", "launch_year", 2022),
        ("form_factor", "form_factor", "OAM"),
        ("architecture", "architecture", "CDNA 3"),
        ("vendor", "vendor", "AMD"),
        ("segment", "segment", "workstation"),
        ("ecc", "ecc", True),
        ("mig", "mig", False),
        ("devices", "devices", 2),
    ],
)
def test_a_column_shows_its_field(column_id: str, field: str, value: object) -> None:
    """A figure goes from the data file into its own column as it is."""
    assert cell(column_id, gpu(**{field: value})) == Cell(column_id, State.VALUE, value)  # type: ignore[arg-type]


def test_every_figure_has_a_column() -> None:
    """No figure of the data file is left out of the tables."""
    shown = {column.field for column in columns(settings()).values()}
    assert set(FIGURES) <= shown


@pytest.mark.parametrize(
    ("changes", "state"),
    [
        ({"bf16_tflops": None}, State.NO_FIGURE),
        ({"bf16_tflops": None, "unpublished": ("bf16_tflops",)}, State.NOT_PUBLISHED),
        ({"bf16_tflops": None, "unsupported": ("bf16_tflops",)}, State.NONE),
    ],
)
def test_kinds_of_nothing(changes: dict[str, object], state: State) -> None:
    """No figure, not published and none are three things, and none of them is 0."""
    assert cell("bf16_tensor", gpu(**changes)) == Cell("bf16_tensor", state)


def test_no_rt_cores_is_none() -> None:
    """0 RT cores are none; no figure for them is no figure."""
    assert cell("rt_cores", gpu(rt_cores=0)) == Cell("rt_cores", State.NONE)
    assert cell("rt_cores", gpu(rt_cores=None)) == Cell("rt_cores", State.NO_FIGURE)


def test_a_derived_figure_is_shown_only_where_asked_for() -> None:
    """An eighth of a system is marked as derived on GPU pages, and "not published" in a guide's table."""
    card = gpu(derived={"bf16_tflops": Decimal(2250)}, unpublished=("bf16_tflops",))
    assert cell("bf16_tensor", card, show_derived=True) == Cell("bf16_tensor", State.DERIVED, Decimal(2250))
    assert cell("bf16_tensor", card).state is State.NOT_PUBLISHED


def test_unverified_figures_are_marked() -> None:
    """The mark follows the figure into what is computed from it."""
    card = gpu(bf16_tflops=Decimal(400), unverified=("bf16_tflops", "memory_gb"))
    offers = (offer("card", 1, "2"),)
    marked = ("bf16_tensor", "memory", "price_per_bf16_tflops", "price_per_gb", "full_training_1_gpu")
    assert all(cell(column_id, card, offers=offers).unverified for column_id in marked)
    assert not cell("price_per_hour", card, offers=offers).unverified


def test_a_fit_carries_its_sum() -> None:
    """288 GB × 0.8 ÷ 16 bytes = 14.4, shown as 10."""
    found = cell("full_training_1_gpu", gpu(memory_gb=288))
    assert (found.value, found.rounded) == (Fraction("14.4"), Decimal(10))
    assert found.parts == FitSum(1, Fraction(288), Decimal("0.8"), Decimal(16))


def test_a_fit_below_one_billion_keeps_its_exact_value() -> None:
    """The cell reads "< 1B", its sum and the filters know 0.8."""
    found = cell("full_training_1_gpu", gpu(memory_gb=16))
    assert (found.value, found.rounded, found.state) == (Fraction("0.8"), None, State.VALUE)


def test_the_sum_of_a_board_names_what_one_device_has() -> None:
    """On one board of two devices the sum counts 64 of its 128 GB; on eight it counts all."""
    board = gpu(memory_gb=128, devices=2)
    one, eight = (cell(f"full_training_{gpus}_gpu", board) for gpus in (1, 8))
    assert isinstance(one.parts, FitSum)
    assert isinstance(eight.parts, FitSum)
    assert (one.parts.memory_gb, one.value) == (Fraction(64), Fraction("3.2"))
    assert (eight.parts.memory_gb, eight.value) == (Fraction(128), Fraction("51.2"))


def test_methods_make_columns() -> None:
    """Each method of data/site.yaml has a column for each number of GPUs that it names."""
    ids = column_ids(settings(lora=("2.2", (1,)), weights_8bit=("1", (1, 8))))
    assert ids[-3:] == ("lora_1_gpu", "weights_8bit_1_gpu", "weights_8bit_8_gpu")
    assert "full_training_1_gpu" not in ids


def test_a_price_is_the_cheapest_one_gpu_offer() -> None:
    """The cell keeps the offer that its price comes from."""
    low, high = offer("card", 1, "2.885", kind="spot"), offer("card", 1, "3")
    assert cell("price_per_hour", gpu(), offers=(high, low)) == Cell(
        "price_per_hour", State.VALUE, Decimal("2.885"), offer=low
    )


@pytest.mark.parametrize("column_id", ["price_per_hour", "price_per_gb", "price_per_bf16_tflops"])
def test_without_an_offer_there_is_no_price(column_id: str) -> None:
    """No offer for one GPU is "no live offer", though a node is offered."""
    card = gpu(bf16_tflops=Decimal(989))
    assert cell(column_id, card, offers=(offer("card", 8, "16"),)) == Cell(column_id, State.NO_OFFER)


def test_price_per_gb_and_per_tflops_are_exact() -> None:
    """2.88 an hour for 80 GB and 989 TFLOPS, with the parts of each sum."""
    card, offers = gpu(bf16_tflops=Decimal(989)), (offer("card", 1, "2.88"),)
    per_gb, per_tflops = (cell(f"price_per_{what}", card, offers=offers) for what in ("gb", "bf16_tflops"))
    assert per_gb.value == Fraction("0.036")
    assert per_gb.parts == RateSum(Decimal("2.88"), Decimal(80), Unit.GB)
    assert per_tflops.value == Fraction(288, 98900)
    assert per_tflops.parts == RateSum(Decimal("2.88"), Decimal(989), Unit.TFLOPS)


def test_price_per_tflops_is_as_certain_as_the_figure() -> None:
    """Computed from a derived rate it is derived; without a rate it is the same nothing as the rate."""
    offers = (offer("card", 1, "8.99"),)
    card = gpu(derived={"bf16_tflops": Decimal(2250)}, unpublished=("bf16_tflops",))
    assert cell("price_per_bf16_tflops", card, offers=offers, show_derived=True).state is State.DERIVED
    assert cell("price_per_bf16_tflops", card, offers=offers).state is State.NOT_PUBLISHED
    assert cell("price_per_bf16_tflops", gpu(), offers=offers).state is State.NO_FIGURE


@pytest.mark.parametrize(
    ("memory_gb", "offload_gb", "how"),
    [
        ("24", None, "whole"),
        ("24.1", "24", "offload"),
        ("34.7", "24.1", "no"),
        ("34.7", None, "no"),
        (None, "8.19", "offload"),
        (None, "80", "no"),
        (None, None, "unknown"),
    ],
)
def test_whether_a_model_runs(memory_gb: str | None, offload_gb: str | None, how: str) -> None:
    """A measured need is compared with all of the memory, 24 GB here."""
    found = cell("runs_models", gpu(memory_gb=24), models=(workload("model", memory_gb, offload_gb),))
    assert isinstance(found.parts, tuple)
    assert [run.how for run in found.parts] == [how]
    assert found.value == (how in {"whole", "offload"})


def test_a_model_runs_on_one_device_of_a_board() -> None:
    """An 80 GB model does not run on a board of two devices of 64 GB."""
    board = gpu(memory_gb=128, devices=2)
    assert cell("runs_models", board, models=(workload("model", "80", None),)).value == 0


def marked(column_id: str, *values: Decimal | Fraction | None) -> set[int]:
    """The positions marked as best among values of a column."""
    cells = [Cell(column_id, State.NO_FIGURE if value is None else State.VALUE, value) for value in values]
    return set(best(columns(settings())[column_id], cells))


def test_the_best_is_the_highest_rate_and_the_lowest_price() -> None:
    """Ties are all marked; what is unknown never is."""
    one, two = Decimal(1), Decimal(2)
    assert marked("bandwidth", one, two, None, two) == {1, 3}
    assert marked("price_per_hour", one, two, None, one) == {0, 3}


def test_there_is_no_best_of_one() -> None:
    """A single known value, or values that are all equal, have no best."""
    one = Decimal(1)
    assert marked("bandwidth", one, None) == set()
    assert marked("bandwidth", one, one, one) == set()
    assert marked("bandwidth", None, None) == set()


@pytest.mark.parametrize("column_id", ["launch_year", "rt_cores", "devices"])
def test_more_is_not_always_better(column_id: str) -> None:
    """Years, watts, RT cores and devices differ; none of them is best."""
    assert marked(column_id, Decimal(1), Decimal(2)) == set()


def test_fits_that_look_equal_are_equally_good() -> None:
    """14.4 and 12.8 both read ≈ 10B, so both are marked."""
    pairs = [(Fraction("14.4"), 10), (Fraction("12.8"), 10), (Fraction(9), 9), (Fraction("0.8"), None)]
    cells = [
        Cell("full_training_1_gpu", State.VALUE, exact, rounded=None if size is None else Decimal(size))
        for exact, size in pairs
    ]
    assert best(columns(settings())["full_training_1_gpu"], cells) == {0, 1}

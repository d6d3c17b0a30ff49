"""The downloads as JSON and as CSV."""

from __future__ import annotations

import csv
import io
import json
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from generator.exports.downloads import encode, exact, gpus_csv, gpus_json
from generator.figures.columns import columns
from generator.figures.tables import Catalogue
from generator.model import Site, SiteSettings
from tests.samples import gpu, offer, settings, site, workload


def read_json(data: Site) -> Any:
    """The JSON as a reader gets it who keeps every digit."""
    return json.loads(gpus_json(data, Catalogue(data)), parse_float=Decimal)


def read_csv(data: Site) -> list[dict[str, str]]:
    """The lines of the CSV by the names of its header."""
    text = gpus_csv(data, Catalogue(data)).decode()
    return list(csv.DictReader(io.StringIO(text, newline="")))


def figure(data: Site, column: str) -> Any:
    """A figure of the only GPU."""
    return read_json(data)["gpus"][0]["figures"][column]


def line(data: Site, column: str) -> dict[str, str]:
    """The cells of a line of the only GPU that are not empty."""
    found = next(line for line in read_csv(data) if line["column"] == column)
    return {name: text for name, text in found.items() if text and name not in {"gpu", "name", "column"}}


def test_a_published_figure_stands_with_its_unit() -> None:
    """The number has every digit of the data file and no formatting."""
    data = site(gpu(bandwidth_gbs=Decimal("4915.20")))
    assert figure(data, "bandwidth") == {
        "value": Decimal("4915.20"),
        "unit": "GB/s",
        "state": "value",
        "unverified": False,
    }
    assert line(data, "bandwidth") == {"value": "4915.20", "unit": "GB/s", "state": "value", "unverified": "false"}


@pytest.mark.parametrize(
    ("changes", "state"),
    [
        ({"fp8_tflops": None}, "no_figure"),
        ({"fp8_tflops": None, "unpublished": ("fp8_tflops",)}, "not_published"),
        ({"fp8_tflops": None, "unsupported": ("fp8_tflops",)}, "none"),
    ],
)
def test_each_kind_of_nothing_is_null_with_its_state(changes: dict[str, object], state: str) -> None:
    """No reader can take a missing figure for 0."""
    data = site(gpu(**changes))
    assert figure(data, "fp8_tensor")["value"] is None
    assert figure(data, "fp8_tensor")["state"] == state
    assert line(data, "fp8_tensor") == {"unit": "TFLOPS", "state": state, "unverified": "false"}


def test_a_gpu_without_an_offer_has_no_price_and_nothing_made_of_one() -> None:
    """Neither a price nor the price of a GB is 0, free or left out: its state says that there is no live offer."""
    data = site(gpu())
    for column in ("price_per_hour", "price_per_gb"):
        assert figure(data, column)["value"] is None
        assert figure(data, column)["state"] == "no_offer"
        assert "value" not in line(data, column)
    assert read_json(data)["gpus"][0]["offers"] == []


def test_no_rt_cores_are_none_and_not_zero() -> None:
    """0 in the data file says that the hardware has none."""
    assert figure(site(gpu(rt_cores=0)), "rt_cores")["value"] is None
    assert figure(site(gpu(rt_cores=128)), "rt_cores")["value"] == 128


def test_derived_and_unverified_figures_carry_their_marks() -> None:
    """A derived figure is told from a published one, as its mark tells on the pages."""
    data = site(gpu(derived={"fp32_tflops": 75}, unverified=("mig",)))
    assert figure(data, "fp32") == {"value": 75, "unit": "TFLOPS", "state": "derived", "unverified": False}
    assert line(data, "fp32")["state"] == "derived"
    assert figure(data, "mig") == {"value": True, "unit": None, "state": "value", "unverified": True}
    assert line(data, "mig") == {"value": "true", "state": "value", "unverified": "true"}


def test_a_fit_stands_with_what_it_was_computed_from() -> None:
    """Whoever multiplies the inputs gets the exact value; beside it stands the one that pages show."""
    data = site(gpu(memory_gb=288), rules=settings("0.8", full_training=("16", (1, 8))))
    assert figure(data, "full_training_1_gpu") == {
        "value": Decimal("14.4"),
        "unit": "billion parameters",
        "state": "value",
        "unverified": False,
        "rounded": 10,
        "inputs": {"gpus": 1, "memory_gb": 288, "usable": Decimal("0.8"), "bytes_per_parameter": 16},
    }
    assert line(data, "full_training_8_gpu") == {
        "value": "115.2",
        "unit": "billion parameters",
        "state": "value",
        "unverified": "false",
        "rounded": "110",
        "gpus": "8",
        "memory_gb": "288",
        "usable": "0.8",
        "bytes_per_parameter": "16",
    }


def test_a_fit_below_one_billion_has_no_rounded_value() -> None:
    """What pages show as "< 1B" is not rounded to 0."""
    found = figure(site(gpu(memory_gb=16)), "full_training_1_gpu")
    assert (found["value"], found["rounded"]) == (Decimal("0.8"), None)


def test_a_board_of_several_devices_counts_as_its_fit_does() -> None:
    """The memory that entered the sum is that of one device."""
    assert figure(site(gpu(memory_gb=64, devices=4)), "full_training_1_gpu")["inputs"]["memory_gb"] == 16


def test_a_price_stands_with_its_currency_and_time() -> None:
    """The price of a GB names the price and the amount that it was divided by."""
    data = site(gpu(), offers=[offer("card", 1, "2.880"), offer("card", 8, "20.00", kind="spot", region="eu")])
    assert line(data, "price_per_hour") == {
        "value": "2.880",
        "unit": "USD/hour",
        "state": "value",
        "unverified": "false",
        "prices_as_of": "2026-12-01T00:00:00Z",
    }
    per_gb = figure(data, "price_per_gb")
    assert per_gb["unit"] == "USD/hour/GB"
    assert per_gb["value"] == Decimal("0.036")
    assert per_gb["inputs"] == {"price_per_hour": Decimal("2.880"), "amount": 80}
    read = read_json(data)
    assert read["prices"]["as_of"] == "2026-12-01T00:00:00Z"
    assert read["prices"]["currency"] == "USD"
    assert read["gpus"][0]["offers"] == [
        {"gpus": 1, "price_per_hour": Decimal("2.880"), "kind": None, "region": None},
        {"gpus": 8, "price_per_hour": Decimal("20.00"), "kind": "spot", "region": "eu"},
    ]
    offers = [line for line in read_csv(data) if line["column"] == "offer"]
    assert [(one["value"], one["gpus"], one["kind"], one["region"]) for one in offers] == [
        ("2.880", "1", "", ""),
        ("20.00", "8", "spot", "eu"),
    ]


def test_models_that_run_are_named_one_by_one() -> None:
    """The count of the column stands beside how each model runs."""
    models = [workload("small", "12", None), workload("large", "90", "40"), workload("open", None, None)]
    assert figure(site(gpu(), models=models), "runs_models") == {
        "value": 2,
        "unit": None,
        "state": "value",
        "unverified": False,
        "runs": {"small": "whole", "large": "offload", "open": "unknown"},
    }


def test_sources_and_notes_stand_in_both_files() -> None:
    """They belong to the entry as a whole."""
    source = {"title": "Data sheet (as quoted)", "url": "https://maker.example/card"}
    data = site(gpu(sources=(source,), note="Halved."))
    entry = read_json(data)["gpus"][0]
    assert (entry["sources"], entry["note"]) == ([source], "Halved.")
    assert line(data, "source") == {"value": source["url"], "title": source["title"]}
    assert line(data, "note") == {"value": "Halved."}


def test_both_files_hold_every_column_of_every_gpu() -> None:
    """A new column is in the downloads without anyone thinking of them, and with the same figures in both."""
    data = site(gpu("a", fp32_tflops=Decimal("19.5")), gpu("b", memory_gb=24), offers=[offer("a", 1, "1.79")])
    wanted = list(columns(data.settings.value))
    lines = read_csv(data)
    for entry in read_json(data)["gpus"]:
        own = {line["column"]: line for line in lines if line["gpu"] == entry["id"] and line["state"]}
        assert [name for name in own if name != "offer"] == list(entry["figures"]) == wanted
        for name, found in entry["figures"].items():
            assert own[name]["value"] == ("" if found["value"] is None else str(found["value"]).replace("True", "true"))
            assert own[name]["state"] == found["state"]


@pytest.mark.parametrize("text", ["=cmd|'/c calc'!A1", "+1", "-2+3", "@SUM(A1)", "\t=1", "\r=1"])
def test_a_text_that_a_spreadsheet_would_run_is_defused(text: str) -> None:
    """Whatever the check lets through, no cell of the CSV begins like a formula."""
    card = replace(gpu(), name=text, memory_type=text, note=text)
    lines = read_csv(site(card))
    assert {line["name"] for line in lines} == {f"'{text}"}
    assert line(site(card), "memory_type")["value"] == f"'{text}"
    assert line(site(card), "note")["value"] == f"'{text}"


def test_a_text_with_commas_quotes_and_line_breaks_comes_back_whole() -> None:
    """RFC 4180: lines end with CR LF, and what needs it is quoted."""
    note = 'A "dense" rate, not\na sparse one.'
    card = replace(gpu(), note=note)
    content = gpus_csv(site(card), Catalogue(site(card)))
    assert content.endswith(b"\r\n")
    assert line(site(card), "note")["value"] == note


def rules_with(bytes_per_parameter: str) -> SiteSettings:
    """Settings of one method."""
    return settings("0.8", lora=(bytes_per_parameter, (1,)))


def test_a_value_without_an_end_is_rounded_to_six_digits() -> None:
    """80 × 0.8 ÷ 2.2 is 29.0909…; the inputs beside it stay exact."""
    assert figure(site(gpu(), rules=rules_with("2.2")), "lora_1_gpu")["value"] == Decimal("29.0909")


@given(st.integers(-(10**9), 10**9), st.integers(0, 12), st.integers(0, 12))
def test_a_fraction_that_ends_keeps_every_digit(numerator: int, twos: int, fives: int) -> None:
    """14.4 is 14.4, however long such a number gets."""
    value = Fraction(numerator, 2**twos * 5**fives)
    assert Fraction(exact(value)) == value


@given(st.fractions(min_value=Fraction(1, 10**6), max_value=10**9))
def test_any_other_fraction_is_right_to_six_digits(value: Fraction) -> None:
    """The error is at most half of the last digit."""
    assert abs(Fraction(exact(value)) - value) <= value * Fraction(1, 2 * 10**5)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.decimals(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(JSON, st.integers(0, 4))
def test_whatever_is_encoded_is_valid_json_and_comes_back(value: Any, depth: int) -> None:
    """Every digit of a number survives, and no text breaks out of its quotes."""

    def refuse(name: str) -> object:
        raise AssertionError(name)

    assert json.loads(encode(value, depth), parse_float=Decimal, parse_constant=refuse) == value


def test_texts_stay_readable_and_each_outer_entry_has_its_line() -> None:
    """No letter is written as its number, neither in a name nor in a value."""
    assert encode({"é": ["ü", None], "b": (True, 1, Fraction(1, 2))}, depth=1) == (
        '{\n "é": ["ü", null],\n "b": [true, 1, 0.5]\n}'
    )


@pytest.mark.parametrize("value", [Decimal("NaN"), Decimal("Infinity"), float("nan"), float("-inf")])
def test_a_number_that_is_not_finite_is_refused(value: object) -> None:
    """NaN would make the whole file unreadable."""
    with pytest.raises(ValueError, match=r"not a number|not JSON compliant"):
        encode({"value": value})

"""Prices that can be read and are refused all the same."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from decimal import Decimal

import pytest

from generator.model import Offer, Rates, Snapshot
from generator.model.kinds import read_value
from generator.prices.price_offers import Offers
from generator.prices.price_quotes import Quotes
from generator.prices.price_rules import Accepted, refusals
from generator.problems import Place
from tests.samples import offer

NOW = datetime(2026, 12, 1, 9, tzinfo=UTC)


def snapshot(*offers: Offer, as_of: str = "2026-12-01T06:00:00Z", **rates: str) -> Snapshot:
    """A snapshot that is held."""
    read = {"as_of": "2026-11-30"} | {name: Decimal(rate) for name, rate in rates.items()} if rates else None
    return read_value(Snapshot, {"as_of": as_of, "currency": "USD", "rates": read, "offers": offers})


def refused(
    offers: Iterable[Offer],
    held: Snapshot | None = None,
    *,
    as_of: str = "2026-12-01T08:00:00Z",
    rates: Rates | None = None,
    past: dict[str, Decimal] | None = None,
    shrink: bool = False,
    jumps: tuple[str, ...] = (),
) -> list[str]:
    """Why new offers are refused."""
    found = tuple(offers)
    quotes = Quotes(datetime.fromisoformat(as_of), (), lambda *_: Place("feed", 1, 1), rates)
    new = Offers(found, {one.key: ("offers", number) for number, one in enumerate(found)}, (), ())
    problems = refusals(quotes, new, held, past or {}, NOW, Accepted(shrink, jumps))
    return [problem.message for problem in problems]


ONE = offer("h100", 1, "3.00")
NODE = offer("h100", 8, "22.00")


def test_the_same_prices_again_are_fine() -> None:
    """Nothing to refuse."""
    assert not refused([ONE, NODE], snapshot(ONE, NODE))


@pytest.mark.parametrize(
    ("as_of", "message"),
    [
        ("2026-12-01T09:05:00Z", ""),
        ("2026-12-01T09:05:01Z", "the time 2026-12-01T09:05:01Z lies ahead of now, 2026-12-01T09:00:00Z"),
        ("2027-12-01T09:00:00Z", "the time 2027-12-01T09:00:00Z lies ahead of now, 2026-12-01T09:00:00Z"),
        ("2026-12-01T06:00:00Z", ""),
        (
            "2026-12-01T05:59:59Z",
            "the time 2026-12-01T05:59:59Z is older than that of the snapshot held, 2026-12-01T06:00:00Z",
        ),
    ],
)
def test_time_goes_forward_and_not_ahead(as_of: str, message: str) -> None:
    """Five minutes are left to a clock that runs fast; going back would show old prices as new."""
    assert refused([ONE], snapshot(ONE), as_of=as_of) == ([message] if message else [])


@pytest.mark.parametrize(
    ("price", "message"),
    [
        ("0.60", ""),
        ("15.00", ""),
        ("0.5999", '1 × "h100" jumps from 3 to 0.5999, 0.2 times as much'),
        ("15.0001", '1 × "h100" jumps from 3 to 15.0001, 5 times as much'),
        ("30", '1 × "h100" jumps from 3 to 30, 10 times as much'),
        ("0.15", '1 × "h100" jumps from 3 to 0.15, 0.05 times as much'),
    ],
)
def test_a_price_may_not_jump(price: str, message: str) -> None:
    """Between a fifth and five times the last good one; the bounds are in. A person may accept the jump."""
    offers = [offer("h100", 1, price)]
    assert refused(offers, snapshot(ONE)) == ([message] if message else [])
    assert not refused(offers, snapshot(ONE), jumps=("h100",))


def test_accepting_one_gpus_jump_accepts_no_other() -> None:
    """The flag names its GPU."""
    new = [offer("h100", 1, "30"), offer("b200", 1, "50")]
    found = refused(new, snapshot(ONE, offer("b200", 1, "5")), jumps=("h100",))
    assert found == ['1 × "b200" jumps from 5 to 50, 10 times as much']


def test_a_new_offer_is_measured_by_its_gpus_others() -> None:
    """A new region or count has no last price of its own: then the GPU's lowest and highest price of one GPU count."""
    held = snapshot(offer("h100", 1, "1.00", kind="spot"), offer("h100", 8, "32.00", kind="on_demand"))
    assert not refused([offer("h100", 2, "40.00", region="eu")], held, shrink=True)
    assert not refused([offer("h100", 1, "0.20", region="eu")], held, shrink=True)
    assert refused([offer("h100", 2, "40.01", region="eu")], held) == [
        '2 × "h100", in "eu" jumps from 8 to 40.01, 5 times as much'
    ]


def test_a_gpu_that_comes_back_is_measured_by_its_history() -> None:
    """A day without an offer must not open the door to any price."""
    new = [ONE, offer("b200", 1, "50")]
    assert not refused(new, snapshot(ONE))
    assert refused(new, snapshot(ONE), past={"b200": Decimal(5)}) == ['1 × "b200" jumps from 5 to 50, 10 times as much']


def test_many_jumps_of_one_gpu_are_told_in_one_line() -> None:
    """A feed in cents would fill the screen otherwise."""
    regions = [f"r{number}" for number in range(20)]
    held = snapshot(*(offer("h100", 1, "3", region=region) for region in regions))
    (found,) = refused([offer("h100", 1, "300", region=region) for region in regions], held)
    assert found.endswith("jumps from 3 to 300, 100 times as much (and 19 other offers of this GPU likewise)")


def test_the_number_of_offers_may_not_halve() -> None:
    """Exactly half is fine; fewer needs a person."""
    held = snapshot(*(offer("h100", 1, "3", region=f"r{number}") for number in range(5)))
    assert refused(held.offers[:2], held) == ["only 2 offers, fewer than half of the 5 in the snapshot held"]
    assert refused([], held) == ["only 0 offers, fewer than half of the 5 in the snapshot held"]
    assert not refused(held.offers[:2], held, shrink=True)
    assert not refused(held.offers[:3], held)


@pytest.mark.parametrize(
    ("node", "refuses"),
    [
        (offer("h100", 8, "5.99"), True),
        (offer("h100", 8, "6.00"), False),
        (offer("h100", 4, "3.00"), True),
        (offer("h100", 2, "3.00"), False),
        (offer("h100", 8, "3.00", kind="spot"), False),
        (offer("h100", 8, "3.00", region="elsewhere"), True),
    ],
)
def test_a_node_for_the_price_of_one_gpu_is_refused(node: Offer, refuses: bool) -> None:
    """Eight for less than twice one: of the same kind, in the same region or else in the cheapest."""
    found = refused([ONE, node])
    assert bool(found) == refuses
    assert all(f"costs {node.price_per_hour}, less than two single GPUs at 3.00 each" in message for message in found)


def test_rates_may_neither_jump_nor_lie_ahead() -> None:
    """A rate that is off by ten makes every price in euros wrong. Tomorrow's date is already somewhere's today."""

    def rates(as_of: str, eur: str) -> Rates:
        return read_value(Rates, {"as_of": as_of, "EUR": Decimal(eur)})

    held = snapshot(ONE, EUR="0.9")
    assert not refused([ONE], held, rates=rates("2026-12-02", "1.8"))
    assert refused([ONE], held, rates=rates("2026-12-01", "9.1")) == ["the rate of EUR jumps from 0.9 to 9.1"]
    assert not refused([ONE], held, rates=rates("2026-12-01", "9.1"), jumps=("EUR",))
    assert refused([ONE], held, rates=rates("2026-12-03", "0.9")) == [
        "the rates of 2026-12-03 lie ahead of now, 2026-12-01T09:00:00Z"
    ]


def test_every_reason_is_told_at_once() -> None:
    """Older, fewer, jumping, and a node too cheap."""
    held = snapshot(ONE, NODE, *(offer("b200", 1, "5", region=f"r{number}") for number in range(4)))
    new = [offer("h100", 1, "30"), offer("h100", 8, "22")]
    found = refused(new, held, as_of="2026-12-01T05:00:00Z")
    assert len(found) == 4


def test_only_gpus_and_currencies_can_be_accepted_to_jump() -> None:
    """A misspelt flag would accept nothing and say nothing."""
    found = Accepted(jumps=("h100", "EUR", "h10")).problems(["h100", "b200"])
    assert [str(problem) for problem in found] == [
        '--accept-jump: data/gpus.yaml has no GPU "h10"\n    hint: did you mean "h100"?'
    ]

"""Pairs: which GPUs get a comparison page, and which are worth a look from another's."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from generator.figures.pairs import alternatives, comparison_pairs, turned
from generator.figures.tables import Catalogue
from generator.loading.load import load_site
from generator.model import Content, Document, Gpu, Guide, GuideHead, Offer, Places, Site
from generator.model.kinds import read_value
from tests.samples import gpu, offer, settings, site

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def own() -> Site:
    """The project's own input."""
    read, problems = load_site(ROOT)
    assert read is not None, problems
    return read


def guide(slug: str, order: int, *pairs: tuple[str, str]) -> Guide:
    """A guide that names pairs."""
    words = dict.fromkeys(("title", "short_title", "description", "blurb"), slug)
    head = read_value(
        GuideHead,
        {**words, "updated": "2026-12-01", "order": order, "table": {"columns": ("memory",)}, "compare": pairs},
    )
    return Content(slug, head, Document((), ()), Places(f"content/guides/{slug}.md"), ())


def shop(
    *gpus: Gpu,
    guides: tuple[Guide, ...] = (),
    offers: tuple[Offer, ...] = (),
    neighbours: bool = False,
    successors: bool = False,
    most: int = 80,
) -> Site:
    """A site with a rule for comparisons."""
    rule = {"same_segment_neighbours": neighbours, "successors": successors, "most": most}
    rules = settings()
    changed = replace(rules, compare=replace(rules.compare, **rule))
    made = site(*gpus, offers=offers, rules=changed)
    return replace(made, guides=guides)


CARDS = (gpu("a"), gpu("b"), gpu("c"), gpu("d"))


def test_pairs_of_guides_come_in_the_order_of_the_guides() -> None:
    """Guides are read by their ``order``, their pairs as written, each pair once, its GPUs as in the data file."""
    guides = (guide("later", 2, ("c", "d"), ("b", "a")), guide("sooner", 1, ("b", "a"), ("d", "b")))
    assert comparison_pairs(shop(*CARDS, guides=guides)) == (("a", "b"), ("b", "d"), ("c", "d"))


def test_mistaken_pairs_are_passed_over() -> None:
    """An id that no GPU has, and a GPU with itself, make no page; check tells of both."""
    guides = (guide("one", 1, ("a", "nobody"), ("b", "b"), ("c", "a")),)
    cards = (*CARDS, gpu("e", successor="nobody"))
    assert comparison_pairs(shop(*cards, guides=guides, successors=True)) == (("a", "c"),)


def test_a_gpu_is_paired_with_its_successor() -> None:
    """A successor makes a pair in the data file's order, whichever of the two comes first there."""
    cards = (gpu("new"), gpu("old", successor="new"), gpu("newest"), gpu("newer", successor="newest"))
    assert comparison_pairs(shop(*cards, successors=True)) == (("new", "old"), ("newest", "newer"))
    assert comparison_pairs(shop(*cards)) == ()


def test_neighbours_in_memory_share_segment_and_maker() -> None:
    """Within a segment and a maker, each GPU is paired with the next by memory; bandwidth orders equal ones."""
    cards = (
        gpu("small", memory_gb=24),
        gpu("large", memory_gb=141),
        gpu("slow", memory_gb=80, bandwidth_gbs=2000),
        gpu("fast", memory_gb=80, derived={"bandwidth_gbs": 8000}),
        gpu("desktop", memory_gb=80, segment="consumer"),
        gpu("foreign", memory_gb=80, vendor="AMD"),
    )
    assert comparison_pairs(shop(*cards, neighbours=True)) == (("large", "fast"), ("slow", "fast"), ("small", "slow"))


def test_neighbours_in_price_share_the_segment_only() -> None:
    """GPUs with a live offer for one GPU are paired with the next by price, whoever makes them."""
    cards = (gpu("cheap", vendor="Intel"), gpu("dear"), gpu("middle", vendor="AMD"), gpu("desktop", segment="consumer"))
    offers = (offer("cheap", 1, "1"), offer("dear", 1, "8"), offer("middle", 1, "4"), offer("desktop", 1, "2"))
    assert comparison_pairs(shop(*cards, offers=offers, neighbours=True)) == (("dear", "middle"), ("cheap", "middle"))
    nodes = (offer("cheap", 8, "1"), offer("dear", 8, "8"))
    assert comparison_pairs(shop(*cards, offers=nodes, neighbours=True)) == ()


def test_the_rule_stops_at_most() -> None:
    """``most`` counts all pages; guides' pairs stay even above it, prices are the first to go."""
    cards = (gpu("a", successor="b"), gpu("b"), gpu("c", vendor="AMD"))
    offers = (offer("a", 1, "1"), offer("c", 1, "2"))
    every = shop(*cards, offers=offers, neighbours=True, successors=True)
    assert comparison_pairs(every) == (("a", "b"), ("a", "c"))
    assert comparison_pairs(shop(*cards, offers=offers, neighbours=True, successors=True, most=1)) == (("a", "b"),)
    guides = (guide("one", 1, ("b", "c"), ("a", "c")),)
    named = shop(*cards, guides=guides, successors=True, most=1)
    assert comparison_pairs(named) == (("b", "c"), ("a", "c"))


def test_our_own_pairs(own: Site) -> None:
    """Our data makes 40 to 80 pairs, each once, in the data file's order, and every GPU has one."""
    pairs = comparison_pairs(own)
    places = {card.id: place for place, card in enumerate(own.gpus.value)}
    assert 40 <= len(pairs) <= 80
    assert len({frozenset(pair) for pair in pairs}) == len(pairs)
    assert all(places[first] < places[second] for first, second in pairs)
    assert {gpu_id for pair in pairs for gpu_id in pair} == set(places)
    named = {frozenset(pair) for written in own.guides for pair in written.head.compare}
    assert named <= {frozenset(pair) for pair in pairs}


def test_our_own_successors_are_plain(own: Site) -> None:
    """A successor is of the same maker and segment, not older, and no chain of successors leads back."""
    cards = {card.id: card for card in own.gpus.value}
    for card in cards.values():
        seen = [card.id]
        while (following := cards[seen[-1]].successor) is not None:
            before, after = cards[seen[-1]], cards[following]
            assert (before.vendor, before.segment) == (after.vendor, after.segment)
            assert before.launch_year <= after.launch_year
            assert following not in seen
            seen.append(following)


def test_turned() -> None:
    """The other order of a pair."""
    assert turned(("a", "b")) == ("b", "a")


def why(made: Site, gpu_id: str) -> dict[str, str]:
    """The alternatives of a GPU: reason → id."""
    return {other.why: other.gpu.id for other in alternatives(made, Catalogue(made), made.gpu(gpu_id))}


def test_the_next_larger_gpu() -> None:
    """The least memory above, in the segment; the faster of two; another maker's only where its own has none."""
    made = site(
        gpu("small", memory_gb=24),
        gpu("slow", memory_gb=80, bandwidth_gbs=2000),
        gpu("fast", memory_gb=80, bandwidth_gbs=3350),
        gpu("large", memory_gb=141),
        gpu("foreign", memory_gb=192, vendor="AMD"),
        gpu("desktop", memory_gb=32, segment="consumer"),
    )
    assert why(made, "small") == {"larger": "fast"}
    assert why(made, "fast") == {"larger": "large"}
    assert why(made, "large") == {"larger": "foreign"}
    assert why(made, "foreign") == why(made, "desktop") == {}


def test_larger_means_larger_on_one_device() -> None:
    """A board with more memory whose devices have less each is no larger GPU."""
    made = site(gpu("one", memory_gb=96), gpu("two", memory_gb=128, devices=2), gpu("more", memory_gb=141))
    assert why(made, "one") == {"larger": "more"}
    assert why(made, "two") == {"larger": "more"}


def test_a_cheaper_gpu_needs_offers_on_both_sides() -> None:
    """Cheaper is the lowest price below this one's with no less memory, in any segment; among equals the fastest."""
    offers = [offer("dear", 1, "4"), offer("cheap", 1, "2"), offer("cheapest", 1, "1"), offer("small", 1, "0.5")]
    cards = [gpu("dear"), gpu("cheap"), gpu("cheapest", segment="workstation"), gpu("small", memory_gb=24), gpu("free")]
    assert why(site(*cards, offers=offers), "dear") == {"cheaper": "cheapest"}
    assert why(site(*cards, offers=offers), "free") == {}
    tied = [offer("dear", 1, "4"), offer("cheap", 1, "1"), offer("fast", 1, "1")]
    assert why(site(*cards, gpu("fast", bandwidth_gbs=3350), offers=tied), "dear") == {"cheaper": "fast"}
    equal = [offer("dear", 1, "4"), offer("cheap", 1, "4")]
    assert why(site(*cards, offers=equal), "dear") == {}


def test_successor_and_latest_predecessor() -> None:
    """Of two predecessors the later one is shown; a GPU that has several reasons is shown once, for the first."""
    made = site(
        gpu("older", successor="now", launch_year=2017),
        gpu("old", successor="now", launch_year=2020),
        gpu("now", successor="next"),
        gpu("next", memory_gb=141),
    )
    assert why(made, "now") == {"larger": "next", "predecessor": "old"}
    assert why(made, "old") == {"larger": "next", "successor": "now"}


def test_every_alternative_of_ours_holds_what_it_says(own: Site) -> None:
    """On our data: no GPU twice or itself, larger is larger, cheaper costs less."""
    catalogue = Catalogue(own)
    for card in own.gpus.value:
        found = alternatives(own, catalogue, card)
        assert len({other.gpu.id for other in found} | {card.id}) == len(found) + 1
        for other in found:
            if other.why == "larger":
                assert other.gpu.memory_gb > card.memory_gb
            if other.why == "cheaper":
                here, there = catalogue.market.cheapest(card.id), catalogue.market.cheapest(other.gpu.id)
                assert here
                assert there
                assert there.price_per_hour < here.price_per_hour

"""From figures side by side to the sentence of their situation, with what fills it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from generator.figures import verdict_words as words
from generator.figures.cells import State, Unit
from generator.figures.facts import FactValue
from generator.figures.standings import EVEN_WITHIN, Lead, Match
from generator.figures.verdict_words import FitWords, RateWords, SharedWords
from generator.model import Gpu, Words

Values = Mapping[str, FactValue | str]


class Said(Struct, frozen=True):
    """A sentence with what fills it: figures, and names that are the same in every language."""

    words: Words
    values: Values


def names(gpus: Sequence[Gpu], order: tuple[int, int] = (0, 1)) -> dict[str, FactValue | str]:
    """The names of a pair, as ``{gpu}`` and ``{other}``."""
    return {"gpu": gpus[order[0]].name, "other": gpus[order[1]].name}


def both(name: str, match: Match) -> dict[str, FactValue | str]:
    """The figure of each side as ``{name}`` and ``{other_name}``, the better one first."""
    front, back = match.order
    return {name: match.value(front), f"other_{name}": match.value(back)}


def fit(fits: Mapping[str, Match], room: Match, said: FitWords) -> Said:
    """What each holds by each method; ``room`` is the memory that decides it."""
    front, back = room.order
    shown: Values = {name: match.value(front) for name, match in fits.items()}
    theirs: Values = {f"other_{name}": match.value(back) for name, match in fits.items()}
    if room.equal:
        return Said(said.equal, shown)
    if list(shown.values()) == list(theirs.values()):
        return Said(said.rounded, {**names(room.gpus, room.order), **shown, **both("memory", room)})
    return Said(said.differ, {**names(room.gpus, room.order), **shown, **theirs})


def rate(match: Match, said: RateWords, number_format: str = "") -> Said:
    """The rates of both, or why they do not compare. ``number_format`` is BF16 and the like, where it has one."""
    known: Values = {"format": number_format} if number_format else {}
    missing = [gpu.name for gpu, amount in zip(match.gpus, match.amounts, strict=True) if amount is None]
    if missing:
        one = len(missing) == 1
        return Said(said.unknown, {**known, "gpu": missing[0]}) if one else Said(said.both_unknown, known)
    if match.equal and match.lead is not Lead.NEITHER:
        return Said(said.equal, {**known, "rate": match.value(0)})
    named = {**known, **names(match.gpus, match.order)}
    if 0 in match.amounts:
        return Said(words.NEITHER_HAS if match.lead is Lead.NEITHER else words.HAS, named)
    named |= both("rate", match)
    return Said(said.near, named) if match.lead is Lead.EVEN else Said(said.ahead, {**named, "ratio": match.ratio})


def shared(gpus: Sequence[Gpu], said: SharedWords, concerned: Iterable[bool]) -> Iterator[Said]:
    """The sentence about the GPUs that are concerned: one, both, or none of them."""
    chosen = [gpu for gpu, concerns in zip(gpus, concerned, strict=True) if concerns]
    if len(chosen) == 1:
        yield Said(said.one, {"gpu": chosen[0].name})
    elif chosen:
        yield Said(said.both, names(chosen))


def close(used: Iterable[Match]) -> Iterator[Said]:
    """That close figures count as even, where some do."""
    if any(match.lead is Lead.EVEN and not match.equal for match in used):
        yield Said(words.NEAR, {"share": FactValue(EVEN_WITHIN, Unit.SHARE)})


def doubts(gpus: Sequence[Gpu], used: Sequence[Match]) -> Iterator[Said]:
    """Whose figures are derived, and whose were not read in a source that quotes the maker."""
    sides = range(len(gpus))
    derived = (any(match.cells[side].state is State.DERIVED for match in used) for side in sides)
    yield from shared(gpus, words.DERIVED, derived)
    unverified = (any(match.cells[side].unverified for match in used) for side in sides)
    yield from shared(gpus, words.UNVERIFIED, unverified)


def for_money(price: Match, ahead: Words, near: Words) -> Iterator[Said]:
    """What the same money buys, as a ratio, where both have a live offer; ``price`` is that of one unit."""
    if price.lead is Lead.EVEN:
        yield Said(near, names(price.gpus))
    elif price.lead in {Lead.FIRST, Lead.SECOND}:
        yield Said(ahead, {**names(price.gpus, price.order), "ratio": price.ratio})

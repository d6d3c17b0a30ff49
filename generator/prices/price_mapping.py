"""How a source names things: the columns of a catalogue, and which GPU a foreign name means, or may mean."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Annotated, Literal

from msgspec import Struct, field

from generator.model import Gpu, Slug, Sourced, Text, Written
from generator.model.fields import FILLED
from generator.prices.price_quotes import Kind
from generator.problems import Problem, did_you_mean, quoted

# Drivers report less memory than makers print (46,068 MiB for 48 GB), and catalogues round either. The closest two
# variants of one name differ by more.
_MEMORY_TOLERANCE = Decimal("0.08")


class MemoryColumn(Written, frozen=True, kw_only=True):
    """The column with the memory in GB, of one GPU or of all GPUs of the offer."""

    column: Text
    of: Literal["gpu", "offer"]


class PriceColumn(Written, frozen=True, kw_only=True):
    """A column with prices: all of one ``kind``, or of the kind that another column tells.

    ``none`` lists what stands in the column where there is no such offer, besides nothing.
    """

    column: Text
    kind: Kind | None = None
    kind_column: Text | None = None
    kinds: dict[str, Kind] = field(default_factory=dict)
    none: tuple[Text, ...] = ()


class Columns(Written, frozen=True, kw_only=True):
    """Which column of a catalogue says what."""

    name: Text
    gpus: Text
    memory: MemoryColumn | None = None
    region: Text | None = None
    currency: Text | None = None
    prices: Annotated[tuple[PriceColumn, ...], FILLED]
    required: tuple[Text, ...] = ()


class PriceMapping(Written, frozen=True, kw_only=True):
    """``data/price-mappings/*.yaml``.

    ``aliases`` gives each GPU the names that a source has for it; ``unlisted`` gives names to GPUs that
    ``data/gpus.yaml`` does not have. A name that stands at several of them leaves open which one is meant.
    """

    currency: Text | None = None
    columns: Columns | None = None
    aliases: dict[Slug, tuple[Text, ...]] = field(default_factory=dict)
    unlisted: dict[str, tuple[Text, ...]] = field(default_factory=dict)


class Meaning(Struct, frozen=True):
    """What a source's name means: one GPU, or none, and then why."""

    gpu: str | None
    why: str = ""
    hint: str = ""


class Names:
    """The GPUs that names may mean."""

    def __init__(self, gpus: Iterable[Gpu], mapping: PriceMapping | None) -> None:
        self._memory = {gpu.id: gpu.memory_gb for gpu in gpus}
        self._listed: defaultdict[str, list[str]] = defaultdict(list)
        self._unlisted: defaultdict[str, list[str]] = defaultdict(list)
        for found, words in (
            (self._listed, mapping.aliases if mapping else {}),
            (self._unlisted, mapping.unlisted if mapping else {}),
        ):
            for gpu, names in words.items():
                for name in names:
                    found[_folded(name)].append(gpu)

    def meaning(self, name: str, memory_gb: Decimal | None = None) -> Meaning:
        """The one GPU that is called ``name`` and has ``memory_gb``, where the source tells the memory.

        An id of ``data/gpus.yaml`` always means itself. Case and the number of blanks do not matter otherwise.
        """
        if name in self._memory:
            by_name, unlisted = [name], list[str]()
        else:
            by_name, unlisted = self._listed.get(_folded(name), []), self._unlisted.get(_folded(name), [])
        fitting = [gpu for gpu in by_name if memory_gb is None or self._is_close(gpu, memory_gb)]
        if len(fitting) == 1 and not unlisted:
            return Meaning(fitting[0])
        if fitting:
            could_be = " or ".join([*map(quoted, fitting), *(f"{one}, which data/gpus.yaml lacks" for one in unlisted)])
            return Meaning(None, f"may mean {could_be}", "let the mapping decide, if you know which one")
        if unlisted:
            return Meaning(None, f"is {' or '.join(unlisted)}, which data/gpus.yaml lacks")
        if by_name:
            has = " and ".join(f"{quoted(gpu)} has {self._memory[gpu]} GB" for gpu in by_name)
            return Meaning(None, f"has {memory_gb:.3g} GB here, while {has}")
        known = {*self._memory, *self._listed}
        return Meaning(None, "is a name that neither data/gpus.yaml nor the mapping knows", did_you_mean(name, known))

    def _is_close(self, gpu: str, memory_gb: Decimal) -> bool:
        return abs(self._memory[gpu] - memory_gb) <= self._memory[gpu] * _MEMORY_TOLERANCE


def _folded(name: str) -> str:
    return " ".join(name.split()).casefold()


def mapping_problems(mapping: Sourced[PriceMapping], gpus: Mapping[str, Gpu]) -> list[Problem]:
    """Aliases of GPUs that do not exist, and price columns of no one kind."""
    at = mapping.places.key
    problems = [
        Problem(at("aliases", gpu), f"data/gpus.yaml has no GPU {quoted(gpu)}", did_you_mean(gpu, gpus))
        for gpu in mapping.value.aliases
        if gpu not in gpus
    ]
    for index, column in enumerate(mapping.value.columns.prices if mapping.value.columns else ()):
        if bool(column.kind) == bool(column.kind_column) or bool(column.kind_column) != bool(column.kinds):
            message = f"{quoted(column.column)} should have either kind, or kind_column together with kinds"
            problems.append(Problem(at("columns", "prices", index), message))
    return problems

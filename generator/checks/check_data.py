"""Rules across the entries of `data/`: what each entry alone cannot tell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal
from urllib.parse import urlsplit

from generator.model import FIGURES, Gpu, Links, Site
from generator.problems import Place, Places, Problem, Severity, did_you_mean, quoted
from generator.words.locales import PSEUDO, SOURCE, UnknownLocale, read_locale

# A figure outside of these bounds is in the wrong unit or mistyped.
_BOUNDS = {
    "memory_gb": (Decimal(1), Decimal(2_000)),
    "bandwidth_gbs": (Decimal(50), Decimal(50_000)),
    "interconnect_gbs": (Decimal(10), Decimal(20_000)),
    "tdp_w": (Decimal(10), Decimal(5_000)),
}
# How many times the second rate the first one may be. The hardware of all makers stays within; a rate with sparsity
# beside a dense one does not.
_RATIOS = (
    ("fp8_tflops", "bf16_tflops", Decimal("0.95"), Decimal("2.2")),
    ("tf32_tflops", "bf16_tflops", Decimal("0.25"), Decimal("0.55")),
    ("fp16_tflops", "bf16_tflops", Decimal("0.25"), Decimal("2.1")),
    ("int8_tops", "bf16_tflops", Decimal("0.95"), Decimal("4.2")),
    ("int8_tops", "fp8_tflops", Decimal("0.95"), Decimal("2.2")),
    ("fp4_tflops", "fp8_tflops", Decimal("1.9"), Decimal("4.2")),
    ("fp4_tflops", "bf16_tflops", Decimal("3.5"), Decimal("8.4")),
    ("fp64_tensor_tflops", "fp64_tflops", Decimal("0.95"), Decimal("2.2")),
)
_PRICES = (Decimal("0.01"), Decimal(100))
_NO_VALUE = (*FIGURES, "rt_cores", "ecc", "mig")
_NOT_FIELDS_OF_MAKERS = {
    "id",
    "added",
    "unpublished",
    "unsupported",
    "unverified",
    "derived",
    "note",
    "sources",
    "successor",
}


def data_problems(site: Site) -> Iterator[Problem]:
    """What is wrong in `data/`, in no particular order."""
    yield from _gpus(site)
    yield from _offers(site)
    yield from _models(site)
    yield from _settings(site)


def twice(values: Iterable[tuple[object, Place]], what: str) -> Iterator[Problem]:
    """A problem for each value that stood before; ``what`` names the kind of value."""
    first: dict[object, Place] = {}
    for value, place in values:
        if value in first:
            before = first[value]
            where = f"first on line {before.line}" if before.line != place.line else "on this line"
            yield Problem(place, f"{what} {quoted(value)} stands twice, {where}", "keep one of the two")
        else:
            first[value] = place


def unknown_gpu(site: Site, gpu_id: str, place: Place) -> Iterator[Problem]:
    """A problem where no GPU has that id."""
    known = {gpu.id for gpu in site.gpus.value}
    if gpu_id not in known:
        hint = did_you_mean(gpu_id, known)
        yield Problem(place, f"there is no GPU {quoted(gpu_id)} in {site.gpus.places.path}", hint)


def _gpus(site: Site) -> Iterator[Problem]:
    places = site.gpus.places
    gpus = site.gpus.value
    yield from twice(((gpu.id, places.at("gpus", n, "id")) for n, gpu in enumerate(gpus)), "the id")
    yield from twice(((gpu.name, places.at("gpus", n, "name")) for n, gpu in enumerate(gpus)), "the name")
    for number, gpu in enumerate(gpus):
        yield from _figures(gpu, places, number)
        yield from _ratios(gpu, places, number)
        yield from _lists(gpu, places, number)
        if gpu.successor is not None:
            yield from _successor(site, gpu, places.at("gpus", number, "successor"))


def _figures(gpu: Gpu, places: Places, number: int) -> Iterator[Problem]:
    for field, (low, high) in _BOUNDS.items():
        value = getattr(gpu, field)
        if value is not None and not low <= value <= high:
            message = f"{field} of {quoted(gpu.id)} is {value}; from {low} to {high:,} is believable"
            yield Problem(places.at("gpus", number, field), message, "check the unit")
    for field in FIGURES:
        if getattr(gpu.derived, field) is None:
            continue
        place = places.key("gpus", number, "derived", field)
        if getattr(gpu, field) is not None:
            message = f"{field} of {quoted(gpu.id)} is both published and derived"
            yield Problem(place, message, "a published figure needs no derived one")
        if field in gpu.unsupported:
            yield Problem(place, f"{field} of {quoted(gpu.id)} is derived, and stands under unsupported", "keep one")


def _ratios(gpu: Gpu, places: Places, number: int) -> Iterator[Problem]:
    def rate(field: str) -> Decimal | None:
        value: Decimal | None = getattr(gpu, field) or getattr(gpu.derived, field)
        return value

    for field, of, low, high in _RATIOS:
        first, second = rate(field), rate(of)
        if first is None or second is None or low <= first / second <= high:
            continue
        path = ("gpus", number, field) if getattr(gpu, field) is not None else ("gpus", number, "derived", field)
        message = (
            f"{field} of {quoted(gpu.id)} is {first / second:.2f} times its {of}; {low} to {high} times is believable"
        )
        hint = "one of the two may count sparsity, which doubles it: enter dense rates"
        yield Problem(places.at(*path), message, hint)


def _lists(gpu: Gpu, places: Places, number: int) -> Iterator[Problem]:
    fields = tuple(name for name in Gpu.__struct_fields__ if name not in _NOT_FIELDS_OF_MAKERS)
    for name, known in (("unpublished", _NO_VALUE), ("unsupported", _NO_VALUE), ("unverified", fields)):
        listed: tuple[str, ...] = getattr(gpu, name)
        at = [places.at("gpus", number, name, index) for index in range(len(listed))]
        yield from twice(zip(listed, at, strict=True), "the field")
        for field, place in zip(listed, at, strict=True):
            if field not in known:
                hint = did_you_mean(field, known)
                yield Problem(place, f"{quoted(field)} may not stand under {name} of {quoted(gpu.id)}", hint)
            elif name != "unverified" and getattr(gpu, field) is not None:
                message = (
                    f"{field} of {quoted(gpu.id)} stands under {name}, and has the value {quoted(getattr(gpu, field))}"
                )
                yield Problem(place, message, "delete one of the two")
            elif name == "unsupported" and field in gpu.unpublished:
                message = f"{field} of {quoted(gpu.id)} stands under both unpublished and unsupported"
                yield Problem(place, message, "delete one of the two")


def _successor(site: Site, gpu: Gpu, place: Place) -> Iterator[Problem]:
    followers = {other.id: other.successor for other in site.gpus.value}
    yield from unknown_gpu(site, gpu.successor or "", place)
    seen: set[str] = set()
    after = gpu.successor
    while after is not None and after not in seen:
        if after == gpu.id:
            whose = "its own successor" if gpu.successor == gpu.id else "the successor of one of its own successors"
            yield Problem(place, f"{quoted(gpu.id)} would be {whose}")
            return
        seen.add(after)
        after = followers.get(after)


def _offers(site: Site) -> Iterator[Problem]:
    snapshot, places = site.snapshot.value, site.snapshot.places
    low, high = _PRICES
    for number, offer in enumerate(snapshot.offers):
        yield from unknown_gpu(site, offer.gpu, places.at("offers", number, "gpu"))
        each = offer.price_per_hour / offer.gpus
        if not low <= each <= high:
            message = f"{offer.price_per_hour} an hour for {offer.gpus} GPU of {quoted(offer.gpu)} is not believable"
            hint = f"between {low} and {high} per GPU is; the price is for the whole offer"
            yield Problem(places.at("offers", number, "price_per_hour"), message, hint)
    first: dict[tuple[str, int, str, str], Place] = {}
    for number, offer in enumerate(snapshot.offers):
        place = places.at("offers", number)
        before = first.setdefault(offer.key, place)
        if before is not place:
            words = ", ".join(str(part) for part in offer.key if part)
            hint = "offers differ in gpu, gpus, kind or region; keep one of the two"
            yield Problem(place, f"the offer {quoted(words)} stands twice, first on line {before.line}", hint)


def _models(site: Site) -> Iterator[Problem]:
    models, places = site.models.value, site.models.places
    yield from twice(((model.id, places.at("models", n, "id")) for n, model in enumerate(models)), "the id")
    for number, model in enumerate(models):
        if model.memory_gb is None and model.offload_gb is None:
            hint = "a model whose need nobody knows is left out"
            yield Problem(places.at("models", number), f"{quoted(model.id)} has neither memory_gb nor offload_gb", hint)
        if model.memory_gb is not None and model.offload_gb is not None and model.offload_gb >= model.memory_gb:
            message = f"offload_gb of {quoted(model.id)} should be less than its memory_gb, {model.memory_gb}"
            yield Problem(places.at("models", number, "offload_gb"), message)


def _settings(site: Site) -> Iterator[Problem]:
    settings, places = site.settings.value, site.settings.places
    yield from _locales(site)
    if settings.usable_memory > 1:
        yield Problem(places.at("usable_memory"), f"usable_memory should be at most 1, not {settings.usable_memory}")
    steps = [step.from_b for step in settings.rounding]
    if steps[0] != 0:
        yield Problem(places.at("rounding", 0, "from_b"), f"the first from_b should be 0, not {steps[0]}")
    yield from _ascending(steps, [places.at("rounding", n, "from_b") for n in range(len(steps))], "from_b")
    sizes = settings.model_sizes_b
    yield from _ascending(sizes, [places.at("model_sizes_b", n) for n in range(len(sizes))], "model_sizes_b")
    for name, method in settings.methods.items():
        at = [places.at("methods", name, "gpus", n) for n in range(len(method.gpus))]
        yield from _ascending([Decimal(n) for n in method.gpus], at, f"gpus of method {quoted(name)}")
    if settings.price_age.notice_hours >= settings.price_age.strong_hours:
        place = places.at("price_age", "strong_hours")
        yield Problem(place, f"strong_hours should be more than notice_hours, {settings.price_age.notice_hours}")
    yield from twice(((name, places.at("names", n)) for n, name in enumerate(settings.names)), "the name")
    yield from _addresses(site)


def _locales(site: Site) -> Iterator[Problem]:
    locales, places = site.settings.value.locales, site.settings.places
    at = [places.at("locales", number) for number in range(len(locales))]
    yield from twice(zip(locales, at, strict=True), "the locale")
    for name, place in zip(locales, at, strict=True):
        try:
            read_locale(name)
        except UnknownLocale as error:
            yield Problem(place, str(error), error.hint)
        if name in PSEUDO:
            yield Problem(place, f"{quoted(name)} is made on demand and never published", "delete it")
    if locales[0] != SOURCE:
        yield Problem(at[0], f"the first locale should be {quoted(SOURCE)}, the source, not {quoted(locales[0])}")


def _ascending(values: Iterable[Decimal], at: list[Place], what: str) -> Iterator[Problem]:
    before = None
    for value, place in zip(values, at, strict=True):
        if before is not None and value <= before:
            yield Problem(place, f"the values of {what} should ascend, and {value} follows {before}")
        before = value


def _addresses(site: Site) -> Iterator[Problem]:
    settings, places = site.settings.value, site.settings.places
    base = urlsplit(settings.base_url)
    if base.query or base.fragment:
        yield Problem(places.at("base_url"), "base_url should end with a host or folder, without ? and #")
    addresses = [(settings.base_url, places.at("base_url"))]
    addresses += [(getattr(settings.links, name), places.at("links", name)) for name in Links.__struct_fields__]
    for address, place in addresses:
        host = urlsplit(address).hostname or ""
        if host.endswith(".example"):
            hint = "its owner has to settle it before the site goes public"
            yield Problem(place, f"{quoted(address)} is not a real address", hint, Severity.WARNING)

"""Small valid inputs; a test names what it is about and takes the rest from here."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from generator.model import (
    FIGURES,
    Gpu,
    Locale,
    Offer,
    Places,
    RoundingStep,
    Site,
    SiteSettings,
    Snapshot,
    Sourced,
    WorkloadModel,
)
from generator.model.kinds import read_value

STEPS = tuple(
    read_value(RoundingStep, {"from_b": begin, "step_b": step}) for begin, step in ((0, 1), (10, 5), (100, 10))
)
RTL = {"ar", "fa", "he", "ar_XB"}


def gpu(gpu_id: str = "card", /, **changes: object) -> Gpu:
    """A GPU of 80 GB without any other figure."""
    entry: dict[str, object] = dict.fromkeys(FIGURES)
    entry |= {
        "id": gpu_id,
        "name": gpu_id.upper(),
        "vendor": "NVIDIA",
        "architecture": "Hopper",
        "segment": "datacenter",
        "form_factor": "SXM5",
        "devices": 1,
        "memory_gb": Decimal(80),
        "memory_type": "HBM3",
        "rt_cores": 0,
        "interconnect": "NVLink 4",
        "ecc": None,
        "mig": True,
        "launch_year": 2022,
        "added": "2026-12-01",
        "sources": ({"title": "Data sheet", "url": "https://maker.example/card"},),
    }
    return read_value(Gpu, entry | changes)


def offer(gpu_id: str, gpus: int, price: str, **changes: str) -> Offer:
    """An offer; the price is for all of its GPUs and an hour."""
    return read_value(Offer, {"gpu": gpu_id, "gpus": gpus, "price_per_hour": Decimal(price), **changes})


def workload(model_id: str, memory_gb: str | None, offload_gb: str | None) -> WorkloadModel:
    """An image model with the memory that it needs."""
    needs = {"memory_gb": memory_gb, "offload_gb": offload_gb}
    entry = {"id": model_id, "name": model_id.upper(), "kind": "image", "setting": "BF16", "source": "Model card"}
    figures = {name: None if need is None else Decimal(need) for name, need in needs.items()}
    return read_value(WorkloadModel, {**entry, "params_b": Decimal("11.9"), **figures})


def settings(usable: str = "0.8", **methods: tuple[str, Sequence[int]]) -> SiteSettings:
    """Settings with methods given as name=(bytes per parameter, numbers of GPUs)."""
    chosen = methods or {"full_training": ("16", (1, 8)), "qlora": ("0.7", (1,))}
    example = "https://everxcloud.example/"
    return read_value(
        SiteSettings,
        {
            "brand": "EverXCloud",
            "base_url": "https://catalogue.everxcloud.example",
            "links": dict.fromkeys(("signup", "network", "sellers", "report"), example),
            "market_open": False,
            "locales": ("en", "tr"),
            "usable_memory": Decimal(usable),
            "rounding": STEPS,
            "methods": {
                name: {
                    "label": name.replace("_", " ").capitalize(),
                    "bytes_per_parameter": Decimal(size),
                    "gpus": tuple(gpus),
                    "source": "A paper",
                    "published": True,
                }
                for name, (size, gpus) in chosen.items()
            },
            "model_sizes_b": (Decimal(7), Decimal(70)),
            "price_age": {"notice_hours": 24, "strong_hours": 168, "monitor_hours": 24},
            "bars": {"ui": 100, "page": 90},
            "compare": {"same_segment_neighbours": True, "successors": True, "most": 60},
        },
    )


def site(
    *gpus: Gpu,
    offers: Sequence[Offer] = (),
    models: Sequence[WorkloadModel] = (),
    rules: SiteSettings | None = None,
) -> Site:
    """A site without guides and pages."""
    snapshot = {"as_of": "2026-12-01T00:00:00Z", "currency": "USD", "offers": tuple(offers)}
    places = Places("sample")
    return Site(
        gpus=Sourced(gpus or (gpu(),), places),
        snapshot=Sourced(read_value(Snapshot, snapshot), places),
        models=Sourced(tuple(models), places),
        settings=Sourced(rules or settings(), places),
        guides=(),
        pages=(),
    )


def locale(name: str) -> Locale:
    """A locale by its folder's name."""
    tag = name.replace("_", "-")
    return Locale(name, tag.lower(), tag, "rtl" if name in RTL else "ltr", name)

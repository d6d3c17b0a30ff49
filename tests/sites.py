"""A small valid site as texts, and what loading and checking it says after one of them was changed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from generator.checks.check import check_site
from generator.loading.load import load_site
from generator.problems import Problem

GPUS = """\
gpus:
- id: h100
  name: H100
  vendor: NVIDIA
  architecture: Hopper
  segment: datacenter
  form_factor: SXM5
  devices: 1
  memory_gb: 80
  memory_type: HBM3
  bandwidth_gbs: 3350
  bf16_tflops: 989
  fp16_tflops: 989
  fp8_tflops: 1979
  fp4_tflops: null
  int8_tops: 1979
  tf32_tflops: 494.5
  fp32_tflops: 67
  fp64_tflops: 34
  fp64_tensor_tflops: 67
  rt_cores: 0
  interconnect: NVLink 4
  interconnect_gbs: 900
  tdp_w: 700
  ecc: true
  mig: true
  launch_year: 2022
  added: 2026-12-01
  successor: b200
  unsupported: [fp4_tflops]
  sources:
  - {title: Data sheet, url: https://maker.test/h100}
- id: b200
  name: B200
  vendor: NVIDIA
  architecture: Blackwell
  segment: datacenter
  form_factor: SXM
  devices: 1
  memory_gb: 180
  memory_type: HBM3e
  bandwidth_gbs: null
  bf16_tflops: null
  fp16_tflops: null
  fp8_tflops: null
  fp4_tflops: null
  int8_tops: null
  tf32_tflops: null
  fp32_tflops: null
  fp64_tflops: null
  fp64_tensor_tflops: null
  rt_cores: 0
  interconnect: NVLink 5
  interconnect_gbs: 1800
  tdp_w: 1000
  ecc: true
  mig: true
  launch_year: 2024
  added: 2026-12-01
  unpublished: [bandwidth_gbs, bf16_tflops]
  derived: {bandwidth_gbs: 8000, bf16_tflops: 2250}
  unverified: [ecc]
  note: >-
    Rates are derived from those
    of the whole system.
  sources:
  - {title: Data sheet, url: https://maker.test/b200}
"""

PRICES = """\
as_of: 2026-12-01T00:00:00Z
currency: USD
offers:
- {gpu: h100, gpus: 1, price_per_hour: 2.88}
- {gpu: h100, gpus: 8, price_per_hour: 22.50, kind: spot}
"""

MODELS = """\
models:
- {id: flux, name: FLUX, kind: image, params_b: 11.9, memory_gb: 34.7, offload_gb: 24, setting: BF16, source: Card}
- {id: wan, name: Wan, kind: video, params_b: 1.3, memory_gb: null, offload_gb: 8.19, setting: 832×480, source: Card}
"""

SETTINGS = """\
brand: EverXCloud
base_url: https://catalogue.test
links: {signup: https://a.test/s, network: https://a.test/n, sellers: https://a.test/v, report: https://a.test/r}
market_open: false
locales: [en, tr]
usable_memory: 0.8
rounding: [{from_b: 0, step_b: 1}, {from_b: 10, step_b: 5}]
methods:
  full_training: {label: Full training, bytes_per_parameter: 16, gpus: [1, 8], source: ZeRO, published: true}
  lora: {label: LoRA, bytes_per_parameter: 2.2, gpus: [1], source: Own fit, published: false}
model_sizes_b: [7, 70]
price_age: {notice_hours: 24, strong_hours: 168, monitor_hours: 24}
bars: {ui: 100, page: 90}
compare: {same_segment_neighbours: true, successors: true, most: 60}
names: [NVLink, LoRA]
"""

GUIDE = """\
---
title: GPUs for training
short_title: Training
description: Which GPUs hold {h100_memory} and more.
blurb: Train from scratch.
order: 1
updated: 2026-12-01
aliases: [/guides/old-training/]
table:
  gpus: [b200, h100]
  sort: [-memory_gb]
  columns: [memory, bandwidth, full_training_1_gpu]
needed: [full_training]
compare: [[b200, h100]]
facts:
  h100_memory: {gpu: h100, field: memory_gb}
  h100_fit: {gpu: h100, fit: full_training, gpus: 1}
faq:
- key: memory
  q: How much memory does it take?
  a: >-
    About as much as {h100_memory} for
    [a small model](gpu:h100).
---
A lead.

## Memory {#memory}

One [H100](gpu:h100) trains {h100_fit}, more than
the [methodology](page:methodology) of [ours](site:signup) says.
"""

PAGE = """\
---
title: How the figures are made
short_title: Methodology
description: Formulas and sources.
updated: 2026-12-01
---
See [training](guide:training).
"""

FILES: Mapping[str, str] = {
    "data/gpus.yaml": GPUS,
    "data/prices.yaml": PRICES,
    "data/models.yaml": MODELS,
    "data/site.yaml": SETTINGS,
    "content/guides/training.md": GUIDE,
    "content/pages/methodology.md": PAGE,
}


def write(root: Path, path: str, text: str | bytes) -> Path:
    """Write one file below a root, with its folders."""
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


def small_site(root: Path, changes: Mapping[str, str | bytes | None] = {}) -> Path:
    """Write the small site with some files changed; ``None`` leaves a file out."""
    for path, text in {**FILES, **changes}.items():
        if text is not None:
            write(root, path, text)
    return root


def edited(path: str, old: str, new: str) -> str:
    """A file's text with one passage changed that must be there."""
    assert FILES[path].count(old) >= 1, f"{path} does not hold {old!r}"
    return FILES[path].replace(old, new, 1)


def problems_of(root: Path) -> list[Problem]:
    """Everything that loading and checking says about a site, by place."""
    site, problems = load_site(root)
    return sorted([*problems, *(check_site(site) if site else [])])


def problems_after(root: Path, path: str, old: str, new: str) -> list[Problem]:
    """What is said about the small site after one passage was changed."""
    return problems_of(small_site(root, {path: edited(path, old, new)}))


def said(problems: list[Problem]) -> list[str]:
    """Problems as they are printed, without their hints."""
    return [str(problem).split("\n")[0] for problem in problems]

"""What foreign names of GPUs mean."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from generator.model import GpuFile
from generator.model.kinds import read_value
from generator.prices.price_file import read_written
from generator.prices.price_mapping import Names, PriceMapping, mapping_problems
from tests.samples import gpu

ROOT = Path(__file__).resolve().parent.parent
MAPPINGS = sorted((ROOT / "data/price-mappings").glob("*.yaml"))

H100S = (
    gpu("h100-sxm", memory_gb=Decimal(80)),
    gpu("h100-pcie", memory_gb=Decimal(80)),
    gpu("h100-nvl", memory_gb=Decimal(94)),
)


def names(**mapping: dict[str, tuple[str, ...]]) -> Names:
    """The H100s with a mapping's aliases and unlisted GPUs."""
    return Names(H100S, read_value(PriceMapping, mapping))


def test_an_id_means_itself_and_nothing_like_it() -> None:
    """Without a mapping only ids are known, letter by letter."""
    found = Names(H100S, None)
    assert found.meaning("h100-sxm").gpu == "h100-sxm"
    for name in ("H100-SXM", "h100", "h100-sxm5", "h100 sxm", ""):
        meaning = found.meaning(name)
        assert meaning.gpu is None
        assert "neither data/gpus.yaml nor the mapping knows" in meaning.why


def test_an_alias_does_not_mind_case_and_blanks() -> None:
    """Sources write one name in several ways, and only in these two harmless ones are they taken for the same."""
    found = names(aliases={"h100-sxm": ("NVIDIA H100 80GB HBM3",)})
    assert found.meaning(" nvidia  H100 80gb HBM3").gpu == "h100-sxm"
    assert found.meaning("NVIDIA-H100-80GB-HBM3").gpu is None


def test_a_name_of_two_variants_is_never_decided() -> None:
    """The report names both."""
    found = names(aliases={"h100-sxm": ("H100",), "h100-pcie": ("H100",)})
    meaning = found.meaning("H100")
    assert meaning.gpu is None
    assert meaning.why == 'may mean "h100-sxm" or "h100-pcie"'


def test_memory_tells_variants_of_one_name_apart() -> None:
    """94 GB can only be the NVL one; 80 GB may still be two of them; 141 GB is none."""
    found = names(aliases={"h100-sxm": ("H100",), "h100-pcie": ("H100",), "h100-nvl": ("H100",)})
    assert found.meaning("H100", Decimal(94)).gpu == "h100-nvl"
    assert found.meaning("H100", Decimal("93.6")).gpu == "h100-nvl"
    assert found.meaning("H100", Decimal(80)).why == 'may mean "h100-sxm" or "h100-pcie"'
    assert found.meaning("H100", Decimal(141)).why.startswith("has 141 GB here, while")


def test_a_gpu_that_the_catalogue_lacks_keeps_its_name_from_another() -> None:
    """A V100 may be a PCIe card, which is not listed: then the name is not that of the one listed either."""
    found = names(aliases={"h100-sxm": ("H100",)}, unlisted={"H100 CNX": ("H100", "H100 CNX")})
    assert found.meaning("H100").why == 'may mean "h100-sxm" or H100 CNX, which data/gpus.yaml lacks'
    assert found.meaning("H100 CNX").why == "is H100 CNX, which data/gpus.yaml lacks"


@pytest.mark.parametrize("path", MAPPINGS, ids=lambda path: path.stem)
def test_a_mapping_of_the_project_fits_the_catalogue(path: Path) -> None:
    """Every GPU that a mapping names exists, and its columns are complete."""
    gpus = {one.id: one for one in read_written(GpuFile, ROOT / "data/gpus.yaml", "data/gpus.yaml").value.gpus}
    assert not mapping_problems(read_written(PriceMapping, path, path.name), gpus)


@pytest.mark.parametrize(
    ("mapping", "name", "gpu_id"),
    [
        ("drivers", "H100 80GB HBM3", "h100-sxm"),
        ("drivers", "H100-SXM5-80GB", "h100-sxm"),
        ("drivers", "NVIDIA H100 NVL", "h100-nvl"),
        ("drivers", "NVIDIA A100 80GB PCIe", "a100-pcie-80gb"),
        ("skypilot", "H100-SXM", "h100-sxm"),
        ("skypilot", "H100", None),
        ("skypilot", "A100-80GB", None),
        ("skypilot", "V100", None),
        ("gpuhunt", "H100NVL", "h100-nvl"),
        ("gpuhunt", "H100", None),
        ("gpuhunt", "MI300X", "mi300x"),
        ("full-stack", "H100 PCIe (80GB)", "h100-pcie"),
        ("full-stack", "H100 HGX (80GB)", "h100-sxm"),
        ("full-stack", "A100 (80 GB)", None),
        ("full-stack", "K80 (12 GB)", None),
    ],
)
def test_what_names_of_public_catalogues_mean(mapping: str, name: str, gpu_id: str | None) -> None:
    """Variants never merge: a name that leaves the form factor open means no GPU."""
    gpus = read_written(GpuFile, ROOT / "data/gpus.yaml", "data/gpus.yaml").value.gpus
    read = read_written(PriceMapping, ROOT / f"data/price-mappings/{mapping}.yaml", mapping).value
    assert Names(gpus, read).meaning(name).gpu == gpu_id


def test_mistakes_of_a_mapping_are_told_with_their_places(tmp_path: Path) -> None:
    """A GPU that does not exist, and a price column of two kinds."""
    path = tmp_path / "mapping.yaml"
    path.write_text(
        "aliases: {h100-sxn: [H100]}\n"
        "columns:\n  name: GPU\n  gpus: Count\n  prices:\n"
        "  - {column: Price, kind: spot, kind_column: Spot}\n"
    )
    found = mapping_problems(read_written(PriceMapping, path, "mapping.yaml"), {one.id: one for one in H100S})
    assert [str(problem) for problem in found] == [
        'mapping.yaml:1:11: data/gpus.yaml has no GPU "h100-sxn"\n    hint: did you mean "h100-sxm"?',
        'mapping.yaml:6:5: "Price" should have either kind, or kind_column together with kinds',
    ]


def test_the_example_of_the_documentation_is_a_mapping(tmp_path: Path) -> None:
    """What people copy from docs/price-feed.md is read."""
    path = tmp_path / "mapping.yaml"
    path.write_text((ROOT / "docs/price-feed.md").read_text().split("```yaml\n")[1].split("```")[0])
    mapping = read_written(PriceMapping, path, "mapping.yaml")
    assert not mapping_problems(mapping, dict.fromkeys(["h100-nvl", "h100-sxm", "h100-pcie"], H100S[0]))
    assert mapping.value.columns
    assert mapping.value.columns.prices[1].none == ("0.00",)

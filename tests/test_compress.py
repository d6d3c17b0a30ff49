"""Compressed files: beside the texts, right, the same every time, made only for what changed."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from pathlib import Path

import brotli
import pytest

from generator.output import compress as module
from generator.output import manifest
from generator.output.compress import SMALLEST, compress
from generator.output.manifest import Row, Staged
from generator.output.publish import publish
from tests.releases import output_files, tree

PAGE = "<p>2,039 GB/s of bandwidth</p>\n" * 40
TEXTS = {"index.html": PAGE, "data/gpus.json": "[" + "1, " * 500 + "1]", "small.css": "p{}", "img/icon.png": PAGE}


def put(output: Path, texts: Mapping[str, str] = TEXTS) -> None:
    """Publish texts with their compressed forms."""

    def finish(staged: Staged) -> Mapping[str, Row]:
        return compress(staged, staged.files)

    publish(output_files(texts), output, jobs=1, finish=finish)


def test_texts_get_both_forms(tmp_path: Path) -> None:
    """Each gives back the text; pictures and what is tiny have none; the manifest lists them."""
    put(tmp_path / "site")
    forms = {path for path in tree(tmp_path / "site") if path.endswith((".br", ".gz"))}
    assert forms == {f"{path}{ending}" for path in ("index.html", "data/gpus.json") for ending in (".br", ".gz")}
    assert brotli.decompress((tmp_path / "site/index.html.br").read_bytes()).decode() == PAGE
    assert gzip.decompress((tmp_path / "site/index.html.gz").read_bytes()).decode() == PAGE
    assert manifest.verify(tmp_path / "site") == []


def test_the_same_text_gives_the_same_bytes(tmp_path: Path) -> None:
    """Gzip would otherwise write down the hour."""
    put(tmp_path / "one")
    put(tmp_path / "two")
    assert tree(tmp_path / "one") == tree(tmp_path / "two")


def test_only_what_changed_is_compressed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At its best setting Brotli is slow; the rest is linked."""
    put(tmp_path / "site")
    before = (tmp_path / "site/index.html.br").stat().st_ino
    asked: list[bytes] = []

    def counted(content: bytes) -> bytes:
        asked.append(content)
        return gzip.compress(content, mtime=0)

    monkeypatch.setattr(module, "KINDS", tuple(kind._replace(compress=counted) for kind in module.KINDS))
    put(tmp_path / "site", {**TEXTS, "data/gpus.json": "[" + "2, " * 500 + "2]"})
    assert len(asked) == 2
    assert all(content.startswith(b"[2") for content in asked)
    assert (tmp_path / "site/index.html.br").stat().st_ino == before


def inputs(output: Path) -> dict[str, str]:
    """What each file was made from."""
    release = manifest.read(output)
    assert release
    return {path: row.input for path, row in release.files.items()}


def test_a_new_library_makes_new_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its version belongs to what a file is made from."""
    put(tmp_path / "site")
    before = inputs(tmp_path / "site")
    monkeypatch.setattr(module, "KINDS", tuple(kind._replace(maker="brotli 99") for kind in module.KINDS))
    put(tmp_path / "site")
    after = inputs(tmp_path / "site")
    assert {path for path in after if after[path] != before[path]} == {p for p in after if p.endswith((".br", ".gz"))}


def test_a_form_that_saves_nothing_is_left_out(tmp_path: Path) -> None:
    """Chance cannot be compressed."""
    chance = "".join(chr(33 + (n * n * 7919) % 93) for n in range(SMALLEST))
    put(tmp_path / "site", {"chance.txt": chance, "index.html": PAGE})
    found = tree(tmp_path / "site")
    assert all(len(found[path]) < len(found[path[:-3]]) for path in found if path.endswith((".br", ".gz")))

"""The fault matrix, images: an image that cannot be shown stops the build at its place, and nothing goes live."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import build
from tests.images import jpeg, png
from tests.sites import write

GUIDE = "content/guides/rendering.md"


def with_image(root: Path, name: str, alt: str = "A scene") -> int:
    """Let a guide end with an image; returns its line."""
    text = (root / GUIDE).read_text("utf-8")
    write(root, GUIDE, f"{text}\n![{alt}]({name})\n")
    return text.count("\n") + 2


@pytest.mark.parametrize(
    ("name", "alt", "column", "message", "hint"),
    [
        ("scene.png", "A scene", 12, 'there is no image "scene.png" in content/images/', 'did you mean "scenes.png"?'),
        ("scenes.png", "", 3, "an image without alt text", "say between the square brackets what it shows"),
        ("../scenes.png", "A scene", 12, '"../scenes.png" is not the name of an image', "write the name alone"),
        ("https://a.example/b.png", "A scene", 12, "is not the name of an image", "write the name alone"),
    ],
)
def test_row_33_missing_image(
    site_root: Path, tmp_path: Path, name: str, alt: str, column: int, message: str, hint: str
) -> None:
    """Its file or its words: an error at the line of the guide, with a hint."""
    write(site_root, "content/images/scenes.png", png())
    line = with_image(site_root, name, alt)

    result = build(site_root, tmp_path / "site", "--no-search")

    assert result.returncode == 1
    told = result.stderr.split(f"{GUIDE}:{line}:{column}: ")[1]
    assert message in told.splitlines()[0]
    assert hint in told.splitlines()[1]
    assert not (tmp_path / "site").exists()


def _linked(root: Path) -> None:
    (root / "content/images").mkdir()
    (root / "content/images/scene.png").symlink_to(write(root.parent, "outside.png", png()))


def _holding(data: bytes) -> Callable[[Path], object]:
    return lambda root: write(root, "content/images/scene.png", data)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (_linked, "this is a symbolic link"),
        (_holding(jpeg()), "this is a JPEG file, and its name ends in .png"),
        (_holding(b"<svg onload='alert(1)'>"), "this is no PNG file"),
        (_holding(b""), "this is no PNG file"),
        (_holding(png(4_001, 1)), "this image has 4,001 × 1 pixels"),
        (_holding(png() + b"\0" * 300_000), "bytes; at most 300,000 are read"),
        (_holding(png()[:24]), "no width and height can be read"),
    ],
)
def test_row_33_an_image_that_cannot_be_shown(
    site_root: Path, tmp_path: Path, make: Callable[[Path], object], message: str
) -> None:
    """Told once, at the file, although a guide asks for it."""
    make(site_root)
    with_image(site_root, "scene.png")

    result = build(site_root, tmp_path / "site", "--no-search")

    assert result.returncode == 1
    errors = [line for line in result.stderr.splitlines() if "scene.png" in line]
    assert len(errors) == 1
    assert errors[0].startswith("content/images/scene.png: ")
    assert message in errors[0]
    assert not (tmp_path / "site").exists()

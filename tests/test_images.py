"""Images: their size is read from the file, and what is no image says so in words."""

from __future__ import annotations

import hashlib

import pytest

from generator.loading.images import LARGEST, name_problem, read_image
from generator.problems import Severity
from tests.images import jpeg, png, webp


@pytest.mark.parametrize(
    ("path", "data"),
    [
        ("content/images/a.png", png(640, 480)),
        ("content/images/a.jpg", jpeg(640, 480)),
        ("content/images/a.jpeg", jpeg(640, 480)),
        ("content/images/a.webp", webp(640, 480)),
    ],
)
def test_the_size_of_an_image_is_read_from_its_head(path: str, data: bytes) -> None:
    """So that a page keeps the place free before the image is there."""
    image, problems = read_image(data, path)
    assert problems == []
    assert image is not None
    assert (image.name, image.width, image.height) == (path.rpartition("/")[2], 640, 480)
    assert (image.content, image.sha256) == (data, hashlib.sha256(data).hexdigest())


def test_a_photo_taken_upright_has_the_size_that_browsers_show() -> None:
    """Cameras store it lying, with a note that it is to be turned."""
    image, _ = read_image(jpeg(640, 480, turned=True), "content/images/a.jpg")
    assert image is not None
    assert (image.width, image.height) == (480, 640)


@pytest.mark.parametrize(
    ("path", "data", "message", "hint"),
    [
        ("i/a.png", jpeg(), "this is a JPEG file, and its name ends in .png", "call it a.jpg"),
        ("i/a.jpeg", webp(), "this is a WebP file, and its name ends in .jpeg", "call it a.webp"),
        ("i/a.webp", b"GIF89a", "this is no WebP file, and its name ends in .webp", "export it as PNG, JPEG or WebP"),
        ("i/a.png", b"", "this is no PNG file, and its name ends in .png", "export it as PNG, JPEG or WebP"),
        ("i/a.png", png()[:20], "no width and height can be read in this PNG file", "export it once more"),
        ("i/a.png", png(0, 5), "no width and height can be read in this PNG file", "export it once more"),
        ("i/a.jpg", jpeg()[:9], "no width and height can be read in this JPEG file", "export it once more"),
        ("i/a.webp", webp()[:20], "no width and height can be read in this WebP file", "export it once more"),
        (
            "i/a.webp",
            webp(4_001, 9),
            "this image has 4,001 × 9 pixels; at most 4,000 on each side are shown",
            "scale it down",
        ),
        (
            "i/a.png",
            png(1, 90_000),
            "this image has 1 × 90,000 pixels; at most 4,000 on each side are shown",
            "scale it down",
        ),
    ],
)
def test_what_cannot_be_shown(path: str, data: bytes, message: str, hint: str) -> None:
    """The head decides, not the name."""
    image, (problem,) = read_image(data, path)
    assert image is None
    assert (problem.place.path, problem.message, problem.hint) == (path, message, hint)


def test_the_largest_image_is_shown() -> None:
    """The limit itself is allowed."""
    assert read_image(webp(LARGEST, LARGEST), "i/a.webp")[1] == []


@pytest.mark.parametrize("data", [b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"RIFF\0\0\0\0WEBP"])
@pytest.mark.parametrize("tail", [b"", b"\0", b"\xff" * 99, b"\xff\xe1\0\0" * 99, b"VP8 \xff\xff", b"\xc0\0\x02"])
def test_a_broken_file_is_no_traceback(data: bytes, tail: bytes) -> None:
    """Whatever follows the first bytes: one problem, or a size."""
    kind = {0x89: "png", 0xFF: "jpg", 0x52: "webp"}[data[0]]
    image, problems = read_image(data + tail, f"i/a.{kind}")
    assert (image is None) == (len(problems) == 1)


@pytest.mark.parametrize("name", ["memory.png", "h100-sxm.jpg", "8-gpus.jpeg", f"{'a' * 64}.webp"])
def test_names_that_an_image_may_have(name: str) -> None:
    """Those of a slug, and the ending of its kind."""
    assert name_problem(f"i/{name}") is None


@pytest.mark.parametrize(
    "name",
    [
        "IMG_1234.JPG",
        "Memory.png",
        "memory use.png",
        "memory--use.png",
        "a.b.png",
        "größe.png",
        "a\n.png",
        "memory.PNG",
        f"{'a' * 65}.png",
    ],
)
def test_names_that_an_image_may_not_have(name: str) -> None:
    """They stand in addresses."""
    problem = name_problem(f"i/{name}")
    assert problem is not None
    assert problem.message.endswith(
        "should be a-z, 0-9 and single hyphens, at most 64, then .png, .jpg, .jpeg or .webp"
    )
    assert (problem.hint, problem.severity) == ("rename the file", Severity.ERROR)


@pytest.mark.parametrize("name", ["chart.svg", "Chart.SVG", "chart.svgz"])
def test_an_svg_is_refused(name: str) -> None:
    """It can hold scripts, and would run them for whoever opens it by itself."""
    problem = name_problem(f"i/{name}")
    assert problem is not None
    assert problem.message == "an SVG can hold scripts, so it is not shown"
    assert problem.severity is Severity.ERROR


@pytest.mark.parametrize("name", ["notes.md", "chart.gif", "chart.png.bak", "chart"])
def test_what_is_no_image_is_told(name: str) -> None:
    """It harms nothing, but would be missed."""
    problem = name_problem(f"i/{name}")
    assert problem is not None
    assert (problem.message, problem.severity) == ("this is not read", Severity.WARNING)

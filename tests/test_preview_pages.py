"""What the preview answers to a request, and what it adds to a page."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.responses import Response

from generator.preview.preview_pages import EVENTS, TRANSLATOR, respond

PAGE = "<!DOCTYPE html><html><body><p>home</p></body></html>"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A small built site, with a secret beside it."""
    site = tmp_path / "site"
    for path, text in {
        "index.html": PAGE,
        "404.html": "<p>lost</p>",
        "tr/index.html": "<p>giriş</p>",
        "tr/404.html": "<p>kayıp</p>",
        "tr/a b/index.html": "<p>boşluk</p>",
        "en/index.html": "<p>start</p>",
        "static/site.css": "p { margin: 0 }",
        "tr/pagefind/wasm.tr.pagefind": "bytes",
    }.items():
        (site / path).parent.mkdir(parents=True, exist_ok=True)
        (site / path).write_text(text, encoding="utf-8")
    (tmp_path / "secret").write_text("secret", encoding="utf-8")
    (site / "link").symlink_to(tmp_path / "secret")
    return site


def answer(folder: Path, path: str, *faults: str) -> Response:
    """The answer of the first edition."""
    return respond(folder, path, "first", faults)


@pytest.mark.parametrize(
    ("path", "status", "text"),
    [
        ("", 200, "home"),
        ("index.html", 200, "home"),
        ("tr/", 200, "giriş"),
        ("tr/a b/", 200, "boşluk"),
        ("tr/missing/", 404, "kayıp"),
        ("tr/missing/deeper/still", 404, "kayıp"),
        ("en/missing/", 404, "lost"),
        ("missing", 404, "lost"),
        ("static/", 404, "lost"),
    ],
)
def test_pages(folder: Path, path: str, status: int, text: str) -> None:
    """A page by its address; a missing one in the language of the address, as the real server answers."""
    response = answer(folder, path)

    assert response.status_code == status
    assert text in bytes(response.body).decode()
    assert response.headers["content-type"] == "text/html; charset=utf-8"


@pytest.mark.parametrize(
    "path",
    ["../secret", "/etc/passwd", "tr/../../secret", "link", "a\x00b", "x" * 5000, "../" * 50 + "etc/passwd"],
)
def test_nothing_outside_of_the_site(folder: Path, path: str) -> None:
    """No path leads out of the folder, and none ends in an error."""
    response = answer(folder, path)

    assert response.status_code == 404
    assert b"secret" not in response.body


@pytest.mark.parametrize(("path", "place"), [("tr", "/tr/"), ("tr/a b", "/tr/a%20b/")])
def test_folder_without_its_slash(folder: Path, path: str, place: str) -> None:
    """An address that lacks its slash is sent on, or its relative links would lead elsewhere."""
    response = answer(folder, path)

    assert (response.status_code, response.headers["location"]) == (307, place)


def test_files_are_served_as_they_are(folder: Path) -> None:
    """A file that is no page comes with its bytes and its kind, and no browser keeps it."""
    response = answer(folder, "static/site.css", "a problem")

    assert response.body == b"p { margin: 0 }"
    assert response.headers["content-type"].startswith("text/css")
    assert response.headers["cache-control"] == "no-store"
    assert answer(folder, "tr/pagefind/wasm.tr.pagefind").headers["content-type"] == "application/octet-stream"


def test_script_stands_in_the_response_only(folder: Path) -> None:
    """A page waits for the next edition; the file has no part in that."""
    body = bytes(answer(folder, "").body).decode()

    assert f'new EventSource("{EVENTS}")' in body
    assert f'<script src="{TRANSLATOR}">' in body
    assert '!== "first"' in body
    assert body.endswith("</body></html>")
    assert (folder / "index.html").read_text() == PAGE


def test_fresh_pages_come_before_those_of_the_folder(folder: Path) -> None:
    """While the site is written: pages as they have become, other files as they are, and no page where one fails."""
    made = {"tr/index.html": b"<p>yeni</p>", "static/new.css": b"new", "static/site.css": b"never asked for"}

    def fresh(path: str) -> bytes | None:
        if path == "en/index.html":
            raise KeyError("a bug")
        return made.get(path)

    def text(path: str) -> str:
        return bytes(respond(folder, path, "first", (), fresh).body).decode()

    assert "yeni" in text("tr/")
    assert text("static/new.css") == "new"
    assert text("static/site.css") == "p { margin: 0 }"
    assert "start" in text("en/")
    assert "kayıp" in text("tr/missing/")


def test_problems_stand_above_the_page(folder: Path) -> None:
    """What is wrong is shown over the last good page, as text, whatever the text holds."""
    body = bytes(answer(folder, "", "data/gpus.yaml:1:2: <script>alert(1)</script> {braces}", "another").body).decode()

    assert "home" in body
    assert "2 problems" in body
    assert "data/gpus.yaml:1:2: &lt;script&gt;alert(1)&lt;/script&gt; {braces}" in body
    assert "<script>alert" not in body


def test_problems_without_any_page(tmp_path: Path) -> None:
    """Where the very first build failed there is nothing to show but what is wrong."""
    response = answer(tmp_path / "nothing", "tr/", "content/a.md:1:1: wrong")

    assert response.status_code == 404
    assert b"content/a.md:1:1: wrong" in response.body


def test_nothing_at_all(tmp_path: Path) -> None:
    """A site without even a page for missing pages says so in a line."""
    assert answer(tmp_path / "nothing", "x.css").body == b"There is no such file."

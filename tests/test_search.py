"""Search: what each locale finds, which changes need a new index, and that the same pages give the same bytes."""

from __future__ import annotations

import json
import os
import queue
import shutil
import signal
import subprocess
import tempfile
import threading
from collections.abc import Mapping
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from generator.output import manifest, search
from generator.output.manifest import Row, Staged
from generator.output.publish import Published, publish
from generator.output.search import build_index, indexed, kept_index
from generator.words.locales import read_locale
from tests.releases import output_files, tree
from tools import chromium


def page(lang: str, title: str, text: str, outside: str = "") -> str:
    """A page whose words are indexed, with something outside of what is."""
    return (
        f'<!DOCTYPE html><html lang="{lang}"><head><meta charset="utf-8"><title>{title}</title></head><body>{outside}'
        f"<main data-pagefind-body><h1>{title}</h1><p>{text}</p></main></body></html>"
    )


PAGES = {
    "tr/index.html": page("tr", "Eğitim", "Belleğe sığan modeller ve IŞIN izleme."),
    "ja/index.html": page("ja", "学習用のGPU", "大規模言語モデルの学習にはメモリが必要です。"),
    "ar/index.html": page("ar", "التدريب", "ذاكرة وحدة معالجة الرسوم مهمة للتدريب."),
    "ar/404.html": "<!DOCTYPE html><html lang=ar><body>ذاكرة</body></html>",
}


def published(output: Path, texts: Mapping[str, str], *locales: str) -> Published:
    """Publish texts with an index for each of the locales."""

    def finish(staged: Staged) -> dict[str, Row]:
        return build_index(staged, map(read_locale, locales))

    return publish(output_files(texts), output, finish=finish)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The three pages, indexed."""
    output = tmp_path_factory.mktemp("search") / "site"
    published(output, PAGES, "tr", "ja", "ar")
    return output


class _Server(ThreadingHTTPServer):
    """Serves a folder on the loopback and keeps what a page sends to it."""

    def __init__(self, folder: Path) -> None:
        super().__init__(("127.0.0.1", 0), partial(_Handler, directory=str(folder)))
        self.sent: queue.Queue[dict[str, list[str]]] = queue.Queue()


class _Handler(SimpleHTTPRequestHandler):
    server: _Server

    def do_POST(self) -> None:
        length = int(self.headers["Content-Length"])
        self.server.sent.put(json.loads(self.rfile.read(length)))
        self.send_response(204)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name of the method it replaces
        """Say nothing."""


ASKING = """\
<!DOCTYPE html><html lang="LANG"><meta charset="utf-8"><script type="module">
const pagefind = await import("./pagefind/pagefind.js");
const found = {};
for (const query of QUERIES) {
  const { results } = await pagefind.search(query);
  found[query] = (await Promise.all(results.map((result) => result.data()))).map((page) => page.url);
}
await fetch("/", { method: "POST", body: JSON.stringify(found) });
</script>
"""


def answers(site: Path, under: str, locale: str, *queries: str) -> dict[str, list[str]]:
    """What Chromium finds on a page of a locale, by query; ``under`` is the path that the site is served at."""
    ask = ASKING.replace("LANG", locale).replace("QUERIES", json.dumps(queries))
    folder = site.parent / "served"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(site, folder / under)
    (folder / under / locale / "ask.html").write_text(ask, encoding="utf-8")
    with _Server(folder) as server, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/{under}{locale}/ask.html"
        options = [*chromium.LAUNCH_ARGUMENTS, f"--user-data-dir={profile}", "--remote-debugging-port=0", address]
        browser = subprocess.Popen([chromium.find(), *options], stderr=subprocess.DEVNULL, start_new_session=True)
        try:
            return server.sent.get(timeout=60)
        finally:
            os.killpg(browser.pid, signal.SIGKILL)
            browser.wait()
            server.shutdown()


@pytest.mark.parametrize(
    ("locale", "queries"),
    [
        ("tr", {"eğitim": ["/tr/"], "belleğe": ["/tr/"], "学習": []}),
        ("ja", {"学習": ["/ja/"], "メモリ": ["/ja/"], "IŞIN": []}),
        ("ar", {"ذاكرة": ["/ar/"], "eğitim": []}),
    ],
)
def test_each_locale_finds_its_own_pages(site: Path, locale: str, queries: dict[str, list[str]]) -> None:
    """Words of the locale are found, in scripts without spaces too, and pages of other locales never."""
    assert answers(site, "", locale, *queries) == queries


def test_search_below_a_sub_path(site: Path) -> None:
    """Where the site lies under a sub-path, results lead there."""
    assert answers(site, "catalogue/", "tr", "eğitim") == {"eğitim": ["/catalogue/tr/"]}


def test_index_holds_no_ready_made_interface(site: Path) -> None:
    """Pagefind's own widgets, many times larger than all our scripts, are left out; the script API is there."""
    names = {path.name for path in (site / "tr" / "pagefind").iterdir()}

    assert "pagefind.js" in names
    assert not {name for name in names if "ui" in name or "highlight" in name}


def index_of(site: Path) -> dict[str, bytes]:
    """The files of a site's search index."""
    return {path: content for path, content in tree(site).items() if "/pagefind/" in path}


def test_same_bytes_whatever_the_order_on_the_disk(tmp_path: Path) -> None:
    """The order in which pages came into a folder, which its listing may follow, does not show in the index."""
    texts = {f"tr/{number}/index.html": page("tr", f"GPU {number}", f"bellek {number % 7}") for number in range(60)}
    for name, order in (("forth", sorted(texts)), ("back", sorted(texts, reverse=True))):
        published(tmp_path / name, {path: texts[path] for path in order}, "tr")

    assert tree(tmp_path / "forth") == tree(tmp_path / "back")


def test_index_is_kept_while_no_indexed_word_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A change outside of what is indexed, or of another locale, leaves a locale's index as it is, without Pagefind."""
    texts = {
        "tr/index.html": page("tr", "Eğitim", "bellek <b data-pagefind-ignore>2,88 $</b> H100", outside="<p>eski</p>"),
        "en/index.html": page("en", "Training", "memory"),
    }
    published(tmp_path / "site", texts, "tr", "en")
    before = {path: (tmp_path / "site" / path).stat().st_ino for path in index_of(tmp_path / "site")}
    texts["tr/index.html"] = texts["tr/index.html"].replace("2,88 $", "3,10 $").replace("eski", "yeni")
    monkeypatch.setattr(search, "running", None)

    published(tmp_path / "site", texts, "tr", "en")

    assert {path: (tmp_path / "site" / path).stat().st_ino for path in index_of(tmp_path / "site")} == before
    assert manifest.verify(tmp_path / "site") == []


CHANGES = {
    "a word": {"tr/index.html": page("tr", "Eğitim", "hız")},
    "a new page": {"tr/index.html": page("tr", "Eğitim", "bellek"), "tr/new/index.html": page("tr", "Yeni", "hız")},
    "a lost page": {"tr/other/index.html": page("tr", "Başka", "bellek")},
}


@pytest.mark.parametrize("change", CHANGES)
def test_index_after_a_change_is_that_of_a_fresh_build(tmp_path: Path, change: str) -> None:
    """An index made after a change, beside a former one, equals one that was made with nothing beside it."""
    former = {"tr/index.html": page("tr", "Eğitim", "bellek"), "tr/other/index.html": page("tr", "Başka", "bellek")}
    published(tmp_path / "site", former, "tr")
    published(tmp_path / "site", CHANGES[change], "tr")
    published(tmp_path / "fresh", CHANGES[change], "tr")

    assert index_of(tmp_path / "site") == index_of(tmp_path / "fresh")


def test_former_index_may_be_kept_whatever_changed(tmp_path: Path) -> None:
    """A preview keeps the index though a text changed, as long as every locale has one; else none is touched."""
    before, after = page("tr", "Eğitim", "bellek"), page("tr", "Eğitim", "hız")
    kept: list[dict[str, Row]] = []

    def finish(staged: Staged) -> dict[str, Row]:
        assert kept_index(staged, map(read_locale, ("tr", "en"))) == {}
        assert not (staged.folder / "tr" / "pagefind").exists()
        kept.append(kept_index(staged, [read_locale("tr")]))
        return kept[-1]

    first = published(tmp_path / "site", {"tr/index.html": before}, "tr")
    publish(output_files({"tr/index.html": after}), tmp_path / "site", finish=finish)

    assert kept[0] == {path: row for path, row in first.files.items() if "/pagefind/" in path}
    assert manifest.verify(tmp_path / "site") == []


def test_locale_without_pages_has_no_index(tmp_path: Path) -> None:
    """A locale of which this build makes no page is passed over."""
    published(tmp_path / "site", {"tr/index.html": page("tr", "Eğitim", "bellek")}, "tr", "en")

    assert not (tmp_path / "site" / "en").exists()


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>a</p>", ""),
        ("a<p data-pagefind-body>b</p>c", "<p data-pagefind-body>b</p>"),
        ("<p data-pagefind-body><p>b</p></p>c", "<p data-pagefind-body><p>b</p></p>"),
        (
            "<p data-pagefind-body>a</p>b<p data-pagefind-body>c</p>",
            "<p data-pagefind-body>a</p><p data-pagefind-body>c</p>",
        ),
        ("<p data-pagefind-body>a<b data-pagefind-ignore>x</b>d</p>", "<p data-pagefind-body>ad</p>"),
        ("<p data-pagefind-body>a<b id=c data-pagefind-ignore='all'><b>x</b></b>d</p>", "<p data-pagefind-body>ad</p>"),
        ("<p data-pagefind-body>a<img data-pagefind-ignore>d</p>", "<p data-pagefind-body>ad</p>"),
        (
            "<p data-pagefind-body>a<i data-pagefind-ignore>x<i data-pagefind-ignore>y</i></i>d</p>",
            "<p data-pagefind-body>ad</p>",
        ),
        ("a<p data-pagefind-body>never closed", "a<p data-pagefind-body>never closed"),
        (
            "a<p data-pagefind-body><b data-pagefind-ignore>x</p>",
            "a<p data-pagefind-body><b data-pagefind-ignore>x</p>",
        ),
    ],
)
def test_indexed_text(html: str, text: str) -> None:
    """What is compared is what Pagefind reads; a page whose elements are not balanced is compared whole."""
    assert indexed(html.encode()).decode() == text

"""The preview as a process: it serves, builds again, tells browsers, survives mistakes and ends cleanly."""

from __future__ import annotations

import queue
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from generator.preview.serve import Built, serve
from generator.problems import MachineFailure

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = """
import sys
import time
from pathlib import Path
from generator.problems import InvalidSite, MachineFailure, Place, Problem, Severity
from generator.output.publish import publish
from generator.preview.serve import Built, serve
from generator.output.staging import OutputFile
from generator.preview.translator_mode import Text

root = Path(sys.argv[1])

def build(folder):
    text = (root / "content" / "page.txt").read_text(encoding="utf-8").strip()
    place = Place("content/page.txt", 1, 1)
    if text == "wrong":
        raise InvalidSite([Problem(place, "should not be <wrong>")])
    if text == "full":
        raise MachineFailure("the disk is full")
    if text == "bug":
        raise KeyError("a bug")
    page = f"<!DOCTYPE html><body>{text}</body>"
    if text == "slow":
        yield Built(fresh={"index.html": page.encode()}.get)
        while not (root / "go on").exists():
            time.sleep(0.05)
    publish([OutputFile("index.html", text, page.encode), OutputFile("404.html", "", b"lost".decode().encode)], folder)
    texts = {"training/lead/p1": Text("A lead.", "translated", "locales/tr/LC_MESSAGES/training.po:9:9", "")}
    yield Built([Problem(place, "could be better", severity=Severity.WARNING)], {"tr": texts}.get)

def tell(text):
    print(text, flush=True)

serve(root, int(sys.argv[2]), build, tell)
"""


class Running:
    """A preview in a process of its own."""

    def __init__(self, root: Path, text: str = "first") -> None:
        self.root = root
        self.write(text)
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, str(root), "0"],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.lines: queue.Queue[str] = queue.Queue()
        self._listener = threading.Thread(target=self._listen)
        self._listener.start()
        self.address = self.line("http://").split()[0]

    def _listen(self) -> None:
        assert self.process.stdout
        with self.process.stdout as output:
            for line in output:
                self.lines.put(line.rstrip("\n"))

    def end(self) -> int:
        """Press Ctrl-C; returns the exit code."""
        self.process.send_signal(signal.SIGINT)
        try:
            return self.process.wait(10)
        finally:
            self.process.kill()
            self._listener.join()

    def line(self, part: str) -> str:
        """The next line of output that holds a text; lines before it are passed over."""
        while True:
            line = self.lines.get(timeout=30)
            if part in line:
                return line

    def write(self, text: str) -> None:
        """Save the one input file as an editor does: a new file under the old name."""
        file = self.root / "content" / "page.txt"
        file.parent.mkdir(parents=True, exist_ok=True)
        draft = file.with_name("page.txt~")
        draft.write_text(text, encoding="utf-8")
        draft.replace(file)

    def get(self, path: str = "") -> httpx.Response:
        """What a browser gets."""
        return httpx.get(self.address + path)


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    """A running preview of a site with one page."""
    preview = Running(tmp_path)
    yield preview
    if preview.process.poll() is None:
        preview.end()


def test_edit_is_shown_and_told_within_a_second(running: Running) -> None:
    """A saved file is built, and the browser that waits is told to load again, in under a second.

    Of three edits the quickest counts, since the machine may be busy with something else.
    """
    passed = []
    with httpx.stream("GET", f"{running.address}_preview/events", timeout=30) as events:
        editions = (line.removeprefix("data: ") for line in events.iter_lines() if line.startswith("data: "))
        seen = [next(editions)]
        assert "first" in running.get().text
        for text in ("second", "third", "fourth"):
            begin = time.monotonic()
            running.write(text)
            seen.append(next(editions))
            passed.append(time.monotonic() - begin)

    assert len(set(seen)) == 4
    assert "fourth" in running.get().text
    assert seen[-1] in running.get().text
    assert min(passed) < 1


def test_page_is_shown_while_the_site_is_written(running: Running) -> None:
    """A page can be made at once; a browser is told once, and when all is written nothing changes for it."""
    with httpx.stream("GET", f"{running.address}_preview/events", timeout=30) as events:
        editions = (line.removeprefix("data: ") for line in events.iter_lines() if line.startswith("data: "))
        next(editions)
        running.write("slow")
        told = next(editions)
        early = running.get().text
        (running.root / "go on").touch()
        running.line("up to date")
        late = running.get().text
    assert "slow" in early
    assert early == late
    assert told in late


def test_texts_of_a_language_for_the_translator_mode(running: Running) -> None:
    """By their names, as JSON, from the last build that succeeded; and the script that asks for them."""
    running.write("wrong")
    running.line("stays as it was")
    assert running.get("_preview/texts/tr").json() == {
        "training/lead/p1": {
            "english": "A lead.",
            "state": "translated",
            "place": "locales/tr/LC_MESSAGES/training.po:9:9",
            "why": "",
        }
    }
    script = running.get("_preview/translator.js")
    assert script.headers["content-type"].startswith("text/javascript")
    assert "/_preview/texts/" in script.text


def test_mistake_is_shown_and_mended(running: Running) -> None:
    """A mistake stands in the terminal and over the last good page, until it is mended."""
    running.write("wrong")
    assert running.line("should not be") == "content/page.txt:1:1: should not be <wrong>"
    running.line("stays as it was")
    assert "should not be &lt;wrong&gt;" in running.get().text
    assert "first" in running.get().text

    running.write("mended")
    running.line("up to date")
    assert "mended" in running.get().text
    assert "should not be" not in running.get().text


@pytest.mark.parametrize(("text", "said"), [("full", "the disk is full"), ("bug", "KeyError: 'a bug'")])
def test_failures_do_not_end_the_preview(running: Running, text: str, said: str) -> None:
    """A failing machine and a bug are shown like a mistake, and the next change is built."""
    running.write(text)
    running.line(said)
    running.line("stays as it was")

    running.write("again")
    running.line("up to date")
    assert "again" in running.get().text


def test_folder_that_comes_later(running: Running) -> None:
    """A folder that was not there at the start is watched as soon as it is."""
    (running.root / "locales" / "tr").mkdir(parents=True)
    running.line("up to date")
    (running.root / "locales" / "tr" / "ui.po").touch()

    running.line("Changed: locales/tr/ui.po")


def test_folder_that_is_replaced(running: Running) -> None:
    """A folder that a checkout removes and writes again is still watched."""
    content = running.root / "content"
    content.rename(running.root / "old")
    running.write("checked out")
    running.line("up to date")
    running.write("edited")

    deadline = time.monotonic() + 30
    while "edited" not in running.get().text and time.monotonic() < deadline:
        time.sleep(0.1)
    assert "edited" in running.get().text


def test_ctrl_c_ends_cleanly(running: Running) -> None:
    """Ctrl-C ends the preview with success, though a browser is waiting for news."""
    with httpx.stream("GET", f"{running.address}_preview/events", timeout=30) as events:
        next(events.iter_lines())

        assert running.end() == 0


def test_temporary_folder_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the preview built lies in the system's folder for such things, and is gone afterwards."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    preview = Running(tmp_path / "root")
    assert len(list(temporary.iterdir())) == 1

    preview.end()

    assert list(temporary.iterdir()) == []


def test_busy_port(tmp_path: Path) -> None:
    """A port that is taken is named, with the way to another one."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]

        with pytest.raises(
            MachineFailure, match=f"port {port} is in use; another one: build.py serve --port {port + 1}"
        ):
            serve(tmp_path, port, lambda _: [Built()], print)


def test_only_this_machine_can_see_it(running: Running) -> None:
    """The preview listens on the loopback alone."""
    port = int(running.address.rstrip("/").rpartition(":")[2])
    listening = Path("/proc/net/tcp")
    if listening.exists():
        lines = [line.split() for line in listening.read_text("ascii").splitlines()[1:]]
        assert [fields[1] for fields in lines if fields[1].endswith(f":{port:04X}") and fields[3] == "0A"] == [
            f"0100007F:{port:04X}"
        ]
    assert running.address == f"http://127.0.0.1:{port}/"

"""The fault matrix, output: whatever happens while a site is published, visitors have the former one or the new one."""

from __future__ import annotations

import multiprocessing
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from generator.files import machine
from generator.output import manifest, publish
from generator.output.manifest import Row, Staged
from generator.output.search import build_index
from generator.problems import MachineFailure, WrongCall
from generator.words.locales import read_locale
from tests.releases import command, litter, output_files, pages, put, run, tree, versions_in
from tests.sites import FILES, PRICES, small_site, write

ROOT = Path(__file__).resolve().parent.parent.parent
NOBODY = 65534


@pytest.fixture
def output(tmp_path: Path) -> Path:
    """A live site; nothing else lies beside it."""
    folder = tmp_path / "out" / "site"
    put(folder, pages("old", 50))
    return folder


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The input of a small whole site, with the project's templates."""
    page = FILES["content/pages/methodology.md"]
    legal = {f"content/pages/{name}.md": page for name in ("imprint", "privacy", "terms")}
    root = small_site(tmp_path_factory.mktemp("sources") / "root", legal)
    for folder in ("templates", "static"):
        shutil.copytree(ROOT / folder, root / folder)
    return root


def build(root: Path, output: Path, *options: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run `build.py` and wait for it."""
    return subprocess.run(
        [sys.executable, str(ROOT / "build.py"), "--root", str(root), "--output", str(output), *options],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def assert_old_stays(output: Path, before: dict[str, bytes]) -> None:
    """The live site is as it was, to the byte, and nothing lies beside it."""
    assert tree(output) == before
    assert litter(output) == []


# Row 33


@pytest.mark.parametrize(
    ("path", "text", "place", "link"),
    [
        ("content/guides/training.md", "[x](guide:missing)", "content/guides/training.md:", "missing"),
        ("content/guides/training.md", "[x](guide:training#nowhere)", "content/guides/training.md:", "nowhere"),
        ("templates/guides.html", '<a href="../gone/">x</a>', "templates/guides.html", "../gone/"),
    ],
)
def test_row_33_dead_links_stop_the_build(
    sources: Path, tmp_path: Path, path: str, text: str, place: str, link: str
) -> None:
    """A link, an anchor or a picture that leads nowhere is an error, and nothing goes live."""
    root = tmp_path / "root"
    shutil.copytree(sources, root)
    original, begin = (root / path).read_text(encoding="utf-8"), "{% block main %}"
    write(root, path, original.replace(begin, begin + text) if begin in original else f"{original}{text}\n")

    result = build(root, tmp_path / "site", "--no-search")

    assert result.returncode == 1
    assert link in result.stderr
    assert not (tmp_path / "site").exists()


# Row 43


Foreign = Callable[[Path], object]


def _holding(name: str, text: str) -> Foreign:
    return lambda folder: write(folder, name, text)


def _linked(folder: Path) -> None:
    elsewhere = folder.with_name("elsewhere")
    elsewhere.mkdir()
    folder.symlink_to(elsewhere)


def _ours_with(name: str) -> Foreign:
    def make(folder: Path) -> None:
        put(folder, {"index.html": "ours", "en/index.html": "ours"})
        write(folder, name, "mine")

    return make


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda folder: folder.write_text("mine"), "is a file, not a folder"),
        (_linked, "is a symbolic link"),
        (_holding("thesis.tex", "mine"), "holds no manifest of ours: thesis.tex"),
        (_holding("manifest.json", '{"name": "an app", "icons": []}'), "holds no manifest of ours: manifest.json"),
        (_ours_with("en/CNAME"), "files that no build wrote: en/CNAME"),
        (_ours_with("uploads/photo.jpg"), "files that no build wrote: uploads"),
    ],
)
def test_row_43_folders_that_hold_something_else(tmp_path: Path, make: Foreign, reason: str) -> None:
    """What is not ours is refused by name, before a build and again at its swap, and nothing in it is touched."""
    folder = tmp_path / "refused"
    make(folder)
    before = [path for path in tmp_path.rglob("*") if not path.is_dir() or path.is_symlink()]

    with pytest.raises(WrongCall, match=reason):
        publish.check_output(folder, tmp_path / "root")
    with pytest.raises(WrongCall, match=reason):
        put(folder, {"index.html": "new"})

    assert [path for path in tmp_path.rglob("*") if not path.is_dir() or path.is_symlink()] == before


def test_row_43_a_file_in_the_way(tmp_path: Path) -> None:
    """A path that leads through a file can hold no folder."""
    (tmp_path / "text").write_text("mine")

    with pytest.raises(WrongCall, match="a part of its path is a file"):
        publish.check_output(tmp_path / "text" / "site", tmp_path / "root")


@pytest.mark.parametrize("folder", [".", "..", "../..", "/"])
def test_row_43_folders_around_the_sources(tmp_path: Path, folder: str) -> None:
    """Neither the sources' folder nor one around it can be the output."""
    root = tmp_path / "root"
    root.mkdir()

    with pytest.raises(WrongCall, match=r"holds the site's sources|is a mount point"):
        publish.check_output(root / folder, root)


def test_row_43_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A home folder is never the output, not even an empty one."""
    monkeypatch.setenv("HOME", str(tmp_path / "people" / "me"))
    (tmp_path / "people" / "me").mkdir(parents=True)

    for folder in (tmp_path / "people" / "me", tmp_path / "people"):
        with pytest.raises(WrongCall, match="holds your home folder"):
            publish.check_output(folder, tmp_path / "root")


def test_row_43_refusal_is_a_wrong_call(sources: Path, tmp_path: Path) -> None:
    """On the command line it ends with exit code 2, before anything is read or written."""
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "thesis.tex").write_text("mine")

    result = build(sources, tmp_path / "site")

    assert result.returncode == 2
    assert "thesis.tex" in result.stderr
    assert "Traceback" not in result.stderr
    assert tree(tmp_path) == {"site/thesis.tex": b"mine"}


# Row 44

STEPS = [f"{when}:{call}" for call in ("flush", "exchange", "flush_names") for when in ("before", "after")]


@pytest.mark.parametrize("step", STEPS)
def test_row_44_killed_at_each_step(output: Path, step: str) -> None:
    """Killed around each call that matters, a build leaves the former site or the new one; the next one cleans up."""
    result = run(output, "new", "--killed", step)

    assert result.returncode == -signal.SIGKILL
    expected = "new" if step in {"after:exchange", "before:flush_names", "after:flush_names"} else "old"
    assert versions_in(output) == {expected}
    assert run(output, "next").returncode == 0
    assert versions_in(output) == {"next"}
    assert litter(output) == []


@pytest.mark.parametrize("step", ["before:exchange", "after:flush_names"])
def test_row_44_killed_without_exchange(output: Path, step: str) -> None:
    """The same on a file system that cannot swap two folders, but for the moment between its two renames."""
    assert run(output, "new", "--no-exchange", "--killed", step).returncode == -signal.SIGKILL
    assert run(output, "next", "--no-exchange").returncode == 0
    assert versions_in(output) == {"next"}
    assert litter(output) == []


def test_row_44_killed_between_two_renames(output: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where two renames stand in for the exchange, a build killed between them is put right by the next."""
    output.rename(output.with_name(".site.old-0a1b2c3d"))

    with pytest.raises(MachineFailure, match="no Pagefind"):
        publish.publish(output_files(pages("new", 50)), output, finish=_without_pagefind)

    assert versions_in(output) == {"old"}
    assert litter(output) == []


def _without_pagefind(staged: Staged) -> dict[str, Row]:
    raise MachineFailure("no Pagefind")


def kill_at_random(commands: Callable[[int], list[str]], output: Path, times: int, longest: float) -> None:
    """Start a build again and again, kill each at a random moment, and look at the site."""
    chance = random.Random(44)
    for number in range(times):
        process = subprocess.Popen(
            commands(number), cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        time.sleep(chance.uniform(0, longest))
        process.kill()
        process.wait()
        assert manifest.verify(output) == []


def killed_releases(output: Path, times: int) -> None:
    """Kill a build of releases at random."""
    begin = time.monotonic()
    assert run(output, "first", "--pages", "300", "--jobs", "2").returncode == 0
    longest = time.monotonic() - begin
    kill_at_random(lambda n: command(output, f"v{n}", "--pages", "300", "--jobs", "2"), output, times, longest)
    assert len(versions_in(output)) == 1
    assert run(output, "last", "--pages", "300").returncode == 0
    assert versions_in(output) == {"last"}
    assert litter(output) == []


def killed_builds(sources: Path, folder: Path, times: int) -> None:
    """Kill a whole build at random; prices change each time, so that there is something to write."""
    root, output = folder / "root", folder / "out" / "site"
    shutil.copytree(sources, root)
    begin = time.monotonic()
    assert build(root, output).returncode == 0
    longest = time.monotonic() - begin

    def call(number: int) -> list[str]:
        write(root, PRICES_FILE, PRICES.replace("2.88", f"2.{10 + number % 90}"))
        return [sys.executable, str(ROOT / "build.py"), "--root", str(root), "--output", str(output)]

    kill_at_random(call, output, times, longest)
    last = build(root, output)
    assert last.returncode == 0, last.stderr
    assert litter(output) == []
    assert build(root, folder / "fresh").returncode == 0
    assert tree(output) == tree(folder / "fresh")


PRICES_FILE = "data/prices.yaml"


def test_row_44_killed_at_random(output: Path) -> None:
    """Ten kills at random moments: the site is whole after each."""
    killed_releases(output, 10)


def test_row_44_whole_builds_killed_at_random(sources: Path, tmp_path: Path) -> None:
    """Ten whole builds killed at random; the next one makes what a fresh one makes."""
    killed_builds(sources, tmp_path, 10)


@pytest.mark.fuzz
def test_row_44_killed_at_random_many_times(output: Path, sources: Path, tmp_path: Path) -> None:
    """Three hundred kills of each kind."""
    killed_releases(output, 300)
    killed_builds(sources, tmp_path, 300)


# Row 46


def test_row_46_full_disk(tmp_path: Path) -> None:
    """A disk that fills up, in bytes or in files, is named; the former site stays and nothing lies beside it.

    Where this process may mount one, the disk is real and small; elsewhere the calls say that it is full.
    """
    script = [sys.executable, "-m", "tests.faults.full_disk", str(tmp_path)]
    alone = ["unshare", "--user", "--map-root-user", "--mount"]
    if shutil.which("unshare") and subprocess.run([*alone, "true"], check=False, capture_output=True).returncode == 0:
        script = [*alone, *script, "--mount"]

    result = subprocess.run(script, cwd=ROOT, capture_output=True, text=True, check=False)

    assert result.returncode == 0, result.stderr
    assert result.stdout.splitlines() == [f"{what}: the disk is full, or out of inodes" for what in ("bytes", "files")]


def test_row_46_file_size_limit(output: Path) -> None:
    """A process that may write small files only (ulimit -f) says so."""
    before = tree(output)

    result = run(output, "new", "--largest-file", "1000")

    assert (result.returncode, result.stdout) == (3, "")
    assert "a file would be larger than this process may write (ulimit -f)" in result.stderr
    assert_old_stays(output, before)


# Row 47


def test_row_47_error_at_close(output: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that takes the bytes and only says at the end that it is full fails the build."""
    before = tree(output)
    opened = open

    def full(path: str, mode: str = "r", *arguments: Any, **options: Any) -> Any:
        if mode == "xb" and path.endswith("/site.css"):
            return opened("/dev/full", "wb")
        return opened(path, mode, *arguments, **options)

    monkeypatch.setattr("builtins.open", full)

    with pytest.raises(MachineFailure, match="the disk is full"):
        put(output, {**pages("new", 50), "static/site.css": "p {}"})

    assert_old_stays(output, before)


@pytest.mark.parametrize("call", ["flush", "exchange"])
def test_row_47_error_at_the_last_step(output: Path, monkeypatch: pytest.MonkeyPatch, call: str) -> None:
    """An error of the flush or of the swap itself fails the build."""
    before = tree(output)

    def fail(*_: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(machine, call, fail)

    with pytest.raises(MachineFailure, match="the disk is full"):
        put(output, pages("new", 50))

    assert_old_stays(output, before)


# Row 48


def _put_unprivileged(output: Path, sender: multiprocessing.connection.Connection[str, str]) -> None:
    if os.getuid() == 0:
        os.setuid(NOBODY)
    try:
        put(output, pages("new", 5))
    except MachineFailure as failure:
        sender.send(str(failure))
    else:
        sender.send("published")


def put_unprivileged(output: Path) -> str:
    """Publish as a user whom file modes bind, which they do not root; returns the message."""
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_put_unprivileged, args=(output, sender))
    process.start()
    sender.close()
    try:
        return str(receiver.recv())
    finally:
        process.join()
        receiver.close()


@pytest.fixture
def shared(tmp_path: Path) -> Iterator[Path]:
    """A live site that another user could publish."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        put(folder / "out" / "site", pages("old", 5))
        if os.getuid() == 0:
            for path in [folder, *folder.rglob("*")]:
                os.chown(path, NOBODY, NOBODY)
        yield folder / "out" / "site"
        for path in (folder / "out", folder / "out" / "site"):
            path.chmod(0o755)


def test_row_48_another_user_may_publish(shared: Path) -> None:
    """The ground for what follows: with the usual modes, that user's build succeeds."""
    assert put_unprivileged(shared) == "published"


@pytest.mark.parametrize("mode", [0o555, 0o000])
def test_row_48_parent_that_may_not_be_written(shared: Path, mode: int) -> None:
    """A folder in which nothing may be created is named, without a traceback, and the site stays."""
    before = tree(shared)
    shared.parent.chmod(mode)

    message = put_unprivileged(shared)

    shared.parent.chmod(0o755)
    assert message.startswith(f"cannot write the site to {shared}: no permission")
    assert_old_stays(shared, before)


def test_row_48_output_that_may_not_be_read(shared: Path) -> None:
    """A live site that this user may not even read is left alone."""
    before = tree(shared)
    shared.chmod(0o000)

    message = put_unprivileged(shared)

    shared.chmod(0o755)
    assert "no permission" in message
    assert_old_stays(shared, before)


def test_row_48_too_few_open_files(output: Path) -> None:
    """A process that may open hardly any file says so, whichever call it was that failed."""
    before = tree(output)

    result = run(output, "new", "--open-files", "8", "--jobs", "4", "--pages", "200")

    assert result.returncode == 3
    assert "may not open that many files (ulimit -n)" in result.stderr
    assert "Traceback" not in result.stderr
    assert_old_stays(output, before)


# Row 49


def test_row_49_eight_builds_at_once(output: Path, tmp_path: Path) -> None:
    """Of eight builds into one folder, from two places, each succeeds or says that another is at work."""
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    (tmp_path / "generator").symlink_to(ROOT / "generator")
    processes = [
        subprocess.Popen(
            command(output, f"v{number}", "--pages", "200"),
            cwd=(ROOT, tmp_path)[number % 2],
            stderr=subprocess.PIPE,
            text=True,
        )
        for number in range(8)
    ]
    ended = [(process.communicate()[1], process.returncode) for process in processes]

    assert {code for _, code in ended} <= {0, 3}
    assert all("another build is writing" in message for message, code in ended if code == 3)
    assert 0 in {code for _, code in ended}
    assert len(versions_in(output)) == 1
    assert litter(output) == []


# Row 50


def test_row_50_killed_holder_with_living_children(output: Path) -> None:
    """A build that was killed blocks nobody, though processes that rendered for it still run for a moment."""
    options = ("--pages", "400", "--jobs", "3", "--pause", "0.02")
    holder = subprocess.Popen(command(output, "slow", *options), cwd=ROOT)
    while not any(entry.is_dir() and list(entry.rglob("*.html")) for entry in output.parent.glob(".site.new-*")):
        time.sleep(0.01)
    holder.kill()
    holder.wait()

    result = run(output, "next")

    assert (result.returncode, result.stderr) == (0, "")
    assert versions_in(output) == {"next"}
    time.sleep(1)
    assert run(output, "after").returncode == 0
    assert litter(output) == []


# Row 51


def _hammer(output: Path, sender: multiprocessing.connection.Connection[object, object]) -> None:
    """Read the live site until the parent closes its end: a page, then the style sheet that it names."""
    reads, faults = 0, []
    while not sender.poll():
        try:
            page = (output / "index.html").read_text(encoding="utf-8")
        except OSError as error:
            faults.append(f"page: {error}")
            continue
        reads += 1
        try:
            (output / page.rstrip()).read_bytes()
        except OSError:
            # The sheet of a release may go with it, but never while that release is the live one.
            if (output / "index.html").read_text(encoding="utf-8") == page:
                faults.append(f"{page} is missing")
    sender.send((reads, faults))


def hammered(output: Path, swaps: int) -> tuple[int, list[str]]:
    """Publish again and again while another process reads; returns how often it read and what it missed."""
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe()
    put(output, {"index.html": "static/0.css", "static/0.css": "0"})
    reader = context.Process(target=_hammer, args=(output, theirs))
    reader.start()
    for number in range(1, swaps + 1):
        put(output, {"index.html": f"static/{number}.css", f"static/{number}.css": str(number)})
    ours.send("stop")
    result: tuple[int, list[str]] = ours.recv()
    reader.join()
    ours.close()
    theirs.close()
    return result


def test_row_51_reader_during_swaps(output: Path) -> None:
    """A reader that never pauses finds a page each time, and the style sheet of the release that is live."""
    reads, faults = hammered(output, 100)

    assert faults == []
    assert reads > 100


@pytest.mark.fuzz
def test_row_51_reader_during_ten_thousand_swaps(output: Path) -> None:
    """The same for ten thousand swaps."""
    reads, faults = hammered(output, 10_000)

    assert faults == []
    assert reads > 10_000


# Row 52


def _index(executable: Path, staged: Staged) -> dict[str, Row]:
    return build_index(staged, [read_locale("en")], engine=lambda _: executable, seconds=0.5)


THEN = "[ $1 = --version ] && echo pagefind 1.5.2 || "


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        (None, "cannot run Pagefind"),
        ("exit 1", "does not say which Pagefind it is"),
        ("echo pagefind 1.3.0", "Pagefind 1.3.0 .* is too old"),
        ("exec sleep 60", "did not tell its version"),
        (f"{THEN} {{ echo no memory >&2; exit 1; }}", "exit code 1\n    no memory"),
        (f"{THEN} kill -9 $$", "ended by a signal: Killed"),
        (f"{THEN} exec sleep 60", "did not end within 0.5 s"),
    ],
    ids=["absent", "fails", "old", "hangs at once", "fails later", "killed", "hangs later"],
)
def test_row_52_pagefind_that_fails(output: Path, tmp_path: Path, script: str | None, reason: str) -> None:
    """However Pagefind fails, the build says how, ends in time, and the former site stays."""
    before = tree(output)
    executable = tmp_path / "pagefind"
    if script:
        executable.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        executable.chmod(0o755)

    with pytest.raises(MachineFailure, match=reason):
        publish.publish(output_files(pages("new", 50)), output, finish=partial(_index, executable))

    assert_old_stays(output, before)


def test_row_52_pagefind_that_is_not_installed(sources: Path, tmp_path: Path) -> None:
    """On the command line a missing Pagefind ends with exit code 3 and the line that installs it."""
    output = tmp_path / "out" / "site"
    assert build(sources, output, "--no-search").returncode == 0
    before = tree(output)
    write(tmp_path, "path/pagefind_bin.py", "raise ImportError")

    result = build(sources, output, PYTHONPATH=str(tmp_path / "path"))

    assert result.returncode == 3
    assert 'pip install "pagefind-bin>=' in result.stderr
    assert "Traceback" not in result.stderr
    assert_old_stays(output, before)


# Row 53


def variations(sources: Path, folder: Path, number: int) -> dict[str, bytes]:
    """Build in surroundings that differ in everything that should not matter, by the number of the variation."""
    chance = random.Random(number)
    base = Path("/dev/shm") if number % 2 and Path("/dev/shm").is_dir() else folder  # noqa: S108 - another file system
    with tempfile.TemporaryDirectory(dir=base) as name:
        root = Path(name) / f"root {number}"
        files = [path for path in sources.rglob("*") if path.is_file()]
        chance.shuffle(files)  # the order of a folder's listing is that of creation on some file systems
        for path in files:
            write(root, path.relative_to(sources).as_posix(), path.read_bytes())
            moment = chance.randrange(2_000_000_000)
            os.utime(root / path.relative_to(sources), (moment, moment))
        output = Path(name) / "out" / f"site{number}"
        call = [sys.executable, str(ROOT / "build.py"), "--root", str(root), "--output", str(output)]
        result = subprocess.run(
            [*call, "--jobs", str(1 + number % 3)],
            umask=chance.choice([0o022, 0o077, 0o002]),
            cwd=name,
            env={
                "PATH": os.environ["PATH"],
                "TZ": chance.choice(["UTC", "Asia/Kathmandu", "America/St_Johns"]),
                "LANG": chance.choice(["C", "tr_TR.UTF-8", "C.UTF-8"]),
                "PYTHONHASHSEED": str(number),
                "HOME": name,
                "PYTHONUTF8": str(number % 2),
            },
            capture_output=True,
            text=True,
            check=False,
        )
        assert result.returncode == 0, result.stderr
        return tree(output)


def assert_all_the_same(sources: Path, folder: Path, count: int) -> None:
    """Builds in different surroundings make the same bytes, the search index and the manifest included."""
    first = variations(sources, folder, 0)
    assert any("/pagefind/" in path for path in first)
    for number in range(1, count):
        found = variations(sources, folder, number)
        different = [path for path in first.keys() | found.keys() if first.get(path) != found.get(path)]
        assert different == [], f"variation {number}"


def test_row_53_same_input_gives_same_bytes(sources: Path, tmp_path: Path) -> None:
    """Folder, time zone, language, umask, hash seed, ages, order on the disk and processes do not show."""
    assert_all_the_same(sources, tmp_path, 3)


@pytest.mark.fuzz
def test_row_53_same_input_gives_same_bytes_many_times(sources: Path, tmp_path: Path) -> None:
    """The same in ten surroundings."""
    assert_all_the_same(sources, tmp_path, 10)


# Row 65


@pytest.mark.parametrize(("new", "refused"), [(0, True), (20, True), (79, True), (80, False), (120, False)])
def test_row_65_release_that_lost_too_much(new: int, refused: bool) -> None:
    """A release without pages, or with under four fifths of the hundred live ones, needs a person's word."""
    assert publish.shrunk(100, new) is refused

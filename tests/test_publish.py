"""Publishing: which folder may be the output, what a release links and writes, and that it is swapped in whole."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from generator.files import machine
from generator.output import manifest, publish
from generator.output.manifest import Row, Staged
from generator.output.publish import check_output, shrunk
from generator.output.staging import OutputFile
from generator.problems import MachineFailure, WrongCall
from tests.releases import edit, litter, no_exchange, output_files, put, tree

TEXTS = {"index.html": "home", "en/index.html": "English", "en/gpus/h100/index.html": "H100"}


@pytest.fixture
def output(tmp_path: Path) -> Path:
    """Where the site of a test goes; nothing else lies beside it."""
    return tmp_path / "out" / "site"


def test_first_release(output: Path) -> None:
    """The first release makes the folder, with the manifest and nothing beside it."""
    published = put(output, TEXTS)

    assert {path: content.decode() for path, content in tree(output).items() if path != manifest.NAME} == TEXTS
    assert published.written == ("en/gpus/h100/index.html", "en/index.html", "index.html")
    assert manifest.verify(output) == []
    assert litter(output) == []


def test_empty_folder_becomes_the_output(output: Path) -> None:
    """An empty folder is taken over with its mode, which a web server's group may depend on."""
    output.mkdir(parents=True)
    output.chmod(0o750)

    put(output, TEXTS)

    assert (output / "index.html").read_text() == "home"
    assert output.stat().st_mode & 0o777 == 0o750


def test_only_changed_files_are_made(output: Path) -> None:
    """A file whose inputs kept their digest is linked: its content is not even asked for."""
    put(output, TEXTS)
    before = {path: (output / path).stat().st_ino for path in TEXTS}
    asked: list[str] = []
    changed = {**TEXTS, "en/index.html": "Changed"}

    def content(file: OutputFile) -> bytes:
        asked.append(file.path)
        return file.content()

    files = [OutputFile(file.path, file.digest, partial(content, file)) for file in output_files(changed)]
    published = publish.publish(files, output)

    assert asked == ["en/index.html"]
    assert published.written == ("en/index.html",)
    assert (output / "en/index.html").read_text() == "Changed"
    assert {path for path in TEXTS if (output / path).stat().st_ino == before[path]} == TEXTS.keys() - {"en/index.html"}


def test_same_bytes_from_other_inputs_stay_the_same_file(output: Path) -> None:
    """A page that comes out the same keeps its file, and so its age in visitors' caches; its digest is new."""
    put(output, TEXTS)
    before = (output / "index.html").stat()

    published = publish.publish([OutputFile("index.html", "other inputs", lambda: b"home")], output)

    assert (output / "index.html").stat().st_ino == before.st_ino
    assert published.files["index.html"].input == "other inputs"
    assert published.written == ()


def test_removed_pages_are_gone(output: Path) -> None:
    """What the new release does not hold is named and gone."""
    put(output, TEXTS)

    published = put(output, {"index.html": "home"})

    assert published.removed == ("en/gpus/h100/index.html", "en/index.html")
    assert sorted(tree(output)) == ["index.html", manifest.NAME]


@pytest.mark.parametrize("edited", ["evil", "a longer text than before"])
def test_edit_in_the_output_is_undone(output: Path, edited: str) -> None:
    """A file that somebody changed in the output, its length kept or not, is written again."""
    put(output, TEXTS)
    edit(output / "index.html", edited)

    put(output, TEXTS)

    assert (output / "index.html").read_text() == "home"


def test_edit_of_a_link_does_not_reach_the_former_release(output: Path, tmp_path: Path) -> None:
    """A release that was kept aside shares files with the next, which are replaced and never written through."""
    put(output, TEXTS)
    aside = tmp_path / "kept"
    aside.mkdir()
    os.link(output / "index.html", aside / "index.html")

    put(output, {**TEXTS, "index.html": "new"})

    assert (aside / "index.html").read_text() == "home"
    assert (output / "index.html").read_text() == "new"


def test_symbolic_link_in_the_output_is_replaced(output: Path, tmp_path: Path) -> None:
    """A link that replaced a published file is not followed."""
    put(output, TEXTS)
    secret = tmp_path / "secret"
    secret.write_text("home")
    (output / "index.html").unlink()
    (output / "index.html").symlink_to(secret)

    put(output, TEXTS)

    assert not (output / "index.html").is_symlink()
    assert secret.read_text() == "home"


@pytest.mark.parametrize("failing", [RuntimeError("bug"), MachineFailure("no Pagefind"), KeyboardInterrupt()])
def test_failure_before_the_swap_keeps_the_former_release(output: Path, failing: BaseException) -> None:
    """Whatever ends the last step, the former site stays to the byte and nothing lies beside it."""
    put(output, TEXTS)
    before = tree(output)

    def finish(staged: Staged) -> dict[str, Row]:
        assert (staged.folder / "index.html").read_text() == "new"
        raise failing

    with pytest.raises(type(failing)):
        publish.publish(output_files({"index.html": "new"}), output, finish=finish)

    assert tree(output) == before
    assert litter(output) == []


def test_finish_adds_files(output: Path) -> None:
    """Files that the last step adds stand in the manifest, and count as written when their bytes are new."""

    def finish(staged: Staged) -> dict[str, Row]:
        (staged.folder / "extra.txt").write_text("extra")
        return {"extra.txt": manifest.row_of(staged.folder / "extra.txt", "made from")}

    first = publish.publish(output_files(TEXTS), output, finish=finish)
    second = publish.publish(output_files(TEXTS), output, finish=finish)

    assert "extra.txt" in first.written
    assert second.written == ()
    assert manifest.verify(output) == []


def test_finish_sees_what_changed(output: Path) -> None:
    """The last step can tell what was written anew and compare it with the former release."""
    put(output, TEXTS)
    seen: list[Staged] = []

    def finish(staged: Staged) -> dict[str, Row]:
        assert (staged.former_folder / "index.html").read_text() == "home"
        seen.append(staged)
        return {}

    publish.publish(output_files({**TEXTS, "index.html": "new"}), output, finish=finish)

    assert seen[0].written == {"index.html"}
    assert seen[0].files.keys() == TEXTS.keys()


def test_busy_output(output: Path) -> None:
    """A second build of the same output is turned away at once and told which one is in its way."""
    output.parent.mkdir()
    with (
        machine.exclusive(output.with_name(".site.lock"), "busy"),
        pytest.raises(MachineFailure, match="another build"),
    ):
        put(output, TEXTS)

    assert not output.exists()
    put(output, TEXTS)
    assert litter(output) == []


def test_one_folder_has_one_lock_whatever_it_is_called(output: Path, tmp_path: Path) -> None:
    """An output reached through a linked parent is locked as the same folder."""
    output.parent.mkdir()
    (tmp_path / "alias").symlink_to(output.parent)
    with (
        machine.exclusive(output.with_name(".site.lock"), "busy"),
        pytest.raises(MachineFailure, match="another build"),
    ):
        put(tmp_path / "alias" / "site", TEXTS)


def test_swap_without_exchange(output: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file system that cannot swap two folders gets two renames; afterwards everything is as after a swap."""
    monkeypatch.setattr(machine, "exchange", no_exchange)
    put(output, TEXTS)
    put(output, {**TEXTS, "index.html": "new"})

    assert (output / "index.html").read_text() == "new"
    assert manifest.verify(output) == []
    assert litter(output) == []


def test_failed_second_rename_is_taken_back(output: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the second of the two renames fails, the former site is back under its name."""
    put(output, TEXTS)
    before = tree(output)
    monkeypatch.setattr(machine, "exchange", no_exchange)
    rename = Path.rename

    def failing(self: Path, target: Path) -> Path:
        if target == output and ".new-" in self.name:
            raise OSError(5, "Input/output error")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", failing)

    with pytest.raises(MachineFailure, match="the disk reports a fault"):
        put(output, {"index.html": "new"})

    assert tree(output) == before
    assert litter(output) == []


def test_litter_of_killed_builds_is_removed_and_nothing_else(output: Path) -> None:
    """Folders that killed builds left are cleaned up; those that only look alike are somebody's."""
    put(output, TEXTS)
    left = output.with_name(".site.new-0a1b2c3d")
    left.mkdir()
    (left / "half.html").write_text("half")
    others = [output.with_name(".site.new-design"), output.with_name(".other.new-0a1b2c3d")]
    for other in others:
        other.mkdir()

    put(output, TEXTS)

    assert not left.exists()
    assert all(other.exists() for other in others)


@pytest.fixture
def reading(output: Path) -> Iterator[list[str]]:
    """A reader that opens the live site's pages as fast as it can and notes each that is missing or torn."""
    faults: list[str] = []
    stop = threading.Event()

    def read() -> None:
        while not stop.is_set():
            for path in ("index.html", "en/index.html"):
                try:
                    text = (output / path).read_text()
                except OSError as error:
                    faults.append(f"{path}: {error}")
                else:
                    if len(text) != 5000 or len(set(text)) != 1:
                        faults.append(f"{path}: torn")

    put(output, {"index.html": "a" * 5000, "en/index.html": "a" * 5000})
    reader = threading.Thread(target=read)
    reader.start()
    yield faults
    stop.set()
    reader.join()


def test_readers_never_miss_a_page(output: Path, reading: list[str]) -> None:
    """While releases follow one another, every read finds a whole page."""
    for number in range(60):
        put(output, dict.fromkeys(("index.html", "en/index.html"), "abc"[number % 3] * 5000))

    assert reading == []


@pytest.mark.parametrize(
    "path", ["../x", "/etc/x", "a/../../x", "a//b", "", ".", "a\\b", "a\nb", "manifest.json", "a/"]
)
def test_paths_stay_inside_the_output(output: Path, path: str) -> None:
    """No path leads out of the release or to its manifest."""
    with pytest.raises(ValueError, match="no path of an output file"):
        put(output, {"index.html": "home", path: "x"})

    assert not output.exists()


def test_two_files_of_one_path(output: Path) -> None:
    """Two pages with one address are a fault of the generator, not a race that the later one wins."""
    with pytest.raises(ValueError, match="two output files"):
        publish.publish(output_files({"a": "1"}) * 2, output)


def test_shrunk() -> None:
    """Under 80 % of the live pages, or none at all, is too little to go live unasked."""
    assert not shrunk(100, 80)
    assert shrunk(100, 79)
    assert shrunk(0, 0)
    assert not shrunk(0, 5)


def test_output_inside_the_sources(tmp_path: Path) -> None:
    """A folder that people edit cannot hold the output, which the next build would read as input."""
    (tmp_path / "content").mkdir()

    with pytest.raises(WrongCall, match="inside content/"):
        check_output(tmp_path / "content" / "site", tmp_path)

    check_output(tmp_path / "site", tmp_path)


def test_mount_point_is_refused() -> None:
    """A mount point cannot be swapped, and the message says what to do."""
    with pytest.raises(WrongCall, match="name a folder inside it"):
        check_output(Path("/proc"), Path("/nowhere"))


def test_finder_files_do_not_count(output: Path) -> None:
    """What a file manager drops into every folder it shows is no reason to refuse."""
    put(output, TEXTS)
    (output / ".DS_Store").write_text("")

    put(output, {"index.html": "new"})

    assert sorted(tree(output)) == ["index.html", manifest.NAME]

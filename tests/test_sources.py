"""Files become text only where they are safe to read; what is not says where and why."""

from __future__ import annotations

import os
import unicodedata
from pathlib import Path

import pytest

from generator.files.sources import FORBIDDEN, MOST_FILES, decode, fingerprint, list_files, read_bytes, read_text
from generator.problems import MachineFailure, Severity
from tests.sites import said, write

TURNS = "an invisible character that turns the direction of text"


def test_a_byte_order_mark_and_windows_line_ends_change_nothing() -> None:
    """Editors on Windows may write both."""
    assert decode("\ufeffa: ü\r\nb\r\n".encode(), "f") == ("a: ü\nb\n", [])


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"name: caf\xe9\n", "f:1:10: this file should be UTF-8, and the byte e9 is not"),
        (b"a\nprice: \x80 5\n", "f:2:8: this file should be UTF-8, and the byte 80 is not"),
        ("a\nç".encode()[:-1], "f:2:1: this file should be UTF-8, and ends inside a character"),
        ("gpus:".encode("utf-16"), "f:1:1: this file should be UTF-8, and seems to be UTF-16"),
        ("gpus: []".encode("utf-16-le"), "f:1:1: this file should be UTF-8, and seems to be UTF-16"),
        ("gpus: []".encode("utf-16-be"), "f:1:1: this file should be UTF-8, and seems to be UTF-16"),
        (b"a\nb\x00", "f:2:2: a control character (\\u0000) may not stand here"),
        (b"\x07", "f:1:1: a control character (\\u0007) may not stand here"),
        (b"a\rb", "f:1:2: a carriage return without line feed (\\u000d) may not stand here"),
        ("é\u202e".encode(), f"f:1:2: {TURNS} (\\u202e) may not stand here"),
        ("\u2066".encode(), f"f:1:1: {TURNS} (\\u2066) may not stand here"),
        ("\x85".encode(), "f:1:1: an unusual line break (\\u0085) may not stand here"),
        ("\u2028".encode(), "f:1:1: an unusual line break (\\u2028) may not stand here"),
        ("\ufeff\ufeff".encode(), "f:1:1: a byte order mark inside the text (\\ufeff) may not stand here"),
        ("\ue000".encode(), "f:1:1: a private-use character (\\ue000) may not stand here"),
        (b"\x1b\n\x1b", "f:1:1: a control character (\\u001b) may not stand here (2 times in this file)"),
    ],
)
def test_bytes_that_are_no_safe_text(data: bytes, message: str) -> None:
    """The place counts characters; a character that comes again is told once."""
    text, problems = decode(data, "f")
    assert text is None
    assert said(problems) == [message]


def test_latin_1_is_named_in_the_hint() -> None:
    """Who sees the message must know what to choose in the editor's menu."""
    assert "Latin-1" in decode("Größe".encode("latin-1"), "f")[1][0].hint


def test_letters_and_marks_of_all_scripts_are_welcome() -> None:
    """Joiners and direction marks belong to Persian, Hindi and emoji; they do not reorder what follows."""
    text = "نیم\u200cفاصله क्\u200dष ‎ € × ’ 学習 👩\u200d🔬\t"
    assert decode(text.encode(), "f") == (text, [])


def test_no_surrogate_can_pass() -> None:
    """A lone surrogate cannot be written to any file."""
    assert all(FORBIDDEN.match(chr(code)) for code in (0xD800, 0xDFFF))


def test_a_file_too_large_is_not_read(tmp_path: Path) -> None:
    """The size is asked of the file system: 50 MB cost no time."""
    with write(tmp_path, "big.md", "").open("wb") as file:
        file.truncate(50_000_000)
    text, problems = read_text(tmp_path, "big.md", 200_000)
    assert text is None
    assert said(problems) == ["big.md: this file has 50,000,000 bytes; at most 200,000 are read"]


def test_a_missing_file(tmp_path: Path) -> None:
    """It is the writer's mistake, not the machine's."""
    assert said(read_text(tmp_path, "data/gpus.yaml", 9)[1]) == ["data/gpus.yaml: this file is missing"]


def test_a_folder_or_pipe_in_the_place_of_a_file(tmp_path: Path) -> None:
    """Reading a pipe would wait for ever."""
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    for name in ("folder", "pipe"):
        assert said(read_text(tmp_path, name, 9)[1]) == [f"{name}: this should be a file"]


def test_symbolic_links_are_not_followed(tmp_path: Path) -> None:
    """Neither as the file, nor as a folder on its way, nor to themselves; what they lead to is never read."""
    write(tmp_path, "outside/secret.md", "secret")
    root = tmp_path / "root"
    (root / "content").mkdir(parents=True)
    (root / "content/file.md").symlink_to(tmp_path / "outside/secret.md")
    (root / "content/loop.md").symlink_to("loop.md")
    (root / "guides").symlink_to(tmp_path / "outside")
    for path, message in {
        "content/file.md": "content/file.md: this is a symbolic link, and those are not followed",
        "content/loop.md": "content/loop.md: this is a symbolic link, and those are not followed",
        "guides/secret.md": 'guides/secret.md: "guides" is a symbolic link, and those are not followed',
    }.items():
        text, problems = read_text(root, path, 1_000)
        assert text is None
        assert said(problems) == [message]
    assert said(list_files(root, "guides", ".md")[1]) == ["guides: this is a symbolic link, and those are not followed"]
    assert said(list_files(root, "content", ".md")[1]) == [
        "content/file.md: this is a symbolic link, and those are not followed",
        "content/loop.md: this is a symbolic link, and those are not followed",
    ]


def test_the_root_itself_may_be_a_link(tmp_path: Path) -> None:
    """A server's checkout often is."""
    write(tmp_path, "real/a.md", "text")
    (tmp_path / "current").symlink_to("real")
    assert read_text(tmp_path / "current", "a.md", 9) == ("text", [])


def test_a_file_that_the_machine_refuses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No rights, a broken disk: nothing in the input would mend that."""
    write(tmp_path, "a.md", "text")

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(MachineFailure, match=r"a\.md: cannot be read: Permission denied"):
        read_text(tmp_path, "a.md", 9)


def test_files_are_listed_in_the_order_of_their_names(tmp_path: Path) -> None:
    """Whatever order the file system gives; hidden files are passed over."""
    for name in ("b.md", "a.md", ".draft.md"):
        write(tmp_path, f"content/{name}", "")
    assert list_files(tmp_path, "content", ".md") == (("content/a.md", "content/b.md"), [])
    assert list_files(tmp_path, "nowhere", ".md") == ((), [])


def test_a_file_that_nobody_would_read_is_told(tmp_path: Path) -> None:
    """A guide saved as .markdown or a folder deeper, an image beside it, would be missed in silence."""
    write(tmp_path, "guides/new.markdown", "")
    write(tmp_path, "guides/chart.png", "")
    write(tmp_path, "guides/more/new.md", "")
    files, problems = list_files(tmp_path, "guides", ".md")
    assert files == ()
    assert {problem.severity for problem in problems} == {Severity.WARNING}
    assert [problem.place.path for problem in problems] == ["guides/chart.png", "guides/more", "guides/new.markdown"]
    assert {problem.message for problem in problems} == {"this is not read"}
    assert {problem.hint for problem in problems} == {"only files whose names end in .md are read in guides/"}


def test_a_folder_where_every_file_is_read(tmp_path: Path) -> None:
    """Whatever its name ends in; a folder in it is told all the same."""
    write(tmp_path, "images/a.png", "")
    write(tmp_path, "images/b.svg", "")
    write(tmp_path, "images/old/c.png", "")
    files, (problem,) = list_files(tmp_path, "images", "")
    assert files == ("images/a.png", "images/b.svg")
    assert (problem.place.path, problem.hint) == ("images/old", "only files are read in images/")


def test_bytes_are_read_as_they_are(tmp_path: Path) -> None:
    """Up to the limit; beyond it with the caller's advice."""
    write(tmp_path, "a.png", b"\xef\xbb\xbf\x00\r\n")
    assert read_bytes(tmp_path, "a.png", 6) == (b"\xef\xbb\xbf\x00\r\n", [])
    data, (problem,) = read_bytes(tmp_path, "a.png", 5, hint="scale it down")
    assert data is None
    assert (problem.message, problem.hint) == ("this file has 6 bytes; at most 5 are read", "scale it down")


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (("H100.md", "h100.md"), 'g/h100.md: "g/h100.md" and "g/H100.md" have one name'),
        (
            (unicodedata.normalize("NFD", "é.md"), "é.md"),
            'g/é.md: "g/é.md" and "g/e\u0301.md" have one name',
        ),
    ],
)
def test_names_that_some_computers_cannot_tell_apart(tmp_path: Path, names: tuple[str, str], message: str) -> None:
    """Both names are told."""
    for name in names:
        write(tmp_path, f"g/{name}", "")
    assert said(list_files(tmp_path, "g", ".md")[1]) == [message]


def test_a_name_with_a_line_break(tmp_path: Path) -> None:
    """It is shown as an escape: a name must not forge a line of output."""
    write(tmp_path, "g/a\nb.md", "")
    assert said(list_files(tmp_path, "g", ".md")[1]) == [
        'g: the file name "a\\u000ab.md" holds characters that it should not'
    ]


def test_too_many_files(tmp_path: Path) -> None:
    """They are counted, not read."""
    for number in range(MOST_FILES + 1):
        write(tmp_path, f"g/{number}.md", "")
    files, problems = list_files(tmp_path, "g", ".md")
    assert files == ()
    assert said(problems) == ["g: 2,001 files stand here; at most 2,000 are read"]


def test_a_fingerprint_changes_with_every_byte_and_name(tmp_path: Path) -> None:
    """In folders of any depth; what was not touched keeps it."""
    write(tmp_path, "content/guides/a.md", "text")
    write(tmp_path, "prices.yaml", "1")
    seen = [fingerprint([tmp_path / "content", tmp_path / "prices.yaml"])]

    def changed() -> bool:
        seen.append(fingerprint([tmp_path / "content", tmp_path / "prices.yaml"]))
        return seen[-1] not in seen[:-1]

    assert not changed()
    write(tmp_path, "content/guides/a.md", "Text")
    assert changed()
    write(tmp_path, "content/guides/b.md", "")
    assert changed()
    (tmp_path / "content/guides/b.md").rename(tmp_path / "content/b.md")
    assert changed()
    write(tmp_path, "prices.yaml", "2")
    assert changed()
    (tmp_path / "prices.yaml").unlink()
    assert changed()


def test_a_fingerprint_judges_nothing(tmp_path: Path) -> None:
    """Pipes, links and giants are passed by; whoever reads them tells what is wrong."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "link").symlink_to("/")
    with write(tmp_path, "big.md", "").open("wb") as file:
        file.truncate(50_000_000_000)
    assert fingerprint([tmp_path]) == fingerprint([tmp_path])
    assert fingerprint([tmp_path / "loop"]) != fingerprint([tmp_path / "pipe"])

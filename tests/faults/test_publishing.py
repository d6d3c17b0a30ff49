"""The fault matrix, publishing: what a push can do wrong, and what can go wrong with a push."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from generator.deploy.deploy_config import Server
from generator.deploy.deploy_doctor import examine
from generator.deploy.deploy_releases import in_folder, pages_of
from generator.output import manifest
from tests.conftest import ROOT
from tests.servers import ENVIRONMENT, Pusher, copy_of, new_server, remote_lines
from tests.sites import GUIDE, edited, write
from tests.test_workflows import faults

GUIDE_FILE = "content/guides/training.md"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Pusher:
    """A server with a site that is live, for the tests that change nothing about it."""
    pusher = new_server(tmp_path_factory.mktemp("running"))
    done = pusher.push()
    assert done.returncode == 0, done.stderr
    return pusher


@pytest.fixture
def pusher(running: Pusher) -> Iterator[Pusher]:
    """The running server; afterwards it must be as it was, and the clone is put back."""
    main, live = running.main(), running.live()
    yield running
    running.git("checkout", "-qf", "main")
    running.git("reset", "-q", "--hard", main)
    running.git("clean", "-qfdx")
    assert (running.main(), running.live()) == (main, live)
    assert manifest.verify(running.server.live.resolve()) == []


def published(pusher: Pusher, words: str) -> None:
    """Change the guide's lead, and push it."""
    pusher.commit({GUIDE_FILE: GUIDE.replace("A lead.", words)})
    done = pusher.push()
    assert done.returncode == 0, done.stderr


# Row 55


def test_row_55_a_good_push_is_live(running: Pusher) -> None:
    """The release is named by commit, snapshot and time, whole, and ``live`` is one symbolic link to it."""
    commit, snapshot, _ = running.live().split("-")
    assert running.main().startswith(commit)
    assert snapshot == "20261201T000000Z"
    assert running.shows("A lead.")
    assert running.deploy("status").returncode == 0
    assert running.deploy("doctor").stdout == "Everything is in order.\n"


def test_row_55_a_bad_push_is_refused_with_every_place(pusher: Pusher) -> None:
    """The pusher reads file, line and column of each mistake; main does not move."""
    pusher.commit(
        {
            "data/gpus.yaml": edited("data/gpus.yaml", "memory_gb: 80", "memory_gb: lots"),
            GUIDE_FILE: GUIDE.replace("order: 1", "order: one"),
        }
    )
    done = pusher.push()
    assert done.returncode != 0
    assert f"{GUIDE_FILE}:6:8: order should be" in done.stderr
    assert 'data/gpus.yaml:9:14: memory_gb of "h100" should be' in done.stderr
    assert "The push is refused: the site cannot be built from it." in remote_lines(done)
    assert "[remote rejected] main -> main (pre-receive hook declined)" in done.stderr
    assert "Traceback" not in done.stderr


# Row 56


def test_row_56_main_cannot_be_deleted(pusher: Pusher) -> None:
    """The site is made from it."""
    done = pusher.push("origin", ":main")
    assert done.returncode != 0
    assert "main is what the site is made from and cannot be deleted" in done.stderr


@pytest.mark.parametrize(("name", "what"), [("v1", "an annotated tag"), ("HEAD:content/guides/training.md", "a blob")])
def test_row_56_main_must_be_a_commit(pusher: Pusher, name: str, what: str) -> None:
    """An annotated tag would pass where git is only asked for the commit behind it."""
    pusher.git("tag", "-a", "-f", "v1", "-m", "First")
    done = pusher.push("origin", f"+{pusher.commit_of(name)}:refs/heads/main")
    assert done.returncode != 0
    assert f"main must be a commit, and this is {what}" in done.stderr


@pytest.mark.parametrize("ref", ["refs/tags/v2", "refs/x/y"])
def test_row_56_other_refs_are_taken_and_ignored(pusher: Pusher, ref: str) -> None:
    """Nothing is built for them."""
    done = pusher.push("origin", f"HEAD:{ref}")
    assert done.returncode == 0
    assert remote_lines(done) == []


def test_row_56_a_forced_push_is_published(running: Pusher, tmp_path: Path) -> None:
    """It is a way back, too."""
    pusher = copy_of(running, tmp_path)
    published(pusher, "Wrong.")
    pusher.git("commit", "-q", "--amend", "--allow-empty", "-m", "Start again")
    write(pusher.clone, GUIDE_FILE, GUIDE.replace("A lead.", "Right."))
    pusher.git("commit", "-q", "--amend", "--all", "-m", "Start again")
    assert pusher.push().returncode != 0
    assert pusher.push("--force", "origin", "main").returncode == 0
    assert pusher.shows("Right.")
    assert pusher.main().startswith(pusher.live()[:12])


# Row 57

ODD = [
    "$(touch${IFS}canary)",
    "a;touch${IFS}canary",
    "<script>alert(1)</script>",
    "`touch${IFS}canary`",
    "é&|'\"",
    "..a/b",
]
LATIN_1 = "caf\udce9"


def test_row_57_odd_branch_names_run_nothing(running: Pusher, tmp_path: Path) -> None:
    """A preview lies under a hash of the name and nothing else; its address is printed."""
    pusher = copy_of(running, tmp_path)
    live, before = pusher.live(), {path.name for path in tmp_path.iterdir()}
    names = [name for name in ODD if pusher.git("check-ref-format", "--branch", name, check=False).returncode == 0]
    assert len(names) >= 4
    pushed = [names[0], LATIN_1]
    done = pusher.push("origin", *(f"HEAD:refs/heads/{name}" for name in pushed))
    assert done.returncode == 0, done.stderr
    previews = sorted(folder.name for folder in pusher.server.previews.iterdir() if folder.is_dir())
    assert previews == sorted(pusher.server.preview_name(f"refs/heads/{name}") for name in pushed)
    for preview in previews:
        assert f"https://catalogue.test/preview/{preview}/" in done.stderr
        assert (pusher.server.previews / preview / "en/index.html").is_file()
    assert pusher.live() == live
    assert {path.name for path in tmp_path.iterdir()} == before
    assert not list(tmp_path.rglob("canary"))
    for name in names[1:]:
        assert pusher.server.preview_name(f"refs/heads/{name}").isalnum()
    # A branch that goes takes its preview with it.
    assert pusher.push("origin", *(f":refs/heads/{name}" for name in pushed)).returncode == 0
    pusher.deploy("prune")
    assert not [folder for folder in pusher.server.previews.iterdir() if folder.name in previews]


def test_row_57_a_branch_that_cannot_be_built_is_kept(pusher: Pusher) -> None:
    """Work that is not finished may be pushed; it has no preview, and the pusher reads why."""
    pusher.git("checkout", "-q", "-b", "draft")
    pusher.commit({GUIDE_FILE: GUIDE.replace("order: 1", "order: one")})
    done = pusher.push("origin", "draft")
    assert done.returncode == 0
    assert f"{GUIDE_FILE}:6:8: order should be" in done.stderr
    assert "No preview: the site cannot be built from it." in remote_lines(done)


# What a tree may not hold


def test_a_symbolic_link_is_refused(pusher: Pusher) -> None:
    """It would show what it leads to on this server."""
    (pusher.clone / "content/guides/secrets.md").symlink_to("/etc/passwd")
    pusher.commit()
    done = pusher.push()
    assert done.returncode != 0
    assert "content/guides/secrets.md: is a symbolic link" in done.stderr


def test_a_submodule_is_refused(pusher: Pusher) -> None:
    """Its files are not in the commit."""
    pusher.git("update-index", "--add", "--cacheinfo", f"160000,{pusher.commit_of('HEAD')},content/other")
    pusher.git("commit", "-q", "-m", "Another repository")
    done = pusher.push()
    assert done.returncode != 0
    assert "content/other: is a submodule" in done.stderr


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("content/guides/a\nb.md", '"content/guides/a\\u000ab.md": has a name with characters'),
        ("content/guides/a\\b.md", "has a name with characters"),
        ("content/guides/a\u202eb.md", '"content/guides/a\\u202eb.md": has a name with characters'),
        ("content/guides/Training.md", "have one name on computers"),
        ("content/guides/a\udcffb.md", "has a name that is not UTF-8"),
    ],
)
def test_an_odd_name_is_refused(pusher: Pusher, name: str, fault: str) -> None:
    """Names that mislead, or that not every computer can store."""
    write(pusher.clone, "odd", GUIDE)
    blob = pusher.git("hash-object", "-w", "odd").stdout.strip()
    (pusher.clone / "odd").unlink()
    given = f"100644 {blob}\t{name}\0".encode("utf-8", "surrogateescape")
    command = ["git", "update-index", "-z", "--index-info"]
    subprocess.run(command, cwd=pusher.clone, env=ENVIRONMENT, input=given, check=True)
    pusher.git("commit", "-q", "-m", "Odd")
    done = pusher.push()
    assert done.returncode != 0
    assert fault in done.stderr


def test_attributes_of_the_push_leave_nothing_out(running: Pusher, tmp_path: Path) -> None:
    """``export-ignore`` and filters in a pushed .gitattributes change nothing."""
    pusher = copy_of(running, tmp_path)
    attributes = "*.md export-ignore\n*.yaml export-subst eol=crlf\ncontent/** filter=evil ident\n"
    pusher.commit({".gitattributes": attributes, GUIDE_FILE: GUIDE.replace("A lead.", "A $Format:%H$ and $Id$ lead.")})
    assert pusher.push().returncode == 0
    assert pusher.shows("A $Format:%H$ and $Id$ lead.")


def test_too_much_is_refused_before_it_is_written(tmp_path: Path) -> None:
    """The limit of the configuration; the largest file is named."""
    pusher = new_server(tmp_path, "limits: {input_mb: 1}\n")
    pusher.commit({"content/guides/picture.png": random.Random(1).randbytes(1_100_000)})
    done = pusher.push()
    assert done.returncode != 0
    assert "content/guides/picture.png: is the largest file" in done.stderr or "exceeds maximum" in done.stderr
    assert pusher.main() == ""


# Row 58


def test_row_58_of_two_pushes_at_once_one_wins(running: Pusher, tmp_path: Path) -> None:
    """Live is what main is in the end; the other pusher is told to fetch."""
    pusher = copy_of(running, tmp_path)
    commits = []
    for number in range(2):
        pusher.git("checkout", "-q", "-B", f"side-{number}", "main")
        commits.append(pusher.commit({GUIDE_FILE: GUIDE.replace("A lead.", f"Lead {number}.")}))
    with ThreadPoolExecutor(2) as pool:
        done = list(pool.map(lambda commit: pusher.push("origin", f"{commit}:refs/heads/main"), commits))
    assert sorted(one.returncode == 0 for one in done) == [False, True]
    (winner,) = (number for number, one in enumerate(done) if one.returncode == 0)
    assert pusher.main() == commits[winner]
    assert pusher.shows(f"Lead {winner}.")
    # Git itself answers where the other push is taken between our last look and its own.
    assert any(words in done[1 - winner].stderr for words in ("fetch, merge and push again", "cannot lock ref"))


def test_row_58_a_push_waits_for_a_running_build(running: Pusher, tmp_path: Path) -> None:
    """The timer's build goes first; in the end live is what main is."""
    pusher = copy_of(running, tmp_path)
    pusher.commit({GUIDE_FILE: GUIDE.replace("A lead.", "Newer.")})
    with ThreadPoolExecutor(2) as pool:
        timer = pool.submit(pusher.deploy, "publish", "--now", "2026-12-03T00:00:00Z")
        push = pool.submit(pusher.push)
        assert push.result().returncode == 0, push.result().stderr
        assert timer.result().returncode == 0, timer.result().stderr
    assert pusher.main().startswith(pusher.live()[:12])
    assert pusher.shows("Newer.")


# Row 59


def killed_push(pusher: Pusher, seconds: float, *, hook: bool) -> None:
    """Push, and kill the client or the hook after some time; wait until nothing runs any more.

    Whatever a killed hook had started must end by itself.
    """
    command = ["git", "push", "-q", "origin", "main"]
    process = subprocess.Popen(
        command, cwd=pusher.clone, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    time.sleep(seconds)
    if hook:
        for child in hooks_of(pusher.server):
            if b"-receive\0--state" in command_line(child):
                os.kill(child, signal.SIGKILL)
    else:
        process.kill()
    process.wait(60)
    end = time.monotonic() + 60
    while running := hooks_of(pusher.server):
        assert time.monotonic() < end, [command_line(child) for child in running]
        time.sleep(0.05)


def hooks_of(server: Server) -> list[int]:
    """The processes of this server: git that receives, hooks, builds."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            words = command_line(int(entry.name))
            if os.fsencode(server.state.parent) in words and b"prune" not in words:
                found.append(int(entry.name))
    return found


def command_line(process: int) -> bytes:
    """The words of a process, each ended by NUL; empty when it has ended."""
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""


def assert_recovers(pusher: Pusher) -> None:
    """What is live is whole all the time, and the next publication brings main, whatever was killed."""
    assert manifest.verify(pusher.server.live.resolve()) == []
    main = pusher.main()
    done = pusher.deploy("publish", "--now", "2026-12-02T00:00:00Z")
    assert done.returncode == 0, done.stderr
    assert main.startswith(pusher.live()[:12])
    pusher.deploy("prune", "--now", "2026-12-09T00:00:00Z")
    assert in_folder(pusher.server.candidates) == []
    assert list(pusher.server.work.iterdir()) == []


@pytest.mark.parametrize(("hook", "seconds"), [(False, 0.8), (True, 0.8), (True, 1.6)])
def test_row_59_a_killed_push_harms_nothing(running: Pusher, tmp_path: Path, hook: bool, seconds: float) -> None:
    """Client or hook killed, before or after git has taken the push."""
    pusher = copy_of(running, tmp_path)
    pusher.commit({GUIDE_FILE: GUIDE.replace("A lead.", "Newer.")})
    killed_push(pusher, seconds, hook=hook)
    assert_recovers(pusher)


@pytest.mark.fuzz
def test_row_59_killed_pushes_at_random_times(running: Pusher, tmp_path: Path) -> None:
    """The long form of the test above."""
    pusher = copy_of(running, tmp_path)
    chance = random.Random(59)
    for number in range(60):
        pusher.git("pull", "-q", "--rebase=false", "origin", "main")
        pusher.commit({GUIDE_FILE: GUIDE.replace("A lead.", f"Lead {number}.")})
        killed_push(pusher, chance.uniform(0.1, 3), hook=chance.random() < 0.5)
        assert_recovers(pusher)


def test_row_59_a_build_that_hangs_is_stopped(tmp_path: Path) -> None:
    """The pusher reads after how long; nothing of it is left running."""
    pusher = new_server(tmp_path, "limits: {seconds: 1}\n")
    pusher.commit({f"content/guides/guide-{n}.md": GUIDE.replace("old-training", f"old-{n}") for n in range(300)})
    done = pusher.push()
    assert done.returncode != 0
    assert "The push is refused: the build took longer than 1 s and was stopped." in remote_lines(done)
    assert hooks_of(pusher.server) == []
    assert pusher.main() == ""


def test_row_59_a_build_that_wants_too_much_memory_is_stopped(running: Pusher, tmp_path: Path) -> None:
    """In a sentence, and the server goes on."""
    pusher = copy_of(running, tmp_path, "limits: {memory_mb: 64}\n")
    long = GUIDE + "A sentence of a guide that says much of memory and of bandwidth, and of what both cost.\n\n" * 1900
    pusher.commit({f"content/guides/guide-{n}.md": long.replace("old-training", f"old-{n}") for n in range(25)})
    done = pusher.push()
    assert done.returncode != 0
    assert "There is too little memory for this." in remote_lines(done)
    assert "Traceback" not in done.stderr
    assert pusher.live() == running.live()


# Row 61


def test_row_61_the_servers_own_builder_is_used(running: Pusher, tmp_path: Path) -> None:
    """A pushed build.py, generator, hook or template is never run nor used; the pusher is told of the templates."""
    pusher = copy_of(running, tmp_path)
    canary = f"import pathlib; pathlib.Path({str(tmp_path / 'canary')!r}).touch()\n"
    names = ("build.py", "generator/__init__.py", "generator/commands/cli.py", "sitecustomize.py", "yaml.py")
    changes: dict[str, str | bytes | None] = dict.fromkeys(names, canary)
    changes |= {"hooks/pre-receive": "#!/bin/sh\nexit 0\n", "deploy/post-receive": "#!/bin/sh\nexit 0\n"}
    changes |= {"templates/guide.html": "<p>pushed</p>", "static/css/2-site.css": "p { color: red }"}
    changes |= {"content/yaml.py": canary, "data/generator/__init__.py": canary}
    pusher.commit(changes)
    done = pusher.push()
    assert done.returncode == 0, done.stderr
    assert not (tmp_path / "canary").exists()
    assert not pusher.shows("<p>pushed</p>")
    assert "warning: the push changes templates, and the site is built with that of the server" in remote_lines(done)
    assert "warning: the push changes static, and the site is built with that of the server" in remote_lines(done)


def test_row_61_templates_are_taken_from_the_push_where_the_server_says_so(running: Pusher, tmp_path: Path) -> None:
    """``templates: pushed`` in its configuration."""
    pusher = copy_of(running, tmp_path, "templates: pushed\n")
    for folder in ("templates", "static"):
        shutil.copytree(ROOT / folder, pusher.clone / folder)
    page = (ROOT / "templates/guide.html").read_text("utf-8")
    pusher.commit({"templates/guide.html": page.replace("{% block main %}", "{% block main %}<p>pushed</p>")})
    done = pusher.push()
    assert done.returncode == 0, done.stderr
    assert pusher.shows("<p>pushed</p>")


# Row 62


def said_by_doctor(pusher: Pusher) -> str:
    """What the doctor finds, its exit code checked."""
    done = pusher.deploy("doctor")
    assert done.returncode == 1
    return done.stderr


@pytest.mark.parametrize("name", ["pre-receive", "post-receive"])
def test_row_62_a_hook_without_its_run_bit(running: Pusher, name: str) -> None:
    """Git would pass it over and take every push."""
    hook = running.server.repository / "hooks" / name
    hook.chmod(0o644)
    try:
        assert f"{hook}: is not executable" in said_by_doctor(running)
    finally:
        hook.chmod(0o755)
    assert running.deploy("doctor").returncode == 0


def test_row_62_a_hook_that_others_own_or_change(running: Pusher) -> None:
    """Whoever can write to a hook can run programs as the server."""
    hook = running.server.repository / "hooks" / "pre-receive"
    owner = hook.stat()
    hook.chmod(0o777)
    assert f"{hook}: can be changed by other users" in said_by_doctor(running)
    hook.chmod(0o755)
    if os.geteuid() == 0:
        os.chown(running.server.repository, 1234, -1)
        os.chown(hook, 4321, -1)
        assert f"{hook}: belongs to another user than the repository" in said_by_doctor(running)
        os.chown(running.server.repository, owner.st_uid, -1)
        os.chown(hook, owner.st_uid, -1)


def test_row_62_a_disk_that_runs_nothing(running: Pusher, monkeypatch: pytest.MonkeyPatch) -> None:
    """Mounted noexec."""
    real = os.statvfs

    def noexec(path: Path) -> os.statvfs_result:
        fields = list(real(path))
        fields[8] |= os.ST_NOEXEC
        return os.statvfs_result(fields)

    monkeypatch.setattr(os, "statvfs", noexec)
    assert [str(problem) for problem in examine(running.server) if "noexec" in problem.message] != []


def test_row_62_what_else_would_keep_pushes_from_being_published(running: Pusher, tmp_path: Path) -> None:
    """A hook of others or none, settings, another hooks folder, no snapshot, a live folder that is no link."""
    pusher = copy_of(running, tmp_path)
    server = pusher.server
    write(server.repository, "hooks/pre-receive", "#!/bin/sh\nexit 0\n")
    (server.repository / "hooks" / "post-receive").unlink()
    for setting in (("receive.advertisePushOptions", "false"), ("core.hooksPath", "elsewhere")):
        subprocess.run(["git", "--git-dir", server.repository, "config", *setting], env=ENVIRONMENT, check=True)
    server.prices.unlink()
    server.live.unlink()
    server.live.mkdir()
    said = said_by_doctor(pusher)
    for words in (
        "hooks/pre-receive: is not the hook of this generator",
        "hooks/post-receive: is missing",
        "receive.advertisePushOptions is false and should be true",
        "core.hooksPath leads git to the hooks in elsewhere",
        "prices.yaml: this file is missing",
        "live: should be a symbolic link to a release",
    ):
        assert words in said


# Row 63


def test_row_63_a_rollback_holds_until_somebody_publishes(running: Pusher, tmp_path: Path) -> None:
    """Timers leave it alone; ``publish --resume`` ends it, and so does the next push."""
    pusher = copy_of(running, tmp_path)
    first = pusher.live()
    published(pusher, "Second.")
    second = pusher.live()

    done = pusher.deploy("rollback")
    assert done.returncode == 0, done.stderr
    assert pusher.live() == first
    held = pusher.deploy("publish", "--now", "2026-12-03T00:00:00Z")
    assert held.returncode == 0
    assert f"A rollback holds {first}" in held.stderr
    assert pusher.live() == first
    assert "held" in pusher.deploy("status").stdout

    assert pusher.deploy("publish", "--resume", "--now", "2026-12-03T00:00:00Z").returncode == 0
    assert pusher.shows("Second.")

    assert pusher.deploy("rollback", second).returncode == 0
    assert pusher.live() == second
    pusher.commit({GUIDE_FILE: GUIDE.replace("A lead.", "Third.")})
    pushed = pusher.push()
    assert pushed.returncode == 0, pushed.stderr
    assert f"This push ends the rollback to {second}." in remote_lines(pushed)
    assert pusher.shows("Third.")
    assert pusher.deploy("status").returncode == 0


def test_row_63_no_rollback_to_what_is_gone_and_the_live_one_is_never_pruned(running: Pusher, tmp_path: Path) -> None:
    """Even the oldest stays while it is live."""
    pusher = copy_of(running, tmp_path)
    first = pusher.live()
    for now in ("2026-12-03T00:00:00Z", "2026-12-10T00:00:00Z"):
        assert pusher.deploy("publish", "--now", now).returncode == 0
    second, third = (release.name for release in in_folder(pusher.server.releases)[1:])
    assert pusher.deploy("rollback", first).returncode == 0
    assert pusher.deploy("prune", "--keep", "1").returncode == 0
    assert [release.name for release in in_folder(pusher.server.releases)] == [first, third]
    assert pusher.live() == first
    done = pusher.deploy("rollback", second)
    assert done.returncode == 2
    assert f"no releases begin with '{second}'" in done.stderr
    assert pusher.live() == first
    assert manifest.verify(pusher.server.live.resolve()) == []


def test_a_damaged_release_is_not_rolled_back_to(running: Pusher, tmp_path: Path) -> None:
    """Its manifest says what should be there."""
    pusher = copy_of(running, tmp_path)
    first = pusher.live()
    assert pusher.deploy("publish", "--now", "2026-12-03T00:00:00Z").returncode == 0
    second = pusher.live()
    page = pusher.server.releases / first / "en/index.html"
    text = page.read_bytes()
    page.unlink()
    page.write_bytes(text + b"<!-- changed -->")
    done = pusher.deploy("rollback")
    assert done.returncode == 1
    assert "en/index.html: was changed after it was published" in done.stderr
    assert pusher.live() == second


# Row 65


def test_row_65_a_site_that_lost_a_fifth_needs_a_word(running: Pusher, tmp_path: Path) -> None:
    """Most often that is a mistake; ``git push -o accept-shrink`` says that it is none."""
    pusher = copy_of(running, tmp_path)
    before = pages_of(pusher.server.live.resolve())
    pusher.commit({"data/site.yaml": edited("data/site.yaml", "locales: [en, tr]", "locales: [en]")})
    done = pusher.push()
    assert done.returncode != 0
    assert f"pages would take the place of {before}" in done.stderr
    assert "git push -o accept-shrink" in done.stderr
    assert in_folder(pusher.server.candidates) == []
    done = pusher.push("-o", "accept-shrink", "origin", "main")
    assert done.returncode == 0, done.stderr
    assert not (pusher.server.live / "tr/index.html").exists()


def test_an_option_that_nobody_knows_is_told(pusher: Pusher) -> None:
    """A slip in it would otherwise be found by its effect."""
    pusher.commit({GUIDE_FILE: GUIDE.replace("order: 1", "order: one")})
    done = pusher.push("-o", "acept-shrink", "origin", "main")
    assert 'warning: "acept-shrink" is no option here; there is accept-shrink' in remote_lines(done)


# Prices and time


def test_prices_come_from_the_state_folder_and_the_timer_publishes(running: Pusher, tmp_path: Path) -> None:
    """Not from the push; a guide that is dated appears with the timer's build after its moment."""
    pusher = copy_of(running, tmp_path)
    later = GUIDE.replace("order: 1", "order: 2\npublish_from: 2100-01-01T00:00:00Z").replace("old-training", "old")
    prices = (pusher.clone / "data/prices.yaml").read_text("utf-8")
    pusher.commit({"content/guides/later.md": later, "data/prices.yaml": prices.replace("2.88", "1.11")})
    done = pusher.push()
    assert done.returncode == 0, done.stderr
    assert "warning: the push changes data/prices.yaml" in done.stderr
    assert pusher.shows("2.88", "data/gpus.json")
    assert not (pusher.server.live / "en/guides/later").exists()

    write(pusher.server.state, "prices.yaml", prices.replace("2.88", "2.55").replace("2026-12-01T", "2026-12-02T"))
    done = pusher.deploy("publish", "--now", "2100-01-01T00:00:00Z")
    assert done.returncode == 0, done.stderr
    assert pusher.shows("2.55", "data/gpus.json")
    assert (pusher.server.live / "en/guides/later/index.html").is_file()
    assert "-20261202T000000Z-21000101T000000Z" in pusher.live()
    assert (pusher.server.source / "content/guides/later.md").is_file()

    done = pusher.deploy("publish", "--now", "2100-01-01T00:00:00Z")
    assert "Nothing changed." in done.stderr


def test_unchanged_files_are_links_to_the_former_release(running: Pusher, tmp_path: Path) -> None:
    """And a release may go without harm to the next."""
    pusher = copy_of(running, tmp_path)
    first = pusher.server.live.resolve()
    published(pusher, "Second.")
    second = pusher.server.live.resolve()
    icon = next(path for path in manifest.walk(second) if path.endswith("icon.svg"))
    assert (first / icon).stat().st_ino == (second / icon).stat().st_ino
    shutil.rmtree(first)
    assert manifest.verify(second) == []


# Row 68

GOOD_WORKFLOW = """\
on: push
permissions: {}
jobs:
  build:
    runs-on: ubuntu-24.04
    timeout-minutes: 5
    permissions: {contents: read}
    steps:
    - uses: actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8
    - run: make
"""


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("@08c6903cd8c0fde910a37f88322edcfb5dd907a8", "@v5", "build uses actions/checkout@v5"),
        ("@08c6903cd8c0fde910a37f88322edcfb5dd907a8", "@08c6903", "build uses actions/checkout@08c6903"),
        ("permissions: {}", "permissions: write-all", "its jobs may do something by default"),
        ("permissions: {contents: read}", "permissions: write-all", "build does not list its rights"),
        ("permissions: {contents: read}", "permissions: {contents: write}", "build may write {'contents'}"),
        ("run: make", "run: echo ${{ github.head_ref }}", "build puts an expression into a shell line"),
        ("on: push", "on: pull_request_target", "starts with the rights of main on what others wrote"),
        ("    timeout-minutes: 5\n", "", "build may run for ever"),
    ],
)
def test_row_68_a_workflow_that_gives_away_rights_is_seen(old: str, new: str, fault: str) -> None:
    """The rules that the project's own workflows are held to can fail."""
    assert faults("any", GOOD_WORKFLOW) == []
    assert old in GOOD_WORKFLOW
    (found,) = faults("any", GOOD_WORKFLOW.replace(old, new))
    assert found.startswith(fault)

"""Building a commit on a server: what the builder is given, and what is refused before it runs."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from generator.deploy import deploy_build
from generator.deploy.deploy_build import Job, Refused, build_candidate, build_preview, building, update_source
from generator.deploy.deploy_config import Server
from generator.deploy.deploy_git import Repository
from generator.problems import InvalidSite, MachineFailure
from tests.conftest import ROOT
from tests.releases import put, tree
from tests.servers import Pusher, new_server

NOW = datetime(2026, 12, 1, 8, tzinfo=UTC)


class Builder:
    """Stands in for the process that builds: notes what it is given, and makes a site of some pages."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.code = 0
        self.pages = 10
        self.text = "x"
        self.words: list[str] = []
        self.files: dict[str, bytes] = {}
        monkeypatch.setattr(deploy_build, "run_limited", self._run)

    def _run(self, program: list[str], folder: Path, **_: object) -> int:
        self.words = program
        self.files = tree(folder)
        if not self.code:
            put(Path(self.option("--output")), {f"p{number}.html": self.text for number in range(self.pages)})
        return self.code

    def option(self, name: str) -> str:
        """The value that the builder was given for an option."""
        return self.words[self.words.index(name) + 1]


@pytest.fixture
def builder(monkeypatch: pytest.MonkeyPatch) -> Builder:
    """The stand-in, in the place of the builder."""
    return Builder(monkeypatch)


@pytest.fixture
def pusher(tmp_path: Path) -> Pusher:
    """A server whose main was set without its hooks."""
    pusher = new_server(tmp_path)
    for hook in (pusher.server.repository / "hooks").iterdir():
        hook.unlink()
    assert pusher.push().returncode == 0
    return pusher


def job(pusher: Pusher, **settings: object) -> Job:
    """A job for the commit in the clone, with some settings of the server changed."""
    server = replace(pusher.server, config=replace(pusher.server.config, **settings))
    pusher.push("origin", "+HEAD:refs/heads/side")
    return Job(server, Repository(server.repository), pusher.commit_of("HEAD"), NOW, lambda _: None)


def candidate(job: Job, *, accept_shrink: bool = False) -> str:
    """Build; returns the candidate's name."""
    with building(job.server, lambda _: None):
        return build_candidate(job, accept_shrink=accept_shrink).name


def test_the_builder_gets_the_pushed_words_and_our_templates(pusher: Pusher, builder: Builder) -> None:
    """Of the commit only what the site is made from; prices, time and address are the server's."""
    pusher.commit({"build.py": "pushed", "templates/base.html": "pushed", "docs/x.md": "pushed"})
    name = candidate(job(pusher))
    assert name.endswith("-20261201T000000Z-20261201T080000Z")
    assert (pusher.server.candidates / name / "p0.html").is_file()
    assert {path.split("/")[0] for path in builder.files} == {"content", "data", "templates", "static", "prices.yaml"}
    assert builder.files["templates/base.html"] != b"pushed"
    assert builder.words[1] == str(ROOT / "build.py")
    assert builder.option("--now") == "2026-12-01T08:00:00Z"
    assert builder.option("--base-url") == "https://catalogue.test"
    assert builder.option("--prices") == "prices.yaml"
    assert not {"--strict", "--compress", "--link-from", "--jobs"} & set(builder.words)
    assert list(pusher.server.work.iterdir()) == []


def test_settings_reach_the_builder(pusher: Pusher, builder: Builder) -> None:
    """Each by its option."""
    candidate(job(pusher, strict=True, compress=True, jobs=3, keep_releases=7))
    assert {"--strict", "--compress"} <= set(builder.words)
    assert (builder.option("--jobs"), builder.option("--keep-releases")) == ("3", "7")


@pytest.mark.parametrize(
    ("code", "words"),
    [(1, "cannot be built from it"), (3, "failed on this server"), (-9, "ended by the system")],
)
def test_a_builder_that_fails_refuses(pusher: Pusher, builder: Builder, code: int, words: str) -> None:
    """In words for who pushed; nothing is left."""
    builder.code = code
    with pytest.raises(Refused, match=words):
        candidate(job(pusher))
    assert list(pusher.server.work.iterdir()) == []


def test_an_empty_site_is_refused_even_as_the_first(pusher: Pusher, builder: Builder) -> None:
    """Unless somebody says that it is meant."""
    builder.pages = 0
    with pytest.raises(Refused, match="0 pages would take the place of 0"):
        candidate(job(pusher))
    candidate(job(pusher), accept_shrink=True)


def test_a_site_that_is_too_large_is_refused(pusher: Pusher, builder: Builder, monkeypatch: pytest.MonkeyPatch) -> None:
    """By all of its files together."""
    monkeypatch.setattr(builder, "text", "x" * 200_000)
    limits = replace(pusher.server.config.limits, output_mb=1)
    with pytest.raises(Refused, match="the site has 2,000,000 bytes; at most 1 MB may be published"):
        candidate(job(pusher, limits=limits))


def test_without_a_snapshot_nothing_is_built(pusher: Pusher, builder: Builder) -> None:
    """Prices of the repository may be months old. One that is broken is told at its place."""
    pusher.server.prices.write_text("as_of: yesterday\n", encoding="utf-8")
    with pytest.raises(InvalidSite) as invalid:
        candidate(job(pusher))
    assert str(invalid.value.problems[0].place).startswith("prices.yaml:1:")
    pusher.server.prices.unlink()
    with pytest.raises(MachineFailure, match="there is no snapshot of prices"):
        candidate(job(pusher))
    assert builder.words == []


@pytest.mark.parametrize(
    ("preview_url", "address"),
    [(None, "https://catalogue.test/preview/"), ("https://preview.test", "https://preview.test/")],
)
def test_a_preview_has_an_address_of_its_own(
    pusher: Pusher, builder: Builder, preview_url: str | None, address: str
) -> None:
    """The site is built for it, so that its absolute links stay in the preview."""
    one = job(pusher, preview_url=preview_url)
    with building(one.server, lambda _: None):
        found = build_preview(one, "refs/heads/side")
    name = one.server.preview_name("refs/heads/side")
    assert found == builder.option("--base-url") == f"{address}{name}/"
    assert (one.server.previews / name / "p0.html").is_file()


def test_source_is_what_main_was(pusher: Pusher) -> None:
    """Replaced whole each time; imports of prices read it meanwhile."""
    update_source(job(pusher))
    source: Server = pusher.server
    assert (source.source / "data/gpus.yaml").read_bytes() == (pusher.clone / "data/gpus.yaml").read_bytes()
    pusher.commit({"content/guides/training.md": None, "content/guides/other.md": "x", "templates/x.html": "x"})
    update_source(job(pusher))
    assert [path for path in tree(source.source) if "guides" in path] == ["content/guides/other.md"]
    assert not (source.source / "templates").exists()
    assert not (source.state / ".source.new").exists()

"""The server's settings: read strictly, and every place of the state folder follows from them."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.deploy.deploy_config import DeployConfig, DeployLimits, open_server
from generator.problems import InvalidSite, WrongCall
from tests.conftest import ROOT
from tests.sites import write


def test_defaults(tmp_path: Path) -> None:
    """Only the repository must be named."""
    write(tmp_path, "deploy.yaml", "repository: /srv/git/catalogue.git\n")
    server = open_server(tmp_path)
    assert server.repository == Path("/srv/git/catalogue.git")
    assert (server.config.templates, server.config.strict, server.config.keep_releases) == ("server", False, 10)
    assert server.live == tmp_path / "live"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("repositry: x\n", 'deploy.yaml:1:1: unknown key "repositry"'),
        ("repository: x\ntemplates: both\n", "deploy.yaml:2:12: templates should be"),
        ("repository: x\nkeep_releases: 1\n", "deploy.yaml:2:16: keep_releases should be a number of releases from 2"),
        ("repository: x\nlimits: {seconds: 0}\n", "deploy.yaml:2:19: seconds"),
        ("repository: x\nbase_url: ftp://x\n", "deploy.yaml:2:11: base_url should be an address"),
    ],
)
def test_a_wrong_setting_is_told_with_its_place(tmp_path: Path, text: str, said: str) -> None:
    """As in every file that people write."""
    write(tmp_path, "deploy.yaml", text)
    with pytest.raises(InvalidSite) as invalid:
        open_server(tmp_path)
    assert any(str(problem).startswith(said) for problem in invalid.value.problems), invalid.value.problems


def test_another_folder_is_no_state_folder(tmp_path: Path) -> None:
    """And nothing is made there."""
    with pytest.raises(WrongCall, match="is no state folder"):
        open_server(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_previews_folder_tells_nothing_of_its_branch(tmp_path: Path) -> None:
    """The same for the same branch, another on another server; letters and digits only."""
    for name in ("one", "two"):
        write(tmp_path, f"{name}/deploy.yaml", "repository: x\n")
        write(tmp_path, f"{name}/preview-secret", name)
    one, two = open_server(tmp_path / "one"), open_server(tmp_path / "two")
    odd = "refs/heads/../$(x)\udcff"
    assert one.preview_name(odd) == one.preview_name(odd)
    assert one.preview_name(odd) != two.preview_name(odd)
    assert one.preview_name("refs/heads/a") != one.preview_name("refs/heads/b")
    assert one.preview_name(odd).isalnum()


def test_the_documents_explain_every_setting() -> None:
    """In docs/publishing.md."""
    text = (ROOT / "docs/publishing.md").read_text("utf-8")
    names = [*DeployConfig.__struct_fields__, *DeployLimits.__struct_fields__]
    assert [name for name in names if f"`{name}`" not in text] == []

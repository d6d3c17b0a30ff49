"""The workflows of hosted services: pinned, with the least rights, and nothing from outside in a line of shell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.loading.load import load_site
from tests.conftest import ROOT

WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
GITLAB = ROOT / ".gitlab-ci.yml"
# The one job that may write each thing, by workflow and job.
MAY_WRITE = {
    ("check", "comment"): {"pull-requests"},
    ("pages", "deploy"): {"pages", "id-token"},
    ("prices", "import"): {"contents"},
    ("prices", "publish"): {"pages", "id-token"},  # hands them on to pages.yml
}
PINNED = re.compile(r"[\w.-]+(?:/[\w.-]+)+@[0-9a-f]{40}")
# What people outside can choose: names of branches, titles, messages.
CHOSEN_OUTSIDE = re.compile(
    r"\$\{?CI_(?:COMMIT_(?:REF_NAME|BRANCH|TAG|MESSAGE|TITLE|DESCRIPTION|AUTHOR)"
    r"|MERGE_REQUEST_(?:TITLE|DESCRIPTION|SOURCE_BRANCH_NAME|LABELS))"
)


def triggers(workflow: dict[Any, Any]) -> set[str]:
    """What starts a workflow; YAML 1.1 reads its key as true."""
    found: Any = workflow.get("on", workflow.get(True))
    return {found} if isinstance(found, str) else set(found)


def steps(workflow: dict[Any, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every step with the name of its job."""
    for name, job in workflow["jobs"].items():
        for step in job.get("steps", ()):
            yield name, step


def faults(name: str, text: str) -> list[str]:
    """What is wrong with a workflow, in words."""
    workflow = yaml.safe_load(text)
    found = [fault for job, entry in workflow["jobs"].items() for fault in job_faults(name, job, entry)]
    if bad := triggers(workflow) & {"pull_request_target", "workflow_run", "issue_comment"}:
        found.append(f"starts with the rights of main on what others wrote: {bad}")
    if workflow.get("permissions") != {}:
        found.append("its jobs may do something by default")
    for job, step in steps(workflow):
        if "uses" in step and not PINNED.fullmatch(step["uses"]):
            found.append(f"{job} uses {step['uses']}")
        if "${{" in step.get("run", ""):
            found.append(f"{job} puts an expression into a shell line")
    return found


def job_faults(name: str, job: str, entry: dict[str, Any]) -> Iterator[str]:
    """What is wrong with the rights of a job, or with how long it may run."""
    rights = entry.get("permissions")
    if not isinstance(rights, dict):
        yield f"{job} does not list its rights"
    else:
        writes = {right for right, value in rights.items() if value == "write"}
        if more := writes - MAY_WRITE.get((name, job), set()):
            yield f"{job} may write {more}"
    if "uses" not in entry and "timeout-minutes" not in entry:
        yield f"{job} may run for ever"
    if not entry.get("uses", "./").startswith("./"):
        yield f"{job} runs {entry['uses']}"


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.name)
def test_a_workflow_has_no_fault(file: Path) -> None:
    """The rules above, and each pin says in a comment which version it is."""
    text = file.read_text("utf-8")
    assert faults(file.stem, text) == []
    for line in text.splitlines():
        if "uses:" in line and "./" not in line:
            assert re.search(r"@[0-9a-f]{40} # v\d+\.\d+\.\d+$", line), line


def test_an_action_has_one_version() -> None:
    """In all workflows."""
    pins: dict[str, set[str]] = {}
    for file in WORKFLOWS:
        for _, step in steps(yaml.safe_load(file.read_text("utf-8"))):
            if "uses" in step:
                action, _, commit = step["uses"].partition("@")
                pins.setdefault(action, set()).add(commit)
    assert {action: commits for action, commits in pins.items() if len(commits) > 1} == {}


def test_what_writes_runs_nothing_of_a_pull_request() -> None:
    """Its code could use the right to write."""
    workflow = yaml.safe_load((ROOT / ".github/workflows/check.yml").read_text("utf-8"))
    comment = workflow["jobs"]["comment"]
    assert all("checkout" not in step.get("uses", "") for step in comment["steps"])
    assert [step["run"].split()[0] for step in comment["steps"] if "run" in step] == ["gh"]
    assert "head.repo.full_name == github.repository" in comment["if"]
    for name, job in workflow["jobs"].items():
        for step in job["steps"]:
            if "checkout" in step.get("uses", ""):
                assert step["with"]["persist-credentials"] is False, name


def test_publications_never_overtake_or_cancel_each_other() -> None:
    """The older of two would otherwise be live last, or half a deployment would be."""
    pages = yaml.safe_load((ROOT / ".github/workflows/pages.yml").read_text("utf-8"))
    assert pages["concurrency"] == {"group": "pages", "cancel-in-progress": False}
    prices = yaml.safe_load((ROOT / ".github/workflows/prices.yml").read_text("utf-8"))
    assert prices["jobs"]["import"]["concurrency"]["cancel-in-progress"] is False
    # A workflow that calls another one of its own group would wait for itself.
    assert prices["jobs"]["import"]["concurrency"]["group"] != "pages"


def test_the_workflow_deploys_what_was_tested_and_joined() -> None:
    """Every part with one snapshot and one time."""
    jobs = yaml.safe_load((ROOT / ".github/workflows/pages.yml").read_text("utf-8"))["jobs"]
    assert jobs["deploy"]["needs"] == ["test", "join"]
    assert jobs["build"]["strategy"]["matrix"] == {"locale": "${{ fromJSON(needs.plan.outputs.locales) }}"}
    (build,) = (step for step in jobs["build"]["steps"] if "--locale" in step.get("run", ""))
    assert "--prices snapshot/prices.yaml" in build["run"]
    assert build["env"]["NOW"] == "${{ needs.plan.outputs.now }}"


def gitlab() -> dict[str, Any]:
    """The jobs and settings of GitLab's file."""
    found: dict[str, Any] = yaml.safe_load(GITLAB.read_text("utf-8"))
    return found


def test_gitlabs_image_is_pinned_and_publications_wait_for_each_other() -> None:
    """By the digest of the image; the job that publishes is never interrupted."""
    jobs = gitlab()
    images = [jobs["default"]["image"], *(job["image"] for job in jobs.values() if "image" in job)]
    assert all(re.fullmatch(r"[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}", image) for image in images)
    assert (jobs["pages"]["resource_group"], jobs["pages"]["interruptible"]) == ("pages", False)
    assert (jobs["plan"]["resource_group"], jobs["plan"]["interruptible"]) == ("prices", False)


def test_gitlab_builds_every_locale() -> None:
    """GitLab cannot read the list from data/site.yaml before its jobs are made."""
    site, _ = load_site(ROOT)
    assert site is not None
    assert gitlab()["build"]["parallel"]["matrix"] == [{"LOCALE": list(site.settings.value.locales)}]


def test_gitlabs_shell_lines_hold_nothing_chosen_outside() -> None:
    """Titles and names of branches are anybody's text; what stands there is quoted."""
    jobs = gitlab()
    lines = [line for job in jobs.values() if isinstance(job, dict) for line in job.get("script", ())]
    assert lines
    assert [line for line in lines if CHOSEN_OUTSIDE.search(line)] == []
    assert CHOSEN_OUTSIDE.search("echo $CI_COMMIT_TITLE")


@pytest.mark.parametrize("file", [*WORKFLOWS, GITLAB], ids=lambda file: file.name)
def test_commands_of_workflows_exist(file: Path) -> None:
    """Each option that a workflow gives to build.py is one of the command that it calls."""
    from generator.commands.cli import cli  # noqa: PLC0415 - only here

    text = re.sub(r"\\\n\s*", " ", file.read_text("utf-8"))
    for words in re.findall(r"build\.py ([a-z][^\n|>;&}]*)", text):
        command: Any = cli
        rest = words.split()
        while hasattr(command, "commands") and rest and rest[0] in command.commands:
            command = command.commands[rest.pop(0)]
        known = {option for parameter in command.params for option in parameter.opts}
        assert not hasattr(command, "commands"), words
        assert {word for word in rest if word.startswith("--")} <= known, words

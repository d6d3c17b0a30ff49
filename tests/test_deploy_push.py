"""What git tells a hook: the refs of a push, and the pusher's options."""

from __future__ import annotations

import pytest

from generator.deploy.deploy_push import Update, push_options, read_updates

ZERO, ONE = "0" * 40, "1" * 40


def test_updates_are_read_as_git_writes_them() -> None:
    """A ref may hold almost anything but a blank, in any encoding; the last line may be without its end."""
    lines = [f"{ZERO} {ONE} refs/heads/main\n".encode(), b"\n", f"{ONE} {ZERO} refs/heads/$(x);<b>".encode() + b"\xe9"]
    assert read_updates(lines) == [Update(ZERO, ONE, "refs/heads/main"), Update(ONE, ZERO, "refs/heads/$(x);<b>\udce9")]


@pytest.mark.parametrize(("new", "deletes"), [(ZERO, True), ("0" * 64, True), (ONE, False)])
def test_a_deletion_is_all_zeros(new: str, deletes: bool) -> None:
    """Of either length: git knows two kinds of digest."""
    assert Update(ONE, new, "refs/heads/main").deletes is deletes


def test_options_are_counted_by_git() -> None:
    """Without any, git says nothing at all."""
    assert push_options({}) == frozenset()
    environment = {"GIT_PUSH_OPTION_COUNT": "2", "GIT_PUSH_OPTION_0": "a b", "GIT_PUSH_OPTION_1": "accept-shrink"}
    assert push_options(environment) == {"a b", "accept-shrink"}

"""What commands share: times, and exit codes with words."""

from __future__ import annotations

import errno

import pytest
from click import BadParameter

from generator.commands.cli_options import Moment, count, with_exit_codes
from generator.problems import InvalidSite, MachineFailure, Place, Problem, Severity


def test_a_time_has_one_form() -> None:
    """UTC, to the second."""
    assert Moment().convert("2026-12-01T06:00:00Z", None, None).isoformat() == "2026-12-01T06:00:00+00:00"


@pytest.mark.parametrize("text", ["2026-12-01", "2026-12-01T06:00:00", "2026-13-01T00:00:00Z", "now", ""])
def test_any_other_time_is_a_wrong_call(text: str) -> None:
    """A time without a zone could be anybody's."""
    with pytest.raises(BadParameter):
        Moment().convert(text, None, None)


@pytest.mark.parametrize(
    ("failure", "code", "said"),
    [
        (InvalidSite([Problem(Place("a.yaml", 3, 7), "is wrong")]), 1, "a.yaml:3:7: is wrong"),
        (MachineFailure("the disk is full"), 3, "the disk is full"),
        (OSError(errno.EACCES, "Permission denied", "site"), 3, "Permission denied"),
        (KeyboardInterrupt(), 130, "Stopped."),
    ],
)
def test_what_goes_wrong_is_told_in_words(
    failure: BaseException, code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """And ends with the exit code of its kind; never a traceback."""

    @with_exit_codes
    def command() -> None:
        raise failure

    with pytest.raises(SystemExit) as ended:
        command()
    assert ended.value.code == code
    assert said in capsys.readouterr().err


def test_warnings_are_counted_apart(capsys: pytest.CaptureFixture[str]) -> None:
    """A reader sees whether something must be mended."""

    @with_exit_codes
    def command() -> None:
        place = Place("a.yaml", 1, 1)
        raise InvalidSite([Problem(place, "wrong"), Problem(place, "odd", severity=Severity.WARNING)])

    with pytest.raises(SystemExit):
        command()
    assert "1 error, 1 warning" in capsys.readouterr().err


def test_numbers_agree_with_their_words() -> None:
    """One page, two pages."""
    assert [count(number, "page") for number in (0, 1, 2)] == ["0 pages", "1 page", "2 pages"]

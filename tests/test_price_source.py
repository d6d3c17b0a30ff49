"""Where prices come from."""

from __future__ import annotations

import io
import socket
import sys
import time
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

from generator.prices.price_source import Limits, read_source
from generator.problems import InvalidSite, MachineFailure
from tests.markets import sends, server

SHORT = Limits(seconds=0.4, size=1000)


def refusal(source: str, limits: Limits = SHORT) -> str:
    """Why a source is refused."""
    with pytest.raises(InvalidSite) as refused:
        read_source(source, limits)
    (problem,) = refused.value.problems
    return str(problem)


def failure(source: str, limits: Limits = SHORT) -> str:
    """Why a source could not be read."""
    with pytest.raises(MachineFailure) as failed:
        read_source(source, limits)
    return str(failed.value)


def test_a_file_is_read_up_to_the_limit(tmp_path: Path) -> None:
    """One byte more is refused."""
    file = tmp_path / "feed.json"
    file.write_bytes(b"x" * 1000)
    assert read_source(str(file), SHORT) == (b"x" * 1000, str(file))
    file.write_bytes(b"x" * 1001)
    assert refusal(str(file)) == f"{file}: this is larger than the 1,000 bytes that are read"


def test_what_is_no_file_is_told(tmp_path: Path) -> None:
    """Missing, or a folder."""
    assert refusal(str(tmp_path / "none")).endswith("none: this file is missing")
    assert refusal(str(tmp_path)).endswith("this should be a file")


def test_a_dash_is_the_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the same limit."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"{}"), "utf-8"))
    assert read_source("-", SHORT) == (b"{}", "stdin")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"x" * 1001), "utf-8"))
    assert refusal("-") == "stdin: this is larger than the 1,000 bytes that are read"


@pytest.mark.parametrize(
    "address",
    [
        "http://market.example/feed.json",
        "ftp://market.example/feed.json",
        "file:///etc/hostname",
        "HTTP://market.example/",
        "http://127.0.0.1.market.example/",
        "http://localhost.example/",
        "http://2130706433/",
    ],
)
def test_other_machines_are_asked_over_https_only(address: str) -> None:
    """On the way anyone could change a price that comes over http."""
    assert "prices are read over https only" in refusal(address)


def test_an_address_that_is_none_is_told() -> None:
    """Without a traceback."""
    assert "this is no address" in refusal("https:///feed.json")
    assert "this is no address" in refusal("https://market.example:port/feed.json")


def test_a_redirect_is_followed_a_few_times() -> None:
    """Three, and then it may go on for ever."""
    steps = {f"/{step}": sends(b"", 302, location=f"/{step + 1}") for step in range(4)}
    with server(steps | {"/4": sends(b"{}")}) as address:
        assert read_source(f"{address}/1", SHORT)[0] == b"{}"
        assert refusal(f"{address}/0") == f"{address}/0: more than 3 redirects"


@pytest.mark.parametrize(
    "target", ["file:///etc/hostname", "http://market.example/", "ftp://127.0.0.1/", "//market.example"]
)
def test_a_redirect_leads_nowhere_that_may_not_be_asked(target: str) -> None:
    """Neither to a file of this machine nor to an address without https."""
    with server({"/": sends(b"", 302, location=target)}) as address:
        assert "prices are read over https only, not from" in refusal(f"{address}/")


def hang(request: BaseHTTPRequestHandler) -> None:
    """Take the request and say nothing for as long as the test may take."""
    request.rfile.read(1)


def trickle(request: BaseHTTPRequestHandler) -> None:
    """Send a byte now and then: each step is quick, the whole never ends."""
    request.send_response(200)
    request.end_headers()
    while True:
        request.wfile.write(b" ")
        request.wfile.flush()
        time.sleep(0.02)


def flood(request: BaseHTTPRequestHandler) -> None:
    """Send 200 MB, or as much as is taken."""
    request.send_response(200)
    request.send_header("content-length", "200000000")
    request.end_headers()
    for _ in range(200):
        request.wfile.write(b" " * 1_000_000)


def break_off(request: BaseHTTPRequestHandler) -> None:
    """Announce more than is sent."""
    sends(b'{"time"', content_length="100")(request)
    request.close_connection = True


def test_the_time_limit_holds_for_the_whole_answer() -> None:
    """For a server that says nothing, and for one that says a little all the time."""
    with server({"/hang": hang, "/trickle": trickle}) as address:
        for path in ("/hang", "/trickle"):
            started = time.monotonic()
            assert failure(f"{address}{path}") == f"{address}{path}: no whole answer within 0.4 seconds"
            assert time.monotonic() - started < 2


def test_a_huge_answer_is_cut_off() -> None:
    """Long before its end."""
    with server({"/": flood}) as address:
        assert refusal(f"{address}/") == f"{address}/: this is larger than the 1,000 bytes that are read"


@pytest.mark.parametrize("status", [404, 500, 503, 204, 304])
def test_an_answer_of_any_other_status_is_a_failure(status: int) -> None:
    """Its body is not looked at."""
    with server({"/": sends(b"", status)}) as address:
        assert f"the server answers {status}" in failure(f"{address}/")


def test_an_answer_that_breaks_off_is_a_failure() -> None:
    """It might be valid up to there."""
    with server({"/": break_off}) as address:
        assert "peer closed connection" in failure(f"{address}/")


def test_a_compressed_answer_is_refused() -> None:
    """It was asked not to be, and could unpack to any size."""
    with server({"/": sends(b"\x1f\x8b", content_encoding="gzip")}) as address:
        assert "compressed though it was asked not to" in refusal(f"{address}/")


def test_a_machine_that_does_not_answer_is_a_failure() -> None:
    """Nobody listens on this port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    assert failure(f"http://127.0.0.1:{port}/").startswith(f"http://127.0.0.1:{port}/: ")


def test_secrets_of_an_address_are_not_printed() -> None:
    """Logs of a timer are read by many."""
    with server({"/feed?token=secret": sends(b"", 500)}) as address:
        said = failure(f"{address.replace('//', '//user:password@')}/feed?token=secret")
    assert said == f"{address}/feed: the server answers 500 Internal Server Error"

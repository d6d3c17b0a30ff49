"""Where prices come from: a file, the standard input, or an https address; read within limits of time and size."""

from __future__ import annotations

import asyncio
import ipaddress
import sys
from pathlib import Path

import httpx
from msgspec import Struct

from generator.files.machine import words_of
from generator.problems import InvalidSite, MachineFailure, Place, Problem

STDIN = "-"


class Limits(Struct, frozen=True):
    """How long a download may take in all, how many bytes a source may have, how many redirects are followed."""

    seconds: float = 20
    size: int = 20_000_000
    redirects: int = 3


def read_source(source: str, limits: Limits) -> tuple[bytes, str]:
    """The bytes of a source and what problems call it.

    Raises ``InvalidSite`` where the source itself is at fault (missing, too large, an address that is not https),
    ``MachineFailure`` where the network or the other side fails.
    """
    if source == STDIN:
        return _limited(sys.stdin.buffer.read(limits.size + 1), "stdin", limits), "stdin"
    if "://" in source:
        return asyncio.run(_download(source, limits)), _name(source)
    try:
        with Path(source).open("rb") as file:
            return _limited(file.read(limits.size + 1), source, limits), source
    except FileNotFoundError:
        raise _refused(source, "this file is missing") from None
    except (IsADirectoryError, ValueError):
        raise _refused(source, "this should be a file") from None
    except OSError as error:
        raise MachineFailure(f"cannot read {source}: {words_of(error)}") from error


def _limited(data: bytes, name: str, limits: Limits) -> bytes:
    if len(data) > limits.size:
        raise _refused(name, f"this is larger than the {limits.size:,} bytes that are read")
    return data


def _refused(name: str, message: str) -> InvalidSite:
    return InvalidSite([Problem(Place(name), message)])


def _name(address: str) -> str:
    """An address without what may be secret in it: user, password and query."""
    beyond_scheme = address.partition("://")[2].partition("?")[0].partition("#")[0]
    return address.partition("://")[0] + "://" + beyond_scheme.rpartition("@")[2]


async def _download(address: str, limits: Limits) -> bytes:
    name = _name(address)
    try:
        # One limit for everything, from the name's resolution to the last byte: a server that sends a byte now and
        # then keeps within any limit on single steps.
        async with asyncio.timeout(limits.seconds):
            return await _follow(address, name, limits)
    except TimeoutError:
        raise MachineFailure(f"{name}: no whole answer within {limits.seconds:g} seconds") from None
    except httpx.InvalidURL as error:
        raise _refused(name, f"this is no address: {error}") from None
    except httpx.HTTPError as error:
        raise MachineFailure(f"{name}: {str(error) or type(error).__name__}") from error


async def _follow(address: str, name: str, limits: Limits) -> bytes:
    url = httpx.URL(address)
    plain = _is_loopback(url)
    # No compressed answers: a small one may unpack to any size. No proxy for this machine itself.
    client = httpx.AsyncClient(
        timeout=limits.seconds,
        headers={"accept-encoding": "identity", "user-agent": "prices-import"},
        trust_env=not plain,
    )
    async with client:
        for _ in range(limits.redirects + 1):
            if url.scheme != "https" and not (plain and url.scheme == "http" and _is_loopback(url)):
                raise _refused(name, f"prices are read over https only, not from {_name(str(url))}")
            if not url.host:
                raise _refused(name, "this is no address: it names no machine")
            async with client.stream("GET", url) as answer:
                if not answer.has_redirect_location:
                    return await _body(answer, name, limits)
                url = answer.url.join(answer.headers["location"])
    raise _refused(name, f"more than {limits.redirects} redirects")


async def _body(answer: httpx.Response, name: str, limits: Limits) -> bytes:
    if answer.status_code != httpx.codes.OK:
        raise MachineFailure(f"{name}: the server answers {answer.status_code} {answer.reason_phrase}")
    if answer.headers.get("content-encoding", "identity") != "identity":
        raise _refused(name, "the server sends this compressed though it was asked not to")
    data = bytearray()
    async for part in answer.aiter_raw():
        data += part
        if len(data) > limits.size:
            break
    return _limited(bytes(data), name, limits)


def _is_loopback(url: httpx.URL) -> bool:
    """Tell whether an address is on this machine: tests and local gateways may do without a certificate."""
    try:
        return url.host == "localhost" or ipaddress.ip_address(url.host).is_loopback
    except ValueError:
        return False

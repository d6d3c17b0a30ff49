"""A small site that prices are imported into, feeds to import, and a server on this machine to fetch them from."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from generator.prices.price_reports import ImportReport
from generator.prices.prices import ImportOrder, import_prices
from generator.problems import InvalidSite
from tests.sites import GPUS

NOW = datetime(2026, 12, 1, 9, tzinfo=UTC)

HELD = """\
as_of: 2026-12-01T06:00:00Z
currency: USD
offers:
- {gpu: h100, gpus: 1, price_per_hour: 3.00}
- {gpu: h100, gpus: 8, price_per_hour: 22.00}
"""


def feed(*offers: Mapping[str, Any], **changes: Any) -> str:
    """A feed as JSON; without offers of its own it has one of one H100."""
    found = list(offers) or [{"gpu": "h100", "gpus": 1, "price": 3.1}, {"gpu": "h100", "gpus": 8, "price": 22.5}]
    return json.dumps({"time": "2026-12-01T08:00:00Z", "currency": "USD", "offers": found} | changes)


@dataclass(frozen=True)
class Room:
    """A folder with the data of a small site, which has the GPUs h100 and b200."""

    root: Path

    @property
    def held(self) -> Path:
        """The snapshot's file."""
        return self.root / "data/prices.yaml"

    @property
    def history(self) -> Path:
        """The folder of past prices."""
        return self.root / "data/price-history"

    def take(self, source: str | bytes, **options: Any) -> ImportReport:
        """Import what stands in a file ``feed`` of the room."""
        path = self.root / "feed"
        path.write_bytes(source if isinstance(source, bytes) else source.encode())
        order: dict[str, Any] = {"held": self.held, "root": self.root, "now": NOW} | options
        return import_prices(ImportOrder(source=str(path), **order))

    def refuse(self, source: str | bytes, **options: Any) -> list[str]:
        """What is wrong with ``source``, without the folder's name. The snapshot and its history must not change."""
        before = self.files()
        with pytest.raises(InvalidSite) as refused:
            self.take(source, **options)
        assert self.files() == before
        return [str(problem).replace(f"{self.root}/", "") for problem in refused.value.problems]

    def files(self) -> dict[str, bytes]:
        """Every file below data/."""
        return {str(path): path.read_bytes() for path in (self.root / "data").rglob("*") if path.is_file()}


def make_room(root: Path, held: str | None = HELD) -> Room:
    """A room below ``root`` whose snapshot is ``held``."""
    (root / "data").mkdir(parents=True)
    (root / "data/gpus.yaml").write_text(GPUS)
    if held is not None:
        (root / "data/prices.yaml").write_text(held)
    return Room(root)


Answer = Callable[[BaseHTTPRequestHandler], None]


def sends(body: bytes, status: int = 200, **headers: str) -> Answer:
    """An answer with a body and headers; a header's ``_`` stands for ``-``."""

    def answer(request: BaseHTTPRequestHandler) -> None:
        request.send_response(status)
        for name, value in ({"content_length": str(len(body))} | headers).items():
            request.send_header(name.replace("_", "-"), value)
        request.end_headers()
        request.wfile.write(body)

    return answer


@contextmanager
def server(answers: Mapping[str, Answer]) -> Iterator[str]:
    """A server on this machine; gives its address. An answer may break off, and the client may hang up."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            try:
                answers[self.path](self)
            except OSError:
                self.close_connection = True

        def log_message(self, *_: object) -> None:
            pass

    running = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    running.daemon_threads = True
    thread = threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{running.server_address[1]}"
    finally:
        running.shutdown()
        running.server_close()
        thread.join()

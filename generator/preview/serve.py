"""The preview: builds the site, serves it on this machine, and builds again whenever somebody saves a file."""

from __future__ import annotations

import errno
import secrets
import socket
import tempfile
import traceback
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path

import anyio
import anyio.to_thread
import uvicorn
import watchfiles
from anyio.abc import TaskStatus
from msgspec import Struct
from msgspec.structs import asdict
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from generator.files import machine
from generator.preview.preview_pages import EVENTS, TEXTS, TRANSLATOR, Fresh, respond
from generator.preview.translator_mode import Text, script
from generator.problems import InvalidSite, MachineFailure, Problem

HOST = "127.0.0.1"
INPUTS = ("content", "data", "locales", "static", "templates")
_PROGRAM = Path(__file__).resolve().parent.parent
_TICK = 0.1
_SIGN_OF_LIFE = 100
_LOOK_ROUND = 200  # milliseconds


class Built(Struct, frozen=True):
    """What a build tells: its warnings, and the texts of the language with a tag, for the translator mode.

    While the site is still being written, ``fresh`` makes the file at a path, ``None`` where there is none.
    """

    warnings: Iterable[Problem] = ()
    texts: Callable[[str], Mapping[str, Text]] = lambda _: {}
    fresh: Fresh | None = None


Build = Callable[[Path], Iterable[Built]]
Tell = Callable[[str], object]


def serve(root: Path, port: int, build: Build, tell: Tell) -> None:
    """Serve the site of ``root`` on the loopback until Ctrl-C.

    ``build`` makes the site in the folder it is given, and tells when pages can be shown, then when all is written. It
    is called for each change, in another thread, so it must not fork. Port 0 takes a free one. Raises
    ``MachineFailure`` where the port cannot be had.
    """
    with (
        _listening(port) as listener,
        tempfile.TemporaryDirectory(prefix="preview-", dir=machine.quick_folder()) as parent,
    ):
        preview = Preview(build, Path(parent) / "site", tell)
        # The server puts Ctrl-C off until its connections are closed, then raises it again.
        with suppress(KeyboardInterrupt):
            anyio.run(_run, preview, root, listener)


class Preview:
    """The latest build that succeeded, in ``folder`` or about to be written there, and what is wrong since."""

    def __init__(self, build: Build, folder: Path, tell: Tell) -> None:
        self._build = build
        self.tell = tell
        self.folder = folder
        self.faults: tuple[str, ...] = ()
        self.edition = ""
        self.texts = Built().texts
        self.fresh: Fresh | None = None

    def rebuild(self) -> None:
        """Build once, and tell how it went."""
        said: list[str] = []
        try:
            for number, built in enumerate(self._build(self.folder)):
                self.texts, self.fresh, self.faults = built.texts, built.fresh, ()
                said = sorted(map(str, built.warnings))
                if not number:
                    self._renew()
        except InvalidSite as invalid:
            said = self._fail(str(problem) for problem in invalid.problems)
        except MachineFailure as failure:
            said = self._fail([str(failure)])
        except Exception:  # noqa: BLE001 - a bug that one input brings out must not end the preview
            said = self._fail([traceback.format_exc()])
        self.tell("\n".join([*said, "The preview stays as it was." if self.faults else "The preview is up to date."]))

    def _fail(self, faults: Iterable[str]) -> list[str]:
        self.fresh, self.faults = None, tuple(faults)
        self._renew()
        return list(self.faults)

    def _renew(self) -> None:
        # A name, not a number: a page that an earlier server left in a browser must not take it for its own.
        self.edition = secrets.token_hex(8)


async def _run(preview: Preview, root: Path, listener: socket.socket) -> None:
    def page(request: Request) -> Response:
        return respond(preview.folder, request.path_params["path"], preview.edition, preview.faults, preview.fresh)

    async def editions() -> AsyncIterator[str]:
        told = ""
        for tick in count():
            if server.should_exit:
                return
            if told != preview.edition:
                told = preview.edition
                yield f"data: {told}\n\n"
            elif tick % _SIGN_OF_LIFE == 0:  # the only way to learn that a tab was closed
                yield ":\n\n"
            await anyio.sleep(_TICK)

    async def events(_: Request) -> Response:
        return StreamingResponse(editions(), media_type="text/event-stream", headers={"Cache-Control": "no-store"})

    def texts(request: Request) -> Response:
        found = preview.texts(request.path_params["tag"])
        return JSONResponse({name: asdict(text) for name, text in found.items()}, headers={"Cache-Control": "no-store"})

    def translator(_: Request) -> Response:
        return Response(script(), media_type="text/javascript", headers={"Cache-Control": "no-store"})

    routes = [
        Route(EVENTS, events),
        Route(TEXTS + "{tag}", texts),
        Route(TRANSLATOR, translator),
        Route("/{path:path}", page),
    ]
    application = Starlette(routes=routes)
    server = uvicorn.Server(uvicorn.Config(application, log_level="warning", access_log=False, lifespan="off"))
    async with anyio.create_task_group() as tasks:
        await tasks.start(_watch, preview, root)
        preview.tell(f"http://{HOST}:{listener.getsockname()[1]}/ shows the site. Ctrl-C ends the preview.")
        await server.serve(sockets=[listener])
        tasks.cancel_scope.cancel()


async def _watch(preview: Preview, root: Path, *, task_status: TaskStatus[None]) -> None:
    """Build now and after each change, one build at a time; the task has started when the first is done.

    Each watch begins with a build, since nobody saw what was saved before it, and ends when a folder comes or goes.
    """
    started = False
    while True:
        watched, unseen = _folders(root), True
        with suppress(FileNotFoundError):  # a folder that went between our look and the watch
            async for changes in watchfiles.awatch(
                *watched, _PROGRAM, step=20, rust_timeout=_LOOK_ROUND, yield_on_timeout=True, raise_interrupt=False
            ):
                edited = _tell_changes(preview.tell, root, {Path(path) for _, path in changes})
                if edited or unseen:
                    await anyio.to_thread.run_sync(preview.rebuild)
                    unseen = False
                if not started:
                    task_status.started()
                    started = True
                if _folders(root) != watched:
                    break


def _tell_changes(tell: Tell, root: Path, changed: set[Path]) -> bool:
    """Tell what somebody saved, and return whether the site has to be built again."""
    program = {path for path in changed if path.is_relative_to(_PROGRAM)}
    if program:
        tell("generator/ was changed: stop the preview and start it again to see that.")
    if inputs := sorted(changed - program):
        names = (path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path) for path in inputs)
        tell(f"Changed: {', '.join(names)}")
    return bool(inputs)


def _folders(root: Path) -> dict[Path, int]:
    """The input folders that there are, each with what tells it from a new one of its name."""
    found = {}
    for name in INPUTS:
        with suppress(FileNotFoundError):
            found[root / name] = (root / name).stat().st_ino
    return found


def _listening(port: int) -> socket.socket:
    listener = socket.socket()
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((HOST, port))
        listener.listen()
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise MachineFailure(f"port {port} is in use; another one: build.py serve --port {port + 1}") from None
        raise MachineFailure(f"cannot listen on port {port}: {machine.words_of(error)}") from None
    return listener

"""What the preview answers: the built files, pages with two scripts, and faults in words.

One script loads the page again after a change, the other is the translator mode. Scripts and faults are put into the
response only, never into a file.
"""

from __future__ import annotations

import html
import json
import mimetypes
from collections.abc import Callable, Sequence
from pathlib import Path
from urllib.parse import quote

from starlette.responses import RedirectResponse, Response

EVENTS = "/_preview/events"
TEXTS = "/_preview/texts/"
TRANSLATOR = "/_preview/translator.js"
_HEADERS = {"Cache-Control": "no-store"}

# Browsers allow six open lines to one server, so tabs in the background let go of theirs.
_SCRIPT = """
<script>
{
  let events;
  const watch = () => {
    events?.close();
    if (document.hidden) return;
    events = new EventSource(EVENTS);
    events.onmessage = (event) => { if (event.data !== EDITION) location.reload(); };
  };
  document.addEventListener("visibilitychange", watch);
  watch();
}
</script>
<script src="TRANSLATOR"></script>
"""

_FAULTS = """
<details open lang="en" dir="ltr" style="position: fixed; inset: 0 0 auto; z-index: 2147483647; max-height: 80vh;
overflow: auto; padding: 1rem; background: #fff; color: #111; border-bottom: 4px solid #b00; font: 16px/1.5 sans-serif">
<summary style="cursor: pointer"><b>{summary}</b></summary>
<pre style="white-space: pre-wrap; font: 14px/1.5 monospace">{faults}</pre>
</details>
"""

_NO_SITE = b"<!DOCTYPE html><html lang=en><meta charset=utf-8><title>Preview</title><body></body></html>"


Fresh = Callable[[str], bytes | None]
"""Makes the file at a path while the site is still being written; ``None`` where there is none."""


def respond(folder: Path, path: str, edition: str, faults: Sequence[str], fresh: Fresh | None = None) -> Response:
    """The answer to a request for a path below the site's root, without its first slash."""
    if _find(folder, path, Path.is_dir) and path and not path.endswith("/"):
        return RedirectResponse(f"/{quote(path)}/", headers=_HEADERS)
    status = 200
    content = _content(folder, f"{path}index.html" if not path or path.endswith("/") else path, fresh)
    if content is None:
        # As the web server will: the visitor's language is that of the address.
        content = _read(folder, f"{path.partition('/')[0]}/404.html") or _read(folder, "404.html")
        path, status = "404.html", 404
    if content is None and not faults:
        return Response("There is no such file.", status, _HEADERS, "text/plain")
    kind = mimetypes.guess_type(path)[0] if path and not path.endswith("/") else "text/html"
    if kind == "text/html":
        return Response(_with_preview(content or _NO_SITE, edition, faults), status, _HEADERS, kind)
    return Response(content, status, _HEADERS, kind or "application/octet-stream")


def _content(folder: Path, path: str, fresh: Fresh | None) -> bytes | None:
    """A page as it has just become; any other file as it is in the folder, since most have their digest in the path."""
    if fresh is None:
        return _read(folder, path)
    if path.endswith(".html"):
        return _made(fresh, path) or _read(folder, path)
    return _read(folder, path) or _made(fresh, path)


def _made(fresh: Fresh, path: str) -> bytes | None:
    try:
        return fresh(path)
    except Exception:  # noqa: BLE001 - the build meets it, too, and tells
        return None


def _find(folder: Path, path: str, is_wanted: Callable[[Path], bool]) -> Path | None:
    """What lies at a path inside the folder, if it is of the wanted kind; names that no file can have find nothing."""
    try:
        found = (folder / path).resolve()
        return found if found.is_relative_to(folder.resolve()) and is_wanted(found) else None
    except (OSError, ValueError):
        return None


def _read(folder: Path, path: str) -> bytes | None:
    found = _find(folder, path, Path.is_file)
    try:
        return found.read_bytes() if found else None
    except OSError:  # a build has swapped it out since
        return None


def _with_preview(page: bytes, edition: str, faults: Sequence[str]) -> bytes:
    """A page with the script, and with what is wrong above it."""
    added = _SCRIPT.replace("EVENTS", json.dumps(EVENTS)).replace("EDITION", json.dumps(edition))
    added = added.replace("TRANSLATOR", TRANSLATOR)
    if faults:
        count = "1 problem" if len(faults) == 1 else f"{len(faults)} problems"
        summary = f"{count}; below is the last build that succeeded"
        added += _FAULTS.format(summary=summary, faults=html.escape("\n".join(faults)))
    body, end, rest = page.rpartition(b"</body>")
    return body + added.encode() + end + rest if end else page + added.encode()

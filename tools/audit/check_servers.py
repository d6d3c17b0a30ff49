"""Checks the site behind nginx and Caddy: headers, caches, languages, compressed files, releases, and in Chromium."""

from __future__ import annotations

import gzip
import re
import shutil
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import brotli
import httpx
from playwright.sync_api import sync_playwright

from generator.exports.headers import BRIEFLY, FOR_EVER, SECURITY
from generator.output.assets import is_hashed
from tools import chromium
from tools.audit import ROOT
from tools.audit.check_accessibility import one_of_each_type
from tools.audit.web_servers import Running, caddy, nginx

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

PROGRAMS = ("nginx", "caddy", "openssl")

WATCH = """
globalThis.violations = [];
addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
  violations.push(`${violatedDirective} ${blockedURI}`);
});
"""
SEARCHED = {"en": "memory", "tr": "bellek"}


def run(site: Path) -> list[str]:
    """Return what visitors would see wrong: two releases after the given one, which was their first."""
    with tempfile.TemporaryDirectory() as scratch:
        state = Path(scratch) / "state"
        (state / "previews").mkdir(parents=True)
        third = release(release(site, state / "second", "--no-search"), state / "third", "--compress")
        (state / "live").symlink_to(third)
        shutil.copytree(site, state / "previews/0a1b2c")
        faults = []
        for serve in (nginx, caddy):
            folder = Path(scratch) / serve.__name__
            folder.mkdir()
            with serve(state, folder) as server:
                found = [
                    *check_answers(server, third),
                    *check_former_release(server, site),
                    *check_browser(server, site),
                ]
                faults += [f"{server.name}: {fault}" for fault in found]
        return faults


def release(former: Path, output: Path, *options: str) -> Path:
    """Build the site with another style sheet, linked from a former release, and return its folder."""
    root = output.with_name(f"{output.name}-root")
    for name in ("content", "data", "locales", "templates", "static"):
        shutil.copytree(ROOT / name, root / name)
    (root / "static/css/9-release.css").write_text(f"/* {output.name} */\n", encoding="utf-8")
    command = [sys.executable, "build.py", "build", "--root", str(root), "--output", str(output), *options]
    command += ["--base-url", "https://catalogue.example", "--link-from", str(former), "--keep-releases", "5"]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return output


def check_answers(server: Running, site: Path) -> Iterator[str]:
    """Ask as programs do, and compare each answer with the file and the headers."""
    with httpx.Client(base_url=server.origin, verify=False) as client:  # noqa: S501 - our own certificate, this machine
        yield from check_pages(client, site)
        yield from check_codings(client, site)
        yield from check_missing(client)
        yield from check_kinds(client)
        if client.get("/tr").headers.get("Location") not in {"/tr/", "tr/"}:
            yield "/tr does not lead on to /tr/"
        if client.get("/preview/0a1b2c/tr/").headers.get("X-Robots-Tag") != "noindex":
            yield "a preview may be indexed"
        if server.plain:
            yield from check_redirects(server, client, site)


def check_pages(client: httpx.Client, site: Path) -> Iterator[str]:
    """One page of every type, and every file that may be cached for ever."""
    for address in one_of_each_type(site):
        page = client.get(address)
        yield from header_faults(page, BRIEFLY)
        file = site / (f"{address[1:]}index.html" if address.endswith("/") else address[1:])
        if page.status_code != httpx.codes.OK or page.content != file.read_bytes():
            yield f"{address} is not the page that was built"
    for path in paths(site):
        if is_hashed(path) and not path.endswith((".br", ".gz")):
            yield from header_faults(client.get(f"/{path}"), FOR_EVER)


def check_codings(client: httpx.Client, site: Path) -> Iterator[str]:
    """A page in its compressed forms, as they lie beside it."""
    for coding, decompress in (("br", brotli.decompress), ("gzip", gzip.decompress)):
        with client.stream("GET", "/tr/", headers={"Accept-Encoding": coding}) as answer:
            body = b"".join(answer.iter_raw())
        compressed = answer.headers.get("Content-Encoding") == coding and "Vary" in answer.headers
        if not compressed or decompress(body) != (site / "tr/index.html").read_bytes():
            yield f"/tr/ is not sent in its {coding} form"


def check_missing(client: httpx.Client) -> Iterator[str]:
    """Addresses that do not exist, answered in the language that they begin with."""
    for address, language in (("/tr/nowhere/", "tr"), ("/tr/nowhere.html", "tr"), ("/nowhere/x", "en")):
        missing = client.get(address)
        is_ours = f'<html lang="{language}"' in missing.text and "404" in missing.text
        if missing.status_code != httpx.codes.NOT_FOUND or not is_ours:
            yield f"{address} is answered with {missing.status_code} and not with the 404 in {language}"
        yield from header_faults(missing, "")
    if client.get("/_headers").status_code != httpx.codes.NOT_FOUND:
        yield "/_headers is shown to visitors"


def check_kinds(client: httpx.Client) -> Iterator[str]:
    """What kind of file each answer says it is."""
    kinds = {"/": "text/html", "/tr/index.md": "text/markdown", "/data/gpus.csv": "text/csv"}
    for address, kind in kinds.items():
        found = client.get(address).headers.get("Content-Type", "")
        if found.lower().replace(" ", "") != f"{kind};charset=utf-8":
            yield f"{address} is sent as {found}"


def check_redirects(server: Running, client: httpx.Client, site: Path) -> Iterator[str]:
    """Former addresses, and addresses without TLS."""
    source, target, _ = (site / "_redirects").read_text(encoding="utf-8").splitlines()[0].split()
    moved = client.get(source)
    if (moved.status_code, moved.headers.get("Location")) != (httpx.codes.MOVED_PERMANENTLY, target):
        yield f"{source} does not lead on to {target}"
    plain = httpx.get(f"{server.plain}/tr/")
    if plain.headers.get("Location") != f"{server.origin}/tr/":
        yield f"without TLS, /tr/ leads to {plain.headers.get('Location')}"


def header_faults(answer: httpx.Response, cache: str) -> Iterator[str]:
    """Compare the headers of an answer with those that were written down."""
    wanted = {**SECURITY, "Cache-Control": cache}
    for name, value in wanted.items():
        found = ", ".join(answer.headers.get_list(name))
        if found != value:
            yield f"{answer.url.path}: {name} is {found or 'not sent'} and should be {value or 'left out'}"


def check_former_release(server: Running, first: Path) -> Iterator[str]:
    """Ask for everything that a page of the first release, two releases old by now, may still ask for."""
    with httpx.Client(base_url=server.origin, verify=False) as client:  # noqa: S501 - our own certificate, this machine
        for path in filter(is_hashed, paths(first)):
            answer = client.get(f"/{path}")
            if answer.content != (first / path).read_bytes():
                yield f"/{path}, of the release before the last, is answered with {answer.status_code}"


def check_browser(server: Running, first: Path) -> Iterator[str]:
    """Open one page of every type under the real policy, and search."""
    with sync_playwright() as playwright, ExitStack() as stack:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=list(chromium.LAUNCH_ARGUMENTS))
        stack.callback(browser.close)
        for address in one_of_each_type(first):
            yield from page_faults(browser, server.origin, address)


def page_faults(browser: Browser, origin: str, address: str) -> Iterator[str]:
    """Open a page, search where it has a search box, and tell what its policy stopped and what did not load."""
    context = browser.new_context(ignore_https_errors=True)
    context.add_init_script(WATCH)
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(f"{address}: {error}"))
    page.on("console", lambda said: faults.append(f"{address}: {said.text}") if said.type == "error" else None)
    page.on(
        "response",
        lambda answer: (
            faults.append(f"{address}: {answer.url} is answered with {answer.status}")
            if answer.status >= httpx.codes.BAD_REQUEST
            else None
        ),
    )
    page.goto(origin + address, wait_until="networkidle")
    box = page.locator("input[type=search]")
    if box.count():
        language = page.locator("html").get_attribute("lang") or ""
        box.first.fill(SEARCHED.get(language, SEARCHED["en"]))
        # Of what the box shows, only what Pagefind has found leads to a place in a text or to its page.
        with page.expect_response(re.compile(r"/pagefind/fragment/"), timeout=20_000):
            box.first.press("End")
        page.wait_for_selector("[role=option]", timeout=20_000)
    faults += [f"{address}: the policy stops {what}" for what in page.evaluate("violations")]
    context.close()
    yield from faults


def paths(site: Path) -> list[str]:
    """Return every file of a site, relative to it."""
    return sorted(file.relative_to(site).as_posix() for file in site.rglob("*") if file.is_file())

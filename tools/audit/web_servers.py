"""Runs the site behind the real nginx and Caddy, with the files of `deploy/`: only ports and paths are put in."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tools.audit import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

STATE = "/var/lib/catalogue"
WAIT_SECONDS = 20
NGINX_MAIN = """\
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
{user}
worker_processes 1;
include /etc/nginx/modules-enabled/*.conf;
events {{}}
http {{
    include /etc/nginx/mime.types;
    default_type application/octet-stream;
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/site.conf;
}}
"""


@dataclass(frozen=True, slots=True)
class Running:
    """A server that runs: its name, where it serves the site, and where it leads on from without TLS, if it does."""

    name: str
    origin: str
    plain: str = ""


def free_port() -> int:
    """Return a port of this machine that nobody listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


@contextmanager
def nginx(state: Path, folder: Path) -> Iterator[Running]:
    """Serve a state folder with `deploy/nginx.conf`, Brotli and redirects switched on as docs/publishing.md says."""
    secure, plain = free_port(), free_port()
    certificate(folder)
    moved = (state / "live/_redirects").read_text(encoding="utf-8")
    (folder / "moved.map").write_text(re.sub(r"^(\S+) (\S+) 301$", r"\1 \2;", moved, flags=re.MULTILINE), "utf-8")
    text = (ROOT / "deploy/nginx.conf").read_text(encoding="utf-8")
    for old, new in (
        ("listen 443 ssl http2;", f"listen 127.0.0.1:{secure} ssl http2;"),
        ("listen 80;", f"listen 127.0.0.1:{plain};"),
        ("    listen [::]:443 ssl http2;\n", ""),
        ("    listen [::]:80;\n", ""),
        ("https://$host$", f"https://$host:{secure}$"),
        ("# brotli_static on;", "brotli_static on;"),
        ("/etc/nginx/catalogue-redirects.map*", str(folder / "moved.map*")),
        ("/etc/ssl/catalogue/fullchain.pem", str(folder / "certificate.pem")),
        ("/etc/ssl/catalogue/privkey.pem", str(folder / "key.pem")),
        (STATE, str(state)),
    ):
        if old not in text:
            raise ValueError(f"deploy/nginx.conf does not hold {old!r}")
        text = text.replace(old, new)
    (folder / "site.conf").write_text(text, encoding="utf-8")
    user = "user root;" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(NGINX_MAIN.format(folder=folder, user=user), encoding="utf-8")
    with running(["nginx", "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")], secure, folder):
        yield Running("nginx", f"https://127.0.0.1:{secure}", f"http://127.0.0.1:{plain}")


@contextmanager
def caddy(state: Path, folder: Path) -> Iterator[Running]:
    """Serve a state folder with `deploy/Caddyfile`, without TLS: a certificate can only be had on the internet."""
    port = free_port()
    text = (ROOT / "deploy/Caddyfile").read_text(encoding="utf-8").replace(STATE, str(state))
    text = "{\n\tadmin off\n}\n" + text.replace("catalogue.example {", f"http://127.0.0.1:{port} {{", 1)
    (folder / "Caddyfile").write_text(text, encoding="utf-8")
    with running(["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")], port, folder):
        yield Running("Caddy", f"http://127.0.0.1:{port}")


def certificate(folder: Path) -> None:
    """Make a certificate that only its maker trusts."""
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1"]
    command += ["-keyout", str(folder / "key.pem"), "-out", str(folder / "certificate.pem")]
    subprocess.run(command, check=True, capture_output=True)


@contextmanager
def running(command: list[str], port: int, folder: Path) -> Iterator[None]:
    """Run a server until the block ends; raises `RuntimeError` with what it says where it does not come up."""
    environment = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with (folder / "said.log").open("wb") as said:
        process = subprocess.Popen(command, stdout=said, stderr=subprocess.STDOUT, env=environment)
    try:
        end = time.monotonic() + WAIT_SECONDS
        while not listens(port):
            if process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"{command[0]} did not start: {(folder / 'said.log').read_text('utf-8')[-2000:]}")
            time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait()


def listens(port: int) -> bool:
    """Tell whether somebody listens on a port of this machine."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1):
            return True
    except OSError:
        return False

"""Headers: one policy, the same in every file that sends it."""

from __future__ import annotations

import re

from generator.exports.headers import BRIEFLY, FOR_EVER, POLICY, SECURITY, headers_file
from generator.pages.addresses import Addresses
from generator.words.locales import read_locale
from tests.conftest import ROOT
from tests.html import BuiltSite

NGINX = (ROOT / "deploy/nginx.conf").read_text("utf-8")
CADDY = (ROOT / "deploy/Caddyfile").read_text("utf-8")


def directives() -> dict[str, list[str]]:
    """The policy's sources by directive."""
    return {name: sources for name, *sources in (part.split() for part in POLICY.split(";"))}


def test_the_policy_allows_nothing_inline_and_nothing_of_others() -> None:
    """What is not listed falls back to nothing; Pagefind compiles WebAssembly, which is no ``eval`` of script."""
    allowed = directives()
    assert allowed.pop("default-src") == ["'none'"]
    assert allowed["script-src"] == ["'self'", "'wasm-unsafe-eval'"]
    assert allowed["connect-src"] == ["'self'"]
    sources = {source for of_one in allowed.values() for source in of_one}
    assert sources == {"'self'", "'none'", "'wasm-unsafe-eval'"}


def test_nginx_sends_what_the_generator_says() -> None:
    """Each header once, on errors too, with the very same value."""
    sent = re.findall(r'^    add_header (\S+) "(.*)" always;$', NGINX, re.MULTILINE)
    assert dict(sent) == dict(SECURITY)
    assert len(sent) == len(SECURITY)
    assert set(re.findall(r'"(public[^"]*)"', NGINX)) == {BRIEFLY, FOR_EVER}


def test_caddy_sends_what_the_generator_says() -> None:
    """In one block, which errors import too."""
    block = CADDY.split("(security) {")[1].split("\n}")[0]
    assert dict(re.findall(r'^\t\t([A-Z]\S+) "(.*)"$', block, re.MULTILINE)) == dict(SECURITY)
    assert CADDY.count("import security") == 2
    assert set(re.findall(r'Cache-Control "([^"]*)"', CADDY)) == {BRIEFLY, FOR_EVER}


def rules(text: str) -> dict[str, dict[str, str]]:
    """The headers of ``_headers`` by the path of their rule."""
    found: dict[str, dict[str, str]] = {}
    for line in text.splitlines():
        if line.startswith("  "):
            name, _, value = line.strip().partition(": ")
            found[list(found)[-1]][name] = value
        elif line:
            found[line] = {}
    return found


def test_headers_file_of_hosted_services() -> None:
    """Netlify and Cloudflare join the values of rules that meet: no header stands in two rules."""
    locales = tuple(read_locale(name) for name in ("en", "pt_BR"))
    found = rules(headers_file(Addresses("https://example.org/catalogue", locales)).decode())
    assert found.pop("/catalogue/*") == dict(SECURITY)
    assert set(found) == {
        "/catalogue/static/*",
        "/catalogue/images/*",
        *(f"/catalogue/{slug}/pagefind/{part}/*" for slug in ("en", "pt-br") for part in ("fragment", "index")),
    }
    assert all(headers == {"Cache-Control": FOR_EVER} for headers in found.values())


def test_every_page_obeys_the_policy(built_site: BuiltSite) -> None:
    """No style or handler in an attribute, no style element, and no script but files and data."""
    for address in built_site.pages():
        page = built_site.page(address)
        assert page.xpath("//@style | //@*[starts-with(name(), 'on')]") == [], address
        assert page.xpath("//style") == [], address
        assert set(page.xpath("//script[not(@src)]/@type")) <= {"application/ld+json", "application/json"}, address
        assert not page.xpath("//script[not(@src) and not(@type)]"), address
        loaded = page.xpath("//script/@src | //img/@src | //link[@rel='stylesheet' or @rel='icon']/@href")
        assert not [source for source in loaded if ":" in source or source.startswith("//")], address

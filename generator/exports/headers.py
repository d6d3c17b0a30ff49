"""The headers of every answer: ``_headers`` for Netlify and Cloudflare Pages.

``deploy/nginx.conf`` and ``deploy/Caddyfile`` send the same ones; a test compares them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from generator.pages.addresses import Addresses

# No inline script or style is allowed. Search runs Pagefind: a script that starts a worker, compiles WebAssembly and
# fetches pieces of the index, all of them ours.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; "
    "style-src 'self'; img-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
SECURITY: Mapping[str, str] = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Strict-Transport-Security": "max-age=31536000",
}
FOR_EVER = "public, max-age=31536000, immutable"
"""For files whose names change with their content."""
BRIEFLY = "public, max-age=300"
"""For pages: a price must not be old because somebody has read the page before."""


def headers_file(addresses: Addresses) -> bytes:
    """``_headers``: what every answer carries, and which files may be cached for ever.

    Where two rules name one header, both services join the values. So pages keep the services' own rule, which asks
    again each time, and no header stands in two rules that can meet.
    """
    base = addresses.base_path
    hashed = [f"{base}static/*", f"{base}images/*"]
    for locale in addresses.locales:
        hashed += [f"{base}{locale.slug}/pagefind/{folder}/*" for folder in ("fragment", "index")]
    rules = [_rule(f"{base}*", SECURITY.items()), *(_rule(path, [("Cache-Control", FOR_EVER)]) for path in hashed)]
    return "\n".join(rules).encode()


def _rule(path: str, headers: Iterable[tuple[str, str]]) -> str:
    return f"{path}\n" + "".join(f"  {name}: {value}\n" for name, value in headers)

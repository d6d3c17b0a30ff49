"""Addresses: where each page lies, and how one page links to another.

A page's address is its folder below the site's root, with a slash at its end (``tr/guides/llm-training/``); that of the
root is empty. Links are relative, so that the site works under a sub-path; canonical ones and alternates are absolute.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from msgspec import Struct

from generator.model import Image, Locale

_DIGEST_LENGTH = 12


def file_of(address: str) -> str:
    """The file that a web server answers with for an address."""
    return f"{address}index.html" if not address or address.endswith("/") else address


def up_to_root(address: str) -> str:
    """The relative way from a page to the root: empty for pages in the root, else ``../../``."""
    return "../" * address.count("/")


def guide(locale: Locale, slug: str) -> str:
    """The address of a guide."""
    return f"{locale.slug}/guides/{slug}/"


def gpu(locale: Locale, gpu_id: str) -> str:
    """The address of a GPU's page."""
    return f"{locale.slug}/gpus/{gpu_id}/"


def text_page(locale: Locale, slug: str) -> str:
    """The address of a page of prose."""
    return f"{locale.slug}/{slug}/"


def comparison(locale: Locale, first: str, second: str) -> str:
    """The address of the comparison of two GPUs, in that order."""
    return f"{locale.slug}/compare/{first}-vs-{second}/"


def image(found: Image) -> str:
    """The address of an image: it names the content, so that the file may be cached for ever."""
    return f"images/{found.sha256[:_DIGEST_LENGTH]}/{found.name}"


class Addresses(Struct, frozen=True):
    """The site's base address, and its locales in order."""

    base_url: str
    locales: tuple[Locale, ...]

    @property
    def base(self) -> str:
        """The base address with a slash at its end."""
        return self.base_url.rstrip("/") + "/"

    @property
    def base_path(self) -> str:
        """The path of the base address, ``/`` or a sub-path, with a slash at its end."""
        return urlsplit(self.base).path

    def absolute(self, address: str) -> str:
        """The full address of a page or file."""
        return self.base + address

    def alternates(self, address: str, finished: frozenset[str]) -> tuple[tuple[str, str], ...]:
        """The hreflang pairs of a page that exists in every locale; ``address`` is the one of any locale.

        ``finished`` names the locales whose version may be offered to search engines. The default is the language
        choice for the homes and the English page elsewhere. Empty where fewer than two would stand in it.
        """
        rest = address.split("/", 1)[1]
        offered = [locale for locale in self.locales if locale.name in finished]
        if len(offered) <= 1:
            return ()
        pairs = [(locale.tag, self.absolute(f"{locale.slug}/{rest}")) for locale in offered]
        default = self.absolute(f"{self.locales[0].slug}/{rest}") if rest else self.base
        return (*pairs, ("x-default", default))

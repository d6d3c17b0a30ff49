"""Addresses: where pages lie and how they link."""

from __future__ import annotations

import pytest

from generator.model import Image, Locale
from generator.pages import addresses
from generator.pages.addresses import Addresses

EN = Locale("en", "en", "en", "ltr", "English")
TR = Locale("tr", "tr", "tr", "ltr", "Türkçe")
PT = Locale("pt_BR", "pt-br", "pt-BR", "ltr", "Português (Brasil)")


@pytest.mark.parametrize(
    ("address", "file", "up"),
    [
        ("", "index.html", ""),
        ("tr/", "tr/index.html", "../"),
        ("tr/guides/llm-training/", "tr/guides/llm-training/index.html", "../../../"),
        ("tr/404.html", "tr/404.html", "../"),
    ],
)
def test_a_page_lies_in_a_folder_of_its_own(address: str, file: str, up: str) -> None:
    """An address ends with a slash and is served from its ``index.html``; the way up counts its folders."""
    assert addresses.file_of(address) == file
    assert addresses.up_to_root(address) == up


def test_addresses_use_hyphens_and_small_letters() -> None:
    """The locale's folder is ``pt_BR``, its address ``pt-br``."""
    assert addresses.guide(PT, "llm-training") == "pt-br/guides/llm-training/"
    assert addresses.gpu(PT, "b300") == "pt-br/gpus/b300/"
    assert addresses.comparison(PT, "b300", "b200") == "pt-br/compare/b300-vs-b200/"
    assert addresses.text_page(PT, "methodology") == "pt-br/methodology/"


def test_the_address_of_an_image_changes_with_its_content() -> None:
    """So that a browser may keep it for ever."""
    image = Image("memory.png", 1, 1, b"", "0123456789abcdef" * 4)
    assert addresses.image(image) == "images/0123456789ab/memory.png"


def test_alternates_name_every_finished_locale_and_one_default() -> None:
    """Hreflang uses the tag, the default is the English page."""
    site = Addresses("https://gpus.example/catalogue", (EN, TR, PT))
    assert site.alternates("tr/gpus/", frozenset({"en", "tr", "pt_BR"})) == (
        ("en", "https://gpus.example/catalogue/en/gpus/"),
        ("tr", "https://gpus.example/catalogue/tr/gpus/"),
        ("pt-BR", "https://gpus.example/catalogue/pt-br/gpus/"),
        ("x-default", "https://gpus.example/catalogue/en/gpus/"),
    )


def test_the_default_of_the_homes_is_the_language_choice() -> None:
    """Whoever has no language of the site chooses one at the root."""
    site = Addresses("https://gpus.example/", (EN, TR))
    assert site.alternates("en/", frozenset({"en", "tr"}))[-1] == ("x-default", "https://gpus.example/")


def test_a_page_finished_in_one_language_has_no_alternates() -> None:
    """A single page is not an alternate of anything, and an unfinished one is not offered."""
    site = Addresses("https://gpus.example", (EN, TR))
    assert site.alternates("en/gpus/", frozenset({"en"})) == ()


def test_a_sub_path_is_kept() -> None:
    """A 404 links from the site's own path, since it is served below any address."""
    assert Addresses("https://gpus.example/a/b", (EN,)).base_path == "/a/b/"
    assert Addresses("https://gpus.example", (EN,)).base_path == "/"

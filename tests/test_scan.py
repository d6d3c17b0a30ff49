"""Scanning: where the links and anchors of a page stand, and what only looks like one."""

from __future__ import annotations

import pytest

from generator.output.scan import has_links, scan


def links_of(markup: str) -> frozenset[str]:
    """The links of a page."""
    return scan("index.html", markup.encode()).links


@pytest.mark.parametrize(
    "markup",
    [
        '<a href="gone">',
        "<a href='gone'>",
        "<a href=gone>",
        '<a\n  class="x" href="gone"\n>',
        '<img src="gone" alt="">',
        '<img srcset="./ 1x, gone 2x" alt="">',
        '<link rel="alternate" href="gone">',
        '<script src="gone"></script>',
        '<form action="gone"></form>',
        '<video poster="gone"></video>',
        '<object data="gone"></object>',
        '<meta http-equiv="refresh" content="0; url=gone">',
        '<a href=" gone ">',
        '<script>1 < 2</script><a href="gone">',
        '<script async src="gone">if (a </b/) {}</script>',
        '<style>a {}</style><!-- b --><a href="gone">',
    ],
)
def test_every_place_for_a_link(markup: str) -> None:
    """Links, pictures, scripts, forms and redirects are all found."""
    assert links_of(markup) - {"./"} == {"gone"}


@pytest.mark.parametrize(
    "markup",
    [
        '<!-- <a href="gone"> -->',
        "<script>const a = '<a href=\"gone\">'</script>",
        '<script type="application/ld+json">{"a": "<a href=\\"gone\\">"}</script>',
        "<style>a { content: '<a href=\"gone\">' }</style>",
        '<p>Write a href="gone" there.</p>',
        '<code>&lt;a href="gone"&gt;</code>',
        '<meta name="description" content="gone">',
        '<script>const a = "</b>"; const c = \'<a href="gone">\'</script>',
        '<a data-href="gone" class="gone" hrefs="gone">',
    ],
)
def test_what_only_looks_like_a_link(markup: str) -> None:
    """Comments, scripts and prose about links hold none."""
    assert links_of(markup) == frozenset()


def test_link_of_a_meta_element() -> None:
    """A full address in a meta element is a link, such as that of the picture for a preview."""
    assert links_of('<meta property="og:image" content="https://gpus.test/a.png">') == {"https://gpus.test/a.png"}


def test_unclosed_script() -> None:
    """A script that never ends hides nothing."""
    assert links_of('<script>const a = 1; <a href="gone">') == {"gone"}


def test_entities() -> None:
    """Links and anchors are read as browsers read them."""
    found = scan("index.html", b'<a href="a&amp;b#c&#38;d" id="c&amp;d">x</a>')

    assert found.links == {"a&b#c&d"}
    assert found.ids == {"c&d"}


def test_anchors() -> None:
    """The names of all elements, and which of them stand on more than one."""
    found = scan("index.html", '<h2 id="memory"><h2 id=größe><p id="memory">'.encode())

    assert found.ids == {"memory", "größe"}
    assert found.twice == {"memory"}


def test_style_sheet() -> None:
    """A style sheet links to fonts and pictures, and has no anchors."""
    found = scan("static/site.css", b"a { src: url( 'a.woff2' ) } b { mask: url(b.svg) } #id=x { }")

    assert found.links == {"a.woff2", "b.svg"}
    assert not found.ids


@pytest.mark.parametrize(("path", "expected"), [("a.html", True), ("a.css", True), ("a.svg", False), ("a.js", False)])
def test_kinds_with_links(path: str, expected: bool) -> None:
    """Pages and style sheets are looked up, other files are only linked to."""
    assert has_links(path) is expected

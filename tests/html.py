"""Reading the output as a visitor does: pages by their address, and the visible text of their cells."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from lxml import html as lxml_html
from lxml.html import HtmlElement


@dataclass(frozen=True, slots=True)
class BuiltSite:
    """A built site in a folder."""

    folder: Path

    def text(self, path: str) -> str:
        """A file of the output."""
        return (self.folder / path).read_text("utf-8")

    def page(self, address: str) -> HtmlElement:
        """The page at an address."""
        return lxml_html.document_fromstring(self.text(f"{address}index.html").encode(), base_url=address)

    def pages(self) -> list[str]:
        """The address of every page."""
        return sorted(
            path.relative_to(self.folder).as_posix().removesuffix("index.html")
            for path in self.folder.rglob("index.html")
        )


def visible(element: HtmlElement) -> str:
    """The text that a reader sees while nothing is unfolded: of a ``<details>`` its summary; blanks as one."""
    kept = []

    def walk(node: HtmlElement) -> None:
        if node.tag == "details":
            (summary,) = node.findall("summary")
            walk(summary)
        elif node.get("aria-hidden") != "true":
            kept.append(node.text or "")
            for child in node:
                walk(child)
        kept.append(node.tail or "" if node is not element else "")

    walk(element)
    return " ".join("".join(kept).split())


def table_cells(page: HtmlElement, caption: str) -> list[list[str]]:
    """The visible text of a table's body, the architecture beside a GPU's name left out."""
    rows = []
    for row in page.xpath(f"//table[caption/@id='{caption}']/tbody/tr"):
        (name,) = row.xpath("./th//a")
        rows.append([name.text_content(), *(visible(cell) for cell in row.xpath("./td"))])
    return rows

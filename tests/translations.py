"""A small site with Turkish PO files, and what a test asks of them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from generator.translate.translate import update
from generator.words.po import Entry, dump, parse
from tests.sites import small_site

FOLDER = "locales/tr/LC_MESSAGES"
TURKISH: Mapping[str, str] = {
    "training/meta/title": "Eğitim için GPU’lar",
    "training/meta/short_title": "Eğitim",
    "training/meta/description": "{h100_memory} ve daha fazlası hangi GPU’larda var.",
    "training/meta/blurb": "Sıfırdan eğitin.",
    "training/lead/p1": "Bir giriş.",
    "training/memory/h": "Bellek",
    "training/memory/p1": "[H100](gpu:h100) {h100_fit} eğitir; [yöntem](page:methodology) [bizim](site:signup).",
    "training/faq/memory/q": "Ne kadar bellek gerekir?",
    "training/faq/memory/a": "Yaklaşık {h100_memory}, [küçük bir model](gpu:h100) için.",
}


def translated_site(root: Path, changes: Mapping[str, str | bytes | None] = {}) -> Path:
    """The small site with all PO files, the guide's one translated whole."""
    small_site(root, changes)
    update(root)
    for key, text in TURKISH.items():
        translate(root, key, text)
    return root


def entries(root: Path, file: str = "training") -> list[Entry]:
    """The entries of a Turkish PO file, its header apart."""
    path = f"{FOLDER}/{file}.po"
    found, problems = parse((root / path).read_text(), path)
    assert problems == []
    return found[1:]


def held(root: Path, key: str) -> Entry:
    """The living entry of a key."""
    return next(entry for entry in entries(root, key.partition("/")[0]) if entry.msgctxt == key and not entry.obsolete)


def translate(root: Path, key: str, text: str, *comments: str) -> None:
    """Write the translation of a key, as a translator does in an editor."""
    path = root / FOLDER / f"{key.partition('/')[0]}.po"
    found, _ = parse(path.read_text(), path.name)
    changed = [
        Entry(
            e.msgid,
            (text,),
            e.msgctxt,
            e.msgid_plural,
            comments or e.comments,
            e.extracted,
            tuple({*e.flags} - {"fuzzy"}),
        )
        if e.msgctxt == key and not e.obsolete
        else e
        for e in found
    ]
    path.write_text(dump(changed))


def snapshot(root: Path) -> dict[str, bytes]:
    """Every file below ``locales/`` with its content."""
    return {str(path.relative_to(root)): path.read_bytes() for path in (root / "locales").rglob("*") if path.is_file()}

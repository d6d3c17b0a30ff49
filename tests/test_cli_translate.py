"""``build.py translate``."""

from __future__ import annotations

import json
from pathlib import Path

from tests.test_cli import run


def test_a_locale_is_added_with_its_plural_forms(site_root: Path) -> None:
    """Its files are made; publishing it is a line in site.yaml."""
    done = run("translate", "add", "pl", "--root", str(site_root))
    assert done.returncode == 0, done.stderr
    text = (site_root / "locales/pl/LC_MESSAGES/ui.po").read_text("utf-8")
    assert "nplurals=" in text
    assert "data/site.yaml" in done.stdout


def test_update_twice_changes_nothing(site_root: Path) -> None:
    """Neither order nor dates."""
    run("translate", "update", "--root", str(site_root))
    again = run("translate", "update", "--root", str(site_root))
    assert again.returncode == 0
    assert again.stdout == "0 files written.\n"


def test_status_is_for_people_and_for_programs(site_root: Path) -> None:
    """A new locale is under every bar: exit code 1."""
    run("translate", "add", "pl", "--root", str(site_root))
    site = site_root / "data/site.yaml"
    site.write_text(site.read_text("utf-8").replace("[en, tr]", "[en, tr, pl]"), "utf-8")
    done = run("translate", "status", "--root", str(site_root))
    assert done.returncode == 1
    assert "pl: 0 %" in done.stdout
    assert "pl" in json.loads(run("translate", "status", "--json", "--root", str(site_root)).stdout)


def test_pseudo_locales_are_built_beside_the_site(site_root: Path, tmp_path: Path) -> None:
    """Never published: no index, no alternates."""
    done = run("translate", "pseudo", "--root", str(site_root), "--output", str(tmp_path / "pseudo"))
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "pseudo/ar-xb/guides/llm-training/index.html").read_text("utf-8")
    assert '<html lang="ar-XB" dir="rtl"' in page
    assert '<meta name="robots" content="noindex">' in page
    assert 'hreflang="ar-XB" href="https://' not in page

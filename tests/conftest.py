"""What every test shares."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parent.parent

# A pause of a busy machine is not a failure; hangs are caught by pytest's own timeout.
settings.register_profile("project", deadline=None)
settings.load_profile("project")


@pytest.fixture
def site_root(tmp_path: Path) -> Path:
    """A copy of the project's own input, to be changed by a test."""
    root = tmp_path / "site-root"
    for folder in ("content", "data", "templates", "static", "locales"):
        if (ROOT / folder).is_dir():
            shutil.copytree(ROOT / folder, root / folder)
    return root

"""Reading templates beside this process: the same value, without Jinja in this one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from generator.templating.template_process import read_beside, read_here


def test_both_ways_read_the_same(site_root: Path) -> None:
    """The value travels whole, code and places with it."""
    with read_beside(site_root) as read:
        assert read() == read_here(site_root)


def test_mistakes_arrive(tmp_path: Path) -> None:
    """A template that cannot be read is a problem at its line."""
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "home.html").write_text("<p>\n{% if %}\n", "utf-8")
    with read_beside(tmp_path) as read:
        _, problems = read()
    assert [(str(problem.place), problem.message[:31]) for problem in problems] == [
        ("templates/home.html:2:1", "the template cannot be read: Ex")
    ]


def test_jinja_is_not_loaded_here(site_root: Path) -> None:
    """To load it takes as long as to read the data."""
    program = """
import sys
from pathlib import Path
from generator.templating.template_process import read_beside
with read_beside(Path(sys.argv[1])) as read:
    read()
print("jinja2" in sys.modules)
"""
    ran = subprocess.run(
        [sys.executable, "-c", program, site_root], capture_output=True, text=True, check=True, cwd=Path.cwd()
    )
    assert ran.stdout == "False\n"

"""Files with a digest in their names, kept from former releases for the pages that visitors still have open or cached.

Such a page asks for the style sheet, the images and the pieces of the search index that it was published with. A kept
file stands in the manifest like any other, with the number of releases since it was last made in the place of its
inputs' digest.
"""

from __future__ import annotations

import re
from collections.abc import Set

from generator.output.manifest import Row, Staged

_HASHED = re.compile(
    r"(?:static|images)/[0-9a-f]{12}/.+"
    r"|[^/]+/pagefind/(?:index|fragment)/[^/]+"
    r"|[^/]+/pagefind/pagefind\.[^/]+\.pf_meta"
)


def is_hashed(path: str) -> bool:
    """Whether a path names its content, so that the file may be cached for ever and outlive its release."""
    return _HASHED.fullmatch(path) is not None


def keep_assets(staged: Staged, files: Set[str], releases: int) -> dict[str, Row]:
    """Link what only older pages ask for into a release; returns the rows.

    ``files`` are the release's own. A file goes when ``releases`` releases that replaced such files have gone by.
    """
    if staged.former is None or not releases:
        return {}
    leaving = {path: row for path, row in staged.former.files.items() if path not in files and is_hashed(path)}
    older = int(any(not row.age for row in leaving.values()))
    rows = {
        path: row.aged(max(1, row.age + older))
        for path, row in leaving.items()
        if row.age + older <= releases and staged.former.is_intact(staged.former_folder, path)
    }
    staged.keep(rows)
    return rows

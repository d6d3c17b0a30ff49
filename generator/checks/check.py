"""Rules across files: the last word on the input before anything is computed from it."""

from __future__ import annotations

from generator.checks.check_content import content_problems
from generator.checks.check_data import data_problems
from generator.model import Site
from generator.problems import Problem


def check_site(site: Site) -> list[Problem]:
    """Every rule that one file alone cannot tell, with the place and a hint; sorted by place.

    What a site still needs from its owner (addresses, placeholder pages) and what is merely untidy are warnings. Words
    of other languages are checked where they are read.
    """
    return sorted({*data_problems(site), *content_problems(site)})

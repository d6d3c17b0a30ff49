"""What every test shares."""

from __future__ import annotations

from hypothesis import settings

# A pause of a busy machine is not a failure; hangs are caught by pytest's own timeout.
settings.register_profile("project", deadline=None)
settings.load_profile("project")

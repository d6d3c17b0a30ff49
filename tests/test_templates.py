"""Templates as values."""

from __future__ import annotations

import pickle

from generator.templating.template_reader import templates_of


def test_they_travel_between_processes() -> None:
    """Whoever reads them need not be the one who makes pages of them."""
    templates, _ = templates_of({"a.html": '<p>{{ t("a", "b") }}{{ page.x }}</p>'})
    assert pickle.loads(pickle.dumps(templates)) == templates  # noqa: S301 - its own

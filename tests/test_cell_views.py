"""Cells in one language: text, unit, raw value and sum."""

from __future__ import annotations

from decimal import Decimal

from generator.figures.tables import Catalogue
from generator.model import Gpu, Locale, Offer
from generator.pages.cell_views import CellViews
from generator.pages.edition import Edition
from generator.pages.formats import Formats
from generator.prose.prose import Inline
from generator.words.catalogs import LocaleWords
from tests import samples

EN = Locale("en", "en", "en", "ltr", "English")
DE = Locale("de", "de", "de", "ltr", "Deutsch")


def views(gpus: list[Gpu], offers: list[Offer] | None = None, locale: Locale = EN) -> tuple[CellViews, Catalogue]:
    """The cells of a small catalogue."""
    catalogue = Catalogue(samples.site(*gpus, offers=offers or ()))
    edition = Edition(locale, LocaleWords(locale), Formats(locale), Inline(()))
    return CellViews(edition, catalogue), catalogue


def test_a_figure_has_its_number_and_unit_apart() -> None:
    """Units step back in the page, so the template needs them by themselves."""
    card = samples.gpu(memory_gb=Decimal(80))
    cells, catalogue = views([card])
    view = cells.cell(card, catalogue.columns["memory"], show_derived=True)
    assert (view.text, view.unit, view.raw, view.state) == ("80", "GB", "80", "value")


def test_a_fit_opens_to_the_sum_it_came_from() -> None:
    """Both the unrounded and the rounded result stand in it, in the locale's format."""
    card = samples.gpu(memory_gb=Decimal(288))
    cells, catalogue = views([card], locale=DE)
    view = cells.cell(card, catalogue.columns["full_training_8_gpu"], show_derived=True)
    assert view.text == "≈ 110B"
    assert view.sum is not None
    assert view.sum.lines == ("8 × 288 GB × 0,8", "÷ 16 Byte")
    assert view.sum.result == "115,2B → ≈ 110B"
    assert view.raw == "115.2"


def test_nothing_is_never_zero() -> None:
    """A missing price has no text and no raw value, so that it can neither be read nor sorted as 0."""
    card = samples.gpu()
    cells, catalogue = views([card])
    view = cells.cell(card, catalogue.columns["price_per_hour"], show_derived=True)
    assert (view.state, view.text, view.raw) == ("no_offer", "", "")


def test_a_price_shows_every_digit_it_has() -> None:
    """2.885 is not 2.88 and not 2.89."""
    card = samples.gpu()
    cells, catalogue = views([card], [samples.offer("card", 1, "2.885")])
    view = cells.cell(card, catalogue.columns["price_per_hour"], show_derived=True)
    assert (view.text, view.raw, view.kind) == ("$2.885", "2.885", "price")


def test_the_best_of_a_column_is_marked_ties_included() -> None:
    """Two GPUs of equal memory share the mark; the smaller one has none."""
    gpus = [samples.gpu(name, memory_gb=Decimal(size)) for name, size in (("a", 80), ("b", 80), ("c", 40))]
    cells, _ = views(gpus)
    table = cells.table(gpus, ["memory"], root="../../", show_derived=True)
    assert [row.cells[0].best for row in table.rows] == [True, True, False]
    assert table.rows[0].href == "../../en/gpus/a/"


def test_a_table_knows_which_notes_it_needs() -> None:
    """Only a table with fits explains fits, only one with a derived figure explains that mark."""
    card = samples.gpu(derived={"bandwidth_gbs": Decimal(8000)}, unpublished=("bandwidth_gbs",))
    cells, _ = views([card])
    shown = cells.table([card], ["bandwidth"], root="", show_derived=True)
    assert (shown.derived, shown.fits, shown.prices) == (True, False, False)
    hidden = cells.table([card], ["bandwidth", "full_training_1_gpu", "price_per_hour"], root="", show_derived=False)
    assert (hidden.derived, hidden.fits, hidden.prices) == (False, True, True)
    assert hidden.rows[0].cells[0].state == "not_published"


def test_cells_that_pages_show_together_are_made_once() -> None:
    """In the order of the columns, with their heads; derived figures are among them."""
    card = samples.gpu(memory_gb=Decimal(80), derived={"bandwidth_gbs": Decimal(8000)}, unpublished=("bandwidth_gbs",))
    cells, catalogue = views([card])
    column_ids = ("memory", "bandwidth")
    assert [cell.state for cell in cells.row(card, column_ids)] == ["value", "derived"]
    assert cells.row(card, column_ids) is cells.row(card, column_ids)
    assert [head.label for head in cells.heads(column_ids)] == ["Memory", "Bandwidth"]
    assert cells.plain_name(catalogue.columns["bandwidth"]) == "Bandwidth"


def test_a_derived_figure_is_only_shown_where_it_is_asked_for() -> None:
    """All other cells are the same on both kinds of pages."""
    card = samples.gpu(memory_gb=Decimal(80), derived={"bandwidth_gbs": Decimal(8000)}, unpublished=("bandwidth_gbs",))
    cells, catalogue = views([card])
    bandwidth, memory = catalogue.columns["bandwidth"], catalogue.columns["memory"]
    assert [cells.cell(card, bandwidth, show_derived=shown).text for shown in (True, False)] == ["8,000", ""]
    assert cells.cell(card, memory, show_derived=False) is cells.cell(card, memory, show_derived=True)

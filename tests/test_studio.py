"""The prose of an edition: facts and links filled in, sections and questions by the state of the market."""

from __future__ import annotations

from generator.pages.studio import Studio
from generator.pipeline import Plan


def studio(plan: Plan, locale: str) -> Studio:
    """An edition's studio."""
    return next(one for one in plan.chosen if one.locale.name == locale)


def test_internal_links_lead_from_the_page_they_stand_on(site_plan: Plan) -> None:
    """Each kind has its folder; the owner's addresses come from the settings."""
    turkish = studio(site_plan, "tr")
    assert turkish.target("gpu", "b300", "../../") == "../../tr/gpus/b300/"
    assert turkish.target("guide", "rendering", "../") == "../tr/guides/rendering/"
    assert turkish.target("page", "methodology", "") == "tr/methodology/"
    assert turkish.target("compare", "b300/b200", "") == "tr/compare/b300-vs-b200/"
    assert turkish.target("site", "signup", "") == site_plan.inputs.site.settings.value.links.signup


def test_facts_are_formatted_and_kept_whole(site_plan: Plan) -> None:
    """The same fact in the format of each language, number and unit in one piece."""
    for locale, figure in (("en", "<bdi>3,350 GB/s</bdi>"), ("tr", "<bdi>3.350 GB/s</bdi>")):
        edition = studio(site_plan, locale)
        guide = next(guide for guide in edition.guides if guide.slug == "llm-inference")
        prose = edition.prose(guide, "../../../")
        html = "".join(prose.html(segment)[0] for segment in guide.segments)
        assert figure in html
        assert "{h100" not in html


def test_a_question_in_plain_text_equals_its_visible_text(site_plan: Plan) -> None:
    """Structured data repeats what the page says."""
    for locale in ("en", "tr"):
        edition = studio(site_plan, locale)
        for guide in edition.guides:
            for view, question, answer in edition.questions(guide, edition.prose(guide, "../../../")):
                assert view.question.striptags() == question
                assert view.answer.striptags() == answer


def test_what_is_limited_to_a_market_state_is_shown_in_it(site_plan: Plan) -> None:
    """The market is closed in this site."""
    english = studio(site_plan, "en")
    assert english.shown(None)
    assert english.shown("before")
    assert not english.shown("open")


def test_pairs_with_a_gpu(site_plan: Plan) -> None:
    """Each pair that has one of the GPUs stands once, in the order of all pairs."""
    english = studio(site_plan, "en")
    first, second = english.pairs[0]
    expected = [pair for pair in english.pairs if first in pair or second in pair]
    assert english.pairs_with(first, second) == expected
    assert len(expected) > 1
    assert english.pairs_with("no-such-gpu") == []

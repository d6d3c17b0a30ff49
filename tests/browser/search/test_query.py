"""query.js: the words of a query and of a text, and when the one are in the other."""

from __future__ import annotations

import pytest

from tests.browser.search_page import SearchPage, Visits


@pytest.mark.parametrize(
    ("lang", "query", "words"),
    [
        ("tr", "IŞIN izleme", ["ışın", "izleme"]),
        ("tr", "ISIN", ["isin"]),
        ("en", "IŞIN", ["işin"]),
        ("tr", "H100’de H100'e H100ʼün", ["h100", "h100", "h100"]),
        ("fr", "l’entraînement qu'un GPU", ["entraînement", "un", "gpu"]),
        ("en", "$8.99 €8,99 £9", ["8.99", "8,99", "9"]),
        ("en", "ＲＴＸ　４０９０", ["rtx", "4090"]),
        ("en", "fine-tuning/LoRA", ["fine", "tuning", "lora"]),
        ("ja", "学習用GPU", ["学習", "用", "gpu"]),
        ("ar", "ذاكرة", ["ذاكرة"]),
        ("ru", "объём", ["объем"]),
    ],
)
def test_words_of_a_query(visits: Visits, lang: str, query: str, words: list[str]) -> None:
    """Compatible forms, capitals, currency signs and endings after an apostrophe are taken off a query."""
    assert asked(visits("en"), "readQuery(query, lang).map(({ word }) => word)", lang, query) == words


@pytest.mark.parametrize(
    ("lang", "query", "text", "is_found"),
    [
        ("tr", "IŞIN", "Işın izleme", True),
        ("tr", "IŞIN", "işin gereği", False),
        ("tr", "isin", "ışın", True),
        ("tr", "belleğe", "bellek", True),
        ("tr", "NVLINK", "NVLink", True),
        ("tr", "hız", "HIZ", True),
        ("en", "orchid", "or", False),
        ("en", "orchid", "orchestrate", False),
        ("en", "trait", "train", False),
        ("en", "memories", "memory", True),
        ("en", "4090", "4070", False),
        ("en", "rtx4090", "RTX 4090", True),
        ("en", "4090rtx", "RTX 4090", False),
        ("ja", "学習", "大規模言語モデルの\u200b学習\u200bには", True),
        ("ja", "推論", "大規模言語モデルの\u200b学習\u200bには", False),
        ("ar", "ذاكرة", "الذاكرة والسرعة", True),
        ("ar", "ذاكرة", "التدريب", False),
    ],
)
def test_true_matches(visits: Visits, lang: str, query: str, text: str, is_found: bool) -> None:
    """A word of the query must begin a word of the text, or be another form of it."""
    answer = asked(visits("en"), "holds(readQuery(query, lang), readText(text, lang))", lang, query, text)

    assert answer is is_found


def asked(visit: SearchPage, expression: str, lang: str, query: str, text: str = "") -> object:
    """What an expression over the functions of query.js gives."""
    static = visit.page.locator("link[rel=stylesheet]").evaluate("link => link.href").rsplit("/", 1)[0]
    script = (
        "async ([address, lang, query, text]) => {"
        f" const {{ readQuery, readText, holds }} = await import(address); return {expression}; }}"
    )
    return visit.page.evaluate(script, [f"{static}/js/query.js", lang, query, text])

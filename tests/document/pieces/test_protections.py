"""Ways to protect two zonings, and what a plan says of them: tables, bars, and names."""

from __future__ import annotations

import re
from typing import Any

import pytest

from discret import Dataset, Plan
from discret.assess import Differencing
from discret.data.examples import villages
from discret.document.figures.protection_bars import loss_bars
from discret.document.pages.comparison import render_comparison
from discret.document.pages.render import render
from discret.document.pieces.protections import protection_table
from discret.document.records import record, words_of
from discret.document.words.texts_zonings import PROTECTION
from discret.document.words.voice import Voice
from discret.plan.variants import Variant
from discret.quantify import SquareLoss
from discret.reduce import MergeSquares, WithholdSquares
from discret.words import Language, Words
from every_part import CATALOGUE

WAYS: list[dict[str, Any]] = [
    {
        "way": "fewest_squares", "cheaper": False, "why": None, "squares_lost": 10,
        "squares_lost_share": 0.1, "squares_touched": 10, "squares_below": 2,
        "observations_lost": 1500, "observations_lost_share": 0.15,
        "at_risk_before": 44, "at_risk_after": 3,
        "zones_unprotected": 1, "least": 9, "gap": 0.125, "optimal": False, "seconds": 150.0,
    },
    {"way": "merge", "cheaper": None, "why": {"en": "It cannot.", "fr": "Impossible."}},
]  # fmt: skip


@pytest.mark.parametrize("words", PROTECTION.values())
def test_both_languages_say_the_same(words: Words) -> None:
    assert words
    assert words.fr
    assert words.endswith(".") == words.fr.endswith(".")
    assert "'" not in words.fr


def test_a_table_tells_what_is_known_and_what_is_not() -> None:
    table = protection_table(WAYS)
    rows = dict(table.rows)
    assert table.heads == ["withhold the fewest squares", "merge squares"]
    assert rows["observations lost"] == ["1,500", "—"]
    assert rows["share of the observations"] == ["15%", "—"]
    assert rows["observations at risk, after"] == ["3", "—"]
    assert rows["no choice loses fewer than"] == ["9", "—"]
    assert rows["gap to the best choice"] == ["12.5%", "—"]
    assert rows["proven best"] == ["no", "—"]
    assert table.notes[0] == "It cannot."
    assert "attach them" in table.notes[1]
    assert len(table.notes) == 2


def test_notes_follow_the_facts() -> None:
    good = [{**WAYS[0], "zones_unprotected": 0, "cheaper": True}]
    assert protection_table(good).notes == [PROTECTION["fewest_squares_cheaper"]]
    merged = [{"way": "merge", "squares_below_after": 1}]
    assert protection_table(merged).notes == [PROTECTION["below_note"], PROTECTION["merge_note"]]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_bars_are_drawn_for_what_is_known(language: Language) -> None:
    drawn = loss_bars(WAYS, language)
    assert len(drawn) == 2
    name = Voice(language).said(PROTECTION["fewest_squares"])
    for caption, svg in drawn:
        assert caption
        assert name in svg
        assert Voice(language).said(PROTECTION["merge"]) not in svg
    assert {"en": "1,500 (15%)", "fr": "1\u202f500 (15\u202f%)"}[language] in drawn[1][1]
    assert loss_bars([], language) == []


# -- names in reports ----------------------------------------------------------------------

WORDS = {name: words_of(part) for name, part in CATALOGUE.items()}


def test_a_name_means_what_it_means_in_its_part() -> None:
    voice = Voice("en")
    takes = {name: words["takes"] for name, words in WORDS.items()}
    tells = {name: words["tells"] for name, words in WORDS.items()}
    assert voice.plain(11, "threshold", tells["withhold_squares"]) == "11"
    assert voice.plain(5, "most", takes["differencing"]) == "5"
    assert voice.plain(0.5, "most", takes["square_loss"]) == "50%"
    assert voice.plain({"threshold": 11}, "", tells["merge_squares"]) == "threshold: 11"
    assert voice.field("cells_lost", tells["cells_changed"]) == "cells gone or changed"
    lost = [
        voice.field("squares_lost", tells[name]) for name in ("withhold_squares", "merge_squares")
    ]
    assert lost == ["fewer squares published"] * 2


# -- two variants of a plan ----------------------------------------------------------------


def records() -> list[dict[str, Any]]:
    """What a plan that withholds or merges has to say."""
    risk = Differencing(square="carreau", least=11, blanks="withheld")
    plan = Plan(
        title="Villages",
        assess=[risk],
        quantify=[SquareLoss(square="carreau")],
        variants=[
            Variant(title="withhold", reduce=[WithholdSquares(square="carreau")]),
            Variant(title="merge", reduce=[MergeSquares(square="carreau")]),
        ],
    )
    data = Dataset.of(villages().select("commune", "carreau"), area="commune")
    return [
        record(release, variant=title) for title, release in plan.run_variants(data, seed=1).items()
    ]


@pytest.fixture(name="told", scope="module")
def recorded() -> list[dict[str, Any]]:
    return records()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_comparison_shows_both_protections(told: Any, language: Language) -> None:
    page = render_comparison(told, language=language)
    voice = Voice(language)
    losses = [one["steps"][-1]["loss"][-1]["details"] for one in told]
    facts = [one["steps"][-1]["facts"] for one in told]
    for name in ("squares_lost", "squares_kept", "observations_lost"):
        row = rf"{re.escape(voice.field(name, WORDS['square_loss']['tells']))}</th>"
        squares = "".join(rf'<td class="n">{voice.number(loss[name])}</td>' for loss in losses)
        assert re.search(row + squares, page), name
    assert [loss["observations_lost"] for loss in losses] == [
        fact["observations_lost"] for fact in facts
    ]
    left = {
        "en": "Observations that subtraction gives away: 12 before, 0 after.",
        "fr": "Observations que la soustraction met au jour\u202f: 12 avant, 0 après.",
    }
    assert page.count(left[language]) == 2


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("place", [0, 1])
def test_the_internal_report_has_no_raw_names(told: Any, place: int, language: Language) -> None:
    page = render(told[place], audience="internal", language=language)
    text = re.sub(r"<(style|svg|code).*?</\1>|<[^>]+>", " ", page, flags=re.DOTALL)
    names = {*told[place]["steps"][0]["facts"], *WORDS["differencing"]["tells"]}
    assert [name for name in names if "_" in name and name in text] == []
    voice = Voice(language)
    assert voice.field("squares_lost", WORDS["merge_squares"]["tells"]) in text
    assert "1,100" not in text
    assert "1\u202f100" not in text


def test_the_public_report_tells_no_count_of_zonings(told: Any) -> None:
    for one in told:
        page = render(one, audience="public", language="en")
        assert not re.search(r"at risk (before|after)|observations lost", page)

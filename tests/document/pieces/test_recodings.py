"""The recodings to choose from, in the report: a lattice where it is small, otherwise a trade."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from discret import Dataset, Hierarchy, Plan
from discret.assess import KAnonymity
from discret.data.examples import dishes
from discret.document.figures.lattice import Spot, lattice
from discret.document.pages.render import render
from discret.document.pieces import recodings
from discret.document.pieces.recodings import choices, ladders
from discret.document.records import record as tell
from discret.document.words.voice import Voice
from discret.reduce import Generalise

EN, FR = Voice("en"), Voice("fr")


@pytest.fixture(scope="module")
def told() -> dict[str, Any]:
    levels = {
        "Sexe": Hierarchy.from_groups({"F/H": ["Femme", "Homme"]}, top=None),
        "Âge": Hierarchy.from_parents({"-25": "-50", "25-50": "-50", "+50": "+50"}),
    }
    data = Dataset.of(dishes(), key=["Sexe", "Âge"], hierarchies=levels)
    method = Generalise(models=[KAnonymity(k=2)], apart={"Âge": [["-25", "+50"]]})
    plan = Plan(assess=[KAnonymity(k=2)], reduce=[method], hierarchies=levels)
    return dict(json.loads(json.dumps(tell(plan.run(data, seed=1)))))


@pytest.mark.parametrize(
    ("language", "said"), [("en", "none finer holds"), ("fr", "aucun plus fin")]
)
def test_a_small_lattice_is_drawn_with_its_table(told: dict[str, Any], language, said) -> None:
    page = render(told, audience="internal", language=language)
    figure = re.search(r'<svg role="img"[^>]*aria-label="([^"]*)"', page[page.index("<h4>") :])
    assert figure
    voice = Voice(language)
    assert figure[1].startswith(voice("lattice"))
    for node, state in {"0·0": "fails", "0·1": "fails", "1·0": "chosen", "1·1": "holds"}.items():
        assert voice.pair(node, voice(state)) in figure[1]
    assert said in page
    assert voice("frontier_all") in page
    assert "lattice" not in re.sub("(?s)<style.*?</style>", "", page)


def test_the_public_report_says_nothing_of_it(told: dict[str, Any]) -> None:
    page = render(told, audience="public")
    assert "F/H" not in page
    assert "-50" not in page
    assert EN("lattice") not in page


def row(levels: dict[str, int], loss: float, suppressed: int, **kinds: bool) -> dict[str, Any]:
    return {"levels": levels, "loss": loss, "suppressed": suppressed, **kinds}


def test_a_large_one_shows_loss_against_records() -> None:
    rows = [
        row({"a": 1}, 0.1, 9, minimal=True, unbeaten=True),
        row({"a": 2}, 0.3, 8, minimal=True, unbeaten=False),
        row({"a": 3}, 0.4, 0, minimal=False, unbeaten=True),
    ]
    view = choices({"levels": {"a": 1}, "frontier": rows, "frontier_complete": False}, EN)
    assert view["title"] == EN("frontier")
    assert "records dropped: 0, loss 0.4; records dropped: 9, loss 0.1" in view["figure"]
    assert "0.3" not in re.search('aria-label="([^"]*)"', view["figure"])[1]
    assert [one["why"] for one in view["rows"]] == [
        "chosen, none finer holds, none better in both",
        "none finer holds",
        "none better in both",
    ]
    assert view["more"] == EN("frontier_some")


def test_what_was_not_looked_at_is_said_to_be_so() -> None:
    told = {"keys": ["a", "b"], "lowest": [0, 1], "highest": [2, 1], "holding": [[2, 1]]}
    facts = {
        "levels": {"a": 2, "b": 1},
        "lattice": {**told, "unknown": [[1, 1]]},
        "frontier": [row({"a": 2, "b": 1}, 0.5, 0, minimal=True)],
    }
    view = choices(facts, FR)
    assert "0\u202f: échoue\u202f; 1\u202f: non examiné\u202f; 2\u202f: retenu" in view["figure"]
    assert "niveau de chaque clé (a)\u202f;" in view["note"]  # b has one level: it says nothing


@pytest.mark.parametrize(
    "facts",
    [
        {},
        {"frontier": 3, "lattice": 3},
        {"frontier": [{"loss": "x"}, 3, None], "lattice": {"keys": ["a"]}},
        {
            "frontier": [row({"a": 1}, 0.5, 0)],
            "lattice": {"keys": ["a"], "lowest": [9], "highest": [0]},
        },
        {
            "frontier": [{"levels": 3, "loss": 0.5, "suppressed": 0}],
            "lattice": {"keys": ["a"], "lowest": [0], "highest": [[1]], "holding": [[[0]], 3]},
        },
        {"lattice": {"keys": ["a"] * 9, "lowest": [0] * 9, "highest": [9] * 9}},
    ],
)
def test_no_record_makes_it_stumble(facts: dict[str, Any]) -> None:
    view = choices(facts, EN)
    assert not view["figure"]
    json.dumps(view)


def test_boxes_are_joined_to_the_next_coarser_ones() -> None:
    spots = [Spot((a, b), "holds") for a in range(2) for b in range(3)]
    drawn = lattice(spots, voice=EN, title="t")
    lines = re.findall(r'<path d="M[\d. ]+L[\d. ]+" [^>]*stroke: #a9b3bd', drawn)
    assert len(lines) == 3 + 4  # three steps of the first key, four of the second
    assert len(re.findall(r"<text[^>]*>\d·\d</text>", drawn)) == 6


def test_a_hierarchy_is_told_level_by_level() -> None:
    rows = [["a", "x, y", "*"], ["b", "x, y", "*"], ["c", "z", "*"]]
    forms = {
        "town": {"from": "table", "rows": [row[:2] for row in rows], "top": "*"},
        "age": {"from": "cuts", "cuts": [[3]]},
        "odd": 3,
    }
    first, second, third = ladders(
        {"hierarchies": forms, "automatic": {"age": {"from": "automatic"}}}
    )
    assert first["levels"] == [[["x, y"], ["z"]], [["*"]]]
    assert not first["automatic"]
    assert (second["levels"], second["automatic"], second["settings"]) == ([], True, {})
    assert third["levels"] == []


def test_nothing_is_drawn_where_no_recoding_drops_anybody() -> None:
    """An axis of records dropped would run from less than none to more."""
    rows = [{"suppressed": 0, "loss": loss, "levels": [place]} for place, loss in enumerate("12")]
    assert recodings._trade(rows, EN) == ""

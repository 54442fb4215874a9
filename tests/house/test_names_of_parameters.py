"""One word per thing: what a parameter is called means the same in every part."""

from __future__ import annotations

import pytest

from discret import Plan
from discret.catalogue import parts
from discret.errors import ParameterError
from discret.model import Model
from discret.parts import LossMeasure, Method, Part, RiskMeasure

PARTS = [part for verb in ("assess", "reduce", "quantify") for part in parts(verb).values()]
RENAMED = [(part, old) for part in PARTS for old in part.formerly]
OLD = """
[roles]
key = ["a"]
[[assess]]
measure = "individual_risk"
threshold = 0.05
[[reduce]]
method = "suppress_records"
most = 0.2
models = [{measure = "attackers", threshold = 0.5}]
"""


def test_most_is_the_highest_level_allowed_of_what_is_measured() -> None:
    held = [part for part in PARTS if "most" in part.model_fields]
    assert held
    assert [part.name for part in held if not issubclass(part, RiskMeasure | LossMeasure)] == []


def test_targets_of_models_with_a_highest_level_are_called_most() -> None:
    named = {part.target for part in PARTS if issubclass(part, Model)}
    assert not named & {"threshold", "maximum", "highest_share"}


def test_drop_is_the_largest_share_of_records_that_a_method_may_drop() -> None:
    held = [part for part in PARTS if "drop" in part.model_fields]
    assert {part.name for part in held} == {"generalise", "suppress_records"}
    assert all(issubclass(part, Method) and not part.keeps_rows for part in held)


@pytest.mark.parametrize("word", ["threshold", "suppress", "cell"])
def test_no_parameter_has_a_word_that_means_several_things(word: str) -> None:
    assert [part.name for part in PARTS if word in part.model_fields] == []


@pytest.mark.parametrize(("part", "old"), RENAMED, ids=lambda one: getattr(one, "name", one))
def test_a_name_that_was_is_read_as_the_name_that_is(part: type[Part], old: str) -> None:
    new = part.formerly[old]
    assert new in part.model_fields
    assert old not in part.model_fields
    with pytest.raises(ParameterError, match=f"{old}: it is now called {new}, and both are given"):
        part(**{old: 1, new: 1})
    with pytest.raises(ParameterError) as wrong:  # the name that is stands in messages
        part(**{old: []})
    assert any(fault.startswith(new) for fault in wrong.value.faults)


def test_a_plan_with_names_that_were_is_read_and_says_so() -> None:
    plan = Plan.from_toml(OLD)
    assert [note.within("en") for note in plan.notes] == [
        "[[assess]] 1 (line 4), individual_risk: threshold is now called most",
        "[[reduce]] 1 (line 7), suppress_records: most is now called drop",
        "[[reduce]] 1 (line 7), attackers: threshold is now called most",
    ]
    anew = Plan.from_toml(plan.to_toml())
    assert anew == plan
    assert anew.notes == ()


def test_a_plan_with_the_name_that_a_part_had_is_read_and_says_so() -> None:
    plan = Plan.from_toml('[roles]\narea = "a"\n[[reduce]]\nmethod = "merge_cells"\ncell = "b"\n')
    assert [method.name for method in plan.reduce] == ["merge_squares"]
    assert [note.within("en") for note in plan.notes] == [
        "[[reduce]] 1 (line 3): merge_cells is now called merge_squares",
        "[[reduce]] 1 (line 3), merge_squares: cell is now called square",
    ]
    anew = Plan.from_toml(plan.to_toml())
    assert anew == plan
    assert anew.notes == ()


def test_no_part_had_the_name_that_another_has() -> None:
    was = [part.was for part in PARTS if part.was]
    assert was
    assert {*was}.isdisjoint(part.name for part in PARTS)

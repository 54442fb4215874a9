"""The public note rests on what parts say of themselves: here held against what they do."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from typing import Any

import polars as pl
import pytest

from discret import Dataset, Plan
from discret.assess import KAnonymity
from discret.catalogue import MEASURES, METHODS
from discret.data.compare import difference
from discret.document.record import record as tell
from discret.document.recount import recountable
from discret.parts import Method, RiskMeasure
from discret.plan.run import Release
from discret.reduce import Recode, SuppressCells, SuppressRecords, TopCode
from every_part import REDUCTIONS, RISKS, ROLES, context, dataset, hierarchies, label, people

STEPS = [
    TopCode(column="income", top=3000),
    Recode(column="age", level=1),
    SuppressRecords(models=[KAnonymity(k=2)], most=1.0),
    SuppressCells(models=[KAnonymity(k=3)]),
]
HOLDS = [  # what the released file is said to decide, where no population is given
    one
    for one in RISKS
    if one.source != "original"
    and one.name != "delta_presence"
    and one.parameters().get("estimate") != "population"
]


def placed(frame: pl.DataFrame, **roles: Any) -> Dataset:
    """Give columns their roles; the zone is no key, so that it is not blanked."""
    data = Dataset.of(frame, hierarchies=hierarchies(), **roles)
    return replace(data, unexamined=frozenset({"zone"}))


@cache
def released(individual: bool = True) -> Release:
    """Run a plan that drops records, blanks, recodes and cuts extremes."""
    roles = {name: value for name, value in ROLES.items() if individual or name != "individual"}
    data = placed(people(), **roles)
    return Plan(assess=[KAnonymity(k=2)], reduce=STEPS).run(data, seed=1)


@pytest.mark.parametrize("measure", HOLDS, ids=label)
def test_who_holds_the_released_file_finds_the_same(measure: RiskMeasure) -> None:
    kept = released().steps[-1].data
    alone = placed(kept.to_polars(), **ROLES)
    assert len(kept.original) > len(alone.original) == len(kept)
    ours, theirs = measure.assess(kept), measure.assess(alone)
    assert (ours.value, ours.met) == (theirs.value, theirs.met)


@pytest.mark.parametrize("measure", [*MEASURES.values()], ids=MEASURES)
def test_nothing_is_recountable_by_default(measure: type[RiskMeasure]) -> None:
    """A part of another package that says nothing is told nothing of."""
    assert RiskMeasure.source == "original"
    assert ("source" in vars(measure)) == (measure.source != "original")


def test_what_hidden_columns_decide_is_not_recountable() -> None:
    measure, release = KAnonymity(k=2), released()
    assert recountable(measure, released(individual=False))
    last = replace(release.steps[-1], data=release.data.without_columns(["person"]))
    assert not recountable(measure, replace(release, steps=(*release.steps[:-1], last)))


@pytest.mark.parametrize("method", REDUCTIONS, ids=label)
def test_a_method_changes_no_column_but_those_it_owns_up_to(method: Method) -> None:
    data = dataset()
    after = method.apply(data, context()).data
    cells = difference(data, after).cells or {}
    owned = {*data.columns(*method.touches)} if method.touches else set()
    assert {name for name, count in cells.items() if count} <= {*owned, *method.writes}
    assert method.keeps_rows is False or len(after) == len(data)


def test_the_record_carries_what_the_note_needs() -> None:
    told = tell(released(individual=False))
    assert told["measures"][0]["recountable"] is True
    assert told["steps"][3]["method"]["touches"] == ["key"]
    assert told["steps"][2]["method"]["keeps_rows"] is False


SPARING = re.compile(
    r"\bleast\b|\bfew|\bonly\b|small|minim|\bneed|\bat risk|recognis|until|lose|as far|"
    r"\bmoins de\b|le moins possible|juste|petit|minim|besoin|à risque|reconnaî|jusqu|perd",
    re.IGNORECASE,
)


@pytest.mark.parametrize("method", METHODS.values(), ids=METHODS)
def test_no_method_says_in_public_why_or_how_sparingly_it_acts(method: type[Method]) -> None:
    """Who knows that as little as possible was hidden can unpick it."""
    for words in (method.title, method.purpose):
        assert not SPARING.search(words)
        assert not SPARING.search(words.fr)


def test_the_search_for_sparing_words_can_fail() -> None:
    told = "blanks as few key values as it can", "efface le moins possible de clés"
    assert all(SPARING.search(words) for words in told)

"""Spreads of values where a person has several records: one person alone holds no target.

Every verdict is compared with that of the checker, which reads records one by one; every search,
with all that it could have found.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from by_hand import by_record, company, rows_of, shows_no, speaks_both_languages
from checker import File, refused
from discret import Context, Dataset, Hierarchy, Role
from discret.assess import BetaLikeness, DeltaDisclosure, Homogeneity, LDiversity, TCloseness
from discret.errors import TargetError
from discret.model import Model
from discret.parts import Method, RiskMeasure
from discret.reduce import Generalise, LocalRecoding, Mondrian, SuppressCells, SuppressRecords
from strategies import KEYS, datasets, examples, rules

people = datasets(individual=True, missing_sensitive=True)
TARGETS: list[dict[str, Any]] = [
    {"measure": "t_closeness", "t": 0.5},
    {"measure": "t_closeness", "t": 1.0},
    {"measure": "delta_disclosure", "delta": 1.0, "absent": "present"},
    {"measure": "delta_disclosure", "delta": 9.0},
    {"measure": "beta_likeness", "beta": 1.5},
    {"measure": "beta_likeness", "beta": 9.0, "kind": "enhanced"},
]
MEASURES = {one.name: one for one in (TCloseness, DeltaDisclosure, BetaLikeness)}
targets = st.sampled_from(TARGETS)
LEVELS = {
    name: Hierarchy.from_parents(
        {f"{name}0": f"{name}x", f"{name}1": f"{name}x", f"{name}2": f"{name}2!"}
    )
    for name in KEYS
}


def part_of(target: dict[str, Any], rule: str) -> RiskMeasure:
    rest = {name: one for name, one in target.items() if name != "measure"}
    return MEASURES[target["measure"]](missing=rule, **rest)


def is_refused(data: Dataset, target: dict[str, Any], rule: str) -> bool:
    """Ask the checker, which knows nothing of key tables."""
    rows = rows_of(data)
    file = File(
        rows,
        keys=data.columns(Role.KEY),
        sensitive=data.columns(Role.SENSITIVE),
        people=[row["p"] for row in rows],
    )
    return refused(file, target["measure"], {**target, "missing": rule})


def known(data: Dataset) -> bool:
    """Whether each sensitive column has a value: without one there is nothing to compare."""
    return all(any(row[name] is not None for row in rows_of(data)) for name in ("s", "t"))


def shown_by_one(others: list[dict[str, Any]], name: str) -> bool:
    """Whether all values of a column that records show may be of one person."""
    told = [row["p"] for row in others if row[name] is not None]
    return bool(told) and len({*told} - {None}) <= 1


@examples(80)
@given(people, targets, rules)
def test_verdicts_are_those_of_the_definition(data, target, rule) -> None:
    if not known(data):
        return
    part = part_of(target, rule)
    finding = part.assess(data)
    assert finding.met is not is_refused(data, target, rule)
    assert part.failing(data.keys).tolist() == finding.per_key["failing"].to_list()
    alone = [
        any(shown_by_one(others, name) for name in ("s", "t"))
        for others in company(rows_of(data), data.columns(Role.KEY), rule)
    ]
    failing = by_record(finding, data, "failing")
    assert all(fails for fails, one in zip(failing, alone, strict=True) if one)
    assert (finding.details["groups_of_one_person"] > 0) is any(alone)
    assert not (any(alone) and finding.value is not None)


@pytest.mark.parametrize("target", TARGETS, ids=str)
def test_what_is_said_of_one_person(target: dict[str, Any]) -> None:
    frame = pl.DataFrame(
        {
            "a": ["x"] * 4 + ["y"] * 4,
            "s": ["SECRET1", "SECRET2"] * 4,
            "p": ["p0"] * 4 + ["p1", "p2", "p3", "p4"],
        }
    )
    data = Dataset.of(frame, key="a", sensitive="s", individual="p")
    finding = part_of(target, "known").assess(data)
    assert (finding.met, finding.value, finding.details["groups_failing"]) == (False, None, 1)
    assert "for 1 of 2 groups: all the values they show are of one person" in finding.reads
    speaks_both_languages(finding)
    shows_no("SECRET", finding)
    without = Dataset.of(frame, key="a", sensitive="s")
    assert part_of(target, "known").assess(without).met is True


@pytest.mark.parametrize(
    "part",
    [
        LDiversity(l=2),
        LDiversity(l=1.5, kind="entropy"),
        TCloseness(t=1),
        BetaLikeness(beta=9),
        DeltaDisclosure(delta=9, absent="present"),
        Homogeneity(most=0),
    ],
    ids=lambda part: part.name,
)
def test_people_whose_value_is_not_known_hide_nobody(part: Model) -> None:
    """Both values of the first group are of one person; the other there shows none."""
    frame = pl.DataFrame(
        {"a": ["x"] * 3 + ["y"] * 2, "s": ["u", "v", None, "u", "v"], "p": [1, 1, 2, 3, 4]}
    )
    data = Dataset.of(frame, key="a", sensitive="s", individual="p")
    assert part.assess(data).met is False
    assert part.failing(data.keys).tolist() == [True, False]


def test_people_without_a_known_value_tell_nothing() -> None:
    frame = pl.DataFrame(
        {"a": ["x", "x", "y", "y"], "s": [None, None, "u", "v"], "p": [1, 1, 2, 3]}
    )
    data = Dataset.of(frame, key="a", sensitive="s", individual="p")
    assert TCloseness(t=0.0).assess(data).met is True


# ---------------------------------------------------------------- searches


def reached(method: Method, data: Dataset) -> Dataset | None:
    try:
        return method.apply(data, Context()).data
    except TargetError:
        return None


@examples(25)
@given(datasets(individual=True, missing_sensitive=True, most_records=8), targets, rules)
def test_what_searches_call_met_is_met(data, target, rule) -> None:
    if not known(data):
        return
    part = part_of(target, rule)
    named = {name: LEVELS[name] for name in data.columns(Role.KEY)}
    data = Dataset.of(
        data.to_polars(), key=list(named), sensitive=["s", "t"], individual="p", hierarchies=named
    )
    methods: list[Method] = [
        SuppressRecords(models=[part], drop=1),
        SuppressCells(models=[part], missing=rule),
        Mondrian(models=[part]),
        Generalise(models=[part], drop=0.3),
        *([LocalRecoding(models=[part])] if part.name != "t_closeness" else []),
    ]
    for method in methods:
        after = reached(method, data)
        if after is not None and known(after):
            assert not is_refused(after, target, rule), method.name


@examples(25)
@given(datasets(individual=True, missing=False, missing_sensitive=True), targets)
def test_the_best_recoding_is_found_among_all(data, target) -> None:
    """Each level of each key is tried, the recoded records being judged one by one."""
    if not known(data):
        return
    named = {name: LEVELS[name] for name in data.columns(Role.KEY)}
    roles: dict[str, Any] = {"key": list(named), "sensitive": ["s", "t"], "individual": "p"}
    data = Dataset.of(data.to_polars(), hierarchies=named, **roles)
    held = []
    for levels in product(range(4), repeat=len(named)):
        frame = data.to_polars().with_columns(
            _labels(name, level) for name, level in zip(named, levels, strict=True)
        )
        if not is_refused(Dataset.of(frame, **roles), target, "known"):
            held.append(levels)
    method = Generalise(models=[part_of(target, "known")], drop=0.0)
    if not held:
        assert reached(method, data) is None
        return
    facts = method.apply(data, Context()).facts
    found = tuple(facts["levels"][name] for name in named)
    assert facts["optimal"]
    assert found in held
    # nothing below it holds that tells more groups apart
    assert not any(
        other != found and all(a <= b for a, b in zip(other, found, strict=True))
        and _coarser(data, other, found)
        for other in held
    )  # fmt: skip


def _labels(name: str, level: int) -> pl.Expr:
    text = pl.col(name).str
    up = pl.when(text.ends_with("2")).then(pl.lit(f"{name}2!")).otherwise(pl.lit(f"{name}x"))
    return [pl.col(name), up.alias(name), pl.lit("*").alias(name), pl.lit("*").alias(name)][level]


def _coarser(data: Dataset, low: tuple[int, ...], high: tuple[int, ...]) -> bool:
    """Whether the higher recoding makes groups of what the lower one tells apart."""
    frame = data.to_polars()
    number = [
        frame.select(
            _labels(n, level) for n, level in zip(data.columns(Role.KEY), node, strict=True)
        )
        .unique()
        .height
        for node in (low, high)
    ]
    return number[1] < number[0]

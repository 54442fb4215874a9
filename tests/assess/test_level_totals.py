"""Totals at several levels: against Differencing, against every set of totals, and the paper."""

from __future__ import annotations

from itertools import chain, combinations
from typing import Any

import numpy as np
import polars as pl
import pytest

import stars
from discret import Context, Dataset, Hierarchy
from discret.assess import Differencing, LevelTotals
from discret.data import Star
from discret.errors import DiscretError, ParameterError
from discret.reduce import ClimbAreas, Recode

TREE = [(f"c{n}", f"d{n // 2}", f"r{n // 6}") for n in range(12)]
NAMES = ["commune", "departement", "region"]


def facts(rng: np.random.Generator, size: int, people: int | None = None) -> Dataset:
    frame = pl.DataFrame(
        {
            "where": rng.choice([row[0] for row in TREE], size),
            "crop": rng.choice(["a", "b"], size),
            "who": np.arange(size) if people is None else rng.integers(0, people, size),
        }
    )
    levels = Hierarchy.from_dict({"from": "table", "rows": TREE, "names": NAMES})
    return Dataset.of(
        frame, key="crop", area="where", individual="who", hierarchies={"where": levels}
    )


def followed(before: Dataset, after: Dataset) -> list[dict[str, Any]]:
    """Return every fact of the original: its labels, its person, and where it is shown."""
    labels = {row[0]: row for row in TREE}
    old = before.to_polars().with_row_index("row").to_dicts()
    new = after.frame.select("__row__", "where", "where_level").collect().to_native()
    shown = {row["__row__"]: (row["where"], row["where_level"]) for row in new.to_dicts()}
    return [{**row, "labels": labels[row["where"]], "shown": shown.get(row["row"])} for row in old]


def at_risk(measure: LevelTotals, data: Dataset) -> int:
    found = measure.assess(data)
    shares = found.details["people_at_risk"] / found.details["people"]
    assert found.value == pytest.approx(shares)
    return int(found.details["facts_at_risk"])


def climbed(before: Dataset, k: int) -> Dataset:
    return ClimbAreas(k=k, individuals=k, search="greedy").apply(before, Context()).data


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("level", [0, 1, 2])
def test_as_differencing_finds_it_where_everybody_has_one_fact(seed: int, level: int) -> None:
    rng = np.random.default_rng(seed)
    before = facts(rng, int(rng.integers(25, 90)))
    after = climbed(before, 3)
    rows = followed(before, after)
    crossed = pl.DataFrame(
        {
            "zone": [row["labels"][level] for row in rows],
            "shown": [row["shown"] and "/".join(row["shown"]) for row in rows],
        }
    )
    for least in (2, 3, 5):
        solved = Differencing(zone="zone", square="shown", least=least, blanks="withheld").assess(
            Dataset.of(crossed)
        )
        measure = LevelTotals(least=least, reference="original", levels=[NAMES[level]])
        assert at_risk(measure, after) == solved.details["observations_not_safe"]


@pytest.mark.parametrize("seed", range(15))
def test_no_set_of_totals_leaves_a_smaller_group_of_people(seed: int) -> None:
    """Every difference of totals that leaves a set of facts is tried; people are counted in it."""
    rng = np.random.default_rng(seed)
    before = facts(rng, 30, people=12)
    after = climbed(before, 2)
    rows = followed(before, after)
    totals = {("true", label): frozenset(row["row"] for row in rows if row["labels"][2] == label)
              for label in {row["labels"][2] for row in rows}}  # fmt: skip
    shown = {row["shown"] for row in rows if row["shown"]}
    for name, level in shown:
        number = NAMES.index(level)
        inside = [row for row in rows if row["shown"] and row["labels"][number] == name
                  and NAMES.index(row["shown"][1]) <= number]  # fmt: skip
        totals["shown", name, level] = frozenset(row["row"] for row in inside)
    people = {row["row"]: row["who"] for row in rows}
    risky: set[int] = set()
    every = [own for own in totals.values() if own]
    for whole in every:
        parts = [own for own in every if own < whole]
        for some in chain.from_iterable(combinations(parts, n) for n in range(len(parts) + 1)):
            apart = all(not one & other for one, other in combinations(some, 2))
            left = whole - frozenset(chain.from_iterable(some))
            if apart and left and len({people[row] for row in left}) < 3:
                risky |= left
    measure = LevelTotals(least=3, reference="original", levels=["region"])
    assert at_risk(measure, after) == len(risky)


def test_a_person_of_several_areas_counts_once() -> None:
    frame = pl.DataFrame({"where": ["c0", "c1", "c4"], "who": [1, 1, 2]})
    levels = Hierarchy.from_dict({"from": "table", "rows": TREE, "names": NAMES})
    data = Dataset.of(frame, area="where", individual="who", hierarchies={"where": levels})
    after = Recode(column="where", level=1).apply(data, Context()).data
    assert at_risk(LevelTotals(least=2), after) == 3  # d0 has two facts of one person
    records = Dataset.of(frame, area="where", hierarchies={"where": levels})
    after = Recode(column="where", level=1).apply(records, Context()).data
    assert at_risk(LevelTotals(least=2), after) == 1


def test_the_parcel_that_the_paper_drops_comes_back() -> None:
    star = Star(**stars.declared())
    before = star.dataset(key="conduite", identifier="parcelle")
    method = ClimbAreas(k=3, individuals=3, unique=2, search="greedy")
    after = method.apply(before, Context()).data
    assert LevelTotals(least=3, most=0).assess(after).met
    lost = LevelTotals(least=3, most=0, reference="original").assess(after)
    assert (lost.details["facts_at_risk"], lost.met, lost.details["smallest"]) == (1, False, 1)


def test_before_any_step_areas_themselves_are_judged() -> None:
    data = facts(np.random.default_rng(0), 20)
    sizes = data.to_polars().group_by("where").len()
    small = sizes.filter(pl.col("len") < 3)["len"].sum()
    assert at_risk(LevelTotals(least=3), data) == small


def test_an_unknown_level() -> None:
    data = facts(np.random.default_rng(0), 20)
    with pytest.raises(ParameterError, match="no level 'pays'") as caught:
        LevelTotals(reference="original", levels=["pays"]).assess(data)
    assert "'commune', 'departement', 'region'" in str(caught.value)


def test_a_lazy_table_without_numbers_is_refused() -> None:
    lazy = Dataset.of(pl.LazyFrame({"where": ["a", "b"]}), area="where")
    with pytest.raises(DiscretError, match="cannot be followed"):
        LevelTotals().assess(lazy)


def test_an_engine_that_stays_where_it_is(engine: Any) -> None:
    frame = pl.DataFrame({"where": ["c0", "c1", "c4"], "who": [1, 1, 2], "n": [0, 1, 2]})
    levels = Hierarchy.from_dict({"from": "table", "rows": TREE, "names": NAMES})
    roles: dict[str, Any] = {"area": "where", "individual": "who", "row": "n"}
    data = Dataset.of(engine.make(frame), **roles, hierarchies={"where": levels})
    after = Recode(column="where", level=1).apply(data, Context()).data
    assert at_risk(LevelTotals(least=2, reference="original"), after) == 3

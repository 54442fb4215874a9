"""Why it was lifted: candidates counted by hand, and what is told where only one is left."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np
import polars as pl
import pytest

from area_stars import Star, Wanted, star
from discret import Dataset, Hierarchy
from discret.assess import WhyLifted
from discret.errors import TargetError

ZONES = {"a1": "A", "a2": "A", "a3": "A", "b1": "B"}


def by_hand(drawn: Star, release: pl.DataFrame) -> tuple[int, int, int | None]:
    """Return how many records are lifted, told, and the fewest candidates."""
    shown = {(row["place_level"], row["place"]) for row in release.rows(named=True)}
    comes = defaultdict(set)
    for place in {row["place"] for row in drawn.rows}:
        path = list(zip(drawn.levels, drawn.area[place], strict=True))
        lowest = next((number for number, node in enumerate(path) if node in shown), None)
        if lowest is not None:
            comes[path[lowest]].add((place, path[lowest - 1] if lowest else None))
    lifted = [r for r in release.rows(named=True) if r["place_level"] != drawn.levels[0]]
    told = [r for r in lifted if len({b for _, b in comes[r["place_level"], r["place"]]}) == 1]
    fewest = [len(comes[r["place_level"], r["place"]]) for r in lifted]
    return len(lifted), len(told), min(fewest, default=None)


@pytest.mark.parametrize("search", ["greedy", "best"])
def test_candidates_are_those_counted_by_hand(search: str) -> None:
    found = 0
    for seed in range(80):
        rng = np.random.default_rng(seed)
        drawn, wanted = star(rng), Wanted.drawn(rng, plain=True)
        try:
            data = wanted.method(search=search).apply(drawn.dataset()).data
        except TargetError:
            continue
        finding = WhyLifted().assess(data)
        details = tuple(finding.details[name] for name in ("lifted", "told", "fewest"))
        assert details == by_hand(drawn, data.to_polars())
        assert finding.value == details[1] / len(data)
        found += details[0] > 0
    assert found > 10


def released(rows: list[tuple[str, str]]) -> Dataset:
    """A release made elsewhere, with its original beside it."""
    table = pl.DataFrame(rows, schema=["zone", "zone_level"], orient="row")
    first = pl.DataFrame({"zone": ["a1", "a2", "a3", "b1"]})
    own = Hierarchy.from_parents(ZONES, names=["town", "county"], top=None)
    original = Dataset.of(first, area="zone", hierarchies={"zone": own})
    return Dataset.of(table, area="zone", original=original)


def test_one_candidate_is_told() -> None:
    rows = [("a1", "town"), ("a2", "town"), ("A", "county"), ("B", "county")]
    finding = WhyLifted(most=0.4).assess(released(rows))
    assert (finding.value, finding.met) == (0.5, False)
    assert finding.details == {"records": 4, "lifted": 2, "told": 2, "fewest": 1, "areas_told": 2}
    rows = [("a1", "town"), ("A", "county"), ("A", "county"), ("B", "county")]
    finding = WhyLifted(most=0.4).assess(released(rows))
    assert finding.details == {"records": 4, "lifted": 3, "told": 1, "fewest": 1, "areas_told": 3}


def test_nothing_is_told_where_nothing_is_lifted() -> None:
    towns = [(name, "town") for name in ("a1", "a2", "a3", "b1")]
    finding = WhyLifted().assess(released(towns))
    assert finding.reads == "No record is shown above its own area."
    people = pl.DataFrame({"zone": ["a1"], "age": [3]})
    finding = WhyLifted(most=0).assess(Dataset.of(people, area="zone", key="age"))
    assert (finding.value, finding.met) == (0.0, True)
    table: Any = pl.DataFrame({"zone": ["A"], "zone_level": ["county"]})
    unknown = WhyLifted(most=0).assess(Dataset.of(table, area="zone"))
    assert (unknown.value, unknown.met) == (None, False)

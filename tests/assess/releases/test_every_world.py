"""Releases beside all worlds that there could be, listed one by one from the definition.

Where a value changed the attacker here knows less than the measure supposes: not that it is another
one since. `test_whole_records` has the strongest.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import numpy as np
import polars as pl
import pytest

from discret import Dataset
from discret.assess import Releases
from discret.assess.releases.findings import Given
from discret.data.beside.past import PastRelease
from discret.data.beside.successive import Successive
from discret.maths.releases import programs as searched

ELSE = "a value that nothing shows"
Unit = tuple[int, int]  # a person, and how often their value changed before


def source(rng: np.random.Generator, hard: bool) -> list[pl.DataFrame]:
    """Draw releases of some people: joiners, leavers, changes, gaps, records of nobody."""
    people, kinds = int(rng.integers(3, 6)), ["flu", "cold", "gout"][: int(rng.integers(2, 4))]
    ill = rng.choice(kinds, people).tolist()
    tables = []
    for _ in range(int(rng.integers(2, 4))):
        there = [p for p in range(people) if rng.random() < 0.8] or [0]
        for person in there:
            if hard and rng.random() < 0.1:
                ill[person] = str(rng.choice(kinds))
        shown = [None if hard and rng.random() < 0.1 else ill[p] for p in there]
        nobody = int(hard and rng.random() < 0.3)
        tables.append(
            pl.DataFrame({
                "id": [*there, *[None] * nobody],
                "age": rng.choice(["a", "b", ""], len(there) + nobody, p=[0.5, 0.4, 0.1]).tolist(),
                "ill": [*shown, *rng.choice(kinds, nobody).tolist()],
            }, schema={"id": pl.Int64, "age": pl.String, "ill": pl.String})
            .with_columns(age=pl.col("age").replace("", None))
        )  # fmt: skip
    return tables


def units(tables: list[pl.DataFrame], hidden: bool) -> list[list[Unit | None]]:
    """Return whose record each is, and which of their values it is about."""
    turn: Counter[int] = Counter()
    last: dict[int, Any] = {}
    every = []
    for table in tables:
        own: list[Unit | None] = []
        for person, ill in table.select("id", "ill").rows():
            if person is not None and not (hidden and ill is None):
                turn[person] += person in last and last[person] != ill
                last[person] = ill
            own.append(None if person is None else (person, turn[person]))
        every.append(own)
    return every


def hides(tables: list[pl.DataFrame]) -> bool:
    """Whether somebody's value is missing once, and there another time."""
    seen: dict[int, set[bool]] = defaultdict(set)
    for table in tables:
        for person, ill in table.select("id", "ill").drop_nulls("id").rows():
            seen[person].add(ill is None)
    return any(len(own) > 1 for own in seen.values())


def every_world(tables: list[pl.DataFrame]) -> Iterator[dict[Unit, Any]]:
    """List what people may have, whoever knows all groups and sees all values."""
    hidden = hides(tables)
    own = units(tables, hidden)
    names = sorted({unit for each in own for unit in each if unit})
    values = sorted({ill for table in tables for ill in table["ill"] if ill})
    for world in product([*values, ELSE if hidden else None], repeat=len(names)):
        having = dict(zip(names, world, strict=True))
        if all(_fits(*both, having, hidden) for both in zip(tables, own, strict=True)):
            yield having


def _fits(table: pl.DataFrame, own: list[Any], world: dict[Unit, Any], hidden: bool) -> bool:
    groups: dict[Any, tuple[Counter[Any], Counter[Any]]] = defaultdict(
        lambda: (Counter(), Counter())
    )
    for unit, age, ill in zip(own, table["age"], table["ill"], strict=True):
        groups[age][0][ill] += 1
        if unit:
            groups[age][1][world[unit]] += 1
    return all(
        sum((theirs - shown).values()) <= (shown[None] if hidden else 0)
        for shown, theirs in groups.values()
    )


def certain(tables: list[pl.DataFrame]) -> tuple[set[int], list[dict[Unit, Any]]]:
    """Return who has the same value in every world, and the worlds."""
    every = [*every_world(tables)]
    told = {
        unit[0]
        for unit in every[0]
        if len({world[unit] for world in every}) == 1 and every[0][unit] not in (None, ELSE)
    }
    return told, every


def given(tables: list[pl.DataFrame], k: int = 3) -> tuple[Given, list[int]]:
    data = Dataset.of(tables[-1], key="age", sensitive="ill", individual="id")
    past = [PastRelease.of(table) for table in tables[:-1]]
    found = Successive.of("test", data, past)
    people = sorted({p for table in tables for p in table["id"].drop_nulls()})
    return Given.of(found, "ill", k), people


def followed(tables: list[pl.DataFrame]) -> bool:
    """Whether each has somebody, and somebody of another."""
    people = [{*table["id"].drop_nulls()} for table in tables]
    return all(
        own and own & set().union(*(people[:n] + people[n + 1 :])) for n, own in enumerate(people)
    )


@pytest.mark.parametrize("hard", [False, True])
@pytest.mark.parametrize("seed", range(12))
def test_who_is_told_is_told_in_every_world_and_nobody_else(seed: int, hard: bool) -> None:
    rng = np.random.default_rng([seed, hard])
    for _ in range(10):
        tables = source(rng, hard)
        if not followed(tables):
            continue
        told, _ = certain(tables)
        found, people = given(tables)
        assert {people[n] for n in np.flatnonzero(found.told)} == told
        assert found.changed.any() or not found.undecided.any()


@pytest.mark.parametrize("seed", range(12))
def test_what_cannot_be_solved_is_undecided(seed: int, monkeypatch: Any) -> None:
    """Without whole numbers: nobody is called safe who is not, and no target is met by them."""
    monkeypatch.setattr(searched, "PAIRS", 0)
    rng = np.random.default_rng([seed, 2])
    for _ in range(10):
        tables = source(rng, hard=True)
        if not followed(tables):
            continue
        told, _ = certain(tables)
        found, people = given(tables)
        sure, open_ = (
            {people[n] for n in np.flatnonzero(own)} for own in (found.told, found.undecided)
        )
        assert sure <= told <= sure | open_
        data = Dataset.of(tables[-1], key="age", sensitive="ill", individual="id")
        finding = Releases(previous=tables[:-1], k=2, most=0.0).assess(data)
        assert not (finding.met and told)
        assert finding.details["told"]["ill"] == len(sure)


@pytest.mark.parametrize("hard", [False, True])
@pytest.mark.parametrize("seed", range(12))
def test_whoever_is_told_apart_is_one_of_few_whose_values_are_known(seed: int, hard: bool) -> None:
    rng = np.random.default_rng([seed, hard, 3])
    for _ in range(10):
        tables = source(rng, hard)
        if not followed(tables):
            continue
        found, people = given(tables, k=3)
        known = {unit[0] for few in _known_sets(tables, 3) for unit in few}
        assert {people[n] for n in np.flatnonzero(found.apart)} <= known


def _known_sets(tables: list[pl.DataFrame], k: int) -> Iterator[tuple[Unit, ...]]:
    """List sets of fewer than k people whose values are the same, as a set, in every world."""
    _, every = certain(tables)
    for size in range(1, k):
        for few in combinations(every[0], size):
            if len({tuple(sorted(map(str, (world[u] for u in few)))) for world in every}) == 1:
                yield few

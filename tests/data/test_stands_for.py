"""How many people of the population the people of a group stand for, against a plain count."""

from __future__ import annotations

import math
from collections import defaultdict
from typing import Any

import numpy as np
import polars as pl
import pytest

from discret import Dataset
from discret.assess import IndividualRisk, KMap
from engines import Engine

ROLES: dict[str, Any] = {"key": ["a", "b"], "weight": "w", "individual": "who", "row": "n"}


def table(seed: int, *, blanks: bool) -> pl.DataFrame:
    """Forty records of about fifteen people, some of whom are not known."""
    rng = np.random.default_rng(seed)
    a = [None if blanks and rng.random() < 0.2 else f"a{rng.integers(3)}" for _ in range(40)]
    who = [None if rng.random() < 0.1 else int(rng.integers(15)) for _ in range(40)]
    b, w = [f"b{rng.integers(2)}" for _ in range(40)], rng.integers(1, 9, 40)
    return pl.DataFrame({"n": range(40), "a": a, "b": b, "w": w, "who": who})


def counted(frame: pl.DataFrame, columns: list[str]) -> dict[tuple[Any, ...], float]:
    """Sum the smallest weight of each person of each group, one record after the other."""
    least: dict[tuple[Any, ...], dict[Any, float]] = defaultdict(dict)
    for row in frame.iter_rows(named=True):
        people = least[tuple(row[name] for name in columns)]
        people[row["who"]] = min(row["w"], people.get(row["who"], math.inf))
    sums = {}
    for key, people in least.items():
        known = [person for who, person in people.items() if who is not None]
        sums[key] = float(sum(known) if known else people[None])
    return sums


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("blanks", [False, True])
def test_a_person_stands_for_the_least_of_their_weights(seed: int, blanks: bool) -> None:
    frame = table(seed, blanks=blanks)
    keys = Dataset.of(frame, **ROLES).keys
    found = dict(zip(keys.groups.iter_rows(), keys.stands_for("category").tolist(), strict=True))
    assert found == pytest.approx(counted(frame, ["a", "b"]))
    half = keys.subset(np.arange(len(keys)) % 2 == 0)
    assert half.stands_for("category").tolist() == list(found.values())[::2]


def test_it_is_counted_in_every_engine(engine: Engine) -> None:
    frame = table(1, blanks=True)
    keys = Dataset.of(engine(frame), **ROLES).keys
    found = dict(zip(keys.groups.iter_rows(), keys.stands_for("category").tolist(), strict=True))
    assert found == pytest.approx(counted(frame, ["a", "b"]))


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("rule", ["known", "wildcard", "category"])
def test_coarser_groups_count_people_as_if_they_were_counted_anew(seed: int, rule: Any) -> None:
    """Somebody of two groups is in the whole once, with the smallest of their weights."""
    frame = table(seed, blanks=True)
    keys = Dataset.of(frame, **ROLES).keys
    coarse, _ = keys.over(["b"])
    found = dict(zip(coarse.groups["b"], coarse.stands_for(rule).tolist(), strict=True))
    assert found == pytest.approx({key: sum_ for (key,), sum_ in counted(frame, ["b"]).items()})
    assert (keys.stands_for(rule) <= keys.weight(rule) + 1e-9).all()


def test_without_individuals_it_is_the_sum_of_weights() -> None:
    keys = Dataset.of(table(2, blanks=True), **ROLES | {"individual": None}).keys
    assert keys.stands_for("known").tolist() == keys.weight("known").tolist()


def test_the_risk_is_that_of_people() -> None:
    """Three people alike, one with three records: f = 3, F = 2 + 2 + 8, whatever the order."""
    frame = pl.DataFrame({
        "k": ["x"] * 5, "who": [1, 1, 1, 2, 3], "w": [2.0, 50.0, 50.0, 2.0, 8.0],
    })  # fmt: skip
    data = Dataset.of(frame, key="k", weight="w", individual="who")
    alone = Dataset.of(pl.DataFrame({"k": ["x"] * 3, "w": [2.0, 2.0, 8.0]}), key="k", weight="w")
    assert KMap().assess(data).value == 12.0
    assert IndividualRisk().assess(data).value == IndividualRisk().assess(alone).value

"""Leaves have people enough where an individual column tells whose records are whose."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from discret import Context, Dataset
from discret.errors import InputError
from discret.maths.perturbation.columns import Column
from discret.maths.perturbation.trees import donors
from discret.reduce import Synthesise

LEAF = 5


def visits(seed: int) -> pl.DataFrame:
    """Fifty people, each at an age of their own, with one to nine records."""
    rng = np.random.default_rng(seed)
    who = np.repeat(np.arange(50), rng.integers(1, 10, 50))
    age, cost = 20 + who, who * 100.0 + rng.integers(0, 90, len(who))
    return pl.DataFrame({"who": who, "age": age, "cost": cost})


@pytest.mark.parametrize("seed", range(10))
def test_values_are_drawn_from_people_enough(seed: int) -> None:
    table = visits(seed)
    who, age = table["who"].to_numpy(), table["age"].to_numpy() - 20
    cost = table["cost"].rank("dense").to_numpy().astype(np.int64) - 1
    target = Column(cost, int(cost.max()) + 1, True, who)
    rng, weights = np.random.default_rng(seed), np.ones(len(who))
    met: dict[int, set[int]] = {person: set() for person in range(50)}
    for _ in range(60):
        found = donors(target, [Column(age, 50, True, who)], [age], weights, LEAF, rng)
        for person, other in zip(who, who[found], strict=True):
            met[int(person)].add(int(other))
    assert min(len(others) for others in met.values()) >= LEAF


@pytest.mark.parametrize("seed", range(3))
def test_without_people_records_are_counted(seed: int) -> None:
    who = np.repeat(np.arange(20), 5)
    target = Column(np.arange(100), 100, True)
    rng = np.random.default_rng(seed)
    found = donors(target, [Column(who, 20, True)], [who], np.ones(100), LEAF, rng)
    assert (who[found] == who).all()
    target = target._replace(people=who)
    found = donors(target, [Column(who, 20, True, who)], [who], np.ones(100), LEAF, rng)
    assert (who[found] != who).mean() > 0.5


def test_a_category_of_one_person_tells_nothing() -> None:
    town = Column(np.repeat([0, 1, 2], 6), 3, False, np.array([*[0] * 6, *range(1, 13)]))
    assert town.pooled(LEAF).tolist() == [0, 0, 1, 2]


def test_a_part_of_few_people_is_refused() -> None:
    table = pl.DataFrame({
        "who": [*[1] * 20, *range(2, 22)], "sex": ["f"] * 20 + ["m"] * 20, "pay": range(40)
    })  # fmt: skip
    method = Synthesise(columns=["pay"], by=["sex"])
    with pytest.raises(InputError, match="1 of 2 parts"):
        method.apply(Dataset.of(table, individual="who"), Context())
    assert len(method.apply(Dataset.of(table), Context()).data) == 40

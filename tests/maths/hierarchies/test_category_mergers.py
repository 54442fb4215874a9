"""Mergers of categories, against all of them tried one by one and against scikit-learn."""

from __future__ import annotations

from itertools import combinations
from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import entropy

from discret.maths.hierarchies import category_mergers as mergers
from strategies import examples


@st.composite
def pairs_of(draw: st.DrawFn, size: int) -> list[tuple[int, int]]:
    every = list(combinations(range(size), 2))
    return draw(st.lists(st.sampled_from(every), max_size=4)) if every else []


@st.composite
def crossed(draw: st.DrawFn, most: int = 6) -> list[np.ndarray]:
    size, number = draw(st.integers(2, most)), draw(st.integers(1, 3))
    cell = st.one_of(st.just(0.0), st.integers(1, 30).map(float), st.floats(0.1, 50))
    tables = []
    for _ in range(number):
        width = draw(st.integers(1, 4))
        flat = draw(st.lists(cell, min_size=size * width, max_size=size * width))
        tables.append(np.array(flat).reshape(size, width) + 0.0)
    return tables


def information(table: np.ndarray) -> float:
    """Return the mutual information of rows and columns, from the definition."""
    shares = table / table.sum() if table.sum() else table
    one, two = shares.sum(axis=1), shares.sum(axis=0)
    return sum(p * log(p / (one[x] * two[y])) for (x, y), p in np.ndenumerate(shares) if p > 0)


def merged(table: np.ndarray, classes: list[int]) -> np.ndarray:
    return np.stack([table[np.array(classes) == kind].sum(axis=0) for kind in sorted(set(classes))])


def total(tables: list[np.ndarray], classes: list[int]) -> float:
    return sum(information(merged(table, classes)) for table in tables)


@given(crossed())
@examples(80)
def test_the_loss_of_a_merger_is_the_information_before_less_that_after(
    tables: list[np.ndarray],
) -> None:
    losses, size = mergers.merger_losses(tables), len(tables[0])
    before = total(tables, list(range(size)))
    for one, two in combinations(range(size), 2):
        after = total(tables, [one if row == two else row for row in range(size)])
        assert losses[one, two] == losses[two, one] == pytest.approx(before - after, abs=1e-9)
    assert np.isinf(np.diag(losses)).all()


@given(crossed(), st.data())
@examples(80)
def test_each_step_is_the_best_allowed_merger(
    tables: list[np.ndarray], data: st.DataObject
) -> None:
    size = len(tables[0])
    pairs = data.draw(pairs_of(size))
    apart = np.zeros((size, size), dtype=bool)
    for one, two in pairs:
        apart[one, two] = apart[two, one] = True
    kept = apart.copy()
    steps = mergers.mergers(tables, np.ones(size), apart)
    assert (apart == kept).all(), "what was given has changed"
    stands = list(range(size))
    for chosen in [*steps.tolist(), None]:
        losses = {}
        for one, two in combinations(sorted(set(stands)), 2):
            new = [one if stand == two else stand for stand in stands]
            if not any(new[a] == new[b] for a, b in pairs):
                losses[one, two] = total(tables, stands) - total(tables, new)
        if chosen is None:
            assert losses == {}, "it stopped although a merger is allowed"
            return
        one, two = chosen
        assert losses[one, two] == pytest.approx(min(losses.values()), abs=1e-9)
        stands = [one if stand == two else stand for stand in stands]
        assert mergers.classes_after(steps[: size - len(set(stands))], size).tolist() == [
            list(dict.fromkeys(stands)).index(stand) for stand in stands
        ]


def test_the_information_is_the_one_of_scipys_entropies() -> None:
    rng = np.random.default_rng(3)
    one, two = rng.integers(0, 5, 400), rng.integers(0, 4, 400)
    table = np.zeros((5, 4))
    np.add.at(table, (one, two), 1)
    joined = table[[0, 1, 2, 4]] + np.outer([0, 1, 0, 0], table[3])
    lost = by_entropies(table) - by_entropies(joined)
    assert mergers.merger_losses([table])[1, 3] == pytest.approx(lost, abs=1e-10)


def by_entropies(table: np.ndarray) -> float:
    """Mutual information from three entropies, in nats."""
    margins = entropy(table.sum(axis=1)) + entropy(table.sum(axis=0))
    return float(margins - entropy(table.ravel()))


def test_of_equal_mergers_the_lightest_is_made() -> None:
    table = np.outer([5.0, 1, 3, 1.5], [1.0, 2])  # independent: every merger loses nothing
    steps = mergers.mergers([table], table.sum(axis=1), np.zeros((4, 4), dtype=bool))
    assert steps.tolist() == [[1, 3], [1, 2], [0, 1]]
    table = np.outer([2.2, 2.0, 1.9, 3.0], [1.0, 2])  # 2 + 1.9 is then the heaviest
    steps = mergers.mergers([table], table.sum(axis=1), np.zeros((4, 4), dtype=bool))
    assert steps.tolist() == [[1, 2], [0, 3], [0, 1]]


def test_a_category_without_any_count_is_merged_for_nothing() -> None:
    table = np.array([[3.0, 0], [0, 3], [0, 0]])
    losses = mergers.merger_losses([table])
    assert losses[0, 2] == losses[1, 2] == 0
    assert losses[0, 1] == pytest.approx(log(2))

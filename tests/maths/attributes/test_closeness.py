"""Earth mover's distances, against the definitions, scipy and a linear programme."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog
from scipy.sparse import csr_array
from scipy.stats import wasserstein_distance

from discret.maths.attributes.closeness import (
    equal_distance,
    hierarchical_distance,
    ordered_distance,
)
from strategies import examples

MANY, FEW = examples(100), examples(30)
Arrays = tuple[np.ndarray[Any, Any], ...]
ALL = pytest.mark.parametrize("distance", ["equal", "ordered", "hierarchical"])


@st.composite
def tables(draw: st.DrawFn) -> np.ndarray[Any, Any]:
    """Groups × values; every value occurs somewhere, some groups may have none."""
    groups, values = draw(st.integers(1, 5)), draw(st.integers(1, 6))
    cells = st.lists(st.integers(0, 9), min_size=values, max_size=values)
    table = np.array(draw(st.lists(cells, min_size=groups, max_size=groups)))
    return np.vstack([table, (table.sum(axis=0) == 0).astype(int)])


@st.composite
def trees(draw: st.DrawFn, values: int) -> list[list[int]]:
    """For each height, the node above each value: neighbours merge, up to one root."""
    nodes = list(range(values))
    heights = []
    for _ in range(draw(st.integers(0, 2))):
        joins = [draw(st.booleans()) for _ in range(max(nodes) + 1)]
        numbers = np.cumsum([0] + [not join for join in joins[1:]])
        nodes = [int(numbers[node]) for node in nodes]
        heights.append(nodes)
    return [*heights, [0] * values]


def packed(table: np.ndarray[Any, Any]) -> Arrays:
    sparse = csr_array(table)
    sparse.sort_indices()
    return sparse.indptr, sparse.indices, sparse.data, table.sum(axis=0)


def shares(table: np.ndarray[Any, Any]) -> list[tuple[list[Fraction], list[Fraction]]]:
    """The spread of each group and of the table; none for a group without values."""
    total = table.sum(axis=0)
    whole = [Fraction(int(n), int(total.sum())) for n in total]
    rows = [[Fraction(int(n), int(row.sum())) for n in row] if row.any() else [] for row in table]
    return [(row, whole) for row in rows]


def by_definition(distance: str, p: list[Fraction], q: list[Fraction], nodes: Any) -> Fraction:
    """The closed forms of Li et al. (2007), in exact arithmetic."""
    if not p or len(q) == 1:
        return Fraction(0)
    gaps = [one - other for one, other in zip(p, q, strict=True)]
    if distance == "equal":
        return sum(abs(gap) for gap in gaps) / 2
    if distance == "ordered":
        return sum(abs(sum(gaps[: i + 1])) for i in range(len(gaps))) / (len(q) - 1)
    total = Fraction(0)
    levels = [list(range(len(q))), *nodes]
    for height in range(1, len(levels)):
        for node in set(levels[height]):
            children = {levels[height - 1][v] for v in range(len(q)) if levels[height][v] == node}
            extras = [
                sum(gaps[v] for v in range(len(q)) if levels[height - 1][v] == child)
                for child in children
            ]
            over = sum(extra for extra in extras if extra > 0)
            under = -sum(extra for extra in extras if extra < 0)
            total += Fraction(height, len(nodes)) * min(over, under)
    return total


def apart(distance: str, i: int, j: int, size: int, nodes: Any) -> float:
    """How far two values are."""
    if i == j:
        return 0.0
    if distance == "equal":
        return 1.0
    if distance == "ordered":
        return abs(i - j) / (size - 1)
    return next(h for h, level in enumerate(nodes, 1) if level[i] == level[j]) / len(nodes)


def by_programme(distance: str, p: list[Fraction], q: list[Fraction], nodes: Any) -> float:
    """The least cost of moving p to q: what the earth mover's distance is."""
    size = len(q)
    if not p:
        return 0.0
    costs = [apart(distance, i, j, size, nodes) for i in range(size) for j in range(size)]
    out, into = np.kron(np.eye(size), np.ones(size)), np.kron(np.ones(size), np.eye(size))
    limits = [float(share) for share in [*p, *q]]
    found = linprog(costs, A_eq=np.vstack([out, into]), b_eq=limits)
    assert found.success
    return float(found.fun)


def computed(distance: str, table: np.ndarray[Any, Any], nodes: Any) -> list[float]:
    if distance == "equal":
        return equal_distance(*packed(table)).tolist()
    if distance == "ordered":
        return ordered_distance(*packed(table)).tolist()
    return hierarchical_distance(*packed(table), [np.array(level) for level in nodes]).tolist()


@ALL
@MANY
@given(st.data())
def test_distances_follow_their_definitions(distance, data) -> None:
    table = data.draw(tables())
    nodes = data.draw(trees(table.shape[1]))
    wanted = [float(by_definition(distance, p, q, nodes)) for p, q in shares(table)]
    assert computed(distance, table, nodes) == pytest.approx(wanted, rel=1e-13, abs=1e-15)


@ALL
@FEW
@given(st.data())
def test_distances_are_the_least_cost_of_moving(distance, data) -> None:
    table = data.draw(tables())
    nodes = data.draw(trees(table.shape[1]))
    wanted = [by_programme(distance, p, q, nodes) for p, q in shares(table)]
    assert computed(distance, table, nodes) == pytest.approx(wanted, abs=1e-9)


@MANY
@given(tables())
def test_the_ordered_distance_is_that_of_wasserstein(table) -> None:
    steps, places = max(table.shape[1] - 1, 1), np.arange(table.shape[1])
    wanted = [
        wasserstein_distance(places, places, row, table.sum(axis=0)) / steps if row.any() else 0
        for row in table
    ]
    assert computed("ordered", table, None) == pytest.approx(wanted, abs=1e-12)


@ALL
@MANY
@given(st.data())
def test_distances_lie_between_nothing_and_one(distance, data) -> None:
    table = data.draw(tables())
    nodes = data.draw(trees(table.shape[1]))
    found = computed(distance, table, nodes)
    assert all(0 <= one <= 1 for one in found)
    exact = computed("equal", table, None)
    assert all(one <= top + 1e-12 for one, top in zip(found, exact, strict=True))


@ALL
@pytest.mark.parametrize("size", [1, 2, 7])
def test_a_group_spread_as_the_table_is_at_distance_nought_exactly(distance, size) -> None:
    table = np.array([[3] * size, [9] * size, [0] * size])
    nodes = [[0] * size]
    assert computed(distance, table, nodes) == [0, 0, 0]


@ALL
def test_a_table_without_values_is_at_no_distance(distance: str) -> None:
    assert computed(distance, np.zeros((2, 0), dtype=int), [[]]) == [0, 0]


def test_a_long_order_is_summed_without_loss() -> None:
    # One record at the first of 100,001 values, all equally frequent: the mean of i/m, about 1/2.
    size = 100_001
    totals = np.ones(size, dtype=np.int64)
    first = ordered_distance(np.array([0, 1]), np.array([0]), np.array([1]), totals)
    wanted = sum(size - i for i in range(1, size)) / size / (size - 1)
    assert first[0] == pytest.approx(wanted, rel=1e-13)


def test_a_root_above_one_node_moves_nothing() -> None:
    # A label that is repeated from level to level is one child: its height costs nothing, but the
    # tree is higher.
    table = np.array([[1, 0], [0, 1]])
    assert computed("hierarchical", table, [[0, 0]]) == [0.5, 0.5]
    assert computed("hierarchical", table, [[0, 0], [0, 0]]) == [0.25, 0.25]
    assert computed("hierarchical", table, [[0, 1], [0, 0]]) == [0.5, 0.5]

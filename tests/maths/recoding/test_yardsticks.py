"""What a search measures of full tables, against what is measured of sparse ones."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array

from discret.finding import misses
from discret.maths.attributes.closeness import (
    equal_distance,
    hierarchical_distance,
    ordered_distance,
)
from discret.maths.attributes.diversity import distinct, entropy, grassberger, recursive
from discret.maths.attributes.likeness import beyond_bound, lacking, log_ratios, relative_gains
from discret.maths.recoding.yardsticks import (
    NONE,
    File,
    Ruler,
    Yardstick,
    parents_of,
    totals_of,
)

Measure = Callable[..., Any]


def _bounded(*arrays: Any) -> Any:
    return np.where(beyond_bound(*arrays), np.inf, relative_gains(*arrays))


def _of_all(indptr: Any, indices: Any, counts: Any, totals: Any) -> Any:
    ratios = log_ratios(indptr, indices, counts, totals)
    return np.where(lacking(indptr, indices, totals), np.inf, ratios)


SPARSE: dict[Ruler, Measure] = {
    Ruler.DISTINCT: lambda indptr, *_: distinct(indptr),
    Ruler.ENTROPY: lambda indptr, _, counts, __: entropy(indptr, counts),
    Ruler.GRASSBERGER: lambda indptr, _, counts, __: grassberger(indptr, counts),
    Ruler.RECURSIVE: lambda indptr, _, counts, __: recursive(indptr, counts, 1.5),
    Ruler.EQUAL: equal_distance,
    Ruler.ORDERED: ordered_distance,
    Ruler.GAIN: relative_gains,
    Ruler.GAIN_BOUNDED: _bounded,
    Ruler.RATIO: log_ratios,
    Ruler.RATIO_OF_ALL: _of_all,
}


@st.composite
def tables(draw: st.DrawFn) -> tuple[Any, Any]:
    """Draw groups × values, and which groups are kept."""
    groups, values = draw(st.integers(1, 6)), draw(st.integers(1, 7))
    seed = draw(st.integers(0, 2**32 - 1))
    rng = np.random.default_rng(seed)
    table = rng.poisson(draw(st.sampled_from([0.3, 1.0, 20.0])), (groups, values))
    keep = rng.random(groups) < draw(st.sampled_from([0.5, 0.9, 1.0]))
    keep[rng.integers(groups)] = True
    return table.astype(np.int32), keep


def sparse(table: Any, keep: Any) -> tuple[Any, Any, Any, Any]:
    """Lay the rows kept out as sparse; values that no record has are left out."""
    table, totals = table[keep], table[keep].sum(axis=0).astype(np.int64)
    rows = csr_array(table[:, totals > 0].astype(np.int64))
    return rows.indptr, rows.indices, rows.data, totals[totals > 0]


@pytest.mark.parametrize("kind", list(SPARSE), ids=lambda kind: kind.name)
@given(drawn=tables())
def test_full_tables_are_measured_as_sparse_ones(kind: Ruler, drawn: tuple[Any, Any]) -> None:
    table, keep = drawn
    wanted = SPARSE[kind](*sparse(table, keep))
    levels = Yardstick(kind, 1.5).levels(table, keep)[keep]
    np.testing.assert_allclose(levels, wanted, rtol=1e-12, atol=1e-15)


@given(drawn=tables(), seed=st.integers(0, 999))
def test_trees_are_climbed_as_sparse_ones_are(drawn: tuple[Any, Any], seed: int) -> None:
    table, keep = drawn
    totals = table[keep].sum(axis=0)
    nodes = [np.arange(len(totals))]
    rng = np.random.default_rng(seed)
    for _ in range(rng.integers(0, 3)):
        cuts = np.sort(rng.integers(0, 2, nodes[-1].max() + 1).cumsum())
        nodes.append((cuts - cuts[0])[nodes[-1]])
    nodes = [*nodes[1:], np.zeros(len(totals), dtype=np.int64)]
    live = totals > 0
    kept = [np.unique(node[live], return_inverse=True)[1] for node in nodes]
    measure = partial(hierarchical_distance, nodes=kept)
    levels = Yardstick(Ruler.HIERARCHICAL, 1.0, parents_of(nodes)).levels(table, keep)[keep]
    np.testing.assert_allclose(levels, measure(*sparse(table, keep)), rtol=1e-12, atol=1e-15)


HIGHER = (Ruler.DISTINCT, Ruler.ENTROPY, Ruler.GRASSBERGER, Ruler.RECURSIVE)
TREE = [np.array([0, 0, 1, 1]), np.array([0, 0, 0, 0])]
LIMITED = [*SPARSE, Ruler.HIERARCHICAL]


def yardstick(kind: Ruler) -> Yardstick:
    return Yardstick(kind, 1.5, parents_of(TREE) if kind is Ruler.HIERARCHICAL else NONE)


def failing(kind: Ruler, levels: Any, target: float) -> Any:
    return misses(levels, target, "higher" if kind in HIGHER else "lower")


@pytest.mark.parametrize("kind", LIMITED, ids=lambda kind: kind.name)
@given(seed=st.integers(0, 2**32 - 1))
def test_verdicts_are_those_of_levels(kind: Ruler, seed: int) -> None:
    """Targets are levels that groups have, or next to them: nothing is nearer to a limit."""
    rng = np.random.default_rng(seed)
    table = rng.poisson(rng.choice([0.4, 2.0, 15.0]), (8, 4)).astype(np.int32)
    keep = rng.random(8) < 0.8
    reference = table.sum(axis=0).astype(np.int64) if rng.random() < 0.5 else None
    own = yardstick(kind)
    levels = own.levels(table, keep, reference)
    near = levels[rng.integers(8)] * (1 + rng.choice([0.0, 1e-13, -1e-13, 1e-10, -1e-10, 0.1]))
    target = float(near) if np.isfinite(near) and near > 0 else 0.3
    totals = totals_of(table, keep) if reference is None else reference
    standard = own.standard(totals, target, fixed=reference is not None)
    found = own.failing(table, keep, standard, lambda own: failing(kind, own, target))
    assert found.tolist() == (failing(kind, levels, target) & keep).tolist()


@pytest.mark.parametrize("kind", LIMITED, ids=lambda kind: kind.name)
@given(seed=st.integers(0, 2**32 - 1))
def test_no_part_that_holds_is_larger_than_the_bound(kind: Ruler, seed: int) -> None:
    """Every part of a group is tried; no other file but the one that is given is compared with."""
    rng = np.random.default_rng(seed)
    row = rng.integers(0, 4, 4).astype(np.int32)
    totals = (row + rng.integers(0, 9, 4)).astype(np.int64)
    target = float(rng.choice([0.1, 0.25, 0.6, 1.5, 2.0, 2.5]))
    parts = np.array(list(product(*(range(count + 1) for count in row))), dtype=np.int32)
    own, every = yardstick(kind), np.ones(len(parts), dtype=np.bool_)
    if kind is Ruler.GRASSBERGER or not totals.any():
        return
    held = ~failing(kind, own.levels(parts, every, totals), target)
    most = max((int(part.sum()) for part in parts[held]), default=0)
    file = File(totals, float(totals.sum()))
    bound = own.most_kept(row[None], np.array([True]), target, file)[0]
    assert most <= bound + 1e-6
    lost = own.least_lost(row[None], np.array([True]), target, file)[0]
    assert lost == pytest.approx(max(row.sum() - bound, 0.0))


@pytest.mark.parametrize("kind", [Ruler.PEOPLE, Ruler.PRESENCE], ids=lambda kind: kind.name)
@given(seed=st.integers(0, 2**32 - 1))
def test_people_who_are_too_few_lose_no_less_than_the_bound(kind: Ruler, seed: int) -> None:
    """A group is cut at random into finer ones; those of them that fail are lost."""
    rng = np.random.default_rng(seed)
    people = rng.integers(1, 6, 5)
    records = rng.integers(0, people + 1)
    target = 0.6 if kind is Ruler.PRESENCE else 4.0
    own, whole = Yardstick(kind), np.array([[records.sum(), people.sum()]], dtype=np.int32)
    fails = {
        Ruler.PRESENCE: lambda level: level > target,
        Ruler.PEOPLE: lambda level: level < target,
    }
    part = rng.integers(0, 3, 5)
    rows = np.array(
        [[records[part == n].sum(), people[part == n].sum()] for n in set(part.tolist())], np.int32
    )
    gone = rows[fails[kind](own.levels(rows, np.ones(len(rows), np.bool_))), 0].sum()
    failing = fails[kind](own.levels(whole, np.ones(1, np.bool_)))
    lost = own.least_lost(whole, failing, target, File(np.zeros(0, np.int64), 0.0))
    assert lost[0] <= gone + 1e-9
    assert kind is Ruler.PRESENCE or lost[0] == (records.sum() if failing[0] else 0)


def test_the_bounds_are_near_the_largest_part() -> None:
    """Of a group of one value, no more is kept than its share of the others allows."""
    row, file = np.array([[30, 5, 5, 0]], dtype=np.int32), File(np.array([50, 50, 50, 50]), 200.0)
    bound = {
        kind: yardstick(kind).most_kept(row, np.array([True]), target, file)[0]
        for kind, target in ((Ruler.EQUAL, 0.3), (Ruler.GAIN, 1.0), (Ruler.ENTROPY, 2.9))
    }
    assert bound[Ruler.EQUAL] == pytest.approx(10 / 0.45)  # 10 + m/4 = 0.7 m
    assert bound[Ruler.GAIN] == pytest.approx(20)  # half of what is kept
    assert 15 < bound[Ruler.ENTROPY] < 25

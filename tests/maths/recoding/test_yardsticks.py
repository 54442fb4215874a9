"""What a search measures of full tables, against what is measured of sparse ones."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array

from discret.maths.attributes.closeness import (
    equal_distance,
    hierarchical_distance,
    ordered_distance,
)
from discret.maths.attributes.diversity import distinct, entropy, grassberger, recursive
from discret.maths.attributes.likeness import beyond_bound, lacking, log_ratios, relative_gains
from discret.maths.recoding.yardsticks import Ruler, Yardstick, parents_of

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

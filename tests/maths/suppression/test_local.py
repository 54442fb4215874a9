"""Local suppression on arrays: against every blanking there is, on tables small enough to try."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.stats import entropy

from blankings import (
    Row,
    blankings,
    cheapest,
    drawn,
    holds,
    price_of,
    problem,
    problems,
    released,
)
from discret.maths.suppression import classes, column_sets
from discret.maths.suppression import local as local_suppression
from discret.maths.suppression.greedy import greedy
from discret.maths.suppression.local import (
    Problem,
    bounds,
    entropies,
    lay_out,
    suppress,
)
from discret.maths.suppression.programme import solve
from strategies import examples

fast = examples(60)


# --- against every blanking ----------------------------------------------------------------


@fast
@given(problems(most=4))
@example(problem([(0, 0), (0, 1), (1, 0), (1, 1)], [1, 1], ((0, 1), 2)))
def test_what_is_found_holds_and_is_bounded(given: Problem) -> None:
    found, least = suppress(given), cheapest(given)
    assert found.holds is (least is not None)
    if least is not None:
        assert holds(released(given, found.blanks), given.count.tolist(), given.needs)
        assert not (found.blanks & (given.codes < 0)).any()
        assert found.cost == pytest.approx(
            price_of(released(given, found.blanks), given.codes, given.count, given.price)
        )
        assert found.bound <= least + 1e-9 <= found.cost + 2e-9


@fast
@given(problems(most=4))
def test_the_programme_finds_the_least(given: Problem) -> None:
    least = cheapest(given)
    if least is None:
        return
    best = solve(given, suppress(given), 20.0)
    assert best.cost == pytest.approx(least)
    assert best.optimal
    assert holds(released(given, best.blanks), given.count.tolist(), given.needs)


@fast
@given(problems(most=4, columns=2), st.lists(st.integers(-1, 3), min_size=2, max_size=2))
def test_the_programme_keeps_to_ceilings(given: Problem, tops: list[int]) -> None:
    most = np.array(tops[: len(given.price)])
    least = cheapest(given, most)
    best = solve(given, suppress(given), 20.0, most)
    cells = given.count @ best.blanks
    if least is not None:
        assert best.cost == pytest.approx(least)
        assert all(top < 0 or n <= top for n, top in zip(cells, most, strict=True))


@fast
@given(problems(most=4), st.integers(0, 2))
def test_a_column_that_is_not_to_be_blanked_is_not(given: Problem, column: int) -> None:
    price = given.price.copy()
    price[column % len(price)] = np.inf
    frozen = Problem(given.codes, given.count, price, given.needs)
    found, least = suppress(frozen), cheapest(frozen)
    assert found.holds is (least is not None)
    assert not found.blanks[:, column % len(price)].any()
    if least is not None:
        assert holds(released(frozen, found.blanks), frozen.count.tolist(), frozen.needs)
        assert found.bound <= least + 1e-9 <= found.cost + 2e-9


@examples(30)
@given(st.lists(st.tuples(*[st.integers(-1, 1)] * 2), min_size=2, max_size=5), st.integers(2, 3))
def test_the_bound_holds_even_where_equal_records_are_blanked_differently(
    rows: list[Row], k: int
) -> None:
    given = problem(rows, [1.0, 1.5], ((0, 1), k))
    each = np.array(rows)
    fit = [
        price_of(some, each, np.ones(len(rows), dtype=np.int64), given.price)
        for some in blankings(each, [0, 1])
        if holds(some, [1] * len(rows), given.needs)
    ]
    if fit:
        assert bounds(given, lay_out(given)).sum() <= min(fit) + 1e-9


# --- on larger tables ----------------------------------------------------------------------


@pytest.mark.parametrize("missing", [0.0, 0.02])
@pytest.mark.parametrize(("columns", "k"), [(6, 3), (6, 5), (11, 3)])
def test_larger_tables_hold(columns: int, k: int, missing: float) -> None:
    rows = drawn(columns + k, columns, 1500, missing)
    given = problem([tuple(row) for row in rows], [1.0] * columns, (tuple(range(columns)), k))
    found = suppress(given)
    assert found.holds
    assert holds_fast(given, found.blanks)
    assert found.bound <= found.cost
    layout = lay_out(given)
    first = local_suppression.found(given, layout, greedy(layout.space))
    assert found.cost < first.cost  # the search improves on what is taken first
    assert not holds_fast(given, found.blanks & (np.arange(columns) != 0))  # and needs its blanks


def test_what_others_lack_is_not_blanked_for_free() -> None:
    # the first column is missing here and there, which makes sets with it; none may take them
    rows = drawn(9, 5, 1500, 0.05)
    given = problem([tuple(row) for row in rows], [np.inf, 1, 1, 2, 2], (tuple(range(5)), 4))
    found = suppress(given)
    assert found.holds
    assert not found.blanks[:, 0].any()
    assert holds_fast(given, found.blanks)
    assert found.bound <= found.cost


def holds_fast(given: Problem, blanks: Any) -> bool:
    from discret.maths.matching import Matching, group_ids

    codes = np.where(blanks, -1, given.codes)
    for need in given.needs:
        ids, size = group_ids(codes[:, list(need.columns)])
        first = np.unique(ids, return_index=True)[1]
        count = np.bincount(ids, given.count, size)
        seen = codes[first][:, list(need.columns)]
        if (Matching.of(seen, "known").sums(count) < need.k).any():
            return False
    return True


def test_combinations_of_many_columns_hold() -> None:
    rows = drawn(5, 6, 800, 0.01)
    needs = [(pair, 8) for pair in combinations(range(6), 2)]
    given = problem([tuple(row) for row in rows], [3, 1, 1, 1, 1, 2], *needs, ((0, 1, 2), 4))
    found = suppress(given)
    assert found.holds
    assert holds_fast(given, found.blanks)
    assert 0 < found.bound <= found.cost


def test_the_proof_leaves_a_gap_that_the_bound_does_not_see() -> None:
    # four records, no two of which agree on anything but pairwise: all must blank both columns
    given = problem([(0, 0), (1, 1)], [1.0, 1.0], ((0, 1), 2))
    found = suppress(given)
    assert (found.cost, found.bound) == (4.0, 4.0)


def test_a_file_that_is_too_small_does_not_hold() -> None:
    found = suppress(problem([(0, 0), (0, 1)], [1.0, 1.0], ((0, 1), 3)))
    assert not found.holds
    assert not found.optimal


def test_sets_that_are_not_looked_at_weaken_the_bound_only(monkeypatch: Any) -> None:
    rows = [tuple(row) for row in drawn(1, 6, 400, 0.05)]
    given = problem(rows, [1, 1, 2, 2, 3, 3], (tuple(range(6)), 4))
    whole = suppress(given)
    monkeypatch.setattr(column_sets, "MOST_SETS", 9)
    part = suppress(given)
    assert part.holds
    assert holds_fast(given, part.blanks)
    assert part.bound <= whole.cost
    assert (bounds(given, lay_out(given)) >= 0).all()


# --- the smaller pieces --------------------------------------------------------------------


@fast
@given(problems(most=4))
def test_nothing_hangs_on_hashes_that_differ(given: Problem) -> None:
    known, proven = suppress(given), solve(given, suppress(given), 20.0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(classes, "SPREAD", np.int64(0))  # all that is shown falls into one slot
        found, best = suppress(given), solve(given, suppress(given), 20.0)
    assert (found.blanks == known.blanks).all()
    assert (found.cost, found.bound, found.holds) == (known.cost, known.bound, known.holds)
    assert (best.cost, best.optimal) == (proven.cost, proven.optimal)


@fast
@given(problems(most=5))
def test_entropies_are_those_of_scipy(given: Problem) -> None:
    for column, found in zip(given.codes.T, entropies(given.codes, given.count), strict=True):
        known = column >= 0
        held = np.bincount(column[known], given.count[known]) if known.any() else np.array([1])
        assert found == pytest.approx(float(entropy(held, base=2)))

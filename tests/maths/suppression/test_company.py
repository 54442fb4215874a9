"""The sharper bound of local suppression: against every blanking there is, with whatever tolls."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from blankings import cheapest, drawn, problem, problems
from discret.maths.suppression import column_sets
from discret.maths.suppression.company import Market, answered, priced, rounded_up
from discret.maths.suppression.local import Problem, bounds, lay_out, suppress
from strategies import examples


@examples(120)
@given(problems(most=5))
@example(problem([(0, 1), (1, 0), (1, 1)], [1, 1], ((0, 1), 2)))
def test_it_lies_between_the_first_bound_and_the_least_cost(given: Problem) -> None:
    found, least = suppress(given), cheapest(given)
    sharper = priced(given, found)
    assert sharper.bound >= found.bound
    if least is not None:
        assert sharper.bound <= least + 1e-9 <= found.cost + 2e-9


@examples(120)
@given(problems(most=4), st.integers(0, 2**32 - 1))
def test_no_tolls_put_it_above_the_least_cost(given: Problem, seed: int) -> None:
    least = cheapest(given)
    if least is None:
        return
    layout = lay_out(given)
    market, rng = Market.of(given, layout), np.random.default_rng(seed)
    none = np.zeros(len(market.set))
    assert answered(market, none)[0] == pytest.approx(bounds(given, layout).sum())
    for _ in range(10):
        tolls = rng.exponential(1.0, len(none)) * (rng.random(len(none)) < rng.random())
        assert answered(market, tolls)[0] <= least + 1e-9


@examples(60)
@given(problems(most=4), st.integers(1, 4))
def test_it_holds_where_sets_were_not_looked_at(given: Problem, most: int) -> None:
    least = cheapest(given)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(column_sets, "MOST_SETS", most)
        sharper = priced(given, suppress(given))
    if least is not None:
        assert sharper.bound <= least + 1e-9


def test_it_closes_most_of_the_gap_of_a_larger_table() -> None:
    rows = [tuple(row) for row in drawn(3, 5, 400)]
    given = problem(rows, [5, 4, 3, 2, 1], (tuple(range(5)), 4))
    found = suppress(given)
    sharper = priced(given, found)
    assert found.bound < sharper.bound <= found.cost
    assert found.cost - sharper.bound < 0.6 * (found.cost - found.bound)


def test_whole_prices_make_whole_costs() -> None:
    assert rounded_up(20.1, np.array([4.0, 6.0])) == 22.0
    assert rounded_up(22.0 + 1e-9, np.array([4.0, 6.0])) == 22.0 + 1e-9
    assert rounded_up(20.1, np.array([4.0, 6.5])) == 20.1

"""The search keeps its books: what is counted as groups move is what a new count finds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret.maths.suppression import moves
from discret.maths.suppression.greedy import greedy
from discret.maths.suppression.local import Layout, Need, Problem, lay_out
from discret.maths.suppression.moves import Journal, Limits, Members, State
from strategies import examples

fast = examples(40)


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    """Tables large enough for groups to pull others along, and to leave some behind."""
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    width = draw(st.integers(2, 4))
    rows = rng.integers(draw(st.sampled_from([-1, 0])), 3, (draw(st.integers(4, 60)), width))
    codes, count = np.unique(rows, axis=0, return_counts=True)
    price = np.array(draw(st.lists(st.sampled_from([1.0, 2.0, 3.5]), min_size=width,
                                   max_size=width)))  # fmt: skip
    needs = (Need(tuple(range(width)), draw(st.integers(2, 5))), Need((0, 1), 4))
    return Problem(codes, count, price, needs[: draw(st.integers(1, 2))])


def holds(layout: Layout, at: Any) -> bool:
    """Whether every group has enough records in every view that it is counted in."""
    space, state = layout.space, State.of(layout.space, at)
    groups = np.arange(len(at))
    return all(
        (state.total[space.ids[views, groups]] >= space.k[views]).all()
        for views in space.uses[at].T
    )


def laid_out(given: Problem) -> tuple[Layout, Any]:
    layout = lay_out(given)
    return layout, greedy(layout.space)


@fast
@given(problems())
def test_what_is_taken_greedily_holds(given: Problem) -> None:
    layout, at = laid_out(given)
    if (at >= 0).all():
        assert holds(layout, at)
        assert layout.space.allowed[at, layout.space.own].all()
        assert (layout.prices[at] >= layout.prices[layout.lowest] - 1e-12).all()


@fast
@given(problems(), st.integers(1, 3))
def test_the_books_are_right_whenever_the_search_ends(given: Problem, rounds: int) -> None:
    layout, at = laid_out(given)
    if (at < 0).any():
        return
    space, before = layout.space, layout.prices[at] @ given.count[layout.groups]
    width = len(given.price)
    fresh = space.hides[at] - space.hides[space.own]
    cells = np.asarray(space.records @ fresh)
    limits = Limits(space.hides, cells, np.full(width, -1), cells.copy())
    journal = Journal(*np.empty((2, moves.LONGEST), dtype=np.int64))
    state = State.of(space, at)
    moves._improve(state, layout.lowest, rounds, Members.of(space), limits, journal)
    again = State.of(space, at)
    assert (state.total == again.total).all()
    assert (state.users == again.users).all()
    assert (limits.cells == space.records @ (space.hides[at] - space.hides[space.own])).all()
    assert holds(layout, at)
    assert space.allowed[at, space.own].all()
    assert layout.prices[at] @ given.count[layout.groups] <= before + 1e-9


@fast
@given(problems(), st.data())
def test_no_column_gets_more_blanks_than_it_may(given: Problem, data: st.DataObject) -> None:
    layout, at = laid_out(given)
    if (at < 0).any():
        return
    space, width = layout.space, len(given.price)

    def cells() -> Any:
        return space.records @ (space.hides[at] - space.hides[space.own])

    before = cells()
    most = np.array(data.draw(st.lists(st.integers(-1, 30), min_size=width, max_size=width)))
    moves.improve(space, at, layout.lowest, 5, np.asarray(before), most)
    after = cells()
    assert all(
        top < 0 or now <= max(top, was) for now, was, top in zip(after, before, most, strict=True)
    )


@fast
@given(problems())
def test_members_are_the_groups_of_each_class(given: Problem) -> None:
    space = lay_out(given).space
    members = Members.of(space)
    for number in range(len(space.total)):
        listed = members.groups[members.starts[number] : members.starts[number + 1]]
        assert listed.tolist() == np.unique(np.nonzero(space.ids == number)[1]).tolist()


@pytest.mark.parametrize("effort", [0.0, 40.0])
def test_a_search_that_is_cut_short_leaves_what_holds(
    effort: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng(4)
    codes, count = np.unique(rng.integers(0, 3, (80, 4)), axis=0, return_counts=True)
    layout, at = laid_out(Problem(codes, count, np.ones(4), (Need((0, 1, 2, 3), 3),)))
    first, free = at.copy(), np.full(4, -1)
    monkeypatch.setattr(moves, "EFFORT", effort)
    moves.improve(layout.space, at, layout.lowest, 5, np.zeros(4, dtype=np.int64), free)
    assert holds(layout, at)
    monkeypatch.undo()
    moves.improve(layout.space, first, layout.lowest, 5, np.zeros(4, dtype=np.int64), free)
    assert layout.prices[first] @ layout.space.records < layout.prices[at] @ layout.space.records

"""What is possible in a problem of transport: against all solutions, and linear programs."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given
from scipy.optimize import linprog

from discret.maths.unpicking.transport import loose_pairs, unpick
from strategies import examples
from transports import Transport, owners, solutions, transport, transports

MANY = examples(150)

# Two groups fill two cells; the third, which reaches all three cells, is left the third one.
HALL = transport([1, 1, 1], [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1), (2, 2)], [1, 1, 1])
# The same with room to spare in the second: a unit passes through it.
SPARE = transport([1, 1, 1], [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1), (2, 2)], [1, 2, 1])
# A private cell (3) lets group 0 step aside, and so frees the chain behind it.
ASIDE = transport([1, 1, 1], [(0, 3), (0, 0), (1, 0), (1, 1), (2, 1)], [1, 1, 1, 1])
FULL = transport([2, 1], [(0, 0), (0, 1), (1, 1), (1, 2)], [1, 1, 1])


@MANY
@given(transports())
@example(HALL)
@example(SPARE)
@example(ASIDE)
@example(FULL)
def test_a_pair_is_possible_if_and_only_if_a_solution_has_it(problem: Transport) -> None:
    found, every = unpick(*problem), solutions(problem)
    assert bool(found.placed.all()) is bool(every)
    assert (found.unplaced == 0) is bool(every)
    if every:
        known = {pair for one in every for pair in zip(owners(problem), one, strict=True)}
        pairs = zip(problem.group.tolist(), problem.cell.tolist(), strict=True)
        assert found.possible.tolist() == [pair in known for pair in pairs]


@MANY
@given(transports())
@example(HALL)
def test_the_flow_is_a_solution_once_private_cells_are_filled(problem: Transport) -> None:
    found = unpick(*problem)
    supply, group, cell, room = problem
    loose = loose_pairs(*problem)
    own = np.minimum(room[cell], supply[group])
    private = np.bincount(group[loose], own[loose], len(supply))
    assert (found.flow[loose] == 0).all()
    assert (np.bincount(cell, found.flow, len(room)) <= room).all()
    through = np.bincount(group, found.flow, len(supply)) + np.minimum(private, supply)
    assert (through <= supply).all()
    assert supply.sum() - through.sum() == found.unplaced


@examples(60)
@given(transports())
def test_records_that_cannot_be_placed_are_counted(problem: Transport) -> None:
    """The largest number of records that can be placed, as the value of a linear program."""
    supply, group, cell, room = problem
    if not len(group):
        assert unpick(*problem).unplaced == supply.sum()
        return
    sums = np.vstack([
        [group == number for number in range(len(supply))],
        [cell == number for number in range(len(room))],
    ]).astype(float)  # fmt: skip
    best = linprog(-np.ones(len(group)), A_ub=sums, b_ub=np.concatenate([supply, room]))
    assert unpick(*problem).unplaced == pytest.approx(supply.sum() + best.fun)


def test_what_competes_with_the_impossible_is_not_placed_and_the_rest_is() -> None:
    # Groups 0 and 1 want the one place of cell 0; group 2 reaches it too; group 3 does not.
    pairs = [(0, 0), (1, 0), (2, 0), (2, 1), (3, 2)]
    found = unpick(*transport([1, 1, 1, 1], pairs, [1, 1, 1]))
    assert found.placed.tolist() == [False, False, False, True]
    assert found.possible.tolist() == [False, False, False, False, True]
    assert found.unplaced == 1


def test_a_group_without_cells_is_not_placed() -> None:
    found = unpick(*transport([2, 1], [(1, 0)], [1]))
    assert (found.placed.tolist(), found.unplaced) == ([False, True], 2)


def test_nothing_to_place() -> None:
    found = unpick(*transport([], [], []))
    assert (len(found.placed), found.unplaced) == (0, 0)


def test_larger_problems_agree_with_one_flow_for_each_pair() -> None:
    """A pair is possible if the problem can still be solved with one record fixed on it."""
    impossible = 0
    for seed in range(4):
        problem = solvable(np.random.default_rng(seed))
        supply, group, cell, room = problem
        found = unpick(*problem)
        assert found.unplaced == 0
        impossible += int((~found.possible).sum())
        for place in range(len(group)):
            fewer, less = supply.copy(), room.copy()
            fewer[group[place]] -= 1
            less[cell[place]] -= 1
            open_ = less[cell] > 0
            rest = unpick(fewer, group[open_], cell[open_], less)
            assert found.possible[place] == (rest.unplaced == 0)
    assert impossible > 10


def solvable(rng: np.random.Generator) -> Transport:
    """Forty groups in forty cells, with no room left."""
    supply = rng.integers(1, 4, 40)
    home = rng.integers(0, 40, supply.sum())  # where the records are: a solution
    room = np.bincount(home, minlength=40)
    kept = (rng.random((40, 40)) < 0.02) & (room > 0)
    kept[np.repeat(np.arange(40), supply), home] = True
    return Transport(supply, *np.nonzero(kept), room)

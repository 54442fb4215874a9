"""The number of joint completions: against all of them, where it is too large, and its bounds."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from discret.maths.unpicking.completions import Completions, count_completions, list_completions
from discret.maths.unpicking.knowledge import Knowledge
from discret.maths.unpicking.learning import count_all, learn
from discret.maths.unpicking.transport import unpick
from strategies import examples
from transports import Transport, owners, solutions, transport, transports

MANY = examples(100)
SHARED = transport([2, 3, 1], [(0, 0), (0, 1), (1, 0), (1, 1), (1, 2), (2, 2)], [2, 2, 3])


def counted(problem: Transport, limit: int) -> Completions:
    found = unpick(*problem)
    supply, group, cell, room = problem
    kept = found.possible
    return count_completions(supply, group[kept], cell[kept], room, found.flow[kept], limit)


@MANY
@given(transports())
@example(SHARED)
def test_all_completions_are_counted(problem: Transport) -> None:
    every = solutions(problem)
    if not every:
        return
    found = counted(problem, 10_000)
    assert found.number == len(every)
    assert (found.least, found.most) == pytest.approx((math.log10(len(every)),) * 2, abs=1e-9)


@MANY
@given(transports(), st.integers(0, 3))
@example(SHARED, 0)
def test_bounds_hold(problem: Transport, limit: int) -> None:
    every = solutions(problem)
    if not every:
        return
    found = counted(problem, limit)
    assert found.number in (None, len(every))
    assert found.least <= math.log10(len(every)) + 1e-9
    assert found.most >= math.log10(len(every)) - 1e-9


@MANY
@given(transports())
@example(SHARED)
def test_completions_are_listed(problem: Transport) -> None:
    cells = [problem.cell[problem.group == owner].tolist() for owner in owners(problem)]
    assert list_completions(cells, problem.room.tolist(), 10**6) == solutions(problem)


def test_lists_stop_at_their_limit() -> None:
    assert list_completions([[0, 1], [0, 1]], [2, 2], 4) is not None
    assert list_completions([[0, 1], [0, 1]], [2, 2], 3) is None


def derangements(n: int) -> int:
    return sum((-1) ** i * math.factorial(n) // math.factorial(i) for i in range(n + 1))


@pytest.mark.parametrize("n", [2, 5, 10, 13])
def test_permutations_without_a_fixed_point(n: int) -> None:
    # n records, n cells with room for one; record i may take every cell but the i-th.
    pairs = [(number, cell) for number in range(n) for cell in range(n) if number != cell]
    assert counted(transport([1] * n, pairs, [1] * n), 200_000).number == derangements(n)


def test_permutations_of_one_group() -> None:
    # 12 records of one group share 12 cells with room for one: 12! ways, most of them not tried.
    problem = transport([12], [(0, cell) for cell in range(12)], [1] * 12)
    assert counted(problem, 1000).number == math.factorial(12)


def test_words_of_ten_letters_with_at_most_two_of_each() -> None:
    # 10 records into 26 cells with room for two: pairs of equal letters chosen, then arranged.
    problem = transport([10], [(0, cell) for cell in range(26)], [2] * 26)
    words = sum(
        math.comb(26, twice)
        * math.comb(26 - twice, 10 - 2 * twice)
        * math.factorial(10)
        // 2**twice
        for twice in range(6)
    )
    assert counted(problem, 1000).number == words


def test_numbers_that_json_cannot_hold_are_given_as_logarithms() -> None:
    problem = transport(
        [1] * 60, [(number, 2 * number + n) for number in range(60) for n in (0, 1)], [1] * 120
    )
    found = counted(problem, 1000)
    assert found.number is None
    assert found.least == found.most == pytest.approx(60 * math.log10(2))
    fewer = transport(
        [1] * 50, [(number, 2 * number + n) for number in range(50) for n in (0, 1)], [1] * 100
    )
    assert counted(fewer, 1000).number == 2**50


def test_the_lower_bound_is_not_idle() -> None:
    # 40 records of one group, 100 cells with room for one: 100! / 60! ways.
    found = counted(transport([40], [(0, cell) for cell in range(100)], [1] * 100), 10)
    wanted = (math.lgamma(101) - math.lgamma(61)) / math.log(10)
    assert found.number is None
    assert found.least == pytest.approx(wanted)
    assert found.most == pytest.approx(80)


def test_a_file_that_is_listed_in_part_has_bounds() -> None:
    rows = np.array([[n, n, n] for n in range(6)] + [[0, -1, -1], [-1, -1, -1]])
    count = np.ones(len(rows), dtype=np.int64)
    exact = count_all(learn(rows, count, Knowledge(k=2), 10_000), 10_000)
    part = count_all(learn(rows, count, Knowledge(k=2), 40), 10_000)
    # (0, ?, ?): 36 - 1 full keys; the other has 216 - 6, one of which the first may have taken.
    assert exact.number == 35 * (210 - 1)
    assert part.number is None
    assert part.least <= math.log10(35 * 209) <= part.most
    assert part.least > 1


def test_with_some_full_keys_and_no_counting_the_lower_bound_still_holds() -> None:
    # Four blank records, six full keys with room for one: 6 * 5 * 4 * 3 ways.
    rows = np.array([[0, 0], [1, 1], [2, 2], [-1, -1]])
    part = count_all(learn(rows, np.array([1, 1, 1, 4]), Knowledge(k=2), 8), 0)
    assert part.number is None
    assert part.least == pytest.approx(math.log10(24))  # of the six, four were looked at
    assert part.most == pytest.approx(4 * math.log10(9))

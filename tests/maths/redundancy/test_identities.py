"""Relations that hold for every record: their chance is that of all ways to deal out values."""

from __future__ import annotations

from itertools import permutations
from math import exp, factorial

import numpy as np
import pytest

from discret.maths.redundancy.given_back import Judge, refuting
from discret.maths.redundancy.identities import counted, least_chance, monotone, one_to_one, summed
from discret.maths.redundancy.pair_screen import left_open
from discret.maths.redundancy.shown_groups import Case, grouped

Ints = np.ndarray


def places(values: Ints) -> tuple[Ints, Ints]:
    distinct, codes = np.unique(values, return_inverse=True)
    return distinct, codes.reshape(-1)


def judges(shown: Ints, values: Ints) -> dict[str, Judge]:
    there, (here, codes) = places(shown)[0], places(values)
    counts = np.bincount(codes)
    return {
        "one to one": one_to_one,
        "monotone": monotone,
        "sum": summed(here, there, counts),
        "difference": summed(here, -there, counts),
    }


def case(shown: Ints, values: Ints) -> Case:
    return Case((places(shown)[1],), places(values)[1])


@pytest.mark.parametrize("seed", range(30))
def test_no_relation_is_likelier_than_it_is_said_to_be(seed: int) -> None:
    """All ways to deal the values out are tried: those that a judge takes for a relation."""
    rng = np.random.default_rng(seed)
    number = int(rng.integers(3, 7))
    shown, values = rng.integers(0, 6, number), rng.integers(0, 6, number)
    took: dict[str, int] = dict.fromkeys(judges(shown, values), 0)
    said: dict[str, float] = dict.fromkeys(took, 0.0)
    for dealt in permutations(values):
        groups = grouped(case(shown, np.array(dealt)))
        for name, judge in judges(shown, values).items():
            link = judge(groups)
            took[name] += not link.wrong
            said[name] = max(said[name], exp(link.chance)) if not link.wrong else said[name]
    for name, number_took in took.items():
        assert number_took / factorial(number) <= said[name] + 1e-12
    smallest = exp(least_chance(places(values)[1], None))
    assert all(smallest / 2 <= one + 1e-12 for one in said.values() if one)


def test_counts_are_compared_with_the_values_themselves() -> None:
    size = np.array([1, 1, 3, 2, 1, 2, 5])
    distinct, codes = places(size)
    assert not counted(distinct)(grouped(Case((size,), codes))).wrong
    assert counted(distinct + 1)(grouped(Case((size,), codes))).wrong


def test_values_that_are_all_alone_prove_no_one_to_one() -> None:
    rng = np.random.default_rng(1)
    link = one_to_one(grouped(Case((rng.permutation(50),), np.arange(50))))
    assert link.wrong or link.chance == pytest.approx(0)


def test_a_household_is_counted_once() -> None:
    """Twenty records of four households prove as much as four records do."""
    home = np.repeat(np.arange(4), 5)
    every = monotone(grouped(Case((home * 10,), home, home)))
    assert every.chance == pytest.approx(np.log(2 / factorial(4)))


@pytest.mark.parametrize("seed", range(20))
def test_the_screen_refutes_what_counting_refutes(seed: int) -> None:
    rng = np.random.default_rng(seed)
    code = rng.integers(-1, 24, 300)
    columns = [code // 6, code % 6, rng.integers(-1, 3, 300), np.where(code < 0, 2, code // 2)]
    pairs = [(number, other) for number in range(4) for other in range(number)]
    for pair, left in zip(pairs, left_open(columns, code, pairs), strict=True):
        groups = grouped(Case((columns[pair[0]], columns[pair[1]]), code))
        wrong = groups.sizes[groups.least != groups.most].sum()
        assert left == (not refuting(wrong, 300))

"""Relations between columns that hold for every record: how likely chance is to give them."""

from __future__ import annotations

import numpy as np

from discret.maths.arrays import Codes, Floats
from discret.maths.log_factorials import log_factorials
from discret.maths.redundancy.given_back import SPOKEN, Judge, Link
from discret.maths.redundancy.shown_groups import Groups

TWO_WAYS = float(np.log(2))  # up or down


def one_to_one(groups: Groups) -> Link:
    r"""Judge whether each value shown has a value of its own, and the other way round.

    Of the :math:`n!` ways to deal out the values, :math:`∏ c_v!` keep a given assignment of values
    to what is shown, and there are as many assignments as there are ways to exchange groups of the
    same size. Where all are alone that is all of them, and nothing is proved.

    Examples
    --------
    >>> from discret.maths.redundancy.shown_groups import Case, grouped
    >>> code = np.arange(60) % 6
    >>> link = one_to_one(grouped(Case((code,), (code + 3) % 6)))
    >>> link.wrong, link.chance < -80
    (0, True)
    """
    groups_of = np.unique(groups.units, return_counts=True)[1]
    exact = _alike(groups) and len(np.unique(groups.least)) == len(groups.least)
    several = int(groups.units[groups.units > 1].sum())
    exact = exact and several >= SPOKEN * int(groups.units.sum())
    ways = _factorials(groups.units) + _factorials(groups_of)
    return _identity(groups, exact, ways, groups.least, groups.most)


def monotone(groups: Groups) -> Link:
    r"""Judge whether the value goes up, or down, with what is shown, and never back.

    Of the :math:`n!` ways to deal out the values, :math:`∏ c_v!` give this order, and as many the
    opposite.

    Examples
    --------
    >>> from discret.maths.redundancy.shown_groups import Case, grouped
    >>> age = np.random.default_rng(1).permutation(20)
    >>> monotone(grouped(Case((2000 - age,), age))).chance < -40
    True
    """
    moves = np.diff(groups.least)
    exact = _alike(groups) and bool((moves >= 0).all() or (moves <= 0).all())
    exact = exact and len(moves) > 0
    counts = np.bincount(groups.least, weights=groups.units) if len(moves) else np.zeros(1)
    ways = TWO_WAYS + _factorials(counts)
    return _identity(groups, exact, ways, groups.least, groups.most)


def counted(numbers: Codes) -> Judge:
    """Judge whether what is shown, a count, is the value itself.

    Parameters
    ----------
    numbers
        The values, in the order of their places.

    Examples
    --------
    >>> from discret.maths.redundancy.shown_groups import Case, grouped
    >>> size = np.array([1, 1, 3, 2, 1, 2, 5])
    >>> counted(np.arange(6))(grouped(Case((size,), size))).wrong
    0
    """

    def judge(groups: Groups) -> Link:
        exact = _alike(groups) and bool((numbers[groups.least] == groups.shown).all())
        ways = _factorials(groups.units)
        return _identity(groups, exact, ways, groups.least, groups.most)

    return judge


def summed(numbers: Codes, shown: Codes, counts: Codes) -> Judge:
    r"""Judge whether the sum of the value and of what is shown is the same for all, to within one.

    The sum c is given by the two means, so that nothing is searched for. With :math:`r_i` records
    whose value would do beside record i, at most :math:`∏ (r_i!)^{1/r_i}` of the n! ways to deal
    out the values do (Bregman 1973, Minc's conjecture).

    Parameters
    ----------
    numbers, shown
        The values and what is shown, as whole numbers, in the order of their places; what is shown
        with the opposite sign for a difference.
    counts
        How many records have each value.

    Examples
    --------
    >>> from discret.maths.redundancy.shown_groups import Case, grouped
    >>> rng = np.random.default_rng(1)
    >>> age = np.sort(rng.permutation(80)[:20])
    >>> born = 1990 - age - np.arange(20) % 2
    >>> years, places = np.unique(born, return_inverse=True)
    >>> judge = summed(age, years, np.ones(20, dtype=int))
    >>> judge(grouped(Case((places,), np.arange(20)))).chance < -20
    True
    """
    below = np.concatenate([[0], np.cumsum(counts)])

    def judge(groups: Groups) -> Link:
        beside = shown[groups.shown]
        if not len(beside):
            return _identity(groups, False, 0.0, groups.least, groups.most)
        least = int((numbers[groups.least] + beside).min())
        most = int((numbers[groups.most] + beside).max())
        low = np.searchsorted(numbers, least - beside)
        high = np.searchsorted(numbers, most - beside, side="right")
        will_do = np.maximum(below[high] - below[low], 1)
        ways = float((groups.units * log_factorials(will_do) / will_do).sum())
        return _identity(groups, most - least <= 1, ways, low, high - 1)

    return judge


def least_chance(values: Codes, unit: Codes | None) -> float:
    """Return the logarithm of the smallest probability that any relation with a column can have.

    Examples
    --------
    >>> round(float(np.exp(-least_chance(np.array([0, 1, 2]), None))), 6)  # 3! / 2
    3.0
    """
    known = values >= 0
    values = values[known]
    if unit is not None:
        span = int(values.max(initial=0)) + 1
        values = np.unique(unit[known] * np.int64(span) + values) % span
    counts = np.bincount(values) if len(values) else np.zeros(1)
    return TWO_WAYS + _factorials(counts) - float(log_factorials(np.array(counts.sum())))


def _identity(groups: Groups, exact: bool, ways: float, low: Codes, high: Codes) -> Link:
    """Return what holds for all records, or for none: `ways` to deal out values would do."""
    records, number = len(groups.records), float(groups.units.sum())
    chance = ways - float(log_factorials(np.array(number)))
    every = np.repeat(np.full(len(groups.starts), exact), groups.sizes)
    return Link(
        records=records,
        spoken=records,
        wrong=0 if exact else records,
        expected=0.0,
        chance=chance,
        read=groups.records[every],
        lowest=np.repeat(low, groups.sizes)[every],
        highest=np.repeat(high, groups.sizes)[every],
    )


def _alike(groups: Groups) -> bool:
    return bool((groups.least == groups.most).all())


def _factorials(counts: Codes | Floats) -> float:
    """Return the logarithm of the product of the factorials of some counts."""
    return float(log_factorials(counts).sum())

r"""How surely several answers of one person give their value away: the repetition attack.

Each answer is drawn anew, by itself. Whoever knows how takes the likeliest value, all being as
likely before: the one told most often (randomised response), or the one whose bit was told most
often (unary encoding); of several as likely, any.

References
----------
.. [1] Nguyen B., Castelluccia C. (2020). Techniques d'anonymisation tabulaire, exemple 15.
"""

from __future__ import annotations

from math import comb, exp, inf, lgamma, log

import numpy as np

from discret.maths.arrays import Floats, Ints
from discret.maths.privacy.unary import Bits


def most_told(truth: float, values: int, times: int) -> float:
    r"""Return how often the likeliest value is the true one, of so many answers among n values.

    It is the one told most; where the truth is told less often than any other value it is the one
    told least, and what follows is turned round. Counts of answers are multinomial: independent
    Poisson numbers, given their sum. With a answers that are true, f and F the law of the count of
    another value, the chance to be right is
    :math:`\sum_t \binom{n-1}{t} f(a)^t F(a-1)^{n-1-t} / (t+1)` over the t others told as often,
    restricted to counts that add up to all answers.

    Examples
    --------
    >>> round(most_told(0.75, 2, 3), 9), round(most_told(0.75, 2, 5), 9)
    (0.84375, 0.896484375)
    >>> round(most_told(0.6, 3, 2), 9)  # the truth twice, or once and then by lot
    0.6
    >>> round(most_told(0.25, 2, 3), 9)  # who lies three times in four tells as much
    0.84375
    """
    if values < 2 or truth >= 1:  # noqa: PLR2004 (there is nothing else to be told)
        return 1.0
    own = _poisson(times * truth, times)
    law = _poisson(times * (1 - truth) / (values - 1), times)
    first = _last if truth * values < 1 else _first
    right = [own[true] * first(law, true, values - 1, times - true) for true in range(times + 1)]
    return min(float(sum(right) / _poisson(times, times)[-1]), 1.0)


def _first(law: Floats, true: int, others: int, left: int) -> float:
    """Return the chance that no other value is told more often, and the lot falls right."""
    if not true:  # never told, and so no other is: there are answers
        return 0.0
    most = min(left // true, others)
    tied = [_tied(others, number, law[true]) / (number + 1) for number in range(most + 1)]
    below = law[:true]
    rest = _power(below, others - most, left)
    found = 0.0
    for number in range(most, -1, -1):
        found += tied[number] * _at(rest, left - number * true)
        rest = np.convolve(rest, below)[: left + 1]
    return found


def _last(law: Floats, true: int, others: int, left: int) -> float:
    """Return the chance that no other value is told less often, and the lot falls right."""
    above = np.where(np.arange(len(law)) > true, law, 0.0)
    total = float(above.sum())
    shape = above / total if total else above  # of many values the product itself is too small
    most = min(left // true, others) if true else others
    least = max(others - left // (true + 1), 0)  # of others told as often, there must be so many
    rest = _power(shape, others - most, left)
    found = 0.0
    for number in range(most, least - 1, -1):
        ways = lgamma(others + 1) - lgamma(number + 1) - lgamma(others - number + 1)
        each = _log(law[true], number) + _log(total, others - number)
        found += exp(ways + each + _log(_at(rest, left - number * true), 1)) / (number + 1)
        rest = np.convolve(rest, shape)[: left + 1]
    return found


def _log(chance: float, times: int) -> float:
    """Return the logarithm of a power of a chance."""
    return 0.0 if not times else times * log(chance) if chance > 0 else -inf


def _tied(of: int, number: int, chance: float) -> float:
    """Return in how many ways so many others are told as often, times the chance of each."""
    if chance <= 0:
        return float(number == 0)
    ways = lgamma(of + 1) - lgamma(number + 1) - lgamma(of - number + 1)
    return exp(ways + number * log(chance))


def _poisson(mean: float, most: int) -> Floats:
    """Return the chances of 0 to so many."""
    if mean <= 0:
        return np.eye(1, most + 1).ravel()
    return np.array([exp(at * log(mean) - mean - lgamma(at + 1)) for at in range(most + 1)])


def _power(law: Floats, times: int, most: int) -> Floats:
    """Return the law of a sum of so many, up to a largest number: by squares."""
    squares, sums = law, np.ones(1)
    while times:
        if times % 2:
            sums = np.convolve(sums, squares)[: most + 1]
        squares, times = np.convolve(squares, squares)[: most + 1], times // 2
    return sums


def _at(law: Floats, place: int) -> float:
    return float(law[place]) if 0 <= place < len(law) else 0.0


def bits_told(told: tuple[float, float], values: int, times: int) -> float:
    r"""Return how often the bit told most is that of the true value, of so many reports.

    A bit is told :math:`Bin(m, p)` times if it is the true one, else :math:`Bin(m, q)` times, each
    by itself. With f and F the latter, :math:`\sum_a P(a) (F(a)^n - F(a-1)^n) / (n f(a))`.

    Examples
    --------
    >>> round(bits_told((0.75, 0.25), 2, 1), 9)  # 9/16, and of both or none the half
    0.75
    """
    own, law = (_binomial(chance, times) for chance in told)
    up_to = np.minimum(np.cumsum(law), 1.0)
    share = np.divide(law, up_to, out=np.zeros(times + 1), where=up_to > 0)
    with np.errstate(divide="ignore"):  # (1 - F(a-1)^n / F(a)^n) / f without what cancels
        first = -np.expm1(values * np.log1p(-np.minimum(share, 1.0)))
    wins = np.where(law > 0, first / np.where(law > 0, values * law, 1.0) * up_to, 1.0)
    return float(own @ (wins * up_to ** (values - 1)))


def _binomial(chance: float, times: int) -> Floats:
    return np.array(
        [comb(times, at) * chance**at * (1 - chance) ** (times - at) for at in range(times + 1)]
    )


def right_by_count(whose: Ints, told: Ints, true: Ints) -> Floats:
    """Return for each of some unknown values the chance that what was told most is true.

    Of several told as often, one is drawn by lot.

    Parameters
    ----------
    whose, told
        For each answer, which unknown value it is about, and the value that was told.
    true
        The unknown values.

    Examples
    --------
    >>> whose, told = np.array([0, 0, 0, 1, 1]), np.array([7, 7, 8, 7, 8])
    >>> right_by_count(whose, told, np.array([7, 8])).tolist()
    [1.0, 0.5]
    """
    size = max(int(told.max(initial=0)), int(true.max(initial=0))) + 1
    pairs, counts = np.unique(whose * size + told, return_counts=True)
    owner, value = pairs // size, pairs % size
    most = np.zeros(len(true), dtype=np.int64)
    np.maximum.at(most, owner, counts)
    first = counts == most[owner]
    tied = np.bincount(owner[first], minlength=len(true))
    hits = np.bincount(owner[first & (value == true[owner])], minlength=len(true))
    return np.asarray(hits / np.maximum(tied, 1))


def right_by_bits(whose: Ints, bits: Bits, true: Ints) -> Floats:
    """Return for each of some unknown values the chance that the bit told most is its own.

    Examples
    --------
    >>> bits = np.array([[1, 0], [1, 1], [1, 1]], np.uint8)
    >>> right_by_bits(np.array([0, 0, 1]), bits, np.array([0, 1])).tolist()
    [1.0, 0.5]
    """
    order = np.argsort(whose, kind="stable")
    starts = np.searchsorted(whose[order], np.arange(len(true)))
    counts = np.add.reduceat(bits[order], starts, axis=0, dtype=np.int32)
    first = counts == counts.max(axis=1, keepdims=True)
    return np.asarray(first[np.arange(len(true)), true] / first.sum(axis=1))

"""Chance that nobody can foresee or draw again: the operating system's.

A guarantee of differential privacy holds for chance that the attacker does not know, so the seed of
a run never touches it. Chances are compared as whole numbers of 64 bits, so that what is claimed of
them holds exactly.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from decimal import ROUND_FLOOR, Context, Decimal
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Bools, Ints

BITS = 64
_EXACT = Context(prec=60)


class Chance(NamedTuple):
    """Where bytes come from."""

    read: Callable[[int], bytes]

    @property
    def private(self) -> bool:
        """Whether what is drawn is private: of no other source than the system's, whoever says so.

        Examples
        --------
        >>> SYSTEM.private, Chance(bytes).private, SYSTEM._replace(read=bytes).private
        (True, False, False)
        """
        return self.read is os.urandom

    def words(self, number: int) -> NDArray[np.uint64]:
        """Draw whole numbers of 64 bits.

        Examples
        --------
        >>> len(SYSTEM.words(3)), SYSTEM.private
        (3, True)
        """
        return np.frombuffer(self.read(8 * number), dtype=np.uint64)

    def happens(self, threshold: int, number: int) -> Bools:
        """Draw what happens with a chance of `threshold` in 2 to the power of 64.

        Examples
        --------
        >>> SYSTEM.happens(0, 3).tolist(), SYSTEM.happens(2**64, 2).tolist()
        ([False, False, False], [True, True])
        """
        if threshold >= 1 << BITS:
            return np.ones(number, dtype=bool)
        return np.asarray(self.words(number) < np.uint64(threshold))

    def below(self, limit: int, number: int) -> Ints:
        """Draw whole numbers from 0 to below the limit, all exactly as likely.

        What lies beyond the last whole multiple of the limit is drawn again.

        Examples
        --------
        >>> set(SYSTEM.below(3, 200).tolist()) <= {0, 1, 2}
        True
        """
        beyond = (1 << BITS) // limit * limit
        drawn = self.words(number).copy()
        while beyond < 1 << BITS and (again := np.flatnonzero(drawn >= np.uint64(beyond))).size:
            drawn[again] = self.words(len(again))
        return (drawn % np.uint64(limit)).astype(np.int64)


SYSTEM = Chance(os.urandom)


def pretended(seed: int) -> Chance:
    """Return chance that can be drawn again, for tests: what is drawn from it is not private.

    Examples
    --------
    >>> pretended(1).words(2).tolist() == pretended(1).words(2).tolist(), pretended(1).private
    (True, False)
    """
    return Chance(np.random.default_rng(seed).bytes)


def threshold(odds: float, others: float) -> int:
    r"""Return the largest threshold whose chance is at most :math:`e^{ε} / (e^{ε} + b)`.

    `odds` is ε, `others` b. With sixty digits, rounded down: the chance is never above.

    Examples
    --------
    >>> threshold(0.0, 1) == 2**63
    True
    """
    weight = _EXACT.exp(Decimal(odds))
    share = _EXACT.divide(weight, _EXACT.add(weight, Decimal(others)))
    whole = _EXACT.multiply(share, Decimal(1 << BITS))
    return int(whole.to_integral_value(rounding=ROUND_FLOOR))

"""Kernels that say of many groups at once which of them fail, without their exact levels.

What a level is compared with is known before, so most groups are judged by sums and comparisons
alone. Where a group comes as near to its limit as rounding might matter, it is left open, and its
level is measured as ever (`levels`): verdicts are those of the levels, always. Kernels return how
many groups are left open.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.kernels import Number, inner, kernel
from discret.maths.recoding.levels import summed
from discret.maths.recoding.uncompiled import Counts

Verdicts = NDArray[np.int8]
HOLDS, FAILS, OPEN = 0, 1, 2
Limits = tuple[float, float]  # a little below, and a little above, what a level is compared with


@kernel
def outside(
    table: Counts, keep: Bools, high: Floats, low: Floats, absent: bool, verdict: Verdicts
) -> Number:
    """Look for values above or below their limits; those that are absent count where said so.

    Limits have two rows: within the first nothing fails, past the second it does.
    """
    left = 0
    for group in range(len(table)):
        if keep[group]:
            size = np.float64(summed(table[group]))
            verdict[group] = FAILS
            if not _beyond(table[group], size, high[1], low[1], absent):
                near = _beyond(table[group], size, high[0], low[0], absent)
                verdict[group] = OPEN if near else HOLDS
                left += near
    return left


@inner
def _beyond(row: Counts, size: float, high: Floats, low: Floats, absent: bool) -> bool:
    """Whether a value lies outside these limits."""
    for value in range(len(row)):
        if row[value] or absent:
            count = np.float64(row[value])
            if count > high[value] * size or count < low[value] * size:
                return True
    return False


@kernel
def unequal(table: Counts, keep: Bools, share: Floats, limit: Limits, verdict: Verdicts) -> Number:
    """Sum what every row has above its share."""
    left = 0
    for group in range(len(table)):
        if keep[group]:
            size, work = np.float64(summed(table[group])), 0.0
            for value in range(len(share)):
                work += max(table[group, value] - share[value] * size, 0.0)
            verdict[group] = (
                FAILS if work > limit[1] * size else OPEN if work > limit[0] * size else HOLDS
            )
            left += verdict[group] == OPEN
    return left


@kernel
def unordered(
    table: Counts, keep: Bools, share: Floats, places: Bools, limit: Limits, verdict: Verdicts
) -> Number:
    """Move what every row has too much of along the order; work counts in some places."""
    left = 0
    for group in range(len(table)):
        if keep[group]:
            size, work, ahead = np.float64(summed(table[group])), 0.0, 0.0
            for value in range(len(share)):
                ahead += table[group, value] - share[value] * size
                work += abs(ahead) * places[value]
            verdict[group] = (
                FAILS if work > limit[1] * size else OPEN if work > limit[0] * size else HOLDS
            )
            left += verdict[group] == OPEN
    return left


@kernel
def unlike(
    table: Counts, keep: Bools, share: Floats, parents: Ints, limit: Limits, extra: Floats,
    verdict: Verdicts,
) -> Number:  # fmt: skip
    """Sum what every node of a tree has too much or too little of: twice what is moved."""
    left, (heights, values) = 0, parents.shape
    for group in range(len(table)):
        if keep[group]:
            size, work = np.float64(summed(table[group])), 0.0
            for value in range(values):
                extra[value] = table[group, value] - share[value] * size
            number = values
            for height in range(heights):
                node, sum_ = -1, 0.0
                for child in range(number):  # those of a node stand side by side
                    work += abs(extra[child])
                    if parents[height, child] != node:
                        node += 1
                        sum_ = 0.0
                    sum_ += extra[child]
                    extra[node] = sum_
                number = node + 1
            for top in range(number):
                work -= heights * abs(extra[top])
            work /= 2 * heights
            verdict[group] = (
                FAILS if work > limit[1] * size else OPEN if work > limit[0] * size else HOLDS
            )
            left += verdict[group] == OPEN
    return left


@kernel
def uneven(table: Counts, keep: Bools, terms: Floats, limit: Limits, verdict: Verdicts) -> Number:
    """Take the entropy of every row; `terms` has c ln c of small counts, limits are logarithms."""
    left = 0
    for group in range(len(table)):
        if keep[group]:
            size, told = summed(table[group]), 0.0
            for value in range(table.shape[1]):
                count = np.int64(table[group, value])
                told += terms[count] if count < len(terms) else count * np.log(count)
            whole = terms[size] if size < len(terms) else size * np.log(size)
            bits = whole - told
            verdict[group] = (
                FAILS if bits < limit[0] * size else OPEN if bits <= limit[1] * size else HOLDS
            )
            left += verdict[group] == OPEN
    return left


@kernel
def unlikely(
    table: Counts, keep: Bools, terms: Floats, limit: Limits, least: Limits, verdict: Verdicts
) -> Number:
    """Take Grassberger's estimate of the entropy of every row, and count its values.

    `terms` has c G(c) of every count c that there can be; limits are logarithms, and `least` has
    numbers of values.
    """
    left = 0
    for group in range(len(table)):
        if keep[group]:
            size, told, present = summed(table[group]), 0.0, 0.0
            for value in range(table.shape[1]):
                told += terms[np.uint32(table[group, value])]
                present += table[group, value] > 0
            bits = terms[size] - told
            fails = bits < limit[0] * size or present < least[0]
            near = bits <= limit[1] * size or present <= least[1]
            verdict[group] = FAILS if fails else OPEN if near else HOLDS
            left += verdict[group] == OPEN
    return left

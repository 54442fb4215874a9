"""The cube method: random samples that keep totals."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.kernels import NONE, Number, inner, kernel

ROUND = 1e-9  # distance from 0 or 1 at which a chance is decided


class _Flight(NamedTuple):
    """The units that are moved together, their columns, and the direction in which they go."""

    window: Ints
    table: Floats
    direction: Floats

    @classmethod
    def of(cls, width: int) -> _Flight:
        """Return room for one unit more than there are columns."""
        return cls(np.empty(width + 1, np.int64), np.empty((width, width + 1)), np.empty(width + 1))


def balanced(chances: Floats, columns: Floats, rng: np.random.Generator) -> Bools:
    r"""Draw units with given chances so that sums of columns come out as expected.

    Parameters
    ----------
    chances
        Chance of each unit to be drawn, between 0 and 1.
    columns
        Units × columns: the sum over the units drawn of each column is to be
        :math:`∑ π_k a_k`. For a sample of fixed size, one column is 1 everywhere; for totals
        estimated with weights :math:`1/π`, columns are :math:`x_k / π_k`. The first columns are
        kept best.
    rng
        Chance.

    Notes
    -----
    Flight (Deville & Tillé 2004; Chauvet & Tillé 2006): of the first units whose chance is not yet
    0 or 1, one more than there are columns, chances are moved along a direction that changes no
    sum, one way or the other, until one of them is 0 or 1; which way is drawn so that each chance
    is kept on average. Landing: where no such direction is left, the last column is given up, and
    so on. Sums are therefore exact but for the few units decided at the end.

    References
    ----------
    .. [1] Deville J.-C., Tillé Y. (2004). Efficient balanced sampling: the cube method.
       Biometrika 91(4), 893-912.
    .. [2] Chauvet G., Tillé Y. (2006). A fast algorithm for balanced sampling. Computational
       Statistics 21, 53-62.

    Examples
    --------
    >>> drawn = balanced(np.full(8, 0.5), np.ones((8, 1)), np.random.default_rng(1))
    >>> int(drawn.sum())
    4
    """
    order = rng.permutation(len(chances))
    scale = np.abs(columns).max(axis=0, initial=0.0)
    scaled = columns[:, scale > 0] / scale[scale > 0]
    state = np.ascontiguousarray(chances[order], dtype=np.float64)
    width = scaled.shape[1]
    flight = _Flight.of(width)
    _fly(state, np.ascontiguousarray(scaled[order]), rng.random(2 * len(chances) + 1), flight)
    drawn = np.empty(len(chances), dtype=np.bool_)
    drawn[order] = state > 0.5  # noqa: PLR2004 (0 or 1)
    return drawn


@kernel
def _fly(state: Floats, columns: Floats, draws: Floats, flight: _Flight) -> None:
    rows, width = columns.shape
    window, table, direction = flight
    held: Number = NONE
    following, used = NONE, NONE
    while True:
        while held <= width and following < rows:
            window[held] = following
            held += _open(state, following)
            following += 1
        if held == 0:
            return
        if not _unchanged(columns, window, held, width, table, direction):
            width -= 1  # landing: the last column is given up
            continue
        _move(state, window, held, direction, draws[used])
        used += 1
        kept: Number = NONE
        for place in range(held):
            unit = window[place]
            window[kept] = unit
            kept += _open(state, unit)
        held = kept


@inner
def _open(state: Floats, unit: Number) -> Number:
    """Return 1 where a unit's chance is neither 0 nor 1; as good as one of them becomes it."""
    if ROUND < state[unit] < 1.0 - ROUND:
        return 1
    state[unit] = 1.0 if state[unit] > 0.5 else 0.0  # noqa: PLR2004 (the nearer one)
    return 0


@inner
def _unchanged(
    columns: Floats, window: Ints, held: Number, width: Number, table: Floats, direction: Floats
) -> bool:
    """Write a direction in the window along which the first `width` sums do not change, if any."""
    for column in range(width):
        for place in range(held):
            table[column, place] = columns[window[place], column]
    for place in range(held):  # each is made to depend on the row of its number
        best, size = -1, ROUND
        for row in range(place, width):
            if abs(table[row, place]) > size:
                best, size = row, abs(table[row, place])
        if best < 0:
            for row in range(held):
                direction[row] = -table[row, place] if row < place else 0.0
            direction[place] = 1.0
            return True
        pivot = table[best, place]
        for at in range(place, held):
            value = table[best, at] / pivot
            table[best, at] = table[place, at]
            table[place, at] = value
        for row in range(width):
            share = table[row, place]
            if row != place and share != 0.0:
                for at in range(place, held):
                    table[row, at] -= share * table[place, at]
    return False


@inner
def _move(state: Floats, window: Ints, held: Number, direction: Floats, draw: float) -> None:
    """Move chances one way or the other, as far as one of them goes; each is kept on average."""
    ahead, back = np.inf, np.inf
    for place in range(held):
        slope, chance = direction[place], state[window[place]]
        if slope > 0:
            ahead = min(ahead, (1.0 - chance) / slope)
            back = min(back, chance / slope)
        elif slope < 0:
            ahead = min(ahead, -chance / slope)
            back = min(back, (chance - 1.0) / slope)
    far = ahead if draw < back / (ahead + back) else -back
    for place in range(held):
        unit = window[place]
        state[unit] = min(max(state[unit] + far * direction[place], 0.0), 1.0)

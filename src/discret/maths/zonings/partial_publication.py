"""Zones and squares that are withheld, written as two zonings that are published in full."""

from __future__ import annotations

import numpy as np

from discret.maths.arrays import Bools, Ints


def published_in_full(
    zone: Ints,
    square: Ints,
    count: Ints,
    withheld: tuple[Bools, Bools],
    threshold: int,
) -> tuple[Ints, Ints, Ints]:
    r"""Return a crossed table, published in full, that gives away what the partial one does.

    Parameters
    ----------
    zone, square, count
        The crossed table.
    withheld
        Of each zone, and of each square, whether its total is kept back.
    threshold
        Groups of this many observations may be deduced.

    Returns
    -------
    The table: first the rows given, in their order, their zone changed where it is withheld; then
    a row for each square that is withheld.

    Notes
    -----
    Who subtracts has :math:`h(i,b) = a_i + c_b ≥ 0`, with :math:`a_i = 0` for a zone that is
    withheld and :math:`c_b = 0` for a square that is. The zones withheld share their coefficient,
    so they are one zone, w. A square withheld asks for :math:`a_i ≥ 0 = a_w` of its zones, and then
    leaves :math:`a_i - a_w` on them: as a square does that w is in as well, with so many
    observations that no small group may hold them. The threshold is many enough.

    Examples
    --------
    Two observations of the first zone are in a square that it shares with the second. To withhold
    the other square of the first zone does not help: it is what the rest leaves of both zones. To
    withhold a square on either side does.

    >>> from discret.maths.zonings.cuts import smallest_groups
    >>> zone, square = np.array([0, 0, 1, 1]), np.array([0, 1, 0, 2])
    >>> count, none = np.array([2, 30, 40, 50]), np.zeros(2, dtype=bool)
    >>> for squares in ([False, True, False], [False, True, True]):
    ...     table = published_in_full(zone, square, count, (none, np.array(squares)), 11)
    ...     smallest_groups(*table, 11).size[:4].tolist()
    [2, 11, 11, 11]
    [11, 11, 11, 11]
    """
    zones, squares = withheld
    if not (zones.any() or squares.any()):
        return zone, square, count
    rest, hidden = len(zones), np.flatnonzero(squares)
    return (
        np.concatenate([np.where(zones[zone], rest, zone), np.full(len(hidden), rest)]),
        np.concatenate([square, hidden]),
        np.concatenate([count, np.full(len(hidden), threshold)]),
    )

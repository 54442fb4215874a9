r"""Controlled rounding: numbers go up or down such that totals go to a multiple beside them.

What counts of a number is its rest above the multiple below it, as a whole number of parts of the
base. Records that count for the same totals are a cell; how many of a cell go up is drawn first,
then which.

Cox L. H. (1987). A constructive procedure for unbiased controlled rounding. Journal of the American
Statistical Association 82. Causey B. D., Cox L. H., Ernst L. R. (1985). Applications of
transportation theory to statistical problems. Journal of the American Statistical Association 80.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.matching import group_ids
from discret.maths.perturbation.rounded_tables import rounded_table

NODES = 10_000  # of the search of a programme: counted, so that any machine finds the same
TWO = 2  # margins, up to which totals are a flow and can always be kept


def rounded_up(
    rest: Ints, base: int, margins: Ints, weights: Floats, rng: np.random.Generator
) -> Bools | None:
    """Return which numbers go up: the total of all, and of each category, stays within one base.

    Parameters
    ----------
    rest
        What each number is above the multiple below it, from 0 to below `base`.
    base
        The base; together all rests must be a number of 63 bits.
    margins
        Records × margins: the category of each record.
    weights
        The weight of each record.

    Notes
    -----
    With two margins at most each goes up with the chance rest / base, and the records of each
    combination of categories keep their total within one base too, and their weighted total within
    the base times the largest of their weights. With more, counts near those drawn are found by a
    programme, if there are any: else nothing is returned.

    Examples
    --------
    >>> rest, everybody = np.array([5, 5, 4, 6]), np.zeros((4, 0), int)
    >>> int(rounded_up(rest, 10, everybody, np.ones(4), np.random.default_rng(1)).sum())
    2
    """
    if not rest.any():
        return np.zeros(len(rest), dtype=np.bool_)
    whole = np.zeros((len(rest), 1), dtype=np.int64)
    of, cells = group_ids(np.concatenate([whole, margins], axis=1))
    first = np.unique(of, return_index=True)[1]
    owed = _summed(rest, of, cells)
    if margins.shape[1] <= TWO:
        sides = np.concatenate([margins[first], np.zeros((cells, TWO), np.int64)], axis=1)
        up = owed // base + rounded_table(owed % base, base, sides[:, :TWO], rng)
    else:
        most = np.bincount(of[rest > 0], minlength=cells)
        found = _programme(owed, base, margins[first], most, rng)
        if found is None:
            return None
        up = found
    return chosen(rest, base, of, up, weights, rng)


def _summed(rest: Ints, of: Ints, cells: int) -> Ints:
    """Add up exactly, without floats."""
    found = np.zeros(cells, dtype=np.int64)
    np.add.at(found, of, rest)
    return found


def chosen(
    rest: Ints, base: int, of: Ints, up: Ints, weights: Floats, rng: np.random.Generator
) -> Bools:
    """Draw which records of each cell go up, as many as told: by systematic sampling.

    Records lie one after the other on a line, each as long as its rest, the heaviest first; one
    goes up where a mark falls in it, and marks are a base apart. Where marks begin is drawn such
    that there are as many as told.

    Examples
    --------
    >>> cell, up, weights = np.zeros(3, int), np.array([1]), np.ones(3)
    >>> rest = np.array([4, 0, 6])
    >>> drawn = chosen(rest, 10, cell, up, weights, np.random.default_rng(2))
    >>> int(drawn.sum()), bool(drawn[1])
    (1, False)
    """
    owed = _summed(rest, of, len(up))
    least, above = owed // base, owed % base
    usual = np.clip(up, least, least + (above > 0))
    more = usual > least
    shift = rng.integers(np.where(more, base - above, 0), np.where(more, base, base - above))
    order = np.lexsort((rng.random(len(rest)), -weights, of))
    along, sorted_of = np.cumsum(rest[order]), of[order]
    begins = np.cumsum(owed) - owed
    ends = along - begins[sorted_of] + shift[sorted_of]
    went = np.empty(len(rest), dtype=np.bool_)
    went[order] = ends // base > (ends - rest[order]) // base
    return _turned(went, rest, of, up - usual)


def _turned(went: Bools, rest: Ints, of: Ints, more: Ints) -> Bools:
    """Let more of a cell go up, those with the largest rests, or fewer."""
    if not more.any():
        return went
    open_ = (rest > 0) & np.where(more[of] > 0, ~went, went)
    order = np.lexsort((-np.sign(more[of]) * rest, ~open_, of))
    size = np.bincount(of, minlength=len(more))
    place = np.empty(len(of), dtype=np.int64)
    place[order] = np.arange(len(of)) - (np.cumsum(size) - size)[of[order]]
    return np.asarray(went ^ (place < np.abs(more)[of]))


def _programme(
    owed: Ints, base: int, margins: Ints, most: Ints, rng: np.random.Generator
) -> Ints | None:
    """Find how many of each cell go up, near a draw: each total goes to a multiple beside it."""
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import hstack

    drawn = owed // base + (rng.integers(0, base, len(owed)) < owed % base)
    sums, low, high = _totals(owed, base, margins, drawn)
    cost = np.ones(2 * len(owed)) + rng.random(2 * len(owed)) / len(owed)
    found = milp(
        cost,
        integrality=np.ones(len(cost)),
        bounds=Bounds(np.zeros(len(cost)), np.concatenate([most - drawn, drawn])),
        constraints=LinearConstraint(hstack([sums, -sums], format="csr"), low, high),
        options={"node_limit": NODES},
    )
    if found.x is None:
        return None
    steps = np.rint(found.x).astype(np.int64)
    moves = steps[: len(owed)] - steps[len(owed) :]
    told = sums @ moves
    return drawn + moves if (low <= told).all() and (told <= high).all() else None


def _totals(owed: Ints, base: int, margins: Ints, drawn: Ints) -> tuple[Any, Floats, Floats]:
    """Return which cells each total sums, and how far it may be from what was drawn."""
    from scipy.sparse import csr_array, vstack

    cells = np.arange(len(owed))
    parts = [np.zeros(len(owed), dtype=np.int64), *margins.T]
    rows = [csr_array((np.ones(len(owed)), (code, cells))) for code in parts]
    whole, now = (
        np.concatenate([_summed(own, code, int(code.max()) + 1) for code in parts])
        for own in (owed, drawn)
    )
    low = whole // base - now
    return vstack(rows, format="csr"), low.astype(float), (low + (whole % base > 0)).astype(float)

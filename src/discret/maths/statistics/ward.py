"""Hierarchical clustering of weighted points by Ward's method, and the agreement of partitions."""

from __future__ import annotations

import numpy as np

from discret.maths.arrays import Floats, Ints


def ward(points: Floats, weights: Floats) -> tuple[Ints, Floats]:
    r"""Merge weighted points two by two, each time those that add least inertia within clusters.

    Returns
    -------
    For each merger, the two clusters (points first, then mergers in their order) and the inertia
    that it adds.

    Notes
    -----
    Merging a and b adds :math:`\frac{m_a m_b}{m_a + m_b} \|g_a - g_b\|^2`. A chain of nearest
    neighbours finds the same mergers as a search of all pairs (no merger brings clusters nearer to
    a third), in time that grows with the square of the number of points and with no table of
    distances. Points at the same place are merged first: a point of weight n is n points.

    References
    ----------
    .. [1] Ward J. (1963). Hierarchical grouping to optimize an objective function. JASA 58.
    .. [2] Murtagh F., Legendre P. (2014). Ward's hierarchical agglomerative clustering method.

    Examples
    --------
    >>> pairs, added = ward(np.array([[0.0], [1.0], [5.0]]), np.array([1.0, 1.0, 2.0]))
    >>> pairs.tolist(), added.tolist()
    ([[0, 1], [2, 3]], [0.5, 20.25])
    """
    number = len(points)
    centres, mass = points.astype(np.float64).copy(), weights.astype(np.float64).copy()
    alive = np.ones(number, dtype=np.bool_)
    merged: list[tuple[int, int, float]] = []
    chain: list[int] = []
    while len(merged) < number - 1:
        if not chain:
            chain.append(int(np.argmax(alive)))
        last = chain[-1]
        cost = _costs(centres, mass, last)
        cost[~alive] = np.inf
        cost[last] = np.inf
        near = int(np.argmin(cost))
        if len(chain) > 1 and cost[chain[-2]] <= cost[near]:
            near = chain[-2]
            chain = chain[:-2]
            merged.append((near, last, float(cost[near])))
            total = mass[near] + mass[last]
            centres[near] = (mass[near] * centres[near] + mass[last] * centres[last]) / total
            mass[near] = total
            alive[last] = False
        else:
            chain.append(near)
    return _in_order(merged, number)


def _costs(centres: Floats, mass: Floats, one: int) -> Floats:
    gaps = centres - centres[one]
    return np.asarray(mass * mass[one] / (mass + mass[one]) * np.einsum("ij,ij->i", gaps, gaps))


def _in_order(merged: list[tuple[int, int, float]], number: int) -> tuple[Ints, Floats]:
    """Sort mergers by what they add, and name clusters by the merger that made them."""
    order = sorted(range(len(merged)), key=lambda at: merged[at][2])  # stable: parts come first
    names = list(range(number))
    roots = list(range(number))

    def root(one: int) -> int:
        while roots[one] != one:
            roots[one] = roots[roots[one]]
            one = roots[one]
        return one

    pairs = np.empty((len(merged), 2), dtype=np.int64)
    for place, at in enumerate(order):
        one, other = root(merged[at][0]), root(merged[at][1])
        pairs[place] = sorted((names[one], names[other]))
        roots[other] = one
        names[one] = number + place
    return pairs, np.array([merged[at][2] for at in order], dtype=np.float64)


def cut(pairs: Ints, number: int, classes: int) -> Ints:
    """Return the class of each point when the last mergers are undone; the first point is in 0.

    Examples
    --------
    >>> cut(np.array([[0, 1], [2, 3]]), 3, 2).tolist()
    [0, 0, 1]
    """
    labels = np.arange(number + len(pairs))
    for place in range(max(number - classes, 0)):
        labels[pairs[place]] = number + place
    for node in range(number + len(pairs) - 1, -1, -1):
        labels[node] = labels[labels[node]]
    _, first, codes = np.unique(labels[:number], return_index=True, return_inverse=True)
    ranks = np.empty(len(first), dtype=np.int64)
    ranks[np.argsort(first)] = np.arange(len(first))
    return ranks[codes]


def adjusted_rand(one: Ints, other: Ints, weights: Floats) -> float:
    r"""Return the agreement of two partitions of weighted points, 0 for what chance would give.

    Notes
    -----
    With :math:`p_{ij}` the share of the weight in class i of one and j of the other, pairs are
    drawn with replacement: :math:`\frac{∑ p_{ij}^2 - e}{(∑ p_i^2 + ∑ p_j^2)/2 - e}` with
    :math:`e = ∑ p_i^2 ∑ p_j^2`. It does not depend on the scale of the weights, and is the limit of
    the index of Hubert and Arabie when every point is repeated. Two partitions that put everybody
    together agree.

    References
    ----------
    .. [1] Hubert L., Arabie P. (1985). Comparing partitions. Journal of Classification 2.

    Examples
    --------
    >>> adjusted_rand(np.array([0, 0, 1]), np.array([5, 5, 2]), np.array([1.0, 2, 3]))
    1.0
    """
    share = weights / weights.sum()
    cells = np.stack([one, other])
    _, both = np.unique(cells, axis=1, return_inverse=True)
    squares = [float((_sums(codes, share) ** 2).sum()) for codes in (both.ravel(), one, other)]
    chance = squares[1] * squares[2]
    whole = (squares[1] + squares[2]) / 2 - chance
    return (squares[0] - chance) / whole if whole > np.finfo(float).eps else 1.0


def _sums(codes: Ints, share: Floats) -> Floats:
    _, places = np.unique(codes, return_inverse=True)
    return np.bincount(places.ravel(), share).astype(np.float64)

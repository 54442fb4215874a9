"""Matrices of chances that a value becomes another: PRAM, randomised response, and what they give.

Rows are the true values, columns the shown ones; rows sum to one. Gouweleeuw J. M., Kooiman P.,
Willenborg L. C. R. J., de Wolf P.-P. (1998). Post randomisation for statistical disclosure control:
theory and implementation. Journal of Official Statistics 14(4).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.counted_order import sorted_places

SINGULAR = 1e12  # a matrix whose condition is beyond it has no inverse to speak of


class Estimate(NamedTuple):
    """Counts of the true values, estimated from those of the shown ones, and their variances."""

    counts: Floats
    covariance: Floats


def uniform(retention: float, allowed: Bools) -> Floats:
    """Return the matrix that keeps each value by such a chance, and draws the others alike.

    Values that are not allowed are never shown, and stay what they are.

    Examples
    --------
    >>> uniform(0.8, np.array([True, True, True])).round(2).tolist()
    [[0.8, 0.1, 0.1], [0.1, 0.8, 0.1], [0.1, 0.1, 0.8]]
    """
    size = int(allowed.sum())
    if size < 2:  # noqa: PLR2004 (there is nothing else to be shown)
        return np.eye(len(allowed))
    matrix = np.where(allowed[:, None] & allowed, (1 - retention) / (size - 1), 0.0)
    np.fill_diagonal(matrix, np.where(allowed, retention, 1.0))
    return matrix


def invariant(retention: float, count: Floats, allowed: Bools) -> Floats:
    r"""Return a matrix that leaves the expected counts as they are, and keeps at least so much.

    :math:`R = ρ I + (1 - ρ) 1 t'`, t being the shares: t'R = t', and its diagonal is above ρ.

    Examples
    --------
    >>> matrix = invariant(0.7, np.array([4.0, 3.0]), np.array([True, True]))
    >>> (np.array([4.0, 3.0]) @ matrix).round(12).tolist(), float(matrix[0, 0].round(4))
    ([4.0, 3.0], 0.8714)
    """
    own = np.where(allowed, count, 0.0)
    if not own.sum():
        return np.eye(len(count))
    matrix = np.where(allowed[:, None], (1 - retention) * own / own.sum(), 0.0)
    return np.asarray(matrix + np.diag(np.where(allowed, retention, 1.0)))


def two_stage(matrix: Floats, count: Floats) -> Floats:
    r"""Return an invariant matrix from any: what was shown is turned back by Bayes' rule.

    :math:`R = P Q` with :math:`Q_{lk} = P_{kl} T_k / \sum_j P_{jl} T_j` (Gouweleeuw et al. 1998).

    Examples
    --------
    >>> two_stage(np.array([[0.85, 0.15], [0.1, 0.9]]), np.array([4.0, 3.0])).round(4).tolist()
    [[0.8084, 0.1916], [0.2555, 0.7445]]
    """
    return np.asarray(matrix @ posterior(matrix, count).T)


def keeping(matrix: Floats, retention: float) -> Floats:
    r"""Mix a matrix with the truth until every value stays with such a chance, at least.

    :math:`λ I + (1 - λ) R` is invariant where R is.

    Examples
    --------
    >>> keeping(np.array([[0.5, 0.5], [0.2, 0.8]]), 0.75).round(3).tolist()
    [[0.75, 0.25], [0.1, 0.9]]
    """
    least = float(np.diag(matrix).min(initial=1.0))
    if least >= retention:
        return matrix
    share = (retention - least) / (1 - least)
    return np.asarray(share * np.eye(len(matrix)) + (1 - share) * matrix)


def nearest_invariant(matrix: Floats, count: Floats) -> Floats:
    r"""Return the invariant matrix whose chances differ least from those given, in all records.

    It is a linear programme: :math:`\min \sum_k T_k \sum_l |R_{kl} - P_{kl}|` over the matrices
    with :math:`T'R = T'`; what is nought in the matrix stays nought.

    Examples
    --------
    >>> found = nearest_invariant(np.array([[0.85, 0.15], [0.1, 0.9]]), np.array([4.0, 2.0]))
    >>> found.round(4).tolist(), (np.array([4.0, 2.0]) @ found).round(4).tolist()
    ([[0.95, 0.05], [0.1, 0.9]], [4.0, 2.0])
    """
    from scipy.optimize import linprog
    from scipy.sparse import coo_array, vstack

    rows, columns = np.nonzero(matrix > 0)
    cells, size = np.arange(len(rows)), len(matrix)
    ones, flow = np.ones(len(rows)), count[rows]
    sums = coo_array((ones, (rows, cells)), shape=(size, 2 * len(rows)))
    kept = coo_array((flow, (columns, cells)), shape=(size, 2 * len(rows)))
    # what a chance differs by is at least the difference, either way
    signs = np.concatenate([ones, -ones, -ones, -ones])
    lines = np.concatenate([cells, cells + len(rows), cells, cells + len(rows)])
    places = np.concatenate([cells, cells, cells + len(rows), cells + len(rows)])
    limits = coo_array((signs, (lines, places)), shape=(2 * len(rows), 2 * len(rows)))
    given = matrix[rows, columns]
    answer = linprog(
        np.concatenate([np.zeros(len(rows)), np.maximum(flow, 1e-9)]),
        A_ub=limits.tocsr(),
        b_ub=np.concatenate([given, -given]),
        A_eq=vstack([sums, kept]).tocsr(),
        b_eq=np.concatenate([np.ones(size), count]),
    )
    found = np.zeros_like(matrix)
    found[rows, columns] = np.maximum(answer.x[: len(rows)], 0.0)
    return np.asarray(found / found.sum(axis=1, keepdims=True))


def posterior(matrix: Floats, count: Floats) -> Floats:
    """Return the chance of each true value given the one shown: true × shown.

    Examples
    --------
    >>> posterior(np.array([[0.85, 0.15], [0.1, 0.9]]), np.array([4.0, 3.0])).round(3).tolist()
    [[0.919, 0.182], [0.081, 0.818]]
    """
    both = matrix * count[:, None]
    total = both.sum(axis=0)
    return np.where(total > 0, both / np.where(total > 0, total, 1.0), 0.0)


def estimated(matrix: Floats, shown: Floats, squares: Floats) -> Estimate | None:
    r"""Estimate the counts of true values without bias; ``None`` where the matrix has no inverse.

    :math:`\hat T_X = (P^{-1})' T_Z`, with covariance :math:`(P^{-1})' V P^{-1}`, where
    :math:`V = \sum_k \hat S_k (diag(P_k) - P_k P_k')`, and S are sums of squared weights (records,
    where there are none).

    Examples
    --------
    >>> shown = np.array([4.0, 3.0])
    >>> estimated(np.array([[0.85, 0.15], [0.1, 0.9]]), shown, shown).counts.round(4).tolist()
    [4.4, 2.6]
    """
    if len(matrix) == 0 or np.linalg.cond(matrix) > SINGULAR:
        return None
    inverse = np.linalg.inv(matrix)
    true = np.maximum(squares @ inverse, 0.0)
    spread = np.diag(true @ matrix) - (matrix * true[:, None]).T @ matrix
    return Estimate(shown @ inverse, inverse.T @ spread @ inverse)


def epsilon(matrix: Floats) -> float:
    """Return the ε of local differential privacy that a matrix amounts to (Kasiviswanathan 2011).

    Examples
    --------
    >>> round(epsilon(np.array([[0.75, 0.25], [0.25, 0.75]])), 4)  # ln 3
    1.0986
    >>> epsilon(np.eye(2))
    inf
    """
    most, least = matrix.max(axis=0, initial=0.0), matrix.min(axis=0, initial=1.0)
    shown = most > 0
    if (least[shown] == 0).any():
        return float("inf")
    return float(np.log(most[shown] / least[shown]).max(initial=0.0))


def retention_of(epsilon: float, count: Floats, allowed: Bools) -> float:
    r"""Return the retention of the invariant matrix that amounts to this ε.

    :math:`R = ρ I + (1 - ρ) 1 t'` has the ε :math:`\ln(1 + ρ / ((1 - ρ) t))` at the rarest value,
    t being its share: :math:`ρ = x / (1 + x)` with :math:`x = (e^ε - 1) t`. For two values that
    are as frequent it is :math:`\tanh(ε/2)`.

    Examples
    --------
    >>> share = retention_of(float(np.log(3)), np.array([5.0, 5.0]), np.array([True, True]))
    >>> round(share, 9)
    0.5
    """
    own = count[allowed & (count > 0)]
    if len(own) < 2:  # noqa: PLR2004 (there is nothing else to be shown)
        return 0.0
    apart = np.expm1(epsilon) * own.min() / own.sum()
    return float(apart / (1 + apart))


def entropies(chances: Floats) -> Floats:
    """Return the entropy of each column, in natural units: what is unknown of who shows it.

    Examples
    --------
    >>> entropies(np.array([[0.5, 1.0], [0.5, 0.0]])).round(4).tolist()
    [0.6931, 0.0]
    """
    logs = np.log(chances, where=chances > 0, out=np.zeros_like(chances))
    return np.asarray(-(chances * logs).sum(axis=0) + 0.0)


def drawn(matrix: Floats, codes: Ints, rng: np.random.Generator) -> Ints:
    """Draw what each value becomes; a value −1 (missing) stays.

    Examples
    --------
    >>> drawn(np.array([[0.0, 1.0], [1.0, 0.0]]), np.array([0, 1, -1]), np.random.default_rng(1))
    array([ 1,  0, -1])
    """
    chance, shown = rng.random(len(codes)), codes.copy()
    order = sorted_places(codes + 1)
    starts = np.cumsum(np.bincount(codes + 1, minlength=len(matrix) + 1))
    for value, row in enumerate(matrix):
        places = order[starts[value] : starts[value + 1]]
        reached = np.flatnonzero(row)
        if len(places) and len(reached):
            steps = np.cumsum(row[reached])
            found = np.searchsorted(steps, chance[places] * steps[-1], side="right")
            shown[places] = reached[np.minimum(found, len(reached) - 1)]
    return shown

"""Population uniques under the slide negative binomial model."""

from __future__ import annotations

from math import exp, log, log1p, sqrt

import numpy as np

from discret.maths.population.superpopulation import Estimate, Sizes, known


def slide_negative_binomial(sizes: Sizes, population: float) -> Estimate:
    r"""Estimate the population uniques by the slide negative binomial model.

    Notes
    -----
    The size of a group of the population, less one, is negative binomial:
    :math:`P(F = i) = \frac{Γ(α+i-1)}{Γ(α)Γ(i)} β^α (1-β)^{i-1}`, and each of its members is drawn
    with probability π. Of K groups, the sample is expected to hold, with
    :math:`s = (1-π)(1-β)`,

    .. math:: f_1 = Kπ \left(\frac{β}{1-s}\right)^α \left(1 + \frac{αs}{1-s}\right), \quad
              f_2 = Kπ^2 \frac{αβ^α (1-β)}{2} \frac{2 - (1-α)s}{(1-s)^{α+2}}

    as uniques and as pairs. K is estimated by the modified estimator of Shlosser (see `shlosser`),
    α and β are those for which both hold, and :math:`Kβ^α` uniques are expected in the
    population. The ratio of both equations gives one positive α for each β (it is of the second
    degree); along these, the first equation grows with β, so that there is one solution or none.
    A solution whose K groups would hold more than twice the population is refused: it is met
    where groups are large and few of them are seen as uniques or pairs, and its uniques may be
    far too few. (The opposite, groups that hold less than the population, is common and
    harmless: the model follows the small groups and leaves out the tail of large ones.)

    (ARX multiplies by :math:`(1-s)^{α+2}` where it should divide, and subtracts 1 in the wrong
    place in Shlosser's estimator; its fit of this model does not converge, and no number of its
    can be compared.)

    References
    ----------
    .. [1] Chen G., Keller-McNulty S. (1998). Estimation of identification disclosure risk in
       microdata. Journal of Official Statistics 14(1), 79-95.
    .. [2] Haas P., Stokes L. (1998). Estimating the number of classes in a finite population.
       Journal of the American Statistical Association 93, 1475-1487.

    Examples
    --------
    >>> counts = Sizes(np.array([1.0, 2.0, 3.0, 4.0]), np.array([60.0, 20.0, 10.0, 5.0]))
    >>> round(slide_negative_binomial(counts, 500).share, 4)
    0.1544
    """
    share = known(sizes, population)
    if share is not None:
        return Estimate(share)
    if not sizes.groups_of(2):
        return Estimate(None, "no_pairs")
    drawn = sizes.records / population
    groups = shlosser(sizes, population)
    found = solved(sizes, groups, drawn)
    if found is None:
        return Estimate(None, "no_solution")
    alpha, beta = found
    if groups * (1 + alpha * (1 - beta) / beta) > MOST_PEOPLE * population:
        return Estimate(None, "too_large")
    share = min(groups * beta**alpha / population, sizes.unique_share)  # rounding
    return Estimate(share, None, {"groups": groups, "alpha": alpha, "beta": beta})


MOST_PEOPLE = 2.0


def shlosser(sizes: Sizes, population: float) -> float:
    r"""Estimate the number of groups of the population: Haas and Stokes's modified Shlosser.

    .. math:: \hat K = u + f_1 \frac{∑ i π^2 (1-π^2)^{i-1} f_i}{∑ (1-π)^i ((1+π)^i - 1) f_i}
              \left(\frac{∑ (1-π)^i f_i}{∑ iπ (1-π)^{i-1} f_i}\right)^2

    Examples
    --------
    >>> uniques = Sizes(np.array([1.0]), np.array([20.0]))
    >>> round(shlosser(uniques, 100), 9)
    100.0
    """
    size, groups = sizes.size, sizes.groups
    drawn = sizes.records / population
    left = np.log1p(-drawn)
    twice_left = np.log1p(-drawn * drawn)
    unseen = groups @ np.exp(size * left)
    alone = groups @ (size * drawn * np.exp((size - 1) * left))
    unseen_again = groups @ (np.exp(size * twice_left) - np.exp(size * left))
    alone_again = groups @ (size * drawn * drawn * np.exp((size - 1) * twice_left))
    hidden = sizes.groups_of(1) * alone_again / unseen_again * (unseen / alone) ** 2
    return float(sizes.number + hidden)


def solved(sizes: Sizes, groups: float, drawn: float) -> tuple[float, float] | None:
    """Return α and β that give the uniques and pairs seen, from so many groups; or nothing.

    Examples
    --------
    >>> counts = Sizes(np.array([1.0, 2.0]), np.array([60.0, 20.0]))
    >>> solved(counts, 1000.0, 0.2) is None, solved(counts, 50.0, 0.2) is None
    (False, True)
    """
    from scipy.optimize import brentq

    pairs = sizes.groups_of(2) / (drawn * sizes.groups_of(1))
    wanted = log(sizes.groups_of(1) / (groups * drawn))

    def excess(odds: float) -> float:
        return _uniques(odds, pairs, drawn) - wanted

    if excess(LOW) >= 0 or excess(HIGH) <= 0:
        return None
    odds = float(brentq(excess, LOW, HIGH, xtol=1e-13, rtol=1e-14))
    return _alpha(odds, pairs, drawn), 1 / (1 + exp(-odds))


LOW, HIGH = -700.0, 34.0  # log-odds of β; at 34 the law is Poisson's to fifteen digits


def _alpha(odds: float, pairs: float, drawn: float) -> float:
    """Return the α for which f2 / (π f1) is `pairs`, at β with these log-odds."""
    missed = _missed(odds)
    slack = (1 - drawn) * missed  # s
    second = missed * slack
    first = missed * (2 - slack) - 2 * pairs * (1 - slack) * slack
    none = -2 * pairs * (1 - slack) ** 2
    root = sqrt(first * first - 4 * second * none)
    return -2 * none / (first + root) if first > 0 else (root - first) / (2 * second)


def _uniques(odds: float, pairs: float, drawn: float) -> float:
    """Return log(f1 / (Kπ)) expected along the curve of `_alpha`."""
    missed = _missed(odds)
    alpha = _alpha(odds, pairs, drawn)
    slack = (1 - drawn) * missed
    base = -_log_one_plus(-odds) - log1p(-slack)  # log(β / (1 − s))
    return alpha * base + log1p(alpha * slack / (1 - slack))


def _missed(odds: float) -> float:
    """Return 1 − β."""
    return exp(-_log_one_plus(odds))


def _log_one_plus(power: float) -> float:
    return float(np.logaddexp(0.0, power))

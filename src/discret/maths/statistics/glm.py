"""Generalised linear models on cells: weighted, with design-based standard errors."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

import numpy as np

from discret.maths.arrays import Bools, Floats
from discret.maths.statistics.separation import separated

Family = Literal["binomial", "gaussian", "poisson"]
Errors = Literal["design", "model"]

STEPS = 40
ENOUGH = 1e-10  # largest last step of a coefficient, of standardised columns
SAME = 1e-9  # share of a column, left when others are taken out, that counts as nothing
LOOSE = 1e-7
STEEP = 500.0  # beyond which exponentials are endless


class Moments(NamedTuple):
    """What is summed over the records of each cell: weights w, responses y, and their products.

    Examples
    --------
    >>> w, y, n = np.array([2.0]), np.array([3.0]), np.array([1.0])
    >>> one = Moments(n, w, w * y, w * y**2, w**2, w**2 * y, w**2 * y**2).scaled()
    >>> float(one.weight[0]), float(one.squares[0]), float(one.squares_yy[0])
    (1.0, 1.0, 9.0)
    """

    records: Floats
    weight: Floats
    y: Floats  # ∑ w y
    yy: Floats  # ∑ w y²
    squares: Floats  # ∑ w²
    squares_y: Floats  # ∑ w² y
    squares_yy: Floats  # ∑ w² y²

    def scaled(self) -> Moments:
        """Return the same with weights of mean 1."""
        by = self.records.sum() / self.weight.sum()
        once = (array * by for array in self[1:4])
        twice = (row * by**2 for row in self[4:])
        return Moments(self.records, *once, *twice)

    def among(self, keep: Bools) -> Moments:
        """Return the same for some of the cells."""
        return Moments(*(moments[keep] for moments in self))


@dataclass(frozen=True)
class Fit:
    """Estimates of a model.

    Parameters
    ----------
    coefficients, errors
        Estimates and standard errors; undefined where `estimable` says no.
    estimable
        Whether the data determine the coefficient: not where its column is a combination of
        others, nor where the estimate is infinite.
    converged
        Whether the likelihood has been maximised.
    separated
        Share of the weights in cells that a combination of columns predicts without error.
    """

    coefficients: Floats = field(repr=False)
    errors: Floats = field(repr=False)
    estimable: Bools = field(repr=False)
    converged: bool
    separated: float = 0.0


def fit(design: Floats, moments: Moments, family: Family, errors: Errors = "design") -> Fit:
    r"""Fit a generalised linear model with its canonical link, the first column being constant.

    Parameters
    ----------
    design
        Cells × coefficients; the first column is 1.
    moments
        What was summed in each cell.
    family
        ``"binomial"`` (logit), ``"gaussian"`` (identity) or ``"poisson"`` (log).
    errors
        ``"design"``: the sandwich :math:`A^{-1} B A^{-1}` with :math:`A = ∑ w μ' x x'` and
        :math:`B = ∑ w^2 (y - μ)^2 x x'` (HC0); ``"model"``: :math:`φ A^{-1}` with weights of mean
        1, φ estimated for the gaussian family alone.

    Notes
    -----
    Records of a cell share x, so that all that is needed of them are the sums of `Moments`: the
    cost does not grow with the file. Columns are centred and scaled first. A coefficient that is
    not determined (its column is a combination of others: a category is absent, or the reference)
    is marked, and the others are still right. If Newton's iterations do not settle, a linear
    programme looks for cells that are predicted without error; without them the other coefficients
    are those of the limit of maximum likelihood, and those that are infinite are marked.

    References
    ----------
    .. [1] McCullagh P., Nelder J. (1989). Generalized linear models.
    .. [2] Binder D. (1983). On the variances of asymptotically normal estimators from complex
       surveys.

    Examples
    --------
    Two of four, then three of four: odds of 1 and of 3.

    >>> n, y = np.array([4.0, 4]), np.array([2.0, 3])
    >>> found = fit(np.array([[1.0, 0], [1, 1]]), Moments(n, n, y, y, n, y, y), "binomial")
    >>> np.exp(found.coefficients).round(9).tolist(), found.errors.round(6).tolist()
    ([1.0, 3.0], [1.0, 1.527525])
    """
    if not len(design) or not moments.weight.sum() > 0:
        return _nothing(design.shape[1])
    scaled = moments.scaled()
    found = _fit(design, scaled, family, errors)
    if found.converged or family == "gaussian":
        return found
    lost = separated(design, *_extremes(scaled, family))
    if not lost.any():
        return found
    share = float(scaled.weight[lost].sum() / scaled.weight.sum())
    rest = _fit(design[~lost], scaled.among(~lost), family, errors)
    return Fit(rest.coefficients, rest.errors, rest.estimable, rest.converged, share)


def _nothing(number: int) -> Fit:
    unknown = np.full(number, np.nan)
    return Fit(unknown, unknown, np.zeros(number, dtype=np.bool_), converged=True)


def _extremes(moments: Moments, family: Family) -> tuple[Bools, Bools]:
    """Mark the cells where nobody, and where everybody, has the response."""
    mean = moments.y / moments.weight
    high = mean >= 1 - SAME if family == "binomial" else np.zeros(len(mean), dtype=np.bool_)
    return mean <= SAME * max(float(mean.max(initial=0.0)), 0.0), high


def _fit(design: Floats, moments: Moments, family: Family, errors: Errors) -> Fit:
    if not len(design):
        return _nothing(design.shape[1])
    back, loose = _directions(design, moments.weight)
    inner = design @ back
    found, converged = _newton(inner, moments, family)
    mean, slope = _mean(inner @ found, family)
    bread = np.linalg.pinv(_product(inner, moments.weight * slope), hermitian=True)
    with np.errstate(over="ignore", invalid="ignore"):  # where nothing settles, nor do errors
        if errors == "design":
            parts = moments.squares_yy - 2 * mean * moments.squares_y + mean**2 * moments.squares
            spread = bread @ _product(inner, np.maximum(parts, 0.0)) @ bread
        else:
            spread = bread * (_dispersion(moments, mean, inner) if family == "gaussian" else 1.0)
        own = np.sqrt(np.maximum(np.einsum("ij,jk,ik->i", back, spread, back), 0.0))
    unknown = np.where(loose, np.nan, 0.0)
    return Fit(back @ found + unknown, own + unknown, ~loose, converged)


def _directions(design: Floats, weight: Floats) -> tuple[Floats, Bools]:
    """Return the directions that the data determine, as columns, and the coefficients they leave.

    The columns but the first are centred and scaled; the first then stands for the mean.
    """
    share = weight / weight.sum()
    centre = share @ design
    centre[0] = 0.0
    centred = design - centre
    size = np.sqrt(share @ centred**2)
    whole = np.sqrt(share @ design**2)
    flat = size <= SAME * whole
    scale = np.where(flat, 1.0, size)
    standard = np.where(flat, 0.0, centred / scale)
    _, values, directions = np.linalg.svd(
        np.linalg.qr(np.sqrt(share)[:, None] * standard, mode="r")
    )
    known = np.zeros(design.shape[1], dtype=np.bool_)
    known[: len(values)] = values > SAME * values.max(initial=0.0)
    back = directions.T / scale[:, None]
    back[0] -= centre @ back
    return back[:, known], np.abs(back[:, ~known] * scale[:, None]).max(axis=1, initial=0.0) > LOOSE


def _newton(inner: Floats, moments: Moments, family: Family) -> tuple[Floats, bool]:
    found: Floats = np.zeros(inner.shape[1])
    mean = _start(moments, family)
    eta = _link(mean, family)
    slope: Floats = _slope(mean, family)
    size = np.sqrt(np.maximum(moments.weight @ inner**2 / moments.weight.sum(), 1e-300))
    for step in range(STEPS):
        pull = moments.y - moments.weight * (mean - slope * eta)
        try:
            new = np.linalg.solve(_product(inner, moments.weight * slope), inner.T @ pull)
        except np.linalg.LinAlgError:
            return found, False
        if not np.isfinite(new).all():
            return found, False
        moved = float(np.abs((new - found) * size).max(initial=0.0))
        found = np.asarray(new, dtype=np.float64)
        if step and moved <= ENOUGH * (1 + float(np.abs(found * size).max(initial=0.0))):
            return found, True
        eta = inner @ found
        mean, slope = _mean(eta, family)
    return found, False


def _start(moments: Moments, family: Family) -> Floats:
    """Return first means, inside what the family allows."""
    mean = moments.y / moments.weight
    if family == "binomial":
        return np.asarray((mean + 0.5) / 2)
    return np.asarray(mean + 0.1 * max(float(mean.mean()), 1e-9)) if family == "poisson" else mean


def _link(mean: Floats, family: Family) -> Floats:
    if family == "binomial":
        return np.asarray(np.log(mean / (1 - mean)))
    return np.log(mean) if family == "poisson" else mean


def _mean(eta: Floats, family: Family) -> tuple[Floats, Floats]:
    """Return the mean and its slope."""
    if family == "gaussian":
        return eta, np.ones(len(eta))
    mean: Floats
    if family == "binomial":
        eta = np.where(np.abs(eta) < STEEP, eta, np.sign(eta) * STEEP)
        mean = np.asarray(1 / (1 + np.exp(-eta)))
    else:
        mean = np.asarray(np.exp(np.minimum(eta, STEEP)))
    return mean, _slope(mean, family)


def _slope(mean: Floats, family: Family) -> Floats:
    if family == "gaussian":
        return np.ones(len(mean))
    return np.asarray(mean * (1 - mean)) if family == "binomial" else mean


def _product(inner: Floats, weight: Floats) -> Floats:
    return np.asarray(inner.T @ (weight[:, None] * inner))


def _dispersion(moments: Moments, mean: Floats, inner: Floats) -> float:
    left = (moments.yy - 2 * mean * moments.y + mean**2 * moments.weight).sum()
    free = float(moments.records.sum()) - inner.shape[1]
    return max(float(left), 0.0) / free if free > 0 else float("nan")

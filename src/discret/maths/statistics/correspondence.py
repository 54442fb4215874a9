"""Multiple correspondence analysis, weighted, with supplementary categories."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from discret.maths.arrays import Floats, Ints

NOUGHT = 1e-12


class Axes(NamedTuple):
    """The first axes of an analysis.

    Parameters
    ----------
    inertia
        Principal inertia (eigenvalue) of each axis.
    total
        Total inertia.
    rows
        Coordinates of the profiles: profiles × axes.
    categories
        Coordinates of the active categories: categories × axes; undefined for one that is absent.
    """

    inertia: Floats
    total: float
    rows: Floats
    categories: Floats


def analyse(codes: Ints, sizes: list[int], weights: Floats, axes: int) -> Axes:
    r"""Analyse profiles: principal axes of the weighted indicator matrix.

    Parameters
    ----------
    codes
        Profiles × columns: the category of each column, numbered from 0.
    sizes
        Number of categories of each column.
    weights
        Weight of each profile.
    axes
        How many axes are wanted; fewer are returned where there are not so many.

    Notes
    -----
    With Z the indicator matrix of Q columns, r the shares of the profiles and c those of the
    categories divided by Q, the axes are the singular vectors of :math:`D_r^{1/2} (Z D_c^{-1/2} / Q
    - 1 \sqrt c')`. They are found from the categories × categories product, whose size does not
    depend on the number of profiles. Axes point so that their farthest category has a positive
    coordinate.

    References
    ----------
    .. [1] Greenacre M. (2007). Correspondence analysis in practice, chapter 18.

    Examples
    --------
    Two columns that say the same: one axis, with all of the inertia.

    >>> found = analyse(np.array([[0, 0], [1, 1]]), [2, 2], np.array([3.0, 1.0]), 2)
    >>> found.inertia.round(9).tolist(), found.categories[:, 0].round(4).tolist()
    ([1.0], [-0.5774, 1.7321, -0.5774, 1.7321])
    """
    columns = len(sizes)
    places = codes + np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.int64)
    table = np.zeros((len(codes), sum(sizes)))
    np.put_along_axis(table, places, 1.0, axis=1)
    share = weights / weights.sum()
    mass = share @ table / columns
    held = mass > 0
    scale = np.sqrt(np.where(held, mass, 1.0))
    standard = table / (columns * scale)
    product = standard.T @ (share[:, None] * standard) - np.outer(scale * held, scale * held)
    values, vectors = np.linalg.eigh(product)
    first = np.argsort(-values, kind="stable")[:axes]
    first = first[values[first] > NOUGHT]
    vectors, inertia = vectors[:, first], values[first]
    categories = vectors * np.sqrt(inertia) / scale[:, None]
    signs = np.sign(categories[np.abs(categories).argmax(axis=0), np.arange(len(first))])
    categories = np.where(held[:, None], categories * signs, np.nan)
    rows = standard @ (vectors * signs)
    return Axes(inertia, float(np.trace(product)), rows, categories)


def projected(axes: Axes, weights: Floats) -> Floats:
    """Place supplementary categories: the mean of their profiles, by axis in standard units.

    Parameters
    ----------
    axes
        The analysis.
    weights
        Categories × profiles: the weight of each category in each profile.

    Examples
    --------
    >>> found = analyse(np.array([[0, 0], [1, 1]]), [2, 2], np.array([3.0, 1.0]), 1)
    >>> projected(found, np.array([[1.0, 1.0]])).round(4).tolist()
    [[0.5774]]
    """
    whole = weights.sum(axis=1, keepdims=True)
    shares = np.divide(weights, whole, out=np.full_like(weights, np.nan), where=whole > 0)
    return np.asarray(shares @ axes.rows / np.sqrt(axes.inertia))


def rotation(one: Floats, other: Floats, weights: Floats) -> Floats:
    """Return the rotation (and reflection) that brings `other` nearest to `one` (Procrustes).

    Points are rows, weighted; spaces of fewer axes are filled up with noughts.

    Examples
    --------
    >>> points = np.array([[1.0, 0], [0, 2]])
    >>> turned = points @ np.array([[0.0, 1], [-1, 0]])
    >>> (turned @ rotation(points, turned, np.ones(2))).round(9).tolist()
    [[1.0, 0.0], [0.0, 2.0]]
    """
    left, _, right = np.linalg.svd(other.T @ (weights[:, None] * one))
    return np.asarray(left @ right)

"""The two models that synthetic values are drawn from, part of the file by part."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from discret.maths import perturbation
from discret.maths.arrays import Floats, Ints
from discret.maths.perturbation.columns import Column

Model = Literal["trees", "copula"]


def drawn(
    model: Model,
    columns: Sequence[Column],
    told: Sequence[Column],
    weights: Floats,
    leaf: int,
    rng: np.random.Generator,
) -> list[Ints]:
    """Draw the codes of columns anew, given others that stay as they are.

    Parameters
    ----------
    model
        Trees grown one after the other, or a Gaussian copula.
    columns, told
        The columns to draw, and those that stay.
    weights
        By which records count.
    leaf
        Records in a leaf of a tree, at least, and of a category by which values are drawn.
    """
    if model == "copula":
        return perturbation.copula.drawn(columns, told, weights, leaf, rng)
    return _in_sequence(columns, told, weights, leaf, rng)


def _in_sequence(
    columns: Sequence[Column],
    told: Sequence[Column],
    weights: Floats,
    leaf: int,
    rng: np.random.Generator,
) -> list[Ints]:
    """Draw columns one after the other, each by those that stay and those drawn before it.

    A tree is grown on the true values, and gone down with the drawn ones.
    """
    found: list[Ints] = []
    for place, column in enumerate(columns):
        shown = [*(own.codes for own in told), *found]
        before = [*told, *columns[:place]]
        donors = perturbation.trees.donors(column, before, shown, weights, leaf, rng)
        found.append(column.codes[donors])
    return found


def drawn_anew(weights: Floats, rng: np.random.Generator) -> Floats:
    """Return weights as a Bayesian bootstrap of the records gives them (Rubin 1981).

    Each is multiplied by an exponential draw: which people the file happens to have is left to
    chance, as copies must for their differences to tell how far estimates may be off.

    Examples
    --------
    >>> found = drawn_anew(np.ones(10_000), np.random.default_rng(1))
    >>> bool(abs(found.mean() - 1) < 0.05), bool(abs(found.std() - 1) < 0.05)
    (True, True)
    """
    return np.asarray(weights * rng.standard_exponential(len(weights)).clip(np.finfo(float).tiny))

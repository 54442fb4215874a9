"""The chances by which values of the original become released ones, where every step tells them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from discret.data.codes import numbered, places_in
from discret.data.history.lineage import Recoding, shortened
from discret.data.history.trail import LABEL, Exchanged, Moved, Step
from discret.data.text import comparable
from discret.errors import DiscretError
from discret.maths.arrays import Floats, Ints


def chances_of(values: pl.Series, labels: pl.Series, steps: Sequence[Step]) -> Floats | None:
    """Return the chance of each value to be shown as each label; nothing where it is not told.

    Steps are followed one after the other: recodings and other functions of the value are certain,
    exchanges have their chances. Without such an exchange there is nothing by chance.

    Examples
    --------
    >>> from discret.data.history.trail import Chances
    >>> known = Chances(pl.Series([1, 2]), np.array([[0.75, 0.25], [0.5, 0.5]]))
    >>> steps = [Exchanged(known), Moved(lambda values: values * 10)]
    >>> chances_of(pl.Series([1, 2]), pl.Series([10, 20]), steps).tolist()
    [[0.75, 0.25], [0.5, 0.5]]
    """
    if not any(isinstance(step, Exchanged) and step.chances is not None for step in steps):
        return None
    names, matrix = values, np.eye(len(values))
    try:
        for step in shortened(steps):
            found = _after(step, names)
            if found is None:
                return None
            names, chances = found
            matrix = matrix @ chances
    except (DiscretError, pl.exceptions.PolarsError):  # it does not take values of this kind
        return None
    places = places_among(labels, names)
    if (places < 0).any() or not (matrix[:, places] > 0).any(axis=0).all():
        return None
    return np.asarray(matrix[:, places])


def _after(step: Step, names: pl.Series) -> tuple[pl.Series, Floats] | None:
    """Return what names may become in a step, and by which chances."""
    if isinstance(step, Exchanged):
        if step.chances is None:
            return None
        places = places_among(names, step.chances.values)
        if (places < 0).any():
            return None
        return step.chances.values, step.chances.matrix[places]
    if not isinstance(step, Recoding | Moved):
        return None
    shown = step.labels(names) if isinstance(step, Recoding) else step.pairs(names)[LABEL]
    labels, code = numbered(shown)
    if (code < 0).any():
        return None
    return labels, np.eye(len(labels))[code]


def places_among(names: pl.Series, known: pl.Series) -> Ints:
    """Return the place of each name among those known, −1 where it is none of them.

    Examples
    --------
    >>> places_among(pl.Series(["b", "c"]), pl.Series(["a", "b"])).tolist()
    [1, -1]
    """
    return places_in(*comparable(names, known))

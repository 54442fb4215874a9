"""What automatic hierarchies keep: a column crossed with others, by weight, from the key table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from discret.data.keytable import KeyTable, check_weights, coded
from discret.data.roles import Role
from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.hierarchies.ordered_classes import commonest_classes, quantile_classes

if TYPE_CHECKING:
    from discret.data.dataset import Dataset

MOST_AGAINST = 64  # values of another column, beyond which they are grouped


def crossed(data: Dataset, columns: Sequence[str]) -> KeyTable:
    """Return the key table over some columns, rolled up from the one of the keys if it can be."""
    known = set(columns) <= set(data.columns(Role.KEY))
    return data.keys.over(columns)[0] if known else data.keys_over(columns)


def weights_of(keys: KeyTable) -> Floats:
    """Return the weight of each group: its number of records, where there are no weights."""
    if keys.total_weight is None:
        return keys.count.astype(np.float64)
    check_weights(keys.bad_weights)
    return keys.total_weight


def crossings(keys: KeyTable, rows: Ints, known: Bools, weights: Floats) -> list[Floats]:
    """Cross the classes of the first column of a key table with each of the others.

    Parameters
    ----------
    keys
        The key table.
    rows, known
        The class of each group of the table, and whether it has one.
    weights
        The weight of each group.

    Returns
    -------
    list of arrays
        Classes × values of another column; those that are all missing have no table.
    """
    tables = []
    for name in keys.columns[1:]:
        code = _grouped(keys.groups[name], weights)
        both = known & (code >= 0)
        shape = int(rows[known].max()) + 1, int(code.max(initial=-1)) + 1
        cells = np.bincount(
            rows[both] * shape[1] + code[both],
            weights=weights[both],
            minlength=shape[0] * shape[1],
        )
        tables += [cells.astype(np.float64).reshape(shape)] if both.any() else []
    return tables


def _grouped(values: pl.Series, weights: Floats) -> Ints:
    """Give at most 64 numbers to the values of a column, −1 for missing."""
    code = coded(values)
    known = code >= 0
    if not known.any():
        return code
    near = values.dtype.is_numeric() or values.dtype.is_temporal()
    group = quantile_classes if near else commonest_classes
    own = np.bincount(code[known], weights=weights[known]).astype(np.float64)
    classes = group(own, MOST_AGAINST)
    return np.where(known, classes[code], -1)

"""Models as a further condition on the classes of areas: counted on the key table."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from discret.data.dataset import Dataset
from discret.data.keytable import KeyTable
from discret.errors import listed
from discret.maths.areas.cells import Judge
from discret.maths.arrays import Bools, Ints
from discret.model import Conjunction, Model
from discret.reduce.climb_areas.gathering import Gathered
from discret.reduce.refusals import population_left_behind


def judged_by(who: str, models: Sequence[Model], data: Dataset, facts: Gathered) -> Judge:
    """Return what marks the classes that a model fails, given the class of each cell."""
    keys = data.keys_over(facts.table.columns)
    all_of_them = Conjunction(tuple(models))
    against = all_of_them.against_population(keys)
    if against:
        raise population_left_behind(who, listed(against))
    same = np.column_stack([facts.cells.area, facts.cells.codes - 1])
    assert np.array_equal(keys.codes, same)  # noqa: S101 (both are in the order of the values)

    def judge(of: Ints, size: int) -> Bools:
        placed = of >= 0
        names, ids = np.unique(of[placed], return_inverse=True)
        bad = np.zeros(size, dtype=np.bool_)
        if len(names):
            bad[names] = all_of_them.failing(_merged(keys, placed, ids, len(names)))
        return bad

    return judge


def _merged(keys: KeyTable, placed: Bools, ids: Ints, size: int) -> KeyTable:
    """Make one group of each class; classes differ in every key, for none to be counted twice."""
    codes = np.repeat(np.arange(size)[:, None], len(keys.columns), axis=1)
    return keys.subset(placed).merged(ids.astype(np.int64), size, codes)

"""The groups of records that the keys make, before and after: what losses by group share."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from discret.data.dataset import Dataset
from discret.data.roles import Role
from discret.maths.arrays import Bools, Ints
from discret.words import Words

NO_KEY = Words(
    "No column is a key: there are no groups to follow.",
    fr="Aucune colonne n’est une clé : il n’y a pas de groupes à suivre.",
)


class Groups(NamedTuple):
    """How many records each group has; one more of those that are gone, which is marked lost."""

    sizes: Ints
    lost: Bools

    @property
    def number(self) -> int:
        """How many groups are left."""
        return int((~self.lost).sum())


def groups_of(before: Dataset, after: Dataset) -> tuple[Groups, Groups] | None:
    """Return the groups that the keys of the original make there, and what they make after.

    Records count as they look: a missing value is a value. A key that became another column is
    seen there, one that is gone tells nobody apart. Nothing is returned where there is no key, or
    no record.

    Examples
    --------
    >>> from discret.data.examples import dishes
    >>> data = Dataset.of(dishes(), key=["Sexe", "Âge"])
    >>> before, after = groups_of(data, data.without_columns(["Âge"]))
    >>> before.sizes.tolist(), after.sizes.tolist()
    ([2, 2, 1, 1, 1, 2], [5, 4])
    """
    keys = before.columns(Role.KEY)
    if not keys or not len(before):
        return None
    shown = [[name] if name in after.roles else after.trail.shown_by(name) for name in keys]
    left = list(dict.fromkeys(name for names in shown for name in names))
    return _counted(before, keys, 0), _counted(after, left, len(before) - len(after))


def _counted(data: Dataset, columns: list[str] | tuple[str, ...], gone: int) -> Groups:
    held = np.array([len(data)] * bool(len(data)), dtype=np.int64)
    count = data.keys_over(columns).count if columns and len(data) else held
    lost = np.array([gone] * bool(gone), dtype=np.int64)
    marks = np.arange(len(count) + len(lost)) >= len(count)
    return Groups(np.concatenate([count, lost]), marks)

"""The joint completions of blanked keys, one by one, for small files."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from discret.assess.unpicking import Unpicking
from discret.data.dataset import LINK, Dataset
from discret.data.engine import collected
from discret.data.keytable import KeyTable, first_places
from discret.errors import InputError
from discret.maths.candidates import Candidates
from discret.maths.completions import list_completions

GROUP = "__group__"


def completions(data: Dataset, k: int, limit: int = 10_000) -> pl.DataFrame:
    """List the joint completions of the blanks of a small file, as an attacker would.

    Parameters
    ----------
    data
        A table with blanks in its keys; its records must have an order or a number.
    k
        The threshold of the blanks, as for `Unpicking`.
    limit
        Number of completions to list at most; more are refused.

    Returns
    -------
    A row for each completion and each record with blanks: the number of the completion, the
    number of the record (its place, from 0, without a row column), and its full key. No row where
    no completion is consistent.

    Examples
    --------
    >>> file = pl.DataFrame({"a": ["x", "x", "y", None, "z", "z"]})
    >>> completions(Dataset.of(file, key="a"), k=2).rows()
    []
    >>> completions(Dataset.of(file, key="a"), k=3).rows()
    [(1, 3, 'y')]
    """
    keys = data.keys
    pairs, found = Unpicking(k=k).learnt(keys).near
    rows = _blanked_records(data, keys)
    own = _possible_cells(pairs, found.possible)
    options = [own[one] for one in rows[GROUP]]
    listed = list_completions(options, pairs.room.tolist(), limit) if pairs.exact else None
    if listed is None:
        raise InputError(
            f"{Unpicking.name}: the blanks, or some of them, can be filled in more than {limit}"
            " ways",
            hint="allow more with limit=, or take fewer records",
        )
    cells = np.array(listed, dtype=np.int64).reshape(len(listed), len(rows))
    first = first_places(pairs.cell, len(pairs.room))
    full = _values(keys, pairs.codes[first[cells.ravel()]])
    number = pl.Series("completion", np.repeat(np.arange(1, len(listed) + 1), len(rows)))
    record = rows[LINK].rename("record")[np.tile(np.arange(len(rows)), len(listed))]
    return pl.DataFrame([number, record]).hstack(full)


def _possible_cells(pairs: Candidates, possible: NDArray[np.bool_]) -> list[list[int]]:
    """List the cells of each group that are possible, in their order."""
    group, cell = pairs.group[possible], pairs.cell[possible]
    order = np.lexsort((cell, group))
    ends = np.cumsum(np.bincount(group, minlength=len(pairs.supply)))
    return [own.tolist() for own in np.split(cell[order], ends)[:-1]]


def _blanked_records(data: Dataset, keys: KeyTable) -> pl.DataFrame:
    """Return the records with blanks in their order: their number, and that of their group."""
    data.row_numbers(Unpicking.name)
    rows = collected(data.frame.select(LINK, *keys.columns)).sort(LINK)
    blanked = keys.groups.filter(pl.Series((keys.codes < 0).any(axis=1))).with_row_index(GROUP)
    return rows.join(blanked, on=keys.columns, how="inner", nulls_equal=True, maintain_order="left")


def _values(keys: KeyTable, codes: NDArray[Any]) -> list[pl.Series]:
    """Write codes as the values that they stand for."""
    values = []
    for place, name in enumerate(keys.columns):
        known, first = np.unique(keys.codes[:, place], return_index=True)
        spelt = keys.groups[name][first[np.searchsorted(known, codes[:, place])]]
        values.append(spelt.rename(f"{name}_") if name in ("completion", "record") else spelt)
    return values

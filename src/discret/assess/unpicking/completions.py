"""The joint completions of blanked keys one by one, for small files; what they have in common."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from discret.assess.unpicking import Unpicking
from discret.data.codes import named
from discret.data.dataset import Dataset
from discret.data.entering.column_names import LINK
from discret.data.history.blanked import GROUP, Blanked, blanked_records
from discret.data.keytable import first_places
from discret.errors import InputError
from discret.maths.unpicking.candidates import Candidates
from discret.maths.unpicking.completions import list_completions
from discret.maths.unpicking.learning import Learnt, learn
from discret.words import Words, say


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
    no completion is consistent. What the attacker knows is what `Unpicking` says: the categories
    of the original, where it is at hand, and k, where it is true of what was blanked.

    Examples
    --------
    >>> file = pl.DataFrame({"a": ["x", "x", "y", None, "z", "z"]})
    >>> completions(Dataset.of(file, key="a"), k=2).rows()
    []
    >>> completions(Dataset.of(file, key="a"), k=3).rows()
    [(1, 3, 'y')]
    """
    attack = Unpicking(k=k)
    blanks = attack.look(data)
    learnt = learn(blanks.codes, blanks.count, attack.known(blanks), attack.candidates)
    pairs, found = learnt.near
    data.row_numbers(Unpicking.name)
    rows = blanked_records(data, blanks)
    own = _possible_cells(pairs, found.possible)
    options = [own[series] for series in rows[GROUP]]
    listed = list_completions(options, pairs.room.tolist(), limit) if pairs.exact else None
    if listed is None:
        raise InputError(
            say(
                "{who}: the blanks, or some of them, can be filled in more than {limit} ways",
                "{who} : les valeurs effacées, ou certaines, peuvent être remplies de"
                " plus de {limit} façons",
                who=Unpicking.name,
                limit=limit,
            ),
            hint=Words(
                "allow more with limit=, or take fewer records",
                fr="en admettre plus avec limit=, ou prendre moins d’enregistrements",
            ),
        )
    cells = np.array(listed, dtype=np.int64).reshape(len(listed), len(rows))
    first = first_places(pairs.cell, len(pairs.room))
    full = _values(blanks, pairs.codes[first[cells.ravel()]])
    number = pl.Series("completion", np.repeat(np.arange(1, len(listed) + 1), len(rows)))
    record = rows[LINK].rename("record")[np.tile(np.arange(len(rows)), len(listed))]
    return pl.DataFrame([number, record]).hstack(full)


def recovered(data: Dataset, attack: Unpicking) -> pl.DataFrame:
    """List the blanked values that an attacker works out for certain: for the producer alone.

    Parameters
    ----------
    data
        A table with blanks in its keys; its records must have an order or a number.
    attack
        What the attacker knows.

    Returns
    -------
    A row for each value: the number of the record, the column, the value as text.

    Examples
    --------
    >>> file = pl.DataFrame({"a": ["x", "x", "y", None, "z", "z"]})
    >>> recovered(Dataset.of(file, key="a"), Unpicking(k=3)).rows()
    [(3, 'a', 'y')]
    """
    blanks = attack.look(data)
    learnt = learn(blanks.codes, blanks.count, attack.known(blanks), attack.candidates)
    data.row_numbers(Unpicking.name)
    rows = blanked_records(data, blanks)
    found = [_certain(blanks, learnt, place) for place in range(blanks.first, blanks.last)]
    return (
        pl.concat([rows.join(frame, on=GROUP) for frame in found])
        .select(pl.col(LINK).alias("record"), "column", "value")
        .sort("record", maintain_order=True)
    )


def _certain(blanks: Blanked, learnt: Learnt, place: int) -> pl.DataFrame:
    """List the groups of which the value of one column is certain, with that value."""
    sure = learnt.surely_recovered[learnt.blanked, place]
    if blanks.lost or not learnt.consistent:
        sure = np.zeros_like(sure)
    pairs, found = learnt.far
    group, codes = pairs.group[found.possible], pairs.codes[found.possible, place]
    held = np.full(len(sure), -1, dtype=np.int64)
    held[group] = codes
    values = named(blanks.shelves[place].values, held[sure]).cast(pl.String)
    groups = np.flatnonzero(sure).astype(np.int64)
    return pl.DataFrame({GROUP: groups, "value": values}).with_columns(
        pl.lit(blanks.columns[place]).alias("column")
    )


def _possible_cells(pairs: Candidates, possible: NDArray[np.bool_]) -> list[list[int]]:
    """List the cells of each group that are possible, in their order."""
    group, cell = pairs.group[possible], pairs.cell[possible]
    order = np.lexsort((cell, group))
    ends = np.cumsum(np.bincount(group, minlength=len(pairs.supply)))
    return [own.tolist() for own in np.split(cell[order], ends)[:-1]]


def _values(blanks: Blanked, codes: NDArray[Any]) -> list[pl.Series]:
    """Write codes as the values that they stand for; a value that was missing before stays so."""
    values = []
    for place, name in enumerate(blanks.columns):
        shelf = blanks.shelves[place].values
        held = np.where(codes[:, place] < len(shelf), codes[:, place], -1).astype(np.int64)
        spelt = named(shelf, held).alias(name)
        values.append(spelt.rename(f"{name}_") if name in ("completion", "record") else spelt)
    return values

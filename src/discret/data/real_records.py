"""The records that came with a file, where a method made others up among them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from discret.data.entering.column_names import LINK

if TYPE_CHECKING:
    from discret.data.dataset import Dataset

_KNOWN = "_real"


def real(data: Dataset) -> Dataset:
    """Return the records that came with the file, without those that a method made up.

    Examples
    --------
    >>> import numpy as np
    >>> import polars as pl
    >>> from discret import Dataset
    >>> from discret.data.beside.made_up import with_made_up
    >>> data = Dataset.of(pl.DataFrame({"age": [41, 17]}), key="age")
    >>> more = with_made_up(data, np.array([0]), {}, np.array([2, 0, 1]))
    >>> len(more), len(real(more))
    (3, 2)
    """
    if not data.trail.made_up:
        return data
    if (known := vars(data).get(_KNOWN)) is None:
        there = data.original.frame.select(LINK)
        own = data.with_frame(data.frame.join(there, on=LINK, how="semi"))
        known = vars(data)[_KNOWN] = replace(own, trail=replace(own.trail, made_up=False))
    found: Dataset = known
    return found

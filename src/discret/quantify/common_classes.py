"""Two files at a level of detail that both have, also where labels differ by record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import narwhals as nw
import numpy as np
import polars as pl

from discret.data.beside.records import followed
from discret.data.codes import numbered, places_in
from discret.data.compare import aligned
from discret.data.dataset import Dataset
from discret.data.engine import collected
from discret.data.history.trail import Exchanged, Spread
from discret.data.joins import join_values
from discret.data.text import as_text, comparable, is_text
from discret.maths.arrays import Ints

OLD, NEW = "__old__", "__new__"


def alike(
    who: str, before: Dataset, after: Dataset, columns: Sequence[str]
) -> tuple[Dataset, Dataset]:
    """Return both files with the same categories in these columns, as fine as both have them.

    A column that was recoded for all alike is recoded so in the original. Labels that differ by
    record (local recoding, parts of a file) have no counterpart there: values and labels that
    occur together are then one class in both files, and so are those that share one of these.
    Where records cannot be followed, such labels stay as they are; so do values that were exchanged
    for others, which a chain of exchanges would make one class, and no change would be seen.

    Examples
    --------
    >>> data, local = (Dataset.of(pl.DataFrame({"age": one}), key="age")
    ...                for one in (["20", "30", "40", "40"], ["20-30", "20-30", "40", "40-50"]))
    >>> [one.values("age").to_list() for one in alike("test", data, local, ["age"])]
    [['20-30', '40 +1'], ['20-30', '40 +1']]
    """
    same = aligned(before, after, columns)
    if not after.follows(same):
        return same, after
    for column in columns:
        told = column in same.roles and not _exchanged(before, after, column)
        if told and _strange(same, after, column):
            old, new = _classes(who, same, after, column)
            same, after = _named(same, column, old), _named(after, column, new)
    return same, after


def _exchanged(before: Dataset, after: Dataset, column: str) -> bool:
    """Whether values stand in the place of others, and no label in that of several."""
    steps = after.trail.since(before.trail, column, column) or ()
    kinds = [type(step) for step in steps]
    return Exchanged in kinds and Spread not in kinds


def _strange(before: Dataset, after: Dataset, column: str) -> bool:
    """Whether the release has labels in this column that the original lacks."""
    new = after.values(column)
    if not is_text(new.dtype) or not len(new):
        return False
    old, new = comparable(before.values(column), new)
    return bool((places_in(new, old) < 0).any())


def _named(data: Dataset, column: str, names: pl.DataFrame) -> Dataset:
    return replace(data, frame=join_values(data.frame, {column: names}))


def _classes(
    who: str, before: Dataset, after: Dataset, column: str
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return the class of each value and of each label."""
    old, new = before.values(column), after.values(column)
    own = nw.col(column)
    both = followed(who, before, [own.alias(OLD)], after, [own.alias(NEW)])
    pairs = collected(both.group_by(OLD, NEW).agg(nw.len().alias("n"))).drop_nulls()
    (values, value), (labels, label) = numbered(pairs[OLD]), numbered(pairs[NEW])
    of_value, of_label = _joined(value, label, len(values), len(labels))
    names = _names(as_text(labels), label, of_label)
    return (
        _table(old, values, names, of_value),
        _table(new, labels, names, of_label),
    )


def _joined(value: Ints, label: Ints, values: int, labels: int) -> tuple[Ints, Ints]:
    """Return the class of each value and label: those that are linked by some chain."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    size = values + labels
    links = coo_array((np.ones(len(value)), (value, label + values)), shape=(size, size))
    found = connected_components(links, directed=False)[1]
    return found[:values], found[values:]


def _names(labels: pl.Series, label: Ints, of_label: Ints) -> list[str]:
    """Name each class after its widest label, and say how many others it has."""
    wide = np.bincount(label, minlength=len(labels))
    widest = np.lexsort((-wide, of_label))  # of each class, the widest comes first
    first = widest[np.unique(of_label[widest], return_index=True)[1]]
    others = np.bincount(of_label) - 1
    texts = labels.gather(first).to_list()
    return [f"{text} +{more}" if more else text for text, more in zip(texts, others, strict=True)]


def _table(every: pl.Series, met: pl.Series, names: Sequence[str], of: Ints) -> pl.DataFrame:
    """Return the class of all values; those that were not met are their own."""
    known = pl.DataFrame({"value": met, "class": [names[item] for item in of.tolist()]})
    table = (
        every.alias("value").to_frame().join(known, on="value", how="left", maintain_order="left")
    )
    return table.with_columns(pl.col("class").cast(pl.String).fill_null(as_text(every)))

"""Key values that were missing before any method: nobody blanked them."""

from __future__ import annotations

import narwhals as nw

from discret.data.dataset import LINK, Dataset
from discret.data.engine import collected, uploaded
from discret.data.roles import Role


def without_earlier_gaps(data: Dataset) -> Dataset:
    """Leave out the records that lacked a key in the original file.

    Where records cannot be followed back to their original (a lazy table without a row column, row
    numbers of another type), or where nobody would be left, the data stay as they are: all that is
    missing then counts as blanked.

    Examples
    --------
    >>> import polars as pl
    >>> data = Dataset.of(pl.DataFrame({"age": [30, None, 50]}), key="age")
    >>> len(without_earlier_gaps(data)), len(without_earlier_gaps(data.with_frame(data.frame)))
    (3, 2)
    """
    before = data.original
    names = [name for name in data.columns(Role.KEY) if name in before.roles]
    if before is data or not names or not _followed(before, data):
        return data
    gaps = nw.any_horizontal(*(nw.col(name).is_null() for name in names), ignore_nulls=True)
    lacking = collected(before.frame.filter(gaps).select(LINK))
    if not len(lacking):
        return data
    left = data.frame.join(uploaded(lacking, data.frame), on=LINK, how="anti")
    found = data.with_frame(left)
    return found if len(found) else data


def _followed(before: Dataset, after: Dataset) -> bool:
    held = [LINK in one.frame.collect_schema().names() for one in (before, after)]
    return all(held) and before.kind(LINK) == after.kind(LINK)

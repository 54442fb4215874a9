"""The column that tells people apart, put back where a method has taken it away."""

from __future__ import annotations

from dataclasses import replace

from discret.data.dataset import Dataset
from discret.data.entering.column_names import LINK
from discret.data.roles import Role


def with_people(after: Dataset, before: Dataset) -> Dataset:
    """Return a dataset whose people are told apart as they were before, if records can be followed.

    Examples
    --------
    >>> import polars as pl
    >>> facts = pl.DataFrame({"crop": ["a", "a"], "farmer": [7, 7]})
    >>> before = Dataset.of(facts, key="crop", individual="farmer")
    >>> with_people(before.without_columns(["farmer"]), before).column(Role.INDIVIDUAL)
    'farmer'
    """
    who = before.column(Role.INDIVIDUAL)
    if who is None or who in after.roles or not after.follows(before):
        return after
    frame = after.frame.join(before.frame.select(LINK, who), on=LINK, how="left")
    new = after.with_frame(frame)
    return replace(new, roles={**new.roles, who: Role.INDIVIDUAL})

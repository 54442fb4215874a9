"""Columns that share the fate of another: blanked where it was blanked or changed."""

from __future__ import annotations

from collections.abc import Sequence

import narwhals as nw

from discret.data.compare import comparable, differs
from discret.data.dataset import Dataset
from discret.data.engine import collected
from discret.data.entering.column_names import LINK
from discret.data.refusals import NUMBER_THEM
from discret.errors import EngineError
from discret.words import say

LED = "__led__"


def followed(data: Dataset, pairs: Sequence[tuple[str, str]]) -> Dataset:
    """Blank each follower where its leader is no longer what it was in the original.

    A leader that is gone takes its follower along, and a follower of which nothing is left goes
    too. What was recoded is blanked, not recoded: a second column that says more than the first
    would undo it, and one that says the same is not needed.

    Parameters
    ----------
    data
        The dataset, which knows its original.
    pairs
        The followers, each with its leader.

    Examples
    --------
    >>> import polars as pl
    >>> data = Dataset.of(pl.DataFrame({"age": [30, 40], "born": [1990, 1980]}), key="age")
    >>> older = nw.when(nw.col("age") < 35).then(nw.col("age")).alias("age")
    >>> hidden = data.with_frame(data.frame.with_columns(older))
    >>> followed(hidden, [("born", "age")]).to_polars()["born"].to_list()
    [1990, None]
    """
    for follower, leader in pairs:
        if follower in data.roles:
            data = _following(data, follower, leader)
    return data


def arrived(data: Dataset, pairs: Sequence[tuple[str, str]]) -> Dataset:
    """Do so for a dataset as it came: one that is its own original has nothing to follow.

    Examples
    --------
    >>> import polars as pl
    >>> before = pl.DataFrame({"age": [30, 40], "born": [1990, 1980]})
    >>> after = before.with_columns(age=pl.Series([30, 45]))
    >>> arrived(Dataset.of(after, original=before), [("born", "age")]).to_polars()["born"].to_list()
    [1990, None]
    """
    return data if data.original is data else followed(data, pairs)


def _following(data: Dataset, follower: str, leader: str) -> Dataset:
    if leader not in data.roles:
        return data.without_columns([follower])
    _check_linked(data, follower)
    before, after = comparable(data.original, data, leader)
    led = data.original.frame.select(LINK, before.alias(LED))
    joined = data.frame.join(led, on=LINK, how="left")
    joined = joined.with_columns(after.alias(f"{LED}now"))
    same = differs(LED, f"{LED}now") == 0
    blanked = joined.with_columns(nw.when(same).then(nw.col(follower)).alias(follower))
    new = data.with_frame(blanked.drop(LED, f"{LED}now"))
    left = collected(new.frame.select(nw.col(follower).count()))[follower][0]
    return new if left else new.without_columns([follower])


def _check_linked(data: Dataset, follower: str) -> None:
    if not data.follows(data.original):
        raise EngineError(
            say(
                "release: {follower!r} cannot follow, a lazy table has no order",
                "release : {follower!r} ne peut suivre, une table différée n’a pas d’ordre",
                follower=follower,
            ),
            hint=NUMBER_THEM,
        )

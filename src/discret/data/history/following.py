"""Columns that share the fate of another: blanked where it was blanked or changed."""

from __future__ import annotations

from collections.abc import Sequence

import narwhals as nw
import polars as pl

from discret.data.compare import comparable, differs
from discret.data.dataset import Dataset
from discret.data.engine import Frame, collected
from discret.data.entering.column_names import LINK
from discret.data.history.lineage import Recoding
from discret.data.history.trail import Exchanged, Moved
from discret.data.refusals import NUMBER_THEM
from discret.errors import EngineError
from discret.words import say

LED, NOW, MOVED = "__led__", "__led_now__", "__led_moved__"


def followed(data: Dataset, pairs: Sequence[tuple[str, str]]) -> Dataset:
    """Blank each follower where its leader is no longer what it was in the original.

    A leader that is gone takes its follower along, and a follower of which nothing is left goes
    too. What was recoded is blanked, not recoded: a second column that says more than the first
    would undo it, and one that says the same is not needed.

    Blanks must not tell which values are true. Where a label stands for other values too, as the
    limit of a top coding does, all who show it are blanked; and where values stand in the place of
    others by chance (`Exchanged`, or what looks like it), the follower goes: those not blanked
    would be known to be true, and of two values the others as well.

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
    joined = _beside(data, leader)
    if _in_the_place_of_others(data, leader, joined):
        return data.without_columns([follower])
    same = nw.col(MOVED).max().over(NOW) == 0
    told = nw.when(same & (nw.col(MOVED) == 0)).then(nw.col(follower)).alias(follower)
    new = data.with_frame(joined.with_columns(told).drop(LED, NOW, MOVED))
    left = collected(new.frame.select(nw.col(follower).count()))[follower][0]
    return new if left else new.without_columns([follower])


def _beside(data: Dataset, leader: str) -> Frame:
    """Return the records with what their leader was and is, and whether that is another value."""
    before, after = comparable(data.original, data, leader)
    led = data.original.frame.select(LINK, before.alias(LED))
    joined = data.frame.join(led, on=LINK, how="left").with_columns(after.alias(NOW))
    return joined.with_columns(differs(LED, NOW).alias(MOVED))


def _in_the_place_of_others(data: Dataset, leader: str, joined: Frame) -> bool:
    """Whether true values of a column and others that stand in their place look the same."""
    steps = data.trail.steps.get(leader, ())
    if any(isinstance(step, Exchanged) for step in steps):
        return True
    if steps and all(isinstance(step, Moved | Recoding) for step in steps):
        return False
    known = joined.filter(~nw.col(NOW).is_null()).select(LED, NOW, MOVED).unique()
    return _drawn(collected(known))


def _drawn(pairs: pl.DataFrame) -> bool:
    """Whether values that became others look as if chance did it: each with what it is shown as.

    A function of the value that is applied once and for all, as top coding, leaves its own labels
    where they are; what is exchanged takes the place of what has gone elsewhere. And one value does
    not become several, some of which are shown by whoever has them too.

    Examples
    --------
    >>> def drawn(**values: list[int]) -> bool:
    ...     table = pl.DataFrame(values).rename({"was": LED, "now": NOW})
    ...     return _drawn(table.with_columns((pl.col(LED) != pl.col(NOW)).alias(MOVED)))
    >>> drawn(was=[40, 50, 60], now=[40, 50, 50]), drawn(was=[40, 50, 60], now=[50, 40, 60])
    (False, True)
    """
    moved, same = (pairs.filter(pl.col(MOVED) == some) for some in (1, 0))
    if not moved[LED].drop_nulls().unique().is_in(moved[NOW].unique().implode()).any():
        shared = moved[NOW].unique().is_in(same[NOW].unique().implode()).any()
        return bool(shared and pairs[LED].drop_nulls().is_duplicated().any())
    return True


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

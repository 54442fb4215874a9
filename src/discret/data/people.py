"""How many people of the population the people of a group stand for."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import narwhals as nw
import numpy as np
import polars as pl
from numpy.typing import NDArray

from discret.data.engine import Frame, collected, number

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Shares = Callable[[], tuple[Floats, Ints]]
WEIGHT, GOOD, PEOPLE = "__weight__", "__known__", "__people__"


def shares_of(
    frame: Frame, groups: pl.DataFrame, who: str | None, weight: str | None
) -> Shares | None:
    """Return what counts the people of each group with their weights, once, when it is asked for.

    It gives the sum of the smallest weight of each person, and the number of people. There is
    none without a column of individuals and one of weights.
    """
    if who is None or weight is None:
        return None
    return cache(lambda: _counted(frame, groups, who, weight))


def _counted(frame: Frame, groups: pl.DataFrame, who: str, weight: str) -> tuple[Floats, Ints]:
    """Return, of each group, the sum of the smallest weight of each person, and the people.

    Records of unknown people may all be of one: they count, as one, where nobody else is.
    """
    keys, known = groups.columns, ~nw.col(who).is_null()
    people = frame.group_by(*keys, who).agg(number(weight).min().alias(WEIGHT))
    told = people.with_columns(
        nw.when(known).then(nw.col(WEIGHT)).alias(GOOD), known.cast(nw.Int64).alias(PEOPLE)
    )
    wanted = [nw.col(GOOD).sum(), nw.col(PEOPLE).sum(), nw.col(WEIGHT).min()]
    cells = collected(told.group_by(*keys).agg(*wanted))
    found = groups.join(cells, on=keys, how="left", nulls_equal=True, maintain_order="left")
    count = found[PEOPLE].cast(pl.Int64).to_numpy()
    known_sum, least = (found[name].cast(pl.Float64).to_numpy() for name in (GOOD, WEIGHT))
    return np.where(count > 0, known_sum, least), np.maximum(count, 1)


def made_of(shares: Shares | None, made: Callable[[NDArray[Any]], NDArray[Any]]) -> Shares | None:
    """Return the shares of other groups, made of these when they are asked for."""
    if shares is None:
        return None

    def found() -> tuple[Floats, Ints]:
        weight, people = shares()
        return made(weight), made(people)

    return cache(found)

"""The tails of a column: where they begin, and their means."""

from __future__ import annotations

from collections.abc import Mapping
from math import floor, isfinite

import narwhals as nw
import numpy as np
import polars as pl

from discret.data.dataset import Dataset
from discret.data.engine import collected, number
from discret.data.keytable import check_weights, good_weights
from discret.data.roles import Role
from discret.errors import InputError
from discret.words import Words, say

FEWEST_BEHIND_A_MEAN = 3
HALF = 0.5
CLOSE = 1e-12  # sums of weights are not exact


def quantiles_of(data: Dataset, column: str, shares: Mapping[str, float]) -> dict[str, float]:
    """Return the number at a share of the weight: from below for a top, from above for a bottom.

    Examples
    --------
    >>> data = Dataset.of(pl.DataFrame({"pay": [3, 1, None, 2, 9], "w": [1, 1, 1, 1, 5]}))
    >>> quantiles_of(data, "pay", {"top": 0.5, "bottom": 0.25})
    {'top': 2, 'bottom': 2}
    """
    if not shares:
        return {}
    table = _weighed(data, column, ~nw.col(column).is_null())
    return {side: _at(table, side, share) for side, share in shares.items() if len(table)}


def _at(table: pl.DataFrame, side: str, share: float) -> float:
    """Return the number at a share; whole of whole ones, however large."""
    own = table if side == "top" else table.reverse()
    reached = np.cumsum(own["w"].to_numpy())
    wanted = (share if side == "top" else 1 - share) - CLOSE
    place = int(np.searchsorted(reached, wanted * reached[-1]))
    value = own["v"][min(place, len(own) - 1)]
    if not isfinite(float(value)):
        raise InputError(_INFINITE, hint=_GIVE)
    return int(value) if own["v"].dtype.is_integer() else float(value)


def _weighed(data: Dataset, column: str, where: nw.Expr) -> pl.DataFrame:
    """Return numbers with their weights and people, in order: the same whatever the engine."""
    weight, person = data.column(Role.WEIGHT), data.column(Role.INDIVIDUAL)
    asked = [
        nw.col(column).alias("v"),
        (nw.lit(1.0) if weight is None else number(weight)).alias("w"),
    ]
    asked += [] if person is None else [nw.col(person).alias("p")]
    table = collected(data.frame.filter(where).select(*asked)).sort("v", "w")
    if weight is not None:
        good = nw.from_native(table).select(good_weights("w")).item()
        check_weights(len(table) - int(good or 0))
    return table


def mean_beyond(data: Dataset, column: str, side: str, beyond: nw.Expr) -> float:
    """Return the (weighted) mean of what is beyond a limit; whole of whole numbers.

    It is summed from the least of these numbers, in their order: the same whatever the engine.
    """
    tail = _weighed(data, column, beyond)
    _check_people(side, tail)
    return mean_of(tail["v"], tail["w"])


def check_beyond(data: Dataset, column: str, side: str, limit: float) -> None:
    """Refuse a quantile beyond which nothing lies, where few show the extreme: it would stay."""
    ends = _weighed(data, column, nw.col(column) == limit)
    behind = _people(ends)
    if 0 < behind < FEWEST_BEHIND_A_MEAN:
        raise InputError(_NOTHING.filled(side=side, behind=behind), hint=_FARTHER)


def _people(tail: pl.DataFrame) -> int:
    """Return how many people records are of; those of nobody known may all be of one person."""
    return max(tail["p"].drop_nulls().n_unique(), 1) if "p" in tail.columns else len(tail)


def _check_people(side: str, tail: pl.DataFrame) -> None:
    people, behind = "p" in tail.columns, _people(tail)
    if behind < FEWEST_BEHIND_A_MEAN:
        whom = _PEOPLE if people else _RECORDS
        raise InputError(
            say(
                "top_code: the mean beyond {side} would give away {whom} behind it",
                "top_code : la moyenne au-delà de {side} révélerait {whom} qu’elle résume",
                side=side,
                whom=whom.filled(n=behind),
            ),
            hint=Words(
                "move the limit, or replace by the limit itself (value='limit')",
                fr="déplacer la limite, ou remplacer par la limite même (value='limit')",
            ),
        )


def mean_of(values: pl.Series, weights: pl.Series) -> float:
    """Return the weighted mean of sorted numbers; of whole ones a whole one, however large.

    Examples
    --------
    >>> mean_of(pl.Series([2**62, 2**62 + 1, 2**62 + 5]), pl.Series([1.0, 1.0, 1.0])) - 2**62
    2
    """
    least, whole = values[0], values.dtype.is_integer()
    wide = values.cast(pl.Int128 if whole else pl.Float64)
    above = wide - wide[:1]
    share = weights.to_numpy()
    far = float(np.sum(above.cast(pl.Float64).to_numpy() * share) / np.sum(share))
    if not isfinite(far):
        raise InputError(
            Words(
                "top_code: numbers beyond the limit are infinite, or too large to be summed",
                fr="top_code : des nombres au-delà de la limite sont infinis, ou trop"
                " grands pour être additionnés",
            ),
            hint=Words(
                "replace by the limit itself (value='limit')",
                fr="remplacer par la limite même (value='limit')",
            ),
        )
    return int(least) + floor(far + HALF) if whole else float(least) + far


_NOTHING = Words(
    "top_code: nothing lies beyond the quantile ({side}): the extreme, shown by {behind}, would"
    " stay as it is",
    fr="top_code : rien n’est au-delà du quantile ({side}) : l’extrême, que {behind}"
    " {behind:montre|montrent}, resterait tel quel",
)
_FARTHER = Words(
    "move the quantile farther from the end, or give a limit (top, bottom)",
    fr="éloigner le quantile du bout, ou donner une limite (top, bottom)",
)
_PEOPLE = Words("{n:the one person|the {n} people}", fr="{n:la seule personne|les {n} personnes}")
_RECORDS = Words(
    "{n:the one record|the {n} records}",
    fr="{n:le seul enregistrement|les {n} enregistrements}",
)
_INFINITE = Words(
    "top_code: numbers at the quantile are infinite",
    fr="top_code : les nombres au quantile sont infinis",
)
_GIVE = Words("give a limit (top, bottom)", fr="donner une limite (top, bottom)")

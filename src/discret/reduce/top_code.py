"""Bring the extremes of a number back to a limit."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from math import ceil, floor, isfinite
from typing import ClassVar, Literal, Self

import narwhals as nw
import numpy as np
import polars as pl
from pydantic import Field, model_validator

from discret.data.dataset import Dataset
from discret.data.engine import collected, number
from discret.data.history.trail import Moved
from discret.data.keytable import check_weights, good_weights
from discret.data.roles import Role
from discret.errors import ColumnError, InputError
from discret.parts import FRESH, Change, Context, Method
from discret.parts.facts import Fact, Facts
from discret.reduce.whole_numbers import EXACT, ends, holder
from discret.words import Words, say

FEWEST_BEHIND_A_MEAN = 3
HALF = 0.5


class TopCode(Method):
    """Replace the numbers above `top`, and those below `bottom`, by a common value.

    Notes
    -----
    Extremes are rare and known: the largest income, the oldest person. With ``"mean"``, a limit
    that a single record exceeds would publish that record's value: fewer than 3 such records (or
    people, where an individual column tells who they are) are refused. In a column of whole numbers
    the mean is rounded to one, and limits are compared exactly.

    Examples
    --------
    >>> from discret.data.examples import illnesses
    >>> data = Dataset.of(illnesses(), key=["Âge", "Sexe"])
    >>> TopCode(column="Âge", top=65).apply(data, Context()).data.values("Âge").max()
    65
    """

    name: ClassVar[str] = "top_code"
    title: ClassVar[Words] = Words("extremes brought back", fr="valeurs extrêmes ramenées")
    purpose: ClassVar[Words] = Words(
        "replaces the extreme values of a number by a common value",
        fr="remplace les valeurs extrêmes d’un nombre par une valeur commune",
    )
    numbers: ClassVar[tuple[str, ...]] = ("column",)
    references: ClassVar[tuple[str, ...]] = (
        "Hundepool A. et al. (2012). Statistical Disclosure Control, 3.2.3. Wiley.",
    )
    tells: ClassVar[Facts] = {
        "column": Fact.names("column", "colonne"),
        "top": Fact.count("brought down", "abaissées"),
        "bottom": Fact.count("brought up", "relevées"),
    }

    column: str = Field(description=Words("a numeric column", fr="une colonne numérique"))
    top: int | float | None = Field(
        default=None,
        description=Words(
            "highest value left as it is. One of the two limits is needed",
            fr="plus haute valeur laissée telle quelle. Il faut l’une des deux limites",
        ),
    )
    bottom: int | float | None = Field(
        default=None,
        description=Words(
            "lowest value left as it is. One of the two limits is needed",
            fr="plus basse valeur laissée telle quelle. Il faut l’une des deux limites",
        ),
    )
    value: Literal["limit", "mean"] = Field(
        default="limit",
        description=Words(
            "what replaces extremes. `limit`: the limit itself; `mean`: their own (weighted)"
            " mean, which keeps the column's total",
            fr="ce qui remplace les extrêmes. `limit` : la limite elle-même ; `mean` : leur"
            " propre moyenne (pondérée), qui garde le total de la colonne",
        ),
    )

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.top is None and self.bottom is None:
            raise ValueError(
                Words(
                    "top, bottom: at least one is needed", fr="top, bottom : il en faut au moins un"
                )
            )
        if any(abs(limit) > sys.float_info.max for limit in self._limits.values()):
            raise ValueError(
                Words(
                    "top, bottom: no number is so large",
                    fr="top, bottom : aucun nombre n’est aussi grand",
                )
            )
        if self.top is not None and self.bottom is not None and self.bottom >= self.top:
            raise ValueError(
                Words("bottom: must be below top", fr="bottom : doit être inférieur à top")
            )
        return self

    def apply(self, data: Dataset, context: Context = FRESH) -> Change:
        """Return the dataset with the extremes brought back."""
        data.check_numeric(self.name, [self.column])
        whole = ends(data, self.column) if data.kind(self.column).is_integer() else None
        facts: dict[str, object] = {"column": self.column}
        new: dict[str, float] = {}
        for side, beyond in self._sides(data, whole):
            facts[side] = number_of = _count(data, beyond)
            if number_of:
                new[side] = self._new(data, side, beyond)
        changed = self._brought(data, whole, new) if new else data
        if self.value == "limit":  # values that are gone already would have become the limits too
            new = {side: self._limit(data, side) for side in self._limits}
        return Change(data=changed.went({self.column: self._step(new)}), facts=facts)

    def _brought(
        self, data: Dataset, whole: tuple[int, int] | None, new: Mapping[str, float]
    ) -> Dataset:
        """Put the new values in the place of those beyond the limits."""
        kind = self._kind(data, whole, list(new.values()))
        result = nw.col(self.column).cast(kind)
        for side, beyond in self._sides(data, whole):
            if side in new:
                result = nw.when(beyond).then(nw.lit(new[side], dtype=kind)).otherwise(result)
        return data.with_frame(data.frame.with_columns(result.alias(self.column)))

    def _step(self, new: Mapping[str, float]) -> Moved:
        """Return what values by themselves become, as their column did."""

        def function(values: pl.Series) -> pl.Series:
            alone = Dataset.of(pl.DataFrame({self.column: values}))
            alone.check_numeric(self.name, [self.column])
            whole = ends(alone, self.column) if values.dtype.is_integer() else None
            known = values.dtype.is_float() or whole is not None
            changed = self._brought(alone, whole, new) if known else alone
            return collected(changed.frame.select(self.column))[self.column]

        return Moved(function)

    @property
    def _limits(self) -> dict[str, float]:
        limits = {"top": self.top, "bottom": self.bottom}
        return {side: limit for side, limit in limits.items() if limit is not None}

    def _sides(self, data: Dataset, whole: tuple[int, int] | None) -> list[tuple[str, nw.Expr]]:
        """Return, for each limit, which records are beyond it; of whole numbers, exactly."""
        given = self._limits
        if whole is None:
            value = number(self.column)
            return [
                (side, value > float(level) if side == "top" else value < float(level))
                for side, level in given.items()
            ]
        kind = data.kind(self.column)
        return [(s, _beyond(self.column, kind, s, level, whole)) for s, level in given.items()]

    def _new(self, data: Dataset, side: str, beyond: nw.Expr) -> float:
        limited = self.value == "limit"
        return self._limit(data, side) if limited else _mean(data, self.column, side, beyond)

    def _limit(self, data: Dataset, side: str) -> float:
        """Return a limit as the column holds it: whole among whole numbers, if it is whole."""
        limit = self._limits[side]
        whole = data.kind(self.column).is_integer() and float(limit).is_integer()
        return int(limit) if whole else float(limit)

    def _kind(
        self, data: Dataset, whole: tuple[int, int] | None, new: list[float]
    ) -> nw.dtypes.DType:
        """Return the type that holds what is left and what replaces the rest."""
        if whole is None:
            return nw.Float64()
        if all(isinstance(level, int) for level in new):
            numbers = (*whole, *(int(level) for level in new))
            return holder(self.name, self.column, numbers, (data.kind(self.column),))
        if max(map(abs, whole)) > EXACT:
            raise ColumnError(
                say(
                    "{who}: whole numbers of {column!r} past 2^53 go with no decimal limit",
                    "{who} : les entiers de {column!r} au-delà de 2^53 ne vont pas avec"
                    " une limite décimale",
                    who=self.name,
                    column=self.column,
                ),
                hint=Words("give a whole limit", fr="donner une limite entière"),
            )
        return nw.Float64()


def _beyond(
    column: str, kind: nw.dtypes.DType, side: str, limit: float, whole: tuple[int, int]
) -> nw.Expr:
    """Mark the whole numbers beyond a limit: none, all, or those that compare with one like them.

    A limit between the ends of the column is held by its type; as floats, 10¹⁸ + 5 and 10¹⁸ are
    the same number.
    """
    low, high = whole
    last = floor(limit) if side == "top" else ceil(limit)
    known = ~nw.col(column).is_null()
    if (high <= last) if side == "top" else (low >= last):
        return known & nw.lit(value=False)
    if (low > last) if side == "top" else (high < last):
        return known
    own, mark = nw.col(column), nw.lit(last, dtype=kind)
    return own > mark if side == "top" else own < mark


def _count(data: Dataset, beyond: nw.Expr) -> int:
    return int(collected(data.frame.filter(beyond).select(nw.len().alias("n")))["n"][0])


def _mean(data: Dataset, column: str, side: str, beyond: nw.Expr) -> float:
    """Return the (weighted) mean of what is beyond a limit; whole of whole numbers.

    It is summed from the least of these numbers, in their order: the same whatever the engine.
    """
    weight, person = data.column(Role.WEIGHT), data.column(Role.INDIVIDUAL)
    asked = [
        nw.col(column).alias("v"),
        (nw.lit(1.0) if weight is None else number(weight)).alias("w"),
    ]
    asked += [] if person is None else [nw.col(person).alias("p")]
    tail = collected(data.frame.filter(beyond).select(*asked)).sort("v", "w")
    if weight is not None:
        good = nw.from_native(tail).select(good_weights("w")).item()
        check_weights(len(tail) - int(good or 0))
    _check_people(side, tail)
    return mean_of(tail["v"], tail["w"])


def _check_people(side: str, tail: pl.DataFrame) -> None:
    people = "p" in tail.columns  # records of nobody known may all be of one person
    behind = max(tail["p"].drop_nulls().n_unique(), 1) if people else len(tail)
    if behind < FEWEST_BEHIND_A_MEAN:
        whom = _PEOPLE if people else _RECORDS
        raise InputError(
            say(
                "top_code: the mean beyond {side} would give away the {behind} {whom} behind it",
                "top_code : la moyenne au-delà de {side} révélerait les {behind} {whom}"
                " qu’elle résume",
                side=side,
                behind=behind,
                whom=whom,
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


_PEOPLE = Words("people", fr="personnes")
_RECORDS = Words("records", fr="enregistrements")

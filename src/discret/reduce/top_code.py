"""Bring the extremes of a number back to a limit."""

from __future__ import annotations

from typing import ClassVar, Literal, Self

import narwhals as nw
from pydantic import Field, model_validator

from discret.data.dataset import Dataset
from discret.data.engine import collected
from discret.data.keytable import check_weights, good_weights
from discret.data.roles import Role
from discret.errors import InputError
from discret.parts import Change, Context, Method
from discret.words import Words

FEWEST_BEHIND_A_MEAN = 3


class TopCode(Method):
    """Replace the numbers above `top`, and those below `bottom`, by a common value.

    Parameters
    ----------
    column
        A numeric column.
    top, bottom
        The limits; at least one.
    value
        ``"limit"`` replaces extremes by the limit itself; ``"mean"`` by their own (weighted)
        mean, which keeps the column's total.

    Notes
    -----
    Extremes are rare and known: the largest income, the oldest person. With ``"mean"``, a limit
    that a single record exceeds would publish that record's value: fewer than 3 such records are
    refused. In a column of whole numbers the mean is rounded to one.

    References
    ----------
    .. [1] Hundepool A. et al. (2012). Statistical Disclosure Control, 3.2.3. Wiley.

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
    references: ClassVar[tuple[str, ...]] = (
        "Hundepool et al. (2012), Statistical Disclosure Control, 3.2.3",
    )

    column: str = Field(description="a numeric column")
    top: float | None = Field(default=None, description="highest value left as it is")
    bottom: float | None = Field(default=None, description="lowest value left as it is")
    value: Literal["limit", "mean"] = Field(default="limit", description="what replaces extremes")

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.top is None and self.bottom is None:
            raise ValueError("top, bottom: at least one is needed")
        if self.top is not None and self.bottom is not None and self.bottom >= self.top:
            raise ValueError("bottom: must be below top")
        return self

    def apply(self, data: Dataset, context: Context) -> Change:
        """Return the dataset with the extremes brought back."""
        data.check_numeric(self.name, [self.column])
        column = nw.col(self.column)
        facts: dict[str, object] = {"column": self.column}
        result = column
        for side, beyond in self._sides(column):
            number, mean = _beyond(data, self.column, beyond)
            facts[side] = number
            if number:
                result = nw.when(beyond).then(self._new(data, side, number, mean)).otherwise(result)
        frame = data.frame.with_columns(result.alias(self.column))
        return Change(data=data.with_frame(frame), facts=facts)

    def _sides(self, column: nw.Expr) -> list[tuple[str, nw.Expr]]:
        sides = [] if self.top is None else [("top", column > self.top)]
        return sides if self.bottom is None else [*sides, ("bottom", column < self.bottom)]

    def _new(self, data: Dataset, side: str, number: int, mean: float) -> nw.Expr:
        limit = getattr(self, side)
        new = limit if self.value == "limit" else _safe_mean(side, number, mean)
        if not data.kind(self.column).is_integer():
            return nw.lit(float(new))
        whole = self.value == "mean" or float(new).is_integer()
        return nw.lit(round(new) if whole else float(new))


def _beyond(data: Dataset, column: str, beyond: nw.Expr) -> tuple[int, float]:
    """Count the records beyond a limit, and take their (weighted) mean, in the engine."""
    weight = data.column(Role.WEIGHT)
    value = nw.col(column).cast(nw.Float64)
    total = value.sum() if weight is None else (value * nw.col(weight)).sum()
    parts = nw.len() if weight is None else nw.col(weight).sum()
    good = nw.len() if weight is None else good_weights(weight)
    wanted = (nw.len().alias("n"), total.alias("total"), parts.alias("parts"), good.alias("good"))
    found = collected(data.frame.filter(beyond).select(*wanted))
    number = int(found["n"][0])
    check_weights(number - int(found["good"][0] or 0))
    return number, float(found["total"][0]) / float(found["parts"][0]) if number else 0.0


def _safe_mean(side: str, number: int, mean: float) -> float:
    if number < FEWEST_BEHIND_A_MEAN:
        raise InputError(
            f"top_code: the mean beyond {side} would give away the {number} records behind it",
            hint="move the limit, or replace by the limit itself (value='limit')",
        )
    return mean

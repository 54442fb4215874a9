"""Round numbers to a base."""

from __future__ import annotations

from typing import ClassVar, Literal

import narwhals as nw
import polars as pl
from pydantic import Field

from discret.data.dataset import Dataset
from discret.data.engine import collected
from discret.parts import Change, Columns, Context, Method
from discret.words import Words

How = Literal["nearest", "down", "up"]
SLACK = 1e-12


class Round(Method):
    """Round the numbers of some columns to multiples of a base.

    Parameters
    ----------
    columns
        Numeric columns.
    base
        The rounding base, such as 100.
    how
        ``"nearest"`` (halves go up), ``"down"`` or ``"up"``.

    Notes
    -----
    A continuous number such as an exact income singles people out by itself; rounding to a base
    (Bergeat 2014) makes equal what is close. Weights may be rounded too; their total then moves.

    References
    ----------
    .. [1] Bergeat M. (2014). Un panorama de la protection des fichiers de données individuelles.

    Examples
    --------
    >>> from discret.data.examples import footballers
    >>> data = Dataset.of(footballers(), key=["Âge", "Club"], sensitive="Salaire")
    >>> change = Round(columns=["Salaire"], base=1000).apply(data, Context())
    >>> change.data.values("Salaire").to_list()
    [1000, 2000, 3000]
    """

    name: ClassVar[str] = "round"
    title: ClassVar[Words] = Words("numbers rounded", fr="nombres arrondis")
    purpose: ClassVar[Words] = Words(
        "rounds numbers to multiples of a base", fr="arrondit des nombres à un multiple d’une base"
    )
    references: ClassVar[tuple[str, ...]] = (
        "Bergeat (2014), Un panorama de la protection des fichiers de données individuelles",
    )

    columns: Columns = Field(min_length=1, description="numeric columns")
    base: float = Field(gt=0, description="the rounding base")
    how: How = Field(default="nearest", description="which way")

    def apply(self, data: Dataset, context: Context) -> Change:
        """Return the dataset with rounded numbers."""
        data.check_numeric(self.name, self.columns)
        rounded = [self._rounded(data, name) for name in self.columns]
        return Change(
            data=data.with_frame(data.frame.with_columns(*rounded)),
            facts={"columns": list(self.columns)},
        )

    def _rounded(self, data: Dataset, name: str) -> nw.Expr:
        if data.kind(name).is_integer() and self.base.is_integer():
            rounded = whole_steps(nw.col(name).cast(nw.Int64), int(self.base), self.how)
            return rounded.cast(data.kind(name)) if _fits(data, name, rounded) else rounded
        return steps(nw.col(name).cast(nw.Float64), self.base, self.how)


def _fits(data: Dataset, name: str, rounded: nw.Expr) -> bool:
    """Whether the extremes, once rounded, can still be held by the type of the column."""
    ends = collected(data.frame.select(rounded.min().alias("low"), rounded.max().alias("high")))
    kind = collected(data.frame.select(name).head(0)).schema[name]
    held = ends.cast(pl.Int64).with_columns(pl.all().cast(kind, strict=False)).row(0)
    return None not in held or None in ends.row(0)


def whole_steps(value: nw.Expr, base: int, how: How) -> nw.Expr:
    """Round whole numbers to multiples of a whole base, exactly."""
    if how == "up":
        return (value + (base - 1)) // base * base
    return (value + base // 2 if how == "nearest" else value) // base * base


def steps(value: nw.Expr, base: float, how: How) -> nw.Expr:
    """Round numbers to multiples of a base; what is a multiple but for rounding stays."""
    step = value / base
    near = (step + 0.5).floor()
    if how == "nearest":
        return near * base
    there = (step - near).abs() <= step.abs() * SLACK
    return nw.when(there).then(near).otherwise(step.ceil() if how == "up" else step.floor()) * base

"""Round numbers to a base."""

from __future__ import annotations

from typing import ClassVar, Literal

import narwhals as nw
from pydantic import Field

from discret.data.dataset import Dataset
from discret.parts import Change, Columns, Context, Method
from discret.words import Words


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
    how: Literal["nearest", "down", "up"] = Field(default="nearest", description="which way")

    def apply(self, data: Dataset, context: Context) -> Change:
        """Return the dataset with rounded numbers."""
        data.check_numeric(self.name, self.columns)
        rounded = [self._rounded(data, name) for name in self.columns]
        return Change(
            data=data.with_frame(data.frame.with_columns(*rounded)),
            facts={"columns": list(self.columns)},
        )

    def _rounded(self, data: Dataset, name: str) -> nw.Expr:
        steps = nw.col(name).cast(nw.Float64) / self.base
        if self.how == "up":
            whole = steps.ceil()
        else:
            whole = (steps + 0.5).floor() if self.how == "nearest" else steps.floor()
        result = whole * self.base
        kind = data.kind(name)
        return result.cast(kind) if kind.is_integer() and self.base.is_integer() else result

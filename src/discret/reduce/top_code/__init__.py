"""Bring the extremes of a number back to a limit."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import ClassVar, Literal, Self

import narwhals as nw
from pydantic import Field, model_validator

from discret.data.dataset import Dataset
from discret.data.engine import collected
from discret.errors import InputError
from discret.parts import FRESH, Change, Column, Context, Method
from discret.parts.facts import Fact, Facts
from discret.reduce.top_code.limits import Limited
from discret.reduce.top_code.tails import check_beyond, mean_beyond, quantiles_of
from discret.reduce.whole_numbers import ends
from discret.words import Words


class TopCode(Method):
    r"""Replace the numbers above `top`, and those below `bottom`, by a common value.

    Notes
    -----
    Extremes are rare and known: the largest income, the oldest person. With ``"mean"``, a limit
    that a single record exceeds would publish that record's value: fewer than 3 such records (or
    people, where an individual column tells who they are) are refused. In a column of whole numbers
    the mean is rounded to one, and limits are compared exactly.

    A limit may be told as a quantile of the column: with `top_quantile` q, the least number that at
    least a share q of the weight (of the records, without weights) does not exceed, so that at most
    :math:`1 - q` of it is brought down; with `bottom_quantile` q, the greatest number that at least
    a share :math:`1 - q` is not below, so that at most q is brought up. Such a limit is a number of
    somebody: with ``limit`` it is shown, by all who are brought there and by them; ``mean`` shows
    the mean of the tail in its place. Infinite numbers cannot be limits. A quantile beyond which
    nothing lies, as 0.99 of fifty numbers, is refused where fewer than three show the extreme.

    Examples
    --------
    >>> from discret.data.examples import illnesses
    >>> data = Dataset.of(illnesses(), key=["Âge", "Sexe"])
    >>> TopCode(column="Âge", top=65).apply(data, Context()).data.values("Âge").max()
    65

    The older ones, more than half of the patients, at their mean:

    >>> change = TopCode(column="Âge", top_quantile=0.4, value="mean").apply(data, Context())
    >>> change.facts["top"], change.data.values("Âge").max()
    (4, 68)
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

    column: Column = Field(description=Words("a numeric column", fr="une colonne numérique"))
    top: int | float | None = Field(
        default=None,
        description=Words(
            "highest value left as it is. A limit is needed at one of the ends",
            fr="plus haute valeur laissée telle quelle. Il faut une limite à l’un des bouts",
        ),
    )
    bottom: int | float | None = Field(
        default=None,
        description=Words(
            "lowest value left as it is. A limit is needed at one of the ends",
            fr="plus basse valeur laissée telle quelle. Il faut une limite à l’un des bouts",
        ),
    )
    top_quantile: float | None = Field(
        default=None,
        gt=0,
        lt=1,
        description=Words(
            "highest value left as it is, as a quantile. In place of `top`: 0.99 brings down a"
            " hundredth of the weight at most",
            fr="plus haute valeur laissée telle quelle, en quantile. Au lieu de `top` : 0,99"
            " abaisse au plus un centième du poids",
        ),
    )
    bottom_quantile: float | None = Field(
        default=None,
        gt=0,
        lt=1,
        description=Words(
            "lowest value left as it is, as a quantile. In place of `bottom`: 0.01 brings up a"
            " hundredth of the weight at most",
            fr="plus basse valeur laissée telle quelle, en quantile. Au lieu de `bottom` : 0,01"
            " relève au plus un centième du poids",
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
        given, shares = self._given, self._quantiles
        if not given and not shares:
            raise ValueError(_ONE_NEEDED)
        if {*given} & {*shares}:
            raise ValueError(_TWO_WAYS)
        if any(abs(limit) > sys.float_info.max for limit in given.values()):
            raise ValueError(_TOO_LARGE)
        if _crossed(given) or _crossed(shares):
            raise ValueError(_BELOW)
        return self

    @property
    def _given(self) -> dict[str, float]:
        limits = {"top": self.top, "bottom": self.bottom}
        return {side: limit for side, limit in limits.items() if limit is not None}

    @property
    def _quantiles(self) -> dict[str, float]:
        shares = {"top": self.top_quantile, "bottom": self.bottom_quantile}
        return {side: share for side, share in shares.items() if share is not None}

    def apply(self, data: Dataset, context: Context = FRESH) -> Change:
        """Return the dataset with the extremes brought back."""
        data.check_numeric(self.name, [self.column])
        column = Limited(self.column, self._found(data))
        whole = ends(data, self.column) if data.kind(self.column).is_integer() else None
        facts: dict[str, object] = {"column": self.column}
        facts |= dict.fromkeys([*self._given, *self._quantiles], 0)
        new: dict[str, float] = {}
        for side, beyond in column.sides(data, whole):
            facts[side] = number_of = _count(data, beyond)
            if not number_of and side in self._quantiles:
                check_beyond(data, self.column, side, column.limits[side])
            if number_of:
                new[side] = self._new(data, column, side, beyond)
        changed = column.brought(data, whole, new) if new else data
        if self.value == "limit":  # values that are gone already would have become the limits too
            new = {side: column.limit(data, side) for side in column.limits}
        return Change(data=changed.went({self.column: column.step(new)}), facts=facts)

    def _found(self, data: Dataset) -> dict[str, float]:
        """Return the limits: as given, or where the quantiles are."""
        limits = self._given | quantiles_of(data, self.column, self._quantiles)
        if _crossed(limits):
            raise InputError(_MEET.filled(who=self.name), hint=_APART)
        return {side: limits[side] for side in ("top", "bottom") if side in limits}

    def _new(self, data: Dataset, column: Limited, side: str, beyond: nw.Expr) -> float:
        limited = self.value == "limit"
        return column.limit(data, side) if limited else mean_beyond(data, self.column, side, beyond)


def _crossed(limits: Mapping[str, float]) -> bool:
    return {"top", "bottom"} <= {*limits} and limits["bottom"] >= limits["top"]


def _count(data: Dataset, beyond: nw.Expr) -> int:
    return int(collected(data.frame.filter(beyond).select(nw.len().alias("n")))["n"][0])


_ONE_NEEDED = Words(
    "top, bottom: at least one is needed", fr="top, bottom : il en faut au moins un"
)
_TWO_WAYS = Words(
    "top, bottom: a limit is given, or its quantile, not both",
    fr="top, bottom : on donne une limite ou son quantile, pas les deux",
)
_TOO_LARGE = Words(
    "top, bottom: no number is so large", fr="top, bottom : aucun nombre n’est aussi grand"
)
_BELOW = Words("bottom: must be below top", fr="bottom : doit être inférieur à top")
_MEET = Words(
    "{who}: at these quantiles the limits meet: nothing would lie between them",
    fr="{who} : à ces quantiles les limites se rejoignent : rien ne resterait entre elles",
)
_APART = Words(
    "move the quantiles apart, or leave one out", fr="écarter les quantiles, ou en retirer un"
)

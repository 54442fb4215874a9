"""Round numbers to a base."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial, reduce
from typing import ClassVar, Literal

import narwhals as nw
import polars as pl
from pydantic import Field

from discret.assess.likelihood_linkage import LikelihoodLinkage
from discret.data.dataset import Dataset
from discret.data.engine import Frame, collected, number
from discret.data.history.trail import Moved
from discret.errors import ColumnError
from discret.parts import FRESH, Change, Columns, Context, Method, RiskMeasure
from discret.parts.facts import Fact, Facts
from discret.parts.published import Published, publishing
from discret.reduce import corrections
from discret.reduce.whole_numbers import EXACT, ends, holder
from discret.words import Words, say

How = Literal["nearest", "down", "up"]
REACH = 4  # how far, in bases, a quotient of floats may be off, and one more


class Round(Method):
    """Round the numbers of some columns to multiples of a base.

    Notes
    -----
    A continuous number such as an exact income singles people out by itself; rounding to a base
    (Bergeat 2014) makes equal what is close. Weights may be rounded too; their total then moves.
    Whole numbers are rounded exactly. Numbers too large for their multiples to be told apart, past
    2⁵³ bases, are refused, and so are results that no type of 64 bits holds.

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
    numbers: ClassVar[tuple[str, ...]] = ("columns",)
    references: ClassVar[tuple[str, ...]] = (
        "Bergeat M. (2014). Un panorama de la protection des fichiers de données individuelles.",
    )
    tells: ClassVar[Facts] = {
        "columns": Fact.names("columns", "colonnes"),
    }

    columns: Columns = Field(
        min_length=1, description=Words("numeric columns", fr="colonnes numériques")
    )
    base: float = Field(
        gt=0,
        description=Words(
            "the rounding base. Such as 100",
            fr="base de l’arrondi. 100 par exemple",
        ),
    )
    how: How = Field(
        default="nearest",
        description=Words(
            "which way. `nearest` (halves go up), `down` or `up`",
            fr="dans quel sens. `nearest` (un milieu va vers le haut), `down` ou `up`",
        ),
    )

    publish: bool = publishing()

    @property
    def published(self) -> Published | None:
        """The base, and how to correct for it."""
        if not self.publish:
            return None
        names, way = ", ".join(self.columns), {"up": corrections.UP, "down": corrections.DOWN}
        first = corrections.ROUNDED.filled(names=names, base=self.base, square=self.base**2 / 12)
        more = [way[self.how].filled(half=self.base / 2)] if self.how in way else []
        return Published(tuple(self.columns), (first, *more))

    @property
    def attacks(self) -> tuple[RiskMeasure, ...]:
        """Whoever is told the base knows how near numbers are, and better whose they are."""
        return (LikelihoodLinkage(),) if self.publish else ()

    def apply(self, data: Dataset, context: Context = FRESH) -> Change:
        """Return the dataset with rounded numbers."""
        data.check_numeric(self.name, self.columns)
        changed = data.with_frame(self._rounded(data, self.columns))
        return Change(
            data=changed.went({name: Moved(self._function) for name in self.columns}),
            facts={"columns": list(self.columns)},
        )

    def _function(self, values: pl.Series) -> pl.Series:
        """Round values by themselves, as their column was."""
        alone = Dataset.of(pl.DataFrame({"value": values}))
        alone.check_numeric(self.name, ["value"])
        return collected(self._rounded(alone, ["value"]).select("value"))["value"]

    def _rounded(self, data: Dataset, columns: Sequence[str]) -> Frame:
        deeds = [self._deed(data, name) for name in columns]  # each looks at its column as it is
        return reduce(lambda frame, deed: deed(frame), deeds, data.frame)

    def _deed(self, data: Dataset, name: str) -> Callable[[Frame], Frame]:
        if data.kind(name).is_integer():
            found = ends(data, name)
            if found is None:
                return lambda frame: frame
            if float(self.base).is_integer():
                whole = _whole(data, name, int(self.base), self.how, found)
                return lambda frame: frame.with_columns(whole)
            self._check(name, max(map(abs, found)), EXACT)
        largest = _largest(data, name)
        self._check(name, largest, sys.float_info.max)
        return partial(steps, column=name, base=self.base, how=self.how, largest=largest)

    def _check(self, name: str, largest: float, most: float) -> None:
        """Refuse numbers so large that multiples of the base cannot be told apart, nor held."""
        if largest + self.base > most or largest / self.base + REACH >= EXACT:
            raise ColumnError(
                say(
                    "{who}: numbers of {name!r} are too large for multiples of the base"
                    " to be told apart",
                    "{who} : les nombres de {name!r} sont trop grands pour qu’on"
                    " distingue des multiples de la base",
                    who=self.name,
                    name=name,
                ),
                hint=Words(
                    "choose a larger base, a whole one for whole numbers",
                    fr="choisir une base plus grande, entière pour des nombres entiers",
                ),
            )


def _whole(data: Dataset, name: str, base: int, how: How, found: tuple[int, int]) -> nw.Expr:
    """Round a column of whole numbers, exactly, in a type that holds all that comes up."""
    kind = data.kind(name)
    low, high = (whole_step(value, base, how) for value in found)
    last = holder(Round.name, name, (low, high), (kind,))
    if low == high:  # whatever the base
        return nw.when(~nw.col(name).is_null()).then(nw.lit(low, dtype=last)).alias(name)
    work = holder(Round.name, name, (*found, low, high, base), (nw.Int64(), nw.UInt64(), kind))
    return whole_steps(nw.col(name).cast(work), base, how, work).cast(last).alias(name)


def _largest(data: Dataset, name: str) -> float:
    size = number(name).abs()
    finite = nw.when(size < float("inf")).then(size)
    return float(collected(data.frame.select(finite.max().alias("most")))["most"][0] or 0.0)


def whole_step(value: int, base: int, how: How) -> int:
    """Round one whole number.

    Examples
    --------
    >>> [whole_step(-5, 10, how) for how in ("nearest", "down", "up")]
    [0, -10, 0]
    """
    rest = value % base
    up = rest > 0 if how == "up" else how == "nearest" and rest >= base - rest
    return value + (base - rest) if up else value - rest


def whole_steps(value: nw.Expr, base: int, how: How, kind: nw.dtypes.DType) -> nw.Expr:
    """Do so for a column, without leaving the range from numbers to results."""
    nought, step = nw.lit(0, dtype=kind), nw.lit(base, dtype=kind)
    rest = value % step  # engines differ on the sign of it
    rest = nw.when(rest < nought).then(rest + step).otherwise(rest)
    far = rest >= step - rest if how == "nearest" else rest > nought
    up = far if how != "down" else rest < nought
    climb = nw.when(up).then(step - rest).otherwise(nought)
    return value + climb - nw.when(up).then(nought).otherwise(rest)


def steps(frame: Frame, column: str, base: float, how: How, largest: float) -> Frame:
    """Round numbers to multiples of a base, up never below a number and down never above it.

    The multiples are the floats nearest to those of the base as it is written in decimals: 0.3 is
    one of 0.1, though 3 × 0.1 is another float. Those around a number are told by comparing: the
    quotient of two floats is less than `REACH` off. Infinite numbers stay. What is used often is
    a column for a while: written out each time it would be hundreds of terms.
    """
    ways, parts = _fraction(base, largest)
    value, low, high = number(column), nw.col(_LOW), nw.col(_HIGH)
    nought = value - value  # by a constant, polars does not divide but multiplies by its inverse
    first = (value / (nought + base)).floor()
    frame = frame.with_columns(first.alias(_FIRST), (nought + parts).alias(_PARTS))
    wanted = {"nearest": (_LOW, _HIGH), "down": (_LOW,), "up": (_HIGH,)}[how]
    frame = frame.with_columns(_beside(value, ways, end).alias(end) for end in wanted)
    closer = nw.when(value - low < high - value).then(low).otherwise(high)
    found = closer if how == "nearest" else nw.col(*wanted)
    rounded = nw.when(value.abs() < float("inf")).then(found).otherwise(value)
    return frame.with_columns(rounded.alias(column)).drop(_FIRST, _PARTS, *wanted)


def _beside(value: nw.Expr, ways: float, end: str) -> nw.Expr:
    """Return the last multiple that is not above a number, or not below it."""
    near = [(nw.col(_FIRST) + step) * ways / nw.col(_PARTS) for step in range(-REACH, REACH + 1)]
    if end == _LOW:
        return reduce(lambda best, one: nw.when(one <= value).then(one).otherwise(best), near)
    return reduce(lambda best, one: nw.when(one >= value).then(one).otherwise(best), near[::-1])


_FIRST, _PARTS, _LOW, _HIGH = "__first__", "__parts__", "__low__", "__high__"


def _fraction(base: float, largest: float) -> tuple[float, float]:
    """Return the base as a fraction of whole numbers if all multiples needed are exact so.

    Examples
    --------
    >>> _fraction(0.15, 100.0), _fraction(0.1234567890123, 1e9)
    ((3.0, 20.0), (0.1234567890123, 1.0))
    """
    written = Fraction(repr(base))
    exact = (largest / base + REACH) * written.numerator < EXACT and written.denominator < EXACT
    return (float(written.numerator), float(written.denominator)) if exact else (base, 1.0)

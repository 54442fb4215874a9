"""Round numbers to a base."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial, reduce
from typing import Any, ClassVar, Literal, Self, cast

import narwhals as nw
import polars as pl
from pydantic import Field, model_validator

from discret.assess.likelihood_linkage import LikelihoodLinkage
from discret.data.dataset import Dataset
from discret.data.engine import Frame, collected, number
from discret.data.entering.column_names import LINK
from discret.data.history.trail import LABEL, VALUE, Moved, Spread
from discret.errors import ColumnError
from discret.parts import FRESH, Change, Columns, Context, Method, RiskMeasure
from discret.parts.depending import Depending
from discret.parts.facts import Fact, Facts
from discret.parts.published import Published, publishing
from discret.reduce import corrections
from discret.reduce.margins import margin_columns
from discret.reduce.round_numbers.draws import Totals, beside
from discret.reduce.round_numbers.multiples import REACH, How, steps, whole_step, whole_steps
from discret.reduce.rows_in_order import drawn_once, rows_in_order
from discret.reduce.whole_numbers import EXACT, ends, holder
from discret.words import Words, say

DRAWN = ("random", "controlled")


class Round(Method):
    r"""Round the numbers of some columns to multiples of a base.

    Notes
    -----
    A continuous number such as an exact income singles people out by itself; rounding to a base
    (Bergeat 2014) makes equal what is close. Weights may be rounded too; their total then moves.
    Whole numbers are rounded exactly. Numbers too large for their multiples to be told apart, past
    2⁵³ bases, are refused, and so are results that no type of 64 bits holds.

    ``random`` lets a number x between two multiples go up with the chance :math:`(x - ⌊x⌋_b) / b`,
    down otherwise: :math:`E(z) = x`, so that sums and means, weighted or not, are kept on average,
    and the variance of a sum of n numbers grows by :math:`n b^2 / 4` at most. Multiples stay.

    ``controlled`` does so for all numbers at once, such that their total, and that of each category
    of the `margins`, goes to one of the two multiples beside it: totals are off by less than the
    base, and not at all where they are multiples already. With two margins at most that is always
    so, chances stay as above (Cox 1987), and each combination of categories keeps its total too.
    With more, a programme looks for it near such a draw: chances are then near those above, and
    where totals cannot all be kept the file is refused. Of decimal numbers it is so up to the
    rounding of floats. Weighted totals are kept on average; with two margins at most that of each
    combination of categories is off by no more than the base times the largest weight in it.

    Who knows the base knows of a rounded number that it was less than a base away; of one rounded
    to the nearest, half a base.

    Examples
    --------
    >>> from discret.data.examples import footballers
    >>> data = Dataset.of(footballers(), key=["Âge", "Club"], sensitive="Salaire")
    >>> change = Round(columns=["Salaire"], base=1000).apply(data, Context())
    >>> change.data.values("Salaire").to_list()
    [1000, 2000, 3000]
    >>> change = Round(columns=["Salaire"], base=1000, how="controlled").apply(data, Context())
    >>> total, kept = footballers()["Salaire"].sum(), change.data.to_polars()["Salaire"].sum()
    >>> abs(total - kept) < 1000
    True
    """

    name: ClassVar[str] = "round"
    title: ClassVar[Words] = Words("numbers rounded", fr="nombres arrondis")
    purpose: ClassVar[Words] = Words(
        "rounds numbers to multiples of a base", fr="arrondit des nombres à un multiple d’une base"
    )
    numbers: ClassVar[tuple[str, ...]] = ("columns",)
    references: ClassVar[tuple[str, ...]] = (
        "Bergeat M. (2014). Un panorama de la protection des fichiers de données individuelles.",
        (
            "Cox L. H. (1987). A constructive procedure for unbiased controlled rounding. Journal"
            " of the American Statistical Association 82."
        ),
    )
    random: ClassVar[Any] = Depending(True, lambda part: part.how in DRAWN)
    tier: ClassVar[Any] = Depending("key", lambda part: "row" if part.how in DRAWN else "key")
    tells: ClassVar[Facts] = {
        "columns": Fact.names("columns", "colonnes"),
        "rounded_up": Fact.share(
            "numbers rounded up", "nombres arrondis vers le haut", by="column"
        ),
        "totals": Fact.count("totals looked at", "totaux examinés"),
        "largest_gap": Fact.number(
            "largest gap of a total, in bases", "plus grand écart d’un total, en bases", by="column"
        ),
        "weighted_gap": Fact.number(
            "largest gap of a weighted mean, in bases",
            "plus grand écart d’une moyenne pondérée, en bases",
            by="column",
        ),
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
    how: Literal["nearest", "down", "up", "random", "controlled"] = Field(
        default="nearest",
        description=Words(
            "which way. `nearest` (halves go up), `down`, `up`, `random` (up with the chance that"
            " keeps numbers on average) or `controlled` (so too, and totals are kept within a"
            " base)",
            fr="dans quel sens. `nearest` (un milieu va vers le haut), `down`, `up`, `random`"
            " (vers le haut avec la probabilité qui garde les nombres en moyenne) ou `controlled`"
            " (de même, en gardant les totaux à une base près)",
        ),
    )
    margins: tuple[str, ...] = Field(
        default=(),
        description=Words(
            "columns by whose categories totals are kept within a base. With `controlled`; some may"
            ' be crossed: `margins = ["sex", "region * age"]`. The total of all is always kept so',
            fr="colonnes selon les modalités desquelles les totaux sont gardés à une base près."
            ' Avec `controlled` ; des colonnes se croisent : `margins = ["sex", "region * age"]`.'
            " Le total de tous l’est toujours",
        ),
    )

    publish: bool = publishing()

    @property
    def published(self) -> Published | None:
        """The base, and how to correct for it."""
        if not self.publish:
            return None
        rule, parts = (corrections.DRAWN, 6) if self.how in DRAWN else (corrections.ROUNDED, 12)
        first = rule.filled(
            names=", ".join(self.columns),
            base=self.base,
            square=self.base**2 / parts,
            whole=self._of_whole((self.base**2 - 1) / parts),
        )
        return Published(tuple(self.columns), (first, *self._means_moved()))

    def _means_moved(self) -> tuple[Words, ...]:
        """How to correct means: whole numbers have no halves, and so move by half a unit less."""
        way = {"up": corrections.UP, "down": corrections.DOWN}.get(self.how)
        if way is not None:
            whole = self._of_whole((self.base - 1) / 2)
            return (way.filled(half=self.base / 2, whole=whole),)
        return (corrections.HALFWAY,) if self.how == "nearest" and self.base % 2 == 0 else ()

    def _of_whole(self, less: float) -> str:
        whole = self.base > 1 and self.base % 1 == 0
        return corrections.WHOLE.filled(less=less) if whole else Words("", fr="")

    @property
    def attacks(self) -> tuple[RiskMeasure, ...]:
        """Whoever is told the base knows how near numbers are, and better whose they are."""
        return (LikelihoodLinkage(),) if self.publish else ()

    @model_validator(mode="after")
    def _check_margins(self) -> Self:
        if self.margins and self.how != "controlled":
            raise ValueError(_ONLY_CONTROLLED)
        return self

    @property
    def named(self) -> tuple[str, ...]:
        """The columns that the parameters name."""
        return (*super().named, *self._crossed)

    @property
    def _crossed(self) -> list[str]:
        return [name for text in self.margins for name in margin_columns(text)]

    def apply(self, data: Dataset, context: Context = FRESH) -> Change:
        """Return the dataset with rounded numbers."""
        data.check_numeric(self.name, self.columns)
        if self.how in DRAWN:
            return self._drawn(data, context)
        changed = data.with_frame(self._rounded(data, self.columns, cast("How", self.how)))
        return Change(
            data=changed.went({name: Moved(self._function) for name in self.columns}),
            facts={"columns": list(self.columns)},
        )

    def _drawn(self, data: Dataset, context: Context) -> Change:
        """Let numbers go up or down by chance."""
        table = rows_in_order(self.name, data, [*self.columns, *self._crossed])
        totals = Totals.of(table, self.margins, controlled=self.how == "controlled")
        facts: dict[str, Any] = {"columns": list(self.columns), "totals": totals.many}
        new: dict[str, pl.Series] = {}
        for name in self.columns:
            low, high = (self._alone(table[name], how) for how in ("down", "up"))
            numbers = beside(self.name, table[name], (low, high), self.base, totals.summed)
            up = totals.drawn(self.name, name, numbers, context.rng)
            if self.how == "random":  # totals are kept by each record's own
                up = up[drawn_once(table, [name])]
            new[name] = numbers.chosen(up)
            for fact, value in totals.told(numbers, up).items():
                facts.setdefault(fact, {})[name] = value
        changed = data.with_rows(table[LINK].to_numpy(), **new)  # type: ignore[arg-type]
        pairs = {name: pl.DataFrame({VALUE: table[name], LABEL: own}) for name, own in new.items()}
        seen = {name: Spread(pair.unique(maintain_order=True)) for name, pair in pairs.items()}
        return Change(data=changed.went(seen), facts=facts)

    def _function(self, values: pl.Series) -> pl.Series:
        """Round values by themselves, as their column was."""
        return self._alone(values, self.how)

    def _alone(self, values: pl.Series, how: Any) -> pl.Series:
        alone = Dataset.of(pl.DataFrame({"value": values}))
        alone.check_numeric(self.name, ["value"])
        return collected(self._rounded(alone, ["value"], how).select("value"))["value"]

    def _rounded(self, data: Dataset, columns: Sequence[str], how: How) -> Frame:
        deeds = [self._deed(data, name, how) for name in columns]  # each looks at its own column
        return reduce(lambda frame, deed: deed(frame), deeds, data.frame)

    def _deed(self, data: Dataset, name: str, how: How) -> Callable[[Frame], Frame]:
        if data.kind(name).is_integer():
            found = ends(data, name)
            if found is None:
                return lambda frame: frame
            if float(self.base).is_integer():
                whole = _whole(data, name, int(self.base), how, found)
                return lambda frame: frame.with_columns(whole)
            self._check(name, max(map(abs, found)), EXACT)
        largest = _largest(data, name)
        self._check(name, largest, sys.float_info.max)
        return partial(steps, column=name, base=self.base, how=how, largest=largest)

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


_ONLY_CONTROLLED = Words(
    "margins: they go with how='controlled'", fr="margins : avec how='controlled'"
)

"""What protecting a zoning cost in published squares, and in the observations that they hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Self

import narwhals as nw
import polars as pl
from pydantic import Field, model_validator

from discret.data.beside.records import followed
from discret.data.dataset import Dataset
from discret.data.engine import collected
from discret.data.entering.column_names import LINK
from discret.data.zonings.crossing import free
from discret.errors import ColumnError
from discret.finding import Finding
from discret.parts import Column, LossMeasure, MaybeColumn, Tier, Unit
from discret.parts.facts import Fact, Facts, Layout
from discret.parts.parameters import LargestShare
from discret.words import Words, say

OLD, NEW, THERE, GONE, MANY = "__old__", "__new__", "__there__", "__gone__", "__many__"
HIDDEN, ODD, WRONG, RECORDS = "__hidden__", "__odd__", "__wrong__", "__records__"
FATES = ("kept", "in_part", "merged", "withheld", "dropped")
EXACT = 2.0**53  # sums of counts stay exact in floats up to here


class SquareLoss(LossMeasure):
    r"""Share of the observations whose square is no longer published by itself.

    Notes
    -----
    Records are followed from the original to the release. An observation is lost where its record
    was dropped, where its square is blank (withheld), and where its square has taken in
    observations of other squares (merged). The value is their share of the observations that had a
    published square. That a square has another name costs nothing, nor does a finer division of it.

    Every square of the original has one fate. *Kept*: all its observations are in one square, with
    no others. *Merged*: some of them share a square with others. *Withheld*: those that are left
    have no square. *Dropped*: none is left. *In part*: the rest, where some observations are gone,
    or all of them spread over squares of their own. `squares_lost` says how many fewer squares are
    published: of two squares withheld both are lost, of two that are merged one is. To merge keeps
    a figure, of a larger place: the value counts it as lost like one withheld, which is hard on
    merging.

    Squares without any observation are not counted. Read next to `differencing`, which says what
    the loss was for.

    Examples
    --------
    >>> from discret.parts import Context
    >>> from discret.reduce import MergeSquares, WithholdSquares
    >>> table = Dataset.of(pl.DataFrame({
    ...     "zone": [0, 0, 1, 1, 1], "square": [0, 1, 1, 2, 3], "n": [20, 2, 15, 30, 33],
    ... }))
    >>> how = {"square": "square", "count": "n"}
    >>> loss = SquareLoss(**how)
    >>> for method in (WithholdSquares(zone="zone", **how), MergeSquares(zone="zone", **how)):
    ...     found = loss.compare(table, method.apply(table, Context()).data)
    ...     print(found.value, found.details["squares_kept"], found.details["squares_lost"])
    0.37 2 2
    0.37 2 1
    """

    name: ClassVar[str] = "square_loss"
    was: ClassVar[str] = "cell_loss"
    formerly: ClassVar[Mapping[str, str]] = {"cell": "square"}
    title: ClassVar[Words] = Words("published squares lost", fr="carreaux diffusés perdus")
    purpose: ClassVar[Words] = Words(
        "counts the squares that are no longer published by themselves, and their observations",
        fr="compte les carreaux qui ne sont plus diffusés seuls, et leurs observations",
    )
    tier: ClassVar[Tier] = "row"
    unit: ClassVar[Unit] = "share"
    by_record: ClassVar[bool] = True
    references: ClassVar[tuple[str, ...]] = (
        (
            "Costemalle V. (2019). Detecting geographical differencing problems in the context"
            " of spatial data dissemination. Statistical Journal of the IAOS 35(4)."
        ),
    )
    shows: ClassVar[Layout] = "squares"
    tells: ClassVar[Facts] = {
        "squares": Fact.count("squares", "carreaux"),
        "squares_after": Fact.count("squares published after", "carreaux diffusés après"),
        "squares_lost": Fact.count("fewer squares published", "carreaux diffusés en moins"),
        "squares_kept": Fact.count(
            "squares published as they were", "carreaux diffusés tels quels"
        ),
        "squares_in_part": Fact.count(
            "squares published in part or in pieces", "carreaux diffusés en partie ou en morceaux"
        ),
        "squares_merged": Fact.count(
            "squares merged with others", "carreaux regroupés avec d’autres"
        ),
        "squares_withheld": Fact.count("squares withheld", "carreaux masqués"),
        "squares_dropped": Fact.count(
            "squares whose records were dropped", "carreaux aux enregistrements retirés"
        ),
        "observations": Fact.count("observations", "observations en tout"),
        "observations_lost": Fact.count(
            "observations whose square is lost", "observations dont le carreau est perdu"
        ),
        "observations_withheld": Fact.count(
            "observations in a withheld total", "observations dans un total masqué"
        ),
        "observations_merged": Fact.count(
            "observations in merged squares", "observations en carreaux regroupés"
        ),
        "observations_dropped": Fact.count("observations dropped", "observations retirées"),
        "squares_withheld_before": Fact.count("squares withheld before", "carreaux déjà masqués"),
    }

    square: Column = Field(
        description=Words(
            "column of the squares. Squares of a grid for example, or any zoning",
            fr="colonne des carreaux. Les carreaux d’une grille par exemple, ou un zonage"
            " quelconque",
        )
    )
    count: MaybeColumn = Field(
        default=None,
        description=Words(
            "number of observations, where the table is crossed already. Otherwise every record"
            " is an observation",
            fr="nombre d’observations, si la table est déjà croisée. Sinon chaque"
            " enregistrement est une observation",
        ),
    )
    already: MaybeColumn = Field(
        default=None,
        description=Words(
            "column that flags the squares that were withheld before. A column of the original,"
            " by 1 or 0: they are not counted as lost",
            fr="colonne qui marque les carreaux déjà masqués. Une colonne de l’original, par 1"
            " ou 0 : ils ne comptent pas comme perdus",
        ),
    )
    most: LargestShare = None

    @model_validator(mode="after")
    def _check(self) -> Self:
        named = [name for name in (self.square, self.count, self.already) if name is not None]
        if len(set(named)) < len(named):
            raise ValueError(
                Words(
                    "squares, counts and what is withheld are different columns",
                    fr="les carreaux, les effectifs et ce qui est masqué sont des colonnes"
                    " différentes",
                )
            )
        return self

    def compare(self, before: Dataset, after: Dataset) -> Finding:
        """Say what became of the squares of `before` in `after`."""
        pairs = self._pairs(before, after)
        squares = fates(pairs)
        details = _details(pairs, squares)
        whole, lost = details["observations"], details["observations_lost"]
        value = lost / whole if whole else None
        return Finding.at_most(
            self.name,
            value,
            self.most,
            reads=_NONE if value is None else _sentence(value, details),
            details={**details, "squares_withheld_before": _withheld_before(pairs)},
            per_key=squares.rename({OLD: free(self.square, squares.columns)}),
        )

    def _pairs(self, before: Dataset, after: Dataset) -> pl.DataFrame:
        """Count observations by the square they had and the one they have, in the engine."""
        self._check_columns(before, after)
        many = nw.lit(1) if self.count is None else nw.col(self.count)
        flag = nw.lit(0) if self.already is None else nw.col(self.already)
        wanted = [many.cast(nw.Float64).alias(MANY), flag.cast(nw.Float64).alias(HIDDEN)]
        linked = followed(
            self.name,
            before,
            [nw.col(self.square).alias(OLD), *wanted],
            after,
            [nw.col(self.square).alias(NEW), nw.col(LINK).alias(THERE)],
            how="left",
        )
        marked = linked.with_columns(nw.col(THERE).is_null().alias(GONE), *_faults())
        sums = [nw.col(name).sum() for name in (MANY, WRONG, ODD)]
        grouped = marked.group_by(OLD, NEW, GONE, HIDDEN).agg(nw.len().alias(RECORDS), *sums)
        table = collected(grouped)
        self._check_counts(table)
        _check_records(self.name, table, before, after)
        return table.filter(pl.col(MANY) > 0).with_columns(pl.col(MANY).cast(pl.Int64))

    def _check_columns(self, before: Dataset, after: Dataset) -> None:
        more = [name for name in (self.count, self.already) if name is not None]
        before.check_columns(self.name, [self.square, *more])
        after.check_columns(self.name, [self.square])
        before.check_numeric(
            self.name,
            [name for name in more if before.kind(name) != nw.Boolean or name == self.count],
        )

    def _check_counts(self, table: pl.DataFrame) -> None:
        wrong, odd = (int(table[name].sum() or 0) for name in (WRONG, ODD))
        if wrong:
            raise ColumnError(
                say(
                    "{who}: counts are whole numbers from 0, {count!r} has {wrong}"
                    " {wrong:other|others}",
                    "{who} : les effectifs sont des entiers à partir de 0, {count!r} en"
                    " a {wrong} qui n’en {wrong:est|sont} pas",
                    who=self.name,
                    count=self.count,
                    wrong=wrong,
                ),
                hint=Words(
                    "count observations, not weights or estimates; 0 where there is none",
                    fr="compter des observations, ni des poids ni des estimations ; 0"
                    " là où il n’y en a pas",
                ),
            )
        flags = table.drop_nulls(OLD).select(OLD, HIDDEN)
        if odd or flags.n_unique() > flags[OLD].n_unique():
            raise ColumnError(
                say(
                    "{who}: {already!r} says 1 where {square!r} was withheld and 0 where"
                    " it was published, it holds something else or both for a square",
                    "{who} : {already!r} dit 1 là où {square!r} a été masqué et 0 là où il"
                    " a été publié, elle dit autre chose, ou les deux pour un carreau",
                    who=self.name,
                    already=self.already,
                    square=self.square,
                ),
                hint=Words(
                    "write 0 and 1, the same in all rows of a square",
                    fr="écrire 0 ou 1, de même dans toutes les lignes d’un carreau",
                ),
            )


def fates(pairs: pl.DataFrame) -> pl.DataFrame:
    """Say what became of each square: its observations, those lost, and one of five words.

    Parameters
    ----------
    pairs
        Observations by the square they had, the one they have, whether they are gone, and whether
        the square was withheld before.
    """
    mixed = pl.struct(OLD, HIDDEN).n_unique().over(NEW) > 1
    known = pl.col(NEW).is_not_null()
    many = pl.col(MANY)
    placed = pairs.with_columns((known & mixed).alias("mixed"), (known & ~mixed).alias("own"))
    squares = placed.filter(pl.col(OLD).is_not_null() & (pl.col(HIDDEN) == 0)).group_by(OLD)
    found = squares.agg(
        many.sum().alias("observations"),
        many.filter(~pl.col("own")).sum().alias("lost"),
        many.filter("mixed").sum().alias("merged"),
        many.filter(pl.col(NEW).is_null() & ~pl.col(GONE)).sum().alias("withheld"),
        many.filter(GONE).sum().alias("dropped"),
        pl.col(NEW).filter("own").n_unique().alias("places"),
    )
    return found.with_columns(_fate().alias("fate")).drop("places").sort(OLD)


def _fate() -> pl.Expr:
    whole, lost = pl.col("observations"), pl.col("lost")
    alone = (lost == 0) & (pl.col("places") == 1)
    return (
        pl.when(alone)
        .then(pl.lit("kept"))
        .when(pl.col("merged") > 0)
        .then(pl.lit("merged"))
        .when(pl.col("dropped") == whole)
        .then(pl.lit("dropped"))
        .when(lost == whole)
        .then(pl.lit("withheld"))
        .otherwise(pl.lit("in_part"))
    )


def _details(pairs: pl.DataFrame, squares: pl.DataFrame) -> dict[str, Any]:
    after = pairs[NEW].drop_nulls().n_unique()
    sums = {
        name: int(squares[name].sum() or 0) for name in ("lost", "withheld", "merged", "dropped")
    }
    return {
        "squares": len(squares),
        "squares_after": after,
        "squares_lost": len(squares) - after,
        **{f"squares_{fate}": int((squares["fate"] == fate).sum()) for fate in FATES},
        "observations": int(squares["observations"].sum() or 0),
        **{f"observations_{name}": many for name, many in sums.items()},
    }


def _withheld_before(pairs: pl.DataFrame) -> int:
    return pairs.filter(pl.col(HIDDEN) == 1)[OLD].drop_nulls().n_unique()


def _faults() -> list[nw.Expr]:
    """Mark counts that are not whole numbers from 0, and flags that are neither 0 nor 1."""
    many, flag = nw.col(MANY), nw.col(HIDDEN)
    whole = (many >= 0) & (many < EXACT) & (many == many.floor())
    return [
        nw.when(good).then(nw.lit(0)).otherwise(nw.lit(1)).alias(name)
        for good, name in ((whole, WRONG), ((flag == 0) | (flag == 1), ODD))
    ]


def _check_records(who: str, table: pl.DataFrame, before: Dataset, after: Dataset) -> None:
    found = table.filter(~pl.col(GONE))[RECORDS].sum(), table[RECORDS].sum()
    if found != (len(after), len(before)):
        raise ColumnError(
            say(
                "{who}: some of the {after} records of the release are not in the"
                " original file, or are numbered twice",
                "{who} : parmi les {after} enregistrements diffusés, certains ne sont"
                " pas dans le fichier original, ou y ont deux fois le même numéro",
                who=who,
                after=len(after),
            ),
            hint=Words(
                "declare a column that numbers the records of both, with row=...",
                fr="déclarer une colonne qui numérote les enregistrements des deux, avec row=...",
            ),
        )


def _sentence(value: float, details: dict[str, Any]) -> Words:
    return say(
        "{value:%} of the observations ({lost} of {all}) are in squares that are no longer"
        " published by themselves; of {squares} squares, {kept} {kept:is|are} published as they"
        " were, {withheld} withheld, {merged} merged with others, {other} gone or published in"
        " part.",
        "{value:%} des observations ({lost} sur {all}) sont dans des carreaux qui ne sont plus"
        " diffusés seuls ; sur {squares} carreaux, {kept}"
        " {kept:est diffusé tel quel|sont diffusés tels quels}, {withheld}"
        " {withheld:masqué|masqués}, {merged} {merged:regroupé|regroupés} avec d’autres, {other}"
        " {other:disparu ou diffusé|disparus ou diffusés} en partie.",
        value=value,
        lost=details["observations_lost"],
        all=details["observations"],
        squares=details["squares"],
        kept=details["squares_kept"],
        withheld=details["squares_withheld"],
        merged=details["squares_merged"],
        other=details["squares_dropped"] + details["squares_in_part"],
    )


_NONE = Words(
    "No observation of the original file is in a published square: there is nothing to lose.",
    fr="Aucune observation du fichier d’origine n’est dans un carreau diffusé : il n’y a rien à"
    " perdre.",
)

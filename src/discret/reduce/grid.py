"""Put the records in the squares of a grid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar, Self

import narwhals as nw
import numpy as np
import polars as pl
from pydantic import Field, model_validator

from discret.data.dataset import Dataset
from discret.data.engine import Frame, collected
from discret.data.entering.column_names import check_names, check_reserved
from discret.data.history.trail import Spread
from discret.data.joins import join_groups
from discret.errors import ColumnError
from discret.maths.arrays import Ints
from discret.maths.zonings.grids import NATURAL, corners, natural_sides
from discret.parts import FRESH, Change, Column, Context, Method
from discret.parts.facts import Fact, Facts
from discret.reduce.refusals import in_degrees, no_coordinates
from discret.words import Words, say

EAST, NORTH = "__east__", "__north__"
FURTHEST, DEGREES = 1e15, 360.0


class Grid(Method):
    """Replace coordinates by the square of a grid, of one size or as small as a threshold lets be.

    Notes
    -----
    Squares are named as INSPIRE does: ``CRS3035RES200mN2029800E4252400`` is the square of 200 m
    whose lower left corner lies there. The natural grid is the one of Branchu et al. (2018), which
    Costemalle (2019) differences with communes: every published square meets the threshold by
    itself, but for squares of 32 km with fewer observations, which the facts count. That says
    nothing of what subtracting other zones gives away: see `Differencing`.

    Examples
    --------
    >>> places = pl.DataFrame({"x": [4252450.0, 4252599.9], "y": [2029801.0, 2029999.0]})
    >>> change = Grid(side=200).apply(Dataset.of(places), Context())
    >>> change.data.to_polars()["cell"].to_list()
    ['CRS3035RES200mN2029800E4252400', 'CRS3035RES200mN2029800E4252400']
    """

    name: ClassVar[str] = "grid"
    formerly: ClassVar[Mapping[str, str]] = {"threshold": "least"}
    title: ClassVar[Words] = Words("records put in a grid", fr="enregistrements carroyés")
    numbers: ClassVar[tuple[str, ...]] = ("x", "y")
    purpose: ClassVar[Words] = Words(
        "replaces coordinates by squares",
        fr="remplace les coordonnées par des carreaux",
    )
    references: ClassVar[tuple[str, ...]] = (
        "Branchu J., Costemalle V., Fontaine M. (2018). Données carroyées et confidentialité.",
        "INSPIRE (2014). Data specification on geographical grid systems.",
    )
    tells: ClassVar[Facts] = {
        "squares": Fact.count("squares", "carreaux"),
        "by_side": Fact.count(
            "squares by their side in metres", "carreaux selon leur côté en mètres", by="side"
        ),
        "below_threshold": Fact.count("squares below the threshold", "carreaux sous le seuil"),
    }

    x: Column = Field(
        default="x",
        description=Words(
            "column of eastings, in metres. Of a projection such as LAEA (EPSG 3035) or"
            " Lambert-93 (EPSG 2154); it is dropped",
            fr="colonne des abscisses (vers l’est), en mètres. D’une projection telle que LAEA"
            " (EPSG 3035) ou Lambert-93 (EPSG 2154) ; elle est retirée",
        ),
    )
    y: Column = Field(
        default="y",
        description=Words(
            "column of northings, in metres. Of the same projection; it is dropped",
            fr="colonne des ordonnées (vers le nord), en mètres. De la même projection ; elle"
            " est retirée",
        ),
    )
    into: str = Field(
        default="cell",
        description=Words(
            "column to write squares to, which INSPIRE calls cells. It has the stricter role of"
            " `x` and `y`",
            fr="colonne où écrire les carreaux, qu’INSPIRE appelle « cell ». Elle a le plus strict"
            " des rôles de `x` et `y`",
        ),
    )
    side: int | None = Field(
        default=None,
        ge=1,
        description=Words(
            "side of a regular grid, in metres", fr="côté d’une grille régulière, en mètres"
        ),
    )
    least: int | None = Field(
        default=None,
        ge=1,
        description=Words(
            "least observations of a square. Instead of a side: squares from 32 km down to 200"
            " m (32, 16, 8, 4, 2, 1 km, 200 m), each cut as long as no part with observations"
            " holds fewer than this",
            fr="nombre minimal d’observations d’un carreau. Au lieu d’un côté : des carreaux"
            " de 32 km à 200 m (32, 16, 8, 4, 2, 1 km, 200 m), chacun coupé tant qu’aucune"
            " partie qui a des observations n’en compte moins",
        ),
    )
    crs: int = Field(
        default=3035,
        ge=1,
        description=Words(
            "EPSG number of the projection. For the names of the squares",
            fr="numéro EPSG de la projection. Pour les noms des carreaux",
        ),
    )

    @model_validator(mode="after")
    def _check(self) -> Self:
        if (self.side is None) == (self.least is None):
            raise ValueError(
                Words(
                    "side, least: exactly one is needed",
                    fr="side, least : il faut l’un des deux, et un seul",
                )
            )
        return self

    def apply(self, data: Dataset, context: Context = FRESH) -> Change:
        """Return the dataset with squares in place of coordinates."""
        self._check_columns(data)
        finest = self.side or NATURAL[-1]
        placed = data.frame.with_columns(
            (nw.col(self.x).cast(nw.Float64) / finest).floor().cast(nw.Int64).alias(EAST),
            (nw.col(self.y).cast(nw.Float64) / finest).floor().cast(nw.Int64).alias(NORTH),
        )
        squares = collected(placed.group_by(EAST, NORTH).agg(nw.len().alias("n"))).sort(EAST, NORTH)
        east, north, count = (
            squares[text].cast(pl.Int64).to_numpy() for text in (EAST, NORTH, "n")
        )
        side = np.full(len(east), finest)
        if self.least is not None:
            side = natural_sides(east, north, count, NATURAL, self.least)
        names = _names(corners(east, finest, side), corners(north, finest, side), side, self.crs)
        table = squares.select(EAST, NORTH).with_columns(names.alias(self.into))
        apart = placed.drop(*{self.x, self.y})
        frame = join_groups(apart, table, [EAST, NORTH])
        changed = data.with_frame(frame.drop(EAST, NORTH), made={self.into: (self.x, self.y)})
        steps = {name: self._spread(data, placed, table, name) for name in (self.x, self.y)}
        changed = replace(changed, trail=changed.trail.became(self.into, steps, data.trail))
        return Change(data=changed, facts=self._facts(names, side, count))

    def _spread(self, data: Dataset, placed: Frame, squares: pl.DataFrame, name: str) -> Spread:
        """Keep which coordinates each square has: records that are dropped later take none away."""
        pairs = collected(placed.group_by(name, EAST, NORTH).agg(nw.len().alias("__n__")))
        told = pairs.join(squares, on=[EAST, NORTH], how="left")
        seen = told.select(pl.col(name).alias("value"), pl.col(self.into).alias("label"))
        return Spread(seen.unique())

    def _check_columns(self, data: Dataset) -> None:
        data.check_numeric(self.name, [self.x, self.y])
        others = [name for name in data.roles if name not in (self.x, self.y)]
        if self.into in others:
            raise ColumnError(
                say(
                    "{who}: the table has a column {into!r} already",
                    "{who} : la table a déjà une colonne {into!r}",
                    who=self.name,
                    into=self.into,
                ),
                hint=Words("choose another name with into=", fr="choisir un autre nom avec into="),
            )
        check_names(self.name, [*others, self.into])
        check_reserved(self.name, [self.into])
        x, y = (nw.col(name).cast(nw.Float64) for name in (self.x, self.y))
        far = (x.abs() < FURTHEST) & (y.abs() < FURTHEST)
        asked = [far.cast(nw.Int64).sum().alias("good"), nw.len().alias("all")]
        widest = [x.abs().max().alias("x"), y.abs().max().alias("y")]
        good, every, most_x, most_y = collected(data.frame.select(*asked, *widest)).row(0)
        if bad := every - (good or 0):
            raise no_coordinates(self.name, bad)
        if max(most_x or 0, most_y or 0) <= DEGREES:
            raise in_degrees(self.name)

    def _facts(self, names: pl.Series, side: Ints, count: object) -> dict[str, object]:
        squares = pl.DataFrame({"name": names, "side": side, "n": count})
        totals = squares.group_by("name").agg(pl.col("side").first(), pl.col("n").sum())
        sizes = totals.group_by("side").len().sort("side")
        small = 0 if self.least is None else totals.filter(pl.col("n") < self.least).height
        return {
            "squares": totals.height,
            "by_side": {str(side): number for side, number in sizes.rows()},
            "below_threshold": small,
        }


def _names(
    east: Ints,
    north: Ints,
    side: Ints,
    crs: int,
) -> pl.Series:
    table = pl.DataFrame({"e": east, "n": north, "s": side})
    name = pl.format("CRS{}RES{}mN{}E{}", pl.lit(crs), pl.col("s"), pl.col("n"), pl.col("e"))
    return table.select(name).to_series()

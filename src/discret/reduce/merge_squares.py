"""Merge squares that give small groups away with their neighbours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
import polars as pl
from pydantic import Field

from discret.data.dataset import Dataset
from discret.data.zonings.corners import corners
from discret.data.zonings.crossing import Crossing
from discret.maths.arrays import Bools, Ints
from discret.maths.zonings.grids import NATURAL
from discret.maths.zonings.square_merging import Merged, merge
from discret.parts import FRESH, Change, Column, Context, Method
from discret.parts.facts import Fact, Facts, filled
from discret.parts.parameters import Counts, Threshold, Zone
from discret.parts.shared_facts import PROTECTED, ZONED
from discret.reduce.zonings import crossed, facts, left
from discret.words import Words

BETWEEN = " + "


class MergeSquares(Method):
    """Merge squares with their neighbours until subtracting zones from them shows no small group.

    Notes
    -----
    First, squares below the threshold by themselves are merged. Then, for each set of zones that
    gives a small group away, a square that reaches out of it is merged with one inside it, which
    adds at least the threshold to the group (`maths.square_merging`). Squares with the names of the
    INSPIRE grid are merged with the closest in the natural grid, siblings first, and take the name
    of the square around them where nothing else is in it; other squares are merged with the one
    that shares the most zones. Merged squares are named after their parts. All is greedy: fewer
    mergers may do, and there is no bound. Compare with `WithholdSquares`.

    What may be published from the result is totals by zone and totals by square, apart from each
    other: a file that shows both columns side by side shows every intersection.

    The cuts are searched once more at the end: ``at_risk_after`` counts the observations that
    still come out. They are in zones that are below the threshold by themselves: attach these to
    others. `decide` and `zone_facts.at_risk` name them.

    Examples
    --------
    >>> table = pl.DataFrame({"zone": [0, 0, 1, 1], "square": [0, 1, 1, 2], "n": [20, 2, 15, 30]})
    >>> method = MergeSquares(zone="zone", square="square", count="n")
    >>> change = method.apply(Dataset.of(table), Context())
    >>> change.data.to_polars()["square"].to_list(), change.facts["at_risk_after"]
    (['0 + 1', '0 + 1', '0 + 1', '2'], 0)
    """

    name: ClassVar[str] = "merge_squares"
    was: ClassVar[str] = "merge_cells"
    formerly: ClassVar[Mapping[str, str]] = {"threshold": "least", "cell": "square"}
    title: ClassVar[Words] = Words("squares merged", fr="carreaux regroupés")
    purpose: ClassVar[Words] = Words(
        "merges squares with their neighbours", fr="regroupe des carreaux voisins"
    )
    references: ClassVar[tuple[str, ...]] = (
        (
            "Costemalle V. (2019). Detecting geographical differencing problems in the context"
            " of spatial data dissemination. Statistical Journal of the IAOS 35(4)."
        ),
        "Branchu J., Costemalle V., Fontaine M. (2018). Données carroyées et confidentialité.",
    )
    proven: ClassVar[Any] = "heuristic"
    tells: ClassVar[Facts] = {
        **ZONED,
        **PROTECTED,
        "squares_merged": Fact.count(
            "squares merged with others", "carreaux regroupés avec d’autres"
        ),
        "squares_after": Fact.count("squares published after", "carreaux diffusés après"),
        "squares_below_after": Fact.count("squares still below", "carreaux encore sous le seuil"),
    }

    zone: Zone = None
    square: Column = Field(
        description=Words(
            "column of the second publication, to merge in. Squares of a grid for example",
            fr="colonne de la seconde publication, où regrouper. Les carreaux d’une grille par"
            " exemple",
        )
    )
    least: Threshold = 11
    count: Counts = None

    def apply(self, data: Dataset, context: Context = FRESH) -> Change:
        """Return the dataset with the squares merged."""
        context.progress(0.0, Words("searching cuts", fr="recherche de coupes"))
        crossing, found = self.decide(data)
        values = data.values(self.square)
        named = pl.DataFrame(
            {"from": crossing.squares, "to": labels(crossing.squares, found.squares)}
        )
        mapping = pl.DataFrame({"from": values}).join(
            named, on="from", how="left", maintain_order="left"
        )
        own = pl.col("from").cast(pl.String)  # a square without observations
        mapping = mapping.with_columns(pl.coalesce("to", own).alias("to"))
        left = {
            name: hierarchy for name, hierarchy in data.hierarchies.items() if name != self.square
        }
        changed = data.with_values({self.square: mapping}, hierarchies=left)
        return Change(data=changed, facts=merging_facts(crossing, found, self.least))

    @classmethod
    def said(cls, facts: Mapping[str, Any]) -> list[Words]:
        """Say what was merged."""
        merged = filled(
            "{squares_merged} {squares_merged:square|squares} merged, with {observations_lost}"
            " {observations_lost:observation|observations}; {squares_lost} fewer"
            " {squares_lost:is|are} published.",
            "{squares_merged} {squares_merged:carreau regroupé|carreaux regroupés}, avec"
            " {observations_lost} {observations_lost:observation|observations} ; {squares_lost} de"
            " moins {squares_lost:est diffusé|sont diffusés}.",
            facts,
        )
        return [*merged, *left(facts)]

    def decide(self, data: Dataset) -> tuple[Crossing, Merged]:
        """Return the crossing, and which squares are to be merged."""
        crossing = crossed(self.name, data, self.zone, self.square, self.count)
        return crossing, joined(crossing, self.least)


def joined(crossing: Crossing, threshold: int) -> Merged:
    """Choose the squares to merge; squares with the names of the INSPIRE grid by their places."""
    own = crossing.zone, crossing.square, crossing.count
    return merge(*own, threshold, corners(crossing.squares))


def together(found: Merged) -> Bools:
    """Mark the squares that are merged with others.

    Examples
    --------
    >>> none = np.zeros(0, dtype=bool)
    >>> together(Merged(np.array([0, 1, 0]), 1, np.zeros(0), none, none)).tolist()
    [True, False, True]
    """
    return np.asarray(np.bincount(found.squares)[found.squares] > 1)


def merging_facts(crossing: Crossing, found: Merged, threshold: int) -> dict[str, Any]:
    """Return what merging cost, and what it left."""
    merged = together(found)
    return {
        **facts(crossing, found.size, threshold),
        "squares_lost": found.lost,
        "observations_lost": int(crossing.count[merged[crossing.square]].sum()),
        "squares_merged": int(merged.sum()),
        "squares_after": len(found.below),
        "squares_below_after": int(found.below.sum()),
        "cost": found.lost,
        "bound": None,
        "gap": None,
        "rounds": found.rounds,
    }


def labels(squares: pl.Series, classes: Ints) -> pl.Series:
    """Return a name for each square: its own, or that of the squares it is merged with.

    Examples
    --------
    Two squares of 200 m, alone in theirs of 1 km, take its name.

    >>> names = ["CRS3035RES200mN0E0", "CRS3035RES200mN200E0", "CRS3035RES200mN0E1000"]
    >>> labels(pl.Series(names), np.array([0, 0, 1])).to_list()[1:]
    ['CRS3035RES1000mN0E0', 'CRS3035RES200mN0E1000']
    """
    table = pl.DataFrame({"name": squares.cast(pl.String), "class": classes})
    joined = table.group_by("class").agg(pl.col("name").sort().str.join(BETWEEN), pl.len())
    places = corners(squares)
    if places is not None:
        joined = joined.join(_around(squares, classes, places), on="class", how="left").select(
            "class", pl.coalesce("around", "name").alias("name"), "len"
        )
    names = _told_apart(joined.sort("class"), set(table["name"]))
    return table.select("class").join(names, on="class", how="left", maintain_order="left")["name"]


def _told_apart(joined: pl.DataFrame, taken: set[str]) -> pl.DataFrame:
    """Give each class that is merged a name that neither a square nor another class has."""
    names = []
    for name, many in joined.select("name", "len").rows():
        own = name
        while many > 1 and own in taken:
            own += " +"
        taken = {*taken, own}
        names.append(own)
    return joined.select("class", pl.Series("name", names, dtype=pl.String))


def _around(squares: pl.Series, classes: Ints, places: Ints) -> pl.DataFrame:
    """Name the smallest square of the natural grid around each class, where it is alone in it."""
    crs = squares[0].split("RES")[0]
    table = pl.DataFrame(places, schema=["e", "n", "s"], orient="row")
    table = table.with_columns(pl.Series("class", classes))
    found = table.filter(pl.len().over("class") > 1).select("class").unique()
    found = found.with_columns(pl.lit(None, pl.String).alias("around"))
    for side in NATURAL:  # smaller squares come later and replace larger ones
        corner = [(pl.col(name) // side * side).alias(name) for name in ("e", "n")]
        square = table.with_columns(corner).group_by("e", "n", "class").agg(pl.col("s").max())
        one_class = pl.len().over("e", "n") == 1
        one_square = (pl.len().over("class") == 1) & (pl.col("s").max().over("class") <= side)
        named = pl.format("{}RES{}mN{}E{}", pl.lit(crs), pl.lit(side), "n", "e").alias("new")
        alone = square.filter(one_class & one_square).select("class", named)
        found = found.join(alone, on="class", how="left").select(
            "class", pl.coalesce("new", "around").alias("around")
        )
    return found

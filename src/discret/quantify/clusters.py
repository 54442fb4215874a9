"""Whether a hierarchical clustering still finds the same classes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

import numpy as np
import polars as pl
from pydantic import Field

from discret.data.compare import WEIGHT
from discret.data.dataset import Dataset
from discret.errors import ColumnError
from discret.finding import Finding
from discret.maths.arrays import Floats, Ints
from discret.maths.statistics.ward import adjusted_rand, cut, ward
from discret.parts import Columns, LossMeasure
from discret.parts.facts import Fact, Facts
from discret.parts.shared_facts import IS_WEIGHTED, LEFT_OUT
from discret.quantify.both_files import NOTHING, tidy
from discret.quantify.known_cells import KnownCells, known_cells, places
from discret.words import Words, say

MANY = 3000
CLASS = "__class__"


class Clusters(LossMeasure):
    r"""How far the classes found by hierarchical clustering agree before and after.

    Notes
    -----
    People with the same values of the columns are one point, whose weight is theirs; two points are
    as far apart as the (square root of the) number of columns in which they differ, which for 0/1
    columns is the usual distance. Points are clustered by Ward's method with these weights, in each
    of the files. Both partitions are then applied to the people of the original file, at the level
    of detail of the release: a combination that the release no longer has goes to the class whose
    centre is nearest. The value is 1 less the adjusted Rand index, weighted: 0 where the classes
    are the same, 1 where they agree no more than by chance. Records with a missing value are left
    out. Clusterings may hang by a thread: a value far from 0 says that a user would find other
    classes, not that the data are far from the original.

    Examples
    --------
    >>> from discret.data.examples import survey
    >>> data = Dataset.of(survey(1000), weight="poids")
    >>> facts = ["vol_logement", "vol_vehicule", "vol_sans_violence", "menaces"]
    >>> found = Clusters(columns=facts, classes=3).compare(data, data)
    >>> found.value, found.details["classes_before"]
    (0.0, 3)
    """

    name: ClassVar[str] = "clusters"
    title: ClassVar[Words] = Words("classes of a clustering", fr="classes d’une classification")
    purpose: ClassVar[Words] = Words(
        "clusters people before and after, and compares the classes, at the detail of the release:"
        " what recoding lost is not seen here, see detail lost",
        fr="classe les personnes avant et après, et compare les classes, au niveau de détail du"
        " fichier diffusé : ce que le recodage fait perdre ne se voit pas ici, voir détail perdu",
    )
    references: ClassVar[tuple[str, ...]] = (
        "Bergeat M. (2015). Anonymisation de données individuelles, section 4.3.",
        "Ward J. (1963). Hierarchical grouping to optimize an objective function. JASA 58.",
        "Hubert L., Arabie P. (1985). Comparing partitions. Journal of Classification 2.",
    )
    tells: ClassVar[Facts] = {
        **IS_WEIGHTED,
        **LEFT_OUT,
        "adjusted_rand": Fact.number("agreement (adjusted Rand)", "accord (Rand ajusté)"),
        "classes_before": Fact.count("classes before", "classes avant"),
        "classes_after": Fact.count("classes after", "classes après"),
        "shares": Fact.share("shares of the classes", "parts des classes"),
        "profiles_before": Fact.count("profiles before", "profils avant"),
        "profiles_after": Fact.count("profiles after", "profils après"),
        "profiles_placed": Fact.count("profiles placed", "profils classés"),
        "share_placed": Fact.share(
            "share of people placed by distance", "part placée selon la distance"
        ),
    }

    columns: Columns = Field(
        min_length=1,
        description=Words(
            "columns that people are clustered on",
            fr="colonnes sur lesquelles les personnes sont classées",
        ),
    )
    classes: int = Field(
        default=5, ge=2, description=Words("number of classes", fr="nombre de classes")
    )
    most: float | None = Field(
        default=None,
        ge=0,
        le=1,
        description=Words("largest loss allowed", fr="plus grande perte admise"),
    )

    def compare(self, before: Dataset, after: Dataset) -> Finding:
        """Cluster `before` and `after`, and compare the classes."""
        cells = known_cells(self.name, before, after, self.columns)
        old, new = (self._clustered(table, cells) for table in cells.known(self.columns))
        value: float | None = None
        told: dict[str, Any] = {}
        if old is not None and new is not None:
            value, told = self._agreement(old, new)
        return Finding.at_most(
            self.name,
            value,
            self.most,
            reads=NOTHING if value is None else _sentence(value, told),
            details={**told, "weighted": cells.weighted, **cells.left_out(self.columns)},
        )

    def _clustered(self, table: pl.DataFrame, cells: KnownCells) -> _Clustered | None:
        if not len(table):
            return None
        if len(table) > MANY:
            raise ColumnError(
                say(
                    "{who}: at most {many} combinations of values can be clustered, the"
                    " columns have {table}",
                    "{who} : au plus {many} combinaisons de valeurs peuvent être"
                    " classées, les colonnes en ont {table}",
                    who=self.name,
                    many=MANY,
                    table=len(table),
                ),
                hint=Words(
                    "name fewer columns, or recode them",
                    fr="nommer moins de colonnes, ou les recoder",
                ),
            )
        points = _points(table, self.columns, cells.levels)
        weights = table[WEIGHT].to_numpy()
        pairs, _ = ward(points, weights)
        return _Clustered(table, points, weights, cut(pairs, len(points), self.classes))

    def _agreement(self, old: _Clustered, new: _Clustered) -> tuple[float, dict[str, Any]]:
        classes, placed = _applied(new, old, self.columns)
        agreement = adjusted_rand(old.classes, classes, old.weights)
        share = old.weights / old.weights.sum()
        table = np.zeros((int(old.classes.max()) + 1, int(new.classes.max()) + 1))
        np.add.at(table, (old.classes, classes), share)
        return tidy(min(max(1 - agreement, 0.0), 1.0)), {
            "adjusted_rand": tidy(agreement),
            "classes_before": len(table),
            "classes_after": table.shape[1],
            "shares": [[tidy(array) for array in row] for row in table],
            "profiles_before": len(old.points),
            "profiles_after": len(new.points),
            "profiles_placed": int(placed.sum()),
            "share_placed": tidy(share[placed].sum()),
        }


class _Clustered(NamedTuple):
    """The points of a file: one for each combination of values, with its class."""

    table: pl.DataFrame
    points: Floats
    weights: Floats
    classes: Ints


def _points(table: pl.DataFrame, columns: Sequence[str], levels: dict[str, list[str]]) -> Floats:
    """Return a column for each category; two that differ are at distance 1."""
    parts = []
    for name in columns:
        part = np.zeros((len(table), len(levels[name])))
        part[np.arange(len(table)), places(table[name], levels[name])] = np.sqrt(0.5)
        parts.append(part)
    return np.hstack(parts)


def _applied(
    new: _Clustered, old: _Clustered, columns: Sequence[str]
) -> tuple[Ints, np.ndarray[Any, np.dtype[np.bool_]]]:
    """Give the points of one file the classes of another; mark those placed by their distance."""
    known = new.table.select(columns).with_columns(pl.Series(CLASS, new.classes))
    joined = old.table.select(columns).join(
        known, on=list(columns), how="left", maintain_order="left"
    )[CLASS]
    number = int(new.classes.max()) + 1
    mass = np.bincount(new.classes, new.weights, number)
    sums = np.zeros((number, new.points.shape[1]))
    np.add.at(sums, new.classes, new.weights[:, None] * new.points)
    centres = sums / mass[:, None]
    gaps = (centres**2).sum(axis=1) - 2 * old.points @ centres.T
    nearest = np.argmin(np.round(gaps, 12), axis=1)
    absent = joined.is_null().to_numpy()
    return np.where(absent, nearest, joined.fill_null(0).to_numpy()), absent


def _sentence(value: float, told: dict[str, Any]) -> Words:
    if value == 0:
        return say(
            "Clustering finds the same {n} classes before and after.",
            "La classification trouve les mêmes {n} classes avant et après.",
            n=told["classes_before"],
        )
    return say(
        "Clustering finds other classes: their agreement is {agreement}, of 1 for the same classes"
        " and 0 for chance ({old} classes before, {new} after).",
        "La classification trouve d’autres classes : leur accord est de {agreement}, 1 étant pour"
        " les mêmes classes et 0 pour le hasard ({old} classes avant, {new} après).",
        agreement=float(told["adjusted_rand"]),
        old=told["classes_before"],
        new=told["classes_after"],
    )

"""Trajectories: who is alone in having a few points of their records."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from pydantic import Field

from discret.data.codes import numbered
from discret.data.dataset import Dataset
from discret.data.engine import collected
from discret.data.roles import Role
from discret.errors import InputError
from discret.finding import Finding, holds
from discret.maths import identity
from discret.maths.arrays import Bools, Ints
from discret.maths.matching import group_ids
from discret.parts import Columns, Counted, Criterion, RiskMeasure, Source, Unit
from discret.parts.facts import Fact, Facts
from discret.parts.parameters import HighestShare
from discret.parts.shared_facts import RECORDS
from discret.words import Words

STATE = 2013  # of the draws: the same file gives the same number
CONFIDENCE = 0.95


class Trajectories(RiskMeasure):
    r"""Share of people whom a few points of their records single out: unicity.

    Notes
    -----
    Three or four points of a trajectory are enough to find somebody among millions (Nguyen and
    Castelluccia 2020, after de Montjoye et al. 2013, where four points single out 95 % of people).
    A *point* is a combination of values of the `columns`, a place and an hour for example; a
    trajectory is the set of points of somebody's records, which the release shows to be of one
    person. The unicity of :math:`p` points is

    .. math:: E_p = \frac{1}{N} \sum_i \frac{1}{\binom{n_i}{p}}
              \sum_{|S| = p} \mathbf 1 [\text{nobody but } i \text{ has all of } S],

    over the :math:`n_i` points of each of :math:`N` people: the chance that whoever knows p points
    of somebody, any of theirs, finds them alone. Whoever has fewer points is known by all of them.

    It is computed for :math:`p = 1` up to `points`, exactly where the choices of points are few;
    otherwise a person and p of their points are drawn, `draws` times and always by the same chance,
    and `low` and `high` are the ends of the interval of Wilson (1927) at 95 %. A target is met if
    the upper end meets it.

    People are those that the individual column tells apart, each counted once.

    Limits: an attacker who knows the points exactly, and nothing else. Records with a missing value
    in one of the columns are no point, those of nobody known no trajectory.

    Examples
    --------
    >>> import polars as pl
    >>> calls = pl.DataFrame({"who": [1, 1, 2, 2], "cell": ["a", "b", "b", "c"],
    ...                       "hour": [8, 9, 9, 9]})
    >>> data = Dataset.of(calls, key=["cell", "hour"], individual="who")
    >>> finding = Trajectories(points=2).assess(data)
    >>> finding.value, finding.details["unicity"]
    (1.0, {'1': 0.5, '2': 1.0})
    """

    name: ClassVar[str] = "trajectories"
    title: ClassVar[Words] = Words("unicity of trajectories", fr="unicité des trajectoires")
    purpose: ClassVar[Words] = Words(
        "gives the share of people whom a few points of their records single out",
        fr="donne la part des personnes que quelques points de leurs enregistrements isolent",
    )
    attacker: ClassVar[Words] = Words(
        "knows a few points of somebody, any of those of their records, and looks for whoever has"
        " all of them",
        fr="connaît quelques points d’une personne, n’importe lesquels de ses enregistrements, et"
        " cherche qui les a tous",
    )
    criteria: ClassVar[tuple[Criterion, ...]] = ("singling_out", "linkability")
    counts: ClassVar[Counted] = "people"
    unit: ClassVar[Unit] = "share"
    needs: ClassVar[tuple[Role, ...]] = (Role.INDIVIDUAL,)
    source: ClassVar[Source] = "release"
    references: ClassVar[tuple[str, ...]] = (
        (
            "de Montjoye Y.-A., Hidalgo C., Verleysen M., Blondel V. (2013). Unique in the crowd:"
            " the privacy bounds of human mobility. Scientific Reports 3, 1376."
        ),
        "Nguyen B., Castelluccia C. (2020). Techniques d’anonymisation tabulaire, conclusion.",
        (
            "Wilson E. (1927). Probable inference, the law of succession, and statistical"
            " inference. Journal of the American Statistical Association 22, 209-212."
        ),
    )
    tells: ClassVar[Facts] = {
        **RECORDS,
        "people": Fact.count("people with a point", "personnes ayant un point"),
        "distinct_points": Fact.count("distinct points", "points distincts"),
        "points_each": Fact.number("points of a person, median", "points d’une personne, médiane"),
        "fewer": Fact.count(
            "people with fewer points than are known",
            "personnes ayant moins de points que connus",
        ),
        "left_out": Fact.count(
            "records without a point or a person", "enregistrements sans point ou sans personne"
        ),
        "columns": Fact.names("columns of a point", "colonnes d’un point"),
        "unicity": Fact.share(
            "people singled out by number of points",
            "personnes isolées selon le nombre de points",
            by="points",
        ),
        "low": Fact.share(
            "at least, for almost certain", "au moins, presque sûrement", by="points"
        ),
        "high": Fact.share("at most, for almost certain", "au plus, presque sûrement", by="points"),
        "exact": Fact.yes("all choices were looked at", "tous les choix ont été examinés"),
    }

    points: int = Field(
        default=4,
        ge=1,
        le=20,
        description=Words(
            "points that are known. Unicity is given for one point, two, and so on up to these",
            fr="points connus. L’unicité est donnée pour un point, deux, et ainsi de suite",
        ),
    )
    columns: Columns | None = Field(
        default=None,
        min_length=1,
        description=Words(
            "columns that make a point together. A place and a time, for example; by default the"
            " keys",
            fr="colonnes qui font ensemble un point. Un lieu et une heure, par exemple ; par défaut"
            " les clés",
        ),
    )
    draws: int = Field(
        default=10_000,
        ge=100,
        le=10_000_000,
        description=Words(
            "draws of a person and their points. Where the choices are too many to look at all",
            fr="tirages d’une personne et de ses points. Quand les choix sont trop nombreux",
        ),
    )
    most: HighestShare = None

    def examines(self, data: Dataset) -> tuple[str, ...]:
        """Return the columns of a point, and the one that tells people apart."""
        return tuple(dict.fromkeys((*self._columns(data), *data.columns(Role.INDIVIDUAL))))

    @property
    def chooses(self) -> tuple[Role, ...]:
        """No role: the plan alone says which columns it looks at."""
        return ()

    def assess(self, data: Dataset) -> Finding:
        """Measure how many people of `data` a few of their points single out."""
        (who,) = data.need(self.name, Role.INDIVIDUAL)
        columns = self._columns(data)
        data.check_columns(self.name, columns)
        person, point, left_out = _points(data, who, columns)
        if not len(person):
            raise InputError(_NOTHING.filled(who=self.name), hint=_NAME)
        found = identity.trajectories.trajectories(person, point)
        rng = np.random.default_rng(STATE)
        each = {
            str(number): identity.trajectories.unicity(found, number, self.draws, rng, CONFIDENCE)
            for number in range(1, self.points + 1)
        }
        last = each[str(self.points)]
        details: dict[str, Any] = {
            "records": len(data),
            "people": len(found.many),
            "distinct_points": len(found.firsts) - 1,
            "points_each": float(np.median(found.many)),
            "fewer": int((found.many < self.points).sum()),
            "left_out": left_out,
            "columns": list(columns),
            "unicity": {number: own.share for number, own in each.items()},
            "low": {number: own.low for number, own in each.items()},
            "high": {number: own.high for number, own in each.items()},
            "exact": all(own.exact for own in each.values()),
        }
        return Finding.at_most(
            self.name,
            last.share,
            self.most,
            met=holds(last.high, self.most, "lower"),
            reads=_reads(self.points, last, len(found.many)),
            details=details,
        )

    def _columns(self, data: Dataset) -> tuple[str, ...]:
        return data.columns(Role.KEY) if self.columns is None else self.columns


def _points(data: Dataset, who: str, columns: tuple[str, ...]) -> tuple[Ints, Ints, int]:
    """Return the person and the point of each record that has both, and how many have not."""
    names = list(dict.fromkeys((who, *columns)))
    table = collected(data.frame.select(*names))
    codes = {name: numbered(table[name])[1] for name in names}
    place = np.stack([codes[name] for name in columns], axis=1) if columns else None
    if place is None:
        return codes[who][:0], codes[who][:0], len(table)
    kept: Bools = (codes[who] >= 0) & (place >= 0).all(axis=1)
    person = np.unique(codes[who][kept], return_inverse=True)[1].astype(np.int64)
    return person, group_ids(place[kept])[0], int((~kept).sum())


def _reads(points: int, found: Any, people: int) -> Words:
    said = _EXACT if found.exact else _DRAWN
    return said.filled(n=points, share=found.share, low=found.low, high=found.high, people=people)


_EXACT = Words(
    "Whoever knows {n} {n:point|points} of one of the {people} people finds them alone in {share:%}"
    " of cases.",
    fr="Qui connaît {n} {n:point|points} d’une des {people} personnes la trouve seule dans"
    " {share:%} des cas.",
)
_DRAWN = Words(
    "Whoever knows {n} {n:point|points} of one of the {people} people finds them alone in {share:%}"
    " of cases (by draws: between {low:%} and {high:%}).",
    fr="Qui connaît {n} {n:point|points} d’une des {people} personnes la trouve seule dans"
    " {share:%} des cas (par tirages : entre {low:%} et {high:%}).",
)
_NOTHING = Words(
    "{who}: no record has both a person and a point",
    fr="{who} : aucun enregistrement n’a à la fois une personne et un point",
)
_NAME = Words(
    "name the columns of a point with columns=[...], and the person with individual=...",
    fr="nommer les colonnes d’un point par columns=[...], et la personne par individual=...",
)

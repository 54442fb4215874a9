"""How many people stand between where somebody lives and where the file shows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Literal

import narwhals as nw
import numpy as np
from pydantic import Field

from discret.data.beside.numbers import Pairs, rows_of
from discret.data.codes import numbered
from discret.data.dataset import Dataset
from discret.data.engine import collected, number
from discret.data.roles import Role
from discret.errors import ColumnError, InputError, listed
from discret.finding import Finding, misses
from discret.maths.arrays import Floats, Ints
from discret.maths.matching import group_ids
from discret.maths.places.between import Crowd, people_within
from discret.parts import Column, Counted, Criterion, RiskMeasure, Tier
from discret.parts.facts import SOURCES, Fact, Facts
from discret.parts.shared_facts import RECORDS
from discret.words import Words, say

DEGREES = 360.0


class PeopleBetween(RiskMeasure):
    r"""Fewest people who live as near to a shown place as the one who is shown there, or nearer.

    Notes
    -----
    Spatial k-anonymity (Hampton et al. 2010, Allshouse et al. 2010). Let :math:`t_i` be where
    person i lives and :math:`s_i` where the file shows them: :math:`k_i` is the number of people j,
    i among them, with :math:`d(s_i, t_j) \le d(s_i, t_i)`. Whoever takes the nearest home for the
    right one is right where it is 1; who asks all around the shown place, the nearest first, asks
    :math:`k_i` people. The value is the least over all records, to be compared with `k`.

    People are those of the file, each once however many records they have where individuals are
    declared, or with `among` those of a population that has the same two columns, and whose weight
    is a number of people. The file has fewer than live there: it says too little of how well
    somebody is hidden rather than too much. Somebody with several places counts as soon as one of
    them is within the circle.

    It supposes an attacker who has nothing but the shown place and the homes. Who knows how far
    points were moved at least looks in that ring alone. Distances are those of a plane: coordinates
    must be projected, in metres. Records that were dropped, or have no place, are left out. Where
    one of the columns was dropped, the other tells how near; where both were, nobody is anywhere.

    Examples
    --------
    >>> import polars as pl
    >>> homes = {"x": [0.0, 100.0, 200.0, 900.0], "y": [5000.0] * 4}
    >>> shown = {"x": [250.0, 160.0, 20.0, 890.0], "y": [5000.0] * 4}
    >>> data = Dataset.of(pl.DataFrame(shown), number=["x", "y"], original=pl.DataFrame(homes))
    >>> finding = PeopleBetween(k=2).assess(data)
    >>> finding.value, finding.met, finding.details["records_failing"]
    (1, False, 1)
    """

    name: ClassVar[str] = "people_between"
    title: ClassVar[Words] = Words(
        "people between true and shown place", fr="personnes entre lieu vrai et lieu montré"
    )
    purpose: ClassVar[Words] = Words(
        "counts the people who live nearer to a shown place than the one shown there",
        fr="compte les personnes qui habitent plus près du lieu montré que celle qui y est montrée",
    )
    attacker: ClassVar[Words] = Words(
        "knows where everybody lives, and takes those near the shown place for the right ones",
        fr="sait où chacun habite, et tient ceux qui sont près du lieu montré pour les bons",
    )
    criteria: ClassVar[tuple[Criterion, ...]] = ("singling_out",)
    counts: ClassVar[Counted] = "people"
    by_distance: ClassVar[bool] = True
    references: ClassVar[tuple[str, ...]] = (
        (
            "Hampton K. H. et al. (2010). Mapping health data: improved privacy protection with"
            " donut method geomasking. American Journal of Epidemiology 172(9)."
        ),
        (
            "Allshouse W. B. et al. (2010). Geomasking sensitive health data and privacy"
            " protection: an evaluation using an E911 database. Geocarto International 25(6)."
        ),
    )
    tier: ClassVar[Tier] = "row"
    numbers: ClassVar[tuple[str, ...]] = ("x", "y")
    tells: ClassVar[Facts] = {
        **RECORDS,
        "records_compared": Fact.count("records compared", "enregistrements comparés"),
        "records_failing": Fact.count("records failing", "enregistrements en échec"),
        "nearest": Fact.count("records nearest to their own", "enregistrements au plus près"),
        "median": Fact.number("people, in the median", "personnes, en médiane"),
        "moved": Fact.count("records that moved", "enregistrements déplacés"),
        "distance": Fact.number(
            "metres between both, in the median", "mètres entre les deux, en médiane"
        ),
        "farthest": Fact.number("metres between both, at most", "mètres entre les deux, au plus"),
        "among": Fact.label("people are those of", "personnes prises dans", SOURCES),
    }

    x: Column = Field(
        default="x",
        description=Words("column of eastings, in metres", fr="colonne des abscisses, en mètres"),
    )
    y: Column = Field(
        default="y",
        description=Words("column of northings, in metres", fr="colonne des ordonnées, en mètres"),
    )
    k: int | None = Field(
        default=None,
        ge=2,
        description=Words(
            "people who are as near, at least. The one who is shown is one of them",
            fr="personnes aussi proches, au moins. Celle qui est montrée en est une",
        ),
    )
    among: Literal["file", "population"] = Field(
        default="file",
        description=Words(
            "whose homes are counted. `file`: those of the file as it came; `population`: those of"
            " the population",
            fr="logements comptés. `file` : ceux du fichier d’origine ; `population` : ceux de la"
            " population",
        ),
    )

    @property
    def named(self) -> tuple[str, ...]:
        """The two columns."""
        return (self.x, self.y)

    def assess(self, data: Dataset) -> Finding:
        """Count the people between the true and the shown places of `data`."""
        data.original.check_numeric(self.name, self.named)
        left = [name for name in self.named if name in data.roles]
        if not left:
            return self._nowhere(data)
        pairs = Pairs.of(self.name, data, left)
        shown, true = pairs.released, pairs.original[pairs.place]
        known = ~np.isnan(shown).any(axis=1) & ~np.isnan(true).any(axis=1)
        _check(self.name, shown[known], pairs.original)
        crowd = self._crowd(data, pairs.original, left)
        people = np.maximum(people_within(shown[known], true[known], crowd), 1)
        return Finding(
            name=self.name,
            value=int(people.min()),
            target=self.k,
            better="higher",
            reads=self._sentence(people),
            details=self._details(people, shown[known] - true[known], len(shown)),
        )

    def _nowhere(self, data: Dataset) -> Finding:
        """Say that no place is shown any more: anybody may be anywhere."""
        people = len(np.unique(_people(self.name, data.original)))
        none = dict.fromkeys(("records_compared", "records_failing", "nearest", "moved"), 0)
        far = dict.fromkeys(("median", "distance", "farthest"))
        return Finding(
            name=self.name,
            value=people,
            target=self.k,
            better="higher",
            reads=_NOWHERE,
            details={"records": len(data), **none, **far, "among": self.among},
        )

    def _crowd(self, data: Dataset, homes: Floats, columns: Sequence[str]) -> Crowd:
        if self.among == "population":
            return _population(self.name, data, columns)
        known = ~np.isnan(homes).any(axis=1)
        return _once(homes[known], _people(self.name, data.original)[known])

    def _details(self, people: Ints, moved: Floats, records: int) -> dict[str, Any]:
        far = np.linalg.norm(moved, axis=1)
        return {
            "records": records,
            "records_compared": len(people),
            "records_failing": int(misses(people, self.k, "higher").sum()),
            "nearest": int((people == 1).sum()),
            "median": float(np.median(people)),
            "moved": int((far > 0).sum()),
            "distance": float(np.median(far)),
            "farthest": float(far.max()),
            "among": self.among,
        }

    def _sentence(self, people: Ints) -> Words:
        alone = int((people == 1).sum())
        return say(
            "Whoever is shown somewhere has at least {least} {least:person|people} as near to that"
            " place, themselves included ({median} in the median); {alone}"
            " {alone:is|are} nearest to where {alone:it is|they are} shown.",
            "Autour de chaque lieu montré, au moins {least} {least:personne est|personnes sont}"
            " aussi {least:proche|proches}, elle-même comprise ({median} en médiane) ; pour"
            " {alone}, le logement le plus proche est le bon.",
            least=int(people.min()),
            median=float(np.median(people)),
            alone=alone,
        )


def _people(who: str, data: Dataset) -> Ints:
    """Return a number for the person of each record, in the order of their numbers."""
    individual = data.column(Role.INDIVIDUAL)
    if individual is None:
        return np.arange(len(data))
    table = rows_of(who, data, [individual])
    codes = numbered(table[individual])[1]
    return np.where(codes < 0, 0, codes)  # whoever is not told apart may be one with another


def _once(homes: Floats, person: Ints) -> Crowd:
    """Return where people live, each of their places once."""
    spots = np.unique(homes, axis=0, return_inverse=True)[1].ravel()
    ids, size = group_ids(np.stack([spots, person], axis=1))
    first = np.full(size, len(ids))
    np.minimum.at(first, ids, np.arange(len(ids)))
    return Crowd(homes[first], person[first], np.ones(size))


def _population(who: str, data: Dataset, columns: Sequence[str]) -> Crowd:
    """Return where the people of the population live, and how many they are."""
    own = data.population
    if own is None or not {*columns} <= {*own.roles}:
        raise InputError(
            say(
                "{who}: needs a population with the columns {names}",
                "{who} : il faut une population avec les colonnes {names}",
                who=who, names=listed(columns),
            ),
            hint=_POPULATION,
        )  # fmt: skip
    own.check_numeric(who, columns)
    weight = own.column(Role.WEIGHT)
    people = (nw.lit(1.0) if weight is None else number(weight)).alias("__people__")
    asked = [number(name).alias(f"__{at}__") for at, name in enumerate(columns)]
    table = collected(own.frame.select(*asked, people)).drop_nulls()
    homes = table.drop("__people__").to_numpy()
    return Crowd(homes, np.arange(len(table)), table["__people__"].to_numpy())


def _check(who: str, shown: Floats, homes: Floats) -> None:
    """Refuse a file that shows nobody, and coordinates that look like degrees."""
    if not len(shown):
        raise InputError(
            say(
                "{who}: no place is known both before and after",
                "{who} : aucun lieu n’est connu à la fois avant et après",
                who=who,
            ),
            hint=_WHICH,
        )
    if _in_degrees(homes[~np.isnan(homes).any(axis=1)]) and _in_degrees(shown):
        raise ColumnError(
            say(
                "{who}: coordinates look like degrees, metres are needed",
                "{who} : les coordonnées semblent en degrés, il faut des mètres",
                who=who,
            ),
            hint=_PROJECT,
        )


def _in_degrees(points: Floats) -> bool:
    return float(np.abs(points).max(initial=0.0)) <= DEGREES


_NOWHERE = Words(
    "No place is shown: the file does not say where anybody is.",
    fr="Aucun lieu n’est montré : le fichier ne dit pas où est qui que ce soit.",
)
_POPULATION = Words(
    "hand it over with Dataset.of(..., population=...), or say among='file'",
    fr="la fournir avec Dataset.of(..., population=...), ou écrire among='file'",
)
_WHICH = Words("name the two columns with x= and y=", fr="nommer les deux colonnes avec x= et y=")
_PROJECT = Words(
    "project them first, for example to Lambert-93 (EPSG 2154) or LAEA (3035)",
    fr="les projeter d’abord, par exemple en Lambert-93 (EPSG 2154) ou en LAEA (3035)",
)

"""δ-presence: nobody can be said to be in the file, or not to be in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np
from pydantic import Field, model_validator

from discret.data.beside.population import Population
from discret.data.dataset import Dataset
from discret.data.keytable import KeyTable
from discret.data.roles import Role
from discret.finding import Finding, misses
from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.population.presence import presence
from discret.maths.recoding.yardsticks import Ruler, Yardstick
from discret.model import Measured, Merging, Model, Scope, judged
from discret.parts import Counted, Criterion, Source, Unit
from discret.parts.facts import Fact, Facts
from discret.words import Words, say


class DeltaPresence(Model):
    r"""Chance that a person of the population is in the file, judged from the file.

    Notes
    -----
    A group of the release shows values that :math:`F_c` people of the population carry, of whom
    :math:`f_c` are in the file: each is in it with the chance :math:`f_c / F_c`. People whose
    values no group shows have the chance 0. The file is :math:`(δ_{min}, δ_{max})`-present where
    all chances are between the two. The value is the highest chance; `details` has the lowest.

    A missing value of the file matches anybody, so that groups overlap. Chances are then no
    longer simple to compute, and each side is judged by the cautious bound: the lowest chance is
    the largest :math:`f_c / F_c` of the groups that match a person, the highest the sum over these
    groups of :math:`f_c / (F_c - o_c)`, where :math:`o_c` people of other groups may be among the
    :math:`F_c` (at most 1; see `discret.maths.population.presence`). Where many values are missing
    this bound may be far above the chance itself. `details` says whether the chances are exact.

    A group fails where somebody whom it matches does. Where people have the chance 0 although a
    lowest one is wanted, all groups fail: dropping records can only make it worse.

    The attacker holds the population without error, and knows nothing else of who was taken. The
    keys of the population are recoded as those of the file were; methods that change keys in
    another way are not repeated on it.

    With an individual column people are counted: somebody with several records is there once.

    Examples
    --------
    >>> import polars as pl
    >>> town = pl.DataFrame({"age": ["10-19"] * 5 + ["40-49"] * 10})
    >>> patients = pl.DataFrame({"age": ["10-19"] * 5 + ["40-49"]})
    >>> data = Dataset.of(patients, key="age", population=town)
    >>> finding = DeltaPresence(highest=0.5).assess(data)
    >>> finding.value, finding.details["lowest"], finding.met
    (1.0, 0.1, False)
    """

    name: ClassVar[str] = "delta_presence"
    title: ClassVar[Words] = Words("δ-presence", fr="δ-présence")
    purpose: ClassVar[Words] = Words(
        "gives the chance that a person of the population is in the file",
        fr="donne la probabilité qu’une personne de la population soit dans le fichier",
    )
    attacker: ClassVar[Words] = Words(
        "holds a register of the population with all keys and wants to know whether a person is"
        " in the file",
        fr="détient un registre de la population avec toutes les clés et veut savoir si une"
        " personne est dans le fichier",
    )
    criteria: ClassVar[tuple[Criterion, ...]] = ("linkability", "inference")
    target: ClassVar[str] = "lowest, highest"
    such_as: ClassVar[str] = "highest=0.2"
    source: ClassVar[Source] = "population"
    counts: ClassVar[Counted] = "people"
    references: ClassVar[tuple[str, ...]] = (
        (
            "Nergiz M., Atzori M., Clifton C. (2007). Hiding the presence of individuals from"
            " shared databases. SIGMOD 2007, 665-676."
        ),
        "Nguyen B., Castelluccia C. (2020). Techniques d’anonymisation tabulaire.",
    )
    needs: ClassVar[tuple[Role, ...]] = (Role.KEY,)
    unit: ClassVar[Unit] = "share"
    tells: ClassVar[Facts] = {
        "lowest": Fact.share("lowest presence", "présence la plus faible"),
        "highest": Fact.share("highest presence", "présence la plus forte"),
        "people": Fact.count("people", "personnes"),
        "people_failing": Fact.count("people who miss the target", "personnes hors objectif"),
        "people_surely_present": Fact.count(
            "people surely present", "personnes présentes à coup sûr"
        ),
        "people_surely_absent": Fact.count("people surely absent", "personnes absentes à coup sûr"),
        "exact": Fact.yes("exact", "exact"),
    }

    lowest: float | None = Field(
        default=None,
        ge=0,
        le=1,
        description=Words(
            "lowest chance allowed. Below it people can be said not to be in the file",
            fr="probabilité la plus faible admise. En deçà, on peut dire de quelqu’un qu’il"
            " n’est pas dans le fichier",
        ),
    )
    highest: float | None = Field(
        default=None,
        ge=0,
        le=1,
        description=Words(
            "highest chance allowed. Above it people can be said to be in the file",
            fr="probabilité la plus forte admise. Au-delà, on peut dire de quelqu’un qu’il est"
            " dans le fichier",
        ),
    )

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.lowest is not None and self.highest is not None and self.lowest > self.highest:
            raise ValueError(
                Words(
                    "lowest, highest: the lowest must not be above the highest",
                    fr="lowest, highest : le plus bas ne doit pas dépasser le plus haut",
                )
            )
        return self

    def assess(self, data: Dataset) -> Finding:
        """Measure how surely people can be said to be in `data`."""
        keys = data.keys
        found = _Presence.of(self.name, keys)
        people_bad, bad = self._bad(found)
        return Finding(
            name=self.name,
            value=float(found.highest.max()),
            target=self.highest if self.lowest is None else None,
            met=None if not self.judges else not people_bad.any(),
            better="lower",
            reads=self._sentence(found, people_bad),
            details=self._details(keys, found, people_bad, bad),
            per_key=keys.table(
                count=keys.count,
                people=found.population.matched,
                lowest=found.population.covering.smallest_of_cells(found.lowest),
                highest=found.population.covering.largest_of_cells(found.highest),
                failing=bad,
            ),
        )

    @property
    def judges(self) -> bool:
        """Whether there is a target."""
        return self.lowest is not None or self.highest is not None

    def scope(self, keys: KeyTable) -> Scope:
        """Say that groups are compared with those of a population."""
        return Scope.POPULATION

    def kept_by(self, keys: KeyTable) -> Merging:
        """Say that a file keeps it, as the chance in the whole is between those of the parts.

        Not so for the bounds that overlapping groups are judged by, nor for the lowest chance
        where somebody of two parts counts once in the whole.
        """
        kept = not keys.has_missing and (not self.lowest or keys.around.individual is None)
        return Merging.WHOLE if kept else Merging.NOTHING

    def measured(self, keys: KeyTable) -> Sequence[Measured] | None:
        """Say that records are a share of the people.

        Where nobody may seem absent, people of whom no record is left fail all groups.
        """
        if keys.has_missing or not self.judges:
            return None

        def fails(chances: Floats) -> Bools:
            low = misses(chances, self.lowest or None, "higher")
            return low | misses(chances, self.highest, "lower")

        target = 1.0 if self.highest is None else self.highest
        ruler, complete = Yardstick(Ruler.PRESENCE), bool(self.lowest)
        return [Measured(None, ruler, target, fails, complete=complete)]

    def fails(self, keys: KeyTable) -> Bools:
        """Mark the groups that match somebody who can be said to be in the file, or not to be."""
        return self._bad(_Presence.of(self.name, keys))[1]

    def _bad(self, found: _Presence) -> tuple[Bools, Bools]:
        """Mark the cells of the population, then the released groups, that miss the target."""
        low = misses(found.lowest, self.lowest, "higher")
        bad = low | misses(found.highest, self.highest, "lower")
        if self.lowest and (found.highest == 0).any():
            return bad, np.ones(found.population.covering.groups, dtype=np.bool_)
        return bad, found.population.covering.over_cells(bad) > 0

    def _details(
        self, keys: KeyTable, found: _Presence, people_bad: Bools, bad: Bools
    ) -> dict[str, Any]:
        return {
            **judged(keys, bad),
            "lowest": float(found.lowest.min()),
            "highest": float(found.highest.max()),
            "people": found.number(),
            "people_failing": found.number(people_bad),
            "people_surely_present": found.number(found.lowest == 1),
            "people_surely_absent": found.number(found.highest == 0),
            "exact": found.exact,
        }

    def _sentence(self, found: _Presence, bad: Bools) -> Words:
        if bad.any():
            return say(
                "{bad} of {n} people of the population can be said too surely to be in the file,"
                " or not to be in it; chances of being in it go from {low:%} to {high:%}{how}.",
                "De {bad} {bad:personne|personnes} de la population sur {n}, on peut dire avec"
                " trop de certitude {bad:qu’elle est|qu’elles sont} dans le fichier, ou"
                " {bad:qu’elle n’y est|qu’elles n’y sont} pas ; les probabilités d’y être vont de"
                " {low:%} à {high:%}{how}.",
                **self._numbers(found, bad),
            )
        return say(
            "Judged from the file, the {n} people of the population are in it with chances from"
            " {low:%} to {high:%}{how}; {sure} {sure:is|are} surely in it.",
            "À en juger par le fichier, les {n} personnes de la population y sont avec des"
            " probabilités de {low:%} à {high:%}{how} ; {sure} y {sure:est|sont} à coup sûr.",
            **self._numbers(found, bad),
        )

    def _numbers(self, found: _Presence, bad: Bools) -> dict[str, float | int | Words]:
        return {
            "how": Words("", fr="") if found.exact else BOUNDS,
            "bad": found.number(bad),
            "n": found.number(),
            "low": float(found.lowest.min()),
            "high": float(found.highest.max()),
            "sure": found.number(found.lowest == 1),
        }


BOUNDS = Words(
    " (bounds, as values are missing in the file)",
    fr=" (bornes, car des valeurs manquent dans le fichier)",
)


@dataclass(frozen=True)
class _Presence:
    """Lowest and highest chance of being released, for the people of each cell."""

    population: Population
    lowest: Floats
    highest: Floats
    exact: bool

    @classmethod
    def of(cls, who: str, keys: KeyTable) -> _Presence:
        population = Population.beside(who, keys)
        seen = keys.people("category")
        people = _at_most(keys)
        others = keys.added(people, "wildcard") - people
        bounds = presence(population.covering, seen, population.people, others)
        return cls(population, *bounds, exact=not keys.has_missing)

    def number(self, which: Bools | None = None) -> int:
        """Count the people of some cells."""
        people: Ints = self.population.people
        return int(people.sum() if which is None else people[which].sum())


def _at_most(keys: KeyTable) -> Ints:
    """Return how many people each group has at most: each record of an unknown one may be one."""
    if keys.around.individual is None:
        return keys.count
    held = keys.around.tally(keys.around.individual).counts
    unknown = keys.count - np.asarray(held.sum(axis=1), dtype=np.int64)
    return np.asarray(np.diff(held.indptr) + unknown, dtype=np.int64)

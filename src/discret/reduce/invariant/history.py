"""What earlier releases bind a release to: who was published among which values."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
import polars as pl

from discret.data.beside.successive import Successive
from discret.errors import ColumnError, InputError, TargetError
from discret.maths.arrays import Bools, Ints
from discret.maths.releases.histories import histories
from discret.maths.releases.signatures import Signatures, signatures
from discret.words import Words


@dataclass(frozen=True)
class History:
    """The records of a release about to be made, and what was published of their people.

    Parameters
    ----------
    value
        The sensitive value of each record, as a number.
    names
        The values, as text.
    bucket
        Which of the signatures each had when they were published; −1 for newcomers.
    signatures
        The values of each.
    left
        How many people of earlier releases are gone.
    """

    value: Ints = field(repr=False)
    names: pl.Series = field(repr=False)
    bucket: Ints = field(repr=False)
    signatures: tuple[Ints, ...] = field(repr=False)
    left: int

    @classmethod
    def of(cls, who: str, releases: Successive, column: str, m: int) -> History:
        """Read what earlier releases showed; refuse those that are not m-invariant themselves."""
        values, names = releases.values(column)
        if int((values[-1] == len(names)).sum()):
            raise ColumnError(_GAPS.filled(who=who, name=column), hint=_FILL)
        if len(names) < m:
            raise TargetError(_FEW.filled(who=who, name=column, n=len(names), m=m), hint=_LOWER)
        if releases.unnamed:
            raise InputError(_UNNAMED.filled(who=who, n=releases.unnamed), hint=_NUMBER)
        none = np.full(len(values[-1]), -1, dtype=np.int64)
        if len(releases.groups) == 1:
            return cls(values[-1], names, none, (), 0)
        if releases.persons is None:
            raise ColumnError(_LOST.filled(who=who), hint=_KEEP)
        shown = signatures(releases.groups[:-1], values[:-1], len(names) + 1, len(names))
        _check(who, releases, shown, m)
        bucket, left = _buckets(releases.persons, releases.groups, shown, releases.people)
        return cls(values[-1], names, bucket, shown.values, left)

    def at(self, places: Ints) -> History:
        """Return the same of some records, in another order."""
        return replace(self, value=self.value[places], bucket=self.bucket[places])

    @property
    def changed(self) -> Bools:
        """Mark the records whose value is none of those that they were published among."""
        size = len(self.names)
        length = [len(own) for own in self.signatures]
        of = np.repeat(np.arange(len(length)), length)
        known = of * size + np.concatenate([np.zeros(0, dtype=np.int64), *self.signatures])
        held = np.isin(self.bucket * size + self.value, known)
        return np.asarray((self.bucket >= 0) & ~held)


def _buckets(
    persons: tuple[Ints, ...], groups: tuple[Ints, ...], shown: Signatures, people: int
) -> tuple[Ints, int]:
    """Return the signature of each record, and how many people are gone."""
    own = np.full(people + 1, -1, dtype=np.int64)  # the last is nobody's
    for person, group, of in zip(persons[:-1], groups[:-1], shown.of, strict=True):
        known = person >= 0
        own[person[known]] = of[group[known]]
    there = np.zeros(people + 1, dtype=np.bool_)
    there[persons[-1]] = True
    left = int(((own[:-1] >= 0) & ~there[:-1]).sum())
    return np.where(persons[-1] < 0, -1, own[persons[-1]]), left


def _check(who: str, releases: Successive, shown: Signatures, m: int) -> None:
    """Refuse a history in which m is lost already: no release can mend it."""
    assert releases.persons is not None  # noqa: S101 (people are followed)
    kinds = histories(releases.groups[:-1], releases.persons[:-1], releases.people)
    there = kinds.present.any(axis=1)
    failing = sum(int((level < m).sum()) for level in shown.level)
    changed = int(kinds.number[there & shown.changed(kinds) & kinds.people].sum())
    if failing or changed:
        raise TargetError(_BROKEN.filled(who=who, m=m, groups=failing, n=changed), hint=_ANEW)


_GAPS = Words(
    "{who}: {name!r} has missing values, which nothing can be hidden among",
    fr="{who} : {name!r} a des valeurs manquantes, parmi lesquelles rien ne se cache",
)
_FILL = Words(
    "drop these records, or make missing a value", fr="retirer ces enregistrements, ou faire du"
    " manquant une valeur"
)  # fmt: skip
_FEW = Words(
    "{who}: {name!r} has {n} {n:value|values} only, m = {m} needs as many",
    fr="{who} : {name!r} n’a que {n} {n:valeur|valeurs}, m = {m} en demande autant",
)
_LOWER = Words("lower m", fr="abaisser m")
_LOST = Words(
    "{who}: nothing says who is behind the records of all earlier releases",
    fr="{who} : rien ne dit qui est derrière les enregistrements de toutes les diffusions"
    " antérieures",
)
_UNNAMED = Words(
    "{who}: nothing says whose {n} {n:record is|records are}, and nobody could follow them",
    fr="{who} : rien ne dit de qui {n:est|sont} {n} {n:enregistrement|enregistrements}, que nul"
    " ne pourrait suivre",
)
_NUMBER = Words(
    "give everybody a number in the column that tells people apart, or drop these records",
    fr="numéroter chacun dans la colonne qui distingue les personnes, ou retirer ces"
    " enregistrements",
)
_KEEP = Words(
    "name the record.json of each, with people.parquet beside it, or tables that still have the"
    " column of people (individual=)",
    fr="nommer le record.json de chacune, avec people.parquet à côté, ou des tables qui ont encore"
    " la colonne des personnes (individual=)",
)
_BROKEN = Words(
    "{who}: earlier releases are not {m}-invariant ({groups} {groups:group|groups} with too few"
    " values or not equally often, {n} {n:person|people} among other values than before)",
    fr="{who} : les diffusions antérieures ne sont pas {m}-invariantes ({groups}"
    " {groups:groupe|groupes} aux valeurs trop rares ou inégales, {n} {n:personne|personnes} parmi"
    " d’autres valeurs qu’avant)",
)
_ANEW = Words(
    "lower m to what they have (m_invariance tells), or begin a series with this method",
    fr="abaisser m à ce qu’elles ont (m_invariance le dit), ou commencer une série par cette"
    " méthode",
)

"""δ-disclosure: no sensitive value is much more, or less, frequent in a group than in the file."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, log
from typing import Any, ClassVar, Literal

import numpy as np
from pydantic import Field

from discret.assess.sensitive import (
    by_people,
    check_known,
    check_sensitive,
    judged,
    records_in,
    spreads_of,
)
from discret.assess.spread import Levels, Spread, silent_groups
from discret.data.dataset import Dataset
from discret.data.keytable import KeyTable
from discret.data.roles import Role
from discret.finding import Finding, misses
from discret.maths.arrays import Bools, Floats
from discret.maths.attributes.likeness import lacking, log_ratios
from discret.model import Merging, Model, Scope
from discret.parts import Counted, Criterion, Source
from discret.parts.parameters import Missing, SensitiveColumn
from discret.words import Words, say

Base = Literal["e", "2", "10"]
BASES: dict[Base, float] = {"e": 1.0, "2": log(2), "10": log(10)}


class DeltaDisclosure(Model):
    r"""Largest logarithm of the ratio of a sensitive value's share in a group and in the file.

    Parameters
    ----------
    delta
        Every ratio must have a logarithm below it, in absolute value. Without it the largest one
        is measured and nothing is judged.
    base
        Base of the logarithm: ``"e"``, ``"2"`` (as ARX), ``"10"``.
    absent
        ``"all"``: all values of the file are looked at, as the definition says, so a group that
        lacks one has no δ; ``"present"``: only the values that a group has, as ARX does.
    column
        The sensitive column to judge; by default all of them, the worst counting.
    missing
        What a missing key value means, as for `KAnonymity`.

    Notes
    -----
    With :math:`p_i` the share of value i in the file and :math:`q_{i,j}` in group j, the group is
    δ-disclosure private if and only if :math:`|\log(q_{i,j} / p_i)| < δ` for all i (Nguyen &
    Castelluccia 2020, definition 7: strictly below). A value of the file that is absent from the
    group has :math:`q = 0` and an infinite logarithm: whoever finds a person there can rule the
    value out. The finding then has no value, and says why; `details` has the level of the values
    present, and both readings in the three bases, for the definition names none: example 13 of
    the same paper takes base 10, in which a value that goes from half the file to all of a group
    passes for δ = 0.5, while in base e or 2 it does not.

    Records whose sensitive value is missing are left out; a group with no known value tells
    nothing, and has level 0. The model takes the shares in the whole file to be known to all, and
    bounds no share that is large already (see `BetaLikeness`).

    Where individuals are declared, a group whose records are all of one person holds no target,
    however its values are spread: they are that person's, and `details` counts such groups. The
    shares themselves are those of records, in the group and in the file: whoever has many weighs
    as much. Judge k-anonymity or l-diversity beside it for a number of people.

    References
    ----------
    .. [1] Brickell J., Shmatikov V. (2008). The cost of privacy: destruction of data-mining utility
       in anonymized data publishing. KDD, 70-78.
    .. [2] Nguyen B., Castelluccia C. (2020). Techniques d'anonymisation tabulaire. Definition 7.

    Examples
    --------
    >>> from discret.data.examples import footballers
    >>> data = Dataset.of(footballers(), key="Club", sensitive="Salaire")
    >>> DeltaDisclosure(delta=2).assess(data).value is None
    True
    >>> round(DeltaDisclosure(delta=2, absent="present").assess(data).value, 4)  # ln 3
    1.0986
    """

    name: ClassVar[str] = "delta_disclosure"
    title: ClassVar[Words] = Words("δ-disclosure", fr="δ-divulgation")
    purpose: ClassVar[Words] = Words(
        "says how many times as frequent, or as rare, a sensitive value is in a group",
        fr="dit combien de fois une valeur sensible est plus fréquente, ou plus rare, par groupe",
    )
    attacker: ClassVar[Words] = Words(
        "knows how frequent each sensitive value is in the whole file, finds the group of a person"
        " through the keys and learns which values are likelier there, or excluded",
        fr="connaît la fréquence de chaque valeur sensible dans tout le fichier, trouve le groupe"
        " d’une personne par ses clés et apprend quelles valeurs y sont plus probables, ou exclues",
    )
    criteria: ClassVar[tuple[Criterion, ...]] = ("inference",)
    target: ClassVar[str] = "delta"
    such_as: ClassVar[str] = "delta=1"
    source: ClassVar[Source] = "release"
    counts: ClassVar[Counted] = "people"
    references: ClassVar[tuple[str, ...]] = (
        "Brickell & Shmatikov (2008), The cost of privacy",
        "Nguyen & Castelluccia (2020), Techniques d’anonymisation tabulaire, definition 7",
    )
    needs: ClassVar[tuple[Role, ...]] = (Role.KEY, Role.SENSITIVE)

    delta: float | None = Field(
        default=None,
        gt=0,
        description=Words(
            "what all logarithms must be below",
            fr="borne que tous les logarithmes doivent respecter",
        ),
    )
    base: Base = Field(
        default="e", description=Words("base of the logarithm", fr="base du logarithme")
    )
    absent: Literal["all", "present"] = Field(
        default="all",
        description=Words(
            "whether values absent from a group count",
            fr="compter aussi les valeurs absentes d’un groupe",
        ),
    )
    column: SensitiveColumn = None
    missing: Missing = "known"

    def assess(self, data: Dataset) -> Finding:
        """Measure the level of δ-disclosure of `data`."""
        check_sensitive(self, data)
        keys = data.keys
        spreads = spreads_of(self, keys)
        check_known(self, spreads)
        ratios = _ratios(spreads)
        levels, alone = by_people(self, keys, spreads, self._levels(spreads, ratios))
        bad = self._bad(levels.worst)
        present = float(np.max(list(ratios.values())))
        lost = np.any([_lacking(spread) for spread in spreads.values()], axis=0)
        return judged(
            self,
            keys,
            levels,
            bad,
            alone=alone,
            target=self.delta,
            reads=self._sentence(keys, bad, lost, present),
            details={
                "base": self.base,
                "absent": self.absent,
                "records_lacking": int(keys.count[lost].sum()),
                "groups_lacking": int(lost.sum()),
                "levels": _both_readings(present, complete=not lost.any()),
                "groups_without_value": silent_groups(spreads),
            },
        )

    def scope(self, keys: KeyTable) -> Scope:
        """Say that a group is compared with the whole file."""
        return Scope.FILE

    def kept_by(self, keys: KeyTable) -> Merging:
        """Say that a file keeps it, as a mixture is no more extreme than its parts.

        Where values absent from a group are left aside, mixing it with one that has a few of them
        makes these few too rare. Not so where groups overlap; groups that share people overlap too.
        """
        apart = keys.individual is None and not keys.overlaps(self.missing)
        return Merging.WHOLE if self.absent == "all" and apart else Merging.NOTHING

    def fails(self, keys: KeyTable) -> Bools:
        """Mark the groups where a sensitive value is too much more, or less, frequent."""
        spreads = spreads_of(self, keys)
        levels = self._levels(spreads, _ratios(spreads))
        return self._bad(by_people(self, keys, spreads, levels)[0].worst)

    def _bad(self, level: Floats) -> Bools:
        """Mark what is not strictly below the target, in spite of rounding."""
        if self.delta is None:
            return np.zeros(len(level), dtype=np.bool_)
        return misses(level, self.delta, "lower") | ~misses(level, self.delta, "higher")

    def _levels(self, spreads: Mapping[str, Spread], ratios: Mapping[str, Floats]) -> Levels:
        found = {name: ratio / BASES[self.base] for name, ratio in ratios.items()}
        if self.absent == "all":
            for name, spread in spreads.items():
                found[name] = np.where(_lacking(spread), np.inf, found[name])
        return Levels(found, "lower")

    def _sentence(self, keys: KeyTable, bad: Bools, lost: Bools, present: float) -> Words:
        said: dict[str, Any] = {"factor": exp(present), "excluded": self._excluded(keys, lost)}
        if bad.any():
            return say(
                "{failing} of {n} records ({share:%}) {failing:is|are} in groups where a sensitive"
                " value is too much more frequent, or rarer, than in the whole file. {excluded}Of"
                " the values that a group has, none is more than {factor} times as frequent, or as"
                " rare.",
                "{failing} {failing:enregistrement|enregistrements} sur {n} ({share:%})"
                " {failing:est|sont} dans des groupes où une valeur sensible est bien plus"
                " fréquente, ou plus rare, que dans tout le fichier. {excluded}Parmi les valeurs"
                " présentes dans un groupe, aucune n’y est plus de {factor} fois plus fréquente,"
                " ou plus rare.",
                **records_in(keys, bad),
                **said,
            )
        return say(
            "{excluded}Of the sensitive values that a group has, none is more than {factor} times"
            " as frequent there, or as rare, as in the whole file.",
            "{excluded}Parmi les valeurs sensibles présentes dans un groupe, aucune n’y est plus de"
            " {factor} fois plus fréquente, ou plus rare, que dans tout le fichier.",
            **said,
        )

    def _excluded(self, keys: KeyTable, lost: Bools) -> Words:
        """Say why there is no level, where absent values count and there are some."""
        if self.absent == "present" or not lost.any():
            return Words("", fr="")
        return say(
            "No δ holds for {lost} of {groups} groups: a sensitive value of the file is absent"
            " there, so it can be ruled out. ",
            "Aucun δ ne vaut pour {lost} {lost:groupe|groupes} sur {groups} : une valeur sensible"
            " du fichier en est absente, et peut donc être exclue. ",
            lost=int(lost.sum()),
            groups=len(keys),
        )


def _ratios(spreads: Mapping[str, Spread]) -> dict[str, Floats]:
    return {name: log_ratios(*spread.arrays) for name, spread in spreads.items()}


def _lacking(spread: Spread) -> Bools:
    return lacking(spread.counts.indptr, spread.totals)


def _both_readings(level: float, *, complete: bool) -> dict[str, dict[str, float | None]]:
    """Write the natural level in all bases, for the values present and for all of them."""
    present: dict[str, float | None] = {base: level / unit for base, unit in BASES.items()}
    return {"present": present, "all": present if complete else dict.fromkeys(present)}

"""δ-disclosure: no sensitive value is much more, or less, frequent in a group than in the file."""

from __future__ import annotations

from math import exp, log
from typing import Any, ClassVar, Literal

import numpy as np
from pydantic import Field

from discret.assess.compared import ComparedModel, Reference
from discret.assess.sensitive import Seen
from discret.assess.spread import Levels, Spread
from discret.data.keytable import KeyTable
from discret.finding import misses
from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.attributes.likeness import lacking, log_ratios
from discret.maths.recoding.yardsticks import Ruler, Yardstick
from discret.model import Merging
from discret.parts.facts import Fact, Facts
from discret.parts.parameters import Missing, SensitiveColumn
from discret.words import Words, say

Base = Literal["e", "2", "10"]
BASES: dict[Base, float] = {"e": 1.0, "2": log(2), "10": log(10)}


class DeltaDisclosure(ComparedModel):
    r"""Largest logarithm of the ratio of a sensitive value's share in a group and in the file.

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

    Where individuals are declared, a group whose known values are all of one person holds no
    target, however they are spread: they are that person's, and `details` counts such groups. The
    shares are those of people, in the group and in the file, each counted once with each value that
    they have. Judge k-anonymity or l-diversity beside it for a number of people.

    Examples
    --------
    >>> from discret import Dataset
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
        fr="dit combien de fois une valeur sensible est plus fréquente, ou plus rare, dans un"
        " groupe",
    )
    attacker: ClassVar[Words] = Words(
        "knows how frequent each sensitive value is in the whole file, finds the group of a person"
        " through the keys and learns which values are likelier there, or excluded",
        fr="connaît la fréquence de chaque valeur sensible dans tout le fichier, trouve le groupe"
        " d’une personne par ses clés et apprend quelles valeurs y sont plus probables, ou exclues",
    )
    target: ClassVar[str] = "delta"
    such_as: ClassVar[str] = "delta=1"
    references: ClassVar[tuple[str, ...]] = (
        (
            "Brickell J., Shmatikov V. (2008). The cost of privacy: destruction of data-mining"
            " utility in anonymized data publishing. KDD, 70-78."
        ),
        "Nguyen B., Castelluccia C. (2020). Techniques d’anonymisation tabulaire, définition 7.",
    )
    tells: ClassVar[Facts] = {
        **ComparedModel.tells,
        "base": Fact.label(
            "base",
            "base",
            {"e": Words("e", fr="e"), "2": Words("2", fr="2"), "10": Words("10", fr="10")},
        ),
        "absent": Fact.label(
            "absent values",
            "valeurs absentes",
            {
                "all": Words("count for all groups", fr="comptent pour tous les groupes"),
                "present": Words("are left out", fr="sont laissées de côté"),
            },
        ),
        "records_lacking": Fact.count(
            "records in groups that lack a sensitive value",
            "enregistrements en groupes où une valeur sensible est absente",
        ),
        "groups_lacking": Fact.count(
            "groups that lack a sensitive value", "groupes où une valeur sensible est absente"
        ),
        "levels": Fact.table("level in each way of counting", "niveau selon la manière de compter"),
    }

    delta: float | None = Field(
        default=None,
        gt=0,
        description=Words(
            "what all logarithms must be below. Every ratio of shares must have a logarithm"
            " below it, in absolute value. Without it the largest one is measured and nothing"
            " is judged",
            fr="borne que tous les logarithmes doivent respecter. Le logarithme de chaque"
            " rapport de parts doit lui être inférieur, en valeur absolue. Sans elle, le plus"
            " grand est mesuré et rien n’est jugé",
        ),
    )
    base: Base = Field(
        default="e",
        description=Words(
            "base of the logarithm. ARX takes 2",
            fr="base du logarithme. ARX prend 2",
        ),
    )
    absent: Literal["all", "present"] = Field(
        default="all",
        description=Words(
            "whether values absent from a group count. `all`: all values of the file are looked"
            " at, as the definition says, so that a group that lacks one has no δ; `present`:"
            " only the values that a group has, as ARX does",
            fr="compter aussi les valeurs absentes d’un groupe. `all` : toutes les valeurs du"
            " fichier comptent, comme le veut la définition, si bien qu’un groupe où il en"
            " manque une n’a pas de δ ; `present` : les seules valeurs qu’un groupe a, comme le"
            " fait ARX",
        ),
    )
    reference: Reference = "release"
    column: SensitiveColumn = None
    missing: Missing = "known"

    def level(self, spread: Spread) -> Floats:
        """Return the largest logarithm of each group, infinite where an absent value counts."""
        ratios = log_ratios(*spread.arrays) / BASES[self.base]
        return np.where(_lacking(spread), np.inf, ratios) if self.absent == "all" else ratios

    def yardstick(self, spread: Spread) -> tuple[Ints, Yardstick]:
        """Return what measures logarithms."""
        kind = Ruler.RATIO_OF_ALL if self.absent == "all" else Ruler.RATIO
        return np.arange(len(spread.values)), Yardstick(kind, unit=BASES[self.base])

    def more(self, seen: Seen) -> dict[str, Any]:
        """Return the level in both readings, and the groups where a value is absent."""
        lost = _lost(seen)
        return {
            "base": self.base,
            "absent": self.absent,
            "records_lacking": int(seen.keys.count[lost].sum()),
            "groups_lacking": int(lost.sum()),
            "levels": _both_readings(_largest_ratio(seen), complete=not lost.any()),
            **self.told(seen),
        }

    def kept_by(self, keys: KeyTable) -> Merging:
        """Say that a file keeps it, as a mixture is no more extreme than its parts.

        Where values absent from a group are left aside, mixing it with one that has a few of them
        makes these few too rare. Not so where groups overlap; groups that share people overlap too.
        """
        return self.mixture(keys) if self.absent == "all" else Merging.NOTHING

    def misses(self, keys: KeyTable, levels: Levels) -> Bools:
        """Mark the groups whose level is not strictly below the target, in spite of rounding."""
        if self.delta is None:
            return np.zeros(len(keys), dtype=np.bool_)
        level = levels.worst
        return misses(level, self.delta, "lower") | ~misses(level, self.delta, "higher")

    def reads(self, seen: Seen) -> Words:
        """Say how many times as frequent, or as rare, a value is at most."""
        excluded = self._excluded(seen.keys, _lost(seen))
        said: dict[str, Any] = {"factor": exp(_largest_ratio(seen)), "excluded": excluded}
        if seen.failing.any():
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
                **seen.records,
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


def _largest_ratio(seen: Seen) -> float:
    """Return the largest natural logarithm of all, over the values that groups have."""
    return float(np.max([log_ratios(*spread.arrays) for spread in seen.spreads.values()]))


def _lost(seen: Seen) -> Bools:
    """Mark the groups that lack a value of the file."""
    return np.asarray(np.any([_lacking(spread) for spread in seen.spreads.values()], axis=0))


def _lacking(spread: Spread) -> Bools:
    return lacking(spread.counts.indptr, spread.counts.indices, spread.totals)


def _both_readings(level: float, *, complete: bool) -> dict[str, dict[str, float | None]]:
    """Write the natural level in all bases, for the values present and for all of them."""
    present: dict[str, float | None] = {base: level / unit for base, unit in BASES.items()}
    return {"present": present, "all": present if complete else dict.fromkeys(present)}

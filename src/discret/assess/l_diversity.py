"""l-diversity: the people of a group do not all share what is sensitive."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import Any, ClassVar, Literal, Self

import numpy as np
from pydantic import Field, model_validator

from discret.assess.sensitive import (
    check_sensitive,
    judged,
    records_in,
    sensitive_columns,
)
from discret.assess.spread import Levels
from discret.data.dataset import Dataset
from discret.data.keytable import KeyTable
from discret.data.roles import Role
from discret.finding import Finding, misses
from discret.maths.arrays import Bools, Floats
from discret.maths.attributes.diversity import distinct, entropy, grassberger, recursive
from discret.model import Least, Merging, Model, Scope
from discret.parts import Counted, Criterion, Source
from discret.parts.parameters import Missing, SensitiveColumn
from discret.words import Words, say

Kind = Literal["distinct", "entropy", "grassberger", "recursive"]


class LDiversity(Model):
    r"""Number of well-represented sensitive values in each group.

    Parameters
    ----------
    l
        The wanted level. Without it the level is measured and nothing is judged.
    kind
        ``"distinct"`` counts different values; ``"entropy"`` takes the exponential of their
        entropy; ``"grassberger"`` the same, with the entropy estimated as from a sample;
        ``"recursive"`` is (c, l)-diversity.
    c
        The constant of the recursive kind.
    column
        The sensitive column to judge; by default all of them, the worst counting.
    missing
        What a missing key value means, as for `KAnonymity`.

    Notes
    -----
    With :math:`p_i` the shares of the sensitive values in a group and :math:`r_1 ≥ r_2 ≥ …` their
    counts: *distinct* — at least l values (Bergeat 2015, definition 2); *entropy* —
    :math:`-∑ p_i \ln p_i ≥ \ln l`, the value is :math:`\exp` of the left side; *recursive* —
    :math:`r_1 < c (r_l + r_{l+1} + … + r_m)`, the value is the largest such l (0 where none);
    *grassberger* — as *entropy*, with Grassberger's estimate of the entropy of the law from which
    the group was drawn (see `maths.diversity.grassberger`), as ARX offers it. Being an estimate it
    calls more groups diverse than *entropy* does: use it for samples only. It never counts more
    values than there are.

    Several sensitive columns are judged one by one. Machanavajjhala et al. ask for more: that each
    is diverse among those who share the keys *and* the other sensitive values. For that, judge each
    column in turn, the others being declared as keys.

    A missing sensitive value counts as no value: a group whose values are all missing has diversity
    0. People are counted where an individual column is declared: no level is above the number of
    people of the group, as five values of one person are not five possible ones, but the values of
    a person with several records count each. Two people who each have the values a and b are thus
    2-diverse: what is protected is what one record says of a person, not what all of theirs say
    together, which whoever can tell their records from those of others would read. Make one record
    of each person where that matters, or release nothing that links them.

    Distinct l-diversity implies l-anonymity. It does not look at what the values mean: l serious
    diseases are l values.

    References
    ----------
    .. [1] Machanavajjhala A. et al. (2007). L-diversity: privacy beyond k-anonymity. TKDD 1(1).
    .. [2] Bergeat M. (2015). Definition 2.
    .. [3] Stammler S. et al. (2016). Correcting finite sampling issues in entropy l-diversity.

    Examples
    --------
    >>> from discret.data.examples import dishes
    >>> data = Dataset.of(dishes(), key="Sexe", sensitive="Plat préféré")
    >>> LDiversity(l=2).assess(data).value
    4
    >>> round(LDiversity(kind="entropy").assess(data).value, 3)
    3.789
    """

    name: ClassVar[str] = "l_diversity"
    title: ClassVar[Words] = Words("l-diversity", fr="l-diversité")
    purpose: ClassVar[Words] = Words(
        "counts the sensitive values that occur in each group",
        fr="compte les valeurs sensibles présentes dans chaque groupe",
    )
    attacker: ClassVar[Words] = Words(
        "finds the group of a person through the keys and reads what the whole group shares",
        fr="trouve le groupe d’une personne par ses clés et lit ce que tout le groupe partage",
    )
    criteria: ClassVar[tuple[Criterion, ...]] = ("inference",)
    target: ClassVar[str] = "l"
    such_as: ClassVar[str] = "l=2"
    source: ClassVar[Source] = "release"
    counts: ClassVar[Counted] = "people"
    references: ClassVar[tuple[str, ...]] = (
        "Machanavajjhala et al. (2007), L-diversity: privacy beyond k-anonymity",
        "Bergeat (2015), Anonymisation de données individuelles, definition 2",
        "Stammler et al. (2016), Correcting finite sampling issues in entropy l-diversity",
    )
    needs: ClassVar[tuple[Role, ...]] = (Role.KEY, Role.SENSITIVE)

    l: float | None = Field(  # noqa: E741 (its name in the literature)
        default=None,
        ge=1,
        description=Words("wanted number of values", fr="nombre de valeurs voulu"),
    )
    kind: Kind = Field(
        default="distinct",
        description=Words("how values are counted", fr="façon de compter les valeurs"),
    )
    c: float | None = Field(
        default=None,
        gt=0,
        description=Words("constant of the recursive kind", fr="constante du genre récursif"),
    )
    column: SensitiveColumn = None
    missing: Missing = "known"

    @model_validator(mode="after")
    def _check(self) -> Self:
        if (self.kind == "recursive") != (self.c is not None):
            raise ValueError(
                Words(
                    "c: the recursive kind needs it, the others do not take it",
                    fr="c : le genre récursif en a besoin, les autres n’en veulent pas",
                )
            )
        if self.l is not None and self._whole and self.l != int(self.l):
            raise ValueError(
                Words(
                    "l: a whole number is needed for this kind",
                    fr="l : ce genre demande un nombre entier",
                )
            )
        return self

    def assess(self, data: Dataset) -> Finding:
        """Measure the level of l-diversity of `data`."""
        check_sensitive(self, data)
        keys = data.keys
        counts = self._counted(keys)
        levels = self._levels(keys, counts)
        bad, alike = self._bad(levels.worst), _alike(counts)
        return judged(
            self,
            keys,
            levels,
            bad,
            target=None if self.l is None else self._plain(self.l),
            reads=_explained(self._sentence(keys, bad, alike, levels), keys, _without(counts)),
            details={"records_homogeneous": int(keys.count[alike].sum()), "kind": self.kind},
            plain=self._plain,
        )

    def scope(self, keys: KeyTable) -> Scope:
        """Say that a group is judged by its own records."""
        return Scope.GROUP

    def kept_by(self, keys: KeyTable) -> Merging:
        """Say that each group keeps its values; how even they are, only the file as a whole.

        A mixture is no less diverse than its parts (Machanavajjhala et al. 2007 prove it), but a
        uniform group drowns others, and an estimate may be lower. Groups that overlap are no
        mixture: what they share counts once, and groups that share people overlap too.
        """
        if self.kind == "distinct":
            return Merging.EACH
        apart = keys.individual is None and not keys.overlaps(self.missing)
        mixed = self.kind in ("entropy", "recursive") and apart
        return Merging.WHOLE if mixed else Merging.NOTHING

    @property
    def least(self) -> Least:
        """As many people as values are wanted: each has one. An estimate may do with fewer."""
        if self.l is None or self.kind == "grassberger":
            return Least()
        return Least(every=ceil(self.l * (1 - 1e-9)))

    def fails(self, keys: KeyTable) -> Bools:
        """Mark the groups with too few sensitive values."""
        return self._bad(self._levels(keys, self._counted(keys)).worst)

    def _bad(self, level: Floats) -> Bools:
        """Mark what misses the target; l equally frequent values hold it in spite of rounding."""
        return misses(level, self.l, "higher")

    def _counted(self, keys: KeyTable) -> dict[str, Any]:
        """Return the sparse table of counts of each column."""
        columns = sensitive_columns(self, keys)
        return {name: keys.histogram(name, self.missing).counts for name in columns}

    def _levels(self, keys: KeyTable, counts: Mapping[str, Any]) -> Levels:
        found = {name: self._level(table) for name, table in counts.items()}
        if keys.individual is not None:  # so many values of fewer people are no more than theirs
            people = keys.people(self.missing)
            found = {name: np.minimum(level, people) for name, level in found.items()}
        return Levels(found, "higher")

    def _level(self, counts: Any) -> Floats:
        if self.kind == "distinct":
            return distinct(counts.indptr)
        if self.kind == "entropy":
            return entropy(counts.indptr, counts.data)
        if self.kind == "grassberger":
            return grassberger(counts.indptr, counts.data)
        return recursive(counts.indptr, counts.data, self.c or 1.0)

    @property
    def _whole(self) -> bool:
        """Whether levels are whole numbers."""
        return self.kind in ("distinct", "recursive")

    def _plain(self, level: float) -> float | int:
        return int(level) if self._whole else level

    def _sentence(self, keys: KeyTable, bad: Bools, alike: Bools, levels: Levels) -> Words:
        value = self._plain(levels.value or 0.0)
        if self.l is None and alike.any():
            return say(
                "{failing} of {n} records ({share:%}) {failing:is|are} in groups where no two"
                " sensitive values differ.",
                "{failing} {failing:enregistrement|enregistrements} sur {n} ({share:%})"
                " {failing:est|sont} dans des groupes où aucune valeur sensible ne diffère d’une"
                " autre.",
                **records_in(keys, alike),
            )
        if bad.any():
            return say(
                "{failing} of {n} records ({share:%}) {failing:is|are} in groups with too few"
                " sensitive values; the poorest group has level {value}.",
                "{failing} {failing:enregistrement|enregistrements} sur {n} ({share:%})"
                " {failing:est|sont} dans des groupes où trop peu de valeurs sensibles sont"
                " présentes ; le niveau du plus pauvre est {value}.",
                **records_in(keys, bad),
                value=value,
            )
        return say(
            "Every group has a level of sensitive values of at least {value}.",
            "Chaque groupe a un niveau de valeurs sensibles d’au moins {value}.",
            value=value,
        )


def _without(counts: Mapping[str, Any]) -> Bools:
    """Mark the groups whose values are all missing in some sensitive column."""
    none = [distinct(table.indptr) == 0 for table in counts.values()]
    return np.asarray(np.any(none, axis=0), dtype=np.bool_)


def _explained(sentence: Words, keys: KeyTable, without: Bools) -> Words:
    """Say why a level is 0: nothing can be diverse where every value is missing."""
    if not without.any():
        return sentence
    more = say(
        "{failing} of them {failing:is|are} in groups where every sensitive value is missing"
        " (level 0), as the wage of children is: give what is missing for a reason a value of its"
        " own (none), or release these records apart.",
        "{failing} d’entre eux {failing:est|sont} dans des groupes où toute valeur sensible manque"
        " (niveau 0), comme le salaire des enfants : donnez une valeur propre (sans objet) à ce"
        " qui manque pour une raison, ou diffusez ces enregistrements à part.",
        failing=int(keys.count[without].sum()),
    )
    return Words(f"{sentence} {more}", fr=f"{sentence.fr} {more.fr}")


def _alike(counts: Mapping[str, Any]) -> Bools:
    """Mark the groups that have one sensitive value, or none, in some column."""
    least = np.min([distinct(table.indptr) for table in counts.values()], axis=0)
    return np.asarray(least <= 1, dtype=np.bool_)

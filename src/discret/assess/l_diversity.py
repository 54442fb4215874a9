"""l-diversity: the people of a group do not all share what is sensitive."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import Any, ClassVar, Literal, Self

import numpy as np
from pydantic import Field, model_validator

from discret.assess.sensitive import AttributeModel, Seen, records_in
from discret.assess.spread import Levels, Spread
from discret.data.dataset import Dataset
from discret.data.keytable import KeyTable
from discret.finding import Better
from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.attributes.diversity import distinct, entropy, grassberger, recursive
from discret.maths.recoding.yardsticks import Ruler, Yardstick
from discret.model import Least, Merging, Scope
from discret.parts.facts import Fact, Facts
from discret.parts.parameters import Missing, SensitiveColumn
from discret.words import Words, say

Kind = Literal["distinct", "entropy", "grassberger", "recursive"]


class LDiversity(AttributeModel):
    r"""Number of well-represented sensitive values in each group.

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
    people of the group whose value is known, as five values of one person are not five possible
    ones, but the values of a person with several records count each. Two people who each have the
    values a and b are thus 2-diverse: what is protected is what one record says of a person, not
    what all of theirs say together, which whoever can tell their records from those of others would
    read. Make one record of each person where that matters, or release nothing that links them.

    Distinct l-diversity implies l-anonymity. It does not look at what the values mean: l serious
    diseases are l values.

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
    unmissable: ClassVar[Mapping[str, float]] = {"l": 1.0}
    title: ClassVar[Words] = Words("l-diversity", fr="l-diversité")
    purpose: ClassVar[Words] = Words(
        "counts the sensitive values that occur in each group",
        fr="compte les valeurs sensibles présentes dans chaque groupe",
    )
    attacker: ClassVar[Words] = Words(
        "finds the group of a person through the keys and reads what the whole group shares",
        fr="trouve le groupe d’une personne par ses clés et lit ce que tout le groupe partage",
    )
    target: ClassVar[str] = "l"
    such_as: ClassVar[str] = "l=2"
    better: ClassVar[Better] = "higher"
    references: ClassVar[tuple[str, ...]] = (
        "Machanavajjhala A. et al. (2007). L-diversity: privacy beyond k-anonymity. TKDD 1(1).",
        "Bergeat M. (2015). Anonymisation de données individuelles, définition 2.",
        "Stammler S. et al. (2016). Correcting finite sampling issues in entropy l-diversity.",
    )
    tells: ClassVar[Facts] = {
        "records_homogeneous": Fact.count(
            "records in groups with one sensitive value",
            "enregistrements en groupes à valeur sensible unique",
        ),
        "kind": Fact.label(
            "kind",
            "sorte",
            {
                "distinct": Words("distinct values", fr="valeurs distinctes"),
                "entropy": Words("entropy", fr="entropie"),
                "grassberger": Words(
                    "entropy, after Grassberger", fr="entropie, selon Grassberger"
                ),
                "recursive": Words("recursive", fr="récursive"),
            },
        ),
    }

    l: float | None = Field(  # noqa: E741 (its name in the literature)
        default=None,
        ge=1,
        description=Words(
            "wanted number of values. Without it the level is measured and nothing is judged",
            fr="nombre de valeurs voulu. Sans lui, le niveau est mesuré et rien n’est jugé",
        ),
    )
    kind: Kind = Field(
        default="distinct",
        description=Words(
            "how values are counted. `distinct` counts different values; `entropy` takes the"
            " exponential of their entropy; `grassberger` the same, with the entropy estimated"
            " as from a sample; `recursive` is (c, l)-diversity",
            fr="façon de compter les valeurs. `distinct` compte les valeurs différentes ;"
            " `entropy` prend l’exponentielle de leur entropie ; `grassberger` de même,"
            " l’entropie étant estimée comme sur un échantillon ; `recursive` est la (c,"
            " l)-diversité",
        ),
    )
    c: float | None = Field(
        default=None,
        gt=0,
        description=Words("constant of the recursive kind", fr="constante de la sorte récursive"),
    )
    column: SensitiveColumn = None
    missing: Missing = "known"

    @model_validator(mode="after")
    def _check(self) -> Self:
        if (self.kind == "recursive") != (self.c is not None):
            raise ValueError(
                Words(
                    "c: the recursive kind needs it, the others do not take it",
                    fr="c : la sorte récursive en a besoin, les autres ne la prennent pas",
                )
            )
        if self.l is not None and self._whole and self.l != int(self.l):
            raise ValueError(
                Words(
                    "l: a whole number is needed for this kind",
                    fr="l : cette sorte demande un nombre entier",
                )
            )
        return self

    def check(self, data: Dataset, spreads: Mapping[str, Spread]) -> None:
        """Take any column: one without a single known value has level 0."""

    def spread(self, keys: KeyTable, column: str) -> Spread:
        """Return how the values of a column are spread in the groups: the file plays no part."""
        return Spread.of_groups(keys, column, self.missing)

    def level(self, spread: Spread) -> Floats:
        """Return how many values each group has, counted as the kind says."""
        indptr, _, counts, _ = spread.arrays
        if self.kind == "distinct":
            return distinct(indptr)
        if self.kind == "entropy":
            return entropy(indptr, counts)
        if self.kind == "grassberger":
            return grassberger(indptr, counts)
        return recursive(indptr, counts, self.c or 1.0)

    def yardstick(self, spread: Spread) -> tuple[Ints, Yardstick]:
        """Return what counts values."""
        return np.arange(len(spread.values)), Yardstick(Ruler[self.kind.upper()], self.c or 1.0)

    def by_people(
        self, keys: KeyTable, spreads: Mapping[str, Spread], spans: Levels
    ) -> tuple[Levels, Bools]:
        """Count no more values than people: so many of fewer people are no more than theirs."""
        none = np.zeros(len(keys), dtype=np.bool_)
        if keys.around.individual is None:
            return spans, none
        people = {name: keys.telling(name, self.missing) for name in spreads}
        held = {name: np.minimum(level, people[name]) for name, level in spans.by_column.items()}
        return Levels(held, self.better), none

    def plain(self, level: float) -> float | int:
        """Write a level: as a whole number, where values are counted."""
        return int(level) if self._whole else level

    def more(self, seen: Seen) -> dict[str, Any]:
        """Return the number of records in groups that have one value, or none."""
        alike = int(seen.keys.count[_alike(seen)].sum())
        return {"records_homogeneous": alike, "kind": self.kind}

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
        return self.mixture(keys) if self.kind in ("entropy", "recursive") else Merging.NOTHING

    @property
    def least(self) -> Least:
        """As many people as values are wanted: each has one. An estimate may do with fewer."""
        if self.l is None or self.kind == "grassberger":
            return Least()
        return Least(every=ceil(self.l * (1 - 1e-9)))

    @property
    def _whole(self) -> bool:
        """Whether levels are whole numbers."""
        return self.kind in ("distinct", "recursive")

    def reads(self, seen: Seen) -> Words:
        """Say how poor in values groups are, and why some have none."""
        without = np.any([~spread.known for spread in seen.spreads.values()], axis=0)
        return _explained(self._sentence(seen), seen.keys, np.asarray(without))

    def _sentence(self, seen: Seen) -> Words:
        alike, value = _alike(seen), self.plain(seen.levels.value or 0.0)
        if self.l is None and alike.any():
            return say(
                "{failing} of {n} records ({share:%}) {failing:is|are} in groups where no two"
                " sensitive values differ.",
                "{failing} {failing:enregistrement|enregistrements} sur {n} ({share:%})"
                " {failing:est|sont} dans des groupes où aucune valeur sensible ne diffère d’une"
                " autre.",
                **records_in(seen.keys, alike),
            )
        if seen.failing.any():
            return say(
                "{failing} of {n} records ({share:%}) {failing:is|are} in groups with too few"
                " sensitive values; the poorest group has level {value}.",
                "{failing} {failing:enregistrement|enregistrements} sur {n} ({share:%})"
                " {failing:est|sont} dans des groupes où trop peu de valeurs sensibles sont"
                " présentes ; le niveau du plus pauvre est {value}.",
                **seen.records,
                value=value,
            )
        return say(
            "Every group has a level of sensitive values of at least {value}.",
            "Chaque groupe a un niveau de valeurs sensibles d’au moins {value}.",
            value=value,
        )


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


def _alike(seen: Seen) -> Bools:
    """Mark the groups that have one sensitive value, or none, in some column."""
    least = np.min([distinct(spread.counts.indptr) for spread in seen.spreads.values()], axis=0)
    return np.asarray(least <= 1, dtype=np.bool_)

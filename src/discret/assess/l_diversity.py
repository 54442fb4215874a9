"""l-diversity: the people of a group do not all share what is sensitive."""

from __future__ import annotations

from typing import Any, ClassVar, Literal, Self

import numpy as np
from pydantic import Field, model_validator

from discret.data.dataset import Dataset
from discret.data.keytable import Bools, Floats, KeyTable
from discret.data.roles import Role
from discret.errors import InputError, ParameterError
from discret.finding import Finding
from discret.maths.diversity import distinct, entropy, recursive
from discret.maths.matching import Rule
from discret.parts import Criterion, RiskMeasure
from discret.words import Words, say

Kind = Literal["distinct", "entropy", "recursive"]


class LDiversity(RiskMeasure):
    r"""Number of well-represented sensitive values in each group.

    Parameters
    ----------
    l
        The wanted level. Without it the level is measured and nothing is judged.
    kind
        ``"distinct"`` counts different values; ``"entropy"`` takes the exponential of their
        entropy; ``"recursive"`` is (c, l)-diversity.
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
    :math:`r_1 < c (r_l + r_{l+1} + … + r_m)`, the value is the largest such l (0 where none).

    A missing sensitive value counts as no value: a group whose values are all missing has
    diversity 0. Distinct l-diversity implies l-anonymity. It does not look at what the values
    mean: l serious diseases are l values.

    References
    ----------
    .. [1] Machanavajjhala A. et al. (2007). L-diversity: privacy beyond k-anonymity. TKDD 1(1).
    .. [2] Bergeat M. (2015). Definition 2.

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
    references: ClassVar[tuple[str, ...]] = (
        "Machanavajjhala et al. (2007), L-diversity: privacy beyond k-anonymity",
        "Bergeat (2015), Anonymisation de données individuelles, definition 2",
    )
    needs: ClassVar[tuple[Role, ...]] = (Role.KEY, Role.SENSITIVE)

    l: float | None = Field(default=None, ge=1, description="wanted number of values")  # noqa: E741
    kind: Kind = Field(default="distinct", description="how values are counted")
    c: float | None = Field(default=None, gt=0, description="constant of the recursive kind")
    column: str | None = Field(default=None, description="the sensitive column, by default all")
    missing: Rule = Field(default="known", description="what a missing key value means")

    @model_validator(mode="after")
    def _check(self) -> Self:
        if (self.kind == "recursive") != (self.c is not None):
            raise ValueError("c: the recursive kind needs it, the others do not take it")
        if self.l is not None and self.kind != "entropy" and self.l != int(self.l):
            raise ValueError("l: a whole number is needed for this kind")
        return self

    def assess(self, data: Dataset) -> Finding:
        """Measure the level of l-diversity of `data`."""
        if self.column is None:
            data.need(self.name, Role.SENSITIVE)
        else:
            data.check_columns(self.name, [self.column])
        keys = data.keys
        levels = self._levels(keys)
        least = np.min(list(levels.values()), axis=0)
        value = self._plain(float(least.min()))
        bad = self._bad(least)
        return Finding(
            name=self.name,
            value=value,
            target=None if self.l is None else self._plain(self.l),
            met=None if self.l is None else not bad.any(),
            better="higher",
            reads=self._sentence(keys, bad, least),
            details={
                "records": keys.records,
                "groups": len(keys),
                "records_failing": int(keys.count[bad].sum()),
                "groups_failing": int(bad.sum()),
                "records_homogeneous": int(keys.count[least <= 1].sum()),
                "by_column": {
                    name: self._plain(float(level.min())) for name, level in levels.items()
                },
                "kind": self.kind,
                "rule": self.missing,
            },
            per_key=keys.table(count=keys.count, level=least, failing=bad),
        )

    @property
    def judges(self) -> bool:
        """Whether there is a target."""
        return self.l is not None

    def failing(self, keys: KeyTable) -> Bools:
        """Mark the groups with too few sensitive values."""
        if self.l is None:
            raise ParameterError(self.name, ["l: a target is needed"], hint="say l=2, for example")
        return self._bad(np.min(list(self._levels(keys).values()), axis=0))

    def _bad(self, level: Floats) -> Bools:
        """Mark what misses the target; l equally frequent values hold it in spite of rounding."""
        return level < (self.l or 0) * (1 - 1e-12)

    def _levels(self, keys: KeyTable) -> dict[str, Floats]:
        columns = keys.sensitive if self.column is None else (self.column,)
        if not columns:
            raise InputError(
                f"{self.name}: needs a column with the role sensitive, the data has none",
                hint="declare one, or name a column",
            )
        return {name: self._level(keys.histogram(name, self.missing).counts) for name in columns}

    def _level(self, counts: Any) -> Floats:
        if self.kind == "distinct":
            return distinct(counts.indptr)
        if self.kind == "entropy":
            return entropy(counts.indptr, counts.data)
        return recursive(counts.indptr, counts.data, self.c or 1.0)

    def _plain(self, level: float) -> float | int:
        return level if self.kind == "entropy" else int(level)

    def _sentence(self, keys: KeyTable, bad: Bools, least: Floats) -> Words:
        value = self._plain(float(least.min()))
        if self.l is None and value <= 1:
            return say(
                "{alike} of {n} records ({share:%}) are in groups where everyone shares one"
                " sensitive value.",
                "{alike} enregistrements sur {n} ({share:%}) sont dans des groupes où tous"
                " partagent une même valeur sensible.",
                alike=int(keys.count[least <= 1].sum()),
                n=keys.records,
                share=float(keys.count[least <= 1].sum() / keys.records),
            )
        if bad.any():
            return say(
                "{failing} of {n} records ({share:%}) are in groups with too few sensitive values;"
                " the poorest group has level {value}.",
                "{failing} enregistrements sur {n} ({share:%}) sont dans des groupes où trop peu de"
                " valeurs sensibles sont présentes ; le niveau du plus pauvre est {value}.",
                failing=int(keys.count[bad].sum()),
                n=keys.records,
                share=float(keys.count[bad].sum() / keys.records),
                value=value,
            )
        return say(
            "Every group has a level of sensitive values of at least {value}.",
            "Chaque groupe a un niveau de valeurs sensibles d’au moins {value}.",
            value=value,
        )

"""β-likeness: finding the group of a person makes no sensitive value much likelier."""

from __future__ import annotations

from collections.abc import Mapping
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
from discret.maths.attributes.likeness import beyond_bound, relative_gains
from discret.model import Merging, Model, Scope
from discret.parts import Counted, Criterion, Source
from discret.parts.parameters import Missing, SensitiveColumn
from discret.words import Words, say


class BetaLikeness(Model):
    r"""Largest relative gain in frequency of a sensitive value, from the file to a group.

    Parameters
    ----------
    beta
        Largest gain allowed: 1 lets a value be twice as frequent in a group as in the file.
        Without it the gain is measured and nothing is judged.
    kind
        ``"basic"``: the gain is at most β; ``"enhanced"``: also at most −ln p, with p the share
        of the value in the file.
    column
        The sensitive column to judge; by default all of them, the worst counting.
    missing
        What a missing key value means, as for `KAnonymity`.

    Notes
    -----
    With :math:`p_i` the share of value i in the file and :math:`q_i` in a group, the gain is
    :math:`(q_i - p_i) / p_i`, looked at where :math:`q_i > p_i`: what becomes rarer tells less.
    *Basic* β-likeness asks that it is at most β; *enhanced*, at most :math:`\min(β, -\ln p_i)`, so
    that a value that is frequent already cannot become certain.

    The value is the smallest β that the file holds: the largest gain. Where a gain is above
    :math:`-\ln p_i`, enhanced β-likeness fails whatever β: the finding then has no value, its
    sentence says so, and `details` counts these groups (``groups_beyond``) and has the largest
    gain all the same.

    Records whose sensitive value is missing are left out; a group with no known value tells
    nothing, and gains 0. A rare value has a large gain as soon as one small group holds it. The
    model takes the shares in the whole file to be known to all.

    Where individuals are declared, a group whose records are all of one person holds no target,
    however its values are spread: they are that person's, and `details` counts such groups. The
    shares themselves are those of records, in the group and in the file: whoever has many weighs
    as much. Judge k-anonymity or l-diversity beside it for a number of people.

    References
    ----------
    .. [1] Cao J., Karras P. (2012). Publishing microdata with a robust privacy guarantee.
       PVLDB 5(11), 1388-1399.
    .. [2] Nguyen B., Castelluccia C. (2020). Techniques d'anonymisation tabulaire.

    Examples
    --------
    >>> from discret.data.examples import footballers
    >>> data = Dataset.of(footballers(), key="Club", sensitive="Salaire")
    >>> finding = BetaLikeness(beta=1).assess(data)
    >>> finding.value, finding.met, finding.details["records_failing"]
    (2.0, False, 2)
    """

    name: ClassVar[str] = "beta_likeness"
    title: ClassVar[Words] = Words("β-likeness", fr="β-ressemblance")
    purpose: ClassVar[Words] = Words(
        "says how much likelier a sensitive value becomes once the group of a person is found",
        fr="dit combien une valeur sensible gagne en vraisemblance une fois le groupe trouvé",
    )
    attacker: ClassVar[Words] = Words(
        "knows how frequent each sensitive value is in the whole file, finds the group of a person"
        " through the keys and bets on what is more frequent there",
        fr="connaît la fréquence de chaque valeur sensible dans tout le fichier, trouve le groupe"
        " d’une personne par ses clés et parie sur ce qui y est plus fréquent",
    )
    criteria: ClassVar[tuple[Criterion, ...]] = ("inference",)
    target: ClassVar[str] = "beta"
    such_as: ClassVar[str] = "beta=1"
    source: ClassVar[Source] = "release"
    counts: ClassVar[Counted] = "people"
    references: ClassVar[tuple[str, ...]] = (
        "Cao & Karras (2012), Publishing microdata with a robust privacy guarantee",
        "Nguyen & Castelluccia (2020), Techniques d’anonymisation tabulaire",
    )
    needs: ClassVar[tuple[Role, ...]] = (Role.KEY, Role.SENSITIVE)

    beta: float | None = Field(
        default=None, gt=0, description=Words("largest gain allowed", fr="gain le plus grand admis")
    )
    kind: Literal["basic", "enhanced"] = Field(
        default="basic",
        description=Words(
            "whether frequent values are bounded further",
            fr="borner davantage les valeurs fréquentes",
        ),
    )
    column: SensitiveColumn = None
    missing: Missing = "known"

    def assess(self, data: Dataset) -> Finding:
        """Measure the level of β-likeness of `data`."""
        check_sensitive(self, data)
        keys = data.keys
        spreads = spreads_of(self, keys)
        check_known(self, spreads)
        gains = _gains(spreads)
        bounded = self._levels(spreads, gains)
        levels, alone = by_people(self, keys, spreads, bounded)
        bad = self._bad(levels.worst)
        beyond = np.isinf(bounded.worst)
        top = float(np.max(list(gains.values())))
        return judged(
            self,
            keys,
            levels,
            bad,
            alone=alone,
            target=self.beta,
            reads=self._sentence(keys, bad, beyond, top),
            details={
                "kind": self.kind,
                "largest_gain": top,
                "records_beyond": int(keys.count[beyond].sum()),
                "groups_beyond": int(beyond.sum()),
                "groups_without_value": silent_groups(spreads),
            },
        )

    def scope(self, keys: KeyTable) -> Scope:
        """Say that a group is compared with the whole file."""
        return Scope.FILE

    def kept_by(self, keys: KeyTable) -> Merging:
        """Say that a file keeps it, as a mixture is no more extreme than its parts.

        Not so where groups overlap; groups that share people overlap too.
        """
        apart = keys.individual is None and not keys.overlaps(self.missing)
        return Merging.WHOLE if apart else Merging.NOTHING

    def fails(self, keys: KeyTable) -> Bools:
        """Mark the groups where a sensitive value gains too much."""
        spreads = spreads_of(self, keys)
        levels = self._levels(spreads, _gains(spreads))
        return self._bad(by_people(self, keys, spreads, levels)[0].worst)

    def _bad(self, level: Floats) -> Bools:
        """Mark what is above the target by more than rounding."""
        return misses(level, self.beta, "lower")

    def _levels(self, spreads: Mapping[str, Spread], gains: Mapping[str, Floats]) -> Levels:
        if self.kind == "basic":
            return Levels(gains, "lower")
        bounded = {
            name: np.where(beyond_bound(*spread.arrays), np.inf, gains[name])
            for name, spread in spreads.items()
        }
        return Levels(bounded, "lower")

    def _sentence(self, keys: KeyTable, bad: Bools, beyond: Bools, top: float) -> Words:
        said: dict[str, Any] = {"times": 1 + top, "bound": _bound(keys, beyond)}
        if bad.any():
            return say(
                "{failing} of {n} records ({share:%}) {failing:is|are} in groups where a sensitive"
                " value gains too much; at worst it is {times} times as frequent in a group as in"
                " the whole file.{bound}",
                "{failing} {failing:enregistrement|enregistrements} sur {n} ({share:%})"
                " {failing:est|sont} dans des groupes où une valeur sensible gagne trop ; au pire"
                " elle est {times} fois aussi fréquente dans un groupe que dans tout le"
                " fichier.{bound}",
                **records_in(keys, bad),
                **said,
            )
        return say(
            "A sensitive value is at most {times} times as frequent in a group as in the whole"
            " file.{bound}",
            "Une valeur sensible est au plus {times} fois aussi fréquente dans un groupe que dans"
            " tout le fichier.{bound}",
            **said,
        )


def _gains(spreads: Mapping[str, Spread]) -> dict[str, Floats]:
    return {name: relative_gains(*spread.arrays) for name, spread in spreads.items()}


def _bound(keys: KeyTable, beyond: Bools) -> Words:
    """Say where enhanced β-likeness fails whatever β."""
    if not beyond.any():
        return Words("", fr="")
    return say(
        " No β holds for {beyond} of {groups} groups: a value gains more there than −ln p, p being"
        " its share in the file.",
        " Aucun β ne vaut pour {beyond} {beyond:groupe|groupes} sur {groups} : une valeur y gagne"
        " plus que −ln p, p étant sa part dans le fichier.",
        beyond=int(beyond.sum()),
        groups=len(keys),
    )

"""Homogeneity: groups whose people share what is sensitive, so that the keys give it away."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from pydantic import Field

from discret.assess.heads import heads, share, whom
from discret.assess.sensitive import (
    check_known,
    check_sensitive,
    spreads_of,
)
from discret.assess.spread import Spread, silent_groups
from discret.data.dataset import Dataset
from discret.data.keytable import KeyTable
from discret.data.roles import Role
from discret.finding import Finding, holds
from discret.maths.arrays import Bools, Floats
from discret.maths.attributes.diversity import commonest
from discret.model import Model
from discret.parts import Counted, Criterion, Source, Unit
from discret.parts.parameters import Missing, SensitiveColumn
from discret.words import Words, say


class Homogeneity(Model):
    r"""Share of the records whose sensitive value is given away by their group.

    Parameters
    ----------
    share
        A group gives a value away if at least this share of those whose value is known hold it:
        1 (all of them) unless told.
    most
        Largest share of the records that may be given away; 0 allows none. Without it the share
        is measured and nothing is judged.
    column
        The sensitive column to look at; by default all of them: a record is given away if one of
        its values is.
    missing
        What a missing key value means, as for `KAnonymity`.

    Notes
    -----
    The homogeneity attack (Nguyen & Castelluccia 2020, example 10; Bergeat 2015, section 1): where
    all people with the same keys have the same sensitive value, finding the group is enough to
    know it, however large the group. With ``share`` below 1 it is known with that probability at
    least. A record that is alone with its keys is given away always: `details` counts these apart
    (``uniques_given_away``), and the people given away where an individual column is declared.
    People are counted, once in each group and value: a group of several records of one person
    gives all their values away, and nobody's many records hide what the others share.

    Records whose sensitive value is missing do not protect the others: shares are those among
    known values, and a group with no known value gives nothing away. Groups are judged through
    the file: where more than `most` of the records are given away, the groups that give them away
    fail; where not, none does.

    References
    ----------
    .. [1] Machanavajjhala A. et al. (2007). L-diversity: privacy beyond k-anonymity. TKDD 1(1).
    .. [2] Bergeat M. (2015). Anonymisation de données individuelles, section 1.
    .. [3] Nguyen B., Castelluccia C. (2020). Techniques d'anonymisation tabulaire. Example 10.

    Examples
    --------
    >>> from discret.data.examples import footballers
    >>> data = Dataset.of(footballers(), key="Club", sensitive="Salaire")
    >>> finding = Homogeneity(most=0.1).assess(data)
    >>> round(finding.value, 4), finding.met, finding.details["groups_given_away"]
    (0.3333, False, 1)
    """

    name: ClassVar[str] = "homogeneity"
    title: ClassVar[Words] = Words("homogeneous groups", fr="groupes homogènes")
    purpose: ClassVar[Words] = Words(
        "counts the records whose group shares one sensitive value",
        fr="compte les enregistrements dont tout le groupe partage une même valeur sensible",
    )
    attacker: ClassVar[Words] = Words(
        "knows that a person is in the file, finds the person's group through the keys and takes"
        " what nearly everyone there shares for the person's own value",
        fr="sait qu’une personne est dans le fichier, trouve son groupe par ses clés et lui prête"
        " ce que presque tous y partagent",
    )
    criteria: ClassVar[tuple[Criterion, ...]] = ("inference",)
    target: ClassVar[str] = "most"
    such_as: ClassVar[str] = "most=0"
    source: ClassVar[Source] = "release"
    counts: ClassVar[Counted] = "people"
    references: ClassVar[tuple[str, ...]] = (
        "Machanavajjhala et al. (2007), L-diversity: privacy beyond k-anonymity",
        "Bergeat (2015), Anonymisation de données individuelles, section 1",
        "Nguyen & Castelluccia (2020), Techniques d’anonymisation tabulaire, example 10",
    )
    needs: ClassVar[tuple[Role, ...]] = (Role.KEY, Role.SENSITIVE)
    unit: ClassVar[Unit] = "share"

    share: float = Field(
        default=1.0,
        gt=0,
        le=1,
        description=Words(
            "share of a group that makes a value certain enough",
            fr="part d’un groupe qui rend une valeur assez certaine",
        ),
    )
    most: float | None = Field(
        default=None,
        ge=0,
        le=1,
        description=Words(
            "largest share of records that may be given away",
            fr="plus grande part d’enregistrements qui peuvent être révélés",
        ),
    )
    column: SensitiveColumn = None
    missing: Missing = "known"

    def assess(self, data: Dataset) -> Finding:
        """Count the records of `data` that their group gives away."""
        check_sensitive(self, data)
        keys = data.keys
        spreads = spreads_of(self, keys)
        check_known(self, spreads)
        given = {name: self._given(keys, spread) for name, spread in spreads.items()}
        some = np.any(list(given.values()), axis=0)
        bad = self._bad(keys, some)
        details = self._details(keys, given, some, bad)
        top = np.max([_share(spread) for spread in spreads.values()], axis=0)
        return Finding(
            name=self.name,
            value=share(keys, some),
            target=self.most,
            met=None if self.most is None else not bad.any(),
            better="lower",
            reads=self._sentence(keys, some, details["uniques_given_away"]),
            details={**details, "groups_without_value": silent_groups(spreads)},
            per_key=keys.table(count=keys.count, largest=top, given_away=some, failing=bad),
        )

    def fails(self, keys: KeyTable) -> Bools:
        """Mark the groups that give a value away, where these are too many in all."""
        given = [self._given(keys, spread) for spread in spreads_of(self, keys).values()]
        return self._bad(keys, np.any(given, axis=0))

    def _given(self, keys: KeyTable, spread: Spread) -> Bools:
        """Mark the groups that give a value of one column away, in spite of rounding."""
        largest = _share(spread)
        one = (keys.people(self.missing) == 1) & (largest > 0)  # all that is there is theirs
        return np.asarray((largest >= self.share * (1 - 1e-12)) | one)

    def _bad(self, keys: KeyTable, given: Bools) -> Bools:
        allowed = holds(share(keys, given), self.most, "lower") is not False
        return np.zeros_like(given) if allowed else given

    def _details(
        self, keys: KeyTable, given: dict[str, Bools], some: Bools, bad: Bools
    ) -> dict[str, Any]:
        alone = some & (keys.people(self.missing) == 1)
        details: dict[str, Any] = {
            "records": keys.records,
            "groups": len(keys),
            "records_failing": int(keys.count[bad].sum()),
            "groups_failing": int(bad.sum()),
            "records_given_away": int(keys.count[some].sum()),
            "groups_given_away": int(some.sum()),
            "uniques_given_away": heads(keys, alone),
            "by_column": {name: share(keys, marked) for name, marked in given.items()},
            "share": self.share,
            "rule": self.missing,
        }
        if keys.individual is not None:
            details["people_given_away"] = _people(keys, some)
        return details

    def _sentence(self, keys: KeyTable, some: Bools, alone: int) -> Words:
        return say(
            "{given} of {n} {unit} ({part:%}) are in groups where {who} whose sensitive value is"
            " known share it; {alone} of them are alone with their keys.",
            "{given} {unit} sur {n} ({part:%}) sont dans des groupes où {who} dont la valeur"
            " sensible est connue ont la même ; leurs clés suffisent à en isoler {alone}.",
            given=heads(keys, some),
            n=heads(keys),
            unit=whom(keys),
            part=share(keys, some),
            who=_who(self.share),
            alone=alone,
        )


def _who(share: float) -> Words:
    if share == 1:
        return Words("all those", fr="tous ceux")
    return say("at least {share:%} of those", "au moins {share:%} de ceux", share=share)


def _share(spread: Spread) -> Floats:
    return commonest(spread.counts.indptr, spread.counts.data)


def _people(keys: KeyTable, marked: Bools) -> int:
    """Count the distinct people of some groups; records of unknown people are one at most."""
    held = keys.tally(str(keys.individual)).counts[marked]
    return max(len(np.unique(held.indices)), int(marked.any()))

"""Homogeneity: groups whose people share what is sensitive, so that the keys give it away."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from pydantic import Field

from discret.assess.heads import heads, share, whom
from discret.assess.sensitive import AttributeModel, Seen
from discret.assess.spread import Levels, Spread
from discret.data.keytable import KeyTable
from discret.finding import Finding, holds
from discret.maths.arrays import Bools, Floats
from discret.maths.attributes.diversity import commonest
from discret.model import judged
from discret.parts import Unit
from discret.parts.facts import Fact, Facts
from discret.parts.parameters import Missing, SensitiveColumn
from discret.parts.shared_facts import SILENT
from discret.words import Words, say


class Homogeneity(AttributeModel):
    r"""Share of the records whose sensitive value is given away by their group.

    Notes
    -----
    The homogeneity attack (Nguyen & Castelluccia 2020, example 10; Bergeat 2015, section 1): where
    all people with the same keys have the same sensitive value, finding the group is enough to
    know it, however large the group. With ``share`` below 1 it is known with that probability at
    least. A record that is alone with its keys is given away always: `details` counts these apart
    (``uniques_given_away``), and the people given away where an individual column is declared.
    People are counted, once in each group and value: a group whose known values are all of one
    person gives them away, and nobody's many records hide what the others share.

    Records whose sensitive value is missing do not protect the others: shares are those among
    known values, and a group with no known value gives nothing away. Groups are judged through
    the file: where more than `most` of the records are given away, the groups that give them away
    fail; where not, none does.

    Examples
    --------
    >>> from discret import Dataset
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
    target: ClassVar[str] = "most"
    such_as: ClassVar[str] = "most=0"
    references: ClassVar[tuple[str, ...]] = (
        "Machanavajjhala A. et al. (2007). L-diversity: privacy beyond k-anonymity. TKDD 1(1).",
        "Bergeat M. (2015). Anonymisation de données individuelles, section 1.",
        "Nguyen B., Castelluccia C. (2020). Techniques d’anonymisation tabulaire, exemple 10.",
    )
    unit: ClassVar[Unit] = "share"
    tells: ClassVar[Facts] = {
        **SILENT,
        "records_given_away": Fact.count("records given away", "enregistrements dévoilés"),
        "groups_given_away": Fact.count("groups given away", "groupes dévoilés"),
        "uniques_given_away": Fact.count(
            "of these, alone with their keys", "dont seuls avec leurs clés"
        ),
        "by_column": Fact.share(
            "share given away by column", "part dévoilée par colonne", by="column"
        ),
        "share": Fact.share("share", "part"),
        "people_given_away": Fact.count("people given away", "personnes dévoilées"),
    }

    share: float = Field(
        default=1.0,
        gt=0,
        le=1,
        description=Words(
            "share of a group that makes a value certain enough. A group gives a value away if"
            " at least this share of those whose value is known hold it",
            fr="part d’un groupe qui rend une valeur assez certaine. Un groupe dévoile une"
            " valeur si au moins cette part de ceux dont la valeur est connue la portent",
        ),
    )
    most: float | None = Field(
        default=None,
        ge=0,
        le=1,
        description=Words(
            "largest share of records that may be given away. 0 allows none. Without it the"
            " share is measured and nothing is judged",
            fr="plus grande part d’enregistrements qui peuvent être dévoilés. 0 n’en admet"
            " aucun. Sans elle, la part est mesurée et rien n’est jugé",
        ),
    )
    column: SensitiveColumn = Field(
        default=None,
        description=Words(
            "the sensitive column, by default all. Of all, a record is given away if one of its"
            " values is",
            fr="la colonne sensible, par défaut toutes. De toutes, un enregistrement est dévoilé si"
            " l’une de ses valeurs l’est",
        ),
    )
    missing: Missing = "known"

    def level(self, spread: Spread) -> Floats:
        """Return the share that the most frequent value has in each group."""
        return commonest(spread.counts.indptr, spread.counts.data)

    def misses(self, keys: KeyTable, levels: Levels) -> Bools:
        """Mark the groups that give a value away, where these are too many in all."""
        given = self._given(levels.worst)
        allowed = holds(share(keys, given), self.most, "lower") is not False
        return np.zeros_like(given) if allowed else given

    def finding(self, seen: Seen) -> Finding:
        """Count the records that their group gives away: the file is judged, not each group."""
        keys, given = seen.keys, self._given(seen.levels.worst)
        return Finding(
            name=self.name,
            value=share(keys, given),
            target=self.most,
            met=None if self.most is None else not seen.failing.any(),
            better=self.better,
            reads=self.reads(seen),
            details={**judged(keys, seen.failing), **self.more(seen)},
            per_key=keys.table(
                count=keys.count,
                largest=seen.spans.worst,
                given_away=given,
                failing=seen.failing,
            ),
        )

    def _given(self, level: Floats) -> Bools:
        """Mark the groups that give a value away, in spite of rounding; one person's always do."""
        return np.asarray(level >= self.share * (1 - 1e-12))

    def more(self, seen: Seen) -> dict[str, Any]:
        """Return what is given away: records, groups, those alone, and people."""
        keys, given = seen.keys, self._given(seen.levels.worst)
        by_column = seen.levels.by_column.items()
        details: dict[str, Any] = {
            "records_given_away": int(keys.count[given].sum()),
            "groups_given_away": int(given.sum()),
            "uniques_given_away": self._alone(keys, given),
            "by_column": {name: share(keys, self._given(level)) for name, level in by_column},
            "share": self.share,
            "rule": self.missing,
        }
        if keys.around.individual is not None:
            details["people_given_away"] = _people(keys, given)
        return {**details, "groups_without_value": seen.silent}

    def reads(self, seen: Seen) -> Words:
        """Say how many are given away, and how many of these are alone."""
        keys, given = seen.keys, self._given(seen.levels.worst)
        return say(
            "{given} of {n} {unit} ({part:%}) {given:is|are} in groups where {who} whose sensitive"
            " value is known share it; {alone} of them {alone:is|are} alone with their keys.",
            "{given} {unit} sur {n} ({part:%}) {given:est|sont} dans des groupes où {who} dont la"
            " valeur sensible est connue ont la même ; leurs clés suffisent à en isoler {alone}.",
            given=heads(keys, given),
            n=heads(keys),
            unit=whom(keys, heads(keys, given)),
            part=share(keys, given),
            who=_who(self.share),
            alone=self._alone(keys, given),
        )

    def _alone(self, keys: KeyTable, given: Bools) -> int:
        return heads(keys, given & (keys.people(self.missing) == 1))


def _who(share: float) -> Words:
    if share == 1:
        return Words("all those", fr="tous ceux")
    return say("at least {share:%} of those", "au moins {share:%} de ceux", share=share)


def _people(keys: KeyTable, marked: Bools) -> int:
    """Count the distinct people of some groups; records of unknown people are one at most."""
    held = keys.around.tally(str(keys.around.individual)).counts[marked]
    return max(len(np.unique(held.indices)), int(marked.any()))

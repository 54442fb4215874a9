"""Unpicking: what blanked key values still tell someone who knows why they were blanked."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from pydantic import Field

from discret.data.dataset import Dataset
from discret.data.earlier_gaps import without_earlier_gaps
from discret.data.keytable import Bools, KeyTable
from discret.data.roles import Role
from discret.errors import ParameterError
from discret.finding import Finding, holds
from discret.maths.blanks import Learnt, count_all, learn
from discret.parts import Criterion, RiskMeasure, Unit
from discret.words import Words, say


class Unpicking(RiskMeasure):
    r"""Share of the blanked key values that can be worked out again for certain.

    Parameters
    ----------
    k
        The threshold of the blanks: values were blanked in records whose full key was shared by
        fewer than `k` records of the original file.
    most
        Highest share of blanked values that may be recovered. Without it the share is measured
        and nothing is judged.
    completions
        Number of partial completions to hold at most while the joint completions are counted;
        past it, bounds are given.
    candidates
        Number of pairs (group, full key it may have had) to look at; past it, the share is
        bounded from above.

    Notes
    -----
    Local suppression blanks key values of the records at risk, those with :math:`f_c < k`. Who
    knows this can fill the blanks in: a full key that would not have been at risk is ruled out
    (Bergeat 2015, section 2.2). All blanks must be filled **jointly**: two blanked records cannot
    both take the last place of a key. A joint completion is consistent if and only if, in the
    completed file, every record with a blank has :math:`f < k`; with :math:`n_c` complete records
    of full key *c*, that is: no more than :math:`k - 1 - n_c` blanked records take it. These
    completions are the flows of a transport problem (`discret.maths.unpicking.unpick`), so what
    is possible in at least one of them is found exactly, without enumeration.

    A blanked value is *recovered* where one category is left, *narrowed* where fewer are left
    than the column has. The value is the share recovered; `details` has both, for each column
    too, `records_unpicked` (at least one value recovered), `records_recovered` (all of them), and
    the number of joint completions, or bounds of its decimal logarithm; for a small file,
    `discret.assess.completions.completions` lists them.

    Where no completion is consistent, the assumption does not fit the file: the blanks were there
    before, or were made for another reason or with another k. Nothing can then be concluded, the
    value is ``None``, and a target does not hold. `records_unexplained` counts the blanked records
    that cannot all have been at risk. The parts of the file that share no full key with these
    are still unpicked.

    Values that the original of the dataset lacks too were not blanked. The attacker is taken to
    know them: their records are left out, and counted in `records_left_out`. On the original
    itself, and where records cannot be followed, whatever is missing counts as blanked.

    Where there are more than `candidates` pairs (several blanks in columns with many categories),
    the groups with the most are let choose among a part of their full keys: fewer completions,
    hence at least as many values recovered. The value is then the most that may be recovered, and
    `cells_recovered_least` the least, found with these groups left out: they can only take room.
    `exact` says which case it is.

    Limits. The categories are those that occur in the file: the attacker is not supposed to know
    of others. Records are counted, not people. An attacker who knows more (the order of the
    records, so shuffle them; the costs of the columns; that no value was blanked in vain; other
    variables) can learn more than is said here.

    References
    ----------
    .. [1] Bergeat M. (2015). Anonymisation de données individuelles : bien calées, bien
       protégées ? Section 2.2.
    .. [2] Ahuja R., Magnanti T., Orlin J. (1993). Network Flows.

    Examples
    --------
    Figure 2.2 of Bergeat (2015): three ages were blanked, and the woman's can be worked out.

    >>> import polars as pl
    >>> file = pl.DataFrame({
    ...     "Sexe": ["F"] * 5 + ["H"] * 4,
    ...     "Âge": ["-25", "-25", None, "+50", "+50", None, "25-50", "25-50", None],
    ... })
    >>> data = Dataset.of(file, key=["Sexe", "Âge"])
    >>> finding = Unpicking(k=2, most=0).assess(data)
    >>> round(finding.value, 3), finding.met
    (0.333, False)
    >>> [finding.details[name] for name in ("cells_recovered", "cells_narrowed", "completions")]
    [1, 2, 2]
    """

    name: ClassVar[str] = "unpicking"
    title: ClassVar[Words] = Words("unpicking of blanks", fr="détricotage des suppressions")
    purpose: ClassVar[Words] = Words(
        "finds the blanked key values that can be worked out again from why they were blanked",
        fr="trouve les clés effacées que l’on reconstitue en sachant pourquoi elles l’ont été",
    )
    attacker: ClassVar[Words] = Words(
        "holds the file, knows its categories, and knows that key values were blanked only in"
        " records whose full key was shared by fewer than k records",
        fr="détient le fichier, en connaît les modalités, et sait que des clés n’ont été effacées"
        " que dans des enregistrements dont la clé complète était partagée par moins de k",
    )
    criteria: ClassVar[tuple[Criterion, ...]] = ("singling_out", "inference")
    references: ClassVar[tuple[str, ...]] = (
        "Bergeat (2015), Anonymisation de données individuelles, section 2.2",
    )
    needs: ClassVar[tuple[Role, ...]] = (Role.KEY,)
    unit: ClassVar[Unit] = "share"

    k: int = Field(ge=2, description="values were blanked where fewer records shared the key")
    most: float | None = Field(
        default=None, ge=0, le=1, description="highest share of blanked values recovered"
    )
    completions: int = Field(
        default=10_000, ge=1, description="partial completions held while counting them"
    )
    candidates: int = Field(
        default=5_000_000, ge=1, description="pairs of a group and a full key to look at"
    )

    def assess(self, data: Dataset) -> Finding:
        """Unpick the blanks of `data`."""
        keys = without_earlier_gaps(data).keys
        learnt = self.learnt(keys)
        bad = self._bad(learnt)
        left_out = len(data) - keys.records
        return Finding(
            name=self.name,
            value=learnt.share,
            target=self.most,
            met=None if self.most is None else not bad.any(),
            better="lower",
            reads=_and_left_out(self._sentence(learnt), left_out),
            details={
                **self._details(keys, learnt, bad),
                "records": len(data),
                "records_left_out": left_out,
            },
            per_key=keys.table(
                count=keys.count,
                blanked=learnt.blank.sum(axis=1),
                recovered=learnt.recovered.sum(axis=1),
                narrowed=learnt.narrowed.sum(axis=1),
                candidates=learnt.possible,
                failing=bad,
            ),
        )

    @property
    def judges(self) -> bool:
        """Whether there is a target."""
        return self.most is not None

    def failing(self, keys: KeyTable) -> Bools:
        """Mark, where the target is missed, the groups that are unpicked or not explained."""
        if self.most is None:
            raise ParameterError(self.name, ["most: a target is needed"], hint="say most=0")
        return self._bad(self.learnt(keys))

    def learnt(self, keys: KeyTable) -> Learnt:
        """Return what is learnt of the blanks of each group of the key table."""
        return learn(keys.codes, keys.count, self.k, self.candidates)

    def _bad(self, learnt: Learnt) -> Bools:
        if holds(learnt.share, self.most, "lower") is not False:
            return np.zeros(len(learnt.placed), dtype=np.bool_)
        return learnt.unpicked | ~learnt.placed

    def _details(self, keys: KeyTable, learnt: Learnt, bad: Bools) -> dict[str, Any]:
        return {
            "records": keys.records,
            "groups": len(keys),
            "records_failing": learnt.records(bad),
            "groups_failing": int(bad.sum()),
            "records_blanked": learnt.records(learnt.blanked),
            "records_unpicked": learnt.records(learnt.unpicked),
            "records_recovered": learnt.records(learnt.blanked & (learnt.possible == 1)),
            "records_unexplained": learnt.unexplained,
            "cells_blanked": learnt.cells(learnt.blank),
            "cells_recovered": learnt.cells(learnt.recovered),
            "cells_recovered_least": learnt.cells(learnt.surely_recovered),
            "cells_narrowed": learnt.cells(learnt.narrowed),
            "by_column": {
                name: {
                    "blanked": int(keys.count @ learnt.blank[:, place]),
                    "recovered": int(keys.count @ learnt.recovered[:, place]),
                    "narrowed": int(keys.count @ learnt.narrowed[:, place]),
                }
                for place, name in enumerate(keys.columns)
            },
            **self._number(learnt),
            "consistent": learnt.consistent,
            "exact": learnt.exact,
            "k": self.k,
        }

    def _number(self, learnt: Learnt) -> dict[str, Any]:
        """Count the joint completions: none, so many, or bounds."""
        if not learnt.consistent:
            number = 0 if learnt.consistent is False else None
            return {
                "completions": number,
                "completions_log10_least": None,
                "completions_log10_most": None,
            }
        found = count_all(learnt, self.completions)
        return {
            "completions": found.number,
            "completions_log10_least": found.least,
            "completions_log10_most": found.most,
        }

    def _sentence(self, learnt: Learnt) -> Words:
        if not learnt.blank.any():
            return Words(
                "No key value is blank: there is nothing to unpick.",
                fr="Aucune clé n’est effacée : il n’y a rien à détricoter.",
            )
        if learnt.consistent is None:
            return say(
                "The blanks of {n} records leave too many full keys to look at: what can be worked"
                " out from them is not known, and the file cannot be called safe on this account.",
                "Les effacements de {n} enregistrements laissent trop de clés complètes à examiner"
                " : on ne sait pas ce qu’on peut en reconstituer, et le fichier ne peut être dit"
                " sûr sur ce point.",
                n=learnt.records(learnt.blanked),
            )
        if learnt.consistent is False:
            return say(
                "At least {lost} of the {n} records with blanks cannot have had a full key shared"
                " by fewer than {k} records: their blanks are there for another reason, or for"
                " another k. What can be worked out from them is not known, and the file cannot be"
                " called safe on this account.",
                "Au moins {lost} des {n} enregistrements à clés effacées ne peuvent avoir eu une"
                " clé complète partagée par moins de {k} enregistrements : ces effacements ont une"
                " autre raison, ou un autre k. On ne sait pas ce qu’on peut en reconstituer, et le"
                " fichier ne peut être dit sûr sur ce point.",
                lost=learnt.unexplained,
                n=learnt.records(learnt.blanked),
                k=self.k,
            )
        return _told(learnt, self.k)


def _and_left_out(said: Words, number: int) -> Words:
    if not number:
        return said
    more = say(
        "{n} records lacked a key value in the original file already: they are left out of this.",
        "{n} enregistrements étaient déjà privés d’une clé dans le fichier d’origine : ils sont"
        " laissés de côté ici.",
        n=number,
    )
    return Words(f"{said} {more}", fr=f"{said.fr} {more.fr}")


def _told(learnt: Learnt, k: int) -> Words:
    """Say how much is recovered."""
    numbers = {
        "k": k,
        "found": learnt.cells(learnt.recovered),
        "least": learnt.cells(learnt.surely_recovered),
        "n": learnt.cells(learnt.blank),
        "share": learnt.share,
        "fewer": learnt.cells(learnt.narrowed),
    }
    if numbers["least"] == numbers["found"]:
        return say(
            "Who knows that values were blanked where fewer than {k} records shared a key can work"
            " out {found} of {n} blanked values ({share:%}) for certain, and rule out categories"
            " for {upto}{fewer} others.",
            "Qui sait que des valeurs ont été effacées là où moins de {k} enregistrements"
            " partageaient une clé peut en reconstituer avec certitude {found} sur {n} ({share:%}),"
            " et exclure des modalités pour {upto}{fewer} autres.",
            upto=Words("", fr="") if learnt.exact else Words("at most ", fr="au plus "),
            **numbers,
        )
    return say(
        "Who knows that values were blanked where fewer than {k} records shared a key can work out"
        " at least {least} and at most {found} of {n} blanked values for certain (at most"
        " {share:%}); there are too many full keys to say it exactly.",
        "Qui sait que des valeurs ont été effacées là où moins de {k} enregistrements partageaient"
        " une clé peut en reconstituer avec certitude au moins {least} et au plus {found} sur {n}"
        " (au plus {share:%}) ; il y a trop de clés complètes pour le dire exactement.",
        **numbers,
    )

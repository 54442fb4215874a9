"""Sample uniques: the share of the records that are alone with their keys in the file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import numpy as np

from discret.assess.heads import counted_alone, heads, share, whom
from discret.data.dataset import Dataset
from discret.data.keytable import KeyTable
from discret.data.roles import Role
from discret.finding import Finding
from discret.maths.arrays import Bools, Codes, Ints
from discret.maths.identity.mean_target import riskiest
from discret.model import BySize, Least, Merging, Model, Scope, judged
from discret.parts import Counted, Criterion, Source, Unit
from discret.parts.facts import Fact, Facts
from discret.parts.parameters import HighestShare, Missing
from discret.parts.shared_facts import RULED
from discret.words import Words, say


class SampleUniques(Model):
    r"""Share of the records whose key values no other record of the file has.

    Notes
    -----
    :math:`f_1 / n`, with :math:`f_1` the groups of one record (Bergeat 2014: the uniques of the
    sample). With an individual column, people are counted, once in each group: it is the share of
    the people who are alone in theirs, however many records they have.

    It is no estimate of the risk in the population, see `PopulationUniques`: a record that is
    alone in a sample seldom is so in the population.

    The target is one of the whole file. Where it is missed, as many uniques fail as must go for the
    others to meet it, those that come first by their keys: it says nothing of the others, which
    are as exposed.

    Examples
    --------
    >>> from discret.data.examples import dishes
    >>> finding = SampleUniques(most=0.4).assess(Dataset.of(dishes(), key=["Sexe", "Âge"]))
    >>> round(finding.value, 4), finding.met
    (0.3333, True)
    """

    name: ClassVar[str] = "sample_uniques"
    title: ClassVar[Words] = Words("sample uniques", fr="uniques dans l’échantillon")
    purpose: ClassVar[Words] = Words(
        "gives the share of the records that are alone with their keys in the file",
        fr="donne la part des enregistrements seuls à avoir leurs clés dans le fichier",
    )
    attacker: ClassVar[Words] = Words(
        "knows a person's keys and that the person is in the file",
        fr="connaît les clés d’une personne et la sait dans le fichier",
    )
    criteria: ClassVar[tuple[Criterion, ...]] = ("singling_out",)
    target: ClassVar[str] = "most"
    formerly: ClassVar[Mapping[str, str]] = {"threshold": "most"}  # as the other measures had it
    such_as: ClassVar[str] = "most=0.05"
    source: ClassVar[Source] = "release"
    counts: ClassVar[Counted] = "people"
    references: ClassVar[tuple[str, ...]] = (
        "Skinner C., Elliot M. (2002). A measure of disclosure risk for microdata. JRSS B 64(4).",
        "Bergeat M. (2014). Un panorama de la protection des fichiers de données individuelles.",
    )
    needs: ClassVar[tuple[Role, ...]] = (Role.KEY,)
    unit: ClassVar[Unit] = "share"
    tells: ClassVar[Facts] = {
        **RULED,
        "uniques": Fact.count(
            "records alone with their keys", "enregistrements seuls avec leurs clés"
        ),
    }

    most: HighestShare = None
    missing: Missing = "known"

    def assess(self, data: Dataset) -> Finding:
        """Count the records of `data` that are alone with their keys."""
        keys = data.keys
        alone = self._alone(keys)
        bad = self._bad(keys, alone)
        uniques = heads(keys, alone)
        return Finding(
            name=self.name,
            value=share(keys, alone),
            target=self.most,
            met=None if self.most is None else not bad.any(),
            better="lower",
            reads=say(
                "{uniques} of {n} {who} ({share:%}) {uniques:is|are} alone with their key values in"
                " the file.",
                "{uniques} {who} sur {n} ({share:%}) {uniques:a|ont} des clés que nul autre n’a"
                " dans le fichier.",
                uniques=uniques,
                n=heads(keys),
                who=whom(keys, uniques),
                share=share(keys, alone),
            ),
            details={
                **judged(keys, bad),
                "uniques": uniques,
                "rule": self.missing,
            },
            per_key=keys.table(count=keys.count, unique=alone, failing=bad),
        )

    def scope(self, keys: KeyTable) -> Scope:
        """Say that groups are counted by themselves, where none may be alone."""
        return Scope.GROUP if self.most == 0 else Scope.OTHERS

    def kept_by(self, keys: KeyTable) -> Merging:
        """Say that nobody becomes alone when groups merge.

        Where some may be, others decide whether one is too many; and somebody with records in two
        groups that merge counts once less, so that others are a larger share of fewer people.
        """
        if self.most == 0:
            return Merging.EACH
        if self.by_size(keys) is not None:
            return Merging.FEWER
        return Merging.WHOLE if keys.around.individual is None else Merging.NOTHING

    def by_size(self, keys: KeyTable) -> BySize | None:
        """Mark groups of one, as many as are too many, where records are counted."""
        if self.most is None or not counted_alone(keys, self.missing):
            return None
        return lambda count, codes: self._riskiest(count == 1, count, codes)

    @property
    def least(self) -> Least:
        """Two people where nobody may be alone."""
        return Least(every=2, enough=True) if self.most == 0 else Least()

    def fails(self, keys: KeyTable) -> Bools:
        """Mark groups of one, as many as are too many."""
        return self._bad(keys, self._alone(keys))

    def _alone(self, keys: KeyTable) -> Bools:
        return np.asarray(keys.people(self.missing) == 1)

    def _bad(self, keys: KeyTable, alone: Bools) -> Bools:
        if self.most is None:
            return np.zeros_like(alone)
        return self._riskiest(alone, keys.heads, keys.codes)

    def _riskiest(self, alone: Bools, count: Ints, codes: Codes) -> Bools:
        wanted = (self.most or 0.0) * (1 + 1e-12)
        return riskiest(alone.astype(np.float64), count, codes, wanted)

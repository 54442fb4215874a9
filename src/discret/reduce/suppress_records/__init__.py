"""Drop the records that are at risk."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from pydantic import Field

from discret.assess.models import GivenModels
from discret.data.dataset import Dataset
from discret.data.keytable import KeyTable
from discret.data.roles import Role
from discret.errors import TargetError
from discret.maths.arrays import Bools
from discret.model import Conjunction
from discret.parts import FRESH, Change, Context, Method
from discret.parts.facts import Fact, Facts, filled
from discret.parts.parameters import Fewest
from discret.reduce.suppress_records.account import dropped_by_column
from discret.reduce.suppress_records.fewest import fewest_dropped
from discret.words import Words, say


class SuppressRecords(Method):
    """Drop the records whose group is too small, too uniform, or too risky.

    Notes
    -----
    The method of Bergeat 2015, section 3 ("suppressions globales"): unlike blanked cells, dropped
    records leave an attacker nothing to unpick. Where key values are missing, or a model looks at
    several combinations of keys, dropping a group can make another fail: groups are dropped until
    none fails, so the models hold on what is left. It is decided on the key table. With `fewest`
    other groups are tried too, where which ones fail hangs on those that are kept, so that fewer
    records may go (`facts`, ``least``: whether fewer are proven not to do).

    The weights of the remaining records are left as they are: totals fall (`facts`,
    ``weight_share``). ``by_column`` keeps account of the categories of each key: how many lost
    records, how many lost all of theirs (a margin on them can no longer be reached), and the
    largest share that one lost. `dropped_by_category` names them, for the producer of the file.

    Examples
    --------
    >>> from discret.assess import KAnonymity
    >>> from discret.data.examples import dishes
    >>> data = Dataset.of(dishes(), key=["Sexe", "Âge"])
    >>> change = SuppressRecords(models=[KAnonymity(k=2)], drop=0.4).apply(data, Context())
    >>> len(change.data), change.facts["dropped"]
    (6, 3)
    """

    name: ClassVar[str] = "suppress_records"
    formerly: ClassVar[Mapping[str, str]] = {"most": "drop"}
    title: ClassVar[Words] = Words("records dropped", fr="enregistrements retirés")
    purpose: ClassVar[Words] = Words(
        "removes some of the records",
        fr="retire certains enregistrements",
    )
    references: ClassVar[tuple[str, ...]] = (
        "Bergeat M. (2015). Anonymisation de données individuelles, section 3.",
    )
    needs: ClassVar[tuple[Role, ...]] = (Role.KEY,)
    keeps_rows: ClassVar[bool] = False
    tells: ClassVar[Facts] = {
        "dropped": Fact.count("dropped", "retirés"),
        "share": Fact.share("share", "part"),
        "groups_dropped": Fact.count("groups dropped", "groupes retirés"),
        "rounds": Fact.count("rounds", "passes"),
        "least": Fact.yes("proven that no fewer will do", "minimum prouvé"),
        "by_column": Fact.table("categories hit by column", "modalités touchées par colonne"),
        "weight_share": Fact.share("share of the weight", "part du poids"),
    }

    models: GivenModels
    drop: float = Field(
        default=0.1,
        gt=0,
        le=1,
        description=Words(
            "largest share that may be dropped. Of the records; more is an error. A tenth"
            " unless you say otherwise: a file that lost more is another file, and whom it lost"
            " is not by chance",
            fr="plus grande part qui peut être retirée. Des enregistrements ; davantage est"
            " une erreur. Un dixième sauf avis contraire : un fichier qui a perdu plus est un"
            " autre fichier, et ceux qu’il a perdus ne le sont pas par hasard",
        ),
    )

    fewest: Fewest = False

    def apply(self, data: Dataset, context: Context = FRESH) -> Change:
        """Return the dataset without the records at risk."""
        keep, told = self._kept(data.keys)
        dropped = int(data.keys.count[~keep].sum())
        self._check(dropped, data.keys.records)
        facts: dict[str, Any] = {
            "dropped": dropped,
            "share": dropped / data.keys.records,
            "groups_dropped": int((~keep).sum()),
            **told,
            "by_column": dropped_by_column(data.keys, keep),
        }
        weight = data.keys.total_weight
        if weight is not None and not data.keys.bad_weights:
            facts["weight_share"] = float(weight[~keep].sum() / weight.sum())
        return Change(data=data.with_groups(keep), facts=facts)

    def _kept(self, keys: KeyTable) -> tuple[Bools, dict[str, Any]]:
        models = Conjunction(self.models)
        if self.fewest:
            keep, least = fewest_dropped(keys, models)
            return keep, {"least": least}
        keep, rounds = kept(keys, models)
        return keep, {"rounds": rounds}

    @classmethod
    def said(cls, facts: Mapping[str, Any]) -> list[Words]:
        """Say what was dropped."""
        rows = (facts.get("by_column") or {}).values()
        lost = [row["largest_share"] for row in rows if row.get("largest_share") is not None]
        emptied = sum(row.get("emptied") or 0 for row in rows)
        return [
            *filled(
                "Records dropped: {dropped} ({share:%}).",
                "Enregistrements retirés : {dropped} ({share:%}).",
                facts,
            ),
            *filled(
                "With them went {weight_share:%} of the weight.",
                "Avec eux disparaissent {weight_share:%} du poids.",
                facts,
            ),
            *filled(
                "Categories of keys emptied: {emptied}; the one hit most lost {worst:%} of its"
                " records.",
                "Modalités de clés vidées : {emptied} ; la plus touchée perd {worst:%} des siens.",
                {"emptied": emptied, "worst": max(lost, default=None)},
            ),
        ]

    def _check(self, dropped: int, records: int) -> None:
        if dropped == records:
            raise TargetError(
                say(
                    "{who}: every one of the {records} {records:record|records} would have to be"
                    " dropped",
                    "{who} : il faudrait retirer la totalité des enregistrements ({records})",
                    who=self.name,
                    records=records,
                ),
                hint=Words(
                    "make keys coarser first (recode), or lower the target",
                    fr="rendre d’abord les clés plus grossières (recode), ou abaisser l’objectif",
                ),
            )
        if dropped / records > self.drop:
            raise TargetError(
                say(
                    "{who}: {dropped} of {records} records would have to be dropped,"
                    " more than the share of {most} allowed",
                    "{who} : il faudrait retirer {dropped}"
                    " {dropped:enregistrement|enregistrements} sur {records}, plus que la part de"
                    " {most} admise",
                    who=self.name,
                    dropped=dropped,
                    records=records,
                    most=self.drop,
                ),
                hint=Words(
                    "make keys coarser first (recode, generalise), or allow more with drop=",
                    fr="rendre d’abord les clés plus grossières (recode, generalise),"
                    " ou en permettre plus avec drop=",
                ),
            )


def kept(keys: KeyTable, models: Conjunction) -> tuple[Bools, int]:
    """Return the groups left when those that fail are dropped, round by round; and the rounds.

    Dropping groups may make others fail: those that are counted with them, or compared with all.
    """
    keep = np.ones(len(keys), dtype=np.bool_)
    rounds = 0
    while keep.any():
        left = keys if keep.all() else keys.subset(keep)
        bad = models.failing(left)
        if not bad.any():
            break
        keep[np.flatnonzero(keep)[bad]] = False
        rounds += 1
    return keep, rounds

"""Linkage: released records that lead back to their original by their numbers."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
import polars as pl
from pydantic import Field

from discret.data.beside.numbers import Pairs, numeric_columns
from discret.data.dataset import Dataset
from discret.data.roles import ATTRIBUTES, Role
from discret.finding import Finding, holds
from discret.maths.identity.linkage import Credits, Distance, linked
from discret.parts import Columns, Counted, Criterion, RiskMeasure, Tier, Together, Unit
from discret.parts.facts import Fact, Facts
from discret.parts.shared_facts import RECORDS
from discret.words import Words, say


class Linkage(RiskMeasure):
    r"""Share of released records whose nearest original record is the one they were made from.

    Notes
    -----
    The attacker holds the original numbers of everybody who may be in the file, and takes for each
    released record the nearest original one. Where the right one is among *b* equally near ones,
    it is taken with a chance of 1/b: the value is the expected share. Domingo-Ferrer and Torra look
    at the second nearest as well: `details` has the share for which the right one comes second,
    and the two together. A target is missed by that share too: where numbers were exchanged with
    their neighbours the nearest is never the right one, and whoever knows that takes the second.

    With :math:`x` original and :math:`y` released, *standardised* is :math:`∑_j ((x_j - y_j) /
    s_j)^2`, *mahalanobis* :math:`(x-y)' (S_x + S_y)^{-1} (x-y)`. Directions in which nothing
    varies are left out.

    Where a released number is missing, the record is linked by those that are left; originals that
    lack one of these are not compared. Records that were dropped remain among the originals, where
    they mislead the attacker. On a file in which nothing was changed yet, the value is the share
    that the numbers alone single out.

    The attacker links record by record. One who assigns all records at once, or who knows the
    method by which the file was protected, may do better: the value is no upper bound.

    Records are counted, not people: somebody with several records is linked as often.

    Examples
    --------
    >>> before = pl.DataFrame({"income": [1000, 1100, 2500, 7000]})
    >>> after = pl.DataFrame({"income": [1040, 1030, 2500, 4750]})
    >>> data = Dataset.of(after, sensitive="income", original=before)
    >>> finding = Linkage(most=0.5).assess(data)
    >>> finding.value, finding.details["second"], finding.met
    (0.625, 0.375, False)
    """

    name: ClassVar[str] = "linkage"
    title: ClassVar[Words] = Words("linkage by numbers", fr="appariement par les nombres")
    purpose: ClassVar[Words] = Words(
        "gives the share of released records whose nearest original record is their own",
        fr="donne la part des enregistrements dont l’original le plus proche est le leur",
    )
    attacker: ClassVar[Words] = Words(
        "holds the original numbers, with names, and links each released record to the nearest",
        fr="détient les nombres d’origine, avec les noms, et rattache chaque enregistrement diffusé"
        " au plus proche",
    )
    by_record: ClassVar[bool] = True
    criteria: ClassVar[tuple[Criterion, ...]] = ("singling_out", "linkability")
    counts: ClassVar[Counted] = "records"
    unit: ClassVar[Unit] = "share"
    together: ClassVar[Together] = "means"
    by_distance: ClassVar[bool] = True
    references: ClassVar[tuple[str, ...]] = (
        (
            "Domingo-Ferrer J., Torra V. (2001). A quantitative comparison of disclosure"
            " control methods for microdata. In Confidentiality, Disclosure and Data Access,"
            " 111-134."
        ),
        (
            "Torra V., Abowd J., Domingo-Ferrer J. (2006). Using Mahalanobis distance-based"
            " record linkage for disclosure risk assessment. PSD 2006."
        ),
        "Winkler W. (2004). Re-identification methods for masked microdata. PSD 2004.",
    )
    tier: ClassVar[Tier] = "row"
    tells: ClassVar[Facts] = {
        **RECORDS,
        "originals": Fact.count("records of the original", "enregistrements de l’original"),
        "expected_links": Fact.number("right links expected", "liens justes attendus"),
        "linked_surely": Fact.count("linked for certain", "liés à coup sûr"),
        "second": Fact.share("right record second nearest", "bon enregistrement en deuxième"),
        "first_or_second": Fact.share(
            "right record among the two nearest", "bon enregistrement parmi les deux plus proches"
        ),
        "by_chance": Fact.share("linked by pure chance", "liés par pur hasard"),
        "records_with_blanks": Fact.count(
            "records left out, with a missing number", "enregistrements écartés, un nombre manque"
        ),
        "unchanged": Fact.yes("nothing changed yet", "rien n’a changé"),
        "columns": Fact.names("columns", "colonnes"),
        "distance": Fact.label(
            "distance",
            "distance",
            {
                "standardised": Words("standardised", fr="normée"),
                "mahalanobis": Words("Mahalanobis", fr="de Mahalanobis"),
            },
        ),
    }

    columns: Columns | None = Field(
        default=None,
        min_length=1,
        description=Words(
            "the numeric columns that the attacker knows. By default keys, numbers and sensitive"
            " columns that hold numbers, before and after",
            fr="les colonnes numériques que l’attaquant connaît. Par défaut clés, nombres et"
            " colonnes sensibles qui portent des nombres, avant et après",
        ),
    )
    distance: Distance = Field(
        default="standardised",
        description=Words(
            "how columns are weighed. `standardised`: Euclidean, each column divided by its"
            " standard deviation in the original; `mahalanobis`: correlations taken into"
            " account as well",
            fr="façon de pondérer les colonnes. `standardised` : euclidienne, chaque colonne"
            " divisée par son écart type dans l’original ; `mahalanobis` : les corrélations"
            " comptent aussi",
        ),
    )
    most: float | None = Field(
        default=None,
        ge=0,
        le=1,
        description=Words(
            "highest share of records linked rightly",
            fr="plus grande part d’enregistrements correctement appariés",
        ),
    )

    def examines(self, data: Dataset) -> tuple[str, ...]:
        """Return the columns that are compared with the original."""
        return numeric_columns(data) if self.columns is None else self.columns

    @property
    def chooses(self) -> tuple[Role, ...]:
        """Attributes that hold numbers, and areas, unless columns are named."""
        return (*ATTRIBUTES, Role.AREA) if self.columns is None else ()

    def assess(self, data: Dataset) -> Finding:
        """Measure how many records of `data` lead back to their original."""
        pairs = Pairs.of(self.name, data, self.columns)
        found = linked(pairs.released, pairs.original, pairs.place, self.distance)
        value, second = float(found.first.mean()), float(found.second.mean())
        return Finding.at_most(
            self.name,
            value,
            self.most,
            met=holds(second, self.most, "lower"),
            reads=self._sentence(pairs, found),
            details=self._details(pairs, found),
            per_record=pl.DataFrame(
                {"row": pairs.rows, "first": found.first, "second": found.second}
            ),
        )

    def _details(self, pairs: Pairs, found: Credits) -> dict[str, Any]:
        first, second = float(found.first.mean()), float(found.second.mean())
        return {
            "records": len(pairs.released),
            "originals": len(pairs.original),
            "expected_links": float(found.first.sum()),
            "linked_surely": int((found.first == 1).sum()),
            "second": second,
            "first_or_second": first + second,
            "by_chance": 1 / len(pairs.original),
            "records_with_blanks": int(np.isnan(pairs.released).any(axis=1).sum()),
            "unchanged": pairs.unchanged,
            "columns": list(pairs.columns),
            "distance": self.distance,
        }

    def _sentence(self, pairs: Pairs, found: Credits) -> Words:
        if pairs.unchanged:
            return say(
                "Nothing was changed in these numbers: they lead {share:%} of the {n} records back"
                " to their original.",
                "Rien n’a été changé dans ces nombres : ils ramènent {share:%} des {n}"
                " enregistrements à leur original.",
                share=float(found.first.mean()),
                n=len(pairs.released),
            )
        return say(
            "The nearest original record is the right one for {share:%} of the {n} released"
            " records, the second nearest for {second:%} more.",
            "L’original le plus proche est le bon pour {share:%} des {n} enregistrements diffusés,"
            " le deuxième plus proche pour {second:%} de plus.",
            share=float(found.first.mean()),
            n=len(pairs.released),
            second=float(found.second.mean()),
        )

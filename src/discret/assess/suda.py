"""SUDA: records that a few of their keys single out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

import numpy as np
import polars as pl
from pydantic import Field

from discret.assess.subsets import Missing, checked_size, seconds, walked
from discret.data.dataset import Dataset
from discret.data.keytable import KeyTable
from discret.data.roles import Role
from discret.finding import Finding, misses
from discret.maths.arrays import Bools, Floats
from discret.maths.identity.data_intrusion import dis, dis_scores
from discret.maths.identity.minimal_uniques import (
    Uniques,
    elliot_weights,
    ihsn_weights,
    minimal_uniques,
)
from discret.model import Model, judged
from discret.parts import Counted, Criterion, Source, Unit
from discret.parts.facts import SOURCES, Fact, Facts
from discret.parts.shared_facts import RULED
from discret.words import Words, say


class Suda(Model):
    r"""Special uniques: the smallest sets of keys that single a record out, with SUDA scores.

    Notes
    -----
    A *minimal sample unique* (MSU) of a record is a set of keys on which it is alone in the file,
    while it is alone on no smaller part of the set. The fewer the keys and the more the sets, the
    likelier the record is alone in the population too. With A keys and sets of at most M keys
    (A − 1 where all are looked at), an MSU of k keys weighs :math:`∏_{i=k}^{M} (A - i)`, which is
    (A − k)! for M = A − 1; the SUDA score of a record is the sum over its MSUs. With
    ``formula="ihsn"`` it weighs :math:`(2^{A-k} - 1) / \binom{A}{k}`: a record that is alone on
    all keys together only then counts for nothing.

    The DIS-SUDA score brings the scores to a scale: the chance that a match found for this record
    is right. The data intrusion simulation finds :math:`πU / (πU + (1-π) P)` for the file, with π
    the sampling fraction, U records alone on all keys and P records in pairs (`details`, ``dis``);
    it is spread by the scores with an exponent found by experiment. The value of the finding is
    the largest DIS-SUDA score, 0 where nobody is alone on at most `size` keys: whoever is alone on
    more keys only has no score. It supposes a simple random sample, and does not look at each
    record's own weight: read it beside `IndividualRisk`.

    `contributions` in `details` is, for each key, the share of the sum of scores due to MSUs that
    the key is in (they sum to more than 1). `category_contributions` gives the same by category:
    it shows values of the data, and is not for release.

    With an individual column, who is alone is a person, not a record, and so are U and P: somebody
    counts once in each group, however many records they have there.

    Examples
    --------
    >>> from discret.data.examples import dishes
    >>> data = Dataset.of(dishes(), key=["Sexe", "Âge"])
    >>> finding = Suda(fraction=0.01, most=0.05).assess(data)
    >>> round(finding.value, 4), finding.met, finding.details["records_with_msu"]
    (0.005, True, 3)
    >>> finding.details["contributions"]
    {'Sexe': 1.0, 'Âge': 1.0}
    """

    name: ClassVar[str] = "suda"
    title: ClassVar[Words] = Words("special uniques (SUDA)", fr="uniques particuliers (SUDA)")
    purpose: ClassVar[Words] = Words(
        "finds the records that a few of their keys single out",
        fr="trouve les enregistrements que quelques-unes de leurs clés suffisent à isoler",
    )
    attacker: ClassVar[Words] = Words(
        "knows some of a person's keys, whichever single the person out, but not whether the person"
        " is in the file",
        fr="connaît quelques clés d’une personne, celles qui l’isolent, mais ne sait pas si elle"
        " est dans le fichier",
    )
    criteria: ClassVar[tuple[Criterion, ...]] = ("singling_out",)
    target: ClassVar[str] = "most"
    formerly: ClassVar[Mapping[str, str]] = {"threshold": "most"}
    such_as: ClassVar[str] = "most=0.1"
    source: ClassVar[Source] = "release"
    counts: ClassVar[Counted] = "people"
    references: ClassVar[tuple[str, ...]] = (
        (
            "Elliot M., Manning A., Ford R. (2002). A computational algorithm for handling the"
            " special uniques problem. Int. J. Uncertainty, Fuzziness and Knowledge-Based"
            " Systems 10(5)."
        ),
        (
            "Manning A., Haglin D., Keane J. (2008). A recursive search algorithm for"
            " statistical disclosure assessment. Data Mining and Knowledge Discovery 16,"
            " 165-196."
        ),
        (
            "Elliot M., Manning A. (2003). Using DIS to modify the classification of special"
            " uniques."
        ),
        "Skinner C., Elliot M. (2002). A measure of disclosure risk for microdata. JRSS B 64(4).",
    )
    needs: ClassVar[tuple[Role, ...]] = (Role.KEY,)
    unit: ClassVar[Unit] = "share"
    tells: ClassVar[Facts] = {
        **RULED,
        "uniques": Fact.count(
            "records alone with their keys", "enregistrements seuls avec leurs clés"
        ),
        "special_uniques": Fact.count("special uniques", "uniques particuliers"),
        "records_with_msu": Fact.count(
            "records with a minimal unique", "enregistrements à unique minimal"
        ),
        "msus": Fact.count("minimal sample uniques", "uniques minimaux"),
        "msus_by_size": Fact.count(
            "minimal sample uniques by number of columns",
            "uniques minimaux selon le nombre de colonnes",
            by="size",
        ),
        "score_sum": Fact.number("sum of scores", "somme des scores"),
        "score_max": Fact.number("highest score", "score maximal"),
        "dis": Fact.share("right match, given one match", "appariement juste, s’il est seul"),
        "dis_classes": Fact.count(
            "records by class of DIS", "enregistrements par classe de DIS", by="class"
        ),
        "contributions": Fact.share(
            "part of each column in the scores",
            "part de chaque colonne dans les scores",
            by="column",
        ),
        "fraction": Fact.share("sampling fraction", "taux de sondage"),
        "fraction_from": Fact.label("sampling fraction from", "taux de sondage tiré de", SOURCES),
        "formula": Fact.label(
            "formula",
            "formule",
            {"elliot": Words("Elliot", fr="Elliot"), "ihsn": Words("IHSN", fr="IHSN")},
        ),
    }

    size: int | None = Field(
        default=None,
        ge=1,
        description=Words(
            "largest number of keys together, by default all",
            fr="plus grand nombre de clés ensemble, par défaut toutes",
        ),
    )
    fraction: float | None = Field(
        default=None,
        gt=0,
        le=1,
        description=Words(
            "sampling fraction, by default from the weights. It is the share of the population"
            " that is in the file: the records over the sum of their weights. Without weights,"
            " the file is taken to be the whole population",
            fr="taux de sondage, par défaut d’après les poids. C’est la part de la population"
            " qui est dans le fichier : les enregistrements sur la somme de leurs poids. Sans"
            " poids, le fichier passe pour toute la population",
        ),
    )
    most: float | None = Field(
        default=None,
        gt=0,
        le=1,
        description=Words(
            "highest DIS-SUDA score allowed for a record",
            fr="score DIS-SUDA le plus élevé admis pour un enregistrement",
        ),
    )
    formula: Literal["elliot", "ihsn"] = Field(
        default="elliot",
        description=Words(
            "weight of a minimal unique: as published, or as the IHSN. `elliot`: as published;"
            " `ihsn`: as in the first implementation by the IHSN, which sdcMicro keeps as an"
            " option",
            fr="poids d’un unique minimal : comme publié, ou comme l’IHSN. `elliot` : comme"
            " publié ; `ihsn` : comme dans la première mise en œuvre par l’IHSN, que sdcMicro"
            " garde en option",
        ),
    )
    missing: Missing = Field(
        default="known",
        description=Words(
            "what a missing key value means. `known`: a combination with a missing value does"
            " not exist for the record; `category`: missing is a value",
            fr="sens d’une valeur de clé manquante. `known` : une combinaison à valeur"
            " manquante n’existe pas pour l’enregistrement ; `category` : manquant est une"
            " modalité",
        ),
    )

    def takes(self, data: Dataset) -> float:
        """Guess the seconds that it takes: subsets of many keys are many."""
        return seconds(data.keys, self.size)

    def assess(self, data: Dataset) -> Finding:
        """Score the records of `data`."""
        keys = data.keys
        uniques = self.uniques(keys)
        risk = self._risk(keys, uniques)
        bad = self._bad(risk)
        return Finding(
            name=self.name,
            value=float(risk.max()),
            target=self.most,
            met=None if self.most is None else not bad.any(),
            better="lower",
            reads=self._sentence(keys, uniques, risk, bad),
            details=self._details(keys, uniques, risk, bad),
            per_key=keys.table(
                count=keys.count,
                score=uniques.score,
                dis=risk,
                msus=uniques.number.sum(axis=1),
                smallest=uniques.smallest,
                failing=bad,
            ),
        )

    def fails(self, keys: KeyTable) -> Bools:
        """Mark the groups whose DIS-SUDA score is above the threshold."""
        return self._bad(self._risk(keys, self.uniques(keys)))

    def uniques(self, keys: KeyTable) -> Uniques:
        """Return the minimal sample uniques of each group of the key table."""
        columns = len(keys.columns)
        weights = elliot_weights if self.formula == "elliot" else ihsn_weights
        groups = walked(keys, self.missing)
        size = checked_size(self.name, columns, self.size)
        return minimal_uniques(groups.codes, groups.count, weights(columns, size), groups.people)

    def category_contributions(self, data: Dataset) -> pl.DataFrame:
        """Return the part of each category in the scores: it shows values, for internal use.

        One row for each category of each key: the sum of the scores of the minimal sample uniques
        that the category is in, and its share of that sum over the whole key.
        """
        keys = data.keys
        by_column = self.uniques(keys).by_column * keys.heads[:, None]
        return pl.concat(
            _by_category(keys.groups[name], by_column[:, place])
            for place, name in enumerate(keys.columns)
        )

    def _bad(self, risk: Floats) -> Bools:
        return misses(risk, self.most, "lower")

    def _fraction(self, keys: KeyTable) -> tuple[float, str]:
        """Return the sampling fraction, and where it comes from."""
        if self.fraction is not None:
            return self.fraction, "given"
        if keys.total_weight is None:
            return 1.0, "file"
        people = float(keys.people("category").sum())
        return min(people / float(keys.stands_for("category").sum()), 1.0), "weights"

    def _risk(self, keys: KeyTable, uniques: Uniques) -> Floats:
        paired = keys.heads[keys.people(self.missing) == 2].sum()  # noqa: PLR2004 (a pair is two)
        fraction, _ = self._fraction(keys)
        return dis_scores(uniques.score, keys.heads, float(paired), fraction, len(keys.columns))

    def _details(
        self, keys: KeyTable, uniques: Uniques, risk: Floats, bad: Bools
    ) -> dict[str, Any]:
        size, smallest = keys.people(self.missing), uniques.smallest
        fraction, source = self._fraction(keys)
        alone, paired = (int(keys.heads[size == number].sum()) for number in (1, 2))
        some = (smallest > 0) & (smallest < len(keys.columns))
        return {
            **judged(keys, bad),
            "uniques": alone,
            "special_uniques": int(keys.count[some].sum()),
            "records_with_msu": int(keys.count[smallest > 0].sum()),
            "msus": int(uniques.number.sum()),
            "msus_by_size": by_size(uniques.number.sum(axis=0)),
            "score_sum": float((keys.heads * uniques.score).sum()),
            "score_max": float(uniques.score.max()),
            "dis": dis(alone, paired, fraction),
            "dis_classes": dis_classes(risk, keys.count),
            "contributions": contributions(keys, uniques),
            "fraction": fraction,
            "fraction_from": source,
            "formula": self.formula,
            "rule": self.missing,
        }

    def _sentence(self, keys: KeyTable, uniques: Uniques, risk: Floats, bad: Bools) -> Words:
        smallest = uniques.smallest
        found = int(keys.count[smallest > 0].sum())
        size = uniques.number.shape[1]
        if not found:
            return say(
                "No combination of at most {size} {size:key|keys} singles anyone out.",
                "Aucune combinaison d’au plus {size} {size:clé|clés} n’isole qui que ce soit.",
                size=size,
            )
        few, top = int(smallest[smallest > 0].min()), float(risk.max())
        values = {"n": keys.records, "found": found, "share": found / keys.records, "size": size}
        values |= {"few": few, "top": top, "fraction": self._fraction(keys)[0]}
        values |= {"failing": int(keys.count[bad].sum())}
        if bad.any():
            return say(
                "{failing} of {n} records {failing:has|have} a score above the threshold; a match"
                " with the riskiest is right with a chance of {top:%}, if the file holds"
                " {fraction:%} of the population.",
                "{failing} {failing:enregistrement|enregistrements} sur {n} {failing:a|ont} un"
                " score supérieur au seuil ; une correspondance avec le plus exposé est juste"
                " avec une probabilité de {top:%}, si le fichier contient {fraction:%} de la"
                " population.",
                **values,
            )
        return say(
            "{found} of {n} records ({share:%}) {found:is|are} singled out by at most {size}"
            " {size:key|keys} (the fewest: {few}); a match with the riskiest is right with a chance"
            " of {top:%}, if the file holds {fraction:%} of the population.",
            "{found} {found:enregistrement|enregistrements} sur {n} ({share:%})"
            " {found:est isolé|sont isolés} par au plus {size} {size:clé|clés} (au minimum :"
            " {few}) ; une correspondance avec le plus exposé est juste avec une"
            " probabilité de {top:%}, si le fichier contient {fraction:%} de la population.",
            **values,
        )


def by_size(numbers: Any) -> dict[str, int]:
    """Name the numbers of minimal sample uniques of 1, 2, … keys.

    Examples
    --------
    >>> by_size(np.array([3, 0]))
    {'1': 3, '2': 0}
    """
    return {str(size): int(number) for size, number in enumerate(numbers, 1)}


def contributions(keys: KeyTable, uniques: Uniques) -> dict[str, float]:
    """Return for each key the share of the sum of scores that it has a part in."""
    # Not `@`: beyond 10,000 groups it starts threads, and waiting for them takes longer.
    total = max(float((keys.heads * uniques.score).sum()), np.finfo(np.float64).tiny)
    parts = (keys.heads[:, None] * uniques.by_column).sum(axis=0) / total
    return dict(zip(keys.columns, parts.tolist(), strict=True))


def dis_classes(risk: Floats, count: Any) -> dict[str, int]:
    """Count the records by class of DIS-SUDA score, as sdcMicro prints them.

    Examples
    --------
    >>> dis_classes(np.array([0.0, 0.1, 0.9]), np.array([5, 2, 1]))["<=10%"]
    2
    """
    edges = np.arange(8) / 10
    names = ["0", "<=10%", *(f"{10 * low}%-{10 * low + 10}%" for low in range(1, 7)), ">70%"]
    totals = np.bincount(np.searchsorted(edges, risk), count, minlength=len(names))
    return {name: int(total) for name, total in zip(names, totals, strict=True)}


def _by_category(values: pl.Series, score: Floats) -> pl.DataFrame:
    table = pl.DataFrame({"category": values.cast(pl.String), "score": score})
    summed = table.group_by("category").agg(pl.col("score").sum()).sort("category")
    total = pl.col("score").sum()
    share = pl.when(total > 0).then(pl.col("score") / total).otherwise(0.0)
    return summed.select(pl.lit(values.name).alias("column"), "category", "score", share=share)

"""Differencing with several zonings: small groups that come out when three or more are combined."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
import polars as pl
from pydantic import Field

from discret.assess.zonings import by_size, check_counts, zonings_finding
from discret.data.dataset import Dataset
from discret.data.zonings.combinations import Combinations
from discret.data.zonings.crossing import free
from discret.finding import Finding
from discret.maths.zonings.several import Verdict, Verdicts, several
from discret.parts import Columns, Counted, Criterion, RiskMeasure, Source
from discret.parts.facts import Fact, Facts
from discret.parts.parameters import Counts, Threshold
from discret.words import Words, say


class SeveralZonings(RiskMeasure):
    r"""Observations that combining several publications gives away in a small group.

    Notes
    -----
    Totals of additive variables are published by zone of each column. A group can be deduced if
    some totals, added up and subtracted, count its observations once and all others not at all.
    An observation is at risk if such a group below `least` holds it; each one is counted again
    from the table (`verified`).

    With two publications cuts decide exactly (`differencing`). With three, the combinations of
    totals are no longer cuts. Every two columns are decided by cuts, which finds most risks; then
    linear programmes bound the smallest group around each combination that is left: another
    table with the same totals in which it has the threshold or more proves that it is safe; a
    bound below that is attained by a group proves that it is at risk; otherwise integer
    programming searches. What neither proves within the limits is undecided, and told apart:
    do not take it for safe. With more time (`seconds`) less may be undecided.

    Combinations in a total that is published below the threshold by itself are primary failures,
    told apart (`combinations_below`) unless two columns give them away; the earlier column is then
    taken as the zones of `differencing`, whose value with two columns is the value here.

    A target is met only if no more than `most` observations are at risk, undecided or below
    (`observations_not_safe`): who cannot be shown to be safe is not taken to be.

    Not covered: totals withheld; sums that count some observations several times (those that the
    programmes meet are left undecided, `weighted`); lower bounds from counts that cannot be
    negative; statistics that do not add up; an attacker who knows some of the observations: who
    knows k of them is met by a threshold higher by k. A nested grid is not a matter of several
    zonings: `differencing` takes its levels as one. Of combinations that are `settled` the attacker
    can tell that they have fewer than the threshold, not a total. Rows are counted as observations,
    whatever their weight.

    Records are counted, not people: an observation is a row, or what the column of counts says.

    Examples
    --------
    No two of the three columns give the one person away. All three do: town a, square p and
    school s without everybody count that person twice.

    >>> frame = pl.DataFrame({
    ...     "town": ["a", "a", "b", "b"], "square": ["p", "q", "p", "q"],
    ...     "school": ["s", "t", "t", "s"], "people": [1, 9, 9, 9],
    ... })
    >>> measure = SeveralZonings(columns=["town", "square", "school"], least=5, count="people")
    >>> finding = measure.assess(Dataset.of(frame))
    >>> finding.value, finding.details["by_pairs"]
    (1, 0)
    """

    name: ClassVar[str] = "several_zonings"
    formerly: ClassVar[Mapping[str, str]] = {"threshold": "least"}
    title: ClassVar[Words] = Words(
        "differencing of several zonings", fr="différenciation de plusieurs zonages"
    )
    purpose: ClassVar[Words] = Words(
        "counts the observations that come out in a small group when totals of three or more"
        " zonings are added and subtracted",
        fr="compte les observations qui ressortent en petit groupe quand on ajoute et soustrait les"
        " totaux de trois zonages ou plus",
    )
    attacker: ClassVar[Words] = Words(
        "holds all the publications, knows which combinations of zones are inhabited, and adds and"
        " subtracts totals at will",
        fr="détient toutes les publications, sait quelles combinaisons de zones sont habitées, et"
        " ajoute et soustrait les totaux à volonté",
    )
    criteria: ClassVar[tuple[Criterion, ...]] = ("singling_out", "inference")
    source: ClassVar[Source] = "release"
    counts: ClassVar[Counted] = "records"
    sizes: ClassVar[bool] = True
    references: ClassVar[tuple[str, ...]] = (
        (
            "Costemalle V. (2019). Detecting geographical differencing problems in the context"
            " of spatial data dissemination. Statistical Journal of the IAOS 35(4)."
        ),
        (
            "Fischetti M., Salazar J. J. (2001). Solving the cell suppression problem on"
            " tabular data with linear constraints. Management Science 47(7)."
        ),
    )
    tells: ClassVar[Facts] = {
        "threshold": Fact.count("threshold", "seuil"),
        "observations": Fact.count("observations", "observations en tout"),
        "combinations": Fact.count("combinations", "combinaisons"),
        "combinations_safe": Fact.count("combinations that are safe", "combinaisons sûres"),
        "combinations_at_risk": Fact.count("combinations at risk", "combinaisons à risque"),
        "combinations_undecided": Fact.count("combinations undecided", "combinaisons indécises"),
        "combinations_below": Fact.count(
            "combinations in a total below", "combinaisons dans un total sous le seuil"
        ),
        "observations_safe": Fact.count("observations that are safe", "observations sûres"),
        "observations_at_risk": Fact.count("observations at risk", "observations à risque"),
        "observations_undecided": Fact.count("observations undecided", "observations indécises"),
        "observations_below": Fact.count(
            "observations in a total below", "observations dans un total sous le seuil"
        ),
        "observations_not_safe": Fact.count("observations not safe", "observations non protégées"),
        "by_size": Fact.count(
            "observations by size of group", "observations selon la taille du groupe", by="size"
        ),
        "by_pairs": Fact.count(
            "combinations that two zonings give away",
            "combinaisons que deux zonages mettent au jour",
        ),
        "settled": Fact.count(
            "safe, although bounded below the threshold", "sûres, bien que bornées sous le seuil"
        ),
        "weighted": Fact.count(
            "undecided, in a sum that counts some several times",
            "indécises, dans une somme qui en compte plusieurs fois",
        ),
        "groups": Fact.count("groups that come out", "groupes qui ressortent"),
        "verified": Fact.count("groups counted again", "groupes recomptés"),
        "zones": Fact.count("zones", "zones en tout", by="column"),
        "zones_below": Fact.count(
            "zones below by themselves", "zones à elles seules sous le seuil", by="column"
        ),
        "pairs": Fact.count("pairs of zonings", "paires de zonages"),
        "programmes": Fact.count("linear programmes solved", "programmes linéaires résolus"),
        "searches": Fact.count("searches in whole numbers", "recherches en nombres entiers"),
    }

    columns: Columns = Field(
        min_length=2,
        description=Words(
            "columns of the publications. Communes, squares of a grid, catchment areas for"
            " example; any nomenclatures do, two or more",
            fr="colonnes des publications. Communes, carreaux d’une grille, aires d’attraction"
            " par exemple ; toutes nomenclatures conviennent, deux ou plus",
        ),
    )
    least: Threshold = 11
    count: Counts = None
    seconds: float = Field(
        default=60.0,
        gt=0,
        description=Words(
            "time for programmes, at most. What is left then is undecided",
            fr="temps laissé aux programmes linéaires, au plus. Ce qui reste alors est indécis",
        ),
    )
    most: int | None = Field(
        default=None,
        ge=0,
        description=Words(
            "observations not safe that are allowed, at most. Of those at risk, those"
            " undecided, and those in a total below the threshold by itself",
            fr="observations non protégées admises, au plus. De celles à risque, des"
            " indécises, et de celles d’un total sous le seuil à lui seul",
        ),
    )

    def examines(self, data: Dataset) -> tuple[str, ...]:
        """Return the columns of the publications, and their count."""
        return tuple(name for name in data.roles if name in {*self.columns, self.count})

    def assess(self, data: Dataset) -> Finding:
        """Count the observations of `data` that combining the publications gives away."""
        table = self.combinations(data)
        return self.finding(table, self.verdicts(table))

    def combinations(self, data: Dataset) -> Combinations:
        """Count the combinations of zones in `data`, in its engine."""
        return Combinations.of(self.name, data, self.columns, count=self.count)

    def verdicts(self, table: Combinations) -> Verdicts:
        """Say of each combination whether it is safe."""
        return several(table.codes, table.count, self.least, self.seconds)

    def finding(self, table: Combinations, found: Verdicts) -> Finding:
        """Tell what was found."""
        details = self._details(found)
        rows = _not_safe(table, found)
        return zonings_finding(self.name, details, self.most, _sentence(details), rows)

    def _details(self, found: Verdicts) -> dict[str, Any]:
        return {
            "threshold": self.least,
            "observations": int(found.count.sum()),
            "combinations": len(found.count),
            **_shared_out(found),
            "observations_not_safe": int(found.count[found.verdict != Verdict.SAFE].sum()),
            "by_size": _by_size(found),
            "by_pairs": found.by_pairs,
            "settled": found.settled,
            "weighted": found.weighted,
            "groups": len(found.sizes),
            "verified": _verified(self.name, found, self.least),
            "zones": {
                name: int(codes.max()) + 1
                for name, codes in zip(self.columns, found.codes.T, strict=True)
            },
            "zones_below": {
                name: int((np.bincount(codes, found.count) < self.least).sum())
                for name, codes in zip(self.columns, found.codes.T, strict=True)
            },
            "pairs": len(self.columns) * (len(self.columns) - 1) // 2,
            "programmes": found.programmes,
            "searches": found.searches,
        }


def _shared_out(found: Verdicts) -> dict[str, int]:
    """Count combinations and observations of each verdict."""
    names = {verdict: verdict.name.lower() for verdict in Verdict}
    marked = {name: found.verdict == text for text, name in names.items()}
    combinations = {f"combinations_{name}": int(own.sum()) for name, own in marked.items()}
    observations = {
        f"observations_{name}": int(found.count[own].sum()) for name, own in marked.items()
    }
    return combinations | observations


def _by_size(found: Verdicts) -> dict[str, int]:
    """Count the observations at risk by the size of the group that was found."""
    held = found.group >= 0
    sums = by_size(found.sizes[found.group[held]], found.count[held])
    return {str(size): many for size, many in sums.items()}


def _verified(who: str, found: Verdicts, threshold: int) -> int:
    held = found.verified(threshold)
    check_counts(who, len(found.sizes) - held, len(found.sizes))
    return held


def _not_safe(table: Combinations, found: Verdicts) -> pl.DataFrame:
    """Return the combinations that are not safe: what is known, and the group that was found."""
    rows = np.flatnonzero(found.verdict != Verdict.SAFE)
    own = table.table(found.codes[rows])
    sizes = np.append(found.sizes, 0)[found.group[rows]]
    texts = [Verdict(item).name.lower() for item in found.verdict[rows].tolist()]
    known = {
        "observations": pl.Series(found.count[rows]),
        "verdict": pl.Series(texts, dtype=pl.String),
        "group_size": pl.Series(sizes).replace({0: None}),
        "group": pl.Series(found.group[rows] + 1).replace({0: None}),
    }
    return own.with_columns(
        [column.alias(free(name, table.columns)) for name, column in known.items()]
    )


def _sentence(details: dict[str, Any]) -> Words:
    told = _at_risk(details)
    if details["observations_undecided"]:
        told = say(
            "{told} Undecided within the limits of the search: {n} more; do not take them for"
            " safe.",
            "{told} Indécises dans les limites de la recherche : {n} de plus ; ne pas les tenir"
            " pour sûres.",
            told=told,
            n=details["observations_undecided"],
        )
    if not details["observations_below"]:
        return told
    return say(
        "{told} Apart from that, observations in a published total that is below the threshold by"
        " itself: {n}.",
        "{told} Par ailleurs, observations dans un total publié qui est à lui seul sous le seuil :"
        " {n}.",
        told=told,
        n=details["observations_below"],
    )


def _at_risk(details: dict[str, Any]) -> Words:
    if details["observations_at_risk"]:
        return say(
            "{n} of {all} observations ({share:%}) {n:comes|come} out in a group of fewer than"
            " {threshold} when one combines the totals of {zonings} zonings.",
            "{n} {n:observation|observations} sur {all} ({share:%}) {n:ressort|ressortent} dans un"
            " groupe de moins de"
            " {threshold} quand on combine les totaux de {zonings} zonages.",
            n=details["observations_at_risk"],
            all=details["observations"],
            share=details["observations_at_risk"] / details["observations"],
            threshold=details["threshold"],
            zonings=len(details["zones"]),
        )
    return say(
        "No combination of the totals of {zonings} zonings was found that leaves fewer than"
        " {threshold} of the {all} observations.",
        "Aucune combinaison des totaux de {zonings} zonages qui laisse moins de {threshold} des"
        " {all} observations n’a été trouvée.",
        zonings=len(details["zones"]),
        threshold=details["threshold"],
        all=details["observations"],
    )

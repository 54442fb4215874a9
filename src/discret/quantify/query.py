"""Whether a question asked of the release has the answer that it had."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar, Literal, Self

import narwhals as nw
import numpy as np
import polars as pl
from pydantic import Field, model_validator

from discret.data.compare import has_weights
from discret.data.dataset import Dataset
from discret.data.engine import collected, number
from discret.data.keytable import check_weights, good_weights
from discret.data.roles import Role
from discret.data.text import as_text
from discret.finding import Finding
from discret.maths.arrays import Bools, Floats
from discret.parts import Columns, LossMeasure, MaybeColumn, Unit
from discret.parts.facts import Fact, Facts
from discret.parts.shared_facts import IS_WEIGHTED
from discret.quantify.both_files import NOTHING, tidy
from discret.quantify.common_classes import alike
from discret.quantify.gone import gone, said
from discret.quantify.refusals import endless
from discret.words import Words, say

Statistic = Literal["mean", "sum", "count"]
OWN, LABEL, W, SUM, BAD = "__own{}__", "__label{}__", "__weight__", "__sum__", "__bad__"
OLD, NEW, WITHIN = "__old__", "__new__", "__within__"


class Query(LossMeasure):
    r"""Mean relative error of the answers to a question: a statistic of a column by groups.

    Notes
    -----
    The question is asked of both files, each with its own weights and by its own categories. A
    group g of the original, with the answer :math:`θ_g`, finds its answer :math:`θ'_g` in the
    group of the release that its values were recoded to; the value is the mean over the groups of
    the original of :math:`|θ'_g - θ_g| / |θ_g|`. So recoding counts here: where ages became
    classes, each age is answered by its class. A mean is answered as it is; a sum or a count is
    shared out alike among the groups that a class covers, since a release does not say how many are
    in each.

    A group to which the release has no answer has the error 1, that of answering nought. Where
    :math:`θ_g` is 0, the error is relative to the mean of :math:`|θ|` over the groups. Numbers that
    are missing are left out of the answers, in both files; missing is a group. Groups that only
    the release has are counted.

    Examples
    --------
    >>> from discret.data.examples import footballers
    >>> from discret.parts import Context
    >>> from discret.reduce import Recode
    >>> data = Dataset.of(footballers().head(4), key=["Âge"], sensitive="Salaire")
    >>> classes = Recode(column="Âge", cuts=[30], labels=["[20;29]", "[30;39]"])
    >>> after = classes.apply(data, Context()).data
    >>> round(Query(column="Salaire", by=["Âge"]).compare(data, after).value, 6)
    0.2154
    """

    name: ClassVar[str] = "query"
    title: ClassVar[Words] = Words("answers to a question", fr="réponses à une requête")
    purpose: ClassVar[Words] = Words(
        "compares the mean, sum or count of a column by groups, asked of both files",
        fr="compare la moyenne, la somme ou l’effectif d’une colonne par groupes, demandés aux deux"
        " fichiers",
    )
    numbers: ClassVar[tuple[str, ...]] = ("column",)
    unit: ClassVar[Unit] = "share"
    references: ClassVar[tuple[str, ...]] = (
        (
            "Nguyen B., Castelluccia C. (2020). Techniques d’anonymisation tabulaire : concepts et"
            " mise en œuvre. arXiv:2001.02650, définition 2 et exemple 7."
        ),
    )
    tells: ClassVar[Facts] = {
        **IS_WEIGHTED,
        "groups": Fact.count("groups", "groupes"),
        "groups_lost": Fact.count("groups without an answer", "groupes sans réponse"),
        "groups_merged": Fact.count(
            "groups that share their answer", "groupes qui partagent leur réponse"
        ),
        "groups_new": Fact.count(
            "groups that only the release has", "groupes du seul fichier diffusé"
        ),
        "zeros": Fact.count("answers that were nought", "réponses qui étaient nulles"),
        "largest_error": Fact.share("largest error", "plus grande erreur"),
    }

    by: Columns = Field(
        min_length=1,
        description=Words(
            "columns whose categories make the groups",
            fr="colonnes dont les modalités font les groupes",
        ),
    )
    column: MaybeColumn = Field(
        default=None,
        description=Words(
            "column of numbers that is asked about. A count without it is that of all records",
            fr="colonne de nombres sur laquelle porte la requête. Un effectif sans elle est celui"
            " de tous les enregistrements",
        ),
    )
    statistic: Statistic = Field(
        default="mean",
        description=Words(
            "what is asked. `mean`, `sum` or `count`, by the weights",
            fr="ce qui est demandé. `mean` (moyenne), `sum` (somme) ou `count` (effectif), par les"
            " poids",
        ),
    )
    most: float | None = Field(
        default=None,
        ge=0,
        description=Words("largest mean error allowed", fr="plus grande erreur moyenne admise"),
    )

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.column is None and self.statistic != "count":
            raise ValueError(
                Words(
                    "column: a mean or a sum needs one",
                    fr="column : une moyenne ou une somme en demande une",
                )
            )
        return self

    def compare(self, before: Dataset, after: Dataset) -> Finding:
        """Ask the question of `before` and of `after`."""
        asked = [] if self.column is None else [self.column]
        before.check_columns(self.name, self.by)
        before.check_numeric(self.name, asked)
        lost = gone(after, [*self.by, *asked])
        if lost or not all(after.kind(name).is_numeric() for name in asked):
            return Finding.at_most(self.name, None, self.most, reads=said(_NO_ANSWER, lost))
        weighted = has_weights(before)
        old, new = self._answers(before, after, weighted)
        found = _beside(old, new, len(self.by), shared=self.statistic != "mean")
        errors, zero = relative_errors(found[OLD].to_numpy(), found[NEW].to_numpy())
        value = tidy(errors.mean()) if len(errors) and np.isfinite(errors).all() else None
        return Finding.at_most(
            self.name,
            value,
            self.most,
            reads=NOTHING if value is None else _sentence(value, int(found[NEW].is_nan().sum())),
            details={
                **_counts(found, old, new, len(self.by)),
                "zeros": int(zero.sum()),
                "largest_error": tidy(errors.max()) if value is not None else None,
                "weighted": weighted,
            },
        )

    def _answers(
        self, before: Dataset, after: Dataset, weighted: bool
    ) -> tuple[pl.DataFrame, pl.DataFrame]:
        """Return the answers of both files, the original's groups with their labels after."""
        own = [OWN.format(place) for place in range(len(self.by))]
        copies = [nw.col(name).alias(copy) for name, copy in zip(self.by, own, strict=True)]
        twice = replace(before, frame=before.frame.with_columns(*copies))
        same, other = alike(self.name, twice, after, self.by)
        old = self._asked(same, own, weighted)
        return old, self._asked(other, [], weighted)

    def _asked(self, data: Dataset, own: Sequence[str], weighted: bool) -> pl.DataFrame:
        """Ask one file, in its engine; answers that cannot be given are no number."""
        weight = data.column(Role.WEIGHT) if weighted else None
        w = nw.lit(1.0) if weight is None else number(weight)
        x = nw.lit(1.0) if self.column is None else number(self.column)
        known = data.frame.with_columns(w.alias(W)).with_columns((x * nw.col(W)).alias(SUM))
        there = nw.when(~nw.col(SUM).is_null()).then(nw.col(W))
        table = collected(
            known.with_columns(there.alias(WITHIN))
            .group_by(*own, *self.by)
            .agg(
                nw.col(SUM).sum(),
                nw.col(WITHIN).sum(),
                (nw.len() - good_weights(W)).alias(BAD),
            )
        )
        check_weights(int(table[BAD].sum() or 0))
        answers = _answer(table, self.statistic)
        if np.isinf(answers).any():
            raise endless(self.name, str(self.column))
        labels = [as_text(table[name]).alias(LABEL.format(n)) for n, name in enumerate(self.by)]
        return pl.DataFrame([*table.select(*own), *labels, pl.Series(NEW, answers)])


def _answer(table: pl.DataFrame, statistic: Statistic) -> Floats:
    """Return the answers of groups; none where a group has no known number."""
    whole, within = (
        table[name].cast(pl.Float64).fill_null(0.0).to_numpy() for name in (SUM, WITHIN)
    )
    answers = within if statistic == "count" else whole
    if statistic == "mean":
        answers = np.divide(whole, within, out=np.zeros_like(whole), where=within > 0)
    return np.where(within > 0, answers, np.nan)


def _beside(old: pl.DataFrame, new: pl.DataFrame, columns: int, *, shared: bool) -> pl.DataFrame:
    """Return the answers of the original's groups beside those of the release, NaN where none.

    A group of the original that had no answer asks nothing.
    """
    labels = [LABEL.format(place) for place in range(columns)]
    groups = old.rename({NEW: OLD}).with_columns(pl.len().over(labels).alias(WITHIN))
    found = groups.join(new, on=labels, how="left", nulls_equal=True)
    parts = pl.col(NEW) / pl.col(WITHIN) if shared else pl.col(NEW)
    return found.with_columns(parts.fill_null(np.nan)).filter(pl.col(OLD).is_not_nan())


def relative_errors(old: Floats, new: Floats) -> tuple[Floats, Bools]:
    r"""Return :math:`|θ' - θ| / |θ|` of answers, and which of them were nought.

    Without an answer the error is 1; where θ is 0, it is relative to the mean of :math:`|θ|`.

    Examples
    --------
    >>> relative_errors(np.array([2.0, 4.0, 0.0]), np.array([3.0, np.nan, 1.0]))[0].tolist()
    [0.5, 1.0, 0.5]
    """
    zero = old == 0
    scale = np.where(zero, np.abs(old).mean() if len(old) else 0.0, np.abs(old))
    gaps = np.abs(new - old)
    with np.errstate(over="ignore"):
        errors = np.divide(gaps, scale, out=np.where(gaps > 0, np.inf, 0.0), where=scale > 0)
    return np.where(np.isnan(new), 1.0, errors), zero


def _counts(
    found: pl.DataFrame, old: pl.DataFrame, new: pl.DataFrame, columns: int
) -> dict[str, Any]:
    labels = [LABEL.format(place) for place in range(columns)]
    strange = new.join(old, on=labels, how="anti", nulls_equal=True)
    return {
        "groups": len(found),
        "groups_lost": int(found[NEW].is_nan().sum()),
        "groups_merged": int((found[WITHIN] > 1).sum()),
        "groups_new": len(strange),
    }


_NO_ANSWER = Words(
    "The question can no longer be asked of the release.",
    fr="La requête ne peut plus être posée au fichier diffusé.",
)


def _sentence(value: float, lost: int) -> Words:
    return say(
        "Answers are off by {value:%} on average; {lost} {lost:group has|groups have} none.",
        "Les réponses s’écartent de {value:%} en moyenne ; {lost} {lost:groupe n’en a|groupes n’en"
        " ont} plus.",
        value=value,
        lost=lost,
    )

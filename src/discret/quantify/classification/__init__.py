"""Whether a model learnt from the release knows as much as one learnt from the original."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import polars as pl
from pydantic import Field

from discret.data.compare import has_weights
from discret.data.dataset import Dataset
from discret.data.roles import ATTRIBUTES
from discret.errors import ColumnError
from discret.finding import Finding
from discret.parts import Column, Columns, LossMeasure, Tier, Unit
from discret.parts.facts import Fact, Facts
from discret.parts.parameters import LargestShare
from discret.parts.shared_facts import IS_WEIGHTED
from discret.quantify.both_files import NOTHING, tidy
from discret.quantify.classification.models import CLASSES, Learnt, Model, learnt
from discret.quantify.classification.rows import Rows, rows_of
from discret.quantify.gone import gone, had, said
from discret.words import Words, say

FEW = 200  # categories of a column that is taken unasked


class Classification(LossMeasure):
    r"""Accuracy lost by who learns from the release to predict a column, and not from the original.

    Notes
    -----
    Records are shared out over five folds. For each fold a model is trained on the released records
    of the other four, and tried on the *original* records of this one: it never saw what became of
    those it is tried on. A model trained on the original records of the same four is tried on the
    same; the value is the difference of the shares of right answers, by the weights of the original
    where there are some. It is negative where the release teaches more, as by chance it may.

    `details` has both shares, that of the answer that is commonest in the other folds, and the
    relative accuracy :math:`(a' - b) / (a - b)` with b that of this answer (Prasser et al.): what
    the release keeps of what there was to learn.

    The model is a logistic regression (its numbers standardised, categories as marks, missing as a
    category, penalised as is usual), or a tree whose leaves have five records or more. Records
    that are tried have the level of detail of the release, when its model is asked, so that what
    recoding lost is seen; the column to predict has it for both models. Where it was blanked a
    record teaches nothing; a column to predict that is gone lets nothing be learnt, and all answers
    are wrong. Of a large file 50,000 records are drawn, always the same.

    Examples
    --------
    >>> import polars as pl
    >>> data = Dataset.of(pl.DataFrame({"age": [20, 40] * 20, "ill": ["no", "yes"] * 20}),
    ...                   key="age", sensitive="ill")
    >>> after = data.without_columns(["age"])
    >>> found = Classification(column="ill").compare(data, after)  # doctest: +SKIP
    >>> found.details["accuracy_before"], found.details["accuracy_after"]  # doctest: +SKIP
    (1.0, 0.5)
    """

    name: ClassVar[str] = "classification"
    title: ClassVar[Words] = Words("accuracy lost by a model", fr="exactitude perdue par un modèle")
    purpose: ClassVar[Words] = Words(
        "trains a model on the release and tries it on original records that it did not see, beside"
        " one trained on the original",
        fr="entraîne un modèle sur le fichier diffusé et l’essaie sur des enregistrements d’origine"
        " qu’il n’a pas vus, à côté d’un modèle entraîné sur l’original",
    )
    tier: ClassVar[Tier] = "row"
    unit: ClassVar[Unit] = "share"
    by_record: ClassVar[bool] = True
    references: ClassVar[tuple[str, ...]] = (
        (
            "Prasser F., Eicher J., Bild R., Spengler H., Kuhn K. (2017). A tool for optimizing"
            " de-identified health data for use in statistical classification. IEEE CBMS."
        ),
        (
            "Pedregosa F. et al. (2011). Scikit-learn: machine learning in Python. Journal of"
            " Machine Learning Research 12, 2825-2830."
        ),
    )
    tells: ClassVar[Facts] = {
        **IS_WEIGHTED,
        "columns": Fact.names("columns to learn from", "colonnes dont on apprend"),
        "accuracy_before": Fact.share(
            "right answers, learnt from the original", "bonnes réponses, apprises de l’original"
        ),
        "accuracy_after": Fact.share(
            "right answers, learnt from the release",
            "bonnes réponses, apprises du fichier diffusé",
        ),
        "base_rate": Fact.share(
            "right answers of the commonest one", "bonnes réponses de la plus fréquente"
        ),
        "relative_accuracy": Fact.share(
            "kept of what there was to learn", "conservé de ce qu’il y avait à apprendre"
        ),
        "records_tried": Fact.count("records tried", "enregistrements essayés"),
    }

    column: Column = Field(description=Words("column to predict", fr="colonne à prédire"))
    columns: Columns | None = Field(
        default=None,
        min_length=1,
        description=Words(
            "columns to learn from, by default keys, numbers, sensitive. By default those that are"
            " numbers or have at most 200 categories",
            fr="colonnes dont on apprend, par défaut clés, nombres, sensibles. Par défaut celles"
            " qui sont des nombres ou ont au plus 200 modalités",
        ),
    )
    model: Model = Field(
        default="logistic",
        description=Words(
            "what learns. `logistic`: a logistic regression; `tree`: a decision tree",
            fr="ce qui apprend. `logistic` : une régression logistique ; `tree` : un arbre de"
            " décision",
        ),
    )
    most: LargestShare = None

    def compare(self, before: Dataset, after: Dataset) -> Finding:
        """Learn from `after` and from `before`, and try both on records of `before`."""
        before.check_columns(self.name, [self.column, *(self.columns or ())])
        names = self._columns(before, after)
        rows = rows_of(self.name, before, after, self.column, names)
        self._check_classes(rows)
        if not names or not len(rows.truth.drop_nulls()):
            return Finding.at_most(self.name, None, self.most, reads=NOTHING)
        found = learnt(self.name, rows, self.model)
        value = tidy(found.before - found.after)
        lost = gone(after, [self.column, *names])
        return Finding.at_most(
            self.name,
            value,
            self.most,
            reads=said(_sentence(found, weighted=has_weights(before)), lost),
            details={
                "columns": list(names),
                "accuracy_before": tidy(found.before),
                "accuracy_after": tidy(found.after),
                "base_rate": tidy(found.base),
                "relative_accuracy": found.relative,
                "records_tried": found.tried,
                "weighted": has_weights(before),
            },
        )

    def _columns(self, before: Dataset, after: Dataset) -> Sequence[str]:
        if self.columns is not None:
            return tuple(name for name in self.columns if name != self.column)
        every = had(before, after, *ATTRIBUTES)
        return tuple(n for n in every if n != self.column and _taken(before, n))

    def _check_classes(self, rows: Rows) -> None:
        """Refuse a column of so many values that they are no classes."""
        known = pl.concat([rows.truth, rows.taught]).drop_nulls().n_unique()
        if known > CLASSES:
            raise ColumnError(
                _MANY.filled(who=self.name, name=self.column, n=known, most=CLASSES), hint=_FEWER
            )


def _taken(before: Dataset, name: str) -> bool:
    return before.kind(name).is_numeric() or len(before.values(name)) <= FEW


def _sentence(found: Learnt, *, weighted: bool) -> Words:
    return say(
        "A model trained on the release is right about {after:%} of the original records it is"
        " tried on{how}, one trained on the original about {before:%}; the commonest answer is"
        " right about {base:%}.",
        "Un modèle entraîné sur le fichier diffusé a raison pour {after:%} des enregistrements"
        " d’origine où il est essayé{how}, un modèle entraîné sur l’original pour {before:%} ; la"
        " réponse la plus fréquente est bonne pour {base:%}.",
        how=_BY_WEIGHT if weighted else Words("", fr=""),
        after=found.after,
        before=found.before,
        base=found.base,
    )


_BY_WEIGHT = Words(" (counted by weight)", fr=" (comptés selon leur poids)")
_MANY = Words(
    "{who}: {name!r} has {n} values, which are no classes (at most {most})",
    fr="{who} : {name!r} a {n} valeurs, ce ne sont pas des classes (au plus {most})",
)
_FEWER = Words(
    "name another column, or recode it first", fr="nommer une autre colonne, ou la recoder d’abord"
)

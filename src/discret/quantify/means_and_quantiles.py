"""Whether means, standard deviations and quantiles are still the same."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import numpy as np
import polars as pl
from pydantic import Field

from discret.data.compare import WEIGHT, crossed, has_weights
from discret.data.dataset import Dataset
from discret.data.roles import ATTRIBUTES
from discret.finding import Finding
from discret.maths.statistics.quantiles import mean_and_deviation, quantiles
from discret.parts import Columns, LossMeasure, Unit
from discret.parts.facts import Fact, Facts
from discret.parts.shared_facts import IS_WEIGHTED
from discret.quantify.both_files import NOTHING
from discret.quantify.gone import gone, had, said
from discret.quantify.refusals import endless
from discret.words import Words, say

Shares = tuple[Annotated[float, Field(gt=0, lt=1)], ...]


class MeansAndQuantiles(LossMeasure):
    r"""Largest relative gap between (weighted) means, deviations and quantiles before and after.

    Notes
    -----
    For each statistic :math:`θ` of the known values of a column (mean, standard deviation,
    quantiles) the gap is :math:`|θ' - θ| / |θ|`; where θ is 0, it is told in standard deviations of
    the column before. The quantile of share p is the least value that at least a share p of the
    weight does not exceed. Recoded columns, no longer numbers, are compared by `marginals`.

    Examples
    --------
    >>> from discret.data.examples import illnesses
    >>> from discret.parts import Context
    >>> from discret.reduce import TopCode
    >>> data = Dataset.of(illnesses(), key=["Âge"])
    >>> after = TopCode(column="Âge", top=60).apply(data, Context()).data
    >>> found = MeansAndQuantiles().compare(data, after)
    >>> round(found.value, 3), found.details["by_column"]["Âge"]["statistics"][0]["statistic"]
    (0.496, 'mean')
    """

    name: ClassVar[str] = "means_and_quantiles"
    title: ClassVar[Words] = Words("means and quantiles", fr="moyennes et quantiles")
    numbers: ClassVar[tuple[str, ...]] = ("columns",)
    purpose: ClassVar[Words] = Words(
        "compares the weighted means, deviations and quantiles of numbers before and after: what"
        " recoding lost is not seen here, see detail lost",
        fr="compare moyennes, écarts types et quantiles pondérés des nombres avant et après : ce"
        " que le recodage fait perdre ne se voit pas ici, voir détail perdu",
    )
    unit: ClassVar[Unit] = "share"
    tells: ClassVar[Facts] = {
        **IS_WEIGHTED,
        "by_column": Fact.table("statistics by column", "statistiques par colonne"),
    }

    columns: Columns | None = Field(
        default=None,
        min_length=1,
        description=Words(
            "columns of numbers, by default keys, numbers, sensitive. Those that are still numbers",
            fr="colonnes de nombres, par défaut clés, nombres, sensibles. Celles qui sont"
            " encore des nombres",
        ),
    )
    shares: Shares = Field(
        default=(0.1, 0.25, 0.5, 0.75, 0.9),
        description=Words(
            "quantiles to compare, as shares. By default the first and last tenths, the"
            " quartiles and the median",
            fr="quantiles à comparer, en parts. Par défaut le premier et le dernier dixièmes,"
            " les quartiles et la médiane",
        ),
    )
    most: float | None = Field(
        default=None,
        ge=0,
        description=Words("largest relative gap allowed", fr="plus grand écart relatif admis"),
    )

    def compare(self, before: Dataset, after: Dataset) -> Finding:
        """Compare the statistics of the columns of `before` and `after`."""
        lost = [] if self.columns else gone(after, _numeric(before, after))
        if lost:
            return Finding.at_most(self.name, None, self.most, reads=said(NOTHING, lost))
        columns = self._columns(before, after)
        weighted = has_weights(before)
        found = {name: self._column(name, before, after, weighted) for name in columns}
        gaps = [row["gap"] for text in found.values() for row in text["statistics"]]
        untold = sum(gap is None for gap in gaps)
        value = None if untold or not gaps else max(gaps)
        return Finding.at_most(
            self.name,
            value,
            self.most,
            reads=_sentence(value, untold),
            details={"by_column": found, "weighted": weighted},
        )

    def _columns(self, before: Dataset, after: Dataset) -> tuple[str, ...]:
        if self.columns is None:
            return tuple(n for n in _numeric(before, after) if after.kind(n).is_numeric())
        for data in (after, before):
            data.check_numeric(self.name, self.columns)
        return self.columns

    def _column(self, name: str, before: Dataset, after: Dataset, weighted: bool) -> dict[str, Any]:
        old, new = (self._statistics(name, data, weighted) for data in (before, after))
        spread = old.get("standard_deviation")
        told = old or new
        return {
            "statistics": [
                {
                    "statistic": key,
                    "before": old.get(key),
                    "after": new.get(key),
                    "gap": _gap(old.get(key), new.get(key), spread),
                }
                for key in told
            ]
        }

    def _statistics(self, name: str, data: Dataset, weighted: bool) -> dict[str, float]:
        """Return the statistics of one column; none where all is missing."""
        table = crossed(data, [name], weighted=weighted).drop_nulls(name).sort(name)
        if not len(table):
            return {}
        values, weights = table[name].cast(pl.Float64).to_numpy(), table[WEIGHT].to_numpy()
        if not np.isfinite(values).all():
            raise endless(self.name, name)
        mean, deviation = mean_and_deviation(values, weights)
        found = quantiles(values, weights, self.shares)
        named = {
            f"quantile_{share:g}": quantile
            for share, quantile in zip(self.shares, found, strict=True)
        }
        return {"mean": mean, "standard_deviation": deviation, **named}


def _numeric(before: Dataset, after: Dataset) -> list[str]:
    every = had(before, after, *ATTRIBUTES)
    return [name for name in every if before.kind(name).is_numeric()]


def _gap(old: float | None, new: float | None, spread: float | None) -> float | None:
    """Return the relative gap; in deviations where there was nought, unknown without these."""
    if old is None or new is None:
        return None
    scale = abs(old) or spread or 0.0
    if old == new:
        return 0.0
    return round(abs(new - old) / scale, 12) if scale else None


def _sentence(value: float | None, untold: int) -> Words:
    if untold:
        return say(
            "{untold} {untold:statistic has|statistics have} nothing to be compared with: all"
            " values are missing, or the same, in one of the files.",
            "{untold} {untold:statistique n’a|statistiques n’ont} pas de point de comparaison :"
            " toutes les valeurs manquent, ou sont les mêmes, dans l’un des fichiers.",
            untold=untold,
        )
    if value is None:
        return NOTHING
    return say(
        "No mean, standard deviation or quantile moved by more than {value:%}.",
        "Aucune moyenne, aucun écart type, aucun quantile n’a bougé de plus de {value:%}.",
        value=value,
    )

"""Whether a model can tell the records of the release from those of the original."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import narwhals as nw
import numpy as np
import polars as pl
from pydantic import Field

from discret.data.codes import numbered
from discret.data.compare import aligned, has_weights
from discret.data.dataset import Dataset
from discret.data.engine import collected, number
from discret.data.keytable import LARGEST, check_weights, good_weights
from discret.data.roles import Role
from discret.data.text import as_text
from discret.finding import Finding
from discret.maths.arrays import Floats
from discret.maths.statistics import propensity as scores
from discret.parts import Columns, LossMeasure, Unit
from discret.parts.facts import Fact, Facts
from discret.parts.shared_facts import IS_WEIGHTED
from discret.quantify.both_files import NOTHING, chosen, tidy
from discret.quantify.gone import gone, said
from discret.quantify.refusals import endless, too_many_coefficients
from discret.words import Words, say

FEW, MANY = 50, 1000  # categories of a column that is taken unasked; coefficients of a model
N, W, SQUARES, BAD = "__n__", "__w__", "__squares__", "__bad__"


class Propensity(LossMeasure):
    r"""Mean squared error of propensity scores (pMSE): how well the two files are told apart.

    Notes
    -----
    The records of both files are put together, c being the share of those released, and a logistic
    regression with main effects says for each record the chance :math:`\hat p` that it is released.
    With N records :math:`pMSE = \frac1N ∑ (\hat p - c)^2`: 0 where nothing tells the files apart,
    and :math:`c(1-c)` where all are told apart without error, as where a column is gone.

    Records that are drawn from the distribution of the original are told apart a little, by chance:
    `details` has the expectation :math:`(k-1)(1-c)^2 c/N` of pMSE for k coefficients, and the ratio
    to it, near 1 for good synthetic data. A release of the same records, some of them changed, is
    nearer than that: its ratio may be far below 1. With weights, records of each file count by
    theirs, scaled to a mean of 1, in pMSE and in the expectation.

    Only main effects are seen: links that were broken between columns are not, see `Contingency`
    and `Correlations`. Numbers are numbers, all others are categories, at the level of detail of
    the release; missing is a category, and beside numbers a mark of its own. Labels that differ by
    record (local recoding, `Mondrian`) are other categories, and tell the files apart. By default,
    columns with more than 50 categories are left out.

    Examples
    --------
    >>> import polars as pl
    >>> data, after = (Dataset.of(pl.DataFrame({"sex": list(sex)}), key="sex")
    ...                for sex in ("ffffmmmm", "ffffffmm"))
    >>> found = Propensity().compare(data, after)
    >>> round(found.value, 6), round(found.details["ratio"], 4)
    (0.016667, 2.1333)
    """

    name: ClassVar[str] = "propensity"
    title: ClassVar[Words] = Words("propensity scores", fr="scores de propension")
    purpose: ClassVar[Words] = Words(
        "fits a model that tells the records of both files apart, at the detail of the release:"
        " what recoding lost is not seen here, see detail lost",
        fr="ajuste un modèle qui distingue les enregistrements des deux fichiers, au niveau de"
        " détail du fichier diffusé : ce que le recodage fait perdre ne se voit pas ici, voir"
        " détail perdu",
    )
    unit: ClassVar[Unit] = "number"
    references: ClassVar[tuple[str, ...]] = (
        (
            "Woo M.-J., Reiter J., Oganian A., Karr A. (2009). Global measures of data utility for"
            " microdata masked for disclosure limitation. Journal of Privacy and Confidentiality 1."
        ),
        (
            "Snoke J., Raab G., Nowok B., Dibben C., Slavkovic A. (2018). General and specific"
            " utility measures for synthetic data. Journal of the Royal Statistical Society A 181."
        ),
    )
    tells: ClassVar[Facts] = {
        **IS_WEIGHTED,
        "columns": Fact.names("columns", "colonnes"),
        "ratio": Fact.ratio(
            "ratio to what chance alone would give", "rapport à ce que donnerait le seul hasard"
        ),
        "null_expectation": Fact.number("expected by chance alone", "attendu du seul hasard"),
        "share_of_largest": Fact.share(
            "share of the largest error possible", "part de la plus grande erreur possible"
        ),
        "coefficients": Fact.count("coefficients", "coefficients du modèle"),
        "records_before": Fact.count("records before", "enregistrements avant"),
        "records_after": Fact.count("records after", "enregistrements après"),
    }

    columns: Columns | None = Field(
        default=None,
        min_length=1,
        description=Words(
            "columns, by default keys, numbers, sensitive. By default those that are numbers or"
            " have at most 50 categories",
            fr="colonnes, par défaut clés, nombres, sensibles. Par défaut celles qui sont des"
            " nombres ou ont au plus 50 modalités",
        ),
    )
    most: float | None = Field(
        default=None,
        ge=0,
        le=0.25,
        description=Words("largest error allowed", fr="plus grande erreur admise"),
    )

    def compare(self, before: Dataset, after: Dataset) -> Finding:
        """Tell the records of `before` and `after` apart."""
        columns = chosen(self.name, self.columns, before, after)
        lost = gone(after, columns)
        columns = self._columns(before, after, [name for name in columns if name not in lost])
        if not (columns or lost) or not len(before) or not len(after):
            return Finding.at_most(self.name, None, self.most, reads=said(NOTHING, lost))
        share = len(after) / (len(before) + len(after))
        largest = share * (1 - share)
        found = None if lost else self._found(before, after, columns)
        value = tidy(largest if found is None else found.error)
        details = {} if found is None else _told(found)
        return Finding.at_most(
            self.name,
            value,
            self.most,
            reads=said(_sentence(value, largest, details.get("ratio")), lost),
            details={
                **details,
                "columns": list(columns),
                "share_of_largest": tidy(value / largest),
                "records_before": len(before),
                "records_after": len(after),
                "weighted": has_weights(before),
            },
        )

    def _columns(self, before: Dataset, after: Dataset, columns: Sequence[str]) -> tuple[str, ...]:
        if self.columns is not None:
            return tuple(columns)
        same = aligned(before, after, columns)
        return tuple(n for n in columns if _numeric(same, after, n) or len(same.values(n)) <= FEW)

    def _found(self, before: Dataset, after: Dataset, columns: Sequence[str]) -> scores.Propensity:
        weighted = has_weights(before)
        same = aligned(before, after, columns)
        numeric = [name for name in columns if _numeric(same, after, name)]
        tables = [_counted(data, columns, numeric, weighted) for data in (same, after)]
        design = _design(self.name, tables, columns, numeric)
        return scores.propensity(design, *_sides(tables))


def _numeric(before: Dataset, after: Dataset, name: str) -> bool:
    return before.kind(name).is_numeric() and after.kind(name).is_numeric()


def _counted(
    data: Dataset, columns: Sequence[str], numeric: Sequence[str], weighted: bool
) -> pl.DataFrame:
    """Count the cells of a file in its engine, sorted; numbers as numbers, all others as text."""
    weight = data.column(Role.WEIGHT) if weighted else None
    w = nw.lit(1.0) if weight is None else number(weight)
    sums = [nw.len().alias(N), nw.col(W).sum(), nw.col(SQUARES).sum()]
    bad = (nw.len() - good_weights(W)).alias(BAD)
    frame = data.frame.with_columns(w.alias(W), (w * w).alias(SQUARES))
    table = collected(frame.group_by(*columns).agg(*sums, bad))
    check_weights(int(table[BAD].sum() or 0))
    plain = (
        table[name].cast(pl.Float64) if name in numeric else as_text(table[name]).alias(name)
        for name in columns
    )
    counts = table.select(pl.col(N, W, SQUARES).cast(pl.Float64))
    return pl.DataFrame([*plain, *counts]).sort(*columns, W)


def _sides(tables: Sequence[pl.DataFrame]) -> list[scores.Side]:
    """Return both files over the cells of one and then of the other."""
    first, second = (len(table) for table in tables)
    own = [[table[name].to_numpy() for name in (N, W, SQUARES)] for table in tables]
    return [
        scores.Side(*(np.append(values, np.zeros(second)) for values in own[0])),
        scores.Side(*(np.append(np.zeros(first), values) for values in own[1])),
    ]


def _design(
    who: str, tables: Sequence[pl.DataFrame], columns: Sequence[str], numeric: Sequence[str]
) -> scores.Design:
    """Lay the columns of both files out, one after the other."""
    every = {name: pl.concat([table[name] for table in tables]) for name in columns}
    size = sum(len(table) for table in tables)
    numbers = [np.empty((size, 0)), *(_numbers(who, every[name]) for name in numeric)]
    coded = [numbered(every[name]) for name in columns if name not in numeric]
    codes = [np.empty((size, 0), dtype=np.int64), *(own[:, None] + 1 for _, own in coded)]
    sizes = tuple(len(known) + 1 for known, _ in coded)  # the first is missing
    design = scores.Design(np.hstack(numbers), np.hstack(codes), sizes)
    if design.wide > MANY:
        raise too_many_coefficients(who, design.wide, MANY)
    return design


def _numbers(who: str, values: pl.Series) -> Floats:
    """Return numbers, and where some are missing a mark: there they are at their mean."""
    numbers, missing = values.to_numpy(), values.is_null().to_numpy()
    known = numbers[~missing]
    if (np.abs(known) > LARGEST).any():
        raise endless(who, values.name)
    largest = float(np.abs(known).max(initial=0.0)) or 1.0
    scaled = np.where(missing, known.mean() / largest if len(known) else 0.0, numbers / largest)
    return np.stack([scaled, missing][: 1 + int(missing.any())], axis=1).astype(np.float64)


def _told(found: scores.Propensity) -> dict[str, Any]:
    return {
        "ratio": tidy(found.error / found.null) if found.null > 0 else None,
        "null_expectation": found.null,
        "coefficients": found.number + 1,
    }


def _sentence(value: float, largest: float, ratio: float | None) -> Words:
    if ratio is None:
        return say(
            "A model tells the two files apart to {share:%} of what is possible.",
            "Un modèle distingue les deux fichiers à {share:%} de ce qui est possible.",
            share=value / largest,
        )
    return say(
        "A model tells the two files apart to {share:%} of what is possible, {ratio} times what"
        " chance alone would give.",
        "Un modèle distingue les deux fichiers à {share:%} de ce qui est possible, {ratio} fois ce"
        " que donnerait le seul hasard.",
        share=value / largest,
        ratio=ratio,
    )

"""Whether the distribution of each column is still the same."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
import polars as pl
from pydantic import Field

from discret.data.codes import named, numbered
from discret.data.compare import WEIGHT, crossed, has_weights
from discret.data.dataset import Dataset
from discret.data.hierarchies.declared_orders import declared_order
from discret.data.hierarchies.rules import interval_labels
from discret.data.reading_order import order_of
from discret.data.text import as_text
from discret.finding import Finding
from discret.maths.arrays import Floats
from discret.parts import Columns, LossMeasure, Unit
from discret.parts.facts import Fact, Facts
from discret.parts.shared_facts import IS_WEIGHTED
from discret.quantify.both_files import NOTHING, chosen, tidy
from discret.quantify.common_classes import alike
from discret.quantify.gone import gone, said
from discret.words import Words, say

CLASSES = 10
FEW = 20
MANY, DIGITS = 200, (2, 3)  # records from which on bounds are told, and digits they keep


class Marginals(LossMeasure):
    r"""Largest gap between the (weighted) distributions of a column before and after.

    Notes
    -----
    With :math:`p_c` and :math:`q_c` the weighted shares of category c before and after, the gap is
    :math:`\max_c |p_c - q_c|` and the distance :math:`\frac12 ∑ |p_c - q_c|`. A column that was
    recoded is compared at the level of detail of the release, so that only the people in the file
    make a difference: the detail lost by recoding is not seen here, see `DetailLost`. Labels that
    differ by record (local recoding, `Mondrian`) are put together with those that overlap; another
    name for a category is no change; values that were exchanged for others are other categories.
    `details` has the number of categories before and after. A number with more than 20 values is
    compared on the tenths of its distribution before, which are named by their bounds, rounded to
    two or three digits, where there are 200 records or more. Missing is a category.

    Examples
    --------
    >>> from discret.assess import KAnonymity
    >>> from discret.data.examples import dishes
    >>> from discret.parts import Context
    >>> from discret.reduce import SuppressRecords
    >>> data = Dataset.of(dishes(), key=["Sexe", "Âge"], weight="Poids")
    >>> after = SuppressRecords(models=[KAnonymity(k=2)], drop=0.4).apply(data, Context())
    >>> round(Marginals().compare(data, after.data).value, 4)
    0.0417
    """

    name: ClassVar[str] = "marginals"
    title: ClassVar[Words] = Words("distributions", fr="distributions")
    purpose: ClassVar[Words] = Words(
        "compares the weighted distribution of each column before and after, at the detail of the"
        " release: what recoding lost is not seen here, see detail lost",
        fr="compare la distribution pondérée de chaque colonne avant et après, au niveau de détail"
        " du fichier diffusé : ce que le recodage fait perdre ne se voit pas ici, voir détail"
        " perdu",
    )
    unit: ClassVar[Unit] = "share"
    tells: ClassVar[Facts] = {
        **IS_WEIGHTED,
        "by_column": Fact.table("gaps by column", "écarts par colonne"),
        "margins": Fact.table("distributions", "distributions"),
    }

    columns: Columns | None = Field(
        default=None,
        min_length=1,
        description=Words(
            "columns, by default keys, numbers, sensitive. Those of the original. What the"
            " release lacks is wholly lost: its gap is 1",
            fr="colonnes, par défaut clés, nombres, sensibles. Celles de l’original. Ce qui"
            " manque au fichier diffusé est tout à fait perdu : son écart est 1",
        ),
    )
    most: float | None = Field(
        default=None,
        ge=0,
        le=1,
        description=Words(
            "largest gap allowed. As a share",
            fr="plus grand écart admis. En part",
        ),
    )

    def compare(self, before: Dataset, after: Dataset) -> Finding:
        """Compare the distributions of the columns of `before` and `after`."""
        columns = chosen(self.name, self.columns, before, after)
        lost = gone(after, columns)
        tables = {
            name: compared(*alike(self.name, before, after, [name]), name)
            for name in columns
            if name not in lost
        }
        gaps = {name: dict(_WHOLE) if name in lost else _gap(tables[name]) for name in columns}
        for name in columns:
            gaps[name]["categories_before"] = len(before.values(name))
            gaps[name]["categories_after"] = 0 if name in lost else len(after.values(name))
        value = max((gap["largest_gap"] for gap in gaps.values()), default=None)
        return Finding.at_most(
            self.name,
            value,
            self.most,
            reads=said(NOTHING if value is None else _sentence(value), lost),
            details={
                "by_column": gaps,
                "weighted": has_weights(before),
                "margins": [row for name in tables for row in _rows(name, tables[name])],
            },
        )


CATEGORY, BEFORE, AFTER, TENTHS = "__category__", "__before__", "__after__", "__tenths__"


def compared(before: Dataset, after: Dataset, column: str) -> pl.DataFrame:
    """Return the shares of the categories of a column; a further column says if they are tenths."""
    weighted = has_weights(before)
    old, new = _counted(before, column, weighted), _counted(after, column, weighted)
    numbers = all(frame[CATEGORY].dtype.is_numeric() for frame in (old, new))
    if tenths := numbers and len(old) > FEW:
        edges = _tenths(old)
        names = _names(edges, old[CATEGORY].dtype.is_integer(), len(before))
        old, new = _classed(old, edges, names), _classed(new, edges, names)
    elif old[CATEGORY].dtype != new[CATEGORY].dtype:
        old, new = (t.with_columns(as_text(t[CATEGORY]).alias(CATEGORY)) for t in (old, new))
    both = _side_by_side(old, new, declared_order(before, column))
    told = [pl.Series(TENTHS, np.ones(len(both), dtype=np.int32))] if tenths else []
    return both.hstack(told) if told else both


def _side_by_side(old: pl.DataFrame, new: pl.DataFrame, declared: list[str]) -> pl.DataFrame:
    """Put the shares of the categories of both beside each other, 0 where one has none."""
    distinct, places = numbered(pl.concat([old[CATEGORY], new[CATEGORY]]))
    shares = np.zeros((2, len(distinct) + 1))  # what is missing comes last
    shares[0, places[: len(old)]], shares[1, places[len(old) :]] = _shares(old), _shares(new)
    there = np.unique(places)
    order = order_of(as_text(named(distinct, there)).to_list(), declared)
    there = there[np.array(order, dtype=np.int64)]
    sides = [pl.Series(name, own[there]) for name, own in zip((BEFORE, AFTER), shares, strict=True)]
    return pl.DataFrame([named(distinct, there).alias(CATEGORY), *sides])


def _sentence(value: float) -> Words:
    return say(
        "No share of a category moved by more than {value:%} of the file.",
        "Aucune part de modalité n’a bougé de plus de {value:%} du fichier.",
        value=value,
    )


def _counted(data: Dataset, column: str, weighted: bool) -> pl.DataFrame:
    values, weights = crossed(data, [column], weighted=weighted).iter_columns()
    return pl.DataFrame([values.alias(CATEGORY), weights])


def _shares(table: pl.DataFrame) -> Floats:
    weights = table[WEIGHT]
    return np.asarray(weights.to_numpy() / weights.sum())


def _tenths(table: pl.DataFrame) -> list[float]:
    ordered = table.drop_nulls(CATEGORY).sort(CATEGORY)
    total = ordered[WEIGHT].cum_sum().to_numpy()
    places = np.searchsorted(total, total[-1] * np.arange(1, CLASSES) / CLASSES)
    return sorted({float(value) for value in ordered[CATEGORY].to_numpy()[places]})


def _names(edges: list[float], whole: bool, records: int) -> pl.Series:
    """Name classes by rounded bounds; by their number where so few records would stand out."""
    for digits in DIGITS if records >= MANY else ():
        bounds = [float(f"{edge:.{digits}g}") for edge in edges]
        if len(set(bounds)) == len(edges):
            return pl.Series(interval_labels(bounds, "right", whole))
    return pl.Series([f"{place + 1}/{len(edges) + 1}" for place in range(len(edges) + 1)])


def _classed(table: pl.DataFrame, edges: list[float], names: pl.Series) -> pl.DataFrame:
    values = table[CATEGORY].cast(pl.Float64)
    places = pl.Series(np.searchsorted(edges, values.fill_null(0.0).to_numpy()))
    classes = names[places].zip_with(values.is_not_null(), pl.Series([None], dtype=pl.String))
    return (
        table.select(classes.alias(CATEGORY), WEIGHT).group_by(CATEGORY).agg(pl.col(WEIGHT).sum())
    )


_WHOLE = {"largest_gap": 1.0, "distance": 1.0}  # of what is no longer there


def _gap(table: pl.DataFrame) -> dict[str, Any]:
    before, after = table[BEFORE].to_numpy(), table[AFTER].to_numpy()
    if not after.sum():
        return dict(_WHOLE)
    gaps = np.abs(after - before)
    return {"largest_gap": tidy(gaps.max(initial=0.0)), "distance": tidy(gaps.sum() / 2)}


def _rows(column: str, table: pl.DataFrame) -> list[dict[str, Any]]:
    names = as_text(table[CATEGORY]).to_list()
    told = {"tenths": True} if TENTHS in table.columns else {}
    shares = zip(names, table[BEFORE].to_list(), table[AFTER].to_list(), strict=True)
    return [
        {"column": column, "category": c, "before": tidy(b), "after": tidy(a), **told}
        for c, b, a in shares
    ]

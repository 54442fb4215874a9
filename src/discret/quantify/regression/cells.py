"""What a model needs of two files: the same columns, and sums over the records that share them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import product
from math import prod
from operator import add
from typing import NamedTuple

import narwhals as nw
import numpy as np
import polars as pl

from discret.data.compare import has_weights
from discret.data.dataset import Dataset
from discret.data.engine import collected, number
from discret.data.keytable import check_weights, good_weights
from discret.data.roles import Role
from discret.data.text import as_text, is_text
from discret.errors import ColumnError
from discret.maths.arrays import Floats
from discret.maths.statistics.glm import Family, Moments
from discret.quantify.known_cells import levels, places
from discret.quantify.refusals import not_binary, not_counts, too_many_coefficients
from discret.quantify.regression.formula import Formula, Term
from discret.words import Words, say

BAD, KNOWN, Y, W = "__bad__", "__known__", "__y__", "__w__"
SUMS = tuple(f"__s{place}__" for place in range(len(Moments._fields)))
TWO, MANY = 2, 1000


class Name(NamedTuple):
    """A coefficient: its term, and the categories it stands for, none for a number."""

    term: str
    category: str | None


@dataclass(frozen=True)
class Cells:
    """One file as a model sees it.

    Parameters
    ----------
    design
        Cells × coefficients.
    moments
        What was summed over the records of each cell.
    records, left_out
        Number of records used, and of those left out as a value is missing.
    """

    design: Floats = field(repr=False)
    moments: Moments = field(repr=False)
    records: int
    left_out: int


def model_cells(
    who: str, formula: Formula, family: Family, before: Dataset, after: Dataset
) -> tuple[list[Name], Cells, Cells, float]:
    """Lay a model out on two files, with the same coefficients.

    Returns
    -------
    The names of the coefficients, the two files, and what was taken off the response (which keeps
    sums of squares exact).
    """
    for data in (before, after):
        data.check_columns(who, [*formula.response, *formula.columns])
    answer = _Response.of(who, formula.response, family, before, after)
    weighted = has_weights(before)
    tables = [_counted(formula, answer, data, weighted) for data in (before, after)]
    known = {
        name: levels(*(table.filter(KNOWN)[name] for table in tables))
        for name in formula.columns
        if not _is_number(name, formula, before, after)
    }
    names = [Name("", None), *(name for term in formula.terms for name in _names(term, known))]
    if len(names) > MANY:
        raise too_many_coefficients(who, len(names), MANY)
    old, new = (_laid(who, formula, table, known) for table in tables)
    return names, old, new, answer.shift


def vanished(formula: Formula, original: Dataset, same: Dataset) -> int:
    """Count the coefficients of the original that are none at the level of detail of the release.

    Parameters
    ----------
    formula
        The model.
    original, same
        The original file, and the same recoded as the release was.

    Examples
    --------
    Three ages have two coefficients, two classes of age one.

    >>> ages = Dataset.of(pl.DataFrame({"age": ["20", "30", "40"]}))
    >>> classes = Dataset.of(pl.DataFrame({"age": ["20-30", "20-30", "40"]}))
    >>> vanished(Formula.read("y ~ age"), ages, classes)
    1
    """
    if same is original:
        return 0
    many, left = (_many(formula, data) for data in (original, same))
    return sum(max(one - other, 0) for one, other in zip(many, left, strict=True))


def _many(formula: Formula, data: Dataset) -> list[int]:
    """Return how many coefficients each term has, in the records that have all its columns."""
    columns = list(formula.columns)
    table = collected(data.frame.select(*columns).unique()).drop_nulls()
    wide = {name: max(table[name].n_unique() - 1, 0) for name in columns}
    wide |= dict.fromkeys(
        (column for column in columns if _is_number(column, formula, data, data)), 1
    )
    return [prod(wide[factor.column] for factor in term) for term in formula.terms]


def _is_number(name: str, formula: Formula, before: Dataset, after: Dataset) -> bool:
    both = all(data.kind(name).is_numeric() for data in (before, after))
    return both and name not in formula.as_categories


@dataclass(frozen=True)
class _Response:
    """How the response becomes a number, missing where it is not known."""

    columns: tuple[str, ...]
    success: str | None = field(default=None, repr=False)
    failure: str | None = field(default=None, repr=False)
    shift: float = 0.0

    @classmethod
    def of(
        cls, who: str, columns: tuple[str, ...], family: Family, before: Dataset, after: Dataset
    ) -> _Response:
        if family == "binomial" and len(columns) == 1:
            texts = as_text(before.values(columns[0])).unique(maintain_order=True).to_list()
            if len(texts) != TWO:
                raise ColumnError(
                    say(
                        "{who}: the response of a binomial model has two values,"
                        " {columns!r} has {texts}",
                        "{who} : la réponse d’un modèle binomial a deux valeurs,"
                        " {columns!r} en a {texts}",
                        who=who,
                        columns=columns[0],
                        texts=len(texts),
                    ),
                    hint=Words(
                        "name a 0/1 column, a column of two categories, or another family",
                        fr="nommer une colonne de 0 et de 1, une colonne à deux"
                        " modalités, ou une autre famille",
                    ),
                )
            return cls(columns, texts[1], texts[0])
        for data in (before, after):
            data.check_numeric(who, columns)
        ranges = [_range(data, name) for data in (before, after) for name in columns]
        _check_range(who, columns, family, ranges)
        return cls(columns, shift=ranges[0][2] if family == "gaussian" else 0.0)

    def expression(self, data: Dataset) -> nw.Expr:
        if self.success is not None:
            return _two_valued(data, self.columns[0], str(self.failure), self.success)
        whole = reduce(add, (number(name) for name in self.columns))
        if len(self.columns) == 1:
            return whole - self.shift
        return nw.when(whole > 0).then(nw.lit(1.0)).otherwise(_zero_where_known(whole))


def _zero_where_known(values: nw.Expr) -> nw.Expr:
    return nw.when(~values.is_null()).then(nw.lit(0.0))


def _two_valued(data: Dataset, column: str, failure: str, success: str) -> nw.Expr:
    """Return 0 and 1 for two values known by their text, missing for any other."""
    values = data.values(column)
    texts = as_text(values)
    own = nw.col(column)
    plain = own.cast(nw.String) if is_text(values.dtype) else own
    yes, no = (_is_one_of(plain, values.filter(texts == text)) for text in (success, failure))
    return nw.when(yes).then(nw.lit(1.0)).otherwise(nw.when(no).then(nw.lit(0.0)))


def _is_one_of(column: nw.Expr, values: pl.Series) -> nw.Expr:
    none = nw.lit(False)
    return reduce(lambda a, b: a | b, (column == value for value in values.to_list()), none)


def _range(data: Dataset, column: str) -> tuple[float, float, float]:
    """Return least, largest and mean of a column; noughts where it is empty."""
    own = number(column)
    wanted = [own.min().alias("a"), own.max().alias("b"), own.mean().alias("c")]
    row = collected(data.frame.select(*wanted)).row(0)
    return tuple(0.0 if item is None else float(item) for item in row)  # type: ignore[return-value]


def _check_range(
    who: str, columns: Sequence[str], family: Family, ranges: Sequence[tuple[float, float, float]]
) -> None:
    names = ", ".join(repr(name) for name in columns)
    low, high = min(span[0] for span in ranges), max(pair[1] for pair in ranges)
    if not np.isfinite([low, high]).all():
        raise ColumnError(
            say(
                "{who}: {names} has endless numbers",
                "{who} : {names} a des nombres infinis",
                who=who,
                names=names,
            ),
            hint=Words("make them missing first", fr="d’abord les rendre manquants"),
        )
    if len(columns) > 1 and (family != "binomial" or low < 0 or high > 1):
        raise not_binary(who)
    if family == "poisson" and low < 0:
        raise not_counts(who, names)


def _counted(formula: Formula, answer: _Response, data: Dataset, weighted: bool) -> pl.DataFrame:
    """Sum over the records that share the columns of the terms, in one pass of the engine."""
    weight = data.column(Role.WEIGHT) if weighted else None
    columns = list(formula.columns)
    w = nw.lit(1.0) if weight is None else number(weight)
    frame = data.frame.with_columns(answer.expression(data).alias(Y), w.alias(W))
    whole = reduce(lambda a, b: a & b, (~nw.col(name).is_null() for name in [*columns, Y]))
    own, y = nw.col(W), nw.col(Y)
    sums = [own, own * y, own * y * y, own * own, own * own * y, own * own * y * y]
    wanted = [column.sum().alias(name) for column, name in zip(sums, SUMS[1:], strict=True)]
    wanted += [nw.len().alias(SUMS[0]), (nw.len() - good_weights(W)).alias(BAD)]
    table = collected(frame.with_columns(whole.alias(KNOWN)).group_by(*columns, KNOWN).agg(*wanted))
    check_weights(int(table[BAD].sum() or 0))
    return table.with_columns(pl.col(SUMS).cast(pl.Float64)).sort(columns)


def _laid(who: str, formula: Formula, table: pl.DataFrame, known: Mapping[str, list[str]]) -> Cells:
    whole = table.filter(KNOWN)
    columns = {name: _columns(whole[name], known.get(name)) for name in formula.columns}
    if not all(np.isfinite(column).all() for column in columns.values()):
        raise ColumnError(
            say(
                "{who}: a column has endless numbers",
                "{who} : une colonne a des nombres infinis",
                who=who,
            ),
            hint=Words("make them missing first", fr="d’abord les rendre manquants"),
        )
    parts = [reduce(_times, (columns[factor.column] for factor in term)) for term in formula.terms]
    design = np.hstack([np.ones((len(whole), 1)), *parts])
    moments = Moments(*(whole[name].to_numpy() for name in SUMS))
    records = int(moments.records.sum())
    return Cells(design, moments, records, int(table[SUMS[0]].sum()) - records)


def _columns(values: pl.Series, known: list[str] | None) -> Floats:
    """Return a column of numbers, or one for each category but the first."""
    if known is None:
        return values.cast(pl.Float64).to_numpy()[:, None]
    wide = np.zeros((len(values), max(len(known), 1)))
    wide[np.arange(len(values)), places(as_text(values), known)] = 1.0
    return wide[:, 1:]


def _times(one: Floats, other: Floats) -> Floats:
    """Multiply every column of one by every column of the other."""
    return np.asarray(
        (one[:, :, None] * other[:, None, :]).reshape(len(one), one.shape[1] * other.shape[1])
    )


def _names(term: Term, known: Mapping[str, list[str]]) -> list[Name]:
    text = ":".join(factor.column for factor in term)
    choices = [known[factor.column][1:] if factor.column in known else [None] for factor in term]
    return [
        Name(text, ":".join(name for name in some if name is not None) or None)
        for some in product(*choices)
    ]

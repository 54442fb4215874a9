"""The values of the original beside those of the release: as numbers, ranks or other codes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import narwhals as nw
import numpy as np
import polars as pl

from discret.data.beside.records import followed
from discret.data.codes import numbered
from discret.data.compare import aligned, has_weights
from discret.data.dataset import Dataset
from discret.data.engine import collected, number
from discret.data.hierarchies.declared_orders import ENUMS, order_in
from discret.data.hierarchies.sources import Order
from discret.data.keytable import LARGEST, LEAST, check_weights
from discret.data.reading_order import has_order, in_order
from discret.data.roles import Role
from discret.data.text import as_text
from discret.maths.arrays import Bools, Floats
from discret.quantify.known_cells import places
from discret.quantify.refusals import endless, not_numbered_once

Kind = Literal["number", "ordinal", "nominal"]
THERE, WEIGHT, OLD, NEW = "__there__", "__weight__", "__old{}__", "__new{}__"


@dataclass(frozen=True)
class Column:
    """A column of both files, a value for each record of the original.

    Parameters
    ----------
    name
        The column.
    kind
        Whether it holds numbers, categories of an order, or other categories.
    old, new
        Numbers, or numbers of categories; NaN where a value is missing or gone.
    weight
        The weights that records have in the original; 1 where it has none.
    size
        How many categories there are.
    """

    name: str
    kind: Kind
    old: Floats = field(repr=False)
    new: Floats = field(repr=False)
    weight: Floats = field(repr=False)
    size: int = 0

    @property
    def both(self) -> Bools:
        """Where the value is known before and after."""
        return ~(np.isnan(self.old) | np.isnan(self.new))

    def in_order(self) -> Column:
        """Return the same, records sorted by what they hold: sums then have one order."""
        order = np.lexsort((self.weight, self.new, self.old))
        old, new, weight = (values[order] for values in (self.old, self.new, self.weight))
        return Column(self.name, self.kind, old, new, weight, self.size)


def columns_beside(
    who: str, before: Dataset, after: Dataset, names: Sequence[str]
) -> tuple[list[Column], Bools]:
    """Return columns of both files, and which records are still there.

    Numbers are those of the files; categories that were recoded for all alike are recoded so in
    the original. Labels are not put together with others, as elsewhere: what was exchanged would
    be no change. A column that the release lacks has nothing after.
    """
    numeric = {n for n in names if before.kind(n).is_numeric() and _numeric_after(after, n)}
    same = aligned(before, after, [name for name in names if name not in numeric])
    table = _table(who, same, after, names, numeric)
    weight = _weights(table, len(before))
    there = table[THERE].is_not_null().to_numpy()
    held = []
    for place, name in enumerate(names):
        old, new = table[OLD.format(place)], table[NEW.format(place)]
        if name in numeric:
            held.append(_numbers(who, name, old, new, weight))
        else:
            held.append(_categories(before, name, old, new, weight))
    return held, there


def _numeric_after(after: Dataset, name: str) -> bool:
    return name not in after.roles or after.kind(name).is_numeric()


def _table(
    who: str, before: Dataset, after: Dataset, names: Sequence[str], numeric: set[str]
) -> pl.DataFrame:
    """Collect the columns of both files, a row for each record of the original."""
    old = [_asked(name, numeric).alias(OLD.format(place)) for place, name in enumerate(names)]
    if has_weights(before):
        old.append(number(str(before.column(Role.WEIGHT))).alias(WEIGHT))
    new = [nw.lit(1).alias(THERE)]
    for place, name in enumerate(names):
        if name in after.roles:
            new.append(_asked(name, numeric).alias(NEW.format(place)))
    table = collected(followed(who, before, old, after, new, how="left"))
    if (len(table), table[THERE].count()) != (len(before), len(after)):
        raise not_numbered_once(who)
    lost = [n for n in range(len(names)) if NEW.format(n) not in table.columns]
    blank = (pl.lit(None, table.schema[OLD.format(n)]).alias(NEW.format(n)) for n in lost)
    return table.with_columns(blank)


def _asked(name: str, numeric: set[str]) -> nw.Expr:
    return number(name) if name in numeric else nw.col(name)


def _weights(table: pl.DataFrame, records: int) -> Floats:
    if WEIGHT not in table.columns:
        return np.ones(records)
    weights = table[WEIGHT].fill_null(np.nan).to_numpy()
    check_weights(int((~((weights > LEAST) & (weights < LARGEST))).sum()))
    return weights


def _numbers(who: str, name: str, old: pl.Series, new: pl.Series, weight: Floats) -> Column:
    one, other = (values.cast(pl.Float64).fill_null(np.nan).to_numpy() for values in (old, new))
    if (np.abs(one) > LARGEST).any() or (np.abs(other) > LARGEST).any():
        raise endless(who, name)
    return Column(name, "number", one, other, weight)


def _categories(
    before: Dataset, name: str, old: pl.Series, new: pl.Series, weight: Floats
) -> Column:
    kind: Kind = "ordinal"
    if old.dtype == new.dtype and old.dtype.is_temporal():
        values, codes = numbered(pl.concat([old.alias(name), new.alias(name)]))
        size = len(values)
    else:
        texts = pl.concat([as_text(old).alias(name), as_text(new).alias(name)])
        values, codes = numbered(texts)
        order = scale(before, name, values.to_list())
        kind, size = "nominal" if order is None else "ordinal", len(order or values)
        codes = codes if order is None else np.append(places(values, order), -1)[codes]
    found = np.where(codes < 0, np.nan, codes.astype(np.float64))
    return Column(name, kind, found[: len(old)], found[len(old) :], weight, size)


def scale(before: Dataset, column: str, labels: Sequence[str]) -> list[str] | None:
    """Return the labels of a column in their order; nothing where nobody says that they have one.

    An order is that of an enumeration, of a hierarchy made from an ordered list or from cuts, and
    that of labels of numbers and dates. All categories of a declared order count, met or not.

    Examples
    --------
    >>> data = Dataset.of(pl.DataFrame({"age": [31, 45], "town": ["31", "45"]}))
    >>> scale(data, "age", ["40+", "30-39"]), scale(data, "town", ["31", "45"])
    (['30-39', '40+'], None)
    """
    kind, hierarchy = before.kind(column), before.hierarchies.get(column)
    whole = _declared(kind, None if hierarchy is None else hierarchy.form)
    if whole and {*labels} <= {*whole}:
        return whole
    known = order_in(kind, hierarchy)
    ordered = kind.is_numeric() or kind.is_temporal() or known
    return in_order(labels, known) if ordered and has_order(labels, known) else None


def _declared(kind: nw.dtypes.DType, form: object) -> list[str]:
    if isinstance(form, Order):
        return as_text(pl.Series(form.order)).to_list()
    return [str(category) for category in kind.categories] if isinstance(kind, ENUMS) else []

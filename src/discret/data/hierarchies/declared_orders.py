"""The orders that somebody declared: of a hierarchy, of an enumeration, or of labelled codes."""

from __future__ import annotations

import narwhals as nw
import polars as pl

from discret.data.codebook import Names
from discret.data.dataset import Dataset
from discret.data.hierarchies.hierarchy import Hierarchy
from discret.data.hierarchies.rules import Cuts
from discret.data.hierarchies.sources import Order
from discret.data.roles import Role

ENUMS = (nw.Enum, pl.Enum)
SHOWN = (Role.KEY, Role.SENSITIVE, Role.AREA)  # whose categories an internal report shows


def declared_orders(data: Dataset) -> dict[str, list[str]]:
    """Return the order of the categories, and of their groups, of each column that has one.

    Examples
    --------
    >>> sizes = Hierarchy.from_order(["S", "M", "L"], steps=[2], labels=[["smaller", "larger"]])
    >>> data = Dataset.of(pl.DataFrame({"size": ["L"]}), key="size", hierarchies={"size": sizes})
    >>> declared_orders(data)
    {'size': ['S', 'smaller', 'M', 'L', 'larger']}
    """
    names = [name for role in SHOWN for name in data.by_role.get(role, ())]
    found = {name: declared_order(data, name) for name in names}
    return {name: order for name, order in found.items() if order}


def declared_order(data: Dataset, column: str) -> list[str]:
    """Return the declared order of the categories of a column; nothing where there is none.

    Examples
    --------
    >>> size = pl.Series("size", ["L"], dtype=pl.Enum(["S", "M", "L"]))
    >>> declared_order(Dataset.of(size.to_frame(), key="size"), "size")
    ['S', 'M', 'L']
    """
    hierarchy, names = data.hierarchies.get(column), data.codebook.columns.get(column)
    return order_in(data.kind(column), hierarchy, names)


def order_in(
    kind: nw.dtypes.DType | pl.DataType, hierarchy: Hierarchy | None, names: Names | None = None
) -> list[str]:
    """Return the order that a hierarchy declares, or else a type, or the codes of labels.

    It is for showing: no measure takes codes for an order.
    """
    own = [] if hierarchy is None else _of_hierarchy(hierarchy)
    if not own and names is not None:
        return names.texts.to_list()
    return own or (
        [str(category) for category in kind.categories] if isinstance(kind, ENUMS) else []
    )


def _of_hierarchy(hierarchy: Hierarchy) -> list[str]:
    """Return the labels of a hierarchy made from an order, each at its first value."""
    if isinstance(hierarchy.form, Cuts):
        return [label for level in hierarchy.form.labels or () for label in level]
    if not isinstance(hierarchy.form, Order):
        return []
    frame = hierarchy.form.rule().frame
    several = [column for column in frame.iter_columns() if column.n_unique() > 1]
    return list(dict.fromkeys(label for row in zip(*several, strict=True) for label in row))

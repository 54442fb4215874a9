"""How the values of a column stand to each other: their order, or their tree."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np
import polars as pl

from discret.data.dataset import Dataset
from discret.data.hierarchies.hierarchy import Hierarchy
from discret.data.hierarchies.key_levels import labels_listed
from discret.data.hierarchies.sources import Order
from discret.data.text import as_text, distinct, is_text
from discret.errors import ColumnError, listed
from discret.maths.arrays import Ints
from discret.words import Words, say


def kind_of_order(values: pl.Series, hierarchy: Hierarchy | None) -> str:
    """Say what the order of some values rests on.

    Examples
    --------
    >>> sizes = Hierarchy.from_order(["S", "M", "L"], steps=[2])
    >>> kind_of_order(pl.Series(["L", "S"]), sizes), kind_of_order(pl.Series(["L", "S"]), None)
    ('hierarchy', 'alphabetical')
    """
    if hierarchy is not None and isinstance(hierarchy.form, Order):
        return "hierarchy"
    return "alphabetical" if is_text(values.dtype) and values.dtype != pl.Enum else "values"


def check_ordered(who: str, data: Dataset, columns: Iterable[str]) -> None:
    """Refuse to put labelled categories in an order that nobody stated: codes are no numbers."""
    stated = [n for n, hierarchy in data.hierarchies.items() if isinstance(hierarchy.form, Order)]
    lost = [
        name
        for name in columns
        if name in data.codebook.columns and name not in (*stated, *data.lineage)
    ]
    if lost:
        raise ColumnError(
            say(
                "{who}: the values of {names} are labelled codes, whose order is not stated",
                "{who} : les valeurs de {names} sont des codes libellés, dont l’ordre n’est pas"
                " dit",
                who=who,
                names=listed(lost),
            ),
            hint=Words(
                'give the column a hierarchy with from = "order", or use another distance',
                fr='donner à la colonne une hiérarchie from = "order", ou prendre une autre'
                " distance",
            ),
        )


def natural_order(values: pl.Series, hierarchy: Hierarchy | None) -> Ints:
    """Return the places of sorted values in their natural order: the hierarchy's, if it has one.

    Examples
    --------
    >>> sizes = Hierarchy.from_order(["S", "M", "L"], steps=[2])
    >>> natural_order(pl.Series(["L", "M", "S"]), sizes).tolist()
    [2, 1, 0]
    """
    if hierarchy is None or not isinstance(hierarchy.form, Order):
        return np.arange(len(values))
    hierarchy.levels(values)  # refuses values that it lacks
    places = {text: place for place, text in enumerate(hierarchy.form.order)}
    return np.argsort([places[text] for text in as_text(values)], kind="stable")


def tree(values: pl.Series, hierarchy: Hierarchy) -> tuple[Ints, list[Ints]]:
    """List values so that those of a node are neighbours, and number the nodes above them.

    Labels nest in a hierarchy, so a node is a label; the last height is one node, the root.

    Examples
    --------
    >>> crops = Hierarchy.from_groups({"wheat": ["soft wheat", "durum wheat"]})
    >>> order, nodes = tree(pl.Series(["beet", "durum wheat", "soft wheat"]), crops)
    >>> order.tolist(), [height.tolist() for height in nodes]
    ([0, 1, 2], [[0, 1, 1], [0, 0, 0]])
    """
    whole = hierarchy.with_top()
    known = None if len(distinct(values)) < len(values) else labels_listed(values, whole)
    if known is None:  # computed, or refused for the values that it lacks
        known = [level.to_list() for level in whole.levels(values).iter_columns()]
    heights = known[1:]
    order = sorted(range(len(heights[0])), key=list(zip(*heights[::-1], strict=True)).__getitem__)
    nodes = [np.cumsum(_changes([labels[place] for place in order])) for labels in heights]
    return np.array(order, dtype=np.int64), nodes


def _changes(labels: Sequence[str]) -> Ints:
    """Mark with 1 the labels that differ from the one before; the first does not."""
    return np.array([0, *(one != two for one, two in pairwise(labels))], dtype=np.int64)[
        : len(labels)
    ]

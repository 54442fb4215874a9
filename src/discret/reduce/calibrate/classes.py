"""Which categories of a margin are near each other, and what became of them."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import polars as pl

from discret.data.dataset import Dataset
from discret.data.hierarchies.sources import Order
from discret.data.keytable import coded
from discret.data.text import is_text
from discret.maths.arrays import Floats
from discret.reduce.margins import Design

FAR = np.inf
FEW = 2
Way = Literal["neighbours", "hierarchy"]


def nearness(problem: Design, data: Dataset, way: Way) -> Floats:
    """Return how far apart the totals of each margin are; infinite for those never merged.

    Two combinations are near where they differ in one column alone: there, by one place in the
    order of the values, or by the lowest level of the hierarchy that puts them together. The order
    is that of a hierarchy made from one, of numbers or dates; of other texts it is the alphabet,
    which `regrouped_facts` tells.
    """
    near = np.full((len(problem.totals), len(problem.totals)), FAR)
    at = 0
    for margin, labels in zip(problem.margins, problem.labels, strict=True):
        own = slice(at, at + len(labels))
        if margin.categories:
            near[own, own] = _within(labels, data, way)
        at += len(labels)
    return near


def _within(labels: pl.DataFrame, data: Dataset, way: str) -> Floats:
    steps = [_apart(labels[name], data, way) for name in labels.columns]
    differ = np.stack([step > 0 for step in steps])
    single = differ.sum(axis=0) == 1
    total = np.sum([np.where(d, s, 0.0) for s, d in zip(steps, differ, strict=True)], axis=0)
    return np.asarray(np.where(single, total, FAR))


def _apart(values: pl.Series, data: Dataset, way: str) -> Floats:
    """Return, for each pair of rows, how far apart their values are in one column."""
    order = _declared(values.name, data)
    codes = coded(values) if order is None else coded(pl.Series(order.ranks(values)))
    gap = np.abs(codes[:, None] - codes[None, :]).astype(np.float64)
    if way == "neighbours":
        return np.where(gap > 1, FAR, gap)
    hierarchy = data.hierarchies.get(values.name)
    if hierarchy is None:
        return np.where(gap > 0, FAR, 0.0)
    levels = hierarchy.levels(values.unique(maintain_order=True))
    place = {value: row for row, value in enumerate(levels["0"].to_list())}
    rows = np.array([place[value] for value in values.to_list()])
    found = np.where(gap > 0, FAR, 0.0)
    for level in reversed(range(1, levels.width)):
        label = coded(levels[str(level)])[rows]
        found = np.where((label[:, None] == label[None, :]) & (gap > 0), float(level), found)
    return found


def regrouped_facts(
    before: Design, after: Design, data: Dataset, way: Way | None
) -> list[dict[str, Any]]:
    """Say for each margin how many totals it had and has, where mergers changed it.

    `alphabetical` names the columns whose categories are neighbours in the alphabet alone.
    """
    had, has = (
        np.bincount(design.owner, minlength=len(design.margins)) for design in (before, after)
    )
    found = []
    for i, (margin, labels) in enumerate(zip(before.margins, before.labels, strict=True)):
        if had[i] != has[i]:
            told = {"totals_before": int(had[i]), "totals_after": int(has[i])}
            names = alphabetical(labels, data) if way == "neighbours" else []
            found.append({"margin": margin.text, **told, "alphabetical": names})
    return found


def alphabetical(labels: pl.DataFrame, data: Dataset) -> list[str]:
    """Name the columns of text that nothing puts in order, where there are three values or more.

    Examples
    --------
    >>> from discret.data.hierarchies.hierarchy import Hierarchy
    >>> sizes = {"size": Hierarchy.from_order(["S", "M", "L"], steps=[2])}
    >>> table = pl.DataFrame({"size": ["S", "M", "L"], "dish": ["a", "b", "c"], "n": [1, 2, 3]})
    >>> alphabetical(table, Dataset.of(table, hierarchies=sizes))
    ['dish']
    """
    return [
        label.name
        for label in labels
        if is_text(label.dtype)
        and not isinstance(label.dtype, pl.Enum)
        and label.n_unique() > FEW
        and _declared(label.name, data) is None
    ]


def _declared(column: str, data: Dataset) -> Order | None:
    """Return the order that a hierarchy was made from, if it was."""
    hierarchy = data.hierarchies.get(column)
    form = None if hierarchy is None else hierarchy.form
    return form if isinstance(form, Order) else None

"""Which categories of a margin are near each other, and what became of them."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import polars as pl

from discret.data.dataset import Dataset
from discret.data.keytable import Floats, coded
from discret.data.margins import Design

FAR = np.inf


def nearness(problem: Design, data: Dataset, way: Literal["neighbours", "hierarchy"]) -> Floats:
    """Return how far apart the totals of each margin are; infinite for those never merged.

    Two combinations are near where they differ in one column alone: there, by one place in the
    order of the values, or by the lowest level of the hierarchy that puts them together.
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
    codes = coded(values)
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


def regrouped_facts(before: Design, after: Design) -> list[dict[str, Any]]:
    """Say for each margin how many totals it had and has, where mergers changed it."""
    had, has = (np.bincount(one.owner, minlength=len(one.margins)) for one in (before, after))
    return [
        {"margin": margin.text, "totals_before": int(had[i]), "totals_after": int(has[i])}
        for i, margin in enumerate(before.margins)
        if had[i] != has[i]
    ]

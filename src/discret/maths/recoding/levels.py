"""Kernels over full tables of counts: rows added up, and the level of every row.

What is measured of a row is what the modules of `attributes` measure of sparse ones.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from discret.maths.kernels import inner, kernel


@kernel
def add(table: Any, ids: Any, found: Any) -> Any:
    """Add the rows that have the same number."""
    rows, values = table.shape
    for row in range(rows):
        for value in range(values):
            found[ids[row], value] += table[row, value]


@kernel
def total(table: Any, keep: Any, found: Any) -> Any:
    """Add up the rows that are marked."""
    rows, values = table.shape
    for row in range(rows):
        if keep[row]:
            for value in range(values):
                found[value] += table[row, value]


@kernel
def measure(  # noqa: PLR0912 (a branch for each kind)
    kind: Any, constant: Any, parents: Any, table: Any, keep: Any, totals: Any,
    numbers: Any, scratch: Any, found: Any,
) -> Any:  # fmt: skip
    """Measure every row that is kept by one ruler: see `Ruler`."""
    groups, values = table.shape
    whole, live = np.int64(0), 0
    for value in range(values):
        whole += totals[value]
        live += totals[value] > 0
    for group in range(groups):
        if not keep[group]:
            continue
        row, size, present = table[group], np.int64(0), 0
        for value in range(values):
            size += row[value]
            present += row[value] > 0
        if size == 0:
            found[group] = 0.0
        elif kind == 0:
            found[group] = present
        elif kind == 1:
            found[group] = _entropy(row, size)
        elif kind == 2:  # noqa: PLR2004 (kinds are numbers in kernels)
            found[group] = min(_grassberger(row, size, numbers), np.float64(present))
        elif kind == 3:  # noqa: PLR2004
            found[group] = _recursive(row, constant, scratch[0])
        elif kind == 4:  # noqa: PLR2004
            found[group] = _equal(row, size, totals, whole)
        elif kind == 5:  # noqa: PLR2004
            found[group] = _ordered(row, size, totals, whole, live)
        elif kind == 6:  # noqa: PLR2004
            found[group] = _hierarchical(row, size, totals, whole, parents, scratch)
        elif kind == 7:  # noqa: PLR2004
            found[group] = _gain(row, size, totals, whole)
        elif kind == 8:  # noqa: PLR2004
            found[group] = _bounded_gain(row, size, totals, whole)
        else:
            complete = kind == 9 or present == live  # noqa: PLR2004
            found[group] = _ratio(row, size, totals, whole) if complete else np.inf


@inner
def _entropy(row: Any, size: Any) -> Any:
    bits = 0.0
    for value in range(len(row)):
        if row[value]:
            share = row[value] / size
            bits -= share * np.log(share)
    return np.exp(bits)


@inner
def _grassberger(row: Any, size: Any, numbers: Any) -> Any:
    terms = 0.0
    for value in range(len(row)):
        if row[value]:
            terms += row[value] * (numbers[size] - numbers[row[value]])
    return np.exp(terms / size)


@inner
def _recursive(row: Any, constant: Any, ranked: Any) -> Any:
    """Put the counts in order, the largest first, and count the tails that outweigh it."""
    number = 0
    for value in range(len(row)):
        count, place = np.int64(row[value]), number
        if count:
            while place and ranked[place - 1] < count:
                ranked[place] = ranked[place - 1]
                place -= 1
            ranked[place] = count
            number += 1
    tail, level = np.int64(0), 0
    for place in range(number - 1, -1, -1):
        tail += ranked[place]
        level += ranked[0] * (1 + 1e-12) < constant * tail
    return np.float64(level)


@inner
def _equal(row: Any, size: Any, totals: Any, whole: Any) -> Any:
    work = np.int64(0)
    for value in range(len(row)):
        work += max(row[value] * whole - totals[value] * size, 0)
    return work / size / whole


@inner
def _ordered(row: Any, size: Any, totals: Any, whole: Any, live: Any) -> Any:
    if live < 2:  # noqa: PLR2004 (nothing to move between)
        return 0.0
    work, ahead = 0.0, np.int64(0)
    for value in range(len(row)):
        ahead += row[value] * whole - totals[value] * size
        if totals[value]:
            work += abs(ahead)
    return work / size / whole / (live - 1)


@inner
def _hierarchical(row: Any, size: Any, totals: Any, whole: Any, parents: Any, scratch: Any) -> Any:
    """Move what each node can between its children, the lowest nodes first."""
    heights, values = parents.shape
    extra, gain = scratch[0], scratch[1]
    for value in range(values):
        extra[value] = row[value] * whole - totals[value] * size
    number, cost = values, 0.0
    for height in range(heights):
        node = np.int64(-1)
        for child in range(number):  # those of a node stand side by side
            more = extra[child]
            if parents[height, child] != node:
                node += 1
                extra[node] = gain[node] = 0
            extra[node] += more
            gain[node] += max(more, 0)
        number = node + 1
        for parent in range(number):
            cost += (height + 1) / heights * min(gain[parent], gain[parent] - extra[parent])
    return cost / size / whole


@inner
def _gain(row: Any, size: Any, totals: Any, whole: Any) -> Any:
    top = 0.0
    for value in range(len(row)):
        if row[value]:
            in_table = totals[value] * size
            top = max(top, (row[value] * whole - in_table) / in_table)
    return top


@inner
def _bounded_gain(row: Any, size: Any, totals: Any, whole: Any) -> Any:
    top = 0.0
    for value in range(len(row)):
        if row[value]:
            in_table = totals[value] * size
            gain = max((row[value] * whole - in_table) / in_table, 0.0)
            if gain > -np.log(totals[value] / whole) * (1 + 1e-12):
                return np.inf
            top = max(top, gain)
    return top


@inner
def _ratio(row: Any, size: Any, totals: Any, whole: Any) -> Any:
    top = 0.0
    for value in range(len(row)):
        if row[value]:
            top = max(top, abs(np.log(row[value] * whole / (totals[value] * size))))
    return top

"""Kernels over full tables of counts: rows added up, and the level of every row that is kept.

What is measured of a row is what the modules of `attributes` measure of sparse ones. Each kernel is
compiled when it is first asked for; none is compiled for another's sake.
"""

from __future__ import annotations

import numpy as np

from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.kernels import Number, inner, kernel, kernel_or
from discret.maths.recoding import uncompiled
from discret.maths.recoding.uncompiled import Counts


@kernel_or(uncompiled.add)
def add(table: Counts, ids: Ints, found: Counts) -> None:
    """Add the rows that have the same number."""
    rows, values = table.shape
    for row in range(rows):
        for value in range(values):
            found[ids[row], value] += table[row, value]


@kernel_or(uncompiled.total)
def total(table: Counts, keep: Bools, found: Ints) -> None:
    """Add up the rows that are marked."""
    rows, values = table.shape
    for row in range(rows):
        if keep[row]:
            for value in range(values):
                found[value] += table[row, value]


@inner
def summed(row: Counts) -> Number:
    """Count the records of a row."""
    size = np.int64(0)
    for value in range(len(row)):
        size += row[value]
    return size


@kernel_or(uncompiled.distinct)
def distinct(table: Counts, keep: Bools, found: Floats) -> None:
    """Count the values of every row."""
    for group in range(len(table)):
        if keep[group]:
            for value in range(table.shape[1]):
                found[group] += table[group, value] > 0


@kernel
def entropy(table: Counts, keep: Bools, found: Floats) -> None:
    """Take the exponential of the entropy of every row."""
    for group in range(len(table)):
        size = summed(table[group])
        if keep[group] and size:
            bits = 0.0
            for value in range(table.shape[1]):
                if table[group, value]:
                    share = table[group, value] / size
                    bits -= share * np.log(share)
            found[group] = np.exp(bits)


@kernel
def grassberger(table: Counts, keep: Bools, numbers: Floats, found: Floats) -> None:
    """Take the entropy of every row as Grassberger estimates it; `numbers` has his G."""
    for group in range(len(table)):
        size, present = summed(table[group]), 0.0
        if keep[group] and size:
            terms = 0.0
            for value in range(table.shape[1]):
                count = table[group, value]
                if count:
                    terms += count * (numbers[size] - numbers[count])
                    present += 1
            found[group] = min(np.exp(terms / size), present)


@inner
def rank(row: Counts, ranked: Ints) -> None:
    """Put the counts of a row in order, the largest first."""
    for value in range(len(row)):
        count, place = np.int64(row[value]), value
        while place and ranked[place - 1] < count:
            ranked[place] = ranked[place - 1]
            place -= 1
        ranked[place] = count


@kernel
def recursive(table: Counts, keep: Bools, constant: float, ranked: Ints, found: Floats) -> None:
    """Count, in every row, the tails that outweigh the most frequent value."""
    for group in range(len(table)):
        if keep[group]:
            rank(table[group], ranked)
            tail, level = np.int64(0), 0
            for place in range(len(ranked) - 1, -1, -1):
                tail += ranked[place]
                level += ranked[place] > 0 and ranked[0] * (1 + 1e-12) < constant * tail
            found[group] = level


@kernel
def equal(table: Counts, keep: Bools, totals: Ints, found: Floats) -> None:
    """Sum what every row has above its share."""
    whole = summed(totals)
    for group in range(len(table)):
        size = summed(table[group])
        if keep[group] and size:
            work = np.int64(0)
            for value in range(len(totals)):
                work += max(table[group, value] * whole - totals[value] * size, 0)
            found[group] = work / size / whole


@kernel
def ordered(table: Counts, keep: Bools, totals: Ints, places: Bools, found: Floats) -> None:
    """Move what every row has too much of along the order, over the values that have a place."""
    whole, steps = summed(totals), -1
    for value in range(len(totals)):
        steps += places[value]
    for group in range(len(table)):
        size = summed(table[group])
        if keep[group] and size and steps > 0:
            work, ahead = 0.0, np.int64(0)
            for value in range(len(totals)):
                ahead += table[group, value] * whole - totals[value] * size
                if places[value]:
                    work += abs(ahead)
            found[group] = work / size / whole / steps


@kernel
def hierarchical(
    table: Counts, keep: Bools, totals: Ints, parents: Ints, extra: Ints, gain: Ints, found: Floats
) -> None:
    """Move what each node can between its children, the lowest nodes first."""
    whole = summed(totals)
    heights, values = parents.shape
    for group in range(len(table)):
        size = summed(table[group])
        if keep[group] and size:
            for value in range(values):
                extra[value] = table[group, value] * whole - totals[value] * size
            number, cost = values, 0.0
            for height in range(heights):
                node = -1
                for child in range(number):  # those of a node stand side by side
                    more = extra[child]
                    if parents[height, child] != node:
                        node += 1
                        extra[node] = gain[node] = 0
                    extra[node] += more
                    gain[node] += max(more, 0)
                number = node + 1
                for parent in range(number):
                    moved = min(gain[parent], gain[parent] - extra[parent])
                    cost += (height + 1) / heights * moved
            found[group] = cost / size / whole


@kernel
def gains(table: Counts, keep: Bools, totals: Ints, bounded: bool, found: Floats) -> None:
    """Find the largest gain of every row; infinite past −ln p, where that bounds it."""
    whole = summed(totals)
    for group in range(len(table)):
        size = summed(table[group])
        if keep[group]:
            for value in range(len(totals)):
                if table[group, value]:
                    own, gain = totals[value] * size, np.inf
                    if own:
                        gain = max((table[group, value] * whole - own) / own, 0.0)
                    if own and bounded and gain > -np.log(totals[value] / whole) * (1 + 1e-12):
                        gain = np.inf
                    found[group] = max(found[group], gain)


@kernel
def ratios(table: Counts, keep: Bools, totals: Ints, complete: bool, found: Floats) -> None:
    """Find the largest logarithm of every row; infinite where it lacks a value that counts."""
    whole, live = summed(totals), 0
    for value in range(len(totals)):
        live += totals[value] > 0
    for group in range(len(table)):
        size, present = summed(table[group]), 0
        if keep[group] and size:
            largest, smallest = 1.0, 1.0
            for value in range(len(totals)):
                if table[group, value]:
                    own, ratio = totals[value] * size, np.inf
                    if own:
                        ratio = table[group, value] * whole / own
                    present += own > 0
                    largest, smallest = max(largest, ratio), min(smallest, ratio)
            found[group] = max(np.log(largest), -np.log(smallest))
            if complete and present < live:
                found[group] = np.inf

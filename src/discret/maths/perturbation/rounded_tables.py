"""Tables rounded without bias: entries go up or down, and so does each total, by chance."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.kernels import NONE, Number, inner, kernel


class _Graph(NamedTuple):
    """Entries between 0 and the base as edges from rows to columns, and where a walk has been."""

    ends: Ints  # entry × 2: its row and its column, numbered on
    rest: Ints  # of each entry
    begin: Ints  # where the entries of each row or column begin in `entry`
    left: Ints  # how many of these are still open
    entry: Ints
    place: Ints  # entry × 2: where it stands among those of its row, of its column
    walked: Ints  # rows and columns of the walk, in turn
    by: Ints  # the entry by which each was reached
    on: Ints  # where a row or column is on the walk, −1 if it is not


def rounded_table(rest: Ints, base: int, sides: Ints, rng: np.random.Generator) -> Bools:
    """Return which entries of a table go up: rows, columns and the whole go to a multiple beside.

    Parameters
    ----------
    rest
        Of each entry, what it is above the multiple below it.
    base
        The base.
    sides
        Entries × 2: the row and the column of each.

    Notes
    -----
    Cox (1987): a row and a column are added that make all totals multiples. Along a way that comes
    back to where it began, in turn over rows and columns, entries are raised and lowered by the
    same, one way or the other, as far as one of them is 0 or the base; which way is drawn so that
    each is kept on average. Totals do not change on the way: each entry ends up or down, with the
    chance rest / base to go up.

    Examples
    --------
    >>> sides = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
    >>> up = rounded_table(np.array([5, 5, 5, 5]), 10, sides, np.random.default_rng(1))
    >>> int(up[:2].sum()), int(up[2:].sum()), int(up[[0, 2]].sum())
    (1, 1, 1)
    """
    rows = int(sides[:, 0].max(initial=-1)) + 1
    ends, whole = _extended(rest, base, sides, rows)
    open_ = np.flatnonzero(whole)
    graph = _graph(ends[open_], whole[open_])
    _walk(graph, np.int64(base), rng.random(len(open_) + 1))
    whole[open_] = graph.rest
    return np.asarray(whole[: len(rest)] == base)


def _extended(rest: Ints, base: int, sides: Ints, rows: int) -> tuple[Ints, Ints]:
    """Add the row and the column that make totals multiples of the base."""
    columns = int(sides[:, 1].max(initial=-1)) + 1
    across, down = np.zeros(rows, dtype=np.int64), np.zeros(columns, dtype=np.int64)
    np.add.at(across, sides[:, 0], rest)
    np.add.at(down, sides[:, 1], rest)
    corner = np.array([int(across.sum()) % base])
    more = np.concatenate([rest, -across % base, -down % base, corner])
    one = np.concatenate([sides[:, 0], np.arange(rows), np.full(columns + 1, rows)])
    two = np.concatenate([sides[:, 1], np.full(rows, columns), np.arange(columns), [columns]])
    return np.stack([one, two + rows + 1], axis=1).astype(np.int64), more.astype(np.int64)


def _graph(ends: Ints, rest: Ints) -> _Graph:
    size = int(ends.max(initial=-1)) + 1
    flat = ends.T.ravel()
    order = np.argsort(flat, kind="stable")
    left = np.bincount(flat, minlength=size).astype(np.int64)
    place = np.empty(len(flat), dtype=np.int64)
    place[order] = np.arange(len(flat))
    nowhere = np.full(size, -1, dtype=np.int64)
    return _Graph(
        ends, rest.copy(), np.cumsum(left) - left, left, order % max(len(ends), 1),
        np.ascontiguousarray(place.reshape(2, -1).T), nowhere.copy(), nowhere.copy(), nowhere,
    )  # fmt: skip


@kernel
def _walk(graph: _Graph, base: Number, draws: Floats) -> None:
    used, steps, begin = NONE, NONE, NONE
    while begin < len(graph.left):
        if steps == 0:
            if graph.left[begin] == 0:
                begin += 1
                continue
            graph.walked[0], graph.by[0], graph.on[begin] = begin, -1, 0
            steps += 1
        here = graph.walked[steps - 1]
        if graph.left[here] == 0:  # the way back to the beginning decided all of it
            graph.on[here] = -1
            steps -= 1
            continue
        entry = _another(graph, here, graph.by[steps - 1])
        there = graph.ends[entry, 0] + graph.ends[entry, 1] - here
        if graph.on[there] < 0:
            graph.walked[steps], graph.by[steps], graph.on[there] = there, entry, steps
            steps += 1
            continue
        _turn(graph, base, graph.on[there], steps, entry, draws[used])
        used += 1
        while steps > graph.on[there] + 1:
            steps -= 1
            graph.on[graph.walked[steps]] = -1


@inner
def _another(graph: _Graph, here: Number, by: Number) -> Number:
    """Return an open entry of a row or column that is not the one it was reached by."""
    first: Number = graph.entry[graph.begin[here]]
    second: Number = graph.entry[graph.begin[here] + 1]
    return second if first == by else first


@inner
def _turn(
    graph: _Graph, base: Number, first: Number, steps: Number, last: Number, draw: float
) -> None:
    """Move the entries of a way that comes back to its beginning; close those that are decided."""
    ahead, back = base, base
    for step in range(first + 1, steps + 1):
        rest = graph.rest[_entry(graph, step, steps, last)]
        rises = (step - first) % 2 == 1
        ahead = min(ahead, base - rest if rises else rest)
        back = min(back, rest if rises else base - rest)
    far = ahead if draw < back / (ahead + back) else -back
    for step in range(first + 1, steps + 1):
        entry = _entry(graph, step, steps, last)
        graph.rest[entry] += far if (step - first) % 2 == 1 else -far
        if graph.rest[entry] in (0, base):
            _close(graph, entry, NONE)
            _close(graph, entry, NONE + 1)


@inner
def _entry(graph: _Graph, step: Number, steps: Number, last: Number) -> Number:
    by: Number = graph.by[step if step < steps else NONE]
    return last if step == steps else by


@inner
def _close(graph: _Graph, entry: Number, side: Number) -> None:
    """Take an entry from those of its row or column that are open: the last takes its place."""
    end = graph.ends[entry, side]
    graph.left[end] -= 1
    last = graph.begin[end] + graph.left[end]
    moved, place = graph.entry[last], graph.place[entry, side]
    graph.entry[place], graph.entry[last] = moved, entry
    graph.place[moved, side], graph.place[entry, side] = place, last

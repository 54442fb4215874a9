"""A walk over the subsets of the columns, on the table of groups rather than on the records.

A file is summarised by its groups: a matrix of integer codes, one row for each combination of
values, one column for each column, −1 where the value is missing, and the number of records of
each. A combination with a missing value does not exist: whoever wants missing to be a value gives
it a code of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from discret.maths.arrays import Bools, Codes, Floats, Ints
from discret.maths.identity.subsets import Subset


def walk(
    codes: Codes, count: Codes, size: int, people: tuple[Ints, Ints] | None = None
) -> Iterator[Subset]:
    """Count every subset of at most `size` columns; a subset comes after those it contains.

    Parameters
    ----------
    codes
        The groups × columns, −1 for missing.
    count
        Number of records of each group.
    size
        Largest number of columns.
    people
        The lowest and the highest number of a person of each group (lowest above highest where
        nobody is known); by default every record is a person of its own.

    Notes
    -----
    The walk goes down from a subset by adding one column, so that combinations are split, not
    sorted anew. A combination that holds one group of the full table can be split no further: it
    is settled for all that contains the subset, and walks no more. What is left shrinks with every
    column; the widest columns come first, because they settle most. The cost depends on the number
    of groups, never on the number of records.

    Examples
    --------
    >>> codes, count = np.array([[0, 0], [0, 1], [1, 1]]), np.array([1, 1, 2])
    >>> [(one.columns, one.groups, one.alone, one.found.tolist()) for one in walk(codes, count, 2)]
    [((1,), 2, 1, [0]), ((0,), 2, 0, []), ((0, 1), 3, 2, [0, 1])]
    """
    table = _Table.of(codes, count, people)
    start = _State.start(len(codes))
    stack = [(start, column) for column in range(len(table.codes))]
    while stack:  # the last column comes first: subsets come in the order of their bits
        state, column = stack.pop()
        split = _Split.of(table, state, column)
        yield split.subset(table, state)
        if len(split.columns) < size and column + 1 < len(table.codes):
            below = split.state(table, state)
            stack += [(below, more) for more in range(column + 1, len(table.codes))]


@dataclass(frozen=True)
class _Table:
    """The groups, column by column, the widest first; `order` has the columns' own numbers."""

    order: Ints
    codes: list[Ints]
    widths: list[int]
    count: Floats
    complete: Bools | None
    people: tuple[Ints, Ints] | None

    @classmethod
    def of(cls, codes: Codes, count: Codes, people: tuple[Ints, Ints] | None) -> _Table:
        widths = codes.max(axis=0, initial=-1) + 1
        order = np.argsort(-widths, kind="stable")
        whole: Bools = np.all(codes >= 0, axis=1)
        return cls(
            order,
            [np.ascontiguousarray(codes[:, place], dtype=np.int64) for place in order],
            [int(width) for width in widths[order]],
            count.astype(np.float64),
            None if whole.all() else whole,
            people,
        )


@dataclass(frozen=True)
class _State:
    """What is left to split below a subset: groups, and the combination that each carries.

    `settled` sums up what is left no more: records, combinations, combinations alone, squares.
    """

    columns: tuple[int, ...]
    places: Ints
    ids: Ints
    width: int
    settled: Ints

    @classmethod
    def start(cls, groups: int) -> _State:
        nothing = np.zeros(groups, dtype=np.int64)
        return cls((), np.arange(groups), nothing, 1, np.zeros(4, dtype=np.int64))


@dataclass(frozen=True)
class _Split:
    """The combinations of a state, split by one more column.

    For each group left, its place and its combination (`ids`); for each combination, the number of
    groups and of records that it holds, and whether one person alone carries it.
    """

    columns: tuple[int, ...]
    places: Ints
    ids: Ints
    members: Ints
    total: Floats
    alone: Bools

    @classmethod
    def of(cls, table: _Table, state: _State, column: int) -> _Split:
        places, ids = state.places, state.ids
        code = table.codes[column][places]
        if table.complete is not None:
            known = code >= 0
            places, ids, code = places[known], ids[known], code[known]
        width = table.widths[column]
        ids, size = _compact(ids * width + code, state.width * width)
        members = np.bincount(ids, minlength=size)
        total: Any = np.bincount(ids, table.count[places], minlength=size)
        alone = total == 1 if table.people is None else _one_person(table.people, places, ids, size)
        columns = (*state.columns, column)
        return cls(columns, places, ids, members, total, alone)

    def subset(self, table: _Table, state: _State) -> Subset:
        here = _summed(self.total, self.members > 0, self.alone)
        found = self.places[self.alone[self.ids]]
        columns = sorted(int(table.order[column]) for column in self.columns)
        records, groups, alone, squares = (state.settled + here).tolist()
        return Subset(tuple(columns), records, groups, alone, squares, found)

    def state(self, table: _Table, state: _State) -> _State:
        """Settle the combinations that hold one group, and number those that are left."""
        done = self.members[self.ids] == 1
        if table.complete is not None:  # a group with missing values leaves further subsets
            done &= table.complete[self.places]
        count = table.count[self.places[done]]
        gone = _summed(count, count > 0, self.alone[self.ids[done]])
        left = ~done
        ids = self.ids[left]
        kept = np.zeros(len(self.members), dtype=np.int64)
        kept[ids] = 1
        numbers = np.cumsum(kept) - 1
        return _State(
            self.columns,
            self.places[left],
            numbers[ids],
            int(kept.sum()),
            state.settled + gone,
        )


def _summed(count: Floats, used: Bools, alone: Bools) -> Ints:
    """Return records, combinations, combinations alone and squares, as a state sums them up."""
    whole = count.astype(np.int64)  # squares of large counts are not exact in floating point
    return np.array([whole.sum(), used.sum(), alone.sum(), whole @ whole])


SPARSE, SMALL = 4, 16_384


def _compact(ids: Ints, size: int) -> tuple[Ints, int]:
    """Give new numbers to the combinations where most numbers are not used: tables stay small."""
    if size <= max(SPARSE * len(ids), SMALL):
        return ids, size
    distinct, ids = np.unique(ids, return_inverse=True)
    return ids, len(distinct)


def _one_person(people: tuple[Ints, Ints], places: Ints, ids: Ints, size: int) -> Bools:
    """Mark the combinations all of whose records are of one person, or of nobody known."""
    low = np.full(size, np.iinfo(np.int64).max)
    high = np.full(size, np.iinfo(np.int64).min)
    np.minimum.at(low, ids, people[0][places])
    np.maximum.at(high, ids, people[1][places])
    used = np.zeros(size, dtype=np.bool_)
    used[ids] = True
    return used & (high <= low)

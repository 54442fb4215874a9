"""Who may be whom: the people of a register whose values a released record may stand for.

Records and people are rows of codes, one column for each thing that both tell; −1 is a value that
is not told, which goes with anything. What a label may stand for is given column by column, as
pairs of a value and a label: labels of several levels may stand side by side, and overlap.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from discret.maths.arrays import Codes, Ints

BLOCK = 4_000_000  # pairs that are looked at in one go


@dataclass(frozen=True)
class Meaning:
    """What the labels of a column may stand for.

    Parameters
    ----------
    values, labels
        How many different ones there are.
    value, label
        The pairs of a value and a label that may stand for it, in the order of the values.

    Examples
    --------
    Ages of 32, 35 and 20, shown as thirties and twenties: the first two are one to the release.

    >>> ages = Meaning.of(3, 2, np.array([0, 1, 2]), np.array([1, 1, 0]))
    >>> kind, merged = ages.merged()
    >>> kind.tolist(), merged.value.tolist(), merged.label.tolist()
    ([1, 1, 0], [0, 1], [0, 1])
    """

    values: int
    labels: int
    value: Ints = field(repr=False)
    label: Ints = field(repr=False)

    @classmethod
    def of(cls, values: int, labels: int, value: Ints, label: Ints) -> Meaning:
        """Put pairs in their order, each once."""
        pairs = np.unique(value.astype(np.int64) * max(labels, 1) + label)
        return cls(values, labels, pairs // max(labels, 1), pairs % max(labels, 1))

    def merged(self) -> tuple[Ints, Meaning]:
        """Make one of the values that no label tells apart: the kind of each, and what it means."""
        degree = np.bincount(self.value, minlength=self.values)
        ends = np.cumsum(degree)
        kind, many = np.zeros(self.values, dtype=np.int64), 0
        value: list[Ints] = []
        label: list[Ints] = []
        for size in np.unique(degree).tolist():
            own = np.flatnonzero(degree == size)
            rows = self.label[(ends[own] - size)[:, None] + np.arange(size)]
            distinct, of = np.unique(rows, axis=0, return_inverse=True)
            kind[own] = of.ravel() + many
            value.append(np.repeat(np.arange(len(distinct)) + many, size))
            label.append(distinct.ravel())
            many += len(distinct)
        pairs = (np.concatenate([np.zeros(0, dtype=np.int64), *own]) for own in (value, label))
        return kind, Meaning(many, self.labels, *pairs)

    def with_unknown(self, values: Codes, labels: Codes) -> Meaning:
        """Let what is not told go with anything: codes are one higher, and 0 is unknown.

        Only what occurs in a column is paired with all.
        """
        every, shown = np.arange(self.values + 1), np.arange(self.labels + 1)
        pairs = [(self.value + 1, self.label + 1)]
        if (labels < 0).any():
            pairs.append((every, np.zeros_like(every)))
        if (values < 0).any():
            pairs.append((np.zeros_like(shown), shown))
        value, label = (np.concatenate([pair[side] for pair in pairs]) for side in (0, 1))
        return Meaning.of(self.values + 1, self.labels + 1, value, label)

    @property
    def share(self) -> float:
        """The share of all pairs that go together: the less, the more a column tells apart."""
        return len(self.value) / max(self.values * self.labels, 1)

    def turned(self) -> Meaning:
        """Return the same with values and labels in each other's place."""
        return Meaning.of(self.labels, self.values, self.label, self.value)


def candidates(
    records: Codes, people: Codes, meanings: Sequence[Meaning], block: int = BLOCK
) -> Iterator[tuple[Ints, Ints]]:
    """Yield the pairs of a record and a person that may be the same, some at a time.

    Both are walked column after column, as trees of what they have in common: records that share
    their first labels, and people who share their first values, are compared once.

    Parameters
    ----------
    records, people
        Distinct rows of codes, −1 for what is not told.
    meanings
        For each column, which labels may stand for which values.
    block
        How many pairs are looked at in one go, about.

    Examples
    --------
    A record of the thirties, one of the twenties and a blank one; people of 32, 35 and 20.

    >>> ages = Meaning.of(3, 2, np.array([0, 1, 2]), np.array([1, 1, 0]))
    >>> records, people = np.array([[1], [0], [-1]]), np.array([[0], [1], [2]])
    >>> pairs = [np.stack(pair) for pair in candidates(records, people, [ages])]
    >>> sorted(map(tuple, np.concatenate(pairs, axis=1).T.tolist()))
    [(0, 0), (0, 1), (1, 2), (2, 0), (2, 1), (2, 2)]
    """
    if not len(records) or not len(people):
        return
    columns = range(records.shape[1])
    known = [meanings[n].with_unknown(people[:, n], records[:, n]) for n in columns]
    order = sorted(columns, key=lambda n: known[n].share)
    one, other = (_Tree.of(rows[:, order].astype(np.int64) + 1) for rows in (records, people))
    walk = _Walk(one, other, tuple(known[n] for n in order), block)
    start = np.zeros(1, dtype=np.int64)
    for left, right in walk.below(0, start, start):
        yield one.leaves[left], other.leaves[right]


@dataclass(frozen=True)
class _Tree:
    """Rows of codes as a tree: one level of nodes for each column, children side by side.

    Parameters
    ----------
    parent, code
        For each level, the parent of each node and the code that it adds.
    leaves
        The row that each node of the last level is.
    """

    parent: tuple[Ints, ...]
    code: tuple[Ints, ...]
    leaves: Ints

    @classmethod
    def of(cls, rows: Ints) -> _Tree:
        order = np.lexsort(rows.T[::-1])
        rows = rows[order]
        above = np.zeros(len(rows), dtype=np.int64)
        changes = np.zeros(len(rows), dtype=np.bool_)
        changes[0] = True
        parent, code = [], []
        for column in rows.T:
            changes[1:] |= column[1:] != column[:-1]
            first = np.flatnonzero(changes)
            parent.append(above[first])
            code.append(column[first])
            above = np.cumsum(changes) - 1
        return cls(tuple(parent), tuple(code), order[np.flatnonzero(changes)])


@dataclass(frozen=True)
class _Step:
    """The children of the nodes of a level, each with all codes of the other side that go with it.

    Parameters
    ----------
    start, number
        Where the children of each node begin, and how many pairs of a child and a code there are.
    child, code
        These pairs.
    """

    start: Ints
    number: Ints
    child: Ints
    code: Ints

    @classmethod
    def of(cls, parent: Ints, code: Ints, meaning: Meaning) -> _Step:
        degree = np.bincount(meaning.value, minlength=meaning.values)
        many = degree[code]
        child = np.repeat(np.arange(len(code)), many)
        begins = np.cumsum(degree) - degree
        place = np.repeat(begins[code] - (np.cumsum(many) - many), many) + np.arange(len(child))
        number = np.bincount(parent, weights=many).astype(np.int64)
        return cls(np.cumsum(number) - number, number, child, meaning.label[place])


@dataclass(frozen=True)
class _Walk:
    """Goes down two trees at once, and keeps the pairs of nodes that go together."""

    one: _Tree
    other: _Tree
    meanings: tuple[Meaning, ...]
    block: int

    def below(self, level: int, left: Ints, right: Ints) -> Iterator[tuple[Ints, Ints]]:
        """Yield the pairs of leaves below some pairs of nodes."""
        if level == len(self.meanings):
            yield left, right
            return
        for own, others in self._children(level, left, right):
            if len(own):
                yield from self.below(level + 1, own, others)

    def _children(self, level: int, left: Ints, right: Ints) -> Iterator[tuple[Ints, Ints]]:
        """Yield the children of pairs that go together, looked up from the side of less work."""
        meaning = self.meanings[level]
        sides = (self.one.parent[level], self.one.code[level])
        others = (self.other.parent[level], self.other.code[level])
        up = _Step.of(*others, meaning)
        down = _Step.of(*sides, meaning.turned())
        if up.number[right].sum() <= down.number[left].sum():
            for child, found in _met(up, right, left, *sides, meaning.labels, self.block):
                yield found, child
        else:
            yield from _met(down, left, right, *others, meaning.values, self.block)


def _met(
    step: _Step, nodes: Ints, others: Ints, parent: Ints, code: Ints, size: int, block: int
) -> Iterator[tuple[Ints, Ints]]:
    """Yield the children of `nodes` that meet a child of the node beside them in `others`."""
    known = parent * size + code  # in order, as children stand side by side
    work = np.cumsum(step.number[nodes])
    blocks = np.unique(work // block, return_index=True)[1]
    for begin, end in zip(blocks, [*blocks[1:], len(nodes)], strict=True):
        many = step.number[nodes[begin:end]]
        pair = np.repeat(np.arange(begin, end), many)
        ramp = np.arange(len(pair)) - np.repeat(np.cumsum(many) - many, many)
        entry = step.start[nodes[pair]] + ramp
        wanted = others[pair] * size + step.code[entry]
        place = np.minimum(np.searchsorted(known, wanted), len(known) - 1)
        hit = known[place] == wanted
        yield step.child[entry[hit]], place[hit]

"""People and those behind records, by all that is told of each: kinds of owners, and their pairs.

Somebody of a register may have several rows, and somebody in a file several records. Owners who
have the same items are of one kind: they are counted, not compared one by one.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from discret.maths.arrays import Ints
from discret.maths.identity.candidates import Meaning


@dataclass(frozen=True)
class Owners:
    """Owners of items, by kind.

    Parameters
    ----------
    members
        The items of each kind.
    number
        How many owners are of each kind.
    kind
        The kind of each owner.

    Examples
    --------
    >>> two = Owners.of(np.array([0, 0, 1, 2, 2]), np.array([4, 5, 4, 5, 4]), 6)
    >>> two.number.tolist(), two.kind.tolist(), two.single
    ([1, 2], [1, 0, 1], False)
    """

    members: Meaning = field(repr=False)
    number: Ints = field(repr=False)
    kind: Ints = field(repr=False)

    @classmethod
    def of(cls, owner: Ints, item: Ints, items: int) -> Owners:
        """Tell the owners of items apart by what they have."""
        owners = int(owner.max(initial=-1)) + 1
        kind, members = Meaning.of(owners, items, owner, item).merged()
        return cls(members, np.bincount(kind, minlength=members.values), kind)

    @classmethod
    def each(cls, count: Ints) -> Owners:
        """Return owners of one item each, so many of each item."""
        every = np.arange(len(count))
        return cls(Meaning(len(count), len(count), every, every), count, every)

    def and_each(self, count: Ints) -> Owners:
        """Return these owners, and so many more who have one of the items each."""
        items = np.flatnonzero(count)
        kinds, more = self.members.values, np.arange(len(items))
        members = Meaning(
            kinds + len(items),
            self.members.labels,
            np.append(self.members.value, kinds + more),
            np.append(self.members.label, items),
        )
        return Owners(members, np.append(self.number, count[items]), self.kind)

    @property
    def size(self) -> Ints:
        """How many items each kind has."""
        return np.bincount(self.members.value, minlength=self.members.values)

    @property
    def single(self) -> bool:
        """Whether every kind has one item, its own number."""
        every = np.arange(self.members.labels)
        same = self.members.values == self.members.labels
        pairs = (self.members.value, self.members.label)
        return same and all(np.array_equal(own, every) for own in pairs)


def paired(files: Owners, people: Owners, group: Ints, row: Ints) -> tuple[Ints, Ints]:
    """Return which kinds may be the same, from the pairs of a group of records and a row.

    Somebody may own a record where one of their rows fits it; and may be somebody in the file where
    that is so of all records that these have.

    Examples
    --------
    Somebody in the file has records of groups 0 and 1, somebody else of group 0 alone. Ann's row
    fits group 0; of Bea's two rows one fits group 0, one group 1.

    >>> files = Owners.of(np.array([0, 0, 1]), np.array([0, 1, 0]), 2)
    >>> people = Owners.of(np.array([0, 1, 1]), np.array([0, 1, 2]), 3)
    >>> [own.tolist() for own in paired(files, people, np.array([0, 0, 1]), np.array([0, 1, 2]))]
    [[0, 0, 1], [0, 1, 1]]
    """
    if not people.single:
        place, kind = _through(row, people.members)
        group, row = _once(group[place], kind, people.members.values)[:2]
    if files.single:
        return group, row
    place, kind = _through(group, files.members)
    kind, row, many = _once(kind, row[place], people.members.values)
    whole = many == files.size[kind]
    return kind[whole], row[whole]


def _through(item: Ints, members: Meaning) -> tuple[Ints, Ints]:
    """Return, for each place of `item`, all kinds that have this item: places, and kinds."""
    turned = members.turned()
    degree = np.bincount(turned.value, minlength=turned.values)
    many = degree[item]
    place = np.repeat(np.arange(len(item)), many)
    ramp = np.arange(len(place)) - np.repeat(np.cumsum(many) - many, many)
    return place, turned.label[(np.cumsum(degree) - degree)[item][place] + ramp]


def _once(one: Ints, other: Ints, others: int) -> tuple[Ints, Ints, Ints]:
    """Return pairs, each once, and how often it came."""
    pairs, many = np.unique(one * max(others, 1) + other, return_counts=True)
    return pairs // max(others, 1), pairs % max(others, 1), many

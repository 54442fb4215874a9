"""Some of the columns of a table of groups: what is counted over them, how many such subsets."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import comb

from discret.maths.arrays import Ints


@dataclass(frozen=True)
class Subset:
    """What was counted over some of the columns.

    Parameters
    ----------
    columns
        The columns, by number.
    records
        Number of records that have a value in all of them.
    groups
        Number of combinations of values.
    alone
        Number of combinations that one person alone carries.
    squares
        Sum of the squared numbers of records of the combinations.
    found
        The groups of the full table that are alone here, those left out that were settled on the
        way (see `walk`): each is told of on every smallest set of columns on which it is alone.
    """

    columns: tuple[int, ...]
    records: int
    groups: int
    alone: int
    squares: int
    found: Ints

    @property
    def distinction(self) -> float | None:
        """Combinations over records, ``None`` where there is no record (Motwani & Xu 2007)."""
        return self.groups / self.records if self.records else None

    @property
    def separation(self) -> float | None:
        """Share of the pairs of records told apart, ``None`` where there is no pair."""
        pairs = self.records * (self.records - 1)
        return (self.records**2 - self.squares) / pairs if pairs else None


def number_of_subsets(columns: int, size: int) -> int:
    """Count the subsets of 1 to `size` of some columns.

    Examples
    --------
    >>> number_of_subsets(9, 9), number_of_subsets(25, 2)
    (511, 325)
    """
    return sum(comb(columns, number) for number in range(1, min(size, columns) + 1))


def largest_size(columns: int, most: int) -> int:
    """Return the largest size for which there are at most `most` subsets.

    Examples
    --------
    >>> largest_size(25, 1000), largest_size(9, 1000)
    (2, 9)
    """
    sizes = range(1, columns + 1)
    return max((size for size in sizes if number_of_subsets(columns, size) <= most), default=0)


def walk_seconds(groups: int, columns: int, size: int) -> float:
    """Estimate how long a walk over the subsets of a table of groups takes.

    Examples
    --------
    >>> walk_seconds(4_000, 89, 2) < 1 < 100 < walk_seconds(1_000_000, 40, 3)
    True
    """
    return number_of_subsets(columns, size) * (2e-5 + 2e-8 * groups)


def minimal(subsets: Iterable[tuple[tuple[int, ...], bool]]) -> list[tuple[int, ...]]:
    """Return the marked subsets that contain no other marked one, the smallest first.

    Where combinations with missing values do not exist, a subset that contains a marked one need
    not be marked: what was found below is handed on.

    Examples
    --------
    >>> minimal([((0,), False), ((1,), True), ((2,), False), ((0, 1), True), ((0, 2), True)])
    [(1,), (0, 2)]
    """
    covered: set[tuple[int, ...]] = set()
    found = []
    for columns, marked in sorted(subsets, key=lambda subset: (len(subset[0]), subset[0])):
        below = any(
            columns[:place] + columns[place + 1 :] in covered for place in range(len(columns))
        )
        if marked and not below:
            found.append(columns)
        if marked or below:
            covered.add(columns)
    return found

"""The full keys that records with blanks may have had, and how many records each can still take."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from discret.maths.arrays import Bools, Codes, Floats, Ints
from discret.maths.matching import group_ids
from discret.maths.unpicking.knowledge import Knowledge


@dataclass(frozen=True)
class Candidates:
    """Groups of records with blanks, and the full keys (cells) that each may have had.

    Parameters
    ----------
    supply
        Number of records of each group with blanks.
    blank
        Groups × columns: what is blank.
    widths
        Number of categories of each column.
    listed
        Whether all the cells of the group are among the pairs, or only some of them.
    group, cell
        The pairs: a group, and a cell that agrees with what the group still shows.
    codes
        Pairs × columns: the full key.
    room
        For each cell, the number of records with blanks that it can have lost: above zero.
    """

    supply: Ints
    blank: Bools
    widths: Ints
    listed: Bools
    group: Ints
    cell: Ints
    codes: Codes
    room: Ints

    @property
    def exact(self) -> bool:
        """Whether all pairs are there."""
        return bool(self.listed.all())

    def only_listed(self) -> Candidates:
        """Return the groups whose cells are all here; the others hold no record any more."""
        keep = self.listed[self.group]
        return Candidates(
            supply=np.where(self.listed, self.supply, 0),
            blank=self.blank,
            widths=self.widths,
            listed=self.listed,
            group=self.group[keep],
            cell=self.cell[keep],
            codes=self.codes[keep],
            room=self.room,
        )

    def values_left(self, possible: Bools) -> Ints:
        """Count, for each group and column, the values of the pairs that are `possible`.

        0 where nothing is blank.
        """
        left = np.zeros(self.blank.shape, dtype=np.int64)
        group, codes = self.group[possible], self.codes[possible]
        for place in range(self.blank.shape[1]):
            here = self.blank[group, place]
            values = codes[here, place].astype(np.int64)
            width = int(values.max(initial=0)) + 1
            met = np.unique(group[here] * width + values) // width
            left[:, place] = np.bincount(met, minlength=len(left))
        return left


def list_candidates(codes: Codes, count: Ints, known: Knowledge, limit: int) -> Candidates:
    """List the full keys that the groups with blanks may have had.

    Where a record is blanked only if fewer than k records carried its full key, a cell that
    :math:`n_c` complete records carry has lost at most :math:`k - 1 - n_c` records to blanks, and
    none where that is not above zero. Where equal records were blanked alike, it has lost none as
    soon as :math:`n_c > 0`.

    Parameters
    ----------
    codes
        Groups × columns, −1 for blank.
    count
        Number of records of each group.
    known
        What is known of the blanks.
    limit
        Number of pairs to list. Where there are more, the groups with the most cells get some of
        theirs only, spread evenly over the categories.

    Examples
    --------
    Figure 2.2 of Bergeat (2015), as (sexe, âge): a woman and two men have no age.

    >>> codes = np.array([[0, 0], [0, 2], [0, -1], [1, 1], [1, -1]])
    >>> found = list_candidates(codes, np.array([2, 2, 1, 2, 2]), Knowledge(k=2), limit=100)
    >>> found.supply.tolist(), found.group.tolist(), found.codes.tolist(), found.room.tolist()
    ([1, 2], [0, 1, 1], [[0, 1], [1, 0], [1, 2]], [1, 1, 1])
    """
    open_ = (codes < 0).any(axis=1)
    present = known.domains(codes)
    top = max(int(values.max(initial=0)) for values in (codes, *present))
    rows = _short(codes[open_], top)
    blank = rows < 0
    widths = np.array([len(values) for values in present], dtype=np.int64)
    supply = count[open_].astype(np.int64)
    with np.errstate(over="ignore"):  # too many to count are too many to list
        number = np.where(blank, widths, 1.0).prod(axis=1)
    listed, each = _shared_out(number, supply, limit)
    group, full = _all_pairs(rows, blank, present, listed, each)
    people = None if known.people is None else known.people[~open_]
    cell, free = known.rooms(codes[~open_], count[~open_], people, full)
    room = np.minimum(free, supply.sum()).astype(np.int64)
    keep = (room[cell] > 0) & ~known.forbids(full)
    if not listed.all():
        keep &= _first_of_each(group * len(room) + cell)
    used = np.zeros(len(room), dtype=np.bool_)
    used[cell[keep]] = True
    return Candidates(
        supply=supply,
        blank=blank,
        widths=widths,
        listed=listed,
        group=group[keep],
        cell=(np.cumsum(used) - 1)[cell[keep]],
        codes=full[keep],
        room=room[used],
    )


SHORT = 2**15
ENOUGH = 10_000  # a record with so many full keys to choose from is open in every respect


def _short(codes: Codes, top: int) -> Codes:
    """Hold codes in few bytes: there are many pairs."""
    return codes.astype(np.int16) if top < SHORT else codes.astype(np.int32)


def _shared_out(number: Floats, supply: Ints, limit: int) -> tuple[Bools, int]:
    """Say which groups can be listed whole, and how many cells each of the others gets."""
    if number.sum() <= limit:
        return np.ones(len(number), dtype=np.bool_), 0
    order = np.argsort(number, kind="stable")
    listed = np.zeros(len(number), dtype=np.bool_)
    listed[order] = np.cumsum(number[order]) <= limit / 2
    left = limit - int(number[listed].sum())
    enough = max(ENOUGH, 4 * int(supply[~listed].max()))
    return listed, max(min(left // int((~listed).sum()), enough), 1)


def _all_pairs(
    rows: Codes, blank: Bools, present: list[Codes], listed: Bools, each: int
) -> tuple[Ints, Codes]:
    """Fill the blanks of every group, pattern of blanks by pattern."""
    kinds, size = group_ids(np.column_stack([blank, listed]).astype(np.int64))
    groups, filled = [np.empty(0, dtype=np.int64)], [rows[:0]]
    for kind in range(size):
        members = np.flatnonzero(kinds == kind)
        columns = np.flatnonzero(blank[members[0]])
        widths = [len(present[place]) for place in columns]
        if min(widths) == 0:  # a column that is blank everywhere shows no category
            continue
        whole = listed[members[0]]
        digits = _every(widths, len(members)) if whole else _some(widths, members, each)
        again = len(digits) // len(members)
        full = np.repeat(rows[members], again, axis=0)
        for place, digit in zip(columns, digits.T, strict=True):
            full[:, place] = present[place][digit]
        groups.append(np.repeat(members, again))
        filled.append(full)
    return np.concatenate(groups), np.concatenate(filled)


def _every(widths: list[int], times: int) -> Ints:
    """Write all combinations of digits, `times` over."""
    digits = np.unravel_index(np.arange(int(np.prod(widths))), widths)
    return np.tile(np.stack(digits, axis=1), (times, 1))


def _some(widths: list[int], members: Ints, each: int) -> Ints:
    """Spread `each` combinations of digits evenly, beginning elsewhere for each group.

    Multiples of irrational numbers, taken modulo 1, fill every interval at an even pace.
    """
    digits = np.empty((len(members) * each, len(widths)), dtype=np.int64)
    steps = np.sqrt(_primes(2 * len(widths))).reshape(-1, 2)
    for place, (width, (step, start)) in enumerate(zip(widths, steps, strict=True)):
        turns = np.add.outer(members * start, np.arange(1, each + 1) * step)
        digits[:, place] = (turns % 1.0 * width).ravel()
    return digits


def _primes(number: int) -> Ints:
    found: list[int] = []
    following = 2
    while len(found) < number:
        if all(following % prime for prime in found):
            found.append(following)
        following += 1
    return np.array(found, dtype=np.int64)


def _first_of_each(numbers: Ints) -> Bools:
    first = np.zeros(len(numbers), dtype=np.bool_)
    first[np.unique(numbers, return_index=True)[1]] = True
    return first

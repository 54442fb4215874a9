"""What a small search asks of kernels, by operations on whole arrays: it ends before these compile.

The outcome is that of the kernels of the same names, to the last digit: whole numbers are exact,
and sums of others are taken in the same order.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Bools, Floats, Ints

Codes = NDArray[np.int32]
Places = NDArray[np.int32]
Counts = NDArray[np.integer[Any]]

SPARSE = 16  # numbers that there can be for each row, and be looked up in a table of all


class Task(NamedTuple):
    """Rows to be put together: see `Roller.roll`."""

    codes: NDArray[np.uint32]
    places: Places
    records: Ints
    numbers: Ints
    telling: Ints
    table: Codes


class Room(NamedTuple):
    """Where what comes of it is written."""

    slot: NDArray[np.int32]
    value: Ints
    total: Ints
    ids: Ints
    places: Places
    added: Codes


def lay(task: Task, room: Room, size: int) -> int:
    """Add up rows in the place of their number, then leave out the places of none."""
    own = _numbers(task)
    room.ids[: len(own)] = own
    there = np.bincount(own, minlength=size) > 0
    groups = int(np.count_nonzero(there))
    room.slot[:size][there] = np.arange(groups)
    _add_up(task, room, room.slot[own], groups)
    return groups


def look_up(task: Task, room: Room, _bits: int) -> int:
    """Give groups numbers in the order in which they are met."""
    own = _numbers(task)
    ids, groups = _in_order_met(own)
    room.ids[: len(own)] = ids
    _add_up(task, room, ids, groups)
    return groups


def count_codes(codes: Codes, count: Ints, found: Floats) -> None:
    """Count, for each key, the records that have each code."""
    for key, own in enumerate(codes.T):
        found[key] += np.bincount(own, count, found.shape[1])


def spoilt(codes: Codes, places: Places, lost: Floats, price: Floats, total: Floats) -> None:
    """Sum, for each key, what the records that are lost cost."""
    there = lost > 0
    own, gone = codes[places[there]], lost[there]
    for key in range(codes.shape[1] if len(gone) else 0):
        total[key] += np.cumsum(gone * price[key, own[:, key]])[-1]


def add(table: Counts, ids: Ints, found: Counts) -> None:
    """Add the rows that have the same number."""
    for value in range(table.shape[1]):
        sums = np.bincount(ids, table[:, value], len(found))
        found[:, value] += sums.astype(found.dtype)


def total(table: Counts, keep: Bools, found: Ints) -> None:
    """Add up the rows that are marked."""
    found += np.einsum("i,ij->j", keep.astype(np.int64), table)


def distinct(table: Counts, keep: Bools, found: Floats) -> None:
    """Count the values of every row."""
    there = np.einsum("ij->i", table > 0, dtype=np.int32)  # a fourth of the time of count_nonzero
    found += np.where(keep, there, 0)


def _numbers(task: Task) -> Ints:
    """Add up what the codes of each row count for."""
    number = np.zeros(len(task.places), dtype=np.int64)
    for part in task.telling.tolist():
        number += task.numbers[task.codes[task.places, part]]
    return number


def _in_order_met(numbers: Ints) -> tuple[Ints, int]:
    """Give numbers to what is distinct, from 0, in the order in which it is met."""
    size = int(numbers.max(initial=0)) + 1
    if size > SPARSE * len(numbers):
        numbers = np.unique(numbers, return_inverse=True)[1]
        size = len(numbers)
    first, rows = np.full(size, -1), np.arange(len(numbers))
    first[numbers[::-1]] = rows[::-1]  # the last that is written is the first that is met
    met = numbers[first[numbers] == rows]
    first[met] = rows[: len(met)]
    return first[numbers], len(met)


def _add_up(task: Task, room: Room, ids: NDArray[np.integer[Any]], groups: int) -> None:
    """Sum the rows of each group; the first of the file stands for it."""
    room.total[:groups] = np.bincount(ids, task.records, groups)
    room.places[:groups] = len(task.codes)
    np.minimum.at(room.places, ids, task.places)
    for value in range(task.table.shape[1]):
        room.added[:groups, value] = np.bincount(ids, task.table[:, value], groups)

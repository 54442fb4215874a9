"""Small problems of transport, and every way to solve them, found by trying."""

from __future__ import annotations

from itertools import product
from typing import Any, NamedTuple

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray


class Transport(NamedTuple):
    """Groups with records, the pairs (group, cell) that may be, and the room of the cells."""

    supply: NDArray[np.int64]
    group: NDArray[np.int64]
    cell: NDArray[np.int64]
    room: NDArray[np.int64]


def transport(supply: list[int], pairs: list[tuple[int, int]], room: list[int]) -> Transport:
    group, cell = ([pair[place] for pair in pairs] for place in (0, 1))
    return Transport(*(np.array(one, dtype=np.int64) for one in (supply, group, cell, room)))


@st.composite
def transports(draw: st.DrawFn) -> Transport:
    """Up to six records in groups, up to six cells with room for one to three."""
    supply = draw(st.lists(st.integers(1, 3), min_size=1, max_size=5).filter(lambda s: sum(s) <= 6))
    room = draw(st.lists(st.integers(1, 3), min_size=1, max_size=6))
    every = list(product(range(len(supply)), range(len(room))))
    pairs = draw(st.lists(st.sampled_from(every), unique=True, max_size=len(every)))
    return transport(supply, pairs, room)


def solutions(problem: Transport) -> list[tuple[int, ...]]:
    """Give each record, told apart, one of its cells, in all ways that keep to the room."""
    owners = np.repeat(np.arange(len(problem.supply)), problem.supply)
    options: list[Any] = [problem.cell[problem.group == owner].tolist() for owner in owners]
    return [
        cells
        for cells in product(*options)
        if all(cells.count(cell) <= problem.room[cell] for cell in set(cells))
    ]


def owners(problem: Transport) -> list[int]:
    """The group of each record."""
    return np.repeat(np.arange(len(problem.supply)), problem.supply).tolist()

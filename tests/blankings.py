"""Tables for local suppression, small enough to try every blanking there is, and larger ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, product
from typing import Any

import numpy as np
from hypothesis import strategies as st

from discret.maths.suppression.local import Need, Problem

Row = tuple[int, ...]


def table(rows: Sequence[Row]) -> tuple[Any, Any]:
    codes, count = np.unique(np.array(rows, dtype=np.int64), axis=0, return_counts=True)
    return codes, count.astype(np.int64)


def problem(rows: Sequence[Row], price: Sequence[float], *needs: tuple[Row, int]) -> Problem:
    return Problem(*table(rows), np.array(price, dtype=float), tuple(Need(*need) for need in needs))


@st.composite
def problems(draw: st.DrawFn, most: int = 5, columns: int = 3) -> Problem:
    width = draw(st.integers(1, columns))
    value = st.integers(draw(st.sampled_from([-1, 0])), 2)
    rows = draw(st.lists(st.tuples(*[value] * width), min_size=1, max_size=most))
    times = draw(st.lists(st.integers(1, 3), min_size=len(rows), max_size=len(rows)))
    price = draw(st.lists(st.sampled_from([1.0, 1.0, 2.0, 3.5]), min_size=width, max_size=width))
    some = list(chain.from_iterable(combinations(range(width), n) for n in range(1, width + 1)))
    needs = draw(st.lists(st.sampled_from(some), min_size=1, max_size=2, unique=True))
    asked = [(tuple(range(width)), draw(st.integers(2, 4)))] if draw(st.booleans()) else [
        (need, draw(st.integers(2, 3))) for need in needs
    ]  # fmt: skip
    every = [row for row, n in zip(rows, times, strict=True) for _ in range(n)]
    return problem(every, price, *asked)


def holds(rows: Sequence[Sequence[int]], count: Sequence[int], needs: Sequence[Need]) -> bool:
    """The definition: whoever shows all that a record shows counts for it."""
    for need in needs:
        for row in rows:
            shown = [j for j in need.columns if row[j] >= 0]
            alike = [
                n
                for other, n in zip(rows, count, strict=True)
                if all(other[j] == row[j] for j in shown)
            ]
            if sum(alike) < need.k:
                return False
    return True


def ways(row: Sequence[int], allowed: Sequence[int]) -> list[Row]:
    """Every way to blank some values of a row."""
    choices = [(v, -1) if v >= 0 and j in allowed else (v,) for j, v in enumerate(row)]
    return [tuple(one) for one in product(*choices)]


def blankings(rows: Any, allowed: Sequence[int]) -> Iterator[tuple[Row, ...]]:
    return product(*[ways(row, allowed) for row in rows.tolist()])


def price_of(some: Any, rows: Any, count: Any, price: Any) -> float:
    fresh = count @ ((np.array(some) < 0) & (rows >= 0))
    return sum(float(n * p) for n, p in zip(fresh, price, strict=True) if n)


def cheapest(given: Problem, most: Any = None) -> float | None:
    """The least cost of all blankings that treat the records of a group alike."""
    allowed = np.flatnonzero(np.isfinite(given.price)).tolist()
    fit = [
        price_of(some, given.codes, given.count, given.price)
        for some in blankings(given.codes, allowed)
        if holds(some, given.count.tolist(), given.needs)
        and (
            most is None
            or all(
                top < 0 or n <= top
                for n, top in zip(
                    given.count @ ((np.array(some) < 0) & (given.codes >= 0)), most, strict=True
                )
            )
        )
    ]
    return min(fit, default=None)


def released(given: Problem, blanks: Any) -> list[list[int]]:
    return np.where(blanks, -1, given.codes).tolist()


def drawn(seed: int, columns: int, records: int, missing: float = 0.0) -> Any:
    rng = np.random.default_rng(seed)
    rows = rng.geometric(0.5, (records, columns)) - 1
    rows = np.minimum(rows, 3)
    rows[rng.random(rows.shape) < missing] = -1
    return rows

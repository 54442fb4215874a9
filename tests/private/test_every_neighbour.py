"""What goes into the noise, for every unit that may leave or be replaced: from the definition.

`told_by` is run as it is, but for the mechanisms: what is handed to them is taken down, with the
distance for which their noise is scaled, and handed back without noise. Two properties make the
proof, and both are looked at here: what all units add together is the sum of what each adds alone,
so that nobody changes what another adds; and what any one adds, or two differ by, is no farther
from nothing, or from each other, than the distance says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, product
from typing import Any, NamedTuple

import numpy as np
import polars as pl
import pytest

from discret import Dataset
from discret.private import PrivateTable, telling
from discret.private.cells import CELL, coded
from discret.private.contributions import PERSON, per_unit
from discret.private.mechanisms import Distance
from discret.private.plain_cells import Records
from discret.private.units import counted
from engines import Engine

TOWNS = ("a", "b", "c")
NUMBERS: tuple[float | None, ...] = (
    None, float("nan"), float("inf"), -float("inf"), 1e308, -1e308, -0.0, 5e-324, 0.1, 0.7, -3.3,
    2.0**53, 20.0, -5.0,
)  # fmt: skip
BOUNDS = ((-5.0, 20.0), (0.0, 20.0), (2.0, 20.0), (-20.0, -2.0), (-1e-7, 1e9))
STATISTICS = ("count", "sum", "mean", "quantile")
Vector = dict[Any, int]


class Handed(NamedTuple):
    """What was handed to a mechanism: numbers by cell, and the distance that it is scaled for."""

    numbers: Vector
    distance: Distance


@pytest.fixture
def handed(monkeypatch: pytest.MonkeyPatch) -> Callable[[PrivateTable, Dataset], list[Handed]]:
    """Return what tells what a table hands to its mechanisms."""
    found: list[Handed] = []

    def noisy(numbers: Any, distance: Distance, _: Any) -> Any:
        found.append(Handed(nonzero(enumerate(numbers.tolist())), distance))
        return numbers

    def above(counts: dict[int, int], distance: Distance, _: Any) -> dict[int, int]:
        found.append(Handed({}, distance))
        return counts

    monkeypatch.setattr(telling, "noisy", noisy)
    monkeypatch.setattr(telling, "above", above)

    def tell(table: PrivateTable, data: Dataset) -> list[Handed]:
        found.clear()
        unit = counted(data, table.unit, "test").column
        told = telling.told_by(table, Records(data, unit, table.column))
        if table.open:  # cells are known by their values, and each stands once
            cells = [tuple(row[:-1]) for row in told.rows()]
            assert len(set(cells)) == len(cells)
            numbers = nonzero(zip(cells, told["count"].to_list(), strict=True))
            return [Handed(numbers, found[0].distance)]
        return list(found)

    return tell


def nonzero(numbers: Any) -> Vector:
    return {cell: number for cell, number in numbers if number}


def added(vectors: Any) -> Vector:
    whole: Vector = {}
    for vector in vectors:
        for cell, number in vector.items():
            whole[cell] = whole.get(cell, 0) + number
    return nonzero(whole.items())


def apart(one: Vector, other: Vector) -> list[int]:
    return [abs(one.get(cell, 0) - other.get(cell, 0)) for cell in {*one, *other}]


def asked(statistic: str, bounds: tuple[float, float] = BOUNDS[0], **given: Any) -> PrivateTable:
    numbers = {"statistic": statistic, "column": "pay", "low": bounds[0], "high": bounds[1]}
    public = {} if given.get("delta") else {"categories": {"town": TOWNS}}
    more = {} if statistic == "count" else numbers
    return PrivateTable(**{"by": ["town"], "epsilon": 1.0, **public, **more, **given})


# --- what one unit adds alone -----------------------------------------------------------

RECORDS = list(product(["a", "b", "elsewhere", None], NUMBERS))
EVERYBODY = pl.DataFrame(
    [
        (person, town, pay)
        for person, rows in enumerate([*combinations(RECORDS, 1), *combinations(RECORDS, 2)])
        for town, pay in rows
    ],
    schema={"who": pl.Int64, "town": pl.String, "pay": pl.Float64},
    orient="row",
)


def each_alone(table: PrivateTable, monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, Distance]]:
    """Return what each person hands to each mechanism, people × cells: each has cells apart."""
    found: list[tuple[Any, Distance]] = []
    monkeypatch.setattr(telling, "noisy", lambda own, by, _: found.append((own, by)) or own)
    data = Dataset.of(EVERYBODY, key="town", individual="who")
    adding = telling._ADDING.get(table.statistic)
    wanted = None if adding is None else ("pay", table.scale, adding)
    rows = coded(per_unit(data, ["town"], "who", table.records, wanted), ["town"], [TOWNS])
    people = EVERYBODY["who"].n_unique()
    moved = rows.with_columns(pl.col(CELL) + pl.col(PERSON) * len(TOWNS)).drop(PERSON)
    telling._statistics(table, moved, people * len(TOWNS))
    return [(own.reshape(people, -1), by) for own, by in found]


@pytest.mark.parametrize("neighbours", ["add_remove", "replace"])
@pytest.mark.parametrize("bounds", BOUNDS)
@pytest.mark.parametrize(
    ("statistic", "records"), [*((name, 1) for name in STATISTICS), ("count", 3)]
)
def test_no_person_of_two_records_goes_beyond_the_distance(
    monkeypatch: pytest.MonkeyPatch, statistic: str, records: int, bounds: Any, neighbours: Any
) -> None:
    """Every person of at most two records, in two towns at most; every pair where one replaces."""
    table = asked(statistic, bounds, cells=2, records=records, neighbours=neighbours)
    for people, distance in each_alone(table, monkeypatch):
        distinct = np.unique(people, axis=0)
        others = distinct if neighbours == "replace" else np.zeros_like(distinct[:1])
        moved = np.abs(distinct[:, None, :] - others[None, :, :]).reshape(-1, people.shape[1])
        assert moved.sum(axis=1).max() <= distance.sum
        assert (moved.astype(object) ** 2).sum(axis=1).max() <= distance.cells * distance.each**2
        assert Fraction(distance.length) ** 2 >= distance.cells * distance.each**2


# --- nobody changes what another adds ---------------------------------------------------

KINDS: dict[str, Callable[[pl.Series], pl.Series]] = {
    "floats": lambda own: own,
    "narrow floats": lambda own: own.clip(-1e38, 1e38).cast(pl.Float32),
    "whole": lambda own: own.fill_nan(None).clip(-(2.0**62), 2.0**62).cast(pl.Int64),
    "unsigned": lambda own: own.fill_nan(None).clip(0, 2.0**62).cast(pl.UInt64),
    "narrow": lambda own: own.fill_nan(None).clip(-128, 127).cast(pl.Int8),
    "decimal": lambda own: own.fill_nan(None).clip(-1e9, 1e9).cast(pl.Decimal(20, 3)),
}
CELLS: dict[str, Callable[[pl.Series], pl.Series]] = {
    "texts": lambda own: own,
    "floats": lambda own: own.replace_strict(
        {"a": 0.0, "b": -0.0, "c": 1.5, "elsewhere": float("nan")}, return_dtype=pl.Float64
    ),
    "days": lambda own: own.replace_strict(
        {"a": 1, "b": 2, "c": 3, "elsewhere": 4}, return_dtype=pl.Int32
    ).cast(pl.Date),
}
NAMES = {"texts": TOWNS, "floats": ("0", "1.5"), "days": ("1970-01-02", "1970-01-03")}


def crowd(seed: int, number: str, cell: str, rows: int = 40) -> pl.DataFrame:
    """People in several towns with many records, some of nobody, some nowhere, odd numbers."""
    rng = np.random.default_rng(seed)
    usual = rng.normal(0, 20, rows)
    odd = [NUMBERS[n] for n in rng.integers(0, len(NUMBERS), rows)]
    pay = [float(usual[n]) if rng.random() < 0.6 else odd[n] for n in range(rows)]
    towns = pl.Series([[*TOWNS, "elsewhere", None][n] for n in rng.integers(0, 5, rows)])
    return pl.DataFrame({
        "town": CELLS[cell](towns),
        "who": [None if n == 0 else int(n) for n in rng.integers(0, 4, rows)],
        "pay": KINDS[number](pl.Series(pay, dtype=pl.Float64)),
    })  # fmt: skip


def tables(names: tuple[str, ...], cells: int) -> Iterator[PrivateTable]:
    """Yield tables of every statistic, with public cells and with a threshold."""
    public = {"categories": {"town": names}, "cells": cells}
    yield from (asked(statistic, **public) for statistic in STATISTICS)
    yield asked("count", records=3, **public)
    yield asked("count", delta=1e-6, records=2, cells=cells)


def people(frame: pl.DataFrame) -> list[pl.DataFrame]:
    return frame.filter(pl.col("who").is_not_null()).partition_by("who")


@pytest.mark.parametrize(
    ("number", "cell"),
    [*((kind, "texts") for kind in KINDS), ("floats", "floats"), ("whole", "days")],
)
def test_all_add_what_each_adds_alone(engine: Engine, handed: Any, number: str, cell: str) -> None:
    """Whoever counts in all their cells: nothing is drawn, so that it holds to the last step."""
    kind = "whole" if (engine.name, number) == ("spark", "unsigned") else number  # it has none
    frame = crowd(len(number) + len(cell), kind, cell)

    def roles(own: pl.DataFrame) -> Dataset:
        return Dataset.of(engine.make(own), key="town", individual="who", number="pay")

    for table in tables(NAMES[cell], cells=9):
        whole = handed(table, roles(frame))
        each = [handed(table, roles(own)) for own in people(frame)]
        for place, (numbers, distance) in enumerate(whole):
            assert numbers == added(own[place].numbers for own in each)
            assert all(max(map(abs, own[place].numbers.values()), default=0) <= distance.each
                       for own in each)  # fmt: skip


@pytest.mark.parametrize("seed", range(6))
def test_who_has_too_many_cells_adds_some_of_them(handed: Any, seed: int) -> None:
    """Whatever is drawn, what all add is a sum of what each may add: so many of their cells."""
    frame = crowd(seed, "floats", "texts", rows=14)

    def roles(own: pl.DataFrame) -> Dataset:
        return Dataset.of(own, key="town", individual="who", number="pay")

    for few, every in zip(tables(TOWNS, 1), tables(TOWNS, 9), strict=True):
        if few.statistic == "mean":
            continue  # its sum and its count are of the same draw: seen by the others
        drawn = handed(few, roles(frame))[0].numbers
        each = [list(handed(every, roles(own))[0].numbers.items()) or [(0, 0)]
                for own in people(frame)]  # fmt: skip
        assert any(added([dict([cell]) for cell in way]) == drawn for way in product(*each))

"""Searches that end before numba is loaded: the numbers of kernels, digit for digit."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from discret import Dataset, Hierarchy
from discret.assess import KAnonymity, LDiversity
from discret.maths import kernels
from discret.maths.kernels import Kernel
from discret.maths.recoding import chains, failure_forecast, levels, rollup
from discret.maths.recoding.chains import Lattice
from discret.maths.recoding.failure_forecast import Forecast
from discret.maths.recoding.rollup import Packed, Roller
from discret.reduce import Generalise
from strategies import examples

Way = Callable[..., Any]
SEEDS = st.integers(0, 2**32 - 1)


def both(kernel: Any) -> tuple[Way, Way]:
    """Return the two ways of a kernel."""
    assert isinstance(kernel, Kernel)
    assert kernel.plainly is not None
    return kernel.compiled, kernel.plainly


@pytest.fixture
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Let nothing be compiled that has another way; tell what was called."""
    called = set()

    def call(kernel: Kernel, *given: Any) -> Any:
        called.add(kernel.function.__name__)
        return (kernel.plainly or kernel.compiled)(*given)

    monkeypatch.setattr(Kernel, "__call__", call)
    return called


@examples(100)
@given(SEEDS, st.sampled_from([0.5, 1.0, 30.0, 1000.0]))
def test_rows_are_put_together_alike(seed: int, apart: float) -> None:
    rng = np.random.default_rng(seed)
    rows, keys = int(rng.integers(1, 150)), int(rng.integers(1, 4))
    widths = rng.integers(1, 6, keys).tolist()
    codes = np.stack([rng.integers(0, width, rows) for width in widths], axis=1).astype(np.int32)
    labels = [[(rng.integers(0, 5, width) * apart).astype(np.int64)] for width in widths]
    packed = Packed(codes, labels, room=8)
    numbers = packed.numbers((0,) * keys)
    some = rng.permutation(rows)[: int(rng.integers(1, rows + 1))].astype(np.int32)
    count, table = rng.integers(0, 9, len(some)), rng.integers(0, 4, (len(some), 3))
    size = numbers.size if rng.random() < 0.5 else max(numbers.size, len(some) + 1)
    told = some, count, numbers._replace(size=size), table.astype(np.int32)
    found = []
    for way in range(2):
        roller = Roller(packed.codes, 3)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(rollup, "_lay", both(rollup._lay)[way])
            patch.setattr(rollup, "_look_up", both(rollup._look_up)[way])
            found.append(roller.roll(*told))
    for one, other in zip(*found, strict=True):
        assert one.dtype == other.dtype
        assert np.array_equal(one, other)


@examples(60)
@given(SEEDS)
def test_costs_are_summed_in_one_order(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows, keys = int(rng.integers(1, 300)), int(rng.integers(1, 4))
    codes = rng.integers(0, 3, (rows, keys)).astype(np.int32)
    places = rng.permutation(rows).astype(np.int32)
    lost, price = rng.integers(0, 3, rows).astype(np.float64), rng.random((keys, 3))
    totals = np.zeros((2, keys))
    for way, total in zip(both(rollup._spoilt), totals, strict=True):
        way(codes, places, lost, price, total)
    assert totals[0].tolist() == totals[1].tolist()


@examples(30)
@given(SEEDS)
def test_codes_are_counted_alike(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows, keys = int(rng.integers(0, 60)), int(rng.integers(1, 4))
    codes, count = rng.integers(0, 6, (rows, keys)).astype(np.int32), rng.integers(0, 9, rows)
    found = np.zeros((2, keys, 7))
    for way, own in zip(both(rollup.count_codes), found, strict=True):
        way(codes, count, own)
    assert np.array_equal(*found)
    assert found[0].sum() == count.sum() * keys


@examples(60)
@given(SEEDS)
def test_tables_are_counted_alike(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows, values = int(rng.integers(0, 50)), int(rng.integers(1, 200))
    table = rng.integers(0, 3, (rows, values)).astype(np.int32)
    keep, ids = rng.random(rows) < 0.5, rng.integers(0, 5, rows)
    for kernel, told, room in (
        (levels.distinct, keep, np.zeros(rows)),
        (levels.total, keep, np.zeros(values, dtype=np.int64)),
        (levels.add, ids, np.zeros((5, values), dtype=np.int32)),
    ):
        found = [room.copy(), room.copy()]
        for way, own in zip(both(kernel), found, strict=True):
            way(table, told, own)
        assert np.array_equal(*found)
        assert rows == 0 or not keep.any() or found[0].any() or not table[keep].any()


@examples(60)
@given(SEEDS)
def test_ways_through_a_lattice_are_alike(seed: int) -> None:
    rng = np.random.default_rng(seed)
    shape = tuple(rng.integers(1, 5, int(rng.integers(1, 4))).tolist())
    bounds = np.round(rng.random(shape), 1)
    lattice = Lattice.of(bounds, rng.integers(0, 4, shape).astype(np.int8))
    order, start = np.argsort(lattice.bounds, kind="stable"), int(rng.integers(bounds.size))
    forecasts = [Forecast.of(shape), Forecast.of(shape)]
    for _ in range(5):
        node, excess = np.array([rng.integers(size) for size in shape]), float(rng.normal())
        for way, forecast in zip(both(failure_forecast.learn), forecasts, strict=True):
            way(forecast, node, excess)
    for one, other in zip(*forecasts, strict=True):
        assert one.tolist() == other.tolist()
    first, weights = forecasts[0][:2]
    for kernel, told in (
        (chains.next_open, (lattice, order, 0, 0.7)),
        (chains.climb, (lattice, first, weights, start)),
        (chains._smallest_below, (np.int16([1, 1]), rng.integers(0, 3, (9, 2)).astype(np.int16),
                                  rng.integers(0, 9, 9))),
    ):  # fmt: skip
        assert int(both(kernel)[0](*told)) == int(both(kernel)[1](*told))
    places: list[NDArray[np.int64]] = [np.zeros(20, dtype=np.int64) for _ in range(2)]
    pairs = zip(both(chains.rise), places, strict=True)
    numbers = [way(lattice, own, start, 0.9) for way, own in pairs]
    assert numbers[0] == numbers[1]
    assert np.array_equal(*places)


def _people(rng: np.random.Generator, records: int) -> Dataset:
    ages, towns = rng.integers(0, 40, records), rng.integers(0, 12, records)
    table = pl.DataFrame(
        {"age": ages, "town": [f"{town:02}" for town in towns.tolist()],
         "ill": rng.integers(0, 5, records), "pay": rng.integers(0, 3, records)}
    )  # fmt: skip
    return Dataset.of(
        table,
        key=["age", "town"],
        sensitive=["ill", "pay"],
        hierarchies={
            "age": Hierarchy.from_cuts([5, 10, 20, 30], [10, 20], [20]),
            "town": Hierarchy.from_prefixes(1),
        },
    )


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("loss", ["loss", "entropy", "discernibility"])
def test_a_search_is_the_same_compiled_or_not(seed: int, loss: str, uncompiled: set[str]) -> None:
    models = [KAnonymity(k=3), LDiversity(l=2, column="ill"), LDiversity(l=2, column="pay")]
    method = Generalise(models=models[: 1 + seed % 3], drop=0.1, loss=loss)  # type: ignore[arg-type]
    data = _people(np.random.default_rng(seed), 400)
    plainly = method.apply(data)
    assert {"_lay", "climb"} <= uncompiled
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Kernel, "__call__", lambda kernel, *given: kernel.compiled(*given))
        compiled = method.apply(data)
    assert dict(plainly.facts) == dict(compiled.facts)
    assert plainly.data.to_polars().equals(compiled.data.to_polars())


def test_numba_is_loaded_once_other_ways_took_as_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "_SPENT", [0.0])
    monkeypatch.delitem(sys.modules, "numba", raising=False)
    assert not kernels.at_hand()
    monkeypatch.setattr(kernels, "_SPENT", [kernels.PATIENCE * 1.01])
    assert kernels.at_hand()


SMALL = """
import sys
import polars as pl
from discret import Dataset, Hierarchy
from discret.assess import KAnonymity, LDiversity
from discret.reduce import Generalise, SuppressCells
table = pl.DataFrame({"age": [20, 21, 22, 60, 61, 62] * 9, "ill": ["a", "b", "c"] * 18})
data = Dataset.of(
    table, key="age", sensitive="ill", hierarchies={"age": Hierarchy.from_cuts([40])}
)
models = [KAnonymity(k=5), LDiversity(l=2)]
change = Generalise(models=models).apply(data)
change = SuppressCells(models=models).apply(change.data)
print(dict(change.facts)["cells_blanked"], "numba" in sys.modules)
"""


def test_a_small_search_loads_no_numba() -> None:
    ran = subprocess.run([sys.executable, "-c", SMALL], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["0", "False"]

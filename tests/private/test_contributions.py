"""What one unit adds is bounded whatever it holds: from the definition, on hostile files."""

from __future__ import annotations

from decimal import Decimal
from itertools import combinations, product
from typing import Any

import numpy as np
import polars as pl
import pytest

from discret import Dataset
from discret.errors import InputError, ParameterError
from discret.private import PrivateTable
from discret.private.cells import CELL, binned, coded, counts, in_all, sums
from discret.private.contributions import COUNT, PERSON, STEPS, Scale, few_cells, per_unit
from discret.private.telling import BINS
from discret.private.units import counted

TOWNS = ["a", "b", "c"]
HOSTILE = [None, float("nan"), float("inf"), -float("inf"), 1e308, -1e308, 2.0**60, 0.1, 5e-324]
SUMS: dict[str, Any] = {"statistic": "sum", "column": "pay", "low": -5.0, "high": 20.0}


def hostile(seed: int, rows: int = 40) -> pl.DataFrame:
    """People in several towns with many records, some of nobody, some nowhere, odd numbers."""
    rng = np.random.default_rng(seed)
    usual = rng.normal(0, 20, rows).tolist()
    odd = [HOSTILE[n] for n in rng.integers(0, len(HOSTILE), rows)]
    plain = rng.random(rows) < 0.7
    return pl.DataFrame({
        "town": [[*TOWNS, "elsewhere", None][n] for n in rng.integers(0, 5, rows)],
        "who": [None if n == 0 else int(n) for n in rng.integers(0, 7, rows)],
        "pay": [usual[n] if plain[n] else odd[n] for n in range(rows)],
    })  # fmt: skip


def before_noise(table: PrivateTable, frame: pl.DataFrame, unit: str | None) -> np.ndarray:
    """All numbers that noise would be added to, those of the counts of means included."""
    data = Dataset.of(frame, key="town", number="pay", individual=unit)
    adding = {"sum": "sum", "mean": "mean", "quantile": "each"}
    wanted: Any = None
    if table.statistic != "count":
        wanted = (table.column, table.scale, adding[table.statistic])
    rows = coded(per_unit(data, ["town"], unit, table.records, wanted), ["town"], [TOWNS])
    size = in_all([TOWNS])
    match table.statistic:
        case "quantile":
            return binned(rows, size, BINS, STEPS)
        case "count":
            return counts(rows, size)
    return sums(rows, size)


@pytest.mark.parametrize(
    ("statistic", "records"),
    [("count", 1), ("count", 3), ("sum", 1), ("mean", 1), ("quantile", 1)],
)
@pytest.mark.parametrize("seed", range(5))
def test_one_person_less_differs_by_the_distance_that_is_claimed(
    statistic: str, records: int, seed: int
) -> None:
    """Every person leaves in turn; a person counts in all towns, so that nothing is drawn."""
    more = {} if statistic == "count" else {**SUMS, "statistic": statistic}
    table = PrivateTable(by=["town"], categories={"town": TOWNS}, epsilon=1, cells=3,
                         records=records, **more)  # fmt: skip
    frame = hostile(seed)
    each = STEPS if statistic in ("sum", "mean") else table.distance.each
    whole = before_noise(table, frame, "who")
    for who in frame["who"].unique().drop_nulls():
        without = frame.filter(pl.col("who").ne_missing(who))
        apart = np.abs(whole - before_noise(table, without, "who"))
        assert apart.max() <= each
        assert (apart > 0).sum() <= table.distance.cells


@pytest.mark.parametrize(("low", "high"), [(-5.0, 20.0), (0.0, 20.0), (2.0, 20.0), (-9.0, -2.0)])
@pytest.mark.parametrize("cells", [1, 3])
@pytest.mark.parametrize("statistic", ["count", "sum", "mean", "quantile"])
def test_who_is_replaced_moves_no_farther_than_is_claimed(
    statistic: str, cells: int, low: float, high: float
) -> None:
    """All pairs of extreme people: in `cells` towns each, with the lowest or the highest number."""
    numbers = {"statistic": statistic, "column": "pay", "low": low, "high": high}
    more = {} if statistic == "count" else numbers
    table = PrivateTable(by=["town"], categories={"town": TOWNS}, rho=1, cells=cells,
                         neighbours="replace", **more)  # fmt: skip
    claimed = table.sums_distance if statistic in ("sum", "mean") else table.distance
    people = [
        before_noise(table, pl.DataFrame({"town": towns, "who": 1, "pay": list(pay)}), "who")
        for towns in combinations(TOWNS, cells)
        for pay in product([low, high], repeat=cells)
    ]
    apart = [own - other for own in people for other in people]
    assert max(int(np.abs(moved).sum()) for moved in apart) <= claimed.sum
    lengths = [float(np.sqrt((moved.astype(float) ** 2).sum())) for moved in apart]
    assert max(lengths) <= claimed.length
    if cells == 1:  # with more there are too few towns for the farthest
        assert max(lengths) > 0.7 * claimed.length


@pytest.mark.parametrize("seed", range(10))
def test_nothing_depends_on_the_order_of_records(seed: int) -> None:
    """Sums of floats would: what a person adds could move by a step as another one leaves."""
    table = PrivateTable(by=["town"], categories={"town": TOWNS}, epsilon=1, cells=3, **SUMS)
    frame = hostile(seed)
    shuffled = frame.sample(fraction=1.0, shuffle=True, seed=seed % 1000)
    mean = table.model_copy(update={"statistic": "mean"})
    for asked in (table, mean):
        assert (before_noise(asked, frame, "who") == before_noise(asked, shuffled, "who")).all()


def test_records_without_a_person_or_a_number_add_nothing() -> None:
    frame = pl.DataFrame({"town": ["a"] * 4, "who": [None, 1, 2, 3],
                          "pay": [7.0, float("inf"), None, float("nan")]})  # fmt: skip
    table = PrivateTable(by=["town"], categories={"town": TOWNS}, epsilon=1, **SUMS)
    assert not before_noise(table, frame, "who").any()


@pytest.mark.parametrize(
    "values",
    [
        pl.Series([2**62, -(2**62), 3]),
        pl.Series([Decimal("1.10"), Decimal("1.1"), Decimal("99999999.5")]),
        pl.Series([2**32 - 1, 0, 7], dtype=pl.UInt32),
        pl.Series([True, False, True]).cast(pl.Int8),
        pl.Series([1e38, -1e38, 0.5], dtype=pl.Float32),
    ],
)
def test_numbers_of_every_width_stay_within_bounds(values: pl.Series) -> None:
    frame = pl.DataFrame({"town": ["a", "b", "c"], "who": [1, 2, 3], "pay": values})
    table = PrivateTable(by=["town"], categories={"town": TOWNS}, epsilon=1, **SUMS)
    found = before_noise(table, frame, "who") * table.scale.step
    own = np.clip(values.cast(pl.Float64).to_numpy(), -5, 20)
    assert found == pytest.approx(own, abs=1e-4)


def test_few_cells_of_each_all_as_likely() -> None:
    rows = pl.DataFrame({PERSON: [1] * 4, CELL: range(4), COUNT: [1] * 4})
    kept = [few_cells(rows, 2) for _ in range(400)]
    assert {len(table) for table in kept} == {2}
    often = np.bincount(np.concatenate([table[CELL].to_numpy() for table in kept]), minlength=4)
    assert often == pytest.approx(np.full(4, 200), abs=5 * np.sqrt(400 * 0.25))


def test_values_that_are_written_alike_count_once() -> None:
    """A file from elsewhere may hold two zeros: for Gaussian noise twice in a cell is too much."""
    rows = pl.DataFrame({"x": [0.0, -0.0], PERSON: [1, 1], COUNT: [1, 1]})
    assert counts(coded(rows, ["x"], [["0"]]), 1).tolist() == [1]


# --- bounds that are none ---------------------------------------------------------------


@pytest.mark.parametrize(
    "bounds",
    [
        {},
        {"low": 0.0},
        {"low": 1.0, "high": 1.0},
        {"low": 2.0, "high": 1.0},
        {"low": -1e308, "high": 1e308},
        {"low": 0.0, "high": 5e-324},
        {"low": float("nan"), "high": 1.0},
        {"low": 0.0, "high": float("inf")},
    ],
)
def test_what_a_person_adds_needs_bounds(bounds: dict[str, float]) -> None:
    with pytest.raises(ParameterError, match=r"low|high"):
        PrivateTable(statistic="mean", column="pay", epsilon=1, **bounds)


@pytest.mark.parametrize("epsilon", [0.0, -1.0, float("nan"), float("inf")])
def test_an_epsilon_is_a_number_above_zero(epsilon: float) -> None:
    with pytest.raises(ParameterError, match="epsilon"):
        PrivateTable(epsilon=epsilon)


@pytest.mark.parametrize("values", [["a", "a"], []])
def test_a_category_once(values: list[str]) -> None:
    with pytest.raises(ParameterError, match="once"):
        PrivateTable(by=["town"], categories={"town": values}, epsilon=1)


@pytest.mark.parametrize(("low", "high"), [(-5.0, 20.0), (3.0, 5.0), (-5.0, -1.0), (0.0, 1e300)])
def test_bounds_are_at_most_all_steps_away(low: float, high: float) -> None:
    for middle in (0.0, low + (high - low) / 2):
        scale = Scale(low, high, middle)
        assert -STEPS <= scale.least < scale.most <= STEPS


# --- units ------------------------------------------------------------------------------

HOMES = pl.DataFrame({
    "home": [n // 4 for n in range(400)], "who": [n // 2 for n in range(400)],
    "town": ["a", "b"] * 200, "pay": [1.0] * 400,
})  # fmt: skip


@pytest.mark.parametrize(
    ("roles", "asked", "unit", "column"),
    [
        ({}, None, "record", None),
        ({"individual": "who"}, None, "individual", "who"),
        ({"household": "home"}, None, "household", "home"),
        ({"individual": "who", "household": "home"}, None, "household", "home"),
        ({"individual": "who", "household": "home"}, "individual", "individual", "who"),
        ({}, "record", "record", None),
    ],
)
def test_the_unit_is_the_largest_declared(
    roles: dict[str, str], asked: Any, unit: str, column: str | None
) -> None:
    assert counted(Dataset.of(HOMES, **roles), asked, "x") == (unit, column)


@pytest.mark.parametrize("asked", ["individual", "household"])
def test_a_unit_that_no_role_declares(asked: str) -> None:
    with pytest.raises(InputError, match=f"no column has the role {asked}") as refused:
        PrivateTable(epsilon=1, unit=asked).tell(Dataset.of(HOMES, key="town"))
    assert "aucune colonne" in refused.value.within("fr")


def test_records_are_no_unit_where_several_are_of_one() -> None:
    with pytest.raises(InputError, match="unbounded"):
        PrivateTable(epsilon=1, unit="record").tell(Dataset.of(HOMES, individual="who"))


@pytest.mark.parametrize(("records", "each"), [(1, 1), (2, 2), (9, 2)])
def test_households_count_with_so_many_records(records: int, each: int) -> None:
    table = PrivateTable(by=["town"], categories={"town": ["a", "b"]}, epsilon=1000.0, cells=2,
                         records=records)  # fmt: skip
    told = table.tell(Dataset.of(HOMES, household="home"))
    assert told.table["count"].to_list() == pytest.approx([100 * each] * 2, abs=1)
    assert told.facts["unit"] == "household"
    assert table.distance.each == records


# --- totals -----------------------------------------------------------------------------


@pytest.mark.parametrize("statistic", ["count", "sum"])
def test_margins_are_sums_of_what_is_told(statistic: str) -> None:
    rng = np.random.default_rng(1)
    frame = pl.DataFrame({"town": rng.choice(TOWNS, 300), "sex": rng.choice(["f", "m"], 300),
                          "pay": rng.uniform(0, 10, 300)})  # fmt: skip
    more = {} if statistic == "count" else SUMS
    table = PrivateTable(by=["town", "sex"], epsilon=0.3, totals=True, **more,
                         categories={"town": TOWNS, "sex": ["f", "m"]})  # fmt: skip
    told = table.tell(Dataset.of(frame, key=["town", "sex"], number="pay")).table
    cells = told.filter(pl.col("town").is_not_null() & pl.col("sex").is_not_null())
    assert (len(told), len(cells)) == (12, 6)
    for town in TOWNS:
        own = told.filter(pl.col("town") == town, pl.col("sex").is_null())[statistic].item()
        summed = cells.filter(pl.col("town") == town)[statistic].sum()
        assert own == pytest.approx(summed)
    every = told.filter(pl.col("town").is_null() & pl.col("sex").is_null())[statistic].item()
    assert every == pytest.approx(cells[statistic].sum())


@pytest.mark.parametrize("given", [{"statistic": "mean"}, {"categories": {}, "delta": 1e-6}])
def test_totals_of_what_has_none(given: dict[str, Any]) -> None:
    base = {"by": ["town"], "categories": {"town": TOWNS}, "epsilon": 1.0, "totals": True}
    bounds = {"column": "pay", "low": 0.0, "high": 1.0} if "statistic" in given else {}
    with pytest.raises(ParameterError, match="totals"):
        PrivateTable(**{**base, **bounds, **given})

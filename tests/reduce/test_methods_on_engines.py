"""Every method gives the same result in every engine, for the same seed."""

from __future__ import annotations

from datetime import date
from functools import cache
from typing import Any

import numpy as np
import polars as pl
import pytest

from discret import Context, Dataset, Hierarchy
from discret.assess import IndividualRisk, KAnonymity, LDiversity
from discret.catalogue import METHODS
from discret.errors import EngineError, HierarchyError
from discret.parts import Method
from discret.reduce import (
    BalancedSubsample,
    Calibrate,
    DropIdentifiers,
    Generalise,
    Grid,
    LocalRecoding,
    Mask,
    MergeSquares,
    Microaggregate,
    Mondrian,
    Noise,
    Pram,
    Pseudonymise,
    Recode,
    Round,
    RoundWeights,
    Shuffle,
    ShuffleRecords,
    Subsample,
    SuppressCells,
    SuppressRecords,
    Swap,
    Synthesise,
    TopCode,
    WithholdSquares,
)
from engines import Engine, brought_back, pairwise, same

SEX = ["f", "f", "f", "m", "m", "m", None, None, "f", "m", "f", "f"]
TABLE = pl.DataFrame(
    {
        "n": [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1],
        "name": [f"Person {n % 7}" for n in range(12)],
        "sex": SEX,
        "age": [20, 20, 25, 40, 40, 41, 20, None, 25, 40, 61, 83],
        "town": ["A1", "A1", "A2", "B1", "B1", "B1", "A1", "A2", None, "B1", "A2", "A2"],
        "born": [date(1950 + 5 * n, 1 + n, 3) if n != 4 else None for n in range(12)],
        "pay": [10.5, 20.25, None, 7.0, 8.5, 90.0, 95.0, 99.0, float("nan"), 3.25, 1.0, 55.5],
        "cash": [1, 5, 15, 25, 35, 500, 600, 730, None, 49, 50, 51],
        "dish": [
            "pie",
            "soup",
            "pie",
            "stew",
            "pie",
            "stew",
            "pie",
            None,
            "soup",
            "pie",
            "pie",
            "stew",
        ],
        "east": [4e6 + 700 * n for n in range(12)],
        "north": [2_500_000 - 130 * n for n in range(12)],
        "weight": [1.5, 2.5, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0],
    }
)
TOWNS = Hierarchy.from_parents({"A1": "A", "A2": "A", "B1": "B"})

NAMED = {f"Person {n}": 10.0 + n for n in range(7)}
PARTS: list[Method] = [
    BalancedSubsample(share=0.5, margins=["name", "weight"]),
    Calibrate(margins=["name"], totals={"name": NAMED}),
    DropIdentifiers(columns=["dish"]),
    Generalise(models=[KAnonymity(k=2)], maximum={"sex": 0}, drop=0.5),
    Generalise(models=[KAnonymity(k=2), LDiversity(l=2)], maximum={"sex": 0}, drop=1.0),
    Grid(x="east", y="north", side=1000),
    Grid(x="east", y="north", least=2),
    LocalRecoding(models=[KAnonymity(k=2)], maximum={"sex": 0}),
    MergeSquares(zone="name", square="east", least=3),
    Mondrian(models=[KAnonymity(k=2)], maximum={"sex": 0}),
    Microaggregate(columns=["east", "north"], k=2),
    Microaggregate(columns=["east", "north"], k=3, how="refined", seconds=1e-4),
    Microaggregate(columns=["pay", "cash"], k=2, how="univariate", value="median"),
    Microaggregate(columns=["east", "north"], k=3, how="axis"),
    Noise(columns=["pay", "cash"], kind="correlated"),
    Noise(columns=["pay", "cash"], lowest={"pay": 0.5}, keep_variance=True),
    Noise(columns=["east", "north"], kind="log"),
    Noise(columns=["pay"], kind="multiplicative", by=["sex"]),
    Pram(columns=["sex", "dish"], retention=0.6),
    Pram(columns=["sex", "town"], together=True, retention=0.3),
    Pram(columns=["sex"], by=["dish"], forbidden=[{"sex": "m", "town": "A2"}]),
    Pseudonymise(),
    Swap(columns=["pay", "cash"], share=0.4),
    Swap(columns=["sex", "dish"], kind="random", share=0.8),
    Shuffle(columns=["pay", "cash"]),
    Synthesise(columns=["pay", "dish"]),
    Synthesise(columns=["sex", "cash"], model="copula", smooth=True),
    Swap(kind="targeted", columns=["town"], similar=[["sex"], ["dish"]], share=0.6),
    Mask(columns=["pay", "cash"], blocks=["sex"], scale={"pay": 2.0}),
    Mask(columns=["east"], takes="n", matrix={"east": {"east": 0.5}}),
    Recode(column="town", level=1),
    Recode(column="age", cuts=[25, 50]),
    Recode(column="born", level="decade"),
    Recode(column="sex", mapping={"m": "h"}),
    TopCode(column="pay", top=50, bottom=5, value="limit"),
    TopCode(column="pay", top=50, value="mean"),
    TopCode(column="cash", top=100, value="mean"),
    TopCode(column="cash", top=49.5),
    TopCode(column="cash", top_quantile=0.6, bottom_quantile=0.1),
    TopCode(column="pay", top_quantile=0.5, value="mean"),
    RoundWeights(base=1, margins=["name"]),
    Round(columns=["pay", "cash"], base=10),
    Round(columns=["cash"], base=2.5, how="down"),
    Round(columns=["pay", "cash"], base=10, how="random"),
    Round(columns=["cash", "pay"], base=20, how="controlled", margins=["sex", "town", "dish"]),
    SuppressCells(models=[IndividualRisk(most=0.3)], by=["dish"]),
    SuppressCells(models=[KAnonymity(k=3)], importance="entropy"),
    SuppressRecords(models=[KAnonymity(k=2)], drop=1),
    SuppressRecords(
        models=[KAnonymity(k=2, missing="category"), LDiversity(l=2, missing="wildcard")], drop=1
    ),
    SuppressRecords(models=[IndividualRisk(most=0.3)], drop=1),
    Subsample(share=0.5),
    Subsample(share=0.4, by=["sex", "born"], reweight=False),
    ShuffleRecords(),
    WithholdSquares(zone="name", square="north", least=2, cost="observations"),
]


def data_in(native: Any) -> Dataset:
    return Dataset.of(
        native,
        identifier="name",
        key=["sex", "town"],
        sensitive="dish",
        weight="weight",
        row="n",
        hierarchies={"town": TOWNS, "born": Hierarchy.from_dates("year", "decade")},
    )


def result(method: Method, native: Any) -> tuple[Any, Any]:
    context = Context(rng=np.random.default_rng(11), secret=b"a secret for every engine")
    change = method.apply(data_in(native), context)
    return change.data.to_native(), change.facts


@cache
def wanted(place: int) -> tuple[Any, Any]:
    """What polars gives, by the place of a method among all: once, whatever it is held against."""
    return result(PARTS[place], TABLE)


def test_every_method_is_tried() -> None:
    apart = {"climb_areas", "displace", "randomised_response", "smallest_areas", "swap_locations"}
    apart |= {"invariant", "private_synthesis", "rappor", "unary_encoding"}
    assert {method.name for method in PARTS} | apart == set(METHODS)  # these in tests of their own


@pairwise(PARTS)
def test_the_result_does_not_depend_on_the_engine(engine: Engine, part: Method) -> None:
    told, expected_facts = wanted(PARTS.index(part))
    native = engine(TABLE)
    found, facts = result(part, native)
    assert type(found) is type(native)
    assert facts == expected_facts
    expected, table = brought_back(told), brought_back(found)
    if not engine.eager:
        expected, table = expected.sort("n"), table.sort("n")
    assert same(table, expected), f"{table}\n{expected}"


@pytest.mark.parametrize("engine", ["polars lazy", "duckdb", "ibis", "spark"], indirect=True)
@pytest.mark.parametrize("method", [Subsample(share=0.5), ShuffleRecords()], ids="{0.name}".format)
def test_chance_needs_row_numbers_in_a_lazy_table(engine: Engine, method: Method) -> None:
    with pytest.raises(EngineError, match="a lazy table has no order") as bad:
        method.apply(Dataset.of(engine(TABLE), key="sex"), Context())
    assert "row=" in bad.value.hint


def test_a_shuffled_table_comes_out_shuffled(engine: Engine) -> None:
    wanted, _ = result(ShuffleRecords(), TABLE)
    found, _ = result(ShuffleRecords(), engine(TABLE))
    assert brought_back(found)["n"].to_list() == list(range(1, 13))
    assert brought_back(found)["name"].to_list() == wanted["name"].to_list()


def test_a_value_that_a_hierarchy_lacks_is_refused_in_every_engine(engine: Engine) -> None:
    frame = TABLE.with_columns(pl.col("town").replace({"B1": "C9"}))
    with pytest.raises(HierarchyError, match="1 of 3 distinct values") as bad:
        result(Recode(column="town", level=1), engine(frame))
    assert "C9" not in str(bad.value)

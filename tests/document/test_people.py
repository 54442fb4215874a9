"""Who is behind each record lines up with the file, on engines without any order too."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import polars as pl
import pytest

from discret import Dataset, Plan
from discret.assess import MInvariance
from discret.errors import EngineError
from discret.reduce import Invariant, Subsample

MANY = 400
ROLES: dict[str, Any] = {"key": ["age"], "sensitive": "ill", "individual": "id"}


def people() -> pl.DataFrame:
    rng = np.random.default_rng(3)
    ids = rng.permutation(MANY)
    return pl.DataFrame({"row": rng.permutation(MANY), "id": ids, "age": ids, "ill": ids % 3})


def shuffled(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the same records in another order each time: what an engine may do."""
    return frame.sample(fraction=1.0, shuffle=True)


def lazy() -> pl.LazyFrame:
    return people().lazy().map_batches(shuffled, schema=people().schema)


def in_duckdb() -> Any:
    base = duckdb.connect()
    base.register("people", people().to_arrow())
    return base.sql("select * from people order by random()")


ENGINES = {"at hand": people, "lazy polars": lazy, "duckdb": in_duckdb}
METHODS: dict[str, Any] = {
    "none": [], "subsample": [Subsample(share=0.5)], "invariant": [Invariant(m=2)],
}  # fmt: skip


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("methods", METHODS)
@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_each_row_is_who_it_says_it_is(
    tmp_path: Path, engine: str, methods: str, form: str
) -> None:
    reduce = METHODS[methods]
    plan = Plan(assess=[MInvariance(m=1)], reduce=reduce)
    data = Dataset.of(ENGINES[engine](), row="row", **ROLES)
    plan.run(data, seed=1).write(tmp_path / "out", format=form)
    who = pl.read_parquet(tmp_path / "out" / "people.parquet")["person"]
    read = {"csv": pl.read_csv, "parquet": pl.read_parquet}[form]
    shown = read(tmp_path / "out" / f"release.{form}").with_columns(who=who)
    true = shown.drop_nulls("who").join(people(), left_on="who", right_on="id", suffix="_true")
    assert len(shown) >= len(true) >= MANY * (0.5 if methods == "subsample" else 1)
    assert (true["ill"] == true["ill_true"]).all()
    if methods != "invariant":
        assert (true["age"] == true["age_true"]).all()


def test_records_that_nothing_tells_apart_are_refused(tmp_path: Path) -> None:
    data = Dataset.of(lazy(), **ROLES)
    with pytest.raises(EngineError, match="cannot be followed"):
        Plan(assess=[MInvariance(m=1)]).run(data, seed=1).write(tmp_path / "out", format="csv")

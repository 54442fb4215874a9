"""The dataframe engines that a table may live in: how to bring one there, and back."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import Any

import narwhals as nw
import polars as pl
import polars.selectors as cs
import pytest

from where import JAVA

ENGINES = (
    "polars",
    "polars lazy",
    "pandas",
    "pyarrow",
    "duckdb",
    "duckdb default",
    "ibis",
    "spark",
)
EAGER = ("polars", "pandas", "pyarrow")


def pairwise(parts: Sequence[Any]) -> Any:
    """Try parts in engines: each way of a part in each, its other settings in every other one.

    What depends on an engine is how it is asked (a part, in one of its ways) and what it answers to
    (the engine), so that pairs of these are tried, and not all settings of a part in all of them.
    """
    first = {_way(part): part for part in reversed(parts)}
    pairs = [
        pytest.param(engine, part, id=f"{engine}-{place}-{part.name}")
        for place, part in enumerate(parts)
        for turn, engine in enumerate(ENGINES)
        if part is first[_way(part)] or turn % 2 == place % 2
    ]
    return pytest.mark.parametrize(("engine", "part"), pairs, indirect=["engine"])


def _way(part: Any) -> tuple[Any, ...]:
    """Return a part and its way, where it has several that have little in common."""
    return part.name, *(getattr(part, name, None) for name in ("kind", "how", "model"))


@dataclass(frozen=True)
class Engine:
    """Turns a polars table into a native table of the engine called `name`."""

    name: str
    make: Callable[[pl.DataFrame], Any]

    def __call__(self, frame: pl.DataFrame) -> Any:
        return self.make(frame)

    @property
    def eager(self) -> bool:
        return self.name in EAGER


def brought_back(native: Any) -> pl.DataFrame:
    """Any native table as a polars table; dates that pandas made moments are dates again."""
    lazy: Any = nw.from_native(native).lazy()
    frame: pl.DataFrame = lazy.collect(backend="polars").to_native()
    return frame.with_columns(cs.datetime().dt.date(), cs.float().fill_nan(None))


def alike(one: Any, other: Any, tolerance: float = 1e-9) -> bool:
    """Whether two pieces of plain data are equal, but for the noise of adding up decimals."""
    if isinstance(one, Mapping):
        same = isinstance(other, Mapping) and one.keys() == other.keys()
        return same and all(alike(one[name], other[name], tolerance) for name in one)
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(alike, one, other, repeat(tolerance)))
    if isinstance(one, float) or isinstance(other, float):
        return one == pytest.approx(other, rel=tolerance, abs=tolerance)
    return bool(one == other)


def same(one: pl.DataFrame, other: pl.DataFrame) -> bool:
    """Whether two tables hold the same, in the same order."""
    return one.columns == other.columns and alike(one.rows(), other.rows())


def spark_session() -> Any:
    """Start Spark on this machine alone: no page, no network, one partition."""
    sql = pytest.importorskip("pyspark.sql", reason="pyspark is not installed")
    if not (shutil.which("java") or os.environ.get("JAVA_HOME")):
        pytest.skip(JAVA)
    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    builder = sql.SparkSession.builder.master("local[1]").appName("discret tests")
    for name, value in _SPARK.items():
        builder = builder.config(f"spark.{name}", value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    return session


_SPARK = {
    "driver.bindAddress": "127.0.0.1",
    "driver.host": "127.0.0.1",
    "ui.enabled": "false",
    "ui.showConsoleProgress": "false",
    "default.parallelism": "1",
    "sql.shuffle.partitions": "1",
    "sql.session.timeZone": "UTC",
    # small tables, many queries: Spark would compile each, and the JVM plans them for minutes
    # (and compiles its own code twice, the second time for work that lasts longer than this)
    "driver.extraJavaOptions": "-XX:+UseSerialGC -Xshare:auto -XX:TieredStopAtLevel=1",
    "sql.codegen.wholeStage": "false",
    "sql.codegen.factoryMode": "NO_CODEGEN",
    "sql.adaptive.enabled": "false",
}

"""Fixtures for all tests: the engines, and the folder of shared documents and data."""

from __future__ import annotations

import gc
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import wraps
from itertools import count
from typing import Any
from zlib import crc32

import numpy as np
import polars as pl
import polars.selectors as cs
import pytest
from hypothesis import HealthCheck, settings

from discret import Context
from engines import ENGINES, Engine, spark_session
from strategies import QUICK
from where import SKIPS

gc.disable()  # until all is collected, nothing is unused
settings.register_profile(  # a busy machine is no fault; what CI tries can be tried again
    "house",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize="CI" in os.environ,
    max_examples=20 if QUICK else 100,
)
settings.load_profile("house")
# whose tests share what takes long to make, file by file
TOLD = (
    "tests/stories/",
    "tests/published/",
    "tests/attacks/test_public_note.py",
    "tests/document/test_comparison.py",
    "tests/document/test_every_number.py",
    "tests/house/test_french.py",
    "tests/house/test_imports.py",
)


_BEGINNINGS: dict[str, Any] = {}  # of the chance of modules, before any of their tests


_SEED = [0, 0]  # of chance that no test brings itself: of its name, and how often it was asked for
_begun = Context.__init__


@wraps(_begun)
def _begin(context: Context, *given: Any, **more: Any) -> None:
    """Make a context whose chance, where none is given, is that of the test in CI."""
    if "CI" in os.environ and not given and "rng" not in more:
        _SEED[1] += 1
        more["rng"] = np.random.default_rng(_SEED)
    _begun(context, *given, **more)


Context.__init__ = _begin  # type: ignore[method-assign]


@pytest.fixture(autouse=True)
def _same_draws(request: pytest.FixtureRequest) -> None:
    """Let a test draw the same in CI, and one of a module with chance (`RNG`) always."""
    _SEED[:] = crc32(request.node.nodeid.encode()), 0
    chance = getattr(getattr(request.node, "module", None), "RNG", None)
    if chance is not None:
        name = request.node.module.__name__
        _BEGINNINGS.setdefault(name, chance.bit_generator.state)
        chance.bit_generator.state = _BEGINNINGS[name]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests on Spark; let pass the one warning that ibis 12 gives on DuckDB 2.

    For a quick look, what is tried with every example of a part is tried with the last.
    """
    items[:] = _without_more_examples(items) if QUICK else items
    warned = pytest.mark.filterwarnings(r"ignore:fetch_arrow_table\(\) is:DeprecationWarning")
    for item in items:
        engine = item.callspec.params.get("engine") if hasattr(item, "callspec") else None
        if engine == "ibis":
            item.add_marker(warned)
        if engine == "spark" or "spark" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.spark)


def pytest_collection_finish() -> None:
    """Take what stays to the end out of the way of those who look for what is unused.

    They look less often, too: what tests leave behind is small, and looking took a tenth of all.
    """
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)
    gc.enable()


def _without_more_examples(items: list[pytest.Item]) -> list[pytest.Item]:
    from every_part import EXAMPLES

    last = {part.name: part for part in EXAMPLES}
    more = {id(part) for part in EXAMPLES if part is not last[part.name]}
    params = (getattr(item, "callspec", None) for item in items)
    parts = (None if param is None else param.params.get("part") for param in params)
    return [item for item, part in zip(items, parts, strict=True) if id(part) not in more]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Iterator[Any]:
    """Let no test be skipped in CI but for the reasons that are listed."""
    return _not_skipped((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Iterator[Any]:
    """Let no file of tests be skipped in CI either."""
    return _not_skipped((yield))


def _not_skipped(report: Any) -> Any:
    if "CI" in os.environ and report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2].removeprefix("Skipped: ")
        if not reason.startswith(SKIPS):
            report.outcome = "failed"
            report.longrepr = f"skipped, for no reason that tests/where.py has: {reason}"
    return report


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Keep cases of a test in one process, which may remember what they share; Spark and Chromium.

    The groups of xdist 3.8 would keep such tests together by a mark, but are lost with pytest
    9.2: they are known by their names. Tests stay in their order, of which the doctests come last:
    a long one at the end would leave the other processes without work.
    """
    from xdist.scheduler import LoadScopeScheduling

    config.option.loadscopereorder = False

    class Numbered(list[str]):
        """The names of all tests, whose places are known without a search."""

        def __init__(self, names: Iterable[str]) -> None:
            super().__init__(names)
            self.places = {name: place for place, name in enumerate(self)}

        def index(self, name: str, *_: Any) -> int:
            return self.places[name]

    class Scheduling(LoadScopeScheduling):
        def add_node_collection(self, node: Any, collection: Sequence[str]) -> None:
            super().add_node_collection(node, collection)
            self.registered_collections[node] = Numbered(collection)

        def _pending_of(self, workload: dict[str, dict[str, bool]]) -> int:
            """Forget what has ended, which xdist would count again after every test."""
            for scope in [scope for scope, cases in workload.items() if all(cases.values())]:
                del workload[scope]
            return int(super()._pending_of(workload))

        def _split_scope(self, nodeid: str) -> str:
            if re.search(r"[\[-]spark[\]-]", nodeid):
                return "spark"
            if nodeid.startswith("tests/app/browser/"):
                return "browser"
            told = nodeid.startswith(TOLD)
            return nodeid.partition("::" if told else "[")[0]

    return Scheduling(config, log)


@pytest.fixture(scope="session")
def spark() -> Iterator[Any]:
    """One Spark session for the whole run."""
    session = spark_session()
    yield session
    session.stop()


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    """Turn a polars table into a native table, once for each engine that is installed."""
    name: str = request.param
    keep: list[Any] = []  # connections live as long as the test
    yield Engine(name, _makers(name, keep, request))
    for connection in keep:
        connection.close()


def _makers(name: str, keep: list[Any], request: pytest.FixtureRequest) -> Any:
    if name == "polars":
        return lambda frame: frame
    if name == "polars lazy":
        return lambda frame: frame.lazy()
    if name == "pandas":
        pandas = pytest.importorskip("pandas", reason="pandas is not installed")
        return lambda frame: _as_pandas(frame, pandas)
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    if name == "pyarrow":
        return lambda frame: frame.to_arrow()
    if name == "spark":
        session = request.getfixturevalue("spark")
        return lambda frame: session.createDataFrame(frame.to_arrow())
    return _in_duckdb(name, keep)


def _as_pandas(frame: pl.DataFrame, pandas: Any) -> Any:
    """A pandas table whose columns keep their kind where some values are missing."""
    kinds = dict.fromkeys(frame.select(cs.integer()).columns, "Int64")
    kinds |= dict.fromkeys(frame.select(cs.boolean()).columns, "boolean")
    holed = {name: kind for name, kind in kinds.items() if frame[name].has_nulls()}
    columns = {name: pandas.array(frame[name].to_list(), kind) for name, kind in holed.items()}
    return frame.to_pandas().assign(**columns)


def _in_duckdb(name: str, keep: list[Any]) -> Any:
    duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed")
    if name == "duckdb default":
        return lambda frame: duckdb.from_arrow(frame.to_arrow())
    if name == "duckdb":
        connection = duckdb.connect()
        keep.append(connection)
        return lambda frame: connection.from_arrow(frame.to_arrow())
    ibis = pytest.importorskip("ibis", reason="ibis is not installed")
    backend = ibis.duckdb.connect()
    keep.append(backend.con)
    numbers = count()

    def make(frame: pl.DataFrame) -> Any:
        name = f"t{next(numbers)}"  # by hand: create_table of ibis 12 does not work on DuckDB 2
        backend.con.register(name, frame.to_arrow())
        return backend.table(name)

    return make

"""Engines whose bridge to polars is not installed."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from discret import Dataset
from discret.data.engine import collected, enter
from discret.errors import ExtraError

duckdb = pytest.importorskip("duckdb")
pd = pytest.importorskip("pandas")


@pytest.mark.parametrize("values", [["f", "m"], [1, 2], [1, "m"]])
def test_pandas_without_pyarrow_names_the_extra(
    values: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ExtraError, match=r"pyarrow.*pip install 'discret\[pandas\]'"):
        Dataset.of(pd.DataFrame({"sex": values}), key="sex")


def test_duckdb_without_pyarrow_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    frame, _ = enter(duckdb.sql("SELECT 1 AS a"))
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ExtraError, match=r"discret\[duckdb\]"):
        collected(frame)

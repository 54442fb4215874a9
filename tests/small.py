"""Small datasets, and what is done to them, for the tests of losses."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

from discret import Context, Dataset
from discret.reduce import Recode

CLOSE = 1e-11  # values are rounded to twelve places


def of(**columns: list[Any]) -> Dataset:
    keys = [name for name in columns if name != "w"]
    return Dataset.of(pl.DataFrame(columns), key=keys, weight="w" if "w" in columns else None)


def kept(data: Dataset, *places: int) -> Dataset:
    return data.with_rows(np.array(places, dtype=np.int64))


def recoded(data: Dataset, column: str, mapping: dict[str, str]) -> Dataset:
    return Recode(column=column, mapping=mapping).apply(data, Context()).data

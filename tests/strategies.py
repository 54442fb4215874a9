"""Hypothesis strategies shared by tests: small tables whose columns have roles."""

from __future__ import annotations

import os
from typing import Any

import polars as pl
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from discret import Dataset

QUICK = os.environ.get("DISCRET_TESTS") == "quick"  # as scripts/check asks for
KEYS = ("a", "b", "c")
RULES = ("known", "wildcard", "category")

rules = st.sampled_from(RULES)
weights = st.one_of(
    st.integers(min_value=1, max_value=400).map(float),
    st.floats(min_value=0.05, max_value=400, allow_nan=False, allow_infinity=False),
)


def examples(number: int) -> settings:
    """Run a test on `number` examples, however slow the machine; a fifth for a quick look."""
    slow = [HealthCheck.too_slow]
    some = max(number // 5, min(number, 5)) if QUICK else number
    return settings(max_examples=some, deadline=None, suppress_health_check=slow)


@st.composite
def frames(
    draw: st.DrawFn,
    *,
    missing: bool = True,
    missing_sensitive: bool = False,
    least_keys: int = 1,
    most_records: int = 12,
) -> pl.DataFrame:
    """Draw a table with keys among a, b, c, sensitive s and t, weight w and individual p."""
    keys = KEYS[: draw(st.integers(least_keys, len(KEYS)))]
    size = draw(st.integers(1, most_records))
    holes = draw(st.booleans()) if missing else False
    columns: dict[str, Any] = {
        name: _column(draw, size, [f"{name}{n}" for n in range(3)], holes) for name in keys
    }
    columns["s"] = _column(draw, size, ["s0", "s1", "s2", "s3"], missing_sensitive)
    columns["t"] = _column(draw, size, ["t0", "t1"], missing_sensitive)
    columns["w"] = draw(st.lists(weights, min_size=size, max_size=size))
    columns["p"] = _column(draw, size, ["p0", "p1", "p2", "p3", "p4"], draw(st.booleans()))
    kinds = {name: pl.Float64 if name == "w" else pl.String for name in columns}
    return pl.DataFrame(columns, schema=kinds)


@st.composite
def datasets(
    draw: st.DrawFn, *, weight: bool = False, individual: bool | None = False, **shape: Any
) -> Dataset:
    """Draw a dataset over `frames`; `individual=None` leaves that role to chance."""
    frame = draw(frames(**shape))
    person = draw(st.booleans()) if individual is None else individual
    return Dataset.of(
        frame,
        key=[name for name in KEYS if name in frame.columns],
        sensitive=["s", "t"],
        weight="w" if weight else None,
        individual="p" if person else None,
    )


def _column(draw: st.DrawFn, size: int, values: list[str], holes: bool) -> list[str | None]:
    choice = st.sampled_from([*values, None] if holes else values)
    return draw(st.lists(choice, min_size=size, max_size=size))

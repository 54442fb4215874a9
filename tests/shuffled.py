"""A plugin: what polars leaves unordered comes back in another order each time.

``PYTHONPATH=tests python -m pytest -p shuffled``: joins, groups and distinct values that were not
asked for in order are shuffled, so that what leans on the order they happen to have fails. Another
number in ``DISCRET_SHUFFLE`` gives other orders.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from functools import wraps
from typing import Any

import polars as pl
import pytest
from polars.lazyframe.group_by import LazyGroupBy

SEED = os.environ.get("DISCRET_SHUFFLE", "1")
chance = random.Random(SEED)  # noqa: S311


def pytest_configure() -> None:
    """Shuffle for the whole run."""
    shuffle(setattr)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Give each test its own orders, alone or among others."""
    chance.seed(f"{SEED} {item.nodeid}")


def shuffle(put: Callable[[Any, str, Any], None]) -> None:
    """Put verbs that shuffle in the place of those of polars (eager tables go by lazy ones)."""
    for owner, verb in [
        (pl.LazyFrame, "join"),
        (pl.LazyFrame, "unique"),
        (pl.Series, "unique"),
        (pl.Series, "value_counts"),
    ]:
        put(owner, verb, _shuffling(getattr(owner, verb)))
    grouped, aggregated = pl.LazyFrame.group_by, LazyGroupBy.agg

    @wraps(grouped)
    def group_by(frame: Any, *by: Any, **options: Any) -> Any:
        groups = grouped(frame, *by, **options)
        groups.in_order = _in_order(options)
        return groups

    @wraps(aggregated)
    def agg(groups: Any, *wanted: Any, **named: Any) -> Any:
        table = aggregated(groups, *wanted, **named)
        return table if groups.in_order else _mixed(table)

    put(pl.LazyFrame, "group_by", group_by)
    put(LazyGroupBy, "agg", agg)


def _shuffling(verb: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(verb)
    def mixed(*given: Any, **options: Any) -> Any:
        answer = verb(*given, **options)
        return answer if _in_order(options) else _mixed(answer)

    return mixed


def _in_order(options: dict[str, Any]) -> bool:
    return options.get("maintain_order") not in {None, False, "none"} or options.get("sort", False)


def _mixed(answer: Any) -> Any:
    seed = chance.getrandbits(32)
    if isinstance(answer, pl.Series):
        return answer.shuffle(seed=seed)
    return answer.select(pl.all().shuffle(seed=seed))

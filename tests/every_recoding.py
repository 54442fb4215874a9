"""Small tables with hierarchies, and all their recodings tried one by one: no search."""

from __future__ import annotations

from itertools import product
from typing import Any

import polars as pl
from hypothesis import strategies as st

from discret import Dataset, Hierarchy
from discret.reduce import Generalise

LOSSES = ("loss", "entropy", "precision", "discernibility", "group_size", "divergence")
TOWN = Hierarchy.from_parents(
    {"a": "north", "b": "north", "c": "south", "d": "south", "e": "south"},
    {"north": "all", "south": "all"},
    top=None,
)
AGE = Hierarchy.from_cuts([20, 40, 60], [40], top="*")
SEX = Hierarchy.from_groups({"*": ["f", "m"]}, top=None)


@st.composite
def tables(draw: st.DrawFn, *, holes: bool = False) -> Dataset:
    size = draw(st.integers(2, 24))
    towns: list[Any] = ["a", "b", "c", "d", "e", *([None] if holes else [])]
    columns = {
        "town": draw(st.lists(st.sampled_from(towns), min_size=size, max_size=size)),
        "age": draw(st.lists(st.sampled_from([5, 25, 45, 65]), min_size=size, max_size=size)),
        "sex": draw(st.lists(st.sampled_from(["f", "m"]), min_size=size, max_size=size)),
        "s": draw(st.lists(st.sampled_from(["x", "y", "z"]), min_size=size, max_size=size)),
        "w": draw(st.lists(st.integers(1, 9), min_size=size, max_size=size)),
    }
    return of(pl.DataFrame(columns, schema_overrides={"town": pl.String}))


def of(frame: pl.DataFrame) -> Dataset:
    return Dataset.of(
        frame,
        key=["town", "age", "sex"],
        sensitive="s",
        weight="w",
        hierarchies={"town": TOWN, "age": AGE, "sex": SEX},
    )


def every(method: Generalise, data: Dataset) -> dict[tuple[int, ...], tuple[float, float]]:
    """The loss of every recoding that holds, and what it drops: no search, each node anew."""
    keys = data.keys
    ladders = method._ladders(keys)
    found = {}
    for node in product(*(range(ladder.height) for ladder in ladders)):
        problem = method._problem(keys, ladders)
        verdict = problem.check(node)
        if verdict.holds:
            found[node] = (verdict.loss, problem.suppressed[node])
    return found

"""Every key of a plan, with every kind of value: it is taken, or it is a fault of the plan."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from discret.errors import DiscretError
from discret.plan.plan import Plan

PLAN = tomllib.loads("""
title = "All of it"
[data]
file = "people.csv"
[roles]
key = ["sex", "town"]
sensitive = ["illness"]
[hierarchies.town]
from = "groups"
groupings = [{north = ["Lille", "Laon"]}]
[release]
unexamined = ["age"]
follows = {zone = "town"}
[[assess]]
measure = "k_anonymity"
k = 2
[[reduce]]
method = "suppress_records"
models = [{measure = "k_anonymity", k = 2}]
label = "first"
[[quantify]]
measure = "marginals"
[[variant]]
title = "other"
[[variant.reduce]]
method = "generalise"
models = [{measure = "l_diversity", l = 2}]
""")
VALUES: list[Any] = [
    {},
    {"a": {"b": [{}]}},
    [],
    [[]],
    [{}],
    [{"a": []}],
    ["x", 3],
    3,
    -1.5,
    True,
    "",
]


def places(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if place:
        yield place
    if isinstance(value, dict | list):
        for name, one in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(one, (*place, name))


def written(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(k)} = {written(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    return json.dumps(value)


def test_the_plan_itself_is_right(tmp_path: Path) -> None:
    assert Plan.read(saved(PLAN, tmp_path)).title == "All of it"


@pytest.mark.parametrize("place", list(places(PLAN)), ids=lambda place: ".".join(map(str, place)))
def test_a_value_of_any_kind_is_taken_or_told(place: tuple[Any, ...], tmp_path: Path) -> None:
    for value in VALUES:
        plan = tomllib.loads("x = " + written(PLAN))["x"]
        inside = plan
        for step in place[:-1]:
            inside = inside[step]
        inside[place[-1]] = value
        assert hinted(saved(plan, tmp_path)), value


def hinted(path: Path) -> bool:
    """Read a plan; what is not taken has a hint."""
    try:
        Plan.read(path)
    except DiscretError as error:
        return bool(error.hint)
    return True


def saved(plan: dict[str, Any], folder: Path) -> Path:
    path = folder / "plan.toml"
    path.write_text("\n".join(f"{name} = {written(value)}" for name, value in plan.items()))
    return path

"""The recodings to choose from: against all recodings tried one by one."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret import Context, Dataset
from discret.assess import KAnonymity, TCloseness
from discret.errors import TargetError
from discret.reduce import Generalise
from discret.reduce.generalise import choices
from every_recoding import LOSSES, every, of, tables
from strategies import examples

KEYS = ("town", "age", "sex")


def crowd(size: int = 100, seed: int = 2) -> Dataset:
    rng = np.random.default_rng(seed)
    return of(
        pl.DataFrame({
            "town": rng.choice(list("abcde"), size, p=[0.5, 0.3, 0.1, 0.06, 0.04]),
            "age": rng.choice([5, 25, 45, 65], size, p=[0.1, 0.6, 0.25, 0.05]),
            "sex": rng.choice(["f", "m"], size),
            "s": rng.choice(["x", "y", "z"], size),
            "w": [1] * size,
        })
    )  # fmt: skip


def below(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return one != other and all(a <= b for a, b in zip(one, other, strict=True))


def places(rows: list[dict[str, Any]], kind: str) -> set[tuple[int, ...]]:
    return {tuple(row["levels"].values()) for row in rows if row[kind]}


models = st.one_of(
    st.builds(KAnonymity, k=st.integers(2, 6)),
    st.builds(TCloseness, t=st.floats(0.1, 0.9)),
)


@examples(40)
@given(tables(), models, st.sampled_from([0.0, 0.3]), st.sampled_from(LOSSES))
def test_the_minimal_recodings_are_all_there(data: Dataset, model, suppress, loss) -> None:
    method = Generalise(models=[model], drop=suppress, loss=loss)
    held = every(method, data)
    if not held:
        with pytest.raises(TargetError):
            method.apply(data, Context())
        return
    facts = method.apply(data, Context()).facts
    rows = facts["frontier"]
    assert facts["frontier_complete"]
    assert places(rows, "minimal") == {
        node for node in held if not any(below(other, node) for other in held)
    }
    for row in rows:
        loss_, dropped = held[tuple(row["levels"].values())]
        assert (row["loss"], row["suppressed"]) == (pytest.approx(loss_), dropped)
    assert {tuple(node) for node in facts["lattice"]["holding"]} == set(held)
    assert facts["lattice"]["unknown"] == []
    assert json.loads(json.dumps(facts, allow_nan=False)) == facts


def test_the_unbeaten_trade_records_for_loss() -> None:
    facts = Generalise(models=[KAnonymity(k=5)], drop=1.0).apply(crowd(), Context()).facts
    rows = facts["frontier"]
    assert rows[0]["loss"] == facts["loss"]
    assert rows[0]["levels"] == facts["levels"]
    assert [row["loss"] for row in rows] == sorted(row["loss"] for row in rows)
    unbeaten = [row for row in rows if row["unbeaten"]]
    dropped = [row["suppressed"] for row in unbeaten]
    assert len(unbeaten) > 2
    assert dropped == sorted(dropped, reverse=True)
    assert len(set(dropped)) == len(dropped)


def test_any_of_them_can_be_applied() -> None:
    data, wanted = crowd(), {"models": [KAnonymity(k=5)], "suppress": 0.1}
    rows = Generalise(**wanted).apply(data, Context()).facts["frontier"]
    assert len(rows) > 1
    for row in rows:
        facts = Generalise(**wanted, levels=row["levels"]).apply(data, Context()).facts
        assert (facts["loss"], facts["suppressed"]) == (row["loss"], row["suppressed"])


def test_what_would_take_long_stays_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    data, method = crowd(), Generalise(models=[KAnonymity(k=5)], drop=0.1)
    whole = dict(method.apply(data, Context()).facts)
    monkeypatch.setattr(choices, "EFFORT", 0)
    monkeypatch.setattr(choices, "AGAIN", 0.0)
    some = method.apply(data, Context()).facts
    assert not some["frontier_complete"]
    assert some["lattice"]["unknown"]
    assert some["levels"] == whole["levels"]
    assert some["checked"] == whole["checked"]
    known = {tuple(node) for node in some["lattice"]["holding"]}
    assert known < {tuple(node) for node in whole["lattice"]["holding"]}
    assert places(some["frontier"], "minimal") <= known
    monkeypatch.setattr(choices, "DRAWN", 10)
    assert "lattice" not in method.apply(data, Context()).facts


def test_a_limit_on_the_search_is_one_on_all_of_it() -> None:
    looked: list[str] = []
    seen = Context(progress=lambda share, doing: looked.append(doing))
    method = Generalise(models=[KAnonymity(k=5)], drop=0.1, checks=3)
    facts = method.apply(crowd(), seen).facts
    assert facts["checked"] <= 12
    assert not facts["frontier_complete"]


def test_levels_are_told_as_the_hierarchy_numbers_them() -> None:
    method = Generalise(models=[KAnonymity(k=5)], drop=0.5, minimum={"age": 1}, maximum={"sex": 0})
    facts = method.apply(crowd(), Context()).facts
    told = facts["lattice"]
    assert (told["keys"], told["lowest"], told["highest"]) == ([*KEYS], [0, 1, 0], [2, 3, 0])
    nodes = set(product(range(3), range(1, 4), [0]))
    assert {tuple(node) for node in told["holding"]} <= nodes
    assert all(tuple(row["levels"].values()) in nodes for row in facts["frontier"])

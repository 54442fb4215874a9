"""What arrays tell a search, against the models themselves; and what no finer node escapes."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret import Dataset, Hierarchy
from discret.assess import (
    BetaLikeness,
    DeltaDisclosure,
    Homogeneity,
    KAnonymity,
    LDiversity,
    TCloseness,
)
from discret.data.keytable import KeyTable
from discret.maths.arrays import Bools, Ints
from discret.model import Conjunction, Model
from discret.reduce.generalise.judging import Judging
from discret.reduce.suppress_records import kept

CROPS = Hierarchy.from_groups({"ab": ["a", "b"], "cde": ["c", "d", "e"]}, top="*")
ASKED: list[Model] = [
    LDiversity(l=2),
    LDiversity(l=2, kind="entropy"),
    LDiversity(l=2, kind="grassberger"),
    LDiversity(l=2, kind="recursive", c=1.5),
    LDiversity(l=3, kind="recursive", c=2),
    TCloseness(t=0.3),
    TCloseness(t=0.15),
    TCloseness(t=0.2, distance="ordered"),
    TCloseness(t=0.2, distance="hierarchical"),
    TCloseness(t=0.35, distance="hierarchical"),
    BetaLikeness(beta=0.5),
    BetaLikeness(beta=1.5, kind="enhanced"),
    DeltaDisclosure(delta=0.7),
    DeltaDisclosure(delta=1.2, absent="present", base="2"),
    TCloseness(t=0.2, reference="original"),
    TCloseness(t=0.15, distance="ordered", reference="original"),
    TCloseness(t=0.25, distance="hierarchical", reference="original"),
    BetaLikeness(beta=1, reference="original"),
    BetaLikeness(beta=1.5, kind="enhanced", reference="original"),
    DeltaDisclosure(delta=0.9, reference="original"),
    DeltaDisclosure(delta=1.2, absent="present", reference="original"),
]


@st.composite
def files(draw: st.DrawFn) -> pl.DataFrame:
    """Draw groups with values of two columns, some missing, some of one value alone."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    size, groups = int(rng.integers(1, 120)), int(rng.integers(1, 12))
    shares = rng.dirichlet(np.full(5, draw(st.sampled_from([0.3, 1.0, 5.0]))))
    first = rng.choice(list("abcde"), size, p=shares).tolist()
    second = rng.choice(["x", "y"], size).tolist()
    lost = rng.random(size) < draw(st.sampled_from([0.0, 0.2]))
    return pl.DataFrame(
        {
            "k": rng.integers(0, groups, size),
            "s": [None if gone else one for one, gone in zip(first, lost, strict=True)],
            "r": second,
        }
    )


def table(frame: pl.DataFrame) -> KeyTable:
    return Dataset.of(frame, key="k", sensitive=["s", "r"], hierarchies={"s": CROPS}).keys


def asked(model: Model) -> Conjunction:
    return Conjunction((KAnonymity(k=2), model.model_copy(update={"column": "s"})))


def failing(keys: KeyTable, models: Conjunction) -> Bools:
    return ~kept(keys, models)[0]


@given(frame=files())
def test_arrays_say_what_models_say(frame: pl.DataFrame) -> None:
    if frame["s"].null_count() == frame.height:
        return
    keys = table(frame)
    for models in map(asked, ASKED):
        judging = Judging.of(keys, models, 0.0)
        assert judging is not None
        told = judging.failing(keys.count, judging.tables)
        assert told.tolist() == failing(keys, models).tolist(), models


@given(frame=files(), seed=st.integers(0, 99))
def test_no_finer_recoding_loses_less_than_the_bound(frame: pl.DataFrame, seed: int) -> None:
    if frame["s"].null_count() == frame.height:
        return
    keys = table(frame)
    ids, groups = merged(len(keys), seed)
    count = np.bincount(ids, keys.count, groups).astype(np.int64)
    every, alone = np.ones(groups, dtype=np.bool_), np.bincount(ids, minlength=groups) == 1
    for models in map(asked, ASKED):
        bad = failing(keys, models)
        lost = np.bincount(ids[bad], keys.count[bad], groups)
        judging = Judging.of(keys, models, float(lost.sum()))
        assert judging is not None
        tables = judging.rolled(judging.tables, ids, groups)
        assert (judging.lost_below(count, tables, every, ~every) <= lost + 1e-6).all(), models
        told = judging.failing(count, tables)
        assert (judging.lost_below(count, tables, told, alone) <= lost + 1e-6).all(), models


def merged(groups: int, seed: int) -> tuple[Ints, int]:
    rng = np.random.default_rng(seed)
    ids: Any = np.unique(rng.integers(0, max(groups // 2, 1), groups), return_inverse=True)[1]
    return ids.astype(np.int64), int(ids.max()) + 1


def test_the_bound_tells_something() -> None:
    alike = pl.DataFrame({"k": [1, 1, 2, 2, 3, 3], "s": ["a", "a", "b", "c", "d", "e"]})
    keys = table(alike.with_columns(r=pl.lit("x")))
    judging = Judging.of(keys, Conjunction((TCloseness(t=0.2, column="s"),)), 0.0)
    assert judging is not None
    every = np.ones(3, dtype=np.bool_)
    assert judging.lost_below(keys.count, judging.tables, every, ~every).sum() == pytest.approx(6)


@pytest.mark.parametrize(
    "model",
    [
        LDiversity(l=2, kind="grassberger"),
        TCloseness(t=0.3, distance="ordered", reference="original"),
    ],
)
def test_a_group_that_nobody_joins_is_lost_below(model: Model) -> None:
    alike = pl.DataFrame({"k": [1, 1, 2, 2, 3, 3], "s": ["a", "a", "b", "c", "d", "e"]})
    keys = table(alike.with_columns(r=pl.lit("x")))
    judging = Judging.of(keys, Conjunction((model.model_copy(update={"column": "s"}),)), 0.0)
    assert judging is not None
    told, every = judging.failing(keys.count, judging.tables), np.ones(3, dtype=np.bool_)
    assert told.any()
    for same, lost in ((every, told * 2), (~every, np.zeros(3))):
        found = judging.lost_below(keys.count, judging.tables, told, same)
        assert found.tolist() == lost.tolist()


@pytest.mark.parametrize("model", [Homogeneity(most=0.1), LDiversity(l=2)])
def test_what_takes_more_than_counts_is_judged_by_the_model(model: Model) -> None:
    people = pl.DataFrame({"k": [1, 1, 2], "s": ["a", "b", "a"], "who": [1, 1, 2]})
    keys = Dataset.of(people, key="k", sensitive="s", individual="who").keys
    assert Judging.of(keys, Conjunction((model,)), 0.0) is None

"""What models say of themselves is true of what they mark, whoever wrote them."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any, ClassVar

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discret import Context, Dataset, Hierarchy
from discret.assess import (
    Attackers,
    AverageRisk,
    BetaLikeness,
    DeltaDisclosure,
    IndividualRisk,
    KAnonymity,
    KMap,
    LDiversity,
    SampleUniques,
    TCloseness,
)
from discret.data.keytable import KeyTable
from discret.errors import TargetError
from discret.maths.arrays import Bools
from discret.model import Conjunction, Model, Scope
from discret.parts import Criterion
from discret.reduce import Generalise, LocalRecoding, Mondrian, SuppressCells, SuppressRecords
from discret.words import Words
from strategies import QUICK

MODELS: list[Model] = [
    KAnonymity(k=2),
    KAnonymity(k=3),
    KAnonymity(k=2, combinations=1),
    KAnonymity(combinations=[{"columns": ["b", "a"], "k": 2}, {"columns": ["c"], "k": 3}]),
    Attackers(most=0.5),
    Attackers(most=0.34),
    Attackers(most=1 / 3),
    Attackers(most=1.0),
    SampleUniques(most=0.0),
    SampleUniques(most=0.3),
    AverageRisk(most=0.5),
    IndividualRisk(most=0.3),
    KMap(k=6, estimate="weights"),
    LDiversity(l=2),
    LDiversity(l=1.8, kind="entropy"),
    LDiversity(l=2, kind="recursive", c=2.0),
    LDiversity(l=1.5, kind="grassberger"),
    TCloseness(t=0.4),
    BetaLikeness(beta=1.0),
    DeltaDisclosure(delta=1.0),
]
examples = settings(max_examples=20 if QUICK else 40)
rows = st.lists(
    st.tuples(*(st.sampled_from("xy") for _ in "abc"), st.sampled_from("uvw"), st.integers(1, 4)),
    min_size=4,
    max_size=16,
)


def table(drawn: list[tuple[Any, ...]], **roles: Any) -> pl.DataFrame:
    return pl.DataFrame(drawn, schema=["a", "b", "c", "s", "w"], orient="row")


def data_of(frame: pl.DataFrame, **more: Any) -> Dataset:
    return Dataset.of(frame, key=["a", "b", "c"], sensitive="s", weight="w", **more)


# -- how many people it asks for -----------------------------------------------------------------


def sharing(frame: pl.DataFrame, least: dict[tuple[int, ...], int]) -> bool:
    """Whether as many records as asked share the columns, counted one by one."""
    found = True
    for places, number in least.items():
        counts = Counter(tuple(row[place] for place in places) for row in frame.rows())
        found &= min(counts.values()) >= number
    return found


@examples
@given(rows)
def test_no_file_holds_without_the_people_asked_for(drawn) -> None:
    frame = table(drawn)
    keys = data_of(frame).keys
    for model in MODELS:
        enough = sharing(frame, model.least.over(keys.columns))
        holds = not model.failing(keys).any()
        assert enough or not holds, model
        assert enough == holds or not model.least.enough, model


def test_several_models_ask_for_the_most_of_each() -> None:
    both = Conjunction((KAnonymity(k=3), KAnonymity(k=7, combinations=1), LDiversity(l=4)))
    places = [*combinations(range(2), 1), (0, 1)]
    assert both.least(["a", "b"]) == dict(zip(places, [7, 7, 4], strict=True))
    assert (both.size, both.sizes_only) == (None, False)
    assert Conjunction((KAnonymity(k=3), Attackers(most=0.2))).size == 5


# -- what it looks at ----------------------------------------------------------------------------


@examples
@given(rows, st.integers(0, 7))
def test_a_group_that_is_judged_by_itself_is_judged_so_whatever_the_others(
    drawn, place: int
) -> None:
    keys = data_of(table(drawn)).keys
    alone = np.zeros(len(keys), dtype=np.bool_)
    alone[place % len(keys)] = True
    for model in (one for one in MODELS if one.scope(keys) is Scope.GROUP):
        fails = model.failing(keys.subset(alone)).tolist()
        assert fails == model.failing(keys)[alone].tolist(), model


@examples
@given(rows)
def test_a_group_compared_with_the_file_does_not_mind_how_others_are_cut(drawn) -> None:
    frame = table(drawn)
    mine = (
        (pl.col("a") == drawn[0][0]) & (pl.col("b") == drawn[0][1]) & (pl.col("c") == drawn[0][2])
    )
    others = frame.with_columns(a=pl.when(mine).then("a").otherwise(pl.lit("z")))
    others = others.with_columns(
        pl.when(mine).then(n).otherwise(pl.lit("z")).alias(n) for n in "bc"
    )

    def fails(model: Model, keys: KeyTable) -> bool:
        marked = keys.table(fails=model.failing(keys))
        return bool(marked.filter(mine)["fails"].item())

    keys, cut = data_of(frame).keys, data_of(others).keys
    for model in (one for one in MODELS if one.scope(keys) in (Scope.GROUP, Scope.FILE)):
        assert fails(model, keys) == fails(model, cut), model


# -- models that others write --------------------------------------------------------------------


class TwoOfEach(Model):
    """At least two records of a group: no more than what must be said, by somebody else."""

    name: ClassVar[str] = "two_of_each"
    title: ClassVar[Words] = Words("two of each", fr="deux de chaque")
    purpose: ClassVar[Words] = Words("counts", fr="compte")
    attacker: ClassVar[Words] = Words("knows keys", fr="connaît les clés")
    criteria: ClassVar[tuple[Criterion, ...]] = ("singling_out",)
    target: ClassVar[str] = "number"
    such_as: ClassVar[str] = "number=2"
    number: int | None = 2

    def assess(self, data: Dataset) -> Any:
        raise NotImplementedError

    def fails(self, keys: KeyTable) -> Bools:
        return np.asarray(keys.people("known") < (self.number or 0))


TOP = Hierarchy.from_groups({"any": ["x", "y"]})
METHODS = [
    SuppressRecords(models=[TwoOfEach()], drop=1.0),
    SuppressCells(models=[TwoOfEach()]),
    Generalise(models=[TwoOfEach()], drop=1.0),
    LocalRecoding(models=[TwoOfEach()]),
    Mondrian(models=[TwoOfEach()]),
]


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.name)
@examples
@given(rows)
def test_a_model_that_says_nothing_more_takes_the_same_roads(method, drawn) -> None:
    data = data_of(table(drawn), hierarchies=dict.fromkeys("abc", TOP))
    try:
        change = method.apply(data, Context())
    except TargetError:
        assert isinstance(method, SuppressRecords)
        return
    assert KAnonymity(k=2).assess(change.data).met


# -- models against a population -----------------------------------------------------------------


@pytest.mark.parametrize(
    "model",
    [
        AverageRisk(most=0.5, estimate="population"),
        KMap(k=2),
        KMap(k=2, estimate="population"),
    ],
)
@pytest.mark.parametrize("method", [SuppressCells, LocalRecoding, Mondrian])
def test_a_population_that_is_not_recoded_alike_is_refused(model: Model, method) -> None:
    frame = table([("x", "x", "x", "u", 1), ("x", "y", "x", "u", 1), ("y", "x", "x", "v", 1)])
    data = data_of(frame, hierarchies=dict.fromkeys("abc", TOP), population=frame.select(*"abc"))
    with pytest.raises(Exception, match="population") as caught:
        method(models=[model]).apply(data, Context())
    assert model.name in str(caught.value)
    assert caught.value.hint


def test_weights_are_no_population() -> None:
    frame = table([("x", "x", "x", "u", 1), ("x", "y", "x", "u", 1), ("y", "x", "x", "v", 9)])
    data = data_of(frame, hierarchies=dict.fromkeys("abc", TOP), population=frame.select(*"abc"))
    change = SuppressCells(models=[KMap(k=2, estimate="weights")]).apply(data, Context())
    assert KMap(k=2, estimate="weights").assess(change.data).met

"""Local recoding: the models hold, labels are true, nobody is dropped."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret import Context, Dataset, Hierarchy
from discret.assess import KAnonymity, KMap, LDiversity, TCloseness
from discret.data.text import as_text
from discret.errors import ColumnError, InputError, ParameterError, TargetError
from discret.quantify import CellsChanged, Contingency, DetailLost, Marginals
from discret.reduce import LocalRecoding
from engines import Engine, brought_back
from every_part import RISKS, dataset, people
from strategies import KEYS, RULES, examples, frames

REFUSES = {
    "average_risk",
    "delta_presence",
    "interval_disclosure",
    "k_map",
    "linkage",
    "t_closeness",
}
LEVELS = {
    name: Hierarchy.from_parents(
        {f"{name}0": f"{name}x", f"{name}1": f"{name}x", f"{name}2": f"{name}2!"}
    )
    for name in KEYS
}


def held(frame: Any, **roles: Any) -> Dataset:
    names = [name for name in KEYS if name in frame.columns]
    return Dataset.of(frame, key=names, hierarchies={name: LEVELS[name] for name in names}, **roles)


def recoded(data: Dataset, **settings: Any) -> Dataset:
    return LocalRecoding(**settings).apply(data, seeded()).data


def seeded(seed: int = 1) -> Context:
    return Context(rng=np.random.default_rng(seed))


@given(frames(most_records=20), st.integers(2, 5), st.sampled_from(RULES))
@examples(40)
def test_k_anonymity_holds_and_no_record_is_lost(frame: pl.DataFrame, k: int, rule: Any) -> None:
    data, model = held(frame), KAnonymity(k=k, missing=rule)
    if len(frame) < k:
        return
    after = recoded(data, models=[model])
    assert model.assess(after).met
    table = after.to_polars()
    assert table.columns == frame.columns
    others = [name for name in frame.columns if name not in KEYS]
    assert table.select(others).equals(frame.select(others))


@given(frames(most_records=20), st.integers(2, 4))
@examples(40)
def test_every_label_covers_the_value_it_stands_for(frame: pl.DataFrame, k: int) -> None:
    if len(frame) < k:
        return
    table = recoded(held(frame), models=[KAnonymity(k=k)]).to_polars()
    for name in (name for name in KEYS if name in frame.columns):
        for old, new in zip(frame[name], table[name], strict=True):
            if old is None:
                assert new in (None, "*")
            else:
                assert new in LEVELS[name].levels(pl.Series([old])).row(0)


@given(frames(missing=False, most_records=16), st.integers(2, 4))
@examples(30)
def test_labels_are_the_lowest_that_a_whole_group_shares(frame: pl.DataFrame, k: int) -> None:
    """Else a group could show more for nothing: what it shows is not common to its records."""
    if len(frame) < k:
        return
    names = [name for name in KEYS if name in frame.columns]
    table = recoded(held(frame), models=[KAnonymity(k=k)]).to_polars()
    both = pl.concat([frame.select(pl.col(names).name.prefix("old ")), table.select(names)],
                     how="horizontal")  # fmt: skip
    for _, group in both.group_by(names):
        if all(group[f"old {name}"].n_unique() == 1 for name in names):
            assert all(group[name][0] == group[f"old {name}"][0] for name in names)


def test_facts_count_levels_and_loss_by_hand() -> None:
    """Two of a0 and one each of a1, b... the lone a1 joins a0: three records show ax of a."""
    frame = pl.DataFrame({"a": ["a0", "a0", "a1", "a2", "a2"]})
    change = LocalRecoding(models=[KAnonymity(k=2)]).apply(held(frame), Context())
    assert change.data.to_polars()["a"].to_list() == ["ax", "ax", "ax", "a2", "a2"]
    assert change.facts == {
        "groups": 2,
        "granularity": pytest.approx(1 - (3 * 2 / 3) / 5),
        "loss": pytest.approx((3 * 2 / 3) / 5),
        "levels": {"a": [2, 3, 0]},
        "suppressed": 0,
    }


def test_a_safe_file_is_left_as_it_is() -> None:
    frame = pl.DataFrame({"a": ["a0", "a0", "a1", "a1"], "b": ["b0"] * 4})
    data = held(frame)
    change = LocalRecoding(models=[KAnonymity(k=2)]).apply(data, Context())
    assert change.data.to_polars().equals(frame)
    assert change.facts["granularity"] == 1
    assert set(change.data.hierarchies) == {"a", "b"}


def test_keys_that_nobody_climbs_keep_their_type_and_hierarchy() -> None:
    frame = pl.DataFrame(
        {"age": [20, 20, 40, 40, 41, 21], "a": ["a0", "a0", "a2", "a2", "a2", "a0"]}
    )
    ages = Hierarchy.from_cuts([30])
    data = Dataset.of(frame, key=["age", "a"], hierarchies={"age": ages, "a": LEVELS["a"]})
    after = recoded(data, models=[KAnonymity(k=2)], maximum={"a": 0})
    assert after.to_polars()["a"].equals(frame["a"])
    assert after.to_polars().schema["age"] == pl.String
    assert set(after.hierarchies) == {"a"}


def test_a_missing_value_becomes_the_top_only_where_the_top_says_nothing() -> None:
    frame = pl.DataFrame({"age": [20, 21, None, 22]})
    topped = Dataset.of(frame, key="age", hierarchies={"age": Hierarchy.from_cuts([30])})
    model = KAnonymity(k=2, missing="category")
    after = recoded(topped, models=[model]).to_polars()["age"].to_list()
    assert after[2] == "*"
    assert after.count("*") >= 2
    bare = Hierarchy.from_cuts([30], top=None)  # all are below 30, but the missing one may not be
    with pytest.raises(TargetError) as caught:
        recoded(Dataset.of(frame, key="age", hierarchies={"age": bare}), models=[model])
    assert caught.value.hint
    kept = recoded(
        Dataset.of(frame, key="age", hierarchies={"age": bare}), models=[KAnonymity(k=2)]
    )
    assert kept.to_polars()["age"].to_list() == ["<30", "<30", None, "<30"]


@given(frames(missing=False, most_records=20))
@examples(50)
def test_other_models_hold_too_or_it_is_said(frame: pl.DataFrame) -> None:
    data = held(frame, sensitive="s")
    models = [KAnonymity(k=2), LDiversity(l=2), TCloseness(t=0.3)]
    try:
        after = recoded(data, models=models)
    except TargetError:
        assert len(frame) < 2 or frame["s"].n_unique() < 2
        return
    assert all(model.assess(after).met for model in models)
    assert len(after) == len(frame)


@given(frames(missing=False, most_records=20), st.integers(2, 4), st.integers(0, 3))
@examples(50)
def test_values_counted_in_each_group_hold_at_no_more_cost_than_uniting(
    frame: pl.DataFrame, number: int, seed: int
) -> None:
    """Whatever chance brings, of two sensitive columns; without rounds, clusters are united."""
    data = held(frame, sensitive=["s", "t"])
    models = [KAnonymity(k=2), LDiversity(l=number, column="s"), LDiversity(l=2, column="t")]
    try:
        united = LocalRecoding(models=models, rounds=0).apply(data, seeded(seed))
    except TargetError:
        with pytest.raises(TargetError):
            LocalRecoding(models=models).apply(data, seeded(seed))
        return
    change = LocalRecoding(models=models).apply(data, seeded(seed))
    assert all(model.assess(change.data).met for model in models)
    assert change.facts["loss"] <= united.facts["loss"] + 1e-12


def test_the_same_seed_gives_the_same_file() -> None:
    rows = [(f"a{n % 3}", f"b{n * n % 3}", f"c{n // 3 % 3}") for n in range(40)]
    data = held(pl.DataFrame(rows, schema=list(KEYS), orient="row"))
    once, again = (recoded(data, models=[KAnonymity(k=4)]).to_polars() for _ in range(2))
    assert once.equals(again)


def test_a_person_in_several_records_counts_once() -> None:
    frame = pl.DataFrame({"a": ["a0", "a0", "a1", "a2", "a2"], "p": ["p", "p", "q", "r", "s"]})
    after = recoded(held(frame, individual="p"), models=[KAnonymity(k=2)])
    assert after.to_polars()["a"].to_list() == ["ax", "ax", "ax", "a2", "a2"]
    assert KAnonymity(k=2).assess(after).met


def test_only_the_groups_that_fail_are_united_whatever_the_order_of_the_keys() -> None:
    """b is dear, so groups are sorted by b first: the one that fails is not at its own place."""
    rows = [("a0", "b1", "r"), ("a0", "b1", "s"), ("a0", "b2", "u"), ("a0", "b2", "v")]
    frame = pl.DataFrame(
        [*rows, ("a1", "b1", "p"), ("a1", "b1", "p")], schema=["a", "b", "p"], orient="row"
    )
    dear = Hierarchy.from_groups({"any": ["b1", "b2"]}, top=None)
    data = Dataset.of(
        frame, key=["a", "b"], individual="p", hierarchies={"a": LEVELS["a"], "b": dear}
    )
    table = recoded(data, models=[KAnonymity(k=2)]).to_polars()
    assert table["a"].to_list() == ["ax", "ax", "a0", "a0", "ax", "ax"]
    assert table["b"].equals(frame["b"])


def test_the_release_itself_is_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        LocalRecoding, "_held", lambda _self, search, of, _context: search.shown(0 * of)
    )
    mixed = held(pl.DataFrame({"a": ["a0", "a1", "a2"]}), sensitive=())
    with pytest.raises(TargetError, match="3 of 3 records"):
        recoded(mixed, models=[KAnonymity(k=4)])


@pytest.mark.parametrize("rounds", [0, 1, 3])
def test_more_rounds_never_lose_more(rounds: int) -> None:
    rows = [(f"a{n % 3}", f"b{n * n % 3}", f"c{n // 3 % 3}") for n in range(14)]
    data = held(pl.DataFrame(rows, schema=list(KEYS), orient="row"))
    losses = [
        LocalRecoding(models=[KAnonymity(k=3)], rounds=n).apply(data, seeded()).facts["loss"]
        for n in (rounds, rounds + 1)
    ]
    assert losses[1] <= losses[0] + 1e-12


def test_every_engine_gives_the_same(engine: Engine) -> None:
    frame = people().with_columns(pl.col("age").cast(pl.Int64))
    settings: Any = {"models": [KAnonymity(k=3)], "maximum": {"sex": 0}}
    roles: Any = {"identifier": None, "population": None}
    plain = recoded(dataset(frame, **roles), **settings).to_polars().sort("number")
    other = recoded(dataset(engine(frame), **roles), **settings)
    brought = brought_back(other.to_native()).sort("number")
    for name in ("sex", "age", "town", "illness", "number"):
        assert as_text(brought[name]).to_list() == as_text(plain[name]).to_list()


def test_measures_still_work_on_what_comes_out() -> None:
    data = dataset(population=None)
    after = recoded(data, models=[KAnonymity(k=4)], maximum={"sex": 0})
    for loss in (CellsChanged(), DetailLost()):
        assert loss.compare(data, after).value > 0
    for loss in (Marginals(), Contingency()):  # nobody is gone
        assert loss.compare(data, after).value == pytest.approx(0, abs=1e-12)
    for risk in RISKS:
        try:
            risk.assess(after)
        except InputError:
            assert risk.name in REFUSES


# -- what cannot be done -----------------------------------------------------------------------


def test_a_key_of_many_values_without_hierarchy_must_be_left_alone_in_so_many_words() -> None:
    """One of few may be dropped to a single class."""
    ages = {"age": Hierarchy.from_cuts([35])}
    data = Dataset.of(people(), key=["sex", "age"], hierarchies=ages)
    assert KAnonymity(k=2).assess(recoded(data, models=[KAnonymity(k=2)])).met
    many = pl.DataFrame({"town": [f"t{n // 2}" for n in range(120)], "age": [30, 40] * 60})
    data = Dataset.of(many, key=["town", "age"], hierarchies=ages)
    with pytest.raises(ColumnError, match="town") as caught:
        recoded(data, models=[KAnonymity(k=2)])
    assert "maximum" in str(caught.value.hint)
    assert KAnonymity(k=2).assess(recoded(data, models=[KAnonymity(k=2)], maximum={"town": 0})).met


def test_a_level_too_high_or_a_column_unknown_is_refused() -> None:
    data = held(pl.DataFrame({"a": ["a0", "a1"]}))
    with pytest.raises(ParameterError, match="levels of 'a'"):
        recoded(data, models=[KAnonymity(k=2)], maximum={"a": 9})
    with pytest.raises(ColumnError, match="nowhere"):
        recoded(data, models=[KAnonymity(k=2)], maximum={"nowhere": 1})
    with pytest.raises(ParameterError):
        LocalRecoding(models=[])
    with pytest.raises(ParameterError):
        LocalRecoding(models=[KAnonymity()])
    with pytest.raises(ParameterError):
        LocalRecoding(models=[KAnonymity(k=2)], rounds=-1)


@pytest.mark.parametrize(
    ("settings", "k"), [({}, 4), ({"maximum": {"a": 1}}, 3), ({"maximum": {"a": 0}}, 2)]
)
def test_a_target_out_of_reach_is_said_without_a_value(settings: Any, k: int) -> None:
    data = held(pl.DataFrame({"a": ["a0", "a1", "a2"]}))
    with pytest.raises(TargetError, match=r"of 3 records") as caught:
        recoded(data, models=[KAnonymity(k=k)], **settings)
    assert caught.value.hint
    assert not any(value in str(caught.value) for value in ("a0", "a1", "a2", "a2!"))


def test_a_population_cannot_follow() -> None:
    with pytest.raises(InputError, match="k_map") as caught:
        recoded(dataset(), models=[KMap(k=2, estimate="population")], maximum={"sex": 0})
    assert caught.value.hint

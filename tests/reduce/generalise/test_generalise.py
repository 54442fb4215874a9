"""The best recoding: against all recodings tried one by one, and where there is none."""

from __future__ import annotations

from itertools import product
from math import log2, prod
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from discret import Context, Dataset, Hierarchy
from discret.assess import (
    Attackers,
    IndividualRisk,
    KAnonymity,
    LDiversity,
    Rules,
    TCloseness,
)
from discret.errors import DiscretError, ParameterError, TargetError
from discret.reduce import Generalise
from every_recoding import AGE, LOSSES, SEX, TOWN, every, of, tables
from strategies import examples

models = st.one_of(
    st.builds(KAnonymity, k=st.integers(2, 6)),
    st.builds(LDiversity, l=st.integers(2, 3)),
    st.builds(LDiversity, l=st.floats(1.1, 2.5), kind=st.sampled_from(["entropy", "grassberger"])),
    st.builds(
        TCloseness,
        t=st.floats(0.1, 0.9),
        distance=st.sampled_from(["equal", "ordered"]),
        reference=st.sampled_from(["release", "original"]),
    ),
    st.builds(IndividualRisk, threshold=st.floats(0.01, 0.5)),
    st.builds(Attackers, threshold=st.floats(0.1, 0.9)),
    st.builds(KAnonymity, k=st.integers(2, 4), combinations=st.just(2)),
)


@examples(40)
@given(
    tables(holes=True),
    st.lists(models, min_size=1, max_size=2),
    st.sampled_from([0.0, 0.2, 1.0]),
    st.sampled_from(LOSSES),
    st.sampled_from(["whole", "among_dropped"]),
    st.booleans(),
)
def test_no_recoding_is_better(data: Dataset, wanted, suppress, loss, price, weighted) -> None:
    method = Generalise(models=wanted, drop=suppress, loss=loss, price=price, weighted=weighted)
    all_of_them = every(method, data)
    if not all_of_them:
        with pytest.raises(TargetError, match="no recoding"):
            method.apply(data, Context())
        return
    change = method.apply(data, Context())
    assert change.facts["optimal"]
    assert change.facts["loss"] == pytest.approx(min(loss for loss, _ in all_of_them.values()))
    node = tuple(change.facts["levels"].values())
    assert all_of_them[node] == (
        pytest.approx(change.facts["loss"]),
        change.facts["suppressed"],
    )
    for model in wanted:
        assert not model.failing(change.data.keys).any()
    lost = data.to_polars()["w"].sum() - change.data.to_polars()["w"].sum()
    allowed = suppress * (data.to_polars()["w"].sum() if weighted else len(data))
    assert (lost if weighted else len(data) - len(change.data)) <= allowed + 1e-9


@examples(30)
@given(tables(), models, st.sampled_from([0.0, 0.3]))
def test_monotone_models_fail_below_where_they_fail(data: Dataset, model, suppress) -> None:
    method = Generalise(models=[model], drop=suppress)
    keys = data.keys
    ladders = method._ladders(keys)
    problem = method._problem(keys, ladders)
    if not problem.monotone:
        return
    nodes = list(product(*(range(ladder.height) for ladder in ladders)))
    held = {node: problem.check(node).holds for node in nodes}
    for low, high in product(nodes, nodes):
        if all(a <= b for a, b in zip(low, high, strict=True)) and held[low]:
            assert held[high]


@examples(40)
@given(tables(), st.integers(2, 5))
def test_the_bits_are_those_of_arx_written_plainly(data: Dataset, k: int) -> None:
    """All records lose what their labels hide; those dropped, what tells these labels apart."""
    assume(len(data) >= k)
    method = Generalise(models=[KAnonymity(k=k)], drop=1.0, loss="entropy", price="among_dropped")
    change = method.apply(data, Context())
    levels, rows, factors = change.facts["levels"], data.to_polars().to_dicts(), []
    labels = {name: labelled(name, levels[name], rows) for name in levels}
    shown = list(zip(*labels.values(), strict=True))
    dropped = [place for place, key in enumerate(shown) if shown.count(key) < k]
    for name, own in labels.items():
        values = [row[name] for row in rows]
        if len({*values}) == 1:
            continue
        hidden = sum(log2(own.count(o) / values.count(v)) for o, v in zip(own, values, strict=True))
        lost = [own[place] for place in dropped]
        apart = sum(log2(len(lost) / lost.count(label)) for label in lost)
        whole = sum(log2(len(rows) / values.count(value)) for value in values)
        factors.append(1 + (hidden + apart) / whole)
    expected = prod(factors) ** (1 / len(factors)) - 1 if factors else 0.0
    assert change.facts["loss"] == pytest.approx(expected, abs=1e-12)


@examples(40)
@given(tables(), st.integers(2, 5))
def test_the_loss_is_that_of_arx_written_plainly(data: Dataset, k: int) -> None:
    assume(len(data) >= k)
    change = Generalise(models=[KAnonymity(k=k)], drop=1.0).apply(data, Context())
    levels = change.facts["levels"]
    rows, product_of, counted = data.to_polars().to_dicts(), 1.0, 0
    labels = {name: labelled(name, levels[name], rows) for name in levels}
    groups: dict[tuple[str, ...], int] = {}
    for place in range(len(rows)):
        key = tuple(labels[name][place] for name in levels)
        groups[key] = groups.get(key, 0) + 1
    for name in levels:
        hierarchy = data.hierarchies[name]
        every_value = hierarchy.table if hierarchy.table is not None else None
        values = (
            every_value[str(levels[name])].to_list()
            if every_value is not None
            else labelled(name, levels[name], [{name: v} for v in {r[name] for r in rows}])
        )
        total = 0.0
        for place in range(len(rows)):
            key = tuple(labels[other][place] for other in levels)
            share = values.count(labels[name][place]) / len(values)
            total += share if groups[key] >= k else 1.0
        low = len(rows) / len(values)
        high = len(rows)
        counted += high > low  # a column of one value has no detail to lose
        product_of *= 1 + (max(0.0, (total - low) / (high - low)) if high > low else 0.0)
    assert change.facts["loss"] == pytest.approx(product_of ** (1 / max(counted, 1)) - 1)


def labelled(name: str, level: int, rows: list[dict[str, Any]]) -> list[str]:
    hierarchy = {"town": TOWN, "age": AGE, "sex": SEX}[name]
    values = pl.Series(name, [row[name] for row in rows])
    found = hierarchy.levels(values.unique())
    mapping = dict(zip(found["0"].to_list(), found[str(level)].cast(pl.String), strict=True))
    return [str(mapping[value]) for value in values]


SMALL = of(
    pl.DataFrame(
        {
            "town": ["a", "b", "c", "d", "e", "a"],
            "age": [5, 25, 45, 65, 5, 25],
            "sex": ["f", "m", "f", "m", "f", "m"],
            "s": ["x", "y", "x", "y", "x", "z"],
            "w": [1, 2, 3, 4, 5, 6],
        }
    )
)


def test_levels_may_be_given() -> None:
    given_levels = {"town": 2, "age": 3, "sex": 0}
    change = Generalise(models=[KAnonymity(k=3)], levels=given_levels).apply(SMALL, Context())
    assert change.facts["levels"] == given_levels
    assert KAnonymity().assess(change.data).value == 3
    with pytest.raises(TargetError, match="at the levels given"):
        Generalise(models=[KAnonymity(k=3)], levels={"town": 1}).apply(SMALL, Context())


def test_levels_may_be_bounded() -> None:
    change = Generalise(models=[KAnonymity(k=2)], minimum={"town": 1}, maximum={"sex": 0}).apply(
        SMALL, Context()
    )
    assert change.facts["levels"]["sex"] == 0
    assert change.facts["levels"]["town"] >= 1


def test_importance_spares_a_key() -> None:
    def levels(**importance: float) -> Any:
        method = Generalise(models=[KAnonymity(k=2)], importance=importance, aggregate="arithmetic")
        return method.apply(SMALL, Context()).facts["levels"]

    assert levels(sex=1000.0)["sex"] == 0
    assert levels(sex=0.001)["sex"] == 1


@pytest.mark.parametrize("aggregate", ["geometric", "arithmetic"])
def test_importance_is_a_factor_of_what_a_key_loses(aggregate: Any) -> None:
    # As ARX: (∏ (1 + w L))^(1/m) - 1, or the mean of w L; the largest w is 1. All L are 1 here.
    levels = {key: SMALL.hierarchies[key].depth - 1 for key in ("town", "age", "sex")}
    for importance in ({"town": 4.0, "sex": 3.0}, {"town": 0.5, "age": 0.25}, {}):
        weights = np.array([importance.get(key, 1.0) for key in levels])
        lost = weights / weights.max()
        method = Generalise(
            models=[KAnonymity(k=2)],
            loss="precision",
            aggregate=aggregate,
            importance=importance,
            levels=levels,
        )
        wanted = np.prod(1 + lost) ** (1 / 3) - 1 if aggregate == "geometric" else lost.mean()
        assert method.apply(SMALL, Context()).facts["loss"] == pytest.approx(wanted)


def test_a_search_that_is_cut_short_says_so() -> None:
    rng = np.random.default_rng(1)
    frame = pl.DataFrame({
        "town": rng.choice(list("abcde"), 300),
        "age": rng.choice([5, 25, 45, 65], 300),
        "sex": rng.choice(["f", "m"], 300),
        "s": ["x"] * 300,
        "w": [1] * 300,
    })  # fmt: skip
    data = of(frame)
    wanted = {"models": [KAnonymity(k=9)], "suppress": 0.5, "loss": "discernibility"}
    whole = Generalise(**wanted).apply(data, Context()).facts
    cut = Generalise(**wanted, checks=1).apply(data, Context()).facts
    assert whole["optimal"]
    assert whole["bound"] == whole["loss"]
    assert not cut["optimal"]
    assert cut["bound"] <= whole["loss"] <= cut["loss"]
    assert cut["nodes"] == 3 * 4 * 2


def test_what_cannot_be_reached_is_told_by_model() -> None:
    with pytest.raises(TargetError, match="k_anonymity fails for 6") as raised:
        Generalise(models=[KAnonymity(k=7), LDiversity(l=2)]).apply(SMALL, Context())
    assert raised.value.hint
    assert "l_diversity" not in str(raised.value)


@pytest.mark.parametrize(
    "values",
    [
        {"suppress": -0.1},
        {"suppress": 1.1},
        {"models": []},
        {"importance": {"sex": 0}},
        {"minimum": {"sex": -1}},
        {"checks": 0},
        {"loss": "none"},
    ],
)
def test_absurd_parameters_are_refused(values: dict[str, Any]) -> None:
    with pytest.raises(ParameterError):
        Generalise(**{"models": [KAnonymity(k=2)], **values})


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"minimum": {"sex": 5}}, "levels of 'sex'"),
        ({"minimum": {"sex": 1}, "maximum": {"sex": 0}}, "levels of 'sex'"),
        ({"maximum": {"nowhere": 1}}, "nowhere"),
        ({"levels": {"age": 9}}, "levels of 'age'"),
    ],
)
def test_levels_that_do_not_exist_are_refused(values: dict[str, Any], said: str) -> None:
    with pytest.raises(DiscretError, match=said) as raised:
        Generalise(models=[KAnonymity(k=2)], **values).apply(SMALL, Context())
    assert raised.value.hint


def test_a_key_without_hierarchy_is_left_dropped_or_refused() -> None:
    data = Dataset.of(SMALL.to_polars(), key=["town", "s"], hierarchies={"town": TOWN})
    climbed = Generalise(models=[KAnonymity(k=2)], minimum={"s": 1}).apply(data, Context())
    assert climbed.data.values("s").to_list() == ["*"]
    many = pl.DataFrame({"town": ["a", "b"] * 30, "s": [f"s{n}" for n in range(60)]})
    wide = Dataset.of(many, key=["town", "s"], hierarchies={"town": TOWN})
    with pytest.raises(DiscretError, match="'s' has no hierarchy, and more than 50 values"):
        Generalise(models=[KAnonymity(k=2)], drop=1.0).apply(wide, Context())
    change = Generalise(models=[KAnonymity(k=2)], drop=1.0, maximum={"s": 0}).apply(data, Context())
    assert change.facts["levels"]["s"] == 0


def test_more_keys_than_a_number_can_hold() -> None:
    wide = pl.DataFrame({f"k{n}": [str(i % 7) for i in range(60)] for n in range(30)})
    top = Hierarchy.from_groups({"*": [str(i) for i in range(7)]}, top=None)
    tops = dict.fromkeys(wide.columns[:12], top)
    data = Dataset.of(wide, key=wide.columns, hierarchies=tops)
    rest = {name: 0 for name in wide.columns if name not in tops}
    change = Generalise(models=[KAnonymity(k=8)], maximum=rest).apply(data, Context())
    assert change.facts["loss"] == 0


def test_rules_can_be_searched_for(tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    titles = 'title = {en = "r", fr = "r"}\nsource = {en = "s", fr = "s"}\n'
    counts = "[[counts]]\ncolumns = 1\nleast = 3\nweighted = false\n"
    file.write_text(titles + counts, encoding="utf-8")
    rules = Rules(file=str(file))
    change = Generalise(models=[rules]).apply(SMALL, Context())
    assert rules.assess(SMALL).met is False
    assert rules.assess(change.data).met is True


# -- names ---------------------------------------------------------------------------------


@pytest.mark.parametrize("loss", ["loss", "entropy", "precision", "discernibility", "divergence"])
@pytest.mark.parametrize("k", [2, 3, 4])
def test_a_level_that_only_renames_is_never_taken(loss: Any, k: int) -> None:
    towns = [{"a": "A", "b": "B", "c": "C"}, {"A": "N", "B": "N", "C": "S"}]
    levels = {"sex": Hierarchy.from_cuts([2]), "town": Hierarchy.from_parents(*towns)}
    frame = pl.DataFrame({"sex": [1, 2, 1, 2, 1, 2] * 2, "town": list("aabbcc") * 2})
    data = Dataset.of(frame, key=["sex", "town"], hierarchies=levels)
    change = Generalise(models=[KAnonymity(k=k)], loss=loss).apply(data, Context())
    assert change.facts["levels"]["sex"] in (0, 2)
    assert change.facts["levels"]["town"] in (0, 2, 3)
    assert change.facts["optimal"]
    assert k > 2 or change.data.to_polars().equals(frame)


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("seed", range(4))
def test_limits_do_not_change_what_a_recoding_loses(loss: Any, seed: int) -> None:
    """The best within limits is the best of the nodes there, each by its loss without limits."""
    rng = np.random.default_rng(seed)
    data = of(pl.DataFrame({
        "town": rng.choice(list("abcde"), 30), "age": rng.choice([5, 25, 45, 65], 30),
        "sex": rng.choice(["f", "m"], 30), "s": rng.choice(["x", "y"], 30), "w": [1] * 30,
    }))  # fmt: skip
    low = {"town": int(rng.integers(0, 2)), "age": int(rng.integers(0, 3))}
    high = {"town": int(rng.integers(low["town"], 3)), "age": int(rng.integers(low["age"], 4))}
    shared = {"models": [KAnonymity(k=2)], "suppress": 1.0, "loss": loss}

    def lost(**more: Any) -> dict[str, Any]:
        return dict(Generalise(**shared, **more).apply(data, Context()).facts)

    towns, ages = (range(low[name], high[name] + 1) for name in ("town", "age"))
    rivals = [
        lost(levels={"town": town, "age": age, "sex": sex})["loss"]
        for town, age, sex in product(towns, ages, range(2))
    ]
    best = lost(minimum=low, maximum=high)
    assert best["loss"] == pytest.approx(min(rivals), abs=1e-12)
    assert best["loss"] == pytest.approx(lost(levels=best["levels"])["loss"], abs=1e-12)


def test_precision_is_the_height_in_the_hierarchy() -> None:
    frame = pl.DataFrame({"A": ["a1", "a2", "a1", "a2"], "B": ["b1", "b1", "b2", "b2"]})
    steps = {
        "A": Hierarchy.from_groups({"u": ["a1"], "v": ["a2"]}, {"m": ["u", "v"]}),
        "B": Hierarchy.from_groups(
            {"v": ["b1"], "w": ["b2"]}, {"x": ["v"], "y": ["w"]}, {"z": ["x", "y"]}
        ),
    }
    data = Dataset.of(frame, key=["A", "B"], hierarchies=steps)
    for limits in ({}, {"A": 2}, {"A": 2, "B": 3}):
        method = Generalise(
            models=[KAnonymity(k=2)], loss="precision", aggregate="arithmetic", maximum=limits
        )
        facts = method.apply(data, Context()).facts
        assert facts["levels"] == {"A": 2, "B": 0}
        assert facts["loss"] == pytest.approx((2 / 3 + 0) / 2)

"""Synthetic values: what they keep, what they are drawn from, copies, and what is refused."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import spearmanr

from discret import Context, Dataset, Plan, Role
from discret.assess import (
    Inference,
    IntervalDisclosure,
    KAnonymity,
    LDiversity,
    Linkage,
    Membership,
    SampleUniques,
)
from discret.data.stacks import each_copy
from discret.errors import (
    ColumnError,
    DiscretError,
    ExtraError,
    InputError,
    ParameterError,
    PlanError,
)
from discret.parts import RiskMeasure
from discret.plan.terms import Terms
from discret.quantify import CellsChanged, DetailLost
from discret.reduce import ShuffleRecords, Subsample, SuppressRecords, Synthesise
from discret.words import Words
from engines import Engine, brought_back
from strategies import examples

MODELS = ("trees", "copula")
each_model = pytest.mark.parametrize("model", MODELS)


def drawn(records: int = 300, seed: int = 1) -> pl.DataFrame:
    rng = np.random.default_rng(seed)
    z = rng.multivariate_normal([0, 0], [[1, 0.7], [0.7, 1]], records)
    return pl.DataFrame({
        "n": np.arange(records) + 5,
        "age": np.clip(45 + 15 * z[:, 0], 0, 99).astype(int),
        "pay": pl.Series(np.exp(z[:, 1] + 7).round(2)).set(
            pl.Series(rng.random(records) < 0.1), None
        ),
        "sex": rng.choice(["f", "m"], records),
        "town": pl.Series(["n", "s", "e", None])[rng.choice(4, records, p=[0.4, 0.3, 0.2, 0.1])],
        "owns": z[:, 1] > 0,
        "born": pl.Series((z[:, 0] * 4000).astype(int)).cast(pl.Date),
        "w": rng.uniform(1, 4, records),
    })  # fmt: skip


COLUMNS = ["age", "pay", "sex", "town", "owns", "born"]


def in_both_languages(error: DiscretError) -> None:
    """Check that an error is said in French too."""
    assert isinstance(error.message, Words)
    assert error.message != error.message.fr != ""
    assert error.hint


def made(frame: Any, seed: int = 1, roles: Any = None, **settings: Any) -> Any:
    settings = {"columns": ["pay"], **settings}
    data = Dataset.of(frame, **(roles or {"row": "n", "weight": "w"}))
    return Synthesise(**settings).apply(data, Context(rng=np.random.default_rng(seed)))


# ---------------------------------------------------------------- what is kept


@each_model
def test_types_stay_and_no_value_is_new(model: str) -> None:
    frame = drawn()
    change = made(frame, columns=COLUMNS, model=model)
    after = change.data.to_polars()
    assert after.schema == frame.schema
    for name in COLUMNS:
        assert set(after[name]) <= set(frame[name])
    assert after.drop(COLUMNS).equals(frame.drop(COLUMNS))
    assert change.facts["keeps_support"] is True
    assert set(change.facts["outside"].values()) == {0}


@each_model
def test_weighted_means_and_shares_are_kept_in_expectation(model: str) -> None:
    """Over many draws: four standard errors of the mean of the draws."""
    frame = drawn(120)
    weights = frame["w"].to_numpy()

    def told(table: pl.DataFrame) -> list[float]:
        known = table["pay"].is_not_null().to_numpy()
        pay = table["pay"].fill_null(0).to_numpy()
        town = (table["town"] == "s").fill_null(value=False).to_numpy()
        return [
            float(np.average(pay[known], weights=weights[known])),
            float(np.average(known, weights=weights)),
            float(np.average(town, weights=weights)),
        ]

    some = frame.select("n", "pay", "town", "w")
    draws = [
        told(made(some, seed, columns=[first], model=model).data.to_polars())
        for seed in range(60)
        for first in ("pay", "town")
    ]
    found = np.array(draws)
    of_pay, of_town = found[::2], found[1::2]
    wanted = told(frame)
    for draws_of, place in ((of_pay, 0), (of_pay, 1), (of_town, 2)):
        own = draws_of[:, place]
        error = own.std() / np.sqrt(len(own))
        assert own.mean() == pytest.approx(wanted[place], abs=4 * error)
        assert error > 0


@each_model
def test_correlations_and_shares_are_about_those_of_the_file(model: str) -> None:
    frame = drawn(6000)
    change = made(frame, columns=["age", "pay", "owns", "town"], model=model)
    after = change.data.to_polars()
    one, two = (
        spearmanr(t.select("age", "pay").drop_nulls().to_numpy())[0] for t in (frame, after)
    )
    assert two == pytest.approx(one, abs=0.05)
    pairs = [t.filter(pl.col("owns"))["age"].mean() - t["age"].mean() for t in (frame, after)]
    assert pairs[1] == pytest.approx(pairs[0], abs=1.0)
    assert change.facts["keeps_distributions"] is True
    assert change.facts["keeps_means"] is True
    assert change.facts["correlation"]["age"] < 0.06


def test_the_facts_are_those_that_are_computed_here() -> None:
    frame = drawn(500)
    change = made(frame, columns=["age", "town"], model="copula")
    after, facts, w = change.data.to_polars(), change.facts, frame["w"].to_numpy()
    before, now = (np.average(t["age"].to_numpy(), weights=w) for t in (frame, after))
    variance = np.average((frame["age"].to_numpy() - before) ** 2, weights=w)
    later = np.average((after["age"].to_numpy() - now) ** 2, weights=w)
    records = w.sum() ** 2 / (w**2).sum()
    assert facts["mean"]["age"] == pytest.approx((now - before) / np.sqrt(variance / records))
    assert facts["variance"]["age"] == pytest.approx(later / variance)
    towns = [t["town"].fill_null("?") for t in (frame, after)]
    gaps = [
        abs(w @ (towns[1] == town).to_numpy() - w @ (towns[0] == town).to_numpy()) / w.sum()
        for town in "nse?"
    ]
    assert facts["distribution"]["town"] == pytest.approx(sum(gaps) / 2)
    same = (frame["age"] == after["age"]) & frame["town"].eq_missing(after["town"])
    assert facts["same"] == int(same.sum())
    assert facts["mean"]["town"] is None


def test_what_moves_is_said_to_move() -> None:
    """A link of three columns that a copula cannot have: it shows in the correlations."""
    rng = np.random.default_rng(3)
    x = rng.normal(size=4000)
    frame = pl.DataFrame({"x": x, "y": x**2 + rng.normal(0, 0.1, 4000), "n": range(4000)})
    frame = frame.with_columns(z=pl.col("x").abs())
    change = made(frame, columns=["x", "y"], model="copula", roles={"row": "n"})
    assert change.facts["keeps_correlations"] is True  # none with x, and those with z are told
    trees = made(frame, columns=["y"], model="trees", leaf=2000, roles={"row": "n"})
    assert trees.facts["keeps_correlations"] is False


def test_each_part_has_values_of_its_own() -> None:
    frame = drawn().with_columns(pl.when(pl.col("sex") == "f").then(-pl.col("pay"))
                                 .otherwise(pl.col("pay")).alias("pay"))  # fmt: skip
    for model in MODELS:
        after = made(frame, by=["sex"], model=model).data.to_polars()
        assert ((after["pay"] < 0) == (after["sex"] == "f")).drop_nulls().all()


# ---------------------------------------------------------------- what is drawn from


@pytest.mark.parametrize("leaf", [2, 6])
def test_every_value_is_drawn_from_a_leaf_of_at_least_so_many(leaf: int) -> None:
    rng = np.random.default_rng(2)
    frame = pl.DataFrame({"x": rng.normal(size=40), "y": np.arange(40), "n": np.arange(40)})
    seen = [
        made(frame, seed, columns=["y"], leaf=leaf, roles={"row": "n"}).data.to_polars()["y"]
        for seed in range(60)
    ]
    drawn_from = pl.DataFrame([own.alias(str(k)) for k, own in enumerate(seen)]).to_numpy()
    fewest = min(len(set(row)) for row in drawn_from)
    assert fewest >= leaf
    assert fewest < 40  # there are leaves


@each_model
def test_a_column_of_names_gives_no_value_away(model: str) -> None:
    """Values that tell each record apart are no kind of record: what is drawn is not the truth."""
    rng = np.random.default_rng(4)
    frame = pl.DataFrame({
        "n": range(600), "name": [f"p{place}" for place in range(600)], "y": rng.normal(size=600),
        "code": pl.Series(rng.permutation(300).repeat(2)).cast(pl.String),
    })  # fmt: skip
    after = made(frame, columns=["y"], model=model, roles={"row": "n"}).data.to_polars()
    assert abs(np.corrcoef(after["y"], frame["y"])[0, 1]) < 4 / np.sqrt(600)


@each_model
def test_more_columns_than_records_give_no_value_away(model: str) -> None:
    rng = np.random.default_rng(5)
    wide = {f"x{place}": rng.normal(size=30) for place in range(40)}
    frame = pl.DataFrame({"n": range(30), "y": rng.normal(size=30), **wide})
    same = [
        made(frame, seed, columns=["y"], model=model, roles={"row": "n"}).facts["same"]
        for seed in range(10)
    ]
    assert np.mean(same) < 30 / 5 + 4 * np.sqrt(30 / 10)  # one of a leaf of five, at most


@each_model
def test_a_hybrid_keeps_its_share_and_says_so(model: str) -> None:
    frame = drawn(200)
    change = made(frame, columns=["pay", "age"], model=model, hybrid=0.3)
    after = change.data.to_polars()
    same = after["pay"].eq_missing(frame["pay"]) & (after["age"] == frame["age"])
    assert change.facts["records_kept"] == 60
    assert change.facts["records_drawn"] == 140
    assert int(same.sum()) == 60 + change.facts["same"]
    assert change.facts["same"] < 40


@pytest.mark.parametrize("model", MODELS)
def test_smoothed_numbers_lie_between_those_of_the_file(model: str) -> None:
    frame = drawn(100)
    change = made(frame, columns=["pay", "age", "born", "town"], model=model, smooth=True)
    after = change.data.to_polars()
    assert after.schema == frame.schema
    for name in ("pay", "age", "born"):
        low, high = frame[name].min(), frame[name].max()
        assert after[name].drop_nulls().is_between(low, high).all()
    assert change.facts["outside"]["pay"] > 50
    assert change.facts["outside"]["town"] == 0
    assert change.facts["keeps_support"] is False
    assert change.facts["keeps_distributions"] is True


# ---------------------------------------------------------------- copies


def test_copies_stand_below_one_another_and_are_counted_one_by_one() -> None:
    frame = drawn(90)
    roles = {"key": ["sex", "town"], "sensitive": "pay", "row": "n", "weight": "w"}
    data = Dataset.of(frame, **roles)  # type: ignore[arg-type]
    after = Synthesise(columns=["pay"], copies=4).apply(data, Context()).data
    table = after.to_polars()
    assert table.height == 360
    assert table["copy"].to_list() == [n for n in range(1, 5) for _ in range(90)]
    assert table["n"].to_list() == frame["n"].to_list() * 4
    assert after.roles["copy"] is Role.KEY
    pays = [own["pay"] for own in table.partition_by("copy")]
    assert not any(pays[0].equals(own) for own in pays[1:])
    for measure in (
        KAnonymity(k=3), KAnonymity(combinations=[{"columns": ["sex"], "k": 3}]), SampleUniques()
    ):  # fmt: skip
        assert measure.assess(after).value == measure.assess(data).value
    assert after.keys.count.max() == data.keys.count.max()


def test_the_worst_of_copies_counts() -> None:
    data = Dataset.of(drawn(60), key=["age", "pay"], row="n")
    after = Synthesise(columns=["age", "pay"], copies=3).apply(data, Context()).data
    own = [KAnonymity().assess(copy).value for copy in each_copy(after)]
    found = KAnonymity().assess(after)
    assert found.value == min(own)
    assert "worst of the copies." in found.reads
    assert "pire des copies." in found.reads.fr
    costs = [CellsChanged().compare(data, copy).value for copy in each_copy(after)]
    assert CellsChanged().compare(data, after).value == max(costs)
    assert DetailLost(columns=["age"]).compare(data, after).value == 0


@pytest.mark.parametrize(
    ("measure", "how"),
    [
        (Linkage(columns=["pay"]), "means"),
        (IntervalDisclosure(columns=["pay"]), "means"),
        (Membership(), "union"),
        (Inference(target="sex"), "union"),
    ],
    ids=lambda one: getattr(one, "name", one),
)
def test_who_holds_all_copies_is_judged_too(measure: RiskMeasure, how: str) -> None:
    frame = drawn(120)
    data = Dataset.of(frame, key=["sex", "age"], number="pay", row="n")
    half = Subsample(share=0.5).apply(data, Context(rng=np.random.default_rng(1))).data
    last = Synthesise(columns=["sex", "pay"], copies=8, leaf=2)
    after = last.apply(half, Context(rng=np.random.default_rng(1))).data
    own = [measure.assess(copy).value or 0.0 for copy in each_copy(after)]
    found = measure.assess(after)
    assert "all together" in found.reads
    assert found.value is not None
    if how == "union":
        assert found.value > max(own)
    else:
        means = after.to_polars().group_by("n", maintain_order=True).agg(pl.col("pay").mean())
        known = Dataset.of(means, number="pay", row="n", original=frame)
        assert found.value == pytest.approx(max(*own, measure.assess(known).value or 0.0))


def test_copies_pass_if_they_are_judged_together() -> None:
    frame = drawn(120).select("n", "sex", "town")
    data = Dataset.of(frame, key=["sex"], sensitive="town", row="n")
    last = Synthesise(columns=["sex", "town"], copies=3)
    judges = {
        False: [KAnonymity(k=2), LDiversity(l=1)],
        True: [KAnonymity(k=2), LDiversity(l=1), Inference(target="sex", most=0.99),
               Inference(target="town", most=0.99)],
    }  # fmt: skip
    for met, measures in judges.items():
        release = Plan(assess=measures, reduce=[last]).run(data, seed=1)
        assert release.met is met
        states = [one.state for one in release.gate.columns.values()]
        assert states.count("unjudged") == (0 if met else 2)
    release = Plan(
        assess=judges[False], reduce=[last], release=Terms(unexamined=["sex", "town"])
    ).run(data, seed=1)
    assert release.met is True
    alone = Plan(assess=judges[False], reduce=[Synthesise(columns=["sex", "town"])])
    assert alone.run(data, seed=1).met is True


def test_a_plan_ends_with_copies() -> None:
    frame = drawn(80)
    data = Dataset.of(frame, key=["sex"], sensitive="town", row="n")
    last = Synthesise(columns=["town"], copies=2)
    with pytest.raises(PlanError, match="put that step last") as caught:
        Plan(reduce=[last, ShuffleRecords()]).run(data, seed=1)
    in_both_languages(caught.value)
    release = Plan(assess=[KAnonymity(k=3)], reduce=[ShuffleRecords(), last]).run(data, seed=1)
    assert release.gate.columns["copy"].state == "key"
    assert len(release.data) == 160
    with pytest.raises(InputError, match="several copies"):
        ShuffleRecords().apply(release.inside, Context())


def test_copies_are_the_same_in_every_engine(engine: Engine) -> None:
    frame = drawn(40).drop("born")
    settings: dict[str, Any] = {"columns": ["pay", "town"], "copies": 2, "into": "no"}
    settings["roles"] = {"row": "n", "weight": "w", "key": ["sex", "town"]}
    wanted = made(frame, **settings)
    found = made(engine(frame), **settings)
    assert found.facts == wanted.facts
    one, two = (brought_back(c.data.to_native()).sort("no", "n") for c in (wanted, found))
    assert (
        one.select("pay", "town", "no", "n").rows() == two.select("pay", "town", "no", "n").rows()
    )
    assert SampleUniques().assess(found.data).value == SampleUniques().assess(wanted.data).value


# ---------------------------------------------------------------- any file at all


@examples(60)
@given(
    st.lists(
        st.tuples(
            st.one_of(st.none(), st.integers(-(2**63), 2**63 - 1)),
            st.one_of(st.none(), st.floats(allow_nan=False)),
            st.one_of(st.none(), st.sampled_from(["a", "b", "é", "日本"])),
            st.one_of(st.none(), st.booleans()),
            st.one_of(st.none(), st.dates()),
        ),
        min_size=2,
        max_size=25,
    ),
    st.sampled_from(MODELS),
    st.integers(1, 2),
    st.sampled_from([["i"], ["f", "t"], ["i", "f", "t", "b", "d"]]),
)
def test_any_file_comes_out_with_its_own_values(
    rows: Any, model: str, copies: int, columns: list[str]
) -> None:
    kinds = {"i": pl.Int64, "f": pl.Float64, "t": pl.String, "b": pl.Boolean, "d": pl.Date}
    frame = pl.DataFrame(rows, schema=kinds, orient="row")
    data = Dataset.of(frame, key="t")
    method = Synthesise(columns=columns, model=model, copies=copies, leaf=2)  # type: ignore[arg-type]
    change = method.apply(data, Context(rng=np.random.default_rng(1)))
    after = change.data.to_polars()
    assert len(after) == copies * len(frame)
    settled = data.to_polars()
    for name in columns:
        assert after.schema[name] == settled.schema[name]
        assert set(after[name]) <= set(settled[name])
    for name in set(kinds) - set(columns):
        assert after[name].to_list() == settled[name].to_list() * copies


@each_model
@pytest.mark.parametrize(
    "column",
    [
        pl.Series([1, 2, 3, 4, None] * 2, dtype=pl.Int8),
        pl.Series([1, 2, 3, 2**63, 7] * 2, dtype=pl.UInt64),
        pl.Series([1, 2, 3, 4, 7] * 2).cast(pl.Decimal(10, 2)),
        pl.Series([18_000, 18_001, None, 18_003, 5] * 2).cast(pl.Datetime("us", "Europe/Paris")),
        pl.Series([1, 2, 3, 4, 5] * 2).cast(pl.Time),
        pl.Series([1, 2, 3, 4, 5] * 2).cast(pl.Duration),
        pl.Series(["low", "high", "low", "high", None] * 2, dtype=pl.Enum(["low", "high"])),
        pl.Series(["x", "y", "x", None, "z"] * 2, dtype=pl.Categorical),
        pl.Series([None] * 10, dtype=pl.Float64),
        pl.Series([None] * 10, dtype=pl.Null),
        pl.Series(["one"] * 10),
    ],
)
def test_columns_of_every_kind_are_drawn(column: pl.Series, model: str) -> None:
    frame = pl.DataFrame({"x": column, "y": range(10)})
    for columns in (["x"], ["y"], ["x", "y"]):
        change = made(frame, columns=columns, model=model, roles={"key": "y"})
        after = change.data.to_polars()
        assert after.schema == Dataset.of(frame).to_polars().schema
        assert set(after["x"]) <= set(Dataset.of(frame).to_polars()["x"])


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("settings", "error", "words"),
    [
        ({"columns": ["age"], "by": ["age"]}, ColumnError, "kept apart"),
        ({"columns": ["n"]}, ColumnError, "name or number people"),
        ({"columns": ["nowhere"]}, ColumnError, "nowhere"),
        ({"columns": ["pay"], "by": ["age"]}, InputError, "fewer than 5 records"),
        ({"columns": ["many"]}, ColumnError, "more than 500 values"),
        ({"columns": ["big"], "smooth": True}, ColumnError, "too large to be smoothed"),
        ({"columns": ["pay"], "copies": 2, "into": "age"}, ColumnError, "already"),
        ({"columns": ["pay"], "copies": 2, "into": "AGE"}, ColumnError, "case"),
        ({"columns": ["pay"], "copies": 2, "hybrid": 0.5}, ParameterError, "hybrid"),
        ({"columns": ["pay"], "copies": 0}, ParameterError, "copies"),
        ({"columns": ["pay"], "leaf": 1}, ParameterError, "leaf"),
        ({"columns": ["pay"], "model": "forest"}, ParameterError, "model"),
        ({"columns": []}, ParameterError, "columns"),
    ],
)
def test_what_cannot_be_is_refused(settings: Any, error: Any, words: str) -> None:
    frame = drawn(600).with_columns(
        many=pl.int_range(600).cast(pl.String), big=pl.lit(float("inf"))
    )
    with pytest.raises(error, match=words) as caught:
        made(frame, **settings)
    in_both_languages(caught.value)
    assert "599" not in str(caught.value)


@pytest.mark.parametrize("records", [0, 1, 4])
def test_too_few_records_are_refused(records: int) -> None:
    with pytest.raises(InputError, match="fewer than 5 records"):
        made(drawn(10).head(records))


def test_without_the_library_of_trees_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "sklearn.tree", None)
    with pytest.raises(ExtraError, match=r"growing trees.*discret\[models\]") as caught:
        made(drawn(30))
    in_both_languages(caught.value)
    assert len(made(drawn(30), model="copula").data) == 30


def test_dropped_later_is_not_held_out() -> None:
    """What values were drawn from is told by the method, whatever becomes of its records."""
    from discret.data.beside.held_out import HeldOut

    data = Dataset.of(drawn(100), key="age", row="n")
    some = Subsample(share=0.7).apply(data, Context()).data
    after = Synthesise(columns=["age"]).apply(some, Context()).data
    fewer = SuppressRecords(models=[KAnonymity(k=2)], drop=1).apply(after, Context()).data
    assert len(fewer) < len(after)
    assert HeldOut.of("test", fewer).held_out == 30

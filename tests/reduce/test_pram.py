"""PRAM: chances that are kept, combinations that never appear, counts that can be estimated."""

from __future__ import annotations

import math
from datetime import date
from itertools import product
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret import Context, Dataset
from discret.data.examples import illnesses
from discret.errors import ColumnError, InputError, ParameterError
from discret.quantify import DetailLost
from discret.reduce import Pram, RandomisedResponse
from discret.reduce.pram.estimates import estimate_frequencies
from strategies import examples

CHANCES = {"Femme": {"Femme": 0.85, "Homme": 0.15}, "Homme": {"Femme": 0.1, "Homme": 0.9}}
BREAST = [{"Sexe": "Homme", "Maladie": "Cancer du sein"}]


def seeded(seed: int = 1) -> Context:
    return Context(rng=np.random.default_rng(seed))


def patients() -> Dataset:
    return Dataset.of(illnesses(), key=["Âge", "Sexe"], sensitive="Maladie")


def drawn(records: int, seed: int = 99) -> pl.DataFrame:
    rng = np.random.default_rng(seed)
    sex = rng.choice(["f", "m"], records, p=[0.55, 0.45])
    ill = np.where(sex == "f", rng.choice(["breast", "flu"], records, p=[0.3, 0.7]), "flu")
    zone = pl.Series(["n", "s", None])[rng.choice(3, records, p=[0.5, 0.4, 0.1])]
    return pl.DataFrame({"sex": sex, "ill": ill, "zone": zone, "w": rng.uniform(1, 5, records)})


def released(method: Pram, data: Dataset, seed: int = 1) -> pl.DataFrame:
    return method.apply(data, seeded(seed)).data.to_polars()


# -- the seven patients of Bergeat (2014) ----------------------------------------------------


def test_expected_counts_are_those_of_the_paper() -> None:
    facts = Pram(columns=["Sexe"], matrix=CHANCES).apply(patients(), seeded()).facts
    assert facts["expected"]["Sexe"] == pytest.approx({"Femme": 3.7, "Homme": 3.3})
    assert facts["matrix"]["Sexe"]["Femme"] == pytest.approx(CHANCES["Femme"])


def test_the_two_stage_matrix_is_that_of_the_paper() -> None:
    method = Pram(columns=["Sexe"], matrix=CHANCES, invariant="two_stage")
    facts = method.apply(patients(), seeded()).facts
    wanted = {"Femme": {"Femme": 0.80835381, "Homme": 0.19164619},
              "Homme": {"Femme": 0.25552826, "Homme": 0.74447174}}  # fmt: skip
    for true, row in wanted.items():
        assert facts["matrix"]["Sexe"][true] == pytest.approx(row, abs=1e-8)
    assert facts["expected"]["Sexe"] == pytest.approx({"Femme": 4.0, "Homme": 3.0})


def test_no_man_has_breast_cancer_though_sex_alone_is_perturbed() -> None:
    method = Pram(columns=["Sexe"], matrix=CHANCES, forbidden=BREAST)
    seen = set()
    for seed in range(60):
        table = released(method, patients(), seed)
        assert not len(table.filter(Sexe="Homme", Maladie="Cancer du sein"))
        seen |= set(table.filter(Maladie="Bronchite")["Sexe"])
    assert seen == {"Femme", "Homme"}  # others are perturbed


def test_a_file_that_has_what_is_forbidden_is_refused() -> None:
    rule = [{"Sexe": "Femme", "Maladie": "Bronchite"}]
    with pytest.raises(InputError, match="forbidden"):
        Pram(columns=["Sexe"], forbidden=rule).apply(patients(), seeded())


# -- chances ---------------------------------------------------------------------------------


@pytest.mark.parametrize("retention", [0.3, 0.8, 0.99])
@pytest.mark.parametrize("invariant", [None, False])
def test_retention_is_a_lower_bound(retention: float, invariant: bool | None) -> None:
    data = Dataset.of(drawn(500), weight="w")
    method = Pram(columns=["sex", "ill", "zone"], retention=retention, invariant=invariant)
    facts = method.apply(data, seeded()).facts
    for rows in facts["matrix"].values():
        for true, row in rows.items():
            assert row[true] >= retention - 1e-12
            assert sum(row.values()) == pytest.approx(1)


@pytest.mark.parametrize("weight", [None, "w"])
@pytest.mark.parametrize(
    ("matrix", "invariant"),
    [(None, None), (None, True), (True, True), (True, "two_stage"), (True, "nearest")],
)
def test_invariant_chances_keep_expected_counts(
    weight: str | None, matrix: bool | None, invariant: Any
) -> None:
    frame = drawn(300)
    own = {"f": {"f": 0.6, "m": 0.4}, "m": {"f": 0.1, "m": 0.9}} if matrix else None
    method = Pram(columns=["sex"], matrix=own, invariant=invariant, by=["zone"])
    facts = method.apply(Dataset.of(frame, weight=weight), seeded()).facts
    size = pl.len() if weight is None else pl.col("w").sum()
    before = dict(frame.group_by("sex").agg(size).rows())
    assert facts["expected"]["sex"] == pytest.approx(before, rel=1e-6)
    assert facts["parts"] == 3


@pytest.mark.parametrize("invariant", [None, "two_stage", "nearest"])
def test_weighted_counts_stay_on_average_over_draws(invariant: Any) -> None:
    """As drawn, not as told: the mean over many draws is the truth, within five standard errors."""
    frame = drawn(300)
    own = {"f": {"f": 0.6, "m": 0.4}, "m": {"f": 0.1, "m": 0.9}} if invariant else None
    method = Pram(columns=["sex"], matrix=own, invariant=invariant, by=["zone"])
    data, women = Dataset.of(frame, weight="w"), pl.col("w").filter(sex="f").sum()
    true = frame.select(women).item()
    shown = [released(method, data, seed).select(women).item() for seed in range(150)]
    spread = np.std(shown) / math.sqrt(len(shown))
    assert 0 < spread < 0.02 * true  # a count that moves is not kept within it by width
    assert np.mean(shown) == pytest.approx(true, abs=5 * spread)


def test_draws_follow_the_chances() -> None:
    """Over many records shares come near, as chance has it: five standard errors."""
    frame = drawn(40_000)
    chances = {"f": {"f": 0.7, "m": 0.3}, "m": {"f": 0.2, "m": 0.8}}
    table = released(Pram(columns=["sex"], matrix=chances), Dataset.of(frame))
    for true in ("f", "m"):
        shown = table.filter(frame["sex"] == true)["sex"]
        share, chance = (shown == "f").mean(), chances[true]["f"]
        assert share == pytest.approx(chance, abs=5 * math.sqrt(0.25 / len(shown)))


def test_what_is_missing_stays_and_nothing_new_is_shown() -> None:
    frame = drawn(400)
    table = released(Pram(columns=["zone"], retention=0.1), Dataset.of(frame))
    assert table["zone"].is_null().equals(frame["zone"].is_null())
    assert set(table["zone"].drop_nulls()) == {"n", "s"}
    assert table.drop("zone").equals(frame.drop("zone"))


def test_together_only_combinations_that_occur_are_shown() -> None:
    frame = drawn(600).with_columns(pl.when(pl.col("sex") == "m").then(pl.lit("n"))
                                    .otherwise(pl.col("zone")).alias("zone"))  # fmt: skip
    method = Pram(columns=["sex", "zone"], together=True, retention=0.2)
    table = released(method, Dataset.of(frame))
    pairs = set(frame.select("sex", "zone").drop_nulls().rows())
    assert set(table.select("sex", "zone").drop_nulls().rows()) <= pairs
    assert not table.select("sex").equals(frame.select("sex"))


def test_epsilon_is_that_of_the_chances() -> None:
    chances = {"f": {"f": 0.75, "m": 0.25}, "m": {"f": 0.25, "m": 0.75}}
    facts = Pram(columns=["sex"], matrix=chances).apply(Dataset.of(drawn(50)), seeded()).facts
    assert facts["epsilon"]["sex"] == pytest.approx(math.log(3))
    never = {"f": {"f": 1.0}, "m": {"f": 0.5, "m": 0.5}}
    facts = Pram(columns=["sex"], matrix=never).apply(Dataset.of(drawn(50)), seeded()).facts
    assert facts["epsilon"]["sex"] is None


@pytest.mark.parametrize("invariant", [None, False, True])
@pytest.mark.parametrize("epsilon", [0.01, 0.5, 1.0, math.log(3), 4.0])
@pytest.mark.parametrize("values", [["a", "b"], ["a", "a", "a", "b", "c"]])
def test_chances_amount_to_the_epsilon_that_is_asked(
    epsilon: float, invariant: bool | None, values: list[str]
) -> None:
    data = Dataset.of(pl.DataFrame({"v": values * 4}), key="v")
    method = Pram(columns=["v"], epsilon=epsilon, invariant=invariant)
    facts = method.apply(data, Context(rng=np.random.default_rng(1))).facts
    matrix = np.array([
        [facts["matrix"]["v"][true][shown] for shown in sorted({*values})]
        for true in sorted({*values})
    ])  # fmt: skip
    largest = max(
        math.log(matrix[one, shown] / matrix[other, shown])
        for one, other, shown in product(range(len(matrix)), repeat=3)
    )
    assert largest == pytest.approx(epsilon)
    assert facts["epsilon"]["v"] == pytest.approx(epsilon)
    count = np.array([values.count(value) for value in sorted({*values})])
    assert (count @ matrix == pytest.approx(count)) is (invariant is True or len(values) == 2)


@pytest.mark.parametrize("epsilon", [0.01, 1.0, math.log(3)])
def test_an_epsilon_gives_the_chances_of_randomised_response(epsilon: float) -> None:
    """Of two values: a first toss that is true with tanh(ε/2), then a fair one (D17)."""
    data = Dataset.of(pl.DataFrame({"v": ["a", "b", "b"] * 9}), key="v")
    facts = Pram(columns=["v"], epsilon=epsilon).apply(data, Context()).facts
    own = RandomisedResponse(column="v", epsilon=epsilon).apply(data, Context()).facts
    first = math.tanh(epsilon / 2)
    assert facts["matrix"]["v"]["a"]["a"] == pytest.approx(first + (1 - first) / 2)
    assert facts["matrix"]["v"]["a"]["a"] == pytest.approx(own["truth"])
    assert (facts["private"], own["private"]) == (False, True)


def test_what_chances_amount_to_is_said_and_for_whom() -> None:
    method = Pram(columns=["v"], epsilon=2.0)
    data = Dataset.of(pl.DataFrame({"v": ["a", "b"] * 9}), key="v")
    said = method.said(method.apply(data, Context()).facts)
    assert said[0].startswith("The chances of v amount to ε = 2 ")
    assert "who knows it takes them back" in said[1]
    assert "amount to no ε" in Pram.said({"epsilon": {"v": None}})[0]


@pytest.mark.parametrize(
    "other",
    [
        {"matrix": {"a": {"a": 0.5, "b": 0.5}, "b": {"a": 0.5, "b": 0.5}}},
        {"forbidden": [{"v": "a", "w": "x"}]},
        {"invariant": "two_stage"},
        {"invariant": "nearest"},
        {"invariant": True, "by": ["w"]},
    ],
)
def test_an_epsilon_that_would_not_hold_is_refused(other: Any) -> None:
    with pytest.raises(ParameterError, match="matrix of its own"):
        Pram(columns=["v"], epsilon=1.0, **other)


def test_an_epsilon_is_published_only_where_counts_stay() -> None:
    with pytest.raises(ParameterError, match="publish"):
        Pram(columns=["v"], epsilon=1.0, publish=True)
    told = Pram(columns=["v"], epsilon=1.0, invariant=True, publish=True).published
    assert told is not None
    assert "need no correction" in told.said[0]
    assert "at least" not in told.said[0]  # how often a value stays hangs on the file


@examples(40)
@given(
    st.integers(0, 10**6), st.floats(0.1, 0.9), st.sampled_from([pl.Int8, pl.UInt64, pl.Float64])
)
def test_numbers_of_every_width_keep_their_type(seed: int, retention: float, kind: Any) -> None:
    values = np.random.default_rng(seed).integers(0, 4, 30)
    frame = pl.DataFrame({"n": pl.Series(values, dtype=kind)})
    table = released(Pram(columns=["n"], retention=retention), Dataset.of(frame), seed)
    assert table.schema == frame.schema
    assert set(table["n"]) <= set(frame["n"])


# -- what the analyst can still do -----------------------------------------------------------


def test_counts_are_estimated_as_in_the_paper() -> None:
    found = estimate_frequencies({"Femme": 3, "Homme": 4}, CHANCES)
    assert dict(found.counts) == pytest.approx({"Femme": 3.0666667, "Homme": 3.9333333})


def test_estimates_have_no_bias_where_combinations_are_forbidden() -> None:
    """The mean over many draws is the truth, part by part, within five standard errors."""
    frame = drawn(300)
    data, rule = Dataset.of(frame), [{"sex": "m", "ill": "breast"}]
    chances = {"f": {"f": 0.7, "m": 0.3}, "m": {"f": 0.2, "m": 0.8}}
    method = Pram(columns=["sex"], matrix=chances, forbidden=rule)
    others = frame["ill"] != "breast"
    estimates, errors = [], []
    for seed in range(300):
        table = released(method, data, seed)
        assert table.filter(~others)["sex"].eq("f").all()  # the truth has to stay there
        found = estimate_frequencies(table.filter(others)["sex"], chances)
        estimates.append(found.counts["f"])
        errors.append(found.errors["f"])
    true = int((frame.filter(others)["sex"] == "f").sum())
    spread = np.std(estimates) / math.sqrt(len(estimates))
    assert np.mean(estimates) == pytest.approx(true, abs=5 * spread)
    assert np.mean(errors) == pytest.approx(np.std(estimates), rel=0.2)


def test_a_matrix_without_an_inverse_is_refused() -> None:
    flat = {"f": {"f": 0.5, "m": 0.5}, "m": {"f": 0.5, "m": 0.5}}
    with pytest.raises(InputError, match="cannot be inverted"):
        estimate_frequencies({"f": 1, "m": 2}, flat)
    with pytest.raises(InputError, match="does not name"):
        estimate_frequencies({"x": 1}, CHANCES)


# -- what is said and refused ----------------------------------------------------------------


def test_no_detail_is_lost_by_exchanging_values() -> None:
    data = Dataset.of(drawn(200), key=["sex", "zone"])
    after = Pram(columns=["sex"]).apply(data, seeded()).data
    assert DetailLost().compare(data, after).details["by_column"]["sex"] == 0


@pytest.mark.parametrize(
    ("settings", "error", "words"),
    [
        ({"columns": ["sex"], "matrix": {"f": {"f": 0.5}}}, ParameterError, "matrix"),
        ({"columns": ["sex"], "matrix": {"f": {"f": 1.0}}}, ParameterError, "lacks a row"),
        ({"columns": ["sex", "ill"], "matrix": CHANCES}, ParameterError, "one column"),
        ({"columns": ["sex"], "forbidden": [{"ill": "flu"}]}, ParameterError, "forbidden"),
        ({"columns": ["sex"], "matrix": {"f": {"z": 1.0}, "m": {"m": 1.0}}}, None, ""),
        ({"columns": ["nowhere"]}, ColumnError, "nowhere"),
        ({"columns": ["many"]}, ColumnError, "many"),
    ],
)
def test_what_cannot_be_is_refused(settings: Any, error: Any, words: str) -> None:
    frame = drawn(2_100).with_columns(many=pl.int_range(2_100))
    if error is None:  # a value that the file has not yet may be shown
        assert set(released(Pram(**settings), Dataset.of(frame))["sex"]) == {"z", "m"}
        return
    with pytest.raises(error, match=words) as caught:
        Pram(**settings).apply(Dataset.of(frame), seeded())
    assert caught.value.hint or "matrix" in words or "forbidden" in words


@pytest.mark.parametrize(
    ("other", "value"),
    [([True, False], True), ([True, False], "True"), ([1, 2], 1.0), ([1.0, 2.5], 1.0),
     ([1.0, 2.5], "1.00"), ([date(2020, 1, 1), date(2021, 1, 1)], "2020-01-01")],
)  # fmt: skip
def test_what_is_forbidden_is_so_however_it_is_written(other: list[Any], value: Any) -> None:
    frame = pl.DataFrame(
        {"sex": ["f", "m", "f"] * 40, "other": [other[0], other[1], other[1]] * 40}
    )
    method = Pram(columns=["sex"], retention=0.1, forbidden=[{"sex": "m", "other": value}])
    for seed in range(5):
        after = released(method, Dataset.of(frame, key=["sex"]), seed)
        assert not len(after.filter(pl.col("sex") == "m", pl.col("other") == other[0]))


@pytest.mark.parametrize("value", ["a", True, 1.5])
def test_what_a_column_cannot_hold_is_not_silently_allowed(value: Any) -> None:
    data = Dataset.of(pl.DataFrame({"sex": ["f", "m"], "n": [1, 2]}), key=["sex"])
    with pytest.raises(ColumnError, match="cannot hold"):
        released(Pram(columns=["sex"], forbidden=[{"sex": "m", "n": value}]), data)


@pytest.mark.parametrize("name", ["1", "01", "1.0"])
def test_a_matrix_names_numbers_however_they_are_written(name: str) -> None:
    data = Dataset.of(pl.DataFrame({"n": [1, 2] * 50}), key=["n"])
    method = Pram(columns=["n"], matrix={name: {"2": 1.0}, "2": {name: 1.0}})
    assert released(method, data)["n"].to_list() == [2, 1] * 50
    twice = Pram(columns=["n"], matrix={"1": {"1": 0.5, "01.0": 0.5}, "2": {"2": 1.0}})
    with pytest.raises(ColumnError, match="in two ways"):
        released(twice, data)


def test_a_matrix_may_show_truths_and_days_that_no_record_has() -> None:
    day = date(2020, 1, 1)
    frame = pl.DataFrame({"flag": [True] * 9, "day": [day] * 9})
    data = Dataset.of(frame, key=["flag", "day"])
    flags = released(Pram(columns=["flag"], matrix={"true": {"false": 1.0}}), data)["flag"]
    days = released(Pram(columns=["day"], matrix={"2020-01-01": {"2020-01-02": 1.0}}), data)["day"]
    assert not flags.any()
    assert set(days) == {date(2020, 1, 2)}


def test_what_is_missing_beside_a_forbidden_value_does_not_hide_it() -> None:
    data = Dataset.of(pl.DataFrame({"a": ["x", "y", "y"], "b": [None, "1", "2"]}), key=["a", "b"])
    with pytest.raises(InputError, match="1 combination that is forbidden"):
        released(Pram(columns=["a", "b"], together=True, forbidden=[{"a": "x"}]), data)


@pytest.mark.parametrize("invariant", [True, "two_stage", "nearest"])
@pytest.mark.parametrize("retention", [0.3, 0.8])
def test_values_stay_with_the_chance_asked_whatever_the_way(
    invariant: Any, retention: float
) -> None:
    frame = pl.DataFrame({"a": ["x"] * 90 + ["y"] * 10 + ["z"] * 2})
    method = Pram(columns=["a"], retention=retention, invariant=invariant)
    facts = method.apply(Dataset.of(frame, key=["a"]), seeded()).facts
    assert all(row[true] >= retention - 1e-12 for true, row in facts["matrix"]["a"].items())
    assert facts["expected"]["a"] == pytest.approx({"x": 90, "y": 10, "z": 2})


def test_states_of_several_columns_have_names_of_their_own() -> None:
    frame = pl.DataFrame({"a": ["x | y", "x", "x |"], "b": ["z", "y | z", "| y | z"]})
    method = Pram(columns=["a", "b"], together=True)
    facts = method.apply(Dataset.of(frame, key=["a", "b"]), seeded()).facts
    assert list(facts["expected"]["a | b"].values()) == pytest.approx([1, 1, 1])
    assert all(sum(row.values()) == pytest.approx(1) for row in facts["matrix"]["a | b"].values())


def test_a_perturbed_column_is_not_kept_apart() -> None:
    with pytest.raises(ParameterError, match="cannot be kept apart"):
        Pram(columns=["a", "b"], by=["b"])


# -- many values in many parts ---------------------------------------------------------------


def many(values: int, parts: int, records: int) -> Dataset:
    rng = np.random.default_rng(6)
    frame = {"v": rng.integers(0, values, records), "p": rng.integers(0, parts, records)}
    return Dataset.of(pl.DataFrame(frame))


def test_no_more_than_one_matrix_is_held() -> None:
    """400 values in 300 parts are 384 MB of chances, were they kept."""
    import tracemalloc

    data, method = many(400, 300, 40_000), Pram(columns=["v"], by=["p"])
    tracemalloc.start()
    facts = method.apply(data, seeded()).facts
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 60e6
    assert facts["parts"] == 300


def test_chances_of_very_many_values_are_not_listed() -> None:
    for values, listed in ((200, True), (201, False)):
        data = Dataset.of(pl.DataFrame({"v": [n % values for n in range(1000)]}))
        facts = Pram(columns=["v"]).apply(data, seeded()).facts
        assert ("v" in facts.get("matrix", {})) is listed
        assert facts.get("too_many", []) == ([] if listed else ["v"])
        assert len(facts["expected"]["v"]) == values


@pytest.mark.parametrize("weight", [None, "w"])
def test_what_is_told_is_pooled_over_parts(weight: str | None) -> None:
    """Each part by itself, and put together by hand."""
    frame = drawn(500)
    method = Pram(columns=["ill"], retention=0.6, by=["sex"])
    facts = method.apply(Dataset.of(frame, weight=weight), seeded()).facts["matrix"]["ill"]
    flow: dict[tuple[str, str], float] = {}
    sums: dict[str, float] = {}
    for _, part in frame.group_by("sex"):
        size = pl.len() if weight is None else pl.col("w").sum()
        counts = dict(part.group_by("ill").agg(size.cast(float)).rows())
        total = sum(counts.values())
        for true, shown in ((a, b) for a in counts for b in counts):
            chance = 0.6 * (true == shown) + 0.4 * counts[shown] / total
            flow[true, shown] = flow.get((true, shown), 0.0) + counts[true] * chance
        for true, count in counts.items():
            sums[true] = sums.get(true, 0.0) + count
    for (true, shown), own in flow.items():
        assert facts[true].get(shown, 0.0) == pytest.approx(own / sums[true])


def test_epsilon_is_none_where_a_part_lacks_a_value() -> None:
    """Who has it there would show it, and nobody else could."""
    frame = pl.DataFrame({"v": list("aabbab"), "p": [1, 1, 1, 1, 2, 2]})
    whole = Pram(columns=["v"], by=["p"]).apply(Dataset.of(frame), seeded()).facts
    assert whole["epsilon"]["v"] is not None
    lone = frame.with_columns(v=pl.Series(list("aabbaa")))
    some = Pram(columns=["v"], by=["p"]).apply(Dataset.of(lone), seeded()).facts
    assert some["epsilon"]["v"] is None
    gone = frame.with_columns(v=pl.Series(["a", "a", "b", "b", None, None]))
    facts = Pram(columns=["v"], by=["p"]).apply(Dataset.of(gone), seeded()).facts
    assert facts["epsilon"]["v"] is not None  # nothing is drawn in a part without a value


def test_no_record_and_no_value() -> None:
    for frame in (
        pl.DataFrame({"v": []}, schema={"v": pl.String}),
        pl.DataFrame({"v": [None, None]}, schema={"v": pl.String}),
    ):
        change = Pram(columns=["v"]).apply(Dataset.of(frame), seeded())
        assert change.data.to_polars()["v"].equals(frame["v"])
        assert change.facts["changed"] == {"v": 0.0}

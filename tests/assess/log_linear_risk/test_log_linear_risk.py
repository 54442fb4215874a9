"""Log-linear risk: worked by hand, models chosen and rejected, populations, and what is refused."""

from __future__ import annotations

import json
import math
from collections import Counter

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from by_hand import adds_up, by_record, rows_of, shows_no, speaks_both_languages
from discret import Dataset, Role
from discret.assess import IndividualRisk, LogLinearRisk
from discret.assess.log_linear_risk import REJECTED
from discret.data.examples import dishes
from discret.errors import InputError, ParameterError, TargetError
from discret.parts import Context
from discret.reduce import SuppressRecords
from strategies import datasets, examples

FEW = examples(20)
MODELS = pytest.mark.parametrize("model", ["best", "main", "two_way"])


def chance(f: int, rest: float) -> float:
    """E(1/(f + Poisson(rest))), value by value."""
    term, total = math.exp(-rest), 0.0
    for k in range(int(rest + 20 * math.sqrt(rest) + 40)):
        total += term / (f + k)
        term *= rest / (k + 1)
    return total


def survey(seed: int = 2, size: int = 600, linked: float = 0.0) -> pl.DataFrame:
    """People with three keys; the second repeats the first in the share `linked` of them."""
    rng = np.random.default_rng(seed)
    first, second, third = (
        rng.choice(k, size, p=rng.dirichlet(np.full(k, 2.0))) for k in (6, 6, 9)
    )
    second = np.where(rng.random(size) < linked, first, second)
    return pl.DataFrame({"a": first, "b": second, "c": third})


def data_of(frame: pl.DataFrame, **more: object) -> Dataset:
    return Dataset.of(frame, key=["a", "b", "c"], **more)


# ---------------------------------------------------------------- worked by hand


def test_two_independent_keys_by_hand() -> None:
    # Margins 4/6 and 2/6, 3/6 twice: the cells are expected to have 2, 2, 1, 1 of the six records.
    # One in five was drawn: four times as many people are outside.
    frame = pl.DataFrame({"a": [0, 0, 0, 0, 1, 1], "b": [0, 0, 0, 1, 1, 1]})
    finding = LogLinearRisk(model="main", population_size=30).assess(
        Dataset.of(frame, key=["a", "b"])
    )
    wanted = [chance(3, 8)] * 3 + [chance(1, 8)] + [chance(2, 4)] * 2
    assert by_record(finding, Dataset.of(frame, key=["a", "b"]), "risk") == pytest.approx(wanted)
    assert finding.value == pytest.approx(chance(2, 4))
    found = finding.details
    assert found["sample_uniques"] == 1
    assert found["population_uniques"] == pytest.approx(math.exp(-8))
    assert found["matches_of_uniques"] == pytest.approx(chance(1, 8))
    assert found["expected_reidentifications"] == pytest.approx(sum(wanted))
    assert found["global_risk"] == pytest.approx(sum(wanted) / 6)
    assert found["global_risk_uniques"] == pytest.approx(chance(1, 8) / 6)
    assert (found["population_size"], found["sampling_fraction"]) == (30, 0.2)
    assert (found["cells"], found["models"]["main"]["degrees_of_freedom"]) == (4, 1)


@FEW
@given(datasets(missing=True), st.integers(1, 50), st.sampled_from([0.01, 0.2, 0.6, 1.0]))
def test_main_effects_by_hand(data, scale, threshold) -> None:
    size = scale * len(data)
    measure = LogLinearRisk(model="main", population_size=size, most=threshold, rejected="counts")
    finding = measure.assess(data)
    rows, keys = rows_of(data), data.columns(Role.KEY)
    margins = {name: Counter(row[name] for row in rows) for name in keys}  # missing is a category
    cells = Counter(tuple(row[name] for name in keys) for row in rows)
    wanted = []
    for row in rows:
        expected = len(rows) * math.prod(margins[name][row[name]] / len(rows) for name in keys)
        size = cells[tuple(row[name] for name in keys)]
        wanted.append(chance(size, (scale - 1) * expected))
    assert by_record(finding, data, "risk") == pytest.approx(wanted, rel=1e-9)
    assert finding.value == pytest.approx(max(wanted), rel=1e-9)
    assert finding.met is (finding.value <= threshold)


@MODELS
@FEW
@given(data=datasets(weight=True, individual=None), threshold=st.sampled_from([0.01, 0.3, 1.0]))
def test_counts_agree_and_groups_that_fail_are_marked_alike(model, data, threshold) -> None:
    measure = LogLinearRisk(model=model, population_size=5000, most=threshold, rejected="counts")
    finding = measure.assess(data)
    adds_up(finding, data)
    failing = finding.per_key["failing"].to_list()
    assert failing == [risk > threshold for risk in finding.per_key["risk"]]
    assert measure.failing(data.keys).tolist() == failing
    assert sum(finding.details["risk_classes"].values()) == len(data)
    json.dumps(finding.to_dict(), allow_nan=False)


def test_without_a_threshold_nothing_is_judged() -> None:
    finding = LogLinearRisk(population_size=9000).assess(data_of(survey()))
    assert (finding.target, finding.met, finding.details["records_failing"]) == (None, None, 0)
    with pytest.raises(ParameterError, match="most"):
        LogLinearRisk().failing(data_of(survey()).keys)


@MODELS
def test_a_census_leaves_one_over_the_size_of_the_group(model: str) -> None:
    data = data_of(survey())
    finding = LogLinearRisk(model=model, population_size=600).assess(data)
    sizes = finding.per_key["count"]
    assert finding.per_key["risk"].to_list() == pytest.approx((1 / sizes).to_list())
    uniques = int((sizes == 1).sum())
    assert finding.details["population_uniques"] == pytest.approx(uniques)
    assert finding.details["population_uniques_error"] == 0


def test_a_risk_equal_to_the_threshold_is_allowed() -> None:
    data = Dataset.of(pl.DataFrame({"a": ["x", "x", "y", "y", "y"]}), key="a")
    for threshold, met in ((1 / 2, True), (1 / 2 - 1e-9, False)):
        measure = LogLinearRisk(population_size=5, most=threshold)
        assert measure.assess(data).met is met
        assert measure.failing(data.keys).any() is np.bool_(not met)


# ---------------------------------------------------------------- the models


def test_the_better_model_is_taken() -> None:
    for linked, wanted in ((0.0, "main"), (0.6, "two_way")):
        finding = LogLinearRisk(population_size=12000).assess(data_of(survey(linked=linked)))
        models = finding.details["models"]
        chosen = min(models, key=lambda name: abs(models[name]["b2_standardised"]))
        assert finding.details["model"] == chosen == wanted
        alone = LogLinearRisk(model=wanted, population_size=12000).assess(
            data_of(survey(linked=linked))
        )
        assert alone.value == finding.value
        assert alone.details["models"] == {wanted: models[wanted]}
        for name in ("population_uniques", "matches_of_uniques"):
            assert models[wanted][name] == finding.details[name]


def test_a_rejected_model_is_said_to_be() -> None:
    data = data_of(survey(linked=0.6))
    finding = LogLinearRisk(model="main", population_size=12000).assess(data)
    assert finding.details["models"]["main"]["b2_standardised"] > REJECTED
    assert finding.details["models"]["main"]["rejected"] is True
    assert "fails its test" in finding.reads
    assert "not reliable" in finding.reads
    assert "ne satisfait pas" in finding.reads.fr


def test_a_rejected_model_calls_nobody_safe_unless_told_to() -> None:
    data = data_of(survey(linked=0.6))
    measure = LogLinearRisk(model="main", population_size=12000, most=1.0)
    finding = measure.assess(data)
    assert finding.value is not None
    assert (finding.met, finding.details["records_failing"]) == (False, len(data))
    assert measure.failing(data.keys).all()
    assert "no record can be said to be safe" in finding.reads
    assert "aucun enregistrement ne peut être dit sûr" in finding.reads.fr
    taken = LogLinearRisk(model="main", population_size=12000, most=1.0, rejected="counts").assess(
        data
    )
    assert (taken.met, taken.value) == (True, finding.value)
    assert "fails its test" in taken.reads


def test_a_model_that_passes_is_said_to_pass() -> None:
    finding = LogLinearRisk(population_size=12000).assess(data_of(survey()))
    assert finding.details["models"]["main"]["rejected"] is False
    assert "(main effects) passes its test" in finding.reads
    assert "(effets principaux) satisfait" in finding.reads.fr


def test_when_no_model_passes_the_sentence_says_so() -> None:
    # A third key that is the parity of the two others: no pair of keys shows it.
    rng = np.random.default_rng(2)
    a, b = rng.integers(0, 6, 900), rng.integers(0, 6, 900)
    frame = pl.DataFrame({"a": a, "b": b, "c": (a + b) % 6})
    finding = LogLinearRisk(population_size=20000).assess(data_of(frame))
    models = finding.details["models"]
    assert all(models[name]["rejected"] for name in ("main", "two_way"))
    assert "No model passes its test" in finding.reads
    assert "Aucun modèle" in finding.reads.fr


def test_two_keys_leave_two_way_interactions_nothing_to_test() -> None:
    frame = survey().select("a", "c")
    data = Dataset.of(frame, key=["a", "c"])
    assert list(LogLinearRisk(population_size=9000).assess(data).details["models"]) == ["main"]
    finding = LogLinearRisk(model="two_way", population_size=9000).assess(data)
    told = finding.details["models"]["two_way"]
    assert (told["degrees_of_freedom"], told["b2"], told["rejected"]) == (0, None, None)
    assert "cannot be tested" in finding.reads
    # It repeats the file: a unique is expected fourteen others of its kind.
    assert finding.details["population_uniques"] == pytest.approx(
        finding.details["sample_uniques"] * math.exp(-14), rel=1e-6
    )


@MODELS
def test_one_key_and_one_record(model: str) -> None:
    data = Dataset.of(pl.DataFrame({"a": [1, 1, 2]}), key="a")
    finding = LogLinearRisk(model=model, population_size=30).assess(data)
    assert by_record(finding, data, "risk") == pytest.approx([chance(2, 18)] * 2 + [chance(1, 9)])
    alone = Dataset.of(pl.DataFrame({"a": ["x"], "b": ["y"]}), key=["a", "b"])
    assert LogLinearRisk(model=model, population_size=1).assess(alone).value == 1


def test_a_key_that_never_varies_changes_nothing() -> None:
    frame = survey()
    more = frame.with_columns(pl.lit("same").alias("d"))
    one = LogLinearRisk(population_size=9000).assess(data_of(frame))
    other = LogLinearRisk(population_size=9000).assess(Dataset.of(more, key=["a", "b", "c", "d"]))
    assert (one.value, one.details) == (other.value, other.details)


def test_the_order_of_keys_and_records_does_not_matter() -> None:
    frame = survey(linked=0.5)
    one = LogLinearRisk(population_size=9000).assess(data_of(frame))
    other = Dataset.of(frame.sample(fraction=1, shuffle=True, seed=4), key=["c", "a", "b"])
    two = LogLinearRisk(population_size=9000).assess(other)
    assert two.value == pytest.approx(one.value, rel=1e-5)
    assert two.details["matches_of_uniques"] == pytest.approx(
        one.details["matches_of_uniques"], rel=1e-5
    )


def test_a_missing_value_is_a_category() -> None:
    frame = pl.DataFrame({"a": ["x", "x", "x", None], "b": ["u", "v", "u", "v"]})
    named = frame.with_columns(pl.col("a").fill_null("?"))
    found = [
        LogLinearRisk(population_size=40).assess(Dataset.of(one, key=["a", "b"])).details
        for one in (frame, named)
    ]
    assert found[0] == found[1]
    assert found[0]["rule"] == "category"


# ---------------------------------------------------------------- a fit that fails


@pytest.fixture
def _unfitted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop the fit of two-way interactions long before its end."""
    monkeypatch.setattr("discret.maths.population.two_way.ROUNDS", 1)
    monkeypatch.setattr("discret.maths.population.two_way.STEPS", 0)


@pytest.mark.usefixtures("_unfitted")
def test_a_fit_that_fails_is_said_to_fail_and_gives_no_number() -> None:
    data = data_of(survey(linked=0.6))
    measure = LogLinearRisk(model="two_way", population_size=9000, most=0.5)
    finding = measure.assess(data)
    assert (finding.value, finding.met) == (None, False)
    assert finding.details["records_failing"] == len(data)
    assert finding.details["models"]["two_way"]["fitted"] is False
    assert "population_uniques" not in finding.details
    assert "could not be fitted" in finding.reads
    speaks_both_languages(finding)
    adds_up(finding, data)
    with pytest.raises(InputError, match=r"could not be fitted.*Hint: .*model='main'"):
        measure.failing(data.keys)


@pytest.mark.usefixtures("_unfitted")
def test_without_a_threshold_a_fit_that_fails_judges_nothing() -> None:
    finding = LogLinearRisk(model="two_way", population_size=9000).assess(
        data_of(survey(linked=0.6))
    )
    assert (finding.value, finding.met, finding.details["records_failing"]) == (None, None, 0)


@pytest.mark.usefixtures("_unfitted")
def test_the_best_model_is_one_that_was_fitted() -> None:
    finding = LogLinearRisk(population_size=9000).assess(data_of(survey(linked=0.6)))
    assert finding.details["model"] == "main"
    assert finding.details["models"]["two_way"]["fitted"] is False
    assert "could not be fitted. No model passes its test" in finding.reads
    assert (
        finding.value
        == LogLinearRisk(model="main", population_size=9000)
        .assess(data_of(survey(linked=0.6)))
        .value
    )


# ---------------------------------------------------------------- the population


def test_the_population_is_given_handed_over_or_weighed() -> None:
    frame = survey().with_columns(pl.lit(20.0).alias("w"))
    people = pl.concat([frame.drop("w")] * 30)
    given = LogLinearRisk(population_size=9000).assess(data_of(frame, weight="w"))
    handed = LogLinearRisk().assess(data_of(frame, weight="w", population=people))
    weighed = LogLinearRisk().assess(data_of(frame, weight="w"))
    sizes = [one.details["population_size"] for one in (given, handed, weighed)]
    assert sizes == pytest.approx([9000, 18000, 12000])
    assert given.value > weighed.value > handed.value


@pytest.mark.parametrize("handed", [False, True])
def test_groups_are_judged_with_the_same_population(handed: bool) -> None:
    frame = survey().with_columns(pl.Series("w", np.linspace(2, 40, 600)))
    people = pl.concat([frame.drop("w")] * 3) if handed else None
    data = data_of(frame, weight="w", population=people)
    measure = LogLinearRisk(most=0.1)
    finding = measure.assess(data)
    assert finding.per_key["failing"].to_list() == measure.failing(data.keys).tolist()
    assert 0 < finding.details["groups_failing"] < finding.details["groups"]


def test_weights_tell_who_was_sampled_densely() -> None:
    # Half the file stands for itself and one more, the other half for a hundred: the first is at
    # risk. Without the weights nobody would be seen to be.
    frame = survey(size=1200).with_columns(
        pl.Series("w", [2.0 if row < 600 else 100.0 for row in range(1200)]),
        pl.Series("c", [f"{'near' if row < 600 else 'far'} {row % 7}" for row in range(1200)]),
    )
    data = data_of(frame, weight="w")
    aware = LogLinearRisk(model="main").assess(data)
    blind = LogLinearRisk(model="main", weighted=False).assess(data)
    assert (aware.details["weighted"], blind.details["weighted"]) == (True, False)
    assert (
        aware.details["expected_reidentifications"]
        > 3 * blind.details["expected_reidentifications"]
    )
    near = [row["c"].startswith("near") for row in rows_of(data)]
    risks = np.array(by_record(aware, data, "risk"))
    assert risks[near].mean() > 5 * risks[~np.array(near)].mean()


def test_equal_weights_are_as_the_size_of_the_population() -> None:
    frame = survey().with_columns(pl.lit(15).alias("w"))
    weighed = LogLinearRisk().assess(data_of(frame, weight="w"))
    given = LogLinearRisk(population_size=9000).assess(data_of(frame))
    assert weighed.value == pytest.approx(given.value, rel=1e-12)
    assert weighed.details["weighted"] is False


def test_the_numbers_compare_with_those_of_the_individual_risk() -> None:
    frame = survey().with_columns(pl.lit(15).alias("w"))
    model = LogLinearRisk().assess(data_of(frame, weight="w")).details
    alone = IndividualRisk().assess(data_of(frame, weight="w")).details
    shared = {"records", "groups", "records_failing", "groups_failing", "risk_classes", "rule"}
    shared |= {"expected_reidentifications", "global_risk", "global_risk_uniques"}
    assert shared <= set(model) & set(alone)
    assert 0.3 < model["global_risk"] / alone["global_risk"] < 3


# ---------------------------------------------------------------- very many cells


def test_a_crossing_that_is_too_large_is_refused_with_a_way_out() -> None:
    for model in ("best", "two_way"):
        measure = LogLinearRisk(model=model, population_size=9000, most_cells=100, most=0.5)
        for deed in (measure.assess, lambda data, one=measure: one.failing(data.keys)):
            with pytest.raises(InputError, match=r"324 combinations.*100.*Hint: .*model='main'"):
                deed(data_of(survey()))


def test_main_effects_are_fitted_beyond_and_said_to_be_untested() -> None:
    bounded = LogLinearRisk(model="main", population_size=9000, most_cells=100).assess(
        data_of(survey())
    )
    free = LogLinearRisk(model="main", population_size=9000).assess(data_of(survey()))
    assert bounded.value == free.value
    told = [one.details["matches_of_uniques_error"] for one in (bounded, free)]
    assert 0 < told[0] < told[1]  # what a test would tell of the model's own error is not known
    told = bounded.details["models"]["main"]
    assert (told["b1"], told["b2_standardised"], told["rejected"]) == (None, None, None)
    assert told["deviance"] == free.details["models"]["main"]["deviance"]
    assert "cannot be tested" in bounded.reads


def test_main_effects_know_no_limit() -> None:
    rng = np.random.default_rng(3)
    frame = pl.DataFrame({f"k{at}": rng.integers(0, 50, 300) for at in range(20)})
    finding = LogLinearRisk(model="main", population_size=3000).assess(
        Dataset.of(frame, key=frame.columns)
    )
    assert finding.details["cells"] > 10**30
    assert finding.value == pytest.approx(1)


# ---------------------------------------------------------------- what is refused


def test_a_population_that_is_not_known_is_refused() -> None:
    data = data_of(survey())
    with pytest.raises(InputError, match=r"size of the population.*Hint: .*population_size"):
        LogLinearRisk().assess(data)
    with pytest.raises(InputError, match=r"size of the population.*Hint: .*population_size"):
        LogLinearRisk(most=0.1).failing(data.keys)


def test_a_population_smaller_than_the_file_is_refused() -> None:
    data, measure = data_of(survey()), LogLinearRisk(population_size=599, most=0.1)
    with pytest.raises(InputError, match="smaller than the file"):
        measure.assess(data)
    with pytest.raises(InputError, match="smaller than the file"):
        measure.failing(data.keys)


@pytest.mark.parametrize("bad", [None, 0.0, -3.0, float("inf")])
def test_weights_that_count_nobody_are_refused(bad: float | None) -> None:
    frame = survey().with_columns(pl.Series("w", [bad] + [71.5] * 599, dtype=pl.Float64))
    for measure in (LogLinearRisk(), LogLinearRisk(population_size=9000)):
        with pytest.raises(InputError, match="1 record") as raised:
            measure.assess(data_of(frame, weight="w"))
        assert "71" not in str(raised.value)
    unused = LogLinearRisk(population_size=9000, weighted=False).assess(data_of(frame, weight="w"))
    assert unused.value is not None


@pytest.mark.parametrize(
    "values",
    [
        {"model": "three_way"},
        {"population_size": 0},
        {"population_size": -5},
        {"most": 0},
        {"most": 1.5},
        {"most_cells": 0},
        {"most_cells": 2.5},
        {"missing": "known"},
        {"weighted": "perhaps"},
    ],
)
def test_absurd_parameters_are_refused(values: dict[str, object]) -> None:
    with pytest.raises(ParameterError, match=next(iter(values))):
        LogLinearRisk(**values)


def test_data_without_keys_or_records_are_refused() -> None:
    with pytest.raises(InputError, match="role key"):
        LogLinearRisk(population_size=100).assess(Dataset.of(dishes()))
    with pytest.raises(InputError, match="no records"):
        LogLinearRisk(population_size=100).assess(Dataset.of(dishes().clear(), key="Sexe"))


# ---------------------------------------------------------------- with methods, and words


def test_records_at_risk_are_dropped_until_none_is_left() -> None:
    data = data_of(survey().with_columns(pl.lit(15.0).alias("w")), weight="w")
    measure = LogLinearRisk(model="main", most=0.2, rejected="counts")
    assert measure.assess(data).met is False
    change = SuppressRecords(models=[measure], drop=1).apply(data, Context())
    assert measure.assess(change.data).met is True
    with pytest.raises(TargetError):
        SuppressRecords(models=[LogLinearRisk(most=1e-6)], drop=1).apply(data, Context())


@MODELS
@pytest.mark.parametrize("threshold", [None, 0.001, 1.0])
def test_sentences_speak_both_languages_and_show_no_value(model, threshold) -> None:
    frame = survey(size=90, linked=0.4).with_columns(
        pl.format("SECRET{}", pl.col(name)).alias(name) for name in "abc"
    )
    finding = LogLinearRisk(model=model, population_size=900, most=threshold).assess(data_of(frame))
    speaks_both_languages(finding)
    shows_no("SECRET", finding)
    assert "SECRET" not in json.dumps(finding.to_dict())


@pytest.mark.parametrize("name", ["risk", "count", "failing"])
def test_a_key_may_be_called_as_a_column_of_the_result(name: str) -> None:
    data = Dataset.of(pl.DataFrame({name: ["x", "x", "y"]}), key=name)
    table = LogLinearRisk(population_size=30).assess(data).per_key
    assert sorted(table[name].to_list()) == ["x", "y"]
    assert f"{name}_" in table.columns

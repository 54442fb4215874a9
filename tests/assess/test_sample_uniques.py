"""Sample uniques: counted record by record, and marked where they are too many."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from by_hand import adds_up, by_record, heads, mean, rows_of, shows_no, sizes, speaks_both_languages
from discret import Context, Dataset, Role
from discret.assess import KAnonymity, SampleUniques
from discret.data.examples import dishes
from discret.errors import InputError, ParameterError, TargetError
from discret.reduce import SuppressRecords
from strategies import datasets, examples, rules

FEW = examples(40)


def of(*values: str, **roles: Any) -> Dataset:
    return Dataset.of(pl.DataFrame({"a": list(values)}), key="a", **roles)


def test_the_dishes_have_three() -> None:
    finding = SampleUniques().assess(Dataset.of(dishes(), key=["Sexe", "Âge"]))
    assert (finding.value, finding.met) == (pytest.approx(3 / 9), None)
    assert finding.details["uniques"] == 3


@FEW
@given(datasets(individual=None), rules, st.sampled_from([0.0, 0.2, 0.5, 1.0]))
def test_uniques_are_counted_and_marked_where_too_many(data, rule, most) -> None:
    finding = SampleUniques(most=most, missing=rule).assess(data)
    people = sizes(rows_of(data), data.columns(Role.KEY), rule, data.column(Role.INDIVIDUAL))
    alone = [size == 1 for size in people]
    assert finding.value == pytest.approx(mean(alone, heads(data)))
    assert by_record(finding, data, "unique") == alone
    failing = by_record(finding, data, "failing")
    assert all(one for one, bad in zip(alone, failing, strict=True) if bad)
    part = heads(data)
    gone = sum(w for w, bad in zip(part, failing, strict=True) if bad)
    left, uniques = sum(part) - gone, sum(w for w, a in zip(part, alone, strict=True) if a) - gone
    assert uniques <= most * left + 1e-9
    by_one = data.column(Role.INDIVIDUAL) is None
    if by_one and finding.per_key.filter("failing")["count"].max() == 1:  # one less: not enough
        assert uniques + 1 > most * (left + 1) + 1e-9
    assert finding.met is (uniques + gone <= most * sum(part) + 1e-9)
    adds_up(finding, data)


@FEW
@given(datasets(individual=None), rules, st.sampled_from([0.0, 0.2]))
def test_dropping_them_is_enough(data, rule, most) -> None:
    model = SampleUniques(most=most, missing=rule)
    try:
        left = SuppressRecords(models=[model], drop=1).apply(data, Context()).data
    except TargetError:
        return
    assert model.assess(left).met is True


@FEW
@given(datasets(individual=None), rules)
def test_none_at_all_is_two_anonymity(data, rule) -> None:
    same = KAnonymity(k=2, missing=rule).failing(data.keys)
    assert SampleUniques(most=0, missing=rule).failing(data.keys).tolist() == same.tolist()


def test_a_tenth_is_not_above_a_tenth() -> None:
    values = ["x"] * 9 + ["y"]
    assert SampleUniques(most=0.1).assess(of(*values)).met is True
    assert SampleUniques(most=0.09).assess(of(*values)).met is False


def test_the_records_of_somebody_who_is_alone_are_unique() -> None:
    frame = pl.DataFrame({"a": ["x", "x", "y", "y"], "who": ["p", "p", "q", "r"]})
    finding = SampleUniques().assess(Dataset.of(frame, key="a", individual="who"))
    assert finding.value == pytest.approx(1 / 3)


@pytest.mark.parametrize("values", [{"most": -0.1}, {"most": 1.5}, {"missing": "no"}, {"k": 2}])
def test_absurd_parameters_are_refused(values: dict[str, Any]) -> None:
    with pytest.raises(ParameterError, match=next(iter(values))):
        SampleUniques(**values)


def test_without_a_target_nothing_is_judged() -> None:
    assert not SampleUniques().judges
    with pytest.raises(ParameterError, match="most: a target is needed"):
        SampleUniques().failing(of("x").keys)


def test_data_without_keys_or_records_are_refused() -> None:
    with pytest.raises(InputError, match="no column has the role key"):
        SampleUniques().assess(Dataset.of(dishes()))
    with pytest.raises(InputError, match="no records"):
        SampleUniques().assess(Dataset.of(dishes().clear(), key="Sexe"))


@pytest.mark.parametrize("most", [None, 0.0, 1.0])
def test_sentences_speak_both_languages_and_show_no_value(most: float | None) -> None:
    finding = SampleUniques(most=most).assess(of("SECRET1", "SECRET1", "SECRET2"))
    speaks_both_languages(finding)
    shows_no("SECRET", finding)
    assert finding.better == "lower"

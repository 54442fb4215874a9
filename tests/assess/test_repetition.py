"""Repeated answers: what is expected, what is counted on a file, and what is refused."""

from __future__ import annotations

from math import log
from typing import Any

import numpy as np
import polars as pl
import pytest

from discret import Context, Dataset
from discret.assess import Repetition
from discret.errors import ParameterError
from discret.maths.privacy.chance import pretended
from discret.maths.privacy.response import responded
from discret.maths.privacy.unary import encoded, limits
from discret.reduce import RandomisedResponse
from discret.reduce.reports import written

PEOPLE = 4000


def asked(times: int, values: int = 2) -> pl.DataFrame:
    """People who are asked several times, and their true values."""
    who = np.repeat(np.arange(PEOPLE), times)
    return pl.DataFrame({"who": who, "value": [f"v{place % values}" for place in who]})


def answered(times: int, values: int = 2, epsilon: float = log(3)) -> Dataset:
    """Each answer drawn anew, as discret itself does not within a file."""
    before = asked(times, values)
    codes = before["value"].str.slice(1).cast(pl.Int64).to_numpy()
    told = responded(codes, values, epsilon, pretended(times))
    after = before.with_columns(value=pl.Series([f"v{place}" for place in told]))
    return Dataset.of(after, individual="who", sensitive="value", original=before)


@pytest.mark.parametrize(("times", "right"), [(1, 0.75), (3, 0.84375), (5, 0.896484375)])
def test_a_majority_of_answers(times: int, right: float) -> None:
    finding = Repetition(epsilon=log(3), times=times).assess(answered(times))
    assert finding.details["expected"] == pytest.approx(right)
    assert finding.details["measured"] == pytest.approx(right, abs=5 * 0.5 / np.sqrt(PEOPLE))
    assert finding.value == max(finding.details["expected"], finding.details["measured"])
    assert finding.details["answers"] == times
    assert finding.details["unknown"] == PEOPLE


def test_among_several_values() -> None:
    finding = Repetition(epsilon=1.0, times=4).assess(answered(4, values=5, epsilon=1.0))
    assert finding.details["values"] == 5
    assert finding.details["measured"] == pytest.approx(
        finding.details["expected"], abs=5 * 0.5 / np.sqrt(PEOPLE)
    )


@pytest.mark.parametrize("kind", ["optimised", "symmetric"])
def test_of_bits(kind: Any) -> None:
    before = asked(3, 4)
    codes = before["value"].str.slice(1).cast(pl.Int64).to_numpy()
    bits = encoded(codes, 4, limits(1.5, kind), pretended(1))
    after = before.with_columns(value=written(bits, np.zeros(len(codes), dtype=np.int64)))
    data = Dataset.of(after, individual="who", sensitive="value", original=before)
    finding = Repetition(epsilon=1.5, times=3, encoding=kind).assess(data)
    assert finding.details["measured"] == pytest.approx(
        finding.details["expected"], abs=5 * 0.5 / np.sqrt(PEOPLE)
    )


def test_what_discret_draws_once_is_no_better_than_one_answer() -> None:
    data = Dataset.of(asked(5), individual="who", sensitive="value")
    method = RandomisedResponse(column="value", epsilon=log(3))
    change = method.apply(data, Context(chance=pretended(4)))
    (attack,) = method.attacks
    finding = attack.assess(change.data)
    assert isinstance(attack, Repetition)
    assert finding.details["measured"] == pytest.approx(0.75, abs=5 * 0.5 / np.sqrt(PEOPLE))
    assert finding.details["by_answers"]["5"] == pytest.approx(0.896484375)
    later = Repetition(column="value", epsilon=log(3), times=5, most=0.8).assess(change.data)
    assert later.met is False  # five releases to come


def test_what_nobody_changed_is_told() -> None:
    data = Dataset.of(asked(2), individual="who", sensitive="value")
    assert Repetition(truth=0.75).assess(data).value == 1.0


def test_where_nothing_is_known() -> None:
    """No value is known before and after: what is not judged meets nothing."""
    blank = asked(1).with_columns(value=pl.lit(None, pl.String))
    gone = Dataset.of(blank, sensitive="value", original=asked(1))
    assert Repetition(most=0.5).assess(gone).met is False
    expected = Repetition(truth=0.75, times=3).assess(gone)
    assert expected.value == pytest.approx(0.84375)


def test_what_is_refused() -> None:
    for wrong in ({"truth": 0.5, "epsilon": 1}, {"truth": 0.5, "encoding": "symmetric"},
                  {"times": 0}, {"times": 201}, {"truth": 1.1}):  # fmt: skip
        with pytest.raises(ParameterError):
            Repetition(**wrong)  # type: ignore[arg-type]

"""The combining rules: formulas by hand, and intervals that hold the truth as often as said."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache
from typing import Any, Literal

import numpy as np
import pytest
from scipy.stats import t

from discret.errors import InputError, ParameterError
from discret.maths.arrays import Floats
from discret.maths.perturbation.columns import Column
from discret.reduce.synthesise.combining import combine
from discret.reduce.synthesise.models import Model, drawn, drawn_anew

FILES, RECORDS, COPIES = 250, 150, 8


def test_the_formulas_by_hand() -> None:
    own, spread = [Fraction(3), Fraction(7), Fraction(5), Fraction(9)], [Fraction(2)] * 4
    m, mean = 4, sum(own) / 4
    b = sum((q - mean) ** 2 for q in own) / (m - 1)
    partly = combine(map(float, own), map(float, spread))
    assert partly.estimate == float(mean) == 6
    assert partly.variance == pytest.approx(float(2 + b / m))
    assert partly.freedom == pytest.approx(float((m - 1) * (1 + 2 * m / b) ** 2))
    fully = combine(map(float, own), map(float, spread), kind="fully")
    assert fully.variance == pytest.approx(float(Fraction(5, 4) * b - 2))
    r = Fraction(5, 4) * b / 2
    assert fully.freedom == pytest.approx(float((m - 1) * (1 - 1 / r) ** 2))
    low, high = fully.interval(0.9)
    assert high - low == pytest.approx(2 * t.ppf(0.95, fully.freedom) * fully.error)


def test_a_negative_variance_gives_way_to_that_of_the_copies() -> None:
    found = combine([5.0, 5.1, 4.9], [3.0, 3.0, 3.0], kind="fully")
    assert found.adjusted
    assert found.variance == 3.0
    assert found.interval() == pytest.approx(
        (5 - 1.959964 * math.sqrt(3), 5 + 1.959964 * math.sqrt(3))
    )


def test_copies_that_agree_leave_their_own_variance() -> None:
    assert combine([5.0, 5.0], [3.0, 5.0]).variance == 4.0
    assert combine([5.0, 5.0], [3.0, 5.0]).freedom == math.inf


@pytest.mark.parametrize(
    ("given", "error"),
    [
        (([1.0], [1.0]), InputError),
        (([1.0, 2.0], [1.0]), InputError),
        (([1.0, math.nan], [1.0, 1.0]), InputError),
        (([1.0, 2.0], [1.0, -1.0]), InputError),
        (([1.0, 2.0], [1.0, 1.0], "half"), ParameterError),
    ],
)
def test_what_cannot_be_combined_is_refused(given: Any, error: Any) -> None:
    with pytest.raises(error) as caught:
        combine(*given)
    assert caught.value.hint
    with pytest.raises(ParameterError):
        combine([1.0, 2.0], [1.0, 1.0]).interval(2.0)


def numbered(values: Floats) -> Column:
    return Column(np.argsort(np.argsort(values)), len(values), ordered=True)


def covered(model: Model, kind: Literal["partly", "fully"], what: str) -> float:
    """The share of files whose interval holds the truth: the mean of y, or of y where x > 0."""
    truth = {"mean": 0.0, "part": math.sqrt(2 / math.pi)}[what]
    hits = 0
    for copies in files(model, kind):
        some = [y[x > 0] if what == "part" else y for x, y in copies]
        estimates = [float(own.mean()) for own in some]
        variances = [float(own.var(ddof=1)) / len(own) for own in some]
        low, high = combine(estimates, variances, kind).interval(0.95)
        hits += low <= truth <= high
    return hits / FILES


@cache
def files(model: Model, kind: Literal["partly", "fully"]) -> list[list[tuple[Floats, Floats]]]:
    """Draw files, and of each several copies: x and y; once, whatever is estimated from them."""
    rng = np.random.default_rng(17)
    found = []
    for _ in range(FILES):
        x = rng.normal(size=RECORDS)
        y = x + rng.normal(size=RECORDS)
        one, two = numbered(x), numbered(y)
        copies = []
        for _ in range(COPIES):
            weights = drawn_anew(np.ones(RECORDS), rng)
            if kind == "partly":
                shown, (codes,) = x, drawn(model, [two], [one], weights, 5, rng)
            else:
                first, codes = drawn(model, [one, two], [], weights, 5, rng)
                shown = np.sort(x)[first]
            copies.append((shown, np.sort(y)[codes]))
        found.append(copies)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("what", ["mean", "part"])
@pytest.mark.parametrize("kind", ["partly", "fully"])
@pytest.mark.parametrize("model", ["trees", "copula"])
def test_intervals_hold_the_truth_as_often_as_said(model: Any, kind: Any, what: str) -> None:
    """At least 95 % of many files, less four standard errors of a share, 4 √(0.95 · 0.05 / files).

    The rule of fully synthetic copies has few degrees of freedom, and holds the truth more often.
    """
    found, limit = covered(model, kind, what), 4 * math.sqrt(0.95 * 0.05 / FILES)
    assert found >= 0.95 - limit
    assert kind == "fully" or found <= min(0.95 + limit, 0.99)

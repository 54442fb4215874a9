"""RAPPOR as a method: bits that stay with a person, what is decoded, and what is refused."""

from __future__ import annotations

from decimal import Decimal, localcontext
from math import log, sqrt
from typing import Any

import numpy as np
import polars as pl
import pytest

from discret import Context, Dataset, Plan
from discret.errors import InputError, ParameterError, PlanError
from discret.maths.privacy.chance import pretended
from discret.maths.privacy.rappor import permanent_limit
from discret.plan.terms import Terms
from discret.reduce import Rappor
from engines import Engine

SECRET = b"the secret of the hospital"
PAGES = pl.DataFrame(
    {
        "who": [f"p{place}" for place in range(3000)],
        "page": ["a"] * 1800 + ["b"] * 900 + ["c"] * 300,
        "row": range(3000),
    }
)
PLAIN: dict[str, Any] = {"p": 0.0, "q": 1.0}  # permanent bits are told as they are


def told(frame: Any = PAGES, seed: int = 1, secret: bytes | None = SECRET, **more: Any) -> Any:
    method = Rappor(**{"column": "page", "bits": 32, "f": 0.25, **more})
    data = Dataset.of(frame, individual="who", sensitive="page", row="row")
    return method, method.apply(data, Context(chance=pretended(seed), secret=secret))


def shown(change: Any) -> pl.Series:
    return change.data.to_polars().sort("row")["page"]  # type: ignore[no-any-return]


def test_on_every_engine(engine: Engine) -> None:
    assert shown(told(engine.make(PAGES))[1]).to_list() == shown(told()[1]).to_list()


def test_permanent_bits_stay_with_a_person_and_a_value() -> None:
    """Other releases, other records, another order: the same; another secret or column: others."""
    first = shown(told(seed=1, **PLAIN)[1])
    assert shown(told(seed=2, **PLAIN)[1]).to_list() == first.to_list()
    some = PAGES.reverse().filter(pl.col("row") % 3 == 0)
    part = told(some, seed=3, **PLAIN)[1].data.to_polars().sort("row")
    assert part["page"].to_list() == first.gather(part["row"].to_list()).to_list()
    other = shown(told(secret=b"another secret, as long", **PLAIN)[1])
    assert np.mean([one == two for one, two in zip(first, other, strict=True)]) < 0.05
    renamed = PAGES.rename({"page": "site"})
    data = Dataset.of(renamed, individual="who", sensitive="site", row="row")
    method = Rappor(column="site", bits=32, f=0.25, **PLAIN)
    site = method.apply(data, Context(secret=SECRET)).data.to_polars()["site"]
    assert np.mean([one == two for one, two in zip(first, site, strict=True)]) < 0.05


def test_what_is_told_is_drawn_anew_around_permanent_bits() -> None:
    one, other = (shown(told(seed=seed)[1]) for seed in (1, 2))
    assert np.mean([here == there for here, there in zip(one, other, strict=True)]) < 0.05
    assert (one.str.split("b").list[0] == other.str.split("b").list[0]).all()  # cohorts stay


def test_many_reports_tell_no_more_than_the_permanent_bits() -> None:
    """The mean of many reports is that of the permanent bits: q where set, p elsewhere."""
    few = PAGES.head(10)
    bits = np.array([
        [list(text.split("b")[1]) for text in shown(told(few, seed=seed)[1])] for seed in range(120)
    ]).astype(float)  # fmt: skip
    kept = np.array([list(text.split("b")[1]) for text in shown(told(few, **PLAIN)[1])])
    expected = np.where(kept == "1", 0.75, 0.5)
    assert np.abs(bits.mean(axis=0) - expected).max() < 5 * 0.5 / sqrt(120)


def test_counts_are_decoded_without_bias() -> None:
    """Secrets and chance anew each time: over all of them, the mean is the truth."""
    runs = []
    for seed in range(30):
        method, change = told(seed=seed, secret=b"secret number %4d" % seed)
        runs.append(method.estimate(shown(change), candidates=["a", "b", "c", "none"]))
    for name, count in {"a": 1800, "b": 900, "c": 300, "none": 0}.items():
        found = np.array([run.counts[name] for run in runs])
        error = np.mean([run.errors[name] for run in runs])
        assert found.mean() == pytest.approx(count, abs=4.5 * error / sqrt(30))
        assert found.std() == pytest.approx(error, rel=0.45)


def test_the_epsilons_of_the_paper_are_told() -> None:
    facts = told(bits=128, f=None)[1].facts
    assert facts["permanent_epsilon"] == pytest.approx(4 * log(3))
    assert facts["epsilon"] == pytest.approx(1.0743, abs=5e-5)
    assert facts["memoised"] is True
    assert facts["private"] is False  # the chance is that of a test
    asked = Rappor(column="page", hashes=1, epsilon=log(3), **PLAIN).settings
    assert asked.permanent == pytest.approx(log(3))
    assert asked.instantaneous == pytest.approx(log(3))


def test_a_second_value_of_a_person_costs_again() -> None:
    frame = pl.DataFrame({"who": ["x", "x", "x"], "page": ["a", "a", "b"], "row": range(3)})
    _, change = told(frame)
    assert change.facts["person_epsilon"] == pytest.approx(2 * change.facts["permanent_epsilon"])
    assert shown(change)[0] == shown(change)[1]


def test_once_needs_no_secret_and_says_so() -> None:
    data = Dataset.of(PAGES.drop("who", "row"), sensitive="page")
    method = Rappor(column="page", once=True)
    change = method.apply(data)
    assert (change.facts["memoised"], change.facts["private"]) == (False, True)
    assert "another release" in method.said(change.facts)[0]
    assert method.said(told()[1].facts) == []
    _, missing = told(PAGES.with_columns(who=pl.lit(None, pl.String), page=pl.lit(None, pl.String)))
    assert shown(missing).null_count() == 3000


def test_who_is_not_known_gets_bits_of_their_own() -> None:
    frame = PAGES.with_columns(who=pl.when(pl.col("row") % 2 == 0).then("who"))
    one, other = (shown(told(frame, seed=seed, **PLAIN)[1]) for seed in (1, 2))
    same = np.array([here == there for here, there in zip(one, other, strict=True)])
    assert same[::2].all()
    assert same[1::2].mean() < 0.05


def test_what_is_refused() -> None:
    for wrong in ({"f": 0}, {"f": 1}, {"epsilon": 0}, {"p": 0.7, "q": 0.7}, {"bits": 1}):
        with pytest.raises(ParameterError):
            Rappor(**{"column": "page", **wrong})
    with pytest.raises(ParameterError, match="either"):
        Rappor(column="page", f=0.5, epsilon=1.0)
    with pytest.raises(InputError, match="secret of at least 16 bytes"):
        told(secret=None)
    nobody = Dataset.of(PAGES.drop("who"), sensitive="page")
    with pytest.raises(InputError, match="individual"):
        Rappor(column="page").apply(nobody, Context(secret=SECRET))
    plan = Plan(reduce=[Rappor(column="page")], release=Terms(unexamined=["page"]))
    with pytest.raises(PlanError, match="secret"):
        plan.run(Dataset.of(PAGES, individual="who", sensitive="page"))
    method, change = told(bits=2, cohorts=1)
    with pytest.raises(InputError, match="tell all candidates apart"):
        method.estimate(shown(change), candidates=list("abcdef"))
    with pytest.raises(ParameterError, match="candidates"):
        method.estimate(shown(change), candidates=["a", "a"])
    with pytest.raises(InputError, match="no report"):
        method.estimate(["1b01"], candidates=["a"])  # there is one cohort


@pytest.mark.parametrize("epsilon", [0.01, log(3), 7.3, 50.0])
@pytest.mark.parametrize("hashes", [1, 2, 16])
def test_permanent_bits_tell_no_more_than_is_asked(epsilon: float, hashes: int) -> None:
    """With fifty digits: a chance that was cut off told more, by a billionth at ε = 50."""
    own = Rappor(column="page", epsilon=epsilon, hashes=hashes).settings
    limit = permanent_limit(own.f)
    with localcontext() as context:
        context.prec = 50
        told = 2 * hashes * (Decimal(2**64 - limit) / Decimal(limit)).ln()
        assert Decimal(epsilon) * (1 - Decimal("1e-7")) < told <= Decimal(epsilon)

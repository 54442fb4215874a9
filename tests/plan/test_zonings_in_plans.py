"""Plans that assess differencing before and after squares are withheld, or merged."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest

from discret import Dataset, Plan
from discret.assess import Differencing
from discret.data.examples import villages
from discret.plan.terms import Terms
from discret.reduce import MergeSquares, WithholdSquares
from exhaustive_differencing import random_table

NAMES = {"zone": "commune", "square": "carreau"}
METHODS = [WithholdSquares, MergeSquares]


def run(data: Dataset, method: Any, **measure: Any) -> Any:
    """Run a plan of one step, written and read again, with the same measure before and after."""
    plan = Plan(
        assess=[Differencing(**NAMES, blanks="withheld", most=0, **measure)],
        reduce=[method],
        release=Terms(unexamined=[name for name in ("x", "y") if name in data.roles]),
    )
    return Plan.from_toml(plan.to_toml()).run(data, seed=1)


@pytest.mark.parametrize("method", METHODS)
def test_individual_rows(method: Any) -> None:
    release = run(Dataset.of(villages()), method(**NAMES))
    before, after = release.risk_before[0], release.risk[0]
    assert (before.value, before.met) == (12, False)
    assert (after.value, after.met, release.met) == (0, True, True)
    assert after.details["observations"] == before.details["observations"]
    withheld = after.details["observations_withheld"]
    assert withheld == (release.steps[0].facts["observations_lost"] if method is METHODS[0] else 0)


@pytest.mark.parametrize("method", METHODS)
def test_a_crossed_table(method: Any) -> None:
    """Of a zone several rows may be blank, or of one merged square."""
    rows = villages().group_by(*NAMES.values()).agg(pl.len().alias("n"))
    release = run(Dataset.of(rows), method(**NAMES, count="n"), count="n", repeats="added")
    assert [one.value for one in (release.risk_before[0], release.risk[0])] == [12, 0]
    assert release.met
    assert release.risk[0].details["observations"] == 2412


@pytest.mark.parametrize("method", METHODS)
def test_what_is_left_at_risk_is_what_the_method_says(method: Any) -> None:
    """The method knows the squares that it withholds; the measure sees only that they are blank."""
    left = 0
    for seed in range(40):
        zone, square, count = random_table(seed)
        rows = pl.DataFrame({"commune": zone, "carreau": square, "n": count})
        asked = {"threshold": 6, "count": "n"}
        release = run(Dataset.of(rows), method(**NAMES, **asked), **asked, repeats="added")
        facts, after = release.steps[0].facts, release.risk[0]
        assert release.risk_before[0].value == facts["at_risk_before"]
        assert after.value == facts["at_risk_after"]
        assert after.met is (after.details["observations_not_safe"] == 0)
        left += after.value > 0
    assert left > 5


def test_without_blanks_the_plan_says_what_to_change() -> None:
    plan = Plan(assess=[Differencing(**NAMES)], reduce=[WithholdSquares(**NAMES)])
    with pytest.raises(Exception, match="blanks = 'withheld'"):
        plan.run(Dataset.of(villages()), seed=1)

"""Several records of one person hide nobody: every measure says whether it counts people."""

from __future__ import annotations

import inspect
from typing import Any

import polars as pl
import pytest

from discret import Dataset
from discret.catalogue import MEASURES
from discret.parts import RiskMeasure
from every_part import label

TARGETS: dict[str, Any] = {
    "k": 2,
    "l": 2,
    "most": 0.0,
    "threshold": 0.25,
    "highest": 0.5,
    "t": 1.0,
    "delta": 99.0,
    "beta": 99.0,
}
COUNTING = {name: one for name, one in MEASURES.items() if one.counts == "people"}


def one_person(values: list[str], weights: list[float], **columns: Any) -> Dataset:
    """Five records of one person, who is all there is of the population."""
    table: dict[str, Any] = {"key": ["a"] * 5, "value": values, "w": weights, "who": [7] * 5}
    frame = pl.DataFrame(table | {"home": [1, 2, 3, 4, 5]} | columns)
    roles: dict[str, Any] = {"key": "key", "sensitive": "value", "weight": "w", "household": "home"}
    return Dataset.of(frame, individual="who", population=pl.DataFrame({"key": ["a"]}), **roles)


def judging(part: type[RiskMeasure]) -> RiskMeasure:
    """The measure with a target that it may be given with a good conscience."""
    return part(**{name: one for name, one in TARGETS.items() if name in part.model_fields})


JUDGING = [judging(one) for one in COUNTING.values()]


@pytest.mark.parametrize("part", MEASURES.values(), ids=MEASURES)
def test_a_measure_says_what_it_counts(part: type[RiskMeasure]) -> None:
    assert "counts" in vars(part)
    text = " ".join(inspect.getdoc(part).split())  # type: ignore[union-attr]
    said = "individual column" if part.counts == "people" else "Records are counted, not people"
    assert said in text or "individuals are declared" in text


@pytest.mark.parametrize("weights", [[1.0] * 5, [1.0, 1.0, 1.0, 1.0, 9.0]])
@pytest.mark.parametrize("part", JUDGING, ids=label)
def test_five_records_of_one_person_are_not_safe(part: RiskMeasure, weights: list[float]) -> None:
    finding = part.assess(one_person(["v", "w", "x", "y", "z"], weights))
    if finding.target is None:
        assert (part.name, finding.value) == ("quasi_identifiers", 1)  # which has none to give
    else:
        assert finding.met is False
        assert part.failing(one_person(["v", "w", "x", "y", "z"], weights).keys).all()


@pytest.mark.parametrize("part", JUDGING, ids=label)
def test_five_records_of_one_person_are_as_risky_as_one(part: RiskMeasure) -> None:
    data = one_person(["v"] * 5, [3.0] * 5)
    once = Dataset.of(
        data.to_polars().head(1),
        key="key", sensitive="value", weight="w", household="home", individual="who",
        population=pl.DataFrame({"key": ["a"]}),
    )  # fmt: skip
    assert part.assess(data).value == pytest.approx(part.assess(once).value)

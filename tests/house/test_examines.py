"""What a measure says that it looks at decides what it finds: the gate takes its word for it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import polars as pl
import pytest

from discret import Dataset, Role
from discret.assess import Redundancy
from discret.data.roles import HELD
from discret.errors import DiscretError
from discret.parts import RiskMeasure
from every_part import RISKS, ROLES, dataset, people, shared


def others(values: pl.Series) -> Iterator[pl.Series]:
    """What a column could hold instead: all equal, all different, in another order."""
    size = len(values)
    yield values
    yield values.gather(np.zeros(size, dtype=int))
    yield values.gather((np.arange(size) * 7 + 3) % size)
    yield values.gather(np.arange(size) % 2)
    numbers = pl.Series(range(1, size + 1))
    text = values.dtype == pl.String
    yield (numbers.cast(pl.String) if text else numbers.cast(values.dtype)).alias(values.name)


HOLDING_OUT = ("closest_record", "membership")  # records of the original that are not released


def findings(part: RiskMeasure, column: str) -> Iterator[tuple[object, ...]]:
    frame = people().head(16) if part.name in HOLDING_OUT else people()
    for values in others(frame[column]):
        try:
            data = dataset(frame.with_columns(values), original=dataset(), **alone(column))
            found = part.assess(data)
        except DiscretError as error:
            yield (type(error),)
        else:
            facts = (found.details.get(fact) for fact in ("records_failing", "minimal_sets"))
            yield (found.value, found.met, *facts)


def alone(column: str) -> dict[str, list[str]]:
    """A column that is sensitive is the only one: the worst of several would hide the others."""
    return {"sensitive": [column]} if column in ROLES["sensitive"] else {}


def examined(part: RiskMeasure, data: Dataset) -> list[str]:
    """The columns that the gate lets pass for this measure: keys pass by themselves."""
    known = {*data.columns(Role.KEY), *data.columns(*HELD)}
    return [name for name in part.examines(data) if name not in known]


CASES: dict[tuple[str, str], list[RiskMeasure]] = {}
for risk in RISKS:
    for name in examined(risk, shared()):
        CASES.setdefault((risk.name, name), []).append(risk)


@pytest.mark.parametrize(("measure", "name"), CASES)
def test_a_measure_looks_at_what_it_says_it_looks_at(measure: str, name: str) -> None:
    assert any(len(set(findings(part, name))) > 1 for part in CASES[measure, name])


def test_most_measures_look_at_more_than_keys() -> None:
    assert len({measure for measure, _ in CASES}) >= 10


def test_what_is_only_compared_with_the_original_is_not_examined() -> None:
    assert Redundancy(columns=["income"], most=0).examines(dataset()) == ()

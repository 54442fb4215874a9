"""Several records of one person hide nobody: every measure says whether it counts people."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
import polars as pl
import pytest

from discret import Dataset
from discret.catalogue import MEASURES
from discret.errors import DiscretError
from discret.model import Model
from discret.parts import RiskMeasure
from every_part import RISKS, dataset, label, population
from every_part import people as everybody

TARGETS: dict[str, Any] = {
    "k": 2,
    "l": 2,
    "most": 0.25,
    "highest": 0.5,
    "t": 1.0,
    "delta": 99.0,
    "beta": 99.0,
}
NONE_ALLOWED = ("homogeneity", "sample_uniques")  # where most is a share of records, not a risk
COUNTING = {name: measure for name, measure in MEASURES.items() if measure.counts == "people"}


SHAPES = (RiskMeasure, Model)  # which count records unless told


def one_person(values: list[str], weights: list[float], **columns: Any) -> Dataset:
    """Five records of one person, who is all there is of the population."""
    table: dict[str, Any] = {"key": ["a"] * 5, "value": values, "w": weights, "who": [7] * 5}
    place = {"x": [4000.0] * 5, "y": [2000.0] * 5, "place": ["p"] * 5}
    frame = pl.DataFrame(table | place | {"home": [1, 2, 3, 4, 5]} | columns)
    roles: dict[str, Any] = {"key": "key", "sensitive": "value", "weight": "w", "household": "home"}
    roles |= {"area": "place", "unexamined": ["place"]}  # which would be a key
    return Dataset.of(frame, individual="who", population=pl.DataFrame({"key": ["a"]}), **roles)


def judging(part: type[RiskMeasure]) -> RiskMeasure:
    """The measure with a target that it may be given with a good conscience."""
    targets = TARGETS | ({"most": 0.0} if part.name in NONE_ALLOWED else {})
    return part(**{name: target for name, target in targets.items() if name in part.model_fields})


JUDGING = [judging(one) for one in COUNTING.values()]


@pytest.mark.parametrize("part", MEASURES.values(), ids=MEASURES)
def test_a_measure_says_what_it_counts(part: type[RiskMeasure]) -> None:
    own = [kind for kind in part.__mro__ if issubclass(kind, RiskMeasure) and kind not in SHAPES]
    assert any("counts" in vars(kind) for kind in own)
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
        data = one_person(["v", "w", "x", "y", "z"], weights)
        assert not isinstance(part, Model) or part.failing(data.keys).all()


@pytest.mark.parametrize("part", JUDGING, ids=label)
def test_five_records_of_one_person_are_as_risky_as_one(part: RiskMeasure) -> None:
    data = one_person(["v"] * 5, [3.0] * 5)
    once = Dataset.of(
        data.to_polars().head(1),
        key="key", sensitive="value", weight="w", household="home", individual="who",
        population=pl.DataFrame({"key": ["a"]}), area="place", unexamined=["place"],
    )  # fmt: skip
    assert part.assess(data).value == pytest.approx(part.assess(once).value)


def several(seed: int) -> pl.DataFrame:
    """Some people, one record or two each, drawn from all."""
    rng = np.random.default_rng(seed)
    drawn = everybody()[rng.choice(24, 16, replace=False).tolist()]
    people = pl.Series("person", [f"p{place}" for place in rng.integers(0, 13, 16)])
    return drawn.with_columns(people, weight=pl.Series(rng.choice([1.0, 2.0, 5.0, 20.0], 16)))


def repeated(frame: pl.DataFrame, seed: int) -> pl.DataFrame:
    """The same people, the records of some repeated as they are."""
    rng = np.random.default_rng(seed)
    who = frame["person"].unique(maintain_order=True)
    times = pl.DataFrame({"person": who, "times": rng.choice([1, 1, 4, 9], len(who))})
    places = pl.int_range(pl.len()).repeat_by("times").explode()
    joined = frame.join(times, on="person", maintain_order="left")
    more = joined.select(places).to_series().to_list()
    return frame[more].with_columns(number=pl.int_range(1, len(more) + 1))


def verdict(part: RiskMeasure, frame: pl.DataFrame, **roles: Any) -> Any:
    try:
        found = part.assess(dataset(frame, **roles))
    except DiscretError as error:
        return type(error)
    return found.value, found.met


@pytest.mark.parametrize(
    "part",
    {label(part): part for part in [*RISKS, *JUDGING] if part.counts == "people"}.values(),
    ids=label,
)
def test_repeated_records_change_no_verdict(part: RiskMeasure) -> None:
    for seed in range(2):
        frame = several(seed)
        beside = {"population": population(frame, ["sex", "age", "town"])}
        once, again = (verdict(part, one, **beside) for one in (frame, repeated(frame, seed)))
        if isinstance(once, type):
            assert again is once
        else:
            assert again[0] == pytest.approx(once[0])
            assert again[1] is once[1]


@pytest.mark.parametrize(("pair", "others"), [(1, 1), (5, 1), (1, 5), (50, 50)])
def test_nobody_hides_behind_the_records_of_others(pair: int, others: int) -> None:
    who = [0] + [1, 2] * pair + [3, 4, 5, 6, 7, 8] * others
    keys = ["z" if one == 0 else "y" if one <= 2 else "x" for one in who]
    table = {"a": keys, "who": who, "w": [2.0] * len(who), "s": [f"{one % 2}" for one in who]}
    data = Dataset.of(pl.DataFrame(table), key="a", individual="who", weight="w", sensitive="s")
    found = {part.name: part.assess(data) for part in JUDGING if part.name in SHARES}
    assert {name: one.value for name, one in found.items()} == pytest.approx(SHARES)
    assert not any(one.met for one in found.values())


SHARES = {"suda": 1 / 3, "average_risk": 1 / 3, "sample_uniques": 1 / 9, "homogeneity": 1 / 9}

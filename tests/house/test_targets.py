"""A target is met by a number that was computed, and by nothing else: over the whole catalogue."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import get_args

import narwhals as nw
import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import discret
from discret import Dataset, Finding
from discret.catalogue import MEASURES
from discret.errors import DiscretError, InputError
from discret.finding import Better, holds, misses
from discret.parts import LossMeasure, Part
from discret.words import Words
from every_part import COSTS, RISKS, dataset, found, label, people

NUMBERS = st.floats() | st.none()
READS = Words("so", fr="ainsi")


@given(NUMBERS, st.floats(allow_nan=False, allow_infinity=False), st.sampled_from(get_args(Better)))
def test_only_a_finite_number_on_the_right_side_meets_a_target(
    value: float | None, target: float, better: Better
) -> None:
    met = holds(value, target, better)
    if value is None or not math.isfinite(value):
        assert met is False
    else:
        near = math.isclose(value, target, rel_tol=1e-11, abs_tol=1e-11)
        right = value <= target if better == "lower" else value >= target
        assert met is right or near
    assert misses(np.array([value], float), target, better).tolist() == [not met]


@given(NUMBERS, NUMBERS.filter(lambda one: one is None or math.isfinite(one)), st.booleans())
def test_a_finding_cannot_be_told_that_it_is_met(
    value: float | None, target: float | None, said: bool
) -> None:
    finding = Finding(name="a", value=value, target=target, met=said, better="higher", reads=READS)
    known = value is not None and math.isfinite(value)
    assert finding.met is (said and known and holds(value, target, "higher") is not False)
    assert finding.value is None or math.isfinite(finding.value)
    silent = Finding(name="a", value=value, target=target, better="higher", reads=READS)
    assert silent.met is holds(value, target, "higher")


def test_no_other_module_compares_with_a_target() -> None:
    """Measures hand their values over: they do not hold them against a target themselves."""
    own = r"self\.(k|l|t|delta|beta|most|threshold|lowest|highest)\b"
    compared = re.compile(rf"[<>]=? *{own}(?! is)|{own} *[<>]")
    root = Path(discret.__file__).parent
    lines = [
        (path.name, line.strip())
        for folder in ("assess", "quantify")
        for path in sorted((root / folder).rglob("*.py"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if compared.search(line)
    ]
    allowed = {  # of parameters; of zones; of a group that is counted again
        "self.lowest > self.highest",
        "< self.least).sum()",
        "sizes[group] < self.threshold",
    }
    assert [one for one in lines if not any(part in one[1] for part in allowed)] == []


def _emptied(table: pl.DataFrame) -> pl.DataFrame:
    names = ("illness", "income", "zone", "town")
    return table.with_columns(pl.lit(None, table.schema[name]).alias(name) for name in names)


def _alike(table: pl.DataFrame) -> pl.DataFrame:
    return table.with_columns(pl.col("sex", "age", "town", "illness", "income", "zone").first())


def _endless(table: pl.DataFrame) -> pl.DataFrame:
    large = pl.when(pl.col("number") > 3).then(pl.col("weight")).otherwise(1.5e308)
    return table.with_columns(large.alias("weight"), pl.col("income") * 1e304)


STRANGE: dict[str, Callable[[pl.DataFrame], pl.DataFrame]] = {
    "as it is": lambda table: table,
    "one record": lambda table: table.head(1),
    "all alike": _alike,
    "nothing known": _emptied,
    "endless": _endless,
}


@cache
def strange(kind: str) -> tuple[Dataset, Dataset]:
    """The people, made strange, and a release without any of them."""
    data = dataset(STRANGE[kind](people()))
    return data, data.with_frame(data.frame.filter(nw.col("number") < 0))


def findings(part: Part, data: Dataset, none: Dataset) -> Iterator[Finding]:
    """What a measure finds, where it does not refuse; a loss on a release without records too."""
    tried: list[Callable[[], Finding]] = [lambda: found(part, data)]
    if isinstance(part, LossMeasure):
        tried = [lambda: part.compare(data, data), lambda: part.compare(data, none)]
    for one in tried:
        with suppress(DiscretError):
            yield one()


@pytest.mark.slow
@pytest.mark.parametrize("kind", STRANGE)
@pytest.mark.parametrize("part", [*RISKS, *COSTS], ids=label)
def test_without_a_number_no_target_is_met(part: Part, kind: str) -> None:
    for finding in findings(part, *strange(kind)):
        assert finding.target is None or finding.met is not None
        assert finding.value is not None or finding.met is not True
        assert finding.met is not True or holds(finding.value, finding.target, finding.better) in (
            None,
            True,
        )


def test_weights_that_cannot_be_summed_are_refused() -> None:
    data = dataset(_endless(people()))
    for name in ("individual_risk", "household_risk", "suda", "rules"):
        with pytest.raises(InputError, match="weight"):
            MEASURES[name]().assess(data)

"""What is lost of numbers of 32 bits is what is lost of the same numbers of 64, in every file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest

from discret import Dataset, Plan
from discret.parts import Method
from discret.plan.release import Release
from discret.plan.terms import Terms
from discret.quantify import CellsChanged, Contingency, DetailLost, Marginals, MeansAndQuantiles
from discret.reduce import Round, ShuffleRecords, TopCode

LOSSES = [CellsChanged(), DetailLost(), Marginals(), Contingency(), MeansAndQuantiles()]
STEPS = [ShuffleRecords(), Round(columns=["pay"], base=0.1), TopCode(column="pay", top=1.7)]


def released(kind: Any, step: Method) -> Release:
    numbers = {"pay": [0.1, 0.2, 0.3, 1.7, 2.75] * 4, "w": [0.1, 1.3, 2.7, 1.3] * 5}
    frame = pl.DataFrame({"sex": ["f", "m"] * 10, **numbers}).with_columns(
        pl.col("pay", "w").cast(kind)
    )
    plan = Plan(reduce=[step], quantify=LOSSES, release=Terms(unexamined=["sex", "pay", "w"]))
    return plan.run(Dataset.of(frame, key=["sex", "pay"], weight="w"), seed=1)


def lost(release: Release) -> list[float | None]:
    return [finding.value for finding in release.loss]


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.name)
def test_losses_are_those_of_wide_floats(step: Method) -> None:
    assert lost(released(pl.Float32, step)) == lost(released(pl.Float64, step))


@pytest.mark.parametrize("format", ["csv", "parquet", "sav", "xlsx"])
def test_a_file_holds_what_was_released(format: str, tmp_path: Path) -> None:  # noqa: A002
    release = released(pl.Float32, ShuffleRecords())
    written = release.write(tmp_path / "out", format=format)
    assert lost(written) == lost(release)
    assert not any("not what was released" in str(notice) for notice in written.notices)

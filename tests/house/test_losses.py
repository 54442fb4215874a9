"""A loss is over what the original had: what is wholly gone is never no loss."""

from __future__ import annotations

from collections.abc import Callable

import narwhals as nw
import numpy as np
import polars as pl
import pytest

from discret import Dataset
from discret.catalogue import LOSSES
from discret.errors import DiscretError
from discret.parts import LossMeasure
from discret.quantify import (
    CellsChanged,
    Classification,
    Clusters,
    Contingency,
    Correlations,
    Correspondence,
    DetailLost,
    Discernibility,
    Distances,
    EffectiveSize,
    Entropy,
    GroupSize,
    Marginals,
    MeansAndQuantiles,
    Propensity,
    Query,
    Regression,
    RolledUp,
    RowPercentages,
    SquareLoss,
    WeightRatios,
)

RECORDS = 40
SPOKEN = {"age", "sex", "town", "inc", "ill", "w"}
ALL: dict[str, tuple[LossMeasure, set[str]]] = {  # with the columns that each speaks of
    "square_loss": (SquareLoss(square="town", most=0.5), {"town"}),
    "cells_changed": (CellsChanged(most=0), SPOKEN),
    "classification": (Classification(column="sex", columns=["w"], most=0), {"sex", "w"}),
    "clusters": (Clusters(columns=["sex", "town"], most=0.5), {"sex", "town"}),
    "contingency": (Contingency(most=0), SPOKEN - {"age", "inc"}),
    "correlations": (Correlations(most=0), {"age", "inc", "w"}),
    "correspondence": (Correspondence(active=["sex", "ill"], most=0), {"sex", "ill", "town"}),
    "detail_lost": (DetailLost(most=0), {"age", "sex", "town"}),
    "discernibility": (Discernibility(most=0), {"age", "sex", "town"}),
    "distances": (Distances(most=0), SPOKEN - {"w"}),
    "effective_size": (EffectiveSize(most=0.5), {"w"}),
    "entropy": (Entropy(most=0), SPOKEN - {"w"}),
    "group_size": (GroupSize(most=0), {"age", "sex", "town"}),
    "marginals": (Marginals(most=0), SPOKEN),
    "means_and_quantiles": (MeansAndQuantiles(most=0), {"age", "inc", "w"}),
    "propensity": (Propensity(most=0), SPOKEN),
    "query": (Query(column="inc", by=["town"], most=0), {"town", "inc", "w"}),
    "regression": (Regression(formula="sex ~ age", most=0.0), {"sex", "age"}),
    "rolled_up": (RolledUp(sums=["inc"], most=0), {"town", "inc"}),
    "row_percentages": (RowPercentages(most=0), {"sex", "town", "ill", "w"}),
    "weight_ratios": (WeightRatios(most=0), {"w"}),
}


def original() -> Dataset:
    rng = np.random.default_rng(0)
    sex = rng.choice(["f", "m"], RECORDS)
    frame = pl.DataFrame({
        "age": rng.integers(18, 80, RECORDS),
        "sex": sex,
        "town": rng.choice(["a", "b", "c"], RECORDS),
        "inc": rng.normal(1000, 200, RECORDS).round(2),
        "ill": rng.choice(["x", "y"], RECORDS),
        "w": np.where(sex == "f", 9.0, 1.0) + rng.integers(0, 3, RECORDS),
    })  # fmt: skip
    return Dataset.of(frame, key=["age", "sex"], area="town", sensitive=["ill", "inc"], weight="w")


def changed(data: Dataset, how: Callable[[pl.DataFrame], pl.DataFrame]) -> Dataset:
    return data.with_frame(nw.from_native(how(data.frame.to_native().collect())).lazy())


def blank(frame: pl.DataFrame, *columns: str) -> pl.DataFrame:
    return frame.with_columns(
        pl.lit(None, frame.schema[column]).alias(column) for column in columns
    )


def content(part: LossMeasure, after: Dataset) -> bool:
    """Whether a measure calls a release as good as the original, and its target met."""
    try:
        found = part.compare(original(), after)
    except DiscretError:
        return False
    return found.met is True and not (found.value or 0.0) > 0


def test_every_loss_is_asked() -> None:
    assert set(ALL) == set(LOSSES)


@pytest.mark.parametrize("name", ALL)
def test_what_is_gone_is_no_small_loss(name: str) -> None:
    part, spoken = ALL[name]
    data = original()
    assert content(part, data)  # nothing is lost where nothing was changed
    for column in sorted(spoken):
        assert not content(part, data.without_columns([column])), column
        if column != "w":
            assert not content(part, changed(data, lambda f, one=column: blank(f, one))), column  # type: ignore[misc]
    assert not content(part, data.without_columns(spoken))
    assert not content(part, changed(data, lambda frame: frame.head(0)))


@pytest.mark.parametrize("name", sorted(set(ALL) - {"weight_ratios"}))
def test_one_record_is_not_the_file(name: str) -> None:
    """The weights of the record left are what they were, which is all that weight ratios say."""
    assert not content(ALL[name][0], changed(original(), lambda frame: frame.head(1)))


def test_one_label_for_all_is_a_loss_to_the_measures_that_see_recoding() -> None:
    keys = ["age", "sex", "town"]
    starred = changed(original(), lambda f: f.with_columns(pl.lit("*").alias(key) for key in keys))
    for name in ("cells_changed", "detail_lost", "square_loss"):
        assert not content(ALL[name][0], starred), name


def test_the_sentence_names_what_is_gone() -> None:
    after = original().without_columns(["town"])
    for name in ("marginals", "contingency", "row_percentages"):
        reads = ALL[name][0].compare(original(), after).reads
        assert "'town'" in reads
        assert "'town'" in reads.fr

"""Classes of a clustering before and after: against scipy on the records, and by hand."""

from __future__ import annotations

from typing import Any

import narwhals as nw
import numpy as np
import polars as pl
import pytest
from scipy.cluster.hierarchy import fcluster, linkage

from by_hand import shows_no, speaks_both_languages
from discret import Dataset
from discret.errors import ColumnError, InputError, ParameterError
from discret.maths.statistics.ward import adjusted_rand
from discret.quantify import Clusters
from small import kept, of

FLAGS = ["a", "b", "c", "d", "e"]


def flags(seed: int, profiles: int = 20, counts: int = 0) -> Dataset:
    """People with 0/1 columns; no two combinations are as common, so that nothing is a tie."""
    rng = np.random.default_rng(seed)
    rows = np.array(list(np.ndindex(*[2] * 5)))[rng.permutation(32)[:profiles]]
    count = np.random.default_rng(counts).permutation(np.arange(1, 60))[:profiles]
    every = rows[np.repeat(np.arange(profiles), count)]
    return Dataset.of(pl.DataFrame(every, schema=FLAGS, orient="row"), key=FLAGS)


def classes(data: Dataset, number: int) -> tuple[np.ndarray, np.ndarray]:
    rows = data.to_polars().select(FLAGS).to_numpy().astype(float)
    return rows, fcluster(linkage(rows, method="ward"), number, criterion="maxclust")


@pytest.mark.parametrize("seed", range(5))
def test_agreement_is_that_of_scipy_on_the_records(seed: int) -> None:
    data, after = flags(seed), flags(seed, 17, counts=seed + 1)
    finding = Clusters(columns=FLAGS, classes=4).compare(data, after)
    (old_rows, old), (new_rows, new) = classes(data, 4), classes(after, 4)
    known = {tuple(row): own for row, own in zip(new_rows, new, strict=True)}
    centres = {own: new_rows[new == own].mean(axis=0) for own in set(new)}
    applied = [
        known.get(tuple(row))
        or min(centres, key=lambda own, row=row: float(((row - centres[own]) ** 2).sum()))
        for row in old_rows
    ]
    wanted = adjusted_rand(old, np.array(applied), np.ones(len(old)))
    assert finding.details["adjusted_rand"] == pytest.approx(wanted, abs=1e-9)
    assert finding.value == pytest.approx(min(max(1 - wanted, 0), 1), abs=1e-9)
    absent = {tuple(row) for row in old_rows} - set(known)
    assert finding.details["profiles_placed"] == len(absent)


def test_weights_are_repeated_records() -> None:
    data = flags(3)
    counted = data.to_polars().group_by(FLAGS).len().with_columns(pl.col("len").cast(pl.Float64))
    one = Dataset.of(counted, key=FLAGS, weight="len")
    part = Clusters(columns=FLAGS, classes=5)
    shares = [sorted(map(max, part.compare(own, own).details["shares"])) for own in (data, one)]
    assert shares[0] == pytest.approx(shares[1])


def test_categories_that_differ_are_at_distance_one() -> None:
    """Text, numbers or flags: the same classes."""
    data = flags(4)
    table = data.to_polars()
    text = Dataset.of(table.with_columns(pl.col(FLAGS).cast(pl.String).name.keep()), key=FLAGS)
    after = kept(data, *range(0, len(data), 2))
    after_text = kept(text, *range(0, len(data), 2))
    part = Clusters(columns=FLAGS, classes=4)
    assert part.compare(data, after).details == part.compare(text, after_text).details


def test_the_same_classes_cost_nothing() -> None:
    data = of(a=["x"] * 6 + ["y"] * 5, b=["u"] * 6 + ["v"] * 5)
    finding = Clusters(columns=["a", "b"], classes=2, most=0.0).compare(data, kept(data, 0, 9))
    assert (finding.value, finding.met) == (0.0, True)
    assert "same 2 classes" in finding.reads


def test_another_partition_by_hand() -> None:
    # Before: x alone, y and z together (z is common only in the release, where x joins y).
    data = of(a=["x"] * 9 + ["y"] * 1 + ["z"] * 2)
    after = of(a=["x"] * 1 + ["y"] * 2 + ["z"] * 9)
    finding = Clusters(columns=["a"], classes=2).compare(data, after)
    old, new = np.repeat([0, 1, 1], [9, 1, 2]), np.repeat([0, 0, 1], [9, 1, 2])
    assert finding.details["adjusted_rand"] == pytest.approx(adjusted_rand(old, new, np.ones(12)))
    assert finding.details["shares"] == [
        pytest.approx([9 / 12, 0]),
        pytest.approx([1 / 12, 2 / 12]),
    ]
    assert "other classes" in finding.reads
    speaks_both_languages(finding)


def test_fewer_combinations_than_classes_are_told() -> None:
    data = of(a=["x", "y", "z", "z"])
    finding = Clusters(columns=["a"], classes=5).compare(data, kept(data, 0, 1))
    assert (finding.details["classes_before"], finding.details["classes_after"]) == (3, 2)
    assert finding.value > 0


def test_missing_values_are_left_out() -> None:
    data = of(a=["x", "y", "z", "z"])
    blank = nw.when(nw.col("a") != "z").then(nw.col("a")).alias("a")
    finding = Clusters(columns=["a"], classes=2).compare(
        data, data.with_frame(data.frame.with_columns(blank))
    )
    assert finding.details["left_out_after"] == 0.5
    assert finding.details["profiles_placed"] == 1


def test_nothing_left_is_said() -> None:
    data = of(a=["x", "y"])
    finding = Clusters(columns=["a"], most=0.1).compare(data, kept(data))
    assert (finding.value, finding.met) == (None, False)


def test_too_many_combinations_are_refused() -> None:
    data = of(a=list(range(3001)))
    with pytest.raises(ColumnError, match="at most 3,000 combinations"):
        Clusters(columns=["a"]).compare(data, data)


@pytest.mark.parametrize(
    ("values", "rule"),
    [
        ({"columns": []}, "columns"),
        ({"columns": ["a"], "classes": 1}, "classes"),
        ({"columns": ["a"], "most": 2}, "most"),
    ],
)
def test_bad_parameters_are_refused(values: dict[str, Any], rule: str) -> None:
    with pytest.raises(ParameterError, match=rule):
        Clusters(**values)


def test_weights_are_checked_and_words_show_no_value() -> None:
    data = of(a=["x", "y"], w=[1.0, -1.0])
    with pytest.raises(InputError, match="1 record"):
        Clusters(columns=["a"]).compare(data, data)
    secret = of(a=["SECRET1", "SECRET2", "SECRET3", "SECRET3"])
    finding = Clusters(columns=["a"], classes=2).compare(secret, kept(secret, 0, 1))
    speaks_both_languages(finding)
    shows_no("SECRET", finding)

"""Correlations and their eigenvalues before and after, against numpy."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest

from by_hand import shows_no, speaks_both_languages
from discret import Context, Dataset
from discret.errors import ColumnError, InputError, ParameterError
from discret.quantify import Correlations
from discret.reduce import Noise
from small import kept, of, recoded


def drawn(seed: int = 0, rows: int = 200) -> pl.DataFrame:
    rng = np.random.default_rng(seed)
    base = rng.normal(size=rows)
    return pl.DataFrame({
        "a": base + rng.normal(size=rows),
        "b": 1000 * base + 300 * rng.normal(size=rows),
        "c": rng.integers(0, 50, rows),
        "w": rng.integers(1, 6, rows).astype(float),
    })  # fmt: skip


def data_of(frame: pl.DataFrame, weight: str | None = "w") -> Dataset:
    return Dataset.of(frame, sensitive=["a", "b", "c"], weight=weight)


def matrix(frame: pl.DataFrame) -> Any:
    counts = frame["w"].cast(pl.Int64).to_numpy()
    return np.corrcoef([np.repeat(frame[name].to_numpy(), counts) for name in "abc"])


def test_against_numpy() -> None:
    frame = drawn()
    data = data_of(frame)
    after = Noise(columns=["a", "b"], alpha=0.5).apply(data, context()).data
    finding = Correlations().compare(data, after)
    old, new = matrix(frame), matrix(after.to_polars())
    changes = np.abs(new - old)[np.triu_indices(3, 1)]
    assert finding.value == pytest.approx(changes.max(), abs=1e-9)
    assert finding.details["mean_change"] == pytest.approx(changes.mean(), abs=1e-9)
    spectra = [np.sort(np.linalg.eigvalsh(one))[::-1] for one in (old, new)]
    assert finding.details["eigenvalues"]["before"] == pytest.approx(spectra[0])
    assert finding.details["eigenvalues"]["after"] == pytest.approx(spectra[1])
    moved = np.abs(spectra[1] - spectra[0])
    assert finding.details["largest_eigenvalue_change"] == pytest.approx(moved.max(), abs=1e-9)
    assert finding.details["mean_eigenvalue_change"] == pytest.approx(moved.mean(), abs=1e-9)


def context() -> Context:
    return Context(rng=np.random.default_rng(3))


def test_after_suppression_what_is_known_in_both_columns_counts() -> None:
    frame = drawn()
    blank = frame.with_columns(
        a=pl.when(pl.col("a") < 1).then("a"), c=pl.when(pl.col("c") > 9).then("c")
    )
    finding = Correlations().compare(data_of(frame, None), data_of(blank, None))
    told = {tuple(pair["columns"]): pair["after"] for pair in finding.details["pairs"]}
    for (one, other), found in told.items():
        both = blank.drop_nulls([one, other])
        assert found == pytest.approx(np.corrcoef(both[one], both[other])[0, 1], abs=1e-9)


def test_each_file_has_its_own_weights() -> None:
    frame = drawn()
    heavier = frame.with_columns(w=pl.col("w") * pl.when(pl.col("a") > 0).then(9).otherwise(1))
    finding = Correlations().compare(data_of(frame), data_of(heavier))
    gaps = np.abs(matrix(heavier) - matrix(frame))
    assert finding.value == pytest.approx(gaps.max(), abs=1e-9)
    assert finding.value > 0.01


def test_what_can_no_longer_be_computed_changed_as_much_as_it_could() -> None:
    data = of(a=[1, 2, 3], b=[2.0, 4.0, 6.5], c=[1, 0, 1])
    r = np.corrcoef([1, 2, 3], [2, 4, 6.5])[0, 1]
    for after in (
        data.without_columns(["a"]),
        kept(data, 0),
        recoded(data, "a", {"1": "few", "2": "few", "3": "many"}),
        of(a=[None, None, 3], b=[2.0, 4.0, 6.5], c=[1, 0, 1]),
    ):
        finding = Correlations(columns=["a", "b"], most=1.0).compare(data, after)
        assert finding.value == pytest.approx(1 + r)
        assert finding.met is False
        assert finding.details["correlations_lost"] == 1
        speaks_both_languages(finding)
    left = Correlations().compare(data, data.without_columns(["a"]))
    assert left.details["eigenvalues"]["columns"] == ["b", "c"]
    assert "'a'" in left.reads


def test_what_had_no_correlation_is_counted_apart() -> None:
    data, after = of(a=[5, 5, 5], b=[1, 2, 3]), of(a=[5, 6, 5], b=[1, 2, 3])
    finding = Correlations(most=2).compare(data, after)
    assert (finding.value, finding.met) == (None, False)
    assert finding.details["undefined_before"] == 1


def test_one_column_has_nothing_to_go_with() -> None:
    data = of(a=[1, 2, 3], b=["x", "y", "z"])
    assert Correlations().compare(data, data).value is None


@pytest.mark.parametrize("columns", [["a", "b"], ["a", "nowhere"]])
def test_text_and_columns_that_are_not_there_are_refused(columns: list[str]) -> None:
    data = of(a=[1, 2], b=["x", "y"])
    with pytest.raises(InputError, match=columns[1]):
        Correlations(columns=columns).compare(data, data)


def test_endless_numbers_are_refused() -> None:
    data = of(a=[1.0, float("inf")], b=[1.0, 2.0])
    with pytest.raises(ColumnError, match="endless"):
        Correlations().compare(data, data)


@pytest.mark.parametrize("values", [{"most": -1}, {"most": 2.5}, {"columns": ["a"]}])
def test_bad_parameters_are_refused(values: dict[str, object]) -> None:
    with pytest.raises(ParameterError, match=next(iter(values))):
        Correlations(**values)


def test_no_value_shows() -> None:
    data = of(a=[918273645, 918273999, 918273700], b=[9182.5, 9182.7, 9182.1])
    shows_no("9182", Correlations().compare(data, kept(data, 0, 1)))

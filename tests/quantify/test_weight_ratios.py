"""Weight ratios: the formula of Bergeat (2015) by hand, records followed by their number."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from by_hand import shows_no, speaks_both_languages
from discret import Context, Dataset
from discret.data.examples import dishes
from discret.errors import ColumnError, EngineError, InputError, ParameterError
from discret.quantify import WeightRatios
from discret.quantify.weight_ratios import histogram
from discret.reduce import ShuffleRecords
from small import kept, of


def survey(**weights: list[float]) -> Dataset:
    size = len(next(iter(weights.values())))
    frame = pl.DataFrame({"n": list(range(size)), **weights})
    return Dataset.of(frame, weight="w", row="n")


def reweighted(data: Dataset, weights: dict[int, float]) -> Dataset:
    """The release: some of the records, with other weights, in another order."""
    rows = list(reversed(weights.items()))
    frame = pl.DataFrame({"n": [r[0] for r in rows], "w": [r[1] for r in rows]})
    return Dataset.of(frame, weight="w", row="n")


def test_the_formula_by_hand() -> None:
    data = survey(w=[10.0, 20, 30, 40], d=[8.0, 16, 24, 32])
    release = reweighted(data, {1: 44.0, 3: 56.0})
    found = WeightRatios(start="d", bounds=(1.0, 1.3)).compare(data, release)
    scale = (16 + 32) / (10 + 20 + 30 + 40)
    wanted = sorted([44 / 16 * scale, 56 / 32 * scale])
    assert found.details["ratios"]["0"] == pytest.approx(wanted[0])
    assert found.details["ratios"]["1"] == pytest.approx(wanted[1])
    assert found.value == 1.0
    assert (found.details["below"], found.details["above"]) == (1, 1)


def test_the_printed_weights_of_figure_3_1() -> None:
    # Bergeat 2015, fig. 3.1: 1000 became 1400, 1500 1900, 1100 1700, 1400 2000, 1100 2100 and
    # 1900 2900; the six had 8000 of 12000.
    data = Dataset.of(dishes(), key=["Sexe", "Âge"], weight="Poids")
    new = {0: 1400, 1: 1900, 3: 1700, 4: 2000, 6: 2100, 7: 2900}
    frame = dishes()[list(new)].with_columns(pl.Series("Poids", list(new.values())))
    old = dishes()[list(new)]["Poids"].to_numpy()
    release = kept(data, *new)
    release = release.with_frame(
        release.with_rows(np.array(list(new)), Poids=frame["Poids"].to_numpy()).frame
    )
    found = WeightRatios(bounds=(0.85, 1.2)).compare(data, release)
    wanted = np.array(list(new.values())) / old * 8000 / 12000
    assert found.details["ratios"]["1"] == pytest.approx(wanted.max())
    assert found.details["ratios"]["0"] == pytest.approx(wanted.min())
    assert found.value == pytest.approx(((wanted < 0.85) | (wanted > 1.2)).mean())


def test_weights_scaled_together_have_the_ratio_one() -> None:
    data = survey(w=[10.0, 20, 30, 40])
    found = WeightRatios(bounds=(0.999, 1.001), most=0.0).compare(
        data, reweighted(data, {0: 10 * 100 / 30, 1: 20 * 100 / 30})
    )
    assert (found.value, found.met) == (0.0, True)


def test_weights_that_were_left_alone_have_no_ratio_to_how_they_were_made() -> None:
    """Bergeat's d_fin / d_init is a change that somebody else made."""
    data = survey(w=[10.0, 20, 30, 40], d=[5.0, 40, 30, 10])
    same = WeightRatios(start="d").compare(data, reweighted(data, {0: 10, 1: 20, 2: 30, 3: 40}))
    assert (same.value, same.details["weights_changed"]) == (0.0, 0)
    assert set(same.details["ratios"].values()) == {1.0}
    dropped = WeightRatios(start="d").compare(data, reweighted(data, {1: 20, 3: 40}))
    assert set(dropped.details["ratios"].values()) == {0.6}
    assert dropped.reads.startswith("No weight was changed")
    assert "60%" in dropped.reads
    speaks_both_languages(dropped)
    one = WeightRatios(start="d").compare(data, reweighted(data, {1: 20, 3: 41}))
    assert one.details["weights_changed"] == 1
    assert one.details["ratios"]["0"] == pytest.approx(20 / 40 * 50 / 100)


def test_the_target_makes_the_total() -> None:
    data = survey(w=[10.0, 20], t=[100.0, 200])
    found = WeightRatios(target="t").compare(data, data)
    assert found.details["ratios"]["0.5"] == pytest.approx(0.1)


def test_records_are_followed_through_a_shuffle() -> None:
    data = survey(w=[float(n) for n in range(1, 60)])
    after = ShuffleRecords().apply(data, Context(rng=np.random.default_rng(1))).data
    found = WeightRatios(bounds=(0.99, 1.01)).compare(data, after)
    assert found.value == 0
    eager = of(a=list(range(50)), w=[float(n) for n in range(1, 51)])
    assert WeightRatios(bounds=(0.99, 1.01)).compare(eager, kept(eager, *range(50))).value == 0


def test_a_release_of_other_records_is_refused() -> None:
    data = survey(w=[10.0, 20])
    with pytest.raises(ColumnError, match="1 record of the release"):
        WeightRatios().compare(data, reweighted(data, {0: 1.0, 7: 2.0}))


def test_a_lazy_table_without_numbers_is_refused() -> None:
    frame = pl.DataFrame({"a": ["x"], "w": [1.0]}).lazy()
    data = Dataset.of(frame, key="a", weight="w")
    with pytest.raises(EngineError, match="row="):
        WeightRatios().compare(data, data)


@pytest.mark.parametrize("bad", [0.0, -1.0, None])
def test_bad_weights_are_counted(bad: float | None) -> None:
    data = survey(w=[10.0, 20], d=[1.0, bad])
    with pytest.raises(InputError, match="1 record"):
        WeightRatios(start="d").compare(data, data)


def test_no_weight_and_no_such_column() -> None:
    data = of(a=["x", "y"])
    with pytest.raises(InputError, match="weight"):
        WeightRatios().compare(data, data)
    with pytest.raises(ColumnError, match="nowhere"):
        WeightRatios(start="nowhere").compare(*[survey(w=[1.0, 2.0])] * 2)


@pytest.mark.parametrize("bounds", [(2.0, 1.0), (-1.0, 1.0), (1.0, 1.0)])
def test_bounds_are_checked(bounds: tuple[float, float]) -> None:
    with pytest.raises(ParameterError, match="bounds"):
        WeightRatios(bounds=bounds)


def test_an_empty_release_has_no_ratio() -> None:
    data = survey(w=[10.0, 20])
    found = WeightRatios(most=0.1).compare(data, kept(data))
    assert (found.value, found.met) == (None, False)
    assert found.details["histogram"] == {"edges": [], "counts": []}


def test_a_histogram_counts_everybody() -> None:
    ratios = np.sort(np.random.default_rng(1).gamma(9, 1 / 9, 5000))
    found = histogram(ratios)
    assert sum(found["counts"]) == 5000
    assert len(found["edges"]) == len(found["counts"]) + 1
    middle = (ratios >= found["edges"][10]) & (ratios < found["edges"][11])
    assert found["counts"][10] == middle.sum()


def test_words() -> None:
    data = survey(w=[918273645.0, 918273999.0])
    found = WeightRatios().compare(data, data)
    speaks_both_languages(found)
    shows_no("9182", found)

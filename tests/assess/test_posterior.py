"""The chance that a released value is true: counted, expected over draws, and among uniques."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import polars as pl
import pytest

from by_hand import speaks_both_languages
from discret import Context, Dataset
from discret.assess import Posterior
from discret.data.examples import illnesses
from discret.errors import InputError
from discret.reduce import Pram, SuppressRecords, Swap

SEXES = {"f": {"f": 0.7, "m": 0.3}, "m": {"f": 0.2, "m": 0.8}}


def people(size: int = 40, seed: int = 4) -> pl.DataFrame:
    rng = np.random.default_rng(seed)
    return pl.DataFrame({
        "sex": rng.choice(["f", "m"], size),
        "town": rng.choice(["a", "b", "c", "d", "e"], size, p=[0.5, 0.3, 0.1, 0.06, 0.04]),
        "ill": rng.choice(["flu", "gout"], size),
    })  # fmt: skip


def data_of(frame: Any, **more: Any) -> Dataset:
    return Dataset.of(frame, key=["sex", "town"], sensitive="ill", **more)


def drawn(data: Dataset, *methods: Any, seed: int = 1) -> Dataset:
    for method in methods:
        data = method.apply(data, Context(rng=np.random.default_rng(seed))).data
    return data


def test_the_seven_patients_as_pram_itself_tells_it() -> None:
    """Illustration 2 of Bergeat: 4 women, 3 men, 0.85 and 0.9; 3.4/3.7 and 2.7/3.3 by Bayes."""
    data = Dataset.of(illnesses(), key=["Sexe"], sensitive="Maladie")
    chances = {"Femme": {"Femme": 0.85, "Homme": 0.15}, "Homme": {"Femme": 0.1, "Homme": 0.9}}
    change = Pram(columns=["Sexe"], matrix=chances).apply(
        data, Context(rng=np.random.default_rng(7))
    )
    found = Posterior().assess(change.data)
    told = found.details["by_value"]["Sexe"]
    assert told == pytest.approx({"Femme": 3.4 / 3.7, "Homme": 2.7 / 3.3})
    own = change.facts["posterior"]["Sexe"]
    assert told == pytest.approx({name: own[name][name] for name in told})
    assert found.details["expected"]["Sexe"] == pytest.approx(6.1 / 7)
    assert found.details["highest"] == pytest.approx(3.4 / 3.7)


def test_what_came_out_is_counted_on_any_release() -> None:
    before, rng = people(), np.random.default_rng(2)
    after = before.with_columns(sex=pl.Series(rng.permutation(before["sex"].to_numpy())))
    found = Posterior(columns=["sex"]).assess(data_of(after, original=before))
    pairs = Counter(zip(before["sex"], after["sex"], strict=True))
    assert found.value == pytest.approx((pairs["f", "f"] + pairs["m", "m"]) / 40)
    shown = pairs["f", "f"] + pairs["m", "f"]
    assert found.details["by_value"]["sex"]["f"] == pytest.approx(pairs["f", "f"] / shown)
    assert found.details["expected"] == {}
    assert found.details["right_uniques"] is None


def test_the_most_exposed_column_counts() -> None:
    after = drawn(data_of(people()), Pram(columns=["sex", "town"], retention=0.5))
    found = Posterior(most=0.5).assess(after)
    assert found.value == max(found.details["by_column"].values())
    assert {*found.details["by_column"]} == {"sex", "town"}
    assert found.met is False


def test_expectations_are_means_over_many_draws() -> None:
    """600 draws: means differ from what is expected by less than four standard errors."""
    data, pram = data_of(people()), Pram(columns=["sex", "town"], retention=0.6)
    found = [Posterior().assess(drawn(data, pram, seed=seed)) for seed in range(600)]
    for name in ("sex", "town"):
        shares = np.array([one.details["by_column"][name] for one in found])
        expected = found[0].details["expected"][name]
        assert abs(shares.mean() - expected) < 4 * shares.std() / np.sqrt(600)
    right = np.array([one.details["uniques_right"] for one in found])
    wanted = found[0].details["right_uniques"]
    assert abs(right.mean() - wanted) < 4 * right.std() / np.sqrt(600)
    assert 0 < wanted < right.max()


def test_parts_with_chances_of_their_own_are_expected_by_them() -> None:
    data = data_of(people())
    pram = Pram(columns=["sex"], retention=0.3, by=["town"])
    found = [Posterior().assess(drawn(data, pram, seed=seed)) for seed in range(400)]
    shares = np.array([one.value for one in found])
    expected = found[0].details["expected"]["sex"]
    assert abs(shares.mean() - expected) < 4 * shares.std() / np.sqrt(400)


def test_uniques_are_counted_by_hand() -> None:
    after = drawn(data_of(people()), Pram(columns=["sex"], matrix=SEXES))
    found = Posterior().assess(after)
    shown = after.to_polars().select("sex", "town").rows()
    true = people().select("sex", "town").rows()
    alone = [at for at, row in enumerate(shown) if shown.count(row) == 1]
    assert found.details["uniques"] == len(alone)
    assert found.details["uniques_right"] == sum(shown[at] == true[at] for at in alone)


def test_nothing_changed_is_all_true() -> None:
    found = Posterior(most=0.99).assess(data_of(people()))
    assert (found.value, found.met, found.details["unchanged"]) == (1.0, False, True)
    assert "Nothing was changed" in found.reads


def test_missing_values_are_neither_true_nor_false() -> None:
    before = people()
    after = before.with_columns(
        sex=pl.when(pl.int_range(pl.len()) < 10).then(None).otherwise("sex")
    )
    found = Posterior(columns=["sex"]).assess(data_of(after, original=before))
    assert found.details["values_missing"] == 10
    assert found.value == 1
    gone = before.with_columns(sex=pl.lit(None, pl.String))
    with pytest.raises(InputError, match="no value is known both before and after"):
        Posterior(columns=["sex"]).assess(data_of(gone, original=before))


def test_swaps_and_dropped_records_can_be_looked_at() -> None:
    from discret.assess import KAnonymity

    swapped = drawn(data_of(people()), Swap(columns=["town"], share=0.5, kind="random"))
    found = Posterior(columns=["town"]).assess(swapped)
    true = (swapped.to_polars()["town"] == people()["town"]).mean()
    assert found.value == pytest.approx(true)
    fewer = drawn(swapped, SuppressRecords(models=[KAnonymity(k=3)], drop=1.0))
    assert Posterior(columns=["town"]).assess(fewer).details["records"] < 40


@pytest.mark.parametrize("kind", [pl.Int8, pl.UInt64, pl.Float32, pl.Boolean, pl.Categorical])
def test_categories_may_be_of_any_type(kind: Any) -> None:
    codes = pl.Series("code", [0, 1, 1, 0, 1, 0] * 5)
    values = codes.cast(pl.String).cast(kind) if kind is pl.Categorical else codes.cast(kind)
    data = Dataset.of(values.to_frame(), key="code")
    found = Posterior().assess(drawn(data, Pram(columns=["code"], retention=0.5)))
    assert 0 < found.details["expected"]["code"] < 1


def test_it_speaks_both_languages() -> None:
    after = drawn(data_of(people()), Pram(columns=["sex"], matrix=SEXES))
    speaks_both_languages(Posterior().assess(after))

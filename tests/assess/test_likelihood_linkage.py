"""Linkage by who knows the chances: files drawn by pram and noise, and what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest

from by_hand import speaks_both_languages
from discret import Context, Dataset, Plan
from discret.assess import LikelihoodLinkage, Linkage, Posterior
from discret.assess import likelihood_linkage as module
from discret.errors import ColumnError, EngineError, InputError, ParameterError
from discret.reduce import (
    Microaggregate,
    Noise,
    Pram,
    Recode,
    ShuffleRecords,
    Swap,
)

SEXES = {"f": {"f": 0.7, "m": 0.3}, "m": {"f": 0.2, "m": 0.8}}


def people(size: int = 60, seed: int = 4) -> pl.DataFrame:
    rng = np.random.default_rng(seed)
    return pl.DataFrame({
        "sex": rng.choice(["f", "m"], size),
        "town": rng.choice(["a", "b", "c"], size, p=[0.6, 0.3, 0.1]),
        "age": rng.integers(18, 80, size),
        "income": rng.lognormal(7, 0.5, size).round(0),
    })  # fmt: skip


def data_of(frame: Any, **more: Any) -> Dataset:
    return Dataset.of(frame, key=["sex", "town"], number="income", **more)


def drawn(data: Dataset, *methods: Any, seed: int = 1) -> Dataset:
    for method in methods:
        data = method.apply(data, Context(rng=np.random.default_rng(seed))).data
    return data


def by_hand(data: Dataset, sexes: Any, towns: Any) -> float:
    """The expected share of right links by sex and town, original by original."""
    old, new = data.original.to_polars().rows(named=True), data.to_polars().rows(named=True)
    right = 0.0
    for at, row in enumerate(new):
        chances = [
            sexes[one["sex"]].get(row["sex"], 0.0) * towns[one["town"]].get(row["town"], 0.0)
            for one in old
        ]
        best = max(chances)
        right += (chances[at] >= best * (1 - 1e-9)) / sum(c >= best * (1 - 1e-9) for c in chances)
    return right / len(new)


def test_the_chances_of_the_run_are_known() -> None:
    pram = Pram(columns=["sex"], matrix=SEXES)
    after = drawn(data_of(people()), pram, Pram(columns=["town"], retention=0.6))
    measure = LikelihoodLinkage(columns=["sex", "town"])
    found = measure.assess(after)
    towns = Pram(columns=["town"], retention=0.6).apply(data_of(people())).facts["matrix"]["town"]
    assert found.value == pytest.approx(by_hand(after, SEXES, towns))
    assert found.details["known"] == ["sex", "town"]


def test_given_chances_serve_releases_made_elsewhere() -> None:
    after = drawn(data_of(people()), Pram(columns=["sex"], matrix=SEXES))
    told = LikelihoodLinkage(columns=["sex", "town"]).assess(after)
    elsewhere = data_of(after.to_polars(), original=people())
    given = LikelihoodLinkage(columns=["sex", "town"], chances={"sex": SEXES}).assess(elsewhere)
    assert given.value == told.value
    assert given.details["posterior"] == pytest.approx(told.details["posterior"])


def test_parts_have_chances_of_their_own() -> None:
    """In town c women are never shown as men: who knows that excludes originals there."""
    rule = [{"sex": "m", "town": "c"}]
    frame = people().with_columns(
        sex=pl.when(pl.col("town") == "c").then(pl.lit("f")).otherwise("sex")
    )
    after = drawn(data_of(frame), Pram(columns=["sex"], matrix=SEXES, forbidden=rule))
    chances = after.trail.draws("sex")
    assert chances is not None
    assert len(chances.matrices) == 2
    found = LikelihoodLinkage(columns=["sex", "town"]).assess(after)
    old, new = frame.rows(named=True), after.to_polars().rows(named=True)
    right = 0.0
    for at, row in enumerate(new):
        odds = []
        for one in old:
            stays = {one["sex"]: 1.0} if one["town"] == "c" else SEXES[one["sex"]]
            odds.append(stays.get(row["sex"], 0.0) * (one["town"] == row["town"]))
        best = max(odds)
        right += (odds[at] == best) / odds.count(best)
    assert found.value == pytest.approx(right / len(new))


def test_columns_drawn_together_are_looked_at_together() -> None:
    after = drawn(data_of(people()), Pram(columns=["sex", "town"], together=True, retention=0.5))
    both = LikelihoodLinkage(columns=["sex", "town"]).assess(after)
    assert both.details["known"] == ["sex", "town"]
    one = LikelihoodLinkage(columns=["sex"]).assess(after)  # half of what was drawn at once
    assert one.details["known"] == []


def test_without_chances_what_came_out_is_counted() -> None:
    elsewhere = data_of(
        drawn(data_of(people()), Pram(columns=["sex"], matrix=SEXES)).to_polars(),
        original=people(),
    )
    found = LikelihoodLinkage(columns=["sex"]).assess(elsewhere)
    pairs = list(zip(people()["sex"], elsewhere.to_polars()["sex"], strict=True))
    shares = {
        true: {shown: pairs.count((true, shown)) / sum(a == true for a, _ in pairs)
               for shown in "fm"} for true in "fm"}  # fmt: skip
    assert found.value == pytest.approx(
        by_hand(elsewhere, shares, {town: dict.fromkeys("abc", 1.0) for town in "abc"})
    )


def test_more_noise_links_fewer() -> None:
    shares = [
        LikelihoodLinkage().assess(drawn(data_of(people(300)), Noise(columns=["income"], alpha=a)))
        for a in (0.001, 0.1, 5.0)
    ]
    assert shares[0].value > shares[1].value > shares[2].value
    assert shares[0].details["by_error"] == ["income"]


def test_one_number_with_noise_is_linked_as_by_the_nearest() -> None:
    """With the same error everywhere the likeliest is the nearest, once numbers are drawn back."""
    data = drawn(data_of(people(200)), Noise(columns=["income"], alpha=0.3))
    likely = LikelihoodLinkage(columns=["income"]).assess(data).value
    near = Linkage(columns=["income"]).assess(data).value
    assert likely == pytest.approx(near, abs=0.05)


def test_numbers_drawn_to_their_mean_are_drawn_back() -> None:
    data = data_of(people(400))
    for alpha, kept in ((2.0, True), (2.0, False)):
        noise = Noise(columns=["income"], alpha=alpha, keep_variance=kept)
        after = drawn(data, noise, seed=8)
        value = LikelihoodLinkage(columns=["income"]).assess(after).value
        assert value >= Linkage(columns=["income"]).assess(after).value - 0.01
    back, plain = (
        LikelihoodLinkage(columns=["income"])
        .assess(drawn(data, Noise(columns=["income"], alpha=2.0, keep_variance=keep), seed=8))
        .details["posterior"]
        for keep in (True, False)
    )
    assert back == pytest.approx(plain, rel=0.05)


@pytest.mark.parametrize("method", [
    Swap(columns=["income"], share=0.2),
    Microaggregate(columns=["income"], k=3),
    Recode(column="income", cuts=[800.0, 1500.0]),
    ShuffleRecords(),
])  # fmt: skip
def test_any_release_can_be_looked_at(method: Any) -> None:
    found = LikelihoodLinkage().assess(drawn(data_of(people()), method))
    assert found.value is not None
    assert 1 / 60 <= found.value <= 1


def test_hidden_values_tell_nothing_and_dropped_records_mislead() -> None:
    frame = pl.DataFrame({"town": ["a", "a", "b", "b"], "sex": ["f", "m", "f", "m"]})
    hidden = frame.with_columns(town=pl.Series([None, "a", "b", "b"]))[:3]
    stays = {name: {name: 1.0} for name in "ab"}
    found = LikelihoodLinkage(chances={"town": stays}).assess(
        Dataset.of(
            hidden.with_columns(n=pl.Series([0, 1, 2])),
            key=["town", "sex"], row="n", original=frame.with_columns(n=pl.Series(range(4))),
        )
    )  # fmt: skip
    assert found.value == pytest.approx((1 / 2 + 1 + 1) / 3)
    assert found.details["originals"] == 4


def test_nothing_known_is_pure_chance() -> None:
    data = Dataset.of(people().select("age"))
    found = LikelihoodLinkage().assess(data)
    assert found.value == pytest.approx(1 / 60)


def test_some_records_stand_for_all_of_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_PAIRS", 1)
    monkeypatch.setattr(module, "FEWEST", 20)
    data = drawn(data_of(people(200)), Noise(columns=["income"], alpha=0.1))
    value = LikelihoodLinkage().assess(data).value
    assert value is not None
    found = LikelihoodLinkage(most=value + 0.01).assess(data)
    assert found.details["tried"] == 20
    assert found.met is False  # three standard errors more would miss it
    assert LikelihoodLinkage(most=1.0).assess(data).met


def test_chances_that_cannot_be_those_of_the_file_are_refused() -> None:
    after = drawn(data_of(people()), Pram(columns=["sex"], matrix=SEXES))
    elsewhere = data_of(after.to_polars(), original=people())
    wrong = {"sex": {"f": {"f": 1.0}, "m": {"m": 1.0}}}
    with pytest.raises(InputError, match=r"could never show.*Hint: give the chances"):
        LikelihoodLinkage(chances=wrong).assess(elsewhere)
    with pytest.raises(InputError, match=r"could never show.*Hint: give the chances"):
        Posterior(chances=wrong).assess(elsewhere)


def test_what_befell_a_column_since_is_counted() -> None:
    """Values that were renamed without a word leave the chances of the run without a meaning."""
    after = drawn(data_of(people()), Pram(columns=["sex"], matrix=SEXES))
    renamed = after.with_values({"sex": pl.DataFrame({"from": ["f", "m"], "to": ["1", "2"]})})
    found = LikelihoodLinkage(columns=["sex"]).assess(renamed)
    assert found.details["known"] == []
    assert found.value is not None


def test_what_cannot_be_compared_is_refused() -> None:
    with pytest.raises(ColumnError):
        LikelihoodLinkage(columns=["nothing"]).assess(data_of(people()))
    with pytest.raises(EngineError):
        LikelihoodLinkage().assess(data_of(people().lazy()))
    with pytest.raises(InputError, match="infinite or too large"):
        LikelihoodLinkage().assess(data_of(people().with_columns(income=pl.lit(1e300))))
    with pytest.raises(ParameterError):
        LikelihoodLinkage(most=2.0)


def test_a_plan_names_chances_of_columns_that_there_are() -> None:
    plan = Plan(assess=[LikelihoodLinkage(chances={"nothing": {"a": {"a": 1.0}}})])
    with pytest.raises(Exception, match="chances of columns that the data lacks"):
        plan.check(data_of(people()))


def test_it_speaks_and_shows_nothing() -> None:
    after = drawn(data_of(people()), Pram(columns=["sex"], matrix=SEXES))
    found = LikelihoodLinkage().assess(after)
    speaks_both_languages(found)
    assert found.per_record is not None
    assert len(found.per_record) == 60


@pytest.mark.parametrize(("method", "word", "french"), [
    (Pram(columns=["sex"], retention=0.6), "replaced", "remplacées"),
    (Swap(columns=["sex"], kind="random", share=0.9), "changed", "modifiées"),
    (Noise(columns=["age"], alpha=0.5), "changed", "modifiées"),
])  # fmt: skip
def test_it_says_what_was_done_to_values(method: Any, word: str, french: str) -> None:
    """Nothing goes from one record to another under PRAM, and noise exchanges nothing."""
    frame = pl.DataFrame({"sex": ["f", "m"] * 20, "age": list(range(20, 60))})
    data = Dataset.of(frame, key=["sex", "age"])
    after = method.apply(data, Context(rng=np.random.default_rng(1))).data
    found = LikelihoodLinkage().assess(after)
    assert f"values were {word} takes" in found.reads
    assert f"les valeurs ont été {french} prend" in found.reads.fr
    assert "exchanged" not in found.reads
    assert LikelihoodLinkage().assess(data).reads.startswith("Nothing was changed in what this")

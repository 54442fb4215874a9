"""Linkage: noise, swaps, lost and shuffled records against all pairs, and what is refused."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from by_hand import shows_no, speaks_both_languages
from discret import Context, Dataset
from discret.assess import KAnonymity, Linkage
from discret.errors import ColumnError, EngineError, InputError, ParameterError
from discret.model import Model
from discret.reduce import Round, ShuffleRecords, Subsample, SuppressRecords, Swap, TopCode
from strategies import examples


def people(size: int = 200, seed: int = 3) -> pl.DataFrame:
    rng = np.random.default_rng(seed)
    return pl.DataFrame({
        "number": np.arange(size) + 1,
        "who": np.arange(size) + 1,
        "age": rng.integers(18, 80, size),
        "income": rng.lognormal(7, 0.5, size).round(0),
        "town": rng.choice(["north", "south"], size),
    })  # fmt: skip


def data_of(frame: Any, **more: Any) -> Dataset:
    return Dataset.of(frame, key=["age", "town"], sensitive="income", row="number", **more)


def by_pairs(after: pl.DataFrame, before: pl.DataFrame, columns: list[str]) -> tuple[float, float]:
    """The shares linked first and second, from all pairs; sums are exact for whole numbers."""
    spread = [before[name].std(ddof=0) for name in columns]
    firsts = seconds = 0.0
    for row in after.to_dicts():
        distances = [
            round(sum(((row[name] - other[name]) / sd) ** 2
                      for name, sd in zip(columns, spread, strict=True) if sd), 9)
            for other in before.to_dicts()
        ]  # fmt: skip
        own = distances[before["who"].to_list().index(row["who"])]
        ahead, tied = sum(d < own for d in distances), distances.count(own)
        firsts += (ahead == 0) / tied
        seconds += (ahead < 2 <= ahead + tied) / tied
    return firsts / len(after), seconds / len(after)


def shares(finding: Any) -> tuple[float, float]:
    return finding.value, finding.details["second"]


# ---------------------------------------------------------------- against all pairs


@pytest.mark.parametrize("noise", [0.02, 0.2, 1.0])
def test_noise_is_undone_as_all_pairs_say(noise: float) -> None:
    before = people()
    rng = np.random.default_rng(1)
    after = before.with_columns(
        (pl.col(name) + pl.Series(rng.normal(0, noise * before[name].std(), 200))).round(0)
        for name in ("age", "income")
    )
    found = Linkage().assess(data_of(after, original=before))
    assert shares(found) == pytest.approx(by_pairs(after, before, ["age", "income"]))
    assert 0 < found.value < 1


@examples(40)
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(-1, 1)), min_size=1, max_size=15))
def test_few_values_and_many_ties(drawn) -> None:
    numbers = list(range(1, len(drawn) + 1))
    before = pl.DataFrame({"number": numbers, "who": numbers, "x": [x for x, _ in drawn]})
    after = before.with_columns(x=pl.Series([value + move for value, move in drawn]))
    data = Dataset.of(after, sensitive="x", row="number", original=before)
    assert shares(Linkage().assess(data)) == pytest.approx(by_pairs(after, before, ["x"]))


def test_more_noise_leads_back_less() -> None:
    before = people(1000)
    rng = np.random.default_rng(2)
    found = []
    for noise in (0.01, 0.1, 1.0):
        moved = before["income"] + rng.normal(0, noise * before["income"].std(), 1000)
        after = before.with_columns(income=moved)
        found.append(Linkage().assess(data_of(after, original=before)).value)
    assert found[0] > 0.8 > found[1] > found[2]


def test_swapped_records_mislead() -> None:
    before = people().unique("income").sort("number")
    swapped = before.with_columns(pl.col("age", "income").reverse())
    found = Linkage().assess(data_of(swapped, original=before))
    alone = len(before) % 2 / len(before)  # whoever is in the middle keeps their numbers
    assert shares(found) == pytest.approx(by_pairs(swapped, before, ["age", "income"]))
    assert found.value == pytest.approx(alone, abs=0.02)


@pytest.mark.parametrize("columns", [["age"], ["income"], ["income", "age"]])
def test_the_columns_are_those_named(columns: list[str]) -> None:
    before = people()
    after = before.with_columns(pl.col("income") // 100 * 100, pl.col("age") // 5 * 5)
    found = Linkage(columns=columns).assess(data_of(after, original=before))
    assert shares(found) == pytest.approx(by_pairs(after, before, columns))
    assert found.details["columns"] == columns


# ---------------------------------------------------------------- methods


def test_a_file_in_which_nothing_was_changed_says_so() -> None:
    before = people()
    finding = Linkage().assess(data_of(before))
    groups = before.group_by("age", "income").len()["len"]
    assert finding.value == pytest.approx(len(groups) / 200)
    assert finding.details["unchanged"] is True
    assert "Nothing was changed" in finding.reads
    assert "Rien n’a été changé" in finding.reads.fr


@pytest.mark.parametrize("seed", range(3))
def test_records_are_followed_through_methods(seed: int) -> None:
    before, context = people(), Context(rng=np.random.default_rng(seed))
    data = data_of(before)
    for method in (
        Round(columns=["income"], base=200),
        TopCode(column="age", top=60),
        Subsample(share=0.5),
        ShuffleRecords(),
    ):
        data = method.apply(data, context).data
    assert (data.to_polars()["number"] != data.to_polars()["who"]).any()  # numbered anew
    finding = Linkage().assess(data)
    assert shares(finding) == pytest.approx(by_pairs(data.to_polars(), before, ["age", "income"]))
    assert (finding.details["records"], finding.details["originals"]) == (100, 200)


def test_records_dropped_remain_among_the_originals() -> None:
    before = pl.DataFrame({"number": [1, 2, 3], "x": [1.0, 2.0, 9.0]})
    after = pl.DataFrame({"number": [1], "x": [1.8]})
    data = Dataset.of(after, sensitive="x", row="number", original=before)
    assert shares(Linkage().assess(data)) == (0, 1)


def test_blank_numbers_are_linked_by_the_others() -> None:
    before = people()
    blank = pl.when(pl.col("number") % 2 == 0).then(None).otherwise(pl.col("income"))
    after = before.with_columns(income=blank)
    finding = Linkage().assess(data_of(after, original=before))
    odd = after.filter(pl.col("number") % 2 == 1)
    whole = by_pairs(odd, before, ["age", "income"])[0]
    partly = by_pairs(after.filter(pl.col("number") % 2 == 0), before, ["age"])[0]
    assert finding.value == pytest.approx((whole + partly) / 2)
    assert finding.details["records_with_blanks"] == 100


def test_constant_columns_lead_nowhere() -> None:
    before = people().with_columns(age=pl.lit(40), income=pl.lit(0.1))
    for distance in ("standardised", "mahalanobis"):
        found = Linkage(distance=distance).assess(data_of(before))
        assert shares(found) == pytest.approx((1 / 200, 1 / 200))


def test_correlated_columns_are_weighed_together() -> None:
    # The two columns differ by little, and the difference gives everybody away.
    rng = np.random.default_rng(4)
    income = rng.normal(2000, 500, 300)
    gap = rng.normal(0, 1, 300)
    moved = income + rng.normal(0, 300, 300)
    before = pl.DataFrame({"number": range(300), "a": income, "b": income + gap})
    after = pl.DataFrame({"number": range(300), "a": moved, "b": moved + gap})
    data = Dataset.of(after, sensitive=["a", "b"], row="number", original=before)
    plain = Linkage().assess(data).value
    assert Linkage(distance="mahalanobis").assess(data).value > plain + 0.03


@pytest.mark.parametrize("make", [pl.DataFrame.lazy, pl.DataFrame.to_pandas])
def test_the_engine_does_not_matter(make: Any) -> None:
    before, after = people(), people().with_columns(pl.col("income") // 100 * 100)
    wanted = Linkage().assess(data_of(after, original=before))
    assert Linkage().assess(data_of(make(after), original=make(before))) == wanted


# ---------------------------------------------------------------- the finding


def test_the_target_is_a_share() -> None:
    before = pl.DataFrame({"income": [1000, 1100, 2500, 7000]})
    after = pl.DataFrame({"income": [1040, 1030, 2500, 4750]})
    data = Dataset.of(after, sensitive="income", original=before)
    found = {most: Linkage(most=most).assess(data) for most in (0.6, 0.625, 0.7)}
    assert [one.met for one in found.values()] == [False, True, True]
    assert [one.target for one in found.values()] == [0.6, 0.625, 0.7]
    assert Linkage().assess(data).met is None
    assert found[0.7].better == "lower"
    assert found[0.7].details["first_or_second"] == 1
    assert found[0.7].details["expected_links"] == 2.5
    assert found[0.7].details["linked_surely"] == 2
    json.dumps(found[0.7].to_dict(), allow_nan=False)


def test_the_chances_of_each_record_are_given_beside_its_number() -> None:
    before = people()
    after = before.with_columns(pl.col("income") // 100 * 100).reverse()
    table = Linkage().assess(data_of(after, original=before)).per_record
    assert table.columns == ["row", "first", "second"]
    assert table["row"].to_list() == list(range(1, 201))
    assert table["first"].is_between(0, 1).all()


def test_no_single_group_is_judged() -> None:
    assert not Linkage(most=0.1).judges
    assert not isinstance(Linkage(most=0.1), Model)
    with pytest.raises(ParameterError, match="linkage: no single group can fail it"):
        SuppressRecords(models=[KAnonymity(k=2), Linkage(most=0.1)])


@pytest.mark.parametrize("most", [None, 0.0, 1.0])
@pytest.mark.parametrize("moved", [0, 1])
def test_sentences_speak_both_languages_and_show_no_value(most: float | None, moved: int) -> None:
    frame = pl.DataFrame({"x": [918273, 918274, 918275], "name": ["SECRET"] * 3})
    data = Dataset.of(frame.with_columns(pl.col("x") + moved), sensitive="x", original=frame)
    finding = Linkage(most=most).assess(data)
    speaks_both_languages(finding)
    shows_no("9182", finding)
    shows_no("SECRET", finding)


# ---------------------------------------------------------------- what is refused


def test_data_without_numbers_are_refused_with_a_hint() -> None:
    with pytest.raises(InputError, match=r"linkage: no key, number or sensitive.*Hint: .*columns="):
        Linkage().assess(Dataset.of(people(), key="town"))


def test_text_and_unknown_columns_are_refused() -> None:
    with pytest.raises(ColumnError, match="'town' holds none"):
        Linkage(columns=["town"]).assess(data_of(people()))
    with pytest.raises(ColumnError, match="no column 'wage'"):
        Linkage(columns=["wage"]).assess(data_of(people()))


def test_a_lazy_table_without_row_numbers_is_refused() -> None:
    data = Dataset.of(people().lazy(), sensitive="income")
    with pytest.raises(EngineError, match=r"Hint: .*row="):
        Linkage().assess(data)


@pytest.mark.parametrize(
    "values",
    [
        {"most": -0.1},
        {"most": 1.1},
        {"distance": "manhattan"},
        {"columns": []},
        {"columns": ["x", "x"]},
        {"k": 2},
    ],
)
def test_absurd_parameters_are_refused(values: dict[str, Any]) -> None:
    with pytest.raises(ParameterError, match=next(iter(values))):
        Linkage(**values)


def test_one_record_leads_back_to_itself() -> None:
    finding = Linkage(most=0.5).assess(data_of(people(1)))
    assert (finding.value, finding.met) == (1, False)


def test_numbers_exchanged_with_their_neighbours_are_not_safe() -> None:
    pay = np.random.default_rng(1).lognormal(7, 1, 200)
    data = Dataset.of(pl.DataFrame({"pay": pay}), number="pay")
    near = Swap(columns=["pay"], share=0.005).apply(data, Context()).data
    found = Linkage(most=0.3).assess(near)
    assert found.value is not None
    assert found.value < 0.05
    assert found.details["second"] > 0.3
    assert found.met is False
    far = Swap(columns=["pay"], share=0.3).apply(data, Context()).data
    assert Linkage(most=0.3).assess(far).met is True
    assert Linkage().assess(near).met is None

"""What a model learns from a release of its people: by hand, against scikit-learn, at its ends."""

from __future__ import annotations

import sys
from collections import Counter
from typing import Any

import narwhals as nw
import numpy as np
import polars as pl
import pytest

from by_hand import speaks_both_languages
from discret import Context, Dataset, Plan
from discret.assess import Inference
from discret.errors import ColumnError, DiscretError, ExtraError, InputError, ParameterError
from discret.reduce import DropIdentifiers, Noise, Pram, Recode, Subsample, Swap

pytest.importorskip("sklearn")


def people(size: int = 300, seed: int = 1) -> pl.DataFrame:
    """Incomes that follow age, illnesses that follow nothing."""
    rng = np.random.default_rng(seed)
    age = rng.integers(20, 80, size)
    return pl.DataFrame({
        "age": age,
        "sex": rng.choice(["f", "m"], size),
        "ill": rng.choice(["flu", "gout", "none"], size, p=[0.2, 0.2, 0.6]),
        "income": (age * 100 + rng.normal(0, 300, size)).round(0),
    })  # fmt: skip


def data_of(frame: Any, **more: Any) -> Dataset:
    return Dataset.of(frame, key=["age", "sex"], sensitive=["ill", "income"], **more)


def drawn(data: Dataset, *methods: Any) -> Dataset:
    for method in methods:
        data = method.apply(data, Context(rng=np.random.default_rng(1))).data
    return data


def test_inside_is_the_commonest_value_of_each_group_by_hand() -> None:
    """Trees that know every record by heart guess the commonest value of those alike."""
    frame = people().select("age", "sex", "ill")
    found = Inference(target="ill", columns=["sex"]).assess(data_of_ill(frame))
    groups: dict[str, Counter[str]] = {}
    for row in frame.rows(named=True):
        groups.setdefault(row["sex"], Counter())[row["ill"]] += 1
    right = sum(counts.most_common(1)[0][1] for counts in groups.values()) / len(frame)
    base = Counter(frame["ill"]).most_common(1)[0][1] / len(frame)
    assert found.details["inside"] == pytest.approx(right)
    assert found.details["base"] == pytest.approx(base)
    assert found.value == pytest.approx(max(0.0, (right - base) / (1 - base)))


def data_of_ill(frame: Any, **more: Any) -> Dataset:
    return Dataset.of(frame, key=["age", "sex"], sensitive="ill", **more)


def test_who_is_alone_is_read_off_the_release() -> None:
    """All different ages: the file itself tells the illness, which follows from nothing."""
    frame = people().with_columns(age=pl.int_range(pl.len()))
    found = Inference(target="ill", columns=["age"]).assess(data_of(frame))
    assert found.details["inside"] == 1
    assert found.value == 1
    assert found.details["outside"] < 0.65  # of others it tells no more than the base rate
    own = Inference(target="ill", columns=["age"], reference="outside").assess(data_of(frame))
    outside = found.details["outside"]
    assert own.value == pytest.approx((1 - outside) / (1 - outside))


def test_what_is_true_of_everybody_is_no_gain_over_people_outside() -> None:
    frame = people(900).with_columns(ill=pl.when(pl.col("age") > 50).then(pl.lit("a")).otherwise(
        pl.lit("b")))  # fmt: skip
    base = Inference(target="ill", columns=["age"]).assess(data_of(frame))
    outside = Inference(target="ill", columns=["age"], reference="outside").assess(data_of(frame))
    assert base.value == 1
    assert outside.value is None or outside.value <= 0.05


def test_numbers_are_guessed_by_the_variance_they_explain() -> None:
    found = Inference(target="income", columns=["age"]).assess(data_of(people()))
    assert found.details["counted"]
    assert found.details["base"] == pytest.approx(0, abs=1e-12)
    assert 0.9 < found.details["outside"] < found.details["inside"] <= 1
    assert found.value == pytest.approx(found.details["inside"])


def test_against_scikit_learn_alone() -> None:
    from sklearn.ensemble import RandomForestRegressor

    frame = people()
    after = drawn(data_of(frame), Noise(columns=["age"], alpha=0.5))
    model = RandomForestRegressor(30, bootstrap=False, max_features=1 / 3, random_state=0)
    shown = after.to_polars()
    both = pl.concat([shown["age"], frame["age"].cast(float)]).rank("dense").cast(float)
    design, asked = (np.stack([np.zeros(300), some], axis=1) for some in np.split(both, 2))
    guess = model.fit(design, shown["income"].to_numpy()).predict(asked)
    truth = frame["income"].to_numpy()
    explained = 1 - ((truth - guess) ** 2).sum() / ((truth - truth.mean()) ** 2).sum()
    found = Inference(target="income", columns=["age"]).assess(after)
    assert found.details["inside"] == pytest.approx(explained)


def test_more_exchange_tells_less() -> None:
    frame = people(600).with_columns(age=pl.int_range(pl.len()) // 2)
    values = [
        Inference(target="ill").assess(drawn(data_of(frame), Pram(columns=["ill"], retention=keep)))
        for keep in (0.95, 0.6, 0.2)
    ]
    assert values[0].value > values[1].value > values[2].value  # type: ignore[operator]


@pytest.mark.parametrize("method", [
    Recode(column="age", cuts=[40, 60]),
    Recode(column="ill", mapping={"flu": "sick", "gout": "sick", "none": "well"}),
    Swap(columns=["age"], share=0.2),
    Subsample(share=0.5),
    Noise(columns=["income"], alpha=1.0),
])  # fmt: skip
def test_any_release_can_be_learnt_from(method: Any) -> None:
    found = Inference(target="ill").assess(drawn(data_of(people()), method))
    assert found.value is not None
    assert 0 <= found.value <= 1


def test_a_recoded_answer_is_asked_for_by_its_label() -> None:
    recoded = Recode(column="ill", mapping={"flu": "sick", "gout": "sick", "none": "well"})
    frame = people().with_columns(age=pl.int_range(pl.len()))
    found = Inference(target="ill", columns=["age"]).assess(drawn(data_of(frame), recoded))
    assert found.details["inside"] == 1
    assert found.details["base"] == pytest.approx((frame["ill"] == "none").mean())


def test_the_same_file_gives_the_same_number_in_any_order() -> None:
    frame = people().with_row_index("number")
    one = Inference(target="ill").assess(data_of(frame, row="number"))
    again = Inference(target="ill").assess(data_of(frame, row="number"))
    other = Inference(target="ill").assess(
        data_of(frame.sample(fraction=1.0, shuffle=True, seed=3), row="number")
    )
    assert one.to_dict() == again.to_dict() == other.to_dict()


def test_records_of_one_person_are_left_out_together() -> None:
    """Each person twice: a model that saw the other record would know them."""
    frame = people(150)
    twice = pl.concat([frame, frame]).with_columns(
        who=pl.Series([*range(150)] * 2), age=pl.Series([*range(150)] * 2)
    )
    apart = Inference(target="ill", columns=["age"]).assess(data_of(twice, individual="who"))
    mixed = Inference(target="ill", columns=["age"]).assess(data_of(twice))
    assert apart.details["outside"] < 0.7 < mixed.details["outside"]


def test_all_alike_is_nothing_to_guess_and_meets_no_target() -> None:
    found = Inference(target="ill", most=1.0).assess(
        data_of(people().with_columns(ill=pl.lit("a")))
    )
    assert (found.value, found.met) == (None, False)
    assert "nothing to guess" in found.reads


def test_nothing_known_is_the_base_rate() -> None:
    found = Inference(target="ill", columns=[]).assess(data_of(people()))
    assert found.value == 0


def test_many_records_are_thinned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[Inference.__module__], "MOST_RECORDS", 50)
    found = Inference(target="ill").assess(data_of(people()))
    assert found.details["tried"] == 50
    assert found.details["records"] == 300


def test_gaps_are_left_out_and_learnt_from() -> None:
    frame = people().with_columns(
        ill=pl.when(pl.int_range(pl.len()) % 3 == 0).then(None).otherwise("ill"),
        age=pl.when(pl.int_range(pl.len()) % 4 == 0).then(None).otherwise("age"),
    )
    found = Inference(target="ill").assess(data_of(frame))
    assert found.details["tried"] == 200


@pytest.mark.parametrize(("change", "error", "said"), [
    ({"ill": pl.lit(None, pl.String)}, InputError, "no value of 'ill' is known"),
])  # fmt: skip
def test_what_cannot_be_guessed_is_refused(change: Any, error: Any, said: str) -> None:
    with pytest.raises(error, match=said):
        Inference(target="ill").assess(data_of(people().with_columns(**change)))


def test_too_many_categories_are_not_judged_and_miss_a_target() -> None:
    frame = people().with_columns(ill=pl.int_range(pl.len()).cast(pl.String))
    found = Inference(target="ill", most=1.0).assess(data_of(frame))
    assert (found.value, found.met) == (None, False)
    assert "more than 200 categories" in found.reads
    assert "plus de 200 modalités" in found.reads.fr


def test_of_what_the_file_does_not_show_nothing_is_learnt() -> None:
    data, measure = data_of(people()), Inference(target="ill", most=0.1)
    gone = data.without_columns(["ill"])
    blank = data.with_frame(data.frame.with_columns(nw.lit(None, nw.String).alias("ill")))
    for after, said in ((gone, "does not have ill"), (blank, "shows no value of ill")):
        found = measure.assess(after)
        assert (found.value, found.met) == (0, True)
        assert said in found.reads
    plan = Plan(assess=[measure], reduce=[DropIdentifiers(columns=["ill"])])
    assert plan.run(data, seed=1).risk[0].value == 0


def test_columns_that_are_not_there_are_refused() -> None:
    with pytest.raises(ColumnError):
        Inference(target="nothing").assess(data_of(people()))
    with pytest.raises(ColumnError):
        Inference(target="ill", columns=["nothing"]).assess(data_of(people()))
    with pytest.raises(DiscretError, match="nothing"):
        Plan(assess=[Inference(target="nothing")]).check(data_of(people()))
    with pytest.raises(ParameterError):
        Inference()


def test_without_the_library_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sklearn", None)
    with pytest.raises(ExtraError, match=r"pip install 'discret\[models\]'"):
        Inference(target="ill").assess(data_of(people()))


def test_it_judges_the_column_that_it_guesses() -> None:
    measure = Inference(target="ill", most=0.5)
    assert measure.examines(data_of(people())) == ("ill",)
    speaks_both_languages(measure.assess(data_of(people())))
    speaks_both_languages(Inference(target="income").assess(data_of(people())))

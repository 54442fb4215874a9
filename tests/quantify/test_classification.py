"""What a model learns from a release: against scikit-learn alone, by hand, and at its ends."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import polars as pl
import pytest

from by_hand import shows_no, speaks_both_languages
from discret import Context, Dataset
from discret.assess import KAnonymity
from discret.errors import ColumnError, ExtraError
from discret.quantify import Classification
from discret.quantify.classification.rows import SEED
from discret.reduce import Mondrian, Noise, Pram, Recode, ShuffleRecords, SuppressCells
from small import kept

pytest.importorskip("sklearn")
N = 600


def people(size: int = N, seed: int = 1) -> pl.DataFrame:
    draw = np.random.default_rng(seed)
    age = draw.integers(18, 80, size)
    town = draw.choice(["a", "b", "c"], size)
    odds = (age - 50) / 8 + (town == "a")
    ill = np.where(draw.random(size) < 1 / (1 + np.exp(-odds)), "yes", "no")
    return pl.DataFrame({"age": age, "town": town, "ill": ill, "w": draw.uniform(1, 3, size)})


def file(table: pl.DataFrame | None = None, **more: Any) -> Dataset:
    own = people() if table is None else table
    return Dataset.of(own, key=["age", "town"], sensitive="ill", **more)


def fold_of(size: int) -> np.ndarray[Any, Any]:
    """The fold of each record: every fifth of an order that is always the same."""
    fold = np.empty(size, dtype=int)
    fold[np.random.default_rng(SEED).permutation(size)] = np.arange(size) % 5
    return fold


@pytest.mark.parametrize("model", ["logistic", "tree"])
def test_against_scikit_learn_alone(model: Any) -> None:
    """Noise on the age and PRAM on the illness: learn from the release, try on the original."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.tree import DecisionTreeClassifier

    data, draw = file(), np.random.default_rng(4)
    after = Noise(columns=["age"], alpha=0.3).apply(data, Context(rng=draw)).data
    after = Pram(columns=["ill"], retention=0.4).apply(after, Context(rng=draw)).data
    old, new = data.to_polars(), after.to_polars()
    fold = fold_of(N)
    towns = np.array(["a", "b", "c"])

    def laid(table: pl.DataFrame, by: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        marks = table["town"].to_numpy()[:, None] == towns
        age = (table["age"].to_numpy() - by.mean()) / by.std()
        return np.column_stack([age, np.zeros(len(table)), marks]).astype(float)

    shares = []
    for table in (old, new):
        right = np.zeros(N, dtype=bool)
        age = table["age"].to_numpy()
        for n in range(5):
            learner = (
                LogisticRegression(max_iter=1000)
                if model == "logistic"
                else DecisionTreeClassifier(min_samples_leaf=5, random_state=0)
            )
            inside = fold != n
            learner.fit(laid(table, age)[inside], table["ill"].to_numpy()[inside])
            right[~inside] = (
                learner.predict(laid(old, age)[~inside]) == old["ill"].to_numpy()[~inside]
            )
        shares.append(right.mean())
    found = Classification(column="ill", model=model).compare(data, after)
    told = (found.details["accuracy_before"], found.details["accuracy_after"])
    room = 0.01 if model == "tree" else 0.002  # equal splits may be taken in another order
    assert told == pytest.approx(tuple(shares), abs=room)
    assert found.value == pytest.approx(told[0] - told[1])
    answers = [old.filter(pl.Series(fold != n))["ill"].mode()[0] for n in range(5)]
    wanted = np.mean(np.array(answers)[fold] == old["ill"].to_numpy())
    assert found.details["base_rate"] == pytest.approx(wanted)
    room = told[0] - wanted
    assert found.details["relative_accuracy"] == pytest.approx((told[1] - wanted) / room)


def test_nothing_is_lost_where_nothing_changed() -> None:
    data = file(weight="w")
    shuffled = ShuffleRecords().apply(data, Context(rng=np.random.default_rng(1))).data
    for model in ("logistic", "tree"):
        found = Classification(column="ill", model=model, most=0).compare(data, shuffled)  # type: ignore[arg-type]
        assert (found.value, found.met) == (0.0, True)
        assert found.details["relative_accuracy"] == 1.0


def test_it_is_tried_on_records_that_it_did_not_see() -> None:
    """A column that tells records apart would be learnt by heart, and teaches nothing."""
    draw = np.random.default_rng(2)
    table = pl.DataFrame({"code": range(400), "ill": draw.choice(["yes", "no"], 400)})
    data = Dataset.of(table.cast({"code": pl.String}), key="code", sensitive="ill")
    found = Classification(column="ill", columns=["code"], model="tree").compare(data, data)
    assert found.details["accuracy_before"] == pytest.approx(0.5, abs=0.1)  # four standard errors


def test_answers_are_tried_on_the_truth() -> None:
    """Every answer of the release is turned round: what is learnt from it is always wrong."""
    table = pl.DataFrame({"age": [20, 60] * 50, "ill": ["no", "yes"] * 50})
    data = file(table.with_columns(town=pl.lit("a")))
    turned = {"no": {"yes": 1.0}, "yes": {"no": 1.0}}
    after = Pram(columns=["ill"], matrix=turned).apply(data, Context()).data
    found = Classification(column="ill").compare(data, after)
    assert (found.details["accuracy_before"], found.details["accuracy_after"]) == (1.0, 0.0)
    assert found.value == 1.0


def test_recoding_blanks_and_local_labels_are_seen() -> None:
    data = file()
    half = Recode(column="age", cuts=[50]).apply(data, Context()).data
    star = Recode(column="age", cuts=[18], labels=["-", "*"]).apply(data, Context()).data
    models = [KAnonymity(k=100)]
    blank = SuppressCells(models=models).apply(data, Context()).data
    parts = Mondrian(models=[KAnonymity(k=5)]).apply(data, Context()).data
    losses = [Classification(column="ill").compare(data, one).value for one in (half, star, blank)]
    assert all(loss > 0 for loss in losses)  # type: ignore[operator]
    assert losses[1] > losses[0]  # type: ignore[operator]
    assert Classification(column="ill").compare(data, parts).value is not None


def test_a_recoded_answer_is_predicted_as_it_is_recoded_by_both() -> None:
    table = people().with_columns(ill=pl.col("ill") + pl.Series(["1", "2"] * (N // 2)))
    data = file(table)
    merge = {"yes1": "yes", "yes2": "yes", "no1": "no", "no2": "no"}
    after = Recode(column="ill", mapping=merge).apply(data, Context()).data
    found = Classification(column="ill").compare(data, after)
    alone = Classification(column="ill").compare(file(), file())
    assert found.value == 0.0
    assert found.details["accuracy_before"] == alone.details["accuracy_before"]


def test_at_the_ends() -> None:
    data = file()
    part = Classification(column="ill", most=0.1)
    whole = part.compare(data, data).details["accuracy_before"]
    for after in (
        data.without_columns(["ill"]),
        data.with_rows(np.empty(0, dtype=np.int64)),
        data.with_frame(data.frame.with_columns(ill=_none())),
    ):
        found = part.compare(data, after)
        assert (found.details["accuracy_after"], found.met) == (0.0, False)
        assert found.value == pytest.approx(whole)
        speaks_both_languages(found)
    bare = part.compare(data, data.without_columns(["age", "town"]))
    assert bare.details["accuracy_after"] == bare.details["base_rate"]
    one = part.compare(data, kept(data, 0))
    assert one.details["accuracy_after"] <= 1
    single = file(people(1))
    assert part.compare(single, single).value == 0.0
    nothing = Classification(column="ill", columns=["ill"]).compare(data, data)
    assert (nothing.value, nothing.met) == (None, None)


def _none() -> Any:
    import narwhals as nw

    return nw.lit(None, dtype=nw.String)


def test_numbers_missing_and_categories_of_any_kind() -> None:
    table = people().with_columns(
        age=pl.when(pl.col("age") % 7 == 0).then(None).otherwise(pl.col("age")).cast(pl.Int8),
        town=pl.col("town").cast(pl.Categorical),
    )
    data = file(table)
    found = Classification(column="ill").compare(data, data)
    assert found.value == 0.0
    assert found.details["records_tried"] == N


@pytest.mark.parametrize("column", ["age", "w"])
def test_values_that_are_no_classes_are_refused(column: str) -> None:
    data = file()
    with pytest.raises(ColumnError, match="no classes"):
        Classification(column=column).compare(data, data)


def test_a_column_that_is_not_there() -> None:
    with pytest.raises(ColumnError):
        Classification(column="nowhere").compare(file(), file())


def test_without_the_library_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sklearn", None)
    with pytest.raises(ExtraError, match=r"discret\[models\]") as error:
        Classification(column="ill").compare(file(), file())
    assert "facultative" in error.value.within("fr")


def test_no_value_is_told() -> None:
    table = people().with_columns(ill=pl.col("ill").replace({"yes": "secret-1", "no": "secret-2"}))
    found = Classification(column="ill").compare(file(table), file(table))
    shows_no("secret-1", found)

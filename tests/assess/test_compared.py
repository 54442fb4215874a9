"""What groups are compared with: the file that is judged, or the one that came."""

from __future__ import annotations

from collections import Counter
from math import inf, log

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret import Context, Dataset
from discret.assess import BetaLikeness, DeltaDisclosure, KAnonymity, LDiversity, TCloseness
from discret.errors import ColumnError
from discret.model import Model, Scope
from discret.reduce import Recode, SuppressRecords
from strategies import examples

Pairs = list[tuple[str, str | None]]
PAIRS = st.lists(
    st.tuples(st.sampled_from("kmn"), st.sampled_from(["a", "b", "c", "d", None])),
    min_size=2,
    max_size=30,
)


def data_of(pairs: Pairs, **more: object) -> Dataset:
    table = pl.DataFrame(pairs, schema={"key": pl.String, "value": pl.String}, orient="row")
    rows = table.with_row_index("row")
    return Dataset.of(rows, key="key", sensitive="value", row="row", **more)


def shares(values: list[str]) -> dict[str, float]:
    return {value: number / len(values) for value, number in Counter(values).items()}


def levels(original: Pairs, released: Pairs) -> tuple[float, float, float, float, float]:
    """Return t (equal, ordered), beta and delta (all, present), from the definitions."""
    before = shares([value for _, value in original if value is not None])
    worst = [0.0] * 5
    for key in {key for key, _ in released}:
        values = [value for own, value in released if own == key and value is not None]
        if not values:
            continue
        own = shares(values)
        every = sorted({*before, *(value for _, value in released if value is not None)})
        gaps = [own.get(value, 0.0) - before.get(value, 0.0) for value in every]
        sums = [sum(gaps[: place + 1]) for place in range(len(gaps))]
        gains = [
            max(share - before[value], 0) / before[value] if value in before else inf
            for value, share in own.items()
        ]
        ratios = [
            abs(log(share / before[value])) if value in before else inf
            for value, share in own.items()
        ]
        found = [
            sum(map(abs, gaps)) / 2,
            sum(map(abs, sums)) / max(len(every) - 1, 1),
            max(gains),
            inf if {*before} - {*own} else max(ratios),
            max(ratios),
        ]
        worst = [max(pair) for pair in zip(worst, found, strict=True)]
    return tuple(worst)  # type: ignore[return-value]


MODELS: list[Model] = [
    TCloseness(reference="original"),
    TCloseness(distance="ordered", reference="original"),
    BetaLikeness(reference="original"),
    DeltaDisclosure(reference="original"),
    DeltaDisclosure(absent="present", reference="original"),
]


@examples(150)
@given(PAIRS, PAIRS)
def test_the_levels_are_those_of_the_definitions(original: Pairs, released: Pairs) -> None:
    if not any(value for _, value in original) or not any(value for _, value in released):
        return
    after = data_of(released, original=data_of(original))
    for model, level in zip(MODELS, levels(original, released), strict=True):
        found = model.assess(after).value
        assert (inf if found is None else found) == pytest.approx(level, abs=1e-12), model


@examples(60)
@given(PAIRS, st.sampled_from(MODELS))
def test_nothing_hangs_on_what_is_dropped(pairs: Pairs, model: Model) -> None:
    data = data_of(pairs)
    if not data.values("value").len():
        return
    asked = model.model_copy(update={model.target: 0.4})
    failing = asked.failing(data.keys)
    if failing.all() or not failing.any():
        return
    method = SuppressRecords(models=[asked], most=1.0)
    change = method.apply(data, Context())
    assert len(change.data) == data.keys.count[~failing].sum()
    assert asked.assess(change.data).met is True


def test_where_nothing_was_done_both_are_the_same() -> None:
    pairs: Pairs = [("k", "a"), ("k", "b"), ("m", "a"), ("m", "a"), ("m", "c")]
    for model in MODELS:
        other = model.model_copy(update={"reference": "release"})
        assert model.assess(data_of(pairs)).value == other.assess(data_of(pairs)).value


def test_the_finding_says_what_it_compares_with() -> None:
    data = data_of([("k", "a"), ("m", "b")])
    finding = TCloseness(t=0.6, reference="original").assess(data)
    assert finding.details["reference"] == "original"
    assert "before anything was dropped" in finding.reads
    assert "celui d’origine" in finding.reads.fr
    assert TCloseness(t=0.6).assess(data).details["reference"] == "release"
    assert TCloseness(reference="original").scope(data.keys) is Scope.GROUP
    assert TCloseness().scope(data.keys) is Scope.FILE


def test_a_column_that_is_new_has_nothing_to_be_compared_with() -> None:
    original = data_of([("k", "a"), ("m", "b")])
    model = TCloseness(t=0.5, reference="original")
    for name, values in (("other", ["a", "b"]), ("value", [1, 2]), ("value", [True, False])):
        table = pl.DataFrame({"row": [0, 1], "key": ["k", "m"], name: values})
        data = Dataset.of(table, key="key", sensitive=name, row="row", original=original)
        with pytest.raises(ColumnError, match="as it came"):
            model.assess(data)


def test_a_key_that_became_another_kind_is_named() -> None:
    data = Dataset.of(
        pl.DataFrame({"key": list("kkmm"), "age": [10, 10, 70, 70]}), key=["key", "age"]
    )
    recoded = Recode(column="age", cuts=[50]).apply(data, Context()).data
    with pytest.raises(ColumnError, match="no column 'age', or one of another kind"):
        TCloseness(t=0.5, column="age", reference="original").assess(recoded)


def test_texts_and_numbers_of_any_width_are_compared() -> None:
    original = data_of([("k", "a"), ("k", "b"), ("m", "a"), ("m", "b")])
    table = original.to_polars().with_columns(pl.col("value").cast(pl.Enum(["b", "a", "c"])))
    data = Dataset.of(table, key="key", sensitive="value", row="row", original=original)
    assert TCloseness(reference="original").assess(data).value == 0


def test_people_are_counted_in_what_groups_are_compared_with() -> None:
    table = pl.DataFrame({"key": list("kkmm"), "value": list("aaab"), "who": ["1", "1", "2", "3"]})
    data = Dataset.of(table, key="key", sensitive="value", individual="who")
    for reference in ("release", "original"):
        assert TCloseness(reference=reference).assess(data).details["largest_distance"] == (
            pytest.approx(1 / 3)
        )


def test_other_models_take_none() -> None:
    for model in (KAnonymity, LDiversity):
        assert "reference" not in model.model_fields

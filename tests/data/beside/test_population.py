"""The population beside a release: who carries what a group shows, and what is refused."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from by_hand import alike
from discret import Context, Dataset, Hierarchy
from discret.assess import DeltaPresence, KAnonymity, KMap
from discret.data.beside.population import Population
from discret.data.beside.register import Register
from discret.data.hierarchies.key_levels import Ladder
from discret.errors import ColumnError, InputError
from discret.reduce import DropIdentifiers, Generalise, Recode, Subsample, SuppressRecords, TopCode
from strategies import KEYS, examples

PEOPLE = pl.DataFrame({
    "age": [20, 21, 22, 30, 31, 40],
    "sex": ["f", "f", "f", "m", "m", "m"],
    "illness": ["flu", "flu", "gout", "flu", "gout", "flu"],
})  # fmt: skip
FILE = PEOPLE[[0, 1, 3]]


def matched(data: Dataset) -> dict[tuple[Any, ...], int]:
    """The number of people of the population for each group."""
    found = Population.beside("test", data.keys).matched.tolist()
    return dict(zip(data.keys.groups.rows(), found, strict=True))


def data_of(population: Any = PEOPLE, frame: Any = FILE, **more: Any) -> Dataset:
    return Dataset.of(frame, key=["sex", "age"], population=population, **more)


# ---------------------------------------------------------------- counting


@st.composite
def drawn(draw: st.DrawFn) -> tuple[pl.DataFrame, pl.DataFrame]:
    """A population, and a part of it with some values blanked."""
    keys = KEYS[: draw(st.integers(1, 3))]
    size = draw(st.integers(1, 12))
    values = st.sampled_from(["x", "y", "z"])
    people = pl.DataFrame(
        {name: draw(st.lists(values, min_size=size, max_size=size)) for name in keys},
        schema=dict.fromkeys(keys, pl.String),
    )
    part = people.head(draw(st.integers(1, size)))
    hidden = st.lists(st.booleans(), min_size=len(part), max_size=len(part))
    blanked = [
        pl.when(pl.Series(draw(hidden))).then(None).otherwise(pl.col(name)).alias(name)
        for name in keys
    ]
    return people, part.with_columns(blanked)


@examples(80)
@given(drawn())
def test_people_are_counted_as_one_would_by_hand(tables) -> None:
    people, part = tables
    data = Dataset.of(part, key=people.columns, population=people)
    for group, number in matched(data).items():
        row = dict(zip(people.columns, group, strict=True))
        others = people.to_dicts()
        assert number == sum(alike(row, other, people.columns, "known") for other in others)


@examples(40)
@given(drawn(), st.integers(1, 3))
def test_a_counted_population_gives_the_same(tables, times) -> None:
    people, part = tables
    counted = people.group_by(people.columns).len("n").with_columns(pl.col("n") * times)
    with_weight = Dataset.of(counted, key=people.columns, weight="n")
    one = Dataset.of(part, key=people.columns, population=pl.concat([people] * times))
    other = Dataset.of(part, key=people.columns, population=with_weight)
    assert matched(one) == matched(other)


@examples(40)
@given(drawn())
def test_a_part_of_the_groups_or_of_the_keys_has_its_own_people(tables) -> None:
    people, part = tables
    keys = Dataset.of(part, key=people.columns, population=people).keys
    whole = Population.beside("test", keys).matched
    keep = (keys.count > 0) & (keys.codes[:, 0] != keys.codes[-1, 0])
    if keep.any():
        assert Population.beside("test", keys.subset(keep)).matched.tolist() == whole[keep].tolist()
    first = people.columns[:1]
    coarser = keys.over(first)[0]
    alone = Dataset.of(part, key=first, population=people).keys
    assert (
        Population.beside("test", coarser).matched.tolist()
        == Population.beside("test", alone).matched.tolist()
    )


def test_rows_are_counted_whatever_the_engine() -> None:
    wanted = {("f", 20): 1, ("f", 21): 1, ("m", 30): 1}
    tables = [PEOPLE, PEOPLE.lazy(), PEOPLE.to_pandas(), PEOPLE.to_arrow()]
    assert [matched(data_of(table)) for table in tables] == [wanted] * 4
    assert matched(data_of(PEOPLE.to_pandas(), FILE.lazy())) == wanted


# ---------------------------------------------------------------- keys that were recoded


def recoded(data: Dataset, **how: Any) -> Dataset:
    return Recode(column="age", **how).apply(data, Context()).data


TYPES = (pl.Int64, pl.Int8, pl.Float64, pl.String, pl.Categorical, pl.Decimal(8, 2))


@pytest.mark.parametrize("kind", TYPES, ids=str)
def test_the_population_is_recoded_as_the_file_was(kind: Any) -> None:
    people = PEOPLE.with_columns(pl.col("age").cast(pl.String).cast(kind))
    data = recoded(data_of(people), cuts=[25, 35])
    assert matched(data) == {("f", "<25"): 3, ("m", "25-34"): 2}


def test_all_recodings_are_repeated_in_their_order() -> None:
    ages = Hierarchy.from_groups({"young": ["20", "21", "22"], "mid": ["30", "31"]})
    data = recoded(data_of(hierarchies={"age": ages}), level=1)
    assert matched(data) == {("f", "young"): 3, ("m", "mid"): 2}
    assert matched(recoded(data, level=1)) == {("f", "*"): 3, ("m", "*"): 3}
    merged = recoded(data, mapping={"young": "all", "mid": "all"})
    assert matched(merged) == {("f", "all"): 3, ("m", "all"): 2}  # who is 40 keeps that age


def test_other_columns_may_be_recoded_without_the_population() -> None:
    data = data_of(PEOPLE.drop("illness"), sensitive="illness")
    data = Recode(column="illness", mapping={"flu": "cold"}).apply(data, Context()).data
    assert matched(data) == {("f", 20): 1, ("f", 21): 1, ("m", 30): 1}


def test_the_population_stays_beside_the_file_through_methods() -> None:
    data = data_of(frame=PEOPLE, identifier="illness")
    for method in (DropIdentifiers(), SuppressRecords(models=[KAnonymity(k=3)], drop=1)):
        data = method.apply(recoded(data, cuts=[25]) if "age" not in data.lineage else data,
                            Context()).data  # fmt: skip
    assert matched(data) == {("f", "<25"): 3, ("m", ">=25"): 3}
    assert set(matched(Subsample(share=0.5).apply(data, Context()).data).values()) == {3}


def test_a_key_that_was_dropped_is_no_longer_asked_for() -> None:
    data = data_of().without_columns(["age"])
    assert matched(data) == {("f",): 3, ("m",): 3}


def test_a_population_with_decimals_where_the_file_has_none_is_not_recoded() -> None:
    data = recoded(data_of(PEOPLE.with_columns(pl.col("age") + 0.5)), cuts=[25])
    with pytest.raises(ColumnError, match=r"column 'age' does not have the type.*Hint: convert"):
        matched(data)


# ---------------------------------------------------------------- values written in two ways


@pytest.mark.parametrize("kind", TYPES, ids=str)
def test_numbers_are_compared_whatever_their_type(kind: Any) -> None:
    people = PEOPLE.with_columns(pl.col("age").cast(pl.String).cast(kind))
    assert matched(data_of(people)) == {("f", 20): 1, ("f", 21): 1, ("m", 30): 1}


def test_large_numbers_are_not_confused() -> None:
    near = [2**53, 2**53 + 1]
    frame = pl.DataFrame({"id": near})
    data = Dataset.of(frame.head(1), key="id", population=frame.cast(pl.UInt64))
    assert matched(data) == {(2**53,): 1}


def test_categories_are_compared_as_text() -> None:
    people = PEOPLE.with_columns(pl.col("sex").cast(pl.Enum(["m", "x", "f"])))
    frame = FILE.with_columns(pl.col("sex").cast(pl.Enum(["f", "m"])))
    assert set(matched(data_of(people, frame)).values()) == {1}
    # Blanks around a text make it another text, in two text columns.
    blank = PEOPLE.with_columns(pl.col("sex") + " ")
    with pytest.raises(InputError, match="does not hold"):
        matched(data_of(blank))


# ---------------------------------------------------------------- what is refused


def test_without_a_population_there_is_a_hint() -> None:
    with pytest.raises(InputError, match=r"needs the population.*Hint: .*population="):
        Population.beside("test", Dataset.of(FILE, key="sex").keys)


def test_a_population_that_lacks_a_key_value_is_refused() -> None:
    people = PEOPLE.with_columns(age=pl.when(pl.col("age") < 22).then(None).otherwise("age"))
    with pytest.raises(InputError, match=r"2 rows of the population lack a key value.*Hint"):
        matched(data_of(people))
    assert matched(data_of(people, FILE).without_columns(["age"])) == {("f",): 3, ("m",): 3}


def test_a_key_value_that_is_not_judged_may_be_missing() -> None:
    people = PEOPLE.with_columns(age=pl.when(pl.col("age") < 22).then(None).otherwise("age"))
    coarser = data_of(people).keys.over(["sex"])[0]
    assert Population.beside("test", coarser).matched.tolist() == [3, 3]


@pytest.mark.parametrize("missing", [PEOPLE.tail(5), PEOPLE.filter(pl.col("sex") == "f")])
def test_a_population_that_does_not_hold_the_file_is_refused(missing: pl.DataFrame) -> None:
    with pytest.raises(InputError, match=r"does not hold the file: for 1 of 3 groups.*Hint"):
        matched(data_of(missing))


def test_a_blank_does_not_hide_that_somebody_is_not_there() -> None:
    # Four women in the file (one without an age), three in the population.
    frame = pl.concat([FILE, pl.DataFrame({"age": [None, None], "sex": ["f", "f"],
                                           "illness": ["flu", "flu"]})],
                      how="vertical_relaxed")  # fmt: skip
    with pytest.raises(InputError, match=r"for 1 of 4 groups"):
        matched(data_of(frame=frame))


def test_keys_changed_otherwise_than_by_recoding_are_seen() -> None:
    changed = TopCode(column="age", top=20).apply(data_of(), Context()).data
    with pytest.raises(InputError, match=r"does not hold.*Hint: .*method other than recoding"):
        matched(changed)
    same = PEOPLE.with_columns(pl.col("age").clip(upper_bound=20))
    assert matched(data_of(same, changed.to_polars())) == {("f", 20): 3, ("m", 20): 3}


def test_people_who_have_several_records_are_counted_once() -> None:
    frame = pl.concat([FILE, FILE]).with_columns(person=pl.Series(["a", "b", "c"] * 2))
    with pytest.raises(InputError, match="does not hold"):
        matched(data_of(frame=frame))
    assert set(matched(data_of(frame=frame, individual="person")).values()) == {1}


@pytest.mark.parametrize(
    ("weights", "told"),
    [
        ([1.5, 1, 1, 1, 1, 1], "some are not whole"),
        ([0.0, 1, 1, 1, 1, 1], "must be above zero; 1"),
        ([-1.0, 1, 1, 1, 1, 1], "must be above zero; 1"),
        ([None, 1, 1, 1, 1, 1], "must be above zero; 1"),
    ],
)
def test_numbers_of_people_are_whole_and_above_zero(weights: list[Any], told: str) -> None:
    counted = PEOPLE.with_columns(pl.Series("n", weights, dtype=pl.Float64))
    people = Dataset.of(counted, key=["sex", "age"], weight="n")
    with pytest.raises(InputError, match=rf"{told}.*Hint"):
        matched(data_of(people))


def test_the_population_is_counted_when_asked_for_and_once(monkeypatch) -> None:
    import discret.data.beside.register as module

    calls = []
    real = module.aligned
    monkeypatch.setattr(module, "aligned", lambda *given: calls.append(1) or real(*given))
    data = data_of()
    KAnonymity(k=2).assess(data)
    assert not calls
    matched(data)
    matched(data)
    assert len(calls) == 1


def test_labels_that_are_listed_have_the_codes_of_those_that_are_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rows = [["a", "x", "*"], ["b", "x", "*"], ["c", "y", "*"], ["d", "z", "*"]]
    levels = {
        "town": Hierarchy.from_dict({"from": "table", "rows": rows}),
        "sex": Hierarchy.from_groups({"all": ["f", "m"]}, top=None),
    }
    people = pl.DataFrame({"town": list("ddcbaabcd"), "sex": list("fmfmfmfmf")})
    for file in (people[[1, 3]], people[[0, 2, 8]], people):
        data = Dataset.of(file, key=["town", "sex"], population=people, hierarchies=levels)
        register = data.keys.around.population
        assert isinstance(register, Register)
        ladders = [Ladder.of(data.keys, name, levels[name]) for name in ("town", "sex")]
        ladders[0] = ladders[0].between("test", 1, None)
        listed = register.climbing(data.keys, ladders).codes
        with monkeypatch.context() as patch:
            patch.setattr(Register, "_as_it_came", lambda *_: False)
            made = register.climbing(data.keys, ladders).codes
        assert [[own.tolist() for own in key] for key in listed] == [
            [own.tolist() for own in key] for key in made
        ]


@pytest.mark.parametrize("reversed_", [False, True])
def test_a_search_refuses_a_population_that_lacks_people_of_the_file(reversed_: bool) -> None:
    file, people = PEOPLE[[0, 0, 3]], PEOPLE.reverse() if reversed_ else PEOPLE
    data = data_of(people, file)
    for model in (KMap(k=2), DeltaPresence(highest=0.9)):
        with pytest.raises(InputError, match="does not hold the file"):
            Generalise(models=[model], drop=0.5).apply(data, Context())

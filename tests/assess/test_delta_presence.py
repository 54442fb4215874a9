"""δ-presence: people counted one by one, bounds where values are blank, and what is refused."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from by_hand import adds_up, alike, rows_of, shows_no, speaks_both_languages
from discret import Context, Dataset, Role
from discret.assess import DeltaPresence
from discret.errors import InputError, ParameterError, TargetError
from discret.reduce import Recode, SuppressRecords
from strategies import KEYS, examples

FEW = examples(50)


@st.composite
def drawn(draw: st.DrawFn, *, blanks: bool, most: int = 12) -> tuple[pl.DataFrame, Dataset]:
    """A population, and a file drawn from it."""
    keys = list(KEYS[: draw(st.integers(1, 2))])
    size = draw(st.integers(1, most))
    values = st.lists(st.sampled_from(["x", "y", "z"]), min_size=size, max_size=size)
    people = pl.DataFrame({name: draw(values) for name in keys})
    part = people.head(draw(st.integers(1, min(size, 4) if blanks else size)))
    if blanks:
        hidden = st.lists(st.booleans(), min_size=len(part), max_size=len(part))
        part = part.with_columns(
            pl.when(pl.Series(draw(hidden))).then(None).otherwise(pl.col(name)).alias(name)
            for name in keys
        )
    return people, Dataset.of(part, key=keys, population=people)


def worlds(people: pl.DataFrame, data: Dataset) -> list[float]:
    """For each person, the share of the ways to give records to people in which they have one."""
    records, persons, keys = rows_of(data), people.to_dicts(), data.columns(Role.KEY)
    seen: Counter[int] = Counter()
    number = 0
    for world in permutations(range(len(persons)), len(records)):
        pairs = zip(records, world, strict=True)
        if all(alike(record, persons[who], keys, "known") for record, who in pairs):
            number += 1
            seen.update(world)
    return [seen[who] / number for who in range(len(persons))]


def town(**ages: int) -> pl.DataFrame:
    return pl.DataFrame({"age": [age for age, number in ages.items() for _ in range(number)]})


def drawn_from(file: pl.DataFrame, people: pl.DataFrame, **more: Any) -> Dataset:
    return Dataset.of(file, key="age", population=people, **more)


# ---------------------------------------------------------------- against the definition


@FEW
@given(drawn(blanks=False), st.floats(0, 1))
def test_presence_is_the_share_of_those_with_the_same_values(tables, highest) -> None:
    people, data = tables
    held, released = Counter(people.rows()), Counter(data.to_polars().rows())
    shares = [released[person] / held[person] for person in people.rows()]
    finding = DeltaPresence(highest=highest).assess(data)
    assert finding.value == pytest.approx(max(shares), rel=1e-12)
    assert finding.details["lowest"] == pytest.approx(min(shares), rel=1e-12)
    assert finding.details["exact"] is True
    assert finding.details["people"] == len(people)
    assert finding.details["people_surely_present"] == sum(share == 1 for share in shares)
    assert finding.details["people_surely_absent"] == sum(share == 0 for share in shares)
    assert finding.met is all(share <= highest * (1 + 1e-12) for share in shares)
    adds_up(finding, data)
    assert finding.per_key["highest"].to_list() == pytest.approx(
        [released[group] / held[group] for group in data.keys.groups.rows()]
    )


@FEW
@given(drawn(blanks=True, most=6))
def test_with_blanks_every_person_is_between_the_bounds(tables) -> None:
    people, data = tables
    chances = worlds(people, data)
    finding = DeltaPresence().assess(data)
    assert finding.value >= max(chances) * (1 - 1e-12)
    assert finding.details["lowest"] <= min(chances) * (1 + 1e-12)
    assert finding.details["exact"] is not data.keys.has_missing
    assert finding.details["people_surely_present"] <= sum(chance > 1 - 1e-9 for chance in chances)
    assert finding.details["people_surely_absent"] == sum(chance == 0 for chance in chances)


@FEW
@given(drawn(blanks=True, most=6), st.floats(0, 1), st.floats(0, 1))
def test_a_file_is_never_called_safe_when_a_person_is_not(tables, one, other) -> None:
    people, data = tables
    low, high = sorted((one, other))
    measure = DeltaPresence(lowest=low, highest=high)
    finding = measure.assess(data)
    if finding.met:
        assert all(low - 1e-9 <= chance <= high + 1e-9 for chance in worlds(people, data))
    adds_up(finding, data)
    assert measure.failing(data.keys).tolist() == finding.per_key["failing"].to_list()


def test_a_person_left_over_by_the_others_is_given_away() -> None:
    # Two of two women of 30 are in the file: the woman of unknown age is the one of 40.
    people = pl.DataFrame({"sex": ["f"] * 3, "age": ["30", "30", "40"]})
    file = pl.DataFrame({"sex": ["f"] * 3, "age": ["30", "30", None]})
    finding = DeltaPresence(highest=0.9).assess(
        Dataset.of(file, key=["sex", "age"], population=people)
    )
    assert (finding.value, finding.met, finding.details["exact"]) == (1.0, False, False)
    assert finding.per_key["failing"].to_list() == [True, True]
    assert finding.details["people_failing"] == 3


def test_a_counted_population_gives_the_same() -> None:
    counted = pl.DataFrame({"age": ["a", "b"], "n": [5, 10]})
    people = Dataset.of(counted, key="age", weight="n")
    finding = DeltaPresence(highest=0.4).assess(drawn_from(town(a=2, b=1), people))
    assert (finding.value, finding.details["lowest"], finding.met) == (0.4, 0.1, True)


def test_recoding_lowers_the_presence() -> None:
    people = pl.DataFrame({"age": [20, 21, 22, 30, 31, 40]})
    data = Dataset.of(people[[0, 3]], key="age", population=people)
    assert DeltaPresence().assess(data).value == 1
    coarser = Recode(column="age", cuts=[25]).apply(data, Context()).data
    finding = DeltaPresence(lowest=0.3, highest=0.4).assess(coarser)
    assert (finding.met, finding.value) == (True, pytest.approx(1 / 3))


def test_several_records_of_one_person_are_one_person() -> None:
    file = pl.DataFrame({"age": ["a"] * 3, "who": ["x"] * 3})
    data = drawn_from(file, town(a=4), individual="who")
    assert DeltaPresence().assess(data).value == 0.25


# ---------------------------------------------------------------- targets


def test_who_can_be_ruled_out_is_below_any_lowest_chance() -> None:
    data = drawn_from(town(a=1), town(a=2, b=3))
    finding = DeltaPresence(lowest=0.1).assess(data)
    assert (finding.met, finding.target) == (False, None)
    assert finding.details["people_failing"] == finding.details["people_surely_absent"] == 3
    assert finding.details["records_failing"] == 1
    assert DeltaPresence(lowest=0).assess(data).met is True
    assert DeltaPresence(highest=0.5).assess(data).target == 0.5


def test_dropping_records_cannot_raise_the_lowest_chance() -> None:
    data = drawn_from(town(a=1, b=1), town(a=10, b=2))
    assert DeltaPresence(lowest=0.2).failing(data.keys).tolist() == [True, False]
    with pytest.raises(TargetError, match="every one of the 2 records"):
        SuppressRecords(models=[DeltaPresence(lowest=0.2)], drop=1).apply(data, Context())


def test_dropping_records_lowers_the_highest_chance() -> None:
    data = drawn_from(town(a=1, b=2), town(a=10, b=2))
    left = SuppressRecords(models=[DeltaPresence(highest=0.5)], drop=1).apply(data, Context()).data
    assert left.to_polars()["age"].to_list() == ["a"]
    assert DeltaPresence(highest=0.5).assess(left).met is True


@pytest.mark.parametrize(("number", "of"), [(1, 3), (2, 3), (7, 10), (3, 49)])
def test_a_chance_equal_to_the_limit_is_allowed(number: int, of: int) -> None:
    data = drawn_from(town(a=number), town(a=of))
    assert DeltaPresence(lowest=number / of, highest=number / of).assess(data).met is True


def test_without_a_target_nothing_is_judged() -> None:
    finding = DeltaPresence().assess(drawn_from(town(a=1), town(a=2, b=3)))
    assert (finding.met, finding.target, finding.details["people_failing"]) == (None, None, 0)
    with pytest.raises(ParameterError, match="a target is needed"):
        DeltaPresence().failing(drawn_from(town(a=1), town(a=2)).keys)
    assert finding.better == "lower"


# ---------------------------------------------------------------- what is refused


def test_without_a_population_there_is_a_hint() -> None:
    data = Dataset.of(town(a=2), key="age")
    with pytest.raises(InputError, match=r"needs the population.*Hint: .*population="):
        DeltaPresence(highest=0.5).assess(data)
    with pytest.raises(InputError, match=r"needs the population"):
        SuppressRecords(models=[DeltaPresence(highest=0.5)], drop=1).apply(data, Context())


def test_a_file_that_the_population_does_not_hold_is_refused() -> None:
    with pytest.raises(InputError, match="does not hold the file: for 1 of 1 groups"):
        DeltaPresence().assess(drawn_from(town(a=3), town(a=2)))


@pytest.mark.parametrize(
    "values",
    [{"lowest": -0.1}, {"highest": 1.1}, {"highest": "x"}, {"lowest": 0.6, "highest": 0.5}],
)
def test_absurd_parameters_are_refused(values: dict[str, Any]) -> None:
    with pytest.raises(ParameterError, match=next(iter(values))):
        DeltaPresence(**values)


def test_data_without_keys_are_refused() -> None:
    with pytest.raises(InputError, match="no column has the role key"):
        DeltaPresence().assess(Dataset.of(town(a=1), population=town(a=1)))


# ---------------------------------------------------------------- words


@pytest.mark.parametrize("values", [{}, {"highest": 0.2}, {"lowest": 0.2, "highest": 0.9}])
def test_sentences_speak_both_languages_and_show_no_value(values: dict[str, Any]) -> None:
    data = drawn_from(town(SECRET1=2, SECRET2=1), town(SECRET1=3, SECRET2=3, SECRET3=1))
    finding = DeltaPresence(**values).assess(data)
    speaks_both_languages(finding)
    shows_no("SECRET", finding)


@pytest.mark.parametrize("highest", [None, 0.1])
def test_bounds_are_called_bounds(highest: float | None) -> None:
    people = town(a=2, b=2)
    for file, told in ((town(a=1), False), (pl.DataFrame({"age": ["a", None]}), True)):
        finding = DeltaPresence(highest=highest).assess(drawn_from(file, people))
        assert ("bounds" in finding.reads) is ("bornes" in finding.reads.fr) is told
        speaks_both_languages(finding)

"""Redundancy: once a link is proved, all that it gives back is told, and what is exact is found."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import polars as pl
import pytest

from discret import Dataset, Finding
from discret.assess import Redundancy


def found(before: Any, after: pl.DataFrame, **roles: Any) -> Finding:
    return Redundancy(most=0.0).assess(Dataset.of(after, original=before, **roles))


def ways(finding: Finding) -> list[tuple[str, tuple[str, ...], str]]:
    return [(r["column"], tuple(r["from"]), r["how"]) for r in finding.details["readings"]]


def without(frame: pl.DataFrame, column: str, hidden: pl.Expr) -> pl.DataFrame:
    return frame.with_columns(pl.when(~hidden).then(pl.col(column)).alias(column))


# -- evidence and effect ---------------------------------------------------------------------

COMMUNES = np.random.default_rng(1).permutation([*(list(range(10)) * 20), *range(10, 30)])


@pytest.mark.parametrize("text", [True, False])
def test_codes_of_communes_of_one_record_are_read_from_their_names(text: bool) -> None:
    name = [f"Ville {chr(65 + c * 11 % 26)}{c}" if text else 1000 + c * 7 % 31 for c in COMMUNES]
    before = pl.DataFrame({"code": [f"c{c * 17 % 31}" for c in COMMUNES], "name": name})
    rare = pl.Series(COMMUNES >= 10)
    finding = found(before, without(before, "code", pl.lit(rare)))
    assert ways(finding) == [("code", ("name",), "values")]
    assert finding.value == 1


@pytest.mark.parametrize("kind", [pl.Int64, pl.String])
@pytest.mark.parametrize("later", [0, 1])
def test_the_oldest_are_read_from_their_year_of_birth(kind: Any, later: int) -> None:
    rng = np.random.default_rng(2)
    age = np.concatenate([rng.integers(20, 60, 400), [91, 95, 99, 103]])
    born = pl.Series(2024 - age - rng.integers(0, later + 1, 404)).cast(kind)
    before = pl.DataFrame({"age": age, "born": born})
    finding = found(before, before.with_columns(pl.col("age").clip(0, 59)))
    assert [
        (reading["column"], reading["from"], reading["cells"])
        for reading in finding.details["readings"]
    ] == [("age", ["born"], 4)]


def test_the_rarest_of_a_skewed_column_are_read() -> None:
    code = np.array([0] * 180 + list(range(1, 21)))
    before = pl.DataFrame({"code": code.astype(str), "name": [f"v{c * 7 % 23}" for c in code]})
    finding = found(before, without(before, "code", pl.col("code") != "0"))
    assert (ways(finding), finding.value) == ([("code", ("name",), "values")], 1)


def test_a_few_records_that_stand_twice_prove_nothing_of_the_others() -> None:
    rng = np.random.default_rng(3)
    once = pl.DataFrame({"pay": rng.normal(size=300), "wealth": rng.normal(size=300)})
    before = pl.concat([once, once[:5]])
    finding = found(before, before.drop("wealth"))
    assert finding.details["cells_read"] <= 10


# -- households ------------------------------------------------------------------------------


def homes(sizes: Any, seed: int, visits: int = 1) -> pl.DataFrame:
    """Households of the sizes given, each member with one record or several."""
    rng = np.random.default_rng(seed)
    size = np.asarray(sizes)
    home = np.repeat(np.arange(len(size)), size)
    times = rng.integers(1, visits + 1, len(home))
    numbers = rng.permutation(len(home)) + 5000
    table = {"home": home * 7 + 1000, "person": numbers, "size": size[home]}
    frame = pl.DataFrame({name: np.repeat(one, times) for name, one in table.items()})
    return frame.with_columns(sex=pl.Series(rng.choice(["f", "m"], frame.height)))


SIZES = {
    "ten": [1, 2, 3, 4, 5] * 2,
    "ten small": [1, 1, 1, 2, 1, 3, 1, 2, 1, 1],
    "nine in ten alone": [1] * 72 + [2] * 4 + [3] * 3 + [5],
    "nearly all alone": [1] * 291 + [2] * 9,
}


@pytest.mark.parametrize("sizes", SIZES.values(), ids=SIZES)
def test_a_size_is_counted_however_few_or_alike_the_households(sizes: list[int]) -> None:
    before = homes(sizes, 1).drop("person")
    finding = found(before, before.with_columns(size=pl.lit("*")), household="home")
    assert (ways(finding), finding.value) == ([("size", ("home",), "size")], 1)


def test_people_are_counted_where_they_are_told_apart() -> None:
    before = homes(np.random.default_rng(4).integers(1, 6, 60), 4, visits=3)
    roles = {"household": "home", "individual": "person"}
    finding = found(before, before.with_columns(size=pl.lit("*")), **roles)
    assert (ways(finding), finding.value) == ([("size", ("home",), "size")], 1)
    nobody = before.drop("person").with_columns(size=pl.lit("*"))
    assert found(Dataset.of(before, **roles), nobody, household="home").value == 0


def test_100_files_of_households_give_no_false_alarm() -> None:
    rng = np.random.default_rng(5)
    for seed in range(100):
        sizes = rng.integers(1, 5, int(rng.integers(4, 30)))
        before = homes(sizes, seed).drop("person", "size")
        rooms = rng.integers(1, 5, len(sizes))[np.repeat(np.arange(len(sizes)), sizes)]
        before = before.with_columns(rooms=pl.Series(rooms), age=pl.Series(rng.random(len(rooms))))
        after = before.drop("rooms").with_columns(home=pl.col("home").rank("dense"))
        assert ways(found(before, after, household="home")) == []


# -- what is exact ---------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("kind", ["exact", "by the day", "text", "difference", "twice"])
def test_twenty_ages_are_read_from_years_of_birth(seed: int, kind: str) -> None:
    rng = np.random.default_rng(seed)
    age = rng.permutation(np.arange(18, 90))[:20]
    born = {
        "exact": 2024 - age,
        "by the day": 2024 - age - rng.integers(0, 2, 20),
        "text": (2024 - age).astype(str),
        "difference": age + rng.integers(0, 2, 20),
        "twice": age * 2,
    }[kind]
    before = pl.DataFrame({"age": age, "born": born, "sex": rng.choice(["f", "m"], 20)})
    finding = found(before, before.with_columns(pl.col("age") // 30))
    assert ways(finding) == [("age", ("born",), "order")]
    assert finding.value == 1


def small_file(rng: np.random.Generator) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Few records of independent columns, of values that may well be the same ones."""
    size = int(rng.integers(3, 40))
    kinds = [
        lambda: rng.permutation(size),
        lambda: rng.integers(0, 2, size),
        lambda: rng.integers(0, 4, size),
        lambda: rng.integers(0, 60, size),
        lambda: rng.permutation(size) // 2,
        lambda: (rng.integers(0, 3, size)).astype(str),
        lambda: rng.random(size) < 0.1,
    ]
    names = [f"c{place}" for place in range(int(rng.integers(3, 6)))]
    before = pl.DataFrame({name: kinds[int(rng.integers(len(kinds)))]() for name in names})
    after = before.drop("c0")
    return before, without(after, "c1", pl.lit(pl.Series(rng.random(size) < 0.3)))


@pytest.mark.slow
def test_200_small_files_of_independent_columns_give_no_false_alarm() -> None:
    rng = np.random.default_rng(8)
    assert [ways(found(*small_file(rng))) for _ in range(200)] == [[]] * 200


# -- what could not be looked for ------------------------------------------------------------


def test_columns_of_too_few_records_are_named() -> None:
    before = pl.DataFrame({"age": [20, 30, 40, 50], "born": [2004, 1994, 1984, 1974], "x": [1] * 4})
    assert found(before, before.drop("age", "x")).details["too_few"] == ["age"]
    wide = pl.DataFrame({"age": np.arange(40), "note": np.random.default_rng(1).permutation(40)})
    assert found(wide, wide.drop("age")).details["too_few"] == []


def digits(columns: int, size: int = 400) -> pl.DataFrame:
    rng = np.random.default_rng(6)
    tens, units = rng.integers(2, 8, size), rng.integers(0, 10, size)
    more = {f"c{place:02d}": rng.choice(["a", "b"], size) for place in range(columns)}
    digits = {"tens": [f"t{t * 5 % 7}" for t in tens], "units": [f"u{u * 7 % 11}" for u in units]}
    return pl.DataFrame({"age": tens * 10 + units, **more, **digits})


@pytest.mark.parametrize("columns", [5, 25, 90])
def test_pairs_are_tried_among_many_columns(columns: int) -> None:
    before = digits(columns)
    finding = found(before, before.with_columns(pl.col("age") // 45))
    assert ways(finding) == [("age", ("tens", "units"), "values")]
    assert finding.details["pairs_untried"] == {}


def test_the_likeliest_pairs_come_first_and_the_others_are_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("discret.assess.redundancy.pairs.TRIED", 20)
    before = digits(25)
    finding = found(before, before.with_columns(pl.col("age") // 45))
    assert ways(finding) == [("age", ("tens", "units"), "values")]
    assert finding.details["pairs_untried"] == {"age": len(list(combinations(range(27), 2))) - 20}


# -- numbers that were drawn anew ------------------------------------------------------------


def numbered(ref: Any, seed: int = 7) -> tuple[Dataset, pl.DataFrame]:
    rng = np.random.default_rng(seed)
    person = np.repeat(rng.permutation(200) + 100, rng.integers(1, 4, 200))
    before = pl.DataFrame({"person": person, "sex": rng.choice(["f", "m"], len(person))})
    before = before.with_columns(ref=ref)
    drawn = before["person"].unique(maintain_order=True)
    new = dict(zip(drawn, rng.permutation(len(drawn)) + 1, strict=True))
    after = before.with_columns(pl.col("person").replace_strict(new))
    return Dataset.of(before, individual="person"), after


@pytest.mark.parametrize(
    "ref", [pl.col("person") + 7, pl.col("person") * 2, -pl.col("person"), pl.col("person") / 3]
)
def test_the_old_number_is_read_from_what_goes_up_with_it(ref: pl.Expr) -> None:
    before, after = numbered(ref)
    finding = found(before, after, individual="person")
    assert [(r["column"], r["from"], r["how"]) for r in finding.details["readings"]] == [
        ("person", ["ref"], "order")
    ]
    assert finding.value is not None
    assert finding.value > 0.99


def test_who_belongs_together_is_no_secret_where_new_numbers_say_so() -> None:
    before, after = numbered(pl.format("{}", pl.col("person").hash(3)))
    finding = found(before, after, individual="person")
    assert (ways(finding), finding.details["cells_hidden"]) == ([], 0)


# -- large files -----------------------------------------------------------------------------


@pytest.mark.parametrize("distinct", [30, 9_000, 20_000])
def test_what_few_records_leave_open_is_found_in_many(distinct: int) -> None:
    """Codes of few and of many records each, read from names; and an unrelated column is not."""
    rng = np.random.default_rng(9)
    code = rng.integers(0, distinct, 40_000)
    before = pl.DataFrame({
        "code": code,
        "name": [f"n{c * 7919 % 20011}" for c in code],
        "note": rng.integers(0, distinct, 40_000),
        "own": rng.random(40_000),
    })  # fmt: skip
    finding = found(before, before.with_columns(pl.col("code") // 7))
    assert (ways(finding), finding.value) == ([("code", ("name",), "values")], 1)

"""Redundancy: what one column gives back of another is found, and nothing else is told."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import date, timedelta
from itertools import combinations
from math import lgamma, log
from typing import Any

import numpy as np
import polars as pl
import pytest

from discret import Dataset, Finding
from discret.assess import Redundancy
from discret.assess.redundancy.readings import CHANCE

RNG = np.random.default_rng(20)
N = 400
AGES = RNG.integers(0, 90, N)
INCOMES = np.round(RNG.lognormal(8, 1, N), 2)


def found(before: Any, after: pl.DataFrame, **roles: Any) -> Finding:
    return Redundancy(most=0.0).assess(Dataset.of(after, original=before, **roles))


def ways(finding: Finding) -> list[tuple[str, tuple[str, ...], str]]:
    return [(r["column"], tuple(r["from"]), r["how"]) for r in finding.details["readings"]]


def blanked(frame: pl.DataFrame, column: str, share: float = 0.2) -> pl.DataFrame:
    chosen = pl.Series(RNG.random(frame.height) < share)
    return frame.with_columns(pl.when(~chosen).then(pl.col(column)).alias(column))


# -- what is found ---------------------------------------------------------------------------


@pytest.mark.parametrize("recoded", ["band", "blank", "gone", "top"])
def test_an_age_is_read_from_the_year_of_birth(recoded: str) -> None:
    before = pl.DataFrame({"age": AGES, "born": 2024 - AGES, "sex": RNG.integers(1, 3, N)})
    after = {
        "band": before.with_columns(pl.col("age") // 10 * 10),
        "blank": blanked(before, "age"),
        "gone": before.drop("age"),
        "top": before.with_columns(pl.col("age").clip(0, 60)),
    }[recoded]
    finding = found(before, after)
    assert ways(finding) == [("age", ("born",), "values")]
    assert finding.value is not None
    assert finding.value > 0.95
    assert finding.met is False


def test_an_age_is_read_from_a_year_of_birth_that_differs_by_the_day_of_the_survey() -> None:
    before = pl.DataFrame({"age": AGES, "born": 2024 - AGES - RNG.integers(0, 2, N)})
    finding = found(before, before.with_columns(pl.col("age") // 10 * 10))
    assert ways(finding) == [("age", ("born",), "order")]
    assert finding.value is not None
    assert finding.value > 0.9


def test_a_commune_is_read_from_its_name() -> None:
    code = RNG.integers(0, 60, N)
    before = pl.DataFrame({"code": code, "name": [f"c{c * 37 % 60}" for c in code]})
    finding = found(before, before.with_columns(code=pl.lit("*")))
    assert ways(finding) == [("code", ("name",), "values")]
    assert finding.value == 1


def test_a_class_is_read_from_the_income_and_an_income_from_the_same_in_francs() -> None:
    classes = np.digitize(INCOMES, [1000, 3000, 6000, 9000])
    before = pl.DataFrame({"income": INCOMES, "class": classes, "francs": INCOMES * 6.55957})
    finding = found(before, before.drop("class", "income"))
    assert ways(finding) == [("income", ("francs",), "order"), ("class", ("francs",), "order")]
    assert finding.value is not None
    assert finding.value > 0.95


def test_a_year_is_read_from_a_date() -> None:
    days = [date(2000, 1, 1) + timedelta(days=int(d)) for d in RNG.permutation(3000)[:N]]
    before = pl.DataFrame({"day": days, "year": [f"y{d.year}" for d in days]})
    finding = found(before, before.with_columns(year=pl.lit("*")))
    assert ways(finding) == [("year", ("day",), "order")]


def test_two_columns_together_give_a_third_back() -> None:
    code = RNG.integers(0, 60, N)
    before = pl.DataFrame({"code": code, "first": code // 6, "last": code % 6})
    assert ways(found(before, before.drop("code"))) == [("code", ("first", "last"), "values")]


def test_what_the_column_still_shows_counts_as_well() -> None:
    code = RNG.integers(0, 60, N)
    before = pl.DataFrame({"code": code, "last": code % 6})
    after = before.with_columns(code=pl.format("{}x", pl.col("code") // 6))
    assert ways(found(before, after)) == [("code", ("last",), "values")]


# -- households ------------------------------------------------------------------------------

SIZES = RNG.integers(1, 8, 120)
HOMES = np.repeat(np.arange(120), SIZES)
HOUSEHOLDS = pl.DataFrame({
    "home": HOMES,
    "size": np.repeat(SIZES, SIZES),
    "region": np.repeat(RNG.integers(0, 5, 120), SIZES),
    "income": np.repeat(np.round(RNG.lognormal(8, 1, 120), 2), SIZES),
    "age": RNG.integers(0, 90, len(HOMES)),
})  # fmt: skip


def test_the_size_is_counted_from_a_household_number_even_a_new_one() -> None:
    after = HOUSEHOLDS.drop("income").with_columns(
        pl.col("size").clip(0, 5), home=pl.Series(RNG.permutation(120)[HOMES])
    )
    finding = found(HOUSEHOLDS.drop("income"), after, household="home")
    assert ways(finding) == [("size", ("home",), "size")]
    assert finding.value == 1


def test_what_a_household_shares_is_read_from_another_member() -> None:
    after = blanked(HOUSEHOLDS, "region").drop("income")
    finding = found(HOUSEHOLDS.drop("income"), after, household="home")
    assert ways(finding) == [("region", ("home",), "members")]
    table = HOUSEHOLDS.with_columns(now=after["region"])
    shown = table.group_by("home").agg(shown=pl.col("now").count())
    blank = table.filter(pl.col("now").is_null()).join(shown, on="home")
    assert finding.value == (blank["shown"] > 0).mean()


def test_a_household_number_that_was_dropped_is_given_back_by_what_only_it_has() -> None:
    original = Dataset.of(HOUSEHOLDS, household="home")
    finding = found(original, HOUSEHOLDS.drop("home"))
    assert ways(finding) == [("home", ("income",), "values")]
    assert finding.value == (HOUSEHOLDS["size"] > 1).mean()


def test_members_of_one_household_prove_nothing_of_other_columns() -> None:
    """An income that each household has alone tells its region to nobody who sees no region."""
    original = Dataset.of(HOUSEHOLDS, household="home")
    finding = found(original, HOUSEHOLDS.drop("home", "region", "size"))
    assert ways(finding) == [("home", ("income",), "values")]


# -- what is not told ------------------------------------------------------------------------


def test_what_was_only_renamed_is_not_hidden() -> None:
    before = pl.DataFrame({"sex": RNG.integers(1, 3, N), "age": AGES})
    after = before.with_columns(pl.col("sex").replace_strict({1: "f", 2: "m"}))
    finding = found(before, after)
    assert (finding.value, finding.details["cells_hidden"]) == (0.0, 0)


@pytest.mark.parametrize("width", [2, 5, 10])
def test_two_columns_made_coarser_alike_give_nothing_back(width: int) -> None:
    before = pl.DataFrame({"age": AGES, "born": 2024 - AGES - RNG.integers(0, 2, N)})
    after = before.with_columns(pl.col("age", "born") // width * width)
    assert found(before, after).value == 0
    assert found(before, after.drop("age")).value == 0


@pytest.mark.parametrize("noise", [0.15, 0.3, 0.6])
def test_an_association_is_no_link(noise: float) -> None:
    other = INCOMES * np.exp(RNG.normal(0, noise, N))
    before = pl.DataFrame({
        "income": INCOMES,
        "other": other,
        "class": np.digitize(other, [1000, 2000, 4000, 8000]),
        "rich": RNG.random(N) < np.where(INCOMES > 5000, 0.9, 0.02),
    })  # fmt: skip
    for column in ("other", "class", "rich"):
        pair = before.select("income", column)
        assert found(pair, pair.drop(column)).value == 0
        assert found(pair, pair.drop("income")).value == 0


def test_a_column_that_differs_for_each_record_proves_nothing() -> None:
    before = pl.DataFrame({"code": RNG.permutation(N), "job": RNG.integers(0, 9, N).astype(str)})
    assert found(before, before.drop("job")).value == 0


def test_a_column_that_is_nearly_constant_is_not_read() -> None:
    rare = RNG.random(4000) < 0.01
    before = pl.DataFrame({"ill": rare, "town": RNG.integers(0, 2000, 4000)})
    assert found(before, before.drop("ill")).value == 0


def random_file(rng: np.random.Generator) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Independent columns of all kinds, some of them blanked, recoded, rounded or dropped."""
    size = int(rng.integers(10, 300))
    columns: dict[str, Any] = {}
    for place in range(int(rng.integers(3, 8))):
        kinds = [
            rng.integers(0, int(rng.integers(2, 40)), size),
            rng.normal(size=size).round(int(rng.integers(0, 6))),
            rng.geometric(0.3, size),
            np.sort(rng.integers(0, 30, size)) if place == 0 else rng.random(size) < 0.05,
            rng.permutation(size),
        ]
        columns[f"c{place}"] = kinds[int(rng.integers(len(kinds)))]
    before = pl.DataFrame(columns)
    after = before.drop("c0")
    chosen = pl.Series(rng.random(size) < 0.3)
    after = after.with_columns(pl.when(~chosen).then("c1").alias("c1"))
    if after.schema["c2"].is_numeric():
        after = after.with_columns((pl.col("c2") / 3).floor())
    return before, after


@pytest.mark.slow
def test_200_files_of_independent_columns_give_no_false_alarm() -> None:
    rng = np.random.default_rng(7)
    files = [random_file(rng) for _ in range(200)]
    findings = [found(before, after) for before, after in files]
    assert all(finding.details["cells_hidden"] for finding in findings)
    assert [ways(finding) for finding in findings if finding.value] == []


# -- the definition, by brute force ----------------------------------------------------------


def by_hand(before: pl.DataFrame, after: pl.DataFrame, column: str, source: list[str]) -> set[int]:
    """The records whose value is given back by values, by the words of the definition."""
    values, keys = before[column].to_list(), after.select(source).rows()
    groups: dict[Any, list[int]] = defaultdict(list)
    for place, key in enumerate(keys):
        if None not in key and values[place] is not None:
            groups[key].append(place)
    counts = Counter(v for v in values if v is not None)
    top = max(counts.values()) / sum(counts.values())
    several = [g for g in groups.values() if len(g) > 1]
    alike = [g for g in several if len({values[i] for i in g}) == 1]
    spoken = sum(map(len, several))
    wrong = spoken - sum(map(len, alike))
    expected = sum(len(g) * top ** (len(g) - 1) for g in several) / max(spoken, 1)
    ways = lgamma(len(several) + 1) - lgamma(len(alike) + 1)
    ways -= lgamma(len(several) - len(alike) + 1)
    chance = sum((len(g) - 1) * log(top) for g in alike) + ways
    tests = {1: 8 * (after.width - 1), 2: (after.width - 1) ** 2}[len(source)]
    limit = log(CHANCE / (3 * tests * before.width))
    held = alike and wrong <= 0.05 * (1 - expected) * spoken and chance < limit
    alone = [g for g in groups.values() if len(g) == 1]
    known = sum(map(len, groups.values()))
    if held:
        return {i for g in (alike + alone if spoken >= 0.1 * known else alike) for i in g}
    paired = len(source) == 1 and one_to_one_by_hand(
        [[values[i] for i in g] for g in groups.values()]
    )
    return {i for g in groups.values() for i in g} if paired and paired < limit else set()


def one_to_one_by_hand(groups: list[list[Any]]) -> float:
    """The logarithm of the chance that each group has a value of its own; 0 where it has not."""
    sizes = Counter(map(len, groups))
    apart = all(len(set(g)) == 1 for g in groups) and len({g[0] for g in groups}) == len(groups)
    number = sum(map(len, groups))
    if not apart or sum(len(g) for g in groups if len(g) > 1) < 0.1 * number:
        return 0.0
    ways = sum(lgamma(len(g) + 1) for g in groups) + sum(lgamma(n + 1) for n in sizes.values())
    return ways - lgamma(number + 1)


@pytest.mark.parametrize("seed", range(40))
def test_links_by_values_are_those_of_the_definition(seed: int) -> None:
    rng = np.random.default_rng(seed)
    size = int(rng.integers(15, 60))
    code = rng.integers(0, int(rng.integers(2, 12)), size)
    noisy = np.where(rng.random(size) < rng.choice([0, 0.02, 0.2]), rng.integers(0, 9, size), code)
    before = pl.DataFrame({
        "code": code.astype(str), "a": noisy, "b": code // 2, "c": code % 2,
        "d": rng.integers(0, 3, size),
    })  # fmt: skip
    blank = pl.Series(rng.random(size) < 0.4)
    after = before.with_columns(pl.when(~blank).then("code").alias("code"))
    if not blank.any():
        return
    others = ["a", "b", "c", "d"]
    read = {(n,): by_hand(before, after, "code", [n]) for n in others}
    left = [n for n in others if not read[(n,)]]
    read |= {(n, m): by_hand(before, after, "code", [n, m]) for n, m in combinations(left, 2)}
    hidden = {i for i in range(size) if blank[i]}
    expected = {names: len(cells & hidden) for names, cells in read.items() if cells & hidden}
    singles = {n for names, cells in read.items() if len(names) == 1 for n in cells & hidden}
    told = {
        tuple(reading["from"]): reading["cells"]
        for reading in found(before, after).details["readings"]
        if reading["how"] == "values"
    }
    by_one = [o for o in found(before, after).details["readings"] if len(o["from"]) == 1]
    if singles >= hidden or any(o["cells"] == len(hidden) for o in by_one):  # no pairs are tried
        expected = {names: cells for names, cells in expected.items() if len(names) == 1}
    by_order = {tuple(o["from"]) for o in found(before, after).details["readings"]} - set(told)
    expected = {n: c for n, c in expected.items() if not set(n) & {m for o in by_order for m in o}}
    assert told == expected


def test_links_are_found_in_the_definition_above_at_all() -> None:
    code = np.arange(60) % 6
    before = pl.DataFrame({"code": code.astype(str), "a": code})
    assert len(by_hand(before, before, "code", ["a"])) == 60


# -- how it is told --------------------------------------------------------------------------


def test_the_value_counts_every_hidden_cell_once() -> None:
    before = pl.DataFrame({
        "age": AGES, "born": 2024 - AGES, "twice": AGES * 2, "x": RNG.integers(0, 9, N).astype(str)
    })  # fmt: skip
    finding = found(before, before.drop("age", "x"))
    assert finding.value == finding.details["cells_read"] / (2 * N)
    assert finding.details["by_column"]["x"] == 0
    assert [r["share"] for r in finding.details["readings"]] == [
        finding.details["by_column"]["age"]
    ] * 2


def test_columns_can_be_named() -> None:
    before = pl.DataFrame({"age": AGES, "born": 2024 - AGES})
    data = Dataset.of(before.with_columns(pl.all() // 10), original=before)
    assert Redundancy(columns=["born"]).assess(data).details["by_column"].keys() == {"born"}


def test_a_table_that_cannot_be_followed_has_no_value() -> None:
    data = Dataset.of(pl.DataFrame({"age": [1, 2]}).lazy(), key="age")
    finding = Redundancy(most=1.0).assess(data)
    assert finding.value is None
    assert not finding.met


def test_records_that_were_dropped_or_moved_are_followed() -> None:
    before = pl.DataFrame({"age": AGES, "born": 2024 - AGES, "row": np.arange(N)})
    after = before.drop("age").filter(pl.col("row") % 3 != 0).reverse()
    data = Dataset.of(after, row="row", original=Dataset.of(before, row="row"))
    finding = Redundancy().assess(data)
    assert ways(finding) == [("age", ("born",), "values")]
    assert finding.details["cells_hidden"] == after.height


def test_the_sentence_names_columns_in_both_languages() -> None:
    before = pl.DataFrame({"age": AGES, "born": 2024 - AGES})
    reads = found(before, before.drop("age")).reads
    assert "age from born" in reads
    assert "age d’après born" in reads.fr


def test_part_of_a_large_file_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("discret.assess.redundancy.readings.ENOUGH", 700)
    age = [20 + place % 31 for place in range(5000)]
    before = pl.DataFrame({"age": age, "born": [2020 - years for years in age]})
    after = before.with_columns(age=pl.lit(None, dtype=pl.Int64)).sample(4000, seed=1)
    kept = before.with_row_index("row")
    rows = after.with_columns(row=pl.Series(range(4000)))
    data = Dataset.of(rows.with_columns(born=before["born"][:4000]), row="row", original=kept)
    finding = Redundancy().assess(data)
    assert finding.details["cells_hidden"] == 667  # every sixth
    assert finding.details["readings"][0]["from"] == ["born"]

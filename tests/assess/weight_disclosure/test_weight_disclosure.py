"""Disclosure by weights: worked examples, the definition by hand, originals, what is refused."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from by_hand import by_record, company, rows_of, shows_no, speaks_both_languages
from discret import Context, Dataset, Role
from discret.assess import KAnonymity, WeightDisclosure
from discret.data.examples import dishes
from discret.errors import ColumnError, InputError, ParameterError, TargetError
from discret.reduce import ShuffleRecords, SuppressRecords
from strategies import RULES, datasets, examples, rules

FEW = examples(50)
few_weights = st.sampled_from([1.0, 2.0, 2.5, 40.0])


@st.composite
def weighted(draw: st.DrawFn) -> Dataset:
    """A dataset with blanks, and a few weights only: records share them."""
    data = draw(datasets(weight=True, least_keys=2))
    frame = data.to_polars()
    weights = draw(st.lists(few_weights, min_size=len(frame), max_size=len(frame)))
    return Dataset.of(
        frame.with_columns(pl.Series("w", weights)), key=data.columns(Role.KEY), weight="w"
    )


def of(weight: list[Any], **columns: list[Any]) -> Dataset:
    return Dataset.of(pl.DataFrame({**columns, "w": weight}), key=list(columns), weight="w")


def apart(data: Dataset, rule: str) -> list[bool]:
    """For each record: alone with its keys and its weight, but not with its keys."""
    rows, keys = rows_of(data), data.columns(Role.KEY)
    without = company(rows, keys, rule)
    return [
        len(others) > 1 and sum(other["w"] == row["w"] for other in others) == 1
        for row, others in zip(rows, without, strict=True)
    ]


def given_away(data: Dataset, key: str) -> list[bool]:
    """For each record: the key is blank, and those with its weight that show it agree."""
    rows = rows_of(data)
    if len({row[key] for row in rows} - {None}) < 2:
        return [False] * len(rows)
    return [
        row[key] is None
        and len({other[key] for other in rows if other["w"] == row["w"]} - {None}) == 1
        for row in rows
    ]


# ---------------------------------------------------------------- worked examples


def test_weights_tell_apart_the_people_of_a_group() -> None:
    # Bergeat (2015), figure 1.1: six people are in pairs by sex and age; no pair shares a weight.
    data = Dataset.of(dishes(), key=["Sexe", "Âge"], weight="Poids")
    finding = WeightDisclosure(most=0.5).assess(data)
    assert (finding.value, finding.met) == (6 / 9, False)
    details = finding.details
    assert (details["told_apart"], details["uniques_with_weight"]) == (6, 9)
    assert details["uniques_without_weight"] == 3
    assert (details["k_without_weight"], details["k_with_weight"]) == (1, 1)
    assert (details["distinct_weights"], details["unique_weights"]) == (8, 7)  # 1 100 twice


def test_weights_that_are_all_the_same_tell_nothing() -> None:
    data = of([3.0] * 4, a=["x", "x", "y", None], b=["u", "v", "u", "v"])
    finding = WeightDisclosure(most=0.0).assess(data)
    assert (finding.value, finding.met) == (0.0, True)
    assert finding.details["readable"] == {"a": 0.0, "b": 0.0}
    assert (finding.details["distinct_weights"], finding.details["unique_weights"]) == (1, 0)


def test_a_weight_that_one_stratum_alone_has_gives_its_blanks_away() -> None:
    data = of([5, 5, 5, 8, 8], a=["x", "x", None, "y", "y"], b=["u"] * 5)
    finding = WeightDisclosure(most=0.0).assess(data)
    assert finding.details["blanks"] == {"a": 1, "b": 0}
    assert finding.details["blanks_given_away"] == {"a": 1, "b": 0}
    assert by_record(finding, data, "exposed") == [0, 0, 1, 0, 0]
    assert (finding.value, finding.met) == (0.2, False)


def test_a_weight_that_two_strata_have_does_not() -> None:
    data = of([5, 5, 5, 8, 8], a=["x", "y", None, "y", "y"], b=["u"] * 5)
    assert WeightDisclosure(missing="wildcard").assess(data).details["blanks_given_away"]["a"] == 0


def test_weights_that_differ_in_their_last_digits_mark_the_same_stratum() -> None:
    data = of([0.3, 0.1 + 0.2, 8, 8], a=["x", None, "y", "y"], b=["u"] * 4)
    finding = WeightDisclosure().assess(data)
    assert finding.details["blanks_given_away"]["a"] == 1
    assert finding.details["distinct_weights"] == 3  # but they do tell records apart


def test_the_share_of_records_whose_stratum_can_be_read() -> None:
    # Weight 5 is the north's alone, 8 is of both; a weight that one record has tells no other.
    data = of([5, 5, 8, 8, 9], a=["x"] * 5, zone=["n", "n", "n", "s", "s"])
    data = Dataset.of(data.to_polars(), key="a", weight="w")
    finding = WeightDisclosure(by=["zone"]).assess(data)
    assert finding.details["readable"] == {"zone": 0.4}
    assert finding.value == 0.2  # nothing of this but the unique weight is in the value


def test_keys_are_looked_at_where_no_column_is_named() -> None:
    data = of([5, 5, 8, 8], a=["x", "x", "y", "y"], b=["u", "v", "u", "v"])
    assert WeightDisclosure().assess(data).details["readable"] == {"a": 1.0, "b": 0.0}


def test_rounded_weights_tell_less() -> None:
    data = of([5.1, 5.2, 4.9, 8.0], a=["x", "x", "x", "x"])
    assert WeightDisclosure().assess(data).details["told_apart"] == 4
    finding = WeightDisclosure(digits=0).assess(data)
    assert (finding.details["told_apart"], finding.details["distinct_weights"]) == (1, 2)
    assert finding.details["k_with_weight"] == 1
    assert by_record(finding, data, "told_apart") == [1, 1, 1, 1]  # one of the group


def test_rounding_to_nothing_is_one_weight() -> None:
    finding = WeightDisclosure(digits=0).assess(of([0.1, 0.2, 0.3], a=["x"] * 3))
    assert (finding.value, finding.details["distinct_weights"]) == (0.0, 1)


# ---------------------------------------------------------------- against the definition


@FEW
@given(weighted(), rules)
def test_records_are_exposed_as_the_definition_says(data, rule) -> None:
    finding = WeightDisclosure(missing=rule).assess(data)
    told = apart(data, rule)
    blanks = {key: given_away(data, key) for key in data.columns(Role.KEY)}
    assert finding.details["told_apart"] == sum(told)
    assert finding.details["blanks_given_away"] == {
        key: sum(blank) for key, blank in blanks.items()
    }
    exposed = [any(each) for each in zip(told, *blanks.values(), strict=True)]
    assert finding.value == sum(exposed) / len(data)
    assert finding.details["records_exposed"] == sum(exposed)
    rows, keys = rows_of(data), data.columns(Role.KEY)
    groups = [tuple(row[name] for name in keys) for row in rows]
    for name, marked in (("told_apart", told), ("exposed", exposed)):
        wanted = [
            sum(mark for other, mark in zip(groups, marked, strict=True) if other == group)
            for group in groups
        ]
        assert by_record(finding, data, name) == wanted


@FEW
@given(weighted(), rules)
def test_the_weight_is_one_more_key(data, rule) -> None:
    details = WeightDisclosure(missing=rule).assess(data).details
    frame = data.to_polars().with_columns(pl.col("w").cast(pl.String).alias("v"))
    more = Dataset.of(frame, key=[*data.columns(Role.KEY), "v"])
    one, other = (KAnonymity(missing=rule).assess(each) for each in (data, more))
    assert details["k_without_weight"] == one.value
    assert details["k_with_weight"] == other.value
    assert details["uniques_without_weight"] == one.details["uniques"]
    assert details["uniques_with_weight"] == other.details["uniques"]


@FEW
@given(weighted(), st.sampled_from(["s", "t", "a", "p"]))
def test_values_are_readable_where_others_of_the_weight_agree(data, name) -> None:
    finding = WeightDisclosure(by=[name]).assess(data)
    rows = rows_of(data)
    several = len({row[name] for row in rows} - {None}) > 1
    read = 0
    for row in rows:
        shown = [o[name] for o in rows if o["w"] == row["w"] and o[name] is not None]
        read += several and row[name] is not None and len(set(shown)) == 1 and len(shown) > 1
    assert finding.details["readable"] == {name: pytest.approx(read / len(rows))}


@FEW
@given(weighted(), rules, st.floats(0, 0.99))
def test_groups_that_fail_are_marked_alike(data, rule, most) -> None:
    part = WeightDisclosure(column="w", most=most, missing=rule)
    finding = part.assess(data)
    assert finding.met is (finding.value <= most)
    bad = finding.per_key["failing"].to_list()
    assert part.failing(data.keys).tolist() == bad
    assert finding.details["groups_failing"] == sum(bad)
    assert finding.details["records_failing"] == (
        0 if finding.met else finding.details["records_exposed"]
    )
    assert bad == [not finding.met and one > 0 for one in finding.per_key["exposed"]]


@FEW
@given(weighted(), st.floats(0, 0.5))
def test_dropping_the_groups_that_fail_meets_the_target(data, most) -> None:
    model = WeightDisclosure(column="w", most=most)
    try:
        after = SuppressRecords(models=[model], drop=1).apply(data, Context()).data
    except TargetError:
        return
    assert model.assess(after).met is True


def test_a_target_that_is_just_met_is_met() -> None:
    data = of([5, 5, 5, 8, 8], a=["x", "x", None, "y", "y"], b=["u"] * 5)
    part = WeightDisclosure(column="w", most=0.2)
    assert (part.assess(data).value, part.assess(data).met) == (0.2, True)
    assert not part.failing(data.keys).any()


def test_another_column_of_weights_may_be_named() -> None:
    frame = pl.DataFrame({"a": ["x", "x"], "w": [1.0, 1.0], "v": [1, 2]})
    data = Dataset.of(frame, key="a", weight="w")
    assert WeightDisclosure().assess(data).value == 0
    assert WeightDisclosure(column="v").assess(data).value == 1
    assert WeightDisclosure(column="v").assess(Dataset.of(frame, key="a")).value == 1


def test_missing_keys_follow_the_rule() -> None:
    data = of([1, 2, 3], a=["x", "x", None])
    told = [WeightDisclosure(missing=rule).assess(data).details["told_apart"] for rule in RULES]
    assert told == [3, 3, 2]  # as a category, the blank record was alone before


# ---------------------------------------------------------------- beside the original


def calibrated(blank: bool = True, **roles: Any) -> Dataset:
    """Bergeat (2015), figure 3.1: three people gone, the weights of the others calibrated.

    The weights are those of raking (and of every method with equal q): within a cell of sex and
    age they keep their ratio to the original ones, 1.32, 1.48 or 5/3.
    """
    before = dishes().with_row_index("n")
    ratio = pl.Series([1.32, 1.32, 0, 1.48, 1.48, 0, 5 / 3, 5 / 3, 0])
    after = before.with_columns((pl.col("Poids") * ratio).alias("Poids")).filter(ratio > 0)
    if blank:
        hidden = pl.when(pl.col("n") == 7).then(None).otherwise(pl.col("Âge"))
        after = after.with_columns(hidden.alias("Âge"))
    return Dataset.of(after, key=["Sexe", "Âge"], weight="Poids", row="n", original=before, **roles)


def test_ratios_to_the_original_weights_give_a_cell_away_that_weights_do_not() -> None:
    data = calibrated()
    finding = WeightDisclosure().assess(data)
    assert data.to_polars()["Poids"].n_unique() == 6
    assert finding.details["blanks_given_away"] == {"Sexe": 0, "Âge": 0}
    original = finding.details["original"]
    assert original["blanks_given_away"] == {"Sexe": 0, "Âge": 1}
    assert (original["ratios"], original["records_compared"]) == (3, 6)
    assert "they give away: 0, by the original;" in finding.reads
    assert finding.reads.endswith(" Beside the original weights: 1.")
    speaks_both_languages(finding)


def test_who_is_gone_shows_in_the_totals() -> None:
    # The three who are gone had 2 000 + 800 + 1 200 of 12 000, and the total is kept.
    original = WeightDisclosure().assess(calibrated()).details["original"]
    assert original["records_gone"] == 3
    assert original["total_ratio"] == pytest.approx(1)


def test_without_a_blank_there_is_none_to_give_away() -> None:
    original = WeightDisclosure().assess(calibrated(blank=False)).details["original"]
    assert original["blanks_given_away"] == {"Sexe": 0, "Âge": 0}


def test_rounded_weights_blur_the_ratios() -> None:
    # 1 833.33 / 1 100 and 3 166.67 / 1 900 are no longer equal.
    original = WeightDisclosure(digits=0).assess(calibrated()).details["original"]
    assert original["blanks_given_away"]["Âge"] == 0


def test_a_column_of_the_original_may_be_read_though_it_is_gone() -> None:
    before = pl.DataFrame({"zone": ["n", "n", "s", "s"], "a": ["x"] * 4, "w": [5, 5, 8, 8]})
    data = Dataset.of(before, key="a", weight="w").without_columns(["zone"])
    assert WeightDisclosure(by=["zone"]).assess(data).details["readable"] == {"zone": 1.0}
    mixed = before.with_columns(pl.Series("w", [5, 8, 5, 8]))
    data = Dataset.of(mixed, key="a", weight="w").without_columns(["zone"])
    assert WeightDisclosure(by=["zone"]).assess(data).details["readable"] == {"zone": 0.0}


def test_records_are_followed_when_they_are_shuffled() -> None:
    data = ShuffleRecords().apply(calibrated(), Context()).data
    assert WeightDisclosure().assess(data) == WeightDisclosure().assess(calibrated())


def test_two_files_that_number_their_records_in_other_types_are_compared() -> None:
    data = calibrated()
    text = data.to_polars().with_columns(pl.col("n").cast(pl.String))
    other = Dataset.of(
        text, key=["Sexe", "Âge"], weight="Poids", row="n", original=data.original.to_polars()
    )
    assert WeightDisclosure().assess(other) == WeightDisclosure().assess(data)


def test_lazy_tables_are_compared_where_they_number_their_records() -> None:
    data = calibrated()
    before = data.original.to_polars().lazy()
    roles: dict[str, Any] = {"key": ["Sexe", "Âge"], "weight": "Poids"}
    lazy = Dataset.of(data.to_polars().lazy(), row="n", original=before, **roles)
    assert WeightDisclosure().assess(lazy) == WeightDisclosure().assess(data)


def test_nothing_is_compared_without_an_original() -> None:
    assert WeightDisclosure().assess(of([1, 2], a=["x", "y"])).details["original"] is None


def test_nothing_is_compared_if_the_original_had_no_such_weights() -> None:
    before = pl.DataFrame({"a": ["x", "y"]})
    after = before.with_columns(pl.Series("w", [1.0, 2.0]))
    data = Dataset.of(after, key="a", weight="w", original=before)
    assert WeightDisclosure().assess(data).details["original"] is None
    words = before.with_columns(pl.Series("w", ["p", "q"]))
    other = Dataset.of(words, key="a")
    data = Dataset.of(after, key="a", weight="w", original=other)
    assert WeightDisclosure().assess(data).details["original"] is None


def test_original_weights_that_are_none_are_left_out() -> None:
    before = pl.DataFrame({"a": ["x", "y", "z"], "w": [0.0, None, 2.0]})
    after = before.with_columns(pl.Series("w", [1.0, 2.0, 4.0]))
    data = Dataset.of(after, key="a", weight="w", original=before)
    original = WeightDisclosure().assess(data).details["original"]
    assert (original["records_compared"], original["ratios"]) == (1, 1)
    empty = before.with_columns(pl.lit(None, pl.Float64).alias("w"))
    data = Dataset.of(after, key="a", weight="w", original=empty)
    original = WeightDisclosure().assess(data).details["original"]
    assert (original["records_compared"], original["ratios"]) == (0, 0)


# ---------------------------------------------------------------- what is refused


def test_data_without_weights_are_refused() -> None:
    data = Dataset.of(pl.DataFrame({"a": ["x"]}), key="a")
    with pytest.raises(InputError, match=r"role weight.*Hint: .*weight="):
        WeightDisclosure().assess(data)


@pytest.mark.parametrize("weight", [0.0, -1.0, None, float("inf")])
def test_bad_weights_are_refused(weight: float | None) -> None:
    data = of([1.0, weight], a=["x", "y"])
    with pytest.raises(InputError, match="1 record has a weight"):
        WeightDisclosure().assess(data)
    with pytest.raises(InputError, match="1 record has a weight"):
        WeightDisclosure(column="w", most=0.1).failing(data.keys)


def test_text_is_no_weight() -> None:
    data = of([1.0], a=["x"])
    with pytest.raises(ColumnError, match=r"numbers are needed, 'a' holds none.*Hint"):
        WeightDisclosure(column="a").assess(data)
    with pytest.raises(ColumnError, match=r"weights are numbers.*Hint"):
        WeightDisclosure(column="a", most=0.1).failing(data.keys)


def test_columns_that_are_not_there_are_refused() -> None:
    with pytest.raises(ColumnError, match="no column 'zone'"):
        WeightDisclosure(by=["zone"]).assess(of([1.0], a=["x"]))
    with pytest.raises(ColumnError, match="no column 'v'"):
        WeightDisclosure(column="v").assess(of([1.0], a=["x"]))
    with pytest.raises(ColumnError, match="no column 'zone'"):
        WeightDisclosure(by=["zone"]).assess(calibrated())


def test_weights_do_not_mark_themselves() -> None:
    with pytest.raises(ParameterError, match="weights always tell themselves"):
        WeightDisclosure(by=["w"]).assess(of([1.0], a=["x"]))


@pytest.mark.parametrize(
    "values", [{"most": -0.1}, {"most": 1}, {"digits": -1}, {"digits": 1.5}, {"by": ["a", "a"]}]
)
def test_absurd_parameters_are_refused(values: dict[str, Any]) -> None:
    with pytest.raises(ParameterError, match=next(iter(values))):
        WeightDisclosure(**values)


@pytest.mark.parametrize("values", [{}, {"column": "w"}])
def test_groups_are_marked_for_a_target(values: dict[str, Any]) -> None:
    with pytest.raises(ParameterError, match="a target is needed"):
        WeightDisclosure(**values).failing(of([1.0], a=["x"]).keys)


def test_groups_are_marked_by_the_declared_weight() -> None:
    keys = of([1.0, 2.0], a=["x", "x"]).keys
    assert WeightDisclosure(most=0.1).failing(keys).tolist() == [True]
    bare = Dataset.of(pl.DataFrame({"a": ["x"]}), key="a").keys
    with pytest.raises(ParameterError, match="needed to mark groups"):
        WeightDisclosure(most=0.1).failing(bare)


def test_one_record_and_keys_that_are_all_missing() -> None:
    assert WeightDisclosure().assess(of([1.0], a=["x"])).value == 0
    frame = pl.DataFrame({"a": [None, None], "w": [1, 2]}, schema={"a": pl.String, "w": pl.Int64})
    finding = WeightDisclosure().assess(Dataset.of(frame, key="a", weight="w"))
    assert (finding.value, finding.details["blanks_given_away"]) == (1.0, {"a": 0})


@pytest.mark.parametrize("most", [None, 0.0, 0.99])
def test_sentences_speak_both_languages_and_show_no_value(most: float | None) -> None:
    data = of([918273645, 918273645, 4], a=["SECRET1", None, "SECRET2"])
    finding = WeightDisclosure(most=most).assess(data)
    speaks_both_languages(finding)
    shows_no("SECRET", finding)
    assert "Blanked values that they give away: 1, " in finding.reads
    for mark in ("SECRET", "918273645", "918,273,645"):
        assert mark not in str(finding.to_dict())
        assert mark not in repr(finding)


# ---------------------------------------------------------------- true of those who were blanked


def test_what_is_read_wrongly_is_not_given_away() -> None:
    before = pl.DataFrame({"u": ["x", "y", "y", "z"], "w": [1, 1, 2, 2]})
    after = before.with_columns(pl.Series("u", ["x", None, "y", "z"]))
    roles: dict[str, Any] = {"key": "u", "weight": "w"}
    finding = WeightDisclosure(most=0.0).assess(Dataset.of(after, original=before, **roles))
    assert finding.details["blanks_given_away"] == {"u": 0}
    assert finding.details["blanks_misread"] == {"u": 1}
    assert finding.details["original"]["blanks_given_away"] == {"u": 0}
    assert finding.details["original_known"] is True
    assert "give away: 0, by the original; 1 other would be read wrongly." in finding.reads
    speaks_both_languages(finding)
    blind = WeightDisclosure(most=0.0).assess(Dataset.of(after, **roles))
    assert (blind.details["original_known"], blind.details["blanks_given_away"]) == (
        False,
        {"u": 1},
    )
    assert "no original to tell whether" in blind.reads


def test_a_recoded_value_is_read_as_the_release_writes_it() -> None:
    before = pl.DataFrame({"age": [31, 31, 52, 60], "w": [1, 1, 2, 2]})
    frame = before.with_columns(pl.Series("age", ["<50", None, ">=50", ">=50"]))
    data = Dataset.of(frame, key="age", weight="w", original=before)
    details = WeightDisclosure().assess(data).details
    assert (details["original_known"], details["blanks_given_away"]) == (True, {"age": 1})


def test_records_that_show_the_same_may_be_read_rightly_or_not() -> None:
    before = pl.DataFrame({"u": ["x", "x", "y", "y", None], "w": [1, 1, 1, 2, 1]})
    after = before.with_columns(pl.Series("u", ["x", None, None, "y", None]))
    data = Dataset.of(after, key="u", weight="w", original=before)
    finding = WeightDisclosure().assess(data)
    assert finding.details["blanks"] == {"u": 2}  # the last was missing before
    assert finding.details["blanks_given_away"] == finding.details["blanks_misread"] == {"u": 1}

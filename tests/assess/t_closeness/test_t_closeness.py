"""t-closeness: worked examples, the definition applied by hand, orders, hierarchies, refusals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from by_hand import adds_up, by_record, company, rows_of, shows_no, speaks_both_languages
from discret import Dataset, Hierarchy, Role
from discret.assess import TCloseness
from discret.data.examples import footballers
from discret.errors import ColumnError, DiscretError, HierarchyError, InputError, ParameterError
from discret.parts import Context
from discret.reduce import Recode, SuppressRecords
from strategies import RULES, datasets, examples, rules

FEW = examples(20)
DISTANCES = ("equal", "ordered", "hierarchical")
DISTANCE = pytest.mark.parametrize("distance", DISTANCES)
CROPS = {"s0": "wheat", "s1": "wheat", "s2": "root", "s3": "root", "t0": "wheat", "t1": "root"}
TREES = {
    "s": Hierarchy.from_parents({one: CROPS[one] for one in ("s0", "s1", "s2", "s3")}),
    "t": Hierarchy.from_parents({one: CROPS[one] for one in ("t0", "t1")}),
}


def spread(values: Sequence[Any]) -> dict[Any, Fraction]:
    """The share of each known value."""
    counts = Counter(value for value in values if value is not None)
    return {value: Fraction(n, sum(counts.values())) for value, n in counts.items()}


def moved(p: Mapping[Any, Fraction], q: Mapping[Any, Fraction], distance: str) -> Fraction:
    """The earth mover's distance of Li et al. (2007), from its closed forms."""
    if not p:
        return Fraction(0)
    gaps = {value: p.get(value, Fraction(0)) - q[value] for value in sorted(q)}
    if distance == "equal":
        return sum(map(abs, gaps.values()), Fraction(0)) / 2
    if distance == "ordered":
        sums = [sum(list(gaps.values())[: n + 1]) for n in range(len(gaps))]
        return sum(map(abs, sums), Fraction(0)) / max(len(gaps) - 1, 1)
    return _in_tree(gaps)


def _in_tree(gaps: Mapping[Any, Fraction]) -> Fraction:
    """Two heights: values in crops, crops under one root."""
    crops: dict[str, list[Fraction]] = {}
    for value, gap in gaps.items():
        crops.setdefault(CROPS[value], []).append(gap)
    within = sum((_least(children) for children in crops.values()), Fraction(0))
    return within / 2 + _least([sum(children) for children in crops.values()])


def _least(extras: Sequence[Fraction]) -> Fraction:
    over = sum((extra for extra in extras if extra > 0), Fraction(0))
    return min(over, over - sum(extras))


def distances(data: Dataset, columns: Sequence[str], rule: str, distance: str) -> list[float]:
    """For each record, the distance of the worst column among those it is counted with."""
    rows = rows_of(data)
    whole = {name: spread([row[name] for row in rows]) for name in columns}
    return [
        float(max(moved(spread([row[n] for row in others]), whole[n], distance) for n in columns))
        for others in company(rows, data.columns(Role.KEY), rule)
    ]


def known(data: Dataset) -> bool:
    """Whether both sensitive columns have a value somewhere."""
    rows = rows_of(data)
    return all(any(row[name] is not None for row in rows) for name in ("s", "t"))


def treed(data: Dataset) -> Dataset:
    return Dataset.of(
        data.to_polars(),
        key=data.columns(Role.KEY),
        sensitive=["s", "t"],
        individual=data.column(Role.INDIVIDUAL),
        hierarchies=TREES,
    )


def of(keys: list[Any], values: Any, **more: Any) -> Dataset:
    frame = pl.DataFrame({"a": keys, "s": values})
    return Dataset.of(frame, key="a", sensitive="s", **more)


def value(data: Dataset, **given: Any) -> Any:
    return TCloseness(**given).assess(data).value


# ---------------------------------------------------------------- worked examples


def test_the_two_players_of_marseille() -> None:
    # Six pays, both of Marseille 500: 500 has share 1/3 in the file; ordered, 5 values:
    # (1 - 2/6 + 1 - 3/6 + 1 - 4/6 + 1 - 5/6) / 4 = 10/24.
    data = Dataset.of(footballers(), key="Club", sensitive="Salaire")
    finding = TCloseness(t=0.5).assess(data)
    assert by_record(finding, data, "level") == pytest.approx([1 / 3] * 4 + [2 / 3] * 2)
    assert (finding.met, finding.details["records_failing"]) == (False, 2)
    assert value(data, distance="ordered") == pytest.approx(10 / 24)


def test_without_a_target_nothing_is_judged() -> None:
    finding = TCloseness().assess(of(["x", "y"], ["1", "2"]))
    assert (finding.value, finding.target, finding.met) == (0.5, None, None)
    assert finding.details["records_failing"] == 0


def test_a_target_of_nought_asks_for_the_same_spread() -> None:
    same = of(["x"] * 3 + ["y"] * 6, ["1", "2", "3"] * 3)
    for distance in ("equal", "ordered"):
        finding = TCloseness(t=0, distance=distance).assess(same)
        assert (finding.value, finding.met) == (0, True)
    assert TCloseness(t=0).assess(of(["x", "y"], ["1", "2"])).met is False


@DISTANCE
def test_the_target_itself_is_allowed(distance: str) -> None:
    data = of(["x", "x", "x", "y", "y", "y"], ["s0", "s0", "s1", "s1", "s2", "s3"])
    data = Dataset.of(data.to_polars(), key="a", sensitive="s", hierarchies={"s": TREES["s"]})
    found = value(data, distance=distance)
    assert TCloseness(t=found, distance=distance).assess(data).met is True
    assert TCloseness(t=found - 1e-9, distance=distance).assess(data).met is False


# ---------------------------------------------------------------- against the definition


@DISTANCE
@FEW
@given(datasets(missing_sensitive=True).filter(known), rules)
def test_groups_are_as_far_as_the_definition_says(distance, data, rule) -> None:
    data = treed(data)
    finding = TCloseness(distance=distance, missing=rule).assess(data)
    wanted = distances(data, ["s", "t"], rule, distance)
    assert by_record(finding, data, "level") == pytest.approx(wanted, abs=1e-13)
    assert finding.value == pytest.approx(max(wanted), abs=1e-13)
    for name in ("s", "t"):
        worst = max(distances(data, [name], rule, distance))
        assert finding.details["by_column"][name] == pytest.approx(worst, abs=1e-13)


@DISTANCE
@FEW
@given(datasets(missing_sensitive=True, individual=None).filter(known), rules, st.floats(0, 1))
def test_counts_agree_and_groups_that_fail_are_marked_alike(distance, data, rule, t) -> None:
    one, data = TCloseness(t=t, distance=distance, missing=rule), treed(data)
    finding = one.assess(data)
    adds_up(finding, data)
    assert one.failing(data.keys).tolist() == finding.per_key["failing"].to_list()
    assert finding.per_key["failing"].to_list() == [
        found > t + 1e-12 for found in finding.per_key["level"]
    ]


@DISTANCE
@FEW
@given(datasets(missing_sensitive=True, least_keys=2).filter(known), rules, st.data())
def test_groups_of_a_part_of_the_file_are_judged_as_that_part_alone(
    distance, data, rule, draw
) -> None:
    # Dropping groups changes the spread of the whole, and the values that there are.
    data = treed(data)
    keep = pl.Series(draw.draw(st.lists(st.booleans(), min_size=len(data.keys), max_size=24)))
    keep = keep.head(len(data.keys))
    if not keep.any():
        return
    one = TCloseness(t=0.2, distance=distance, missing=rule)
    rest = data.with_groups(keep.to_numpy())
    assert one.failing(data.keys.subset(keep.to_numpy())).tolist() == (
        one.failing(rest.keys).tolist()
    )


@DISTANCE
def test_records_are_dropped_until_the_file_is_close(distance: str) -> None:
    keys = ["x"] * 4 + ["y"] * 4 + ["z"] * 2
    values = ["s0", "s1", "s2", "s3"] * 2 + ["s0", "s0"]
    data = of(keys, values, hierarchies={"s": TREES["s"]})
    model = TCloseness(t=0.2, distance=distance)
    after = SuppressRecords(models=[model], drop=1).apply(data, Context()).data
    assert len(after) == 8
    assert model.assess(after).met is True


# ---------------------------------------------------------------- orders


def ordered(values: Any, **more: Any) -> Any:
    """One group holds the first value, the other the rest."""
    data = of(["x"] + ["y"] * (len(values) - 1), values, **more)
    return TCloseness(distance="ordered").assess(data)


def test_numbers_and_dates_are_in_their_order() -> None:
    # 2 is next to 10: as text it would be behind it.
    first = (2 / 3 + 1 / 3) / 2
    assert ordered([2, 10, 30]).value == pytest.approx(first)
    days = [date(2024, 1, 1), date(2024, 1, 2), date(2024, 2, 1)]
    assert ordered(days).value == pytest.approx(first)
    assert ordered([2, 10, 30]).details["order"] == {"s": "values"}


def test_text_is_in_alphabetical_order_and_the_finding_says_so() -> None:
    finding = ordered(["2", "10", "30"])
    assert finding.value == pytest.approx((1 / 3 + 1 / 3) / 2)
    assert finding.details["order"] == {"s": "alphabetical"}
    assert "alphabetical" in finding.reads
    assert "alphabétique" in finding.reads.fr


def test_a_hierarchy_made_from_an_order_gives_it() -> None:
    sizes = Hierarchy.from_order(["S", "M", "L", "XL"], steps=[2])
    finding = ordered(["S", "M", "L"], hierarchies={"s": sizes})
    assert finding.value == pytest.approx((2 / 3 + 1 / 3) / 2)
    assert finding.details["order"] == {"s": "hierarchy"}
    assert "alphabet" not in finding.reads
    assert ordered(["S", "M", "L"]).value == pytest.approx((1 / 3 + 2 / 3) / 2)
    assert ordered(["M", "S", "L"], hierarchies={"s": sizes}).value == pytest.approx(1 / 3)


def test_the_order_of_a_type_is_kept() -> None:
    kind = pl.Enum(["low", "medium", "high"])
    finding = ordered(pl.Series(["low", "medium", "high"], dtype=kind))
    assert finding.value == pytest.approx((2 / 3 + 1 / 3) / 2)
    assert finding.details["order"] == {"s": "values"}
    middle = ordered(pl.Series(["medium", "low", "high"], dtype=kind))
    assert middle.value == pytest.approx(1 / 3)


def test_an_order_that_lacks_a_value_is_refused_discreetly() -> None:
    sizes = Hierarchy.from_order(["S", "M"], steps=[2])
    with pytest.raises(HierarchyError, match="1 of 3 distinct values") as raised:
        ordered(["S", "M", "SECRET"], hierarchies={"s": sizes})
    assert "SECRET" not in str(raised.value)


def test_other_distances_have_no_order() -> None:
    finding = TCloseness().assess(of(["x", "y"], ["1", "2"]))
    assert "order" not in finding.details
    assert "alphabet" not in finding.reads


# ---------------------------------------------------------------- hierarchies


def test_moving_within_a_crop_costs_half_of_leaving_it() -> None:
    near = of(["x", "y"], ["s0", "s1"], hierarchies={"s": TREES["s"]})
    far = of(["x", "y"], ["s0", "s2"], hierarchies={"s": TREES["s"]})
    assert value(near, distance="hierarchical") == 0.25
    assert value(far, distance="hierarchical") == 0.5


def test_a_hierarchy_with_several_tops_gets_a_root() -> None:
    open_top = Hierarchy.from_parents({"s0": "w", "s1": "w", "s2": "r"}, top=None)
    far = of(["x", "y"], ["s0", "s2"], hierarchies={"s": open_top})
    near = of(["x", "y"], ["s0", "s1"], hierarchies={"s": open_top})
    assert value(far, distance="hierarchical") == 0.5
    # The whole hierarchy has two tops, whichever of them the file knows.
    assert value(near, distance="hierarchical") == 0.25


def test_a_hierarchy_with_one_top_gets_no_other() -> None:
    flat = Hierarchy.from_parents({"s0": "*", "s1": "*"}, top=None)
    data = of(["x", "y"], ["s0", "s1"], hierarchies={"s": flat})
    assert value(data, distance="hierarchical") == value(data) == 0.5


def test_a_ruled_hierarchy_serves_as_well() -> None:
    ages = Hierarchy.from_cuts([25, 50], [50])
    data = of(["x", "y", "y"], [17, 30, 60], hierarchies={"s": ages})
    # Heights 1 (interval), 2 (below 50 or not), 3: 17 to 30 costs 2/3, 17 to 60 costs 1.
    assert value(data, distance="hierarchical") == pytest.approx((2 / 3 + 1) / 3)


def test_values_need_not_come_in_the_order_of_the_tree() -> None:
    odd = Hierarchy.from_parents({"a": "x", "b": "y", "c": "x", "d": "y"})
    data = of(["1", "1", "2", "2"], ["a", "c", "b", "d"], hierarchies={"s": odd})
    assert value(data, distance="hierarchical") == 0.5
    mixed = of(["1", "1", "2", "2"], ["a", "b", "c", "d"], hierarchies={"s": odd})
    assert value(mixed, distance="hierarchical") == 0.25


def test_after_a_recoding_what_is_left_of_the_hierarchy_is_used() -> None:
    data = of(["x", "y"], ["s0", "s2"], hierarchies={"s": TREES["s"]})
    coarse = Recode(column="s", level=1).apply(data, Context()).data
    assert value(coarse, distance="hierarchical") == 0.5


def test_a_column_without_hierarchy_is_refused_with_a_hint() -> None:
    data = of(["x", "y"], ["1", "2"])
    measure = TCloseness(t=0.2, distance="hierarchical")
    for deed in (measure.assess, lambda data: measure.failing(data.keys)):
        with pytest.raises(InputError, match=r"'s' has none.*Hint: .*hierarchies="):
            deed(data)


def test_a_hierarchy_that_lacks_a_value_is_refused_discreetly() -> None:
    data = of(["x", "y"], ["s0", "SECRET"], hierarchies={"s": TREES["s"]})
    with pytest.raises(HierarchyError) as raised:
        value(data, distance="hierarchical")
    assert "SECRET" not in str(raised.value)


# ---------------------------------------------------------------- missing values, odd tables


def test_missing_keys_follow_the_rule_but_the_file_is_counted_once() -> None:
    # The file: 1, 1, 2. Known: the blank record is counted with all, at distance 0.
    data = of(["x", "x", None], ["1", "1", "2"])
    found = [by_record(TCloseness(missing=rule).assess(data), data, "level") for rule in RULES]
    assert found == [
        pytest.approx([1 / 3, 1 / 3, 0]),
        pytest.approx([0, 0, 0]),
        pytest.approx([1 / 3, 1 / 3, 2 / 3]),
    ]


def test_missing_sensitive_values_are_no_values() -> None:
    data = of(["x", "x", "y", "z", "z"], ["1", None, "2", None, None])
    finding = TCloseness(t=0.5).assess(data)
    assert by_record(finding, data, "level") == [0.5, 0.5, 0.5, 0, 0]
    assert finding.details["groups_without_value"] == {"s": 1}
    assert finding.met is True


@DISTANCE
def test_a_column_that_is_missing_everywhere_is_refused_with_a_hint(distance: str) -> None:
    data = of(["x", "y"], [None, None], hierarchies={"s": TREES["s"]})
    with pytest.raises(ColumnError, match=r"no record has a known value in 's'.*Hint: "):
        TCloseness(distance=distance).assess(data)


@DISTANCE
def test_one_record_and_one_value_are_like_the_file(distance: str) -> None:
    for keys, values in ((["x"], ["s0"]), (["x", "y"], ["s0", "s0"])):
        data = of(keys, values, hierarchies={"s": TREES["s"]})
        finding = TCloseness(t=0, distance=distance).assess(data)
        assert (finding.value, finding.met) == (0, True)


def test_the_worst_column_counts_unless_one_is_named() -> None:
    frame = pl.DataFrame({"a": ["x", "x", "y", "y"], "s": [1, 2, 1, 2], "t": [1, 1, 2, 2]})
    data = Dataset.of(frame, key="a", sensitive=["s", "t"])
    assert TCloseness().assess(data).details["by_column"] == {"s": 0, "t": 0.5}
    assert value(data) == 0.5
    assert value(data, column="s") == 0


@pytest.mark.parametrize("name", ["level", "count", "failing"])
def test_a_key_may_be_called_as_a_column_of_the_result(name: str) -> None:
    frame = pl.DataFrame({name: ["x", "x", "y"], "s": ["1", "2", "3"]})
    table = TCloseness().assess(Dataset.of(frame, key=name, sensitive="s")).per_key
    assert table is not None
    assert sorted(table[name].to_list()) == ["x", "y"]


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize("t", [-0.1, 1.1, "x", float("nan"), float("inf")])
def test_a_distance_outside_nought_and_one_is_refused(t: object) -> None:
    with pytest.raises(ParameterError, match="t: "):
        TCloseness(t=t)


@pytest.mark.parametrize("given_", [{"distance": "euclid"}, {"missing": "drop"}, {"k": 2}])
def test_unknown_words_are_refused(given_: dict[str, object]) -> None:
    with pytest.raises(ParameterError, match=next(iter(given_))):
        TCloseness(t=0.2, **given_)


REFUSED: dict[str, tuple[Callable[[], Any], str]] = {
    "no sensitive column": (
        lambda: TCloseness().assess(Dataset.of(footballers(), key="Club")),
        r"role sensitive.*Hint: .*sensitive=",
    ),
    "no such column": (lambda: value(of(["x"], ["1"]), column="z"), "no column 'z'"),
    "no key": (
        lambda: value(Dataset.of(footballers(), sensitive="Salaire")),
        "no column has the role key",
    ),
    "no record": (lambda: value(of([], [])), "no records"),
    "no target": (lambda: TCloseness().failing(of(["x"], ["1"]).keys), "t: a target is needed"),
    "no sensitive column among the groups": (
        lambda: TCloseness(t=0.1).failing(Dataset.of(footballers(), key="Club").keys),
        "role sensitive",
    ),
}


@pytest.mark.parametrize(("deed", "said"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_measured_is_refused_with_a_hint(deed: Any, said: str) -> None:
    with pytest.raises(DiscretError, match=said) as raised:
        deed()
    assert raised.value.hint


# ---------------------------------------------------------------- words


@DISTANCE
@pytest.mark.parametrize("t", [None, 0.1, 1.0])
def test_sentences_speak_both_languages_and_show_no_value(distance: str, t: float | None) -> None:
    tree = Hierarchy.from_parents({"SECRET3": "SECRET5", "SECRET4": "SECRET6"})
    data = of(
        ["SECRET1", "SECRET1", "SECRET2"],
        ["SECRET3", "SECRET4", "SECRET3"],
        hierarchies={"s": tree},
    )
    finding = TCloseness(t=t, distance=distance).assess(data)
    speaks_both_languages(finding)
    shows_no("SECRET", finding)
    shows_no("SECRET", TCloseness(t=t).assess(data))


def test_smaller_is_better() -> None:
    assert TCloseness().assess(of(["x"], ["1"])).better == "lower"

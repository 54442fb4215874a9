"""l-diversity: worked examples, the four definitions applied by hand, and what is refused."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import digamma

from by_hand import adds_up, by_record, company, rows_of, shows_no, speaks_both_languages
from discret import Dataset, Role
from discret.assess import KAnonymity, LDiversity
from discret.data.examples import dishes, footballers
from discret.errors import ColumnError, DiscretError, InputError, ParameterError
from discret.parts import Context
from discret.reduce import SuppressRecords
from strategies import RULES, datasets, examples, rules

FEW = examples(40)
KINDS = ("distinct", "entropy", "grassberger", "recursive")
KIND = pytest.mark.parametrize("kind", KINDS)


def measure(kind: str, c: float = 2.0, **values: object) -> LDiversity:
    return LDiversity(kind=kind, **({"c": c} if kind == "recursive" else {}), **values)


def level(values: Sequence[object], kind: str, c: float = 2.0) -> float:
    """The diversity of some values, from the definition; missing ones are no values."""
    counts = sorted(Counter(v for v in values if v is not None).values(), reverse=True)
    if kind == "distinct":
        return len(counts)
    if kind in ("entropy", "grassberger") and not counts:
        return 0
    if kind == "entropy":
        shares = [count / sum(counts) for count in counts]
        return math.exp(-sum(share * math.log(share) for share in shares))
    if kind == "grassberger":
        estimate = g(sum(counts)) - sum(n * g(n) for n in counts) / sum(counts)
        return min(math.exp(estimate), len(counts))
    return sum(counts[0] < Fraction(c) * sum(counts[place:]) for place in range(len(counts)))


def g(number: int) -> float:
    """Grassberger's G, as he writes it."""
    pair = digamma((number + 1) / 2) - digamma(number / 2)
    return float(digamma(number) + (-1) ** number * pair / 2)


def levels(data: Dataset, columns: Sequence[str], rule: str, kind: str) -> list[float]:
    """For each record, the diversity of the poorest column among those it is counted with."""
    return [
        min(level([row[name] for row in others], kind) for name in columns)
        for others in company(rows_of(data), data.columns(Role.KEY), rule)
    ]


def dishes_data(*key: str) -> Dataset:
    return Dataset.of(dishes(), key=key or ["Sexe", "Âge"], sensitive="Plat préféré")


def of(keys: list[object], values: list[object]) -> Dataset:
    return Dataset.of(pl.DataFrame({"a": keys, "s": values}), key="a", sensitive="s")


# ---------------------------------------------------------------- worked examples


def test_the_two_women_over_50_like_the_same_dish() -> None:
    # Bergeat (2015), figure 1.1 and section 1: Ghislaine's dish is known from her group alone.
    finding = LDiversity(l=2).assess(dishes_data())
    assert (finding.value, finding.met) == (1, False)
    assert by_record(finding, dishes_data(), "level") == [2, 2, 1, 1, 1, 1, 2, 2, 1]
    assert finding.details["records_failing"] == finding.details["records_homogeneous"] == 5
    assert finding.details["groups_failing"] == 4


def test_the_two_players_of_marseille_earn_the_same() -> None:
    # Nguyen & Castelluccia (2020), tables 1 and 6: both earn 500.
    data = Dataset.of(footballers(), key="Club", sensitive="Salaire")
    finding = LDiversity(l=2).assess(data)
    assert by_record(finding, data, "level") == [4, 4, 4, 4, 1, 1]
    assert finding.details["records_homogeneous"] == 2


def test_without_a_target_nothing_is_judged() -> None:
    finding = LDiversity().assess(dishes_data())
    assert (finding.value, finding.target, finding.met) == (1, None, None)
    assert finding.details["records_failing"] == 0


# ---------------------------------------------------------------- against the definitions


@KIND
@FEW
@given(datasets(missing_sensitive=True), rules, st.integers(1, 3))
def test_groups_are_as_diverse_as_the_definition_says(kind, data, rule, l) -> None:  # noqa: E741
    finding = measure(kind, l=l, missing=rule).assess(data)
    wanted = levels(data, ["s", "t"], rule, kind)
    assert by_record(finding, data, "level") == pytest.approx(wanted, rel=1e-12)
    assert finding.value == pytest.approx(min(wanted), rel=1e-12)
    for name in ("s", "t"):
        poorest = min(levels(data, [name], rule, kind))
        assert finding.details["by_column"][name] == pytest.approx(poorest, rel=1e-12)


@KIND
@FEW
@given(datasets(missing_sensitive=True, individual=None), rules, st.integers(1, 3))
def test_counts_agree_and_groups_that_fail_are_marked_alike(kind, data, rule, l) -> None:  # noqa: E741
    one = measure(kind, l=l, missing=rule)
    finding = one.assess(data)
    adds_up(finding, data)
    assert one.failing(data.keys).tolist() == finding.per_key["failing"].to_list()
    assert finding.per_key["failing"].to_list() == [
        found < l * (1 - 1e-12) for found in finding.per_key["level"]
    ]


@FEW
@given(datasets(), rules)
def test_l_values_need_l_records(data, rule) -> None:
    # Bergeat (2015), definition 2: a file that is l-diverse is l-anonymous.
    diverse = LDiversity(missing=rule).assess(data)
    anonymous = KAnonymity(missing=rule).assess(data)
    assert diverse.value <= anonymous.value
    pairs = zip(diverse.per_key["level"], anonymous.per_key["size"], strict=True)
    assert all(found <= size for found, size in pairs)


@FEW
@given(datasets(), rules)
def test_entropy_is_never_above_the_number_of_values(data, rule) -> None:
    spread = LDiversity(kind="entropy", missing=rule).assess(data).value
    assert spread <= LDiversity(missing=rule).assess(data).value * (1 + 1e-12)


def test_the_value_is_whole_unless_it_is_an_entropy() -> None:
    assert type(LDiversity(l=2).assess(dishes_data()).value) is int
    assert type(LDiversity(l=2).assess(dishes_data()).target) is int
    assert type(measure("recursive", l=2).assess(dishes_data()).value) is int
    women = measure("entropy", l=2.5).assess(dishes_data("Sexe"))
    assert (type(women.value), women.target) == (float, 2.5)


@pytest.mark.parametrize("number", range(2, 13))
def test_l_equally_frequent_values_are_entropy_l_diverse(number: int) -> None:
    # -sum p log p = log l exactly; rounding must not fail the group.
    data = of(["x"] * number, list(range(number)))
    one = measure("entropy", l=number)
    assert one.assess(data).met is True
    assert not one.failing(data.keys).any()


@pytest.mark.parametrize(("c", "wanted"), [(0.4, 0), (0.5, 1), (1.0, 2), (2.0, 3)])
def test_the_constant_of_recursive_diversity_counts(c: float, wanted: int) -> None:
    # r = (5, 3, 3): 5 < 0.5 * 11; 5 < 1 * 6; 5 < 2 * 3.
    data = of(["x"] * 11, ["u"] * 5 + ["v"] * 3 + ["w"] * 3)
    assert measure("recursive", c=c).assess(data).value == wanted


@FEW
@given(datasets(), rules)
def test_the_estimate_lies_between_one_and_the_number_of_values(data, rule) -> None:
    estimate = LDiversity(kind="grassberger", missing=rule).assess(data).value
    assert 1 - 1e-12 <= estimate <= LDiversity(missing=rule).assess(data).value


def test_a_lone_record_is_one_value_for_the_estimate_too() -> None:
    # Grassberger's own form, with ln N, would give it 3.56: an unsafe file would pass.
    finding = LDiversity(l=1.1, kind="grassberger").assess(of(["x", "y"], ["1", "2"]))
    assert (finding.value, finding.met) == (1, False)


@KIND
def test_records_are_alike_where_their_values_are_whatever_the_kind(kind: str) -> None:
    # (5, 1) is recursively (2, 1)-diverse only, but its two values differ; (3) has one value.
    data = of(["x"] * 6 + ["y"] * 3, ["u"] * 5 + ["v"] + ["u"] * 3)
    finding = measure(kind).assess(data)
    assert finding.details["records_homogeneous"] == 3
    assert "3 of 9 records" in finding.reads
    spread = measure(kind).assess(of(["x"] * 6, ["u"] * 5 + ["v"]))
    assert spread.details["records_homogeneous"] == 0
    assert "Every group" in spread.reads


# ---------------------------------------------------------------- columns and missing values


def test_the_poorest_sensitive_column_counts_unless_one_is_named() -> None:
    frame = pl.DataFrame({"a": ["x"] * 3, "s": ["1", "2", "3"], "t": ["u", "u", "u"]})
    data = Dataset.of(frame, key="a", sensitive=["s", "t"])
    assert LDiversity().assess(data).details["by_column"] == {"s": 3, "t": 1}
    assert LDiversity().assess(data).value == 1
    assert LDiversity(column="s").assess(data).value == 3


def test_a_column_that_was_not_declared_sensitive_may_be_named() -> None:
    data = Dataset.of(dishes(), key="Sexe")
    assert LDiversity(column="Plat préféré", l=4).assess(data).met is True


@KIND
def test_missing_sensitive_values_are_no_values(kind: str) -> None:
    data = of(["x", "x", "x", "y"], ["1", "1", None, None])
    finding = measure(kind, l=1).assess(data)
    assert by_record(finding, data, "level") == [1, 1, 1, 0]
    assert (finding.value, finding.met) == (0, False)


@KIND
def test_a_sensitive_column_that_is_missing_everywhere_has_no_diversity(kind: str) -> None:
    finding = measure(kind, l=1).assess(of(["x", "y"], [None, None]))
    assert (finding.value, finding.met, finding.details["records_failing"]) == (0, False, 2)


def test_missing_keys_follow_the_rule() -> None:
    data = of(["x", "x", None], ["1", "1", "2"])
    found = [by_record(LDiversity(missing=rule).assess(data), data, "level") for rule in RULES]
    assert found == [[1, 1, 2], [2, 2, 2], [1, 1, 1]]


@KIND
def test_one_record_has_one_value(kind: str) -> None:
    finding = measure(kind, l=2).assess(of(["x"], ["1"]))
    assert (finding.value, finding.met) == (1, False)


def test_a_key_that_is_missing_everywhere_is_one_group() -> None:
    assert LDiversity().assess(of([None, None], ["1", "2"])).value == 2


@pytest.mark.parametrize("name", ["level", "count", "failing"])
def test_a_key_may_be_called_as_a_column_of_the_result(name: str) -> None:
    frame = pl.DataFrame({name: ["x", "x", "y"], "s": ["1", "2", "3"]})
    table = LDiversity().assess(Dataset.of(frame, key=name, sensitive="s")).per_key
    assert table is not None
    assert sorted(table[name].cast(pl.String).to_list()) == ["x", "y"]


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize("l", [0, -2, 0.99, "x", float("nan"), [2]])
def test_an_l_below_one_is_refused(l: object) -> None:  # noqa: E741
    with pytest.raises(ParameterError) as raised:
        LDiversity(l=l)
    assert all(fault.startswith(("l:", "l.")) for fault in raised.value.faults)


def test_an_infinite_l_is_refused() -> None:
    with pytest.raises(ParameterError, match="l: "):
        LDiversity(l=float("inf"))


@pytest.mark.parametrize("kind", ["distinct", "recursive"])
def test_a_fraction_of_a_value_is_refused_unless_entropy_is_meant(kind: str) -> None:
    with pytest.raises(ParameterError, match="l: a whole number is needed"):
        measure(kind, l=2.5)
    assert measure("entropy", l=2.5).l == measure("grassberger", l=2.5).l == 2.5


def test_an_absurd_l_is_allowed_and_not_met() -> None:
    finding = LDiversity(l=10**9).assess(dishes_data())
    assert (finding.met, finding.details["records_failing"]) == (False, 9)


@pytest.mark.parametrize("values", [{"kind": "recursive"}, {"c": 2.0}, {"kind": "entropy", "c": 2}])
def test_c_belongs_to_the_recursive_kind_alone(values: dict[str, object]) -> None:
    with pytest.raises(ParameterError, match="c: the recursive kind needs it"):
        LDiversity(l=2, **values)


@pytest.mark.parametrize("c", [0, -1, "x", float("nan")])
def test_a_constant_that_is_not_above_zero_is_refused(c: object) -> None:
    with pytest.raises(ParameterError, match="c: "):
        LDiversity(l=2, kind="recursive", c=c)


@pytest.mark.parametrize("values", [{"kind": "probabilistic"}, {"missing": "drop"}, {"k": 2}])
def test_unknown_words_are_refused(values: dict[str, object]) -> None:
    with pytest.raises(ParameterError, match=next(iter(values))):
        LDiversity(l=2, **values)


def test_data_without_a_sensitive_column_are_refused_with_a_hint() -> None:
    data = Dataset.of(dishes(), key="Sexe")
    with pytest.raises(InputError, match=r"role sensitive.*Hint: .*sensitive="):
        LDiversity(l=2).assess(data)


def test_an_unknown_column_is_refused() -> None:
    with pytest.raises(ColumnError, match="no column 'Plat'"):
        LDiversity(l=2, column="Plat").assess(dishes_data())


@pytest.mark.parametrize("column", [None, "Plat"])
def test_groups_are_not_judged_on_a_column_that_is_not_there(column: str | None) -> None:
    # A plan that drops records by l-diversity asks for the groups that fail, not for a finding.
    data = Dataset.of(dishes(), key="Sexe")
    with pytest.raises(InputError):
        SuppressRecords(models=[LDiversity(l=2, column=column)], drop=1).apply(data, Context())


def test_data_without_keys_or_records_are_refused() -> None:
    with pytest.raises(InputError, match="no column has the role key"):
        LDiversity().assess(Dataset.of(dishes(), sensitive="Plat préféré"))
    with pytest.raises(InputError, match="no records"):
        LDiversity().assess(Dataset.of(dishes().clear(), key="Sexe", sensitive="Plat préféré"))


def test_a_verdict_on_groups_needs_a_target() -> None:
    with pytest.raises(ParameterError, match="l: a target is needed"):
        LDiversity().failing(dishes_data().keys)


# ---------------------------------------------------------------- words


@KIND
@pytest.mark.parametrize("l", [None, 1, 3])
def test_sentences_speak_both_languages_and_show_no_value(kind: str, l: int | None) -> None:  # noqa: E741
    data = of(["SECRET1", "SECRET1", "SECRET2"], ["SECRET3", "SECRET4", "SECRET3"])
    finding = measure(kind, l=l).assess(data)
    speaks_both_languages(finding)
    shows_no("SECRET", finding)


def test_errors_show_no_value() -> None:
    data = of(["SECRET1"], ["SECRET2"])
    with pytest.raises(DiscretError) as raised:
        LDiversity(column="t").assess(data)
    assert "SECRET" not in str(raised.value)


def test_larger_is_better() -> None:
    assert LDiversity().assess(dishes_data()).better == "higher"


@pytest.mark.parametrize("l", [None, 2])
def test_groups_whose_values_are_all_missing_are_explained(l: int | None) -> None:  # noqa: E741
    ages = ["child"] * 3 + ["adult"] * 4
    wages = [None, None, None, 1000, 2000, 1000, 3000]
    data = Dataset.of(pl.DataFrame({"age": ages, "wage": wages}), key="age", sensitive="wage")
    finding = LDiversity(l=l).assess(data)
    assert finding.value == 0
    assert (
        "3 of them are in groups where every sensitive value is missing (level 0)" in finding.reads
    )
    assert "3 d’entre eux" in finding.reads.fr
    told = data.to_polars().with_columns(pl.col("wage").cast(pl.String).fill_null("none"))
    filled = LDiversity(l=l).assess(Dataset.of(told, key="age", sensitive="wage"))
    assert (filled.value, "missing" in filled.reads) == (1, False)

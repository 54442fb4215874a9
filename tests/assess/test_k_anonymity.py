"""k-anonymity: worked examples, counting pairs of records one by one, and what is refused."""

from __future__ import annotations

from datetime import date
from itertools import combinations as subsets

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from by_hand import adds_up, by_record, rows_of, shows_no, sizes, speaks_both_languages
from discret import Dataset, Role
from discret.assess import KAnonymity
from discret.assess.k_anonymity import size_classes
from discret.data.examples import dishes, parcels
from discret.errors import ColumnError, DiscretError, InputError, ParameterError
from strategies import RULES, datasets, examples, rules

FEW = examples(40)
RULE = pytest.mark.parametrize("rule", RULES)


def dishes_data() -> Dataset:
    return Dataset.of(dishes(), key=["Sexe", "Âge"], sensitive="Plat préféré")


def of(**columns: list[object]) -> Dataset:
    """Every column is a key."""
    return Dataset.of(pl.DataFrame(columns), key=list(columns))


def person(data: Dataset) -> str | None:
    return data.column(Role.INDIVIDUAL)


# ---------------------------------------------------------------- worked examples


def test_three_of_nine_people_are_alone_in_figure_1_1() -> None:
    # Bergeat (2015), figure 1.1: rows 3, 6 and 9 are alone with their (Sexe, Âge).
    finding = KAnonymity(k=2).assess(dishes_data())
    assert (finding.value, finding.target, finding.met) == (1, 2, False)
    assert by_record(finding, dishes_data(), "size") == [2, 2, 1, 2, 2, 1, 2, 2, 1]
    assert by_record(finding, dishes_data(), "failing") == [n in {2, 5, 8} for n in range(9)]
    assert finding.details["records_failing"] == finding.details["uniques"] == 3
    assert finding.details["pairs"] == 6
    assert finding.details["groups"] == 6


def test_k_records_of_one_person_protect_nobody() -> None:
    # Croce et al., table 1: five groups of fields; two fields of « ble tendre, biologique » belong
    # to two farmers, and the only field of « betterave, biologique » to one.
    data = Dataset.of(parcels(), key=["culture", "conduite"], individual="exploitant")
    assert KAnonymity().assess(data).value == 1
    twice = of(zone=["n", "n", "s", "s"])
    assert KAnonymity(k=2).assess(twice).met is True
    frame = pl.DataFrame({"zone": ["n", "n", "s", "s"], "who": ["x", "x", "x", "y"]})
    people = Dataset.of(frame, key="zone", individual="who")
    finding = KAnonymity(k=2).assess(people)
    assert (finding.value, finding.met, finding.details["records_failing"]) == (1, False, 2)


def test_without_a_target_nothing_is_judged() -> None:
    finding = KAnonymity().assess(dishes_data())
    assert (finding.value, finding.target, finding.met) == (1, None, None)
    assert finding.details["records_failing"] == finding.details["groups_failing"] == 0


def test_blank_records_make_any_file_anonymous_under_wildcard_only() -> None:
    # seed_discrepancies.json, D28: k - 1 blank records are enough.
    data = of(a=["x", "y", "z", None, None], b=["1", "2", "3", None, None])
    assert KAnonymity(k=3, missing="wildcard").assess(data).met is True
    assert KAnonymity(k=2, missing="known").assess(data).value == 1
    assert KAnonymity().assess(data).details["by_rule"] == {
        "known": 1,
        "wildcard": 3,
        "category": 1,
    }


def test_missing_means_known_unless_told() -> None:
    data = of(a=["x", "x", None])
    assert KAnonymity().assess(data).details["rule"] == "known"
    assert KAnonymity().assess(data).value == 2


# ---------------------------------------------------------------- against the definition


@FEW
@given(datasets(individual=None), rules, st.integers(2, 5))
def test_groups_are_as_large_as_the_definition_says(data, rule, k) -> None:
    finding = KAnonymity(k=k, missing=rule).assess(data)
    wanted = sizes(rows_of(data), data.columns(Role.KEY), rule, person(data))
    assert by_record(finding, data, "size") == wanted
    assert finding.value == min(wanted)
    assert finding.met is (min(wanted) >= k)
    assert finding.details["records_failing"] == sum(size < k for size in wanted)
    assert finding.details["uniques"] == wanted.count(1)
    assert finding.details["pairs"] == wanted.count(2)
    assert sum(finding.details["group_sizes"].values()) == len(wanted)


@FEW
@given(datasets(individual=None))
def test_the_level_under_every_rule_is_told(data) -> None:
    keys, rows = data.columns(Role.KEY), rows_of(data)
    wanted = {rule: min(sizes(rows, keys, rule, person(data))) for rule in RULES}
    assert KAnonymity().assess(data).details["by_rule"] == wanted


@FEW
@given(datasets(individual=None), rules, st.integers(2, 4))
def test_counts_agree_and_groups_that_fail_are_marked_alike(data, rule, k) -> None:
    measure = KAnonymity(k=k, missing=rule)
    finding = measure.assess(data)
    adds_up(finding, data)
    assert measure.failing(data.keys).tolist() == finding.per_key["failing"].to_list()


@FEW
@given(datasets(individual=None), rules)
def test_wildcard_counts_most_and_fewer_keys_never_count_less(data, rule) -> None:
    keys = data.columns(Role.KEY)
    assert KAnonymity(missing="wildcard").assess(data).value >= KAnonymity().assess(data).value
    fewer = KAnonymity(missing=rule, combinations=[keys[:1]]).assess(data)
    assert fewer.value >= KAnonymity(missing=rule).assess(data).value


# ---------------------------------------------------------------- combinations of keys


@FEW
@given(datasets(individual=None, least_keys=2), rules, st.integers(1, 2))
def test_a_number_of_keys_judges_all_subsets(data, rule, m) -> None:
    finding = KAnonymity(k=2, missing=rule, combinations=m).assess(data)
    chosen = list(subsets(data.columns(Role.KEY), m))
    every = [sizes(rows_of(data), columns, rule, person(data)) for columns in chosen]
    smallest = [min(found) for found in zip(*every, strict=True)]
    assert by_record(finding, data, "size") == smallest
    assert finding.value == min(smallest)
    assert finding.met is (min(smallest) >= 2)
    assert finding.details["combinations"] == [
        {
            "columns": list(columns),
            "k": 2,
            "value": min(found),
            "records_failing": sum(size < 2 for size in found),
        }
        for columns, found in zip(chosen, every, strict=True)
    ]
    adds_up(finding, data)


@FEW
@given(datasets(individual=None, least_keys=2), rules, st.integers(2, 4), st.integers(2, 4))
def test_each_combination_has_its_own_threshold(data, rule, one, two) -> None:
    measure = KAnonymity(missing=rule, combinations={("a",): one, ("b", "a"): two})
    finding = measure.assess(data)
    alone = sizes(rows_of(data), ["a"], rule, person(data))
    both = sizes(rows_of(data), ["b", "a"], rule, person(data))
    wanted = [x < one or y < two for x, y in zip(alone, both, strict=True)]
    assert by_record(finding, data, "failing") == wanted
    assert finding.met is (not any(wanted))
    assert measure.failing(data.keys).tolist() == finding.per_key["failing"].to_list()
    adds_up(finding, data)


@pytest.mark.parametrize(
    "combinations",
    [
        {("Sexe",): None, ("Sexe", "Âge"): 3},
        [{"columns": ["Sexe"]}, {"columns": ["Sexe", "Âge"], "k": 3}],
        ({"columns": ("Sexe",)}, {"columns": ("Sexe", "Âge"), "k": 3}),
    ],
)
def test_combinations_are_written_in_several_ways(combinations: object) -> None:
    measure = KAnonymity(k=5, combinations=combinations)
    judged = [
        (combination["columns"], combination["k"])
        for combination in details(measure)["combinations"]
    ]
    assert judged == [(["Sexe"], 5), (["Sexe", "Âge"], 3)]


@pytest.mark.parametrize(
    "combinations", [["Sexe", "Âge"], [["Sexe"], ("Âge",)], 1, {"Sexe": 2, "Âge": 2}]
)
def test_single_keys_are_combinations_too(combinations: object) -> None:
    judged = details(KAnonymity(k=2, combinations=combinations))["combinations"]
    assert [(one["columns"], one["k"], one["value"]) for one in judged] == [
        (["Sexe"], 2, 4),
        (["Âge"], 2, 3),
    ]


def details(measure: KAnonymity) -> dict[str, object]:
    return dict(measure.assess(dishes_data()).details)


def test_combinations_with_thresholds_need_no_k() -> None:
    finding = KAnonymity(combinations={("Sexe",): 5, ("Âge",): 3}).assess(dishes_data())
    assert finding.met is False
    assert finding.details["records_failing"] == 4  # the four men
    assert KAnonymity(combinations={"Sexe": 4, "Âge": 3}).assess(dishes_data()).met is True


def test_a_plan_reads_back_what_it_wrote() -> None:
    measure = KAnonymity(combinations={("Sexe", "Âge"): 3}, missing="category")
    assert KAnonymity(**measure.parameters()) == measure


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize("k", [0, 1, -3, "x", 2.5, float("nan"), float("inf"), [2], True])
def test_a_k_that_is_no_number_above_one_is_refused(k: object) -> None:
    with pytest.raises(ParameterError) as raised:
        KAnonymity(k=k)
    assert [fault for fault in raised.value.faults if fault.startswith("k: ")]


def test_an_absurd_k_is_allowed_and_not_met() -> None:
    finding = KAnonymity(k=10**9).assess(dishes_data())
    assert (finding.value, finding.met, finding.details["records_failing"]) == (1, False, 9)


def test_an_unknown_rule_is_refused() -> None:
    with pytest.raises(ParameterError, match=r"missing: .*'known', 'wildcard' or 'category'"):
        KAnonymity(k=2, missing="ignore")


def test_an_unknown_parameter_is_refused() -> None:
    with pytest.raises(ParameterError, match="kk"):
        KAnonymity(kk=2)


@pytest.mark.parametrize(
    "combinations",
    [0, -1, 1.5, "Sexe", [[]], [{"columns": ["Sexe"], "k": 1}], {("Sexe",): 0}, [{"k": 3}], [5]],
)
def test_faulty_combinations_are_refused(combinations: object) -> None:
    with pytest.raises(ParameterError, match="combinations"):
        KAnonymity(k=2, combinations=combinations)


@pytest.mark.parametrize("combinations", [[], {}, ()])
def test_no_combination_at_all_is_refused(combinations: object) -> None:
    with pytest.raises(ParameterError, match="combinations"):
        KAnonymity(k=2, combinations=combinations).assess(dishes_data())


@pytest.mark.parametrize("name", ["Taille", "Plat préféré"])
def test_combinations_of_columns_that_are_no_keys_are_refused(name: str) -> None:
    with pytest.raises(ColumnError, match=name):
        KAnonymity(k=2, combinations=[["Sexe", name]]).assess(dishes_data())


def test_more_keys_than_there_are_cannot_be_crossed() -> None:
    with pytest.raises(ParameterError, match="3 keys wanted, there are 2"):
        KAnonymity(k=2, combinations=3).assess(dishes_data())
    assert KAnonymity(k=2, combinations=2).assess(dishes_data()).value == 1


def test_a_verdict_on_groups_needs_a_threshold() -> None:
    with pytest.raises(ParameterError, match="k: a target is needed"):
        KAnonymity().failing(dishes_data().keys)
    with pytest.raises(ParameterError, match="k: a target is needed"):
        KAnonymity(combinations={("Sexe",): None}).failing(dishes_data().keys)


def test_no_group_fails_where_nothing_is_judged() -> None:
    # One combination has a threshold, the other has none: only the first is judged.
    finding = KAnonymity(combinations={("Sexe",): 5, ("Âge",): None}).assess(dishes_data())
    assert finding.met is False or finding.details["records_failing"] == 0


def test_data_without_keys_are_refused_with_a_hint() -> None:
    with pytest.raises(InputError, match=r"no column has the role key.*Hint: .*key="):
        KAnonymity(k=2).assess(Dataset.of(dishes()))


def test_an_empty_table_is_refused_with_a_hint() -> None:
    with pytest.raises(InputError, match=r"no records.*Hint:"):
        KAnonymity(k=2).assess(Dataset.of(dishes().clear(), key=["Sexe"]))


# ---------------------------------------------------------------- odd data


@RULE
def test_one_record_is_alone(rule: str) -> None:
    finding = KAnonymity(k=2, missing=rule).assess(of(a=["x"], b=[None]))
    assert (finding.value, finding.met, finding.details["records"]) == (1, False, 1)


@RULE
def test_a_key_that_is_missing_everywhere_changes_nothing(rule: str) -> None:
    with_blank = of(a=["x", "x", "y"], b=[None, None, None])
    finding = KAnonymity(missing=rule).assess(with_blank)
    assert by_record(finding, with_blank, "size") == [2, 2, 1]


@RULE
def test_a_file_whose_keys_are_all_missing_is_one_group(rule: str) -> None:
    assert KAnonymity(missing=rule).assess(of(a=[None, None], b=[None, None])).value == 2


@pytest.mark.parametrize(
    "values",
    [
        [7, 7, 9, None],
        [1.5, 1.5, 0.0, float("nan")],
        [True, True, False, None],
        [date(2020, 1, 1), date(2020, 1, 1), date(2021, 1, 1), None],
        ["b", "b", "a", None],
    ],
)
def test_keys_may_be_of_any_kind(values: list[object]) -> None:
    data = of(a=values)
    found = [by_record(KAnonymity(missing=rule).assess(data), data, "size") for rule in RULES]
    assert found == [[2, 2, 1, 4], [3, 3, 2, 4], [2, 2, 1, 1]]


def test_keys_may_be_categories_with_an_order_of_their_own() -> None:
    values = ["z", "a", "z", None]
    for kind in (pl.Categorical, pl.Enum(["z", "a"])):
        data = Dataset.of(pl.DataFrame({"a": pl.Series(values, dtype=kind)}), key="a")
        assert by_record(KAnonymity().assess(data), data, "size") == [2, 1, 2, 4]


@pytest.mark.parametrize("name", ["size", "count", "failing"])
def test_a_key_may_be_called_as_a_column_of_the_result(name: str) -> None:
    data = of(**{name: ["x", "x", "y"]})
    table = KAnonymity(k=2).assess(data).per_key
    assert table is not None
    assert sorted(table[name].cast(pl.String).to_list()) == ["x", "y"]


def test_records_about_nobody_in_particular_add_nobody_but_are_somebody() -> None:
    # A missing individual may be any of the others; alone, the record is about one person.
    frame = pl.DataFrame({"a": ["x", "x", "x", "y", "y"], "who": ["p", "q", None, None, None]})
    data = Dataset.of(frame, key="a", individual="who")
    assert by_record(KAnonymity().assess(data), data, "size") == [2, 2, 2, 1, 1]


# ---------------------------------------------------------------- words


@pytest.mark.parametrize("k", [None, 2, 3])
@pytest.mark.parametrize("combinations", [None, 1])
def test_sentences_speak_both_languages_and_show_no_value(k: int | None, combinations) -> None:
    data = of(a=["SECRET1", "SECRET1", "SECRET2"], b=["SECRET3"] * 3)
    finding = KAnonymity(k=k, combinations=combinations).assess(data)
    speaks_both_languages(finding)
    shows_no("SECRET", finding)


def test_the_sentence_says_what_was_counted() -> None:
    bad = KAnonymity(k=2).assess(dishes_data()).reads
    assert bad.startswith("3 of 9 records (33.3%)")
    assert "3 enregistrements sur 9 (33,3" in bad.fr
    good = KAnonymity(k=4, combinations=["Sexe"]).assess(dishes_data()).reads
    assert "at least 4" in good
    assert "au moins 4" in good.fr


def test_combinations_are_not_said_to_be_all_keys() -> None:
    """One key at a time is shared by three or more; with all of them, three people are alone."""
    single = KAnonymity(k=2, combinations=1)
    found = single.assess(dishes_data())
    assert found.met
    assert KAnonymity().assess(dishes_data()).value == 1
    assert found.reads == (
        "Every record is one of at least 3 that share its keys in each combination of them that"
        " is judged."
    )
    for words in (found.reads, single.against, single.does):
        assert "combination" in words
        assert "combinaison" in words.fr
    missed = KAnonymity(k=5, combinations=1).assess(dishes_data()).reads
    unjudged = KAnonymity(combinations=1).assess(dishes_data()).reads
    for words in (missed, unjudged):
        assert "combination" in words
        assert "combinaison" in words.fr


def test_all_keys_at_once_are_no_combination() -> None:
    whole = KAnonymity(k=2)
    for words in (whole.assess(dishes_data()).reads, whole.against, whole.does):
        assert "combination" not in words


def test_errors_show_no_value() -> None:
    data = of(a=["SECRET1", "SECRET2"])
    with pytest.raises(DiscretError) as raised:
        KAnonymity(k=2, combinations=[["b"]]).assess(data)
    assert "SECRET" not in str(raised.value)


def test_larger_is_better() -> None:
    assert KAnonymity().assess(dishes_data()).better == "higher"


def test_every_size_has_its_class() -> None:
    edges = [1, 2, 3, 4, 5, 9, 10, 19, 20, 49, 50, 99, 100, 10**9]
    found = size_classes(pl.Series(edges).to_numpy(), pl.Series([1] * len(edges)).to_numpy())
    assert list(found.values()) == [1, 1, 2, 2, 2, 2, 2, 2]

"""Rules of an institute: the files that come along, the definition by hand, what is refused."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from importlib.resources import files
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from by_hand import adds_up, by_record, company, rows_of, shows_no, speaks_both_languages
from discret import Context, Dataset, Plan, Role
from discret.assess import Rules
from discret.assess.rules.rule_book import GRADES, SHIPPED, CountRule, read_rules
from discret.errors import ColumnError, InputError, ParameterError, TargetError
from discret.reduce import SuppressRecords
from strategies import RULES, datasets, examples, rules

FEW = examples(40)
HEAD = '[title]\nen = "Ours"\nfr = "Les nôtres"\n[source]\nen = "us"\nfr = "nous"\n'
Write = Callable[..., str]


@pytest.fixture(scope="module")
def write(tmp_path_factory: pytest.TempPathFactory) -> Write:
    """Write a rule file, and say where it is."""
    folder = tmp_path_factory.mktemp("rules")
    made: dict[str, str] = {}

    def written(*lines: str, first: str = "") -> str:
        text = "\n".join([first, HEAD, *lines])
        if text not in made:
            path = folder / f"rules_{len(made)}.toml"
            path.write_text(text, encoding="utf-8")
            made[text] = str(path)
        return made[text]

    return written


def counts(of: object, least: float, weighted: bool = False) -> str:
    """A [[counts]] table: `of` is a number of columns, or a list of grades."""
    named = f"columns = {of}" if isinstance(of, int) else f"grades = {list(of)!r}"
    return f"[[counts]]\n{named}\nleast = {least}\nweighted = {str(weighted).lower()}"


def of(weight: list[float] | None = None, **columns: list[Any]) -> Dataset:
    size = len(next(iter(columns.values())))
    frame = pl.DataFrame({**columns, "w": weight or [1.0] * size})
    return Dataset.of(frame, key=list(columns), weight="w")


# ---------------------------------------------------------------- the files that come along


def test_all_rule_files_are_known_and_there() -> None:
    folder = files("discret.assess.rules") / "rule_files"
    assert sorted(one.name for one in folder.iterdir() if one.name.endswith(".toml")) == [
        f"{name}.toml" for name in sorted(SHIPPED)
    ]


@pytest.mark.parametrize("name", SHIPPED)
def test_a_rule_file_speaks_both_languages(name: str) -> None:
    book = read_rules("rules", name)
    for text in (book.title, book.source, *book.by_hand):
        assert text.en != text.fr
        assert "'" not in text.fr
        assert not text.en.endswith(".")
    assert "2014" in book.source.en


def test_public_use_asks_for_weighted_people_in_each_category_and_pair() -> None:
    # 200 000 of one sex is enough, 199 999 is not; a pair of 1 000 is, 999 is not.
    def met(a: list[float]) -> bool | None:
        data = of(a, sex=["f", "f", "m", "m"], job=["x", "y", "x", "y"])
        return Rules(file="dutch_public_use").assess(data).met

    assert met([1_000, 199_000, 199_000, 1_000]) is True
    assert met([999, 199_001, 199_001, 999]) is False  # pairs
    assert met([1_000, 199_000, 199_000, 999]) is False  # the men, and a pair
    assert met([100_000, 99_999, 100_000, 200_000]) is False  # the women


def test_public_use_allows_fifteen_keys() -> None:
    columns = {f"k{number}": ["x"] for number in range(16)}
    some = dict(list(columns.items())[:15])
    finding = Rules().assess(of([300_000.0], **some))
    assert finding.met is True
    finding = Rules().assess(of([300_000.0], **columns))
    assert (finding.met, finding.value, finding.details["records_too_rare"]) == (False, 1.0, 0)
    assert finding.details["rules"][0] == {
        "rule": "most_keys", "most": 15, "found": 16, "holds": False,
    }  # fmt: skip


def test_public_use_allows_no_sensitive_column() -> None:
    frame = pl.DataFrame({"sex": ["f"], "ill": ["flu"], "w": [300_000.0]})
    finding = Rules().assess(Dataset.of(frame, key="sex", sensitive="ill", weight="w"))
    assert (finding.met, finding.value) == (False, 1.0)
    assert finding.details["rules"][1] == {
        "rule": "sensitive_allowed", "columns": ["ill"], "found": 1, "holds": False,
    }  # fmt: skip
    assert Rules().assess(Dataset.of(frame, key="sex", weight="w")).met is True


def research(first: float, others: float = 20_000, **grades: str) -> bool | None:
    """Two regions, two sexes, two jobs: eight people with these weights."""
    frame = pl.DataFrame({
        "region": ["n"] * 4 + ["s"] * 4,
        "sex": ["f", "f", "m", "m"] * 2,
        "job": ["x", "y"] * 4,
        "w": [first] + [others] * 7,
    })  # fmt: skip
    data = Dataset.of(frame, key=["region", "sex", "job"], weight="w")
    return Rules(file="dutch_research", grades=grades).assess(data).met


def test_research_asks_for_a_hundred_people_in_each_triple_of_grades() -> None:
    graded = {"region": "extremely", "sex": "very", "job": "identifying"}
    assert research(100, **graded) is True
    assert research(99, **graded) is False


def test_research_asks_for_ten_thousand_people_in_each_region() -> None:
    graded = {"region": "extremely", "sex": "very", "job": "identifying"}
    assert research(100, others=3_300, **graded) is True  # 3 * 3 300 + 100 in the north
    assert research(99.9, others=3_300, **graded) is False
    assert research(500, others=3_000, **graded) is False


def test_without_a_regional_column_research_asks_for_pairs() -> None:
    graded = {"region": "identifying", "sex": "very", "job": "identifying"}
    assert research(99, **graded) is True  # each pair has a second record
    assert research(1, others=98, **graded) is False


def test_without_grades_research_asks_for_every_triple_and_every_region() -> None:
    assert research(99) is False
    assert research(100) is True
    assert research(100, others=3_000) is False  # any column may name a region


# ---------------------------------------------------------------- grades


def by_assignment(wanted: list[str], graded: Mapping[str, str]) -> set[frozenset[str]]:
    """The combinations that fill as many places as can be, each with a column of its own."""
    reach = {
        name: {g for g in GRADES if GRADES.index(g) <= GRADES.index(own)}
        for name, own in graded.items()
    }

    def fills(columns: tuple[str, ...], places: tuple[str, ...]) -> bool:
        if not places:
            return not columns
        return any(
            places[0] in reach[column]
            and fills(tuple(c for c in columns if c != column), places[1:])
            for column in columns
        )

    for size in range(len(wanted), 0, -1):
        found = {
            frozenset(columns)
            for columns in combinations(graded, size)
            if any(fills(columns, places) for places in combinations(wanted, size))
        }
        if found:
            return found
    return set()


grades = st.sampled_from(GRADES)


@examples(150)
@given(st.lists(grades, min_size=1, max_size=4), st.lists(grades, min_size=1, max_size=5))
def test_grades_are_nested_and_every_place_is_filled_that_can_be(wanted, given_grades) -> None:
    graded = {f"c{number}": grade for number, grade in enumerate(given_grades)}
    rule = CountRule(grades=wanted, least=1, weighted=False)
    found = rule.combinations(graded)
    assert {frozenset(one) for one in found} == by_assignment(wanted, graded)
    assert len(set(found)) == len(found)


@pytest.mark.parametrize(("number", "wanted"), [(1, 4), (2, 6), (3, 4), (4, 1), (5, 1)])
def test_every_combination_of_a_number_of_keys_is_listed(number: int, wanted: int) -> None:
    rule = CountRule(columns=number, least=1, weighted=False)
    assert len(rule.combinations(dict.fromkeys("abcd", "identifying"))) == wanted


def test_every_key_is_graded_or_none_is() -> None:
    data = of(sex=["f"], job=["x"], town=["t"])
    with pytest.raises(ParameterError, match="the key 'job', 'town' has none") as raised:
        Rules(file="dutch_research", grades={"sex": "very"}).assess(data)
    assert "extremely identifying" in raised.value.hint


def test_grades_of_columns_that_are_no_keys_are_refused() -> None:
    with pytest.raises(ColumnError, match="no column 'jobb'") as raised:
        Rules(grades={"job": "very", "jobb": "very"}).assess(of(job=["x"]))
    assert raised.value.hint


@pytest.mark.parametrize(
    "given_grades", [{"a": "hugely"}, {"a": 3}, [["a", "very"], ["a", "very"]]]
)
def test_grades_that_are_none_are_refused(given_grades: object) -> None:
    with pytest.raises(ParameterError, match="grades: "):
        Rules(grades=given_grades)


@pytest.mark.parametrize("given_grades", ["very", 3, [1], ["a"], {"a": ["very"]}, [("a",)]])
def test_what_is_no_mapping_is_refused(given_grades: object) -> None:
    with pytest.raises(ParameterError, match="grades"):
        Rules(grades=given_grades)


# ---------------------------------------------------------------- against the definition


def too_rare(data: Dataset, size: int, least: float, rule: str, weighted: bool) -> list[set[str]]:
    """For each record, the combinations of keys in which it is counted with too few people."""
    rows = rows_of(data)
    keys = data.columns(Role.KEY)
    found: list[set[str]] = [set() for _ in rows]
    for columns in combinations(keys, min(size, len(keys))):
        for place, others in enumerate(company(rows, columns, rule)):
            number = sum(other["w"] for other in others) if weighted else len(others)
            if number < least * (1 - 1e-9):
                found[place].add("".join(columns))
    return found


@FEW
@given(datasets(weight=True), rules, st.integers(1, 3), st.sampled_from([2, 3, 150]), st.booleans())
def test_records_in_rare_cells_fail(write: Write, data, rule, size, least, weighted) -> None:
    part = Rules(file=write(counts(size, least, weighted)), missing=rule)
    finding = part.assess(data)
    wanted = too_rare(data, size, least, rule, weighted)
    assert by_record(finding, data, "failing") == [bool(one) for one in wanted]
    assert finding.value == sum(bool(one) for one in wanted) / len(data)
    adds_up(finding, data)
    assert part.failing(data.keys).tolist() == finding.per_key["failing"].to_list()
    (told,) = finding.details["rules"]
    for column in told["by_columns"]:
        name = "".join(column["columns"])
        assert column["records_failing"] == sum(name in failing for failing in wanted)
    assert told["records_failing"] == finding.details["records_failing"]
    assert told["holds"] is finding.met


@FEW
@given(datasets(weight=True), rules, st.integers(1, 3), st.sampled_from([2, 3]))
def test_cells_are_counted(write: Write, data, rule, size, least) -> None:
    finding = Rules(file=write(counts(size, least)), missing=rule).assess(data)
    rows, keys = rows_of(data), data.columns(Role.KEY)
    (told,) = finding.details["rules"]
    assert told["combinations"] == len(told["by_columns"])
    for column in told["by_columns"]:
        cells = {
            tuple(row[name] for name in column["columns"]): len(others)
            for row, others in zip(rows, company(rows, column["columns"], rule), strict=True)
        }
        assert column["cells"] == len(cells)
        assert column["cells_failing"] == sum(number < least for number in cells.values())
        assert column["smallest"] == min(cells.values())
    sets = [tuple(column["columns"]) for column in told["by_columns"]]
    assert sets == list(combinations(keys, min(size, len(keys))))
    for name in ("cells", "cells_failing"):
        assert told[name] == sum(column[name] for column in told["by_columns"])


@FEW
@given(datasets(weight=True, individual=True), rules, st.integers(1, 2))
def test_people_are_counted_where_they_are_told_apart(write: Write, data, rule, size) -> None:
    # Two records of one person are one person, and records of nobody add nobody.
    finding = Rules(file=write(counts(size, 2)), missing=rule).assess(data)
    rows, keys = rows_of(data), data.columns(Role.KEY)
    wanted = [False] * len(rows)
    for columns in combinations(keys, min(size, len(keys))):
        for place, others in enumerate(company(rows, columns, rule)):
            wanted[place] |= len({other["p"] for other in others} - {None}) < 2
    assert by_record(finding, data, "failing") == wanted


@FEW
@given(datasets(weight=True), rules)
def test_rules_add_up(write: Write, data, rule) -> None:
    one, two = counts(1, 3), counts(2, 150, weighted=True)
    both = Rules(file=write(one, two), missing=rule).assess(data)
    apart = [Rules(file=write(each), missing=rule).assess(data) for each in (one, two)]
    marked = [by_record(finding, data, "failing") for finding in apart]
    assert by_record(both, data, "failing") == [a or b for a, b in zip(*marked, strict=True)]
    assert both.details["rules_broken"] == sum(not finding.met for finding in apart)
    assert [told["holds"] for told in both.details["rules"]] == [finding.met for finding in apart]


def test_a_sum_of_weights_that_rounds_below_the_threshold_is_enough(write: Write) -> None:
    weights = [0.1] * 10  # added one by one, 0.9999999999999999
    assert np.cumsum(weights)[-1] < 1
    data = of(weights, a=["x"] * 10)
    assert Rules(file=write(counts(1, 1, weighted=True))).assess(data).met is True


def test_missing_keys_follow_the_rule(write: Write) -> None:
    data = of(a=["x", "x", None])
    file = write(counts(1, 2))
    found = [
        by_record(Rules(file=file, missing=rule).assess(data), data, "failing") for rule in RULES
    ]
    assert found == [[False] * 3, [False] * 3, [False, False, True]]


@FEW
@given(datasets(weight=True, missing=False))
def test_dropping_the_groups_that_fail_meets_the_rules(write: Write, data) -> None:
    model = Rules(file=write(counts(1, 3), counts(2, 2)))
    try:
        after = SuppressRecords(models=[model], drop=1).apply(data, Context()).data
    except TargetError:
        return
    assert model.assess(after).met is True


def test_no_dropping_mends_a_rule_on_the_whole_file() -> None:
    frame = pl.DataFrame({"sex": ["f"], "ill": ["flu"], "w": [300_000.0]})
    data = Dataset.of(frame, key="sex", sensitive="ill", weight="w")
    with pytest.raises(TargetError, match="every one of the 1 record"):
        SuppressRecords(models=[Rules()], drop=1).apply(data, Context())


# ---------------------------------------------------------------- rule files


def test_a_rule_file_of_ones_own_is_read(write: Write) -> None:
    file = write(
        counts(1, 2), '[[by_hand]]\nen = "it is raining"\nfr = "il pleut"', first="most_keys = 1"
    )
    finding = Rules(file=file).assess(of(a=["x", "x"]))
    assert finding.met is True
    assert finding.details["by_hand"] == [{"en": "it is raining", "fr": "il pleut"}]
    assert finding.details["title"] == {"en": "Ours", "fr": "Les nôtres"}
    assert finding.reads.fr == "2 règles respectées sur 2 (Les nôtres)."


def test_a_rule_that_no_column_meets_holds(write: Write) -> None:
    file = write(counts(["extremely"], 5))
    finding = Rules(file=file, grades={"a": "very"}).assess(of(a=["x"]))
    assert (finding.met, finding.details["rules"][0]["combinations"]) == (True, 0)


def test_all_faults_of_a_rule_file_are_told_with_their_place(write: Write) -> None:
    first = "most_keys = 0\nsensitive_allowed = 1\nwhat = 3"
    tables = [
        '[[counts]]\ncolumns = 2\nleast = -1\nweighted = "no"',
        '[[counts]]\ngrades = ["hugely"]\nleast = inf\nweighted = true',
        counts([], 3),
        '[[counts]]\ncolumns = 1\ngrades = ["very"]\nleast = 3\nweighted = true',
        "[[counts]]\nleast = 3\nweighted = true",
        '[[by_hand]]\nen = "a"',
    ]
    with pytest.raises(ParameterError) as raised:
        Rules(file=write(*tables, first=first))
    told = "\n".join(raised.value.faults)
    for fault in (
        "file: most_keys: must be greater than or equal to 1, got 0",
        "file: sensitive_allowed: must be a valid boolean",
        "file: what: there is no such parameter",
        "file: [[counts]] 1 (line 11), least: must be greater than 0",
        "file: [[counts]] 1 (line 11), weighted: ",
        "file: [[counts]] 2 (line 15), grades.0: must be 'identifying', 'very' or",
        "file: [[counts]] 2 (line 15), least: must be a finite number",
        "file: [[counts]] 3 (line 19), grades: from 1 to 5 grades are needed, got 0",
        "file: [[counts]] 4 (line 23): columns, grades: exactly one is needed",
        "file: [[counts]] 5 (line 28): columns, grades: exactly one is needed",
        "file: [[by_hand]] 1 (line 31), fr: is missing",
    ):
        assert fault in told
    assert len(raised.value.faults) == 11
    assert "discret parts rules" in raised.value.hint


def test_a_rule_file_without_a_rule_is_refused(write: Write) -> None:
    with pytest.raises(ParameterError, match="there is no rule"):
        Rules(file=write())


def test_what_is_no_toml_is_refused_with_its_line(write: Write) -> None:
    with pytest.raises(ParameterError, match=r"not valid TOML: .*line 1"):
        Rules(file=write(first="most_keys = = 3"))


def test_what_cannot_be_read_is_refused(tmp_path: Path) -> None:
    latin = tmp_path / "latin.toml"
    latin.write_bytes('title = "é"'.encode("latin-1"))
    with pytest.raises(ParameterError, match="not UTF-8"):
        Rules(file=str(latin))
    for file in (tmp_path, tmp_path / "nowhere.toml", "", "a\0b"):
        with pytest.raises(ParameterError, match=r"cannot be read|is a folder") as raised:
            Rules(file=str(file))
        assert "dutch_public_use" in raised.value.hint
        assert str(tmp_path) not in str(raised.value)


def test_a_plan_tells_the_faults_of_a_rule_file_among_its_own(write: Write) -> None:
    with pytest.raises(InputError) as raised:
        Plan.from_toml(
            '[[assess]]\nmeasure = "rules"\nfile = "nowhere.toml"\n[[assess]]\nmeasure = "no"'
        )
    assert len(raised.value.faults) == 2
    assert "[[assess]] 1 (line 1), rules: file: 'nowhere.toml'" in raised.value.faults[0]


def test_a_plan_writes_and_reads_rules_with_a_path(write: Write) -> None:
    part = Rules(file=write(counts(1, 2)), grades={"a b": "very"})
    assert Plan.from_toml(Plan(assess=[part]).to_toml()).assess == (part,)


@pytest.mark.parametrize("name", SHIPPED)
def test_a_rule_file_is_plain_toml(name: str) -> None:
    text = (files("discret.assess.rules") / "rule_files" / f"{name}.toml").read_text("utf-8")
    assert tomllib.loads(text)["counts"]


# ---------------------------------------------------------------- what is refused


def test_people_of_the_population_cannot_be_counted_without_weights() -> None:
    with pytest.raises(InputError, match="has no weight") as raised:
        Rules().assess(Dataset.of(pl.DataFrame({"a": ["x"]}), key="a"))
    assert "weighted = false" in raised.value.hint


def test_people_of_the_file_can(write: Write) -> None:
    data = Dataset.of(pl.DataFrame({"a": ["x"]}), key="a")
    assert Rules(file=write(counts(1, 1))).assess(data).met is True


@pytest.mark.parametrize("weight", [0.0, -1.0, None, float("inf")])
def test_bad_weights_are_refused(weight: float | None) -> None:
    with pytest.raises(InputError, match="1 record has a weight"):
        Rules().assess(of([1.0, weight], a=["x", "y"]))


def test_data_without_keys_or_records_are_refused() -> None:
    frame = pl.DataFrame({"a": ["x"], "w": [1.0]})
    with pytest.raises(InputError, match="no column has the role key"):
        Rules().assess(Dataset.of(frame, weight="w"))
    with pytest.raises(InputError, match="no records"):
        Rules().assess(Dataset.of(frame.clear(), key="a", weight="w"))


@pytest.mark.parametrize("weight", [1.0, 300_000.0])
@pytest.mark.parametrize("sensitive", ["SECRET", None])
def test_sentences_speak_both_languages_and_show_no_value(
    weight: float, sensitive: str | None
) -> None:
    frame = pl.DataFrame({"a": ["SECRET1", "SECRET1"], "s": ["SECRET2"] * 2, "w": [weight] * 2})
    data = Dataset.of(frame, key="a", weight="w", sensitive="s" if sensitive else ())
    finding = Rules().assess(data)
    speaks_both_languages(finding)
    shows_no("SECRET", finding)
    assert "SECRET" not in str(finding.to_dict())

"""Unpicking: every joint completion tried by hand, worked examples, bounds, and what is refused."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from by_hand import adds_up, by_record, shows_no, speaks_both_languages
from discret import Dataset, Finding
from discret.assess import Unpicking
from discret.assess.unpicking.completions import completions
from discret.errors import DiscretError, InputError, ParameterError
from discret.parts import Context
from discret.reduce import SuppressRecords
from strategies import examples

MANY = examples(120)
FEW = examples(60)
Row = tuple[Any, ...]


def of(*rows: Sequence[Any]) -> Dataset:
    names = [f"c{place}" for place in range(len(rows[0]))]
    columns = zip(*rows, strict=True)
    frame = pl.DataFrame({name: list(values) for name, values in zip(names, columns, strict=True)})
    return Dataset.of(frame, key=names)


def agrees(row: Row, full: Row) -> bool:
    return all(shown in (None, value) for shown, value in zip(row, full, strict=True))


def consistent(rows: Sequence[Row], k: int) -> list[list[Row]]:
    """Every way to fill all blanks for which each record with a blank has f < k, by trying all."""
    seen = [sorted({row[place] for row in rows} - {None}) for place in range(len(rows[0]))]
    choices = [
        [full for full in product(*seen) if agrees(row, full)] if None in row else [row]
        for row in rows
    ]
    found = []
    for filled in product(*choices):
        f = Counter(filled)
        if all(f[full] < k for row, full in zip(rows, filled, strict=True) if None in row):
            found.append(list(filled))
    return found


def by_trying(rows: Sequence[Row], k: int) -> list[tuple[int, int, int]] | None:
    """For each record: values recovered, values narrowed, full keys left; or no completion."""
    every = consistent(rows, k)
    if not every:
        return None
    told = []
    for place, row in enumerate(rows):
        left = [len({one[place][at] for one in every}) for at in range(len(row)) if row[at] is None]
        wide = [len({r[at] for r in rows} - {None}) for at in range(len(row)) if row[at] is None]
        certain = sum(number == 1 for number in left)
        narrowed = sum(1 < number < all_ for number, all_ in zip(left, wide, strict=True))
        told.append((certain, narrowed, len({one[place] for one in every})))
    return told


@st.composite
def blanked(draw: st.DrawFn) -> tuple[list[Row], int]:
    """A few records, some of their values blanked: for f < k most often, at random now and then."""
    k = draw(st.integers(2, 4))
    widths = draw(st.lists(st.integers(1, 3), min_size=1, max_size=3))
    record = st.tuples(*(st.integers(0, width - 1) for width in widths))
    full = draw(st.lists(record, min_size=1, max_size=11))
    honest = draw(st.integers(0, 4)) > 0
    rows, ways = [], 1
    for row in full:
        gone = draw(st.tuples(*(st.booleans() for _ in widths)))
        ways *= math.prod(width for width, blank in zip(widths, gone, strict=True) if blank)
        if ways > 3000 or (honest and full.count(row) >= k):
            rows.append(row)
        else:
            rows.append(tuple(None if b else v for b, v in zip(gone, row, strict=True)))
    return rows, k


# Chains: who takes the last place of one key leaves another to a third.
CHAIN = [(0, None), (None, 0), (1, 0), (None, 1), (1, 1), (1, 1), (2, 0), (2, 0), (0, 1)]


# ---------------------------------------------------------------- against all completions


@MANY
@given(blanked())
@example(([(0, None), (0, None), (0, 0), (1, 1)], 2))
@example((CHAIN, 2))
@example((CHAIN, 3))
def test_what_is_learnt_is_what_all_joint_completions_share(case) -> None:
    rows, k = case
    data = of(*rows)
    finding, wanted = Unpicking(k=k, most=0).assess(data), by_trying(rows, k)
    assert finding.details["consistent"] is (wanted is not None)
    assert finding.details["exact"] is True
    if wanted is None:
        assert (finding.value, finding.met) == (None, False)
        assert finding.details["records_unexplained"] > 0
        return
    names = ("recovered", "narrowed", "candidates")
    assert list(zip(*(by_record(finding, data, name) for name in names), strict=True)) == wanted
    recovered, narrowed, _ = (sum(column) for column in zip(*wanted, strict=True))
    cells = sum(row.count(None) for row in rows)
    assert finding.value == (recovered / cells if cells else 0)
    details = finding.details
    assert (details["cells_recovered"], details["cells_narrowed"]) == (recovered, narrowed)
    assert details["cells_recovered_least"] == recovered
    assert details["cells_blanked"] == cells
    assert details["records_unpicked"] == sum(told[0] > 0 for told in wanted)
    assert details["records_recovered"] == sum(
        told[2] == 1 and None in row for told, row in zip(wanted, rows, strict=True)
    )


@MANY
@given(blanked())
@example((CHAIN, 2))
def test_completions_are_counted(case) -> None:
    rows, k = case
    details = Unpicking(k=k).assess(of(*rows)).details
    number = len(consistent(rows, k))
    assert details["completions"] == number
    if number:
        bounds = details["completions_log10_least"], details["completions_log10_most"]
        assert bounds == pytest.approx((math.log10(number), math.log10(number)), abs=1e-9)


@FEW
@given(blanked())
def test_bounds_hold_where_completions_are_not_counted(case) -> None:
    rows, k = case
    number = len(consistent(rows, k))
    details = Unpicking(k=k, completions=1).assess(of(*rows)).details
    assert details["completions"] in (None, number)
    if number:
        assert details["completions_log10_least"] <= math.log10(number) + 1e-9
        assert details["completions_log10_most"] >= math.log10(number) - 1e-9


@MANY
@given(blanked(), st.integers(1, 12))
def test_with_too_many_candidates_what_is_learnt_lies_between_the_bounds(case, limit) -> None:
    rows, k = case
    finding = Unpicking(k=k, most=0, candidates=limit).assess(of(*rows))
    details, wanted = finding.details, by_trying(rows, k)
    if wanted is None:
        assert details["consistent"] is not True
        assert (finding.value, finding.met) == (None, False)
        return
    assert details["consistent"] is not False
    recovered = sum(told[0] for told in wanted)
    assert details["cells_recovered_least"] <= recovered
    if finding.value is None:
        assert (details["exact"], finding.met) == (False, False)
        return
    assert recovered <= details["cells_recovered"]
    assert recovered + sum(told[1] for told in wanted) <= (
        details["cells_recovered"] + details["cells_narrowed"]
    )
    assert recovered == 0 or finding.met is False
    number = math.log10(len(consistent(rows, k)))
    assert details["completions_log10_least"] <= number + 1e-9
    assert details["completions_log10_most"] >= number - 1e-9


def test_with_too_many_candidates_the_most_that_may_be_recovered_counts() -> None:
    rows = [(2, 1), (0, 1), (2, 2), (0, None), (None, None), (None, 1)]
    assert Unpicking(k=3, most=0).assess(of(*rows)).value == 0
    finding = Unpicking(k=3, most=0, candidates=5).assess(of(*rows))
    assert (finding.value, finding.met, finding.details["exact"]) == (1, False, False)
    assert (finding.details["cells_recovered_least"], finding.details["cells_recovered"]) == (0, 4)
    assert "at least 0 and at most 4 of 4" in finding.reads


def test_many_full_keys_are_no_obstacle() -> None:
    # Forty columns of three categories: 3^40 full keys, and nothing is learnt of such a record.
    wide = [[f"v{n}"] * 40 for n in range(3)]
    data = of(*wide, *wide, [None] * 40, ["v0"] * 20 + [None] * 20)
    finding = Unpicking(k=2, most=0).assess(data)
    assert finding.details["exact"] is False
    assert finding.details["completions"] is None
    assert (finding.details["cells_recovered_least"], finding.value, finding.met) == (0, 0, True)
    assert finding.details["cells_narrowed"] == 0
    assert finding.details["completions_log10_most"] == pytest.approx(60 * math.log10(3))
    assert 4 < finding.details["completions_log10_least"] < 60 * math.log10(3)
    assert "can work out 0 of 60 blanked values (0%) for certain" in finding.reads
    assert "for at most 0 others" in finding.reads
    assert "pour au plus 0 autre" in finding.reads.fr


@FEW
@given(blanked())
def test_completions_are_listed(case) -> None:
    rows, k = case
    data = of(*rows)
    table = completions(data, k)
    if None not in [value for row in rows for value in row]:
        assert len(table) == 0
        return
    blank = [place for place, row in enumerate(rows) if None in row]
    listed = [
        [row[1:] for row in one.rows()]
        for _, one in table.group_by("completion", maintain_order=True)
    ]
    wanted = [[(place, *one[place]) for place in blank] for one in consistent(rows, k)]
    assert sorted(listed) == sorted(wanted)


# ---------------------------------------------------------------- worked by hand


def test_two_records_compete_for_one_place() -> None:
    # (a, ?) can only be (a, y): two records are (a, x). So (?, y) is not a: it is b.
    data = of("ax", "ax", ("a", None), (None, "y"), "bx", "bx")
    finding = Unpicking(k=2).assess(data)
    assert by_record(finding, data, "recovered") == [0, 0, 1, 1, 0, 0]
    assert (finding.value, finding.details["completions"]) == (1, 1)


def test_joint_completions_say_more_than_completions_one_by_one() -> None:
    # Alone, each (a, ?) may be x or y, and (?, x) may be a or b. Jointly the two take both places.
    data = of(("a", None), ("a", None), (None, "x"), "by")
    finding = Unpicking(k=2).assess(data)
    assert by_record(finding, data, "candidates") == [2, 2, 1, 1]
    assert by_record(finding, data, "recovered") == [0, 0, 1, 0]
    assert finding.details["completions"] == 2


def test_room_that_is_left_frees_everyone() -> None:
    data = of(("a", None), ("a", None), (None, "x"), "by")
    finding = Unpicking(k=3).assess(data)
    assert (finding.value, finding.details["cells_narrowed"]) == (0, 0)
    # f(ax) < 3 rules out one of the 2 * 2 * 2 ways: all three in ax.
    assert finding.details["completions"] == 7


def test_a_column_with_one_category_hides_nothing() -> None:
    finding = Unpicking(k=2, most=0).assess(of(("a", None), ("b", "x"), ("b", "x")))
    assert (finding.value, finding.met) == (1, False)


def test_a_number_of_completions_too_large_for_json_is_given_as_a_logarithm() -> None:
    data = of(
        *[(n, None) for n in range(60)],
        *[(n, m) for n in range(60) for m in "xy"],
        (60, "z"),
    )
    finding = Unpicking(k=3).assess(data)
    assert finding.details["completions"] is None
    least, most = (finding.details[f"completions_log10_{end}"] for end in ("least", "most"))
    assert least == most == pytest.approx(60 * math.log10(3))
    json.dumps(finding.to_dict(), allow_nan=False)


# ---------------------------------------------------------------- no blanks, other blanks


def test_without_blanks_there_is_nothing_to_unpick() -> None:
    finding = Unpicking(k=3, most=0).assess(of("ax", "by"))
    assert (finding.value, finding.met, finding.details["completions"]) == (0, True, 1)
    assert "nothing to unpick" in finding.reads
    assert completions(of("ax", "by"), k=3).is_empty()


@pytest.mark.parametrize("most", [None, 0, 1])
def test_blanks_that_k_does_not_explain_are_said_to_be_so(most: float | None) -> None:
    # Every full key of (a, ?) is carried by a complete record: blanked for k = 2, it had f >= 2.
    data = of("ax", "ay", ("a", None), (None, None), "bx")
    finding = Unpicking(k=2, most=most).assess(data)
    assert finding.value is None
    assert finding.met is (None if most is None else False)
    assert finding.details["consistent"] is False
    assert finding.details["completions"] == 0
    assert finding.details["records_unexplained"] == 1
    assert "another reason" in finding.reads
    assert completions(data, k=2).is_empty()


def test_what_cannot_be_explained_fails_and_the_rest_is_still_unpicked() -> None:
    # (a, ?) is not explained; (b, ?), (c, ?) share no full key with it: y is all that b has left.
    data = of("ax", "ay", ("a", None), "bx", ("b", None), ("c", None))
    one = Unpicking(k=2, most=0)
    finding = one.assess(data)
    assert by_record(finding, data, "failing") == [False, False, True, False, True, False]
    assert by_record(finding, data, "candidates") == [1, 1, 0, 1, 1, 2]
    assert one.failing(data.keys).tolist() == finding.per_key["failing"].to_list()
    adds_up(finding, data)


def test_a_column_that_is_blank_everywhere_cannot_be_explained() -> None:
    frame = pl.DataFrame(
        {"a": ["x", "y"], "b": [None, None]}, schema={"a": pl.String, "b": pl.String}
    )
    finding = Unpicking(k=2).assess(Dataset.of(frame, key=["a", "b"]))
    assert (finding.value, finding.details["records_unexplained"]) == (None, 2)


def test_one_record_all_blank() -> None:
    frame = pl.DataFrame({"a": [None]}, schema={"a": pl.String})
    assert Unpicking(k=2, most=0).assess(Dataset.of(frame, key="a")).met is False


# ---------------------------------------------------------------- targets


def figure() -> Dataset:
    ages = ["-25", "-25", None, "+50", "+50", None, "25-50", "25-50", None]
    frame = pl.DataFrame({"Sexe": ["F"] * 5 + ["H"] * 4, "Âge": ages})
    return Dataset.of(frame, key=["Sexe", "Âge"])


@pytest.mark.parametrize(("most", "met"), [(None, None), (0, False), (0.3, False), (1 / 3, True)])
def test_a_third_of_the_blanks_of_figure_2_2_are_recovered(most, met) -> None:
    finding = Unpicking(k=2, most=most).assess(figure())
    assert (finding.value, finding.met, finding.target) == (pytest.approx(1 / 3), met, most)
    assert finding.details["records_failing"] == (1 if met is False else 0)
    assert finding.details["records_unpicked"] == finding.details["records_recovered"] == 1
    assert finding.details["by_column"] == {
        "Sexe": {"blanked": 0, "recovered": 0, "narrowed": 0},
        "Âge": {"blanked": 3, "recovered": 1, "narrowed": 2},
    }


@FEW
@given(blanked(), st.sampled_from([0, 0.25, 0.5, 1]))
def test_counts_agree_and_groups_that_fail_are_marked_alike(case, most) -> None:
    rows, k = case
    data, one = of(*rows), Unpicking(k=k, most=most)
    finding = one.assess(data)
    adds_up(finding, data)
    assert one.judges
    assert one.failing(data.keys).tolist() == finding.per_key["failing"].to_list()
    for name in ("blanked", "recovered", "narrowed"):
        total = sum(column[name] for column in finding.details["by_column"].values())
        assert finding.details[f"cells_{name}"] == total


@FEW
@given(blanked())
def test_records_can_be_dropped_until_nothing_is_unpicked(case) -> None:
    rows, k = case
    data, one = of(*rows), Unpicking(k=k, most=0)
    try:
        kept = SuppressRecords(models=[one], drop=1).apply(data, Context()).data
    except DiscretError:
        return  # all records would go
    assert one.assess(kept).met is True


def test_categories_are_those_that_are_still_there() -> None:
    # Once (q, z) is dropped, z occurs no more: (a, ?) is left y.
    data = of("ax", ("a", None), "by", "qz")
    keys = data.keys.subset(data.keys.groups["c0"].to_numpy() != "q")
    assert Unpicking(k=2, most=0).failing(data.keys).tolist() == [False] * 4
    assert Unpicking(k=2, most=0).failing(keys).tolist() == [True, False, False]


# ---------------------------------------------------------------- many records and columns


@pytest.mark.parametrize("k", [3, 10**12])
def test_large_groups_and_large_k(k: int) -> None:
    rows = [("a", None)] * 700 + [(f"a{n}", f"v{n}") for n in range(400)]
    finding = Unpicking(k=k, most=0).assess(of(*rows))
    assert (finding.value, finding.met) == (0, True)
    assert finding.details["completions_log10_most"] == pytest.approx(700 * math.log10(400))


def test_more_full_keys_than_fit_an_integer_are_told_apart() -> None:
    # 24 columns of 10 categories: 10^24 full keys; one blank each, in the last column.
    rows = [tuple(f"{(n + at) % 10}" for at in range(24)) for n in range(10)]
    gone = [(*row[:-1], None) for row in rows]
    finding = Unpicking(k=2).assess(of(*rows, *gone))
    # every record stands beside its own complete copy: nine categories are left to each
    assert (finding.value, finding.details["cells_narrowed"]) == (0, 10)
    assert finding.details["completions"] == 9**10


def test_full_keys_past_all_counting_are_no_obstacle() -> None:
    rows = [[n] * 400 for n in range(10)] + [[None] * 400]
    finding = Unpicking(k=2, most=0).assess(of(*rows))
    assert (finding.value, finding.met, finding.details["exact"]) == (0, True, False)
    assert finding.details["completions_log10_most"] == pytest.approx(400)


@pytest.mark.parametrize(("k", "blanks", "limit"), [(2, 1, 10**6), (3, 2, 10**6), (3, 2, 1000)])
def test_what_was_blanked_is_always_possible_and_what_is_certain_is_right(k, blanks, limit) -> None:
    # A survey of 3,000: the original is one of the completions, so it can never be ruled out.
    rng = np.random.default_rng(7)
    original = np.minimum(rng.exponential(1.2, (3000, 5)).astype(int), [1, 2, 3, 4, 5])
    _, same, f = np.unique(original, axis=0, return_inverse=True, return_counts=True)
    risky = np.flatnonzero(f[same.ravel()] < k)
    file = original.copy()
    for row in risky:
        file[row, rng.choice(5, blanks, replace=False)] = -1
    frame = pl.DataFrame(file, schema=[*"abcde"]).with_columns(pl.all().replace(-1, None))
    data = Dataset.of(frame, key=[*"abcde"])
    learnt = Unpicking(k=k, candidates=limit).learnt(data.keys)
    assert learnt.consistent is True or limit == 1000
    assert (learnt.unexplained, learnt.exact) == (0, limit > 1000)
    pairs, found = learnt.far
    left: dict[tuple[int, ...], set[tuple[int, ...]]] = {}
    shown = np.where(pairs.blank[pairs.group], -1, pairs.codes)
    for group, full in zip(shown[found.possible], pairs.codes[found.possible], strict=True):
        left.setdefault(tuple(group.tolist()), set()).add(tuple(full.tolist()))
    listed = [row for row in risky if tuple(file[row].tolist()) in left]
    assert len(listed) == len(risky) or limit == 1000
    assert all(tuple(original[row].tolist()) in left[tuple(file[row].tolist())] for row in listed)
    assert limit == 1000 or learnt.cells(learnt.recovered) > 0


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize("k", [1, 0, -3, 2.5, "x"])
def test_a_k_below_two_is_refused(k: object) -> None:
    with pytest.raises(ParameterError, match="k: "):
        Unpicking(k=k)


@pytest.mark.parametrize(
    "values", [{"most": -0.1}, {"most": 1.1}, {"completions": 0}, {"candidates": 0}]
)
def test_absurd_limits_are_refused(values: dict[str, Any]) -> None:
    with pytest.raises(ParameterError, match=next(iter(values))):
        Unpicking(k=2, **values)


def test_without_k_a_blank_may_be_anything() -> None:
    finding = Unpicking(most=0).assess(figure())
    assert (finding.value, finding.met, finding.details["cells_narrowed"]) == (0, True, 0)
    assert finding.details["completions"] == 27


def test_a_verdict_on_groups_needs_a_target() -> None:
    assert not Unpicking(k=2).judges
    with pytest.raises(ParameterError, match="most: a target is needed"):
        Unpicking(k=2).failing(figure().keys)


def test_data_without_keys_or_records_are_refused() -> None:
    with pytest.raises(InputError, match="no column has the role key"):
        Unpicking(k=2).assess(Dataset.of(pl.DataFrame({"a": ["x"]}), sensitive="a"))
    with pytest.raises(InputError, match="no records"):
        Unpicking(k=2).assess(Dataset.of(pl.DataFrame({"a": ["x"]}).clear(), key="a"))


def test_too_many_completions_are_not_listed() -> None:
    assert len(completions(figure(), k=2, limit=2)) == 6
    with pytest.raises(InputError, match=r"more than 1 ways.*Hint: .*limit="):
        completions(figure(), k=2, limit=1)
    with pytest.raises(ParameterError, match="k: "):
        completions(figure(), k=1)


def test_a_lazy_table_needs_numbers_to_list_completions() -> None:
    frame = figure().to_polars().lazy()
    with pytest.raises(InputError, match=r"row="):
        completions(Dataset.of(frame, key=["Sexe", "Âge"]), k=2)
    numbered = frame.with_columns(pl.Series("record", range(101, 110)))
    table = completions(Dataset.of(numbered, key=["Sexe", "Âge"], row="record"), k=2)
    assert table["record"].to_list() == [103, 106, 109] * 2


def test_keys_named_as_the_columns_of_the_results_are_kept_apart() -> None:
    frame = pl.DataFrame({"record": ["x", None], "candidates": ["y", "z"]})
    data = Dataset.of(frame, key=["record", "candidates"])
    assert completions(data, k=2).columns == ["completion", "record", "record_", "candidates"]
    assert completions(data, k=2).rows() == [(1, 1, "x", "z")]
    assert Unpicking(k=2).assess(data).per_key["candidates_"].to_list() == [1, 1]


# ---------------------------------------------------------------- words


SECRETS = ("SECRET1", "SECRET2", "SECRET3")


@pytest.mark.parametrize("limit", [2, 1000])
@pytest.mark.parametrize("most", [None, 0])
@pytest.mark.parametrize("blanks", [0, 1, 2, 5])
def test_sentences_speak_both_languages_and_show_no_value(blanks, most, limit) -> None:
    rows = [("SECRET0", secret) for secret in SECRETS] + [("SECRET9", secret) for secret in SECRETS]
    rows += [(None, None)] * blanks
    finding = Unpicking(k=2, most=most, candidates=limit).assess(of(*rows, ("SECRET8", "SECRET3")))
    speaks_both_languages(finding)
    shows_no("SECRET", finding)
    assert "SECRET" not in json.dumps(finding.to_dict())


def test_what_is_not_known_is_said_to_be_so() -> None:
    # A hundred blanked records must find places among 10^6 full keys, of which two are looked at.
    rows = [tuple(f"{n}" for _ in range(6)) for n in range(10)] + [(None,) * 6] * 100
    finding: Finding = Unpicking(k=2, most=1, candidates=2).assess(of(*rows))
    assert (finding.value, finding.met, finding.details["consistent"]) == (None, False, None)
    assert "too many full keys" in finding.reads
    speaks_both_languages(finding)


def test_smaller_is_better() -> None:
    assert Unpicking(k=2).assess(figure()).better == "lower"

"""A small campaign of random files, and a checker that refuses what it should."""

from __future__ import annotations

from collections import Counter
from importlib.util import module_from_spec, spec_from_file_location
from math import e, log
from pathlib import Path
from sys import modules
from typing import Any

import polars as pl
import pytest

from checker import File, expected_inverse, marked_cells, read_by_others, refused, unaccounted
from discret.data.files.tables import write
from where import ROOT

FIRST, FILES = 77_000_000, 120


def script() -> Any:
    """Load the script, which is in no package."""
    spec = spec_from_file_location("campaign", ROOT / "benchmarks" / "campaign.py")
    assert spec
    assert spec.loader
    modules["campaign"] = module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
def test_no_release_is_called_met_that_the_checker_refuses(tmp_path: Path) -> None:
    campaign = script()
    outcomes = [campaign.trial(number, tmp_path) for number in range(FIRST, FIRST + FILES)]
    assert [(outcome.number, outcome.wrong) for outcome in outcomes if outcome.wrong] == []
    kinds = Counter(outcome.kind for outcome in outcomes)
    assert kinds["met"] > FILES / 6  # else the campaign tells nothing
    assert kinds["not met"] > 0


# -- the checker: what it must refuse, and what it must not ------------------------------------

SEXES = ["f", "f", "f", "m", "m", None]
ILLS = ["flu", "flu", "flu", "flu", "gout", "gout"]


def file(**more: Any) -> File:
    rows = [{"sex": s, "ill": i, "w": 2.0} for s, i in zip(SEXES, ILLS, strict=True)]
    return File(**{"rows": rows, "keys": ["sex"], "sensitive": ["ill"], "weight": "w"} | more)


@pytest.mark.parametrize(("rule", "sizes"), [
    ("known", [3, 3, 3, 2, 2, 6]),
    ("wildcard", [4, 4, 4, 3, 3, 6]),
    ("category", [3, 3, 3, 2, 2, 1]),
])  # fmt: skip
def test_people_are_counted_under_the_three_rules(rule: str, sizes: list[int]) -> None:
    assert file().sizes(rule) == sizes
    alone = file(people=["p"] * 6)
    assert alone.sizes(rule) == [1] * 6


@pytest.mark.parametrize(("measure", "holds", "fails"), [
    ("k_anonymity", {"k": 2}, {"k": 3}),
    ("k_anonymity", {"k": 3, "missing": "wildcard"}, {"k": 2, "missing": "category"}),
    ("attackers", {"most": 0.5}, {"most": 0.49}),
    ("sample_uniques", {"most": 1 / 6, "missing": "category"},
     {"most": 0.1, "missing": "category"}),
    ("average_risk", {"most": (1 + 1 + 1 / 6) / 6}, {"most": 0.36}),
    ("l_diversity", {"l": 1}, {"l": 2}),
    ("l_diversity", {"l": 1.0, "kind": "entropy"}, {"l": 1.1, "kind": "entropy"}),
    ("l_diversity", {"l": 1, "kind": "recursive", "c": 1.5},
     {"l": 2, "kind": "recursive", "c": 1.0}),
    ("t_closeness", {"t": 1 / 3}, {"t": 0.33}),
    ("beta_likeness", {"beta": 0.5}, {"beta": 0.49}),
    ("delta_disclosure", {"delta": log(1.5) + 0.01, "absent": "present"},
     {"delta": 0.4, "absent": "present"}),
    ("delta_disclosure", {"delta": 0.5, "absent": "present"}, {"delta": 9.0}),
    ("homogeneity", {"most": 0.5}, {"most": 0.49}),
    ("individual_risk", {"most": 0.31}, {"most": 0.3}),
])  # fmt: skip
def test_targets_are_judged_by_definition(
    measure: str, holds: dict[str, Any], fails: dict[str, Any]
) -> None:
    assert not refused(file(), measure, holds)
    assert refused(file(), measure, fails)


def test_the_expected_inverse_is_the_closed_form_for_one_and_two_people() -> None:
    """E(1/F) = p ln(1/p)/(1−p) for f = 1 (Benedetti and Franconi 1998)."""
    p = 1 / e
    assert expected_inverse(1, p) == pytest.approx(p / (1 - p))
    two = (p / (1 - p)) ** 2 * (1 / p - 1 + log(p))
    assert expected_inverse(2, p) == pytest.approx(two)
    assert expected_inverse(3, 1.0) == pytest.approx(1 / 3)


def test_households_and_populations_are_judged() -> None:
    homes = ["h", "h", "h", "h", "h", "i"]
    assert refused(file(homes=homes), "household_risk", {"most": 0.7})
    assert not refused(file(homes=homes), "household_risk", {"most": 0.95})
    before = [{"sex": s} for s in ["f", "f", "f", "m", "m", "m"]]
    people = [{"sex": "f"}] * 4 + [{"sex": "m"}] * 3
    mapped = file(before=before, population=people)
    assert not refused(mapped, "k_map", {"k": 3})
    assert refused(mapped, "k_map", {"k": 4})


def test_numbers_are_judged_by_distance() -> None:
    """Half of the means of pairs are as near to one original as to the other: 1/2 each."""
    old = [{"n": v} for v in (0.0, 2.0, 10.0, 14.0)]
    new = [{"n": v} for v in (1.0, 1.0, 12.0, 14.0)]
    pairs = file(rows=new, before=old, originals=old, places=range(4))
    for measure, share in (("linkage", 2.5 / 4), ("interval_disclosure", 1 / 4)):
        assert not refused(pairs, measure, {"columns": ["n"], "most": share})
        assert refused(pairs, measure, {"columns": ["n"], "most": share - 0.01})
    ranks = {"columns": ["n"], "kind": "rank", "width": 0.25}
    assert refused(pairs, "interval_disclosure", {**ranks, "most": 0.7})
    assert not refused(pairs, "linkage", {"columns": ["n"]})
    roles = {"n": "number"}
    assert unaccounted(["n"], roles, [], []) == ["n"]
    assert unaccounted(["n"], roles, [], ["n"]) == []


def test_columns_that_must_not_leave_are_seen() -> None:
    roles = {"sex": "key", "note": "ignored", "ill": "sensitive", "home": "household"}
    assert unaccounted(list(roles), roles, [], ["ill"]) == ["note"]
    assert unaccounted(list(roles), roles, ["note"], []) == ["ill"]
    rows = [{"home": 91827364500, "sex": "f"}]
    assert marked_cells(rows, ["home", "sex"]) == ["home"]


@pytest.mark.parametrize("suffix", ["csv", "tsv", "parquet", "arrow", "xlsx", "dta", "sav", "xpt"])
def test_other_programs_read_what_was_written(suffix: str, tmp_path: Path) -> None:
    frame = pl.DataFrame({"a": ["é", "b", None], "n": [1, 2, None], "x": [0.5, 1.0, 2.0]})
    path = write(frame, tmp_path / f"small.{suffix}")
    for _, rows in read_by_others(path):
        assert [row["a"] for row in rows] == ["é", "b", None]
        assert [None if row["n"] is None else float(row["n"]) for row in rows] == [1, 2, None]
        assert [float(row["x"]) for row in rows] == [0.5, 1, 2]

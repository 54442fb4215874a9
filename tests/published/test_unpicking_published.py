"""Unpicking of the published example: Bergeat (2015), section 2.2, figure 2.2.

The text says that the third record (the woman without an age) must be 25 to 50. The truth file
holds all joint completions, found by trying every one: the two men are known up to a swap, which
the text does not say, and for certain if the file was left in its order.
"""

from __future__ import annotations

import json
from typing import Any

import polars as pl
import pytest

from by_hand import by_record
from discret import Dataset
from discret.assess import Unpicking
from discret.assess.unpicking.completions import completions
from where import FIGURES

TRUTH = FIGURES / "seed_examples.json"
KEYS = ["Sexe", "Âge"]
AGES = ["-25", "25-50", "+50"]
SEXES = ["Femme"] * 5 + ["Homme"] * 4
FIGURE = ["-25", "-25", None, "+50", "+50", None, "25-50", "25-50", None]


def entry() -> dict[str, Any]:
    entries = json.loads(TRUTH.read_text(encoding="utf-8"))
    return next(entry for entry in entries if entry["id"] == "000.unpick")


def ages(table: pl.DataFrame) -> list[list[str]]:
    """The ages of each completion, in the order of the records."""
    return [one["Âge"].to_list() for _, one in table.group_by("completion", maintain_order=True)]


def candidates(table: pl.DataFrame) -> dict[int, list[str]]:
    """The ages that are left to each record, counted from 1."""
    return {
        number + 1: sorted(one["Âge"].unique().to_list())
        for (number,), one in table.group_by("record", maintain_order=True)
    }


def test_the_two_completions_of_the_truth_file() -> None:
    truth = entry()
    data, k = Dataset.of(pl.DataFrame(truth["input"]), key=KEYS), truth["parameters"]["k"]
    wanted, table = truth["expected"], completions(data, k)
    assert sorted(ages(table)) == sorted(wanted["consistent_completions_rows_3_6_9"])
    assert candidates(table) == {row: sorted(wanted[f"row{row}_candidates"]) for row in (3, 6, 9)}
    finding = Unpicking(k=k, most=0).assess(data)
    assert finding.details["completions"] == len(wanted["consistent_completions_rows_3_6_9"])
    certain = by_record(finding, data, "recovered")
    assert [row + 1 for row, number in enumerate(certain) if number] == [
        row for row, _, _ in wanted["certain_cells"]
    ]
    assert candidates(table)[3] == [age for _, _, age in wanted["certain_cells"]]
    assert by_record(finding, data, "narrowed") == [0, 0, 0, 0, 0, 1, 0, 0, 1]


def test_the_order_of_the_file_leaves_one_completion() -> None:
    truth = entry()
    data = Dataset.of(pl.DataFrame(truth["input"]), key=KEYS)
    in_order = [age for age in ages(completions(data, 2)) if sorted_by_age(truth["input"], age)]
    assert in_order == [list(truth["expected"]["with_file_order_known_sorted"].values())]


def sorted_by_age(rows: list[dict[str, Any]], filled: list[str]) -> bool:
    """Whether the file is sorted by sex, then age, once its blanks are filled."""
    values = iter(filled)
    places = [(row["Sexe"], AGES.index(row["Âge"] or next(values))) for row in rows]
    return places == sorted(places)


def test_the_woman_of_figure_2_2_is_25_to_50() -> None:
    # Bergeat (2015), section 2.2, from the text; the number of completions counted by hand.
    data = Dataset.of(pl.DataFrame({"Sexe": SEXES, "Âge": FIGURE}), key=KEYS)
    assert candidates(completions(data, 2)) == {3: ["25-50"], 6: ["+50", "-25"], 9: ["+50", "-25"]}
    finding = Unpicking(k=2, most=0).assess(data)
    assert (finding.value, finding.met) == (pytest.approx(1 / 3), False)
    assert finding.details["completions"] == 2


def test_a_file_from_which_the_records_at_risk_are_dropped_cannot_be_unpicked() -> None:
    # Bergeat (2015), section 3: the records are withdrawn instead (figure 3.1).
    rows = [(sex, age) for sex, age in zip(SEXES, FIGURE, strict=True) if age]
    data = Dataset.of(pl.DataFrame(rows, schema=KEYS, orient="row"), key=KEYS)
    finding = Unpicking(k=2, most=0).assess(data)
    assert (finding.value, finding.met) == (0, True)

"""Special uniques and quasi-identifiers: numbers printed by papers, guides, sdcMicro and ARX."""

from __future__ import annotations

import json
from itertools import combinations
from typing import Any

import polars as pl
import pytest

from by_hand import by_record
from discret import Dataset
from discret.assess import QuasiIdentifiers, Suda
from discret.data.examples import footballers
from where import FIGURES, SHARED, needs_tables

TRUTH = FIGURES


def of(table: dict[str, list[Any]]) -> Dataset:
    return Dataset.of(pl.DataFrame(table), key=list(table))


# ---------------------------------------------------------------- sdcMicro 5.8.0


@needs_tables
def test_sdcmicro_on_its_test_file() -> None:
    # suda2(testdata, keys): 157 records with a score, sum 4890, largest 720 (peers.json). Its
    # weights are all 100, so the fraction drawn from them is sdcMicro's default of 0.01.
    case = json.loads((TRUTH / "peers.json").read_text(encoding="utf-8"))["sdcmicro"]["testdata"]
    frame = pl.read_csv(SHARED / case["file"], null_values="NA")
    data = Dataset.of(frame, key=case["keys"], weight=case["weight"])
    details = Suda().assess(data).details
    assert details["records_with_msu"] == case["suda_records"] == 157
    assert details["score_sum"] == case["suda_score_sum"] == 4890
    assert details["score_max"] == case["suda_score_max"] == 720
    assert details["fraction"] == 0.01


def test_contributions_of_three_records() -> None:
    # sdcMicro, issue 275 and its tests: 50, 37.5 and 37.5 percent, from MSUs a2, b3, c6, of weight
    # 2, and (a1, b0), (a1, c0), of weight 1.
    data = of({"a": [2, 1, 1], "b": [0, 3, 0], "c": [0, 6, 0]})
    details = Suda().assess(data).details
    assert details["contributions"] == {"a": 0.5, "b": 0.375, "c": 0.375}
    assert details["msus_by_size"] == {"1": 3, "2": 2, "3": 0}


def test_contributions_of_seven_records() -> None:
    # sdcMicro, issue 356: scores 0 2 3 3 3 0 2; contributions 61.53846, 69.23077, 53.84615 percent.
    data = of({"Var1": list("ABACBAB"), "Var2": list("XXYZYXZ"), "Var3": list("PQQRRPQ")})
    finding = Suda().assess(data)
    assert by_record(finding, data, "score") == [0, 2, 3, 3, 3, 0, 2]
    found = [100 * share for share in finding.details["contributions"].values()]
    assert found == pytest.approx([61.53846, 69.23077, 53.84615], abs=5e-6)


# ---------------------------------------------------------------- a guide and a book

GUIDE = {
    "Residence": ["Urban"] * 4 + ["Rural"] + ["Urban"] * 5,
    "Gender": ["F", "F", "F", "M", "F", "M", "F", "M", "F", "F"],
    "Education": [
        "secondary incomplete",
        "secondary incomplete",
        "primary incomplete",
        "secondary complete",
        "secondary complete",
        "secondary complete",
        "primary complete",
        "post-secondary",
        "secondary incomplete",
        "secondary incomplete",
    ],
    "Labour": ["E", "E", "N", "E", "U", "E", "N", "U", "N", "N"],
}  # E employed, U unemployed, N not in the labour force


@pytest.mark.parametrize("size", [3, None])
def test_scores_of_the_practice_guide(size: int | None) -> None:
    # Benschop, Machingauta & Welch, Statistical disclosure control: a practice guide (IHSN), table
    # of section 4.6.2: "Suppose the maximum size of MSUs we search for is set at 3".
    data = of(GUIDE)
    finding = Suda(size=size).assess(data)
    assert by_record(finding, data, "score") == [0, 0, 6, 0, 12, 0, 6, 10, 0, 0]


def test_dis_scores_of_the_practice_guide() -> None:
    # The same table, with its printed DIS-SUDA scores: sdcMicro computed them from the scores of
    # the IHSN's implementation (1.75, 3.25, 1.75, 2.75: sdcMicro, issue 227), with its default
    # fraction of 0.01.
    data = of(GUIDE)
    finding = Suda(formula="ihsn", fraction=0.01).assess(data)
    assert by_record(finding, data, "score") == [0, 0, 1.75, 0, 3.25, 0, 1.75, 2.75, 0, 0]
    found = [round(risk, 4) for risk in by_record(finding, data, "dis")]
    assert found == [0, 0, 0.0051, 0, 0.0107, 0, 0.0051, 0.0088, 0, 0]


def test_scores_of_the_book() -> None:
    # Templ (2017), Statistical disclosure control for microdata, by sdcMicro's tests and issue 263.
    data = of({
        "age": ["20s"] * 7 + ["60s"],
        "gender": ["m"] * 4 + ["f"] * 3 + ["m"],
        "income": ["50k+"] * 2 + ["50k-"] * 6,
        "education": ["high"] * 4 + ["university", "high", "middle", "university"],
    })  # fmt: skip
    assert by_record(Suda().assess(data), data, "score") == [0, 0, 0, 0, 4, 2, 6, 8]


# ---------------------------------------------------------------- ARX 3.9.2


def test_distinction_and_separation_of_arx() -> None:
    # TestRiskQuasiIdentifiers.java, "calculated by hand".
    data = of({
        "age": ["20", "30", "40", "20", "40"],
        "sex": ["f", "f", "f", "m", "m"],
        "state": ["CA", "CA", "TX", "NY", "CA"],
    })  # fmt: skip
    table = QuasiIdentifiers().table(data)
    found = {
        tuple(row["columns"]): (row["distinction"], row["separation"])
        for row in table.iter_rows(named=True)
    }
    wanted = {
        ("sex",): (0.4, 0.6),
        ("state",): (0.6, 0.7),
        ("age",): (0.6, 0.8),
        ("sex", "state"): (0.8, 0.9),
        ("age", "sex"): (1.0, 1.0),
        ("age", "state"): (1.0, 1.0),
        ("age", "sex", "state"): (1.0, 1.0),
    }
    assert found == {columns: pytest.approx(pair) for columns, pair in wanted.items()}


@needs_tables
def test_adult_has_the_groups_and_uniques_that_arx_finds() -> None:
    risk = json.loads((TRUTH / "peers.json").read_text(encoding="utf-8"))["arx"]["risk"]
    frame = pl.read_csv(SHARED / "data" / "adult" / "adult.csv", separator=";")
    data = Dataset.of(frame, key=frame.columns)
    finding = QuasiIdentifiers().assess(data)
    whole = finding.details["subsets"][-1]
    assert finding.details["subsets_counted"] == 511
    assert whole["distinction"] == pytest.approx(risk["marketer"], abs=5e-7)  # groups / records
    share = whole["uniques"] / whole["records"]
    assert share == pytest.approx(risk["sample_uniques_share"], abs=5e-6)
    for row in finding.details["subsets"]:
        sizes = frame.group_by(row["columns"]).len()["len"].cast(pl.Int64)
        assert (row["groups"], row["uniques"]) == (len(sizes), int((sizes == 1).sum()))
        pairs = len(frame) * (len(frame) - 1)
        told_apart = 1 - int((sizes * (sizes - 1)).sum()) / pairs
        assert row["separation"] == pytest.approx(told_apart, rel=1e-12)


# ---------------------------------------------------------------- the footballers


def test_quasi_identifiers_of_the_footballers() -> None:
    # Nguyen & Castelluccia (2020), definition 3 on table 1.
    truth = json.loads((TRUTH / "seed_examples.json").read_text(encoding="utf-8"))
    case = next(one for one in truth if one["id"] == "002.table1")
    columns = ["Âge", "Club", "Salaire"]
    assert footballers().select(columns).to_dicts() == [
        {name: row[name] for name in columns} for row in case["input"]
    ]
    finding = QuasiIdentifiers().assess(Dataset.of(footballers(), key=columns))
    found = {"+".join(row["columns"]): row["uniques"] > 0 for row in finding.details["subsets"]}
    assert found == case["expected"]["is_qid"]
    assert finding.details["minimal"] == [[name] for name in case["expected"]["minimal_qids"]]
    sets = [set(row["columns"]) for row in finding.details["subsets"] if row["uniques"]]
    every = [set(combination) for size in (1, 2, 3) for combination in combinations(columns, size)]
    assert all(one in sets for one in every if any(other <= one for other in sets))

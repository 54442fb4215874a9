"""Local suppression against the worked examples and against sdcMicro.

Bergeat (2015): figure 2.2 (which cells), the entropy of section 2.2, the shape of figure 4.1. The
least numbers of blanks of truth/seed_examples.json were found by trying every blanking.
sdcMicro 5.8.0, localSuppression with alpha = 0 (the rule "known"): truth/peers.json. Our
own figures beside theirs were proven the least possible, for blankings that treat records with
equal keys alike, by integer programming.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import polars as pl
import pytest

from discret import Context, Dataset
from discret.assess import KAnonymity
from discret.data.examples import survey
from discret.parts import Change
from discret.reduce import SuppressCells
from where import FIGURES, SHARED, needs_tables

EXAMPLES, PEERS = FIGURES / "seed_examples.json", FIGURES / "peers.json"
RULES = {"known": "known_part", "wildcard": "wildcard", "category": "category"}


@cache
def entry(name: str) -> dict[str, Any]:
    entries = json.loads(EXAMPLES.read_text(encoding="utf-8"))
    return next(entry for entry in entries if entry["id"] == name)


@cache
def peer(name: str) -> dict[str, Any]:
    return json.loads(PEERS.read_text(encoding="utf-8"))["sdcmicro"][name]


@cache
def file(name: str) -> Dataset:
    case = peer(name)
    return Dataset.of(pl.read_csv(SHARED / case["file"], null_values="NA"), key=case["keys"])


def dishes(**more: Any) -> Dataset:
    return Dataset.of(pl.DataFrame(entry("000.fig1.1")["input"]), key=["Sexe", "Âge"], **more)


def blanked(data: Dataset, k: int, rule: Any = "known", **more: Any) -> Change:
    model = KAnonymity(k=k, missing=rule)
    change = SuppressCells(models=[model], missing=rule, **more).apply(data, Context())
    assert model.assess(change.data).met
    return change


# ---------------------------------------------------------------- Bergeat (2015)


def test_figure_2_2_cell_by_cell() -> None:
    truth = entry("000.fig2.2")
    change = blanked(dishes(), 2, importance={"Sexe": 2, "Âge": 1})
    rows = change.data.to_polars().select("Sexe", "Âge").rows(named=True)
    found = [[n, name] for n, row in enumerate(rows, 1) for name, v in row.items() if v is None]
    assert found == truth["parameters"]["suppressed_cells"]
    assert rows == [{name: row[name] for name in ("Sexe", "Âge")} for row in truth["input"]]


def test_the_least_number_of_blanks_under_known() -> None:
    least = entry("000.fig2.2")["expected"]["min_suppressions_k2"]["known_part"]["n"]
    facts = blanked(dishes(), 2).facts
    assert (facts["cells_blanked"], facts["optimal"]) == (least, True) == (3, True)


def test_the_least_number_of_blanks_where_missing_is_a_category() -> None:
    least = entry("000.fig2.2")["expected"]["min_suppressions_k2"]["category"]["n"]
    assert blanked(dishes(), 2, "category").facts["cells_blanked"] == least == 5


def test_under_wildcard_fewer_would_do_and_mean_nothing() -> None:
    # the optimum (2) blanks both values of one record, which then protects everybody; the search
    # blanks records at risk only (D28 of the discrepancies says why that rule is degenerate)
    least = entry("000.fig2.2")["expected"]["min_suppressions_k2"]["wildcard"]["n"]
    assert least <= blanked(dishes(), 2, "wildcard").facts["cells_blanked"] <= 3


def test_entropy_is_summed_over_categories() -> None:
    truth = entry("000.entropy")["expected"]
    facts = blanked(dishes(), 2, importance="entropy").facts
    for name, wanted in truth.items():
        assert facts["costs"][name] == pytest.approx(wanted["sum_over_categories"], rel=1e-12)
    assert facts["cells"] == {"Sexe": 3, "Âge": 0}  # the opposite of figure 2.2 (D05)


def test_figure_4_1_every_record_at_risk_is_blanked_and_no_other() -> None:
    # 3,178 blanks in 3,033 records, all of them at risk, most of them in the cheapest key, none in
    # the dearest; the file is not public, so the generated survey shows the same shape, no more.
    truth = entry("000.fig4.1")
    keys = ["sexe", "revenu", "age", "unite_urbaine", "diplome", "couple", "personnes"]
    costs = dict(zip(keys, [row["cost"] for row in truth["input"]], strict=True))
    data = Dataset.of(survey(12901).drop_nulls(keys), key=keys)
    risky = KAnonymity(k=3).assess(data).details["records_failing"]
    facts = blanked(data, 3, importance=costs).facts
    assert facts["records_touched"] == risky
    assert facts["cost"] == sum(costs[name] * n for name, n in facts["cells"].items())
    cells = list(facts["cells"].values())
    assert cells[-1] == max(cells) > facts["cells_blanked"] / 2
    assert cells[0] == min(cells)
    assert facts["gap"] < 0.05


# ---------------------------------------------------------------- Bergeat (2014)


def test_the_illness_file_needs_no_more_blanks_than_the_slide() -> None:
    table = Dataset.of(pl.DataFrame(entry("001.table")["input"]), key=["Âge", "Sexe", "CP"])
    slide = entry("001.localsupp")
    assert blanked(table, 2).facts["cells_blanked"] <= slide["parameters"]["n_suppressed"]
    wild = blanked(table, 2, "wildcard").facts["cells_blanked"]
    assert slide["expected"]["min_suppressions_k2_wildcard"] <= wild


# ---------------------------------------------------------------- sdcMicro 5.8.0


@needs_tables
@pytest.mark.parametrize(("k", "proven"), [(3, 283), (5, 461)])
def test_testdata_needs_fewer_blanks_than_with_sdcmicro(k: int, proven: int) -> None:
    case = peer("testdata")["local_suppression"][f"k{k}"]
    facts = blanked(file("testdata"), k).facts
    assert case["lower_bound"] <= facts["lower_bound"] == proven
    assert facts["cells_blanked"] <= case["reachable_known"] < case["sdcmicro_known"]
    assert facts["cells_blanked"] <= proven + 1
    best = blanked(file("testdata"), k, exact=True).facts
    assert (best["cost"], best["optimal"]) == (proven, True)


@needs_tables
@pytest.mark.parametrize(("k", "least"), [(3, 5270), (5, 9960)])  # as the programme proves
def test_with_importance_one_percent_at_most_is_left_to_gain(k: int, least: int) -> None:
    keys = peer("testdata")["keys"]
    costs = dict(zip(keys, range(10 * len(keys), 0, -10), strict=True))
    facts = blanked(file("testdata"), k, importance=costs).facts
    assert facts["lower_bound"] <= least <= facts["cost"]
    assert facts["gap"] < 0.01


@needs_tables
def test_the_survey_needs_one_blank_for_each_record_at_risk() -> None:
    case = peer("survey_100k")["local_suppression_k3"]
    facts = blanked(file("survey_100k"), 3).facts
    assert facts["cells_blanked"] == facts["records_touched"] == case["lower_bound"] == 2073
    assert facts["cells_blanked"] <= case["reachable_known"]
    assert facts["optimal"]


@needs_tables
def test_with_importance_the_cost_is_near_the_proven_least() -> None:
    names = peer("testdata")["keys"]
    costs = dict(zip(names, range(70, 0, -10), strict=True))
    found = blanked(file("testdata"), 3, importance=costs).facts
    best = blanked(file("testdata"), 3, importance=costs, exact=True).facts
    assert best["optimal"]
    assert best["cost"] == best["lower_bound"] == 5270
    assert found["cost"] <= 1.005 * best["cost"]


@needs_tables
@pytest.mark.parametrize(
    ("name", "k", "blanks"),
    [
        ("testdata", 3, [0, 8, 3, 23, 33, 177, 163]),
        ("testdata", 5, [0, 35, 33, 61, 115, 324, 309]),
        ("survey_100k", 3, [0, 0, 0, 0, 298, 284, 1757]),
    ],
)
def test_with_importance_the_cost_is_below_that_of_sdcmicro(
    name: str, k: int, blanks: list[int]
) -> None:
    # sdcMicro 5.8.1: kAnon(..., importance = 1:7, alpha = 0), what it blanks in each key; for
    # testdata they add up to the figures of 5.8.0 in peers.json
    known = peer(name).get("local_suppression", {}).get(f"k{k}", {}).get("sdcmicro_known")
    assert known in (None, sum(blanks))
    prices = range(70, 0, -10)  # the first key is the dearest, as importance 1 is the highest
    costs = dict(zip(peer(name)["keys"], prices, strict=True))
    facts = blanked(file(name), k, importance=costs).facts
    assert facts["cost"] < sum(n * cost for n, cost in zip(blanks, prices, strict=True))

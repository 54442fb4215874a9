"""Section 4 of Bergeat (2015) on the generated survey: the example plan, and its guide."""

from __future__ import annotations

import re
from typing import Any

import polars as pl
import pytest

from discret import Plan
from discret.plan.examples import write_example
from discret.plan.release import Release
from where import ROOT

GUIDE = ROOT / "docs" / "section-4.md"


@pytest.fixture(scope="module")
def releases(tmp_path_factory: pytest.TempPathFactory) -> list[Release]:
    plan = Plan.read(write_example("section4", tmp_path_factory.mktemp("section4")))
    return list(plan.run_variants(plan.dataset(plan.table().frame), seed=2013).values())


def loss(release: Release, name: str) -> Any:
    return next(found for found in release.loss if found.name == name)


def risk(release: Release, name: str) -> Any:
    return next(found for found in release.risk if found.name == name)


def gaps(release: Release) -> dict[str, float]:
    tables = loss(release, "row_percentages").details["tables"]
    return {table["rows"]: table["largest_gap"] for table in tables}


def test_all_releases_are_three_anonymous(releases: list[Release]) -> None:
    assert [release.met for release in releases] == [True] * 4
    assert [risk(release, "k_anonymity").value for release in releases] == [3] * 4
    columns = set(releases[0].data.columns())
    assert columns.isdisjoint({"menage", "revenu_annuel", "poids_initial"})


def test_cheap_columns_are_blanked_most(releases: list[Release]) -> None:
    """Figure 4.1: the dearer a key, the fewer blanks, diploma and couple apart: as in the paper."""
    cells = releases[0].steps[1].facts["cells"]
    ranked = sorted(cells, key=lambda name: cells[name])
    paper = ["sexe", "revenu", "age", "unite_urbaine", "couple", "diplome", "personnes"]
    assert ranked == paper


def test_margins_of_the_calibration_hold_and_others_come_close(releases: list[Release]) -> None:
    """Figures 4.3 and 4.4."""
    blanks, raked, bounded, dropped = (gaps(release) for release in releases)
    assert dropped["personnes"] > 0.01
    assert raked["couple"] < dropped["couple"]
    assert raked["personnes"] < 1e-9
    assert bounded["personnes"] < 1e-9
    assert blanks["personnes"] > 0.01
    assert blanks["couple"] < raked["couple"] < 0.01  # couple is blanked rarely, and is no margin


def test_calibration_corrects_what_dropping_did(releases: list[Release]) -> None:
    dropped, calibrated = (
        next(found for found in step.loss if found.name == "row_percentages").value
        for step in releases[1].steps[1:3]
    )
    assert calibrated < dropped


def victims_not_in_couple(release: Release, side: str) -> float:
    tables = loss(release, "row_percentages").details["tables"]
    couple = next(table for table in tables if table["rows"] == "couple")
    row = next(row for row in couple["table"] if "non" in row.values())
    return 1 - float(row[side][couple["categories"].index("aucun")])


def test_weights_left_as_they_are_understate_victims(releases: list[Release]) -> None:
    """Section 4.3: 19.3 % without calibration, 20.5 % in the original, 20.8 % with it."""
    original = victims_not_in_couple(releases[3], "before")
    left, calibrated = (victims_not_in_couple(releases[place], "after") for place in (3, 1))
    assert left < original < calibrated
    assert original - left > calibrated - original
    by_hand = releases[3].data.to_polars().filter(pl.col("couple") == "non")
    victims = by_hand.filter(pl.col("victimation") != "aucun")
    assert left == pytest.approx(victims["poids"].sum() / by_hand["poids"].sum())


def test_blanks_and_dropping_alone_are_alike_for_the_model(releases: list[Release]) -> None:
    """Section 4.3: "pratiquement équivalent", as a record with a blank is left out."""
    blanks, dropped = (loss(releases[place], "regression") for place in (0, 3))
    assert blanks.value == pytest.approx(dropped.value, abs=0.005)
    ratios = [one.details["median_length_ratio"] for one in (blanks, dropped)]
    assert ratios[0] == pytest.approx(ratios[1], abs=0.02)


def test_weights_are_said_to_change_only_where_they_do(releases: list[Release]) -> None:
    found = [loss(release, "weight_ratios").details for release in releases]
    assert [one["weights_changed"] > 0 for one in found] == [False, True, True, False]
    assert set(found[0]["ratios"].values()) == {1.0}
    assert len(set(found[3]["ratios"].values())) == 1


def test_bounds_hold_the_ratios(releases: list[Release]) -> None:
    """Figure 4.2."""
    raked, bounded = (release.steps[2].facts["ratios"] for release in releases[1:3])
    assert raked["1"] > 3
    assert bounded["0"] >= 0.25
    assert bounded["1"] <= 3


def test_intervals_are_longer_and_no_sign_turns(releases: list[Release]) -> None:
    for release in releases:
        details = loss(release, "regression").details
        assert details["compared"] == 15
        assert details["sign_flips"] == 0
        assert details["median_length_ratio"] > 1


def test_only_blanks_can_be_unpicked(releases: list[Release]) -> None:
    found = [risk(release, "unpicking") for release in releases]
    assert found[0].value > 0
    assert found[0].details["exact"] is True
    assert [one.value for one in found[1:]] == [0, 0, 0]


def test_the_guide_tells_the_numbers_of_this_run(releases: list[Release]) -> None:
    """Every number that the guide quotes is one that the plan gives."""
    text = GUIDE.read_text(encoding="utf-8")
    facts = releases[0].steps[1].facts
    told = [f"{n:,}" for n in (*facts["cells"].values(), facts["cells_blanked"])]
    attack = risk(releases[0], "unpicking").details
    told += [f"{attack[name]:,}" for name in ("cells_blanked", "cells_recovered")]
    for place, side in ((1, "before"), (1, "after"), (3, "after")):
        told.append(f"{100 * victims_not_in_couple(releases[place], side):.1f}%")
    told += [f"{releases[1].steps[1].facts['dropped']:,}", f"{len(releases[1].data):,}"]
    for release in releases:
        told.append(f"{100 * loss(release, 'regression').value:.1f}%")
        told.append(f"{loss(release, 'regression').details['median_length_ratio']:.2f}")
        for table in loss(release, "row_percentages").details["tables"][:2]:
            for row in table["table"]:
                told += [f"{100 * share:.1f}" for share in (*row["before"], *row["after"])]
    missing = [one for one in told if not re.search(rf"(?<![\d.]){re.escape(one)}(?!\d)", text)]
    assert missing == []

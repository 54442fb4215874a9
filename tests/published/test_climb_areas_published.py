"""003, tables 1 and 2, figures 5 to 7 and the trace of its algorithm, by plan and by hand."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from command import Call, caller
from discret import Dataset, Hierarchy
from discret.maths.areas.cells import Asked
from discret.maths.areas.moves import generalised
from discret.reduce import ClimbAreas
from discret.reduce.climb_areas.gathering import gathered
from where import FIGURES

PLAN = """
[data]
file = "parcels.csv"
[roles]
identifier = ["id"]
individual = "exploitant"
area = "zone"
key = ["culture", "conduite"]
[hierarchies.zone]
from = "parents"
links = [{ "Allier" = "Auvergne-Rhône-Alpes", "Isère" = "Auvergne-Rhône-Alpes" }]
names = ["département", "région"]
top = false
[hierarchies.culture]
from = "groups"
groupings = [
    { ble = ["ble tendre", "ble dur"], "Fruit a coque" = ["noix", "amande", "châtaigne"] },
]
top = false
[release]
unexamined = ["abondance"]
[[assess]]
measure = "k_anonymity"
k = 3
[[reduce]]
method = "climb_areas"
k = 3
individuals = 3
unique = 2
search = "SEARCH"
"""
ZONES = {"Allier": "Auvergne-Rhône-Alpes", "Isère": "Auvergne-Rhône-Alpes"}
CROPS = {"ble": ["ble tendre", "ble dur"], "Fruit a coque": ["noix", "amande", "châtaigne"]}


@cache
def truth() -> dict[str, Any]:
    entries = json.loads((FIGURES / "seed_examples.json").read_text(encoding="utf-8"))
    return {entry["id"]: entry for entry in entries if entry["id"].startswith("003.")}


def parcels(which: str = "003.tab1") -> pl.DataFrame:
    return pl.DataFrame(truth()[which]["input"])


def held(table: pl.DataFrame, *, top: str | None = None) -> Dataset:
    return Dataset.of(
        table,
        individual="exploitant",
        area="zone",
        key=["culture", "conduite"],
        hierarchies={
            "zone": Hierarchy.from_parents(ZONES, names=["département", "région"], top=None),
            "culture": Hierarchy.from_groups(CROPS, top=top),
        },
    )


@pytest.fixture
def call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Call:
    return caller(tmp_path, monkeypatch, capsys)


@pytest.mark.parametrize("search", ["greedy", "best"])
def test_the_file_of_table_1_becomes_that_of_figure_7(
    call: Call, tmp_path: Path, search: str
) -> None:
    parcels().write_csv(tmp_path / "parcels.csv")
    (tmp_path / "plan.toml").write_text(PLAN.replace("SEARCH", search), encoding="utf-8")
    assert call("run", "plan.toml", "--out", "out").code == 0
    released = pl.read_csv(tmp_path / "out" / "release.csv")
    wanted = truth()["003.fig7"]["expected"]
    assert released.height == truth()["003.algo"]["expected"]["rows_released"] == 10
    assert set(released["zone"]) == {"Auvergne-Rhône-Alpes"}
    assert set(released["zone_level"]) == {"région"}
    assert not {"exploitant", "id"} & {*released.columns}
    classes = released.group_by("culture", "conduite").agg(pl.len(), pl.col("abondance").mean())
    found = {f"{a} | {b}": (n, mean) for a, b, n, mean in classes.rows()}
    assert {name: n for name, (n, _) in found.items()} == wanted["counts"]
    means = {name: mean for name, (_, mean) in found.items()}
    assert means == pytest.approx(wanted["mean_abondance_per_class"], abs=1e-12)
    assert sorted(means.values()) == pytest.approx([3.772333, 4.24325, 4.818667], abs=1e-6)


def test_the_trace_comes_out_of_a_run(call: Call, tmp_path: Path) -> None:
    """Isère 2, 2, 2 at last, the région 3, 2, 3, 2 and then 3, 3, 4: records, as in the paper."""
    parcels().write_csv(tmp_path / "parcels.csv")
    text = PLAN.replace("SEARCH", "greedy") + 'count = "records"\n'
    (tmp_path / "plan.toml").write_text(text, encoding="utf-8")
    assert call("run", "plan.toml", "--out", "out").code == 0
    record = json.loads((tmp_path / "out" / "record.json").read_text(encoding="utf-8"))
    rows = {row["area"]: row for row in record["steps"][0]["facts"]["account"]}
    told = {name: (row["individuals"], row["came"], row["made"]) for name, row in rows.items()}
    assert told == {
        "Allier": (1, [], []),
        "Isère": (4, [1, 1, 2, 2], [2, 2, 2]),
        "Auvergne-Rhône-Alpes": (5, [2, 2, 3, 3], [3, 3, 4]),
    }
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert "2, 2, 3, 3 → 3, 3, 4" in page
    note = (tmp_path / "out" / "public.html").read_text(encoding="utf-8")
    assert "→ 3, 3, 4" not in note


def test_the_trace_of_the_algorithm() -> None:
    """Allier 1 < 3; Isère has 4 farmers and fails by its combinations; the région has 5."""
    change = ClimbAreas(k=3, individuals=3, unique=2, search="greedy").apply(held(parcels()))
    rows = {row["area"]: row for row in change.facts["account"]}
    told = {name: (row["individuals"], row["why"]) for name, row in rows.items()}
    assert told == {
        "Allier": (1, "individuals"),
        "Isère": (4, "combinations"),
        "Auvergne-Rhône-Alpes": (5, ""),
    }
    assert rows["Allier"]["dropped"] == change.facts["dropped"] == 1
    assert change.facts["areas"] == {"département": 0, "région": 1}
    kept = [row["id"] for row in parcels().rows(named=True) if row["id"] != 4]
    assert change.data.to_polars()["id"].to_list() == truth()["003.tab2"]["expected"]["kept_ids"]
    assert kept == truth()["003.fig7"]["expected"]["ids"]


@pytest.mark.parametrize(
    ("zone", "before", "after", "holds"),
    [
        ("Isère", [1, 1, 2, 2], [2, 2, 2], False),
        ("Auvergne-Rhône-Alpes", [2, 2, 3, 3], [3, 3, 4], True),
    ],
)
def test_combinations_before_and_after(
    zone: str, before: list[int], after: list[int], holds: bool
) -> None:
    """Figures 5 to 7, in records as the paper counts them."""
    table = parcels("003.fig5").filter(
        pl.col("zone").replace(ZONES).eq(zone) | (pl.col("zone") == zone)
    )
    facts = gathered("test", held(table), None)
    cells, ladders, whole = facts.cells, facts.ladders, np.zeros(len(facts.cells), dtype=np.int64)

    def counts(at: Any) -> list[int]:
        of, size = cells.classes(whole, ladders.shown(cells.codes, at))
        return sorted(cells.counted(of, size, Asked(3, 3, records=True)).tolist())

    assert counts(ladders.finest(cells.codes)) == before
    found, at = generalised(cells, whole, ladders, Asked(3, 3, records=True))
    assert (counts(at), found.tolist()) == (after, [holds])
    if holds:
        expected = truth()["003.fig7"]["expected"]
        assert sorted(expected["counts"].values()) == after
        assert sorted(truth()["003.fig6"]["expected"]["counts"].values()) == before


def test_siblings_go_together() -> None:
    """Noix, amande and châtaigne all become « Fruit a coque », wherever one of them does."""
    wanted = truth()["003.siblings"]["expected"]
    nuts = [(n, "Isère", f"f{n}", crop, "Biologique") for n, crop in
            enumerate([*wanted["replaced"], "noix", "noix", "noix"])]  # fmt: skip
    table = pl.DataFrame(
        nuts, schema=["id", "zone", "exploitant", "culture", "conduite"], orient="row"
    )
    for search in ("greedy", "best"):
        change = ClimbAreas(k=3, search=search).apply(held(table, top="*"))
        assert set(change.data.to_polars()["culture"]) == {wanted["by"]}


def test_a_threshold_is_reached_by_as_many() -> None:
    """D23: combinations that occur as often as the threshold are kept; one more than that drops."""
    data = held(parcels())
    facts = ClimbAreas(k=1, individuals=1, unique=2).apply(data).facts
    assert facts["dropped"] == len(truth()["003.tab2"]["expected"]["removed"])
    strict = ClimbAreas(k=1, individuals=1, unique=3).apply(data)
    assert strict.data.to_polars()["id"].to_list() == [1, 5, 6, 7, 8, 9]
    assert truth()["003.tab2"]["expected"]["if_strict_>2_kept"] == [1, 5, 6, 7, 8, 9]

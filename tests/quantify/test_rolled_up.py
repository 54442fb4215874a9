"""Measures rolled up by area: against loops written from the definition, and the paper."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import narwhals as nw
import numpy as np
import polars as pl
import pytest

import stars
from discret import Context, Dataset, Hierarchy
from discret.data import Star
from discret.data.star.measures import Measure
from discret.data.star.sums import Sums
from discret.quantify import RolledUp
from discret.quantify.rolled_up.sums import errors
from discret.reduce import ClimbAreas, Recode

TREE = {f"c{n}": (f"c{n}", f"d{n % 4}", f"r{n % 4 % 2}") for n in range(9)}
CROPS = {"durum": ("durum", "wheat"), "soft": ("soft", "wheat"), "beet": ("beet", "roots")}


def facts(rng: np.random.Generator, size: int) -> Dataset:
    frame = pl.DataFrame(
        {
            "where": rng.choice(sorted(TREE), size),
            "crop": rng.choice(sorted(CROPS), size),
            "who": rng.integers(0, max(2, size // 2), size),
            "surface": rng.integers(0, 5, size).astype(float),
            "yield": np.where(rng.random(size) < 0.2, np.nan, rng.random(size)),
        }
    )
    return Dataset.of(
        frame, key="crop", area="where", individual="who",
        hierarchies={
            "where": Hierarchy.from_dict({"from": "table", "rows": list(TREE.values()),
                                          "names": ["commune", "departement", "region"]}),
            "crop": Hierarchy.from_dict({"from": "table", "rows": list(CROPS.values())}),
        },
    )  # fmt: skip


def value(rows: list[dict[str, Any]], name: str, weight: str | None) -> float | None:
    told = [row for row in rows if row[name] is not None]
    if weight is None:
        return sum(row[name] for row in told)
    weights = [1.0 if weight == "facts" else row[weight] for row in told]
    above = sum(row[name] * w for row, w in zip(told, weights, strict=True))
    return above / sum(weights) if sum(weights) else None


def by_hand(before: Dataset, after: Dataset, name: str, weight: str | None) -> dict[Any, Any]:
    """Return, for each area shown, the value in the release and the true one."""
    new, old = after.to_polars().to_dicts(), before.to_polars().to_dicts()
    names = ["commune", "departement", "region"]
    shown = defaultdict(list)
    for row in new:
        shown[names.index(row["where_level"]), row["where"]].append(row)
    inside = defaultdict(list)
    for row in old:
        around = [(n, label) for n, label in enumerate(TREE[row["where"]]) if (n, label) in shown]
        if around:
            inside[around[0]].append(row)
    return {
        node: (value(rows, name, weight), value(inside[node], name, weight), inside[node])
        for node, rows in shown.items()
    }


def outside(before: Dataset, hand: dict[Any, Any], name: str, weight: str | None) -> float:
    """Return what is in no area that is shown: a sum, or a mean times its weight."""
    rows = before.to_polars().to_dicts()
    around = [any(node in hand for node in enumerate(TREE[row["where"]])) for row in rows]
    lost = [row for row, shown in zip(rows, around, strict=True) if not shown]
    true = value(lost, name, weight) or 0.0
    if weight is None:
        return abs(true)
    return abs(true) * sum(row[weight] for row in lost if row[name] is not None)


MEASURES = {"surface": None, "yield": "surface"}


@pytest.mark.parametrize("seed", range(25))
def test_every_area_against_loops_over_the_facts(seed: int) -> None:
    rng = np.random.default_rng(seed)
    before = facts(rng, int(rng.integers(60, 200)))
    after = ClimbAreas(k=2, individuals=2, search="greedy").apply(before, Context()).data
    found = RolledUp(sums=["surface"], means={"yield": "surface"}).compare(before, after)
    names = ["commune", "departement", "region"]
    for name, weight in MEASURES.items():
        hand = by_hand(before, after, name, weight)
        rows = {(names.index(row["level"]), row["area"]): row["measures"][name]
                for row in found.details["areas"]}  # fmt: skip
        assert rows.keys() == hand.keys()
        off = whole = 0.0
        for node, (new, true, inside) in hand.items():
            assert rows[node]["value"] == pytest.approx(new, nan_ok=True)
            assert rows[node]["true"] == pytest.approx(true, nan_ok=True)
            own = [row for row in inside if row["yield"] is not None]
            size = sum(row["surface"] for row in own) if weight else 1.0
            if size and true is not None and new is not None:
                off, whole = off + size * abs(new - true), whole + size * abs(true)
        shut = outside(before, hand, name, weight)
        off, whole = off + shut, whole + shut
        if all(new is not None or not true for new, true, _ in hand.values()) and whole:
            assert found.details["errors"][name] == pytest.approx(off / whole)


@pytest.mark.parametrize("seed", range(8))
def test_every_combination_against_loops_over_the_facts(seed: int) -> None:
    rng = np.random.default_rng(seed)
    before = facts(rng, 120)
    after = ClimbAreas(k=3, individuals=3, search="greedy").apply(before, Context()).data
    table = RolledUp(sums=["surface"]).compare(before, after).per_key
    assert table is not None
    new = after.to_polars().to_dicts()
    names = ["commune", "departement", "region"]
    shown = {(names.index(row["where_level"]), row["where"], row["crop"]) for row in new}
    nodes = {(level, label) for level, label, _ in shown}
    true: dict[Any, float] = defaultdict(float)
    for row in before.to_polars().to_dicts():
        around = [(n, own) for n, own in enumerate(TREE[row["where"]]) if (n, own) in nodes]
        labels = [label for label in CROPS[row["crop"]] if around and (*around[0], label) in shown]
        if labels:
            true[*around[0], labels[0]] += row["surface"]
    rows = {(row["level shown"], row["area shown"], row["crop"]): row["surface (true)"]
            for row in table.iter_rows(named=True)}  # fmt: skip
    assert rows == pytest.approx(dict(true))
    assert {*rows} == shown


def test_the_means_of_the_paper() -> None:
    truth = json.loads(
        (Path(__file__).parents[1] / "published" / "truth" / "seed_examples.json").read_text()
    )
    entries = truth if isinstance(truth, list) else truth["examples"]
    figure = next(own for own in entries if own["id"] == "003.fig7")
    star = Star(**stars.declared())
    before = star.dataset(key="conduite", identifier="parcelle")
    method = ClimbAreas(k=3, individuals=3, unique=2, search="greedy")
    after = method.apply(before, Context()).data
    found = RolledUp.of(star.measures).compare(before, after)
    assert found.per_key is not None
    means = {f"{row['culture']} | {row['conduite']}": row["abondance"]
             for row in found.per_key.iter_rows(named=True)}  # fmt: skip
    assert means == pytest.approx(figure["expected"]["mean_abondance_per_class"])
    (area,) = found.details["areas"]
    mean, true = stars.FACTS.filter(pl.col("parcelle") != 4), stars.FACTS
    assert area["measures"]["abondance"]["value"] == pytest.approx(mean["abondance"].mean())
    assert area["measures"]["abondance"]["true"] == pytest.approx(true["abondance"].mean())
    assert area["measures"]["facts"] == {"value": 10, "true": 11, "error": -1.0}
    assert found.details["errors"]["facts"] == pytest.approx(1 / 11)


def test_nothing_is_off_where_areas_only_grow() -> None:
    before = facts(np.random.default_rng(3), 200)
    after = Recode(column="where", level=2).apply(before, Context()).data
    finding = RolledUp(sums=["surface"], means={"yield": "facts"}, most=0).compare(before, after)
    assert finding.value == pytest.approx(0.0, abs=1e-12)
    assert finding.met
    assert finding.details["outside"] == 0.0


def test_one_label_at_two_levels() -> None:
    island = Hierarchy.from_dict({"from": "table", "rows": [["Réunion", "Réunion"], ["Ain", "ARA"]],
                                  "names": ["departement", "region"]})  # fmt: skip
    frame = pl.DataFrame({"place": ["Réunion", "Réunion", "Ain"], "n": [1.0, 2.0, 4.0]})
    before = Dataset.of(frame, area="place", hierarchies={"place": island})
    shown = pl.DataFrame({"place": ["Réunion", "ARA"], "place_level": ["region", "region"],
                          "n": [3.0, 4.0]})  # fmt: skip
    after = Dataset.of(shown, area="place")
    rows = RolledUp(sums=["n"]).compare(before, after).details["areas"]
    assert [row["level"] for row in rows] == ["region"] * 2
    assert [row["area"] for row in rows] == ["ARA", "Réunion"]
    assert [row["measures"]["n"]["error"] for row in rows] == [0.0, 0.0]


def test_an_area_that_is_gone_is_no_success() -> None:
    before = facts(np.random.default_rng(3), 50)
    after = before.without_columns(["where"])
    finding = RolledUp(sums=["surface"], most=1.0).compare(before, after)
    assert finding.value is None
    assert finding.met is False


def test_measures_of_a_star_that_do_not_add_up_are_left_out() -> None:
    kinds = {"a": {"adds": "sum"}, "b": {"adds": "none"}, "c": {"adds": "mean", "weight": "a"}}
    told = {name: Measure(**own) for name, own in kinds.items()}
    assert RolledUp.of(told).parameters() == {"sums": ["a"], "means": {"c": "a"}}


@pytest.mark.parametrize("column", ["facts", "level", "area", "area shown"])
def test_columns_may_be_called_anything(column: str) -> None:
    before = facts(np.random.default_rng(1), 60)
    frame = before.to_polars().rename({"surface": column})
    data = Dataset.of(frame, key="crop", area="where", hierarchies=before.hierarchies)
    finding = RolledUp(sums=[column]).compare(data, data)
    assert finding.value == 0.0


def test_narrow_numbers_do_not_wrap() -> None:
    frame = pl.DataFrame({"place": ["a", "a"], "n": pl.Series([2**30, 2**30], dtype=pl.Int32)})
    data = Dataset.of(frame, area="place")
    (row,) = RolledUp(sums=["n"]).compare(data, data).details["areas"]
    assert row["measures"]["n"]["value"] == 2**31


def test_an_area_that_is_gone_with_its_facts_counts_in_full() -> None:
    frame = pl.DataFrame({"place": ["a", "a", "b"], "n": [1.0, 2.0, 5.0]})
    before = Dataset.of(frame, area="place")
    after = before.with_frame(before.frame.filter(nw.col("place") == "a"))
    finding = RolledUp(sums=["n"]).compare(before, after)
    assert finding.details["errors"] == pytest.approx({"facts": 1 / 3, "n": 5 / 8})
    assert finding.details["outside"] == pytest.approx(1 / 3)


def test_what_only_the_order_of_a_sum_tells_apart_is_no_error() -> None:
    table = pl.DataFrame({"facts (true)": [1e6, 1e6], "facts (error)": [1e-9, -1e-9]})
    assert errors(Sums((), ()), table) == {"facts": 0.0}
    assert errors(Sums((), ()), table.with_columns(pl.lit(1.0).alias("facts (error)"))) == {
        "facts": 1e-6
    }

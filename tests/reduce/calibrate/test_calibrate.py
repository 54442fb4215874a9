"""Calibrate: the example of the paper, its survey, households, and totals that cannot be met."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from pydantic import ValidationError

from discret import Context, Dataset, Hierarchy, Plan
from discret.assess import KAnonymity, WeightDisclosure
from discret.data.examples import dishes
from discret.data.examples.generated_survey import survey
from discret.errors import ColumnError, DiscretError, InputError, ParameterError, TargetError
from discret.reduce import Calibrate, Recode, RoundWeights, SuppressRecords

KEYS = ["sexe", "revenu", "age", "unite_urbaine", "diplome", "couple", "personnes"]
MARGINS = [
    f"{name} * victimation" for name in ("sexe", "age", "unite_urbaine", "diplome", "personnes")
]


def left_of(data: Dataset, k: int) -> Dataset:
    return SuppressRecords(models=[KAnonymity(k=k)], drop=1).apply(data, Context()).data


def six() -> Dataset:
    data = Dataset.of(dishes(), key=["Sexe", "Âge"], weight="Poids")
    return left_of(data, 2)


def surveyed(records: int = 12901, k: int = 3, seed: int = 2013) -> Dataset:
    return left_of(Dataset.of(survey(records, seed=seed), key=KEYS, weight="poids"), k)


def sums(table: pl.DataFrame, weight: str, *columns: str) -> dict[Any, float]:
    found = table.group_by(*columns).agg(pl.col(weight).sum())
    return {row[:-1]: row[-1] for row in found.rows()}


def calibrated(data: Dataset, **settings: Any) -> tuple[pl.DataFrame, dict[str, Any]]:
    change = Calibrate(**settings).apply(data, Context())
    return change.data.to_polars(), dict(change.facts)


@pytest.mark.parametrize("method", ["linear", "raking", "sinh"])
def test_figure_3_1(method: str) -> None:
    table, facts = calibrated(six(), margins=["Sexe", "Âge"], method=method)
    expected = [1320, 1980, 1628, 2072, 5500 / 3, 9500 / 3]
    np.testing.assert_allclose(table["Poids"], expected, rtol=1e-10)
    assert (facts["totals"], facts["redundant"], facts["cells"]) == (5, 2, 3)
    assert facts["scale"] == pytest.approx(12000 / 8000)


def test_figure_3_1_as_printed() -> None:
    """Linear calibration whose distance is weighted by 1/d (discrepancy D01)."""
    table = dishes().with_columns((1 / pl.col("Poids")).alias("q"))
    data = left_of(Dataset.of(table, key=["Sexe", "Âge"], weight="Poids"), 2)
    found, _ = calibrated(data, margins=["Sexe", "Âge"], method="linear", q="q", scaled=False)
    np.testing.assert_allclose(found["Poids"], [1400, 1900, 1700, 2000, 2100, 2900], rtol=1e-10)


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"method": "logit", "bounds": (0.25, 3.0)},
        {"method": "truncated", "bounds": "tightest"},
        {"method": "sinh"},
    ],
)
def test_the_sixty_three_totals_of_the_survey(settings: dict[str, Any]) -> None:
    data = surveyed()
    table, facts = calibrated(
        data, margins=MARGINS, start="poids_initial", target="poids", **settings
    )
    assert (facts["totals"], facts["redundant"]) == (63, 12)
    before = data.original.to_polars()
    for name in ("sexe", "age", "unite_urbaine", "diplome", "personnes"):
        want = sums(before, "poids", name, "victimation")
        got = sums(table, "poids", name, "victimation")
        assert {key: got[key] for key in want} == pytest.approx(want, rel=1e-9)
    scale = before["poids"].sum() / table["poids_initial"].sum()
    ratio = table["poids"] / table["poids_initial"] / scale
    assert facts["ratios"]["0"] == pytest.approx(ratio.min())
    assert facts["ratios"]["1"] == pytest.approx(ratio.max())
    if facts["bounds"]:
        assert facts["bounds"][0] - 1e-9 <= ratio.min() <= ratio.max() <= facts["bounds"][1] + 1e-9
    spread = table["poids"].std(ddof=0) / table["poids"].mean()  # type: ignore[operator]
    assert facts["design_effect"] == pytest.approx(1 + spread**2)


def test_rounded_weights_keep_the_margins() -> None:
    data = surveyed()
    method = Calibrate(margins=MARGINS, start="poids_initial", target="poids")
    change = method.apply(data, Context())
    exact = change.data.to_polars()
    rounding = RoundWeights(base=10.0, margins=MARGINS).apply(change.data, Context())
    table = rounding.data.to_polars()
    assert table.columns == exact.columns
    assert ((table["poids"] / 10) % 1 == 0).all()
    assert (table["poids"] - exact["poids"]).abs().max() < 10  # type: ignore[operator]
    for name in ("sexe", "age"):
        want, got = (sums(one, "poids", name, "victimation") for one in (exact, table))
        gaps = [abs(want[key] - got[key]) / want[key] for key in want]
        assert max(gaps) <= rounding.facts["largest_gap"] + 1e-12 < 1e-3
    with pytest.raises(TargetError, match="weights are below"):
        RoundWeights(base=1e6).apply(data, Context())


def test_recoded_columns_have_the_totals_of_their_classes() -> None:
    order = Hierarchy.from_order(["-25", "25-50", "+50"], steps=[2], top=None)
    data = Dataset.of(dishes(), key=["Sexe", "Âge"], weight="Poids", hierarchies={"Âge": order})
    coarse = Recode(column="Âge", level=1).apply(data, Context()).data
    table, _ = calibrated(left_of(coarse, 2), margins=["Âge"])
    assert sorted(sums(table, "Poids", "Âge").values()) == pytest.approx([3700, 8300])


def test_totals_may_be_given() -> None:
    given = {"Sexe": {"Femme": 700, "Homme": 500}, "1": 1200.0}
    table, facts = calibrated(six(), margins=["Sexe", "1"], totals=given)
    assert sums(table, "Poids", "Sexe") == pytest.approx({("Femme",): 700, ("Homme",): 500})
    assert facts["redundant"] == 1


def test_given_totals_of_crossings_are_matched_by_name() -> None:
    crossing = {"Femme * -25": 10, "Femme*+50": 20, "Homme * 25-50": 30}
    more = {"Femme * 25-50": 1, "Homme * -25": 1, "Homme * +50": 1}
    table, _ = calibrated(
        Dataset.of(six().to_polars(), weight="Poids"), margins=["Sexe * Âge"],
        totals={"Sexe * Âge": crossing},
    )  # fmt: skip
    assert sums(table, "Poids", "Sexe", "Âge")["Femme", "+50"] == pytest.approx(20)
    with pytest.raises(TargetError, match="nobody is left"):
        calibrated(six(), margins=["Sexe * Âge"], totals={"Sexe * Âge": {**crossing, **more}})
    with pytest.raises(ParameterError, match="lacking"):
        calibrated(six(), margins=["Sexe * Âge"], totals={"Sexe * Âge": crossing})


def test_numbers_are_summed() -> None:
    table = survey(2000, seed=4).with_columns(pl.col("revenu_annuel").fill_null(0))
    data = left_of(Dataset.of(table, key=["sexe", "age"], weight="poids"), 3)
    sample = Dataset.of(
        data.to_polars().sample(1500, seed=2), weight="poids", row="numero", original=table
    )
    found, _ = calibrated(sample, margins=["revenu_annuel", "sexe"])
    for column in ("revenu_annuel",):
        want = (table["poids"] * table[column]).sum()
        assert (found["poids"] * found[column]).sum() == pytest.approx(want, rel=1e-9)


def homes(seed: int = 1) -> pl.DataFrame:
    rng = np.random.default_rng(seed)
    size = rng.integers(1, 5, 300)
    home = np.repeat(np.arange(300), size)
    area = rng.choice(["a", "b", "c"], 300)
    return pl.DataFrame(
        {
            "home": home,
            "area": np.repeat(area, size),
            "sex": rng.choice(["f", "m"], len(home)),
            "w": np.repeat(rng.uniform(1, 4, 300).round(2), size),
        }
    ).with_row_index("row")


def test_households_and_people_at_once() -> None:
    whole = homes()
    part = whole.filter(pl.col("home") % 5 > 0)
    data = Dataset.of(part, weight="w", household="home", row="row", original=whole)
    table, facts = calibrated(data, margins=["sex"], household_margins=["area", "1"])
    assert table.group_by("home").agg(pl.col("w").n_unique())["w"].max() == 1
    assert sums(table, "w", "sex") == pytest.approx(sums(whole, "w", "sex"), rel=1e-9)
    ours, theirs = (one.group_by("home").first() for one in (table, whole))
    assert sums(ours, "w", "area") == pytest.approx(sums(theirs, "w", "area"), rel=1e-9)
    assert facts["redundant"] == 1


def test_households_of_several_weights_are_refused() -> None:
    whole = homes().with_columns(pl.col("w") + pl.col("row") / 100)
    data = Dataset.of(whole, weight="w", household="home")
    with pytest.raises(ColumnError, match="several weights"):
        calibrated(data, margins=["sex"], household_margins=["area"])


def test_totals_that_cannot_be_met_are_named() -> None:
    table = pl.DataFrame({"a": ["x", "x", "y"], "b": ["u", "v", "v"], "w": [1.0, 1, 1]})
    data = Dataset.of(table, weight="w")
    totals: dict[str, Any] = {"a": {"x": 2, "y": 4}, "b": {"u": 3, "v": 3}}
    with pytest.raises(TargetError, match=r"of the 2 totals of '[ab]'; at best 1?\d"):
        calibrated(data, margins=["a", "b"], totals=totals)
    totals["b"] = {"u": 3, "v": 4}
    with pytest.raises(TargetError, match="contradict"):
        calibrated(data, margins=["a", "b"], totals=totals)


def test_categories_that_nobody_is_left_in_are_merged_only_if_told() -> None:
    data = six()
    with pytest.raises(TargetError, match="nobody is left to count for 3 of the 6 totals"):
        calibrated(data, margins=["Sexe * Âge"])
    _, facts = calibrated(data, margins=["Sexe * Âge"], regroup="neighbours")
    told = {"totals_before": 6, "totals_after": 3, "alphabetical": ["Âge"]}
    assert facts["regrouped"] == [{"margin": "Sexe * Âge", **told}]
    assert facts["error"] < 1e-9


def test_mergers_follow_the_hierarchy() -> None:
    whole = pl.DataFrame({"a": list("pqrs") * 3, "w": [1.0] * 12})
    part = whole.with_row_index("n").filter(pl.col("a") != "r")
    parents = Hierarchy.from_groups({"first": ["p", "s"], "second": ["q", "r"]})
    data = Dataset.of(
        part, weight="w", row="n", hierarchies={"a": parents}, original=whole.with_row_index("n")
    )
    table, _ = calibrated(data, margins=["a"], regroup="hierarchy")
    assert sums(table, "w", "a") == pytest.approx({("p",): 3, ("q",): 6, ("s",): 3})


@pytest.mark.parametrize(
    ("order", "joined", "told"),
    [(None, "q", ["a"]), (["q", "p", "s", "r"], "s", []), (["q", "s", "x", "r", "p"], "s", [])],
)
def test_neighbours_are_those_of_the_declared_order(
    order: list[str] | None, joined: str, told: list[str]
) -> None:
    """Nobody is left in r; without an order its neighbours are q and s, of which q is smaller."""
    whole = pl.DataFrame({"a": list("ppppqrsss"), "w": [1.0] * 9}).with_row_index("n")
    known = {} if order is None else {"a": Hierarchy.from_order(order, steps=[2])}
    data = Dataset.of(
        whole.filter(pl.col("a") != "r"), weight="w", row="n", hierarchies=known, original=whole
    )
    table, facts = calibrated(data, margins=["a"], regroup="neighbours")
    before = {"p": 4, "q": 1, "s": 3}
    wanted = {(one,): n + (one == joined) for one, n in before.items()}
    assert sums(table, "w", "a") == pytest.approx(wanted)
    assert facts["regrouped"][0]["alphabetical"] == told


@pytest.mark.parametrize("seed", range(6))
def test_every_calibration_converges_or_names_the_conflict(seed: int) -> None:
    rng = np.random.default_rng(seed)
    data = surveyed(int(rng.integers(1000, 4000)), int(rng.integers(3, 11)), seed)
    for settings in ({}, {"regroup": "neighbours", "most": 5.0}):
        try:
            table, facts = calibrated(data, margins=MARGINS, start="poids_initial", **settings)
        except TargetError as error:
            told = str(error)
        else:
            told = "totals" if facts["error"] <= 1e-9 and (table["poids"] > 0).all() else ""
        assert "totals" in told


BAD: list[tuple[dict[str, Any], type[DiscretError], str]] = [
    ({"margins": ["Taille"]}, ColumnError, "Taille"),
    ({"margins": []}, ParameterError, "margins"),
    ({"margins": ["Sexe"], "method": "logit"}, ParameterError, "bounds"),
    ({"margins": ["Sexe"], "bounds": (0.5, 2)}, ParameterError, "bounds"),
    ({"margins": ["Sexe"], "method": "logit", "bounds": (1.2, 2)}, ParameterError, "bounds"),
    ({"margins": ["Sexe"], "totals": {"Âge": {"-25": 1}}}, ParameterError, "totals"),
    ({"margins": ["Sexe"], "totals": {"Sexe": 12.0}}, ParameterError, "each category"),
    ({"margins": ["Sexe"], "start": "Plat préféré"}, ColumnError, "numbers are needed"),
    ({"margins": ["Sexe"], "q": "Plat préféré"}, ColumnError, "numbers are needed"),
    ({"margins": ["Sexe"], "instruments": ["Âge"]}, ParameterError, "instruments"),
]


@pytest.mark.parametrize(("settings", "kind", "words"), BAD)
def test_what_is_wrong_is_told(
    settings: dict[str, Any], kind: type[DiscretError], words: str
) -> None:
    with pytest.raises((kind, ValidationError), match=words):
        calibrated(six(), **settings)


@pytest.mark.parametrize("bad", [0.0, -1.0, None])
def test_weights_must_be_above_nought(bad: float | None) -> None:
    table = pl.DataFrame({"a": ["x", "y"], "w": [1.0, bad]})
    with pytest.raises(InputError, match="weights"):
        calibrated(Dataset.of(table, weight="w"), margins=["a"])


def test_missing_values_in_a_margin_are_refused() -> None:
    table = pl.DataFrame({"a": ["x", None], "w": [1.0, 2.0]})
    with pytest.raises(ColumnError, match="missing in 'a'"):
        calibrated(Dataset.of(table, weight="w"), margins=["a"])


def test_without_weights_there_is_nothing_to_calibrate() -> None:
    with pytest.raises(InputError, match="weight"):
        calibrated(Dataset.of(pl.DataFrame({"a": ["x"]})), margins=["a"])


def test_a_run_assesses_what_the_weights_give_away() -> None:
    data = Dataset.of(dishes().select("Sexe", "Âge", "Poids"), key=["Sexe", "Âge"], weight="Poids")
    steps = [SuppressRecords(models=[KAnonymity(k=2)], drop=1), Calibrate(margins=["Sexe", "Âge"])]
    release = Plan(assess=[KAnonymity(k=2)], reduce=steps).run(data)
    assert [finding.name for finding in release.risk] == ["k_anonymity", "weight_disclosure"]
    assert release.met
    asked = Plan(assess=[WeightDisclosure(most=0.0)], reduce=steps).run(data)
    assert [finding.name for finding in asked.risk] == ["weight_disclosure"]


def test_a_column_that_changed_its_type_is_compared_as_it_is_written() -> None:
    frame = pl.DataFrame({"n": range(8), "a": [1, 1, 1, 1, 2, 2, 2, 2], "w": [1.0] * 8})
    original = Dataset.of(frame, key="a", weight="w", row="n")
    left = frame.filter(pl.col("n") > 0)
    wide = left.with_columns(pl.col("a").cast(pl.Int8))
    data = Dataset.of(wide, key="a", weight="w", row="n", original=original)
    weights = Calibrate(margins=["C(a)"]).apply(data, Context()).data.to_polars()
    assert weights.group_by("a").agg(pl.col("w").sum().round(9)).sort("a")["w"].to_list() == [4, 4]
    other = left.with_columns(a=pl.Series(["1-2"] * 7))
    with pytest.raises(ColumnError, match="no total"):
        Calibrate(margins=["a"]).apply(
            Dataset.of(other, key="a", weight="w", row="n", original=original), Context()
        )


@pytest.mark.parametrize("worst", [float("inf"), float("-inf"), 1e308])
def test_numbers_that_cannot_be_summed_are_refused_by_name(worst: float) -> None:
    table = {"sex": ["f", "m"] * 4, "inc": [1.0, 2.0, 3.0, worst] * 2, "w": [1.0, 2.0] * 4}
    data = Dataset.of(pl.DataFrame(table), key="sex", weight="w")
    with pytest.raises(ColumnError, match="'inc'") as raised:
        Calibrate(margins=["sex", "inc"]).apply(data, Context())
    assert str(worst) not in str(raised.value).replace("infinite", "")

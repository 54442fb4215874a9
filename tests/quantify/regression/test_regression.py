"""Models before and after: against statsmodels on the records, and what a release can lose."""

from __future__ import annotations

from typing import Any

import narwhals as nw
import numpy as np
import polars as pl
import pytest
import statsmodels.api as sm

from by_hand import shows_no, speaks_both_languages
from discret import Context, Dataset, Finding
from discret.assess import KAnonymity
from discret.data.examples import survey
from discret.errors import ColumnError, InputError, ParameterError
from discret.quantify import Regression
from discret.quantify.regression import overlap
from discret.reduce import Recode, SuppressRecords
from small import kept, of, recoded

FACTS = (
    "vol_logement | vol_vehicule | vol_violence | vol_sans_violence | violence_physique | menaces"
)
MODEL = f"{FACTS} ~ age + diplome + personnes + unite_urbaine"
KEYS = ["sexe", "revenu", "age", "unite_urbaine", "diplome", "couple", "personnes"]
Z = 1.959963984540054


def people(records: int = 3000) -> Dataset:
    return Dataset.of(survey(records), key=KEYS, sensitive="victimation", weight="poids")


def rare_dropped(data: Dataset) -> Dataset:
    return SuppressRecords(models=[KAnonymity(k=2)], drop=1).apply(data, Context()).data


def theirs(table: pl.DataFrame, terms: list[str], y: Any, family: Any, **kind: Any) -> Any:
    """The model as an analyst would fit it on records: dummies, first category as reference."""
    columns = [np.ones(len(table))]
    for name in terms:
        if table[name].dtype.is_numeric():
            columns.append(table[name].to_numpy().astype(float))
        else:
            levels = table[name].unique().sort()
            columns += [(table[name] == level).to_numpy().astype(float) for level in levels[1:]]
    w = table["poids"].to_numpy()
    model = sm.GLM(y, np.column_stack(columns), family=family, var_weights=w / w.mean())
    return model.fit(tol=1e-14, maxiter=100, **kind)


def estimates(finding: Finding, side: str, key: str = "estimate") -> np.ndarray:
    return np.array([row[f"{key}_{side}"] for row in finding.details["coefficients"]])


# ---------------------------------------------------------------- against statsmodels


def test_odds_ratios_intervals_and_gaps_are_those_of_statsmodels() -> None:
    data = people()
    after = rare_dropped(data)
    finding = Regression(formula=MODEL).compare(data, after)
    names = ["age", "diplome", "personnes", "unite_urbaine"]
    fits = []
    for side, own in (("before", data), ("after", after)):
        table = own.to_polars()
        y = (table["victimation"] != "aucun").to_numpy().astype(float)
        fit = theirs(table, names, y, sm.families.Binomial(), cov_type="HC0")
        fits.append(fit)
        np.testing.assert_allclose(estimates(finding, side), np.exp(fit.params), rtol=1e-8)
        low, high = fit.params - Z * fit.bse, fit.params + Z * fit.bse
        np.testing.assert_allclose(estimates(finding, side, "lower"), np.exp(low), rtol=1e-8)
        np.testing.assert_allclose(estimates(finding, side, "upper"), np.exp(high), rtol=1e-8)
    old, new = (np.exp(fit.params[1:]) for fit in fits)
    assert len(old) == 15  # as many odds ratios as in Bergeat (2015)
    assert finding.value == pytest.approx(np.median(np.abs(new / old - 1)), rel=1e-7)
    ratio = np.median(fits[1].bse[1:] / fits[0].bse[1:])
    assert finding.details["median_length_ratio"] == pytest.approx(ratio, rel=1e-8)
    significant = np.abs(fits[0].tvalues[1:]) > Z
    flips = significant & (fits[0].params[1:] * fits[1].params[1:] < 0)
    assert finding.details["sign_flips"] == flips.sum()
    assert finding.details["records_before"] == 3000


def test_other_families_and_errors_are_those_of_statsmodels_too() -> None:
    data = people(1500)
    table = data.to_polars().drop_nulls("revenu_annuel")
    model = Regression(formula="revenu_annuel ~ diplome + age", family="gaussian", errors="model")
    finding = model.compare(data, rare_dropped(data))
    y = table["revenu_annuel"].to_numpy().astype(float)
    wanted = theirs(table, ["diplome", "age"], y, sm.families.Gaussian())
    np.testing.assert_allclose(estimates(finding, "before"), wanted.params, rtol=1e-8)
    reach = wanted.params - Z * wanted.bse
    np.testing.assert_allclose(estimates(finding, "before", "lower"), reach, rtol=1e-7)
    assert finding.details["left_out_before"] == 1500 - len(table)
    counts = Regression(formula="menaces ~ sexe + vol_vehicule", family="poisson")
    found = counts.compare(data, data)
    table = data.to_polars()
    y = table["menaces"].to_numpy().astype(float)
    wanted = theirs(table, ["sexe", "vol_vehicule"], y, sm.families.Poisson(), cov_type="HC0")
    np.testing.assert_allclose(estimates(found, "before"), np.exp(wanted.params), rtol=1e-8)
    upper = np.exp(wanted.params + Z * wanted.bse)
    np.testing.assert_allclose(estimates(found, "before", "upper"), upper, rtol=1e-8)


def test_products_are_those_of_statsmodels() -> None:
    data = people(2000)
    finding = Regression(formula="menaces ~ sexe*revenu_annuel").compare(data, data)
    table = data.to_polars().drop_nulls("revenu_annuel")
    man, income = (table["sexe"] == "homme").to_numpy() * 1.0, table["revenu_annuel"].to_numpy()
    x = np.column_stack([np.ones(len(table)), man, income / 1e4, man * income / 1e4])
    w = table["poids"].to_numpy()
    y = table["menaces"].to_numpy().astype(float)
    wanted = sm.GLM(y, x, family=sm.families.Binomial(), var_weights=w).fit(tol=1e-13)
    found = np.log(estimates(finding, "before")) * [1, 1, 1e4, 1e4]
    np.testing.assert_allclose(found, wanted.params, rtol=1e-6)
    rows = finding.details["coefficients"]
    assert [(row["term"], row["category"]) for row in rows] == [
        ("", None), ("sexe", "homme"), ("revenu_annuel", None), ("sexe:revenu_annuel", "homme"),
    ]  # fmt: skip


# ---------------------------------------------------------------- by hand


def two_by_two(yes_x: int, no_x: int, yes_y: int, no_y: int) -> Dataset:
    rows = [("x", 1)] * yes_x + [("x", 0)] * no_x + [("y", 1)] * yes_y + [("y", 0)] * no_y
    return of(a=[row[0] for row in rows], b=[row[1] for row in rows])


def test_an_odds_ratio_by_hand() -> None:
    # (10/10) / (20/10) = 1/2 of x to y is 2 of y to x; then (10/10) → 30/10 = 3.
    data, after = two_by_two(10, 10, 20, 10), two_by_two(10, 10, 30, 10)
    finding = Regression(formula="b ~ a").compare(data, after)
    row = finding.details["coefficients"][1]
    assert (row["estimate_before"], row["estimate_after"]) == pytest.approx((2, 3))
    assert finding.value == pytest.approx(0.5)
    error = np.sqrt(1 / 10 + 1 / 10 + 1 / 20 + 1 / 10)  # Woolf
    assert np.log(row["upper_before"] / 2) == pytest.approx(Z * error)


def test_a_sign_that_turns_round_is_counted() -> None:
    finding = Regression(formula="b ~ a").compare(
        two_by_two(10, 90, 90, 10), two_by_two(90, 10, 10, 90)
    )
    assert finding.details["sign_flips"] == 1
    weak = Regression(formula="b ~ a").compare(two_by_two(5, 5, 6, 5), two_by_two(6, 5, 5, 5))
    assert weak.details["sign_flips"] == 0


def test_overlap_of_intervals() -> None:
    # [0, 2] and [1, 5]: one in common, half of the first and a quarter of the second.
    found = overlap(np.array([1.0]), np.array([1.0]), np.array([3.0]), np.array([2.0]))
    assert found[0] == pytest.approx((1 / 2 + 1 / 4) / 2)


def test_two_categories_or_booleans_may_be_the_response() -> None:
    data = two_by_two(10, 10, 20, 10)
    table = data.to_polars()
    words = Dataset.of(table.with_columns(pl.col("b").replace_strict({0: "no", 1: "yes"})), key="a")
    flags = Dataset.of(table.with_columns(pl.col("b") == 1), key="a")
    for own in (words, flags):
        row = Regression(formula="b ~ a").compare(own, own).details["coefficients"][1]
        assert row["estimate_before"] == pytest.approx(2)


def test_numbers_are_categories_where_the_formula_says_so() -> None:
    data = Dataset.of(two_by_two(10, 10, 20, 10).to_polars().with_columns(c=pl.lit(7)))
    both = Dataset.of(
        data.to_polars().with_columns(a=pl.col("a").replace_strict({"x": 9, "y": 10}))
    )
    rows = Regression(formula="b ~ C(a)").compare(both, both).details["coefficients"]
    assert [row["category"] for row in rows] == [None, "10"]  # 9 is the reference: 9 < 10


# ---------------------------------------------------------------- what a release loses


def test_records_with_a_missing_value_are_left_out_and_counted() -> None:
    data = people(2000)
    blank = nw.when(nw.col("age") != "25-34").then(nw.col("age")).alias("age")
    after = data.with_frame(data.frame.with_columns(blank))
    finding = Regression(formula="menaces ~ personnes + age").compare(data, after)
    gone = int((data.to_polars()["age"] == "25-34").sum())
    assert finding.details["left_out_after"] == gone
    assert finding.details["records_after"] == 2000 - gone


def test_a_lost_category_is_counted_as_further_off_than_any() -> None:
    data = people(2000)
    table = data.to_polars()
    after = kept(data, *np.flatnonzero((table["personnes"] != "5 ou plus").to_numpy()))
    finding = Regression(formula="menaces ~ personnes").compare(data, after)
    assert finding.details["lost"] == 1
    gaps = [row["gap"] for row in finding.details["coefficients"][1:]]
    assert gaps[-1] is None
    assert finding.value == pytest.approx(max(gaps[:2]))  # of two gaps and one beyond: the second
    assert "1 was lost" in finding.reads


def test_a_lost_reference_takes_its_ratios_along() -> None:
    data = people(2000)
    table = data.to_polars()
    after = kept(data, *np.flatnonzero((table["personnes"] != "1").to_numpy()))
    finding = Regression(formula="menaces ~ personnes + sexe", most=0.1).compare(data, after)
    assert finding.details["lost"] == 3
    assert (finding.value, finding.met) == (None, False)
    assert "no longer gives 3" in finding.reads
    speaks_both_languages(finding)


def test_a_category_where_nobody_has_the_response_is_lost_and_said() -> None:
    rows = [("x", 1), ("x", 0), ("y", 1), ("y", 0), ("y", 0), ("z", 1), ("z", 0)] * 5
    data = of(a=[row[0] for row in rows], b=[row[1] for row in rows])
    places = [at for at, row in enumerate(rows) if row != ("z", 1)]
    finding = Regression(formula="b ~ a").compare(data, kept(data, *places))
    assert finding.details["lost"] == 1
    assert finding.details["separated_after"] == pytest.approx(5 / 30)
    row = finding.details["coefficients"][1]
    assert row["estimate_after"] == pytest.approx(row["estimate_before"])


def test_recoded_columns_have_the_categories_of_the_release() -> None:
    data = people(2000)
    after = recoded(data, "personnes", {"3 ou 4": "3 ou plus", "5 ou plus": "3 ou plus"})
    finding = Regression(formula="menaces ~ personnes").compare(data, after)
    assert finding.value == 0
    assert [r["category"] for r in finding.details["coefficients"]] == [None, "2", "3 ou plus"]


def test_a_number_cut_in_classes_becomes_categories() -> None:
    data = Dataset.of(survey(1000), key="revenu_annuel", weight="poids")
    cut = Recode(column="revenu_annuel", cuts=[30000], labels=["low", "high"])
    after = cut.apply(data, Context()).data
    finding = Regression(formula="menaces ~ revenu_annuel").compare(data, after)
    assert finding.value == 0
    assert finding.details["coefficients"][1]["category"] == "low"


def test_categories_that_only_the_release_has_change_no_reference() -> None:
    data = people(2000)
    star = nw.when(nw.col("personnes") == "2").then(nw.lit("*")).otherwise(nw.col("personnes"))
    after = data.with_frame(data.frame.with_columns(star.alias("personnes")))
    finding = Regression(formula="menaces ~ personnes").compare(data, after)
    rows = {row["category"]: row for row in finding.details["coefficients"]}
    assert rows["*"]["estimate_before"] is None
    assert rows["*"]["estimate_after"] == pytest.approx(rows["2"]["estimate_before"])
    assert rows["2"]["estimate_after"] is None
    assert rows["3 ou 4"]["gap"] == pytest.approx(0, abs=1e-9)
    assert (finding.details["lost"], finding.details["not_estimable_before"]) == (1, 1)


def test_a_response_value_that_is_neither_of_the_two_is_unknown() -> None:
    data = of(a=["x", "x", "y", "y"] * 3, b=["n", "y", "n", "y"] * 3)
    after = of(a=["x", "x", "y", "y"] * 3, b=["n", "y", "n", "?"] * 2 + ["n", "y", "n", "y"])
    finding = Regression(formula="b ~ a").compare(data, after)
    assert finding.details["left_out_after"] == 2


def test_nobody_left_is_said() -> None:
    data = people(500)
    finding = Regression(formula="menaces ~ sexe", most=0.5).compare(data, kept(data))
    assert (finding.value, finding.met) == (None, False)
    assert finding.details["lost"] == 1
    speaks_both_languages(finding)


def test_an_original_that_determines_nothing_is_said() -> None:
    data = of(a=["x", "x", "x"], b=[0, 1, 1])
    finding = Regression(formula="b ~ a").compare(data, data)
    assert finding.value is None
    assert "determines no coefficient" in finding.reads


# ---------------------------------------------------------------- refusals


@pytest.mark.parametrize("formula", ["b", "b ~", "b ~ a:c", "b ~ b", "~ a"])
def test_a_formula_that_cannot_be_read_is_refused(formula: str) -> None:
    with pytest.raises(ParameterError, match="formula"):
        Regression(formula=formula)


@pytest.mark.parametrize(
    "values", [{"confidence": 1.0}, {"most": -1}, {"family": "gamma"}, {"errors": "none"}]
)
def test_bad_parameters_are_refused(values: dict[str, Any]) -> None:
    with pytest.raises(ParameterError, match=next(iter(values))):
        Regression(formula="b ~ a", **values)


BAD = {
    "three values": ("b ~ a", "binomial", [0, 1, 2, 0]),
    "one value": ("b ~ a", "binomial", [1, 1, 1, 1]),
    "text for a number": ("b ~ a", "gaussian", ["u", "v", "u", "v"]),
    "negative counts": ("b ~ a", "poisson", [-1, 1, 2, 0]),
    "endless": ("b ~ a", "gaussian", [1.0, 2.0, float("inf"), 3.0]),
    "no flags": ("b | c ~ a", "binomial", [0, 1, 7, 0]),
    "flags for another family": ("b | c ~ a", "gaussian", [0, 1, 1, 0]),
    "not there": ("b ~ nowhere", "binomial", [0, 1, 1, 0]),
}


@pytest.mark.parametrize("case", BAD)
def test_what_cannot_be_modelled_is_refused_with_a_hint(case: str) -> None:
    formula, family, b = BAD[case]
    data = of(a=["x", "y", "x", "y"], b=b, c=[0, 1, 0, 1])
    with pytest.raises(ColumnError) as caught:
        Regression(formula=formula, family=family).compare(data, data)
    assert caught.value.hint


def test_a_column_that_the_release_dropped_is_named() -> None:
    data = of(a=["x", "y"], b=[0, 1])
    finding = Regression(formula="b ~ a", most=0.1).compare(data, data.without_columns(["a"]))
    assert finding.value is None
    assert finding.met is not True
    assert finding.reads.startswith("The release no longer has what the model needs (a)")
    assert finding.reads.fr.startswith("Le fichier diffusé n’a plus")
    with pytest.raises(ColumnError, match="no column 'a'"):
        Regression(formula="b ~ a").compare(data.without_columns(["a"]), data)


@pytest.mark.parametrize("merged", range(2, 7))
def test_odds_ratios_of_merged_categories_are_lost(merged: int) -> None:
    """Six ages have five odds ratios; with some of them merged so many fewer."""
    data = people(2000)
    ages = sorted(data.values("age").to_list())
    after = recoded(data, "age", dict.fromkeys(ages[:merged], "*"))
    finding = Regression(formula="menaces | vol_vehicule ~ age").compare(data, after)
    details = finding.details
    assert (details["lost"], details["lost_by_merging"]) == (merged - 1, merged - 1)
    assert details["compared"] + details["lost"] == len(ages) - 1 == 5
    assert (finding.value is None) is (merged >= 4)  # of five, three are as far off as can be
    told = (
        "no longer gives"
        if finding.value is None
        else f"{merged - 1} {'was' if merged == 2 else 'were'} lost"
    )
    assert told in finding.reads
    assert "original file" not in finding.reads
    speaks_both_languages(finding)


def test_a_number_that_became_one_class_is_lost() -> None:
    data = Dataset.of(survey(1000), key="revenu_annuel", weight="poids")
    after = Recode(column="revenu_annuel", cuts=[10**9], labels=["all", "none"])
    finding = Regression(formula="menaces ~ revenu_annuel").compare(
        data, after.apply(data, Context()).data
    )
    assert (finding.value, finding.details["lost"]) == (None, 1)
    assert "release no longer gives 1" in finding.reads


def test_a_product_with_a_merged_category_loses_its_coefficients() -> None:
    data = people(2000)
    after = recoded(data, "sexe", dict.fromkeys(data.values("sexe").to_list(), "*"))
    details = Regression(formula="menaces ~ sexe*unite_urbaine").compare(data, after).details
    assert details["lost_by_merging"] == 1 + 3


def test_a_model_of_too_many_coefficients_is_refused() -> None:
    data = of(a=[f"{n}" for n in range(1200)], b=[0, 1] * 600)
    with pytest.raises(ColumnError, match="1,200 coefficients"):
        Regression(formula="b ~ a").compare(data, data)


def test_weights_that_count_nobody_are_refused() -> None:
    data = of(a=["x", "y", "x"], b=[0, 1, 1], w=[70.0, -31.0, 1.0])
    with pytest.raises(InputError, match="1 record"):
        Regression(formula="b ~ a").compare(data, data)


def test_words_show_no_value() -> None:
    data = of(a=["SECRET1", "SECRET2"] * 4, b=[0, 1, 1, 0, 1, 1, 0, 0])
    finding = Regression(formula="b ~ a", most=0.1).compare(data, kept(data, 0, 1, 2, 3, 4, 7))
    speaks_both_languages(finding)
    shows_no("SECRET", finding)

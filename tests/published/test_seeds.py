"""Worked examples of the seeds: tables, verdicts and risks, read from the truth file and literal.

The first part reads input and expected values from truth/seed_examples.json. The second
holds the key facts as literal numbers with their source, so that they are tested everywhere.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import polars as pl
import pytest

from by_hand import by_record
from discret import Context, Dataset, Finding, Role
from discret.assess import Attackers, IndividualRisk, KAnonymity, LDiversity
from discret.data.examples import dishes, footballers, illnesses, parcels
from discret.maths.population.negative_binomial import approximate_risk, exact_risk
from discret.reduce import Mask, Recode, Subsample, SuppressRecords
from where import FIGURES

TRUTH = FIGURES / "seed_examples.json"


RULES = {"category": "category", "wildcard": "wildcard", "known_part": "known"}

DISHES = {"key": ["Sexe", "Âge"], "sensitive": "Plat préféré", "weight": "Poids"}
ILLNESSES = {"key": ["Âge", "Sexe", "CP"], "sensitive": "Maladie"}
PLAYERS = {"key": ["Âge", "Club"], "sensitive": "Salaire"}
FIELDS = {"key": ["culture", "conduite"]}
REGIONS = {
    "42300": "Rhône-Alpes",
    "73270": "Rhône-Alpes",
    "75014": "Île-de-France",
    "93120": "Île-de-France",
}


@cache
def truth() -> dict[str, Any]:
    entries = json.loads(TRUTH.read_text(encoding="utf-8"))
    return {entry["id"]: entry for entry in entries}


def expected(name: str) -> Any:
    return truth()[name]["expected"]


def data(name: str, **roles: Any) -> Dataset:
    return Dataset.of(pl.DataFrame(truth()[name]["input"]), **roles)


def table(finding: Finding) -> pl.DataFrame:
    assert finding.per_key is not None
    return finding.per_key


def counts(file: Dataset, column: str = "count") -> dict[str, int]:
    """The groups as the truth file writes them: "Femme | -25"."""
    rows = table(KAnonymity().assess(file)).to_dicts()
    keys = file.columns(Role.KEY)
    return {" | ".join(str(row[name]) for name in keys): row[column] for row in rows}


def recoded(file: Dataset, column: str, mapping: dict[str, str]) -> Dataset:
    return Recode(column=column, mapping=mapping).apply(file, Context()).data


def levels(file: Dataset) -> tuple[Any, Any]:
    return KAnonymity().assess(file).value, LDiversity().assess(file).value


def without_lone_records(file: Dataset) -> Dataset:
    return SuppressRecords(models=[KAnonymity(k=2)], drop=1).apply(file, Context()).data


# ---------------------------------------------------------------- seed 000: nine dishes


def test_figure_1_1() -> None:
    file, wanted = data("000.fig1.1", **DISHES), expected("000.fig1.1")
    assert levels(file) == (wanted["k"], wanted["l_distinct"])
    assert counts(file) == wanted["f_c"]
    failing = by_record(KAnonymity(k=2).assess(file), file, "failing")
    assert [n + 1 for n, bad in enumerate(failing) if bad] == wanted["at_risk_rows_k2"]


def test_figure_1_1_weights() -> None:
    file, wanted = data("000.fig1.1", **DISHES), expected("000.fig1.1")
    assert file.keys.weight("known").sum() == wanted["sum_weights"]
    for name in ("Sexe", "Âge"):
        keys = file.keys_over([name])
        sums = dict(zip(keys.groups[name], keys.weight("known"), strict=True))
        assert sums == wanted[f"sum_weights_by_{name}"]


def test_figure_1_1_attributes_that_are_disclosed() -> None:
    file, wanted = data("000.fig1.1", **DISHES), expected("000.fig1.1")
    poor = table(LDiversity(l=2).assess(file)).filter(pl.col("level") == 1, pl.col("count") > 1)
    assert [f"{row['Sexe']} | {row['Âge']} (Tête de veau)" for row in poor.to_dicts()] == (
        wanted["homogeneous_keys"]
    )
    alone = by_record(KAnonymity(k=2).assess(file), file, "failing")
    rows = file.to_polars().filter(pl.Series(alone))
    disclosed = dict(zip(rows["Nom complet"], rows["Plat préféré"], strict=True))
    assert wanted["attribute_disclosed"].items() <= disclosed.items()


def test_figure_2_1_recoding() -> None:
    wanted = expected("000.fig2.1")
    merged = dict.fromkeys(["Femme", "Homme"], "Femme ou Homme")
    file = recoded(data("000.fig1.1", **DISHES), "Sexe", merged)
    printed = data("000.fig2.1", **DISHES)
    assert (
        file.to_polars()
        .select(printed.columns())
        .equals(printed.to_polars().select(printed.columns()))
    )
    assert counts(file) == counts(printed) == wanted["f_c"]
    # D02: the text says 2-anonymous; the file is 3-anonymous and 2-diverse.
    assert levels(file) == (wanted["k"], wanted["l_distinct"])
    melina = by_record(KAnonymity().assess(file), file, "size")[2]
    assert melina - 1 == wanted["Mélina_indistinguishable_from"]


def lattice_nodes() -> list[str]:
    return list(expected("000.lattice"))


@pytest.mark.parametrize("node", lattice_nodes())
def test_every_node_of_the_lattice_of_recodings(node: str) -> None:
    sex, ages = (part.split("=", 1)[1] for part in node.split("; "))
    file = data("000.lattice", **DISHES)
    if sex == "*":
        file = recoded(file, "Sexe", dict.fromkeys(["Femme", "Homme"], "*"))
    classes = ages.split(" , ")
    file = recoded(file, "Âge", {age: kind for kind in classes for age in kind.split("/")})
    wanted = expected("000.lattice")[node]
    assert levels(file) == (wanted["k"], wanted["l"])
    assert len(file.values("Âge")) == len(classes)


def test_the_lattice_has_all_its_nodes() -> None:
    assert len(lattice_nodes()) == 2 * 4


@pytest.mark.parametrize("name", ["000.fig2.2", "001.localsupp"])
@pytest.mark.parametrize("treatment", RULES)
def test_local_suppressions_under_the_three_rules(name: str, treatment: str) -> None:
    # D04, D07: what "2-anonymous" means depends on what a missing value means.
    keys = [key for key in ("Sexe", "Âge", "CP") if key in truth()[name]["input"][0]]
    file, rule = data(name, key=keys), RULES[treatment]
    finding = KAnonymity(missing=rule).assess(file)
    assert by_record(finding, file, "size") == expected(name)["f_by_treatment"][treatment]
    assert finding.value == expected(name)["k_by_treatment"][treatment]
    assert finding.details["by_rule"][rule] == finding.value


@pytest.mark.parametrize("name", ["000.fig2.2", "001.localsupp"])
def test_the_suppressed_cells_are_those_that_are_missing(name: str) -> None:
    rows = truth()[name]["input"]
    missing = [[n + 1, key] for n, row in enumerate(rows) for key in row if row[key] is None]
    assert sorted(missing) == sorted(truth()[name]["parameters"]["suppressed_cells"])


def test_figure_3_1_global_suppression() -> None:
    after = without_lone_records(data("000.fig1.1", **DISHES))
    printed = pl.DataFrame(truth()["000.fig3.1"]["input"]).rename({"d": "Poids"})
    assert after.to_polars().select(printed.columns).equals(printed)
    wanted = expected("000.fig3.1")
    assert levels(after) == (wanted["k_after"], wanted["l_after"])


# ---------------------------------------------------------------- seed 001: seven illnesses


def test_table_of_illnesses() -> None:
    file, wanted = data("001.table", **ILLNESSES), expected("001.table")
    assert levels(file) == (wanted["k"], wanted["l"])
    assert KAnonymity().assess(file).details["uniques"] == wanted["n_uniques"]


def test_a_subsample_does_not_hide_the_oldest() -> None:
    # Rows 4, 6 and 7, as on the slide, are one of the 35 samples of three: it is drawn sooner or
    # later, and Célimène, 111, is then as easy to recognise as before.
    wanted, printed = expected("001.subsample"), data("001.subsample", **ILLNESSES)
    file = data("001.table", **ILLNESSES)
    kept = file.to_polars()[[place - 1 for place in wanted["kept_rows"]]]
    assert kept.equals(printed.to_polars())
    assert any(sample(file, seed).equals(kept) for seed in range(500))
    finding = KAnonymity().assess(printed)
    assert finding.value == wanted["k"]
    assert by_record(finding, printed, "size") == [1, 1, 1]


@pytest.mark.parametrize("seed", range(5))
def test_a_subsample_is_made_of_records_of_the_file(seed: int) -> None:
    # def.masking: Z = A X with A a selection of rows.
    file = data("001.table", **ILLNESSES)
    drawn, rows = sample(file, seed), file.to_polars()
    assert drawn.height == drawn.join(rows, on=rows.columns, how="semi").unique().height == 3


def test_masking_is_the_identity_a_selection_of_rows_or_of_columns() -> None:
    # def.masking: Z = A X B + C.
    assert set(expected("def.masking")) == {"identity", "subsampling", "dropping variables"}
    file = data("001.table", **ILLNESSES)
    numbers = file.to_polars().with_columns(size=pl.int_range(150, 157), kept=pl.int_range(7) < 3)
    both = {"columns": ["Âge", "size"]}

    def masked(**settings: Any) -> pl.DataFrame:
        return Mask(**both, **settings).apply(Dataset.of(numbers), Context()).data.to_polars()

    assert masked().equals(numbers)
    assert masked(kept="kept").equals(numbers[:3])
    assert masked(matrix={"Âge": {"Âge": 1.0}, "size": {}}).equals(numbers.drop("size"))


def sample(file: Dataset, seed: int) -> pl.DataFrame:
    rng = np.random.default_rng(seed)
    return Subsample(share=3 / 7).apply(file, Context(rng=rng)).data.to_polars()


def test_recoding_ages_and_postcodes() -> None:
    parameters, wanted = truth()["001.recode"]["parameters"], expected("001.recode")
    file = recoded(data("001.table", **ILLNESSES), "CP", parameters["map"])
    cut = Recode(column="Âge", cuts=[parameters["cut"]], labels=["-45", "+45"])
    file = cut.apply(file, Context()).data
    printed = pl.DataFrame(truth()["001.recode"]["input"]).rename({"Région": "CP"})
    assert file.to_polars().select(printed.columns).equals(printed)
    assert levels(file) == (wanted["k"], wanted["l"])
    assert counts(file) == wanted["f_c"]


def test_values_of_the_individual_risk() -> None:
    for case in expected("001.bf_values"):
        f, p = np.array([case["f"]]), np.array([case["p"]])
        assert exact_risk(f, p)[0] == pytest.approx(case["risk"], rel=1e-12)
        assert exact_risk(f, p)[0] == pytest.approx(case["direct_sum"], rel=1e-11)
        if case["sdcMicro_approx_f>2"] is not None:
            near = approximate_risk(f, p)[0]
            assert near == pytest.approx(case["sdcMicro_approx_f>2"], rel=1e-13)


def test_individual_risk_of_figure_1_1() -> None:
    file, wanted = data("001.bf_fig1.1", **DISHES), expected("001.bf_fig1.1")
    finding = IndividualRisk().assess(file)
    risks = {f"{row['Sexe']} | {row['Âge']}": row["risk"] for row in table(finding).to_dicts()}
    printed = {name: case["risk"] for name, case in wanted["by_key"].items()}
    assert risks == pytest.approx(printed, rel=1e-12)
    assert counts(file) == {name: case["f"] for name, case in wanted["by_key"].items()}
    found = finding.details
    assert found["global_risk"] == pytest.approx(wanted["R_global_all"], rel=1e-12)
    assert found["global_risk_uniques"] == pytest.approx(wanted["R_global_uniques"], rel=1e-12)
    assert found["expected_reidentifications"] == pytest.approx(
        wanted["expected_reidentifications"], rel=1e-12
    )


# ---------------------------------------------------------------- seed 002: footballers


def is_identifying(file: Dataset, columns: Sequence[str]) -> bool:
    """Definition 3: some combination of values has a count of 1."""
    return KAnonymity(combinations=[tuple(columns)]).assess(file).value == 1


def test_table_1_of_footballers() -> None:
    wanted = expected("002.table1")
    file = data("002.table1", key=["Âge", "Club", "Salaire"])
    found = {name: is_identifying(file, name.split("+")) for name in wanted["is_qid"]}
    assert found == wanted["is_qid"]
    minimal = [
        name
        for name in found
        if found[name]
        and not any(found[o] and set(o.split("+")) < set(name.split("+")) for o in found)
    ]
    assert minimal == wanted["minimal_qids"]
    pair = KAnonymity(combinations=[("Âge", "Club")]).assess(file)
    assert pair.value == wanted["k_age_club"]


def test_table_5_of_footballers() -> None:
    file, wanted = data("002.table5", **PLAYERS), expected("002.table5")
    assert levels(file) == (wanted["k"], wanted["l"])
    assert counts(file) == wanted["f_c"]
    found = Attackers().assess(file).details
    assert found["prosecutor_max"] == wanted["prosecutor_max"]
    assert found["marketer"] == wanted["marketer"]
    assert found["journalist_any_match"] == wanted["journalist_seed"]
    assert found["journalist_max"] == wanted["journalist_ElEmam_ARX"]


def test_table_6_of_footballers() -> None:
    file, wanted = data("002.table6", **PLAYERS), expected("002.table6")
    assert levels(file) == (wanted["k"], wanted["l"])
    assert counts(file) == wanted["f_c"]
    poor = table(LDiversity().assess(file)).filter(pl.col("level") == 1).to_dicts()
    assert [f"{row['Âge']} | {row['Club']}" for row in poor] == wanted["homogeneous"]


# ---------------------------------------------------------------- seed 003: fields


def test_table_1_of_fields() -> None:
    assert counts(data("003.tab1", **FIELDS)) == expected("003.tab1")["counts"]


def test_table_2_of_fields_drops_the_lone_one() -> None:
    # D23: "supérieure" is read as at least.
    after = without_lone_records(data("003.tab2", **FIELDS))
    assert after.to_polars()["id"].to_list() == expected("003.tab2")["kept_ids"]
    strict = SuppressRecords(models=[KAnonymity(k=3)], drop=1).apply(
        data("003.tab2", **FIELDS), Context()
    )
    assert strict.data.to_polars()["id"].to_list() == expected("003.tab2")["if_strict_>2_kept"]


def test_figures_5_to_7_of_fields() -> None:
    by_zone = data("003.fig5", key=["zone", "culture", "conduite"])
    for zone, wanted in expected("003.fig5").items():
        group = {f"{zone} | {name}": n for name, n in wanted["counts"].items()}
        assert group.items() <= counts(by_zone).items()
    region = data("003.fig6", **FIELDS)
    assert counts(region) == expected("003.fig6")["counts"]
    assert KAnonymity().assess(region).value == expected("003.fig6")["k"]
    merged = {
        old: new
        for old, new in truth()["003.fig7"]["parameters"]["hierarchy"].items()
        if new == "ble"
    }
    file, wanted = recoded(region, "culture", merged), expected("003.fig7")
    assert counts(file) == wanted["counts"]
    assert KAnonymity().assess(file).value == wanted["k"]


def test_figure_7_counts_distinct_farmers_too() -> None:
    # D25: k records of one farmer would protect nobody; here each group has three farmers.
    file = data("003.fig7", **FIELDS, individual="exploitant")
    assert counts(file, "size") == expected("003.fig7")["distinct_farmers_per_class"]


# ---------------------------------------------------------------- definitions, on every table

TABLES = {
    "000.fig1.1": DISHES,
    "000.fig2.1": DISHES,
    "000.fig2.2": DISHES,
    "001.table": ILLNESSES,
    "002.table1": PLAYERS,
    "002.table5": PLAYERS,
    "002.table6": PLAYERS,
}


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("rule", RULES.values())
def test_definitions_hold_on_every_table(name: str, rule: str) -> None:
    file = data(name, **TABLES[name])
    k = KAnonymity(missing=rule).assess(file).value
    # def.k_anonymity: k-anonymous if and only if f_c >= k for all c.
    assert k == file.keys.size(rule).min()
    assert KAnonymity(k=k + 1, missing=rule).assess(file).met is False
    assert k == 1 or KAnonymity(k=k, missing=rule).assess(file).met is True
    # def.l_diversity: l-diverse implies l-anonymous.
    assert LDiversity(missing=rule).assess(file).value <= k
    # def.risk_1_over_k: the chance of the right record is 1/k.
    assert Attackers(missing=rule).assess(file).value == 1 / k


@pytest.mark.parametrize("name", ["000.fig1.1", "000.fig2.1", "000.fig2.2"])
def test_global_risks_are_means_of_the_individual_ones(name: str) -> None:
    file = data(name, **DISHES)
    finding = IndividualRisk(most=0.005).assess(file)
    risks = by_record(finding, file, "risk")
    # def.risk_rc: the objective is max_c r_c <= threshold.
    assert finding.met is (max(risks) <= 0.005)
    # def.global_risk: (1/n) sum_c r_c f_c, and the same over groups of one.
    assert finding.details["global_risk"] == pytest.approx(sum(risks) / len(risks))
    sizes = by_record(KAnonymity().assess(file), file, "size")
    alone = [risk for risk, size in zip(risks, sizes, strict=True) if size == 1]
    assert finding.details["global_risk_uniques"] == pytest.approx(sum(alone) / len(risks))


def test_a_superset_of_a_quasi_identifier_is_one() -> None:
    # def.qid, on the footballers: Âge alone is one, so is all that contains it.
    file = data("002.table1", key=["Âge", "Club", "Salaire"])
    assert is_identifying(file, ["Âge"])
    assert is_identifying(file, ["Âge", "Club"])
    assert is_identifying(file, ["Âge", "Club", "Salaire"])
    assert not is_identifying(file, ["Club"])


# ---------------------------------------------------------------- literal, without the truth file


def test_literal_figure_1_1() -> None:
    # Bergeat (2015), section 1: Mélina, Léo and Jacques are alone with their key; the two women
    # over 50 both like tête de veau.
    file = Dataset.of(dishes(), **DISHES)
    assert levels(file) == (1, 1)
    assert by_record(KAnonymity().assess(file), file, "size") == [2, 2, 1, 2, 2, 1, 2, 2, 1]
    assert by_record(LDiversity().assess(file), file, "level") == [2, 2, 1, 1, 1, 1, 2, 2, 1]


def test_literal_figure_2_1() -> None:
    # Bergeat (2015), section 2.1: Sexe merged; three people in each age class.
    file = recoded(Dataset.of(dishes(), **DISHES), "Sexe", {"Femme": "*", "Homme": "*"})
    assert levels(file) == (3, 2)


def test_literal_age_merged_is_four_anonymous() -> None:
    # Derived (D03): keeping Sexe and merging Âge gives four men, k = 4.
    file = recoded(
        Dataset.of(dishes(), **DISHES), "Âge", dict.fromkeys(["-25", "25-50", "+50"], "*")
    )
    assert levels(file) == (4, 4)


def test_literal_figure_2_2() -> None:
    # Bergeat (2015), section 2.2: the ages of rows 3, 6 and 9 are suppressed.
    lone = pl.int_range(9).is_in([2, 5, 8])
    frame = dishes().with_columns(Âge=pl.when(~lone).then("Âge"))
    file = Dataset.of(frame, key=["Sexe", "Âge"])
    assert KAnonymity().assess(file).details["by_rule"] == {
        "category": 1,
        "wildcard": 3,
        "known": 2,
    }
    sizes = {
        rule: by_record(KAnonymity(missing=rule).assess(file), file, "size")
        for rule in RULES.values()
    }
    assert sizes == {
        "category": [2, 2, 1, 2, 2, 2, 2, 2, 2],
        "wildcard": [3, 3, 5, 3, 3, 4, 4, 4, 4],
        "known": [2, 2, 5, 2, 2, 4, 2, 2, 4],
    }


def test_literal_figure_3_1() -> None:
    # Bergeat (2015), section 3: rows 3, 6 and 9 leave; the women over 50 still share a dish.
    after = without_lone_records(Dataset.of(dishes(), **DISHES))
    assert after.to_polars()["Poids"].to_list() == [1000, 1500, 1100, 1400, 1100, 1900]
    assert levels(after) == (2, 1)


def test_literal_illnesses() -> None:
    # Bergeat (2014), slides « méthodes non perturbatrices »: seven lone people; recoded by age at
    # 45 and by region, four women and three men.
    file = Dataset.of(illnesses(), **ILLNESSES)
    assert levels(file) == (1, 1)
    assert KAnonymity().assess(file).details["uniques"] == 7
    cut = Recode(column="Âge", cuts=[45], labels=["-45", "+45"])
    file = cut.apply(recoded(file, "CP", REGIONS), Context()).data
    assert levels(file) == (3, 3)
    assert sorted(counts(file).values()) == [3, 4]


def test_literal_risks_of_figure_1_1() -> None:
    # Bergeat (2014), formula of r_c, on figure 1.1 of Bergeat (2015); by mpmath, 40 digits.
    found = IndividualRisk().assess(Dataset.of(dishes(), **DISHES))
    assert found.value == pytest.approx(0.00836622243763195, rel=1e-12)
    assert found.details["global_risk"] == pytest.approx(0.002510432353528166, rel=1e-12)
    assert found.details["global_risk_uniques"] == pytest.approx(0.002009099997521977, rel=1e-12)


def test_literal_footballers() -> None:
    # Nguyen & Castelluccia (2020), tables 1, 5 and 6, examples 4 to 6.
    file = Dataset.of(footballers(), **PLAYERS)
    assert levels(file) == (1, 1)
    ages = {"35": "[30;39]", "20": "[20;29]", "27": "[20;29]"}
    paris = Dataset.of(footballers().filter(Club="PSG"), **PLAYERS)
    table_5 = recoded(paris, "Âge", {**ages, "32": "[30;39]"})
    assert levels(table_5) == (2, 2)
    found = Attackers().assess(table_5).details
    assert (found["prosecutor_max"], found["journalist_any_match"], found["marketer"]) == (
        0.5,
        0.75,
        0.5,
    )


def test_literal_fields() -> None:
    # Croce et al., tables 1 and 2, figures 6 and 7: field 4 leaves, then wheats are merged.
    file = without_lone_records(Dataset.of(parcels(), **FIELDS))
    assert file.to_polars()["id"].to_list() == [1, 2, 3, 5, 6, 7, 8, 9, 10, 11]
    assert sorted(counts(file).values()) == [2, 2, 3, 3]
    merged = recoded(file, "culture", {"ble tendre": "ble", "ble dur": "ble"})
    assert sorted(counts(merged).values()) == [3, 3, 4]

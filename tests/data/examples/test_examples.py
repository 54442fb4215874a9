"""The small tables are those of the papers; the survey looks like the one it stands for."""

from __future__ import annotations

import json
import math

import polars as pl
import pytest

from discret.data import examples
from discret.data.examples.generated_survey import DOMAINS, FLAGS, POPULATION, VICTIMATION
from discret.errors import ParameterError
from where import FIGURES

TRUTH = FIGURES / "seed_examples.json"

KEYS = list(DOMAINS)
COLUMNS = {
    "numero": pl.Int64,
    "menage": pl.Int64,
    **dict.fromkeys(KEYS, pl.String),
    **dict.fromkeys(FLAGS, pl.Int8),
    "victimation": pl.String,
    "revenu_annuel": pl.Int64,
    "poids_initial": pl.Float64,
    "poids": pl.Float64,
}

# Bergeat (2015), figures 4.3 and 4.4, original file: % with no, one, several facts.
BY_SIZE = {
    "1": (87.3, 9.7, 3.0),
    "2": (84.4, 12.1, 3.5),
    "3 ou 4": (82.5, 12.3, 5.2),
    "5 ou plus": (77.9, 16.0, 6.1),
}
BY_COUPLE = {"oui": (85.6, 11.1, 3.3), "non": (79.5, 14.2, 6.3)}

ORDERED_INCOME = [(0, 15_000), (15_000, 25_000), (25_000, 35_000), (35_000, 50_000)]


@pytest.fixture(scope="module")
def vvs() -> pl.DataFrame:
    return examples.survey()


# ---------------------------------------------------------------- the papers' tables


@pytest.mark.parametrize(
    ("name", "entry"),
    [
        ("dishes", "000.fig1.1"),
        ("illnesses", "001.table"),
        ("footballers", "002.table1"),
        ("parcels", "003.tab1"),
    ],
)
def test_small_tables_are_those_of_the_papers(name: str, entry: str) -> None:
    wanted = {case["id"]: case["input"] for case in json.loads(TRUTH.read_text("utf-8"))}[entry]
    table = getattr(examples, name)()
    assert table.to_dicts() == wanted
    assert table.columns == list(wanted[0])


def test_dishes_has_three_sample_uniques() -> None:
    alone = examples.dishes().filter(pl.len().over("Sexe", "Âge") == 1)
    assert alone["Nom complet"].to_list() == ["Mélina Jabot", "Léo Briton", "Jacques Crillou"]


def test_a_table_handed_out_is_not_shared() -> None:
    examples.dishes()[0, "Poids"] = 0
    assert examples.dishes()[0, "Poids"] == 1000


# ---------------------------------------------------------------- shape and domains


def test_shape_and_types(vvs: pl.DataFrame) -> None:
    assert vvs.height == 12_901
    assert dict(vvs.schema) == COLUMNS
    assert vvs["numero"].to_list() == list(range(1, 12_902))


def test_keys_have_the_domains_of_the_paper(vvs: pl.DataFrame) -> None:
    seen = {name: set(vvs[name].drop_nulls()) for name in KEYS}
    assert seen == {name: set(values) for name, values in DOMAINS.items()}
    assert [len(seen[name]) for name in KEYS] == [2, 5, 6, 4, 5, 2, 4]
    assert math.prod(len(values) for values in seen.values()) == 9600


def test_missing_only_where_stated(vvs: pl.DataFrame) -> None:
    share = {
        name: count / vvs.height for name, count in vvs.null_count().row(0, named=True).items()
    }
    assert {name for name, part in share.items() if part} == {"revenu", "revenu_annuel", "couple"}
    assert share["revenu"] == pytest.approx(0.04, abs=0.01)
    assert share["couple"] == pytest.approx(0.005, abs=0.0025)
    assert vvs["revenu"].is_null().equals(vvs["revenu_annuel"].is_null())


# ---------------------------------------------------------------- structure


def test_nobody_is_in_couple_alone(vvs: pl.DataFrame) -> None:
    couples = vvs.filter(pl.col("couple") == "oui")
    assert couples.height > 1000
    assert "1" not in couples["personnes"]


def test_households_have_one_or_two_respondents_who_share_what_is_theirs(vvs: pl.DataFrame) -> None:
    shared = ["revenu", "revenu_annuel", "unite_urbaine", "personnes", "vol_logement"]
    homes = vvs.group_by("menage").agg(
        pl.len(), pl.col(shared).n_unique(), alone=pl.first("personnes")
    )
    assert set(homes["len"]) == {1, 2}
    assert homes.select(pl.max_horizontal(shared).max()).item() == 1
    assert not homes.filter(pl.col("alone") == "1", pl.col("len") == 2).height
    assert vvs["menage"].is_sorted()


def test_two_respondents_of_a_couple_differ_in_sex(vvs: pl.DataFrame) -> None:
    pairs = vvs.filter(
        pl.len().over("menage") == 2, (pl.col("couple") == "oui").sum().over("menage") == 2
    )
    assert pairs.height > 100
    assert (pairs.group_by("menage").agg(pl.n_unique("sexe"))["sexe"] == 2).all()


def test_income_class_holds_the_income(vvs: pl.DataFrame) -> None:
    bounds = dict(zip(DOMAINS["revenu"], [*ORDERED_INCOME, (50_000, math.inf)], strict=True))
    for label, (low, high) in bounds.items():
        inside = vvs.filter(pl.col("revenu") == label)["revenu_annuel"]
        assert inside.min() >= low, label
        assert inside.max() < high, label


def test_income_has_a_heavy_tail(vvs: pl.DataFrame) -> None:
    income = vvs["revenu_annuel"]
    assert income.log().skew() > 0
    assert income.quantile(0.999) > 5 * income.median()


def test_victimation_counts_the_flags(vvs: pl.DataFrame) -> None:
    assert set(vvs.select(FLAGS).unpivot()["value"]) == {0, 1}
    count = vvs.select(pl.sum_horizontal(pl.col(FLAGS).cast(pl.Int64)).clip(0, 2)).to_series()
    assert [VICTIMATION[facts] for facts in count] == vvs["victimation"].to_list()


# ---------------------------------------------------------------- dependences


def test_flags_depend_on_each_other(vvs: pl.DataFrame) -> None:
    pairs = [(a, b) for i, a in enumerate(FLAGS) for b in FLAGS[i + 1 :]]
    links = vvs.select(pl.corr(a, b).alias(f"{a} {b}") for a, b in pairs).row(0)
    assert min(links) > 0


def mean_by(table: pl.DataFrame, by: str, value: pl.Expr) -> list[float]:
    means = dict(table.group_by(by).agg(value.mean()).iter_rows())
    return [means[label] for label in DOMAINS[by]]


@pytest.mark.parametrize(("by", "grows"), [("age", False), ("unite_urbaine", True)])
def test_young_and_urban_are_more_often_victims(vvs: pl.DataFrame, by: str, grows: bool) -> None:
    rates = mean_by(vvs, by, pl.col("victimation") != "aucun")
    assert (rates[0] < rates[-1]) is grows


def test_the_old_are_less_educated_and_diplomas_pay(vvs: pl.DataFrame) -> None:
    educated = mean_by(vvs, "age", pl.col("diplome") == "supérieur")
    assert educated[1:] == sorted(educated[1:], reverse=True)
    income = mean_by(vvs, "diplome", pl.col("revenu_annuel"))
    assert income == sorted(income)
    in_couple, alone = mean_by(vvs, "couple", pl.col("revenu_annuel"))
    assert in_couple > alone


def rates_by(table: pl.DataFrame, by: str) -> dict[str, list[float]]:
    weight = pl.col("poids")
    shares = [weight.filter(victimation=value).sum() / weight.sum() for value in VICTIMATION]
    named = [(100 * share).alias(value) for share, value in zip(shares, VICTIMATION, strict=True)]
    rows = table.drop_nulls(by).group_by(by).agg(named).iter_rows()
    return {label: list(rates) for label, *rates in rows}


@pytest.mark.parametrize(("by", "printed"), [("personnes", BY_SIZE), ("couple", BY_COUPLE)])
def test_rates_are_near_those_printed(
    vvs: pl.DataFrame, by: str, printed: dict[str, tuple[float, ...]]
) -> None:
    found = rates_by(vvs, by)
    assert found.keys() == printed.keys()
    for label, rates in printed.items():
        assert found[label] == pytest.approx(list(rates), abs=2), label


def at_risk(table: pl.DataFrame) -> float:
    return table.filter(pl.len().over(KEYS) <= 2).height / table.height


def test_share_at_risk_is_near_that_printed(vvs: pl.DataFrame) -> None:
    # Bergeat (2015), section 4.2: 3,033 of 12,901 records, 23.5 %.
    assert at_risk(vvs) == pytest.approx(3033 / 12901, abs=0.01)


@pytest.mark.parametrize("seed", range(5))
def test_share_at_risk_is_no_accident_of_the_seed(seed: int) -> None:
    assert 0.20 < at_risk(examples.survey(seed=seed)) < 0.27


# ---------------------------------------------------------------- weights


def test_weights(vvs: pl.DataFrame) -> None:
    first, final = vvs["poids_initial"], vvs["poids"]
    assert first.min() > 0
    assert final.min() > 0
    assert first.sum() == pytest.approx(POPULATION, rel=0.05)
    assert final.sum() == pytest.approx(POPULATION)
    assert 0.1 < first.std() / first.mean() < 0.25 < final.std() / final.mean() < 0.6


def test_final_weights_meet_the_margins(vvs: pl.DataFrame) -> None:
    women = vvs.filter(pl.col("sexe") == "femme")["poids"].sum() / POPULATION
    five = vvs.filter(pl.col("personnes") == "5 ou plus")["poids"].sum() / POPULATION
    assert (women, five) == pytest.approx((0.52, 0.12), abs=0.002)


# ---------------------------------------------------------------- chance, size, refusal


def test_same_seed_same_table() -> None:
    assert examples.survey(500, seed=3).equals(examples.survey(500, seed=3))
    assert not examples.survey(500, seed=3).equals(examples.survey(500, seed=4))


@pytest.mark.parametrize("records", [1, 2, 3, 10])
@pytest.mark.parametrize("seed", range(4))
def test_small_surveys(records: int, seed: int) -> None:
    table = examples.survey(records, seed=seed)
    assert table.height == records
    assert dict(table.schema) == COLUMNS
    assert table["poids"].sum() == pytest.approx(POPULATION)


@pytest.mark.parametrize("records", [0, -5])
def test_refuses_an_empty_survey(records: int) -> None:
    with pytest.raises(ParameterError) as raised:
        examples.survey(records)
    assert raised.value.faults == (f"records: must be at least 1, got {records}",)

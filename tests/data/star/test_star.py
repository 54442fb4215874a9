"""A star becomes a dataset: the same from tables at hand, files and a database."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import narwhals as nw
import polars as pl
import pytest

import stars
from discret import Dataset, Hierarchy, Role
from discret.data import Dimension, Measure, Star
from discret.data.held import TALL
from discret.data.star.warehouse import facts_of, warehouse
from discret.errors import DiscretError, ParameterError

KINDS = ["at hand", "pandas", ".csv", ".parquet", "duckdb"]


def star(kind: str, folder: Path, **other: Any) -> Star:
    if kind == "at hand":
        return Star(**stars.declared(**other))
    if kind == "pandas":
        tables = {name: table.to_pandas() for name, table in stars.TABLES.items()}
        return Star(**stars.declared(tables=tables, **other))
    if kind == "duckdb":
        tables = stars.stored(folder / "observatory.duckdb")
        other = {"database": "observatory.duckdb", **other}
        return Star(**stars.declared(tables=tables, folder=folder, **other))
    return Star(**stars.declared(tables=stars.written(folder, kind), folder=folder, **other))


def as_data(own: Star) -> Dataset:
    return own.dataset(key="conduite", sensitive="abondance", identifier="parcelle")


@pytest.mark.parametrize("kind", KINDS)
def test_the_table_of_the_paper_as_a_star(kind: str, tmp_path: Path) -> None:
    data = as_data(star(kind, tmp_path))
    assert data.column(Role.INDIVIDUAL) == "exploitant"
    assert data.column(Role.AREA) == "zone"
    assert data.columns(Role.KEY) == ("culture", "conduite", "zone")
    assert data.columns(Role.SENSITIVE) == ("abondance",)
    assert "dept" not in data.roles
    assert data.hierarchies["zone"].names == ("departement", "region")
    assert data.hierarchies["culture"].names == ("culture", "sous_groupe", "groupe")
    table = data.to_polars().sort("parcelle")
    assert table["zone"].to_list() == [
        {"A": "Allier", "I": "Isère"}[code] for code in stars.FACTS["dept"]
    ]
    same = ["parcelle", "exploitant", "culture", "conduite", "abondance"]
    assert table.select(same).equals(stars.FACTS.select(same))


@pytest.mark.parametrize("kind", ["at hand", ".csv", ".parquet"])
def test_facts_stay_in_their_order(kind: str, tmp_path: Path) -> None:
    data = as_data(star(kind, tmp_path))
    assert data.to_polars()["parcelle"].to_list() == stars.FACTS["parcelle"].to_list()


def test_a_tall_file_stays_in_order_too(tmp_path: Path) -> None:
    times = TALL // len(stars.FACTS) + 1
    tall = pl.concat([stars.FACTS] * times).with_columns(parcelle=pl.int_range(pl.len()))
    tall.write_csv(tmp_path / "facts.csv")
    own = Star(**stars.declared(tables={"faits": "facts.csv"}, folder=tmp_path))
    table = as_data(own).to_polars()
    assert table["parcelle"].equals(tall["parcelle"])
    assert table["zone"].equals(tall["dept"].replace_strict({"A": "Allier", "I": "Isère"}))


def test_a_file_that_says_all_by_itself_is_not_touched(tmp_path: Path) -> None:
    times = TALL // len(stars.FACTS) + 1
    pl.concat([stars.FACTS] * times).write_csv(tmp_path / "facts.csv")
    own = Star(
        facts="facts.csv", individual="exploitant", area="dept", folder=tmp_path,
        dimensions={"dept": Dimension(table=stars.ZONES, member="code", levels=["code", "region"])},
    )  # fmt: skip
    query = own.query()
    assert query.plain
    assert query.opened().frame is query.facts.held


def test_the_individual_may_stand_in_a_dimension() -> None:
    parcels = stars.FACTS.select("parcelle", "exploitant", "dept")
    facts = stars.FACTS.drop("exploitant", "dept")
    own = Star(
        facts=facts, individual="exploitant", area="place",
        dimensions={"place": Dimension(table=parcels, column="parcelle", levels=["dept"])},
    )  # fmt: skip
    data = own.dataset()
    assert data.to_polars()["exploitant"].equals(stars.FACTS["exploitant"])
    assert data.to_polars()["place"].to_list() == stars.FACTS["dept"].to_list()
    assert "parcelle" not in data.roles  # it told which member, and is not asked for


def test_members_that_name_their_parents() -> None:
    links = pl.DataFrame(
        {
            "culture": ["betterave", "ble dur", "ble tendre", "ble", "céréales", "racines"],
            "parent": ["racines", "ble", "ble", "céréales", None, None],
        }
    )
    own = Dimension(table=links, parent="parent", names=["culture", "sous-groupe", "groupe"])
    given = stars.declared()
    given["dimensions"]["culture"] = own
    hierarchy = Star(**given).dataset().hierarchies["culture"]
    assert sorted(hierarchy.table.rows()) == [
        ("betterave", "betterave", "racines"),
        ("ble dur", "ble", "céréales"),
        ("ble tendre", "ble", "céréales"),
    ]
    coarse = stars.FACTS.with_columns(pl.col("culture").replace({"ble dur": "ble"}))
    also = Star(**{**given, "facts": coarse}).dataset().hierarchies["culture"]
    assert also.levels(pl.Series(["ble"])).rows() == [("ble", "ble", "céréales")]


def test_a_key_of_another_type_is_joined_as_text() -> None:
    facts = stars.FACTS.with_columns(dept=pl.col("dept").replace_strict({"A": 3, "I": 38}))
    zones = stars.ZONES.with_columns(code=pl.Series(["3", "38"]))
    data = Star(**stars.declared(tables={"faits": facts, "zones": zones})).dataset()
    assert data.to_polars()["zone"].n_unique() == 2


def test_a_hierarchy_in_place_of_a_table() -> None:
    given = stars.declared()
    given["dimensions"]["culture"] = {"hierarchy": {"from": "groups", "groupings": [
        {"ble": ["ble dur", "ble tendre"]}]}}  # fmt: skip
    hierarchy = Star(**given).dataset().hierarchies["culture"]
    assert hierarchy == Hierarchy.from_groups({"ble": ["ble dur", "ble tendre"]})


@pytest.mark.parametrize("kind", KINDS)
def test_a_member_that_tells_nothing_is_one_unless_it_is_declared_missing(
    kind: str, tmp_path: Path
) -> None:
    wheat = {"from": "groups", "groupings": [{"ble": ["ble dur", "ble tendre"]}]}
    first = star(kind, tmp_path)

    def cultures(**more: Any) -> list[str | None]:
        own = Dimension(hierarchy=wheat, **more)
        dimensions = {**first.dimensions, "culture": own}
        data = first.model_copy(update={"dimensions": dimensions}).dataset(row="parcelle")
        assert len(data) == 11
        return data.to_polars().sort("parcelle")["culture"].to_list()

    came = stars.FACTS["culture"].to_list()
    assert cultures() == came
    lost = [None if culture == "betterave" else culture for culture in came]
    assert cultures(missing="betterave") == cultures(missing=["betterave", "noix"]) == lost


def test_a_number_may_be_declared_missing_and_an_area_is_needed_still() -> None:
    facts = stars.FACTS.with_columns(year=pl.col("parcelle") % 2)
    given = stars.declared(tables={"faits": facts})
    given["dimensions"]["year"] = {"missing": [0]}
    own = Star(**given)
    assert own.dataset().to_polars()["year"].null_count() == 5
    assert Dimension(missing=[0]).parameters() == {"missing": ["0"]}  # type: ignore[arg-type]
    given["dimensions"]["zone"]["missing"] = ["A"]
    with pytest.raises(DiscretError, match="5 facts without area in 'zone'"):
        Star(**given).dataset()
    with pytest.raises(ParameterError, match="missing: a list of members is needed"):
        Dimension(missing=[2.5])  # type: ignore[arg-type]


def test_the_plan_may_say_otherwise() -> None:
    data = Star(**stars.declared()).dataset(sensitive="culture", unexamined="conduite")
    assert data.columns(Role.KEY) == ("zone",)
    assert data.columns(Role.SENSITIVE) == ("culture",)


class TestTime:
    """A year is chosen, years are told apart, or pooled."""

    facts = pl.concat([stars.FACTS.with_columns(annee=pl.lit(year)) for year in (2016, 2017)]).head(
        20
    )

    def star(self, **other: Any) -> Star:
        return Star(**stars.declared(tables={"faits": self.facts}, time="annee", **other))

    def test_one_year(self) -> None:
        data = self.star(years=2017).dataset()
        assert len(data) == 9
        assert "annee" not in data.roles

    def test_apart(self) -> None:
        data = self.star(apart=True).dataset()
        assert len(data) == 20
        assert "annee" in data.columns(Role.KEY)

    def test_pooled_counts_people_over_all_years(self) -> None:
        data = self.star(apart=False).dataset(key="conduite")
        assert "annee" not in data.roles
        counted = data.keys_over(["zone"]).count.tolist()
        people = self.facts.group_by("dept").agg(pl.col("exploitant").n_unique())
        assert sorted(data.keys_over(["zone"]).people("category").tolist()) == sorted(
            people["exploitant"].to_list()
        )
        assert sum(counted) == 20

    def test_several_years_are_not_pooled_unasked(self) -> None:
        with pytest.raises(ParameterError, match="pooled or apart"):
            self.star().dataset()
        assert len(self.star(years=[2016, 2017], apart=False).dataset()) == 20

    def test_each_year_by_itself(self) -> None:
        found = self.star().by_year(key="conduite")
        assert {year: len(data) for year, data in found.items()} == {"2016": 11, "2017": 9}

    def test_a_time_of_its_own_dimension(self) -> None:
        days = self.facts.with_columns(jour=pl.format("{}-05-01", "annee")).drop("annee")
        calendar = pl.DataFrame({"jour": ["2016-05-01", "2017-05-01"], "an": ["2016", "2017"]})
        given = stars.declared(tables={"faits": days}, time="quand", years="2016")
        given["dimensions"]["quand"] = {"table": calendar, "column": "jour", "levels": ["an"]}
        data = Star(**given).dataset()
        assert len(data) == 11
        assert not {"quand", "jour"} & {*data.roles}

    def test_no_fact_of_that_year(self) -> None:
        with pytest.raises(DiscretError, match="no fact is left"):
            self.star(years=1999).dataset()

    def test_years_without_time(self) -> None:
        with pytest.raises(ParameterError, match="time: is needed"):
            Star(**stars.declared(years=2017)).dataset()


def test_equal_when_declared_alike_and_silent_about_its_tables() -> None:
    files = {"faits": "f.csv", "zones": "z.csv", "cultures": "c.csv"}
    one, other = (Star(**stars.declared(tables=files)) for _ in range(2))
    assert one == other
    shown = repr(Star(**stars.declared()))
    assert shown == "Star(2 dimensions, 1 measure)"


def test_random_stars_are_joined_as_by_hand(tmp_path: Path) -> None:
    chance = random.Random(17)  # noqa: S311
    for _ in range(30):
        leaves = [f"p{n}" for n in range(chance.randint(1, 12))]
        communes = {leaf: f"c{chance.randint(0, 4)}" for leaf in leaves}
        regions = {f"c{n}": f"r{n % 2}" for n in range(5)}
        facts = [(chance.choice(leaves), f"w{chance.randint(0, 3)}", chance.random())
                 for _ in range(chance.randint(1, 40))]  # fmt: skip
        table = pl.DataFrame(facts, schema=["p", "who", "size"], orient="row")
        members = pl.DataFrame(
            [(leaf, communes[leaf], regions[communes[leaf]]) for leaf in leaves],
            schema=["p", "commune", "region"], orient="row",
        )  # fmt: skip
        place = Dimension(table=members, column="p", levels=["commune", "region"])
        own = Star(facts=table, individual="who", area="place", dimensions={"place": place},
                   measures={"size": Measure(adds="sum")})  # fmt: skip
        data = own.dataset()
        by_hand = [communes[leaf] for leaf, _, _ in facts]
        assert data.to_polars()["place"].to_list() == by_hand
        labels = data.hierarchies["place"].levels(data.values("place"))["1"].to_list()
        assert labels == [regions[name] for name in sorted(set(by_hand))]


def test_facts_of_a_warehouse_name_no_category_that_nobody_has_any_more() -> None:
    kind = pl.Enum(["oats", "rye"])
    frame = pl.DataFrame({"place": ["A", "A", "B"], "note": ["oats", "oats", "rye"]})
    data = Dataset.of(frame.cast({"note": kind}), area="place", unexamined="note")
    left = data.with_frame(data.frame.filter(nw.col("place") == "A"))
    facts = facts_of(left, warehouse(left))
    assert facts["place"].to_list() == [1, 1]
    assert "rye" not in repr(facts.schema)

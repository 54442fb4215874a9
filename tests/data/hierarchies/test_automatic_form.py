"""Hierarchies that a plan asks for and the data makes."""

from __future__ import annotations

import json
from typing import Any

import polars as pl
import pytest

from discret import Context, Dataset, Hierarchy, Plan
from discret.assess import KAnonymity
from discret.data import keytable
from discret.data.examples import dishes
from discret.data.hierarchies.automatic import Automatic
from discret.data.hierarchies.from_data import automatic_hierarchy
from discret.document.pages.render import render
from discret.document.records import record
from discret.errors import DiscretError, HierarchyError, ParameterError, PlanError
from discret.reduce import Generalise, Recode

AGES = ["-25", "25-50", "+50"]
PLAN = """
[roles]
key = ["Sexe", "Âge"]

[hierarchies."Âge"]
from = "automatic"
ordered = ["-25", "25-50", "+50"]
apart = [["-25", "+50"]]

[hierarchies.Sexe]
from = "automatic"

[[assess]]
measure = "k_anonymity"
k = 2

[[reduce]]
method = "generalise"
models = [{measure = "k_anonymity", k = 2}]
"""


def test_a_plan_makes_it_from_the_data() -> None:
    plan = Plan.from_toml(PLAN)
    assert Plan.from_toml(plan.to_toml()) == plan
    data = plan.dataset(dishes())
    plain = Dataset.of(dishes(), key=["Sexe", "Âge"])
    made = automatic_hierarchy(plain, "Âge", ordered=AGES, apart=[["-25", "+50"]])
    assert data.hierarchies["Âge"] == made
    assert data.hierarchies["Sexe"] == automatic_hierarchy(plain, "Sexe")
    assert [row[0] for row in made.table.rows()] == AGES
    assert data.keys.around.hierarchies["Âge"] == made
    release = plan.run(data, seed=1)
    assert release.risk[0].met
    told = record(release)
    assert told["hierarchies"]["Âge"] == made.to_dict()
    assert told["automatic"]["Âge"]["ordered"] == AGES
    inside, outside = (render(told, audience=one) for one in ("internal", "public"))
    assert "made from the data" in inside
    label = made.table.rows()[0][1]
    assert label in inside
    assert label not in outside
    assert json.loads(json.dumps(told)) == told


def test_the_records_are_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = []
    own = keytable._counted
    monkeypatch.setattr(keytable, "_counted", lambda *given: counted.append(1) or own(*given))
    wanted = {"Âge": Automatic.of(), "Sexe": Automatic.of()}
    data = Dataset.of(dishes(), key=["Sexe", "Âge"], hierarchies=wanted)
    before = len(counted)
    assert before > 0
    assert len(data.keys) == 6
    assert len(counted) == before


@pytest.mark.parametrize("lazy", [False, True])
def test_any_table_will_do(lazy: bool) -> None:
    frame: Any = dishes().lazy() if lazy else dishes().to_pandas()
    data = Dataset.of(frame, key=["Sexe", "Âge"], hierarchies={"Âge": Automatic.of(ordered=AGES)})
    change = Recode(column="Âge", level=1).apply(data, Context())
    assert change.data.values("Âge").to_list() == ["+50", "-25 – 25-50"]


def test_without_a_top_what_is_apart_stays_apart() -> None:
    wish = Automatic.of(ordered=AGES, apart=[["-25", "+50"]], top=None)
    assert wish.to_dict()["top"] is False
    data = Dataset.of(dishes(), key=["Sexe", "Âge"], hierarchies={"Âge": wish})
    assert data.hierarchies["Âge"].depth == 2
    numbers = pl.DataFrame({"n": [1, 2, 3, 4]})
    cut = Dataset.of(numbers, key="n", hierarchies={"n": Automatic.of(top=False)}).hierarchies["n"]
    assert cut.to_dict() == {"from": "cuts", "cuts": [[3]], "top": False}
    with pytest.raises(HierarchyError, match="no class can be made"):
        Dataset.of(dishes(), key="Sexe", hierarchies={"Sexe": Automatic.of(top=None)})


def test_a_column_that_is_not_there_is_named() -> None:
    with pytest.raises(DiscretError, match="nowhere"):
        Dataset.of(dishes(), key="Sexe", hierarchies={"nowhere": Automatic.of()})


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("sorted = true", "sorted: there is no such parameter"),
        ("sizes = [2, 4]", "sizes: must decrease"),
        ('apart = "Zyx"', "apart: must be a list"),
        ('ordered = "Zyx"', "ordered: "),
    ],
)
def test_faults_are_told_with_their_place(line: str, said: str) -> None:
    with pytest.raises(PlanError) as raised:
        Plan.from_toml(f'[hierarchies.town]\nfrom = "automatic"\n{line}\n')
    assert f"[hierarchies.town] {said}" in str(raised.value)
    assert "Zyx" not in str(raised.value)


@pytest.mark.parametrize("order", [["-25", "Zyx"], [*AGES, "-25"], [], ["Zyx", None]])
def test_an_order_that_lacks_values_is_refused(order: list[Any]) -> None:
    data = Dataset.of(dishes(), key=["Sexe", "Âge"])
    with pytest.raises(ParameterError, match="ordered: ") as raised:
        automatic_hierarchy(data, "Âge", ordered=order)
    assert raised.value.hint
    assert "Zyx" not in str(raised.value)


def test_nothing_of_it_is_shown() -> None:
    wish = Automatic.of(ordered=["Zyx", "b"], apart=[["Zyx", "b"]])
    assert "Zyx" not in repr(wish) + str(wish) + repr(Plan(hierarchies={"a": wish}))


def test_generalise_says_how_to_get_one() -> None:
    """A key of few values needs none: it may be dropped to one class."""
    towns = pl.DataFrame({"town": [f"t{n}" for n in range(60)]})
    data = Dataset.of(towns, key="town")
    with pytest.raises(DiscretError, match="automatic"):
        Generalise(models=[KAnonymity(k=2)]).apply(data, Context())


def test_a_hierarchy_made_by_hand_passes_as_it_is() -> None:
    ages = Hierarchy.from_order(AGES, steps=[2])
    assert Dataset.of(dishes(), key="Âge", hierarchies={"Âge": ages}).hierarchies["Âge"] is ages

"""Private synthesis: what it costs, what it keeps, who counts, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import polars as pl
import pytest

from discret import Context, Dataset, Hierarchy, Plan
from discret.assess import ClosestRecord, KAnonymity, Membership
from discret.data import Automatic
from discret.data.ledger.ledger import Ledger
from discret.document.pages.render import render
from discret.document.records import record
from discret.errors import ColumnError, DiscretError, ExtraError, ParameterError, PlanError
from discret.maths.privacy.chance import pretended
from discret.maths.privacy.composition import rho_of
from discret.quantify import Marginals
from discret.reduce import PrivateSynthesis, Subsample
from discret.reduce.private_synthesis import graphical

VALUES = {"sex": ["f", "m"], "zone": ["n", "s", "e"]}


def people(number: int = 900, seed: int = 1) -> pl.DataFrame:
    """Women live in the north, men in the south and the east."""
    rng = np.random.default_rng(seed)
    sex = rng.choice(["f", "m"], number)
    zone = np.where(sex == "f", rng.choice(["n", "s"], number, p=[0.9, 0.1]), "e")
    return pl.DataFrame({"sex": sex, "zone": zone, "row": range(number)})


def dataset(frame: Any = None, **roles: Any) -> Dataset:
    given = {"key": ["sex", "zone"], "row": "row", **roles}
    return Dataset.of(people() if frame is None else frame, **given)


def method(**more: Any) -> PrivateSynthesis:
    usual = {
        "columns": ["sex", "zone"], "epsilon": 1.0, "categories": VALUES, "rounds": 1,
        "neighbours": "replace",
    }  # fmt: skip
    return PrivateSynthesis(**{**usual, **more})


def crossed(frame: pl.DataFrame) -> np.ndarray[Any, Any]:
    counts = [[len(frame.filter(sex=sex, zone=zone)) for zone in "nse"] for sex in "fm"]
    return np.array(counts, dtype=float)


@pytest.mark.parametrize("neighbours", ["replace", "add_remove"])
@pytest.mark.parametrize(
    "given", [{"epsilon": 1.0}, {"epsilon": 1.0, "delta": 1e-6}, {"epsilon": 0.0, "rho": 0.2}]
)
def test_no_more_is_spent_than_is_given(given: Any, neighbours: str) -> None:
    """By OpenDP's own maps, added up exactly; and hardly less."""
    facts = method(**given, neighbours=neighbours, records=500).apply(dataset()).facts
    budget = given.get("rho") or given["epsilon"]
    if "delta" in given:
        budget = rho_of(given["epsilon"], given["delta"])
    assert 0.999 * budget < facts["spent"] <= budget
    assert facts["private"] is True
    assert (facts["neighbours"], facts["unit"]) == (neighbours, "record")


def test_what_is_replaced_costs_more_noise() -> None:
    """One cell of a marginal, or two: Laplace's scale doubles, Gauss's grows by the root of 2."""
    pure = [method(neighbours=which, records=9) for which in ("add_remove", "replace")]
    one, two = (own.apply(dataset()).facts["deviation"]["sex"] for own in pure)
    assert two / one == pytest.approx(2, rel=1e-6)
    gauss = [method(neighbours=which, records=9, delta=1e-6) for which in ("add_remove", "replace")]
    one, two = (own.apply(dataset()).facts["deviation"]["sex"] for own in gauss)
    assert two / one == pytest.approx(np.sqrt(2), rel=1e-6)


def test_without_noise_to_speak_of_the_file_comes_back() -> None:
    """Two columns crossed, and a budget so large that noise is none: the counts but for one."""
    after = method(epsilon=1e5).apply(dataset()).data.to_polars()
    assert len(after) == 900
    assert np.abs(crossed(after) - crossed(people())).max() <= 1


def test_marginals_come_nearer_as_epsilon_grows() -> None:
    true, errors = crossed(people()), []
    for epsilon in (0.1, 1.0, 10.0, 100.0):
        drawn = [
            method(epsilon=epsilon).apply(dataset(), Context(chance=pretended(seed))).data
            for seed in range(4)
        ]
        errors.append(np.mean([np.abs(crossed(own.to_polars()) - true).sum() for own in drawn]))
    assert errors[0] > 2 * errors[1] > 4 * errors[2] > 4 * errors[3]
    assert errors[3] < 10


def test_links_are_chosen_where_the_model_is_off() -> None:
    """Of three columns, the two that hang together."""
    coin = np.random.default_rng(5).choice(["n", "s", "e"], 900)
    frame = people().with_columns(coin=pl.Series(coin))
    values = {**VALUES, "coin": VALUES["zone"]}
    own = method(columns=["sex", "zone", "coin"], categories=values, epsilon=5.0)
    facts = own.apply(dataset(frame), Context(chance=pretended(2))).facts
    assert facts["marginals"] == ["sex | zone"]
    assert facts["private"] is False


def test_a_person_counts_once() -> None:
    """One of them has five hundred records in the south; they are one among the people."""
    others = people(400).filter(pl.col("zone") != "s")
    crowd = pl.DataFrame({"sex": ["f"] * 500, "zone": ["s"] * 500, "row": range(1000, 1500)})
    who = [*(f"p{place}" for place in range(len(others))), *(["x"] * 500)]
    frame = pl.concat([others.cast({"row": pl.Int64}), crowd]).with_columns(who=pl.Series(who))
    change = method(epsilon=1e5).apply(dataset(frame, individual="who"))
    after = change.data.to_polars()
    assert change.facts["unit"] == "individual"
    assert len(after) == len(others) + 1
    assert len(after.filter(zone="s")) <= 2
    assert after.columns == ["sex", "zone"]  # nothing else leaves, no name and no number


def test_who_is_not_known_is_left_out() -> None:
    frame = people(300).with_columns(who=pl.when(pl.col("row") < 200).then("row"))
    after = method().apply(dataset(frame, individual="who")).data
    assert len(after) == 200


def test_what_is_missing_or_outside_comes_out_missing() -> None:
    frame = people(900).with_columns(
        zone=pl.when(pl.col("row") < 300).then(pl.lit("?")).when(pl.col("row") < 600).then("zone")
    )
    after = method(epsilon=1e5).apply(dataset(frame)).data.to_polars()
    assert abs(after["zone"].null_count() - 600) <= 1
    assert {*after["zone"].drop_nulls()} <= {"n", "s", "e"}


def test_numbers_stay_in_bounds_and_keep_their_type() -> None:
    frame = pl.DataFrame({
        "age": pl.Series(range(100), dtype=pl.Int16), "pay": [float(n) for n in range(100)],
        "tall": [True, False] * 50,
    })  # fmt: skip
    data = Dataset.of(frame, key=["age", "pay", "tall"])
    own = PrivateSynthesis(
        columns=["age", "pay", "tall"], epsilon=1e5, bounds={"age": (10, 29), "pay": (0, 50)},
        bins=2, rounds=0, neighbours="replace",
    )  # fmt: skip
    change = own.apply(data, Context(chance=pretended(1)))
    after = change.data.to_polars()
    assert after.schema == frame.schema
    assert after["age"].is_between(10, 29).all()
    assert after["pay"].is_between(0, 50).all()
    assert len(after.filter(pl.col("age") < 20)) == pytest.approx(20, abs=1)
    assert change.facts["domains"] == {"age": "bounds", "pay": "bounds", "tall": "type"}


def test_values_of_a_hierarchy_are_known_unless_it_was_made_from_the_file() -> None:
    tabled = {"zone": Hierarchy.from_parents({"n": "all", "s": "all", "e": "all"})}
    own = method(columns=["zone"], categories={}, rounds=0)
    facts = own.apply(dataset(hierarchies=tabled)).facts
    assert facts["domains"] == {"zone": "hierarchy"}
    with pytest.raises(ColumnError, match="nothing says which values 'zone' may have"):
        own.apply(dataset(hierarchies={"zone": Automatic()}))


def test_engines_give_the_same() -> None:
    frame = people(60)
    tables = [frame, frame.lazy(), frame.to_pandas(), duckdb.from_arrow(frame.to_arrow())]
    found = [
        method().apply(dataset(table), Context(chance=pretended(3))).data.to_polars()
        for table in tables
    ]
    assert all(own.sort(own.columns).equals(found[0].sort(found[0].columns)) for own in found)


def test_a_model_that_is_too_large_is_not_fitted() -> None:
    facts = method(max_size=1e-6).apply(dataset()).facts
    assert facts["marginals"] == []
    assert facts["spent"] <= 1.0


def test_no_seed_draws_the_same_again_and_risk_is_measured_as_of_any_release() -> None:
    plan = Plan(
        assess=[KAnonymity(k=2), ClosestRecord(most=0.7), Membership(most=0.3)],
        reduce=[Subsample(share=0.8), method()],
        quantify=[Marginals()],
    )
    runs = [plan.run(dataset(), seed=1) for _ in range(2)]
    assert not runs[0].data.to_polars().equals(runs[1].data.to_polars())
    names = [finding.name for finding in (*runs[0].risk, *runs[0].loss)]
    assert {"closest_record", "membership", "marginals"} <= {*names}
    assert runs[0].steps[-1].facts["private"] is True


def test_it_is_paid_before_records_are_read(tmp_path: Path) -> None:
    source = tmp_path / "people.csv"
    people().write_csv(source)
    account = Ledger.open(
        tmp_path / "people.budget", source=source, epsilon=1.5, neighbours="replace"
    )
    own = method(ledger=str(account.path), source=str(source))
    change = own.apply(dataset())
    (entry,) = account.releases
    assert change.facts["release"] == [entry["release"]]
    assert float(account.left.epsilon) == 0.5

    def read(frame: pl.DataFrame) -> pl.DataFrame:
        raise AssertionError

    unread = people().lazy().map_batches(read, schema=people().schema)
    with pytest.raises(DiscretError, match="left"):
        own.apply(dataset(unread))
    (tmp_path / "other.csv").write_text("sex\nf\n")
    with pytest.raises(DiscretError, match="source"):
        method(epsilon=0.1, ledger=str(account.path), source=str(tmp_path / "other.csv")).apply(
            dataset()
        )
    assert len(account.releases) == 1


@pytest.mark.parametrize("lazy", [False, True])
@pytest.mark.parametrize("neighbours", ["replace", "add_remove"])
def test_more_records_than_people_are_drawn_and_nobody_is_told_so(
    neighbours: str, lazy: bool
) -> None:
    """A refusal would tell how many people there are, after payment and for nothing before."""
    frame = people(40).lazy() if lazy else people(40)
    change = method(epsilon=1e5, records=90, neighbours=neighbours).apply(dataset(frame))
    after = change.data.to_polars()
    assert len(after) == change.facts["records_drawn"] == 90
    assert np.abs(crossed(after) - crossed(people(40)) * 90 / 40).max() <= 2
    assert after.columns == ["sex", "zone"]


def test_with_a_person_more_or_less_the_number_drawn_has_noise() -> None:
    own = method(neighbours="add_remove", epsilon=0.5)
    drawn = {len(own.apply(dataset()).data) for _ in range(8)}
    assert len(drawn) > 1
    assert all(abs(number - 900) < 200 for number in drawn)


def test_nobody_known_is_noise_with_a_person_more_or_less_and_refused_with_one_replaced(
    tmp_path: Path,
) -> None:
    (tmp_path / "s").write_text("x")
    frame = people(50).with_columns(who=pl.lit(None, pl.String))
    noisy = method(neighbours="add_remove").apply(dataset(frame, individual="who"))
    assert len(noisy.data) >= 1
    account = Ledger.open(tmp_path / "b", source=tmp_path / "s", epsilon=9, neighbours="replace")
    for own in (dataset(frame, individual="who"), dataset(people(0))):
        with pytest.raises(DiscretError, match="nobody to draw from"):
            method(ledger=str(account.path)).apply(own)
    assert account.releases == []


@pytest.mark.parametrize(
    "more",
    [{"epsilon": 1e-320}, {"epsilon": 1e-300, "delta": 1e-300}, {"epsilon": 0, "rho": 1e-320}],
)
def test_what_can_be_refused_is_refused_before_it_is_paid(tmp_path: Path, more: Any) -> None:
    (tmp_path / "s").write_text("x")
    account = Ledger.open(
        tmp_path / "b", source=tmp_path / "s", epsilon=0 if "rho" in more else 9,
        delta=0.1 if "delta" in more else 0, rho=1 if "rho" in more else 0, neighbours="replace",
    )  # fmt: skip
    with pytest.raises(DiscretError, match="no noise"):
        method(**more, ledger=str(account.path)).apply(dataset())
    unordered = Dataset.of(people(9).lazy(), key=["sex", "zone"])
    with pytest.raises(DiscretError, match="row"):
        method(ledger=str(account.path)).apply(unordered)
    assert account.releases == []


def test_other_neighbours_or_units_than_the_account_are_refused_unread(tmp_path: Path) -> None:
    (tmp_path / "s").write_text("x")

    def read(frame: pl.DataFrame) -> pl.DataFrame:
        raise AssertionError

    unread = people().lazy().map_batches(read, schema=people().schema)
    account = Ledger.open(tmp_path / "b", source=tmp_path / "s", epsilon=9, unit="individual")
    for own, word in ((method(), "replace"), (method(neighbours="add_remove"), "record")):
        with pytest.raises(DiscretError, match=f"do not add up|{word}"):
            own.model_copy(update={"ledger": str(account.path)}).apply(dataset(unread))
    assert account.releases == []


def test_without_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> Any:
        raise ImportError(name)

    monkeypatch.setattr(graphical, "import_module", absent)
    graphical.libraries.cache_clear()
    with pytest.raises(ExtraError, match="synthesis"):
        method().apply(dataset())
    graphical.libraries.cache_clear()


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"epsilon": 0.0}, "epsilon"),
        ({"rho": 1.0}, "epsilon"),
        ({"epsilon": 0.0, "rho": 1.0, "delta": 1e-6}, "epsilon"),
        ({"epsilon": float("inf")}, "epsilon"),
        ({"epsilon": float("nan")}, "epsilon"),
        ({"epsilon": -1.0}, "epsilon"),
        ({"delta": float("nan")}, "delta"),
        ({"categories": {"sex": ["f", "f"]}}, "once"),
        ({"categories": {"sex": []}}, "once"),
        ({"bounds": {"row": (0, float("inf"))}}, "bounds"),
        ({"bounds": {"row": (9, 1)}}, "least number stands first"),
        ({"bounds": {"sex": (1, 1)}}, "least number stands first"),
        ({"bounds": {"sex": (0, 1)}}, "either"),
    ],
)
def test_parameters_that_are_refused(more: Any, words: str) -> None:
    with pytest.raises(ParameterError, match=words):
        method(**more)


def test_data_that_is_refused() -> None:
    with pytest.raises(ColumnError, match="nothing says which values 'sex', 'zone' may have"):
        method(categories={}).apply(dataset())
    with pytest.raises(ParameterError, match="not among the columns"):
        method(columns=["sex"]).apply(dataset())
    with pytest.raises(ColumnError, match="name or number people"):
        method(columns=["sex"], categories={"sex": ["f", "m"]}).apply(
            dataset(identifier="sex", key="zone")
        )
    with pytest.raises(DiscretError, match="number"):
        method(categories={"sex": ["f", "m"]}, bounds={"zone": (0, 1)}).apply(dataset())
    with pytest.raises(ParameterError, match="cannot hold"):
        method(columns=["row"], categories={"row": ["one"]}, rounds=0).apply(dataset(row=None))


def test_a_plan_foresees_what_is_not_said_or_not_affordable(tmp_path: Path) -> None:
    with pytest.raises(PlanError, match="nothing says which values"):
        Plan(reduce=[method(categories={})]).check(dataset())
    source = tmp_path / "people.csv"
    people(9).write_csv(source)
    account = Ledger.open(
        tmp_path / "people.budget", source=source, epsilon=0.5, neighbours="replace"
    )
    plan = Plan(reduce=[method(ledger=str(account.path))])
    with pytest.raises(PlanError, match="left"):
        plan.check(dataset())
    assert account.releases == []


@pytest.mark.parametrize(
    ("kind", "bounds"),
    [(pl.Int8, (0, 1000)), (pl.UInt16, (-1, 9)), (pl.Int64, (0.2, 0.8)), (pl.Int64, (0, 1e30))],
)
def test_bounds_that_a_type_cannot_hold_are_refused(kind: Any, bounds: Any) -> None:
    data = Dataset.of(pl.DataFrame({"n": pl.Series([1, 2], dtype=kind)}), key="n")
    own = PrivateSynthesis(columns=["n"], epsilon=1.0, bounds={"n": bounds}, rounds=0)
    with pytest.raises(ParameterError, match="bounds"):
        own.apply(data)


def test_categories_that_a_type_does_not_list_come_out_as_text() -> None:
    kind = pl.Enum(["f", "m"])
    for column in (pl.Series(["f", "m"] * 20, dtype=kind), pl.Series([None] * 40)):
        data = Dataset.of(column.alias("sex").to_frame(), key="sex")
        own = PrivateSynthesis(
            columns=["sex"], epsilon=1.0, categories={"sex": ["f", "m", "x"]}, rounds=0
        )
        assert {*own.apply(data).data.to_polars()["sex"]} <= {"f", "m", "x", None}


def test_the_note_is_the_same_whatever_the_number_of_people() -> None:
    """With a person more or less nobody may be told of: not by a share of records taken out."""
    method = PrivateSynthesis(
        columns=["sex"], epsilon=1.0, categories={"sex": ["f", "m"]}, records=40,
        neighbours="add_remove",
    )  # fmt: skip
    notes = []
    for many in (50, 900):
        people = pl.DataFrame({"sex": ["f", "m"] * (many // 2), "id": range(many)})
        data = Dataset.of(people, key="sex", individual="id")
        release = Plan(reduce=[method]).run(data, seed=2**70)
        assert not any("original order" in said or "seed" in said for said in release.notices)
        told = record(release)
        notes.append(render({**told, "released": None}, audience="public", language="en"))
    assert notes[0] == notes[1]
    assert "ε = 1, two files with a person more or less" in notes[0]
    assert "is not told" in notes[0]

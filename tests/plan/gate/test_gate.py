"""The gate: what is held back, what every column needs to pass, and what a verdict then means."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl
import pytest

from discret import Context, Dataset, Hierarchy, Plan, Release, Role
from discret.assess import (
    AverageRisk,
    Homogeneity,
    KAnonymity,
    LDiversity,
    SampleUniques,
    TCloseness,
)
from discret.data.roles import HELD
from discret.errors import ParameterError, PlanError
from discret.parts import RiskMeasure
from discret.plan.gate.categories import lost_categories
from discret.plan.gate.notices import lone_weights
from discret.plan.terms import Terms
from discret.quantify import CellsChanged
from discret.reduce import (
    DropIdentifiers,
    Pseudonymise,
    Recode,
    ShuffleRecords,
    SuppressCells,
    SuppressRecords,
    TopCode,
)
from engines import Engine

SECRET = b"a secret for the tests of gates"
NAMES = [f"M. Boyer {n}" for n in range(8)]
PEOPLE = pl.DataFrame({
    "name": NAMES,
    "person": [NAMES[n // 2] for n in range(8)],
    "home": [f"home {n // 4}" for n in range(8)],
    "number": range(100, 108),
    "sex": ["f", "m"] * 4,
    "town": ["Lyon"] * 4 + ["Lille"] * 4,
    "illness": ["flu", "gout"] * 4,
    "remark": list("abcdefgh"),
})  # fmt: skip
ROLES = {
    "identifier": "name", "individual": "person", "household": "home", "row": "number",
    "key": "sex", "area": "town", "sensitive": "illness",
}  # fmt: skip


def release(frame: Any = PEOPLE, assess: Any = None, **terms: Any) -> Release:
    known = {**ROLES, **terms.pop("roles", {})}
    assess = [LDiversity()] if assess is None else assess
    plan = Plan(assess=assess, reduce=terms.pop("reduce", ()), release=Terms(**terms))
    data = Dataset.of(frame, **{role: one for role, one in known.items() if one})
    return plan.run(data, seed=1, secret=SECRET)


def states(found: Release) -> dict[str, str]:
    return {name: one.state for name, one in found.gate.columns.items()}


# --- what never leaves as it came ----------------------------------------------------------


def test_what_names_or_numbers_people_is_dropped() -> None:
    found = release()
    assert {"name", "person", "home", "number"}.isdisjoint(found.data.to_polars().columns)
    assert [states(found)[name] for name in ("name", "person", "home", "number")] == ["dropped"] * 4


def test_on_every_engine(engine: Engine) -> None:
    found = release(engine(PEOPLE))
    text = str(found.data.to_polars().rows())
    assert "Boyer" not in text
    assert "home" not in text
    assert set(found.data.to_polars().columns) == {"sex", "town", "illness", "remark"}


def test_links_may_stay_under_other_numbers(engine: Engine) -> None:
    found = release(engine(PEOPLE), link="renumber")
    after = found.data.to_polars().sort("remark")
    for column, size in (("person", 4), ("home", 2)):
        assert states(found)[column] == "renumbered"
        assert sorted(set(after[column])) == list(range(1, size + 1))
        pairs = set(zip(PEOPLE[column], after[column], strict=True))
        assert len(pairs) == size  # the same people, linked as before
    assert "name" not in after.columns


def test_new_numbers_are_drawn_and_follow_no_order() -> None:
    drawn = {tuple(_renumbered(seed)) for seed in range(20)}
    assert len(drawn) > 10


def _renumbered(seed: int) -> list[int]:
    data = Dataset.of(PEOPLE, individual="person", key="sex")
    plan = Plan(release=Terms(link="renumber"))
    return plan.run(data, seed=seed).data.to_polars()["person"].to_list()


def test_a_missing_link_stays_missing() -> None:
    frame = PEOPLE.with_columns(person=pl.when(pl.col("number") != 101).then("person"))
    after = release(frame, link="renumber").data.to_polars()
    assert after["person"].null_count() == 1


@pytest.mark.parametrize("role", HELD)
def test_by_name_everything_may_leave(role: Role) -> None:
    column = ROLES[role]
    found = release(keep=[column])
    assert states(found)[column] == "kept"
    assert found.data.to_polars()[column].to_list() == PEOPLE[column].to_list()
    assert any("as the plan says: " + column in notice for notice in found.notices)


def test_pseudonyms_leave_as_pseudonyms() -> None:
    found = release(reduce=[Pseudonymise(columns=["name"])])
    assert states(found)["name"] == "pseudonymised"
    assert set(NAMES).isdisjoint(found.data.to_polars()["name"])


def test_names_recoded_are_names_all_the_same() -> None:
    found = release(reduce=[Recode(column="name", mapping={NAMES[0]: "x"})])
    assert "name" not in found.data.roles


def test_the_steps_still_see_what_is_held_back() -> None:
    """A group of records of one person protects nobody, also once the person's number is gone."""
    frame = pl.DataFrame({"sex": ["f"] * 5, "person": [1] * 5})
    data = Dataset.of(frame, key="sex", individual="person")
    found = Plan(assess=[KAnonymity(k=2)], reduce=[ShuffleRecords()]).run(data, seed=1)
    assert (found.risk[0].value, found.met) == (1, False)
    assert found.data.to_polars().columns == ["sex"]


# --- every column is accounted for ---------------------------------------------------------


def test_the_account_has_every_column() -> None:
    assert states(release()) == {
        "name": "dropped", "person": "dropped", "home": "dropped", "number": "dropped",
        "sex": "key", "town": "key", "illness": "examined", "remark": "unexamined",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("measures", "state"),
    [
        ([], "unjudged"),
        ([KAnonymity(k=2)], "unjudged"),
        ([LDiversity()], "examined"),
        ([LDiversity(l=1)], "examined"),
        ([LDiversity(l=2)], "judged"),
        ([LDiversity(l=2, column="illness")], "judged"),
        ([Homogeneity(column="remark")], "unjudged"),
    ],
)
def test_a_sensitive_column_must_be_looked_at(measures: Any, state: str) -> None:
    assert states(release(assess=measures))["illness"] == state


def test_a_measure_that_names_a_column_examines_it() -> None:
    assert states(release(assess=[LDiversity(column="remark")]))["remark"] == "examined"


def test_columns_are_accepted_by_name() -> None:
    found = release(unexamined=["remark", "illness"], assess=[KAnonymity(k=1 + 1)])
    assert states(found)["remark"] == states(found)["illness"] == "accepted"
    assert found.gate.open
    assert any("as the plan accepts: illness, remark" in notice for notice in found.notices)


def test_the_reason_says_what_to_add() -> None:
    found = release()
    (reason,) = found.gate.reasons
    assert 'unexamined = ["remark"] under [release]' in reason
    assert 'unexamined = ["remark"] sous [release]' in reason.fr
    assert reason == found.notices[0]


def test_what_a_reason_says_to_add_opens_the_gate() -> None:
    frame = PEOPLE.rename({"remark": 'a "quoted" [name]'})
    (reason,) = release(frame).gate.reasons
    terms = reason[reason.index("unexamined =") : reason.index(" under [release]")]
    plan = Plan.from_toml(f"[release]\n{terms}\n")
    assert release(frame, **plan.release.parameters()).gate.open


# --- an area is a key ----------------------------------------------------------------------


def test_each_alone_in_a_commune_is_not_anonymous() -> None:
    frame = pl.DataFrame({"sex": ["f"] * 4, "town": list("abcd")})
    data = Dataset.of(frame, key="sex", area="town")
    found = Plan(assess=[KAnonymity(k=4)]).run(data, seed=1)
    assert (found.risk[0].value, found.met) == (1, False)


def test_unless_the_plan_accepts_it() -> None:
    frame = pl.DataFrame({"sex": ["f"] * 4, "town": list("abcd")})
    terms = Terms(unexamined=["town"])
    plan = Plan(assess=[KAnonymity(k=4)], release=terms, roles={"key": "sex", "area": "town"})
    for data in (Dataset.of(frame, key="sex", area="town"), plan.dataset(frame)):
        found = plan.run(data, seed=1)
        assert (found.risk[0].value, found.met) == (4, True)
        assert states(found)["town"] == "accepted"


def test_an_area_alone_can_be_judged() -> None:
    data = Dataset.of(pl.DataFrame({"town": ["a", "a", "b"]}), area="town")
    assert KAnonymity().assess(data).value == 1


# --- the verdict ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "measure", [AverageRisk(most=1), SampleUniques(most=1), LDiversity(l=1), TCloseness(t=1)]
)
def test_a_target_that_nothing_can_miss_counts_no_key(measure: RiskMeasure) -> None:
    people = pl.DataFrame({"town": list("abcd"), "ill": list("xyxy")})
    data = Dataset.of(people, key="town", sensitive="ill")
    found = Plan(assess=[measure]).run(data)
    assert not measure.demanding
    assert (found.gate.columns["town"].state, found.met) == ("unexamined", False)


def test_targets_that_hold_are_not_enough() -> None:
    closed = release(assess=[KAnonymity(k=2), LDiversity(l=1)])
    assert all(finding.met for finding in closed.risk)
    assert (closed.gate.open, closed.met) == (False, False)
    assert release(assess=[KAnonymity(k=2), LDiversity(l=1)], unexamined=["remark"]).met is True


def test_an_open_gate_is_not_enough() -> None:
    assert release(assess=[KAnonymity(k=3), LDiversity()], unexamined=["remark"]).met is False


def test_without_a_target_there_is_no_verdict_but_a_closed_gate() -> None:
    assert release(unexamined=["remark"]).met is None
    assert release().met is False


def test_a_file_of_which_nothing_is_left_does_not_pass() -> None:
    data = Dataset.of(PEOPLE.select("name"), identifier="name")
    found = Plan().run(data, seed=1)
    assert (found.gate.open, found.met) == (False, False)


def test_undoing_a_step_brings_its_own_gate() -> None:
    found = release(reduce=[DropIdentifiers(columns=["remark"])])
    assert found.gate.open
    assert not found.undo().gate.open


# --- the terms -----------------------------------------------------------------------------


def test_terms_are_written_and_read_again() -> None:
    terms = Terms(
        unexamined=["a"], keep=["b"], link="renumber", follows={"born": "age"}, readable=["c"],
        audience="everyone", purpose="study", sensitivity="low", access="open", licence="CC-BY",
        contact="data@example.org", review="2028-01-01",
    )  # fmt: skip
    assert Plan.from_toml(Plan(release=terms).to_toml()).release == terms
    assert Plan.from_toml("[release]\nreview = 2028-01-01\n").release.review == "2028-01-01"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('link = "keep"', "link"),
        ('unknown = "x"', "unknown"),
        ("unexamined = 3", "unexamined"),
        ('unexamined = ["a", "a"]', "named twice"),
        ("audience = 3", "audience"),
    ],
)
def test_faults_of_terms_are_told_with_their_place(text: str, fault: str) -> None:
    with pytest.raises(PlanError) as caught:
        Plan.from_toml(f"[release]\n{text}\n")
    assert all(one.startswith("[release] ") for one in caught.value.faults)
    assert fault in str(caught.value)
    with pytest.raises(ParameterError):
        Terms(link="keep")


@pytest.mark.parametrize(
    ("terms", "fault"),
    [
        ({"unexamined": ["nobody"]}, "unexamined: the table has no column 'nobody'"),
        ({"keep": ["nobody"]}, "keep: the table has no column"),
        ({"keep": ["sex"]}, "keep: 'sex' is not held back"),
        ({"readable": ["nobody"]}, "readable: the table has no column"),
        ({"follows": {"remark": "nobody"}}, "follows: the table has no column"),
        ({"follows": {"remark": "sex", "sex": "town"}}, "'sex' both leads and follows"),
    ],
)
def test_terms_about_other_columns_are_refused(terms: Any, fault: str) -> None:
    with pytest.raises(PlanError, match="plan: ") as caught:
        release(**terms)
    assert fault in str(caught.value)


# --- what was hidden must not stand elsewhere ----------------------------------------------

AGES = [20 + place % 30 for place in range(300)]
BORN = pl.DataFrame({"age": AGES, "born": [2020 - age for age in AGES]})


def recoded(role: str, **terms: Any) -> Release:
    hierarchies = {"age": Hierarchy.from_cuts([30, 40])}
    roles: dict[str, Any] = {"key": ["age"], "hierarchies": hierarchies}
    if role == "key":
        roles["key"] = ["age", "born"]
    elif role:
        roles[role] = "born"
    else:
        terms["unexamined"] = ["born"]
    data = Dataset.of(BORN, **roles)
    plan = Plan(assess=[KAnonymity(k=2), *([LDiversity()] if role == "sensitive" else [])],
                reduce=[Recode(column="age", level=1)], release=Terms(**terms))  # fmt: skip
    return plan.run(data, seed=1)


@pytest.mark.parametrize("role", ["", "sensitive"])
def test_what_can_be_read_from_another_column_closes_the_gate(role: str) -> None:
    found = recoded(role)
    assert (found.gate.open, found.met) == (False, False)
    assert found.gate.readings[0]["column"] == "age"
    assert 'follows = {"born" = "age"} under [release]' in found.gate.reasons[0]


def test_a_key_read_from_a_key_is_told_and_passes() -> None:
    found = recoded("key")
    assert (found.gate.open, found.met) == (True, True)
    assert any("age can be read from born" in notice for notice in found.notices)


def test_it_passes_where_it_is_accepted_or_follows() -> None:
    assert recoded("", readable=["age"]).met is True
    following = recoded("", follows={"born": "age"})
    assert (following.met, following.data.to_polars().columns) == (True, ["age"])


def test_a_household_number_that_stays_counts_its_members() -> None:
    sizes = [1, 2, 3, 4, 5, 6] * 5
    homes = [home for home, size in enumerate(sizes) for _ in range(size)]
    size = [one for one in sizes for _ in range(one)]
    frame = pl.DataFrame({"home": homes, "size": size})
    data = Dataset.of(frame, key="size", household="home")
    steps = [TopCode(column="size", top=3)]
    dropped = Plan(reduce=steps).run(data, seed=1)
    linked = Plan(reduce=steps, release=Terms(link="renumber")).run(data, seed=1)
    assert dropped.gate.open
    assert not linked.gate.open
    assert linked.gate.readings[0]["how"] == "size"


def test_a_lazy_table_that_cannot_be_followed_says_so() -> None:
    plan = Plan(reduce=[Recode(column="age", mapping={"20": "x"})])
    found = plan.run(Dataset.of(BORN.select("age").lazy(), key="age"), seed=1)
    assert any("cannot be followed" in notice for notice in found.notices)
    assert found.gate.open  # keys are read from keys, and known anyway


def test_what_cannot_be_looked_for_closes_the_gate() -> None:
    plan = Plan(
        assess=[KAnonymity(k=2)],
        reduce=[Recode(column="age", mapping={"20": "x"})],
        release=Terms(unexamined=["born"]),
    )
    lazy = plan.run(Dataset.of(BORN.lazy(), key="age"), seed=1)
    assert lazy.met is False
    assert any("declare a column that numbers them" in reason for reason in lazy.gate.reasons)
    assert len([one for one in lazy.notices if "cannot be followed" in one]) == 1
    untouched = replace(plan, reduce=[], labels=[]).run(Dataset.of(BORN.lazy(), key="age"), seed=1)
    assert untouched.gate.open


# --- names in other columns ----------------------------------------------------------------


@pytest.mark.parametrize("role", [*HELD, "renumbered", "pseudonymised"])
@pytest.mark.parametrize("other", ["sensitive", "accepted"])
def test_a_name_in_another_column_closes_the_gate(role: str, other: str) -> None:
    held, terms = ("individual" if role == "renumbered" else role), {"unexamined": ["copy"]}
    terms = terms | ({"link": "renumber"} if role == "renumbered" else {})
    coded = role == "pseudonymised"
    numbers = [int(f"9{n}0{n}") for n in range(8)]
    frame = PEOPLE.select("sex", "illness", name=pl.Series(numbers), copy=pl.Series(numbers))
    roles = dict.fromkeys(ROLES) | {"key": "sex", "identifier" if coded else held: "name"}
    roles["sensitive"] = ["illness", "copy"] if other == "sensitive" else ["illness"]
    given = {**terms, "roles": roles, "reduce": [Pseudonymise()] if coded else []}
    measures = [KAnonymity(k=2), LDiversity()]
    assert release(frame, measures, **given).met is False
    assert release(frame, measures, **given, readable=["name"]).met is True
    led = release(frame, measures, **given, follows={"copy": "name"})
    assert (led.met, states(led)["copy"]) == (True, "dropped")


def test_what_is_read_from_an_identifier_that_stays_closes_the_gate() -> None:
    firms = [n % 8 for n in range(80)]
    frame = pl.DataFrame({"firm": [f"firm {n}" for n in firms], "branch": [n // 2 for n in firms]})
    plan = Plan(
        assess=[KAnonymity(k=2)],
        reduce=[Recode(column="branch", cuts=[2]), Pseudonymise()],
    )
    data = Dataset.of(frame, identifier="firm", key="branch")
    found = plan.run(data, seed=1, secret=SECRET)
    assert [(one["column"], one["from"]) for one in found.gate.readings] == [("branch", ["firm"])]
    assert found.met is False


def test_categories_that_are_gone_are_counted_on_every_engine(engine: Engine) -> None:
    frame = pl.DataFrame({
        "n": range(6),
        "sex": ["f", "f", "f", "f", "f", None],
        "age": [20, 20, 20, 20, 20, 90],
        "pay": [0.5, 1.5, 2.5, 3.5, 4.5, 5.5],
        "town": ["a", "a", "a", "a", "a", "b"],
    })  # fmt: skip
    data = Dataset.of(engine(frame), key=["age", "town"], row="n")
    left = SuppressRecords(models=[KAnonymity(k=2)], drop=0.5).apply(data, Context()).data
    assert lost_categories(data, left) == ({"age": 1, "town": 1}, [])


def test_categories_that_are_gone_are_told_of_tables_that_cannot_be_followed() -> None:
    towns = pl.DataFrame({"age": ["x"] * 95 + ["y"] * 5, "town": ["p"] * 95 + ["q"] * 5})
    steps = [SuppressRecords(models=[KAnonymity(k=10)])]
    plan = Plan(assess=[KAnonymity(k=10)], reduce=steps)
    lazy = plan.run(Dataset.of(towns.lazy(), key=["age", "town"]), seed=1)
    assert any("no longer in the file: age (1), town (1)" in notice for notice in lazy.notices)
    renamed = replace(
        plan, reduce=[*steps, Recode(column="age", mapping={"x": "z"})], labels=["a", "b"]
    )
    lazy = renamed.run(Dataset.of(towns.lazy(), key=["age", "town"]), seed=1)
    assert any("recoded or dropped: age." in notice for notice in lazy.notices)
    assert any("no longer in the file: town (1)" in notice for notice in lazy.notices)


def test_a_column_follows_one_that_came_changed_without_any_step() -> None:
    ages = pl.DataFrame({"age": [20 + n % 40 for n in range(400)]}).with_columns(
        born=2024 - pl.col("age")
    )
    after = ages.with_columns(pl.col("age").clip(0, 50))
    data = Dataset.of(after, key="age", original=ages)
    terms = {"unexamined": ["born"], "follows": {"born": "age"}}
    plan = Plan(assess=[KAnonymity(k=2)], release=Terms(unexamined=["born"]))
    assert plan.run(data, seed=1).met is False
    led = replace(plan, release=Terms(**terms)).run(data, seed=1)
    assert led.met is True
    assert led.data.to_polars().filter(pl.col("age") == 50)["born"].null_count() == 100
    judged = Dataset.of(after, key=["age", "born"], original=ages)
    blanked = replace(plan, release=Terms(follows={"born": "age"})).run(judged, seed=1)
    assert blanked.risk == tuple(one.assess(blanked.inside) for one in blanked.plan.assess)
    assert blanked.inside.to_polars()["born"].null_count() == 100


def test_what_is_too_small_to_be_searched_says_so() -> None:
    few = pl.DataFrame({"age": [20, 30, 40, 50], "born": [2004, 1994, 1984, 1974]})
    steps = [Recode(column="age", cuts=[100])]
    plan = Plan(assess=[KAnonymity(k=2)], reduce=steps, release=Terms(unexamined=["born"]))
    found = plan.run(Dataset.of(few, key="age"), seed=1)
    assert any("Too few records" in one and "age" in one for one in found.notices)
    assert "Trop peu d’enregistrements" in next(o for o in found.notices if "Too few" in o).fr
    keys = Plan(reduce=steps).run(Dataset.of(few, key=["age", "born"]), seed=1)
    assert not any("Too few records" in one for one in keys.notices)  # keys are known anyway


def test_pairs_that_were_not_tried_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("discret.assess.redundancy.pairs.TRIED", 3)
    rng = np.random.default_rng(1)
    many = pl.DataFrame({f"c{place}": rng.integers(0, 3, 60) for place in range(8)})
    plan = Plan(
        reduce=[Recode(column="c0", cuts=[100])],
        release=Terms(unexamined=[name for name in many.columns if name != "c0"]),
    )
    found = plan.run(Dataset.of(many, key="c0"), seed=1)
    assert any("not tried: 18) for c0" in notice for notice in found.notices)


@pytest.mark.parametrize("link", ["drop", "renumber"])
def test_an_old_number_in_another_guise_closes_the_gate(link: Any) -> None:
    numbers = np.random.default_rng(2).permutation(400) + 100
    frame = pl.DataFrame({"person": numbers, "sex": ["f", "m"] * 200, "ref": numbers * 2})
    plan = Plan(assess=[KAnonymity(k=2)], release=Terms(unexamined=["ref"], link=link))
    found = plan.run(Dataset.of(frame, key="sex", individual="person"), seed=1)
    assert [(one["column"], one["from"]) for one in found.gate.readings] == [("person", ["ref"])]
    assert found.met is False


def test_a_dropped_column_that_a_key_tells_is_no_loss_of_protection() -> None:
    data = Dataset.of(BORN, key="age")
    plan = Plan(assess=[KAnonymity(k=2)], reduce=[DropIdentifiers(columns=["born"])])
    assert plan.run(data, seed=1).met is True
    secret = Dataset.of(BORN, key="age", sensitive="born")
    assert plan.run(secret, seed=1).met is False


def test_every_line_to_add_can_stand_beside_the_others() -> None:
    frame = PEOPLE.with_columns(more=pl.col("remark"))
    found = release(frame, assess=[KAnonymity(k=2)], unexamined=["more"])
    assert all('unexamined = ["more", "illness", "remark"]' in one or
               'unexamined = ["more", "remark", "illness"]' in one
               for one in found.gate.reasons)  # fmt: skip


def of_ages(**columns: Any) -> Dataset:
    frame = pl.DataFrame({"age": [30, 30, 40, 40] * 10, "sex": ["f", "m"] * 20, **columns})
    return Dataset.of(frame, key=["age", "sex", *columns])


def test_a_key_that_no_measure_counts_does_not_pass() -> None:
    data = of_ages(phone=[100 * place for place in range(40)])
    measure = KAnonymity(k=3, combinations=[["age", "sex"]])
    release = Plan(assess=[measure]).run(data, seed=1)
    assert release.risk[0].met
    assert release.gate.columns["phone"].state == "unexamined"
    assert release.met is False
    both = [measure, KAnonymity(k=2, combinations=1)]
    assert Plan(assess=both).run(data, seed=1).gate.columns["phone"].state == "key"


@pytest.mark.parametrize(
    "other",
    [SampleUniques(), KAnonymity(), KAnonymity(combinations=[["phone"]])],
    ids=["uniques", "k", "combination"],
)
def test_nor_does_one_that_measures_without_a_target_count(other: RiskMeasure) -> None:
    data = of_ages(phone=list(range(40)))
    plan = Plan(assess=[KAnonymity(k=3, combinations=[["age", "sex"]]), other])
    release = plan.run(data, seed=1)
    assert release.risk[0].met
    assert (release.met, release.gate.columns["phone"].state) == (False, "unexamined")
    assert "No target counts these keys: phone" in str(release.gate.reasons[0])


def test_nor_does_one_of_a_combination_without_a_target() -> None:
    mixed = KAnonymity(combinations=[{"columns": ["age", "sex"], "k": 3}, {"columns": ["phone"]}])
    release = Plan(assess=[mixed]).run(of_ages(phone=list(range(40))), seed=1)
    assert release.risk[0].met
    assert (release.met, release.gate.columns["phone"].state) == (False, "unexamined")


def test_what_is_read_from_a_key_is_harmless_only_if_both_are_judged_together() -> None:
    born = pl.Series([1990, 1991, 1980, 1981] * 10)
    data = of_ages(born=born)
    halves = Hierarchy.from_cuts([35])
    data = replace(data, hierarchies={"born": Hierarchy.from_cuts([1985, 1991], [1985])})
    steps = [Recode(column="born", level=1), Recode(column="age", level=1)]
    data = replace(data, hierarchies={**data.hierarchies, "age": halves})
    together = Plan(assess=[KAnonymity(k=2)], reduce=steps[:1]).run(data, seed=1)
    assert together.gate.readings
    assert together.gate.open
    apart = [KAnonymity(k=2, combinations=[["age"], ["born", "sex"]])]
    judged = Plan(assess=apart, reduce=steps[:1]).run(data, seed=1)
    assert judged.gate.readings
    assert not judged.gate.open


def test_a_loss_alone_calls_no_file_safe() -> None:
    plan = Plan(quantify=[CellsChanged(most=0.5)], reduce=[ShuffleRecords()])
    assert plan.run(of_ages(), seed=1).met is None


def test_a_weight_that_nothing_examined_is_not_called_examined() -> None:
    frame = pl.DataFrame({"sex": ["f", "m"] * 4, "w": [1.5, 2.5] * 4})
    data = Dataset.of(frame, key="sex", weight="w")
    assert Plan(assess=[KAnonymity(k=2)]).run(data, seed=1).gate.columns["w"].state == "weight"


def test_what_an_attack_without_a_target_found_is_told() -> None:
    """Blanks that can be worked out stood in the report alone, under a green verdict."""
    frame = pl.DataFrame({
        "Sexe": ["f", "f", "f", "f", "f", "m", "m", "m", "m"],
        "Âge": ["a", "b", "b", "c", "c", "a", "a", "b", "b"],
    })  # fmt: skip
    models = [KAnonymity(k=2)]
    data = Dataset.of(frame, key=["Sexe", "Âge"])
    release = Plan(assess=models, reduce=[SuppressCells(models=models)]).run(data, seed=1)
    found = next(one for one in release.risk if one.name == "unpicking")
    assert bool(found.value) is any("attack" in notice for notice in release.notices)
    assert found.value


@pytest.mark.parametrize(
    "weights", [[1.5, 1.5, 2.0], [1.0, 2.0, 2.0], [0.1, 0.2, 0.1 + 0.2], [7, 7, 7]]
)
def test_lone_weights_are_counted_by_numbers_as_by_the_engine(weights: list[float]) -> None:
    people = pl.DataFrame({"w": weights, "sex": ["f", "m", "f"]})
    ways = [Dataset.of(own, key="sex", weight="w") for own in (people, people.lazy())]
    alone = sum(weights.count(weight) == 1 for weight in weights)
    assert [lone_weights(data) for data in ways] == [alone, alone]

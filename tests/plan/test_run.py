"""Plans that run: risk and loss after each step, chance, undoing, notices, and odd tables."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import narwhals as nw
import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret import Context, Dataset, Finding, Hierarchy, Plan, Release, Role
from discret.assess import Attackers, IndividualRisk, KAnonymity, LDiversity
from discret.data.examples import dishes, survey
from discret.document.records import record
from discret.errors import InputError, TargetError
from discret.parts import Change, Method
from discret.plan.examples import EXAMPLES, plan_text, write_example
from discret.plan.examples.french import TEXTS
from discret.plan.release import stream
from discret.plan.terms import Terms
from discret.quantify import CellsChanged, DetailLost, Marginals
from discret.reduce import (
    DropIdentifiers,
    Pseudonymise,
    Recode,
    Round,
    ShuffleRecords,
    Subsample,
    SuppressRecords,
    TopCode,
)
from discret.words import Words
from engines import alike
from every_part import REDUCTIONS, dataset, label
from strategies import examples

SECRET = b"a secret for the tests of plans"
NUMBERED = dishes().with_row_index("n", offset=1)


def data(frame: pl.DataFrame | None = None, **roles: Any) -> Dataset:
    given = {
        "identifier": "Nom complet",
        "key": ["Sexe", "Âge"],
        "sensitive": "Plat préféré",
        "weight": "Poids",
    }
    return Dataset.of(dishes() if frame is None else frame, **{**given, **roles})


PLAN = Plan(
    assess=[KAnonymity(k=2), LDiversity(), IndividualRisk(most=0.01), Attackers()],
    reduce=[DropIdentifiers(), SuppressRecords(models=[KAnonymity(k=2)], drop=1), ShuffleRecords()],
    quantify=[CellsChanged(), Marginals(most=0.5)],
)


def told(findings: Iterable[Finding]) -> list[dict[str, Any]]:
    return [finding.to_dict() for finding in findings]


def names(release: Release) -> list[str]:
    return sorted(release.inside.to_polars()["Nom complet"])


# --- step by step --------------------------------------------------------------------------


def test_risk_and_loss_are_measured_after_each_step() -> None:
    release = PLAN.run(data(), seed=1)
    assert [step.label for step in release.steps] == list(PLAN.labels)
    assert release.risk_before[0].value == 1
    assert [step.risk[0].value for step in release.steps] == [1, 2, 2]
    assert [step.loss[1].value for step in release.steps] == pytest.approx([0, 1 / 3, 1 / 3])
    assert [len(step.data) for step in release.steps] == [9, 6, 6]
    for step in release.steps:
        assert [finding.name for finding in step.risk] == [part.name for part in PLAN.assess]
        asked = [part.name for part in PLAN.quantify]
        assert [finding.name for finding in step.loss] == ["detail_lost", *asked]


def test_each_step_is_judged_by_what_it_left() -> None:
    release = PLAN.run(data(), seed=1)
    for step in release.steps:
        assert told(step.risk) == told(part.assess(step.data) for part in PLAN.assess)
        measured = (DetailLost(), *PLAN.quantify)
        loss = [part.compare(release.original, step.data) for part in measured]
        assert alike(told(step.loss), told(loss))


def test_the_detail_lost_is_measured_unasked_and_first() -> None:
    bare = Plan(reduce=[Recode(column="Sexe", mapping={"Femme": "*", "Homme": "*"})])
    (found,) = bare.run(data(), seed=1).loss
    assert (found.name, found.details["by_column"]["Sexe"]) == ("detail_lost", 1.0)
    asked = replace(bare, quantify=[CellsChanged(), DetailLost(most=0.1)])
    release = asked.run(data(), seed=1)
    assert [finding.name for finding in release.loss] == ["cells_changed", "detail_lost"]
    assert release.met is False
    assert [loss["asked"] for loss in record(release)["losses"]] == [True, True]
    assert [loss["asked"] for loss in record(bare.run(data(), seed=1))["losses"]] == [False]
    assert bare.run(data(), seed=1).asked.quantify == ()
    keyless = Dataset.of(dishes(), sensitive="Sexe")
    assert bare.run(keyless, seed=1).loss == ()


def test_what_changed_is_counted_from_step_to_step() -> None:
    plan = Plan(
        reduce=[
            DropIdentifiers(),
            Recode(column="Sexe", mapping={"Femme": "F"}),
            TopCode(column="Poids", top=1500),
            SuppressRecords(models=[KAnonymity(k=2)], drop=1),
        ]
    )
    first, second, third, last = (step.difference for step in plan.run(data(), seed=1).steps)
    assert first.columns_dropped == ("Nom complet",)
    assert second.cells == {"Sexe": 5, "Âge": 0, "Plat préféré": 0, "Poids": 0}
    assert third.cells == {"Sexe": 0, "Âge": 0, "Plat préféré": 0, "Poids": 2}
    assert (last.records_before, last.records_after) == (9, 6)
    assert last.cells == {"Sexe": 0, "Âge": 0, "Plat préféré": 0, "Poids": 0}


def test_the_release_is_what_its_last_step_left() -> None:
    release = PLAN.run(data(), seed=1)
    assert release.inside is release.steps[-1].data
    assert release.data.to_polars().equals(release.inside.to_polars())
    assert release.risk is release.steps[-1].risk
    assert release.loss is release.steps[-1].loss


def test_a_plan_without_steps_assesses() -> None:
    release = Plan(assess=[KAnonymity(k=2)]).run(data())
    assert release.inside is release.original
    assert release.risk == release.risk_before
    assert (release.loss, release.steps, release.met) == ((), (), False)


def test_progress_goes_from_nothing_to_all() -> None:
    calls: list[tuple[float, str]] = []
    PLAN.run(data(), seed=1, progress=lambda share, doing: calls.append((share, doing)))
    shares = [share for share, _ in calls]
    assert (shares[0], shares[-1]) == (0.0, 1.0)
    assert shares == sorted(shares)
    steps = [doing.partition(": ")[0] for _, doing in calls]
    assert list(dict.fromkeys(step for step in steps if step in PLAN.labels)) == list(PLAN.labels)


def test_what_methods_tell_reaches_the_progress_of_the_run() -> None:
    calls: list[str] = []
    plan = Plan(reduce=[ShuffleRecords(), Speaking()], labels=("a", "b"))
    plan.run(data(), seed=1, progress=lambda _, doing: calls.append(doing))
    assert "b: halfway" in calls
    assert all(isinstance(doing, Words) for doing in calls)


class Speaking(Method):
    """Do nothing, and say so."""

    name = "speaking"
    title = Words("nothing", fr="rien")

    def apply(self, data: Dataset, context: Context) -> Change:
        context.progress(0.5, Words("halfway", fr="à mi-chemin"))
        return Change(data=data)


# --- targets -------------------------------------------------------------------------------


def test_targets_may_be_met() -> None:
    assert PLAN.run(data(), seed=1).met is True


@pytest.mark.parametrize(
    "wanted",
    [
        {"assess": [KAnonymity(k=3)]},
        {"assess": [KAnonymity(k=2), LDiversity(l=2)]},
        {"assess": [KAnonymity(k=2)], "quantify": [CellsChanged(most=0.1)]},
    ],
    ids=["risk", "one of two risks", "loss"],
)
def test_a_missed_target_is_told(wanted: Any) -> None:
    release = Plan(reduce=PLAN.reduce, **wanted).run(data(), seed=1)
    assert release.met is False


def test_without_a_target_there_is_no_verdict() -> None:
    release = Plan(assess=[KAnonymity(), LDiversity()], reduce=[ShuffleRecords()]).run(data())
    assert release.met is None
    assert Plan().run(Dataset.of(dishes().select("Sexe"), key="Sexe")).met is None


# --- undoing -------------------------------------------------------------------------------

STEPS: list[Method] = [
    DropIdentifiers(),
    Subsample(share=0.8),
    Recode(column="Sexe", mapping={"Femme": "*", "Homme": "*"}),
    SuppressRecords(models=[KAnonymity(k=2)], drop=1),
    ShuffleRecords(),
]


@pytest.mark.parametrize("number", range(1, 6))
def test_undoing_a_step_gives_the_release_of_the_shorter_plan(number: int) -> None:
    plans = [
        Plan(assess=PLAN.assess, reduce=STEPS[:n], quantify=PLAN.quantify)
        for n in (number, number - 1)
    ]
    longer, shorter = (plan.run(data(), seed=4) for plan in plans)
    undone = longer.undo()
    assert undone.data.to_native().equals(shorter.data.to_native())
    assert undone.data.roles == shorter.data.roles
    assert alike(told(undone.risk), told(shorter.risk))
    assert alike(told(undone.loss), told(shorter.loss))
    assert undone.met == shorter.met
    assert [step.facts for step in undone.steps] == [step.facts for step in shorter.steps]
    assert undone.notices == shorter.notices
    assert len(longer.steps) == number  # and nothing is taken from it


def shuffled(*more: Method) -> Release:
    plan = Plan(assess=[KAnonymity(k=2)], reduce=[ShuffleRecords(), *more])
    return plan.run(dataset(), seed=4, secret=SECRET)


shuffled_alone = cache(shuffled)  # what every other step leaves when it is undone


@pytest.mark.parametrize("method", REDUCTIONS, ids=label)
def test_undoing_takes_back_the_attacks_that_the_step_called_for(method: Method) -> None:
    undone, shorter = shuffled(method).undo(), shuffled_alone()
    assert repr(undone.plan.assess) == repr(shorter.plan.assess)
    assert alike(told(undone.risk), told(shorter.risk))
    assert undone.met == shorter.met
    assert undone.notices == shorter.notices


def test_there_is_an_end_to_undoing() -> None:
    release = PLAN.run(data(), seed=1).undo().undo().undo()
    assert release.inside.to_native().equals(dishes())
    with pytest.raises(InputError, match="there is no step to undo"):
        release.undo()


# --- chance --------------------------------------------------------------------------------

DRAW = Subsample(share=0.5)


def test_the_same_seed_gives_the_same_release() -> None:
    plan = Plan(reduce=[DRAW, ShuffleRecords()])
    one, same = (plan.run(data(), seed=12).data.to_native() for _ in range(2))
    assert one.equals(same)
    assert len({str(plan.run(data(), seed=seed).data.to_native()) for seed in range(8)}) > 1


def test_a_seed_that_was_drawn_can_be_used_again() -> None:
    release = Plan(reduce=[DRAW]).run(data())
    again = Plan(reduce=[DRAW]).run(data(), seed=release.seed)
    assert again.data.to_native().equals(release.data.to_native())
    assert Plan().run(data()).seed != Plan().run(data()).seed


@pytest.mark.parametrize(
    "steps",
    [
        [DropIdentifiers(columns=["Poids"]), DRAW],
        [Recode(column="Sexe", mapping={"Femme": "F"}), DRAW],
        [ShuffleRecords(), DRAW],
        [Round(columns=["Poids"], base=500), ShuffleRecords(), DRAW, DRAW],
    ],
)
def test_inserting_a_step_disturbs_no_other(steps: list[Method]) -> None:
    known = data(key="Nom complet", identifier=["Sexe", "Âge"])
    alone = Plan(reduce=[DRAW]).run(known, seed=3)
    (place, *_) = [n for n, step in enumerate(steps) if step is DRAW]
    more = Plan(reduce=steps).run(known, seed=3)
    left = more.steps[place].data.to_polars()
    assert sorted(left["Nom complet"]) == names(alone)


def test_steps_with_other_labels_draw_other_records() -> None:
    drawn = {
        tuple(names(Plan(reduce=[DRAW], labels=[label]).run(data(key="Sexe"), seed=3)))
        for label in "abcdefgh"
    }
    assert len(drawn) > 1
    same = [Plan(reduce=[DRAW], labels=["a"]).run(data(), seed=3) for _ in range(2)]
    assert names(same[0]) == names(same[1])


def test_a_step_repeated_draws_anew() -> None:
    numbers = [stream(1, label).random() for label in Plan(reduce=[DRAW] * 3).labels]
    assert len(set(numbers)) == 3


@examples(50)
@given(st.integers(0, 2**64), st.text(max_size=10))
def test_streams_depend_on_seed_and_label_alone(seed: int, label: str) -> None:
    draws = stream(seed, label).random(3).tolist()
    assert draws == stream(seed, label).random(3).tolist()
    assert draws != stream(seed + 1, label).random(3).tolist()
    assert draws != stream(seed, label + "2").random(3).tolist()


def test_a_negative_seed_is_refused() -> None:
    with pytest.raises(InputError, match="seed: a whole number from 0"):
        PLAN.run(data(), seed=-1)


def test_the_seed_is_not_shown() -> None:
    release = PLAN.run(data(), seed=918273645)
    assert "918273645" not in repr(release)


# --- notices -------------------------------------------------------------------------------


def said(release: Release) -> str:
    assert all(isinstance(notice, Words) and notice.fr != notice for notice in release.notices)
    return " ".join(release.notices)


READY = [KAnonymity(), LDiversity()]
UNWEIGHTED = dishes().drop("Poids")


def test_a_file_that_is_ready_calls_for_no_notice() -> None:
    assert (
        said(Plan(assess=READY, reduce=[ShuffleRecords()]).run(data(UNWEIGHTED, weight=None))) == ""
    )


def test_identifiers_kept_by_name_are_told() -> None:
    plan = Plan(reduce=[ShuffleRecords()], release=Terms(keep=["Nom complet"]))
    assert "still names or numbers people, as the plan says: Nom complet." in said(plan.run(data()))


def test_pseudonyms_are_no_names_but_are_noticed() -> None:
    plan = Plan(assess=READY, reduce=[Pseudonymise(), ShuffleRecords()])
    text = said(plan.run(data(UNWEIGHTED, weight=None), secret=SECRET))
    assert "still names" not in text
    assert "Pseudonyms remain" in text
    gone = Plan(assess=READY, reduce=[Pseudonymise(), DropIdentifiers(), ShuffleRecords()])
    assert said(gone.run(data(UNWEIGHTED, weight=None), secret=SECRET)) == ""


def test_pseudonyms_of_some_do_not_keep_the_names_of_others() -> None:
    plan = Plan(reduce=[Pseudonymise(columns=["Nom complet"]), ShuffleRecords()])
    both = data(identifier=["Nom complet", "Poids"], weight=None)
    assert plan.run(both, secret=SECRET).data.columns(Role.IDENTIFIER) == ("Nom complet",)


def test_records_dropped_and_categories_lost_are_told_aloud() -> None:
    text = said(PLAN.run(data(), seed=1))
    assert "Records dropped: 3 of 9 (33.3%)" in text
    assert "All records of some categories are gone: Plat préféré (1)." in text
    assert "Records alone with their weight, which tells them apart: 4 of 6" in text


def test_few_records_dropped_are_not_told_aloud() -> None:
    frame = pl.DataFrame({"k": ["a"] * 19 + ["b"], "s": ["x"] * 20})
    plan = Plan(reduce=[SuppressRecords(models=[KAnonymity(k=2)])])
    assert "were dropped" not in said(plan.run(Dataset.of(frame, key=["k", "s"])))
    assert "categories are gone: k (1)" in said(plan.run(Dataset.of(frame, key=["k", "s"])))


@pytest.mark.parametrize("kind", [pl.Float32, pl.Decimal(9, 2), pl.Date, pl.Int8, pl.Boolean])
def test_a_category_that_is_gone_is_told_in_any_type(kind: Any) -> None:
    codes = pl.Series([0] * 198 + [1] * 2, dtype=pl.Int32).cast(kind)
    amounts = pl.Series(range(200)) + 0.5
    frame = pl.DataFrame({"k": ["a"] * 198 + ["b", "c"], "code": codes, "pay": amounts})
    plan = Plan(reduce=[SuppressRecords(models=[KAnonymity(k=2)])])
    assert "categories are gone: k (2), code (1)." in said(plan.run(Dataset.of(frame, key="k")))


@pytest.mark.parametrize("role", ["key", "area"])
def test_codes_of_a_key_are_categories_however_many_there_are(role: str) -> None:
    towns = pl.DataFrame({"town": [*(n // 2 for n in range(400)), 900]})
    plan = Plan(reduce=[SuppressRecords(models=[KAnonymity(k=2)])])
    assert "categories are gone: town (1)." in said(plan.run(Dataset.of(towns, **{role: "town"})))


def test_the_order_of_the_records_is_noticed() -> None:
    plan = Plan(reduce=[DropIdentifiers()])
    assert "in their original order" in said(plan.run(data()))
    numbered = data(NUMBERED, row="n")
    assert "in their original order" in said(plan.run(numbered))


def test_a_household_number_that_is_left_is_noticed() -> None:
    frame = UNWEIGHTED.with_columns(ménage=pl.lit(1))
    linked = Plan(assess=READY, reduce=[ShuffleRecords()], release=Terms(link="renumber"))
    there = data(frame, household="ménage", weight=None)
    assert "household number links" in said(linked.run(there))
    assert said(Plan(assess=READY, reduce=[ShuffleRecords()]).run(there)) == ""


def test_columns_without_a_role_are_named() -> None:
    plan = Plan(assess=READY, reduce=[ShuffleRecords()])
    frame = UNWEIGHTED.with_columns(a=pl.lit(1), b=pl.lit(2))
    assert said(plan.run(data(frame, weight=None))).startswith("Nothing examined these columns: a,")


# --- odd tables ----------------------------------------------------------------------------


def test_an_empty_table_is_refused() -> None:
    with pytest.raises(InputError, match="the table has no records"):
        PLAN.run(data(dishes().head(0)))


def test_a_table_of_one_record_can_be_assessed_and_shuffled() -> None:
    plan = Plan(
        assess=PLAN.assess, reduce=[DropIdentifiers(), ShuffleRecords()], quantify=PLAN.quantify
    )
    release = plan.run(data(dishes().head(1)), seed=1)
    assert release.risk[0].value == 1
    assert release.met is False
    assert release.loss[0].value == 0
    with pytest.raises(TargetError, match="every one of the 1 record"):
        PLAN.run(data(dishes().head(1)))


class Sweep(Method):
    """Drops everybody."""

    name: ClassVar[str] = "sweep"
    title: ClassVar[Words] = Words("swept", fr="balayé")
    purpose: ClassVar[Words] = Words("drops everybody", fr="retire tout le monde")

    def apply(self, data: Dataset, context: Context) -> Change:
        return Change(data=data.with_frame(data.frame.filter(nw.col("Poids") < 0)))


@pytest.mark.parametrize("lazy", [False, True])
def test_a_step_that_leaves_nobody_is_refused(lazy: bool) -> None:
    frame: Any = NUMBERED.lazy() if lazy else NUMBERED
    with pytest.raises(InputError, match="sweep: no record is left"):
        Plan(reduce=[Sweep()]).run(data(frame, row="n"))


def test_a_key_that_was_dropped_is_no_longer_judged() -> None:
    plan = Plan(assess=[KAnonymity(k=4)], reduce=[DropIdentifiers(columns=["Âge"])])
    assert plan.run(data(sensitive=()), seed=1).risk[0].met is True


def test_the_original_is_never_changed() -> None:
    before = data()
    release = Plan(reduce=STEPS).run(before, seed=1)
    assert release.original is before
    assert before.to_native().equals(dishes())
    assert len(release.data) < 9


# --- example plans -------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name in EXAMPLES if name != "section4"])
def test_the_example_plans_meet_their_targets(name: str, tmp_path: Path) -> None:
    plan = Plan.read(write_example(name, tmp_path))
    release = plan.run(plan.dataset(plan.table().frame), seed=2013)
    assert release.met is True
    assert plan.assess
    assert plan.quantify
    assert not any("names people" in notice for notice in release.notices)


def test_the_dishes_plan_gives_figure_3_1(tmp_path: Path) -> None:
    plan = Plan.read(write_example("dishes", tmp_path))
    release = plan.run(plan.dataset(plan.table().frame), seed=5)
    left = release.undo().data.to_polars()  # before the shuffle
    wanted = dishes().with_row_index("row", offset=1).filter(~pl.col("row").is_in([3, 6, 9]))
    assert left.rows() == wanted.drop("row", "Nom complet").rows()
    assert sorted(release.data.to_polars().rows()) == sorted(left.rows())


def test_the_survey_plan_keeps_everybody_and_most_of_the_detail(tmp_path: Path) -> None:
    plan = Plan.read(write_example("survey", tmp_path))
    release = plan.run(plan.dataset(survey()), seed=5)
    assert release.met
    assert len(release.data) == len(survey())
    lost = next(finding.value for finding in release.loss if finding.name == "detail_lost")
    assert lost is not None
    assert lost < 0.1
    assert {"numero", "menage", "revenu_annuel"}.isdisjoint(release.data.roles)


def test_there_is_no_other_example(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no example 'soups'"):
        write_example("soups", tmp_path)


# --- every seed ----------------------------------------------------------------------------


@examples(15)
@given(st.integers(0, 2**63))
def test_whatever_the_seed_the_target_is_met(seed: int) -> None:
    hierarchies = {"Âge": Hierarchy.from_order(["-25", "25-50", "+50"], steps=[2])}
    plan = Plan(
        assess=[KAnonymity(k=2), LDiversity()],
        reduce=[
            Subsample(share=0.9),
            Recode(column="Âge", level=-1),
            SuppressRecords(models=[KAnonymity(k=2)], drop=1),
            ShuffleRecords(),
        ],
    )
    release = plan.run(data(hierarchies=hierarchies), seed=seed)
    assert release.met is True
    assert isinstance(release.seed, int)
    assert np.all(release.data.keys.size("known") >= 2)


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_plan_of_an_example_says_all_its_texts_in_french(name: str) -> None:
    english, french = plan_text(name), plan_text(name, "fr")
    said = [line for line in english.splitlines() if line.startswith("#")]
    assert not {*said} & {*french.splitlines()}
    assert all(f'"{text}"' not in french for text in TEXTS)
    texts = re.compile(r'^(title|audience|purpose|access|label) = "(.*)"$', re.MULTILINE)
    assert {told for _, told in texts.findall(english)} <= {*TEXTS}
    told = re.compile(r"#|title|label|audience|purpose|access|drop")
    rest = [
        [splitline for splitline in text.splitlines() if not told.match(splitline)]
        for text in (english, french)
    ]
    assert rest[0] == rest[1]
    assert tomllib.loads(french).keys() == tomllib.loads(english).keys()

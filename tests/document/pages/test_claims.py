"""Reports claim no more than was done: read against small releases that lack something."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest

from discret import Dataset, Plan
from discret.assess import KAnonymity, LDiversity
from discret.document.pages.internal import internal_view
from discret.document.pages.render import read_record, render
from discret.document.words.voice import Voice
from discret.plan.release import Release
from discret.plan.terms import Terms
from discret.quantify import CellsChanged, Contingency, DetailLost, Marginals
from discret.reduce import Recode, ShuffleRecords, Synthesise
from discret.words import LANGUAGES
from page_texts import said

K2 = KAnonymity(k=2)


def people(**columns: list[str]) -> Dataset:
    frame = pl.DataFrame({"name": [*"abcdefgh"], "sex": [*"ffffmmmm"], **columns})
    return Dataset.of(frame, identifier="name", key="sex", sensitive=[*columns])


def told(release: Release, **how: Any) -> str:
    """The text of a report, as a reader sees it."""
    return said(release.report(**how))


def test_nothing_is_said_to_be_read_back_that_was_not_written(tmp_path: Path) -> None:
    release = Plan(assess=[K2]).run(people(), seed=1)
    assert release.met
    assert "read back meets every target" not in told(release)
    assert "No file was written and read back" in told(release)
    release.write(tmp_path / "out")
    page = render(read_record(tmp_path / "out" / "record.json"), audience="internal")
    assert "read back meets every target" in page


def test_a_target_that_the_written_file_misses_is_missed_in_the_report(tmp_path: Path) -> None:
    """Without a step, too: two spellings of one illness are one to readers."""
    data = people(illness=["HIV", "hiv", "HIV", "hiv", "flu", "none", "flu", "none"])
    release = Plan(assess=[K2, LDiversity(l=2)]).run(data, seed=1)
    assert release.met
    assert not release.write(tmp_path / "out").met
    record = read_record(tmp_path / "out" / "record.json")
    page = render(record, audience="internal")
    assert [found["met"] for found in record["risk_before"]] == [True, False]
    assert "Missed: l-diversity." in page


def test_a_file_that_misses_no_target_by_name_is_not_said_to_miss_a_blank(
    record: dict[str, Any],
) -> None:
    record["met"] = False
    for found in (*record["steps"][-1]["risk"], *record["steps"][-1]["loss"]):
        found["met"] = True
    page = render(record, audience="internal")
    assert "Missed: ." not in page
    assert "should not be released: why stands below" in page


def test_a_target_of_loss_is_no_target_of_risk() -> None:
    plan = Plan(assess=[KAnonymity()], reduce=[ShuffleRecords()], quantify=[CellsChanged(most=0.5)])
    release = plan.run(people(), seed=1)
    assert (release.met, release.loss[-1].met) == (None, True)
    assert "No target was set for the risk" in told(release)
    assert "does not judge them" not in told(release)


def test_a_gate_may_be_closed_although_every_column_is_accounted_for(
    record: dict[str, Any],
) -> None:
    """What was hidden in one column can be read from another, say."""
    record["gate"]["open"] = False
    for column in record["gate"]["columns"].values():
        column["state"] = "judged"
    page = said(render(record, audience="internal"))
    assert "Not every column is accounted for" not in page
    assert "The file does not pass" in page


@pytest.mark.parametrize(
    ("language", "wrong"), [("en", "was released as it is"), ("fr", "est diffusé tel quel")]
)
def test_a_file_without_its_names_is_not_said_to_be_as_it_was(language: Any, wrong: str) -> None:
    release = Plan(assess=[K2]).run(people(), seed=1)
    assert release.gate.columns["name"].state == "dropped"
    for public in (False, True):
        assert wrong not in told(release, language=language, public=public)
    assert "the file is as it was" not in told(release)


def test_without_a_step_no_loss_is_said_to_have_been_measured() -> None:
    plan = Plan(assess=[K2], quantify=[CellsChanged()])
    note = told(plan.run(people(), seed=1), public=True)
    assert "compared the file" not in note
    assert "No loss was measured." in note
    stepped = Plan(assess=[K2], reduce=[ShuffleRecords()], quantify=[CellsChanged()])
    assert "compared the file" in told(stepped.run(people(), seed=1), public=True)


def test_where_nothing_was_measured_no_answer_holds() -> None:
    silent = Plan(release=Terms(unexamined=["sex"])).run(people(), seed=1)
    assert "The answer holds" not in told(silent, public=True)
    assert "The findings hold" not in told(silent)
    spoken = Plan(assess=[K2]).run(people(), seed=1)
    assert "The answer holds" in told(spoken, public=True)
    assert "The findings hold" in told(spoken)


def test_two_measures_of_one_column_are_drawn_once() -> None:
    """Their rows were put together before: shares of some columns summed to two."""
    twice = [Marginals(), Marginals(columns=["sex"]), Contingency(), Contingency(most=0.5)]
    data = people(illness=["gout", "flu", "gout", "none", "flu", "none", "flu", "none"])
    plan = Plan(assess=[K2], reduce=[ShuffleRecords()], quantify=twice)
    view = internal_view(plan.run(data, seed=1).to_dict(), Voice("en"))
    drawn = dict(view["drawn"]["margins"])
    assert [*drawn] == ["sex", "illness"]
    assert "sex. f: before 50%, after 50%; m: before 50%, after 50%" in drawn["sex"]
    assert [row["columns"] for row in view["pairs"]] == [["sex", "illness"]]


def test_detail_of_columns_that_are_no_keys_is_not_said_to_be_of_keys() -> None:
    data = people(illness=["gout", "flu", "gout", "none", "flu", "none", "flu", "none"])
    blank = Recode(column="illness", mapping=dict.fromkeys(("gout", "flu", "none"), "*"))
    plan = Plan(assess=[K2], reduce=[blank], quantify=[DetailLost(columns=["illness"])])
    release = plan.run(data, seed=1)
    chosen = release.loss[-1]
    assert (
        chosen.reads == "100% of the detail of the columns chosen is lost; most in illness: 100%."
    )
    for language in LANGUAGES:
        keys = "of the keys" if language == "en" else "des clés"
        assert keys not in chosen.reads.within(language)
        assert keys not in release.plan.quantify[-1].does.within(language)
    assert "Detail of the columns chosen lost" in told(release)


def test_what_a_search_does_not_know_is_left_out(record: dict[str, Any]) -> None:
    record["steps"][0]["facts"] = {"lower_bound": None, "cost": 6}
    assert internal_view(record, Voice("en"))["steps"][0]["facts"] == {"cost": 6}


def test_a_count_of_what_is_exposed_is_told_as_exposed(record: dict[str, Any]) -> None:
    """Observations that come out by subtraction, say: no share of the file, but people."""
    found = {"value": 17, "better": "lower", "met": None, "target": None}
    record["measures"][0]["unit"] = "number"
    for value, start in ((17, "Not judged"), (0, "Measured"), (0.5, "Measured")):
        record["steps"][-1]["risk"][0] |= {**found, "value": value}
        doubts = internal_view(record, Voice("en"))["criteria"][0]["open"]
        assert next(doubt for doubt in doubts if "k-anonymity" in doubt).startswith(start)


def test_a_key_that_nothing_was_done_about_is_not_said_to_be_taken_into_account() -> None:
    claim = "taken into account by the protection"
    assert claim not in told(Plan().run(people(), seed=1), public=True)
    assert claim in told(Plan(assess=[KAnonymity()]).run(people(), seed=1), public=True)
    merged = Plan(reduce=[Recode(column="sex", mapping={"f": "*", "m": "*"})])
    assert claim in told(merged.run(people(), seed=1), public=True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_column_that_names_people_is_not_praised(language: Any) -> None:
    """Sensitive and diverse as can be: the gate is closed, and the note does not say otherwise."""
    frame = pl.DataFrame(
        {"sex": ["f", "m"] * 12, "illness": [f"person {number}x" for number in range(24)]}
    )
    data = Dataset.of(frame, key="sex", sensitive="illness")
    release = Plan(assess=[K2, LDiversity(l=2)]).run(data, seed=1)
    assert [found.met for found in release.risk] == [True, True]
    assert not release.gate.open
    note = told(release, public=True, language=language)
    words = {
        "en": ("does not meet all that was asked", "tells people apart by itself"),
        "fr": ("ne satisfait pas à tout ce qui était demandé", "distingue à elle seule"),
    }
    assert all(word in note for word in words[language])


def test_the_number_of_a_copy_is_not_said_to_describe_anybody() -> None:
    plan = Plan(assess=[K2], reduce=[Synthesise(columns=["sex"], leaf=2, copies=2)])
    note = told(plan.run(people(), seed=1), public=True)
    assert "number of the copy; synthetic records come in several" in note
    assert note.count("describes the person") == 1  # the key

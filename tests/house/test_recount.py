"""The public note rests on what parts say of themselves: here held against what they do."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import polars as pl
import pytest

from discret import Dataset, Hierarchy, Plan
from discret.assess import BetaLikeness, Differencing, KAnonymity, LDiversity, TCloseness
from discret.catalogue import MEASURES, METHODS
from discret.data.compare import difference
from discret.data.files.tables import Format, read
from discret.data.hierarchies.automatic import Automatic
from discret.data.hierarchies.from_data import automatic_hierarchy
from discret.document.folder import Place
from discret.document.pieces.recount import recountable, recounted
from discret.document.records import record as tell
from discret.errors import DiscretError, ParameterError
from discret.parts import Method, RiskMeasure
from discret.plan.release import Release
from discret.plan.terms import Terms
from discret.reduce import Recode, SuppressCells, SuppressRecords, TopCode
from every_part import REDUCTIONS, RISKS, ROLES, context, dataset, hierarchies, label, people

STEPS = [
    TopCode(column="income", top=3000),
    Recode(column="age", level=1),
    SuppressRecords(models=[KAnonymity(k=2)], drop=1.0),
    SuppressCells(models=[KAnonymity(k=3)]),
]


def every_choice(measures: list[RiskMeasure]) -> list[RiskMeasure]:
    """Add to measures all that they become when one parameter is another of those on its list."""
    found = {label(measure): measure for measure in measures}
    for measure in measures:
        for name, field in type(measure).model_fields.items():
            for choice in get_args(field.annotation) if _listed(field.annotation) else ():
                with suppress(ParameterError):
                    other = type(measure)(**{**measure.parameters(), name: choice})
                    found.setdefault(label(other), other)
    return [*found.values()]


def _listed(kind: Any) -> bool:
    return get_origin(kind) is Literal


HOLDS = [  # what the released file is said to decide, where no population is given
    one
    for one in every_choice(RISKS)
    if one.decided_by != "original"
    and one.name != "delta_presence"
    and one.parameters().get("estimate") != "population"
]


def placed(frame: pl.DataFrame, **roles: Any) -> Dataset:
    """Give columns their roles; the zone is no key, so that it is not blanked."""
    data = Dataset.of(frame, hierarchies=hierarchies(), **roles)
    return replace(data, unexamined=frozenset({"zone"}))


@cache
def released(individual: bool = True) -> Release:
    """Run a plan that drops records, blanks, recodes and cuts extremes."""
    roles = {name: value for name, value in ROLES.items() if individual or name != "individual"}
    data = placed(people(), **roles)
    return Plan(assess=[KAnonymity(k=2)], reduce=STEPS).run(data, seed=1)


def told_of(measure: RiskMeasure, data: Dataset) -> tuple[float | None, bool | None] | str:
    """Return the level and the verdict, or why there is none."""
    try:
        found = measure.assess(data)
    except DiscretError as error:
        return str(error)
    return found.value, found.met


@pytest.mark.parametrize("measure", HOLDS, ids=label)
def test_who_holds_the_released_file_finds_the_same(measure: RiskMeasure) -> None:
    kept = released().steps[-1].data
    alone = placed(kept.to_polars(), **ROLES)
    assert len(kept.original) > len(alone.original) == len(kept)
    assert told_of(measure, kept) == told_of(measure, alone)


@pytest.mark.parametrize("measure", [*MEASURES.values()], ids=MEASURES)
def test_nothing_is_recountable_by_default(measure: type[RiskMeasure]) -> None:
    """A part of another package that says nothing is told nothing of."""
    assert RiskMeasure.source == "original"
    own = measure.__mro__[: measure.__mro__.index(RiskMeasure)]
    assert any("source" in vars(one) for one in own) == (measure.source != "original")


def test_what_hidden_columns_decide_is_not_recountable() -> None:
    measure, release = KAnonymity(k=2), released()
    assert recountable(measure, released(individual=False))
    last = replace(release.steps[-1], data=release.data)
    assert not recountable(measure, replace(release, steps=(*release.steps[:-1], last)))


def of_homes(homes: str, measure: RiskMeasure, **terms: Any) -> Release:
    frame = pl.DataFrame({"sex": ["f", "m"] * (len(homes) // 2), "home": list(homes)})
    data = Dataset.of(frame, key="sex", household="home")
    return Plan(assess=[measure], release=Terms(**terms)).run(data, seed=1)


@pytest.mark.parametrize(
    "measure",
    [
        LDiversity(l=3, column="home"),
        Differencing(square="home", zone="sex", least=3, most=0),
        TCloseness(t=0.2, distance="ordered", column="home"),
    ],
    ids=label,
)
@pytest.mark.parametrize("link", ["drop", "renumber"])
def test_a_verdict_on_a_column_that_is_held_back_stays_inside(
    measure: RiskMeasure, link: str
) -> None:
    released = [of_homes(homes, measure, link=link) for homes in ("12123434", "12345678")]
    assert {recounted(measure, one) for one in released} == {None}


def test_a_verdict_along_a_hierarchy_made_from_the_records_stays_inside() -> None:
    """However it came: by the plan, by Dataset.of, or by hand."""
    frame = pl.DataFrame({"sex": ["f", "m"] * 6, "ill": list("abcabcabcdef")})
    roles = {"key": "sex", "sensitive": "ill"}
    measure = TCloseness(t=0.2, distance="hierarchical", column="ill")
    by_hand = automatic_hierarchy(Dataset.of(frame, **roles), "ill")
    given = Hierarchy.from_dict(by_hand.to_dict())
    for hierarchy, told in [(Automatic.of(), False), (by_hand, False), (given, True)]:
        data = Dataset.of(frame, hierarchies={"ill": hierarchy}, **roles)
        release = Plan(assess=[measure]).run(data, seed=1)
        assert (recounted(measure, release) is not None) is told
        assert (tell(release)["automatic"] != {}) is not told


def test_a_word_among_the_dropped_does_not_show_in_the_verdict(tmp_path: Path) -> None:
    """It makes a column of texts, in which 10 stands before 9."""
    people = "f,2\nf,3\nm,4\nm,10\n" * 3
    measure = TCloseness(t=0.25, distance="ordered", column="pay")
    plan = Plan(assess=[measure], reduce=[SuppressRecords(models=[KAnonymity(k=2)], drop=1.0)])
    told = []
    for last in ("9", "word"):
        source = tmp_path / f"{last}.csv"
        source.write_text(f"sex,pay\n{people}x,{last}\n", encoding="utf-8")
        data = Dataset.of(read(source).frame, key="sex", sensitive="pay")
        release = Place(tmp_path / last, Format("csv")).write(plan.run(data, seed=1))
        told.append((recounted(measure, release), release.met))
    assert told == [(False, False), (False, False)]


def written_without(last: str, plan: Plan, people: str, folder: Path) -> Release:
    """Release a file of which the last record is dropped, as its town has nobody else."""
    source = folder / "source.csv"
    source.write_text(f"town,ill,pay\n{people}z,{last}\n", encoding="utf-8")
    data = Dataset.of(read(source).frame, key="town", sensitive=["ill", "pay"])
    return Place(folder / "out", Format("csv")).write(plan.run(data, seed=1))


def test_nor_in_what_another_measure_cannot_judge(tmp_path: Path) -> None:
    """A word made a column of texts; read as numbers it cannot be compared with the original."""
    measure, other = LDiversity(l=2, column="ill"), BetaLikeness(reference="original", column="pay")
    step = SuppressRecords(models=[KAnonymity(k=2)], drop=1.0)
    told, judged = [], []
    for place, last in enumerate(("flu,9", "flu,word")):
        folder = tmp_path / str(place)
        folder.mkdir()
        plan = Plan(assess=[measure, other], reduce=[step])
        release = written_without(last, plan, "a,flu,10\na,gout,9\nb,flu,9\nb,gout,10\n", folder)
        told.append(recounted(measure, release))
        judged.append(release.reading is not None and release.reading.whole)
    assert judged == [True, False]
    assert told == [True, True]


@pytest.mark.parametrize("last", ["true,1", "x,1", "T,1", "NA,1"])
def test_values_that_are_one_to_others_are_one_whatever_was_dropped(
    last: str, tmp_path: Path
) -> None:
    """T and true are one where all that is released is logical, be there an x in the original."""
    measure = LDiversity(l=2, column="ill")
    plan = Plan(assess=[measure], reduce=[SuppressRecords(models=[KAnonymity(k=2)], drop=1.0)])
    release = written_without(last, plan, "a,T,1\na,true,2\nb,T,2\nb,true,1\n", tmp_path)
    assert recounted(measure, release) is False
    assert release.met is False


@pytest.mark.parametrize("method", REDUCTIONS, ids=label)
def test_a_method_changes_no_column_but_those_it_owns_up_to(method: Method) -> None:
    data = dataset()
    after = method.apply(data, context()).data
    cells = difference(data, after).cells or {}
    owned = {*data.columns(*method.touches)} if method.touches else set()
    assert {name for name, count in cells.items() if count} <= {*owned, *method.writes}
    copies = getattr(method, "copies", 1)
    assert method.keeps_rows is False or len(after) == copies * len(data)


def test_the_record_carries_what_the_note_needs() -> None:
    told = tell(released(individual=False))
    assert told["measures"][0]["recounted"] is True
    assert told["steps"][3]["method"]["touches"] == ["key"]
    assert told["steps"][2]["method"]["keeps_rows"] is False


SPARING = re.compile(
    r"\bleast\b|\bfew|\bonly\b|small|minim|\bneed|\bat risk|recognis|until|lose|as far|"
    r"\bmoins de\b|le moins possible|juste|petit|minim|besoin|à risque|reconnaî|jusqu|perd|"
    r"\bagainst\b|\bcontre\b",
    re.IGNORECASE,
)


@pytest.mark.parametrize("method", METHODS.values(), ids=METHODS)
def test_no_method_says_in_public_why_or_how_sparingly_it_acts(method: type[Method]) -> None:
    """Who knows that as little as possible was hidden can unpick it."""
    for words in (method.title, method.purpose):
        assert not SPARING.search(words)
        assert not SPARING.search(words.fr)


def test_the_search_for_sparing_words_can_fail() -> None:
    told = "blanks as few key values as it can", "efface le moins possible de clés"
    assert all(SPARING.search(words) for words in told)

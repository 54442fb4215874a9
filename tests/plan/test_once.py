"""What a run does once: what leaves is searched once, what costs nothing is not measured again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import narwhals as nw
import polars as pl
import pytest

from discret import Dataset, Plan, Release
from discret.assess import KAnonymity, Redundancy
from discret.data.compare import alike, difference
from discret.data.examples import survey
from discret.plan import release as releases
from discret.quantify import CellsChanged, Contingency, DetailLost, Marginals
from discret.reduce import Recode, ShuffleRecords, Subsample, SuppressCells

LOSSES = [DetailLost(), CellsChanged(), Marginals(), Contingency()]
KEYS = ["sexe", "age", "diplome", "couple"]
STEPS = [
    Recode(column="sexe", mapping={"homme": "*", "femme": "*"}),
    SuppressCells(models=[KAnonymity(k=3)]),
    ShuffleRecords(),
]


def people(**roles: Any) -> Dataset:
    names = [*KEYS, "poids", "victimation", "menage", "numero"]
    table = survey(400, seed=3).select(names)
    return Dataset.of(table, key=KEYS, weight="poids", sensitive="victimation", **roles)


def run(**roles: Any) -> Release:
    plan = Plan(assess=[KAnonymity(k=3)], reduce=STEPS, quantify=LOSSES)
    return plan.run(people(**roles), seed=2)


def plain(told: Any) -> Any:
    """Round what sums in another order may change."""
    if isinstance(told, dict):
        return {name: plain(one) for name, one in told.items()}
    if isinstance(told, list | tuple):
        return [plain(one) for one in told]
    return round(told, 9) if isinstance(told, float) else told


@pytest.mark.parametrize("roles", [{}, {"row": "numero"}], ids=["no row", "row"])
def test_the_loss_after_each_step_is_the_loss_of_its_data(roles: dict[str, Any]) -> None:
    done = run(**roles)
    for step in done.steps:
        measured = [loss.compare(done.original, step.data) for loss in done.plan.quantify]
        assert [plain(found.to_dict()) for found in step.loss] == [
            plain(again.to_dict()) for again in measured
        ]


def test_a_step_that_changes_no_value_is_not_measured_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[Dataset] = []
    measured = Marginals.compare

    def compare(self: Marginals, before: Dataset, after: Dataset) -> Any:
        asked.append(after)
        return measured(self, before, after)

    monkeypatch.setattr(Marginals, "compare", compare)
    done = run()
    assert asked == [step.data for step in done.steps[:2]]
    assert done.steps[2].loss is done.steps[1].loss


def test_datasets_are_alike_only_if_nothing_but_their_order_differs() -> None:
    data = people()
    mixed = ShuffleRecords().apply(data).data
    others = [
        Subsample(share=0.9).apply(data).data,
        data.without_columns(["menage"]),
        STEPS[0].apply(data).data,
        Recode(column="sexe", mapping={"homme": "homme", "femme": "femme"}).apply(data).data,
        data.with_frame(data.frame.with_columns(nw.col("poids") + 1)),
        Dataset.of(data.to_polars(), key=KEYS[:2], weight="poids"),
    ]
    assert alike(data, mixed, difference(data, mixed))
    assert not any(alike(data, other, difference(data, other)) for other in others)
    lazy = Dataset.of(data.to_polars().lazy(), key=KEYS)
    assert not alike(lazy, lazy, difference(lazy, lazy))


@pytest.mark.parametrize("changed", [False, True], ids=["same", "another"])
def test_what_leaves_is_searched_once(
    changed: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The file read back may have other values: it is judged again, the search is the same."""
    searched: list[Dataset] = []
    looked = Redundancy.assess

    def assess(self: Redundancy, data: Dataset) -> Any:
        searched.append(data)
        return looked(self, data)

    monkeypatch.setattr(Redundancy, "assess", assess)
    table = people().to_polars()
    if changed:
        table = table.with_columns(sexe=pl.Series(["NA", "1"] * 200))
    data = Dataset.of(table, key=KEYS, weight="poids", unexamined=["menage", "victimation"])
    done = Plan(assess=[KAnonymity(k=2)], reduce=[ShuffleRecords()]).run(data, seed=1)
    written = done.write(tmp_path / "out", format="csv")
    assert len(searched) == 1
    assert written.reading is not None
    assert written.reading.passage.same is not changed
    again = written._gate(None)
    assert again.to_dict() == written.gate.to_dict()
    assert again.data.to_polars().equals(written.data.to_polars())


def test_emptied_categories_are_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[Dataset] = []
    found = releases.lost_categories

    def lost_categories(original: Dataset, data: Dataset) -> Any:
        counted.append(data)
        return found(original, data)

    monkeypatch.setattr(releases, "lost_categories", lost_categories)
    done = Plan(reduce=[Subsample(share=0.5)]).run(people(), seed=1)
    assert done.notices == done.notices
    assert len(counted) == 1


def test_a_step_that_blanks_nothing_keeps_what_was_counted() -> None:
    data = Dataset.of(survey(400, seed=3).select("sexe", "poids"), key="sexe", weight="poids")
    assert SuppressCells(models=[KAnonymity(k=2)]).apply(data).data.keys is data.keys

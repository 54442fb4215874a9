"""A run that goes on from a release gives what a run from the start gives."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from discret import Dataset, Hierarchy, Plan, Release
from discret.assess import KAnonymity, LDiversity, Unpicking
from discret.data.examples import dishes
from discret.errors import InputError
from discret.parts import Method
from discret.quantify import CellsChanged, DetailLost
from discret.reduce import DropIdentifiers, Generalise, ShuffleRecords, Subsample, SuppressCells
from discret.words import Words

STEPS: list[Method] = [
    DropIdentifiers(),
    SuppressCells(models=[KAnonymity(k=2)]),
    Subsample(share=0.8),
    ShuffleRecords(),
]


@pytest.fixture
def data() -> Dataset:
    ages = Hierarchy.from_order(["-25", "25-50", "+50"], steps=[2])
    return Dataset.of(
        dishes(),
        identifier="Nom complet",
        key=["Sexe", "Âge"],
        sensitive="Plat préféré",
        hierarchies={"Âge": ages},
    )


def told(release: Release) -> dict[str, Any]:
    """All that a record says, but the moment and the seconds."""
    record = release.to_dict()
    record["steps"] = [{**step, "seconds": 0} for step in record["steps"]]
    return {name: value for name, value in record.items() if name != "created"}


@pytest.fixture
def applied(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each method was applied."""
    count: Counter[str] = Counter()
    for method in {type(step) for step in STEPS}:
        own = method.apply

        def apply(self: Any, *given: Any, _own: Any = own, **named: Any) -> Any:
            count[self.name] += 1
            return _own(self, *given, **named)

        monkeypatch.setattr(method, "apply", apply)
    return count


def test_step_by_step_is_the_same_as_all_at_once(data: Dataset, applied: Counter[str]) -> None:
    plan = Plan(assess=[KAnonymity(k=2)], quantify=[CellsChanged()])
    release = plan.run(data, seed=7)
    for method in STEPS:
        release = release.then(method)
    assert {*applied.values()} == {1}
    whole = Plan(assess=plan.assess, quantify=plan.quantify, reduce=STEPS).run(data, seed=7)
    assert told(release) == told(whole)
    assert release.data.to_native().equals(whole.data.to_native())


def test_a_changed_step_is_run_with_those_after_it(data: Dataset, applied: Counter[str]) -> None:
    first = Plan(assess=[KAnonymity(k=2)], reduce=STEPS).run(data, seed=7)
    applied.clear()
    other = Plan(assess=[KAnonymity(k=2)], reduce=[*STEPS[:2], Subsample(share=0.5), STEPS[3]])
    again = other.run(data, after=first)
    assert applied == {"subsample": 1, "shuffle_records": 1}
    assert again.seed == first.seed
    assert told(again) == told(other.run(data, seed=7))


def test_measures_that_are_new_are_taken_of_every_step(data: Dataset) -> None:
    first = Plan(assess=[KAnonymity(k=2)], reduce=STEPS).run(data, seed=7)
    more = Plan(
        assess=[KAnonymity(k=3), KAnonymity(k=2), LDiversity()],
        quantify=[CellsChanged(), DetailLost(most=0.1)],
        reduce=STEPS,
    )
    assert told(more.run(data, after=first)) == told(more.run(data, seed=7))


def test_what_asks_whether_steps_follow_is_asked_again(data: Dataset) -> None:
    assert Unpicking.of_steps
    plan = Plan(assess=[Unpicking()])
    longer = Plan(assess=[Unpicking()], reduce=STEPS[:2])
    assert told(longer.run(data, after=plan.run(data, seed=7))) == told(longer.run(data, seed=7))


@pytest.mark.parametrize("other", ["seed", "data", "terms"])
def test_nothing_is_taken_over_where_it_would_come_out_otherwise(
    data: Dataset, applied: Counter[str], other: str
) -> None:
    from discret.plan import Terms

    first = Plan(reduce=STEPS).run(data, seed=7)
    applied.clear()
    terms = Terms(unexamined=("Poids",)) if other == "terms" else Terms()
    plan = Plan(reduce=STEPS, release=terms)
    same = Dataset.of(dishes(), identifier="Nom complet", key=["Sexe", "Âge"])
    given = same if other == "data" else data
    plan.run(given, after=first, seed=8 if other == "seed" else None)
    assert applied == dict.fromkeys((step.name for step in STEPS), 1)


def test_a_step_that_comes_again_has_a_label_of_its_own(data: Dataset) -> None:
    release = Plan().run(data, seed=7).then(STEPS[3]).then(STEPS[3])
    assert [step.label for step in release.steps] == ["shuffle_records", "shuffle_records 2"]
    assert release.then(STEPS[3], label="once more").steps[-1].label == "once more"


def test_what_is_no_release_is_refused(data: Dataset) -> None:
    with pytest.raises(InputError, match="after: a release is needed, str came"):
        Plan().run(data, after="out")  # type: ignore[arg-type]


class EndedError(Exception):
    """Somebody asked for an end."""


@pytest.mark.parametrize("at", range(6))
def test_progress_that_raises_ends_a_run(data: Dataset, at: int) -> None:
    """Whether a method tells it, or a measure is about to begin."""
    heard: list[str] = []

    def progress(share: float, doing: str) -> None:
        assert 0 <= share <= 1
        heard.append(doing)
        if len(heard) > at:
            raise EndedError

    models = [KAnonymity(k=2)]
    plan = Plan(
        assess=models, quantify=[CellsChanged()], reduce=[STEPS[0], Generalise(models=models)]
    )
    with pytest.raises(EndedError):
        plan.run(data, seed=1, progress=progress)
    assert len(heard) == at + 1
    assert all(isinstance(doing, Words) for doing in heard)


def test_a_method_tells_how_far_it_is() -> None:
    """What a search looks at is told, within the part of the whole that is its step."""
    from discret.parts import Context

    heard: list[float] = []
    plan = Plan(reduce=[_Telling()])
    plan.run(
        Dataset.of(dishes(), key="Sexe"), seed=1, progress=lambda share, _: heard.append(share)
    )
    assert Context().progress(0.5, "quiet") is None
    assert 0.0 < heard[-3] < 1.0
    assert heard == sorted(heard)


class _Telling(ShuffleRecords):
    name = "telling"

    def apply(self, data: Dataset, context: Any = None) -> Any:
        context.progress(0.5, Words("half", fr="moitié"))
        return super().apply(data, context)

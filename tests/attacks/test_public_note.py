"""Whoever holds the release and the public note tries to find what was taken out or changed.

The attacker is given more than anyone has: the plan, the chance that was drawn, and every record
of the original but one. For that one they try all values that it can have had, run the plan again,
and keep those that give the release they hold. If the note were to differ among these, it would
tell values apart that the release does not: that is a find.

Of perturbed files the chance is theirs to choose, as some chance leads from nearly any values to
the release: what the method makes is replaced by what was released, whatever it was made from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import islice, product
from typing import Any

import narwhals as nw
import numpy as np
import polars as pl
import pytest

from discret import Dataset, Hierarchy, Plan
from discret.assess import (
    BetaLikeness,
    DeltaDisclosure,
    IntervalDisclosure,
    KAnonymity,
    LDiversity,
    Linkage,
    SampleUniques,
    TCloseness,
    Unpicking,
    WeightDisclosure,
)
from discret.data.engine import collected
from discret.data.entering.column_names import LINK
from discret.document.pages.public import public_view
from discret.document.pages.render import render
from discret.document.records import record as tell
from discret.errors import DiscretError
from discret.parts import Change, Context, LossMeasure, Method, RiskMeasure
from discret.plan.release import Release, stream
from discret.quantify import (
    CellsChanged,
    Contingency,
    Correlations,
    Distances,
    Marginals,
    MeansAndQuantiles,
    Propensity,
    Query,
)
from discret.reduce import (
    Calibrate,
    Generalise,
    LocalRecoding,
    Microaggregate,
    Mondrian,
    Noise,
    Pram,
    Recode,
    Round,
    Shuffle,
    SuppressCells,
    SuppressRecords,
    Swap,
    Synthesise,
    TopCode,
)

FILES, TRIED, RERUN, SEED, DRAWN = 200, 10, 2, 7, 20261116
DOMAIN: dict[str, list[Any]] = {
    "sex": ["f", "m"],
    "town": ["a", "b", "c"],
    "age": [20, 40, 60, 80],
    "illness": ["none", "flu", "hiv", None],
}
K2 = [KAnonymity(k=2)]
KINDS: dict[str, list[Method]] = {
    "dropped": [SuppressRecords(models=K2, drop=1.0)],
    "blanked": [SuppressCells(models=K2)],
    "top coded": [TopCode(column="age", top=60), SuppressRecords(models=K2, drop=1.0)],
    "recoded": [Recode(column="age", level=1), SuppressCells(models=K2)],
    "generalised": [Generalise(models=K2, drop=0.2)],
    "locally": [LocalRecoding(models=K2)],
    "in parts": [Mondrian(models=K2)],
    "calibrated": [SuppressRecords(models=K2, drop=1.0), Calibrate(margins=["1"])],
}
PERTURBED: dict[str, list[Method]] = {
    "replaced": [Pram(columns=["sex", "illness"], retention=0.5)],
    "replaced as one": [Pram(columns=["town", "illness"], together=True, retention=0.3)],
    "noisy": [Noise(columns=["age"], alpha=0.3)],
    "multiplied": [Noise(columns=["age"], kind="multiplicative", alpha=0.1)],
    "swapped": [Swap(columns=["town", "illness"], kind="random", share=0.6)],
    "swapped by rank": [Swap(columns=["age"], share=0.5)],
    "averaged": [Microaggregate(columns=["age"], k=3)],
    "averaged as one": [Microaggregate(columns=["age", "illness"], k=3, value="median")],
    "shuffled": [Shuffle(columns=["age"])],
    "synthetic": [Synthesise(columns=["age", "illness"], model="copula")],
}
NUMBERS = ("dropped", "blanked", "top coded", "calibrated", *PERTURBED)  # the age is a number
View = Callable[[Mapping[str, Any]], dict[str, Any]]
Attempt = tuple[str, dict[str, Any], list[dict[str, Any]]]


def plan_of(kind: str, draw: np.random.Generator) -> Plan:
    """Draw targets that hold for some values of the hidden record and fail for others."""
    most = float(draw.choice([0.0, 0.02, 0.05, 0.1, 0.3]))
    return Plan(
        assess=[
            KAnonymity(k=2),
            LDiversity(l=2, column="illness"),
            TCloseness(t=0.3, column="illness"),
            SampleUniques(most=most),
            Unpicking(k=2, most=most),
            *([Linkage(most=most), IntervalDisclosure(most=most)] if kind in NUMBERS else []),
            *([WeightDisclosure(most=most)] if kind == "calibrated" else []),
        ],
        reduce=(KINDS | PERTURBED)[kind],
        quantify=[
            CellsChanged(most=most),
            Marginals(most=most),
            Contingency(most=most),
            *(truths(most) if kind in PERTURBED else []),
        ],
    )


def truths(most: float) -> list[LossMeasure]:
    """The losses that see whether values are true, each with a target."""
    return [
        Distances(most=most),
        Correlations(columns=["age", "w"], most=most),
        Query(column="age", by=["sex"], most=most),
        Query(by=["town", "illness"], statistic="count", most=most),
        Propensity(most=most / 4),
        MeansAndQuantiles(columns=["age"], most=most),
    ]


def dataset(frame: pl.DataFrame, kind: str) -> Dataset:
    """Give the columns their roles and hierarchies."""
    ladders = {
        "sex": Hierarchy.from_groups({"*": ["f", "m"]}, top=None),
        "town": Hierarchy.from_groups({"ab": ["a", "b"]}),
        "age": Hierarchy.from_cuts([50]),
    }
    weight = {"weight": "w"} if kind == "calibrated" else {}
    return Dataset.of(
        frame, key=["sex", "town", "age"], sensitive="illness", hierarchies=ladders, **weight
    )


def drawn(draw: np.random.Generator) -> pl.DataFrame:
    """Draw a small file with few people alone with their keys."""
    size = int(draw.integers(12, 41))
    skew = {name: draw.dirichlet([0.7] * len(values)) for name, values in DOMAIN.items()}
    cells = {
        name: [values[i] for i in draw.choice(len(values), size, p=skew[name])]
        for name, values in DOMAIN.items()
    }
    return pl.DataFrame(
        {**cells, "w": draw.integers(1, 9, size).astype(float)},
        schema={"sex": str, "town": str, "age": int, "illness": str, "w": float},
    )


def hidden(data: Dataset, frame: pl.DataFrame) -> dict[int, list[str]]:
    """Return the places of the records that lost something, each with the columns that it lost."""
    after = collected(data.frame)
    before, kept = (
        table.select(pl.col(LINK).cast(pl.Int64), pl.col(*DOMAIN).cast(pl.String))
        for table in (frame.with_row_index(LINK), after)
    )
    both = before.join(kept, on=LINK, how="left", suffix="+").sort(LINK)
    gone = ~pl.col(LINK).is_in(kept[LINK].implode())
    differs = [(gone | pl.col(n).ne_missing(pl.col(f"{n}+"))).alias(n) for n in DOMAIN]
    lost = [
        [n for n, mark in zip(DOMAIN, row, strict=True) if mark]
        for row in both.select(differs).rows()
    ]
    return {place: names for place, names in enumerate(lost) if names}


def files(
    number: int, among: Mapping[str, Any] = KINDS
) -> Iterator[tuple[str, Plan, pl.DataFrame, Release]]:
    """Draw files of which one to five records were dropped, or values changed."""
    draw = np.random.default_rng(DRAWN)
    kinds = [*among] * (number // len(among) + 1)
    while number:
        kind = kinds[number]
        plan, frame = plan_of(kind, draw), drawn(draw)
        if kind in KINDS and not worth(changed(plan, frame, kind), frame):  # told sooner than by...
            continue
        release = run(plan, frame, kind)  # ...a run, which those that are perturbed mostly need
        if release is not None and worth(release.data, frame):
            number -= 1
            yield kind, plan, frame, release


def worth(after: Dataset | None, frame: pl.DataFrame) -> bool:
    """Whether there is something to find: a few records were dropped, or values changed."""
    return after is not None and len(frame) - len(after) <= 5 and bool(hidden(after, frame))


def changed(plan: Plan, frame: pl.DataFrame, kind: str) -> Dataset | None:
    """Carry out the steps alone, with the chance of a run: what is released is the same."""
    data = dataset(frame, kind)
    try:
        for label, method in zip(plan.labels, plan.reduce, strict=True):
            data = method.apply(data, Context(rng=stream(SEED, label))).data
    except DiscretError:
        return None
    return data


def run(plan: Plan, frame: pl.DataFrame, kind: str) -> Release | None:
    """Run a plan; a target that cannot be reached makes no release."""
    try:
        return plan.run(dataset(frame, kind), seed=SEED)
    except DiscretError:
        return None


def alike(
    plan: Plan, frame: pl.DataFrame, kind: str, release: Release, draw: np.random.Generator
) -> Iterator[Release]:
    """Put other values in the place of a hidden record; yield what gives the same release."""
    lost, seen = hidden(release.data, frame), release.data.to_polars()
    place = int(draw.choice([*lost]))
    names, true = lost[place], frame.row(place, named=True)
    ways = [dict(zip(names, one, strict=True)) for one in product(*(DOMAIN[n] for n in names))]
    others = [way for way in ways if any(true[name] != value for name, value in way.items())]
    found = 0
    for number in draw.permutation(len(others))[:TRIED]:
        other = with_values(frame, place, others[number])
        again = changed(plan, other, kind)
        if again is None or not again.to_polars().equals(seen):
            continue
        full = run(plan, other, kind)
        if full is not None:
            assert full.data.to_polars().equals(seen)
            yield full
            found += 1
        if found == RERUN:
            return


def landing(plan: Plan, seen: pl.DataFrame) -> Plan:
    """The same plan, with the chance that leads to the release at hand, whatever it came from."""

    def landed(method: Method) -> Method:
        kind = type(method)
        shown = seen.select(getattr(method, "columns", ()))

        class Landing(kind):  # type: ignore[valid-type, misc]
            def apply(self, data: Dataset, context: Context) -> Change:
                change = super().apply(data, context)
                frame = collected(change.data.frame).with_columns(shown)
                return Change(data=change.data.with_frame(nw.from_native(frame).lazy()),
                              facts=change.facts)  # fmt: skip

        return Landing(**dict(method))

    return replace(plan, reduce=[landed(method) for method in plan.reduce])


def perturbed_alike(
    plan: Plan, frame: pl.DataFrame, kind: str, release: Release, draw: np.random.Generator
) -> Iterator[Release]:
    """Put other values in the place of some that were perturbed; yield what was released anew."""
    lost, seen = hidden(release.data, frame), release.data.to_polars()
    led = landing(plan, seen)
    for _ in range(RERUN):
        other = frame
        for place in draw.choice([*lost], min(3, len(lost)), replace=False):
            drawn_anew = {name: DOMAIN[name][draw.integers(len(DOMAIN[name]))]
                          for name in lost[int(place)]}  # fmt: skip
            other = with_values(other, int(place), drawn_anew)
        full = run(led, other, kind)
        if full is not None and not other.equals(frame):
            assert full.data.to_polars().equals(seen)
            yield full


def with_values(frame: pl.DataFrame, place: int, values: Mapping[str, Any]) -> pl.DataFrame:
    """Return the file with other values in one record."""
    here = pl.int_range(pl.len()) == place
    return frame.with_columns(
        pl.when(here).then(pl.lit(value)).otherwise(pl.col(name)).alias(name)
        for name, value in values.items()
    )


def told(release: Release) -> dict[str, Any]:
    """Return the record, of a day that is always the same."""
    return {**tell(release), "created": "2026-11-16T12:00:00+00:00"}


def pages(record: Mapping[str, Any]) -> list[str]:
    """Write the note in both languages."""
    return [render(record, audience="public", language=language) for language in ("en", "fr")]


def as_it_was(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a note told that gave distances to a tenth of a point, and the verdict."""
    losses = {finding["name"]: finding["details"] for finding in record["steps"][-1]["loss"]}
    found = losses["marginals"]["by_column"]
    gaps = {name: round(one["distance"], 3) for name, one in found.items()}
    return {**public_view(record), "gaps": gaps, "verdict": record["met"]}


def attempts(among: Mapping[str, Any], ways: Callable[..., Iterator[Release]]) -> Iterator[Attempt]:
    """Attack files one after the other: the kind, the record, those of what looks the same."""
    draw = np.random.default_rng(DRAWN)
    for kind, plan, frame, release in files(FILES, among):
        others = [told(other) for other in ways(plan, frame, kind, release, draw)]
        yield kind, told(release), others


@cache
def remembered(*, perturbed: bool) -> Callable[[int], list[Attempt]]:
    """Return what gives the first attempts, each of which is made once, whoever looks at it."""
    ahead = attempts(PERTURBED, perturbed_alike) if perturbed else attempts(KINDS, alike)
    done: list[Attempt] = []

    def first(number: int) -> list[Attempt]:
        done.extend(islice(ahead, max(0, number - len(done))))
        return done[:number]

    return first


def attacked(number: int, view: View, *, perturbed: bool = False) -> tuple[int, int, set[str]]:
    """Return how many files were tried, how many ways gave the same release, what was found."""
    tried = ways = 0
    finds: set[str] = set()
    for kind, record, others in remembered(perturbed=perturbed)(number):
        note = view(record)
        for other in others:
            ways += 1
            if view(other) != note:
                finds.add(f"{kind}, file {tried}")
        tried += 1
    return tried, ways, finds


@pytest.mark.slow
def test_two_hundred_notes_tell_no_hidden_value_from_another() -> None:
    tried, ways, finds = attacked(FILES, public_view)
    assert tried == FILES
    assert ways > FILES
    assert not finds


@pytest.mark.slow
def test_nor_do_the_pages_as_they_are_written() -> None:
    _, ways, finds = attacked(2 * len(KINDS), lambda record: {"pages": pages(record)})
    assert ways > len(KINDS)
    assert not finds


@pytest.mark.slow
def test_the_attack_finds_what_distances_and_verdicts_give_away() -> None:
    """The attack can win: it does against the note as it was."""
    tried, _, finds = attacked(2 * len(KINDS), as_it_was)
    assert len(finds) > tried / 4


@pytest.mark.slow
def test_two_hundred_notes_of_perturbed_files_tell_no_true_value_from_another() -> None:
    tried, ways, finds = attacked(FILES, public_view, perturbed=True)
    assert tried == FILES
    assert ways > FILES
    assert not finds


@pytest.mark.slow
def test_nor_do_the_pages_of_perturbed_files() -> None:
    few = 2 * len(PERTURBED)
    _, ways, finds = attacked(few, lambda record: {"pages": pages(record)}, perturbed=True)
    assert ways > few
    assert not finds


@pytest.mark.slow
def test_the_attack_on_perturbed_files_can_win_too() -> None:
    tried, _, finds = attacked(2 * len(PERTURBED), losses_told, perturbed=True)
    assert len(finds) > tried / 2


def losses_told(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return a note that would say which losses are within their targets, as the record does."""
    met = [[finding["met"] for finding in step["loss"]] for step in record["steps"]]
    return {**public_view(record), "losses": met}


TOWNS = {a: {b: 0.6 if a == b else 0.2 for b in "abc"} for a in "abc"}
PUBLISHED: dict[str, list[Method]] = {
    "matrix": [Pram(columns=["town"], matrix=TOWNS, publish=True)],
    "invariant": [Pram(columns=["town"], retention=0.5, publish=True)],
    "nearest": [Pram(columns=["town"], matrix=TOWNS, invariant="nearest", publish=True)],
    "rounded": [Round(columns=["age"], base=100.0, publish=True)],
}


def published(kind: str, number: int) -> Iterator[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """Draw files whose values were exchanged or rounded, and those that give the same release."""
    draw = np.random.default_rng([DRAWN, len(kind)])
    plan = Plan(assess=[KAnonymity(k=2)], reduce=PUBLISHED[kind])
    while number:
        frame = drawn(draw)
        release = run(plan, frame, kind)
        if release is not None and hidden(release.data, frame):
            others = [told(other) for other in alike(plan, frame, kind, release, draw)]
            number -= 1
            yield told(release), others


def with_facts(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return a note that publishes the chances which were drawn by, as the facts have them."""
    return {**public_view(record), "matrix": record["steps"][0]["facts"].get("matrix")}


@pytest.mark.parametrize("kind", PUBLISHED)
def test_what_a_plan_publishes_tells_no_hidden_value_from_another(kind: str) -> None:
    ways = 0
    for record, others in published(kind, 8):
        view, note = public_view(record), pages(record)
        assert view["published"]
        for other in others:
            ways += 1
            assert public_view(other) == view
            assert pages(other) == note
    assert ways > 4


@pytest.mark.parametrize("kind", ["invariant", "nearest"])
def test_the_attack_finds_what_an_invariant_matrix_gives_away(kind: str) -> None:
    """It is made from the counts of the file: whoever were told it would know them."""
    pairs = [(record, other) for record, others in published(kind, 8) for other in others]
    assert any(with_facts(record) != with_facts(other) for record, other in pairs)


@pytest.mark.parametrize("measure", [Linkage(), IntervalDisclosure(most=0.5)])
def test_nor_does_it_tell_whether_a_word_was_among_the_numbers(measure: RiskMeasure) -> None:
    """What looks at numbers alone looks at no column that a record, now dropped, made a text."""
    keys = {"town": ["a", "a", "b", "b", "c"], "age": [30, 30, 40, 40, 50]}
    plan = Plan(assess=[KAnonymity(k=2), measure], reduce=[SuppressRecords(models=K2, drop=1.0)])
    released, notes = [], []
    for last in ("99", "unknown"):
        income = pl.Series(["10", "20", "10", "20", last]).cast(pl.Int64, strict=False)
        texts = pl.Series(["10", "20", "10", "20", last])
        column = texts if income.null_count() else income
        frame = pl.DataFrame({**keys, "income": column})
        release = plan.run(Dataset.of(frame, key=["town", "age"], sensitive="income"), seed=SEED)
        released.append(release.data.to_polars().cast(pl.String))
        notes.append(pages(told(release)))
    assert released[0].equals(released[1])
    assert notes[0] == notes[1]


@pytest.mark.parametrize(
    "measure",
    [
        TCloseness(t=0.06, reference="original"),
        BetaLikeness(beta=0.1, reference="original"),
        DeltaDisclosure(delta=0.12, reference="original"),
    ],
)
def test_nor_does_a_verdict_on_the_original_tell_who_was_dropped(measure: RiskMeasure) -> None:
    plan = Plan(assess=[KAnonymity(k=2), measure], reduce=[SuppressRecords(models=K2, drop=1.0)])
    verdicts, notes = [], []
    for last in "xz":
        frame = pl.DataFrame({"town": list("aaaabbbbc"), "ill": [*"xxxxxxxx", last]})
        release = plan.run(Dataset.of(frame, key="town", sensitive="ill"), seed=SEED)
        verdicts.append(release.risk[1].met)
        notes.append(pages(told(release)))
    assert verdicts[0] != verdicts[1]
    assert notes[0] == notes[1]

"""Every model that a recoding can be searched for, against all recodings made one by one."""

from __future__ import annotations

from itertools import product
from math import prod
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret import Context, Dataset, Hierarchy
from discret.assess import (
    AverageRisk,
    BetaLikeness,
    DeltaDisclosure,
    DeltaPresence,
    HouseholdRisk,
    IndividualRisk,
    KAnonymity,
    KMap,
    LDiversity,
    PopulationUniques,
    Rules,
    SampleUniques,
    TCloseness,
)
from discret.errors import InputError, TargetError
from discret.model import Conjunction, Merging, Model
from discret.parts import RiskMeasure
from discret.reduce import Generalise, Recode
from discret.reduce.suppress_records import kept
from strategies import examples

TOWN = Hierarchy.from_parents(
    {"a": "north", "b": "north", "c": "south", "d": "south", "e": "south"},
    {"north": "all", "south": "all"},
    top=None,
)
AGE = Hierarchy.from_cuts([40], top="*")
SEX = Hierarchy.from_groups({"*": ["f", "m"]}, top=None)
LEVELS = {"town": TOWN, "age": AGE, "sex": SEX}
TOWNS, AGES, SEXES = list("abcde"), [5, 25, 45, 65], ["f", "m"]
LABELS = {
    name: LEVELS[name].levels(pl.Series(values)).rows()
    for name, values in (("town", TOWNS), ("age", AGES), ("sex", SEXES))
}
NODES = list(product(*(range(LEVELS[name].depth) for name in LEVELS)))


# ---------------------------------------------------------------- all recodings, plainly


class Held(NamedTuple):
    loss: float
    suppressed: int


def recoded(frame: pl.DataFrame, node: tuple[int, ...]) -> pl.DataFrame:
    """Recode a table by looking every value up, without hierarchies, datasets or lineage."""
    for (name, rows), level in zip(LABELS.items(), node, strict=True):
        new = {row[0]: row[level] for row in rows}
        values = [None if value is None else new[value] for value in frame[name].to_list()]
        kind = frame.schema[name] if not level else pl.String
        frame = frame.with_columns(pl.Series(name, values, dtype=kind))
    return frame


def plain_loss(frame: pl.DataFrame, node: tuple[int, ...], dropped: list[bool]) -> float:
    """The loss as ARX defines it: for each key the mean share of the values that a label covers.

    What is missing has nothing to lose, nor has a key of one value.
    """
    own = []
    for name, level in zip(LABELS, node, strict=True):
        tabled = LEVELS[name].table is not None
        met = set(frame[name].drop_nulls().to_list())
        rows = [row for row in LABELS[name] if tabled or row[0] in met]
        labels = [row[level] for row in rows]
        shown = {row[0]: labels.count(row[level]) for row in rows}
        cells = [
            1.0 if gone else (shown[v] - 1) / max(len(rows) - 1, 1)
            for v, gone in zip(frame[name].to_list(), dropped, strict=True)
            if v is not None
        ]
        own += [sum(cells) / len(cells)] if cells and len(rows) > 1 else []
    return float(prod(1 + one for one in own) ** (1 / max(len(own), 1)) - 1)


def every(
    frame: pl.DataFrame, models: list[RiskMeasure], suppress: float, people: Any, **roles: Any
) -> dict[tuple[int, ...], Held]:
    """Make every recoding of a table and of its population, and keep those that hold."""
    found = {}
    for node in NODES:
        beside = None if people is None else recoded(people, node)
        data = Dataset.of(recoded(frame, node), key=list(LEVELS), population=beside, **roles)
        keep, _ = kept(data.keys, Conjunction(tuple(models)))
        lost = int(data.keys.count[~keep].sum())
        if lost > suppress * len(frame) + 1e-9 or not keep.any():
            continue
        marked = data.keys.table(keep__=keep)
        rows = data.to_polars().join(
            marked, on=list(LEVELS), how="left", nulls_equal=True, maintain_order="left"
        )
        gone = [not one for one in rows["keep__"].to_list()]
        found[node] = Held(plain_loss(frame, node, gone), lost)
    return found


def check(
    frame: pl.DataFrame,
    models: list[RiskMeasure],
    suppress: float,
    people: Any = None,
    **roles: Any,
) -> None:
    """Search, and compare with all recodings made one by one."""
    data = Dataset.of(frame, key=list(LEVELS), hierarchies=LEVELS, population=people, **roles)
    method = Generalise(models=models, drop=suppress)
    held = every(frame, models, suppress, people, **roles)
    if not held:
        with pytest.raises(TargetError, match="no recoding"):
            method.apply(data, Context())
        return
    change = method.apply(data, Context())
    facts = change.facts
    assert facts["optimal"]
    assert facts["loss"] == pytest.approx(min(one.loss for one in held.values()), abs=1e-12)
    node = tuple(facts["levels"].values())
    assert held[node].loss == pytest.approx(facts["loss"], abs=1e-12)
    assert held[node].suppressed == facts["suppressed"] == len(frame) - len(change.data)
    for model in models:
        assert not model.failing(change.data.keys).any()
        assert model.assess(change.data).met is True


# ---------------------------------------------------------------- tables


@st.composite
def frames(draw: st.DrawFn, *, most: int = 20, holes: bool | None = None) -> pl.DataFrame:
    size = draw(st.integers(2, most))
    blank = draw(st.booleans()) if holes is None else holes
    choices: dict[str, list[Any]] = {
        "town": [*TOWNS, *([None] if blank else [])],
        "age": AGES,
        "sex": [*SEXES, *([None] if blank else [])],
        "s": ["x", "x", "x", "y", "z"],
        "w": [1, 1, 2, 5, 30],
        "p": ["p0", "p1", "p2", "p3", "p4", "p5"],
        "h": ["h0", "h1", "h2", "h3", "h4", "h5"],
    }
    columns = {
        name: draw(st.lists(st.sampled_from(values), min_size=size, max_size=size))
        for name, values in choices.items()
    }
    kinds = {name: pl.Int64 if name in ("age", "w") else pl.String for name in columns}
    return pl.DataFrame(columns, schema=kinds)


@st.composite
def drawn(draw: st.DrawFn, *, holes: bool) -> tuple[pl.DataFrame, pl.DataFrame]:
    """A population, and some of its people; a few of their keys may be blanked."""
    people = draw(frames(most=30, holes=False))
    taken = draw(st.lists(st.booleans(), min_size=len(people), max_size=len(people)))
    taken[0] = True
    sample = people.filter(pl.Series(taken))
    if holes and draw(st.booleans()):
        blank = draw(st.lists(st.booleans(), min_size=len(sample), max_size=len(sample)))
        towns = [None if b else t for b, t in zip(blank, sample["town"].to_list(), strict=True)]
        sample = sample.with_columns(pl.Series("town", towns, dtype=pl.String))
    return sample, people


RULES = """
title = {en = "r", fr = "r"}
source = {en = "s", fr = "s"}
[[counts]]
columns = 1
least = 3
weighted = false
[[counts]]
columns = 2
least = 4
weighted = true
"""


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    path: Path = tmp_path_factory.mktemp("rules") / "rules.toml"
    path.write_text(RULES, encoding="utf-8")
    return Rules(file=str(path))


shares = st.sampled_from([0.0, 0.1, 0.25, 0.4, 0.5, 0.75])
limits = st.sampled_from([0.0, 0.2, 0.6, 1.0])
missing = st.sampled_from(["known", "wildcard", "category"])

of_the_file = st.one_of(
    st.builds(
        AverageRisk,
        threshold=st.sampled_from([0.2, 1 / 3, 0.5, 0.75]),
        estimate=st.sampled_from(["file", "weights"]),
        missing=missing,
    ),
    st.builds(SampleUniques, most=shares, missing=missing),
    st.builds(
        PopulationUniques,
        threshold=st.sampled_from([0.0, 0.01, 0.1, 0.3]),
        model=st.sampled_from(["dankar", "zayatz", "pitman", "snb"]),
        population_size=st.sampled_from([None, 100, 1000]),
    ),
    st.builds(
        IndividualRisk,
        threshold=st.sampled_from([0.02, 0.1, 0.3]),
        formula=st.sampled_from(["exact", "approximate"]),
        missing=missing,
    ),
    st.builds(KMap, k=st.integers(2, 12), confidence=st.sampled_from([None, 0.3, 0.9])),
)
references = st.sampled_from(["release", "original"])
of_values = st.one_of(
    st.builds(LDiversity, l=st.sampled_from([1.2, 1.5, 1.9]), kind=st.just("entropy")),
    st.builds(LDiversity, l=st.just(2), kind=st.just("recursive"), c=st.sampled_from([1.0, 3.0])),
    st.builds(TCloseness, t=st.sampled_from([0.2, 0.4, 0.6]), reference=references),
    st.builds(
        DeltaDisclosure,
        delta=st.sampled_from([0.5, 1.0, 2.0]),
        absent=st.sampled_from(["all", "present"]),
        reference=references,
    ),
    st.builds(BetaLikeness, beta=st.sampled_from([0.5, 1.0, 2.0]), reference=references),
)
of_the_population = st.one_of(
    st.builds(KMap, k=st.integers(2, 8), estimate=st.sampled_from([None, "population"])),
    st.builds(DeltaPresence, highest=st.sampled_from([0.3, 0.5, 0.75])),
    st.builds(DeltaPresence, lowest=st.sampled_from([0.1, 0.3]), highest=st.just(0.9)),
    st.builds(AverageRisk, threshold=st.sampled_from([0.1, 0.3]), estimate=st.just("population")),
    st.builds(PopulationUniques, threshold=st.sampled_from([0.01, 0.1])),
)


# ---------------------------------------------------------------- no recoding is better


@examples(6)
@given(frames(), of_the_file, limits, st.booleans())
def test_targets_of_the_whole_file(frame, model, suppress, people) -> None:
    check(frame, [model], suppress, weight="w", individual="p" if people else None)


@examples(3)
@given(frames(), of_the_file, of_the_file, limits)
def test_two_targets_at_once(frame, one, other, suppress) -> None:
    check(frame, [one, other, KAnonymity(k=2)], suppress, weight="w")


@examples(5)
@given(frames(most=14), of_values, limits)
def test_targets_that_a_mixture_meets(frame, model, suppress) -> None:
    check(frame, [model], suppress, sensitive="s")


@examples(6)
@given(drawn(holes=True), of_the_population, limits, st.booleans())
def test_targets_against_a_population(tables, model, suppress, people) -> None:
    check(*tables[:1], [model], suppress, tables[1], individual="p" if people else None)


@examples(2)
@given(frames(), limits)
def test_rules_of_an_institute(rules, frame, suppress) -> None:
    check(frame, [rules], suppress, weight="w")


@examples(2)
@given(frames(), limits, st.sampled_from([0.1, 0.4]))
def test_the_risk_of_households(frame, suppress, threshold) -> None:
    model = HouseholdRisk(most=threshold)
    check(frame, [model], suppress, weight="w", household="h")


# ---------------------------------------------------------------- what is claimed of models


@examples(40)
@given(
    frames(most=14),
    st.one_of(of_the_file, of_values),
    st.booleans(),
    st.sampled_from(NODES),
    st.sampled_from(NODES),
)
def test_what_is_said_to_last_does(frame, model, people, low, high) -> None:
    high = tuple(max(pair) for pair in zip(low, high, strict=True))
    roles = {"weight": "w", "sensitive": "s", "individual": "p" if people else None}
    fine, coarse = (Dataset.of(recoded(frame, at), key=list(LEVELS), **roles) for at in (low, high))
    marks(model, fine, coarse, frame, low, high)


@examples(25)
@given(
    drawn(holes=True),
    of_the_population,
    st.booleans(),
    st.sampled_from(NODES),
    st.sampled_from(NODES),
)
def test_what_is_said_to_last_in_a_population_does(tables, model, people, low, high) -> None:
    sample, register = tables
    high = tuple(max(pair) for pair in zip(low, high, strict=True))
    fine, coarse = (
        Dataset.of(
            recoded(sample, at),
            key=list(LEVELS),
            population=recoded(register, at),
            individual="p" if people else None,
        )
        for at in (low, high)
    )
    marks(model, fine, coarse, sample, low, high)


def marks(
    model: Model,
    fine: Dataset,
    coarse: Dataset,
    frame: pl.DataFrame,
    low: tuple[int, ...],
    high: tuple[int, ...],
) -> None:
    below, above = (by_row(model, data) for data in (fine, coarse))
    kept_by = model.kept_by(fine.keys)
    if kept_by is not Merging.NOTHING and not any(below):
        assert not any(above)
    if kept_by is Merging.EACH and not fine.keys.has_missing:
        assert all(b for b, a in zip(below, above, strict=True) if a)
    if kept_by is Merging.FEWER and not fine.keys.has_missing:
        assert dropped(model, coarse) <= dropped(model, fine)


def dropped(model: Model, data: Dataset) -> int:
    keep, _ = kept(data.keys, Conjunction((model,)))
    return int(data.keys.count[~keep].sum())


def by_row(model: Model, data: Dataset) -> list[bool]:
    marked = data.keys.table(failing__=model.failing(data.keys))
    rows = data.to_polars().join(
        marked, on=list(LEVELS), how="left", nulls_equal=True, maintain_order="left"
    )
    return rows["failing__"].to_list()


def of(towns: str, values: str, **more: Any) -> Dataset:
    frame = pl.DataFrame({"town": list(towns), "s": list(values)})
    return Dataset.of(frame, key="town", sensitive="s", hierarchies={"town": TOWN}, **more)


def test_a_uniform_group_drowns_a_diverse_one() -> None:
    # Town a is as diverse as can be; b is not, and is dropped. Together they are not diverse.
    data = of("aa" + "b" * 20, "xy" + "x" * 20)
    change = Generalise(models=[LDiversity(l=1.9, kind="entropy")], drop=0.95).apply(
        data, Context()
    )
    assert (change.facts["levels"], change.facts["suppressed"]) == ({"town": 0}, 20)


def test_a_few_of_what_a_group_lacks_are_too_few_in_the_whole() -> None:
    # a lacks y, which is left aside; b has enough of it for itself; together they have not.
    data = of("aaa" + "bbbb" + "ccccc", "xxx" + "xxxy" + "yyyyy")
    model = DeltaDisclosure(delta=0.7, absent="present")
    assert model.assess(data).met is True
    change = Generalise(models=[model]).apply(data, Context())
    assert change.facts["levels"] == {"town": 0}
    north = Recode(column="town", level=1).apply(data, Context()).data
    assert model.assess(north).met is False
    assert model.kept_by(data.keys) is Merging.NOTHING


def test_somebody_who_is_light_elsewhere_is_light_in_the_mixture() -> None:
    # A person stands for the least of their weights: in town a for 10, in b, and in both, for 1.
    frame = pl.DataFrame({"town": ["a"] * 9 + ["b"], "w": [10.0] * 9 + [1.0], "p": ["p0"] * 10})
    roles: dict[str, Any] = {"key": "town", "weight": "w", "individual": "p"}
    data = Dataset.of(frame, hierarchies={"town": TOWN}, **roles)
    assert KMap(k=5).kept_by(data.keys) is Merging.NOTHING
    change = Generalise(models=[KMap(k=5)], drop=0.97).apply(data, Context())
    assert (change.facts["levels"], change.facts["suppressed"]) == ({"town": 0}, 1)


def test_groups_that_overlap_are_no_mixture() -> None:
    # Every group is diverse; once towns merge, the one that shows no more than a town holds the
    # uniform records of all, which were each counted with others of their own.
    rows = [
        *(("a", "f", 5, "x"), ("a", "f", 5, "y"), ("a", None, None, "x")),
        *(("b", "f", 5, "x"), ("b", "f", 5, "y"), ("b", "f", None, "x"), ("b", None, 5, "x")),
    ]
    frame = pl.DataFrame(rows, schema=["town", "sex", "age", "s"], orient="row")
    model = LDiversity(l=1.88, kind="entropy")
    data = Dataset.of(frame, key=list(LEVELS), sensitive="s", hierarchies={"town": TOWN})
    assert model.assess(data).met is True
    change = Generalise(models=[model], maximum={"sex": 0, "age": 0}).apply(data, Context())
    assert change.facts["levels"]["town"] == 0
    north = Recode(column="town", level=1).apply(data, Context()).data
    assert model.assess(north).met is False
    assert model.kept_by(data.keys) is Merging.NOTHING
    assert TCloseness(t=0.1).kept_by(data.keys) is Merging.NOTHING
    assert BetaLikeness(beta=1).kept_by(data.keys) is Merging.NOTHING


def test_a_narrower_estimate_may_be_surer_to_be_too_small() -> None:
    # One record with a weight of 7 may well stand for ten people; seven records with 8 may not.
    frame = pl.DataFrame({"town": ["a"] + ["b"] * 6, "w": [7.0] + [1 / 6] * 6})
    model = KMap(k=10, confidence=0.2)
    data = Dataset.of(frame, key="town", weight="w", hierarchies={"town": TOWN})
    assert model.failing(data.keys).tolist() == [False, True]
    change = Generalise(models=[model], drop=0.9).apply(data, Context())
    assert (change.facts["levels"], change.facts["suppressed"]) == ({"town": 0}, 6)


def test_somebody_in_two_groups_is_present_once_in_the_whole() -> None:
    # One of two people in each town, who are the same: one of four in both.
    both = {"town": TOWN}
    frame = pl.DataFrame({"town": ["a", "b"], "p": ["p0", "p0"]})
    people = pl.DataFrame({"town": list("aabb")})
    roles: dict[str, Any] = {"key": "town", "individual": "p", "population": people}
    data = Dataset.of(frame, hierarchies=both, **roles)
    model = DeltaPresence(lowest=0.4)
    assert Generalise(models=[model]).apply(data, Context()).facts["levels"] == {"town": 0}
    north = Recode(column="town", level=1).apply(data, Context()).data
    assert model.assess(north).met is False


# ---------------------------------------------------------------- populations


REGISTER = pl.DataFrame({"town": list("aabbbcccdddee"), "age": [5, 25] * 6 + [45]})


def patients(**more: Any) -> Dataset:
    given_ = {"key": ["town", "age"], "population": REGISTER} | more
    hierarchies = {"town": TOWN, "age": Hierarchy.from_cuts([20, 40, 60], [40], top="*")}
    return Dataset.of(REGISTER[[0, 2, 5]], hierarchies=hierarchies, **given_)


def test_people_of_values_that_nobody_in_the_file_has_count_where_they_merge() -> None:
    # Towns d and e are not in the file: they join c in the south, and only there.
    data = Dataset.of(
        pl.DataFrame({"town": ["a", "c"]}),
        key="town",
        hierarchies={"town": TOWN},
        population=REGISTER,
    )
    change = Generalise(models=[KMap(k=4)]).apply(data, Context())
    assert change.facts["levels"] == {"town": 1}
    assert KMap().assess(change.data).value == 5
    with pytest.raises(TargetError, match="k_map fails for 2"):
        Generalise(models=[KMap(k=14)]).apply(data, Context())


def test_a_file_that_was_recoded_before_climbs_on_with_its_population() -> None:
    first = Recode(column="age", level=1).apply(patients(), Context()).data
    change = Generalise(models=[KMap(k=5)]).apply(first, Context())
    best = {}
    for town, age in product(range(3), range(3)):
        data = first
        for column, level in (("town", town), ("age", age)):
            if level:
                data = Recode(column=column, level=level).apply(data, Context()).data
        if KMap(k=5).assess(data).met:
            best[town, age] = data
    chosen = tuple(change.facts["levels"].values())
    assert chosen in best
    assert KMap().assess(change.data).value == KMap().assess(best[chosen]).value
    below = [
        node
        for node in best
        if node != chosen and all(a <= b for a, b in zip(node, chosen, strict=True))
    ]
    assert not below


def test_a_population_may_be_counted_and_written_otherwise() -> None:
    counted = REGISTER.group_by("town", "age").len("n").with_columns(pl.col("age").cast(pl.String))
    people = Dataset.of(counted, key=["town", "age"], weight="n")
    for model in (KMap(k=4), DeltaPresence(highest=0.4), AverageRisk(
        most=0.3, estimate="population"
    )):  # fmt: skip
        plain, other = (
            Generalise(models=[model]).apply(data, Context())
            for data in (patients(), patients(population=people))
        )
        assert plain.facts == other.facts


def test_a_population_that_lacks_somebody_is_refused_before_the_search() -> None:
    short = REGISTER.filter(pl.col("town") != "a")
    with pytest.raises(InputError, match="does not hold the file"):
        Generalise(models=[KMap(k=2)]).apply(patients(population=short), Context())
    blank = REGISTER.with_columns(pl.when(pl.col("town") != "e").then("town"))
    with pytest.raises(InputError, match="lack a key value"):
        Generalise(models=[DeltaPresence(highest=0.5)]).apply(patients(population=blank), Context())


def test_a_population_that_no_model_asks_for_is_not_counted(monkeypatch) -> None:
    import discret.data.beside.register as module

    monkeypatch.setattr(module.Register, "climbing", None)
    monkeypatch.setattr(module.Register, "_counted", None)
    change = Generalise(models=[KAnonymity(k=2), SampleUniques(most=0)]).apply(
        patients(), Context()
    )
    assert change.facts["optimal"]


def test_nobody_is_dropped_for_a_person_whose_weights_differ() -> None:
    """Somebody of two groups stood for more in the search than in the file: three were dropped."""
    people = pl.DataFrame({
        "town": [*"aaaaaaadaaa"], "age": [45, *[5] * 10], "sex": [*"fffffmfmfmf"], "s": ["x"] * 11,
        "w": [1, 1, 1, 1, 1, 5, 1, 1, 1, 1, 1],
        "p": ["p0", "p3", "p0", "p0", "p0", "p1", "p0", "p1", "p4", "p0", "p5"],
        "h": [f"h{n}" for n in range(11)],
    })  # fmt: skip
    model = IndividualRisk(most=0.3, missing="category")
    check(people, [model], 0.0, weight="w", individual="p")

"""Unpicking: whatever was done to a file, a value called certain is the value that was there.

Files are drawn at random and protected in many ways. What the attack calls certain is held against
the original by the tests themselves; what it finds, against all completions tried one by one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret import Dataset, Hierarchy, Plan
from discret.assess import (
    IndividualRisk,
    KAnonymity,
    LDiversity,
    TCloseness,
    Unpicking,
)
from discret.assess.unpicking.completions import recovered
from discret.data.examples import illnesses
from discret.errors import DiscretError, ParameterError
from discret.parts import Context, Method, RiskMeasure
from discret.plan.toml import write
from discret.reduce import Recode, ShuffleRecords, SuppressCells, SuppressRecords, TopCode
from strategies import examples

KEYS = ["a", "b", "n"]
Row = tuple[Any, ...]


@st.composite
def originals(draw: st.DrawFn) -> pl.DataFrame:
    """Draw a file: two keys of text, a key of numbers, a sensitive column, people, strata."""
    size = draw(st.integers(3, 14))
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    holes = draw(st.sampled_from([0.0, 0.0, 0.15]))

    def column(values: Sequence[Any], *, gaps: bool = False) -> list[Any]:
        share = rng.dirichlet(np.full(len(values), 0.7))
        drawn = [values[place] for place in rng.choice(len(values), size, p=share)]
        return [None if gaps and rng.random() < holes else one for one in drawn]

    return pl.DataFrame(
        {
            "a": column(["x", "y", "y ", "z"], gaps=True),
            "b": column(["p", "q"], gaps=True),
            "n": column([10, 20, 30, 40], gaps=True),
            "s": column(["s", "t", "u"]),
            "who": column(range(max(size - 2, 1))),
            "zone": column(["north", "south"]),
            "w": rng.integers(1, 50, size).astype(float).tolist(),
        },
        schema_overrides={"a": pl.String, "b": pl.String, "n": pl.Int64},
    )


Models = Callable[[str], list[RiskMeasure]]
MODELS: list[Models] = [
    lambda rule: [KAnonymity(k=2, missing=rule)],
    lambda rule: [KAnonymity(k=3, missing=rule)],
    lambda rule: [KAnonymity(k=2, missing=rule), LDiversity(l=2, column="s", missing=rule)],
    lambda rule: [IndividualRisk(most=0.05, missing=rule)],
    lambda rule: [KAnonymity(k=2, missing=rule), TCloseness(t=0.6, column="s", missing=rule)],
]
CUTS = Recode(column="n", cuts=[25])
MERGED = {"x": "xy", "y": "xy", "y ": "y ", "z": "z"}


@st.composite
def plans(draw: st.DrawFn) -> tuple[list[Method], bool]:
    """Draw the steps around one or two blankings, and whether people are counted."""
    rule = draw(st.sampled_from(["known", "known", "wildcard", "category"]))
    models = draw(st.sampled_from(MODELS))(rule)
    strata = draw(st.sampled_from([[], [], ["zone"]]))
    blanking = SuppressCells(models=models, missing=rule, by=strata)
    around: list[Method] = [
        CUTS,
        TopCode(column="n", top=30),
        Recode(column="a", mapping=MERGED),
        ShuffleRecords(),
        SuppressCells(models=[KAnonymity(k=3)]),
        SuppressRecords(models=[KAnonymity(k=2)]),
    ]
    few = st.lists(st.sampled_from(around), max_size=2, unique_by=lambda one: one.name)
    return [*draw(few), blanking, *draw(few)], draw(st.booleans())


def told(value: Any, column: str, steps: Sequence[Method]) -> str | None:
    """What the release writes for an original value, once all steps are done."""
    for step in steps:
        if step is CUTS and column == "n":
            value = "<25" if value < 25 else ">=25"
        elif isinstance(step, Recode) and step.column == column == "a":
            value = MERGED.get(value, value)  # it may be recoded twice
        elif isinstance(step, TopCode) and column == "n":
            value = min(value, 30)
    return None if value is None else str(value)


def attempted(data: Dataset, steps: Sequence[Method]) -> Dataset | None:
    for step in steps:
        try:
            data = step.apply(data, Context(rng=np.random.default_rng(1))).data
        except DiscretError:
            return None  # the target is out of reach, or a step does not apply any more
    return data


@examples(150)
@given(originals(), plans(), st.integers(2, 4), st.booleans())
def test_what_is_called_certain_is_what_was_there(frame, plan, k, alike) -> None:
    steps, people = plan
    data = Dataset.of(
        frame, key=KEYS, sensitive="s", weight="w", individual="who" if people else None
    )
    after = attempted(data, steps)
    if after is None:
        return
    own = [one for step in steps for one in step.attacks]
    others = [Unpicking(k=k, alike=alike), Unpicking(k=k, by=["zone"]), Unpicking(alike=True)]
    for attack in [*own, *others]:
        finding = attack.assess(after)
        found = recovered(after, attack)
        assert len(found) == finding.details["cells_recovered"] or finding.value is None
        assert finding.value is None or finding.details["consistent"] is True
        for record, column, value in found.rows():
            was = frame[column][record]  # a number may be known better than it would be shown
            assert value in (told(was, column, steps), str(was))


@examples(80)
@given(originals(), st.sampled_from(MODELS), st.sampled_from([[], ["zone"]]))
def test_what_discret_blanked_is_always_explained(frame, models, strata) -> None:
    data = Dataset.of(frame, key=KEYS, sensitive="s", weight="w")
    method = SuppressCells(models=models("known"), by=strata)
    after = attempted(data, [method])
    if after is None:
        return
    (attack,) = method.attacks
    finding = attack.assess(after)
    details = finding.details
    assert details["original_known"] or not details["cells_blanked"]
    assert details["consistent"] is True
    assert details["alike_holds"] is not False
    assert details["k_holds"] is not False
    assert attack.model_copy(update={"most": finding.value}).assess(after).met is True


# ---------------------------------------------------------------- against all completions


@st.composite
def blankings(draw: st.DrawFn) -> tuple[list[Row], list[Row], int]:
    """A few records, and the same with values of some blanked: for f < k most often."""
    k = draw(st.integers(2, 3))
    record = st.tuples(st.integers(0, 2), st.integers(0, 2))
    full = draw(st.lists(record, min_size=1, max_size=7))
    honest = draw(st.integers(0, 4)) > 0
    rows, budget = [], 4
    for row in full:
        gone = draw(st.tuples(st.booleans(), st.booleans()))
        if budget < sum(gone) or (honest and full.count(row) >= k):
            rows.append(row)
            continue
        budget -= sum(gone)
        rows.append(tuple(None if g else v for g, v in zip(gone, row, strict=True)))
    return full, rows, k


def every(
    full: list[Row], rows: list[Row], extra: int, fits: Callable[[list[Row]], bool]
) -> list[list[Row]]:
    """All the ways to fill the blanks with categories of the original, or `extra` others."""
    seen = [sorted({row[place] for row in full} | set(range(10, 10 + extra))) for place in (0, 1)]
    choices = [
        [c for c in product(*seen) if all(r in (None, v) for r, v in zip(row, c, strict=True))]
        if None in row
        else [row]
        for row in rows
    ]
    return [list(one) for one in product(*choices) if fits(list(one))]


@examples(150)
@given(
    blankings(),
    st.booleans(),
    st.integers(0, 1),
    st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), max_size=3, unique=True),
)
def test_all_completions_are_tried(case, alike, extra, ruled_out) -> None:
    full, rows, k = case
    blank = [place for place, row in enumerate(rows) if None in row]
    shown = set(rows)

    def by_k(filled: list[Row]) -> bool:
        f = Counter(filled)
        return all(f[filled[place]] < k for place in blank)

    def apart(filled: list[Row]) -> bool:
        return not any(filled[place] in shown for place in blank)

    ruled = [one for one in ruled_out if one not in shown and one not in full]
    believed = [
        (by_k, by_k(full)),
        (apart, alike and apart(full)),
        (lambda filled: not any(filled[place] in ruled for place in blank), True),
    ]
    known = [rule for rule, true in believed if true]
    ways = every(full, rows, extra, lambda one: all(rule(one) for rule in known))
    schema = {"u": pl.Int64, "v": pl.Int64}
    data = Dataset.of(
        pl.DataFrame(rows, schema, orient="row"),
        key=["u", "v"],
        original=pl.DataFrame(full, schema, orient="row"),
    )
    given_ = {"u": [10], "v": [10]} if extra else {}
    wrong = [{"u": u, "v": v} for u, v in ruled_out]
    attack = Unpicking(k=k, alike=alike, categories=given_, impossible=wrong)
    certain = {
        (place, "uv"[at]): str(ways[0][place][at])
        for place in blank
        for at in (0, 1)
        if rows[place][at] is None and len({way[place][at] for way in ways}) == 1
    }
    found = recovered(data, attack)
    assert {(record, column): value for record, column, value in found.rows()} == certain
    assert all(value == str(full[place]["uv".index(c)]) for (place, c), value in certain.items())
    finding = attack.assess(data)
    assert finding.details["completions"] == len(ways)
    assert finding.details["cells_recovered"] == len(certain)
    if blank:
        assert finding.details["k_holds"] is by_k(full)
        refuted = sum(one in full for one in ruled_out)
        assert finding.details["impossible_refuted"] == refuted


# ---------------------------------------------------------------- categories that vanish


def run(frame: pl.DataFrame, steps: Sequence[Method], **roles: Any) -> Dataset:
    after = attempted(Dataset.of(frame, **roles), steps)
    assert after is not None
    return after


ILLNESS = illnesses().select("Âge", "Sexe", "CP")


def test_the_towns_that_vanished_are_not_deduced_wrongly() -> None:
    # Bergeat (2014): once 42300 and 93120 are blanked, nobody shows them any more.
    age = Recode(column="Âge", cuts=[45])
    blanking = SuppressCells(models=[KAnonymity(k=2)])
    after = run(ILLNESS, [age, blanking], key=["Âge", "Sexe", "CP"])
    assert set(after.to_polars()["CP"].to_list()) == {"73270", "75014", None}
    finding = blanking.attacks[0].assess(after)
    assert finding.details["cells_blanked"] == 2
    assert (finding.details["cells_recovered"], finding.details["cells_narrowed"]) == (0, 2)
    assert finding.details["consistent"] is True


def test_the_eight_blanks_of_the_slide_are_explained() -> None:
    # Bergeat (2014), "Méthodes non perturbatrices (6)": the slide's own blanks, made by discret.
    blanking = SuppressCells(models=[KAnonymity(k=2)])
    after = run(ILLNESS, [blanking], key=["Âge", "Sexe", "CP"])
    slide = [(46, "Femme", None)] * 2 + [(None, "Femme", "73270")] * 2
    slide += [(None, "Homme", "75014")] * 2 + [(None, "Homme", None)]
    assert after.to_polars().select("Âge", "Sexe", "CP").rows() == slide
    finding = blanking.attacks[0].assess(after)
    assert finding.details["cells_blanked"] == 8
    assert (finding.details["consistent"], finding.details["records_unexplained"]) == (True, 0)
    # six ages and four towns exist; nobody is left complete to rule any of them out
    assert (finding.value, finding.details["cells_narrowed"]) == (0, 0)
    assert Unpicking(k=2, most=0).assess(after).met is True


def test_a_category_that_only_the_blank_had_stays_possible() -> None:
    frame = pl.DataFrame({"u": list("xxxyyyz"), "v": list("pppqqqp")})
    after = run(frame, [SuppressCells(models=[KAnonymity(k=2)])], key=["u", "v"])
    assert after.to_polars()["u"].to_list() == [*"xxxyyy", None]
    finding = Unpicking(k=2).assess(after)
    assert (finding.value, finding.details["cells_narrowed"]) == (0, 1)  # y or z
    alone = Dataset.of(after.to_polars(), key=["u", "v"])
    believed = Unpicking(k=2).assess(alone)
    assert believed.value == 1  # who takes what is shown for all there is
    assert "those that the file still shows are taken for all there are" in believed.reads
    assert "sont prises pour toutes celles qui existent" in believed.reads.fr
    assert Unpicking(k=2, categories={"u": ["z"]}).assess(alone).value == 0
    listed = Hierarchy.from_parents(dict.fromkeys("xyz", "any"))
    known = Dataset.of(after.to_polars(), key=["u", "v"], hierarchies={"u": listed})
    assert Unpicking(k=2).assess(known).value == 0


def test_recoded_columns_have_recoded_categories() -> None:
    frame = pl.DataFrame({"n": [10, 11, 12, 30, 31, 70], "v": list("pppqqp")})
    bands = Recode(column="n", cuts=[25, 60])
    after = run(frame, [bands, SuppressCells(models=[KAnonymity(k=2)])], key=["n", "v"])
    finding = Unpicking(k=2).assess(after)
    # the last is one of 25-59 and >=60, not one of six numbers
    assert [finding.details[f"cells_{name}"] for name in ("blanked", "narrowed")] == [1, 1]
    assert finding.details["completions"] == 2


# ---------------------------------------------------------------- whatever the models


@pytest.mark.parametrize(
    "models",
    [
        [KAnonymity(k=2)],
        [KAnonymity(k=2), LDiversity(l=2, column="s")],
        [LDiversity(l=2, column="s")],
        [IndividualRisk(most=0.05)],
        [TCloseness(t=0.2, column="s")],
    ],
)
def test_the_attack_is_run_whatever_the_models(models: list[RiskMeasure]) -> None:
    frame = pl.DataFrame(
        {
            "u": list("xxxxyyyyz"),
            "v": list("ppppqqqqp"),
            "s": list("stststsss"),
            "w": [float(n) for n in range(20, 29)],
        }
    )
    data = Dataset.of(frame, key=["u", "v"], sensitive="s", weight="w")
    release = Plan(reduce=[SuppressCells(models=models)], assess=models).run(data, seed=1)
    found = {finding.name: finding for finding in release.risk}
    assert found["unpicking"].details["cells_blanked"] > 0
    assert found["unpicking"].value is not None
    assert "can work out" in found["unpicking"].reads


def test_blanks_of_several_reasons_are_unpicked_by_what_all_have_in_common() -> None:
    # l-diversity blanks a pair that is not below k: k alone would be misled, equal keys are not.
    frame = pl.DataFrame({"u": list("xxxyyy"), "v": list("pppqqq"), "s": list("sttsss")})
    models = [KAnonymity(k=2), LDiversity(l=2, column="s")]
    blanking = SuppressCells(models=models, ceilings={"v": 0.0})
    data = Dataset.of(
        frame.vstack(pl.DataFrame({"u": ["x"], "v": ["q"], "s": ["t"]})),
        key=["u", "v"],
        sensitive="s",
    )
    after = attempted(data, [blanking])
    assert after is not None
    believed = Unpicking(k=2).assess(after)
    assert believed.details["k_holds"] is False
    assert "who believes otherwise is misled" in believed.reads
    assert "se trompe" in believed.reads.fr
    assert blanking.attacks[0].assess(after).details["alike_holds"] is True


def test_where_values_cannot_be_followed_nothing_is_claimed() -> None:
    before = pl.DataFrame({"u": [1, 1, 2, 2, 3], "v": list("ppppq")})
    after = pl.DataFrame({"u": [1, 9, 9, 2, None], "v": list("ppppq")})
    data = Dataset.of(after, key=["u", "v"], original=before)
    for most, met in ((None, None), (1, False)):
        finding = Unpicking(k=2, most=most).assess(data)
        assert (finding.value, finding.met) == (None, met)
        assert "cannot be followed" in finding.reads
        assert "ne peut suivre" in finding.reads.fr
    assert recovered(data, Unpicking(k=2)).is_empty()


# ---------------------------------------------------------------- what cannot be

WIDOWS = pl.DataFrame(
    {
        "age": ["<15", "<15", "<15", "60+", "60+", None],
        "status": ["single", "single", "single", "widowed", "widowed", "widowed"],
    }
)
NO_WIDOW = [{"age": "<15", "status": "widowed"}]


def test_a_widowed_child_is_ruled_out() -> None:
    data = Dataset.of(WIDOWS, key=["age", "status"])
    assert Unpicking().assess(data).value == 0
    finding = Unpicking(impossible=NO_WIDOW, most=0).assess(data)
    assert (finding.value, finding.met, finding.details["impossible"]) == (1, False, 1)
    assert "cannot be (1 of them)" in finding.reads
    assert Unpicking(impossible=NO_WIDOW, most=0).failing(data.keys).sum() == 1


def test_what_is_beside_the_keys_rules_out_too() -> None:
    data = Dataset.of(WIDOWS, key="age", sensitive="status")
    assert Unpicking(impossible=NO_WIDOW).assess(data).value == 1
    dropped = data.without_columns(["status"])
    assert Unpicking(impossible=NO_WIDOW).assess(dropped).value == 0


def test_what_occurs_is_not_impossible() -> None:
    before = WIDOWS.with_columns(age=pl.col("age").fill_null("<15"))
    data = Dataset.of(WIDOWS, key=["age", "status"], original=before)
    finding = Unpicking(impossible=NO_WIDOW).assess(data)
    assert (finding.value, finding.details["impossible_refuted"]) == (0, 1)
    assert "1 occur" in finding.reads


def test_impossible_combinations_come_from_a_plan() -> None:
    text = """
        [roles]
        key = ["age", "status"]
        [[assess]]
        measure = "unpicking"
        impossible = [{age = "<15", status = "widowed"}]
        categories = {age = ["15-59"]}
    """
    plan = Plan.from_toml(text)
    assert plan.assess[0].assess(plan.dataset(WIDOWS)).details["cells_narrowed"] == 1
    assert Plan.from_toml(write(plan)).assess == plan.assess


@pytest.mark.parametrize(
    "given_", [{"impossible": [{"ages": "SECRET"}]}, {"categories": {"ages": ["SECRET"]}}]
)
def test_columns_that_do_not_exist_are_refused(given_: dict[str, Any]) -> None:
    data = Dataset.of(WIDOWS, key=["age", "status"])
    for refused in (
        lambda: Unpicking(**given_).assess(data),
        lambda: Plan(assess=[Unpicking(**given_)]).check(data),
    ):
        with pytest.raises(DiscretError, match="ages") as bad:
            refused()
        assert "SECRET" not in str(bad.value)
    assert "SECRET" not in repr(Unpicking(**given_))
    with pytest.raises(ParameterError) as odd:
        Unpicking(impossible=[{"age": ["SECRET"]}])
    assert "SECRET" not in str(odd.value)

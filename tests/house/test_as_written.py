"""Values are compared as they are written: blanks, case and accents included, by every method."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import polars as pl
import pytest

from discret import Dataset, Hierarchy
from discret.assess import KAnonymity
from discret.errors import TargetError
from discret.parts import Method
from discret.reduce import (
    BalancedSubsample,
    Calibrate,
    DropIdentifiers,
    Generalise,
    LocalRecoding,
    Mask,
    MergeSquares,
    Microaggregate,
    Mondrian,
    Noise,
    Pram,
    Pseudonymise,
    RandomisedResponse,
    Rappor,
    Recode,
    Round,
    RoundWeights,
    Shuffle,
    ShuffleRecords,
    Subsample,
    SuppressCells,
    SuppressRecords,
    Swap,
    Synthesise,
    TopCode,
    UnaryEncoding,
    WithholdSquares,
)
from every_part import METHODS, context, label

ODD = [
    "a", "a ", " a", "a  ", "\ta", "a\n", "a\u00a0", "a\u2007", "a\u200b", "\ufeffa", "A", "a b",
    "a  b",
    "\u00e9", "e\u0301", "\u212b", "\u00c5", "\ufb01", "fi", "\u00df", "ss", "0", "00", "0.0", "-0",
    "null",
    "NaN", "*", "a - b", "a + a ", "a – b", " ", "\u00a0", "'", '"', ";", "é", "a\x00", "1-2",
]  # fmt: skip
MODELS = [KAnonymity(k=2)]
KEEPERS: list[Method] = [  # what they leave, they leave as it is
    SuppressRecords(models=MODELS, drop=1),
    SuppressCells(models=MODELS),
    Subsample(share=0.5, by=["town"]),
    BalancedSubsample(share=0.5, margins=["town"]),
    Calibrate(margins=["town"]),
    Calibrate(margins=["town"], distance="logit", bounds="tightest"),
    RoundWeights(base=0.5, margins=["town"]),
    ShuffleRecords(),
    Round(columns=["income"], base=500),
    TopCode(column="income", top=2500),
    Mask(columns=["income"], blocks=["sex"]),
    Microaggregate(columns=["income"], by=["sex"]),
    Noise(columns=["income"], by=["sex"]),
    Pram(columns=["income"], by=["sex"]),
    RandomisedResponse(column="income", epsilon=1.0),
    UnaryEncoding(column="income", epsilon=1.0),
    Rappor(column="income", once=True),
    Round(columns=["income"], base=100, how="controlled", margins=["sex"]),
    Swap(columns=["income"], by=["sex"]),
    Shuffle(columns=["income"], by=["sex"]),
    Synthesise(columns=["income"], by=["sex"], leaf=2),
    WithholdSquares(square="town", zone="sex", least=3),
    DropIdentifiers(),
    Pseudonymise(),
]
RECODERS: list[Method] = [
    Recode(column="town", level=1),
    Recode(column="town", mapping={"a": "x"}),
    Generalise(models=MODELS, drop=0.0, maximum={"sex": 0}),
    Generalise(models=MODELS, drop=0.3, maximum={"sex": 0}),
    LocalRecoding(models=MODELS, maximum={"sex": 0}),
    Mondrian(models=MODELS, maximum={"sex": 0}),
    MergeSquares(square="town", zone="sex", least=3),
]
HIERARCHIES = {
    "prefixes": Hierarchy.from_prefixes(2, 1),
    "filled": Hierarchy.from_prefixes(1, fill="*"),
    "groups": Hierarchy.from_groups({"a": ["a ", "A"], "\u00e9": ["e\u0301"]}),
    "order": Hierarchy.from_order(ODD[:30], steps=[2, 4]),
}
KINDS = {"text": pl.String, "categories": pl.Categorical}


def people(seed: int = 1, kind: Any = pl.String, n: int = 90) -> pl.DataFrame:
    """Each odd text twice, more or less; texts that differ by blanks beside each other."""
    rng = np.random.default_rng(seed)
    towns = [*ODD[:30], *rng.choice(ODD[:30], n - 30)]
    return pl.DataFrame({
        "name": [*ODD, *(f"p{i}" for i in range(n - len(ODD)))],
        "town": pl.Series(towns, dtype=pl.String).cast(kind),
        "sex": rng.choice(["f", "f ", "F"], n),
        "income": rng.integers(1000, 3000, n),
        "weight": rng.uniform(1, 3, n),
        "number": np.arange(n),
    })  # fmt: skip


def dataset(frame: pl.DataFrame, hierarchy: Hierarchy) -> Dataset:
    roles = {"key": ["town", "sex"], "identifier": "name", "weight": "weight", "row": "number"}
    return Dataset.of(frame, **roles, hierarchies={"town": hierarchy})  # type: ignore[arg-type]


def smallest(rows: list[tuple[Any, ...]]) -> int:
    """The smallest group: a record counts with those that carry every value it still shows."""

    def fits(one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
        return all(a is None or a == b for a, b in zip(one, other, strict=True))

    shown = Counter(rows)
    return min(sum(n for other, n in shown.items() if fits(one, other)) for one in shown)


def test_every_method_is_tried_here() -> None:
    tried = {type(method).name for method in (*KEEPERS, *RECODERS)}
    others = {"grid", "displace", "swap_locations", "climb_areas", "smallest_areas"}
    others |= {"private_synthesis"}  # which leaves nothing
    others |= {"invariant"}  # which adds records: its own tests look at what labels cover
    assert set(METHODS) - tried == others  # of numbers, and of people in areas


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
@pytest.mark.parametrize("method", KEEPERS, ids=label)
def test_what_a_method_leaves_it_leaves_as_it_is(method: Method, kind: Any) -> None:
    before = people(kind=kind)
    data = dataset(before, HIERARCHIES["prefixes"])
    after = method.apply(data, context()).data.to_polars()
    names = [name for name in ("town", "sex", "name") if name in after.columns]
    if isinstance(method, Pseudonymise):
        names.remove("name")
        assert after["name"].n_unique() == before["name"].n_unique()
    if isinstance(method, ShuffleRecords):
        one, other = (
            Counter(t.select(pl.col("town").cast(pl.String), "name").rows())
            for t in (before, after)
        )
        assert one == other
        return
    old = dict(zip(before["number"], before.select(names).rows(), strict=True))
    for number, *row in after.select("number", *names).rows():
        assert all(new in (None, was) for new, was in zip(row, old[number], strict=True))
    if getattr(method, "models", ()):
        assert smallest(after.select("town", "sex").rows()) >= 2


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("hierarchy", HIERARCHIES.values(), ids=HIERARCHIES)
@pytest.mark.parametrize("method", RECODERS, ids=label)
def test_a_recoding_is_judged_by_the_labels_it_writes(
    method: Method, hierarchy: Hierarchy, seed: int
) -> None:
    before = people(seed)
    try:
        change = method.apply(dataset(before, hierarchy), context())
    except TargetError:
        return  # refused: nothing is released
    after = change.data.to_polars()
    allowed = getattr(method, "drop", 0.0) * len(before)
    assert len(before) - len(after) == change.facts.get("suppressed", 0) <= allowed
    if getattr(method, "models", ()):
        assert smallest(after.select("town", "sex").rows()) >= 2
    if isinstance(method, Recode) and method.mapping:
        towns = [("x" if town == "a" else town) for town in before["town"]]
        assert after["town"].to_list() == towns


def test_pseudonyms_are_the_same_whatever_the_type() -> None:
    codes = [
        Pseudonymise(columns=["id"])
        .apply(
            Dataset.of(pl.DataFrame({"id": pl.Series(ODD[:38], dtype=pl.String).cast(kind)})),
            context(),
        )
        .data.to_polars()["id"]
        .to_list()
        for kind in (pl.String, pl.Categorical, pl.Enum(list(dict.fromkeys(ODD[:38]))))
    ]
    assert codes[0] == codes[1] == codes[2]
    assert len(set(codes[0])) == len(set(ODD[:38]))


def test_given_totals_are_matched_to_categories_as_written() -> None:
    frame = pl.DataFrame({"c": ["a", "a ", "b * c", "b*c"], "w": [1.0] * 4})
    totals = {"a": 2.0, "a ": 3.0, "b * c": 4.0, "b*c": 5.0}
    after = Calibrate(margins=["c"], totals={"c": totals}).apply(
        Dataset.of(frame, weight="w"), context()
    )
    assert after.data.to_polars()["w"].round(6).to_list() == [2.0, 3.0, 4.0, 5.0]

"""The same seed gives the same file and findings, however the engine shares its work out."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from hashlib import sha256
from math import fsum
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from discret import Dataset, Finding, Hierarchy
from discret.assess import IndividualRisk, KAnonymity
from discret.data.counting.exact_sums import ExactSum, summed_in_order
from discret.data.engine import collected, enter, number
from discret.data.examples.generated_survey import survey
from discret.errors import DiscretError
from discret.parts import Method, Part
from discret.reduce import (
    BalancedSubsample,
    Calibrate,
    Generalise,
    LocalRecoding,
    Mondrian,
    RoundWeights,
    Subsample,
    SuppressCells,
    SuppressRecords,
    TopCode,
)
from every_part import EXAMPLES, context, dataset, label, shared, used
from shuffled import shuffle

K3 = [KAnonymity(k=3)]
HEAVY: list[Method] = [  # on enough records that several threads share them
    Calibrate(margins=["sexe", "personnes"]),
    Calibrate(margins=["sexe * age", "revenu_annuel"], distance="linear"),
    RoundWeights(base=100, margins=["sexe", "age"]),
    TopCode(column="revenu_annuel", top=40000, bottom=20000, value="mean"),
    BalancedSubsample(share=0.5, margins=["sexe", "age"]),
    Subsample(share=0.5, by=["sexe"]),
    SuppressRecords(models=[IndividualRisk(most=0.004)], drop=1),
    SuppressCells(models=K3),
    Generalise(models=K3, drop=0.1, weighted=True),
    LocalRecoding(models=K3),
    Mondrian(models=K3, importance={"age": 2.0}),
]


def heavy() -> Dataset:
    """A survey whose weights are no whole numbers, less a tenth of its records."""
    table = survey(4000)
    odd = pl.col("poids") * (1 + pl.col("numero") % 7 / 7) / 3
    filled = pl.col("revenu_annuel").fill_null(0)
    table = table.with_columns(odd, filled, personnes=pl.col("personnes").cast(pl.String))
    prefixes = dict.fromkeys(["sexe", "age"], Hierarchy.from_prefixes(1))
    roles = {"key": ["sexe", "age"], "weight": "poids", "row": "numero"}
    whole = Dataset.of(table, **roles, hierarchies=prefixes)  # type: ignore[arg-type]
    left = table.filter(pl.col("numero") % 10 != 0)
    return Dataset.of(left, **roles, hierarchies=prefixes, original=whole)  # type: ignore[arg-type]


def written(method: Method, data: Dataset) -> str:
    return sha256(method.apply(data, context()).data.to_polars().write_csv().encode()).hexdigest()


def told(part: Part, data: Dataset) -> str:
    """What a part finds, or does and writes, to the last byte; or why it refuses."""
    try:
        result = used(part, data)
    except DiscretError as error:
        return f"{type(error).__name__}: {error}"
    if isinstance(result, Finding):
        return repr(result.to_dict())
    return f"{dict(result.facts)}\n{result.data.to_polars().write_csv()}"


@pytest.mark.slow
@pytest.mark.parametrize("part", EXAMPLES, ids=label)
def test_a_part_leans_on_no_order_of_what_engines_join_or_group(
    part: Part, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same each time, be the rows of joins, groups and distinct values in whatever order."""
    before = told(part, shared())
    shuffle(monkeypatch.setattr)
    assert told(part, dataset()) == before
    assert told(part, dataset()) == before


@pytest.mark.parametrize("method", HEAVY, ids=label)
def test_threads_make_no_difference(method: Method) -> None:
    assert len({written(method, heavy()) for _ in range(4)}) == 1


@pytest.mark.slow
def test_neither_does_their_number() -> None:
    here = [written(method, heavy()) for method in HEAVY]
    program = "import test_same_seed as t; print(*[t.written(m, t.heavy()) for m in t.HEAVY])"
    folder = Path(__file__).parent
    path = ":".join([str(folder), str(folder.parent), *filter(None, sys.path)])
    for threads in ("2", "3"):
        there = subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONPATH": path, "POLARS_MAX_THREADS": threads, "HOME": str(Path.home())},
            capture_output=True,
            text=True,
            check=True,
        )
        assert there.stdout.split() == here


def test_a_sum_is_the_same_in_any_order_and_right() -> None:
    rng = np.random.default_rng(1)
    weights = rng.lognormal(3, 4, 5000)
    one = ExactSum("s", float(weights.max()))
    found = set()
    for _ in range(5):
        table = pl.DataFrame({"w": rng.permutation(weights)})
        found.add(
            one.found(
                collected(one.beside(enter(table)[0], number("w")).select(*one.asked()))
            ).item()
        )
    assert len(found) == 1
    assert found.pop() == pytest.approx(fsum(weights), rel=2e-16)
    ids = rng.integers(0, 3, 5000)
    both = [summed_in_order(ids[o], weights[o], 3) for o in (slice(None), slice(None, None, -1))]
    assert (both[0] == both[1]).all()


@pytest.mark.parametrize("largest", [1e-90, 1e-3, 1.0, 2.0**31, 1e50, 1e99])
def test_sums_are_exact_at_any_size(largest: float) -> None:
    weights = [largest, largest / 3, largest * 1e-6, largest * 1e-9, largest / 7]
    one = ExactSum("s", largest)
    frame = enter(pl.DataFrame({"w": weights}))[0]
    table = one.beside(frame, number("w")).select(*one.asked())
    assert one.found(collected(table)).item() == float(sum(map(Fraction, weights)))
